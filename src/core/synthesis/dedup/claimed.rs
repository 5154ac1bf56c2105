//! The same rule for two claims of different runs: whether a claim says again, in other words, what was said of the
//! same file before. Not here: where the code of the earlier one is now (`diff::CodeFinder`), what becomes of it
//! (session). Called by session when an earlier run left something.

use super::{
    face::{Face, NEAR},
    ground::{Ground, Likeness},
};
use crate::core::{
    judge,
    model::{Candidate, LineRange, Side},
};

/// A claim made ready to be compared with others of its file.
#[derive(Debug, Clone)]
pub struct Claimed(Face);

/// How a claim says again what another said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Repeat {
    /// In words that are alike, where lines do not tell: they are missing, or far away in the same symbol.
    InWords,
    /// At neighbouring lines (within 5).
    Here,
}

impl Repeat {
    /// Both of them.
    pub const ALL: [Self; 2] = [Self::InWords, Self::Here];
}

impl Claimed {
    /// Of an earlier claim whose code is now at these lines of that side; `None` = not there any more, or never known.
    pub fn before(claim: &Candidate, now: Option<(Side, LineRange)>) -> Self {
        Self::of(claim, now, 1)
    }

    /// Of a claim of the present run.
    pub fn now(claim: &Candidate, at: Option<(Side, LineRange)>) -> Self {
        Self::of(claim, at, 2)
    }

    fn of(claim: &Candidate, at: Option<(Side, LineRange)>, agents: u128) -> Self {
        let mut face = Face::of_claim(claim, judge::wording(claim), agents);
        if let Some((side, lines)) = at {
            (face.side, face.lines) = (side, Some((lines.start(), lines.end())));
        }
        Self(face)
    }

    /// Whether it says what the other says; both are taken for claims about one file.
    pub fn repeats(&self, other: &Self) -> Option<Repeat> {
        match self.0.likeness(&other.0) {
            Likeness::Same(Ground::NamedElsewhere) | Likeness::Nominated | Likeness::Different => None,
            Likeness::Same(_) if self.0.distance(&other.0).is_some_and(|lines| lines <= NEAR) => Some(Repeat::Here),
            Likeness::Same(_) => Some(Repeat::InWords),
        }
    }

    /// Lines between both; `u32::MAX` where they cannot be compared.
    pub fn distance(&self, other: &Self) -> u32 {
        self.0.distance(&other.0).unwrap_or(u32::MAX)
    }
}
