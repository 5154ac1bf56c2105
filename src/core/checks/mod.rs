//! The built-in reviewers: what they look for and what they must never flag. Pure; one folder or file a check.
//! Not here: judging (core::judge), running in parallel (app::runner). Called by app::runner, a file at a time,
//! so that a run can stop between files. Each check must be right before it is complete.

mod across;
mod apart;
mod api_removal;
mod blocking_async;
mod built_from_input;
mod code_from_data;
mod compared;
mod conflict_markers;
mod debug_output;
mod facts;
mod ignored;
mod introduced;
mod left_behind;
mod lock_across_await;
mod needles;
mod nodes;
mod panic_on_input;
mod quotes;
mod removed_guards;
mod removed_tests;
mod resource_not_closed;
mod rules;
mod secrets;
mod skipped_tests;
pub mod spec_alignment;
pub mod stale_docs;
mod subject;
mod swallowed_errors;
mod tls_off;
mod traps;
mod weak_hash;

use super::model::{Candidate, Diff, FileClass, FileIx, Lens, TaskId};

pub use across::Across;
pub use apart::{APART, Apart};
pub use api_removal::{API_REMOVAL, api_removal};
use compared::Compare;
pub use facts::{FACTS, Facts, facts, is_on};
use introduced::{Search, Sought};
pub use left_behind::{LEFT_BEHIND, left_behind};
pub use rules::{RULES, Rules};
pub use secrets::secret_spans;
pub use spec_alignment::SPEC_ALIGNMENT;
pub use stale_docs::STALE_DOCS;
use subject::{Found, Subject};

/// A built-in reviewer.
#[derive(Debug)]
pub struct Check {
    /// Stable id: the pass `builtin:<id>`, the config key `checks.<id>`.
    pub id: &'static str,
    /// Under which lens it looks.
    pub lens: Lens,
    /// A few words for people.
    pub title: &'static str,
    /// Why it matters.
    pub about: &'static str,
    /// What it must not flag; each of these has a test.
    pub never: &'static [&'static str],
    look: Look,
}

/// How a check looks at a file.
#[derive(Debug)]
enum Look {
    /// At its lines.
    Lines(fn(&Subject<'_>) -> Vec<Found>),
    /// At the syntax of those hunks in which the change adds what is sought.
    Syntax(&'static Search),
    /// At both sides of those hunks from which the change takes what is sought.
    Compared(&'static Compare),
}

/// A check that is to look, and as which task.
#[derive(Debug, Clone, Copy)]
pub struct Order<'t> {
    /// The check.
    pub check: &'static Check,
    /// Whose candidates it makes.
    pub task: &'t TaskId,
    /// Candidates are numbered `{task}-c{n}` from here on.
    pub first: u32,
}

/// Every check, in the order in which they run.
pub static CHECKS: &[Check] = &[
    conflict_markers::CHECK,
    secrets::CHECK,
    removed_guards::CHECK,
    skipped_tests::CHECK,
    removed_tests::CHECK,
    swallowed_errors::CHECK,
    panic_on_input::CHECK,
    built_from_input::CHECK,
    tls_off::CHECK,
    code_from_data::CHECK,
    weak_hash::CHECK,
    debug_output::CHECK,
    blocking_async::CHECK,
    lock_across_await::CHECK,
    traps::ci_workflow::CHECK,
    traps::container::CHECK,
    traps::shell::CHECK,
    traps::dependencies::CHECK,
    traps::migrations::CHECK,
    traps::instructions::CHECK,
    traps::trojan_source::CHECK,
    traps::generated_edited::CHECK,
    resource_not_closed::CHECK,
];

/// A check by its id.
pub fn find(id: &str) -> Option<&'static Check> {
    CHECKS.iter().find(|c| c.id == id)
}

/// What a built-in reviewer looks for, and why, by its id.
pub fn about(id: &str) -> Option<(&'static str, &'static str)> {
    let apart = APART.iter().map(|apart| (apart.id, apart.title, apart.about));
    let all = CHECKS.iter().map(|check| (check.id, check.title, check.about)).chain(apart);
    all.into_iter().find(|(known, ..)| *known == id).map(|(_, title, about)| (title, about))
}

/// Every id under which settings know a built-in reviewer.
pub fn ids() -> impl Iterator<Item = &'static str> {
    CHECKS.iter().map(|check| check.id).chain(APART.iter().map(|apart| apart.id)).chain([RULES])
}

/// Looks at one file with one check. What a check must know of other files is gathered anew: for a whole diff keep one
/// [`Across`] and call [`run_with`].
pub fn run(
    check: &'static Check,
    diff: &Diff,
    file: FileIx,
    class: FileClass,
    task: &TaskId,
    first: u32,
) -> Vec<Candidate> {
    run_with(check, diff, &Across::default(), file, class, task, first)
}

/// [`run`] with facts about the whole diff that are gathered once, when first needed. `across` must have been
/// used with this diff only, and the diff must be complete.
pub fn run_with(
    check: &'static Check,
    diff: &Diff,
    across: &Across,
    file: FileIx,
    class: FileClass,
    task: &TaskId,
    first: u32,
) -> Vec<Candidate> {
    run_together(&[Order { check, task, first }], diff, across, file, class).pop().unwrap_or_default()
}

/// [`run_with`] for several checks at once: each hunk is parsed at most once for all of them, and no tree outlives its
/// hunk. One list of candidates an order, each the same as the check alone gives.
pub fn run_together(
    orders: &[Order<'_>],
    diff: &Diff,
    across: &Across,
    file: FileIx,
    class: FileClass,
) -> Vec<Vec<Candidate>> {
    let subject = Subject::new(diff, across, file, class);
    let searches: Vec<(&'static str, Sought)> = orders
        .iter()
        .filter_map(|order| match order.check.look {
            Look::Syntax(search) => Some((order.check.id, Sought::Came(search))),
            Look::Compared(compare) => Some((order.check.id, Sought::Went(compare))),
            Look::Lines(_) => None,
        })
        .collect();
    let mut of_syntax = introduced::introduced(&subject, &searches).into_iter();
    let mut made = Vec::with_capacity(orders.len());
    for Order { check, task, first } in orders {
        let found = match check.look {
            Look::Lines(look) => look(&subject),
            Look::Syntax(_) | Look::Compared(_) => of_syntax.next().unwrap_or_default(),
        };
        let found = ignored::without_ignored(&subject, check.id, found);
        made.push(subject::candidates(&subject, check.lens, found, task, *first));
    }
    made
}
