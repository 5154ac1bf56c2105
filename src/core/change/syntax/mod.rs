//! Syntax trees of hunks: one side of a hunk as text, framed so that what the hunk cuts off does not hide what it
//! shows, and parsed within limits. Not here: meaning (core::checks), names of symbols (`outline`).
//! Called by `units` and core::checks. A hunk is a torn page: whoever reads a tree must look only at nodes that no
//! error covers, which [`Parsed::walk`] sees to.
//!
//! A [`Fragment`] is text and rows, whatever they come from: a hunk, or a whole side of a file where it is at hand.

mod alike;
mod brackets;
mod digest;
mod fragment;
mod frame;
mod grammar;
mod names;
mod outline;
mod parse;
mod role;

pub use alike::{Code, Likeness, likeness};
pub use digest::{Digest, Leaf, Leaves, Renamed, renamed};
pub use fragment::{Fragment, MOST_OF_A_FILE, Row, Unread};
pub use grammar::Grammar;
pub use names::Shape;
pub use outline::{Definition, outline, outline_where};
pub use parse::{Parsed, Splice, parse, parse_after, parse_whole};
pub use role::Role;
/// A node of a tree. Kinds and fields are those of the grammar.
pub use tree_sitter::Node;
