//! Facts about the whole diff that tell "removed" from "moved": gathered once, when first asked for.
//! Not here: judgement. Called by the checks; shared by the workers of a run.

use std::{
    collections::{HashMap, HashSet},
    hash::{DefaultHasher, Hash, Hasher},
    sync::OnceLock,
};

use crate::core::{
    change::{Language, definition, is_test_path},
    diff::lines,
    model::{Diff, FileClass, FileIx, FileStatus, HunkIx, LineKind, RepoPath},
};

use super::{
    removed_tests::{Bare, Names, Version, tests_of},
    secrets,
};

/// Facts about one diff. Give the same one to every call for the same complete diff, and to no other.
#[derive(Debug, Default)]
pub struct Across {
    removed_secrets: OnceLock<HashSet<u64>>,
    motion: OnceLock<Motion>,
    removed_lines: OnceLock<HashSet<u64>>,
}

/// What came and went, by name and by text.
#[derive(Debug, Default)]
pub(super) struct Motion {
    /// Names of tests that the diff adds, anywhere.
    pub added_tests: Names,
    /// How many tests each file gains.
    pub gained: HashMap<FileIx, usize>,
    /// Marks of added lines long enough to be recognised.
    pub added_lines: HashSet<u64>,
    /// The same of removed lines.
    pub removed_lines: HashSet<u64>,
    /// Names that the diff defines anew, as tests or otherwise.
    pub added_names: HashSet<String>,
    /// Names whose definitions the diff removes outside tests, and does not add again.
    pub removed_names: HashSet<String>,
    /// The same, to be found within other names.
    pub removed_bare: Bare,
    /// Lower-case stems of deleted files that are no tests.
    pub deleted_stems: HashSet<Vec<u8>>,
    /// How many such files each folder loses, by its own name.
    pub emptied: HashMap<Vec<u8>, usize>,
}

/// Shorter lines (brackets, `else`) say nothing about where they came from.
const TELLING: usize = 8;

/// A mark of a text, the same in every run.
pub(super) fn mark_of(text: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

/// The mark of a line without its blanks around; `None` for lines too short to tell.
pub(super) fn line_mark(text: &[u8]) -> Option<u64> {
    let text = text.trim_ascii();
    (text.len() >= TELLING).then(|| mark_of(text))
}

/// The mark of a line too short to tell, with the line before it.
pub(super) fn pair_mark(before: &[u8], text: &[u8]) -> u64 {
    mark_of(&[before.trim_ascii(), text.trim_ascii()].join(&b'\n'))
}

impl Across {
    /// Whether the diff also removes a line that holds the secret with this mark.
    pub(super) fn was_removed(&self, diff: &Diff, secret: u64) -> bool {
        self.removed_secrets.get_or_init(|| removed_secrets(diff)).contains(&secret)
    }

    /// Whether the diff removes a line (or pair) with this mark, anywhere: what it adds alike was moved or indented anew.
    pub(super) fn removes_line(&self, diff: &Diff, mark: u64) -> bool {
        self.removed_lines.get_or_init(|| removed_lines(diff)).contains(&mark)
    }

    /// What came and went.
    pub(super) fn motion(&self, diff: &Diff) -> &Motion {
        self.motion.get_or_init(|| motion(diff))
    }
}

fn removed_lines(diff: &Diff) -> HashSet<u64> {
    let mut marks = HashSet::new();
    for hunk in diff.file_numbers().flat_map(|file| diff.hunks_of(file)) {
        let mut before: &[u8] = &[];
        for line in lines(diff, hunk, 0).filter(|l| matches!(l.kind, LineKind::Removed | LineKind::Context)) {
            if line.kind == LineKind::Removed {
                marks.insert(line_mark(line.text).unwrap_or_else(|| pair_mark(before, line.text)));
            }
            before = line.text;
        }
    }
    marks
}

fn removed_secrets(diff: &Diff) -> HashSet<u64> {
    let manner = secrets::Manner { gentle: false, unknown: true, bare: true };
    let removed = diff.file_numbers().flat_map(|file| diff.hunks_of(file)).flat_map(|hunk| lines(diff, hunk, 0));
    removed
        .filter(|line| line.kind == LineKind::Removed)
        .flat_map(|line| secrets::scan(line.text, manner).into_iter().filter_map(move |hit| line.text.get(hit.span)))
        .map(mark_of)
        .collect()
}

fn motion(diff: &Diff) -> Motion {
    let mut motion = Motion::default();
    let mut old_tests = HashSet::new();
    for file in diff.file_numbers() {
        let path = diff.path(file);
        let (language, is_test) = (Language::of(&path), is_test_path(&path));
        let changed = |version| {
            let tests = tests_of(diff, file, language, is_test, version).into_iter();
            tests.filter(|t| t.changed).map(|t| t.name).collect::<Vec<String>>()
        };
        let gained = changed(Version::New);
        motion.gained.insert(file, gained.len());
        gained.into_iter().for_each(|name| motion.added_tests.add(name));
        // Tests are functions too, but their going is what is asked about.
        old_tests.extend(changed(Version::Old));
        let gone = diff.file(file).is_some_and(|f| f.status == FileStatus::Deleted);
        if gone && !is_test {
            motion.deleted_stems.insert(stem(path.file_name()));
            *motion.emptied.entry(folder_name(&path).to_vec()).or_default() += 1;
        }
        for hunk in diff.hunks_of(file) {
            names_and_lines(diff, hunk, language, is_test, &mut motion);
        }
    }
    let Motion { added_names, removed_names, removed_bare, .. } = &mut motion;
    removed_names.retain(|name| name.len() >= 4 && !added_names.contains(name) && !old_tests.contains(name));
    *removed_bare = Bare::of(removed_names.iter());
    motion
}

fn names_and_lines(diff: &Diff, hunk: HunkIx, language: Language, is_test: bool, motion: &mut Motion) {
    let section = diff.hunk(hunk).map_or(&[][..], |h| diff.text.get(h.section));
    let in_tests = is_test || memchr::memmem::find(section, b"test").is_some();
    for line in lines(diff, hunk, 0) {
        match line.kind {
            LineKind::Added => {
                motion.added_lines.extend(line_mark(line.text));
                motion.added_names.extend(definition(language, line.text));
            }
            LineKind::Removed => {
                motion.removed_lines.extend(line_mark(line.text));
                if !in_tests {
                    motion.removed_names.extend(definition(language, line.text));
                }
            }
            LineKind::Context | LineKind::NoNewline => {}
        }
    }
}

/// The name of the folder that a file stands in; '' at the root.
pub(super) fn folder_name(path: &RepoPath) -> &[u8] {
    path.as_bytes().rsplit(|b| *b == b'/').nth(1).unwrap_or(&[])
}

/// A file's name without its ending and without what marks it as a test, in lower case without separators.
pub(super) fn stem(name: &[u8]) -> Vec<u8> {
    let base = name.split(|b| *b == b'.').find(|part| !part.is_empty()).unwrap_or(name);
    let mut text: Vec<u8> = base.iter().filter(|b| !matches!(b, b'_' | b'-')).map(|b| b.to_ascii_lowercase()).collect();
    for mark in [&b"tests"[..], b"test", b"specs", b"spec", b"it"] {
        let bare = text.strip_suffix(mark).or_else(|| text.strip_prefix(mark));
        if let Some(bare) = bare.filter(|b| b.len() >= 2) {
            text = bare.to_vec();
            break;
        }
    }
    text
}

/// Whether a class is worth a look by checks that read code.
pub(super) fn is_read(class: FileClass) -> bool {
    !class.is_left_out() && class != FileClass::Docs
}
