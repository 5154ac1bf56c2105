//! What the host told, made ready to be looked at: threads at their places, the conversation as blocks of plain
//! paragraphs, how much of the change was there to be looked at. Pure; costs the diff, so it is made off the loop
//! (`Effect::Digest`) and kept. Called by `app::runner`, read by ui.

use std::sync::Arc;

use crate::core::{
    change::coverage,
    model::{ChangeMap, Check, CheckState, Coverage, Diff, PullFacts},
};

use super::{
    left_out::{LeftOut, left_out},
    page::{self, Block},
    threads::Threads,
};

/// What a digest is made of.
#[derive(Debug, Clone, Default)]
pub struct Material {
    /// The diff, when it is whole.
    pub diff: Option<Arc<Diff>>,
    /// Its map, when there is one.
    pub map: Option<Arc<ChangeMap>>,
    /// What the host told so far.
    pub pull: PullFacts,
    /// How many files the change has, as the host counts them; `None` = as many as are there.
    pub files: Option<u32>,
}

/// What is ready to be looked at.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Digest {
    /// Threads at their places.
    pub threads: Arc<Threads>,
    /// Description, checks, conversation, commits, issues, top to bottom.
    pub page: Arc<[Block]>,
    /// Checks that failed, run, passed, say nothing; `None` while the host has not told.
    pub checks: Option<[usize; 4]>,
    /// How much there is to look at; `None` until the map is there.
    pub coverage: Option<Coverage>,
    /// Files that nobody is asked to look at.
    pub left_out: LeftOut,
}

/// Makes a digest.
pub fn digest(material: &Material) -> Digest {
    let placed = match (&material.diff, &material.pull.threads) {
        (Some(diff), Some(threads)) => Threads::place(diff, threads),
        (None, _) | (_, None) => Threads::default(),
    };
    let coverage =
        material.diff.as_ref().zip(material.map.as_ref()).map(|(diff, map)| coverage(diff, map, material.files));
    let checks = material.pull.checks.as_deref().map(counts);
    let page = page::blocks(&material.pull, placed.counts());
    let left_out = material.diff.as_ref().map_or_else(LeftOut::default, |diff| left_out(diff, material.map.as_deref()));
    Digest { threads: Arc::new(placed), page: Arc::from(page), checks, coverage, left_out }
}

fn counts(checks: &[Check]) -> [usize; 4] {
    [CheckState::Failed, CheckState::Running, CheckState::Passed, CheckState::Neutral]
        .map(|state| checks.iter().filter(|check| check.state == state).count())
}
