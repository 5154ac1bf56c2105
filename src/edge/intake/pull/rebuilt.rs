//! The host's list of files -> a diff, file by file. Pure. Of a file whose change the list does not give, the index is
//! told so beside the text: no line of a diff could say it. Not the reading of the list (`edge::github`). Called by
//! `ladder`.

use crate::core::{
    diff::Declared,
    model::{Counts, FileStatus, PullFile, PullFileStatus},
};

/// One file as part of a diff.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Part {
    /// Its entry, whole lines.
    pub(super) text: Vec<u8>,
    /// What the text cannot say.
    pub(super) declared: Declared,
}

/// Rebuilds a file's entry.
pub(super) fn part(file: &PullFile) -> Part {
    let patch = file.patch.as_deref().filter(|patch| is_patch(patch));
    let path = file.path.as_bytes();
    let old = match file.status {
        PullFileStatus::Renamed | PullFileStatus::Copied => file.old_path.as_ref().map_or(path, |old| old.as_bytes()),
        _ => path,
    };
    let mut text = [b"diff --git ", &named(b"a/", old)[..], b" ", &named(b"b/", path), b"\n"].concat();
    moved(&mut text, file, old, path);
    index(&mut text, file);
    match patch {
        Some(patch) => sides(&mut text, file.status, (old, path), patch),
        None if is_binary(file) => text.extend_from_slice(
            &[&b"Binary files "[..], &named(b"a/", old), b" and ", &named(b"b/", path), b" differ\n"].concat(),
        ),
        None => {}
    }
    let says_nothing = patch.is_none() && !is_binary(file) && !is_without_lines(file);
    let not_given = says_nothing.then(|| Counts { added: capped(file.additions), removed: capped(file.deletions) });
    Part { text, declared: Declared { status: status(file.status), not_given } }
}

fn status(status: PullFileStatus) -> FileStatus {
    match status {
        PullFileStatus::Added => FileStatus::Added,
        PullFileStatus::Removed => FileStatus::Deleted,
        PullFileStatus::Modified | PullFileStatus::Unchanged => FileStatus::Modified,
        PullFileStatus::Renamed => FileStatus::Renamed,
        PullFileStatus::Copied => FileStatus::Copied,
        // Mode or type.
        PullFileStatus::Changed => FileStatus::TypeChanged,
    }
}

/// Whether it is a binary by its name, and the list says nothing else.
fn is_binary(file: &PullFile) -> bool {
    let may_be = matches!(file.status, PullFileStatus::Added | PullFileStatus::Removed | PullFileStatus::Modified);
    may_be && is_empty(file) && crate::core::change::is_binary_name(file.path.file_name())
}

/// Whether there are no lines to give: the name or the mode changed.
fn is_without_lines(file: &PullFile) -> bool {
    let only_outside = matches!(
        file.status,
        PullFileStatus::Renamed | PullFileStatus::Copied | PullFileStatus::Changed | PullFileStatus::Unchanged
    );
    only_outside && is_empty(file)
}

fn is_empty(file: &PullFile) -> bool {
    file.additions == 0 && file.deletions == 0
}

fn capped(lines: u64) -> u32 {
    u32::try_from(lines).unwrap_or(u32::MAX)
}

fn moved(text: &mut Vec<u8>, file: &PullFile, old: &[u8], path: &[u8]) {
    let word: &[u8] = match file.status {
        PullFileStatus::Renamed => b"rename",
        PullFileStatus::Copied => b"copy",
        _ => return,
    };
    if is_empty(file) && file.patch.is_none() {
        text.extend_from_slice(b"similarity index 100%\n");
    }
    text.extend_from_slice(&[word, b" from ", &named(b"", old), b"\n"].concat());
    text.extend_from_slice(&[word, b" to ", &named(b"", path), b"\n"].concat());
}

