//! GitHub: the made one of `tests/support/github` by itself, and what prr does with it.
//! Not here: the made GitHub (`tests/support/github`).

mod client;
mod faults;
mod publishing;
mod reading;
mod scripts;
mod server;
mod threads;
