//! Who uses a name, with the code of each place, and the text of a file beyond the diff. Off the screen's path; answers
//! the cockpit. Not here: the index (`index`). Called by the runner.

use std::sync::{Arc, atomic::AtomicBool};

use tokio::sync::mpsc::Sender;

use crate::{
    app::job::Job,
    core::{
        change::index::SymbolIndex,
        diff::FileText,
        model::{RepoPath, Request},
    },
    edge::intake::Texts,
    ui::{self, Uses},
};

use super::{Event, pool::Pool};

/// Where from: the job, what stops it, and what is reviewed.
type From<'f> = (&'f Arc<Job>, &'f Arc<AtomicBool>, Option<&'f Request>);

pub(super) fn look_up(
    pool: &Pool,
    events: &Sender<Event>,
    (index, name): (Arc<SymbolIndex>, String),
    (job, stop, request): From<'_>,
) {
    let (events, job, stop) = (events.clone(), job.clone(), stop.clone());
    let head = request.and_then(|request| request.head_sha.clone());
    pool.add(move || {
        let mut texts = Texts::new(job.intake.clone(), &stop);
        let uses = Arc::new(Uses::of(&index, &name, |path| text(&mut texts, head.as_deref(), path)));
        let _ = events.blocking_send(Event::Ui(ui::Msg::Callers(name, uses)));
    });
}

pub(super) fn read(pool: &Pool, events: &Sender<Event>, path: RepoPath, (job, stop, request): From<'_>) {
    let (events, job, stop) = (events.clone(), job.clone(), stop.clone());
    let head = request.and_then(|request| request.head_sha.clone());
    pool.add(move || {
        let mut texts = Texts::new(job.intake.clone(), &stop);
        let found = match text(&mut texts, head.as_deref(), &path) {
            Some(bytes) if bytes.contains(&0) => Err("it is binary".to_owned()),
            Some(bytes) => FileText::new(bytes).map(Arc::new).ok_or_else(|| "it is too large".to_owned()),
            None => Err("it is not at hand, or larger than 4 MiB".to_owned()),
        };
        let _ = events.blocking_send(Event::Ui(ui::Msg::Source(path, found)));
    });
}

/// A file of the new side: of its commit, of HEAD when that commit is not here (as the index), else as it lies there.
fn text(texts: &mut Texts<'_>, head: Option<&str>, path: &RepoPath) -> Option<Vec<u8>> {
    let name = path.lossy();
    match head {
        Some(head) => texts.of_tree(head, &name).or_else(|| texts.of_tree("HEAD", &name)),
        None => texts.file(path.as_bytes()),
    }
}
