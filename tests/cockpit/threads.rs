//! Threads of a pull request in the diff: cards at their places, folded when resolved, kept still when others come.

use prr::core::model::{PullNews, Resolution, Side, ThreadId};

use crate::support::{
    desk::{Desk, candidate},
    pull::{self, outdated, remark, resolved, thread, threads},
};

const HUNK: &str =
    "@@ -40,6 +40,6 @@\n     token.set_user(user);\n     token.set_time(now);\n+    token.set_scope(\"all\");";

fn several() -> Vec<prr::core::model::Thread> {
    let mut long = thread(
        11,
        "src/auth.rs",
        13,
        "Should this be a `Result`?\n\n```suggestion\n    let token = issue(user, now)?;\n```",
    );
    long.remarks.push(remark(12, "alice", 5, "Yes, **done** in the next push.\nSee https://x.example"));
    let mut left = thread(13, "src/auth.rs", 12, "Why is the check removed?");
    left.place.side = Side::Left;
    let moved = outdated(thread(14, "src/auth.rs", 30, "Which scopes are there?"), HUNK);
    let lost = outdated(
        thread(15, "src/auth.rs", 77, "This name says nothing."),
        "@@ -70,2 +70,3 @@\n x\n+let q = zap(frob);",
    );
    let mut on_file = thread(16, "README.md", 1, "Needs a section about tokens.");
    on_file.place.is_file = true;
    on_file.place.lines = None;
    vec![long, left, moved, lost, on_file, resolved(thread(17, "README.md", 4, "Typo."))]
}

#[test]
fn screens_with_threads() {
    for (columns, rows) in [(80, 24), (200, 60), (120, 40)] {
        let mut desk = Desk::with_pull(columns, rows, several());
        insta::assert_snapshot!(format!("threads_{columns}x{rows}"), desk.screen());
        desk.keys("}}");
        insta::assert_snapshot!(format!("thread_open_{columns}x{rows}"), desk.screen());
    }
}

#[test]
fn cards_are_walked_in_order_whatever_they_are_and_only_findings_are_undecided() {
    let mut desk = Desk::with_pull(100, 40, several());
    desk.find(candidate(1, "src/auth.rs", 12));
    let mut seen = Vec::new();
    for _ in 0..7 {
        desk.keys("}");
        seen.push(desk.thread().map_or_else(|| desk.card().unwrap().to_owned(), |id| id.to_string()));
    }
    assert_eq!(seen, ["15", "13", "security-001", "11", "14", "16", "17"]);
    desk.keys("}");
    assert_eq!(desk.message(), "no finding, thread or comment below");
    desk.keys("{{{{");
    assert_eq!(desk.card(), Some("security-001"));
    desk.keys("{");
    assert_eq!(desk.thread(), Some(13));
    desk.keys("GJ");
    assert_eq!(desk.card(), Some("security-001"));
}

#[test]
fn a_thread_folds_and_opens_and_a_resolved_one_is_folded_by_itself() {
    let mut desk = Desk::with_pull(100, 60, several());
    desk.keys("}}");
    assert!(desk.row("Why is the check removed?").is_some());
    desk.keys("za");
    let folded = desk.row("▸ » bob: Why is the check removed?");
    assert!(folded.is_some(), "{}", desk.screen());
    desk.keys("\n");
    assert!(desk.row("▸ » bob: Why is the check removed?").is_none());
    assert!(desk.row("▸ » bob: Typo.").is_some());
    desk.keys("G{za");
    assert_eq!(desk.thread(), Some(17));
    assert!(desk.row("╰ Typo.").is_some(), "{}", desk.screen());
}

#[test]
fn steps_stop_at_every_card_and_come_back_the_same_way() {
    let mut desk = Desk::with_pull(100, 40, several());
    let mut stops = Vec::new();
    for _ in 0..40 {
        stops.push((desk.under(), desk.thread()));
        desk.keys("j");
    }
    for stop in stops.iter().rev() {
        desk.keys("k");
        assert_eq!((desk.under(), desk.thread()), *stop);
    }
}

#[test]
fn an_outdated_thread_stands_where_its_code_is_or_under_its_file_with_that_code() {
    let mut desk = Desk::with_pull(100, 40, several());
    let screen = desk.screen();
    let lines: Vec<&str> = screen.lines().collect();
    let at = lines.iter().position(|line| line.contains("outdated, was line 30")).unwrap();
    assert!(lines[at - 1].contains("token.set_scope"), "{screen}");
    desk.keys("}za");
    assert!(desk.row("written on this code:").is_some() && desk.row("+let q = zap(frob);").is_some());
}

