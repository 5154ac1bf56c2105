//! What people said on a pull request, made ready to be read: markdown as plain paragraphs, and where in the present
//! diff each thread's code stands. Pure and total: any text, any diff.
//! Not here: sanitising for cells (`core::text`, where it is drawn), the nouns (`core::model::pull`), drawing (ui).
//! Called by `session::digest`, off the loop.

mod anchor;
mod code;
mod inline;
mod place;
mod table;
mod words;

pub use anchor::{files_anchor, permalink};
pub use place::{Found, ThreadSpot, place};
pub use words::{Para, ParaKind, words};
