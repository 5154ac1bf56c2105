//! The reviewers of files in which the text is the truth: what each flags and what it must not. Bodies are added lines,
//! but for those that carry their own signs.

mod containers;
mod data;
mod hidden;
mod manifests;
mod shells;
mod workflows;

use super::build::{check, diff};

/// Path, body, findings expected.
pub type Case = (&'static str, &'static str, usize);

/// The cases of a check; `None` for checks whose cases stand elsewhere.
pub fn cases(id: &str) -> Option<Vec<Case>> {
    Some(match id {
        "ci-workflow" => workflows::cases(),
        "container-traps" => containers::cases(),
        "shell-traps" => shells::cases(),
        "dependencies" => manifests::cases(),
        "migrations" => data::migrations(),
        "generated-edited" => data::generated(),
        "agent-instructions" => hidden::instructions(),
        "trojan-source" => hidden::sources(),
        _ => return None,
    })
}

/// Every line with `+` before it; text whose first line begins with a sign, or with `@@`, is taken as it is. So is text
/// that begins with a blank, where any line has a sign: these formats are indented.
pub fn body(text: &str) -> String {
    let any = text.lines().any(|line| line.starts_with(['+', '-']));
    let signed = text.starts_with(['+', '-', '@']) || (text.starts_with(' ') && any);
    if signed { text.to_owned() } else { text.lines().map(|line| format!("+{line}\n")).collect() }
}

fn hold(id: &str, cases: &[Case]) {
    let mut wrong = Vec::new();
    for (path, text, expected) in cases {
        let found = check(id, &diff(path, &body(text)));
        if found.len() != *expected {
            let titles: Vec<&str> = found.iter().map(|c| c.claim.title.as_str()).collect();
            wrong.push(format!("{path}: {} instead of {expected}\n{text}\n{titles:#?}", found.len()));
        }
    }
    assert!(wrong.is_empty(), "{id}\n{}", wrong.join("\n\n"));
}

fn titles(id: &str, path: &str, text: &str) -> Vec<String> {
    check(id, &diff(path, &body(text))).into_iter().map(|c| c.claim.title).collect()
}