#[test]
fn a_thread_on_a_file_that_is_not_in_the_diff_stands_above_all_and_names_it() {
    let mut gone = outdated(thread(11, "src/gone.rs", 3, "Where did it go?"), "@@ -1 +1 @@\n+x");
    gone.remarks.push(remark(12, "eve", 1, "Away."));
    let mut desk = Desk::with_pull(100, 40, [gone]);
    assert!(desk.screen().lines().nth(3).unwrap().contains("bob: Where did it go?"), "{}", desk.screen());
    desk.keys("}za");
    assert!(desk.row("src/gone.rs: not in the diff").is_some(), "{}", desk.screen());
}

#[test]
fn what_others_wrote_never_reaches_the_terminal_as_it_is() {
    let mut evil = thread(11, "README.md", 4, "\u{1b}]0;owned\u{7}a\u{202e}b\u{200b}c\u{1b}[2J");
    evil.remarks[0].author.login = "\u{1b}[31mmallory\u{202e}".into();
    let mut desk = Desk::with_pull(100, 40, [evil]);
    let mut pull = pull::pull();
    pull.title = "\u{1b}[2Jtitle\u{202e}".into();
    pull.body = "\u{9b}31m body \u{2066}".into();
    pull.labels = vec!["\u{1b}c".into()];
    desk.told(PullNews::Pull(Box::new(pull)));
    let mut screens = desk.screen();
    desk.keys("}gp");
    screens.push_str(&desk.screen());
    desk.keys("qgggp");
    screens.push_str(&desk.screen());
    let bad: Vec<char> = screens
        .chars()
        .filter(|c| (c.is_control() && *c != '\n') || matches!(c, '\u{202e}' | '\u{2066}' | '\u{200b}'))
        .collect();
    assert!(bad.is_empty(), "{bad:?}");
    assert!(screens.contains("mallory") && screens.contains("title"));
}

#[test]
fn threads_that_come_to_lines_on_screen_show_a_mark_and_move_nothing() {
    let mut desk = Desk::with_pull(100, 40, []);
    let before = desk.screen();
    desk.told(threads([thread(11, "src/auth.rs", 13, "Why?")]));
    let after = desk.screen();
    assert!(!after.contains("Why?"));
    let marked: Vec<&str> = after.lines().filter(|line| line.contains('◆')).collect();
    assert!(marked.len() == 1 && marked[0].contains("token.is_empty()"), "{after}");
    assert_eq!(text_of(&before), text_of(&after));
    desk.keys("}");
    assert!(desk.row("╰ Why?").is_some(), "{}", desk.screen());
}

#[test]
fn a_remark_that_comes_to_a_thread_on_screen_waits_until_it_is_asked_for_or_off_screen() {
    let first = thread(11, "src/auth.rs", 13, "Why?");
    let mut more = first.clone();
    more.remarks.push(remark(12, "alice", 1, "Because."));
    let mut desk = Desk::with_pull(100, 40, [first]);
    let before = desk.screen();
    desk.told(threads([more.clone()]));
    assert_eq!(text_of(&before), text_of(&desk.screen()));
    desk.keys("13j");
    assert_eq!(text_of(&before), text_of(&desk.screen()));
    desk.keys("gg}");
    assert!(desk.row("Because.").is_some(), "{}", desk.screen());
    let mut desk = Desk::with_pull(100, 16, [thread(11, "src/auth.rs", 13, "Why?")]);
    desk.told(threads([more]));
    desk.keys("Ggg");
    assert!(desk.row("Because.").is_some(), "{}", desk.screen());
}

#[test]
fn a_thread_that_is_deleted_under_the_cursor_leaves_the_cursor_on_its_line() {
    let mut desk = Desk::with_pull(100, 16, [thread(11, "src/auth.rs", 13, "Why?")]);
    desk.keys("}");
    desk.told(threads([]));
    assert_eq!(desk.thread(), Some(11));
    desk.keys("<C-f><C-f><C-b><C-b>");
    assert_eq!(desk.thread(), None);
    assert!(desk.screen().contains('▶'), "{}", desk.screen());
}

