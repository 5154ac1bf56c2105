//! A migration that ran already and is edited. Called by `mod`.

use crate::core::model::{FileStatus, Severity, Side};

use super::super::{
    super::subject::{Found, Subject},
    Leaf, Trap, found, says,
    statements::bones,
};
use super::{Form, is_flyway};

/// More migrations of one folder than these at once were laid out anew, or moved to another version of the framework.
const MOST: usize = 3;

pub(super) fn look(subject: &Subject<'_>, form: Form) -> Option<Found> {
    let entry = subject.entry().filter(|entry| entry.status == FileStatus::Modified)?;
    let name = String::from_utf8_lossy(subject.path.file_name()).to_lowercase();
    let digits = name.bytes().take_while(|b| b.is_ascii_digit() || *b == b'_').count();
    let named = (digits >= 3 && name.as_bytes().first().is_some_and(u8::is_ascii_digit)) || is_flyway(&name);
    if !named || entry.counts.added == 0 {
        return None;
    }
    let comment = match form {
        Form::Sql => "--",
        Form::Rails | Form::Django | Form::Alembic => "#",
        Form::Knex => "//",
    };
    let (old, new) = (Leaf::of(subject, Side::Left), Leaf::of(subject, Side::Right));
    let (before, after) = (bones(&old, comment), bones(&new, comment));
    let (edited, later) = siblings(subject, &name);
    if before == after || edited > MOST || !(form == Form::Sql || does_more(&before, &after)) {
        return None;
    }
    let at = new.rows.iter().position(|row| row.changed)?;
    let newer = later.map_or(String::new(), |later| format!(" The change adds a later one, `{later}`, beside it."));
    let said = says(
        ("migration-edited", "a migration that ran does not change"),
        (
            "A migration that exists already is edited".to_owned(),
            format!(
                "Databases that ran it do not run it again: they stay as they were, and new ones differ from them. Tools \
                 that keep checksums stop.{newer}"
            ),
            "Leave it as it was and put the change into a new migration.",
        ),
        (Severity::Major, if newer.is_empty() { 0.8 } else { 0.88 }),
    );
    found(&new, Trap::at(at, format!("edited {name}"), said))
}

/// Whether calls that change the database differ, and not only the code around them.
fn does_more(before: &str, after: &str) -> bool {
    let words = [
        "add_column",
        "create_table",
        "add_index",
        "remove_column",
        "addfield",
        "alterfield",
        "op.add",
        "op.create",
        "op.drop",
        "op.alter",
        "models.",
        "table.",
        "t.string",
        "t.integer",
        "sa.column",
        "null:",
        "default:",
        "nullable=",
    ];
    let holds = |text: &str| words.iter().any(|word| text.to_lowercase().contains(word));
    holds(before) || holds(after)
}

/// How many migrations of its folder the change edits, and one with a later name that it adds.
fn siblings(subject: &Subject<'_>, name: &str) -> (usize, Option<String>) {
    let folder = |path: &[u8]| path.rsplitn(2, |b| *b == b'/').nth(1).map(<[u8]>::to_vec);
    let own = folder(subject.path.as_bytes());
    let (mut edited, mut later) = (0, None);
    for file in subject.diff.file_numbers() {
        let path = subject.diff.path(file);
        if folder(path.as_bytes()) != own {
            continue;
        }
        let other = String::from_utf8_lossy(path.file_name()).to_lowercase();
        match subject.diff.file(file).map(|entry| entry.status) {
            Some(FileStatus::Modified) => edited += 1,
            Some(FileStatus::Added) if other.as_str() > name => later = Some(crate::core::text::one_line(&other, 60)),
            _ => {}
        }
    }
    (edited, later)
}
