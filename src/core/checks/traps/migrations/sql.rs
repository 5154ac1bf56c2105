//! What statements of SQL do to a database in use. Called by `mod`.

use super::super::{
    Leaf, Trap,
    statements::{Statement, of_sql},
};
use super::{is_mysql, is_passing, is_postgres, plain, rewrites, says_dropped, says_index, says_not_null, says_type};

pub(super) fn look(leaf: &Leaf<'_>, traps: &mut Vec<Trap>) {
    let statements = of_sql(leaf);
    let made: Vec<&str> = statements.iter().filter_map(|s| made(&s.text)).collect();
    let known = Known { postgres: is_postgres(leaf), mysql: is_mysql(leaf), made, all: &statements };
    for statement in &statements {
        match words(&statement.text).as_slice() {
            ["alter", "table", ..] => altered(statement, &known, traps),
            ["drop", "table", ..] => traps.extend(dropped(statement, &known)),
            ["create", "index", ..] | ["create", "unique", "index", ..] => traps.extend(index(statement, &known)),
            _ => {}
        }
    }
}

/// What the migration shows of itself.
struct Known<'s> {
    postgres: bool,
    mysql: bool,
    /// Tables that it makes.
    made: Vec<&'s str>,
    all: &'s [Statement],
}

impl Known<'_> {
    /// Whether a table is not one with rows of users.
    fn is_own(&self, table: &str) -> bool {
        self.made.contains(&table)
            || is_passing(table)
            || self.holds(&["truncate"], table)
            || self.holds(&["delete", "from"], table)
    }

    fn holds(&self, begin: &[&str], table: &str) -> bool {
        self.all
            .iter()
            .any(|s| words(&s.text).starts_with(begin) && words(&s.text).iter().any(|word| plain(word) == table))
    }

    /// Whether another table takes its name: it is rebuilt.
    fn is_rebuilt(&self, table: &str) -> bool {
        self.all.iter().any(|s| {
            let words = words(&s.text);
            words.windows(3).any(|three| matches!(three, ["rename", "to", name] if plain(name) == table))
        })
    }
}

fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

/// The words behind those that only ask whether it is there.
fn behind<'t>(words: &[&'t str], skip: usize) -> Vec<&'t str> {
    let asks = ["if", "not", "exists", "only"];
    let mut rest = words.iter().copied().skip(skip).peekable();
    while rest.next_if(|word| asks.contains(word)).is_some() {}
    rest.collect()
}

fn made(text: &str) -> Option<&str> {
    let words = words(text);
    let at = words.iter().take(5).position(|word| *word == "table")?;
    let (first, rest) = (words.first()?, behind(&words, at + 1));
    (*first == "create").then_some(())?;
    rest.first().map(|name| plain(name.split('(').next().unwrap_or(name)))
}

/// The parts of a statement between the commas that stand outside of brackets.
fn actions(text: &str) -> Vec<&str> {
    let (mut made, mut depth, mut start) = (Vec::new(), 0i32, 0);
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 0 => {
                made.extend(text.get(start..at));
                start = at + 1;
            }
            _ => {}
        }
    }
    made.extend(text.get(start..));
    made
}

fn altered(statement: &Statement, known: &Known<'_>, traps: &mut Vec<Trap>) {
    let all = words(&statement.text);
    let rest = behind(&all, 2);
    let Some(table) = rest.first().map(|name| plain(name)) else { return };
    if known.is_own(table) {
        return;
    }
    let body = rest.get(1..).unwrap_or(&[]).join(" ");
    for action in actions(&body) {
        let words = words(action);
        let trap = match words.as_slice() {
            ["add", ..] => added(table, &words, action, known),
            [
                "drop",
                "constraint" | "primary" | "foreign" | "index" | "key" | "check" | "default" | "partition",
                ..,
            ] => None,
            ["drop", rest @ ..] => column_dropped(table, rest),
            ["alter", ..] => retyped(table, &words),
            _ => None,
        };
        traps.extend(trap.map(|(key, said)| Trap::over(statement.rows, key, said)));
    }
}

type Told = Option<(String, super::Says)>;

fn added(table: &str, words: &[&str], action: &str, known: &Known<'_>) -> Told {
    let skip = if words.get(1) == Some(&"column") { 2 } else { 1 };
    let rest = behind(words, skip);
    let column = plain(rest.first()?);
    let other = ["constraint", "primary", "foreign", "unique", "index", "key", "check", "partition", "fulltext"];
    let gives = [
        "default",
        "generated",
        "identity",
        "serial",
        "bigserial",
        "smallserial",
        "auto_increment",
        "rowversion",
        "as",
    ];
    let bare = !rest
        .iter()
        .any(|word| gives.contains(&word.split('(').next().unwrap_or(word).trim_end_matches([';', ',', ')'])));
    let required = action.contains("not null") && !other.contains(&column);
    (required && bare && !known.mysql).then(|| (format!("not null {table}.{column}"), says_not_null(table, column)))
}

fn column_dropped(table: &str, rest: &[&str]) -> Told {
    // Without the word, some databases drop constraints the same way.
    let rest = rest.strip_prefix(&["column"])?;
    let column = plain(behind(rest, 0).first()?).to_owned();
    let name = format!("{table}.{column}");
    (!column.is_empty() && !is_passing(&column)).then(|| (format!("drop {name}"), says_dropped("column", &name)))
}

fn retyped(table: &str, words: &[&str]) -> Told {
    let at = words.iter().position(|word| *word == "type")?;
    let to = words.get(at + 1)?.split('(').next()?.trim_end_matches([';', ',']);
    (at >= 2 && rewrites(to)).then(|| (format!("type {table} {to}"), says_type(table, to)))
}

fn dropped(statement: &Statement, known: &Known<'_>) -> Option<Trap> {
    let all = words(&statement.text);
    let table = plain(behind(&all, 2).first()?).to_owned();
    let own = known.is_own(&table) || known.is_rebuilt(&table) || table.is_empty();
    (!own).then(|| Trap::over(statement.rows, format!("drop {table}"), says_dropped("table", &table)))
}

fn index(statement: &Statement, known: &Known<'_>) -> Option<Trap> {
    let all = words(&statement.text);
    let at = all.iter().position(|word| *word == "on")?;
    let table = plain(behind(&all, at + 1).first()?.split('(').next()?).to_owned();
    let quick = all.contains(&"concurrently") || !known.postgres || known.is_own(&table);
    (!quick && !table.is_empty()).then(|| Trap::over(statement.rows, format!("index on {table}"), says_index(&table)))
}
