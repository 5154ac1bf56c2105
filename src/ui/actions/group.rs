//! The groups of the help page. Not here: what is in them (`super`). Called by `super`, help and the key list.

/// The groups of the help page, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// Moving about.
    Move,
    /// Finding things.
    Find,
    /// Deciding and writing.
    Decide,
    /// The program.
    Program,
}

impl Group {
    /// All groups in help order.
    pub const ALL: [Self; 4] = [Self::Decide, Self::Move, Self::Find, Self::Program];

    /// Its heading.
    pub fn title(self) -> &'static str {
        match self {
            Self::Move => "Move",
            Self::Find => "Find and show",
            Self::Decide => "Decide and write",
            Self::Program => "Program",
        }
    }
}
