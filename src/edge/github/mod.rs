//! GitHub: where its API is, with whose token, every call that is made to it and what it answers, as the nouns of
//! `core::model`. Not which pull request is meant (`edge::intake`), not what is done with it.
//! Called by `edge::intake` and `app::runner`, which drives the futures: nothing is started in here.
//!
//! Errors say what the caller can do (`error`, `words`). Facts about the API are those of the design page GITHUB.

mod calls;
mod client;
mod error;
mod host;
mod limits;
mod posting;
mod read_all;
mod refusal;
mod token;
mod wire;
mod words;

pub use calls::*;
pub use client::{Client, Ear, Heard, Options, Reach, Taker};
pub use error::{Effect, GithubError, LimitKind, Missing};
pub use host::{Api, BadApi};
pub use read_all::read_all;
pub use token::{
    Credentials, Environment, Token, TokenSource, find as find_token, has_enterprise_token, hosts_of_gh, variables_of,
};
