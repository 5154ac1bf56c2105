//! What goes to a synthesis: findings on shelves that are shared, not copied, and the rest of its snapshot. Put together by
//! who carries the effect out: ten thousand findings are then no work for who draws. Filled by `update`.

use std::{collections::BTreeMap, sync::Arc};

use crate::core::{
    model::{CandidateId, Finding, FindingId, Kind, Opinion},
    synthesis::{Judged, Ruling, Snapshot},
};

/// Findings of one shelf. A change copies one shelf at most, while a synthesis reads it.
const SHELF: usize = 128;

/// Findings beside each other; `None` = taken away.
pub(super) type Shelf = Arc<Vec<Option<Arc<Judged>>>>;

/// Findings in the order in which they came, on shelves.
#[derive(Debug, Clone, Default)]
pub(super) struct Shelves {
    all: Vec<Shelf>,
    at: BTreeMap<FindingId, usize>,
    next: usize,
}

impl Shelves {
    /// Puts a finding where it stood, or behind the last; `None` takes it away.
    pub fn put(&mut self, id: &FindingId, judged: Option<Arc<Judged>>) {
        let at = match self.at.get(id) {
            Some(at) => *at,
            None if judged.is_none() => return,
            None => {
                self.at.insert(id.clone(), self.next);
                self.next += 1;
                self.next - 1
            }
        };
        if self.all.len() <= at / SHELF {
            self.all.push(Arc::new(vec![None; SHELF]));
        }
        if let Some(place) = self.all.get_mut(at / SHELF).and_then(|shelf| Arc::make_mut(shelf).get_mut(at % SHELF)) {
            *place = judged;
        }
    }

    /// All of them, shared.
    pub fn share(&self) -> Vec<Shelf> {
        self.all.clone()
    }
}

/// Everything that a synthesis looks at, not yet put together.
#[derive(Debug, Clone, Default)]
pub struct Gathered {
    pub(super) shelves: Vec<Shelf>,
    pub(super) words: Words,
    /// All but findings.
    pub(super) rest: Snapshot,
}

/// What was said of findings since they were judged.
#[derive(Debug, Clone, Default)]
pub(super) struct Words {
    /// By the person.
    pub rulings: BTreeMap<FindingId, Ruling>,
    /// By models.
    pub opinions: BTreeMap<CandidateId, Vec<Opinion>>,
}

impl Gathered {
    /// The snapshot. Work in proportion to the findings.
    pub fn snapshot(self) -> Snapshot {
        let Self { shelves, words, rest } = self;
        let all = shelves.iter().flat_map(|shelf| shelf.iter().flatten());
        let items = all.filter(|judged| !is_note_of_ours(&judged.finding)).map(|judged| {
            let opinions = judged.finding.candidates.first().and_then(|id| words.opinions.get(id));
            with_words(judged, words.rulings.get(&judged.finding.id).cloned(), opinions.map_or(&[], Vec::as_slice))
        });
        Snapshot { items: items.collect(), ..rest }
    }
}

/// A note that an earlier synthesis added: this one adds its own.
pub(super) fn is_note_of_ours(finding: &Finding) -> bool {
    finding.kind == Kind::Note && finding.candidates.is_empty()
}

/// With what a person and models said of it.
pub(super) fn with_words(judged: &Arc<Judged>, ruling: Option<Ruling>, opinions: &[Opinion]) -> Arc<Judged> {
    match ruling {
        None if opinions.is_empty() => judged.clone(),
        ruling => {
            let said = judged.said.same();
            Arc::new(Judged { ruling, opinions: opinions.to_vec(), said, ..Judged::clone(judged) })
        }
    }
}
