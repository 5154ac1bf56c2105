//! A file that a program makes, edited by hand: the next run of the program takes the edit away. Certain only when nothing
//! of what it can be made from, and no program that could make it, is part of the change. Called through `CHECKS`.

use crate::core::{
    change::class_of,
    model::{FileClass, FileIx, FileStatus, Lens, Severity, Side},
};

use super::{
    super::{
        Check, Look,
        subject::{Found, Subject},
    },
    Leaf, Trap, found, says,
};

pub(in super::super) const CHECK: Check = Check {
    id: "generated-edited",
    lens: Lens::Maintainability,
    title: "generated files edited by hand",
    about: "A file that says that a program makes it is made again: the edit goes away at the next run, without a word, and \
            with it what it repaired.",
    never: &[
        "files whose source, template or program changes with them",
        "files that were made again: their heading changes, or many of them, or much of one",
        "lock files, snapshots and bundles",
        "files that are new, deleted or only renamed, and tests",
    ],
    look: Look::Lines(run),
};

/// More changed lines than these are not written by hand.
const MOST_LINES: u32 = 12;

/// More generated files than these at once were made by their program.
const MOST_FILES: usize = 2;

fn run(subject: &Subject<'_>) -> Vec<Found> {
    hand_edit(subject).into_iter().collect()
}

fn hand_edit(subject: &Subject<'_>) -> Option<Found> {
    let entry = subject.entry().filter(|entry| entry.status == FileStatus::Modified)?;
    let small = entry.counts.added + entry.counts.removed <= MOST_LINES && entry.counts.added > 0;
    let written =
        matches!(subject.class, FileClass::Docs | FileClass::Config | FileClass::Binary | FileClass::Vendored);
    if written || !small || subject.is_test {
        return None;
    }
    let leaf = Leaf::of(subject, Side::Right);
    let maker = maker(&leaf)?;
    let old = Leaf::of(subject, Side::Left);
    let heading =
        |leaf: &Leaf<'_>| leaf.rows.iter().any(|row| row.changed && (row.number <= 8 || is_version(&row.text)));
    if heading(&leaf) || heading(&old) || is_made_again(subject) {
        return None;
    }
    let at = leaf.rows.iter().position(|row| row.changed)?;
    let said = says(
        ("generated-edited", "what is generated is changed at its source"),
        (
            "A generated file is edited by hand".to_owned(),
            format!(
                "{maker}, and nothing that it could be made from changes with it: the next run of the program takes this \
                 edit away."
            ),
            "Change the source or the program and make the file again; or, if it is kept by hand now, take the mark away.",
        ),
        (Severity::Major, 0.82),
    );
    found(&leaf, Trap::at(at, format!("edited {}", leaf.name()), said))
}

/// A line that the programs themselves change: versions, dates, checksums.
fn is_version(text: &str) -> bool {
    let text = text.to_lowercase();
    ["version", "checksum", "hash", "sha", "generated", "v1.", "v2.", "date"].iter().any(|word| text.contains(word))
}

/// What says that a program makes the file.
fn maker(leaf: &Leaf<'_>) -> Option<String> {
    let name = leaf.name();
    let known = [
        (".pb.go", "Its name says that it is made from a .proto file"),
        ("_pb2.py", "Its name says that it is made from a .proto file"),
        ("_pb2_grpc.py", "Its name says that it is made from a .proto file"),
        (".pb.cc", "Its name says that it is made from a .proto file"),
        (".pb.h", "Its name says that it is made from a .proto file"),
        (".g.dart", "Its name says that it is made by a program"),
        (".freezed.dart", "Its name says that it is made by a program"),
        (".designer.cs", "Its name says that it is made by a program"),
    ];
    if let Some((_, says)) = known.iter().find(|(end, _)| name.ends_with(end)) {
        return Some((*says).to_owned());
    }
    let other = [
        ".lock",
        "lock.json",
        "lock.yaml",
        ".sum",
        ".snap",
        ".min.js",
        ".min.css",
        ".map",
        ".txt",
        ".md",
        ".svg",
        ".json",
        ".lockb",
    ];
    if other.iter().any(|end| name.ends_with(end)) {
        return None;
    }
    leaf.rows
        .iter()
        .find(|row| (1..=20).contains(&row.number) && is_mark(&row.text))
        .map(|row| format!("Line {} says that a program makes it and that it is not to be edited", row.number))
}

fn is_mark(text: &str) -> bool {
    let text = text.to_lowercase();
    text.contains("generated")
        && (text.contains("do not edit") || text.contains("do not modify") || text.contains("don't edit"))
        || text.contains("@generated")
}

/// Whether the change holds anything of which the file, or the program that makes it, can be a part.
fn is_made_again(subject: &Subject<'_>) -> bool {
    let mut generated = 0;
    for file in subject.diff.file_numbers().filter(|file| *file != subject.file) {
        match class(subject, file) {
            FileClass::Generated => generated += 1,
            FileClass::Docs | FileClass::Test | FileClass::Binary => {}
            FileClass::Source | FileClass::Config | FileClass::Vendored => return true,
        }
    }
    generated >= MOST_FILES
}

fn class(subject: &Subject<'_>, file: FileIx) -> FileClass {
    class_of(&subject.diff.path(file), subject.diff, file)
}
