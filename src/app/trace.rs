//! What the program does, written to a file for finding faults: off unless `PRR_LOG` names a filter. Never to the
//! terminal; no text of the reviewed change goes into it.

use std::{fs::OpenOptions, path::PathBuf, sync::Mutex};

use tracing_subscriber::EnvFilter;

/// Starts writing when `PRR_LOG` is set (`PRR_LOG=debug`, or a filter as tracing's `EnvFilter` reads it). The file is
/// `prr.log` in `PRR_STATE_DIR`, else in the state folder of the user. Without a place nothing is written.
pub fn start() {
    let Ok(filter) = std::env::var("PRR_LOG") else { return };
    let Some(path) = path() else { return };
    if let Some(folder) = path.parent() {
        let _ = std::fs::create_dir_all(folder);
    }
    let Ok(file) = OpenOptions::new().create(true).append(true).open(&path) else { return };
    let written = tracing_subscriber::fmt()
        .with_env_filter(EnvFilter::new(filter))
        .with_ansi(false)
        .with_writer(Mutex::new(file))
        .try_init();
    if written.is_ok() {
        tracing::info!(version = env!("CARGO_PKG_VERSION"), pid = std::process::id(), "started");
    }
}

fn path() -> Option<PathBuf> {
    let named = std::env::var_os("PRR_STATE_DIR").filter(|dir| !dir.is_empty()).map(PathBuf::from);
    let dir = named.or_else(|| {
        let dirs = directories::BaseDirs::new()?;
        Some(dirs.state_dir().unwrap_or(dirs.data_dir()).join("prr"))
    });
    dir.map(|dir| dir.join("prr.log"))
}
