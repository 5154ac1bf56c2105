//! Publishing through the built program against a made GitHub: gates, outcomes, kills, the corpus.
//! Not here: the rules by themselves (`core::publish`), screens (`cockpit`).

mod corpus;
mod gates;
mod kills;
mod outcomes;
mod scene;
