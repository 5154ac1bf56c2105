//! What the host told, made ready to be looked at: threads at their places, the conversation as blocks of plain
//! paragraphs, how much of the change was there to be looked at. Pure; costs the diff, so it is made off the loop
//! (`Effect::Digest`) and kept. Called by `app::runner`, read by ui.

use std::sync::Arc;

use crate::core::model::{ChangeMap, Diff, FileForm, PullFacts};

use super::{
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
}

/// How much of the change there is to look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Coverage {
    /// Files of the change.
    pub files: usize,
    /// Files that agents leave out: generated, vendored, binary.
    pub collapsed: usize,
    /// Files whose change the host does not give.
    pub missing: usize,
}

impl Coverage {
    /// Files that are looked at.
    pub fn looked_at(self) -> usize {
        self.files.saturating_sub(self.collapsed + self.missing)
    }
}

/// What is ready to be looked at.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Digest {
    /// Threads at their places.
    pub threads: Arc<Threads>,
    /// Description, checks, conversation, commits, issues, top to bottom.
    pub page: Arc<[Block]>,
    /// How much there is to look at; `None` until the map is there.
    pub coverage: Option<Coverage>,
}

/// Makes a digest.
pub fn digest(material: &Material) -> Digest {
    let placed = match (&material.diff, &material.pull.threads) {
        (Some(diff), Some(threads)) => Threads::place(diff, threads),
        (None, _) | (_, None) => Threads::default(),
    };
    let coverage = material.diff.as_ref().zip(material.map.as_ref()).map(|(diff, map)| coverage(diff, map));
    let page = page::blocks(&material.pull, placed.counts());
    Digest { threads: Arc::new(placed), page: Arc::from(page), coverage }
}

fn coverage(diff: &Diff, map: &ChangeMap) -> Coverage {
    let mut coverage = Coverage { files: diff.files.len(), ..Coverage::default() };
    for (nth, file) in diff.files.iter().enumerate() {
        if file.form == FileForm::NotGiven {
            coverage.missing += 1;
        } else if map.classes.get(nth).is_some_and(|class| class.is_left_out()) {
            coverage.collapsed += 1;
        }
    }
    coverage
}
