//! Any bytes: no panic, the same index however they are cut, and every anchor the index gives exists.

use proptest::prelude::*;
use prr::core::{
    diff::{self, Indexer},
    model::{Diff, FileForm, LineKind, LineRef, RepoPath, Side},
};

use super::cuts;

/// Everything that must hold for every index.
fn check(diff: &Diff) {
    let mut lines = 0;
    let mut hunks = 0;
    for file in diff.file_numbers() {
        let entry = diff.file(file).unwrap();
        assert_eq!(entry.hunks.start, hunks, "hunks of files follow each other");
        hunks = entry.hunks.end;
        assert!(diff::find_file(diff, &diff.path(file)).is_some());
        assert!(diff::text_hash(diff, file).is_some());
        let mut counts = (0, 0);
        for hunk in diff.hunks_of(file) {
            let at = diff.hunk(hunk).unwrap();
            assert_eq!((at.file, at.lines_before), (file, lines));
            assert_eq!(at.marks.len(), at.lines.div_ceil(Diff::STRIDE) as usize);
            lines += u64::from(at.lines);
            let decoded: Vec<_> = diff::lines(diff, hunk, 0).collect();
            assert_eq!(decoded.len(), at.lines as usize);
            for (ord, line) in (0..).zip(&decoded) {
                let here = LineRef { hunk, ord };
                assert_eq!(diff::line(diff, here).as_ref(), Some(line));
                assert_eq!(diff::line_at_offset(diff, line.offset), Some(here));
                counts.0 += u32::from(line.kind == LineKind::Added);
                counts.1 += u32::from(line.kind == LineKind::Removed);
                comes_back(diff, here, line.kind);
            }
            assert_eq!(diff::line(diff, LineRef { hunk, ord: at.lines }), None);
            assert!(diff.complete || !decoded.is_empty() || at.lines == 0);
        }
        assert_eq!((entry.counts.added, entry.counts.removed), counts);
    }
    assert_eq!((diff.lines, diff.hunks.len() as u32, diff.by_path.len()), (lines, hunks, diff.files.len()));
    assert!(diff.by_path.windows(2).all(|w| (diff.path(w[0]), w[0]) < (diff.path(w[1]), w[1])));
}

fn comes_back(diff: &Diff, here: LineRef, kind: LineKind) {
    let file = diff.hunk(here.hunk).unwrap().file;
    let combined = matches!(diff.file(file).unwrap().form, FileForm::Combined { .. });
    let Some((side, number)) = diff::anchor_of(diff, here) else { return };
    assert_eq!(side == Side::Left, kind == LineKind::Removed);
    assert!(number > 0 && (side == Side::Right || !combined));
    // In overlapping hunks another line may carry the same number; it must carry it truly.
    let found = diff::locate(diff, file, side, number).expect("every anchor exists");
    let line = diff::line(diff, found).unwrap();
    assert_eq!(if side == Side::Left { line.old } else { line.new }, Some(number));
}

fn check_cut(bytes: &[u8], seed: u64) {
    let whole = diff::parse(bytes);
    check(&whole);
    cuts::assert_same(&whole, &cuts::feed(&cuts::at_random_lines(bytes, seed)));
    let size = (seed % 97 + 1) as usize;
    let chunks: Vec<Vec<u8>> = bytes.chunks(size).map(<[u8]>::to_vec).collect();
    cuts::assert_same(&whole, &cuts::feed(&chunks));
    let mut indexer = Indexer::default();
    indexer.push(bytes.into());
    check(&indexer.snapshot());
}

