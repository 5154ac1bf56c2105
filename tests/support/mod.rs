//! What tests stand on: homes for child processes, made repositories, and a terminal to start the cockpit in.
//! Not here: what any room should do. Each part is tested by itself, against small programs.

pub mod desk;
pub mod dirs;
pub mod github;
mod keys;
pub mod model_server;
pub mod pty;
mod pty_itself;
pub mod pull;
pub mod repo;
mod traces;
