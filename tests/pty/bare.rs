//! No terminal, half a terminal, a terminal without colour (D08).

use std::{
    process::{Command, Output, Stdio},
    time::{Duration, Instant},
};

use super::{body, footer, header, home, launch, marked, reviewed, row};
use crate::support::{dirs::Home, pty::Cockpit};

const PRR: &str = env!("CARGO_BIN_EXE_prr");

/// Runs it within two seconds.
#[track_caller]
fn quick(mut command: Command) -> Output {
    let began = Instant::now();
    let output = command.output().unwrap();
    assert!(began.elapsed() < Duration::from_secs(30), "{:?}", began.elapsed());
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(!words.contains("panicked") && !words.contains("fault"), "{words}");
    assert!(!output.stdout.contains(&0x1b) && !output.stderr.contains(&0x1b), "{output:?}");
    output
}

/// `sh -c` on a terminal, ended within two seconds: code, and all that was written to the terminal.
#[track_caller]
fn on_terminal(home: &Home, script: &str, term: Option<&str>) -> (Option<u32>, String) {
    let launch = Cockpit::program(home, "sh", &["-c", script]).env("PRR", PRR);
    let launch = match term {
        Some(term) => launch.env("TERM", term),
        None => launch.unset("TERM"),
    };
    let began = Instant::now();
    let (ended, raw) = launch.start().exit_with_bytes();
    assert!(began.elapsed() < Duration::from_secs(30), "{:?}", began.elapsed());
    assert_eq!(ended.settings_restored, Some(true));
    (ended.code, String::from_utf8_lossy(&raw).into_owned())
}

#[test]
fn in_a_pipe_it_says_what_to_use_instead() {
    let home = home();
    let output = quick(home.prr(&["tui", "change.diff"]));
    assert_eq!(output.status.code(), Some(2));
    let words = String::from_utf8(output.stderr).unwrap();
    assert!(words.contains("needs a terminal: standard output is not a terminal"), "{words}");
    assert!(words.contains("prr review"), "{words}");
    assert!(output.stdout.is_empty());
}

#[test]
fn with_only_standard_output_elsewhere_it_says_so_on_the_terminal() {
    let home = home();
    let (code, words) = on_terminal(&home, "exec \"$PRR\" tui change.diff > o2", Some("xterm"));
    assert_eq!(code, Some(2));
    assert!(words.contains("standard output is not a terminal") && !words.contains('\x1b'), "{words:?}");
    assert_eq!(std::fs::read(home.work().join("o2")).unwrap(), b"");
}

#[test]
fn with_only_standard_input_elsewhere_keys_come_from_the_terminal() {
    let home = home();
    let script = "exec \"$PRR\" tui change.diff < /dev/null";
    let mut cockpit = Cockpit::program(&home, "sh", &["-c", script]).env("PRR", PRR).size(100, 30).start();
    reviewed(&mut cockpit);
    cockpit.keys("j");
    cockpit.wait_for(|screen| marked(screen) == Some(1));
    cockpit.keys("q");
    assert_eq!(cockpit.exit().code, Some(0));
}

#[test]
fn a_terminal_that_cannot_draw_gets_one_sentence() {
    let home = home();
    for (term, why) in [(Some("dumb"), "TERM=dumb"), (None, "TERM is not set"), (Some(""), "TERM is not set")] {
        for command in ["tui change.diff", "demo"] {
            let (code, words) = on_terminal(&home, &format!("exec \"$PRR\" {command}"), term);
            assert_eq!(code, Some(2), "{words}");
            assert!(words.contains(why) && words.contains("prr review") && !words.contains('\x1b'), "{words:?}");
        }
    }
}

/// Parameters of every colour or attribute sequence, as numbers.
fn sgr(raw: &[u8]) -> Vec<Vec<u16>> {
    let mut all = Vec::new();
    for start in memchr::memmem::find_iter(raw, b"\x1b[") {
        let body = &raw[start + 2..];
        let length = body.iter().take_while(|b| b.is_ascii_digit() || **b == b';' || **b == b':').count();
        if body.get(length) == Some(&b'm') {
            let text = std::str::from_utf8(&body[..length]).unwrap();
            all.push(text.split([';', ':']).map(|n| n.parse().unwrap_or(0)).collect());
        }
    }
    all
}

fn coloured(raw: &[u8]) -> bool {
    sgr(raw).iter().flatten().any(|n| (30..=49).contains(n) || (90..=107).contains(n))
}

