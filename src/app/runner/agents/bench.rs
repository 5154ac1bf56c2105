//! What the tools of a model give: lines of files, places, names, from the objects of the repository and the index alone;
//! secrets masked, bounded for each call and for a task. Nothing is written, run or fetched. Called by `attempt`.

use crate::{
    app::context::Shelf,
    core::{
        brief::{Source as _, Want, masked},
        change::index::SymbolIndex,
        diff,
        model::{Diff, RepoPath, Side},
        text::one_line,
    },
    edge::agents::Wish,
};

/// Bytes of one answer, of all answers of a task, and calls of a task.
const ONE: usize = 24 * 1024;
const ALL: usize = 160 * 1024;
const CALLS: usize = 24;
/// Places and names of one answer.
const PLACES: usize = 60;
const NAMES: usize = 400;
/// Columns of a line that is shown.
const LINE: usize = 400;

/// The tools of one task.
pub(super) struct Bench<'b> {
    pub(super) shelf: Shelf<'b>,
    pub(super) diff: &'b Diff,
    pub(super) index: Option<&'b SymbolIndex>,
    pub(super) calls: usize,
    pub(super) bytes: usize,
}

impl Bench<'_> {
    /// The answer of a call, for the model to read. A mistake is an answer too.
    pub(super) fn answer(&mut self, wish: Result<&Wish, &String>) -> String {
        self.calls += 1;
        if self.calls > CALLS || self.bytes > ALL {
            return "The tools are used up: answer with what you know.".to_owned();
        }
        let text = match wish {
            Err(why) => format!("Not done: {why}."),
            Ok(Wish::Read { path, side, start, end }) => self.read(path, *side, (*start, *end)),
            Ok(Wish::Search(word)) => places(self.shelf.search(word)),
            Ok(Wish::List(folder)) => names(self.shelf.below(folder)),
            Ok(Wish::Callers(symbol)) => match self.index {
                Some(index) => {
                    let found = index.who_calls(symbol, PLACES);
                    places(found.into_iter().map(|place| (place.path.lossy().into_owned(), place.line)).collect())
                }
                None => "There is no index of this repository; search finds words.".to_owned(),
            },
        };
        let text = masked(&capped(text));
        self.bytes += text.len();
        text
    }

    fn read(&mut self, path: &str, side: Side, (start, end): (u32, u32)) -> String {
        let changed = diff::find_file(self.diff, &RepoPath::new(path));
        let bytes = match (changed, side) {
            (Some(file), side) => self.shelf.text(&Want::File(file, side)),
            (None, Side::Right) => self.shelf.object(path),
            (None, Side::Left) => self.shelf.text(&Want::Base(path.to_owned())),
        };
        let Some(bytes) = bytes else {
            return "There is no such file on that side, or it is too large to be read.".to_owned();
        };
        // Masked as a whole: lines out of the middle of a key no longer look like one.
        let text = masked(&String::from_utf8_lossy(&bytes));
        let mut out = String::new();
        let skip = (start as usize).saturating_sub(1);
        for (nth, line) in text.split('\n').enumerate().skip(skip).take((end - start) as usize + 1) {
            out.push_str(&format!("{}: {}\n", nth + 1, one_line(line, LINE)));
            if out.len() > ONE {
                break;
            }
        }
        if out.is_empty() { "The file has no such lines.".to_owned() } else { out }
    }
}

fn places(found: Vec<(String, u32)>) -> String {
    let more = found.len().saturating_sub(PLACES);
    let mut rows: Vec<String> =
        found.into_iter().take(PLACES).map(|(path, line)| format!("{}:{line}", one_line(&path, 300))).collect();
    if rows.is_empty() {
        rows.push("Nowhere.".to_owned());
    }
    if more > 0 {
        rows.push(format!("and {more} more places"));
    }
    rows.join("\n")
}

fn names(found: Option<Vec<String>>) -> String {
    let Some(found) = found else { return "The files of this repository cannot be listed.".to_owned() };
    let more = found.len().saturating_sub(NAMES);
    let mut rows: Vec<String> = found.iter().take(NAMES).map(|path| one_line(path, 300)).collect();
    if rows.is_empty() {
        rows.push("Nothing lies there.".to_owned());
    }
    if more > 0 {
        rows.push(format!("and {more} more files"));
    }
    rows.join("\n")
}

fn capped(mut text: String) -> String {
    if text.len() > ONE {
        let mut at = ONE;
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        text.truncate(at);
        text.push_str("\n(cut here)");
    }
    text
}
