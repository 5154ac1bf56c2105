//! A pull request: which one is meant, and its change by the ladder of GITHUB. Not the calls to its host
//! (`edge::github`), not what people said on it. Called by `edge::intake` and `app`.
//!
//! `typed`, `remote` and `choose` are pure: text to names; `resolve` asks git. `ask` asks the host, on one thread;
//! `ladder` reads the change from its pieces on another one, by `by_git` or `rebuilt` where it must. `stack` finds the
//! parent of a stacked one; `survey` tells what each remote means.

mod ask;
mod by_git;
mod choose;
mod error;
mod ladder;
mod rebuilt;
mod remote;
mod resolve;
mod stack;
mod survey;
mod typed;

pub use ask::{Piece, Send, ask};
pub use choose::{Hosts, NoRemote};
pub use error::PullError;
pub use ladder::{Closed, read_pull, read_rest};
pub use resolve::{Clone, PullTarget, pull_target};
pub use stack::{On, Parent, Stack, StackError, stack_below};
pub use survey::{RemoteSeen, Survey, survey};
pub use typed::NoPull;
