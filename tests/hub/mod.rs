//! The made GitHub of `tests/support/github` by itself, and prr's client over it, each call once.
//! Not here: what prr does with a pull request.

mod client;
mod corpus;
mod faults;
mod publishing;
mod reading;
mod scripts;
mod serve;
mod server;
mod threads;
