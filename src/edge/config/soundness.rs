//! How far a tree is what was written. Made by the syntaxes, obeyed by `read`.

use super::layer::Spot;

/// How far a tree is what was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Soundness {
    /// All of it.
    Whole,
    /// Up to that place: behind it keys may have landed in the wrong table. Nothing of the file is used, and only
    /// mistakes before the place are told besides.
    Until(Spot),
}
