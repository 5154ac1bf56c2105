//! What only the program in a terminal can show of the diff's desk: lines beyond the diff from git, the person's editor,
//! the mouse, copying, search, layouts, and windows of any size (issue 6).

use super::{body, footer, header, home, marked};
use crate::support::{dirs::Home, pty::Cockpit, repo::Repo};

/// A file of 200 lines; some of them changed.
fn text(changed: &[u32]) -> String {
    (1..=200).map(|n| if changed.contains(&n) { format!("new {n}\n") } else { format!("line {n}\n") }).collect()
}

/// A repository whose last commit changes `src/-x.txt` in two places.
fn repo() -> Repo {
    let repo = Repo::empty();
    repo.write("src/-x.txt", &text(&[]));
    repo.commit("first");
    repo.write("src/-x.txt", &text(&[50, 150]));
    repo.commit("second");
    repo
}

fn tui(home: &Home, repo: &Repo, args: &[&str], variables: &[(&str, &str)]) -> Cockpit {
    let args: Vec<&str> = ["tui"].iter().chain(args).copied().collect();
    let launch = Cockpit::prr(home, &args).cwd(repo.root()).size(100, 30);
    let mut cockpit = variables.iter().fold(launch, |launch, (name, value)| launch.env(name, value)).start();
    settled(&mut cockpit);
    cockpit
}

/// Waits until every reviewer has ended; here they find nothing.
#[track_caller]
fn settled(cockpit: &mut Cockpit) {
    cockpit.wait_for(|screen| header(screen).contains("reviewed") && !footer(screen).contains("saved"));
}

fn shows(screen: &vt100::Screen, text: &str) -> bool {
    body(screen).iter().any(|row| row.trim_end().ends_with(text))
}

/// A program for `$EDITOR`: notes its arguments, then does what the script says with the file, `$f`.
fn editor(home: &Home, script: &str) -> (String, std::path::PathBuf) {
    let (path, log) = (home.work().join("my-editor"), home.work().join("called"));
    let text = format!(
        "#!/bin/sh\nfor f; do :; done\nprintf '%s\\n' \"$@\" > '{0}.part'\nmv '{0}.part' '{0}'\n{script}\n",
        log.display()
    );
    std::fs::write(&path, text).unwrap();
    crate::support::dirs::executable(&path);
    (path.to_str().unwrap().to_owned(), log)
}

#[test]
fn lines_beyond_the_diff_come_from_git_and_the_whole_file_too() {
    let (home, repo) = (Home::new(), repo());
    // The working tree has moved on: what is shown is the head's.
    repo.write("src/-x.txt", "something else\n");
    let mut cockpit = tui(&home, &repo, &["HEAD~1..HEAD"], &[]);
    cockpit.keys("]5+");
    cockpit.wait_for(|screen| shows(screen, "line 42") && footer(screen).contains("5 more lines above"));
    cockpit.keys("z+");
    cockpit.wait_for(|screen| footer(screen).contains("whole file"));
    cockpit.keys("gg");
    cockpit.wait_for(|screen| shows(screen, "line 1"));
    cockpit.keys("G");
    cockpit.wait_for(|screen| shows(screen, "line 200"));
    cockpit.keys("z-");
    cockpit.wait_for(|screen| footer(screen).contains("only the hunks") && !shows(screen, "line 200"));
}

#[test]
fn the_new_side_is_the_working_tree_or_the_index_where_that_is_reviewed() {
    let (home, repo) = (Home::new(), repo());
    repo.write("src/-x.txt", &text(&[50, 100, 150]));
    let mut cockpit = tui(&home, &repo, &["--wip"], &[]);
    cockpit.keys("]1+");
    cockpit.wait_for(|screen| shows(screen, "line 96"));
    // Changed since: a note, and the screen goes on.
    repo.write("src/-x.txt", &text(&[7, 50, 100, 150]));
    cockpit.keys("z-z+");
    cockpit.keys("Q");
    cockpit.exit();
    let mut cockpit = tui(&home, &repo, &["--wip"], &[]);
    repo.write("src/-x.txt", &text(&[7, 50]));
    cockpit.keys("]+");
    cockpit.wait_for(|screen| footer(screen).contains("changed since"));
    std::fs::remove_file(repo.root().join("src/-x.txt")).unwrap();
    cockpit.keys("+");
    cockpit.wait_for(|screen| footer(screen).contains("neither in git's objects"));
    repo.write("src/-x.txt", &text(&[50, 100, 150]));
    repo.git(&["add", "-A"]);
    repo.write("src/-x.txt", "later work\n");
    let mut cockpit = tui(&home, &repo, &["--staged"], &[]);
    cockpit.keys("]1+");
    cockpit.wait_for(|screen| shows(screen, "line 96"));
}

