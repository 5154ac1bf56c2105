//! Where the change comes from: a pipe, a range, the working tree, a writer that is slow.

use std::{fs, io::Write, path::Path};

use super::{body, header, marked};
use crate::support::{dirs::Home, pty::Cockpit, repo::Repo};

const PRR: &str = env!("CARGO_BIN_EXE_prr");

/// `sh -c` in the repository.
fn sh(home: &Home, repo: &Repo, script: &str) -> Cockpit {
    let launch = Cockpit::program(home, "sh", &["-c", script]).env("PRR", PRR).cwd(repo.root());
    launch.size(100, 30).start()
}

/// `prr review` in the repository: code, result.
fn review(home: &Home, repo: &Repo, args: &[&str]) -> (Option<i32>, String) {
    let mut command = home.prr(&[&["review"], args].concat());
    let output = command.current_dir(repo.root()).output().unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

/// A repository whose last commit leaves a conflict.
fn conflicted() -> Repo {
    let repo = Repo::with_history();
    repo.write("a.txt", "one\n<<<<<<< HEAD\n2\n=======\ntwo\n>>>>>>> topic\nthree\n");
    repo.commit("a conflict stays");
    repo
}

#[test]
fn a_diff_from_git_log_is_read_from_the_pipe_and_keys_from_the_terminal() {
    let (home, repo) = (Home::new(), conflicted());
    let mut cockpit = sh(&home, &repo, "git log -p -1 | \"$PRR\" tui -");
    cockpit.wait_for(|screen| header(screen).contains("reviewed · 1 finding"));
    cockpit.keys("J");
    cockpit.wait_for_text("Unresolved merge conflict");
    cockpit.keys("a");
    super::acknowledged(&mut cockpit, "accepted correctness-001");
    cockpit.keys("q");
    let ended = cockpit.exit();
    assert_eq!((ended.code, ended.settings_restored), (Some(0), Some(true)));
}

#[test]
fn a_range_is_reviewed_in_the_cockpit_and_without_it_and_the_logbook_lies_in_the_repository() {
    let (home, repo) = (Home::new(), conflicted());
    let mut cockpit = sh(&home, &repo, "exec \"$PRR\" tui HEAD~1..HEAD");
    cockpit.wait_for(|screen| header(screen).contains("reviewed · 1 finding"));
    assert!(cockpit.screen().contents().contains("a.txt"));
    cockpit.keys("Ja");
    super::acknowledged(&mut cockpit, "accepted correctness-001");
    cockpit.keys("q");
    assert_eq!(cockpit.exit().code, Some(0));
    let (code, text) = review(&home, &repo, &["HEAD~1..HEAD"]);
    assert_eq!(code, Some(0));
    assert!(text.contains("Unresolved merge conflict") && text.contains("a.txt"), "{text}");
    assert!(repo.root().join(".logbooks/code-review").is_dir());
    assert_eq!(repo.git(&["status", "--porcelain"]), "", "git status shows nothing of ours");
}

#[test]
fn work_in_progress_is_reviewed() {
    let (home, repo) = (Home::new(), Repo::with_history());
    repo.write("a.txt", "one\n<<<<<<< HEAD\n2\n=======\ntwo\n>>>>>>> topic\nthree\n");
    repo.write("new.txt", "never seen before\n");
    for command in ["tui --wip", "tui"] {
        let mut cockpit = sh(&home, &repo, &format!("exec \"$PRR\" {command}"));
        cockpit.wait_for(|screen| header(screen).contains("reviewed · 1 finding"));
        assert!(cockpit.screen().contents().contains("never seen before"), "{command}");
        cockpit.keys("q");
        assert_eq!(cockpit.exit().code, Some(0));
    }
    let (code, text) = review(&home, &repo, &["--wip"]);
    assert!(code == Some(0) && text.contains("Unresolved merge conflict"), "{text}");
}

#[test]
fn what_cannot_be_read_is_said_on_the_shells_screen() {
    let (home, repo) = (Home::new(), Repo::with_history());
    for (target, code, words) in [("nosuch", 3, "`nosuch`"), ("HEAD..HEAD", 0, "No changes"), ("12", 3, "pull request")]
    {
        let (ended, raw) = sh(&home, &repo, &format!("exec \"$PRR\" tui {target}")).exit_with_bytes();
        assert_eq!((ended.code, ended.settings_restored), (Some(code), Some(true)), "{target}");
        assert!(ended.modes_left_on.is_empty());
        let words_said = super::after_leaving(&raw);
        assert!(words_said.contains(words) && words_said.contains("  try: "), "{target}: {words_said}");
        assert!(!words_said.contains('\x1b'), "{target}: {words_said:?}");
    }
}

/// The next file of a change that grows.
fn file(number: usize) -> String {
    let lines: String = (0..20).map(|line| format!("+line {line} of {number}\n")).collect();
    format!(
        "diff --git a/f{number} b/f{number}\nnew file mode 100644\n--- /dev/null\n+++ b/f{number}\n@@ -0,0 +1,20 @@\n{lines}"
    )
}

fn fifo(path: &Path) {
    assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[test]
fn a_slow_diff_is_shown_as_it_comes_keys_work_meanwhile_and_growing_moves_nothing() {
    let home = Home::new();
    let path = home.work().join("slow.diff");
    for from_pipe in [false, true] {
        fifo(&path);
        let script = if from_pipe { "exec \"$PRR\" tui - < slow.diff" } else { "exec \"$PRR\" tui slow.diff" };
        let mut cockpit = Cockpit::program(&home, "sh", &["-c", script]).env("PRR", PRR).size(100, 30).start();
        // Opening waits for the reader.
        let mut writer = fs::File::options().write(true).open(&path).unwrap();
        writer.write_all(file(0).as_bytes()).unwrap();
        writer.write_all(file(1).as_bytes()).unwrap();
        cockpit.wait_for_text("line 3 of 0");
        assert!(header(cockpit.screen()).contains("reading"), "{}", header(cockpit.screen()));
        cockpit.keys("12j");
        cockpit.wait_for(|screen| marked(screen) == Some(12));
        let before = body(cockpit.screen());
        for number in 2..40 {
            writer.write_all(file(number).as_bytes()).unwrap();
            writer.flush().unwrap();
        }
        cockpit.wait_for(|screen| ["39 files", "40 files"].iter().any(|files| header(screen).contains(files)));
        let now = body(cockpit.screen());
        assert_eq!(now[3..], before[3..], "growing moved the lines");
        cockpit.keys("/line 7 of 30<Enter>");
        cockpit.wait_for_text("line 7 of 30");
        drop(writer);
        cockpit.wait_for(|screen| header(screen).contains("reviewed"));
        cockpit.wait_for_text("line 7 of 30");
        cockpit.keys("Q");
        assert_eq!(cockpit.exit().code, Some(0), "from a pipe: {from_pipe}");
        fs::remove_file(&path).unwrap();
    }
}

#[test]
fn leaving_while_it_still_reads_is_no_failure_and_keeps_no_process() {
    let home = Home::new();
    let path = home.work().join("slow.diff");
    fifo(&path);
    let mut cockpit = Cockpit::prr(&home, &["tui", "slow.diff"]).size(100, 30).start();
    let mut writer = fs::File::options().write(true).open(&path).unwrap();
    writer.write_all((file(0) + &file(1)).as_bytes()).unwrap();
    cockpit.wait_for_text("line 3 of 0");
    let pid = cockpit.pid();
    cockpit.keys("jjq");
    let ended = cockpit.exit();
    assert_eq!((ended.code, ended.settings_restored), (Some(0), Some(true)));
    super::no_process_is_left(pid);
}

#[test]
fn a_comment_made_while_it_reads_is_not_lost_without_a_word() {
    let home = Home::new();
    let path = home.work().join("slow.diff");
    fifo(&path);
    let mut cockpit = Cockpit::prr(&home, &["tui", "slow.diff"]).size(100, 30).start();
    let mut writer = fs::File::options().write(true).open(&path).unwrap();
    writer.write_all((file(0) + &file(1)).as_bytes()).unwrap();
    cockpit.wait_for_text("line 3 of 0");
    cockpit.keys("5jcearly words<C-s>");
    cockpit.wait_for_text("early words");
    cockpit.wait_for(|screen| super::footer(screen).contains("unsaved"));
    drop(writer);
    super::acknowledged(&mut cockpit, "early words");
    cockpit.wait_for(|screen| header(screen).contains("reviewed"));
    cockpit.keys("q");
    assert_eq!(cockpit.exit().code, Some(0));
}
