//! A made GitHub on the loopback: it behaves as GitHub for the calls that prr makes, keeps what it was asked, checks
//! every request against GitHub's own description, and fails when told to.
//!
//! ```text
//! let hub = Hub::start(sample::world());
//! home.prr(&["tui", "o/r#7"]).envs(hub.env());
//! hub.fault(Route::PostReview, 1, Fault::StatusAfter(502));
//! hub.world(|w| w.seven().is_draft = true);
//! assert_eq!(hub.posts().len(), 1);
//! ```
//! A request that GitHub does not describe fails the test when the hub is dropped. Not here: the product's client.
//! `mock` plays the scripted answers of the corpus instead.

mod access;
mod describe;
pub mod diff;
mod fault;
mod gate;
mod graphql;
pub mod http;
mod hub;
mod log;
pub mod mock;
mod publish;
mod read;
mod route;
pub mod sample;
mod search;
pub mod story;
mod tell;
pub mod world;

pub use fault::{Fault, Nth};
pub use gate::Gate;
pub use hub::Hub;
pub use route::Route;

/// The version of REST that is spoken, which every request must name (GITHUB).
pub const VERSION: &str = "2022-11-28";
/// Who reviews in the sample world.
pub const REVIEWER: &str = "reviewer";
/// The reviewer's token; the corpus uses it too.
pub const TOKEN: &str = "test-token-not-real";
