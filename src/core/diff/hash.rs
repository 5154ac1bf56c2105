//! A hash of a file's change that survives what does not matter: line numbers, abbreviations, other files.
//! Not here: the hash of the whole input (edge::intake). Called by app for viewed marks.

use sha2::{Digest, Sha256};

use crate::core::model::{Diff, FileForm, FileIx, Modes, Side};

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
    hash.update([u8::from(entry.form == FileForm::Binary)]);
    if entry.hunks.is_empty()
        && let Some((old, new)) = entry.blobs
    {
        for id in [old, new] {
            let id = diff.text.get(id);
            part(&mut hash, id.get(..7).unwrap_or(id));
        }
    }
    for hunk in diff.hunks_of(file) {
        let body = diff.hunk(hunk)?.body;
        hash.update(b"@");
        let mut at = body.start;
        while at < body.end {
            let bytes = diff.text.tail(at);
            let bytes = bytes.get(..body.end - at).unwrap_or(bytes);
            hash.update(bytes);
            at += bytes.len().max(1);
        }
    }
    let first = hash.finalize();
    Some(first.iter().take(8).fold(0, |n, b| n << 8 | u64::from(*b)))
}

/// A part whose end cannot be moved into the next one.
fn part(hash: &mut Sha256, bytes: &[u8]) {
    hash.update((bytes.len() as u64).to_le_bytes());
    hash.update(bytes);
}
