//! What a session has of earlier runs of its target: findings that are looked for, where the person was, the look that
//! the change is compared with. Not the rules of what becomes of it (`core::gate`). Filled by `update`.

use std::{collections::BTreeMap, sync::Arc};

use crate::core::{
    gate::Remembered,
    model::{FindingId, RepoPath},
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
    /// Their claims, made ready to be compared, in the order of the entries.
    pub claims: Vec<Claimed>,
    /// Their numbers by the present finding that each is.
    pub by_finding: BTreeMap<FindingId, usize>,
    /// Where the person was.
    pub place: Option<crate::core::model::Anchor>,
    /// The look that the change is compared with.
    pub look: LastLook,
}
