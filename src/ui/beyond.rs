//! What is shown beyond the diff: lines around hunks that were asked for, and hunks folded by hand. Which of them are
//! there is state; their text came from outside (`app::runner`). Not here: keys (`update::beyond`), steps (`walk`).

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use crate::{
    core::{
        diff::{self, FileText},
        model::{Beyond, Diff, Edge, FileIx, HunkIx, Line},
    },
    session::{Session, Slot, Spot},
};

use super::{
    paint::{Span, TILE, Tile},
    since,
    state::Ui,
};

/// Bytes of texts that are kept in all. More are refused, in words: what is shown does not vanish by itself.
pub const MOST: usize = 32 << 20;

/// How much is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Amount {
    /// So many lines more beyond an edge.
    Lines(HunkIx, Edge, u32),
    /// The whole file.
    All,
}

/// A text, and its colours as far as they are there, by tile.
#[derive(Debug, Clone)]
struct Shown {
    text: Arc<FileText>,
    tiles: BTreeMap<u32, Arc<Tile>>,
}

/// What is folded by hand, and what is shown although the diff does not have it.
#[derive(Debug, Clone, Default)]
pub struct Folds {
    /// Files folded (true) or opened by hand.
    pub files: BTreeMap<FileIx, bool>,
    /// Files that were being read when their class became known: they stay open.
    pub exempt: BTreeSet<FileIx>,
    /// Hunks folded by hand.
    pub hunks: BTreeSet<HunkIx>,
    /// How many lines are shown beyond an edge; never 0.
    shown: BTreeMap<(HunkIx, Edge), u32>,
    /// Texts that are there.
    texts: BTreeMap<FileIx, Shown>,
    /// What waits for a text.
    asked: Vec<(FileIx, Amount)>,
}

impl Folds {
    /// How many lines are shown beyond an edge.
    pub fn shown(&self, hunk: HunkIx, edge: Edge) -> u32 {
        if self.shown.is_empty() {
            return 0;
        }
        self.shown.get(&(hunk, edge)).copied().unwrap_or(0)
    }

    /// Shows so many lines beyond an edge.
    pub fn show(&mut self, hunk: HunkIx, edge: Edge, lines: u32) {
        match lines {
            0 => self.shown.remove(&(hunk, edge)),
            lines => self.shown.insert((hunk, edge), lines),
        };
    }

    /// The text of a file, when it is there.
    pub fn text(&self, file: FileIx) -> Option<&Arc<FileText>> {
        self.texts.get(&file).map(|shown| &shown.text)
    }

    /// Keeps colours of a text that is still there.
    pub fn tint(&mut self, file: FileIx, tile: Arc<Tile>) {
        if let Some(shown) = self.texts.get_mut(&file).filter(|shown| shown.text.lines() == tile.lines) {
            shown.tiles.insert(tile.key.tile, tile);
        }
    }

    /// The colours of a line of a text, by its number; `None` while they are not known.
    fn spans(&self, file: FileIx, number: u32) -> Option<&[Span]> {
        let ord = number.checked_sub(1)?;
        Some(self.texts.get(&file)?.tiles.get(&(ord / TILE))?.spans(ord))
    }

    /// Keeps a text. False when there are too many bytes already.
    pub fn keep(&mut self, file: FileIx, text: Arc<FileText>) -> bool {
        let bytes: usize = self.texts.values().map(|shown| shown.text.bytes().len()).sum();
        let fits = bytes.saturating_add(text.bytes().len()) <= MOST;
        if fits {
            self.texts.insert(file, Shown { text, tiles: BTreeMap::new() });
        }
        fits
    }

    /// Lets a text go that nothing is shown of.
    pub fn forget(&mut self, session: &Session, file: FileIx) {
        if session.diff.hunks_of(file).all(|hunk| Edge::ALL.iter().all(|edge| self.shown(hunk, *edge) == 0)) {
            self.texts.remove(&file);
        }
    }

    /// Notes what waits for a text. Whether it is to be read: another wish may have asked before.
    pub fn ask(&mut self, file: FileIx, amount: Amount) -> bool {
        let is_first = self.asked.iter().all(|(other, _)| *other != file);
        self.asked.push((file, amount));
        is_first
    }

    /// Takes out what waited for a file's text.
    pub fn asked(&mut self, file: FileIx) -> Vec<Amount> {
        let (taken, left) = std::mem::take(&mut self.asked).into_iter().partition(|(other, _)| *other == file);
        self.asked = left;
        let taken: Vec<(FileIx, Amount)> = taken;
        taken.into_iter().map(|(_, amount)| amount).collect()
    }
}

/// The lines that are shown beyond hunks, to be searched elsewhere.
#[derive(Debug, Clone, Default)]
pub struct Lines {
    shown: Vec<(HunkIx, Edge, u32)>,
    texts: BTreeMap<FileIx, Arc<FileText>>,
}

