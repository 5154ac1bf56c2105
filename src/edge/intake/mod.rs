//! A target as typed -> what to read, and reading it into an index while it grows.

use std::{
    path::PathBuf,
    sync::{Arc, atomic::AtomicBool},
};

use crate::core::model::{Diff, Request, TargetSpec};

/// Where to resolve a target.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The directory to work in.
    pub dir: PathBuf,
    /// `--base`.
    pub base: Option<String>,
}

/// Why a target cannot be read, named by what the caller can do. (More variants follow.)
#[derive(Debug, thiserror::Error)]
pub enum IntakeError {
    /// Reading was stopped.
    #[error("stopped")]
    Stopped,
}

/// What is told while a target is read.
#[derive(Debug, Clone)]
pub enum Progress {
    /// One line for the header, as soon as it is known.
    Titled(String),
    /// A larger index.
    Grew(Arc<Diff>),
}

/// Resolves and reads a target on the calling thread, telling `on` of each step; `stop` ends it early.
///
/// # Errors
/// See [`IntakeError`].
pub fn read(
    _spec: &TargetSpec,
    _options: &Options,
    _stop: &AtomicBool,
    _on: &mut dyn FnMut(Progress),
) -> Result<(Request, Arc<Diff>), IntakeError> {
    Err(IntakeError::Stopped)
}
