//! Where each thread's code stands in the present diff. Pure; costs the threads, and each file with outdated ones
//! once. Called by `session::digest`.

use std::collections::HashMap;

use super::code::{Lines, Match, snippet};
use crate::core::{
    diff,
    model::{Diff, FileIx, LineKind, LineRef, Side, Thread},
};

/// How a thread's place was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found {
    /// On the line that the host names: the last one of a range.
    Here(LineRef),
    /// Outdated; its line stands here now.
    Moved(LineRef),
    /// Outdated; its line has changed, the lines before it stand here.
    Near(LineRef),
    /// Written on the file as a whole.
    File,
    /// On a line that the diff does not show.
    Outside,
    /// Outdated; its code is not in the diff any more.
    Gone,
}

impl Found {
    /// The line, when there is one.
    pub fn line(self) -> Option<LineRef> {
        match self {
            Self::Here(line) | Self::Moved(line) | Self::Near(line) => Some(line),
            Self::File | Self::Outside | Self::Gone => None,
        }
    }
}

/// Where a thread goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ThreadSpot {
    /// Its file; `None` when that is not in the diff.
    pub file: Option<FileIx>,
    /// Where in it.
    pub found: Found,
}

/// The place of each thread, in the order given.
pub fn place(index: &Diff, threads: &[Thread]) -> Vec<ThreadSpot> {
    let mut read = HashMap::new();
    threads.iter().map(|thread| spot(index, thread, &mut read)).collect()
}

type Read<'a> = HashMap<(FileIx, Side), Lines<'a>>;

fn spot<'a>(index: &'a Diff, thread: &Thread, read: &mut Read<'a>) -> ThreadSpot {
    let place = &thread.place;
    let Some(file) = diff::find_file(index, &place.path) else {
        return ThreadSpot { file: None, found: if place.is_file { Found::File } else { Found::Gone } };
    };
    let here = || place.lines.and_then(|lines| diff::locate(index, file, place.side, lines.end()));
    let found = match (place.is_file, here()) {
        (true, _) => Found::File,
        (false, Some(line)) => Found::Here(line),
        (false, None) if place.lines.is_some() && !thread.is_outdated => Found::Outside,
        (false, None) => outdated(index, file, thread, read),
    };
    ThreadSpot { file: Some(file), found }
}

/// By the code that the host kept: on the thread's side, and for a line of the new version also among the removed
/// ones, where a later push may have put it.
fn outdated<'a>(index: &'a Diff, file: FileIx, thread: &Thread, read: &mut Read<'a>) -> Found {
    let place = &thread.place;
    let lines = snippet(&place.hunk, place.side);
    let was = place.original.map(|original| original.end());
    let removed = |at| diff::line(index, at).is_some_and(|line| line.kind == LineKind::Removed);
    let mut find = |side: Side| {
        let known = read.entry((file, side)).or_insert_with(|| Lines::read(index, file, side));
        known.find(&lines, was)
    };
    let first = find(place.side);
    let other = match (first, place.side) {
        (Some(Match::Line(_)), _) | (_, Side::Left) => None,
        (_, Side::Right) => find(Side::Left).filter(|found| matches!(found, Match::Line(at) if removed(*at))),
    };
    match other.or(first) {
        Some(Match::Line(line)) => Found::Moved(line),
        Some(Match::Near(line)) => Found::Near(line),
        None => Found::Gone,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::model::{LineRange, RepoPath, Resolution, ThreadId, ThreadPlace};

    const DIFF: &str = "\
diff --git a/src/a.rs b/src/a.rs
--- a/src/a.rs
+++ b/src/a.rs
@@ -10,6 +10,8 @@ fn one() {
     let first = read();
+    let second = parse(first);
+    check(second);
     return;
 }
-    old_call(first);
+    new_call(first);
 end
@@ -40,3 +42,4 @@ fn two() {
     let third = read();
     check(second);
+    let fourth = 4;
     return;
";

    fn thread(hunk: &str, side: Side, was: u32) -> Thread {
        Thread {
            id: ThreadId(1),
            node: None,
            place: ThreadPlace {
                path: RepoPath::new("src/a.rs"),
                side,
                lines: None,
                original: LineRange::one(was),
                original_commit: String::new(),
                is_file: false,
                hunk: hunk.to_owned(),
            },
            resolution: Resolution::Open,
            is_outdated: true,
            remarks: Vec::new(),
        }
    }

    fn found(thread: Thread) -> (Found, String) {
        let index = diff::parse(DIFF.as_bytes());
        let found = place(&index, &[thread])[0].found;
        let text = found.line().and_then(|at| diff::line(&index, at));
        (found, text.map(|line| String::from_utf8_lossy(line.text).trim().to_owned()).unwrap_or_default())
    }

    #[test]
    fn a_line_that_moved_is_found_by_its_text() {
        let (spot, text) = found(thread("@@ -1,2 +3,2 @@\n x\n+    let second = parse(first);", Side::Right, 3));
        assert!(matches!(spot, Found::Moved(_)));
        assert_eq!(text, "let second = parse(first);");
    }

    #[test]
    fn of_two_equal_lines_the_one_with_the_same_lines_before_it_is_meant() {
        let hunk = "@@ -1 +1 @@\n     let third = read();\n+    check(second);";
        let index = diff::parse(DIFF.as_bytes());
        let at = place(&index, &[thread(hunk, Side::Right, 12)])[0].found.line().unwrap();
        assert_eq!(diff::anchor_of(&index, at), Some((Side::Right, 43)));
    }

    #[test]
    fn an_equal_line_alone_is_not_enough_when_there_are_several() {
        assert_eq!(found(thread("@@ -1 +1 @@\n+    check(second);", Side::Right, 12)).0, Found::Gone);
    }

    #[test]
    fn a_brace_says_nothing_by_itself() {
        assert_eq!(found(thread("@@ -1 +1 @@\n+ }", Side::Right, 14)).0, Found::Gone);
    }

    #[test]
    fn a_line_that_changed_is_found_by_the_lines_before_it() {
        let hunk = "@@ -1 +1 @@\n+    let second = parse(first);\n+    check(second);\n+    give_back(second);";
        let (spot, text) = found(thread(hunk, Side::Right, 12));
        assert!(matches!(spot, Found::Near(_)));
        assert_eq!(text, "return;");
    }

    #[test]
    fn a_line_of_the_new_version_that_was_removed_later_is_found_among_the_removed() {
        let (spot, text) = found(thread("@@ -1 +1 @@\n     old_call(first);", Side::Right, 15));
        assert!(matches!(spot, Found::Moved(_)));
        assert_eq!(text, "old_call(first);");
    }

    #[test]
    fn the_hosts_line_decides_while_it_is_in_the_diff() {
        let mut current = thread("", Side::Left, 15);
        current.is_outdated = false;
        current.place.lines = LineRange::new(13, 13);
        assert_eq!(found(current.clone()).1, "old_call(first);");
        current.place.lines = LineRange::one(900);
        assert_eq!(found(current.clone()).0, Found::Outside);
        current.place.is_file = true;
        assert_eq!(found(current.clone()).0, Found::File);
        current.place.path = RepoPath::new("gone.rs");
        let index = diff::parse(DIFF.as_bytes());
        assert_eq!(place(&index, &[current])[0].file, None);
    }

    #[test]
    fn nothing_kept_finds_nothing() {
        assert_eq!(found(thread("", Side::Right, 1)).0, Found::Gone);
        assert_eq!(found(thread("@@ -1 +1 @@", Side::Right, 1)).0, Found::Gone);
    }
}
