//! The diff of an earlier look, read and compared; off the screen's path.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::Arc,
};

use tokio::sync::mpsc::Sender;

use crate::{
    core::{
        diff::{self, CodeFinder},
        gate::{Look, Remembered},
        model::{CodePlace, Diff, Failure, FailureKind, Since},
    },
    edge::logbook::{self, DiffError},
    session::Msg,
};

use super::{Event, pool::Pool};

/// Compares the present diff with that of an earlier look.
pub(super) fn compare(pool: &Pool, events: &Sender<Event>, (look, logbook): (Box<Look>, PathBuf), now: Arc<Diff>) {
    let events = events.clone();
    pool.add(move || {
        let work = AssertUnwindSafe(|| since(&look, &logbook, &now));
        let broken = || Failure::new(FailureKind::Internal, "comparing the two diffs broke off");
        let result = catch_unwind(work).unwrap_or_else(|_| Err(broken()));
        let _ = events.blocking_send(Event::Session(Msg::Compared(look.run.id.clone(), result)));
    });
}

/// Looks for the code of earlier findings. One that cannot be looked for counts as changed: nothing is carried blindly.
pub(super) fn trace(pool: &Pool, events: &Sender<Event>, remembered: Arc<[Remembered]>, diff: Arc<Diff>) {
    let events = events.clone();
    pool.add(move || {
        let mut finder = CodeFinder::new(&diff);
        let place = |entry: &Remembered| {
            catch_unwind(AssertUnwindSafe(|| entry.find(&mut finder))).unwrap_or(CodePlace::Changed)
        };
        let places: Vec<CodePlace> = remembered.iter().map(place).collect();
        let _ = events.blocking_send(Event::Session(Msg::Traced(places.into())));
    });
}

/// Comes back at once, behind what was typed meanwhile.
pub(super) fn go_on(pool: &Pool, events: &Sender<Event>) {
    let events = events.clone();
    pool.add(move || {
        let _ = events.blocking_send(Event::Session(Msg::WentOn));
    });
}

fn since(look: &Look, logbook: &Path, now: &Diff) -> Result<Arc<Since>, Failure> {
    let bytes = logbook::kept_diff(logbook, &look.run.request.diff_hash).map_err(|error| failure(&error))?;
    Ok(Arc::new(diff::since(&diff::parse(bytes), now)))
}

/// A failure of keeping a diff or having it back.
pub(super) fn failure(error: &DiffError) -> Failure {
    let failure = Failure::new(FailureKind::Logbook, error.to_string());
    match error {
        DiffError::NotKept { .. } | DiffError::Damaged { .. } => {
            failure.hint("what you see now is kept: i works after the next push")
        }
        DiffError::TooLarge { .. } => failure.hint("mark files viewed with Space: marks outlast a push"),
        DiffError::Unusable { .. } => failure.hint("make it readable and writable, then open the change again"),
    }
}
