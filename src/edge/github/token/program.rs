//! Asking the program `gh` for a token: no shell, a deadline, a bound on what it may print, and nothing of it left
//! running. Not the order of sources (`token`). Called by `token`.

use std::{
    io::{ErrorKind, Read},
    os::{fd::AsFd, unix::process::CommandExt},
    path::Path,
    process::{Child, ChildStdout, Command, Stdio},
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    process::{Pid, Signal, kill_process_group},
};

use super::Environment;

/// How long `gh` may take; a keyring may be slow, a password question would never end.
const DEADLINE: Duration = Duration::from_secs(5);
/// The longest time between two looks at the stop flag.
const PATIENCE: Duration = Duration::from_millis(25);
/// The longest answer in bytes.
const LONGEST: usize = 16 * 1024;

/// What `gh auth token --hostname HOST` prints; `None` when there is no `gh`, it knows none, or it does not answer.
pub(super) fn ask(environment: &Environment, host: &str, stop: &AtomicBool) -> Option<String> {
    // The name becomes an argument behind its option: it must not look like one.
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':' | '_' | '[' | ']');
    if host.starts_with('-') || !host.chars().all(fits) {
        return None;
    }
    ask_within(&environment.gh_program()?, environment, host, (stop, DEADLINE))
}

fn ask_within(
    program: &Path,
    environment: &Environment,
    host: &str,
    (stop, time): (&AtomicBool, Duration),
) -> Option<String> {
    let mut command = Command::new(program);
    command.args(["auth", "token", "--hostname", host]);
    command.env_clear().envs(environment.all().iter().map(|(name, value)| (name, value)));
    command.envs([("GH_PROMPT_DISABLED", "1"), ("GH_NO_UPDATE_NOTIFIER", "1"), ("NO_COLOR", "1")]);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut asked = Asked(command.process_group(0).spawn().ok()?);
    let mut out = asked.0.stdout.take()?;
    let until = Instant::now() + time;
    let said = listen(&mut out, stop, until)?;
    let is_fine = asked.0.wait().is_ok_and(|status| status.success());
    is_fine.then(|| String::from_utf8(said).ok()).flatten()
}

/// A child whose whole group ends with its owner.
struct Asked(Child);

impl Drop for Asked {
    fn drop(&mut self) {
        if matches!(self.0.try_wait(), Ok(Some(_))) {
            return;
        }
        let _ = kill_process_group(Pid::from_child(&self.0), Signal::KILL);
        let _ = self.0.wait();
    }
}

/// Reads to the end; `None` when asked to stop, out of time, or told too much.
fn listen(out: &mut ChildStdout, stop: &AtomicBool, until: Instant) -> Option<Vec<u8>> {
    let mut said = Vec::new();
    let mut buffer = [0; 1024];
    loop {
        if stop.load(Ordering::Relaxed) || Instant::now() >= until || said.len() > LONGEST {
            return None;
        }
        if !is_ready(out)? {
            continue;
        }
        match out.read(&mut buffer) {
            Ok(0) => return Some(said),
            Ok(count) => said.extend_from_slice(buffer.get(..count)?),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(_) => return None,
        }
    }
}

fn is_ready(out: &ChildStdout) -> Option<bool> {
    let mut fds = [PollFd::from_borrowed_fd(out.as_fd(), PollFlags::IN)];
    let time = Timespec::try_from(PATIENCE).ok()?;
    match poll(&mut fds, Some(&time)) {
        Ok(count) => Some(count > 0),
        Err(rustix::io::Errno::INTR) => Some(false),
        Err(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, os::unix::fs::PermissionsExt, path::PathBuf};

    use super::*;

    fn program(dir: &Path, text: &str) -> PathBuf {
        let path = dir.join("gh");
        fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    fn asked(text: &str, host: &str) -> Option<String> {
        let dir = tempfile::tempdir().unwrap();
        let gh = program(dir.path(), text);
        let environment = Environment::new([("GH_PATH".into(), gh.into()), ("TOK".into(), "t".into())]);
        ask(&environment, host, &AtomicBool::new(false))
    }

    #[test]
    fn the_answer_of_the_program_is_taken_with_its_arguments_in_order() {
        assert_eq!(
            asked("echo \"$1 $2 $3 $4 $TOK $#\"", "h.example").as_deref(),
            Some("auth token --hostname h.example t 4\n")
        );
    }

    #[test]
    fn a_program_that_fails_or_talks_without_end_gives_no_token() {
        assert_eq!(asked("echo tok; exit 1", "h"), None);
        assert_eq!(asked("while :; do echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; done", "h"), None);
        let environment = Environment::new([("GH_PATH".into(), "/nowhere/gh".into())]);
        assert_eq!(ask(&environment, "h", &AtomicBool::new(false)), None);
    }

    #[test]
    fn a_host_that_looks_like_an_option_is_not_asked_for() {
        for host in ["--version", "a b", "$(x)", "a\nb"] {
            assert_eq!(asked("echo tok", host), None, "{host}");
        }
    }

    #[test]
    fn a_program_that_never_ends_is_left_at_the_deadline_or_at_a_stop() {
        let dir = tempfile::tempdir().unwrap();
        let gh = program(dir.path(), "exec sleep 1000");
        let environment = Environment::default();
        let before = Instant::now();
        let deadline = (&AtomicBool::new(false), Duration::from_millis(50));
        assert_eq!(ask_within(&gh, &environment, "h", deadline), None);
        let stopped = (&AtomicBool::new(true), Duration::from_secs(600));
        assert_eq!(ask_within(&gh, &environment, "h", stopped), None);
        assert!(before.elapsed() < Duration::from_secs(60));
    }
}
