//! Corpus C12: programs that hold pipes, never end, never read, talk before they listen, ask on the terminal.

use std::time::{Duration, Instant};

use super::{Ran, Scene, fixture};

fn agent(script: &str, timeout: u32) -> (Ran, Duration, Scene) {
    let path = fixture(&format!("c12/{script}.sh"));
    let scene = Scene::command(&["sh", path.to_str().unwrap()], &format!("timeout = {timeout}"));
    let started = Instant::now();
    let ran = scene.review(&["--offline"]);
    (ran, started.elapsed(), scene)
}

/// Command lines of processes with this word in their environment or arguments.
pub(super) fn left_over(scene: &Scene) -> Vec<String> {
    let home = format!("HOME={}", scene.home.path().display());
    let of = |entry: std::fs::DirEntry| {
        let environ = std::fs::read(entry.path().join("environ")).ok()?;
        let is_ours = environ.split(|byte| *byte == 0).any(|part| part.starts_with(home.as_bytes()));
        let line = std::fs::read(entry.path().join("cmdline")).ok()?;
        (is_ours && !line.is_empty()).then(|| String::from_utf8_lossy(&line).replace('\0', " "))
    };
    std::fs::read_dir("/proc").unwrap().flatten().filter_map(of).collect()
}

fn is_clean(ran: &Ran) {
    assert_eq!(ran.json()["metadata"]["failedAgents"].as_array().map(Vec::len), Some(0), "{}\n{}", ran.out, ran.err);
    assert_eq!(ran.json()["metadata"]["completedAgents"].to_string(), "1", "{}", ran.out);
}

#[test]
fn a_grandchild_that_holds_the_pipe_does_not_hold_us_and_does_not_live_on() {
    let (ran, took, scene) = agent("a01-grandchild-holds-pipe", 200);
    is_clean(&ran);
    assert!(took < Duration::from_secs(100), "{took:?}");
    assert_eq!(left_over(&scene), Vec::<String>::new());
}

#[test]
fn one_that_ignores_every_signal_times_out_and_nothing_of_it_is_left() {
    let (ran, _, scene) = agent("a02-never-ends", 2);
    assert!(ran.failed().contains("timed out after 2 s"), "{}", ran.err);
    assert_eq!(left_over(&scene), Vec::<String>::new());
}

#[test]
fn one_that_never_reads_and_one_that_talks_first_are_clean() {
    for script in ["a03-does-not-read-stdin", "a04-writes-before-reading", "a06-asks-a-question"] {
        let (ran, ..) = agent(script, 100);
        is_clean(&ran);
    }
}

#[test]
fn a_brief_of_any_size_comes_on_standard_input() {
    let path = fixture("c12/a05-reports-argv.sh");
    let scene = Scene::command(&["sh", path.to_str().unwrap()], "");
    let big = std::process::Command::new("sh").arg(fixture("c12/make-big-diff.sh")).output().unwrap();
    std::fs::write(scene.home.work().join("pr.diff"), big.stdout).unwrap();
    let ran = scene.review(&["--offline"]);
    let title = ran.titles().concat();
    let (argv, stdin) =
        title.trim_start_matches("argv ").split_once(" stdin ").unwrap_or_else(|| panic!("{}", ran.err));
    assert!(argv.parse::<usize>().unwrap() < 131_072, "{title}");
    assert!(stdin.trim().parse::<usize>().unwrap() > 60_000, "{title}");
}

#[test]
fn an_agent_gets_no_token_of_ours_and_an_empty_folder() {
    let script = "printf '{\"findings\":[{\"file\":\"src/lib.rs\",\"line\":4,\"severity\":\"medium\",\"title\":\"%s|%s|%s\",\
                  \"body\":\"b\"}]}' \"$GH_TOKEN\" \"$MINE\" \"$(ls | wc -l)\"";
    let scene =
        Scene::command(&["sh", "-c", script], "env = [\"MINE\"]").with("GH_TOKEN", "secret").with("MINE", "mine");
    let ran = scene.review(&["--offline"]);
    assert_eq!(ran.titles().concat().replace(' ', ""), "|mine|0", "{}", ran.err);
}

#[test]
fn a_program_that_is_not_there_or_fails_is_a_failed_agent_and_is_named() {
    let missing = Scene::command(&["prr-no-such-agent"], "").review(&[]);
    assert!(missing.failed().contains("prr-no-such-agent"), "{}", missing.err);
    assert_eq!(missing.code, Some(5));
    let failing = Scene::command(&["sh", "-c", "echo no credit >&2; exit 3"], "").review(&[]);
    let failed = failing.failed();
    assert!(failed.contains("exit code 3") && failed.contains("no credit"), "{failed}");
}
