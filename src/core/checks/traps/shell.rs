//! Traps of shell scripts, by their syntax. Rules: the manual of Bash ("Word Splitting", "The Set Builtin", "Pipelines");
//! POSIX, "Special Parameters". Called through `CHECKS`.

use crate::core::{
    change::syntax::{Grammar, Node},
    model::{Lens, Severity},
};

use super::{
    super::{
        Check, Look,
        introduced::{Hit, Page, Says, Search},
        nodes::named,
    },
    says,
};

pub(in super::super) const CHECK: Check = Check {
    id: "shell-traps",
    lens: Lens::Correctness,
    title: "traps of shell scripts",
    about: "A shell splits, joins and forgets where other languages fail: an empty variable deletes the root, an argument \
            with a blank becomes two, a step that failed is passed over.",
    never: &[
        "variables that the script sets, tests, or has to be set (`set -u`, `${x:?}`)",
        "quoted arguments, loops without a list, and scripts of zsh",
        "downloads over verified connections",
        "pipes where `pipefail` or PIPESTATUS is used",
        "scripts of tests, and comments and texts that speak of it",
    ],
    look: Look::Syntax(&SEARCH),
};

static SEARCH: Search = Search {
    grammars: &[Grammar::Bash],
    needles: r"rm -|curl|wget|chmod|eval|\$@|\| *tee",
    also: "",
    everywhere: false,
    not_in: &[],
    look,
};

fn look(page: &Page<'_>, hits: &mut Vec<Hit>) {
    if page.path.ends_with(b".zsh") || page.path.ends_with(b".fish") {
        return;
    }
    let all = String::from_utf8_lossy(&page.parsed.fragment.text).into_owned();
    if all.starts_with("#!") && all.lines().next().is_some_and(|line| line.contains("zsh") || line.contains("fish")) {
        return;
    }
    page.parsed.walk(|node, above| match node.kind() {
        "command" => {
            hits.extend(deletes(page, node, &all));
            hits.extend(opens(page, node));
            hits.extend(reads_as_code(page, node));
            hits.extend(splits(page, node, above));
        }
        "pipeline" => {
            hits.extend(runs_download(page, node));
            hits.extend(forgets(page, node, above, &all));
        }
        _ => {}
    });
}

/// The name of a command and its arguments.
fn words<'t>(page: &Page<'_>, command: Node<'t>) -> Option<(String, Vec<Node<'t>>)> {
    let name = command.child_by_field_name("name")?;
    let mut walk = command.walk();
    let arguments: Vec<Node<'t>> = command.children_by_field_name("argument", &mut walk).collect();
    let program = page.words(name);
    if program == "sudo" || program == "exec" || program == "command" {
        let mut rest = arguments.into_iter();
        let program = page.words(rest.find(|word| !page.text(*word).starts_with(b"-"))?);
        return Some((program, rest.collect()));
    }
    Some((program, arguments))
}

/// The variable that a word begins with and what follows it: `"$A/"*` is (`A`, `/*`).
fn variable(text: &str) -> Option<(String, String)> {
    let bare: String = text.chars().filter(|c| *c != '"').collect();
    let rest = bare.strip_prefix('$')?;
    let (name, rest) = match rest.strip_prefix('{') {
        Some(inner) => inner.split_once('}')?,
        None => {
            let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(rest.len());
            rest.split_at_checked(end)?
        }
    };
    let plain = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    plain.then(|| (name.to_owned(), rest.to_owned()))
}

fn deletes(page: &Page<'_>, node: Node<'_>, all: &str) -> Option<Hit> {
    let (program, arguments) = words(page, node).filter(|(program, _)| program == "rm")?;
    let flags: String = arguments.iter().map(|a| page.words(*a)).filter(|a| a.starts_with('-')).collect();
    let deep = flags.contains('r') || flags.contains('R');
    let (word, name) = arguments.iter().find_map(|argument| {
        let text = page.words(*argument);
        let (name, rest) = variable(&text)?;
        ["/", "/*", "/.*", "/*.*"].contains(&rest.as_str()).then_some((text, name))
    })?;
    let argument = name.chars().all(|c| c.is_ascii_digit());
    let nounset = all.lines().any(|line| {
        let line = line.trim();
        (line.starts_with("set -") || line.starts_with("#!"))
            && line
                .split_whitespace()
                .skip(1)
                .any(|flag| flag.starts_with('-') && !flag.starts_with("--") && flag.contains('u') || flag == "nounset")
    });
    if !deep || nounset || is_known(page, &name, argument, all) {
        return None;
    }
    let said = says(
        ("shell-deletes-root", "what is deleted is named"),
        (
            format!("`{program} -r` of `{word}` deletes everything when `{name}` is empty"),
            format!(
                "When `{name}` is unset or empty this is `{program} -r {}`: nothing here says that it is set.",
                word.replace('"', "").replace(&format!("${{{name}}}"), "").replace(&format!("${name}"), "")
            ),
            "Write `\"${NAME:?}\"/` for the variable: the script then ends instead.",
        ),
        (Severity::Critical, 0.88),
    );
    page.hit(node, node, format!("rm {word}"), said)
}

