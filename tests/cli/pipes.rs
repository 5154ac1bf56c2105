//! Pipes: closed early, full, read by programs.

use std::{
    fs,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use super::text;
use crate::support::dirs::Home;

const PRR: &str = env!("CARGO_BIN_EXE_prr");

fn home() -> Home {
    let home = Home::new();
    fs::write(home.work().join("change.diff"), crate::pty::CHANGE).unwrap();
    home
}

#[test]
fn a_reader_that_leaves_early_is_no_error() {
    let home = home();
    for command in
        ["review change.diff", "review change.diff --output json", "plan change.diff", "--help", "review --list-checks"]
    {
        // `true` reads nothing; the code of prr itself is kept.
        for reader in ["head -1", "true"] {
            let script = format!("{{ \"$0\" {command} 2>err; echo $? >code; }} | {reader}");
            let mut sh = Command::new("sh");
            sh.args(["-c", &script, PRR]).env_clear().envs(home.env()).current_dir(home.work()).stdin(Stdio::null());
            assert!(sh.output().unwrap().status.success());
            let words = fs::read_to_string(home.work().join("err")).unwrap();
            assert_eq!(fs::read_to_string(home.work().join("code")).unwrap(), "0\n", "{command} | {reader}: {words}");
            assert!(!words.contains("roken pipe") && !words.contains("panicked"), "{words}");
        }
    }
}

#[test]
fn a_result_that_cannot_be_written_is_no_success() {
    let home = home();
    for command in ["review change.diff", "plan change.diff --output json", "review --list-checks"] {
        let mut sh = Command::new("sh");
        sh.args(["-c", &format!("exec \"$0\" {command} > /dev/full"), PRR]);
        let output = sh.env_clear().envs(home.env()).current_dir(home.work()).stdin(Stdio::null()).output().unwrap();
        let said = text(&output.stderr);
        assert_ne!(output.status.code(), Some(0), "{command}: {said}");
        assert!(said.contains("standard output") && said.contains("No space left"), "{command}: {said}");
    }
}

#[test]
fn the_result_is_on_stdout_alone_and_progress_on_stderr() {
    let home = home();
    let output = home.prr(&["review", "change.diff", "--offline"]).output().unwrap();
    let (result, progress) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(0));
    assert!(result.contains("AWS access key id") && !progress.contains("AWS access key id"));
    assert!(progress.contains("16 files, +296 -78") && !result.contains("builtin:secrets: completed"), "{progress}");
    assert!(!result.contains("NeverIssued"), "a secret is shown whole");
}

#[test]
fn a_diff_comes_from_standard_input_too() {
    let home = home();
    let by_file = home.prr(&["plan", "change.diff", "--output", "json"]).output().unwrap();
    let file = fs::File::open(home.work().join("change.diff")).unwrap();
    let by_pipe = home.prr(&["plan", "-", "--output", "json"]).stdin(file).output().unwrap();
    let files = |output: &[u8]| serde_json::from_slice::<serde_json::Value>(output).unwrap()["files"].clone();
    assert_eq!(files(&by_file.stdout), files(&by_pipe.stdout));
}

#[test]
fn a_signal_ends_a_review_with_its_code() {
    use rustix::process::{Pid, Signal, kill_process};
    let home = home();
    for (signal, code) in [(Signal::TERM, 143), (Signal::INT, 130), (Signal::HUP, 129)] {
        let mut child = home.prr(&["review", "-"]).stdin(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let pid = Pid::from_raw(i32::try_from(child.id()).unwrap()).unwrap();
        // Its handlers are in place when they are in its list of caught signals.
        let end = Instant::now() + Duration::from_secs(20);
        let caught = || {
            let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
            let line = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap_or("0").trim().to_owned();
            u64::from_str_radix(&line, 16).unwrap_or(0) >> (signal.as_raw() - 1) & 1 == 1
        };
        while !caught() {
            assert!(Instant::now() < end, "it never listens");
            std::thread::yield_now();
        }
        // Held open: waiting for the child would close it, and an empty diff is an end too.
        let stdin = child.stdin.take();
        kill_process(pid, signal).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(code), "{signal:?}");
        drop(stdin);
    }
}

#[test]
fn the_version_comes_at_once() {
    let home = home();
    let mut best = Duration::MAX;
    for _ in 0..10 {
        let began = Instant::now();
        let output = home.prr(&["--version"]).output().unwrap();
        best = best.min(began.elapsed());
        assert_eq!(text(&output.stdout), format!("prr {} (prr-cockpit)\n", env!("CARGO_PKG_VERSION")));
    }
    println!("prr --version: {best:?} (best of ten)");
    assert!(best < Duration::from_secs(10), "{best:?}: ten milliseconds are the target, and this machine may be busy");
}
