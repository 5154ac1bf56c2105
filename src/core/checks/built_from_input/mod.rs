//! SQL, shell commands, templates, pages and paths put together from inputs. Not here: how a text is taken apart (`text`).
//! Called through `CHECKS`.

mod shell;
mod sql;
mod text;
mod web;

use crate::core::{
    change::syntax::{Grammar, Node},
    model::{BlastRadius, Lens, Severity},
    text::one_line,
};

use shell::shell;
use sql::sql;

use super::{
    Check, Look,
    introduced::{Hit, Page, Says, Search},
    nodes::{Call, call, is_rust_test},
};

pub(super) const CHECK: Check = Check {
    id: "built-from-input",
    lens: Lens::Security,
    title: "SQL, shell commands, templates, pages and paths built from input",
    about: "A value put into the text of a command can end the value and begin a command of its own: whoever chooses \
            it reads or destroys the data, or runs programs. A template, a page and a path are such texts too.",
    never: &[
        "bound parameters and argument lists",
        "numbers, constants, and what is quoted for its place",
        "names of tables and columns, which cannot be bound",
        "placeholders joined for a list of bound parameters",
        "names that are given literals in sight",
        "tagged templates that bind what they embed",
        "pages and paths of variables: only what is taken from a request at that place counts",
        "tests",
    ],
    look: Look::Syntax(&SEARCH),
};

const NEEDLE: &str = concat!(
    r#"(?:SELECT|INSERT|UPDATE|DELETE|REPLACE|["'`](?:select|insert|update|delete|replace))\s"#,
    r#"|os\.system|os\.popen|shell ?= ?True|exec(?:Sync|Async|Promise)?\(|exec\.Command|_shell\("#,
    r#"|get(?:status)?output\(|\.arg\(&?format|"-l?c""#,
    r#"|req(?:uest)?\.(?:query|params|body|args|form|values|GET|POST|json)|ctx\.(?:query|params)|URL\.Query\(|FormValue\("#,
    r#"|c\.(?:Param|Query)\(|mux\.Vars|render_template_string\(|\.from_string\(|jinja2\.Template|(?:ejs|pug)\.(?:render|compile)\("#,
    r#"|andlebars\.compile\(|renderString\(|_\.template\(|Mustache\.render\("#,
    r#"|(?:execute\w*|[qQ]uery\w*|Exec\w*|\.raw|\.text)\(\s*(?:$|[rf&"'`])"#
);

static SEARCH: Search = Search {
    grammars: &[Grammar::Rust, Grammar::Python, Grammar::JavaScript, Grammar::TypeScript, Grammar::Tsx, Grammar::Go],
    needles: NEEDLE,
    also: "",
    everywhere: false,
    not_in: &[],
    look,
};

fn look(page: &Page<'_>, hits: &mut Vec<Hit>) {
    page.parsed.walk(|node, above| {
        let Some(found) = call(page, node) else { return };
        let test = || page.parsed.grammar == Grammar::Rust && is_rust_test(page, above);
        if let Some((text, input, confidence)) = sql(page, &found).filter(|_| !test()) {
            hits.extend(page.hit(node, text, format!("SQL from {input}"), says_sql(&found.name, &input, confidence)));
        } else if let Some((text, input, confidence)) = shell(page, &found).filter(|_| !test()) {
            hits.extend(page.hit(node, text, format!("command from {input}"), says_shell(&found, &input, confidence)));
        } else if let Some((text, says)) = of_request(page, &found) {
            hits.extend(page.hit(node, text, says.title.clone(), says));
        }
    });
}

/// Templates, pages and paths.
fn of_request<'t>(page: &Page<'_>, found: &Call<'t>) -> Option<(Node<'t>, Says)> {
    let call = if found.path.is_empty() { &found.name } else { &found.path };
    if let Some((text, input, confidence)) = web::template(page, found) {
        return Some((text, says_template(call, &input, confidence)));
    }
    if let Some((text, input, confidence)) = web::html(page, found) {
        return Some((text, says_page(call, &input, confidence)));
    }
    let (text, input, confidence) = web::path(page, found)?;
    Some((text, says_path(call, &input, confidence)))
}

fn says_template(call: &str, input: &str, confidence: f64) -> Says {
    let input = one_line(input, 60);
    Says {
        issue_class: "template-injection",
        title: format!("Template built from `{input}`"),
        summary: format!(
            "`{call}` compiles a template that contains `{input}` as text: expressions in the value are run by the server."
        ),
        fix: "Keep the template fixed and pass the value to it as a variable.".to_owned(),
        invariant: "values reach templates as variables",
        severity: Severity::Critical,
        confidence,
        blast_radius: BlastRadius::Service,
    }
}

fn says_page(call: &str, input: &str, confidence: f64) -> Says {
    let input = one_line(input, 60);
    Says {
        issue_class: "cross-site-scripting",
        title: format!("Page built from `{input}`"),
        summary: format!(
            "`{call}` puts `{input}` into HTML as it came: a link with a script in that value runs it in the browser of \
             whoever follows the link."
        ),
        fix: "Escape the value for HTML, or render it with a template that escapes.".to_owned(),
        invariant: "values reach pages escaped",
        severity: Severity::Critical,
        confidence,
        blast_radius: BlastRadius::Service,
    }
}

fn says_path(call: &str, input: &str, confidence: f64) -> Says {
    let input = one_line(input, 60);
    Says {
        issue_class: "path-traversal",
        title: format!("Path built from `{input}`"),
        summary: format!(
            "`{call}` gets a path with `{input}` in it as it came: `../` in the value leads to any file that the process may \
             reach."
        ),
        fix: "Take the last part of the name only, or resolve the path and check that it is still inside its folder."
            .to_owned(),
        invariant: "paths from outside stay in their folder",
        severity: Severity::Critical,
        confidence,
        blast_radius: BlastRadius::Service,
    }
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
