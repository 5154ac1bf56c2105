//! The file tree: folders, folds, filter, order, viewed marks.

use crate::support::desk::{Desk, candidate};

/// A change of files with these paths, one line each.
fn change(paths: &[&str]) -> String {
    let file = |path: &&str| {
        format!(
            "diff --git a/{path} b/{path}\n--- a/{path}\n+++ b/{path}\n@@ -1,2 +1,2 @@\n same\n-old {path}\n+new {path}\n"
        )
    };
    paths.iter().map(file).collect()
}

const PATHS: [&str; 6] =
    ["Cargo.toml", "src/app/main.rs", "src/app/run.rs", "src/auth/login.rs", "src/lib.rs", "tests/all/one.rs"];

fn desk() -> Desk {
    let mut desk = Desk::with(120, 30, &change(&PATHS));
    desk.find(candidate(1, "src/auth/login.rs", 2));
    desk.end();
    desk
}

/// The tree's rows, without what is right of it.
fn rows(desk: &mut Desk) -> Vec<String> {
    let screen = desk.screen();
    let rows = screen.lines().filter_map(|line| Some(line.split_once('│')?.0.trim_end().to_owned()));
    rows.filter(|row| !row.is_empty()).collect()
}

fn names(desk: &mut Desk) -> Vec<String> {
    let is_name = |word: &&str| word.chars().count() > 1 && !word.starts_with(['+', '−']);
    rows(desk).iter().filter_map(|row| row.split_whitespace().find(is_name).map(str::to_owned)).collect()
}

#[test]
fn folders_hold_their_files_and_chains_are_one_row() {
    let all =
        ["Cargo.toml", "src/", "app/", "main.rs", "run.rs", "auth/", "login.rs", "lib.rs", "tests/all/", "one.rs"];
    assert_eq!(names(&mut desk()), all);
}

#[test]
fn a_folded_folder_tells_sums_and_findings_of_what_it_hides() {
    let mut desk = desk();
    desk.keys("hggj\n");
    assert_eq!(names(&mut desk), ["Cargo.toml", "src/", "tests/all/", "one.rs"]);
    let src = rows(&mut desk)[1].clone();
    assert!(src.contains("▸ src/") && src.contains("4f +4 −4") && src.contains("◆1"), "{src}");
    // The file that is read lies in it: the folder is marked.
    desk.keys("l");
    assert_eq!(names(&mut desk).len(), 10);
    desk.keys("-");
    assert_eq!(names(&mut desk), ["Cargo.toml", "src/", "tests/all/"]);
    desk.keys("+");
    assert_eq!(names(&mut desk).len(), 10);
}

#[test]
fn h_goes_to_the_folder_around_and_folds_it() {
    let mut desk = desk();
    desk.keys("...h");
    assert_eq!(desk.under(), "file src/app/run.rs");
    desk.keys("h");
    let here = |desk: &mut Desk| rows(desk).len();
    let before = here(&mut desk);
    desk.keys("h");
    assert_eq!(here(&mut desk), before - 2);
}

#[test]
fn the_filter_shows_matching_files_as_it_is_typed_and_escape_ends_it() {
    let mut desk = desk();
    desk.keys("h/log");
    assert_eq!(names(&mut desk)[1..], ["src/", "auth/", "login.rs"]);
    assert!(rows(&mut desk)[0].contains("1 file"), "{:?}", rows(&mut desk));
    desk.keys("\n");
    assert!(desk.ui.tree.focus);
    desk.keys("G\n");
    assert_eq!(desk.under(), "file src/auth/login.rs");
    desk.keys("h/<Esc>");
    assert_eq!(names(&mut desk).len(), 10);
    desk.keys("/zzz");
    assert!(rows(&mut desk)[0].contains("0 files"));
    desk.keys("<Esc>jjk");
}

#[test]
fn by_risk_is_a_list_and_the_cursor_stays_on_its_file() {
    let mut desk = desk();
    desk.keys("....zs");
    assert!(desk.message().contains("by risk"), "{}", desk.message());
    let list = rows(&mut desk);
    assert!(list[0].contains("by risk") && list.len() == 7, "{list:?}");
    assert!(list[1].contains("th/login.rs"), "{list:?}");
    desk.keys("zs");
    assert_eq!(names(&mut desk).len(), 10);
}

