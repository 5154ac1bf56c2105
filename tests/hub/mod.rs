//! The made GitHub of `tests/support/github` by itself, and prr's client over it, each call once.
//! Not here: what prr does with a pull request.

mod client;
mod faults;
mod publishing;
mod reading;
mod scripts;
mod server;
mod threads;
