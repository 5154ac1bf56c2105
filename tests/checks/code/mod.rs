//! The reviewers that read syntax: what each flags and what it must not. Bodies are added lines, but for those that
//! carry their own signs.

mod asynchronous;
mod cases;
mod data;
mod errors;
mod guards;
mod ignored;
mod injected;
mod left_in;
mod moved;
mod network;
mod open;

use super::build::{check, diff};

pub use cases::cases;

/// Path, body, findings expected.
pub type Case = (&'static str, &'static str, usize);

/// Every line with `+` before it; text whose first line begins with a sign, or with `@@`, is taken as it is.
pub fn body(text: &str) -> String {
    let signed = text.starts_with(['+', '-', ' ', '@']);
    if signed { text.to_owned() } else { text.lines().map(|line| format!("+{line}\n")).collect() }
}

fn hold(id: &str, cases: &[Case]) {
    let mut wrong = Vec::new();
    for (path, text, expected) in cases {
        let found = check(id, &diff(path, &body(text)));
        if found.len() != *expected {
            wrong.push(format!("{path}: {} instead of {expected}\n{text}\n{found:#?}", found.len()));
        }
    }
    assert!(wrong.is_empty(), "{id}\n{}", wrong.join("\n\n"));
}
