//! A file's changed lines in order, as numbers that are equal where the bytes are. Called by `since`.

use std::{collections::HashMap, ops::Range};

use crate::core::{
    diff,
    model::{Diff, FileIx, Line, LineKind, LineRef},
};

/// How many lines up a group is slid to its canonical place: git's usual context, which every diff has.
const SLIDE: usize = 3;

/// Added or removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    Added,
    Removed,
}

/// A changed line.
#[derive(Debug, Clone, Copy)]
pub(super) struct Changed {
    /// Equal for equal marks, texts and ends.
    pub id: u32,
    pub mark: Mark,
    pub at: LineRef,
}

/// Changed lines that stand together in a hunk.
#[derive(Debug, Clone)]
pub(super) struct Group {
    pub lines: Range<usize>,
    /// Contents of the lines above in the hunk, nearest first, at most [`SLIDE`].
    pub above: Vec<u32>,
    /// Content of the line below.
    pub below: Option<u32>,
}

/// All of a file.
#[derive(Debug, Clone, Default)]
pub(super) struct Sequence {
    pub lines: Vec<Changed>,
    pub groups: Vec<Group>,
    /// The content of each changed line, as numbers of context lines.
    contents: Vec<u32>,
}

/// Marks, text, and whether it ends without a line feed. Marks are empty for contents.
type Key<'d> = (&'d [u8], &'d [u8], bool);

/// Numbers for lines, exact: no hash decides that two lines are equal.
#[derive(Debug, Default)]
pub(super) struct Interner<'d> {
    known: HashMap<Key<'d>, u32>,
}

impl<'d> Interner<'d> {
    fn id(&mut self, key: Key<'d>) -> u32 {
        let next = u32::try_from(self.known.len()).unwrap_or(u32::MAX);
        *self.known.entry(key).or_insert(next)
    }
}

/// Reads a file's changed lines.
pub(super) fn of<'d>(index: &'d Diff, file: FileIx, interner: &mut Interner<'d>) -> Sequence {
    let mut sequence = Sequence::default();
    for hunk in index.hunks_of(file) {
        let mut above: Vec<u32> = Vec::new();
        let mut open = false;
        let mut lines = (0..).zip(diff::lines(index, hunk, 0)).peekable();
        while let Some((ord, line)) = lines.next() {
            let bare = lines.peek().is_some_and(|(_, next)| next.kind == LineKind::NoNewline);
            match mark(&line) {
                Some(mark) => {
                    let changed =
                        Changed { id: interner.id((line.mark, line.text, bare)), mark, at: LineRef { hunk, ord } };
                    sequence.push(changed, interner.id((&[], line.text, bare)), if open { None } else { Some(&above) });
                    open = true;
                }
                None if line.kind == LineKind::NoNewline => {}
                None => {
                    let content = interner.id((&[], line.text, bare));
                    sequence.close(open, content);
                    if open {
                        above.clear();
                    }
                    open = false;
                    above.insert(0, content);
                    above.truncate(SLIDE);
                }
            }
        }
    }
    sequence
}

fn mark(line: &Line<'_>) -> Option<Mark> {
    match line.kind {
        LineKind::Added => Some(Mark::Added),
        LineKind::Removed => Some(Mark::Removed),
        LineKind::Context | LineKind::NoNewline => None,
    }
}

impl Sequence {
    /// Adds a line; with what stands above when it begins a group.
    fn push(&mut self, line: Changed, content: u32, begins: Option<&[u32]>) {
        let at = self.lines.len();
        self.lines.push(line);
        self.contents.push(content);
        match (begins, self.groups.last_mut()) {
            (None, Some(group)) => group.lines.end = at + 1,
            (above, _) => {
                let above = above.map(<[u32]>::to_vec).unwrap_or_default();
                self.groups.push(Group { lines: at..at + 1, above, below: None });
            }
        }
    }

    /// A context line ends the open group.
    fn close(&mut self, open: bool, content: u32) {
        if let Some(group) = self.groups.last_mut().filter(|_| open) {
            group.below = Some(content);
        }
    }

    /// The numbers of all lines, in order.
    pub fn ids(&self) -> Vec<u32> {
        self.lines.iter().map(|line| line.id).collect()
    }

    /// The same change with every purely added or removed group slid up as far as its surroundings allow: where git
    /// begins such a group depends on lines around it, which the base may have moved. Each line keeps the place of
    /// the line that reads the same.
    pub fn slid(&self) -> Self {
        let mut slid = self.clone();
        for group in &self.groups {
            let (Some(lines), Some(contents)) =
                (slid.lines.get_mut(group.lines.clone()), slid.contents.get_mut(group.lines.clone()))
            else {
                continue;
            };
            let pure = lines.windows(2).all(|pair| matches!(pair, [a, b] if a.mark == b.mark));
            for above in group.above.iter().take_while(|_| pure) {
                if contents.last() != Some(above) {
                    break;
                }
                lines.rotate_right(1);
                contents.rotate_right(1);
            }
        }
        slid
    }
}
