//! `$EDITOR`: what it is to open is made ready (on the pool), then it runs (on a thread of its own, at the priority of
//! the program) while the driver has given the terminal away. Answers the driver. Called by the runner.

use std::{
    path::PathBuf,
    sync::{Arc, atomic::AtomicBool},
};

use tokio::sync::mpsc::Sender;

use crate::{
    core::{
        diff::{self, FileText},
        model::{Diff, FileIx, FindingId, Side},
    },
    edge::{
        editor::{Access, Editor, Paper},
        intake::{Options, Sides, Wanted},
    },
    ui::{Edit, Edited},
};

use super::{Event, pool::Pool};

/// What an editor is started with.
#[derive(Debug)]
pub(in crate::app) struct Ready {
    editor: Editor,
    /// The text, when it is no file of the working tree.
    paper: Option<Paper>,
    file: PathBuf,
    line: Option<u32>,
    back: Back,
}

/// What is done when it ends.
#[derive(Debug)]
enum Back {
    /// The words are taken.
    Words(FindingId),
    /// This is said.
    Say(&'static str),
}

/// Makes ready what was asked for.
pub(super) fn prepare(
    pool: &Pool,
    events: &Sender<Event>,
    (diff, edit): (Arc<Diff>, Edit),
    from: (&Options, &Arc<AtomicBool>),
) {
    let (events, sides, stop) = (events.clone(), Sides::new(from.0), from.1.clone());
    pool.add(move || {
        let ready = ready(edit, &sides, &diff, &stop).map(Box::new);
        let _ = events.blocking_send(Event::EditorReady(ready));
    });
}

/// Runs the editor. The terminal must have been given away.
pub(super) fn launch(events: &Sender<Event>, ready: Box<Ready>) -> std::io::Result<()> {
    let events = events.clone();
    let work = move || {
        let edited = run(&ready);
        let _ = events.blocking_send(Event::Edited(edited));
    };
    std::thread::Builder::new().name("editor".to_owned()).spawn(work).map(drop)
}

fn ready(edit: Edit, sides: &Sides, diff: &Diff, stop: &AtomicBool) -> Result<Ready, String> {
    let editor = Editor::of(|name| std::env::var(name).ok())?;
    let unwritten = |error: std::io::Error| format!("there is no room for a temporary file: {error}");
    match edit {
        Edit::Words(finding, text) => {
            let paper = Paper::new(b"finding.md", text.as_bytes(), Access::Write).map_err(unwritten)?;
            let (file, back) = (paper.file().to_owned(), Back::Words(finding));
            Ok(Ready { editor, paper: Some(paper), file, line: None, back })
        }
        Edit::Code { file, side, line } => {
            let (path, text) = text_of(sides, diff, (file, side), stop)?;
            let there = sides.same_in_tree(&path, &text, stop).filter(|_| side == Side::Right);
            if let Some(file) = there {
                let back = Back::Say("what was changed in the file is not in this diff");
                return Ok(Ready { editor, paper: None, file, line: Some(line), back });
            }
            let paper = Paper::new(&path, &text, Access::Read).map_err(unwritten)?;
            let file = paper.file().to_owned();
            let back = Back::Say(match side {
                Side::Left => "that was a read-only copy: the text before the change",
                Side::Right => "that was a read-only copy: the working file is not what the diff shows",
            });
            Ok(Ready { editor, paper: Some(paper), file, line: Some(line), back })
        }
    }
}

/// The name and the text of one side of a file.
fn text_of(
    sides: &Sides,
    diff: &Diff,
    (file, side): (FileIx, Side),
    stop: &AtomicBool,
) -> Result<(Vec<u8>, Vec<u8>), String> {
    let path = diff::path_of_side(diff, file, side).ok_or("there is no such file in the diff")?.as_bytes().to_vec();
    let ids = diff.file(file).and_then(|entry| entry.blobs);
    let id = ids.map(|(old, new)| diff.text.get(if side == Side::Left { old } else { new }).to_vec());
    let wanted = Wanted { path: path.clone(), blob: id.unwrap_or_default() };
    if side == Side::Left && !wanted.has_id() {
        return Err("the diff does not tell which text this was before".to_owned());
    }
    let text = sides.read(&wanted, stop).map_err(|why| why.to_string())?;
    // Without an id only the diff itself can tell whether the file at hand is the one.
    let is_it =
        side == Side::Left || wanted.has_id() || FileText::new(&*text).is_some_and(|text| text.fits(diff, file));
    if is_it {
        Ok((path, text))
    } else {
        Err("the file at hand is not what the diff shows: it changed since".to_owned())
    }
}

fn run(ready: &Ready) -> Edited {
    let name = ready.editor.name();
    if let Err(why) = ready.editor.run(&ready.file, ready.line) {
        return Edited::Failed(format!("{why}: nothing was changed"));
    }
    match (&ready.back, &ready.paper) {
        (Back::Words(finding), Some(paper)) => match paper.text() {
            Ok(text) => Edited::Words(finding.clone(), text),
            Err(why) => Edited::Failed(format!("{why}: nothing was changed")),
        },
        (Back::Words(_), None) => Edited::Failed("there is no text: nothing was changed".to_owned()),
        (Back::Say(words), _) => {
            let line = if ready.editor.takes_lines() { "" } else { ", which cannot be told a line" };
            Edited::Said(format!("back from {name}{line} · {words}"))
        }
    }
}