/// Lines from which diffs, and things like diffs, are made.
const FRAGMENTS: &[&str] = &[
    "diff --git a/x b/x\n",
    "diff --git a/one two b/one two\n",
    "diff --git \"a/\\303\\251\" \"b/\\303\\251\"\n",
    "diff --git \"a/bad b/bad\n",
    "diff --cc f\n",
    "diff --combined \"f\\t\"\n",
    "diff -r a b\n",
    "index 1..2 100644\n",
    "index 1,2..3\n",
    "index 1,2,3..4\n",
    "old mode 100644\n",
    "new mode 100755\n",
    "new file mode 120000\n",
    "deleted file mode 160000\n",
    "rename from a\n",
    "rename to b\n",
    "copy from \"q\\\"\"\n",
    "copy to c\n",
    "similarity index 9%\n",
    "similarity index 999%\n",
    "--- a/x\n",
    "--- /dev/null\n",
    "--- a/one two\t\n",
    "+++ b/x\n",
    "+++ /dev/null\n",
    "+++ b/one two\t\n",
    "@@ -1 +1 @@\n",
    "@@ -1,3 +1,3 @@ fn\n",
    "@@ -1,0 +2,2 @@\n",
    "@@ -0,0 +0,0 @@\n",
    "@@ -4294967295,2 +4294967294,9 @@\n",
    "@@ -1,70 +1,70 @@\n",
    "@@@ -1,2 -1,2 +1,3 @@@\n",
    "@@@@ -1 -1 -1 +1 @@@@\n",
    "@@ bad @@\n",
    "@@ -1 +1 @@\r\n",
    " context\n",
    "+added\n",
    "-removed\n",
    "++both\n",
    "- lost\n",
    " +one\n",
    "\n",
    "\r\n",
    "\\ No newline at end of file\n",
    "\\\n",
    "\\x\n",
    "Binary files a/x and b/x differ\n",
    "GIT binary patch\n",
    "literal 3\n",
    "Kcmb1\n",
    "-- \n",
    "From 0123456789\n",
    "commit 1\n",
    "Submodule s 1111..2222:\n",
    "* Unmerged path u\n",
    "\x1b[1mdiff --git\n",
    "--- a/x",
    "+end",
    "@@ -1 +1 @@",
    " \n",
    "-\n",
    "+\n",
    "+\0\n",
    "--- \n",
    "+++ \n",
    "diff --git \n",
    "diff --git  \n",
];

/// One or many of them, or anything.
fn fragment() -> impl Strategy<Value = Vec<u8>> {
    let fixed = prop::sample::select(FRAGMENTS);
    prop_oneof![
        12 => fixed.prop_map(|s| s.as_bytes().to_vec()),
        2 => (prop::sample::select(vec![b' ', b'+', b'-']), 1usize..200).prop_map(|(b, n)| [b, b'x', b'\n'].repeat(n)),
        1 => prop::collection::vec(any::<u8>(), 0..40),
    ]
}

/// A hunk whose counts are true: marks of its lines, and hostile contents.
#[derive(Debug, Clone)]
struct Hunk {
    gap: u32,
    lines: Vec<(u8, String)>,
}

fn hunk() -> impl Strategy<Value = Hunk> {
    let content = prop::sample::select(vec![
        "",
        "plain",
        "-- a/x",
        "++ b/x",
        "@@ -1 +1 @@",
        "diff --git a/x b/x",
        "\\ No newline at end of file",
        "\r",
        "\u{2028}x",
        "Binary files a and b differ",
        "\x1b[31m",
        "-- ",
        "- ",
        "\0",
    ]);
    let mark = prop::sample::select(vec![b' ', b'+', b'-']);
    let lines = prop::collection::vec((mark, content.prop_map(str::to_owned)), 1..90);
    (0u32..50, lines).prop_map(|(gap, mut lines)| {
        // git takes no hunk without a change.
        lines.push((b'+', "change".to_owned()));
        Hunk { gap, lines }
    })
}

