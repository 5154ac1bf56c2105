//! The change map with both sides of the files: read by git, then worked out file by file side by side. Not here: what it
//! says (core::change, core::risk). Called by `tasks` for a session, and by `prr plan`.

use std::{
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Instant,
};

use crate::{
    app::job::Job,
    core::{
        change::{Contents, FileMap, read_file},
        model::{ChangeMap, Diff, FileClass, FileIx, RunId, TargetSpec},
        risk::{self, Facts},
    },
    edge::intake,
};

/// Diffs with fewer files are read on the calling thread: starting threads costs more.
const FEW: usize = 8;

/// The map of a job's diff.
pub(in crate::app) fn map_of(job: &Job, diff: &Diff, run: &RunId, facts: &Facts, stop: &AtomicBool) -> ChangeMap {
    let begun = Instant::now();
    let classes = risk::classes_of(diff);
    let contents = match has_repository(job) {
        true => intake::both_sides(diff, &classes, &job.intake, stop),
        false => Contents::default(),
    };
    let read = begun.elapsed().as_millis();
    let files = files(diff, &classes, (&contents, cores()));
    // Both sides of a large change weigh more than all that is said of it.
    let notes = contents.notes;
    let mut map = risk::assemble(diff, run, facts, classes, files);
    map.notes.extend(notes);
    tracing::info!(read_ms = read, ms = begun.elapsed().as_millis(), "change map made");
    map
}

/// Whether the diff may have come from a repository around us.
pub(super) fn has_repository(job: &Job) -> bool {
    !matches!(job.target, TargetSpec::Embedded(..))
}

/// Threads for work on files: one core is left to the screen, where there is one.
pub(super) fn threads(job: &Job) -> usize {
    cores().saturating_sub(usize::from(job.is_cockpit)).max(1)
}

/// Threads for the map: as many as there are cores. It takes moments, and in the cockpit it runs at lower priority than
/// the screen, which threads that are started have from the one that starts them.
fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// What is known of each file, in diff order. A file whose reading panics is read as nothing.
fn files(diff: &Diff, classes: &[FileClass], (contents, threads): (&Contents, usize)) -> Vec<FileMap> {
    let of = |nth: usize| {
        let file = FileIx(u32::try_from(nth).unwrap_or(u32::MAX));
        let class = classes.get(nth).copied().unwrap_or(FileClass::Source);
        let read = || read_file(diff, file, class, contents);
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(read)).unwrap_or_default()
    };
    let count = diff.files.len();
    if count < FEW || threads < 2 {
        return (0..count).map(of).collect();
    }
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, FileMap)>> = Mutex::new(Vec::with_capacity(count));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let nth = next.fetch_add(1, Ordering::Relaxed);
                    if nth >= count {
                        return;
                    }
                    let map = of(nth);
                    done.lock().unwrap_or_else(PoisonError::into_inner).push((nth, map));
                }
            });
        }
    });
    let mut files = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    files.sort_by_key(|(nth, _)| *nth);
    files.into_iter().map(|(_, map)| map).collect()
}
