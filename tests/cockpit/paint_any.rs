//! Any bytes in any language: painting ends, spans lie inside their line on borders of characters, in order; the same
//! whether a tile is painted first or last; drawing them changes no letter.

use std::{
    fmt::Write,
    sync::{LazyLock, Mutex},
};

use proptest::prelude::*;
use prr::{
    core::{
        diff,
        model::{Diff, HunkIx},
    },
    ui::{
        self, Background, Depth,
        paint::{Moved, Painter, Quality, Span, TILE, Tile, TileKey, Tone, Watch},
    },
};

use crate::support::desk::Desk;

const NAMES: &[&str] = &[
    "a.rs", "a.py", "a.js", "a.tsx", "a.md", "a.c", "a.cpp", "a.html", "a.sh", "a.yml", "a.json", "a.go", "a.php", "a",
];

/// Pieces that grammars and terminals stumble over.
const PIECES: &[&str] = &[
    "\"",
    "'",
    "`",
    "```",
    "/*",
    "*/",
    "//",
    "<!--",
    "{{",
    "}}",
    "\"\"\"",
    "'''",
    "<?php",
    "#",
    "$(",
    "\\",
    "\t",
    " ",
    "\u{202e}",
    "\u{200b}",
    "é",
    "e\u{301}",
    "漢字",
    "👨‍👩‍👧",
    "\r",
    "fn",
    "class",
    "def x():",
    "r#\"",
    "<script>",
    "</script>",
    "@@",
    "=>",
    "((((",
    "))))",
    "[[[[",
    "{",
    "}",
    "&amp;",
    "\u{fe0f}",
    "0x",
    "1e9",
    "%s",
    "..",
    "\x1b[31m",
];

fn line() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        6 => prop::sample::select(PIECES).prop_map(|p| p.as_bytes().to_vec()),
        3 => "[a-z_ ]{1,9}".prop_map(String::into_bytes),
        1 => prop::collection::vec(any::<u8>().prop_filter("a line", |b| *b != b'\n'), 1..6),
    ];
    prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

fn change() -> impl Strategy<Value = Vec<u8>> {
    let lines = prop::collection::vec((prop::sample::select(&b" +-"[..]), line()), 1..30);
    let file = (prop::sample::select(NAMES), lines);
    prop::collection::vec(file, 1..4).prop_map(|files| {
        let mut text = Vec::new();
        for (name, lines) in files {
            let count = |marks: &[u8]| lines.iter().filter(|(mark, _)| marks.contains(mark)).count();
            let mut head = String::new();
            let (old, new) = (count(b" -"), count(b" +"));
            write!(head, "diff --git a/{name} b/{name}\n--- a/{name}\n+++ b/{name}\n@@ -5,{old} +5,{new} @@\n")
                .unwrap();
            text.extend(head.as_bytes());
            for (mark, line) in lines {
                text.push(mark);
                text.extend(line);
                text.push(b'\n');
            }
        }
        text
    })
}

fn check(index: &Diff, tile: &Tile) {
    for (line, ord) in diff::lines(index, tile.key.hunk, tile.key.tile * TILE).zip(tile.key.ords(tile.lines)) {
        let text = std::str::from_utf8(line.text).ok();
        let is_border = |at: usize| at <= line.text.len() && text.is_none_or(|text| text.is_char_boundary(at));
        let mut end = 0;
        for span in tile.spans(ord) {
            let (from, to) = (usize::from(span.from), usize::from(span.to));
            assert!(end <= from && from < to && is_border(from) && is_border(to), "{span:?} of {:?}", line.text);
            end = to;
        }
        let mut end = 0;
        for (from, to) in tile.emphasis(ord) {
            let (from, to) = (usize::from(*from), usize::from(*to));
            assert!(end <= from && from < to && is_border(from) && is_border(to), "{from}..{to} of {:?}", line.text);
            end = to;
        }
    }
}

