//! A pull request: which one is meant, and its change by the ladder of GITHUB. Not the calls to its host
//! (`edge::github`), not what people said on it. Called by `edge::intake` and `app`.
//!
//! `typed`, `remote` and `choose` are pure: text to names. `resolve` asks git; `rebuilt` makes a diff of the host's list
//! of files.

mod choose;
mod error;
mod rebuilt;
mod remote;
mod resolve;
mod typed;

pub use choose::{Hosts, NoRemote};
pub use error::PullError;
pub use resolve::{Clone, PullTarget, pull_target};
pub use typed::NoPull;
