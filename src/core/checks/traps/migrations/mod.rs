//! Migrations that fail, block or lose data on a database that is in use, and migrations that ran already and change.
//! Rules: PostgreSQL's manual ("ALTER TABLE", notes; "Building Indexes Concurrently"), the guides of Rails, Django,
//! Alembic and Knex. Called through `CHECKS`.

mod calls;
mod edited;
mod sql;

use crate::core::model::{FileClass, Lens, Severity};

use super::{
    super::{
        Check, Look,
        introduced::Says,
        subject::{Found, Subject},
    },
    Leaf, introduced, says,
};

pub(in super::super) const CHECK: Check = Check {
    id: "migrations",
    lens: Lens::DataIntegrity,
    title: "migrations that fail, block or lose data",
    about: "A migration runs once, on data that no test has, while the old code still runs. What it drops is gone, what it \
            locks waits, and a migration that is edited afterwards runs nowhere.",
    never: &[
        "what takes a migration back",
        "tables that the same migration makes, rebuilds or empties, and temporary ones",
        "columns with a default, and databases that give one themselves",
        "indexes of databases that are not known to be PostgreSQL",
        "edits of comments and of layout, and many migrations laid out anew at once",
    ],
    look: Look::Lines(run),
};

/// The language of a migration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Sql,
    Rails,
    Django,
    Alembic,
    Knex,
}

fn run(subject: &Subject<'_>) -> Vec<Found> {
    let Some(form) = form(subject) else { return Vec::new() };
    let mut found = introduced(subject, |leaf, traps| match form {
        Form::Sql => sql::look(leaf, traps),
        _ => calls::look(leaf, form, traps),
    });
    found.extend(edited::look(subject, form));
    found
}

/// Whether a file is a migration, and in what it is written.
fn form(subject: &Subject<'_>) -> Option<Form> {
    let path = subject.path.lossy().to_lowercase();
    let name = path.rsplit('/').next()?;
    let folder = format!("/{}", path.strip_suffix(name)?);
    let within = ["/migrations/", "/migrate/", "/migration/"].iter().any(|part| folder.contains(part));
    let left_out = matches!(subject.class, FileClass::Vendored | FileClass::Binary | FileClass::Docs);
    let back = ["down.sql", "undo", "rollback", "revert"].iter().any(|word| name.contains(word))
        || name.starts_with('u') && name.contains("__");
    if left_out || subject.is_test || back || name.contains("seed") {
        return None;
    }
    let ending = name.rsplit('.').next()?;
    match ending {
        "sql" if within || is_flyway(name) => Some(Form::Sql),
        "rb" if folder.contains("/migrate/") => Some(Form::Rails),
        "py" if folder.contains("/versions/") || folder.contains("alembic") => Some(Form::Alembic),
        "py" if folder.ends_with("/migrations/") && name.starts_with(|c: char| c.is_ascii_digit()) => {
            Some(Form::Django)
        }
        "js" | "ts" | "cjs" | "mjs" if within => Some(Form::Knex),
        _ => None,
    }
}

/// `V12__name.sql`.
fn is_flyway(name: &str) -> bool {
    let digits = name.strip_prefix('v').and_then(|rest| rest.split_once("__")).map(|(number, _)| number);
    digits.is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit() || b == b'_' || b == b'.'))
}

/// Whether anything shows that the database is PostgreSQL.
fn is_postgres(leaf: &Leaf<'_>) -> bool {
    let words = [
        "postgres",
        "jsonb",
        "timestamptz",
        "pg_",
        "plpgsql",
        "bigserial",
        "concurrently",
        "psql",
        "gen_random_uuid",
        "::text",
        "create extension",
        "using gin",
        "using gist",
        "using btree",
    ];
    let lower = |text: &str| text.to_lowercase();
    words.iter().any(|word| leaf.path.contains(word) || leaf.rows.iter().any(|row| lower(&row.text).contains(word)))
}

/// Whether anything shows that it is MySQL, which gives new columns a default of their own.
fn is_mysql(leaf: &Leaf<'_>) -> bool {
    let words = ["mysql", "mariadb", "engine=", "`", "auto_increment", "unsigned"];
    words
        .iter()
        .any(|word| leaf.path.contains(word) || leaf.rows.iter().any(|row| row.text.to_lowercase().contains(word)))
}

fn says_not_null(table: &str, column: &str) -> Says {
    says(
        ("migration-not-null", "a migration runs on tables with rows"),
        (
            format!("`{column}` is new, NOT NULL, and has no default"),
            format!(
                "On a table `{table}` that has rows this fails: they have no value for `{column}`. And code that does not \
                 know the column cannot insert any more."
            ),
            "Add the column with a default, or nullable; fill it; then set NOT NULL in a later migration.",
        ),
        (Severity::Critical, 0.88),
    )
}

fn says_dropped(what: &str, name: &str) -> Says {
    says(
        ("migration-drops-data", "data is dropped when nothing reads it any more"),
        (
            format!("The {what} `{name}` is dropped"),
            format!(
                "Its data is gone for good, and code that still runs while this is rolled out fails when it asks for \
                 `{name}`: going back to the release before is not possible."
            ),
            "Release the code that no longer uses it first, keep a copy of what may be needed, and drop it in a later \
             release.",
        ),
        (Severity::Major, 0.82),
    )
}

fn says_index(table: &str) -> Says {
    says(
        ("migration-blocks-writes", "a migration does not stop the service"),
        (
            format!("The index is built while `{table}` cannot be written"),
            format!(
                "PostgreSQL locks `{table}` against writes until the index is built: on a large table for minutes.",
            ),
            "Build it CONCURRENTLY, in a migration that runs outside of a transaction.",
        ),
        (Severity::Major, 0.85),
    )
}

fn says_type(table: &str, to: &str) -> Says {
    says(
        ("migration-rewrites-table", "a migration does not stop the service"),
        (
            format!("The change of type to `{to}` rewrites `{table}`"),
            format!(
                "The whole of `{table}` and its indexes are written anew under a lock that stops reads and writes."
            ),
            "Add a column of the new type, copy in batches, change over, and drop the old one later.",
        ),
        (Severity::Major, 0.82),
    )
}

/// Types to which nothing can be changed in place.
fn rewrites(to: &str) -> bool {
    [
        "int",
        "integer",
        "bigint",
        "int4",
        "int8",
        "smallint",
        "uuid",
        "json",
        "jsonb",
        "boolean",
        "real",
        "double",
        "date",
        "biginteger",
        "big_integer",
    ]
    .contains(&to)
}

/// A name without quotes, schema and brackets.
fn plain(name: &str) -> &str {
    let name = name.trim_matches(|c: char| matches!(c, '"' | '`' | '\'' | '(' | ')' | ';' | ',' | ':' | '[' | ']'));
    name.rsplit('.').next().unwrap_or(name).trim_matches(['"', '`', '\'', '[', ']'])
}

/// Names of what was never meant to stay.
fn is_passing(name: &str) -> bool {
    ["tmp", "temp", "_old", "old_", "backup", "bak", "_new", "new_", "staging", "__"]
        .iter()
        .any(|word| name.contains(word))
}