fn write(files: &[(String, Vec<Hunk>)]) -> Vec<u8> {
    let mut out = Vec::new();
    for (name, hunks) in files {
        out.extend(
            format!("diff --git a/{name} b/{name}\nindex 1111111..2222222 100644\n--- a/{name}\t\n+++ b/{name}\t\n")
                .into_bytes(),
        );
        let (mut old, mut new) = (1, 1);
        for hunk in hunks {
            let count = |gone: u8| hunk.lines.iter().filter(|(mark, _)| *mark != gone).count() as u32;
            let (olds, news) = (count(b'+'), count(b'-'));
            (old, new) = (old + hunk.gap, new + hunk.gap);
            let start = |at: u32, count: u32| if count == 0 { at - 1 } else { at };
            out.extend(
                format!("@@ -{},{olds} +{},{news} @@ {name}\n", start(old, olds), start(new, news)).into_bytes(),
            );
            for (mark, text) in &hunk.lines {
                out.extend([&[*mark][..], text.as_bytes(), b"\n"].concat());
            }
            (old, new) = (old + olds, new + news);
        }
    }
    out
}

fn files() -> impl Strategy<Value = Vec<(String, Vec<Hunk>)>> {
    let name = prop::sample::select(vec!["x", "x b/x", "b/b", "two words", " lead", "a/b b/a", "é", "trail "]);
    prop::collection::vec((name.prop_map(str::to_owned), prop::collection::vec(hunk(), 1..5)), 1..6)
}

/// Few cases in every run; `PROPTEST_CASES=5000` for a long look by hand.
fn config(cases: u32) -> ProptestConfig {
    let by_hand = std::env::var_os("PROPTEST_CASES").is_some();
    let mut config = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    config.cases = if by_hand { config.cases } else { cases };
    config
}

proptest! {
    #![proptest_config(config(40))]

    #[test]
    fn any_bytes_give_an_index_that_holds(bytes in prop::collection::vec(any::<u8>(), 0..400), seed: u64) {
        check_cut(&bytes, seed);
    }

    #[test]
    fn any_order_of_diff_like_lines_gives_an_index_that_holds(parts in prop::collection::vec(fragment(), 0..60), seed: u64) {
        check_cut(&parts.concat(), seed);
    }

    #[test]
    fn a_true_diff_is_read_as_it_was_written(files in files(), seed: u64) {
        let bytes = write(&files);
        check_cut(&bytes, seed);
        let diff = diff::parse(bytes);
        prop_assert!(diff.problems.is_empty(), "{:?}", diff.problems);
        prop_assert_eq!(diff.files.len(), files.len());
        for (ix, (name, hunks)) in diff.file_numbers().zip(&files) {
            prop_assert_eq!(diff.path(ix), RepoPath::new(name));
            prop_assert_eq!(diff.hunks_of(ix).count(), hunks.len());
            for (hunk, wanted) in diff.hunks_of(ix).zip(hunks) {
                let found: Vec<_> = diff::lines(&diff, hunk, 0).map(|l| (l.mark.to_vec(), l.text.to_vec())).collect();
                let wanted: Vec<_> = wanted.lines.iter().map(|(m, t)| (vec![*m], t.as_bytes().to_vec())).collect();
                prop_assert_eq!(found, wanted);
            }
        }
    }
}

proptest! {
    #![proptest_config(config(20))]

    #[test]
    fn a_real_diff_with_lines_lost_doubled_or_changed_gives_an_index_that_holds(
        skip in 0usize..8000, changes in prop::collection::vec((0usize..300, 0u8..4, any::<u8>()), 1..12), seed: u64,
    ) {
        let log = include_bytes!("../../fixtures/diff/histories/similar.log");
        let mut lines: Vec<Vec<u8>> = log.split_inclusive(|b| *b == b'\n').skip(skip).take(300).map(<[u8]>::to_vec).collect();
        for (at, what, byte) in changes {
            let at = at % lines.len().max(1);
            match what {
                0 => drop(lines.remove(at)),
                1 => lines.insert(at, lines[at].clone()),
                2 => lines[at][0] = byte,
                _ => { let to = usize::from(byte) % lines.len(); lines.swap(at, to) }
            }
            if lines.is_empty() { break }
        }
        check_cut(&lines.concat(), seed);
    }

    #[test]
    fn git_counts_a_true_diff_as_the_index_does(files in files()) {
        super::git::assert_agrees(&write(&files), "made");
    }
}
