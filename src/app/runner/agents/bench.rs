//! What the tools of a model give: lines of files, places, names, history, from the objects of the repository and the
//! index alone, and what people said on the pull request; secrets masked, bounded for each call and for a task, quoted
//! like the rest of the material. Nothing is written, run or fetched. Called by `attempt`.

use crate::{
    app::context::Shelf,
    core::{
        brief::{Source as _, Want, masked, quoted},
        change::index::SymbolIndex,
        diff,
        model::{Diff, RepoPath, Thread},
        text::one_line,
    },
    edge::{
        agents::{Lines, Wish},
        git::{Blamed, Told},
    },
};

use super::said;

/// Bytes of one answer, of all answers of a task, and calls of a task.
const ONE: usize = 24 * 1024;
const ALL: usize = 160 * 1024;
const CALLS: usize = 24;
/// Places and names of one answer.
const PLACES: usize = 60;
const NAMES: usize = 400;
/// Columns of a line that is shown, of a name, and of a commit's subject.
const LINE: usize = 400;
const NAME: usize = 300;
const SUBJECT: usize = 120;

/// The tools of one task.
pub(super) struct Bench<'b> {
    pub(super) shelf: Shelf<'b>,
    pub(super) diff: &'b Diff,
    pub(super) index: Option<&'b SymbolIndex>,
    /// What people said; `None` = nobody knows.
    pub(super) threads: Option<&'b [Thread]>,
    /// The mark of the task's brief.
    pub(super) mark: &'b str,
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
        let name = wish.map_or("tool", |wish| wish.tool().as_str());
        // Masked before it is cut: half a secret no longer looks like one.
        let text = capped(masked(&self.give(wish)));
        let text = quoted(self.mark, name, &text);
        self.bytes += text.len();
        text
    }

    fn give(&mut self, wish: Result<&Wish, &String>) -> String {
        match wish {
            Err(why) => format!("Not done: {why}."),
            Ok(Wish::Read(lines)) => self.read(lines),
            Ok(Wish::Search(word, side)) => match self.shelf.search(word, *side) {
                Some(found) => places(found),
                None => "That side cannot be searched: its commit is not here, or it took too long.".to_owned(),
            },
            Ok(Wish::List(folder, side)) => names(self.shelf.below(folder, *side)),
            Ok(Wish::Callers(symbol)) => self.callers(symbol),
            Ok(Wish::Blame(lines)) => {
                let found = self.shelf.blame(&lines.path, lines.side, (lines.start, lines.end));
                history(found.map(|found| found.iter().map(blamed).collect()))
            }
            Ok(Wish::History(lines)) => {
                let found = self.shelf.past(&lines.path, lines.side, (lines.start, lines.end));
                history(found.map(|found| found.iter().map(told).collect()))
            }
            Ok(Wish::Comments(path, near)) => said::near(self.threads, path, *near),
        }
    }

    fn callers(&self, symbol: &str) -> String {
        let Some(index) = self.index else {
            return "There is no index of this repository; search finds words.".to_owned();
        };
        let found = index.who_calls(symbol, PLACES);
        places(found.into_iter().map(|place| (place.path.lossy().into_owned(), place.line)).collect())
    }

    fn read(&mut self, Lines { path, side, start, end }: &Lines) -> String {
        let bytes = match diff::find_file(self.diff, &RepoPath::new(path.as_str())) {
            Some(file) => self.shelf.text(&Want::File(file, *side)),
            None => self.shelf.object(path, *side),
        };
        let Some(bytes) = bytes else {
            return "There is no such file on that side, its commit is not here, or it is too large to be read."
                .to_owned();
        };
        // Masked as a whole: lines out of the middle of a key no longer look like one.
        let text = masked(&String::from_utf8_lossy(&bytes));
        let mut out = String::new();
        let skip = (*start as usize).saturating_sub(1);
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
        found.into_iter().take(PLACES).map(|(path, line)| format!("{}:{line}", one_line(&path, NAME))).collect();
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
    let mut rows: Vec<String> = found.iter().take(NAMES).map(|path| one_line(path, NAME)).collect();
    if rows.is_empty() {
        rows.push("Nothing lies there.".to_owned());
    }
    if more > 0 {
        rows.push(format!("and {more} more files"));
    }
    rows.join("\n")
}

fn history(rows: Option<Vec<String>>) -> String {
    match rows {
        None => "git does not say: no such file or lines on that side, its commit is not here, or it took too long."
            .to_owned(),
        Some(rows) if rows.is_empty() => "No commit is known.".to_owned(),
        Some(rows) => rows.join("\n"),
    }
}

fn blamed(of: &Blamed) -> String {
    let (first, last) = of.lines;
    let lines = if first == last { first.to_string() } else { format!("{first}-{last}") };
    format!("{lines}: {}", told(&of.by))
}

fn told(commit: &Told) -> String {
    let subject = masked(&commit.subject);
    format!("{} {} {}: {}", commit.id.1, commit.day, one_line(&commit.author, 60), one_line(&subject, SUBJECT))
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
