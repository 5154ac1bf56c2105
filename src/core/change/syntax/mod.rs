//! Syntax trees of hunks: one side of a hunk as text, framed so that what the hunk cuts off does not hide what it
//! shows, and parsed within limits. Not here: meaning (core::checks), names of symbols (`outline`).
//! Called by `units` and core::checks. A hunk is a torn page: whoever reads a tree must look only at nodes that no
//! error covers, which [`Parsed::walk`] sees to.
//!
//! A [`Fragment`] is text and rows, whatever they come from: when whole files are at hand, a second constructor from a
//! file's bytes and the numbers of its changed lines is all that is missing, and no reader of trees changes.

mod brackets;
mod fragment;
mod frame;
mod grammar;
mod outline;
mod parse;

pub use fragment::{Fragment, Row};
pub use grammar::Grammar;
pub use outline::{Definition, outline};
pub use parse::{Parsed, parse};
/// A node of a tree. Kinds and fields are those of the grammar.
pub use tree_sitter::Node;
