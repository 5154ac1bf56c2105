//! Statements of a migration with the rows that they stand on: of SQL, and calls of the frameworks' own languages. What
//! takes a migration back is left out. Not here: what a statement does. Called by `migrations`.

use super::{Leaf, Row};

/// A statement on one line of text, in lower case, with single blanks, without comments.
#[derive(Debug)]
pub(super) struct Statement {
    /// First and last row.
    pub rows: (usize, usize),
    pub text: String,
}

/// Longer statements are data.
const LONGEST: usize = 8_000;

/// Where what follows takes the migration back, in lower case.
const DOWN: &[&str] = &[
    "-- +goose down",
    "-- migrate:down",
    "-- +migrate down",
    "--//@undo",
    "-- @undo",
    "-- down",
    "---- create above / drop below ----",
    "# --- !downs",
    "def down",
    "def downgrade",
    "exports.down",
    "function down",
    "async down(",
    "down(",
    "const down",
];
const UP: &[&str] = &[
    "-- +goose up",
    "-- migrate:up",
    "-- +migrate up",
    "-- up",
    "def up",
    "def upgrade",
    "def change",
    "exports.up",
    "function up",
    "async up(",
    "up(",
    "const up",
];

/// What a line says about the direction of what follows it.
fn turn(text: &str) -> Option<bool> {
    let text = text.trim().trim_start_matches("export ").trim_start_matches("public ").trim_start_matches("async ");
    let is = |words: &[&str]| {
        words.iter().any(|word| {
            text.strip_prefix(word)
                .is_some_and(|rest| word.ends_with('(') || !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
        })
    };
    if is(DOWN) { Some(false) } else { is(UP).then_some(true) }
}

/// The statements of SQL, each up to its semicolon.
pub(super) fn of_sql(leaf: &Leaf<'_>) -> Vec<Statement> {
    gather(leaf, "--", |text, _| text.contains(';'))
}

/// Calls, each until its brackets are closed.
pub(super) fn of_calls(leaf: &Leaf<'_>) -> Vec<Statement> {
    let comment = if leaf.path.ends_with(".rb") || leaf.path.ends_with(".py") { "#" } else { "//" };
    gather(leaf, comment, |_, depth| depth <= 0)
}

fn gather(leaf: &Leaf<'_>, comment: &str, ends: impl Fn(&str, i32) -> bool) -> Vec<Statement> {
    let mut made: Vec<Statement> = Vec::new();
    let (mut up, mut depth, mut block) = (true, 0i32, false);
    let mut open: Option<Statement> = None;
    for (at, row) in leaf.rows.iter().enumerate() {
        let lower = row.text.to_lowercase();
        if row.is_head() {
            (open, depth, block) = (None, 0, false);
            up = turn(&lower).unwrap_or(true);
            continue;
        }
        if let Some(turned) = turn(&lower) {
            (up, open, depth) = (turned, None, 0);
            continue;
        }
        if lower.trim() == "operations = [" {
            // Each of the list is a statement.
            continue;
        }
        let text = without_comment(&lower, comment, &mut block);
        if text.is_empty() || !up {
            continue;
        }
        depth += brackets(&text);
        match open.as_mut() {
            Some(statement) if statement.text.len() < LONGEST => {
                statement.rows.1 = at;
                statement.text.push(' ');
                statement.text.push_str(&text);
            }
            Some(_) => {}
            None => open = Some(Statement { rows: (at, at), text: text.clone() }),
        }
        if ends(&text, depth) {
            made.extend(open.take());
            depth = 0;
        }
    }
    made.extend(open);
    made
}

fn brackets(text: &str) -> i32 {
    text.chars().map(|c| i32::from(matches!(c, '(' | '[' | '{')) - i32::from(matches!(c, ')' | ']' | '}'))).sum()
}

fn without_comment(text: &str, comment: &str, block: &mut bool) -> String {
    let mut text = text.split_once(comment).map_or(text, |(code, _)| code).to_owned();
    if comment != "#" {
        if *block {
            match text.split_once("*/") {
                Some((_, rest)) => (text, *block) = (rest.to_owned(), false),
                None => return String::new(),
            }
        }
        while let Some((before, rest)) = text.split_once("/*") {
            match rest.split_once("*/") {
                Some((_, rest)) => text = format!("{before} {rest}"),
                None => (text, *block) = (before.to_owned(), true),
            }
        }
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The changed lines of a side without what does not count: comments, blanks, quotes. Two sides that are equal here were
/// laid out anew.
pub(super) fn bones(leaf: &Leaf<'_>, comment: &str) -> String {
    let mut block = false;
    let changed = leaf.rows.iter().filter(|row: &&Row<'_>| row.changed);
    let text: String = changed.map(|row| without_comment(&row.text, comment, &mut block)).collect();
    text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '"' | '\'' | '`' | ',' | ';' | '(' | ')')).collect()
}
