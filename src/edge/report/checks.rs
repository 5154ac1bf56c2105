//! The list of built-in reviewers, for `--list-checks`.

use crate::core::{checks::CHECKS, text};

/// Every built-in reviewer: id, lens, what it looks for, what it must not flag.
pub fn list_checks() -> String {
    let mut out = String::new();
    for check in CHECKS {
        out.push_str(&format!("{} ({}): {}\n", check.id, check.lens.as_str(), check.title));
        for line in text::wrap(check.about, 96) {
            out.push_str(&format!("    {line}\n"));
        }
        for never in check.never {
            out.push_str(&format!("    never: {never}\n"));
        }
    }
    out
}
