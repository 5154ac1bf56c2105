//! From findings to one review: R3's eight steps and the strategy's budget, as pure functions of a snapshot.
//! Not here: judging one candidate (judge), keeping decisions (gate), formats and posting (edge::report, publish).
//! Called by session through an effect, by reports, and by the gate for what would be posted.
//!
//! Two entries: [`synthesise`] gives the machine's review, in which decided findings stand as the person decided;
//! [`effective`] gives the review that would be posted: body, counts and action of nothing but that.

mod action;
mod board;
mod budget;
mod conflicts;
mod dedup;
mod document;
mod effective;
mod false_positive;
mod learned;
mod nits;
mod on_pr;
mod opinions;
mod order;
mod outcome;
mod path_rules;
mod pipeline;
mod render;
mod severity;
mod snapshot;
mod suppression;
mod threshold;
mod validity;

pub use action::{Action, Ground};
pub use dedup::{Claimed, Repeat, Said};
pub use effective::{Effective, Undecided, effective};
pub use outcome::{Author, Document, Entry, Filtered, InlineComment, Merge, Place, Sections, Stats, Synthesis};
pub use pipeline::{merged, synthesise, synthesise_after};
pub use render::{block, closed};
pub use snapshot::{
    BodyStyle, Budget, Decided, Evidence, Fate, Judged, Labels, OnPr, Origin, RequestFacts, Ruling, Snapshot, Stage,
    Style, Talk, TaskFacts, Tier0,
};
pub use validity::{Invalid, check};
