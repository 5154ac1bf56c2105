//! Damaged and hostile input: what cannot be read becomes a problem with its line, the rest is kept.

use prr::core::{
    diff::{self, Indexer},
    model::{Diff, FileForm, FileIx, FileStatus, HunkIx, LineKind, LineRef, RepoPath, Side},
};

fn paths(diff: &Diff) -> Vec<String> {
    diff.file_numbers().map(|ix| diff.path(ix).lossy().into_owned()).collect()
}

fn extents(diff: &Diff) -> Vec<(u32, u32, u32, u32)> {
    diff.hunks.iter().map(|h| (h.old.start, h.old.count, h.new.start, h.new.count)).collect()
}

/// The only problem: its line, and its words hold these.
fn problem(diff: &Diff, line: u64, words: &str) {
    assert_eq!(diff.problems.len(), 1, "{:?}", diff.problems);
    let problem = &diff.problems[0];
    assert!(problem.line == line && problem.what.contains(words), "{problem:?}");
    assert!(problem.what.ends_with('.'), "a sentence: {problem:?}");
}

const HEAD: &str = "diff --git a/x b/x\nindex 1111111..2222222 100644\n--- a/x\n+++ b/x\n";
const NEXT: &str = "diff --git a/y b/y\nindex 1111111..2222222 100644\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n";

#[test]
fn a_body_that_is_too_short_keeps_its_lines_and_the_next_file() {
    let diff = diff::parse(format!("{HEAD}@@ -1,5 +1,5 @@\n a\n-b\n+c\n{NEXT}").into_bytes());
    assert_eq!(paths(&diff), ["x", "y"]);
    assert_eq!(extents(&diff), [(1, 2, 1, 2), (1, 1, 1, 1)]);
    problem(&diff, 5, "3 old and 3 new");
}

#[test]
fn a_hunk_cut_off_by_the_end_of_the_input_keeps_its_lines() {
    let diff = diff::parse(format!("{HEAD}@@ -1,5 +1,5 @@\n a\n-b\n+no line fe").into_bytes());
    assert_eq!((diff.hunks[0].lines, extents(&diff)), (3, vec![(1, 2, 1, 2)]));
    assert_eq!(diff::lines(&diff, HunkIx(0), 2).next().unwrap().text, b"no line fe");
    problem(&diff, 5, "are missing");
}

#[test]
fn lines_behind_the_counts_are_left_out_and_said() {
    let diff =
        diff::parse(format!("{HEAD}@@ -1 +1 @@\n-a\n+b\n+hidden?\n more\n@@ -9 +9 @@\n-c\n+d\n{NEXT}").into_bytes());
    assert_eq!((paths(&diff), extents(&diff).len(), diff.hunks[0].lines), (vec!["x".into(), "y".into()], 3, 2));
    assert_eq!(diff.problems[0].file, Some(FileIx(0)));
    problem(&diff, 8, "More lines follow");
}

#[test]
fn a_minus_line_too_many_is_said_too() {
    for extra in ["-gone", "--- gone", "--- a\n+++ b"] {
        let diff = diff::parse(format!("{HEAD}@@ -1 +1 @@\n-a\n+b\n{extra}\n{NEXT}").into_bytes());
        assert_eq!(diff.files.len(), 2, "{extra}");
        problem(&diff, 8, "More lines follow");
    }
}

#[test]
fn an_unreadable_hunk_header_loses_its_hunk_only() {
    for header in ["@@ -1,x +1 @@", "@@ -1 +1", "@@ nonsense @@", "@@ -1 +1 @", "@@@ -1 -1 +1 @@@", "@@ --1 +1 @@"] {
        let diff = diff::parse(format!("{HEAD}{header}\n-a\n+b\n@@ -9 +9 @@\n-c\n+d\n{NEXT}").into_bytes());
        assert_eq!((diff.files.len(), extents(&diff)), (2, vec![(9, 1, 9, 1), (1, 1, 1, 1)]), "{header}");
        problem(&diff, 5, "cannot be read");
    }
}

#[test]
fn a_hunk_without_a_file_is_named_by_its_line() {
    let diff = diff::parse(format!("some words\n@@ -1 +1 @@\n-a\n+b\n{NEXT}").into_bytes());
    assert_eq!(paths(&diff), ["y"]);
    problem(&diff, 2, "no file");
}