#[test]
fn many_remarks_and_long_ones_are_bounded_and_readable_as_a_page() {
    let mut long = thread(11, "src/auth.rs", 13, &"The first remark goes on and on. ".repeat(200));
    for nth in 0..300u64 {
        long.remarks.push(remark(100 + nth, "alice", 1, &format!("Remark number {nth}.")));
    }
    let mut desk = Desk::with_pull(100, 60, [long]);
    let screen = desk.screen();
    assert!(screen.contains("… gp reads all") && screen.contains("more between · gp reads all"), "{screen}");
    assert!(screen.contains("Remark number 299."), "{screen}");
    assert!(screen.contains("token.is_empty()") && screen.contains("no token"), "the code goes on: {screen}");
    desk.keys("}gpG");
    assert!(desk.row("Remark number 299.").is_some(), "{}", desk.screen());
    desk.keys("g");
    assert!(desk.row("Thread on src/auth.rs:13").is_some(), "{}", desk.screen());
    desk.keys("q");
    assert_eq!(desk.thread(), Some(11));
}

#[test]
fn two_hundred_threads_under_one_line_cost_no_more_than_the_screen() {
    let desk = |count: u64| {
        let many = (0..count).map(|nth| thread(100 + nth, "src/auth.rs", 13, &"words and more words ".repeat(200)));
        let mut desk = Desk::with_pull(200, 60, many.collect::<Vec<_>>());
        desk.keys("}");
        desk
    };
    let (mut few, mut many) = (desk(3), desk(200));
    let mut spent = [std::time::Duration::ZERO; 2];
    for _ in 0..30 {
        for (desk, spent) in [&mut few, &mut many].into_iter().zip(&mut spent) {
            let began = std::time::Instant::now();
            desk.keys("j");
            desk.screen();
            *spent += began.elapsed();
        }
    }
    assert!(spent[1] < spent[0] * 5, "{spent:?}");
}

#[test]
fn a_card_in_a_folded_file_opens_the_file() {
    let mut desk = Desk::with_pull(100, 16, [thread(11, "README.md", 4, "Typo.")]);
    desk.keys("gg....<Space>gg}");
    assert_eq!(desk.thread(), Some(11));
    assert!(desk.row("╰ Typo.").is_some(), "{}", desk.screen());
}

#[test]
fn resolution_that_is_not_known_is_said() {
    let mut unknown = thread(11, "README.md", 4, "Typo.");
    unknown.resolution = Resolution::Unknown;
    let mut desk = Desk::with_pull(100, 40, [unknown]);
    assert!(desk.row("resolved or not is unknown").is_some());
}

/// The rows of the diff without gutter marks and counts in headers.
fn text_of(screen: &str) -> Vec<String> {
    let rows = screen.lines().count();
    let body =
        screen.lines().skip(if rows >= 30 { 2 } else { 1 }).take(rows.saturating_sub(if rows >= 30 { 3 } else { 2 }));
    let plain = |line: &str| {
        let line =
            line.split("  » ").next().unwrap_or("").split("  █").next().unwrap_or("").replace(['◆', '▶', '▌'], " ");
        line.trim_end().to_owned()
    };
    body.map(plain).collect()
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(64))]

    #[test]
    fn threads_that_come_in_any_order_never_move_the_text_on_screen(
        sets in proptest::collection::vec(proptest::collection::vec((0u64..6, 0usize..4, 1usize..4, 0u8..3), 0..6), 1..6),
        keys in "[jkG]{0,12}",
        rows in 16u16..40,
    ) {
        let lines = [("src/auth.rs", 13), ("src/auth.rs", 44), ("README.md", 4), ("README.md", 99)];
        let mut desk = Desk::with_pull(100, rows, []);
        desk.keys(&keys);
        for set in sets {
            let mut told = std::collections::BTreeMap::new();
            for (id, at, remarks, state) in set {
                let (path, line) = lines[at];
                let mut one = thread(id + 1, path, line, "A remark.");
                one.remarks.extend((1..remarks as u64).map(|nth| remark(100 * (id + 1) + nth, "eve", 1, "Another.")));
                one.resolution = [Resolution::Open, Resolution::Resolved, Resolution::Unknown][usize::from(state)];
                told.insert(ThreadId(id + 1), one);
            }
            let before = desk.screen();
            desk.told(threads(told.into_values().collect::<Vec<_>>()));
            let after = desk.screen();
            proptest::prop_assert_eq!(text_of(&before), text_of(&after));
            desk.keys("k");
        }
    }
}
