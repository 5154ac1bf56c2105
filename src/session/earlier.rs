//! What a session has of earlier runs of its target: findings that are looked for, where the person was, the look that
//! the change is compared with. Not the rules of what becomes of it (`core::gate`). Filled by `update`.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Arc, OnceLock},
};

use crate::core::{
    gate::Remembered,
    model::{Candidate, CodePlace, FindingId, LineRange, RepoPath, Side, Time},
    synthesis::Claimed,
};

use super::{LastLook, PastFinding};

/// What a session has of earlier runs.
#[derive(Debug, Clone, Default)]
pub(super) struct Earlier {
    /// Findings of earlier runs.
    pub remembered: Arc<[Remembered]>,
    /// What is left to do about them.
    pub backlog: Backlog,
    /// Findings whose code was looked for.
    pub entries: Vec<PastFinding>,
    /// Their numbers by file, under its present name, and fingerprint.
    pub by_key: BTreeMap<(RepoPath, String), Vec<usize>>,
    /// Their numbers by file, under its present name.
    pub by_file: BTreeMap<RepoPath, Vec<usize>>,
    /// Their claims, in the order of the entries.
    pub claims: Vec<Before>,
    /// Their numbers by the present finding that each is.
    pub by_finding: BTreeMap<FindingId, usize>,
    /// Where the person was.
    pub place: Option<crate::core::model::Anchor>,
    /// The look that the change is compared with.
    pub look: LastLook,
}

/// What is done about earlier findings in steps, in this order.
#[derive(Debug, Clone, Default)]
pub(super) struct Backlog {
    /// Where the code of each is; none while it is being looked for.
    pub places: Arc<[CodePlace]>,
    /// Findings of this run that came before these were known.
    pub unknown: VecDeque<FindingId>,
    /// What stands was not asked back yet.
    pub is_unasked: bool,
    /// Entries that are to be brought back, and as of when.
    pub returning: VecDeque<(usize, Time)>,
    /// The next step is ordered.
    pub is_going: bool,
}

impl Earlier {
    /// The next finding that is to be taken in, with where its code is.
    pub fn next_added(&mut self) -> Option<(Remembered, CodePlace)> {
        let nth = self.entries.len();
        let next = (self.remembered.get(nth)?.clone(), self.backlog.places.get(nth)?.clone());
        self.backlog.is_unasked = true;
        Some(next)
    }

    /// Whether all are taken in.
    pub fn is_known(&self) -> bool {
        !self.remembered.is_empty() && self.entries.len() == self.remembered.len()
    }

    /// Whether something is left to do that needs no news.
    pub fn is_busy(&self) -> bool {
        let is_adding = !self.backlog.places.is_empty() && self.entries.len() < self.remembered.len();
        is_adding || !self.backlog.unknown.is_empty() || self.backlog.is_unasked || !self.backlog.returning.is_empty()
    }
}

/// A past claim at its present place. Made ready to be compared when it is compared first: few are, and there may be
/// thousands.
#[derive(Debug, Clone)]
pub(super) struct Before {
    /// What was claimed.
    pub claim: Candidate,
    /// Where its code is; `None` = not there any more, or never known.
    pub there: Option<(Side, LineRange)>,
    ready: OnceLock<Claimed>,
}

impl Before {
    pub fn new(claim: Candidate, there: Option<(Side, LineRange)>) -> Self {
        Self { claim, there, ready: OnceLock::new() }
    }

    pub fn ready(&self) -> &Claimed {
        self.ready.get_or_init(|| Claimed::before(&self.claim, self.there))
    }
}
