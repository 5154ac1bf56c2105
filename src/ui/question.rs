//! A question to the person before something is done: words, what it is about, yes or no. Any room of the cockpit may
//! ask one; the answer is a list of requests. Keys are `update::answer`, drawing is `view::question`.

use super::{Request, editor::Editor};

/// A question.
#[derive(Debug, Clone)]
pub struct Question {
    /// One sentence that names the thing and what yes does.
    pub words: String,
    /// What it is about, whole, shown below; '' without.
    pub detail: String,
    /// Rows of the detail that are scrolled away.
    pub top: u16,
    /// What y does, in a word or two, and what is then asked for.
    pub yes: (&'static str, Vec<Request>),
    /// What n and Esc do.
    pub no: (&'static str, Vec<Request>),
    /// The text to go back to on no.
    pub back: Option<Box<Editor>>,
}

impl Question {
    /// A question that no leaves as it was.
    pub fn new(words: impl Into<String>, yes: &'static str, then: Vec<Request>) -> Self {
        Self {
            words: words.into(),
            detail: String::new(),
            top: 0,
            yes: (yes, then),
            no: ("leave it", Vec::new()),
            back: None,
        }
    }
}
