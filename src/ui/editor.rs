//! A text that is being written: its draft, what it is about, the text itself. Not its keys (`update::editor`), not what is
//! wrong with it (`check`).

use crate::core::model::DraftKey;

use super::field::Field;

/// What an editor is writing.
#[derive(Debug, Clone)]
pub struct Editor {
    /// Its draft.
    pub key: DraftKey,
    /// The text of the first anchored line, for a new comment.
    pub quoted: String,
    /// Heading for people.
    pub heading: String,
    /// Whether the person was told that the host would refuse it as it stands.
    pub is_warned: bool,
    /// The text.
    pub field: Field,
}

impl Editor {
    /// A text to be written, or the draft of it.
    pub fn new(key: DraftKey, heading: String, text: &str) -> Self {
        Self { key, quoted: String::new(), heading, is_warned: false, field: Field::new(text) }
    }
}
