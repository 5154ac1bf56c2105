//! What tells how an answer ended. Called by `collect`.

use super::{Ending, State};
use crate::core::text::one_line;

/// The signs of one answer.
#[derive(Debug, Default)]
pub(super) struct Signs {
    /// An entry was read, or a list that says that there are none.
    pub answered: bool,
    /// Why a part of the answer is unreadable.
    pub damage: Option<String>,
    /// What was found in place of findings.
    pub foreign: Option<String>,
    /// What the tool says went wrong.
    pub failed: Option<String>,
    /// The answer ends too early, or is more than is read.
    pub cut: bool,
    /// A list broke: entries that follow may stand alone.
    pub recovering: bool,
}

impl Signs {
    /// The first damage is told.
    pub fn damaged(&mut self, why: String) {
        self.damage.get_or_insert(why);
    }

    /// What the signs of a message add to those before it. A message that is a whole answer stands for itself: what
    /// was broken in one before it is mended.
    pub fn followed_by(self, next: Self) -> Self {
        let is_whole = next.answered && next.damage.is_none() && !next.cut;
        let (damage, cut) = if is_whole { (None, false) } else { (self.damage.or(next.damage), self.cut || next.cut) };
        Self {
            answered: self.answered || next.answered,
            damage,
            foreign: self.foreign.or(next.foreign),
            failed: next.failed.or(self.failed.filter(|_| !next.answered)),
            cut,
            recovering: false,
        }
    }

    /// The state of an answer that began with these words and had so many entries, read or not.
    pub fn state(&self, ending: Ending, head: &str, entries: usize) -> State {
        if let Some(words) = &self.failed {
            return State::Malformed(format!("the tool says that it failed: {words}"));
        }
        if let Some(why) = &self.damage {
            return State::Malformed(why.clone());
        }
        if self.cut || self.answered && ending == Ending::Cut {
            return State::Cut;
        }
        if self.answered {
            return State::Complete;
        }
        State::Malformed(self.nothing(head, entries))
    }

    /// Why there is no answer.
    fn nothing(&self, head: &str, entries: usize) -> String {
        let quoted = one_line(head, 80);
        match &self.foreign {
            _ if head.is_empty() => "it said nothing".to_owned(),
            _ if entries > 0 => format!("none of its {entries} entries can be read"),
            Some(what) => format!("it holds no findings but {what}; it begins \"{quoted}\""),
            None => format!("it holds no list of findings; it begins \"{quoted}\""),
        }
    }
}
