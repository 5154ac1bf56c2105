//! Publishing through the built program against a made GitHub: gates, outcomes, kills, the corpus,
//! and a person's whole way in a terminal.
//! Not here: the rules by themselves (`core::publish`), screens (`cockpit`).

mod corpus;
mod day;
mod gates;
mod kills;
mod outcomes;
mod plain;
pub mod scene;
mod story;
mod unknown;
