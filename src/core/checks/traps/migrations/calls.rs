//! What calls of the frameworks do to a database in use. Statements are in lower case. Called by `mod`.

use super::super::{
    Leaf, Trap,
    statements::{Statement, of_calls},
};
use super::{
    Form, Says, is_mysql, is_passing, is_postgres, plain, rewrites, says_dropped, says_index, says_not_null, says_type,
};

/// What the migration shows of itself.
struct Known {
    postgres: bool,
    mysql: bool,
    /// Tables that it makes.
    made: Vec<String>,
}

pub(super) fn look(leaf: &Leaf<'_>, form: Form, traps: &mut Vec<Trap>) {
    let statements = of_calls(leaf);
    if statements.iter().any(|s| s.text.contains("separatedatabaseandstate")) {
        return;
    }
    let making = ["create_table", "createmodel", "createtable"];
    let made = statements.iter().filter(|s| making.iter().any(|word| s.text.contains(word)));
    let made = made.flat_map(|s| names(&s.text)).collect();
    let known = Known { postgres: is_postgres(leaf), mysql: is_mysql(leaf) && !is_postgres(leaf), made };
    for statement in &statements {
        let mut told = Vec::new();
        match form {
            Form::Rails => told.extend(rails(statement, &known)),
            Form::Alembic => told.extend(alembic(statement, &known)),
            Form::Django => django(statement, &known, &mut told),
            Form::Knex => knex(statement, &known, &mut told),
            Form::Sql => {}
        }
        let place = |key: &str| if form == Form::Knex { row_of(leaf, statement, key) } else { statement.rows };
        traps.extend(told.into_iter().map(|(key, said)| Trap::over(place(&key), key, said)));
    }
}

/// The row of a statement that names the column of a key: one call of Knex changes many.
fn row_of(leaf: &Leaf<'_>, statement: &Statement, key: &str) -> (usize, usize) {
    let column = key.rsplit(['.', ' ']).next().unwrap_or(key);
    let named = |at: &usize| names(&leaf.text(*at).to_lowercase()).iter().any(|name| name == column);
    (statement.rows.0..=statement.rows.1).rfind(named).map_or(statement.rows, |at| (at, at))
}

type Told = (String, Says);

/// The words in quotes and symbols of a call, in order.
fn names(text: &str) -> Vec<String> {
    let mut made = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(['"', '\'', '`', ':']) {
        let Some((_, behind)) = rest.split_at_checked(at) else { break };
        let sign = behind.chars().next().unwrap_or(' ');
        let inner = behind.get(1..).unwrap_or("");
        let end = if sign == ':' { inner.find(|c: char| !(c.is_alphanumeric() || c == '_')) } else { inner.find(sign) };
        let end = end.unwrap_or(inner.len());
        let name = inner.get(..end).unwrap_or("");
        if !name.is_empty() && name.len() < 80 {
            made.push(plain(name).to_owned());
        }
        rest = inner.get(if sign == ':' { end } else { end + 1 }..).unwrap_or("");
    }
    made
}

/// What stands between the brackets that open behind a word.
fn arguments<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let (_, rest) = text.split_once(word)?;
    let mut depth = 1i32;
    let end = rest.char_indices().find(|(_, c)| {
        depth += i32::from(*c == '(') - i32::from(*c == ')');
        depth == 0
    });
    rest.get(..end.map_or(rest.len(), |(at, _)| at))
}

fn not_null(known: &Known, table: &str, column: &str) -> Option<Told> {
    let own = known.made.iter().any(|made| made == table) || known.mysql || is_passing(table);
    (!own).then(|| (format!("not null {table}.{column}"), says_not_null(table, column)))
}

fn dropped(known: &Known, what: &str, table: &str, column: &str) -> Option<Told> {
    let own = known.made.iter().any(|made| made == table) || is_passing(table) || is_passing(column);
    let name = if column.is_empty() { table.to_owned() } else { format!("{table}.{column}") };
    (!own).then(|| (format!("drop {name}"), says_dropped(what, &name)))
}

fn rails(statement: &Statement, known: &Known) -> Option<Told> {
    let text = statement.text.as_str();
    let names = names(text);
    let (table, column) = (names.first()?, names.get(1).map_or("", String::as_str));
    let word = text.split([' ', '(']).next()?;
    let required = text.contains("null: false") || text.contains(":null => false");
    let gives = text.contains("default:") || text.contains(":default =>") || text.contains("default_function");
    match word {
        "add_column" | "add_reference" | "add_belongs_to" if required && !gives => not_null(known, table, column),
        "remove_column" if !column.is_empty() => dropped(known, "column", table, column),
        "drop_table" => dropped(known, "table", table, ""),
        "add_index" if known.postgres && !text.contains("concurrently") && !known.made.contains(table) => {
            Some((format!("index on {table}"), says_index(table)))
        }
        "change_column" if known.postgres => {
            let to = names.get(2).filter(|to| rewrites(to))?;
            Some((format!("type {table} {to}"), says_type(table, to)))
        }
        _ => None,
    }
}

