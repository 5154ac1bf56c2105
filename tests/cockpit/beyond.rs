//! Lines beyond the diff: before / keys / after. What is read stays where it is; what cannot be shown is told.

use std::fmt::Write;

use proptest::prelude::*;

use crate::support::desk::{Desk, candidate};

/// Lines that changed.
const CHANGED: [u32; 3] = [50, 60, 150];

/// A file of 200 lines, `n NUMBER` each, some of them changed.
fn text(changed: &[u32]) -> String {
    (1..=200).map(|n| if changed.contains(&n) { format!("new {n}\n") } else { format!("n {n}\n") }).collect()
}

/// Its diff with three lines of context.
fn change() -> String {
    let mut out =
        "diff --git a/src/x.rs b/src/x.rs\nindex 1111111..2222222 100644\n--- a/src/x.rs\n+++ b/src/x.rs\n".to_owned();
    for at in CHANGED {
        writeln!(out, "@@ -{0},7 +{0},7 @@", at - 3).unwrap();
        (at - 3..at).for_each(|n| writeln!(out, " n {n}").unwrap());
        writeln!(out, "-n {at}\n+new {at}").unwrap();
        (at + 1..=at + 3).for_each(|n| writeln!(out, " n {n}").unwrap());
    }
    out
}

/// A desk with that diff, and its text at hand.
pub fn desk(columns: u16, rows: u16) -> Desk {
    let mut desk = Desk::with(columns, rows, &change());
    desk.texts.insert("src/x.rs".into(), Ok(text(&CHANGED).into_bytes()));
    desk
}

/// The row of the screen with the cursor's mark.
fn row(desk: &mut Desk) -> Option<usize> {
    desk.screen().lines().position(|line| line.contains('▶'))
}

/// All lines of the screen that show a line of the file, as numbers.
fn shown(desk: &mut Desk) -> Vec<u32> {
    let number = |line: &str| line.replace('┊', " ").split(" n ").nth(1)?.split_whitespace().next()?.parse().ok();
    desk.screen().lines().filter_map(number).collect()
}

#[test]
fn plus_and_minus_before_keys_after() {
    let cases = [
        // On the header: above. 20 lines, or a count.
        ("]+", "@@ 0", "20 more lines above · 26 hidden"),
        ("]5+", "@@ 0", "5 more lines above · 41 hidden"),
        ("]5++", "@@ 0", "25 more lines above · 21 hidden"),
        ("]5+3-", "@@ 0", "2 more lines above · 44 hidden"),
        ("]5+-", "@@ 0", "0 more lines above · 46 hidden"),
        // Up to the start of the file the header has nothing left to say.
        ("]100+", "line 1", "46 more lines above, up to the start of the file"),
        ("]100+j", "line 2", ""),
        ("]100+100-", "@@ 0", "0 more lines above · 46 hidden"),
        // In the upper half above, in the lower half below.
        (
            "]j3+",
            "n 47",
            "3 more lines above · 43 hidden · + more · - fewer · your line stays, what is above it moved up",
        ),
        ("]6j1+", "n 51", "1 more line below · 2 hidden"),
        ("]8j2+jj", "line 55", ""),
        // The neighbour is three lines away: joined, its header is gone, and steps go through.
        ("]8j+", "n 53", "3 more lines below, joined to the next hunk"),
        ("]8j+jjjj", "n 57", ""),
        ("]8j+jjjjk", "line 56", ""),
        ("]8j+]", "n 57", ""),
        ("]8j+][", "@@ 0", ""),
        ("]8j+jj]", "n 57", ""),
        ("]8j+jj[", "@@ 0", ""),
        ("]8j+2-", "n 53", "1 more line below · 2 hidden"),
        ("]]+", "line 54", "3 more lines above, joined to the next hunk"),
        ("]]+]", "n 57", ""),
        ("]]+j]", "n 57", ""),
        ("]]+j[", "@@ 0", ""),
        // One from each side, and the last.
        ("]8j1+]1+1+", "line 55", "2 more lines above, joined to the next hunk"),
        // From a line beyond, on and on.
        ("]]]8j2+jj2+", "line 155", "4 more lines below · 43 hidden"),
        ("]]]8j100+", "n 153", "47 more lines below, up to the end of the file"),
        ("]]]8j100+G", "line 200", ""),
        // The whole file and back.
        ("]jz+gg", "top", ""),
        ("]jz+ggjj", "line 1", ""),
        ("]jz+G", "line 200", ""),
        ("]jz+", "n 47", "the whole file is shown"),
        ("]jz+z+", "n 47", "only the hunks again"),
        ("]jz+Gz-", "n 153", "only the hunks again"),
        ("]jz+ggjjz-", "@@ 0", "only the hunks again"),
        // Nothing to do.
        ("]-", "@@ 0", "nothing is shown beyond this hunk"),
        ("+", "top", "+ shows lines around a hunk"),
        ("j+", "file src/x.rs", "+ shows lines around a hunk"),
        // A line that is shown is found by its number.
        ("]5+:45\n", "line 45", ""),
        ("]5+:20\n", "@@ 0", "line 20 is not in the diff"),
    ];
    for (keys, line, words) in cases {
        let mut desk = desk(100, 40);
        desk.keys(keys);
        assert_eq!(desk.under(), line, "after {keys:?}\n{}", desk.screen());
        assert!(desk.message().contains(words), "after {keys:?}: {}", desk.message());
        assert!(desk.screen().contains('▶'), "no cursor after {keys:?}");
    }
}

