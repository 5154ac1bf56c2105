//! The Logbook view's state: what came of the logbooks, and where the person is in it. Not drawing (`view::logbook`), not
//! keys (`update::logbook`), not reading: that is asked for, and comes as a message.

use std::{path::PathBuf, sync::Arc};

use crate::{
    core::{
        history::{Compared, RunLog},
        model::RunId,
    },
    session::Session,
};

use super::{Ui, link};

/// A target's logbook as it is shown.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Book {
    /// Its runs, oldest first.
    pub runs: Vec<RunLog>,
    /// What of it could not be read, one sentence each.
    pub notes: Vec<String>,
}

/// What is wanted of the logbooks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LogWish {
    /// The runs of the logbook at that path.
    Book(PathBuf),
    /// Two of its runs, compared.
    Compare(PathBuf, RunId, RunId),
    /// The scoreboard of all logbooks of the repository, and of the one at that path.
    Scores(Option<PathBuf>),
}

impl LogWish {
    /// The answer when it cannot be had.
    pub fn failed(&self, why: String) -> LogTold {
        match self {
            Self::Book(_) => LogTold::Book(Err(why)),
            Self::Compare(..) => LogTold::Compared(Err(why)),
            Self::Scores(_) => LogTold::Scores(Err(why)),
        }
    }
}

/// What came of it; or why not, in words.
#[derive(Debug, Clone)]
pub enum LogTold {
    /// The runs.
    Book(Result<Arc<Book>, String>),
    /// The comparison.
    Compared(Result<Arc<Compared>, String>),
    /// The rows of the scoreboard, as `prr log stats` prints them.
    Scores(Result<Arc<Vec<String>>, String>),
}

/// Something that was asked for.
#[derive(Debug, Clone)]
pub struct Fetched<T> {
    /// Whether an answer is awaited.
    pub is_asked: bool,
    /// The last answer.
    pub got: Option<Result<Arc<T>, String>>,
}

impl<T> Default for Fetched<T> {
    fn default() -> Self {
        Self { is_asked: false, got: None }
    }
}

impl<T> Fetched<T> {
    /// It came.
    pub fn take(&mut self, got: Result<Arc<T>, String>) {
        *self = Self { is_asked: false, got: Some(got) };
    }

    /// What came, when it did.
    pub fn here(&self) -> Option<&Arc<T>> {
        self.got.as_ref().and_then(|got| got.as_ref().ok())
    }
}

/// Which page of the view is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Page {
    /// The runs, and below the chosen one.
    #[default]
    Runs,
    /// The acts of one run, as they were taken.
    Acts,
    /// Two runs compared.
    Compare,
    /// The scoreboard.
    Scores,
}

impl Page {
    /// Every page, from left to right.
    pub const ALL: [Self; 4] = [Self::Runs, Self::Acts, Self::Compare, Self::Scores];

    /// Its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Runs => "runs",
            Self::Acts => "decisions",
            Self::Compare => "two runs",
            Self::Scores => "scoreboard",
        }
    }

    /// The page beside it, when there is one.
    pub fn beside(self, is_right: bool) -> Option<Self> {
        let here = Self::ALL.iter().position(|page| *page == self)?;
        let there = if is_right { here.checked_add(1) } else { here.checked_sub(1) }?;
        Self::ALL.get(there).copied()
    }
}

/// How far the session was when the logbook was asked for: decisions, receipts, whether the run was over and written.
pub type Stand = (usize, usize, bool);

/// The view as it is looked at.
#[derive(Debug, Clone, Default)]
pub struct LogbookState {
    /// Which page.
    pub page: Page,
    /// The runs.
    pub book: Fetched<Book>,
    /// The comparison.
    pub compared: Fetched<Compared>,
    /// The scoreboard.
    pub scores: Fetched<Vec<String>>,
    /// The run under the cursor, the newest being 0.
    pub run: usize,
    /// The run that the next one marked is compared with.
    pub marked: Option<RunId>,
    /// The act under the cursor: those up to it have been taken.
    pub step: usize,
    /// The finding of the comparison under the cursor.
    pub line: usize,
    /// Rows of the scoreboard that are scrolled away.
    pub top: usize,
    /// What the book that is here, or under way, has in it.
    pub stand: Stand,
}

impl LogbookState {
    /// How many runs there are.
    pub fn runs_len(&self) -> usize {
        self.book.here().map_or(0, |book| book.runs.len())
    }

    /// A run by its place in the list, the newest first.
    pub fn nth(&self, nth: usize) -> Option<&RunLog> {
        let book = self.book.here()?;
        book.runs.get(book.runs.len().checked_sub(nth + 1)?)
    }

    /// The run under the cursor.
    pub fn chosen(&self) -> Option<&RunLog> {
        self.nth(self.run.min(self.runs_len().saturating_sub(1)))
    }

    /// Where a run stands in the list.
    pub fn place_of(&self, run: &RunId) -> Option<usize> {
        let book = self.book.here()?;
        book.runs.iter().rev().position(|known| known.facts.id == *run)
    }

    /// The cursor of the page's list, and how long that is. The scoreboard is no list.
    pub fn list(&self) -> (usize, usize) {
        let (cursor, count) = match self.page {
            Page::Runs => (self.run, self.runs_len()),
            Page::Acts => (self.step, self.chosen().map_or(0, |run| run.steps.len())),
            Page::Compare => (self.line, self.compared.here().map_or(0, |found| found.lines.len())),
            Page::Scores => (0, 0),
        };
        (cursor.min(count.saturating_sub(1)), count)
    }

    /// Puts the cursor of the page's list on an entry. Another run is read from its last act.
    pub fn go(&mut self, nth: usize) {
        match self.page {
            Page::Runs => {
                self.run = nth;
                self.step = self.chosen().map_or(0, |run| run.steps.len().saturating_sub(1));
            }
            Page::Acts => self.step = nth,
            Page::Compare => self.line = nth,
            Page::Scores => self.top = nth,
        }
    }
}

/// The address of the last review that was posted of the run under the cursor, when it is one that may be opened.
pub fn posted_address(session: &Session, ui: &Ui) -> Option<String> {
    let host = &session.pull().pull.as_deref()?.name.repo.host;
    let postings = ui.noted.logbook.chosen()?.postings.iter().rev();
    let mut posted = postings.filter_map(|posting| posting.receipt.as_ref()).filter(|told| told.outcome.is_posted());
    link::checked(&posted.next()?.url, host)
}
