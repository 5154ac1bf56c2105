//! Bytes to the terminal at 200×60 (PERFORMANCE): moving, paging, idling, findings that come off screen.

use std::time::Duration;

use super::{footer, header};
use crate::support::{dirs::Home, pty::Cockpit};

/// Nothing was written for so long: the frame is whole.
const STILL: Duration = Duration::from_millis(120);

/// A change of many files with long, different lines and no finding in it.
fn long_change() -> String {
    use std::fmt::Write;
    let mut text = String::new();
    for file in 0..5 {
        let path = format!("src/part{file}/thing.rs");
        writeln!(text, "diff --git a/{path} b/{path}\n--- a/{path}\n+++ b/{path}\n@@ -1,80 +1,120 @@ fn f{file}()")
            .unwrap();
        for line in 0..120 {
            let mark = if line % 3 == 0 { '+' } else { ' ' };
            let words = "the quick brown fox jumps over the lazy dog and ".repeat(1 + (line * 7 + file) % 3);
            writeln!(text, "{mark}    let line_{file}_{line} = {words};").unwrap();
        }
    }
    text
}

fn wide(home: &Home) -> Cockpit {
    std::fs::write(home.work().join("long.diff"), long_change()).unwrap();
    let mut cockpit = Cockpit::prr(home, &["tui", "long.diff"]).size(200, 60).start();
    cockpit.wait_for(|screen| header(screen).contains("reviewed"));
    // Colours come when they are ready, and have a budget of their own.
    cockpit.wait_for(|screen| is_coloured(screen, "let line_"));
    cockpit.wait_for_quiet(STILL);
    cockpit
}

/// Whether all of these words on the screen have a colour of their own, and there are some.
fn is_coloured(screen: &vt100::Screen, word: &str) -> bool {
    let (rows, columns) = screen.size();
    let cells = (0..rows).filter_map(|row| {
        let text = screen.contents_between(row, 0, row, columns);
        let column = text.find(word).map(|at| text[..at].chars().count() as u16)?;
        screen.cell(row, column).map(vt100::Cell::fgcolor)
    });
    let colours: Vec<vt100::Color> = cells.collect();
    !colours.is_empty() && colours.iter().all(|colour| *colour != vt100::Color::Default)
}

/// Bytes that these keys cost.
fn cost(cockpit: &mut Cockpit, keys: &str) -> usize {
    let before = cockpit.raw().len();
    cockpit.keys(keys);
    cockpit.wait_for_new_bytes(before + 1);
    cockpit.wait_for_quiet(STILL);
    cockpit.raw().len() - before
}

/// Bytes of each of these, one after the other: the least of three rounds. What comes late (colours, a result) is sent
/// once, and on a busy machine with whatever key is next; what a key costs is sent every time.
fn least(cockpit: &mut Cockpit, start: &str, keys: &[&str]) -> Vec<usize> {
    let mut round = || {
        cost(cockpit, start);
        keys.iter().map(|keys| cost(cockpit, keys)).collect::<Vec<usize>>()
    };
    let (first, more) = (round(), [round(), round()]);
    more.iter().fold(first, |least, round| least.iter().zip(round).map(|(a, b)| *a.min(b)).collect())
}

#[test]
fn a_cursor_move_costs_less_than_a_kilobyte_and_a_page_less_than_twenty() {
    let home = Home::new();
    let mut cockpit = wide(&home);
    // Away from the top first: what is told there about the run goes with the first key.
    let moves = least(&mut cockpit, "gg20j", &["j", "j", "j", "k", "5j", "8k"]);
    let pages = least(&mut cockpit, "gg20j", &["<C-f>", "<C-f>", "<PgDn>", "<C-b>", "<C-d>", "G", "gg"]);
    println!("bytes of moves {moves:?}, of pages {pages:?}");
    assert!(moves.iter().all(|bytes| *bytes <= 1000), "{moves:?}");
    assert!(pages.iter().all(|bytes| *bytes <= 20_000), "{pages:?}");
}

#[test]
fn a_page_costs_no_more_in_24_bits_nor_when_all_of_it_is_wide() {
    let home = Home::new();
    let wide_text: String = (0..600)
        .map(|n| {
            format!(
                "{}漢字かな交じり文 {n} 한국어 텍스트 ＦＵＬＬ width {}\n",
                if n % 3 == 0 { "+" } else { " " },
                "仮名".repeat(n % 40)
            )
        })
        .collect();
    std::fs::write(home.work().join("long.diff"), long_change()).unwrap();
    std::fs::write(home.work().join("wide.diff"), format!("--- a/t.md\n+++ b/t.md\n@@ -1,400 +1,600 @@\n{wide_text}"))
        .unwrap();
    for name in ["long.diff", "wide.diff"] {
        let mut cockpit = Cockpit::prr(&home, &["tui", name]).size(200, 60).env("COLORTERM", "truecolor").start();
        cockpit.wait_for(|screen| header(screen).contains("reviewed"));
        cockpit.wait_for_quiet(STILL);
        let pages = least(&mut cockpit, "gg20j", &["<C-f>", "<C-f>", "<PgDn>", "<C-b>", "<C-d>"]);
        println!("bytes of pages of {name}: {pages:?}");
        assert!(pages.iter().all(|bytes| *bytes <= 20_000), "{name}: {pages:?}");
    }
}

#[test]
fn one_line_of_scrolling_costs_no_more_than_a_page() {
    let home = Home::new();
    let mut cockpit = wide(&home);
    let lines = least(&mut cockpit, "gg56j", &["j"; 6]);
    println!("bytes of a scrolled line {lines:?}");
    assert!(lines.iter().all(|bytes| *bytes <= 20_000), "{lines:?}");
}

#[test]
fn idling_costs_nothing() {
    let home = Home::new();
    let mut cockpit = wide(&home);
    cost(&mut cockpit, "5j");
    let (bytes, cpu) = (cockpit.raw().len(), cockpit.cpu());
    // A second without a byte is the condition; without one it fails.
    cockpit.wait_for_quiet(Duration::from_secs(1));
    assert_eq!(cockpit.raw().len(), bytes);
    let used = cockpit.cpu() - cpu;
    assert!(used <= Duration::from_millis(50), "{used:?}");
}

#[test]
fn a_key_that_changes_nothing_costs_at_most_its_word_in_the_footer() {
    let home = Home::new();
    let mut cockpit = wide(&home);
    let mut cost = || {
        let before = cockpit.raw().len();
        cockpit.keys("kkk<Up><C-u>");
        cockpit.wait_until_read();
        cockpit.wait_for_quiet(STILL);
        cockpit.raw().len() - before
    };
    // What comes late is sent with whatever key is next, once.
    let costs = [cost(), cost(), cost()];
    assert!(costs.contains(&0), "{costs:?} {}", footer(cockpit.screen()));
}

#[test]
fn a_finding_off_screen_costs_three_hundred_bytes() {
    let home = Home::new();
    let mut demo = Cockpit::prr(&home, &["demo"]).size(200, 60).start();
    let mut costs = Vec::new();
    demo.wait_for(|screen| header(screen).contains("1 finding,"));
    demo.wait_for(|screen| header(screen).contains("2 findings,"));
    for count in 3..=9 {
        let before = demo.raw().len();
        let words = format!("{count} findings,");
        demo.wait_for(|screen| header(screen).contains(&words));
        costs.push(demo.raw().len() - before);
    }
    println!("bytes of a streamed finding {costs:?}");
    // Colours of the screen, which have a budget of their own, may come between two of them.
    costs.sort_unstable();
    assert!(costs[costs.len() / 2] <= 300, "{costs:?}");
}
