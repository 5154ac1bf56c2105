//! Every case under `fixtures/diff/corpus`: the index must say what `expect.json` says, however the input is cut.

use std::{fs, path::PathBuf};

use prr::core::{
    diff::{self, Indexer},
    model::{Diff, FileEntry, FileForm, FileIx, HunkIx, LineKind, LineRef, Side},
};
use serde_json::Value;

use super::cuts;

fn cases() -> Vec<PathBuf> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fixtures/diff/corpus");
    let mut cases: Vec<_> = fs::read_dir(root).unwrap().map(|e| e.unwrap().path()).collect();
    cases.sort();
    assert!(cases.len() >= 9, "the corpus is there");
    cases
}

fn inputs(case: &PathBuf) -> Vec<Vec<u8>> {
    let mut names: Vec<_> = fs::read_dir(case).unwrap().map(|e| e.unwrap().path()).collect();
    names.retain(|n| n.extension().is_some_and(|e| e == "diff" || e == "patch"));
    names.iter().map(|n| fs::read(n).unwrap()).collect()
}

#[test]
fn every_corpus_case_is_read_as_it_says() {
    for case in cases() {
        let expect: Value = serde_json::from_slice(&fs::read(case.join("expect.json")).unwrap()).unwrap();
        for bytes in inputs(&case) {
            compare(&diff::parse(bytes), &expect);
        }
    }
}

#[test]
fn every_corpus_case_is_the_same_when_it_comes_in_pieces() {
    for case in cases() {
        for bytes in inputs(&case) {
            let whole = diff::parse(bytes.clone());
            for pieces in [cuts::at_every_line(&bytes), cuts::at_every_byte(&bytes), cuts::at_random_lines(&bytes, 7)] {
                cuts::assert_same(&whole, &cuts::feed(&pieces));
            }
        }
    }
}

#[test]
fn numbers_stay_from_snapshot_to_snapshot() {
    for case in cases() {
        for bytes in inputs(&case) {
            let mut indexer = Indexer::default();
            let mut before = indexer.snapshot();
            for piece in cuts::at_every_line(&bytes) {
                indexer.push(piece.into());
                let now = indexer.snapshot();
                assert!(now.files.len() >= before.files.len() && now.lines >= before.lines);
                for (old, new) in before.files.iter().zip(&now.files) {
                    assert_eq!((before.name(old.path), old.hunks.start), (now.name(new.path), new.hunks.start));
                }
                for (old, new) in before.hunks.iter().zip(&now.hunks) {
                    assert!(
                        new.lines >= old.lines
                            && old.body.start == new.body.start
                            && old.marks.start == new.marks.start
                    );
                }
                before = now;
            }
            cuts::assert_same(&diff::parse(bytes), &indexer.finish());
        }
    }
}

fn compare(diff: &Diff, expect: &Value) {
    let id = expect["id"].as_str().unwrap();
    assert!(diff.problems.is_empty(), "{id}: {:?}", diff.problems);
    let plain = |ix: &FileIx| !matches!(diff.file(*ix).unwrap().form, FileForm::Combined { .. });
    let mut numbers = diff.file_numbers().filter(plain);
    for wanted in expect["files"].as_array().unwrap() {
        match wanted.get("blocks").and_then(Value::as_array) {
            // A type change: git gives a deletion and an addition of one path.
            Some(blocks) => {
                for block in blocks {
                    let ix = numbers.next().unwrap();
                    assert_eq!(diff.path(ix).as_bytes(), bytes_of(&wanted["path"]), "{id}");
                    lines_agree(diff, ix, block, id);
                }
            }
            None => file_agrees(diff, numbers.next().unwrap_or_else(|| panic!("{id}: file missing")), wanted, id),
        }
    }
    assert_eq!(numbers.next(), None, "{id}: a file too many");
}

fn bytes_of(name: &Value) -> Vec<u8> {
    if let Some(hex) = name["hex"].as_str() {
        return (0..hex.len()).step_by(2).map(|i| u8::from_str_radix(&hex[i..i + 2], 16).unwrap()).collect();
    }
    name["text"].as_str().unwrap().as_bytes().to_vec()
}