#[test]
fn what_is_read_stays_on_its_row_and_nothing_above_it_moves_when_lines_come_below() {
    for (look, columns) in [("=", 100), ("==", 160), ("=w", 100), ("==w", 160)] {
        for there in ["]3j", "]6j", "]", "]]4j", "]]]7j", "]]]"] {
            let mut desk = desk(columns, 20);
            desk.keys(look).keys(there);
            let (before, at) = (desk.screen(), row(&mut desk).unwrap());
            let line = desk.under();
            desk.keys("2+");
            assert_eq!((desk.under(), row(&mut desk)), (line.clone(), Some(at)), "{look} {there}\n{}", desk.screen());
            if desk.message().contains("below") || line.starts_with("@@") {
                let above = |screen: &str| screen.lines().take(at).map(str::to_owned).collect::<Vec<_>>();
                assert_eq!(above(&desk.screen()), above(&before), "{look} {there}");
            }
            desk.keys("2-");
            assert_eq!((desk.under(), row(&mut desk)), (line, Some(at)), "{look} {there}");
        }
    }
}

#[test]
fn the_whole_file_is_there_once_and_in_order_and_is_numbered_on_both_sides() {
    for columns in [100, 160] {
        let mut desk = desk(columns, 220);
        desk.keys("]z+gg");
        let all: Vec<u32> = (1..=200).filter(|n| !CHANGED.contains(n)).collect();
        assert_eq!(shown(&mut desk), all, "at {columns}");
        assert!(!desk.screen().contains("@@"), "no header is left: {}", desk.screen());
    }
    let mut desk = desk(100, 60);
    desk.keys("]1+");
    let line = desk.screen().lines().find(|line| line.contains("n 46")).unwrap().to_owned();
    assert_eq!(line.matches(" 46").count(), 3, "old, new, text: {line}");
    assert!(line.contains('┊'), "it is told from the lines of the diff: {line}");
}

#[test]
fn the_header_names_how_many_lines_it_hides_once_some_are_shown() {
    let mut desk = desk(100, 40);
    assert!(!desk.screen().contains("hidden"));
    desk.keys("]5+");
    assert!(desk.row("41 lines hidden").is_some(), "{}", desk.screen());
}

#[test]
fn what_cannot_be_shown_says_why() {
    let told = |texts: Option<Result<Vec<u8>, String>>, diff: &str, keys: &str| {
        let mut desk = Desk::with(100, 30, diff);
        desk.texts.extend(texts.map(|text| ("src/x.rs".to_owned(), text)));
        desk.keys(keys);
        let screen = desk.screen();
        assert!(screen.contains('▶') || keys.is_empty(), "{screen}");
        desk.message().to_owned()
    };
    assert!(told(None, &change(), "]+").contains("there is no repository"));
    let other = text(&CHANGED).replace("new 60", "NEW 60").into_bytes();
    assert!(told(Some(Ok(other)), &change(), "]+").contains("changed since"));
    assert!(told(Some(Ok(Vec::new())), &change(), "]z+").contains("changed since"));
    let added =
        "diff --git a/src/x.rs b/src/x.rs\nnew file mode 100644\n--- /dev/null\n+++ b/src/x.rs\n@@ -0,0 +1 @@\n+x\n";
    assert!(told(None, added, "]+").contains("shows all of this file"));
    let binary = "diff --git a/src/x.rs b/src/x.rs\nBinary files a/src/x.rs and b/src/x.rs differ\n";
    assert!(told(None, binary, "jz+").contains("binary"));
    let merge = "diff --cc src/x.rs\nindex 1,2..3\n--- a/src/x.rs\n+++ b/src/x.rs\n@@@ -1,2 -1,2 +1,3 @@@\n  a\n- b\n -c\n++d\n";
    assert!(told(None, merge, "]+").contains("merge"));
}

