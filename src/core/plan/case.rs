//! The kind of change that decides before any planner does (Soliton §2.5 d and e, FACTS 16): trivial, deleted only.
//! Empty changes and those of left-out files alone are told where they are found. Called by `plan`.

use std::collections::HashMap;

use crate::core::{
    change::Language,
    diff::lines,
    model::{ChangeMap, Diff, FileForm, FileIx, FileStatus, LineKind},
};

use super::{
    Ground,
    task::{Dropped, Plan, changed_lines, reviewed},
};

/// Meaningful lines under which a change is trivial.
const TRIVIAL: u64 = 5;

/// What kind of change it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Case {
    /// One to be reviewed as usual.
    #[default]
    Usual,
    /// Nothing of it is reviewed: generated, vendored and binary files only.
    LeftOut,
    /// Fewer than five meaningful lines: so many.
    Trivial(u64),
    /// Files are deleted, and nothing else.
    DeletedOnly,
}

pub(super) fn of(diff: &Diff, map: &ChangeMap) -> Case {
    let files = reviewed(diff, map);
    if files.is_empty() {
        return Case::LeftOut;
    }
    let meaningful = meaningful_lines(diff, &files);
    let is_gone = |file: &FileIx| diff.file(*file).is_some_and(|entry| entry.status == FileStatus::Deleted);
    match meaningful {
        0..TRIVIAL if !has_unseen(diff, &files) => Case::Trivial(meaningful),
        _ if files.iter().all(is_gone) => Case::DeletedOnly,
        _ => Case::Usual,
    }
}

/// What cannot be counted is not trivial: a change that the host does not give, a submodule, a part that cannot be read.
fn has_unseen(diff: &Diff, files: &[FileIx]) -> bool {
    let unseen = |file: &FileIx| {
        let broken = diff.problems.iter().any(|problem| problem.file.is_none() || problem.file == Some(*file));
        diff.file(*file).is_some_and(|entry| entry.form == FileForm::NotGiven) || broken
    };
    files.iter().any(unseen)
}

/// Added and removed lines of these files that are more than white space, comments, or the same text set otherwise.
pub fn meaningful_lines(diff: &Diff, files: &[FileIx]) -> u64 {
    files.iter().map(|file| of_file(diff, *file)).sum()
}

fn of_file(diff: &Diff, file: FileIx) -> u64 {
    if diff.file(file).is_some_and(|entry| entry.form == FileForm::NotGiven) {
        return changed_lines(diff, file);
    }
    let language = Language::of(&diff.path(file));
    diff.hunks_of(file)
        .map(|hunk| {
            let mut left: HashMap<Vec<u8>, i64> = HashMap::new();
            for line in lines(diff, hunk, 0) {
                let step = match line.kind {
                    LineKind::Added => 1,
                    LineKind::Removed => -1,
                    LineKind::Context | LineKind::NoNewline => continue,
                };
                let text: Vec<u8> = line.text.iter().copied().filter(|b| !b.is_ascii_whitespace()).collect();
                if !text.is_empty() && !is_comment(language, &text) {
                    // What went and came again with other blanks is no change.
                    *left.entry(text).or_default() += step;
                }
            }
            left.values().map(|count| count.unsigned_abs()).sum::<u64>()
        })
        .sum()
}

/// Whether a line, blanks taken out, is a comment and nothing else.
pub(super) fn is_comment(language: Language, text: &[u8]) -> bool {
    let marks: &[&[u8]] = match language {
        // `#[` is an attribute, `*x` an assignment.
        Language::Rust => &[b"//"],
        Language::Python | Language::Ruby | Language::Shell | Language::Sections => &[b"#"],
        Language::Script | Language::Go | Language::Jvm | Language::C | Language::Swift => &[b"//", b"/*", b"*/"],
        Language::Php => &[b"//", b"/*", b"*/"],
        Language::Sql => &[b"--"],
        Language::Markdown => &[b"<!--"],
        Language::Other => &[],
    };
    let shebang = text.starts_with(b"#!");
    !shebang && marks.iter().any(|mark| text.starts_with(mark)) && (!text.starts_with(b"/*") || closes(text))
}

/// Whether nothing stands behind the comment that a line opens.
fn closes(text: &[u8]) -> bool {
    memchr::memmem::find(text, b"*/").is_none_or(|at| at + 2 == text.len())
}

/// Takes out what the case makes pointless. Forced agents stay (FACTS 16).
pub(super) fn apply(ground: &Ground<'_>, plan: &mut Plan) {
    let why = match ground.case {
        Case::Usual | Case::DeletedOnly => return,
        Case::LeftOut => "every changed file is generated, vendored or binary".to_owned(),
        Case::Trivial(1) => "the change is trivial: 1 meaningful line".to_owned(),
        Case::Trivial(lines) => format!("the change is trivial: {lines} meaningful lines"),
    };
    let is_forced = ground.wish.agents.is_some() && ground.case != Case::LeftOut;
    if is_forced {
        return;
    }
    let mut names: Vec<String> = Vec::new();
    for task in std::mem::take(&mut plan.tasks) {
        if !names.iter().any(|name| name == task.pass()) {
            names.push(task.pass().to_owned());
        }
    }
    plan.dropped.extend(names.into_iter().map(|name| Dropped { name, why: why.clone() }));
}