/// Whether the script as shown sets the variable or asks whether it is set. What is not shown may do both.
fn is_known(page: &Page<'_>, name: &str, is_argument: bool, all: &str) -> bool {
    let tested = [
        format!("-z \"${name}\""),
        format!("-n \"${name}\""),
        format!("-d \"${name}\""),
        format!("-z \"${{{name}}}\""),
        format!("-n \"${{{name}}}\""),
        format!("-d \"${{{name}}}\""),
        format!("-z ${name}"),
        format!("-n ${name}"),
        format!("-d ${name}"),
        format!("${{{name}:"),
        format!("${{{name}?"),
    ];
    let sets = [format!("{name}="), format!("for {name} in"), format!("read -r {name}"), format!("read {name}")];
    let starts = page.parsed.fragment.rows.first().is_some_and(|row| row.number == 1);
    let counted = is_argument && (all.contains("$#") || all.contains("\"${@"));
    let known = ["HOME", "PWD", "TMPDIR", "OLDPWD"].contains(&name);
    known
        || counted
        || tested.iter().any(|text| all.contains(text.as_str()))
        || (!is_argument
            && (!starts
                || sets.iter().any(|text| all.contains(text.as_str()))
                || all.contains("source ")
                || all.contains("\n. ")))
}

fn opens(page: &Page<'_>, node: Node<'_>) -> Option<Hit> {
    let (_, arguments) = words(page, node).filter(|(program, _)| program == "chmod")?;
    let texts: Vec<String> = arguments.iter().map(|a| page.words(*a)).collect();
    let open = texts.iter().any(|text| ["777", "0777", "a+rwx", "ugo+rwx", "a=rwx"].contains(&text.as_str()));
    let passing = texts.iter().any(|text| text.to_lowercase().contains("tmp") || text.contains("temp"));
    let target = texts.last()?;
    (open && !passing && texts.len() > 1)
        .then(|| page.hit(node, node, format!("chmod 777 {target}"), says_open_to_all()))
        .flatten()
}

pub(super) fn says_open_to_all() -> Says {
    says(
        ("open-to-all", "only its owner may change a program"),
        (
            "`chmod 777` lets everybody write here".to_owned(),
            "Every account, and every process that is taken over, can put its own program or data in place of these \
             files."
                .to_owned(),
            "Give the owner the rights that are needed (`755`, `750`, `u+rwx`) and set the owner with `chown`.",
        ),
        (Severity::Minor, 0.85),
    )
}

fn reads_as_code(page: &Page<'_>, node: Node<'_>) -> Option<Hit> {
    let (_, arguments) = words(page, node).filter(|(program, _)| program == "eval")?;
    let text = arguments.iter().map(|a| page.words(*a)).collect::<Vec<_>>().join(" ");
    let input = ["$1", "$2", "$3", "$@", "$*", "${1}", "${2}", "${@}", "${*}", "$REPLY"];
    let bare = text.trim_matches('"');
    let word = input.iter().find(|word| bare == **word)?;
    let said = says(
        ("shell-eval-input", "arguments are data, not code"),
        (
            format!("`eval` reads `{word}` as code"),
            format!(
                "`eval` joins the words of `{word}` and reads them again: blanks split them, and `;`, `$(…)` or a quote in \
                 one of them is a command."
            ),
            "Run the arguments themselves: `\"$@\"`.",
        ),
        (Severity::Major, 0.82),
    );
    page.hit(node, node, format!("eval {word}"), said)
}

