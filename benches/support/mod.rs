//! The cockpit without a terminal and without threads, as the tests have it. Called by `layout` and `view`.

#[path = "../../tests/support/desk.rs"]
pub mod desk;
#[path = "../../tests/support/pull.rs"]
pub mod pull;
