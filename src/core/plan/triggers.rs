//! Content that asks for an agent of its own (Soliton Step 4.1, 3): error handling, comments. Called by `swarm`.

use std::sync::LazyLock;

use regex::bytes::Regex;

use crate::core::{
    change::Language,
    diff::lines,
    model::{Diff, FileIx, Line, LineKind},
    text::one_line,
};

use super::task::is_test;

/// Words of error handling, chained promises, optional access, an empty answer on the way of an error.
static FAILURE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let words = r"\b(try|catch|except|rescue)\b|\.catch\(|\.then\(|\?\.[A-Za-z_\[(]|\?\?";
    let empty = r"|\breturn\s+(null|None|nil|undefined|\{\s*\}|\[\s*\])\s*;?\s*$";
    Regex::new(&format!("{words}{empty}")).ok()
});

/// Imports of stand-ins.
static STAND_IN: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)^\s*(import|from|use|require|#include)\b.*(mock|stub|fake)").ok());

/// The first sign of error handling in these files of a change, in words; `None` = there is none.
pub(super) fn silent_failure(diff: &Diff, files: &[FileIx]) -> Option<String> {
    let fits = |regex: &LazyLock<Option<Regex>>, line: &Line<'_>| {
        regex.as_ref().is_some_and(|regex| regex.is_match(line.text.get(..1000).unwrap_or(line.text)))
    };
    first(diff, files, |file, line| {
        fits(&FAILURE, line) || (line.kind == LineKind::Added && !is_test(diff, file) && fits(&STAND_IN, line))
    })
}

/// The first comment that is added to them, in words.
pub(super) fn comments(diff: &Diff, files: &[FileIx]) -> Option<String> {
    first(diff, files, |file, line| {
        line.kind == LineKind::Added && begins_comment(Language::of(&diff.path(file)), line.text.trim_ascii_start())
    })
}

/// Soliton's marks, those of other languages left out where they are something else (`#` in C, `%` outside TeX).
fn begins_comment(language: Language, text: &[u8]) -> bool {
    let always: &[&[u8]] = &[b"//", b"/*", b"\"\"\"", b"'''"];
    let own: &[&[u8]] = match language {
        Language::Python | Language::Ruby | Language::Shell | Language::Sections => &[b"#"],
        Language::Sql => &[b"--"],
        Language::Rust | Language::Script | Language::Go | Language::Jvm | Language::C | Language::Php => &[b"* "],
        Language::Other => &[b"# ", b"% ", b"; "],
        Language::Swift | Language::Markdown => &[],
    };
    always.iter().chain(own).any(|mark| text.starts_with(mark))
}

fn first(diff: &Diff, files: &[FileIx], fits: impl Fn(FileIx, &Line<'_>) -> bool) -> Option<String> {
    files.iter().copied().find_map(|file| {
        let mut changed = diff
            .hunks_of(file)
            .flat_map(|hunk| lines(diff, hunk, 0))
            .filter(|line| matches!(line.kind, LineKind::Added | LineKind::Removed));
        let line = changed.find(|line| fits(file, line))?;
        let number = line.new.or(line.old).unwrap_or(0);
        Some(format!("{}:{number}", one_line(&diff.path(file).lossy(), 80)))
    })
}