#[test]
fn a_text_that_comes_late_is_shown_where_it_was_asked_for_and_moves_nothing() {
    use prr::{
        core::{diff::FileText, model::FileIx},
        ui::{self, Msg},
    };
    let mut desk = desk(100, 30);
    desk.is_slow = true;
    desk.keys("]5+");
    assert!(desk.message().contains("reading the file"));
    desk.keys("]]2j");
    let (line, at) = (desk.under(), row(&mut desk));
    let text = FileText::new(text(&CHANGED).into_bytes()).map(std::sync::Arc::new).unwrap();
    ui::update(&mut desk.ui, &desk.session, Msg::Text(FileIx(0), Ok(text)));
    assert_eq!((desk.under(), row(&mut desk)), (line, at));
    assert!(desk.screen().contains("46 ┊n 46"), "{}", desk.screen());
}

#[test]
fn a_comment_beyond_the_diff_is_said_to_go_to_the_body_with_the_nearest_line() {
    let mut desk = desk(100, 40);
    desk.keys("]5+jc");
    assert!(
        desk.screen().contains("src/x.rs:42 · not in the diff: it goes to the body, nearest line 47"),
        "{}",
        desk.screen()
    );
    desk.keys("why?<C-s>");
    let finding = desk.session.findings.iter().next().expect("it is kept");
    assert_eq!(finding.placement.anchor().and_then(|anchor| anchor.lines).map(|lines| lines.start()), Some(42));
    // From a line beyond to one of the diff: one range, in the body too.
    let mut desk = self::desk(100, 40);
    desk.keys("]5+4jv3jc");
    assert!(desk.screen().contains("not in the diff"), "{}", desk.screen());
    // A line of the diff is said nothing about.
    desk.keys("<Esc><Esc>gg]]4jc");
    assert!(!desk.screen().contains("not in the diff"), "{}", desk.screen());
}

