//! What models were found to refuse, so that the tasks behind do not send it again. Called by `desk` and `attempt`.

use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
};

use crate::edge::agents::Extra;

/// By who answers, as configured.
#[derive(Debug, Default)]
pub(super) struct Lacks(Mutex<BTreeMap<String, Vec<Extra>>>);

impl Lacks {
    /// What one refuses.
    pub(super) fn of(&self, who: &str) -> Vec<Extra> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(who).cloned().unwrap_or_default()
    }

    /// It refused something. Whether that was to be expected to end: each thing is left out once.
    pub(super) fn add(&self, who: &str, extra: Extra) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = all.entry(who.to_owned()).or_default();
        if !known.contains(&extra) {
            known.push(extra);
        }
    }
}
