//! A hash of a file's change that survives what does not matter: line numbers, abbreviations, other files.
//! Not here: the hash of the whole input (edge::intake). Called by app for viewed marks.

use sha2::{Digest, Sha256};

use crate::core::model::{Diff, FileEntry, FileForm, FileIx, Modes, Side, Span};

/// Hash of a file's part of the diff without hunk numbers, section texts and blob ids: equal as long as a person
/// who has read it would see nothing new. The first 64 bits of SHA-256 and not a faster hash, because the diff's
/// author could otherwise make a change that keeps an old "viewed" mark. `None` when there is no such file.
///
/// Of a file without lines (binary, submodule) the blob ids count, by the seven digits that every form of them has.
pub fn text_hash(diff: &Diff, file: FileIx) -> Option<u64> {
    let entry = diff.file(file)?;
    let mut hash = Sha256::new();
    hash.update(entry.status.as_str());
    for side in [Side::Left, Side::Right] {
        part(&mut hash, super::path_of_side(diff, file, side)?.as_bytes());
    }
    let Modes { old, new } = entry.modes;
    for mode in [old, new] {
        hash.update(mode.unwrap_or(0).to_le_bytes());
    }
    hash.update([match entry.form {
        FileForm::Text | FileForm::Combined { .. } => 0,
        FileForm::Binary => 1,
        FileForm::NotGiven => 2,
    }]);
    if entry.hunks.is_empty() {
        without_lines(&mut hash, diff, entry);
    }
    for hunk in diff.hunks_of(file) {
        // No body line begins with this byte, so hunks cannot be joined or parted unseen.
        hash.update(b"@");
        range(&mut hash, diff, diff.hunk(hunk)?.body);
    }
    Some(hash.finalize().iter().take(8).fold(0, |n, b| n << 8 | u64::from(*b)))
}

/// Of a file without lines (binary, submodule, moved) the ids say whether it is the same.
fn without_lines(hash: &mut Sha256, diff: &Diff, entry: &FileEntry) {
    if entry.form == FileForm::NotGiven {
        hash.update(entry.counts.added.to_le_bytes());
        hash.update(entry.counts.removed.to_le_bytes());
    }
    if let Some((old, new)) = entry.blobs {
        for id in [old, new] {
            let id = diff.text.get(id);
            part(hash, id.get(..7).unwrap_or(id));
        }
    }
}

/// The bytes of some whole lines, however they are spread over segments.
fn range(hash: &mut Sha256, diff: &Diff, span: Span) {
    let mut at = span.start;
    while at < span.end {
        let bytes = diff.text.tail(at);
        let bytes = bytes.get(..span.end - at).unwrap_or(bytes);
        hash.update(bytes);
        at += bytes.len().max(1);
    }
}

/// A part whose end cannot be moved into the next one.
fn part(hash: &mut Sha256, bytes: &[u8]) {
    hash.update((bytes.len() as u64).to_le_bytes());
    hash.update(bytes);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hash(diff: &str) -> u64 {
        text_hash(&crate::core::diff::parse(diff.as_bytes()), FileIx(0)).unwrap()
    }

    const BASE: &str =
        "diff --git a/x b/x\nindex 1111111..2222222 100644\n--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@ fn a()\n a\n-b\n+c\n";

    #[test]
    fn moved_hunks_other_ids_and_other_sections_are_the_same_change() {
        let moved = BASE.replace("-1,2 +1,2 @@ fn a()", "-7,2 +9,2 @@ fn b()").replace("1111111", "1111111111");
        assert_eq!(hash(BASE), hash(&moved.replace("2222222", "3333333")));
    }

    #[test]
    fn another_line_name_mode_or_border_is_another_change() {
        let others = [
            BASE.replace("+c", "+d"),
            BASE.replace("a/x", "a/y").replace("b/x", "b/y"),
            BASE.replace("100644", "100755"),
            BASE.replace(" a\n-b", "-b\n a"),
            BASE.replace("-1,2 +1,2 @@ fn a()\n a\n", "-1 +1 @@\n a\n@@ -2 +2 @@\n"),
        ];
        for other in others {
            assert_ne!(hash(BASE), hash(&other), "{other}");
        }
    }

    #[test]
    fn a_binary_file_is_told_by_its_ids_in_any_length() {
        let binary = "diff --git a/x b/x\nindex 1111111..2222222 100644\nBinary files a/x and b/x differ\n";
        assert_ne!(hash(binary), hash(&binary.replace("2222222", "3333333")));
        assert_eq!(hash(binary), hash(&binary.replace("1111111..2222222", "1111111aaaa..2222222bbbb")));
    }
}
