//! A diff on standard input. Each test starts this test program again as the reader, because standard input belongs
//! to a whole process; [`reader`] is what runs there.

use std::{
    io::{BufRead, BufReader, Read, Write},
    process::{Child, Command, Stdio},
    sync::atomic::AtomicBool,
};

use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use prr::{
    core::model::TargetSpec,
    edge::intake::{Options, Progress, read},
};

const MARK: &str = "PRR_TEST_READS_STDIN";
const SELF: &str = "intake::stdin::reader";

/// The reader: silent and idle unless started by the tests below.
#[test]
fn reader() {
    if std::env::var_os(MARK).is_none() {
        return;
    }
    let mut on = |progress| match progress {
        Progress::Titled(title) => println!("\ntitled {title}"),
        Progress::Doing(words) => println!("{words}"),
        Progress::Told(news) => panic!("{news:?}"),
        Progress::Grew(diff) => println!("grew {} {}", diff.lines, diff.complete),
    };
    match read(&TargetSpec::Stdin, &Options::default(), &AtomicBool::new(false), &mut on) {
        Ok(taken) => println!("taken {} {}", taken.request.pr_ref, taken.request.diff_hash),
        Err(error) => println!("refused {error}"),
    }
}

fn start() -> Child {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", SELF, "--nocapture"]).env(MARK, "1").current_dir(std::env::temp_dir());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap()
}

/// What the reader says of some bytes.
fn said(input: &[u8]) -> String {
    let mut child = start();
    child.stdin.take().unwrap().write_all(input).unwrap();
    String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
}

const DIFF: &[u8] = b"diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -1 +1 @@\n-caf\xe9\n+b\n";

#[test]
fn the_same_diff_pasted_again_has_the_same_name() {
    let name = |input: &[u8]| {
        let said = said(input);
        let taken = said.lines().find(|line| line.starts_with("taken paste-"));
        taken.unwrap_or_else(|| panic!("{said}")).to_owned()
    };
    let first = name(DIFF);
    assert_eq!(name(DIFF), first);
    assert_ne!(name(&[DIFF, b"diff --git a/g b/g\nold mode 100644\nnew mode 100755\n"].concat()), first);
}

#[test]
fn the_first_file_is_shown_while_the_other_program_still_writes() {
    let mut child = start();
    let mut input = child.stdin.take().unwrap();
    input.write_all(DIFF).unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    // The writer is still open here.
    assert!(lines.any(|line| line == "grew 2 false"));
    drop(input);
    assert!(lines.any(|line| line == "grew 2 true"));
    assert!(child.wait().unwrap().success());
}

#[test]
fn nothing_white_space_and_prose_have_their_own_sentences() {
    for (input, sentence) in [
        (&b""[..], "refused No changes detected."),
        (b"\n\n  \n", "refused No changes detected."),
        (b"Dear all,\nplease review\n", "refused Standard input holds no diff: no line in it begins a changed file."),
    ] {
        let said = said(input);
        assert!(said.contains(sentence), "{said}");
    }
}

#[test]
fn a_terminal_is_no_diff() {
    let pair = native_pty_system().openpty(PtySize::default()).unwrap();
    let mut command = CommandBuilder::new(std::env::current_exe().unwrap());
    command.args(["--exact", SELF, "--nocapture"]);
    command.env(MARK, "1");
    command.cwd(std::env::temp_dir());
    let mut child = pair.slave.spawn_command(command).unwrap();
    drop(pair.slave);
    let mut output = Vec::new();
    // The end of a pseudo-terminal is an error on some systems.
    let _ = pair.master.try_clone_reader().unwrap().read_to_end(&mut output);
    child.wait().unwrap();
    let output = String::from_utf8_lossy(&output);
    assert!(output.contains("refused `-` reads a diff from standard input, which is a terminal here."), "{output}");
}