#[test]
fn space_marks_a_file_or_all_of_a_folder_and_says_what_is_undecided() {
    let mut desk = desk();
    desk.keys("hggj ");
    assert!(desk.message().contains("viewed: 4 files · 1 undecided finding in it"), "{}", desk.message());
    assert!(rows(&mut desk)[1].starts_with('✓'), "{:?}", rows(&mut desk));
    assert_eq!(desk.session.viewed.len(), 4);
    // On to what is behind it.
    desk.keys("\n");
    assert_eq!(desk.session.viewed.values().filter(|mark| mark.viewed).count(), 4);
    desk.keys("hggj ");
    assert_eq!(desk.session.viewed.values().filter(|mark| mark.viewed).count(), 0);
    assert!(!rows(&mut desk)[1].starts_with('✓'));
    // Each mark is a record.
    let marks = desk.records.iter().filter(|r| matches!(r, prr::core::model::Record::Viewed { .. })).count();
    assert_eq!(marks, 8);
}

#[test]
fn a_large_tree_opens_folded_and_every_step_is_quick() {
    let names: Vec<String> = (0..3000).map(|n| format!("d{:02}/s{:02}/f{n:04}.rs", n / 100, n % 100 / 10)).collect();
    let paths: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut desk = Desk::with(120, 30, &change(&paths));
    let first = rows(&mut desk)[0].clone();
    assert!(first.contains("▸ d00/") && first.contains("100f +100 −100"), "{first}");
    desk.keys("hj\n");
    assert!(rows(&mut desk).iter().any(|row| row.contains("▾ d01/")), "{:?}", rows(&mut desk));
    desk.keys("jlj\n");
    assert_eq!(desk.under(), "file d01/s00/f0100.rs");
    // The row of the file that is read is marked, wherever it is.
    desk.keys("G");
    assert!(rows(&mut desk).iter().any(|row| row.contains("d29/")), "{:?}", rows(&mut desk));
}

#[test]
fn before_all_of_the_diff_is_there_files_are_listed_as_they_come() {
    let mut desk = Desk::new(120, 30);
    let mut indexer = prr::core::diff::Indexer::default();
    let text = change(&PATHS);
    indexer.push(std::sync::Arc::from(&text.as_bytes()[..text.len() - 200]));
    desk.tell(prr::session::Msg::DiffGrew(std::sync::Arc::new(indexer.snapshot())));
    assert!(rows(&mut desk)[1].contains("src/app/main.rs"), "{:?}", rows(&mut desk));
    desk.keys("hj\n");
    assert_eq!(desk.under(), "file src/app/main.rs");
}

#[test]
fn space_goes_to_the_next_file_that_is_not_viewed_wherever_it_is() {
    let mut desk = desk();
    let viewed = |desk: &Desk| desk.session.viewed.values().filter(|mark| mark.viewed).count();
    let all = desk.session.diff.files.len();
    // Every second file is viewed by hand; Space alone then comes to each of the others, and to none twice.
    desk.keys("hgg");
    let is_file = |desk: &Desk| format!("{:?}", desk.ui.tree.cursor).starts_with("File");
    let open = |desk: &Desk| {
        let files = desk.ui.tree.files(desk.ui.tree.cursor);
        is_file(desk) && !desk.session.is_viewed(files[0])
    };
    while !open(&desk) {
        desk.keys("j");
    }
    desk.keys(" ");
    for done in 1..all {
        assert!(open(&desk), "after {done}: {:?}", desk.ui.tree.cursor);
        assert_eq!(viewed(&desk), done);
        if done % 2 == 1 {
            // From elsewhere, round the end.
            desk.keys("G");
            while !open(&desk) {
                desk.keys("k");
            }
        }
        desk.keys(" ");
    }
    assert_eq!(viewed(&desk), all);
    // Behind a folder too: what is in it is passed.
    desk.keys("ggj ");
    let before = desk.ui.tree.cursor;
    assert!(viewed(&desk) < all, "its marks are taken away");
    desk.keys(" ");
    assert_eq!((viewed(&desk), desk.ui.tree.cursor), (all, before), "nothing is left: it stays");
}

#[test]
fn a_folded_folder_tells_the_risk_that_it_hides() {
    let mut desk = Desk::with(120, 30, crate::support::desk::DIFF);
    desk.keys("h");
    let heat: Vec<String> = rows(&mut desk).into_iter().filter(|row| row.contains(['▂', '▅', '█'])).collect();
    assert!(!heat.is_empty(), "{:?}", rows(&mut desk));
    desk.keys("-");
    let folded = rows(&mut desk);
    assert!(folded.iter().any(|row| row.contains('▸') && row.contains(['▂', '▅', '█'])), "{folded:?}");
    desk.keys("+");
    assert_eq!(rows(&mut desk).into_iter().filter(|row| row.contains(['▂', '▅', '█'])).count(), heat.len());
}
