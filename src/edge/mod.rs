//! All I/O. Returns core types; knows no session, ui or app.

pub mod agents;
pub mod claims;
pub mod clipboard;
pub mod config;
pub mod editor;
pub mod git;
pub mod github;
pub mod graph;
pub mod http;
pub mod intake;
pub mod logbook;
pub mod process;
pub mod report;
pub mod tier0;