/// The one blob whose id is known; the other side stays empty.
fn index(text: &mut Vec<u8>, file: &PullFile) {
    let is_id = |id: &&String| matches!(id.len(), 40 | 64) && id.bytes().all(|b| b.is_ascii_hexdigit());
    let Some(id) = file.blob.as_ref().filter(is_id) else { return };
    match file.status {
        PullFileStatus::Removed => text.extend_from_slice(format!("index {id}..\n").as_bytes()),
        _ => text.extend_from_slice(format!("index ..{id}\n").as_bytes()),
    }
}

fn sides(text: &mut Vec<u8>, status: PullFileStatus, (old, path): (&[u8], &[u8]), patch: &str) {
    let nowhere = b"/dev/null".to_vec();
    let minus = if status == PullFileStatus::Added { nowhere.clone() } else { named(b"a/", old) };
    let plus = if status == PullFileStatus::Removed { nowhere } else { named(b"b/", path) };
    text.extend_from_slice(&[b"--- ", &minus[..], b"\n+++ ", &plus, b"\n", patch.as_bytes()].concat());
    if !patch.ends_with('\n') {
        text.push(b'\n');
    }
}

/// Whether every line is one of a hunk: nothing in it can begin another file.
fn is_patch(patch: &str) -> bool {
    let is_line = |line: &str| line.is_empty() || line.starts_with(['@', ' ', '+', '-', '\\']);
    patch.starts_with("@@ ") && patch.split('\n').all(is_line)
}

