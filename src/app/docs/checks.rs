//! `docs/checks.md`: the built-in reviewers.

use crate::core::checks::{APART, CHECKS, facts};

use super::cell;

const HEAD: &str = "\
# Built-in reviewers

They run always, need no network and no key, and are meant to be right before they are many. Each has an id, by which
settings name it: `checks.ID.enabled = false` switches it off, `checks.ID.severity` and `checks.ID.paths` change how bad and
where; `--skip ID` leaves it out of one run, `--no-builtin` all of them. `prr review --list-checks` prints this list.

A comment `prr: ignore ID reason` on a line, or alone on the line above, keeps one reviewer from speaking of that line. It
counts only when it stands in the base of the change already and is still there: a change cannot silence what is said of
itself. Without a reason it does not count.

Severity and confidence are those of most findings of a reviewer. One that is right in less than four of five labelled
findings on real changes is off unless it is switched on.
";

pub(super) fn page() -> String {
    let checks = CHECKS.iter().map(|check| (check.id, check.lens, check.title, check.about, check.never));
    let apart = APART.iter().map(|apart| (apart.id, apart.lens, apart.title, apart.about, apart.never));
    let all: Vec<_> = checks.chain(apart).collect();
    let mut page = format!("{HEAD}\n{} of them:\n\n| id | lens | what it looks for |\n|---|---|---|\n", all.len());
    for (id, lens, title, ..) in &all {
        page.push_str(&format!("| [`{id}`](#{id}) | {} | {} |\n", lens.as_str(), cell(title)));
    }
    for (id, lens, title, about, never) in &all {
        page.push_str(&format!("\n## {id}\n\n{}, lens `{}`. {}\n", cell(title), lens.as_str(), cell(about)));
        if let Some(facts) = facts(id) {
            page.push_str(&format!("\nUsually {}.\n", cell(&facts.line())));
        }
        if !never.is_empty() {
            page.push_str("\nIt never flags:\n");
            never.iter().for_each(|words| page.push_str(&format!("- {}\n", cell(words))));
        }
    }
    page
}
