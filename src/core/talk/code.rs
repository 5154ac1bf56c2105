//! The code that a thread was written under, looked for in the present diff of its file. Not the decision where the
//! thread goes (`place`). Called by `place`.

use std::collections::HashMap;

use crate::core::{
    diff,
    model::{Diff, FileIx, HunkIx, LineRef, Side},
};

/// Lines before the commented one that are compared.
const BEFORE: usize = 12;

/// Letters and digits that make a match say something: a brace alone does not.
const WEIGHT: usize = 6;

/// Letters and digits that the lines before a changed line must have.
const WEIGHT_NEAR: usize = 12;

/// The lines of one side of the stored hunk, the commented one last.
pub(super) fn snippet(hunk: &str, side: Side) -> Vec<&str> {
    let lines = hunk.lines().filter(|line| !line.starts_with("@@"));
    let on_side = |line: &'_ str| match (line.chars().next(), side) {
        (Some(' ') | None, _) | (Some('+'), Side::Right) | (Some('-'), Side::Left) => true,
        (Some(_), _) => false,
    };
    let kept: Vec<&str> = lines.filter(|line| on_side(line)).map(|line| line.get(1..).unwrap_or("")).collect();
    let skip = kept.len().saturating_sub(BEFORE + 1);
    kept.into_iter().skip(skip).map(str::trim_end).collect()
}

/// The lines of one side of a file, with where each text stands.
pub(super) struct Lines<'a> {
    /// Text and place, in order.
    lines: Vec<(&'a [u8], LineRef, u32)>,
    by_text: HashMap<&'a [u8], Vec<usize>>,
}

/// Where the code was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Match {
    /// The line itself.
    Line(LineRef),
    /// The lines before it; it itself has changed.
    Near(LineRef),
}

impl<'a> Lines<'a> {
    /// Reads the lines of a file.
    pub fn read(index: &'a Diff, file: FileIx, side: Side) -> Self {
        let mut lines = Vec::new();
        for hunk in index.hunks_of(file) {
            let numbered = (0u32..).zip(diff::lines(index, hunk, 0));
            lines.extend(numbered.filter_map(|(ord, line)| {
                let number = match side {
                    Side::Left => line.old,
                    Side::Right => line.new,
                }?;
                Some((line.text.trim_ascii_end(), LineRef { hunk, ord }, number))
            }));
        }
        let mut by_text: HashMap<&[u8], Vec<usize>> = HashMap::new();
        for (at, (text, ..)) in lines.iter().enumerate() {
            by_text.entry(text).or_default().push(at);
        }
        Self { lines, by_text }
    }

    /// Looks for the end of a snippet, nearest to where it was.
    pub fn find(&self, snippet: &[&str], was: Option<u32>) -> Option<Match> {
        let best = self.best(snippet, was);
        let line = best.filter(|(_, run, only)| weight(snippet, *run) >= WEIGHT && (*run > 1 || *only));
        if let Some((at, ..)) = line {
            return self.place(at).map(Match::Line);
        }
        let before = snippet.split_last().map(|(_, before)| before)?;
        let (at, run, _) = self.best(before, was)?;
        if run < 2 || weight(before, run) < WEIGHT_NEAR {
            return None;
        }
        // The line that stands behind them now, unless the hunk ends there.
        let here = self.place(at)?;
        let behind = self.place(at + 1).filter(|behind| behind.hunk == here.hunk);
        Some(Match::Near(behind.unwrap_or(here)))
    }

    fn place(&self, at: usize) -> Option<LineRef> {
        self.lines.get(at).map(|(_, place, _)| *place)
    }

    /// The line that most lines of the snippet lead up to: which, how many, and whether its text stands once only.
    fn best(&self, snippet: &[&str], was: Option<u32>) -> Option<(usize, usize, bool)> {
        let last = snippet.last()?;
        let places = self.by_text.get(last.as_bytes())?;
        let far = |at: usize| self.lines.get(at).map_or(0, |(_, _, number)| number.abs_diff(was.unwrap_or(*number)));
        let runs = places.iter().map(|at| (*at, self.run(*at, snippet)));
        let (at, run) = runs.min_by_key(|(at, run)| (std::cmp::Reverse(*run), far(*at)))?;
        Some((at, run, places.len() == 1))
    }

    /// How many lines of the snippet, from its end, stand one above the other up to this line of one hunk.
    fn run(&self, at: usize, snippet: &[&str]) -> usize {
        let hunk: Option<HunkIx> = self.place(at).map(|place| place.hunk);
        let above = self.lines.get(..=at).unwrap_or(&[]).iter().rev();
        let same = above
            .zip(snippet.iter().rev())
            .take_while(|((text, place, _), wanted)| Some(place.hunk) == hunk && *text == wanted.as_bytes());
        same.count()
    }
}

/// Letters and digits in the last lines of a snippet.
fn weight(snippet: &[&str], run: usize) -> usize {
    let lines = snippet.iter().rev().take(run);
    lines.map(|line| line.chars().filter(|c| c.is_alphanumeric()).count()).sum()
}