#[test]
fn without_colour_no_colour_is_written_and_lines_are_still_told_apart() {
    let home = home();
    let mut cockpit = launch(&home).env("NO_COLOR", "1").env("COLORTERM", "truecolor").start();
    reviewed(&mut cockpit);
    // Everything that has colours elsewhere: cards, selection, search, editor, help, every theme, drop, notes.
    cockpit.keys("5jvjj<Esc>/courier<Enter>");
    cockpit.wait_for(|screen| footer(screen).contains("courier") || !footer(screen).contains("Cargo.lock:7 "));
    cockpit.wait_for_quiet(Duration::from_millis(50));
    cockpit.keys("Jccomment<Esc>?");
    cockpit.wait_for_text("accept, next undecided");
    cockpit.keys("qttdf");
    cockpit.wait_for_text("false positive");
    cockpit.keys("gg6j");
    cockpit.wait_for(|screen| marked(screen) == Some(6));
    assert!(!coloured(cockpit.raw()), "{:?}", sgr(cockpit.raw()));
    let screen = cockpit.screen();
    let at = |column: u16, text: &str| {
        let number = (1..29).find(|n| row(screen, *n).contains(text)).unwrap_or_else(|| panic!("{text}"));
        let cell = screen.cell(number, column).unwrap();
        (cell.bold(), cell.dim(), cell.inverse())
    };
    assert!(body(screen)[6].contains("-version") || body(screen)[7].contains("+version"), "{}", screen.contents());
    let (added, removed, context) = (at(14, "+version"), at(14, "-version"), at(14, "dependencies = ["));
    assert!(added != removed && added != context && removed != context, "{added:?} {removed:?} {context:?}");
    cockpit.keys("Q");
    let (_, raw) = cockpit.exit_with_bytes();
    assert!(!coloured(&raw));
}

#[test]
fn an_empty_no_color_does_not_count() {
    let home = home();
    let mut cockpit = launch(&home).env("NO_COLOR", "").start();
    reviewed(&mut cockpit);
    assert!(coloured(cockpit.raw()));
    assert!(header(cockpit.screen()).contains("prr") && footer(cockpit.screen()).contains("top"));
}

#[test]
fn a_review_in_a_pipe_has_no_escape() {
    for forced in [false, true] {
        let home = home();
        let mut command = home.prr(&["review", "change.diff", "--offline"]);
        if forced {
            command.env("CLICOLOR_FORCE", "1");
        }
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        assert!(String::from_utf8(output.stdout.clone()).unwrap().contains("AWS access key id"));
        // Colour is allowed when forced; nothing else ever is.
        assert!(!coloured(&output.stdout) || forced);
        assert!(forced || !output.stdout.contains(&0x1b) && !output.stderr.contains(&0x1b));
    }
}

#[test]
fn closed_standard_streams_are_no_panic() {
    let home = home();
    for (script, codes) in [
        ("exec \"$0\" tui change.diff <&- >&-", &[2][..]),
        ("exec \"$0\" tui change.diff <&- >&- 2>&-", &[2]),
        ("exec \"$0\" demo <&- >&-", &[2]),
        // Nothing to read and nowhere to write: an empty change.
        ("exec \"$0\" review - <&- >&-", &[0]),
        ("exec \"$0\" nosuch <&- >&- 2>&-", &[2]),
    ] {
        let mut command = Command::new("sh");
        command.args(["-c", script, PRR]).env_clear().envs(home.env()).env("TERM", "xterm").current_dir(home.work());
        command.stdin(Stdio::null());
        let output = quick(command);
        assert!(codes.contains(&output.status.code().unwrap()), "{script}: {output:?}");
    }
}

#[test]
fn colours_are_as_deep_as_the_terminal_says() {
    let home = home();
    for (name, value, wanted) in
        [("COLORTERM", "truecolor", Some(2)), ("TERM", "xterm-256color", Some(5)), ("TERM", "xterm", None)]
    {
        let mut cockpit = launch(&home).env(name, value).start();
        reviewed(&mut cockpit);
        let all = sgr(cockpit.raw());
        // 38;5;N is one of 256, 38;2;R;G;B is any; the sixteen have numbers of their own.
        let long: Vec<&Vec<u16>> = all.iter().filter(|n| n.iter().any(|n| [38, 48].contains(n))).collect();
        let named = all.iter().any(|n| n.iter().any(|n| matches!(n, 30..=37 | 90..=97)));
        let kind = |n: &Vec<u16>| n.iter().position(|n| [38, 48].contains(n)).and_then(|at| n.get(at + 1)).copied();
        match wanted {
            Some(wanted) => {
                assert!(!long.is_empty() && long.iter().all(|n| kind(n) == Some(wanted)), "{name}={value}: {long:?}");
            }
            None => assert!(named && long.is_empty(), "{name}={value}: {long:?}"),
        }
    }
}
