//! The terminal driver is tested against `sh` and `cat`.

use std::time::Duration;

use rustix::process::Signal;

use super::{
    dirs::Home,
    pty::{Cockpit, launch::Launch},
};

fn sh(home: &Home, script: &str) -> Launch {
    Cockpit::program(home, "sh", &["-c", script])
}

#[test]
fn what_a_program_prints_stands_on_the_screen_and_its_exit_code_comes_back() {
    let home = Home::new();
    let mut terminal = sh(&home, "printf 'one\\ntwo\\n'; exit 7").start();
    terminal.wait_for(|screen| screen.rows(0, 80).nth(1).is_some_and(|row| row == "two"));
    assert_eq!(terminal.raw(), b"one\r\ntwo\r\n");
    let ended = terminal.exit();
    assert_eq!((ended.code, ended.signal, ended.settings_restored), (Some(7), None, Some(true)));
    assert!(ended.modes_left_on.is_empty());
}

#[test]
fn keys_reach_the_program_and_control_d_ends_its_input() {
    let home = Home::new();
    let mut terminal = Cockpit::program(&home, "cat", &[]).start();
    terminal.keys("hello<Enter>");
    terminal.wait_for(|screen| screen.contents().matches("hello").count() == 2);
    terminal.keys("<C-d>");
    assert_eq!(terminal.exit().code, Some(0));
}

#[test]
fn an_escape_key_is_read_alone() {
    let home = Home::new();
    // Each `dd` is one read of at most 64 bytes from a raw terminal.
    let script = "stty raw -echo; printf ready; for i in 1 2; do dd bs=64 count=1 2>/dev/null | od -An -tx1; done";
    for _ in 0..20 {
        let mut terminal = sh(&home, script).start();
        terminal.wait_for_text("ready");
        terminal.keys("a<Esc>b");
        terminal.wait_for_text("61 1b");
        terminal.wait_for_text("62");
        let text = terminal.screen().contents();
        assert!(!text.contains("1b 62"), "{text}");
        assert_eq!(terminal.exit().code, Some(0));
    }
}

#[test]
fn a_paste_comes_in_brackets() {
    let home = Home::new();
    let mut terminal = sh(&home, "stty raw -echo; printf ready; dd bs=1 count=14 2>/dev/null | od -An -c").start();
    terminal.wait_for_text("ready");
    terminal.paste("xy");
    terminal.wait_for_text("[   2   0   0   ~   x   y 033   [   2   0   1   ~");
}

#[test]
fn a_program_sees_its_window_and_its_change() {
    let home = Home::new();
    let script = "trap 'stty size; exit 3' WINCH; stty size; read never";
    let mut terminal = sh(&home, script).size(100, 30).start();
    terminal.wait_for_text("30 100");
    terminal.resize(50, 10);
    terminal.wait_for_text("10 50");
    assert_eq!(terminal.screen().size(), (10, 50));
    assert_eq!(terminal.exit().code, Some(3));
}

#[test]
fn a_signal_that_ends_a_program_is_told_apart_from_an_exit_code() {
    let home = Home::new();
    let mut terminal = sh(&home, "echo ready; exec cat").start();
    terminal.wait_for_text("ready");
    terminal.signal(Signal::TERM);
    let ended = terminal.exit();
    assert_eq!((ended.code, ended.signal.as_deref()), (None, Some("Terminated")));
}

#[test]
fn a_stopped_program_is_noticed_and_can_go_on() {
    let home = Home::new();
    let mut terminal = sh(&home, "echo before; kill -STOP $$; echo behind").start();
    terminal.wait_for_text("before");
    terminal.wait_until_stopped();
    assert!(!terminal.screen().contents().contains("behind"));
    terminal.signal(Signal::CONT);
    terminal.wait_for_text("behind");
    assert_eq!(terminal.exit().code, Some(0));
}

