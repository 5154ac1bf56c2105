//! `prr`, a terminal cockpit for reviewing changes: agents propose, a person decides, one review is published.
//!
//! # The shape
//! A pure state machine that returns effects as data, a pure view, and one driver that owns every task. A run is a
//! stream of messages; the logbook is that stream written down; the cockpit is that stream drawn; the headless
//! command is the same stream without a screen. Persistence, replay and resuming after a crash come from this one
//! idea.
//!
//! # The rooms
//! - [`core`]: what a review is. Pure. Its own rooms, each of which may use those before it: `model` (nouns),
//!   `text` (what may reach a screen), `diff` (bytes to an index, anchors), `change` (file classes, units), `risk`
//!   (hotspots), `plan` (who looks at what), `checks` (built-in reviewers), `brief` (what an agent is sent), `judge`
//!   (candidate to finding), `gate` (decisions), `synthesis` (findings to one document), `history` (what logbooks
//!   come to), `publish` (that document to one checked payload, and its way to the host).
//! - [`session`]: the run as a state machine: `update(&mut Session, Msg) -> Vec<Effect>`. Pure. Uses core.
//! - [`ui`]: the cockpit's state, keys and drawing. Pure but for ratatui's types. Uses core and session.
//! - [`edge`]: all I/O, one room each for git, intake, agents, the logbook, reports and the claims that agents print. Uses
//!   core; knows nobody above.
//! - [`app`]: the only room with tasks. It carries effects out (`runner`), runs the cockpit and the headless
//!   command. Uses all of the above.
//! - [`cli`]: arguments, words, exit codes. Uses core, `edge::report` and app.
//!
//! Read as sentences: the screen cannot touch a file; git does not know that there is a screen; the state machine
//! knows neither; `app` introduces them. `tests/house` holds the table of imports and checks it.
//!
//! # Places, index, records
//! A diff is an index of byte ranges over one text that grows while git still writes; lines are decoded when they are
//! drawn. A place is a slot of the diff (file, hunk, line), never a row of the screen: layout begins at the place on
//! top and walks down, so nothing that arrives elsewhere moves what is read. What cannot be computed again is
//! recorded: requests, candidates, task ends, decisions, drafts, viewed marks; the rest is computed anew.
//!
//! # The loop
//! One biased `select!` over signals, keys, results and the clock; one frame for each batch, only when something
//! changed. Nothing in `update` or `view` waits, reads, or costs more than the screen.

pub mod app;
pub mod cli;
pub mod core;
pub mod edge;
pub mod session;
pub mod ui;
