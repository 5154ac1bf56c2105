//! Settings from their layers: each value with its origin, each mistake with file, line, key and remedy.
//!
//! Weakest first: built-in defaults; the person's `config.toml`; `.prr.toml`, `.claude/soliton.local.md` and
//! `.opencode/review-config.yaml` of the reviewed repository, in this order; the environment; the command line. Later
//! wins key by key; entries of `[[suppressions]]`, `[[rules]]` and `[[path_rules]]` of all layers are in force together.
//!
//! Trust: what comes with a repository is read from the base side by whoever calls, and may only set what is harmless.
//! A trusted key in it is a warning and is never obeyed.
//!
//! Mistakes: in a repository's file the default is used and the review carries a note; in what the person wrote the
//! run stops ([`Reading::stops`]). A file with a mistake of syntax counts for nothing as a whole, because behind the
//! mistake keys may have landed elsewhere.
//!
//! Not here: opening files (app, intake), obeying (core). Called by `app::config`; `cli` checks flags with [`parse`].

mod assemble;
mod bytes;
mod defaults;
mod dialect;
mod items;
mod keys;
mod kind;
mod layer;
mod look;
mod mistake;
mod models;
mod node;
mod prices;
mod read;
mod scalar;
mod show;
mod soundness;
mod together;
mod toml_tree;
mod value;
mod walk;
mod yaml_tree;

pub use assemble::{Config, RunSettings};
pub use bytes::LARGEST;
pub use defaults::DEFAULT_FILE;
pub use keys::{Described, described};
pub use layer::{Layer, Origin, Sourced, Spot};
pub use mistake::{Mistake, Weight};
pub use models::Models;
pub use read::{Given, Reading, Said, parse, read};
pub use show::{show_json, show_text};
pub use value::{Item, Value, Values};
