//! The queue of findings: which are shown, in which order. Worked out when something changed, not for each frame.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    core::{
        gate::Stance,
        model::{FileIx, Finding, FindingId, HeldReason, Lens, PastState, Severity},
    },
    session::Session,
};

/// Which findings are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Filter {
    /// All cards.
    #[default]
    All,
    /// Without a decision.
    Undecided,
    /// To be published.
    Accepted,
    /// Dropped by the person.
    Dropped,
    /// What is held back, by reason.
    Drawer,
    /// Cards at least that bad.
    Severity(Severity),
    /// Cards under a lens.
    Lens(Lens),
    /// Cards of a file.
    File(FileIx),
}

impl Filter {
    /// In words.
    pub fn words(self, session: &Session) -> String {
        match self {
            Self::All => "all".to_owned(),
            Self::Undecided => "undecided".to_owned(),
            Self::Accepted => "accepted".to_owned(),
            Self::Dropped => "dropped".to_owned(),
            Self::Drawer => "held back".to_owned(),
            Self::Severity(severity) => format!("{severity} and worse"),
            Self::Lens(lens) => format!("lens {}", lens.as_str()),
            Self::File(file) => format!("file {}", session.diff.path(file).lossy()),
        }
    }

    /// Whether all that it shows has the state that its words say.
    pub fn is_of_a_state(self) -> bool {
        match self {
            Self::Undecided | Self::Accepted | Self::Dropped => true,
            // Restored ones stay where they stood, with their new state.
            Self::Drawer | Self::All | Self::Severity(_) | Self::Lens(_) | Self::File(_) => false,
        }
    }
}

/// In which order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sort {
    /// Severity, then priority.
    #[default]
    Priority,
    /// As in the diff.
    Place,
}

/// A line of the queue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entry {
    /// A reason of the drawer, with how many stand under it.
    Reason(HeldReason, usize),
    /// A finding.
    Finding(FindingId),
    /// Findings of the last look, with how many came to each state.
    Past([usize; PastState::ALL.len()]),
    /// One of them that is no finding of this run, by its number in the session.
    Gone(usize),
    /// Findings that are new since, with how many there are.
    Fresh(usize),
}

/// The queue as it is looked at.
#[derive(Debug, Clone, Default)]
pub struct TriageState {
    /// Lines, worked out by [`renew`].
    pub entries: Vec<Entry>,
    /// Whether they are out of date.
    pub stale: bool,
    /// The finding under the cursor.
    pub cursor: Option<FindingId>,
    /// First line shown.
    pub top: usize,
    /// Which.
    pub filter: Filter,
    /// In which order.
    pub sort: Sort,
    /// Where the drawer was opened from: the view and the filter to go back to.
    pub before_drawer: Option<(super::View, Filter, Option<FindingId>)>,
    /// Marked for a bulk act.
    pub marks: BTreeSet<FindingId>,
    index: Index,
}

/// Where findings stand in the lines, so that no frame has to walk them.
#[derive(Debug, Clone, Default)]
struct Index {
    /// The line of each finding shown, in order.
    lines: Vec<usize>,
    /// Which of them a finding is.
    nth: BTreeMap<FindingId, usize>,
    /// How many of them are undecided.
    open: usize,
}

impl Index {
    fn of(entries: &[Entry], session: &Session) -> Self {
        let mut index = Self::default();
        for (line, id) in entries.iter().enumerate().filter_map(|(line, entry)| Some((line, finding_of(entry)?))) {
            index.nth.insert(id.clone(), index.lines.len());
            index.lines.push(line);
            index.open += usize::from(*session.gate.stance(id) == Stance::Undecided);
        }
        index
    }
}

impl TriageState {
    /// Findings shown, in order.
    pub fn shown(&self) -> impl DoubleEndedIterator<Item = &FindingId> {
        self.entries.iter().filter_map(finding_of)
    }

    /// How many findings are shown.
    pub fn shown_len(&self) -> usize {
        self.index.lines.len()
    }

    /// How many of them are undecided.
    pub fn open_len(&self) -> usize {
        self.index.open
    }

    /// Which of the findings shown is under the cursor.
    pub fn nth(&self) -> Option<usize> {
        self.index.nth.get(self.cursor.as_ref()?).copied()
    }

    /// The line under the cursor.
    pub fn position(&self) -> Option<usize> {
        self.index.lines.get(self.nth()?).copied()
    }

    /// The nth of the findings shown.
    pub fn at(&self, nth: usize) -> Option<&FindingId> {
        self.entries.get(*self.index.lines.get(nth)?).and_then(finding_of)
    }
}