#[test]
fn settings_and_modes_that_a_program_leaves_changed_are_reported() {
    let home = Home::new();
    let script =
        "stty -echo -icanon; printf '\\033[?1049h\\033[?1000;1006h\\033[?25l\\033[?7l\\033[?2004h\\033[?2004l'";
    let ended = sh(&home, script).start().exit();
    assert_eq!(ended.settings_restored, Some(false));
    assert_eq!(ended.modes_left_on, ["1000", "1006", "1049", "25l", "7l"]);
}

#[test]
fn settings_and_modes_can_be_asked_while_the_program_runs() {
    let home = Home::new();
    let script = "stty -echo; printf '\\033[?1049hon'; read go; stty echo; printf '\\033[?1049loff'; read go";
    let mut terminal = sh(&home, script).start();
    terminal.wait_for_text("on");
    assert_eq!((terminal.settings_restored(), terminal.modes_on()), (Some(false), vec!["1049".to_owned()]));
    terminal.keys("<Enter>");
    terminal.wait_for_text("off");
    assert_eq!((terminal.settings_restored(), terminal.modes_on().len()), (Some(true), 0));
}

#[test]
fn a_hang_up_ends_the_program_and_types_nothing_into_it() {
    let home = Home::new();
    let mut terminal = sh(&home, "stty raw -echo; exec > typed; echo ready > /dev/tty; exec cat").start();
    terminal.wait_for_text("ready");
    terminal.hangup();
    let ended = terminal.exit();
    assert_eq!((ended.code, ended.signal.as_deref(), ended.settings_restored), (None, Some("Hangup"), None));
    assert_eq!(std::fs::read(home.work().join("typed")).unwrap(), b"");
}

#[test]
fn a_program_that_ignores_the_hang_up_signal_sees_the_end_of_its_terminal() {
    let home = Home::new();
    let mut terminal = sh(&home, "trap '' HUP; echo ready; cat >/dev/null; echo $? > code; exit 5").start();
    terminal.wait_for_text("ready");
    terminal.hangup();
    assert_eq!(terminal.exit().code, Some(5));
    assert!(home.work().join("code").exists());
}

#[test]
fn queries_are_answered_only_when_asked_for() {
    let script =
        "stty raw -echo; printf '\\033]11;?\\033\\\\\\033[c'; dd bs=1 count=34 2>/dev/null | od -An -c; printf end";
    let home = Home::new();
    let mut terminal = sh(&home, script).start();
    terminal.wait_for_quiet(Duration::from_millis(100));
    assert!(terminal.screen().contents().trim().is_empty());
    terminal.answer_queries((0x12, 0, 0xff));
    terminal.wait_for_text("end");
    let seen: String = terminal.screen().contents().split_whitespace().collect();
    assert!(seen.contains("033]11;rgb:1212/0000/ffff033\\033[?62;22c"), "{seen}");
}

#[test]
fn a_program_starts_where_and_with_what_it_is_told() {
    let home = Home::new();
    std::fs::create_dir(home.work().join("deep")).unwrap();
    let launch = sh(&home, "echo $TERM $EXTRA ${CARGO_HOME-none}; pwd | tail -c 6").env("EXTRA", "more");
    let mut terminal = launch.cwd(&home.work().join("deep")).start();
    terminal.wait_for_text("xterm-256color more none");
    terminal.wait_for_text("/deep");
}

#[test]
fn used_processor_time_is_counted() {
    let home = Home::new();
    let mut terminal = sh(&home, "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; echo done; read x").start();
    terminal.wait_for_text("done");
    assert!(terminal.cpu() >= Duration::from_millis(10));
}

#[test]
#[should_panic(expected = "|only this")]
fn a_condition_that_does_not_come_shows_the_screen() {
    let home = Home::new();
    sh(&home, "echo only this").start().wait_for_text("something else");
}

#[test]
fn the_cockpit_is_started_by_its_name() {
    let home = Home::new();
    let ended = Cockpit::prr(&home, &["--version"]).size(80, 24).start().exit();
    assert_eq!(ended.code, Some(0));
}
