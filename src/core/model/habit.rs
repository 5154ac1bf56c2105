//! What a person always drops in a repository: plain data. Found by `core::history`, obeyed by `core::synthesis` when
//! the person switched it on (`learning.hold_back`).

use super::Lens;

/// Findings of one lens and class, all of which a person dropped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Habit {
    /// Under which lens.
    pub lens: Lens,
    /// Of which class; never ''.
    pub class: String,
    /// How many they dropped in a row, the newest among them.
    pub dropped: usize,
    /// Whether they accepted one before those.
    pub accepted_before: bool,
}

impl Habit {
    /// The evidence, in words.
    pub fn words(&self) -> String {
        let Self { lens, class, dropped, accepted_before } = self;
        let since = if *accepted_before { " since you last accepted one" } else { "" };
        format!("dropped {dropped} of {dropped} by you{since}: lens {}, class {class}", lens.as_str())
    }
}
