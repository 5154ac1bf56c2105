//! Hostile names and contents on a real terminal: nothing but our own sequences is written (D02, D05, A02, A09).

use std::{collections::BTreeSet, fs, path::Path};

use super::{cockpit, footer, header, home};
use crate::support::{dirs::Home, pty::Cockpit};

/// What a terminal was made to do, besides drawing text with attributes and placing the cursor.
#[derive(Default)]
struct Watcher {
    acts: BTreeSet<String>,
}

impl vt100::Callbacks for Watcher {
    fn audible_bell(&mut self, _: &mut vt100::Screen) {
        self.acts.insert("bell".to_owned());
    }
    fn set_window_title(&mut self, _: &mut vt100::Screen, title: &[u8]) {
        self.acts.insert(format!("title {title:?}"));
    }
    fn set_window_icon_name(&mut self, _: &mut vt100::Screen, title: &[u8]) {
        self.acts.insert(format!("icon {title:?}"));
    }
    fn copy_to_clipboard(&mut self, _: &mut vt100::Screen, _: &[u8], data: &[u8]) {
        self.acts.insert(format!("clipboard {data:?}"));
    }
    fn resize(&mut self, _: &mut vt100::Screen, size: (u16, u16)) {
        self.acts.insert(format!("resize {size:?}"));
    }
    fn unhandled_char(&mut self, _: &mut vt100::Screen, c: char) {
        // The sign for a byte that is no character is drawn as such.
        if c != '\u{fffd}' {
            self.acts.insert(format!("char {c:?}"));
        }
    }
    fn unhandled_control(&mut self, _: &mut vt100::Screen, byte: u8) {
        self.acts.insert(format!("control {byte:#x}"));
    }
    fn unhandled_escape(&mut self, _: &mut vt100::Screen, a: Option<u8>, b: Option<u8>, c: u8) {
        // The end of our own question for the background.
        if (a, b, c) != (None, None, b'\\') {
            self.acts.insert(format!("escape {a:?} {b:?} {c:#x}"));
        }
    }
    fn unhandled_csi(&mut self, _: &mut vt100::Screen, a: Option<u8>, _: Option<u8>, params: &[&[u16]], c: char) {
        let ours = matches!((a, params, c), (Some(b'?'), [[2026 | 7]], 'h' | 'l') | (None, [[59]], 'm'));
        if !ours {
            self.acts.insert(format!("csi {a:?} {params:?} {c:?}"));
        }
    }
    fn unhandled_osc(&mut self, _: &mut vt100::Screen, params: &[&[u8]]) {
        if params != [&b"11"[..], b"?"] {
            self.acts.insert(format!("osc {params:?}"));
        }
    }
}

/// Only our own sequences, and none of these characters raw.
#[track_caller]
fn only_ours(raw: &[u8], name: &str) {
    let mut parser = vt100::Parser::new_with_callbacks(40, 120, 0, Watcher::default());
    parser.process(raw);
    let acts = &parser.callbacks().acts;
    assert!(acts.is_empty(), "{name}: {acts:#?}");
    let text = String::from_utf8(raw.to_vec()).unwrap_or_else(|error| panic!("{name}: {error}"));
    let bad = |c: char| {
        matches!(c, '\u{80}'..='\u{9f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{feff}' | '\u{ad}' | '\u{e0000}'..='\u{e007f}' | '\u{3164}' | '\u{7f}' | '\u{7}' | '\u{8}' | '\u{b}'
            | '\u{c}' | '\t' | '\u{e}' | '\u{f}' | '\0')
    };
    let found: BTreeSet<char> = text.chars().filter(|c| bad(*c)).collect();
    assert!(found.is_empty(), "{name}: {found:?}");
}

/// Walks through the whole change with everything that shows a piece of it; the bytes until the program leaves.
fn walked(home: &Home, file: &str) -> Vec<u8> {
    let mut cockpit = Cockpit::prr(home, &["tui", file]).size(120, 40).start();
    cockpit.wait_for(|screen| header(screen).contains("reviewed"));
    for _ in 0..12 {
        cockpit.keys("<C-f>");
    }
    cockpit.keys("gg");
    for _ in 0..10 {
        cockpit.keys(".CA<Esc>");
    }
    cockpit.keys(":notes<Enter>");
    cockpit.wait_for_text("close");
    cockpit.keys("qhjjjl");
    cockpit.wait_for_quiet(std::time::Duration::from_millis(60));
    cockpit.raw().to_vec()
}

#[test]
fn corpora_of_hostile_names_and_contents_write_nothing_of_their_own() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/diff/corpus");
    let mut seen = 0;
    for entry in fs::read_dir(corpus).unwrap().flatten() {
        let mut inputs = fs::read_dir(entry.path()).unwrap().flatten().map(|entry| entry.path());
        let is_diff = |path: &std::path::PathBuf| path.extension().is_some_and(|end| end == "diff" || end == "patch");
        let bytes = fs::read(inputs.find(is_diff).unwrap()).unwrap();
        let home = Home::new();
        fs::write(home.work().join("x.diff"), bytes).unwrap();
        only_ours(&walked(&home, "x.diff"), &entry.path().display().to_string());
        seen += 1;
    }
    assert!(seen >= 9, "only {seen} cases were found");
}

