//! Ends of texts that may be none: a quote ends a text unless what follows cannot follow one. Called by the reader of
//! JSON, whose part it is.

use super::{
    At, Machine, Out, Taken,
    quoted::{Quoted, Quotes},
    repair::{Repair, Repairs},
};
use crate::edge::claims::answer::shape;

/// So many bytes behind a text may show that its end was none.
pub(super) const SINCE: usize = 64 << 10;

/// The last text that was ended, while its end may prove to be none.
#[derive(Debug)]
pub(super) struct Back {
    pub key: String,
    pub quotes: Quotes,
    pub doubtful: bool,
    pub since: String,
    pub repairs: Repairs,
}

impl Machine {
    /// The text that was ended last goes on: its end was a quote inside it.
    pub(super) fn reopen(&mut self, c: char) -> bool {
        // Behind a key that is one of ours stands no colon: this is broken rather than quoted.
        if matches!(self.at, At::Colon) && shape::is_known(&self.stack.current_key()) {
            return false;
        }
        let Some(back) = self.back.take() else { return false };
        let Some(mut text) = self.stack.take_back(&back.key) else { return false };
        if c == ':' && back.doubtful && swallows_an_entry(&text) {
            return false;
        }
        self.stack.repairs = back.repairs;
        self.repair(Repair::InnerQuotes);
        text.push_str(&back.since);
        self.comment = None;
        self.comma = false;
        self.at = At::Text(Quoted::reopened(back.quotes, text));
        true
    }

    /// Behind a bracket that may be a part of a text: what follows decides.
    pub(super) fn doubt(&mut self, from: usize, c: char, out: &mut Vec<Out>) -> Taken {
        let since = self.back.as_ref().and_then(|back| back.since.get(from..)).unwrap_or("");
        let broken = since.contains('\n') || since.len() > SINCE;
        if c.is_whitespace() && since.len() <= SINCE {
            return Taken::More;
        }
        if !broken && !matches!(c, ',' | ']' | '}' | '`') {
            return Taken::Failed;
        }
        match self.trust(from, out) {
            Taken::More => self.step(c, out),
            Taken::Done => Taken::Before,
            other => other,
        }
    }

    /// The bracket is one: it and the blanks behind it are read.
    pub(super) fn trust(&mut self, from: usize, out: &mut Vec<Out>) -> Taken {
        let since = self.back.take().map(|back| back.since).unwrap_or_default();
        self.at = At::After;
        for c in since.get(from..).unwrap_or("").chars() {
            match self.step(c, out) {
                Taken::More => {}
                other => return other,
            }
        }
        Taken::More
    }
}

/// Whether a text that is followed by a colon ends with the beginning of another entry, such as `}, {"title`: then its
/// quote was forgotten, and to go on would lose that entry.
fn swallows_an_entry(text: &str) -> bool {
    let Some((before, key)) = text.rsplit_once('"') else { return false };
    let Some(outside) = before.trim_end().strip_suffix('{') else { return false };
    let bare = outside.trim_end_matches(|c: char| c == ',' || c.is_whitespace());
    let gap = outside.get(bare.len()..).unwrap_or("");
    shape::is_known(key) && (gap.contains([',', '\n']) || bare.ends_with('}'))
}