#[test]
fn a_hunk_folds_and_names_what_it_hides_and_what_is_asked_for_opens_it() {
    let mut desk = desk(100, 40);
    desk.find(candidate(1, "src/x.rs", 60));
    desk.end();
    desk.keys("]]za");
    assert_eq!(desk.under(), "@@ 1");
    let folded = desk.screen().lines().find(|line| line.contains("hides")).expect("a fold").to_owned();
    assert!(folded.contains("hides 8 lines") && folded.contains("1 finding"), "{folded}");
    assert!(!desk.screen().contains("new 60"));
    desk.keys("j");
    assert_eq!(desk.under(), "@@ 2");
    desk.keys("k");
    assert_eq!(desk.under(), "@@ 1");
    desk.keys("J");
    assert_eq!(desk.card(), Some("security-001"));
    assert!(desk.screen().contains("new 60"));
    // On a line, its hunk; again on the header opens it.
    desk.keys("gg]4jza");
    assert_eq!((desk.under().as_str(), desk.screen().contains("new 50")), ("@@ 0", false));
    desk.keys("za");
    assert!(desk.screen().contains("new 50"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn any_keys_and_any_text_leave_a_cursor_on_a_line_that_is_drawn(
        keys in prop::collection::vec(prop::sample::select(vec![
            "+", "-", "3+", "2-", "z+", "za", "]", "[", "j", "k", "5j", "7k", "G", "gg", "=", "w", "<C-d>", "<C-u>",
            "v", "<Esc>", "100+", ".", "L", ":45\n", "zz", "zt",
        ]), 1..40),
        (columns, rows) in (60u16..200, 16u16..50),
        noise in prop::collection::vec(any::<u8>(), 0..40),
        fits in any::<bool>(),
    ) {
        let mut desk = desk(columns, rows);
        let mut lines: Vec<Vec<u8>> = text(&CHANGED).split_inclusive('\n').map(|line| line.as_bytes().to_vec()).collect();
        let noise: Vec<u8> = noise.into_iter().filter(|byte| *byte != b'\n' && *byte != 0).collect();
        for at in [0, 44, 53, 100, 198] {
            lines[at].splice(0..0, noise.iter().copied());
        }
        if !fits {
            lines.truncate(140);
        }
        desk.texts.insert("src/x.rs".into(), Ok(lines.concat()));
        for keys in keys {
            desk.keys(keys);
            let screen = desk.screen();
            prop_assert!(screen.contains('▶'), "no cursor after {keys}\n{screen}");
        }
        desk.resize(rows, columns);
        desk.screen();
    }
}

#[test]
fn lines_beyond_the_diff_have_the_colours_of_their_language_when_these_come() {
    use prr::{
        core::{diff, model::HunkIx},
        ui::{
            self, Background, Depth, Msg,
            paint::{Painter, TileKey, Watch},
        },
    };
    let text: String = (1..=30).map(|n| format!("fn f{n}() {{ return \"{n}\"; }}\n")).collect();
    let line = |n: u32| format!("fn f{n}() {{ return \"{n}\"; }}\n");
    let mut hunk = "diff --git a/src/x.rs b/src/x.rs\n--- a/src/x.rs\n+++ b/src/x.rs\n@@ -20,1 +20,2 @@\n".to_owned();
    hunk += &format!(" {}+{}", line(20), line(21));
    let mut desk = Desk::with(100, 30, &hunk);
    desk.texts.insert("src/x.rs".into(), Ok(text.clone().into_bytes()));
    ui::update(&mut desk.ui, &desk.session, Msg::Terminal(Depth::True, Background::Dark));
    desk.keys("]3+");
    let colours = |desk: &mut Desk| {
        let row = desk.row("fn f18()").expect("it is shown") as u16;
        let buffer = desk.buffer();
        let at = (0..buffer.area.width).find(|x| buffer[(*x, row)].symbol() == "f").expect("its first letter");
        (buffer[(at, row)].fg, buffer[(at + 3, row)].fg)
    };
    let (keyword, name) = colours(&mut desk);
    assert_eq!(keyword, name, "plain at first");
    let marked: String = text.lines().map(|line| format!(" {line}\n")).collect();
    let index = diff::parse(format!("--- a/x.rs\n+++ b/x.rs\n@@ -1,30 +1,30 @@\n{marked}").into_bytes());
    let tile = Painter::new(64 << 20).local(&index, TileKey { hunk: HunkIx(0), tile: 0 }, Watch::PATIENT).unwrap();
    ui::update(&mut desk.ui, &desk.session, Msg::Tinted(prr::core::model::FileIx(0), std::sync::Arc::new(tile)));
    let (keyword, name) = colours(&mut desk);
    assert_ne!(keyword, name);
}

#[test]
fn a_search_finds_lines_that_are_shown_beyond_the_diff_and_only_while_they_are() {
    let mut desk = desk(100, 24);
    // Line 40 is above the first hunk, which begins at 47.
    desk.keys("/n 40\n");
    assert!(desk.screen().contains("no line has n 40"), "{}", desk.screen());
    // Once it is shown the same search knows it, without being asked again.
    desk.keys("]20+n");
    assert_eq!(desk.under(), "line 40");
    assert!(desk.screen().contains("match 1 of 1"), "{}", desk.screen());
    // In the order of the file, with what the diff has: 48, 49 and 51 to 53 are its own, of `n 4` and `n 5`.
    desk.keys("gg/n 4\n");
    let mut seen = vec![desk.under()];
    while seen.len() < 12 {
        desk.keys("n");
        seen.push(desk.under());
    }
    let word = |n: u32| if n < 47 { format!("line {n}") } else { format!("n {n}") };
    let wanted: Vec<String> = (40..50).chain(40..42).map(word).collect();
    assert_eq!(seen, wanted);
    // Folded again, it is found no more.
    desk.keys("20-/n 40\n");
    assert!(desk.screen().contains("no line has n 40"), "{}", desk.screen());
}