#[test]
fn every_control_and_escape_in_names_lines_sections_and_the_file_name_is_made_visible() {
    let home = Home::new();
    let nasty: Vec<u8> =
        (0u8..=0xff).filter(|b| *b != b'\n').chain(*b"\x1b]0;title\x07\x1b[2J\x1bP1$r\x1b\\\xc2\x9b31m\x1bc").collect();
    let quoted: String = (0u8..=0xff)
        .map(|b| if matches!(b, b'"' | b'\\') { format!("\\{}", char::from(b)) } else { format!("\\{b:03o}") })
        .collect();
    let mut text = format!("diff --git \"a/{quoted}\" \"b/{quoted}\"\n").into_bytes();
    text.extend(format!("--- \"a/{quoted}\"\n+++ \"b/{quoted}\"\n@@ -1,2 +1,2 @@ ").bytes());
    for lead in [&b""[..], b" ", b"-", b"+"] {
        text.extend([lead, &nasty, b"\n"].concat());
    }
    let name = "odd\u{1b}]0;t\u{7}\u{202e}name.diff";
    fs::write(home.work().join(name), text).unwrap();
    only_ours(&walked(&home, &format!("./{name}")), "every byte");
    let review = home.prr(&["review", &format!("./{name}")]).output().unwrap();
    for (what, bytes) in [("stdout", &review.stdout), ("stderr", &review.stderr)] {
        let raw: Vec<u8> = bytes.iter().copied().filter(|b| (*b < 0x20 && *b != b'\n') || *b == 0x7f).collect();
        assert!(raw.is_empty(), "{what}: {raw:?} in {}", String::from_utf8_lossy(bytes));
    }
}

#[test]
fn words_about_a_target_with_escapes_in_its_name_are_plain() {
    let home = Home::new();
    for target in ["\u{1b}]0;x\u{7}", "./no\u{1b}[2Jsuch.diff", "a\u{202e}b..c", "#\u{9b}31m"] {
        for command in ["tui", "review", "plan"] {
            let (_, raw) = Cockpit::prr(&home, &[command, target]).start().exit_with_bytes();
            let text = String::from_utf8(raw).unwrap();
            let words = text.rsplit("\u{1b}[?25h").next().unwrap();
            let bad: Vec<char> = words.chars().filter(|c| c.is_control() && !"\r\n".contains(*c)).collect();
            assert!(bad.is_empty() && !words.contains('\u{202e}'), "{command}: {words:?}");
        }
    }
}

#[test]
fn a_paste_of_many_lines_arrives_in_one_piece() {
    let home = home();
    let mut cockpit = cockpit(&home);
    cockpit.keys("5jc");
    cockpit.wait_for(|screen| footer(screen).contains("C-s save"));
    let lines: Vec<String> = (1..=400).map(|n| format!("pasted line {n} q Q \u{1b}[31m :quit")).collect();
    cockpit.paste(&format!("{}\r\nlast of them", lines.join("\r\n")));
    super::acknowledged(&mut cockpit, "last of them");
    assert!(!cockpit.screen().contents().contains("unknown"));
    cockpit.keys("<C-s>");
    super::acknowledged(&mut cockpit, "saved · u undoes");
    cockpit.keys("q");
    let (ended, raw) = cockpit.exit_with_bytes();
    assert_eq!(ended.code, Some(0));
    only_ours(&raw, "paste");
    let logbook = super::files(home.path()).into_iter().find(|path| path.extension().is_some_and(|e| e == "jsonl"));
    let text = fs::read_to_string(logbook.unwrap()).unwrap();
    assert!(text.contains("pasted line 1 q") && text.contains("pasted line 400 q") && text.contains("last of them"));
}

#[test]
fn a_paste_outside_a_text_runs_no_command() {
    let home = home();
    let mut cockpit = cockpit(&home);
    cockpit.paste("Q\rq\rJdd\r:quit\r");
    cockpit.keys("j");
    cockpit.wait_for(|screen| super::marked(screen) == Some(1));
    assert_eq!(super::undecided(cockpit.screen()), Some(super::all()));
}

#[test]
fn two_hundred_sizes_down_to_one_cell_leave_a_right_screen() {
    let home = home();
    let mut cockpit = cockpit(&home);
    cockpit.keys("6jc");
    cockpit.wait_for(|screen| footer(screen).contains("C-s save"));
    cockpit.keys("words");
    cockpit.wait_for_text("words");
    let mut seed = 7u32;
    let mut next = |most: u32| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (1 + (seed >> 8) % most) as u16
    };
    for turn in 0..200 {
        let (cols, rows) = if turn % 20 == 0 { (1, 1) } else { (next(220), next(70)) };
        cockpit.resize(cols, rows);
    }
    cockpit.resize(100, 30);
    cockpit.wait_for_quiet(std::time::Duration::from_millis(300));
    cockpit.wait_for(|screen| header(screen).contains("findings") && screen.contents().contains("words"));
    let stormed = super::body(cockpit.screen());
    // The same as when everything is drawn anew.
    let before = cockpit.raw().len();
    cockpit.signal(rustix::process::Signal::CONT);
    cockpit.wait_for_new_bytes(before + 1000);
    cockpit.wait_for(|screen| super::body(screen) == stormed);
    cockpit.wait_for_quiet(std::time::Duration::from_millis(100));
    assert_eq!(super::body(cockpit.screen()), stormed);
    assert!(stormed.iter().any(|row| row.starts_with('▶')) && stormed.len() == 27, "{stormed:#?}");
}
