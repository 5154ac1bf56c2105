//! Parsed hunks, shared by all checks of a run: a hunk is parsed once, when a check first asks for it.
//! Not here: what is looked for (`introduced`). Called by `introduced`.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use crate::core::{
    change::syntax::{Fragment, Grammar, Parsed, parse},
    model::{Diff, HunkIx, Side},
};

/// Memory that trees may take before all are dropped.
const MOST_BYTES: usize = 24 << 20;

/// The trees that are kept.
#[derive(Debug, Default)]
pub(super) struct Pages {
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    trees: HashMap<(HunkIx, Side), Option<Arc<Parsed>>>,
    bytes: usize,
}

impl Pages {
    /// One side of a hunk, parsed. `None` when it cannot be.
    pub fn of(&self, diff: &Diff, hunk: HunkIx, side: Side, grammar: Grammar) -> Option<Arc<Parsed>> {
        let lock = || self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().trees.get(&(hunk, side)) {
            return known.clone();
        }
        // Two checks may parse the same hunk at once: cheaper than to hold the lock meanwhile.
        let parsed = Fragment::of(diff, hunk, side).and_then(|text| parse(text, grammar)).map(Arc::new);
        let mut kept = lock();
        kept.bytes += parsed.as_ref().map_or(64, |p| p.bytes());
        if kept.bytes > MOST_BYTES {
            *kept = Kept::default();
        }
        kept.trees.insert((hunk, side), parsed.clone());
        parsed
    }
}
