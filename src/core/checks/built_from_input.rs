//! SQL and shell commands put together from inputs. Not here: how a text is taken apart (`built_text`).
//! Called through `CHECKS`.

use std::sync::LazyLock;

use regex::bytes::Regex;

use crate::core::{
    change::syntax::{Grammar, Node},
    model::{BlastRadius, Lens, Severity},
    text::one_line,
};

use super::{
    Check,
    built_text::{Part, built, is_harmless},
    introduced::{Hit, Page, Says, Search, introduced, needles},
    nodes::{Call, call, is_rust_test, keyword, parts, positional},
    subject::{Found, Subject},
};

pub(super) const CHECK: Check = Check {
    id: "built-from-input",
    lens: Lens::Security,
    title: "SQL and shell commands built from input",
    about: "A value put into the text of a command can end the value and begin a command of its own: whoever chooses \
            it reads or destroys the data, or runs programs.",
    never: &[
        "bound parameters and argument lists",
        "numbers, constants, and what is quoted for its place",
        "names of tables and columns, which cannot be bound",
        "placeholders joined for a list of bound parameters",
        "tagged templates that bind what they embed",
        "tests",
    ],
    run,
};

static NEEDLES: LazyLock<Option<Regex>> = LazyLock::new(|| {
    needles(
        r"(?i:select |insert into|update |delete from|drop |alter |replace into)|os\.system|os\.popen|shell ?= ?True|exec(?:Sync|Async)?\(|exec\.Command|spawn|Command::new|\.arg\(|subprocess\.|execute|query\(",
    )
});

const SEARCH: Search = Search {
    grammars: &[Grammar::Rust, Grammar::Python, Grammar::JavaScript, Grammar::TypeScript, Grammar::Tsx, Grammar::Go],
    needles: &NEEDLES,
    everywhere: false,
    look,
};

fn run(subject: &Subject<'_>) -> Vec<Found> {
    introduced(subject, &SEARCH)
}

fn look(page: &Page<'_>, hits: &mut Vec<Hit>) {
    page.parsed.walk(|node, above| {
        if page.parsed.grammar == Grammar::Rust && is_rust_test(page, above) {
            return;
        }
        let Some(found) = call(page, node) else { return };
        if let Some((text, input, confidence)) = sql(page, &found) {
            hits.extend(page.hit(node, text, format!("SQL from {input}"), says_sql(&found.name, &input, confidence)));
        } else if let Some((text, input, confidence)) = shell(page, &found) {
            hits.extend(page.hit(node, text, format!("command from {input}"), says_shell(&found, &input, confidence)));
        }
    });
}

fn says_sql(call: &str, input: &str, confidence: f64) -> Says {
    let input = one_line(input, 60);
    Says {
        issue_class: "sql-injection",
        title: format!("SQL built from `{input}`"),
        summary: format!(
            "The statement that `{call}` runs contains `{input}` as text: a value with a quote in it ends the literal \
             and goes on as SQL."
        ),
        fix: "Put a placeholder into the statement and pass the value as a parameter.".to_owned(),
        invariant: "values reach the database as parameters",
        severity: Severity::Critical,
        confidence,
        blast_radius: BlastRadius::Service,
    }
}

fn says_shell(found: &Call<'_>, input: &str, confidence: f64) -> Says {
    let input = one_line(input, 60);
    let call = if found.path.is_empty() { &found.name } else { &found.path };
    Says {
        issue_class: "command-injection",
        title: format!("Shell command built from `{input}`"),
        summary: format!(
            "`{call}` hands a text with `{input}` in it to a shell: blanks, `;`, `$(…)` in the value become commands."
        ),
        fix: "Start the program with a list of arguments and without a shell, or quote each value for the shell."
            .to_owned(),
        invariant: "values reach programs as arguments",
        severity: Severity::Critical,
        confidence,
        blast_radius: BlastRadius::Service,
    }
}

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
fn sql<'t>(page: &Page<'_>, found: &Call<'t>) -> Option<(Node<'t>, String, f64)> {
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
    parts(input).iter().any(|part| words.contains(&part.as_str()))
}

/// The command, an input in it, and how sure.
fn shell<'t>(page: &Page<'_>, found: &Call<'t>) -> Option<(Node<'t>, String, f64)> {
    let args = positional(&found.args);
    let command = match page.parsed.grammar {
        Grammar::Python => {
            let first = args.first().copied()?;
            let direct =
                ["os.system", "os.popen", "commands.getoutput", "subprocess.getoutput", "subprocess.getstatusoutput"];
            let through = found.path.starts_with("subprocess.")
                || ["asyncio.create_subprocess_shell", "Popen", "check_output", "check_call"]
                    .contains(&found.path.as_str());
            let shell = keyword(page, &found.args, "shell").is_some_and(|v| page.text(v) == b"True")
                || found.path.ends_with("_shell");
            (direct.contains(&found.path.as_str()) || (through && shell)).then_some(first)
        }
        Grammar::Rust => {
            let on = found.on.map(|on| page.words(on)).unwrap_or_default();
            let shell = ["sh", "bash", "/bin/sh", "/bin/bash", "cmd"]
                .iter()
                .any(|s| on.contains(&format!("Command::new(\"{s}\")")));
            let flag = on.contains(".arg(\"-c\")") || on.contains(".arg(\"/C\")") || on.contains(".arg(\"-lc\")");
            args.first().copied().filter(|_| found.name == "arg" && shell && flag)
        }
        Grammar::Go => {
            let known = ["exec.Command", "exec.CommandContext"].contains(&found.path.as_str());
            let shell = args.iter().any(|a| ["\"-c\"", "\"/C\"", "\"-lc\""].contains(&page.words(*a).as_str()));
            args.last().copied().filter(|_| known && shell)
        }
        Grammar::JavaScript | Grammar::TypeScript | Grammar::Tsx => {
            let named = [
                "exec",
                "execSync",
                "execAsync",
                "execPromise",
                "child_process.exec",
                "child_process.execSync",
                "cp.exec",
                "cp.execSync",
                "childProcess.exec",
                "childProcess.execSync",
                "shell.exec",
                "shelljs.exec",
            ];
            args.first().copied().filter(|_| named.contains(&found.path.as_str()))
        }
    }?;
    let parts = built(page, command)?;
    let input = parts.iter().find_map(|p| match p {
        Part::Input(input) if !is_harmless(input) && !is_own_path(input) => Some(input.clone()),
        _ => None,
    })?;
    Some((command, input, 0.85))
}

/// Paths that the program itself knows: its own folder, its interpreter.
fn is_own_path(input: &str) -> bool {
    [
        "__dirname",
        "__filename",
        "process.execPath",
        "process.cwd()",
        "sys.executable",
        "process.pid",
        "os.getpid()",
        "__file__",
        "import.meta",
    ]
    .iter()
    .any(|w| input.contains(w))
}