#[test]
fn a_patch_without_a_repository_says_why_nothing_more_can_be_shown() {
    let home = home();
    let mut cockpit = super::cockpit(&home);
    cockpit.keys("..]+");
    cockpit.wait_for(|screen| footer(screen).contains("no repository"));
}

#[test]
fn the_words_of_a_finding_are_changed_in_the_editor_and_the_screen_comes_back_whole() {
    let home = home();
    let (editor, log) = editor(&home, "echo EDITOR-HAS-THE-SCREEN; sed -i '1s/.*/A title from outside/' \"$f\"");
    let mut cockpit = super::launch(&home).env("EDITOR", &editor).start();
    super::reviewed(&mut cockpit);
    cockpit.keys("J");
    cockpit.wait_for(|screen| marked(screen).is_some());
    let before = cockpit.raw().len();
    cockpit.keys("E");
    cockpit.wait_for(|screen| screen.contents().contains("A title from outside") && footer(screen).contains("changed"));
    let raw = String::from_utf8_lossy(&cockpit.raw()[before..]).into_owned();
    let away = raw.find("EDITOR-HAS-THE-SCREEN").expect("the editor had the terminal");
    assert!(raw[..away].contains("\x1b[?1049l") && raw[..away].contains("\x1b[?1002l"), "{raw:?}");
    assert!(raw[away..].contains("\x1b[?1049h") && raw[away..].contains("\x1b[?1002h"), "{raw:?}");
    assert!(header(cockpit.screen()).contains("prr"));
    let called = std::fs::read_to_string(&log).unwrap();
    assert!(called.ends_with("/finding.md\n"), "{called}");
    assert!(!std::path::Path::new(called.trim()).exists(), "the text is gone with the editor");
    cockpit.keys("u");
    cockpit.wait_for(|screen| !screen.contents().contains("A title from outside"));
    cockpit.keys("q");
    let ended = cockpit.exit();
    assert_eq!((ended.code, ended.settings_restored), (Some(0), Some(true)));
    assert!(ended.modes_left_on.is_empty(), "{:?}", ended.modes_left_on);
}

#[test]
fn an_editor_that_fails_changes_nothing_and_one_that_is_missing_is_told() {
    let home = home();
    let (editor, _) = editor(&home, "echo lost > \"$f\"; stty raw -echo; exit 3");
    let mut cockpit = super::launch(&home).env("VISUAL", &editor).env("EDITOR", "never-asked").start();
    super::reviewed(&mut cockpit);
    cockpit.keys("JE");
    cockpit.wait_for(|screen| footer(screen).contains("ended with code 3: nothing was changed"));
    cockpit.keys("q");
    let ended = cockpit.exit();
    assert_eq!((ended.code, ended.settings_restored), (Some(0), Some(true)), "whatever the editor did to the terminal");

    let mut cockpit = super::launch(&home).env("EDITOR", "no-such-editor").start();
    super::reviewed(&mut cockpit);
    cockpit.keys("JE");
    cockpit.wait_for(|screen| footer(screen).contains("`no-such-editor` of $EDITOR was not found"));
    cockpit.keys("gg");
    cockpit.wait_for(|screen| marked(screen) == Some(0));
}

