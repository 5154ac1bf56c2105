//! What the header says of a pull request: its number and state, checks, what could not be had, limits. Each in a few
//! words, glyph and word both. Called by `heading`.

use crate::{
    core::{
        model::{CallLimits, CheckState, Coverage, Pull, PullFacts, PullState, Time},
        text,
    },
    session::{Session, ThreadCounts, check_words},
    ui::{
        action::{Action, Run, Seek, Show, Talk},
        theme::Ink,
    },
};

use super::{Fact, plural};

/// Number, state when it is not simply open, title.
pub fn title(pull: &Pull) -> String {
    let state = match (pull.state, pull.is_draft) {
        (PullState::Open, false) => "",
        (PullState::Open, true) => "[draft] ",
        (PullState::Closed, _) => "[closed] ",
        (PullState::Merged, _) => "[merged] ",
    };
    format!("#{} {state}{}", pull.name.number, pull.title)
}

/// Said before all: what is shown is reviewed, and would be published, as of a head that is not the newest any more. The way
/// on is asked for there.
pub(super) fn stale(session: &Session) -> Option<Fact> {
    session.is_stale().then(|| Fact::warning("stale: head moved", Action::Program(Run::Publish)))
}

/// What matters first: a host that makes us wait, checks, the failed ones before all. A window without a second line
/// is told here that something is missing.
pub(super) fn first(session: &Session, has_second: bool) -> Vec<Fact> {
    let facts = session.pull();
    let mut said: Vec<Fact> = facts.limits.1.map(waiting).into_iter().collect();
    if !has_second && !facts.gaps.is_empty() {
        let count = facts.gaps.len();
        said.push(Fact::warning(format!("{count} part{} not had", plural(count)), Action::Talk(Talk::Page)));
    }
    said.extend(session.digest().checks.map(checks).into_iter().flatten());
    said
}

/// What comes after: how much was looked at, what is missing, threads, calls that are left.
pub(super) fn second(session: &Session) -> Vec<Fact> {
    let facts = session.pull();
    let settled = session.is_settled();
    let door = Action::Show(Show::Notes);
    let coverage = session.digest().coverage.map(|coverage| Fact::plain(words_of(coverage, settled), door));
    let mut said: Vec<Fact> = coverage.into_iter().collect();
    said.extend(gaps(facts));
    said.extend(threads(session.digest().threads.counts()));
    said.extend(facts.limits.0.filter(|limits| limits.remaining < limits.limit / 10).map(low));
    if facts.pull.is_some() && !facts.is_complete {
        said.push(dim("the host is still telling"));
    }
    said
}

/// Failed, running, passed: those there are, each a fact of its own, so that a narrow window keeps the worst.
fn checks(counts: [usize; 4]) -> Vec<Fact> {
    let [failed, running, passed, _] = counts;
    let states = [(CheckState::Failed, failed), (CheckState::Running, running), (CheckState::Passed, passed)];
    let said = states.into_iter().filter(|(_, count)| *count > 0).enumerate();
    let facts: Vec<Fact> = said
        .map(|(nth, (state, count))| {
            let (glyph, word) = check_words(state);
            let lead = if nth == 0 { "checks " } else { "" };
            let ink = if state == CheckState::Failed { Ink::Warning } else { Ink::Plain };
            let door = Some(Action::Talk(Talk::Page));
            Fact { words: format!("{lead}{glyph} {count} {word}"), ink, door }
        })
        .collect();
    if facts.is_empty() { vec![dim("no checks")] } else { facts }
}

/// Parts named in the header; the pull request's page names all.
const GAPS: usize = 3;

fn gaps(facts: &PullFacts) -> Option<Fact> {
    let names: Vec<&str> = facts.gaps.iter().take(GAPS).map(|gap| gap.kind.as_str()).collect();
    let more = facts.gaps.len().saturating_sub(GAPS);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let words = format!("not had: {}{more}", names.join(", "));
    (!names.is_empty()).then(|| Fact::warning(words, Action::Talk(Talk::Page)))
}

/// How much of the change was there to be looked at.
pub(super) fn words_of(coverage: Coverage, settled: bool) -> String {
    let (at, all) = (coverage.looked_at(), coverage.files);
    let done = if settled { "looked at" } else { "to look at" };
    let mut words = format!("{at} of {all} file{} {done}", plural(all));
    if coverage.collapsed > 0 {
        words.push_str(&format!(", {} collapsed", coverage.collapsed));
    }
    if coverage.missing > 0 {
        words.push_str(&format!(", {} not available", coverage.missing));
    }
    words
}

fn threads(counts: ThreadCounts) -> Option<Fact> {
    let words = match (counts.open, counts.resolved) {
        (0, 0) => return None,
        (0, resolved) => format!("» {resolved} thread{} resolved", plural(resolved)),
        (open, _) => format!("» {open} open thread{}", plural(open)),
    };
    Some(Fact::plain(words, Action::Seek(Seek::NextCard)))
}

fn waiting(until: Time) -> Fact {
    Fact::warning(format!("● host waits until {}", clock(until)), Action::Show(Show::Notes))
}

fn low(limits: CallLimits) -> Fact {
    let words = format!("{} calls left until {}", limits.remaining, clock(limits.reset));
    Fact::warning(words, Action::Show(Show::Notes))
}

/// A fact of the pull request that stands back.
fn dim(words: &str) -> Fact {
    Fact { words: words.to_owned(), ink: Ink::Dim, door: Some(Action::Talk(Talk::Page)) }
}

/// Hour and minute of a time, in UTC.
fn clock(at: Time) -> String {
    let minutes = at.0.div_euclid(60_000);
    format!("{:02}:{:02} UTC", minutes.div_euclid(60).rem_euclid(24), minutes.rem_euclid(60))
}

/// Both ends in short: the head that is reviewed, author, branches.
pub(super) fn ends(pull: &Pull, head: &str) -> String {
    let short: String = head.chars().take(8).collect();
    let part = |words: &str| text::one_line(words, 32);
    format!("{short} · {} · {} → {}", part(&pull.author.login), part(&pull.head.branch), part(&pull.base.branch))
}
