//! The text of a file on the new side of the change, for lines beyond the diff. Off the screen's path; answers the
//! cockpit. Called by the runner.

use std::sync::{Arc, atomic::AtomicBool};

use tokio::sync::mpsc::Sender;

use crate::{
    core::{
        diff::FileText,
        model::{Diff, FileIx},
    },
    edge::intake::{Options, Sides, Wanted},
    ui,
};

use super::{Event, pool::Pool};

pub(super) fn start(
    pool: &Pool,
    events: &Sender<Event>,
    (diff, file): (Arc<Diff>, FileIx),
    from: (&Options, &Arc<AtomicBool>),
) {
    let (events, sides, stop) = (events.clone(), Sides::new(from.0), from.1.clone());
    pool.add(move || {
        let text = read(&sides, &diff, file, &stop).map(Arc::new);
        let _ = events.blocking_send(Event::Ui(ui::Msg::Text(file, text)));
    });
}

/// What is wanted of a file.
pub(super) fn wanted(diff: &Diff, file: FileIx) -> Option<Wanted> {
    let entry = diff.file(file)?;
    let blob = entry.blobs.map_or(&[][..], |(_, new)| diff.text.get(new)).to_vec();
    Some(Wanted { path: diff.name(entry.path).to_vec(), blob })
}

fn read(sides: &Sides, diff: &Diff, file: FileIx, stop: &AtomicBool) -> Result<FileText, String> {
    let wanted = wanted(diff, file).ok_or_else(|| "there is no such file in the diff".to_owned())?;
    let bytes = sides.read(&wanted, stop).map_err(|why| why.to_string())?;
    if bytes.contains(&0) {
        return Err("this file is binary: it has no lines to show".to_owned());
    }
    let text = FileText::new(bytes).filter(|text| text.fits(diff, file));
    text.ok_or_else(|| "the file at hand is not what the diff shows: it changed since, or its line ends do".to_owned())
}