fn file_agrees(diff: &Diff, ix: FileIx, wanted: &Value, id: &str) {
    let file = diff.file(ix).unwrap();
    let path = diff.path(ix);
    let what = format!("{id} {path:?}");
    assert_eq!(path.as_bytes(), bytes_of(&wanted["path"]), "{what}");
    assert_eq!(diff::find_file(diff, &path), Some(ix), "{what}");
    let old = file.old_path.map(|n| diff.name(n).to_vec());
    assert_eq!(old, wanted.get("old_path").map(bytes_of), "{what}");
    assert_eq!(file.status.as_str(), wanted["status"].as_str().unwrap(), "{what}");
    mode_agrees(file.modes.old, &wanted["old_mode"], &what);
    mode_agrees(file.modes.new, &wanted["new_mode"], &what);
    if let Some(changed) = wanted["mode_changed"].as_bool() {
        assert_eq!(file.modes.changed(), changed, "{what}");
    }
    if let Some(similarity) = wanted["similarity"].as_u64() {
        assert_eq!(file.similarity.map(u64::from), Some(similarity), "{what}");
    }
    counts_agree(file, wanted, &what);
    let ends = match wanted["no_newline_at_end"].as_str() {
        None => (false, false),
        Some("new") => (false, true),
        Some("old") => (true, false),
        Some("both") => (true, true),
        Some(other) => panic!("{what}: {other}"),
    };
    assert_eq!((file.no_newline.old, file.no_newline.new), ends, "{what}");
    lines_agree(diff, ix, wanted, id);
}

/// A diff that is silent about a mode (pure renames) is not wrong about it.
fn mode_agrees(found: Option<u32>, wanted: &Value, what: &str) {
    let wanted = wanted.as_str().map(|m| u32::from_str_radix(m, 8).unwrap());
    if let (Some(found), Some(wanted)) = (found, wanted) {
        assert_eq!(found, wanted, "{what}");
    }
}

fn counts_agree(file: &FileEntry, wanted: &Value, what: &str) {
    let silent = file.hunks.is_empty() && file.old_path.is_some();
    if let Some(binary) = wanted["binary"].as_bool()
        && !silent
    {
        assert_eq!(file.form == FileForm::Binary, binary, "{what}");
    }
    let number = |key: &str| wanted[key].as_u64().unwrap_or(0);
    assert_eq!(u64::from(file.counts.added), number("additions"), "{what}");
    assert_eq!(u64::from(file.counts.removed), number("deletions"), "{what}");
}

fn lines_agree(diff: &Diff, ix: FileIx, wanted: &Value, id: &str) {
    let hunks: Vec<String> = diff.hunks_of(ix).map(|h| hunk_words(diff, h)).collect();
    let wanted_hunks: Vec<&str> = wanted["hunks"].as_array().unwrap().iter().map(|h| h.as_str().unwrap()).collect();
    assert_eq!(hunks, wanted_hunks, "{id}");
    let mut found = [vec![], vec![], vec![], vec![]];
    for hunk in diff.hunks_of(ix) {
        for (ord, line) in (0..).zip(diff::lines(diff, hunk, 0)) {
            let at = LineRef { hunk, ord };
            assert_eq!(diff::line(diff, at), Some(line), "{id}");
            assert_eq!(diff::line_at_offset(diff, line.offset), Some(at), "{id}");
            found[0].extend(line.new);
            found[1].extend(line.old);
            found[2].extend(line.new.filter(|_| line.kind == LineKind::Added));
            found[3].extend(line.old.filter(|_| line.kind == LineKind::Removed));
            for (side, number) in [(Side::Right, line.new), (Side::Left, line.old)] {
                assert!(number.is_none_or(|n| diff::locate(diff, ix, side, n) == Some(at)), "{id} {side} {number:?}");
            }
        }
    }
    for (key, found) in ["RIGHT", "LEFT", "added", "removed"].iter().zip(found) {
        if let Some(wanted) = wanted["anchors"][key].as_array() {
            let wanted: Vec<u32> = wanted.iter().map(|n| n.as_u64().unwrap() as u32).collect();
            assert_eq!(found, wanted, "{id} {key}");
        }
    }
}

fn hunk_words(diff: &Diff, hunk: HunkIx) -> String {
    let hunk = diff.hunk(hunk).unwrap();
    format!("-{},{} +{},{}", hunk.old.start, hunk.old.count, hunk.new.start, hunk.new.count)
}

#[test]
fn a_conflicted_file_is_listed_and_takes_comments_on_the_result_only() {
    let case = cases().into_iter().find(|c| c.ends_with("A12-combined-diff")).unwrap();
    let diff = diff::parse(inputs(&case).remove(0));
    let file = diff.file(FileIx(0)).unwrap();
    assert_eq!((diff.path(FileIx(0)).as_bytes(), file.form), (&b"f.txt"[..], FileForm::Combined { parents: 2 }));
    assert_eq!(hunk_words(&diff, HunkIx(0)), "-1,4 +1,8");
    let lines: Vec<_> = diff::lines(&diff, HunkIx(0), 0).collect();
    assert_eq!(lines.iter().filter_map(|l| l.new).collect::<Vec<_>>(), (1..=8).collect::<Vec<_>>());
    assert!(lines.iter().all(|l| l.old.is_none() && l.mark.len() == 2));
    assert_eq!((lines[2].mark, lines[2].text), (&b" +"[..], &b"MAIN"[..]));
    assert!((0..9).all(|n| diff::locate(&diff, FileIx(0), Side::Left, n).is_none()));
}
