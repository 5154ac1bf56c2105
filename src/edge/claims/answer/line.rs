//! The line of prose that is being read: what stands in it, and the marks and tags that agents write. Called by `scan`.

/// So much of a line is kept, in bytes.
const KEPT: usize = 256;
/// The longest tag.
const TAG: usize = 20;
/// Tags of thinking.
const THOUGHTS: &[&str] = &["think", "thinking", "thought", "thoughts", "reasoning", "reflection", "scratchpad"];

/// A line that is a mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Marker {
    /// `FINDING_START`
    Start,
    /// `FINDING_END`
    End,
    /// `FINDINGS_NONE`
    None,
}

/// The beginning of a line, and its last characters.
#[derive(Debug, Default)]
pub(super) struct Line {
    text: String,
    is_long: bool,
}

impl Line {
    pub fn clear(&mut self) {
        self.text.clear();
        self.is_long = false;
    }

    /// A document stands in the line.
    pub fn fill(&mut self) {
        self.text.clear();
        self.text.push('}');
    }

    pub fn push(&mut self, c: char) {
        if self.text.len() >= KEPT {
            // A fence or a quote at the end matters, the middle does not.
            self.text = self.text.chars().skip(self.text.chars().count() / 2).collect();
            self.is_long = true;
        }
        self.text.push(c);
    }

    /// Whether a document that begins here begins its line, or a fence.
    pub fn is_open(&self) -> bool {
        let before = self.text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        let fence = before.trim_end_matches(|c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '+' | '.'));
        !self.is_long && matches!(before, "" | "`") || fence.ends_with("```") || fence.ends_with("~~~")
    }

    /// Whether what follows stands in quotes of prose.
    pub fn is_quoted(&self) -> bool {
        self.text.ends_with(['`', '"', '\''])
    }

    /// The mark that the line is.
    pub fn marker(&self) -> Option<Marker> {
        if self.is_long {
            return None;
        }
        let bare = self.text.trim_matches(|c: char| !c.is_ascii_alphanumeric());
        match bare.trim_end_matches(|c: char| !c.is_ascii_alphabetic()) {
            "FINDING_START" => Some(Marker::Start),
            "FINDING_END" => Some(Marker::End),
            "FINDINGS_NONE" => Some(Marker::None),
            _ => None,
        }
    }
}

/// A sequence for a terminal: colours around what a tool prints. Their brackets begin no document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Sequence {
    /// None.
    #[default]
    None,
    /// Behind ESC.
    Begun,
    /// Behind `ESC [`.
    Control,
    /// Behind `ESC ]`, until BEL or ESC.
    Command,
}

impl Sequence {
    /// Follows a character; whether it is a part of a sequence.
    pub fn takes(&mut self, c: char) -> bool {
        let (next, takes) = match (*self, c) {
            (_, '\u{1b}') => (Self::Begun, true),
            (Self::None, _) => (Self::None, false),
            (Self::Begun, '[') => (Self::Control, true),
            (Self::Begun, ']') => (Self::Command, true),
            (Self::Begun, _) | (Self::Command, '\u{7}') => (Self::None, true),
            (Self::Control, ' '..='?') => (Self::Control, true),
            (Self::Control, '@'..='~') => (Self::None, true),
            (Self::Command, c) if c != '\n' => (Self::Command, true),
            (Self::Control | Self::Command, _) => (Self::None, false),
        };
        *self = next;
        takes
    }
}

/// Follows a tag; its name when this character ends it.
pub(super) fn tag(so_far: &mut Option<String>, c: char) -> Option<String> {
    match (so_far.as_mut(), c) {
        (_, '<') => *so_far = Some(String::new()),
        (Some(_), '>') => return so_far.take(),
        (Some(name), c) if name.len() < TAG && (c.is_ascii_alphabetic() || c == '/') => name.push(c),
        (Some(_), _) => *so_far = None,
        (None, _) => {}
    }
    None
}

/// Whether a tag is one of thinking.
pub(super) fn is_thought(tag: &str) -> bool {
    THOUGHTS.iter().any(|name| name.eq_ignore_ascii_case(tag))
}
