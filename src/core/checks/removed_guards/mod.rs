//! Checks of rights and of input that the change removes or weakens while what they kept from happening stays. Not here:
//! tests (`removed_tests`), the signs of the change map, which say less and more often. Called through `CHECKS`.

mod branch;
mod demand;
mod gone;
mod weaker;
mod words;

use std::sync::LazyLock;

use regex::bytes::Regex;

use crate::core::{
    change::{syntax::Grammar, without_brackets},
    model::{BlastRadius, Lens, Severity, Side},
    text::one_line,
};

use super::{
    Check, Look,
    compared::{Compare, Spread, all_changed, place, shown},
    subject::{Found, Gravity},
};
use branch::{Branch, Leaves, branches};
use weaker::{Weaker, weaker};

pub(super) const CHECK: Check = Check {
    id: "removed-guards",
    lens: Lens::Security,
    title: "checks of rights and of input removed or weakened",
    about: "A check that goes while the code behind it stays opens that code: to people without the right to it, to input \
            that it was never meant to see.",
    never: &[
        "checks that move, within the diff, or are written in another way",
        "checks that go together with what they kept from happening",
        "checks of versions, platforms, switches and types",
        "checks in whose place something new looks at the same value",
        "tests and examples",
    ],
    look: Look::Compared(&COMPARE),
};

static COMPARE: Compare = Compare {
    grammars: &[Grammar::Rust, Grammar::Python, Grammar::JavaScript, Grammar::TypeScript, Grammar::Tsx, Grammar::Go],
    needles: &NEEDLES,
    look,
};

static NEEDLES: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let words =
        r"\bif\b|(?i:auth|permi|role|admin|acl|csrf|xsrf|privilege|superuser|staff|denied|login|validate|sanitiz)";
    Regex::new(&format!("(?-u){words}")).ok()
});

fn look(spread: &Spread<'_, '_>, found: &mut Vec<Found>) {
    let (old, new) = (branches(&spread.old), branches(&spread.new));
    for was in &old {
        let went = all_changed(&spread.old, was.node).then(|| gone::gone(spread, was)).flatten();
        if let Some(kind) = went {
            found.extend(removed(spread, was, kind));
            continue;
        }
        let heir = new
            .iter()
            .find(|is| is.body_key == was.body_key && is.function == was.function && is.has_else == was.has_else);
        if let Some(weak) = heir.and_then(|is| weakened(spread, was, is)) {
            found.push(weak);
        }
    }
    found.extend(demand::gone(spread));
}

/// What a branch that went looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Rights,
    Input,
}

impl Kind {
    fn gravity(self) -> Gravity {
        match self {
            Self::Rights => {
                Gravity { severity: Severity::Critical, confidence: 0.85, blast_radius: BlastRadius::Service }
            }
            Self::Input => Gravity { severity: Severity::Major, confidence: 0.75, blast_radius: BlastRadius::Module },
        }
    }
}

fn removed(spread: &Spread<'_, '_>, was: &Branch<'_>, kind: Kind) -> Option<Found> {
    let rows = spread.old.parsed.rows(was.node);
    let asked = one_line(without_brackets(&spread.old.words(was.condition)), 80);
    let (title, what) = match kind {
        Kind::Rights => (format!("Check of rights removed: `{asked}`"), "who may go on"),
        Kind::Input => (format!("Check removed: `{asked}`"), "what comes in"),
    };
    let kept = match was.leaves {
        Leaves::No => "What stood inside of it now happens in any case.",
        Leaves::Softly | Leaves::Hard => {
            "The code behind it stays as it was and now runs in the cases that it turned away."
        }
    };
    Some(Found {
        title,
        summary: format!("`{asked}` decided {what}. {kept} Nothing in the change asks it elsewhere."),
        evidence: shown(&spread.old.parsed.fragment, rows, "old line"),
        lines: place(Side::Left, rows),
        sink: was.key.clone(),
        ..base("guard-removed", kind.gravity())
    })
}

fn weakened(spread: &Spread<'_, '_>, was: &Branch<'_>, is: &Branch<'_>) -> Option<Found> {
    let Weaker { how, lost } = weaker(was, is)?;
    let (before, after) = (spread.old.parsed.rows(was.condition), spread.new.parsed.rows(is.condition));
    let touched = before.iter().any(|row| row.changed) && after.iter().any(|row| row.changed);
    // What is no longer asked here is asked elsewhere in the hunk, or no longer exists.
    let own = |line: &[u8]| after.iter().any(|row| spread.new.parsed.fragment.line(row) == line);
    let asked_elsewhere = spread.added().any(|line| !own(line) && words::mentions(line, &lost));
    if !touched || asked_elsewhere || words::is_switch(&was.key) {
        return None;
    }
    let kind = if was.is_auth { Kind::Rights } else { Kind::Input };
    let evidence =
        [shown(&spread.old.parsed.fragment, before, "old line"), shown(&spread.new.parsed.fragment, after, "line")];
    let cases = if was.leaves == Leaves::No { "in more cases than before" } else { "where it was turned away before" };
    Some(Found {
        title: format!("Check weakened: {}", one_line(&how, 90)),
        summary: format!("In the condition {}: what the check guards now happens {cases}.", one_line(&how, 200)),
        evidence: evidence.join("\n"),
        lines: place(Side::Right, after),
        sink: was.key.clone(),
        ..base("guard-weakened", kind.gravity())
    })
}

fn base(issue_class: &'static str, gravity: Gravity) -> Found {
    Found {
        issue_class,
        title: String::new(),
        summary: String::new(),
        evidence: String::new(),
        why_now: "The change takes the check away and leaves what it guarded.".to_owned(),
        suggested_fix: "Keep the check, or say in the change what makes it unnecessary and where it is asked now."
            .to_owned(),
        suggestion: None,
        invariant: "guarded code stays guarded".to_owned(),
        sink: String::new(),
        symbol: None,
        lines: None,
        gravity,
    }
}
