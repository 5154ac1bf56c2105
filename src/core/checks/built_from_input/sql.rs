//! Statements with an input in the place of a value. Called by `mod`.

use crate::core::{
    change::syntax::Node,
    checks::{
        introduced::Page,
        nodes::{Call, parts, positional},
    },
};

use super::text::{Part, built, is_harmless};

/// Methods and functions that run SQL.
const RUNS: &[&str] = &[
    "execute",
    "executemany",
    "executescript",
    "execute_batch",
    "batch_execute",
    "query",
    "query_as",
    "query_row",
    "query_one",
    "query_opt",
    "query_scalar",
    "prepare",
    "raw",
    "run",
    "all",
    "get",
    "exec",
    "Query",
    "QueryRow",
    "Exec",
    "QueryContext",
    "ExecContext",
    "QueryRowContext",
    "fetch",
    "fetchrow",
    "fetchval",
    "fetch_all",
    "$queryRawUnsafe",
    "$executeRawUnsafe",
    "text",
    "read_sql",
    "read_sql_query",
    "mogrify",
    "sql_query",
    "cursor",
    "each",
];

/// The built statement, an input in the place of a value, and how sure.
pub(super) fn sql<'t>(page: &Page<'_>, found: &Call<'t>) -> Option<(Node<'t>, String, f64)> {
    if !RUNS.contains(&found.name.as_str()) {
        return None;
    }
    let args = positional(&found.args);
    let mut texts = args.iter().take(2).filter_map(|a| Some((*a, built(page, *a)?)));
    let (node, parts) = texts.find(|(_, parts)| is_statement(parts))?;
    let mut before = String::new();
    for part in &parts {
        match part {
            Part::Fixed(text) => before.push_str(text),
            Part::Input(input) => {
                if let Some(confidence) = value_place(&before).filter(|_| !is_harmless(input) && !is_identifier(input))
                {
                    return Some((node, input.clone(), confidence));
                }
                before.push('?');
            }
        }
    }
    None
}

/// Whether the fixed parts begin as a statement does.
fn is_statement(parts: &[Part]) -> bool {
    let fixed: String = parts.iter().map(|p| if let Part::Fixed(text) = p { text.as_str() } else { "?" }).collect();
    let text = fixed.trim_start_matches(|c: char| c.is_whitespace() || c == '\\' || c == '(').to_ascii_lowercase();
    let text = text.replace("\\n", " ");
    let has = |word: &str| text.contains(word);
    match text.split_whitespace().next().unwrap_or("") {
        "select" => has(" from ") || has(" where "),
        "insert" | "replace" => has(" into "),
        "update" => has(" set "),
        "delete" => has(" from "),
        _ => false,
    }
}

/// Whether the text up to here ends where a value is expected, and how sure it is one.
fn value_place(before: &str) -> Option<f64> {
    let text = before.trim_end();
    let lower = text.to_ascii_lowercase();
    let quoted = before.ends_with('\'') && before.matches('\'').count() % 2 == 1;
    let like = before.ends_with('%') && before.matches('\'').count() % 2 == 1;
    match () {
        () if quoted || like => Some(0.92),
        () if ["=", ">", "<", ">=", "<=", "!=", "<>"].iter().any(|end| text.ends_with(end)) => Some(0.85),
        () if [" like", " in (", " limit", " offset", "values ("].iter().any(|end| lower.ends_with(end)) => Some(0.75),
        () => None,
    }
}

/// Whether an input is by its name a table, column or other part of a statement, which cannot be bound.
fn is_identifier(input: &str) -> bool {
    let words = [
        "table",
        "tables",
        "tbl",
        "tablename",
        "column",
        "columns",
        "col",
        "cols",
        "field",
        "fields",
        "schema",
        "where",
        "order",
        "clause",
        "direction",
        "index",
        "view",
        "database",
        "dialect",
        "sql",
        "query",
        "subquery",
        "condition",
        "conditions",
        "filter",
        "filters",
        "expr",
        "op",
        "operator",
        "join",
        "alias",
        "param",
        "params",
        "bind",
        "nextval",
        "limit",
        "offset",
    ];
    // Of `req.query.id` the last name counts.
    let last = input.rsplit(['.', ':']).next().unwrap_or(input);
    parts(last).iter().any(|part| words.contains(&part.as_str()))
}
