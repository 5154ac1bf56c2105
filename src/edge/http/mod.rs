//! What every talk over HTTP needs and no protocol of its own: the TLS provider and the client, addresses and their
//! origins, `Link` headers, a clock that tests can hold, answers kept on disk. Not GitHub's rules (`edge::github`).
//! Called by `edge::github`; the TLS provider by `app` at the start.

mod address;
mod cache;
mod client;
mod clock;
mod entry;
mod link;

pub use address::{Address, BadAddress, segment};
pub use cache::{Cache, Kept, Key};
pub use client::{HttpError, Timeouts, client, install_tls};
pub use clock::{Clock, Sleep, SystemClock};
pub use entry::digest;
pub use link::next_page;