#[test]
fn a_diff_line_with_nothing_behind_it_is_no_file() {
    let diff = diff::parse(format!("diff --git a/lonely b/lonely\n{NEXT}").into_bytes());
    assert_eq!(paths(&diff), ["y"]);
    problem(&diff, 1, "Nothing follows");
}

#[test]
fn a_file_whose_hunks_were_lost_is_listed_with_a_word() {
    let diff = diff::parse(format!("{HEAD}{NEXT}").into_bytes());
    assert_eq!(paths(&diff), ["x", "y"]);
    problem(&diff, 1, "no hunk");
}

#[test]
fn names_that_cannot_be_made_out_do_not_hide_the_lines() {
    let diff = diff::parse(&b"diff --git \"a/open b/c d\nnew file mode 100644\n@@ -0,0 +1 @@\n+evil\n"[..]);
    assert_eq!((diff.files.len(), diff.files[0].counts.added), (1, 1));
    problem(&diff, 1, "cannot be made out");
}

#[test]
fn a_header_that_names_two_files_is_taken_by_what_would_be_patched() {
    let diff = diff::parse(&b"diff --git a/shown b/shown\n--- a/real\n+++ b/real\n@@ -1 +1 @@\n-a\n+b\n"[..]);
    assert_eq!(paths(&diff), ["real"]);
    problem(&diff, 1, "two different files");
    let diff = diff::parse(&b"diff --git a/y b/y\n--- a/xy\n+++ b/xy\n@@ -1 +1 @@\n-a\n+b\n"[..]);
    assert_eq!(paths(&diff), ["xy"]);
    problem(&diff, 1, "two different files");
}

#[test]
fn numbers_beyond_32_bits_neither_wrap_nor_take_comments() {
    for start in ["4294967294", "4294967295", "99999999999999", "99999999999999999999999999"] {
        let text = format!("{HEAD}@@ -{start},3 +{start},3 @@\n a\n-b\n+c\n d\n");
        let diff = diff::parse(text.into_bytes());
        assert_eq!(diff.hunks[0].lines, 4, "{start}");
        problem(&diff, 5, "4294967294");
        every_anchor_comes_back(&diff);
    }
    let diff = diff::parse(format!("{HEAD}@@ -1,99999999999 +1,99999999999 @@\n a\n-b\n+c\n{NEXT}").into_bytes());
    assert_eq!((paths(&diff), extents(&diff)[0]), (vec!["x".into(), "y".into()], (1, 2, 1, 2)));
}

#[test]
fn line_zero_takes_no_comment() {
    let diff = diff::parse(format!("{HEAD}@@ -0,2 +0,2 @@\n a\n-b\n+c\n").into_bytes());
    problem(&diff, 5, "line 0");
    assert_eq!(diff::anchor_of(&diff, LineRef { hunk: HunkIx(0), ord: 0 }), None);
    assert_eq!(diff::locate(&diff, FileIx(0), Side::Right, 0), None);
    every_anchor_comes_back(&diff);
}

#[test]
fn hunks_out_of_order_and_over_each_other_still_give_lines_that_exist() {
    let hunk = |n: u32| format!("@@ -{n},2 +{n},2 @@\n same {n}\n-old\n+new\n");
    let text = format!("{HEAD}{}{}{}{}", hunk(90), hunk(5), hunk(6), hunk(5));
    let diff = diff::parse(text.into_bytes());
    assert!(diff.problems.is_empty());
    every_anchor_comes_back(&diff);
}

fn every_anchor_comes_back(diff: &Diff) {
    for file in diff.file_numbers() {
        for hunk in diff.hunks_of(file) {
            for ord in 0..diff.hunk(hunk).unwrap().lines {
                if let Some((side, number)) = diff::anchor_of(diff, LineRef { hunk, ord }) {
                    let found = diff::locate(diff, file, side, number).unwrap();
                    let line = diff::line(diff, found).unwrap();
                    assert_eq!(if side == Side::Left { line.old } else { line.new }, Some(number));
                }
            }
        }
    }
}

#[test]
fn a_coloured_diff_says_how_to_make_one_without() {
    let text = "\x1b[1mdiff --git a/x b/x\x1b[m\n\x1b[1mindex 1..2 100644\x1b[m\n\x1b[36m@@ -1 +1 @@\x1b[m\n";
    let diff = diff::parse(text.as_bytes());
    assert!(diff.files.is_empty());
    problem(&diff, 1, "--no-color");
}