fn tiles(index: &Diff) -> Vec<TileKey> {
    let hunks = (0..index.hunks.len() as u32).map(HunkIx);
    let of = |hunk: HunkIx| (0..=index.hunk(hunk).unwrap().lines / TILE).map(move |tile| TileKey { hunk, tile });
    hunks.flat_map(of).collect()
}

/// One for all cases: grammars take longer to warm than the lines to paint.
static PAINTER: LazyLock<Mutex<Painter>> = LazyLock::new(|| Mutex::new(Painter::new(512 << 20)));

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_painted_inside_their_lines(text in change()) {
        let index = diff::parse(text.as_slice());
        let mut painter = PAINTER.lock().unwrap_or_else(|broken| broken.into_inner());
        painter.forget();
        for key in tiles(&index) {
            check(&index, &painter.local(&index, key, Watch::PATIENT).unwrap());
        }
        Moved::find(&index, Watch::PATIENT).unwrap();
    }

    #[test]
    fn drawing_colours_changes_no_letter(text in change()) {
        let text = String::from_utf8_lossy(&text).into_owned();
        let mut desk = Desk::with(90, 30, &text);
        ui::update(&mut desk.ui, &desk.session, ui::Msg::Terminal(Depth::True, Background::Dark));
        let without_signs = |screen: String| screen.replace(['⇅', '␣'], " ").replace(' ', "");
        let before = without_signs(desk.screen());
        let mut painter = PAINTER.lock().unwrap_or_else(|broken| broken.into_inner());
        painter.forget();
        desk.paint_with(&mut painter);
        prop_assert_eq!(without_signs(desk.screen()), before);
    }
}

#[test]
fn the_same_colours_come_from_any_order_of_tiles() {
    let mut text = String::from("diff --git a/a.rs b/a.rs\n--- a/a.rs\n+++ b/a.rs\n@@ -1,0 +1,600 @@\n");
    for line in 0..600 {
        writeln!(
            text,
            "+{}",
            if line % 97 == 5 {
                "/* a comment"
            } else if line % 97 == 60 {
                "its end */ x"
            } else {
                "let a = \"b\";"
            }
        )
        .unwrap();
    }
    let index = diff::parse(text.as_bytes());
    let keys = tiles(&index);
    let paint = |order: Vec<TileKey>| {
        let mut painter = Painter::new(32 << 20);
        let mut all: Vec<Tile> =
            order.into_iter().map(|key| painter.local(&index, key, Watch::PATIENT).unwrap()).collect();
        all.sort_by_key(|tile| tile.key);
        all
    };
    assert_eq!(paint(keys.clone()), paint(keys.into_iter().rev().collect()));
}

/// A new file of so many lines, all but the first and last few of which stand in a comment.
fn long_comment(lines: u32) -> Diff {
    let body = |line: u32| match line {
        3 => "/* begins",
        _ if line == lines - 3 => "ends */",
        _ => "let a = \"b\"; // c",
    };
    let mut text =
        format!("diff --git a/a.rs b/a.rs\nnew file mode 100644\n--- /dev/null\n+++ b/a.rs\n@@ -0,0 +1,{lines} @@\n");
    (0..lines).for_each(|line| writeln!(text, "+{}", body(line)).unwrap());
    diff::parse(text.as_bytes())
}

fn spans_of(tile: &Tile) -> Vec<Vec<Span>> {
    let first = tile.key.tile * TILE;
    (first..first + TILE).map(|line| tile.spans(line).to_vec()).collect()
}