/// A name as git writes it: in quotes when it holds anything that is not plain.
fn named(prefix: &[u8], name: &[u8]) -> Vec<u8> {
    let plain = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'/' | b'.' | b'_' | b'-' | b'+' | b',' | b'=');
    if !name.is_empty() && name.iter().all(plain) {
        return [prefix, name].concat();
    }
    let mut quoted = [b"\"", prefix].concat();
    for byte in name {
        match byte {
            b'"' | b'\\' => quoted.extend_from_slice(&[b'\\', *byte]),
            0x20..=0x7e => quoted.push(*byte),
            _ => quoted.extend_from_slice(format!("\\{byte:03o}").as_bytes()),
        }
    }
    quoted.push(b'"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{
        diff::Indexer,
        model::{Diff, FileForm, FileIx, RepoPath},
    };

    fn file(path: &str, status: PullFileStatus, (additions, deletions): (u64, u64), patch: Option<&str>) -> PullFile {
        let patch = patch.map(str::to_owned);
        PullFile { path: RepoPath::new(path), old_path: None, status, additions, deletions, blob: None, patch }
    }

    fn index(files: &[PullFile]) -> Diff {
        let mut indexer = Indexer::default();
        for file in files {
            let part = part(file);
            indexer.declare(file.path.as_bytes().to_vec(), part.declared);
            indexer.push(part.text.into());
        }
        indexer.finish()
    }

    #[test]
    fn what_the_list_gives_is_a_diff_and_what_it_does_not_give_is_said() {
        let renamed = PullFile {
            old_path: Some(RepoPath::new("docs/old.md")),
            ..file("docs/new.md", PullFileStatus::Renamed, (0, 0), None)
        };
        let diff = index(&[
            file("src/main.rs", PullFileStatus::Modified, (1, 1), Some("@@ -1,2 +1,2 @@\n-old\n+new\n same")),
            file("web/app.min.js", PullFileStatus::Added, (1, 0), None),
            file("data/big.sql", PullFileStatus::Modified, (5200, 90), None),
            file("img/logo.png", PullFileStatus::Added, (0, 0), None),
            renamed,
            file("legacy.c", PullFileStatus::Removed, (0, 7000), None),
            file("bin/run", PullFileStatus::Changed, (0, 0), None),
        ]);
        let told: Vec<(&str, FileForm, u32, u32)> = diff
            .files
            .iter()
            .map(|file| (file.status.as_str(), file.form, file.counts.added, file.counts.removed))
            .collect();
        let expected = [
            ("modified", FileForm::Text, 1, 1),
            ("added", FileForm::NotGiven, 1, 0),
            ("modified", FileForm::NotGiven, 5200, 90),
            ("added", FileForm::Binary, 0, 0),
            ("renamed", FileForm::Text, 0, 0),
            ("deleted", FileForm::NotGiven, 0, 7000),
            ("type-changed", FileForm::Text, 0, 0),
        ];
        assert_eq!(told, expected);
        assert_eq!(diff.problems, []);
        assert_eq!((diff.totals.added, diff.totals.removed), (5202, 7091));
        assert_eq!(diff.path(FileIx(4)).as_bytes(), b"docs/new.md");
        assert_eq!(diff.files[4].old_path.map(|name| diff.name(name)), Some(&b"docs/old.md"[..]));
    }

    #[test]
    fn sides_that_are_not_there_are_nowhere() {
        let diff = index(&[
            file("new.txt", PullFileStatus::Added, (1, 0), Some("@@ -0,0 +1 @@\n+a\n\\ No newline at end of file")),
            file("gone.txt", PullFileStatus::Removed, (0, 1), Some("@@ -1 +0,0 @@\n-a")),
        ]);
        assert_eq!(diff.problems, []);
        assert_eq!(diff.files.iter().map(|f| f.status.letter()).collect::<String>(), "AD");
        assert!(diff.files[0].no_newline.new);
        assert_eq!((diff.files[0].counts.added, diff.files[1].counts.removed), (1, 1));
    }

    #[test]
    fn names_of_any_bytes_survive() {
        for name in
            ["a b.txt", "tab\there", "\"quoted\"", "b/a/b", "naïve/日本.rs", "x\\y", "new\nline", " lead", "a -> b"]
        {
            let renamed = PullFile {
                old_path: Some(RepoPath::new(format!("{name} old"))),
                ..file(name, PullFileStatus::Renamed, (1, 1), Some("@@ -1 +1 @@\n-a\n+b"))
            };
            let plain = file(&format!("{name} 2"), PullFileStatus::Modified, (9, 9), None);
            let diff = index(&[renamed, plain]);
            assert_eq!(diff.problems, [], "{name}");
            assert_eq!(diff.path(FileIx(0)).as_bytes(), name.as_bytes());
            assert_eq!(diff.files[0].old_path.map(|n| diff.name(n).to_vec()), Some(format!("{name} old").into_bytes()));
            assert_eq!(diff.files[1].form, FileForm::NotGiven, "{name}");
        }
    }

    #[test]
    fn another_blob_is_another_change_even_when_its_lines_are_not_given() {
        let hash = |digit: &str| {
            let blob = Some(digit.repeat(40));
            let file = PullFile { blob, ..file("a.sql", PullFileStatus::Modified, (9, 9), None) };
            crate::core::diff::text_hash(&index(&[file]), FileIx(0)).unwrap()
        };
        assert_eq!(hash("1"), hash("1"));
        assert_ne!(hash("1"), hash("2"));
    }

    #[test]
    fn a_patch_that_would_begin_another_file_is_not_believed() {
        let evil = "@@ -1 +1 @@\n-a\n+b\ndiff --git a/evil b/evil\n--- a/evil\n+++ b/evil\n@@ -1 +1 @@\n-x\n+y";
        let diff = index(&[file("x", PullFileStatus::Modified, (1, 1), Some(evil))]);
        assert_eq!(diff.files.len(), 1);
        assert_eq!(diff.files[0].form, FileForm::NotGiven);
    }

    #[test]
    fn a_file_without_a_patch_that_has_lines_is_never_unchanged() {
        for status in PullFileStatus::ALL {
            let diff = index(&[file("src/a.rs", status, (3, 2), None)]);
            assert_eq!(diff.files[0].form, FileForm::NotGiven, "{status:?}");
            assert_eq!((diff.files[0].counts.added, diff.files[0].counts.removed), (3, 2));
        }
    }
}
