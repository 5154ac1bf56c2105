//! The two streams of a hunk: old lines through one, new lines through the other, lines on both sides through both.
//! As long as both stand alike there is only one. Called by `painter` and `whole`.

use std::ops::Range;

use crate::core::{
    diff,
    model::{Diff, HunkIx, Line, LineKind},
};

use super::{
    Span,
    stream::{Reader, State, Stop},
};

/// Whether what a grammar calls invalid is told. In the midst of a file a grammar does not know what it is in, and calls
/// the end of a list that began above the hunk a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Faults {
    /// It is: the grammar saw the file from its start.
    Shown,
    /// It is not.
    Unknown,
}

/// Where the two sides of a file stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sides {
    new: State,
    /// `None`: as the new one.
    old: Option<Box<State>>,
}

impl Sides {
    /// Both at the start.
    pub fn start(state: State) -> Self {
        Self { new: state, old: None }
    }

    /// A line that is on both sides.
    pub fn both(&mut self, reader: &mut Reader<'_>, line: &[u8], out: &mut Vec<Span>) -> Result<(), Stop> {
        if self.old.as_deref() == Some(&self.new) {
            self.old = None;
        }
        if let Some(old) = &mut self.old {
            old.line(reader, line, out)?;
        }
        self.new.line(reader, line, out)
    }

    fn line(&mut self, reader: &mut Reader<'_>, line: &Line<'_>, out: &mut Vec<Span>) -> Result<(), Stop> {
        match line.kind {
            LineKind::Context => self.both(reader, line.text, out),
            LineKind::Added => {
                self.old.get_or_insert_with(|| Box::new(self.new.clone()));
                self.new.line(reader, line.text, out)
            }
            LineKind::Removed => {
                self.old.get_or_insert_with(|| Box::new(self.new.clone())).line(reader, line.text, out)
            }
            LineKind::NoNewline => {
                out.clear();
                Ok(())
            }
        }
    }

    /// Some lines of a hunk, the spans of each handed to `each`.
    pub fn lines(
        &mut self,
        reader: &mut Reader<'_>,
        (index, hunk, ords): (&Diff, HunkIx, Range<u32>),
        each: &mut dyn FnMut(&[Span]),
    ) -> Result<(), Stop> {
        let mut out = Vec::new();
        for line in diff::lines(index, hunk, ords.start).take(ords.len()) {
            self.line(reader, &line, &mut out)?;
            each(&out);
        }
        Ok(())
    }
}
