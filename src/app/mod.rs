//! The only room with tasks: it introduces session, ui and edge to each other.
//! Not here: what a review means (core, session), how it looks (ui), arguments (cli).

mod canvas;
mod config;
mod context;
mod demo;
pub mod docs;
mod doctor;
mod dress;
mod empty;
mod ending;
mod failure;
mod headless;
mod input;
mod interactive;
mod job;
mod keymap;
mod log;
mod outcome;
mod plain;
mod plan;
mod planning;
mod publish;
mod replay;
mod runner;
mod shelf;
mod show;
mod signals;
mod terminal;
mod trace;

pub use crate::edge::{
    intake::{Closed, On, Stack},
    logbook::{ExportForm, Exported},
};
pub use config::{
    FileState, Found as FoundConfig, Looked, Sources, Written, config_notes, config_of, found_config, init_config,
    own_config, refusal,
};
pub use demo::{CHANGE as DEMO_CHANGE, TITLE as DEMO_TITLE, demo};
pub use doctor::doctor;
pub use ending::Ending;
pub use headless::{Outcome, review};
pub use interactive::{First, run as cockpit};
pub use job::{Agents, Fault, Job, plan_builtin};
pub use log::{log, log_diff, log_export, log_stats};
pub use plain::{Say, run as plain};
pub use plan::{plan, show_brief};
pub use publish::{Authority, Ready, Wanted, authority, look, post, ready, reconcile};
pub use replay::{replay_file, summary};
pub use runner::{inbox, review_several};
pub use show::{Shown, show};
pub use trace::start as start_trace;
