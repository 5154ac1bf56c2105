//! Search over the whole diff, off the screen's path.

use std::sync::Arc;

use tokio::sync::mpsc::Sender;

use crate::{
    core::{diff, model::Diff},
    session::{Slot, Spot},
    ui::{self, Hits},
};

use super::{Event, pool::Pool};

/// Matching lines that are listed at most.
const MOST: usize = 200_000;

pub(super) fn start(
    pool: &Pool,
    events: &Sender<Event>,
    (index, beyond): (Arc<Diff>, ui::BeyondLines),
    (pattern, revision): (String, u64),
) {
    let events = events.clone();
    pool.add(move || {
        let (found, more) = diff::search(&index, &pattern, MOST);
        let lines = found.into_iter().filter_map(|at| {
            let file = index.hunk(at.hunk)?.file;
            Some(Slot { file, spot: Spot::Line(at) })
        });
        let lines = beyond.search(&index, &pattern, lines.collect());
        let hits = Hits { lines, more };
        let _ = events.blocking_send(Event::Ui(ui::Msg::Found(revision, Arc::new(hits))));
    });
}
