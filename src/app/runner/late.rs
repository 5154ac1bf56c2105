//! The symbol index for those who come before it: agents that are asked while it is still being built wait for it, so that
//! they are sent what `prr plan --show-brief` shows. Called by `index`, which builds it, and `agents`.

use std::{
    sync::{
        Arc, Condvar, Mutex, OnceLock, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use crate::core::change::index::SymbolIndex;

/// How often one who waits looks whether the program ends.
const LOOK: Duration = Duration::from_millis(100);

type Index = Option<Arc<SymbolIndex>>;

#[derive(Debug, Default)]
enum Stage {
    /// Nobody builds one.
    #[default]
    None,
    Building,
    Done(Index),
}

/// What becomes of the index that is being built.
#[derive(Debug, Clone, Default)]
pub(super) struct Building(Arc<(Mutex<Stage>, Condvar)>);

impl Building {
    /// It is begun.
    pub fn begin(&self) {
        self.set(Stage::Building);
    }

    /// It is there, or there is none.
    pub fn end(&self, index: Index) {
        self.set(Stage::Done(index));
    }

    fn set(&self, stage: Stage) {
        let (slot, told) = &*self.0;
        *slot.lock().unwrap_or_else(PoisonError::into_inner) = stage;
        told.notify_all();
    }

    /// The index; waits while it is being built, but not past the end of the program.
    fn wait(&self, quit: &AtomicBool) -> Index {
        let (slot, told) = &*self.0;
        let mut stage = slot.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            match &*stage {
                Stage::None => return None,
                Stage::Done(index) => return index.clone(),
                Stage::Building if quit.load(Ordering::Relaxed) => return None,
                Stage::Building => {}
            }
            stage = told.wait_timeout(stage, LOOK).map_or_else(|poisoned| poisoned.into_inner().0, |(stage, _)| stage);
        }
    }
}

/// The index as one order knows it: asked for once, when it is first needed.
#[derive(Debug)]
pub(super) struct Late {
    building: Building,
    found: OnceLock<Index>,
}

impl Late {
    /// Of what is being built.
    pub fn new(building: Building) -> Self {
        Self { building, found: OnceLock::new() }
    }

    /// The index; `known` when it was there from the beginning.
    pub fn get(&self, known: Option<&Arc<SymbolIndex>>, quit: &AtomicBool) -> Option<&SymbolIndex> {
        self.found.get_or_init(|| known.cloned().or_else(|| self.building.wait(quit))).as_deref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_comes_before_the_index_waits_for_it_and_nobody_waits_for_none() {
        let quit = AtomicBool::new(false);
        let building = Building::default();
        assert!(Late::new(building.clone()).get(None, &quit).is_none(), "nobody builds one");
        building.begin();
        let waiting = {
            let building = building.clone();
            std::thread::spawn(move || Late::new(building).get(None, &AtomicBool::new(false)).is_some())
        };
        building.end(Some(Arc::new(SymbolIndex::default())));
        assert!(waiting.join().unwrap());
        assert!(Late::new(building.clone()).get(None, &quit).is_some());
        building.begin();
        assert!(
            Late::new(building).get(None, &AtomicBool::new(true)).is_none(),
            "the end of the program waits for nothing"
        );
    }
}
