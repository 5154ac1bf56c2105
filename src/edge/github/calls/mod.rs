//! Every call, one file for what belongs together: the question, and the answer as nouns of `core::model`. How a
//! question travels is `client`; the forms of the answers are `wire`. Called by `read_all` and `app::runner`.

mod checks;
mod compare;
mod content;
mod conversation;
mod diff;
mod examine;
mod files;
mod graphql;
mod inbox;
mod issues;
mod nouns;
mod people;
mod pull;
mod reviewing;
mod threads;
mod threads_rest;

pub use compare::{Compared, Course};
pub use examine::Standing;
pub use files::MOST_FILES;
pub use reviewing::{LineComment, Posted, ReviewOrder};
pub use threads::Threads;