impl Lines {
    /// Of everything that is shown.
    pub fn of(ui: &Ui) -> Self {
        let folds = &ui.diff.folds;
        let shown = folds.shown.iter().map(|((hunk, edge), lines)| (*hunk, *edge, *lines)).collect();
        Self { shown, texts: folds.texts.iter().map(|(file, shown)| (*file, shown.text.clone())).collect() }
    }

    /// Those that hold a text, among the lines of the diff that do, all in order.
    pub fn search(&self, index: &Diff, pattern: &str, mut found: Vec<Slot>) -> Vec<Slot> {
        let holds = diff::holds(pattern);
        for (hunk, edge, lines) in &self.shown {
            let Some(file) = index.hunk(*hunk).map(|entry| entry.file) else { continue };
            let Some(text) = self.texts.get(&file) else { continue };
            let all = (0..*lines).map(|nth| Beyond { hunk: *hunk, edge: *edge, nth });
            let hits = all.filter(|at| diff::line_beyond(index, *at, text).is_some_and(|line| holds(line.text)));
            found.extend(hits.map(|at| Slot { file, spot: Spot::Beyond(at) }));
        }
        if !self.shown.is_empty() {
            found.sort_unstable();
        }
        found
    }
}

/// Lines beyond an edge that are not shown yet, as far as that is known.
pub fn left(session: &Session, ui: &Ui, hunk: HunkIx, edge: Edge) -> Option<u32> {
    let folds = &ui.diff.folds;
    let file = session.diff.hunk(hunk)?.file;
    let room = diff::room_beyond(&session.diff, hunk, edge, folds.text(file).map(|text| &**text))?;
    let other = diff::neighbour(&session.diff, hunk, edge).map_or(0, |next| folds.shown(next, edge.other()));
    room.checked_sub(folds.shown(hunk, edge))?.checked_sub(other)
}

/// Whether nothing is hidden between a hunk and what stands before it although the diff leaves lines out there: its
/// header is then no row of its own.
pub fn is_joined(session: &Session, ui: &Ui, hunk: HunkIx) -> bool {
    let folds = &ui.diff.folds;
    if folds.shown.is_empty() || folds.hunks.contains(&hunk) {
        return false;
    }
    let before = diff::neighbour(&session.diff, hunk, Edge::Above);
    let shown = folds.shown(hunk, Edge::Above) + before.map_or(0, |before| folds.shown(before, Edge::Below));
    if shown == 0 || left(session, ui, hunk, Edge::Above) != Some(0) {
        return false;
    }
    let Some(file) = session.diff.hunk(hunk).map(|entry| entry.file) else { return false };
    let is_open = |hunk: HunkIx| {
        !folds.hunks.contains(&hunk) && since::fold_of(session, ui, Slot { file, spot: Spot::Hunk(hunk) }).is_none()
    };
    is_open(hunk) && before.is_none_or(is_open)
}

/// The text of a line beyond a hunk.
pub fn line<'u>(session: &Session, ui: &'u Ui, at: Beyond) -> Option<Line<'u>> {
    let file = session.diff.hunk(at.hunk)?.file;
    diff::line_beyond(&session.diff, at, ui.diff.folds.text(file)?)
}

/// The colours of a line beyond a hunk.
pub fn spans<'u>(session: &Session, ui: &'u Ui, at: Beyond) -> Option<&'u [Span]> {
    let file = session.diff.hunk(at.hunk)?.file;
    ui.diff.folds.spans(file, diff::numbers_beyond(&session.diff, at)?.1)
}

/// The line with that number on the new side, when it is shown beyond a hunk.
pub fn find(session: &Session, ui: &Ui, file: FileIx, number: u32) -> Option<Beyond> {
    let folds = &ui.diff.folds;
    let of_file =
        folds.shown.iter().filter(|((hunk, _), _)| session.diff.hunk(*hunk).is_some_and(|entry| entry.file == file));
    of_file.into_iter().find_map(|((hunk, edge), lines)| {
        let at = |nth| Beyond { hunk: *hunk, edge: *edge, nth };
        let (_, nearest) = diff::numbers_beyond(&session.diff, at(0))?;
        let nth = match edge {
            Edge::Above => nearest.checked_sub(number)?,
            Edge::Below => number.checked_sub(nearest)?,
        };
        (nth < *lines).then(|| at(nth))
    })
}

/// Lines hidden between a hunk and what stands before it, when some of them are shown.
pub fn hidden_above(session: &Session, ui: &Ui, hunk: HunkIx) -> Option<u32> {
    let folds = &ui.diff.folds;
    if folds.shown.is_empty() {
        return None;
    }
    let before = diff::neighbour(&session.diff, hunk, Edge::Above);
    let shown = folds.shown(hunk, Edge::Above) + before.map_or(0, |before| folds.shown(before, Edge::Below));
    left(session, ui, hunk, Edge::Above).filter(|left| shown > 0 && *left > 0)
}
