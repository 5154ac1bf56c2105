//! Megabytes made to make a reader slow or fat, and lines as long as a file.

use prr::core::{
    diff::{self, Indexer},
    model::{FileIx, HunkIx, LineRef, Side},
};

/// A reader that looked at bytes again and again would not come back from this within the life of the test.
#[test]
fn hostile_megabytes_are_read_in_one_pass_and_leave_a_small_index() {
    let size = 256 << 10;
    let line =
        |start: &str, unit: &str| [start.as_bytes(), &unit.as_bytes().repeat(size / unit.len()), b"\nx\n"].concat();
    let many = |unit: &str| unit.as_bytes().repeat(size / unit.len());
    let inputs = [
        many("diff --git a/x b/x\n"),
        many("diff --git \"a/x\" \"b/x\"\nold mode 1\n"),
        many("diff --cc x\n"),
        many("@@ -1 +1 @@\n"),
        many("--- a\n+++ b\n"),
        many("--- a\n+++ b\n@@ -1 +1 @@\n"),
        many("\x1b[1m\n"),
        many("\""),
        many("\n"),
        many("\0"),
        line("diff --git ", "\""),
        line("diff --git ", "\"\" "),
        line("diff --git ", "a \""),
        line("diff --git ", " "),
        line("diff --git ", "a/b "),
        line("diff --git ", "\\\""),
        line("diff --git a/x b/x\nrename from x\nrename to \"", "\\\\"),
        line("\x1b[", ";\x1b["),
        line("", "@"),
        line("Submodule ", " ("),
        line("Binary files ", " and "),
        line("--- ", "a/"),
        many("--- a/\n+++ b/\n@@ -1,4294967295 +1,4294967295 @@\n a\n"),
        line("diff --cc x\nindex 1,2..3\n", "@"),
    ];
    for bytes in inputs {
        let diff = diff::parse(bytes.clone());
        let start = String::from_utf8_lossy(&bytes[..40]).into_owned();
        assert!(diff.problems.len() <= 1001, "{start}");
        assert!(diff.files.len() <= bytes.len() / 16 && diff.names.len() <= bytes.len(), "{start}");
        let mut indexer = Indexer::default();
        for piece in bytes.chunks(4096) {
            indexer.push(piece.into());
        }
        assert_eq!(indexer.finish().files.len(), diff.files.len(), "{start}");
    }
}

#[test]
fn a_line_of_megabytes_and_a_hunk_of_a_hundred_thousand_lines_have_their_numbers() {
    let long = "0123456789abcdef".repeat(1 << 17);
    let head = |name: &str, numbers: &str| {
        format!(
            "diff --git a/{name} b/{name}\nindex 1111111..2222222 100644\n--- a/{name}\n+++ b/{name}\n@@ {numbers} @@\n"
        )
    };
    let mut text =
        head("app.min.js", "-1 +1") + &format!("-{long}\n+{long}CHANGED\n") + &head("big.json", "-1,50000 +1,50000");
    (0..50_000).for_each(|i| text += &format!("-  \"k\": {i},\n"));
    (0..50_000).for_each(|i| text += &format!("+  \"k\": {},\n", i + 1));
    let diff = diff::parse(text.into_bytes());
    assert!(diff.problems.is_empty());
    assert_eq!(
        (diff.files[0].counts.added, diff.files[1].counts.added, diff.files[1].counts.removed),
        (1, 50_000, 50_000)
    );
    assert_eq!(diff::line(&diff, LineRef { hunk: HunkIx(0), ord: 1 }).unwrap().text.len(), long.len() + 7);
    let far = LineRef { hunk: HunkIx(1), ord: 99_999 };
    assert_eq!(diff::locate(&diff, FileIx(1), Side::Right, 50_000), Some(far));
    assert_eq!(diff::locate(&diff, FileIx(1), Side::Left, 1), Some(LineRef { hunk: HunkIx(1), ord: 0 }));
    assert_eq!(diff::locate(&diff, FileIx(1), Side::Left, 50_001), None);
    assert_eq!(diff::line_at_offset(&diff, diff.text.len() - 1), Some(far));
}