fn alembic(statement: &Statement, known: &Known) -> Option<Told> {
    let text = statement.text.as_str();
    let names = names(text);
    let table = names.first()?;
    let column = names.get(1).map_or("", String::as_str);
    if text.starts_with("op.add_column(") && text.contains("nullable=false") && !text.contains("server_default") {
        let made = text.contains("identity(") || text.contains("computed(") || text.contains("autoincrement");
        return not_null(known, table, column).filter(|_| !made);
    }
    if text.starts_with("op.drop_column(") {
        return dropped(known, "column", table, column);
    }
    if text.starts_with("op.drop_table(") {
        return dropped(known, "table", table, "");
    }
    if text.starts_with("op.create_index(") && known.postgres && !text.contains("postgresql_concurrently=true") {
        let table = if text.contains("op.create_index(op.f(") || names.len() > 1 { names.get(1)? } else { table };
        return (!known.made.contains(table)).then(|| (format!("index on {table}"), says_index(table)));
    }
    let to = text.starts_with("op.alter_column(").then(|| text.split_once("type_=sa.")).flatten()?.1;
    let to = to.split('(').next().filter(|to| rewrites(to) && known.postgres)?;
    Some((format!("type {table} {to}"), says_type(table, to)))
}

fn django(statement: &Statement, known: &Known, told: &mut Vec<Told>) {
    let text = statement.text.as_str();
    let named = |inner: &str, key: &str| {
        let (whole, wanted) = (format!(" {inner}").replace('(', " "), format!(" {key}="));
        whole.split_once(&wanted).and_then(|(_, rest)| names(rest).into_iter().next()).unwrap_or_default()
    };
    for part in text.split("migrations.").skip(1) {
        let Some((call, _)) = part.split_once('(') else { continue };
        let Some(inner) = arguments(part, &format!("{call}(")) else { continue };
        let (model, name) = (named(inner, "model_name"), named(inner, "name"));
        match call {
            "addfield" if !model.is_empty() && needs_value(inner) => told.extend(not_null(known, &model, &name)),
            "removefield" if !model.is_empty() => told.extend(dropped(known, "column", &model, &name)),
            "deletemodel" if !name.is_empty() => told.extend(dropped(known, "table", &name, "")),
            _ => {}
        }
    }
}

/// Whether rows that are there get no value for a new field.
fn needs_value(field: &str) -> bool {
    let known = [
        "models.charfield",
        "models.integerfield",
        "models.bigintegerfield",
        "models.booleanfield",
        "models.foreignkey",
        "models.datefield",
        "models.datetimefield",
        "models.decimalfield",
        "models.floatfield",
        "models.uuidfield",
        "models.onetoonefield",
        "models.positiveintegerfield",
    ];
    let gives = [
        "null=true",
        "default=",
        "db_default",
        "auto_now",
        "blank=true",
        "primary_key",
        "serialize=false",
        "generatedfield",
    ];
    known.iter().any(|kind| field.contains(kind)) && !gives.iter().any(|word| field.contains(word))
}

fn knex(statement: &Statement, known: &Known, told: &mut Vec<Told>) {
    let text = statement.text.as_str();
    if !(text.contains("knex") || text.contains(".schema") || text.contains("table.")) {
        return;
    }
    for part in text.split("altertable(").skip(1) {
        let names = names(part);
        let Some(table) = names.first() else { continue };
        for action in part.split("table.").skip(1) {
            let action = action.split(';').next().unwrap_or(action);
            let Some(column) = self::names(action).into_iter().next() else { continue };
            let new = !action.starts_with("drop") && !action.contains(".alter()");
            if new && action.contains(".notnullable()") && !action.contains(".defaultto(") {
                told.extend(not_null(known, table, &column));
            }
            if action.starts_with("dropcolumn(") {
                told.extend(dropped(known, "column", table, &column));
            }
        }
    }
    for word in ["droptable(", "droptableifexists("] {
        let table = text.split_once(word).and_then(|(_, rest)| names(rest).into_iter().next());
        told.extend(table.and_then(|table| dropped(known, "table", &table, "")));
    }
}
