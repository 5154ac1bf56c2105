//! Nothing that was written is cut where there is room for it; what a row says of a line is true of that line.

use prr::core::model::{Record, Side};

use crate::support::desk::{Desk, candidate};

/// A long sentence, each word of it another one.
fn sentence() -> String {
    (0..40).map(|n| format!("word{n}")).collect::<Vec<_>>().join(" ")
}

fn has_all_words(screen: &str) -> bool {
    (0..40).all(|n| screen.split(|c: char| !c.is_alphanumeric()).any(|word| word == format!("word{n}")))
}

#[test]
fn a_long_line_in_the_editor_is_seen_whole_at_any_width() {
    for (columns, rows) in [(60, 16), (80, 24), (200, 60)] {
        let mut desk = Desk::small();
        desk.resize(columns, rows);
        desk.keys(&format!("]4jc{}", sentence().replace(' ', "<Space>")));
        let screen = desk.screen();
        assert!(has_all_words(&screen), "{columns}×{rows}\n{screen}");
        assert!(screen.contains('▶'), "the line stays in sight\n{screen}");
    }
}

#[test]
fn a_long_reason_to_drop_is_seen_whole() {
    let mut desk = Desk::small();
    desk.find(candidate(1, "README.md", 4));
    desk.keys(&format!("Jd\n{}", sentence().replace(' ', "<Space>")));
    let screen = desk.screen();
    assert!(has_all_words(&screen), "{screen}");
}

#[test]
fn an_open_card_shows_its_title_whole() {
    let mut desk = Desk::small();
    let mut long = candidate(1, "README.md", 4);
    long.claim.title = sentence();
    desk.find(long);
    desk.keys("J");
    let screen = desk.screen();
    assert!(has_all_words(&screen), "{screen}");
    desk.keys("\n");
    assert!(!has_all_words(&desk.screen()), "a folded one is one row");
}

#[test]
fn help_tells_each_action_whole_in_the_narrowest_window() {
    let mut desk = Desk::with(60, 60, crate::support::desk::DIFF);
    let mut told = String::new();
    desk.keys("?");
    for _ in 0..6 {
        told.push_str(&desk.screen());
        desk.keys("<C-f>");
    }
    let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
    for row in prr::ui::ACTIONS {
        let words = row.words.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(told.contains(&words), "{}: {words:?} is not in\n{told}", row.id);
    }
}

#[test]
fn a_card_tells_who_says_it_and_where_in_the_narrowest_window() {
    let mut desk = Desk::with(60, 40, crate::support::desk::DIFF);
    desk.find(candidate(1, "src/auth.rs", 14));
    desk.keys("J");
    let screen = desk.screen();
    assert!(screen.contains("% sure") && screen.contains("line 14"), "{screen}");
}

#[test]
fn why_a_place_is_risky_is_told_whole_in_any_window() {
    for (columns, rows) in [(60, 16), (80, 24), (120, 40)] {
        let mut desk = Desk::small();
        desk.resize(columns, rows);
        desk.keys(")");
        let why = desk.message().to_owned();
        let screen = desk.screen();
        let tail: String =
            screen.lines().rev().take(4).collect::<Vec<_>>().into_iter().rev().collect::<Vec<_>>().join(" ");
        for word in why.split_whitespace() {
            assert!(tail.contains(word), "{columns}×{rows}: {word} of {why:?}\n{screen}");
        }
    }
}

#[test]
fn looking_at_a_text_leaves_no_draft_of_it() {
    let mut desk = Desk::small();
    desk.find(candidate(1, "README.md", 4));
    desk.keys("Je<Up><Home><Down><Esc>");
    assert!(desk.session.drafts.is_empty());
    assert!(!desk.records.iter().any(|record| matches!(record, Record::Draft { .. })));
    assert!(!desk.message().contains("draft"), "{}", desk.message());
    desk.keys("e!<Esc>");
    assert!(desk.message().contains("kept as a draft"), "{}", desk.message());
    let before = desk.records.len();
    desk.keys("d\n<Left><Home><Down><Esc>");
    assert_eq!(desk.records.len(), before, "nor does a reason to drop");
    desk.keys("d\nx<Esc>");
    assert!(matches!(desk.records.last(), Some(Record::Draft { .. })));
}

/// A new file with functions of which one is risky, and a removed one below another change.
const SPOTS: &str = "\
diff --git a/src/a.rs b/src/a.rs
new file mode 100644
--- /dev/null
+++ b/src/a.rs
@@ -0,0 +1,18 @@
+//! Words.
+
+fn plain(a: u32) -> u32 {
+    a + 1
+}
+
+pub fn login(user: &str, password: &str, token: &str) -> Result<Session, Error> {
+    if !verify_token(token)? {
+        return Err(Error::Unauthorized);
+    }
+    let session = Session::create(user, password)?;
+    audit(user);
+    Ok(session)
+}
+
+fn other(b: u32) -> u32 {
+    b - 1
+}
diff --git a/x.toml b/x.toml
--- a/x.toml
+++ b/x.toml
@@ -1,8 +1,9 @@ first = true
 [one]
 a = 1
+b = 2
+c = 3
 
 [two]
 d = 4
-
-[three]
-e = 5
+f = 6
+g = 7
+h = 8
";

