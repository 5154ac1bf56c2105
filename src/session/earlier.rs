//! What a session has of earlier runs of its target: findings that are looked for, where the person was, the look that
//! the change is compared with. Not the rules of what becomes of it (`core::gate`). Filled by `update`.

use std::{
    collections::BTreeMap,
    sync::{Arc, OnceLock},
};

use crate::core::{
    gate::Remembered,
    model::{Candidate, FindingId, LineRange, RepoPath, Side},
    synthesis::Claimed,
};

use super::{LastLook, PastFinding};

/// What a session has of earlier runs.
#[derive(Debug, Clone, Default)]
pub(super) struct Earlier {
    /// Findings whose code is being looked for.
    pub remembered: Arc<[Remembered]>,
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