#[test]
fn code_is_opened_at_its_line_the_working_file_when_it_is_the_same_else_a_copy() {
    let (home, repo) = (Home::new(), repo());
    // The name tells how the line is told.
    let (script, log) = editor(&home, ":");
    let vim = home.work().join("vim");
    std::fs::rename(&script, &vim).unwrap();
    let vim = vim.to_str().unwrap();
    let mut cockpit = tui(&home, &repo, &["HEAD~1..HEAD"], &[("EDITOR", vim)]);
    let opened = |cockpit: &mut Cockpit, keys: &str, words: &str| {
        let _ = std::fs::remove_file(&log);
        cockpit.keys(keys);
        cockpit.wait_for(|screen| screen.alternate_screen() && footer(screen).contains(words));
        let called = std::fs::read_to_string(&log).unwrap();
        called.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let called = opened(&mut cockpit, "]6je", "back from vim");
    let file = repo.root().join("src/-x.txt").canonicalize().unwrap();
    assert_eq!(called, ["+51".to_owned(), file.display().to_string()]);
    // A removed line: the text before the change.
    let called = opened(&mut cockpit, "gg]4jE", "read-only copy: the text before");
    assert!(called[0] == "+50" && called[1].ends_with("/-x.txt") && called[1].starts_with('/'), "{called:?}");
    assert!(!std::path::Path::new(&called[1]).exists());
    // The working file differs: a copy, and it says so.
    repo.write("src/-x.txt", "other\n");
    let called = opened(&mut cockpit, "jE", "read-only copy: the working file is not");
    assert_ne!(called[1], file.display().to_string());
}

#[test]
fn a_mouse_clicks_drags_and_scrolls_beyond_column_223_and_garbage_is_harmless() {
    let home = home();
    let mut cockpit = super::launch(&home).size(300, 40).start();
    super::reviewed(&mut cockpit);
    // A line on the right half, far right.
    cockpit.send(b"\x1b[<0;290;9M\x1b[<0;290;9m");
    cockpit.wait_for(|screen| footer(screen).contains("Cargo.lock"));
    let clicked = footer(cockpit.screen());
    cockpit.send(b"\x1b[<0;290;9M\x1b[<32;290;12M\x1b[<0;290;12m");
    cockpit.wait_for(|screen| footer(screen).contains("selecting lines"));
    cockpit.send(b"\x1b[<0;99999;9M\x1b[<;;M\x1b[<0;0;0M\x1b[<35;5;5M\x1b[M !!\x1b[<3;1;1m");
    cockpit.keys("<Esc>");
    cockpit.wait_for(|screen| !footer(screen).contains("selecting"));
    // The wheel scrolls and leaves the cursor.
    let place = super::place(cockpit.screen());
    let before = body(cockpit.screen());
    cockpit.send(&b"\x1b[<65;100;9M".repeat(5));
    cockpit.wait_for(|screen| body(screen) != before);
    assert_eq!(super::place(cockpit.screen()), place);
    assert!(!clicked.is_empty());
    // Off: the terminal gets it back.
    cockpit.keys(":mouse<Enter>");
    cockpit.wait_for(|screen| footer(screen).contains("the terminal's"));
    assert!(!cockpit.modes_on().iter().any(|mode| mode == "1000" || mode == "1002"), "{:?}", cockpit.modes_on());
    cockpit.keys("q");
    let ended = cockpit.exit();
    assert!(ended.modes_left_on.is_empty(), "{:?}", ended.modes_left_on);
}

#[test]
fn the_mouse_is_left_alone_when_the_settings_say_so_and_given_back_at_every_end() {
    let home = home();
    std::fs::write(home.work().join("own.toml"), "[ui]\nmouse = false\nlayout = \"split\"\n").unwrap();
    let own = home.work().join("own.toml");
    let mut cockpit = super::launch(&home).env("PRR_CONFIG", own.to_str().unwrap()).start();
    super::reviewed(&mut cockpit);
    assert!(!cockpit.modes_on().iter().any(|mode| mode == "1000"), "{:?}", cockpit.modes_on());
    cockpit.keys("q");
    cockpit.exit();
    for signal in [rustix::process::Signal::TERM, rustix::process::Signal::HUP, rustix::process::Signal::INT] {
        let mut cockpit = super::cockpit(&home);
        assert!(cockpit.modes_on().iter().any(|mode| mode == "1002"), "{:?}", cockpit.modes_on());
        cockpit.signal(signal);
        let ended = cockpit.exit();
        assert!(ended.modes_left_on.is_empty(), "{signal:?}: {:?}", ended.modes_left_on);
    }
}

#[test]
fn what_is_copied_goes_to_the_terminal_as_base64_within_a_cap_else_into_a_file() {
    let home = home();
    let long = "x".repeat(80_000);
    std::fs::write(home.work().join("long.diff"), format!("--- a/x\n+++ b/x\n@@ -1 +1,2 @@\n a\u{e9}\n+{long}\n"))
        .unwrap();
    let launch = Cockpit::prr(&home, &["tui", "long.diff"]).size(100, 30).unset("DISPLAY").unset("WAYLAND_DISPLAY");
    let mut cockpit = launch.start();
    settled(&mut cockpit);
    cockpit.keys("]jy");
    cockpit.wait_for(|screen| footer(screen).contains("copied the line"));
    // "aé" in base64.
    assert!(memchr::memmem::find(cockpit.raw(), b"\x1b]52;c;YcOp\x1b\\").is_some());
    cockpit.keys("jy");
    cockpit.wait_for(|screen| footer(screen).contains("written to") && footer(screen).contains("copied.txt"));
    let file = super::files(home.work().parent().unwrap()).into_iter().find(|file| file.ends_with("copied.txt"));
    assert_eq!(std::fs::read_to_string(file.expect("the file")).unwrap(), long);
    cockpit.keys("kY");
    cockpit.wait_for(|screen| footer(screen).contains("the link x:1"));
}

#[test]
fn a_search_and_the_layouts_reach_the_screen() {
    let home = home();
    let mut cockpit = super::cockpit(&home);
    cockpit.keys("/version<Enter>");
    cockpit.wait_for(|screen| footer(screen).contains("match 1 of"));
    cockpit.keys("n");
    cockpit.wait_for(|screen| footer(screen).contains("match 2 of"));
    cockpit.keys("==");
    cockpit
        .wait_for(|screen| footer(screen).contains("side by side") && body(screen).iter().any(|row| row.contains('│')));
    cockpit.resize(180, 40);
    cockpit.keys("w");
    cockpit.wait_for(|screen| footer(screen).contains("wrapped"));
    cockpit.keys("=");
    cockpit.wait_for(|screen| footer(screen).contains("by width"));
}

#[test]
fn a_storm_of_window_sizes_down_to_one_cell_and_back_loses_nothing() {
    let home = home();
    let mut cockpit = super::cockpit(&home);
    cockpit.keys("12j");
    cockpit.wait_for(|screen| marked(screen).is_some() && !footer(screen).contains("top"));
    let place = super::place(cockpit.screen());
    for turn in 0..40u16 {
        cockpit.resize_unseen(1 + (turn * 37) % 190, 1 + (turn * 13) % 57);
        cockpit.keys("jk");
    }
    cockpit.resize_unseen(1, 1);
    cockpit.wait_until_read();
    cockpit.keys("z+");
    cockpit.resize(100, 30);
    cockpit
        .wait_for(|screen| super::place(screen) == place && marked(screen).is_some() && header(screen).contains("prr"));
    cockpit.keys("q");
    assert_eq!(cockpit.exit().code, Some(0));
}

#[test]
fn what_is_copied_goes_to_the_program_of_the_display_when_there_is_one() {
    let home = home();
    std::fs::write(home.work().join("one.diff"), "--- a/x\n+++ b/x\n@@ -1 +1,2 @@\n a\u{e9}\n+new\n").unwrap();
    let folder = home.path().join("bin");
    std::fs::create_dir_all(&folder).unwrap();
    let program = folder.join("xclip");
    std::fs::write(&program, format!("#!/bin/sh\ncat > '{}/copied'\n", home.path().display())).unwrap();
    crate::support::dirs::executable(&program);
    let rest = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(folder).chain(std::env::split_paths(&rest))).unwrap();
    let launch = Cockpit::prr(&home, &["tui", "one.diff"]).size(100, 30).unset("WAYLAND_DISPLAY");
    let mut cockpit = launch.env("DISPLAY", ":99").env("PATH", &path.to_string_lossy()).start();
    settled(&mut cockpit);
    cockpit.keys("]jy");
    cockpit.wait_for(|screen| footer(screen).contains("copied the line · xclip"));
    let copied = home.path().join("copied");
    assert_eq!(std::fs::read_to_string(copied).unwrap(), "a\u{e9}");
    assert!(memchr::memmem::find(cockpit.raw(), b"\x1b]52;c;YcOp").is_none(), "the terminal is not asked too");
}
