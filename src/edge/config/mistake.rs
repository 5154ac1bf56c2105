//! What is wrong in a file of settings, in words: the file, the place, the key, what was expected, what to do.
//! Called by the readers of this room; shown by `prr config check`, by a review as notes, and when a run is refused.

use std::fmt;

use crate::core::text;

use super::layer::{Layer, Origin, Spot};

/// How much a mistake matters in a file that the person wrote. In a repository's file everything is a note.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Weight {
    /// Worth telling: a key that a newer program may know, a trusted key in an untrusted file.
    Warning,
    /// Settings would be other than those asked for.
    Error,
}

/// One mistake.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// Where it is.
    pub origin: Origin,
    /// The key as written, such as `agents[0].timeout`; '' for the file as a whole.
    pub key: String,
    /// What is wrong, without a full stop.
    pub what: String,
    /// What to do, without a full stop.
    pub remedy: String,
    /// How much it matters.
    pub weight: Weight,
}

impl Mistake {
    /// Whether a run must not start with it.
    pub fn stops(&self) -> bool {
        self.weight == Weight::Error && self.origin.layer.is_trusted()
    }

    /// `file:line:column: key`, as far as it is known.
    pub fn place(&self) -> String {
        let spot = self.origin.spot.map_or(String::new(), |spot| format!(":{}:{}", spot.line, spot.column));
        let key = if self.key.is_empty() { String::new() } else { format!(": {}", self.key) };
        text::one_line(&format!("{}{spot}{key}", self.origin.source), 300)
    }

    /// What is wrong and what becomes of it, as one sentence without a full stop.
    pub fn sentence(&self) -> String {
        let what = text::one_line(&self.what, 400);
        match (self.weight, self.origin.layer.is_trusted()) {
            (Weight::Error, false) => format!("{what}; it counts as not set"),
            (Weight::Error | Weight::Warning, _) => what,
        }
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.place(), self.sentence(), text::one_line(&self.remedy, 1_600))
    }
}

/// The mistakes of one file, gathered while it is read.
#[derive(Debug)]
pub(super) struct Complaints {
    layer: Layer,
    source: String,
    /// Those found so far.
    pub list: Vec<Mistake>,
}

/// More are counted and not told.
const MOST: usize = 100;

impl Complaints {
    pub fn new(layer: Layer, source: &str) -> Self {
        Self { layer, source: source.to_owned(), list: Vec::new() }
    }

    /// Where something in this file is.
    pub fn origin(&self, spot: Option<Spot>) -> Origin {
        Origin { layer: self.layer, source: self.source.clone(), spot }
    }

    /// Whether the file is the person's own.
    pub fn is_trusted(&self) -> bool {
        self.layer.is_trusted()
    }

    /// The file's layer.
    pub fn layer(&self) -> Layer {
        self.layer
    }

    /// An error.
    pub fn error(&mut self, spot: Option<Spot>, key: &str, what: impl Into<String>, remedy: impl Into<String>) {
        self.add(Weight::Error, spot, key, what.into(), remedy.into());
    }

    /// A warning.
    pub fn warning(&mut self, spot: Option<Spot>, key: &str, what: impl Into<String>, remedy: impl Into<String>) {
        self.add(Weight::Warning, spot, key, what.into(), remedy.into());
    }

    fn add(&mut self, weight: Weight, spot: Option<Spot>, key: &str, what: String, remedy: String) {
        let origin = self.origin(spot);
        self.list.push(Mistake { origin, key: key.to_owned(), what, remedy, weight });
    }

    /// All of them in the order of the file; of very many only the first, and how many more.
    pub fn finish(mut self) -> Vec<Mistake> {
        self.list.sort_by_key(|mistake| mistake.origin.spot);
        let more = self.list.len().saturating_sub(MOST);
        if more > 0 {
            let worst = self.list.iter().skip(MOST).map(|m| m.weight).max().unwrap_or(Weight::Warning);
            self.list.truncate(MOST);
            let remedy = "correct those above and check again";
            self.add(worst, None, "", format!("{more} more mistakes are not shown"), remedy.to_owned());
        }
        self.list
    }
}

/// A word from a file, short and harmless, in quotation marks.
pub(super) fn quoted(word: &str) -> String {
    format!("'{}'", text::one_line(word, 60))
}
