//! Copying: a program of the display, else the terminal, else a file; and what a link to a place of the change is. Off the
//! screen's path; answers the driver. Called by the runner.

use std::{
    path::PathBuf,
    sync::{Arc, atomic::AtomicBool},
};

use tokio::sync::mpsc::Sender;

use crate::{
    app::Job,
    core::{model::RepoName, talk, text},
    edge::{
        clipboard::{self, Display},
        intake,
    },
    ui::{Copy, LinkTo, Msg},
};

use super::{Event, pool::Pool};

/// Bytes that are given to the terminal at most: more is dropped, or cut, by many of them (100,000 in base64).
const TERMINAL: usize = 74_994;

pub(super) fn start(pool: &Pool, events: &Sender<Event>, copy: Copy, from: (&Arc<Job>, &Arc<AtomicBool>)) {
    let (events, job, stop) = (events.clone(), from.0.clone(), from.1.clone());
    pool.add(move || {
        let (what, bytes) = match copy {
            Copy::Text { what, bytes } => (what, bytes),
            Copy::Link(to) => {
                let link = link(&to, &job, &stop);
                (format!("the link {}", text::one_line(&link, 80)), link.into_bytes())
            }
        };
        let _ = events.blocking_send(out(what, bytes, job.folders.state.clone()));
    });
}

fn out(what: String, bytes: Vec<u8>, folder: Option<PathBuf>) -> Event {
    let variable = |name: &str| std::env::var(name).ok();
    if let Some(program) = Display::of(variable).copy(&bytes) {
        return Event::Ui(Msg::Told(Ok(format!("copied {what} · {program}"))));
    }
    if takes_osc52(variable) && bytes.len() <= TERMINAL {
        return Event::Copy { what, bytes };
    }
    let folder = folder.unwrap_or_else(std::env::temp_dir);
    Event::Ui(Msg::Told(match clipboard::to_file(&folder, &bytes) {
        Ok(file) => Ok(format!("{what}: written to {}", text::one_line(&file.to_string_lossy(), 200))),
        Err(error) => Err(format!("{what} cannot be copied: no clipboard, and no file: {error}")),
    }))
}

/// Whether the terminal may know the sequence. The Linux console and GNU screen print or swallow it; tmux hands it on
/// where `set-clipboard` is on.
fn takes_osc52(variable: impl Fn(&str) -> Option<String>) -> bool {
    let term = variable("TERM").unwrap_or_default();
    let is_tmux = variable("TMUX").is_some_and(|tmux| !tmux.is_empty());
    let is_screen = variable("STY").is_some_and(|name| !name.is_empty()) || (term.starts_with("screen") && !is_tmux);
    term != "linux" && !is_screen
}

/// An address of the host for a commit that it has, else the place in words.
fn link(to: &LinkTo, job: &Job, stop: &AtomicBool) -> String {
    let repo = to.commit.as_deref().and_then(|commit| repo_with(commit, job, stop));
    match (repo, &to.commit) {
        (Some(repo), Some(commit)) => talk::permalink(&repo, commit, &to.path, to.lines),
        _ => to.words(),
    }
}

/// The repository at a host that a commit was seen in.
fn repo_with(commit: &str, job: &Job, stop: &AtomicBool) -> Option<RepoName> {
    let branch = intake::remote_branch_with(&job.intake, commit, stop)?;
    let survey = intake::survey(&job.intake, &super::pull::hosts(job), stop).ok()?;
    let is_of = |name: &str| branch.strip_prefix(name).is_some_and(|rest| rest.starts_with('/'));
    survey.remotes.into_iter().find(|seen| is_of(&seen.name))?.means.ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminals_that_would_print_or_swallow_the_sequence_do_not_get_it() {
        let takes = |set: &[(&str, &str)]| {
            takes_osc52(|name| set.iter().find(|(n, _)| *n == name).map(|(_, value)| (*value).to_owned()))
        };
        assert!(takes(&[("TERM", "xterm-256color")]) && takes(&[("TERM", "tmux-256color"), ("TMUX", "/tmp/x")]));
        assert!(takes(&[("TERM", "screen-256color"), ("TMUX", "/tmp/x")]));
        assert!(!takes(&[("TERM", "linux")]) && !takes(&[("TERM", "screen")]));
        assert!(!takes(&[("TERM", "xterm"), ("STY", "1.pts")]));
    }
}