#[test]
fn the_bar_of_a_hotspot_stands_at_its_lines_and_at_no_other() {
    for layout in ["", "="] {
        let mut desk = Desk::with(150, 60, SPOTS);
        desk.keys(layout);
        let map = desk.session.map.clone().expect("a map");
        let spots: Vec<_> =
            map.hotspots.iter().filter(|spot| spot.unit.file.0 == 0).map(|spot| spot.unit.lines).collect();
        let is_hot = |number: u32| {
            spots.iter().any(|(side, lines)| *side == Side::Right && (lines.start()..=lines.end()).contains(&number))
        };
        assert!((1..=18).any(is_hot) && !(1..=18).all(is_hot), "{spots:?}");
        let screen = desk.screen();
        let lines = SPOTS.lines().skip(5).take(18).map(|line| &line[1..]).collect::<Vec<_>>();
        for (text, number) in lines.iter().zip(1..).filter(|(text, _)| text.len() > 4) {
            let row = screen.lines().find(|row| row.trim_end().ends_with(text)).expect("a row");
            assert_eq!(row.contains('▌'), is_hot(number), "{number}: {row}\n{screen}");
        }
    }
}

#[test]
fn the_header_that_covers_the_first_row_names_the_symbol_of_that_row() {
    let mut desk = Desk::with(100, 16, SPOTS);
    let mut seen = Vec::new();
    desk.keys(".");
    for _ in 0..40 {
        desk.keys("j");
        let screen = desk.screen();
        let mut rows = screen.lines().skip(1);
        let (head, first) = (rows.next().unwrap_or_default(), rows.next().unwrap_or_default());
        if head.contains("a.rs") && head.contains("login") {
            assert!(!first.contains("fn other") && !first.contains("b - 1"), "{screen}");
            seen.push("login");
        }
        if head.contains("x.toml") && (first.contains("b = 2") || first.contains("c = 3")) {
            assert!(!head.contains("three"), "{screen}");
            seen.push("toml");
        }
        assert!(!head.contains(" › "), "{screen}");
    }
    assert!(seen.contains(&"login"), "{seen:?}");
}

#[test]
fn the_first_row_of_a_card_is_in_sight_however_tall_it_is_and_stays_where_it_is() {
    for rows in 16..40 {
        for words in [1, 40, 120, 400] {
            let mut desk = Desk::with(60, rows, crate::support::desk::DIFF);
            let mut tall = candidate(1, "src/auth.rs", 14);
            tall.claim.summary = (0..words).map(|n| format!("word{n}")).collect::<Vec<_>>().join(" ");
            desk.find(tall);
            desk.keys("J");
            let screen = desk.screen();
            assert!(screen.contains('▶'), "{rows} rows, {words} words\n{screen}");
            desk.keys("<Esc>Jj").keys("k");
            assert!(desk.screen().contains('▶'), "{rows} rows, {words} words\n{}", desk.screen());
        }
    }
}

#[test]
fn the_cursor_is_on_the_line_when_its_card_goes_away() {
    let mut desk = Desk::small();
    desk.keys("]4jcmine<C-s>}");
    assert!(desk.card().is_some());
    desk.keys("u");
    assert!(!desk.screen().contains("my comment") && desk.screen().contains('▶'), "{}", desk.screen());
    desk.keys("<C-r>u");
    assert!(desk.screen().contains('▶'), "{}", desk.screen());
}

#[test]
fn the_keys_of_the_editor_are_told_whole_in_80_columns() {
    let text =
        "--- a/src/a-rather-long-name-of-a-file.rs\n+++ b/src/a-rather-long-name-of-a-file.rs\n@@ -1 +1 @@\n-a\n+b\n";
    let mut desk = Desk::with(80, 24, text);
    desk.keys("Gc");
    assert!(desk.screen().contains("C-x discard · C-u undo"), "{}", desk.screen());
}

#[test]
fn a_suggestion_to_delete_says_so() {
    let mut desk = Desk::small();
    let mut delete = candidate(1, "README.md", 4);
    delete.claim.suggestion = Some(String::new());
    desk.find(delete);
    desk.keys("J");
    assert!(desk.screen().contains("delete it, put nothing in its place"), "{}", desk.screen());
}

#[test]
fn a_hunks_header_tells_its_risk_before_all_of_its_section() {
    for columns in [60, 80, 120] {
        let mut desk = Desk::with(columns, 30, crate::support::desk::DIFF);
        let screen = desk.screen();
        let row = screen.lines().find(|row| row.contains("@@ −10,7")).expect("the hunk's header");
        assert!(row.contains("⚑ hotspot 1 · risk "), "{screen}");
    }
}

#[test]
fn the_keys_of_the_palette_stand_in_one_column() {
    for columns in [60, 80, 200] {
        let mut desk = Desk::with(columns, 30, crate::support::desk::DIFF);
        desk.keys(":");
        let screen = desk.screen();
        let at = |id: &str, key: &str| {
            let row = screen.lines().find(|row| row.contains(&format!(" {id} "))).expect("a row").trim_end().to_owned();
            assert!(row.ends_with(key), "{row:?}");
            prr::core::text::width(&row) - key.len()
        };
        let rows = [("accept", "a"), ("edit", "e"), ("severity", "s"), ("evidence", "ge")].map(|(id, key)| at(id, key));
        assert!(rows.iter().all(|column| *column == rows[0]), "{rows:?}\n{screen}");
    }
}