#[test]
fn a_context_line_that_lost_its_blank_is_still_context() {
    let diff = diff::parse(format!("{HEAD}@@ -1,3 +1,4 @@\n a\n\n+b\n c\n").into_bytes());
    assert!(diff.problems.is_empty(), "{:?}", diff.problems);
    let line = diff::line(&diff, LineRef { hunk: HunkIx(0), ord: 1 }).unwrap();
    assert_eq!(
        (line.kind, line.old, line.new, line.mark, line.text),
        (LineKind::Context, Some(2), Some(2), &b""[..], &b""[..])
    );
}

#[test]
fn no_newline_marks_are_known_in_any_language_and_say_which_side() {
    let diff = diff::parse(
        format!("{HEAD}@@ -1 +1 @@\n-a\n\\ Kein Zeilenumbruch am Dateiende.\n+b\n\\ Pas de fin de ligne\n")
            .into_bytes(),
    );
    assert!(diff.files[0].no_newline.old && diff.files[0].no_newline.new && diff.problems.is_empty());
    let kinds: Vec<_> = diff::lines(&diff, HunkIx(0), 0).map(|l| (l.kind, l.old, l.new)).collect();
    assert_eq!(kinds[1], (LineKind::NoNewline, None, None));
    assert_eq!(diff::anchor_of(&diff, LineRef { hunk: HunkIx(0), ord: 3 }), None);
    assert_eq!(diff::anchor_of(&diff, LineRef { hunk: HunkIx(0), ord: 2 }), Some((Side::Right, 1)));
}

#[test]
fn diffs_of_other_tools_are_read() {
    let gnu = "diff -ru old/src/a.c new/src/a.c\n--- old/src/a.c\t2026-01-01 00:00:00.000000000 +0000\n+++ new/src/a.c\t2026-01-02 00:00:00.000000000 +0000\n@@ -1 +1 @@\n-a\n+b\nOnly in new: z\nBinary files old/b and c.png and new/b and c.png differ\ndiff -ruN old/n new/n\n--- old/n\t1970-01-01 00:00:00.000000000 +0000\n+++ new/n\t2026-01-02 00:00:00.000000000 +0000\n@@ -0,0 +1 @@\n+b\n";
    let diff = diff::parse(gnu.as_bytes());
    assert_eq!(paths(&diff), ["src/a.c", "b and c.png", "n"]);
    assert_eq!(diff.files[1].form, FileForm::Binary);
    assert_eq!(diff.files[2].status, FileStatus::Added);
    let svn = "Index: trunk/a b.c\n===================================================================\n--- trunk/a b.c\t(revision 1)\n+++ trunk/a b.c\t(working copy)\n@@ -1 +1 @@\n-a\n+b\n\nProperty changes on: trunk/a b.c\n";
    assert_eq!(paths(&diff::parse(svn.as_bytes())), ["trunk/a b.c"]);
    let hg = "diff -r 0123456789ab -r ba9876543210 lib/x.py\n--- a/lib/x.py\tThu Jan 01 00:00:00 2026 +0000\n+++ b/lib/x.py\tThu Jan 01 00:00:00 2026 +0000\n@@ -1,1 +1,1 @@\n-a\n+b\n";
    assert_eq!(paths(&diff::parse(hg.as_bytes())), ["lib/x.py"]);
    let no_index = "diff --git a/one b/two\nindex 1..2 100644\n--- a/one\n+++ b/two\n@@ -1 +1 @@\n-a\n+b\n";
    let diff = diff::parse(no_index.as_bytes());
    assert_eq!((paths(&diff), diff.files[0].status), (vec!["two".into()], FileStatus::Renamed));
    assert!(diff.problems.is_empty(), "{:?}", diff.problems);
    assert_eq!(diff::find_file(&diff, &RepoPath::new("one")), Some(FileIx(0)));
}

#[test]
fn submodule_lines_are_files_without_lines() {
    let text = "Submodule lib/a b 1111111..2222222:\n  > subject\nSubmodule old 1111111...0000000 (submodule deleted)\nSubmodule new 0000000...2222222 (new submodule)\nSubmodule odd 1111111...2222222 (commits not present)\nSubmodule back 2222222..1111111 (rewind):\nSubmodule dirty contains modified content\nSubmodule docs are prose\n";
    let diff = diff::parse(text.as_bytes());
    assert_eq!(paths(&diff), ["lib/a b", "old", "new", "odd", "back", "dirty"]);
    let statuses: Vec<_> = diff.files.iter().map(|f| f.status.letter()).collect();
    assert_eq!(statuses, ['M', 'D', 'A', 'M', 'M', 'M']);
    assert!(diff.problems.is_empty());
}

