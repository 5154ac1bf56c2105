//! `prr`: a terminal cockpit for reviewing changes. (Map follows.)

pub mod app;
pub mod cli;
pub mod core;
pub mod edge;
pub mod session;
pub mod ui;
