//! The list of built-in reviewers, for `--list-checks`.

use crate::core::{
    checks::{APART, CHECKS, facts},
    text,
};

/// Every built-in reviewer: id, lens, what it looks for, what it must not flag.
pub fn list_checks() -> String {
    let checks = CHECKS.iter().map(|check| (check.id, check.lens, check.title, check.about, check.never));
    let apart = APART.iter().map(|apart| (apart.id, apart.lens, apart.title, apart.about, apart.never));
    let mut out = String::new();
    for (id, lens, title, about, never) in checks.chain(apart) {
        out.push_str(&format!("{id} ({}): {title}\n", lens.as_str()));
        if let Some(facts) = facts(id) {
            out.push_str(&format!("    {}\n", facts.line()));
        }
        for line in text::wrap(about, 96) {
            out.push_str(&format!("    {line}\n"));
        }
        for never in never {
            out.push_str(&format!("    never: {never}\n"));
        }
    }
    out
}
