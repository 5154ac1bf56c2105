//! The cockpit: state machine, keys, screens without a terminal; and the built program in a real pseudo-terminal.

mod agents;
mod agreement;
mod beyond;
mod callers;
mod copy;
mod decide;
mod inbox;
mod keys;
mod layouts;
mod learned;
mod mouse;
mod moving;
mod outside;
mod paint;
mod paint_any;
mod publish;
mod resume;
mod review;
mod screens;
mod streaming;
mod talk;
mod threads;
mod tree;
mod triage;
mod waves;
mod writing;