#[test]
fn a_tile_far_down_is_guessed_at_first_and_then_painted_as_if_all_above_had_been_read() {
    let index = long_comment(4_000);
    let key = |tile| TileKey { hunk: HunkIx(0), tile };
    let mut patient = Painter::new(32 << 20);
    let mut painted: Vec<Tile> =
        (0..=50).map(|tile| patient.local(&index, key(tile), Watch::PATIENT).unwrap()).collect();
    assert!(painted.iter().all(|tile| tile.quality == Quality::Settled), "nothing was jumped over");
    let (behind, there) = (painted.pop().unwrap(), painted.pop().unwrap());
    let mut hasty = Painter::new(32 << 20);
    let guess = hasty.local(&index, key(49), Watch::PATIENT).unwrap();
    assert_eq!(guess.quality, Quality::Local);
    assert_ne!(spans_of(&guess), spans_of(&there), "the comment begins above what was read");
    let sure = hasty.whole(&index, key(49), Watch::PATIENT).unwrap().expect("a better one");
    assert_eq!((sure.quality, spans_of(&sure)), (Quality::Settled, spans_of(&there)));
    let next = hasty.local(&index, key(50), Watch::PATIENT).unwrap();
    assert_eq!((next.quality, spans_of(&next)), (Quality::Settled, spans_of(&behind)));
    assert_eq!(hasty.whole(&index, key(50), Watch::PATIENT), Ok(None), "nothing better is to be had");
}

#[test]
fn a_hunk_too_long_to_be_read_through_keeps_its_guesses() {
    let index = long_comment(20_100);
    let key = TileKey { hunk: HunkIx(0), tile: 200 };
    let mut painter = Painter::new(32 << 20);
    assert_eq!(painter.local(&index, key, Watch::PATIENT).unwrap().quality, Quality::Settled);
    assert_eq!(painter.whole(&index, key, Watch::PATIENT), Ok(None));
}

#[test]
fn a_job_that_is_no_longer_wanted_ends_at_the_next_line() {
    let text = format!("--- a/a.rs\n+++ b/a.rs\n@@ -1,0 +1,100 @@\n{}", "+let a = 1;\n".repeat(100));
    let index = diff::parse(text.as_bytes());
    let lines = std::cell::Cell::new(0);
    let is_stale = || {
        lines.set(lines.get() + 1);
        lines.get() > 10
    };
    let watch = Watch { now: &|| std::time::Duration::ZERO, is_stale: &is_stale };
    let key = TileKey { hunk: HunkIx(0), tile: 0 };
    assert_eq!(Painter::new(1 << 20).local(&index, key, watch), None);
    assert!(lines.get() < 14, "{}", lines.get());
}

#[test]
fn a_line_that_takes_too_long_makes_its_file_plain_and_no_other() {
    let text = "--- a/a.rs\n+++ b/a.rs\n@@ -1,0 +1,2 @@\n+let a = 1;\n+let b = 2;\n--- a/b.rs\n+++ b/b.rs\n@@ -1,0 +1,1 @@\n+let a = 1;\n";
    let index = diff::parse(text.as_bytes());
    let mut painter = Painter::new(32 << 20);
    let calls = std::cell::Cell::new(0u64);
    let slow = || {
        calls.set(calls.get() + 1);
        std::time::Duration::from_secs(calls.get() * 10)
    };
    let watch = Watch { now: &slow, is_stale: &|| false };
    let first = painter.local(&index, TileKey { hunk: HunkIx(0), tile: 0 }, watch).unwrap();
    assert!(first.spans(1).is_empty());
    let again = painter.local(&index, TileKey { hunk: HunkIx(0), tile: 0 }, Watch::PATIENT).unwrap();
    assert!(again.spans(0).is_empty(), "given up");
    let other = painter.local(&index, TileKey { hunk: HunkIx(1), tile: 0 }, Watch::PATIENT).unwrap();
    assert!(!other.spans(0).is_empty());
}

