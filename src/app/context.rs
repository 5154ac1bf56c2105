//! Texts for the context of tasks, from git and the working tree. Only reads; what does not belong to the change is not
//! handed out. Called by `plan`.

use std::collections::HashMap;

use crate::{
    core::{
        brief::{Source, Want},
        change::index::SymbolIndex,
        diff,
        model::{Diff, FileIx, LineKind, Request, Side},
    },
    edge::{
        git::{Blamed, Told},
        intake::Texts,
    },
};

/// Lines of a hunk that are compared to see whether a text is the one that changed.
const COMPARED: usize = 40;
/// Places of one symbol that the index is asked for, and of one file that are handed out.
const PLACES: usize = 400;
const A_FILE: usize = 2;
/// A name that more files define says nothing about which one is meant.
const OWNERS: usize = 2;
/// Commits of one history.
const PAST: u8 = 20;

/// A source of texts for one change.
pub(super) struct Shelf<'s> {
    diff: &'s Diff,
    request: &'s Request,
    /// `None`: the change is from no repository.
    texts: Option<Texts<'s>>,
    /// Who names what; `None`: git is asked.
    index: Option<&'s SymbolIndex>,
    /// Uses of words that were looked for.
    known: HashMap<String, Vec<(String, u32)>>,
}

impl<'s> Shelf<'s> {
    pub(super) fn new(
        diff: &'s Diff,
        request: &'s Request,
        (texts, index): (Option<Texts<'s>>, Option<&'s SymbolIndex>),
    ) -> Self {
        Self { diff, request, texts, index, known: HashMap::new() }
    }

    fn side(&mut self, file: FileIx, side: Side) -> Option<Vec<u8>> {
        let entry = self.diff.file(file)?;
        let texts = self.texts.as_mut()?;
        let span = entry.blobs.map(|(old, new)| if side == Side::Left { old } else { new });
        let id = span.map(|span| String::from_utf8_lossy(self.diff.text.get(span)).into_owned());
        let by_id = id.filter(|id| id.bytes().any(|b| b != b'0')).and_then(|id| texts.blob(&id));
        let text = match (by_id, side) {
            (Some(text), _) => Some(text),
            (None, Side::Right) => texts.file(self.diff.name(entry.path)),
            (None, Side::Left) => None,
        };
        text.filter(|text| belongs(self.diff, file, side, text))
    }
}

/// Whether the lines of the diff stand in a text where they are said to.
fn belongs(change: &Diff, file: FileIx, side: Side, text: &[u8]) -> bool {
    let rows: Vec<&[u8]> = text.split(|b| *b == b'\n').collect();
    let own = |kind: LineKind| match side {
        Side::Right => matches!(kind, LineKind::Added | LineKind::Context),
        Side::Left => matches!(kind, LineKind::Removed | LineKind::Context),
    };
    change.hunks_of(file).all(|hunk| {
        let lines = diff::lines(change, hunk, 0).filter(|line| own(line.kind)).take(COMPARED);
        lines.into_iter().all(|line| {
            let number = if side == Side::Right { line.new } else { line.old };
            number
                .is_some_and(|number| rows.get((number as usize).wrapping_sub(1)).is_some_and(|row| *row == line.text))
        })
    })
}

/// Places that use a symbol by the index, the first few of each file.
fn by_index(index: &SymbolIndex, symbol: &str) -> Vec<(String, u32)> {
    let mut found: Vec<(String, u32)> = Vec::new();
    for place in index.who_calls(symbol, PLACES) {
        let path = place.path.lossy().into_owned();
        if found.iter().rev().take_while(|(known, _)| *known == path).count() < A_FILE {
            found.push((path, place.line));
        }
    }
    found
}

impl Shelf<'_> {
    /// The commit whose files are looked at beside the change.
    fn commit(&self, side: Side) -> String {
        let commit = match side {
            Side::Left => self.request.base_sha.as_deref(),
            Side::Right => self.request.head_sha.as_deref(),
        };
        commit.unwrap_or("HEAD").to_owned()
    }

    /// A file of that commit.
    pub(super) fn object(&mut self, path: &str, side: Side) -> Option<Vec<u8>> {
        let commit = self.commit(side);
        self.texts.as_mut()?.of_tree(&commit, path)
    }

    /// Places of a word in that commit; `None` = it cannot be searched.
    pub(super) fn search(&mut self, word: &str, side: Side) -> Option<Vec<(String, u32)>> {
        let commit = self.commit(side);
        self.texts.as_mut()?.grep(Some(&commit), word)
    }

    /// Files of that commit below a folder; `None` = they cannot be listed.
    pub(super) fn below(&mut self, folder: &str, side: Side) -> Option<Vec<String>> {
        let commit = self.commit(side);
        self.texts.as_mut()?.below(&commit, folder)
    }

    /// Which commits last changed lines of a file of that commit; `None` = nobody says.
    pub(super) fn blame(&mut self, path: &str, side: Side, lines: (u32, u32)) -> Option<Vec<Blamed>> {
        let commit = self.commit(side);
        self.texts.as_mut()?.blame(&commit, path, lines)
    }

    /// Which commits changed lines of a file, newest first; `None` = nobody says.
    pub(super) fn past(&mut self, path: &str, side: Side, lines: (u32, u32)) -> Option<Vec<Told>> {
        let commit = self.commit(side);
        self.texts.as_mut()?.past(&commit, path, lines, PAST)
    }
}

impl Source for Shelf<'_> {
    fn text(&mut self, want: &Want) -> Option<Vec<u8>> {
        match want {
            Want::File(file, side) => self.side(*file, *side),
            Want::Base(path) => self.object(path, Side::Left),
        }
    }

    fn uses(&mut self, symbol: &str) -> Vec<(String, u32)> {
        let Some(texts) = self.texts.as_mut() else { return Vec::new() };
        if let Some(index) = self.index {
            return by_index(index, symbol);
        }
        let head = self.request.head_sha.as_deref();
        self.known.entry(symbol.to_owned()).or_insert_with(|| texts.grep(head, symbol).unwrap_or_default()).clone()
    }

    fn definitions(&mut self, names: &[String]) -> Vec<Vec<(String, u32)>> {
        self.index.map_or_else(Vec::new, |index| index.who_defines(names, OWNERS))
    }

    fn file(&mut self, path: &str) -> Option<Vec<u8>> {
        let texts = self.texts.as_mut()?;
        match self.request.head_sha.as_deref() {
            Some(head) => texts.of_tree(head, path),
            None => texts.file(path.as_bytes()),
        }
    }
}
