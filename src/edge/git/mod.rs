//! The `git` program, asked by plumbing and made deaf to configuration that would change what it prints or run
//! other programs. It is not a git library and knows nothing of reviews. Called by `edge::intake` only.
//!
//! What is pinned and why stands in `command`; children that end with their owner in `child`; typed questions
//! in `ask` and `remotes`; blobs from one process that stays in `blobs`; a throw-away index that holds untracked files
//! in `index`; commits of a pull request in `fetch`; trees and messages in `history`; who changed lines in `past`.
//!
//! git 2.30 or newer is needed (2021; `--end-of-options` in `rev-parse`, `--no-relative`, `--inter-hunk-context`).

mod answer;
mod ask;
mod blobs;
mod child;
mod command;
mod error;
mod fetch;
mod history;
mod index;
mod past;
mod remotes;
mod tree;

pub use answer::Asked;
pub use ask::{About, Commit, Head, Reference, Refs};
pub use blobs::{Blob, Blobs};
pub use child::{Got, Running, readable};
pub use command::{Discovery, Git, Variables};
pub use error::GitError;
pub use history::Tracked;
pub use index::{LeftOut, ScratchIndex, WhyLeftOut};
pub use past::{Blamed, Told};
pub use remotes::RemoteUrl;
pub use tree::TreeFile;
