//! The key of a provider: from a variable, or from a program that prints it; never from a file of settings, and never
//! shown. Called by `api`.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use secrecy::SecretString;

use crate::{
    core::{model::Provider, text::one_line},
    edge::process::{self, Bounds},
};

use super::{Fault, Limits};

/// Time and bytes that the program has.
const TIME: Duration = Duration::from_secs(20);
const MOST: usize = 64 * 1024;

/// The key; `None` = the provider wants none.
///
/// # Errors
/// It wants one, and there is none: what to do, in words.
pub(super) fn key(provider: &Provider, limits: &Limits<'_>) -> Result<Option<SecretString>, Fault> {
    let set = |name: &String| std::env::var(name).ok().filter(|value| !value.trim().is_empty());
    if let Some(value) = provider.key_env.iter().find_map(set) {
        return Ok(Some(SecretString::from(value.trim().to_owned())));
    }
    if !provider.key_command.is_empty() {
        return printed(provider, limits).map(Some);
    }
    match provider.key_env.first() {
        None => Ok(None),
        Some(name) => Err(Fault::Refused(format!("no key for {}: set {name}", provider.name))),
    }
}

fn printed(provider: &Provider, limits: &Limits<'_>) -> Result<SecretString, Fault> {
    let until = limits.until.min(Instant::now() + TIME);
    let bounds = Bounds { until, time: TIME, most: MOST, stop: limits.stop, quit: limits.quit };
    let why = match process::run(&provider.key_command, Path::new(""), &bounds) {
        Ok(ended) if ended.code == Some(0) => {
            let text = String::from_utf8_lossy(&ended.out);
            let first = text.lines().next().unwrap_or("").trim();
            if !first.is_empty() {
                return Ok(SecretString::from(first.to_owned()));
            }
            "it printed nothing".to_owned()
        }
        Ok(ended) => format!("it failed: {}", one_line(ended.said.lines().next().unwrap_or("without a word"), 120)),
        Err(error) => error.to_string(),
    };
    Err(Fault::Refused(format!("no key for {}: its key_command gave none ({why})", provider.name)))
}