/// `$@` without quotes as an argument.
fn splits(page: &Page<'_>, node: Node<'_>, above: &[Node<'_>]) -> Option<Hit> {
    let (program, arguments) = words(page, node)?;
    let printing = [
        "echo", "printf", "eval", "set", "shift", "log", "info", "warn", "error", "die", "local", "return", "exit",
        "let",
    ];
    let test = above.iter().any(|n| n.kind() == "test_command");
    let bare = arguments.into_iter().find(|a| matches!(page.text(*a), b"$@" | b"${@}"))?;
    if test || printing.contains(&program.as_str()) || program.contains("echo") || program.contains("log") {
        return None;
    }
    let said = says(
        ("shell-splits-arguments", "an argument stays one"),
        (
            "`$@` without quotes splits arguments".to_owned(),
            format!(
                "An argument with a blank reaches `{}` as two, and one with `*` as the names of files.",
                crate::core::text::one_line(&program, 40)
            ),
            "Put it in quotes: `\"$@\"`.",
        ),
        (Severity::Minor, 0.85),
    );
    let bytes = page.span(bare);
    Some(page.hit(node, bare, format!("{program} $@"), said)?.with(bytes, "\"$@\""))
}

fn runs_download(page: &Page<'_>, node: Node<'_>) -> Option<Hit> {
    let parts: Vec<Node<'_>> = named(node).into_iter().filter(|n| n.kind() == "command").collect();
    let (fetch, arguments) = words(page, *parts.first()?)?;
    let texts: Vec<String> = arguments.iter().map(|a| page.words(*a)).collect();
    let blind = texts.iter().any(|text| {
        let short = fetch == "curl" && text.starts_with('-') && !text.starts_with("--") && text.contains('k');
        short
            || text == "--insecure"
            || text == "--no-check-certificate"
            || text.trim_matches(['"', '\'']).starts_with("http://")
    });
    let local =
        texts.iter().any(|text| ["://localhost", "://127.0.0.1", "://169.254."].iter().any(|host| text.contains(host)));
    let (program, _) = words(page, *parts.last()?)?;
    let program = program.rsplit('/').next()?.to_owned();
    let runs = ["sh", "bash", "zsh", "dash", "python", "python3", "perl", "ruby", "node"].contains(&program.as_str());
    if !(["curl", "wget"].contains(&fetch.as_str()) && blind && !local && runs && parts.len() > 1) {
        return None;
    }
    let said = says(
        ("download-run", "what is downloaded is verified before it runs"),
        (
            format!("A download that nobody verified goes into `{program}`"),
            "The connection does not prove who answers, so that anybody on the way can put commands of their own into what \
             runs here."
                .to_owned(),
            "Fetch it over https with certificates verified, to a file; verify its checksum; then run it.",
        ),
        (Severity::Critical, 0.92),
    );
    page.hit(node, node, format!("{fetch} | {program}"), said)
}

/// `set -e`, and the status of a step lost in a pipe to `tee`.
fn forgets(page: &Page<'_>, node: Node<'_>, above: &[Node<'_>], all: &str) -> Option<Hit> {
    let parts: Vec<Node<'_>> = named(node).into_iter().filter(|n| n.kind() == "command").collect();
    let (first, _) = words(page, *parts.first()?)?;
    let (last, _) = words(page, *parts.last()?)?;
    let exits = all.lines().any(|line| {
        let line = line.trim();
        let flags = line.strip_prefix("set -").map(|flags| flags.split_whitespace().next().unwrap_or(""));
        flags.is_some_and(|flags| flags.contains('e') && !flags.starts_with('-')) || line == "set -o errexit"
    });
    let starts = page.parsed.fragment.rows.first().is_some_and(|row| row.number == 1);
    let bash = all.lines().next().is_some_and(|line| line.starts_with("#!") && line.contains("bash"));
    let harmless = [
        "echo", "printf", "cat", "ls", "date", "env", "head", "tail", "grep", "sed", "awk", "sort", "uname", "df", "ps",
    ];
    let inside = above.iter().any(|n| {
        matches!(
            n.kind(),
            "command_substitution"
                | "if_statement"
                | "while_statement"
                | "list"
                | "process_substitution"
                | "negated_command"
        )
    });
    let told = all.contains("pipefail") || all.contains("PIPESTATUS");
    if last != "tee"
        || parts.len() < 2
        || !exits
        || !starts
        || !bash
        || inside
        || told
        || harmless.contains(&first.as_str())
    {
        return None;
    }
    let first = crate::core::text::one_line(&first, 40);
    let said = says(
        ("shell-status-lost", "a step that fails ends the script"),
        (
            format!("`set -e` does not see when `{first}` fails here"),
            format!(
                "The status of a pipe is that of its last program, `tee`, which succeeds: when `{first}` fails the script goes on."
            ),
            "Add `set -o pipefail` behind `set -e`.",
        ),
        (Severity::Major, 0.88),
    );
    page.hit(node, node, format!("{first} | tee"), said)
}