#[test]
fn lines_of_a_megabyte_cost_no_more_than_their_start() {
    let long = "x = \"y\"; ".repeat(120_000);
    let text = format!("--- a/a.js\n+++ b/a.js\n@@ -1,2 +1,2 @@\n-{long}1\n+{long}2\n let a = 1;\n");
    let index = diff::parse(text.as_bytes());
    let tile = Painter::new(32 << 20).local(&index, TileKey { hunk: HunkIx(0), tile: 0 }, Watch::PATIENT).unwrap();
    assert!(tile.spans(0).last().is_some_and(|span| span.to <= 2048));
    assert!(!tile.spans(2).is_empty(), "the next line is read as if nothing had been cut");
    assert!(tile.bytes() < 40_000, "{}", tile.bytes());
}

/// Paints these lines of a file on a thread of its own: the spans of each, or nothing when there is no end to it.
fn painted(name: &str, lines: &[&str]) -> Option<Vec<Vec<Span>>> {
    let count = lines.len();
    let body: String = lines.iter().map(|line| format!("+{line}\n")).collect();
    let text = format!("--- a/{name}\n+++ b/{name}\n@@ -1,0 +1,{count} @@\n{body}");
    let (done, wait) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let index = diff::parse(text.as_bytes());
        let tile = Painter::new(64 << 20).local(&index, TileKey { hunk: HunkIx(0), tile: 0 }, Watch::PATIENT).unwrap();
        let _ = done.send((0..count as u32).map(|ord| tile.spans(ord).to_vec()).collect());
    });
    wait.recv_timeout(std::time::Duration::from_secs(60)).ok()
}

#[test]
fn scripts_that_keep_the_grammar_going_round_for_ever_are_painted() {
    let ends = ["x /*", "x /* c */", "x /* a */ /* b", "12 /* c", "return b /* c */", "} else { /* c */", "y() /* c"];
    for end in ends {
        for (name, before) in [("a.js", ""), ("a.html", "<script>"), ("a.md", "```js"), ("a.vue", "<script>")] {
            let lines = painted(name, &[before, end, "let a = \"s\";"]).unwrap_or_else(|| panic!("{name}: {end}"));
            assert!(!lines[1].is_empty() || end.starts_with('x') && name == "a.vue", "{name}: {end} has no colours");
        }
    }
}

#[test]
fn a_comment_at_the_end_of_a_script_line_is_one_and_in_a_string_it_is_none() {
    let tones = |lines: &[&str], nth: usize| {
        let spans = &painted("a.js", lines).unwrap()[nth];
        spans.iter().map(|span| (span.tone, usize::from(span.from), usize::from(span.to))).collect::<Vec<_>>()
    };
    let open = tones(&["x /* open", "still */ let a = 1;"], 0);
    assert_eq!(open, [(Tone::Comment, 2, 9)]);
    assert_eq!(tones(&["x /* open", "still */ let a = 1;"], 1)[0], (Tone::Comment, 0, 8));
    let string = tones(&["f(\"src/*\")"], 0);
    assert!(
        string.contains(&(Tone::String, 2, 9)) && !string.iter().any(|(tone, ..)| *tone == Tone::Comment),
        "{string:?}"
    );
}

#[test]
fn what_a_grammar_calls_invalid_is_told_where_it_knows_the_file_from_its_start_only() {
    let list = " version = 4\n \n-  \"a\",\n+  \"b\",\n ]\n";
    let tones = |at: u32| {
        let text = format!("diff --git a/x.toml b/x.toml\n--- a/x.toml\n+++ b/x.toml\n@@ -{at},4 +{at},4 @@\n{list}");
        let index = diff::parse(text.into_bytes());
        let key = TileKey { hunk: HunkIx(0), tile: 0 };
        let tile = Painter::new(64 << 20).local(&index, key, Watch::PATIENT).unwrap();
        (0..5).flat_map(|line| tile.spans(line).to_vec()).map(|span| span.tone).collect::<Vec<_>>()
    };
    assert!(tones(1).contains(&Tone::Invalid), "the list begins nowhere: {:?}", tones(1));
    assert!(!tones(20).contains(&Tone::Invalid), "it may begin above: {:?}", tones(20));
}