/// Works the lines out anew. Keeps the cursor on its finding, or takes the nearest one to where it stood.
pub fn renew(state: &mut TriageState, session: &Session) {
    let before = state.position().unwrap_or(0);
    state.entries = match state.filter {
        Filter::Drawer => drawer(session),
        Filter::All => with_past(state, session),
        _ => cards(state, session),
    };
    state.index = Index::of(&state.entries, session);
    state.stale = false;
    state.marks.retain(|id| session.findings.get(id).is_some());
    if state.position().is_none() {
        let near = state.entries.iter().skip(before).chain(state.entries.iter().take(before).rev());
        state.cursor = near.filter_map(finding_of).next().cloned();
    }
}

fn finding_of(entry: &Entry) -> Option<&FindingId> {
    match entry {
        Entry::Finding(id) => Some(id),
        Entry::Reason(..) | Entry::Past(_) | Entry::Gone(_) | Entry::Fresh(_) => None,
    }
}

fn cards(state: &TriageState, session: &Session) -> Vec<Entry> {
    let fits = |finding: &&Finding| fits(state.filter, session, finding);
    let mut rows: Vec<&Finding> = session.findings.in_order().filter(fits).collect();
    if state.sort == Sort::Priority {
        rows.sort_by_key(|finding| std::cmp::Reverse(worth(session, finding)));
    }
    rows.into_iter().map(|finding| Entry::Finding(finding.id.clone())).collect()
}

/// Findings of the last look first, each with what became of it; then what is new.
fn with_past(state: &TriageState, session: &Session) -> Vec<Entry> {
    let all = cards(state, session);
    let mut counts = [0; PastState::ALL.len()];
    let (mut live, mut gone) = (Vec::new(), Vec::new());
    for (number, past) in session.past_findings().iter().enumerate().filter(|(_, past)| past.was.is_last) {
        let became = session.past_state(past);
        let rank = PastState::ALL.iter().position(|state| Some(*state) == became);
        if let Some(count) = rank.and_then(|rank| counts.get_mut(rank)) {
            *count += 1;
        }
        match past.now.as_ref().filter(|id| session.findings.is_card(id)) {
            Some(id) => live.push((rank, id)),
            // What is in the drawer stands there with its reason.
            None if past.now.is_some() => {}
            None => gone.push((rank.unwrap_or(usize::MAX), number)),
        }
    }
    if live.is_empty() && gone.is_empty() {
        return all;
    }
    live.sort_by_key(|(rank, _)| *rank);
    gone.sort_unstable();
    let known: BTreeSet<&FindingId> = live.iter().map(|(_, id)| *id).collect();
    let is_new = |entry: &Entry| finding_of(entry).is_some_and(|id| !known.contains(id));
    let new: Vec<Entry> = all.into_iter().filter(is_new).collect();
    let mut entries = vec![Entry::Past(counts)];
    entries.extend(live.iter().map(|(_, id)| Entry::Finding((*id).clone())));
    entries.extend(gone.into_iter().map(|(_, number)| Entry::Gone(number)));
    entries.push(Entry::Fresh(new.len()));
    entries.extend(new);
    entries
}

fn fits(filter: Filter, session: &Session, finding: &Finding) -> bool {
    let stance = session.gate.stance(&finding.id);
    match filter {
        Filter::All => true,
        Filter::Undecided => *stance == Stance::Undecided,
        Filter::Accepted => *stance == Stance::Accepted,
        Filter::Dropped => matches!(stance, Stance::Dropped(_)),
        Filter::Drawer => false,
        Filter::Severity(least) => super::card::shown_severity(session, finding) >= least,
        Filter::Lens(lens) => finding.lens == lens,
        Filter::File(file) => session.findings.slot(&finding.id).is_some_and(|slot| slot.file == file),
    }
}

/// Findings before statements of other kinds, severity, then priority.
fn worth(session: &Session, finding: &Finding) -> (bool, Severity, u8) {
    let counts = finding.kind == crate::core::model::Kind::Finding;
    (counts, super::card::shown_severity(session, finding), finding.priority)
}

/// Held-back findings under their reasons, the best of each first.
fn drawer(session: &Session) -> Vec<Entry> {
    let mut held: Vec<(&Finding, HeldReason)> =
        session.findings.drawer().map(|(finding, held)| (finding, held.reason)).collect();
    held.sort_by(|(a, ar), (b, br)| ar.cmp(br).then_with(|| worth(session, b).cmp(&worth(session, a))));
    let mut entries = Vec::new();
    for group in held.chunk_by(|(_, a), (_, b)| a == b) {
        entries.extend(group.first().map(|(_, reason)| Entry::Reason(*reason, group.len())));
        entries.extend(group.iter().map(|(finding, _)| Entry::Finding(finding.id.clone())));
    }
    entries
}