#[test]
fn content_that_looks_like_headers_stays_content() {
    let body = "--- a/z\n+++ b/z\n-@@ -1 +1 @@\n+diff --git a/z b/z\n \n-- \n";
    let diff = diff::parse(format!("{HEAD}@@ -1,4 +1,3 @@\n{body}{NEXT}").into_bytes());
    assert_eq!((paths(&diff), diff.hunks[0].lines), (vec!["x".into(), "y".into()], 6));
    assert!(diff.problems.is_empty(), "{:?}", diff.problems);
}

#[test]
fn a_hunk_grows_from_snapshot_to_snapshot() {
    let mut indexer = Indexer::default();
    indexer.push(format!("{HEAD}@@ -1,200 +1,200 @@\n a\n").into_bytes().into());
    let first = indexer.snapshot();
    assert_eq!((first.hunks[0].lines, first.lines, first.complete, first.problems.len()), (1, 1, false, 0));
    indexer.push(" b\n".repeat(150).into_bytes().into());
    let second = indexer.snapshot();
    assert_eq!((second.hunks[0].lines, second.marks.len(), second.hunks[0].new.count), (151, 3, 200));
    assert_eq!(diff::locate(&second, FileIx(0), Side::Right, 151), Some(LineRef { hunk: HunkIx(0), ord: 150 }));
    assert_eq!(first.hunks[0].lines, 1, "an older snapshot stays as it is");
}

#[test]
fn a_file_comes_into_a_snapshot_when_its_header_has_ended() {
    let mut indexer = Indexer::default();
    indexer.push(HEAD.as_bytes().into());
    assert!(indexer.snapshot().files.is_empty());
    indexer.push(b"@@ -1 +1 @@\n"[..].into());
    assert_eq!(indexer.snapshot().files.len(), 1);
}

#[test]
fn an_empty_input_is_an_empty_diff() {
    let diff = diff::parse(&b""[..]);
    assert!(diff.files.is_empty() && diff.problems.is_empty() && diff.complete);
    assert!(Indexer::default().snapshot().files.is_empty());
}

#[test]
fn a_line_that_fits_one_side_only_ends_the_hunk() {
    let diff = diff::parse(format!("{HEAD}@@ -1,2 +1 @@\n a\n b\n{NEXT}").into_bytes());
    assert_eq!((extents(&diff)[0], diff.hunks[0].lines), ((1, 1, 1, 1), 1));
    problem(&diff, 5, "1 old and 0 new");
    let diff = diff::parse(format!("{HEAD}@@ -1 +1,2 @@\n a\n-b\n{NEXT}").into_bytes());
    assert_eq!((extents(&diff)[0], diff.hunks[0].lines), ((1, 1, 1, 1), 1));
    problem(&diff, 5, "0 old and 1 new");
}

#[test]
fn a_side_without_lines_goes_on_behind_the_line_its_header_names() {
    let diff = diff::parse(format!("{HEAD}@@ -3,0 +4,2 @@\n+a\n+b\n@@ -9,2 +11,0 @@\n-c\n-d\n").into_bytes());
    assert_eq!((diff.marks[0].old, diff.marks[0].new, diff.marks[1].old, diff.marks[1].new), (4, 4, 9, 12));
    every_anchor_comes_back(&diff);
}

#[test]
fn a_mails_message_may_hold_lines_that_look_like_single_line_entries() {
    let lone = "Submodule lib 1111111..2222222:\n* Unmerged path x\nBinary files a/x and b/x differ\n@@ -1 +1 @@\n";
    let mail =
        format!("From 0123456789 Mon Sep 17 00:00:00 2001\nSubject: x\n\n{lone}---\n x | 2 +-\n\n{NEXT}-- \n2.47.3\n");
    let diff = diff::parse(mail.into_bytes());
    assert_eq!((paths(&diff), diff.problems.len()), (vec!["y".to_owned()], 0));
    assert_eq!(diff::parse(lone.as_bytes()).files.len(), 3, "and are entries elsewhere");
}
