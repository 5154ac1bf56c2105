//! Keys -> actions: counts and sequences, by the keymap in force.

use std::sync::Arc;

use super::{
    actions::Action,
    key::{Code, Key},
    keymap::Keymap,
};

/// Largest count; more digits change nothing.
const MAX_COUNT: u32 = 1_000_000;

/// Reads a sequence in the table's notation: one named key (`C-d`, `Space`), or characters one after another.
pub fn parse_keys(text: &str) -> Option<Vec<Key>> {
    if text.is_empty() {
        return None;
    }
    if let Some(key) = Key::named(text) {
        return Some(vec![key]);
    }
    let named_but_unknown = text.len() > 2 && text.is_ascii() && !text.starts_with(['g', 'z']);
    (!named_but_unknown).then(|| text.chars().map(Key::char).collect())
}

/// The keymap in force, and the keys of a sequence that is under way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chord {
    map: Arc<Keymap>,
    count: Option<u32>,
    keys: Vec<Key>,
}

/// What a key led to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// More keys are awaited.
    Pending,
    /// An action, with the count if one was typed.
    Run(Action, Option<u32>),
    /// Nothing is bound to that.
    Unbound,
}

impl Default for Chord {
    fn default() -> Self {
        Self::by(Keymap::usual())
    }
}

impl Chord {
    /// No key yet, by that map.
    pub fn by(map: Arc<Keymap>) -> Self {
        Self { map, count: None, keys: Vec::new() }
    }

    /// The keymap in force.
    pub fn map(&self) -> &Arc<Keymap> {
        &self.map
    }

    /// Forgets what was typed.
    fn clear(&mut self) -> (Option<u32>, Vec<Key>) {
        (self.count.take(), std::mem::take(&mut self.keys))
    }

    /// Takes the next key.
    pub fn press(&mut self, key: Key) -> Step {
        if self.keys.is_empty()
            && let Some(digit) = digit_of(key)
            && (digit > 0 || self.count.is_some())
        {
            let count = self.count.unwrap_or(0).saturating_mul(10).saturating_add(digit);
            self.count = Some(count.min(MAX_COUNT));
            return Step::Pending;
        }
        if key == Key::plain(Code::Esc) && (self.count.is_some() || !self.keys.is_empty()) {
            self.clear();
            return Step::Pending;
        }
        self.keys.push(key);
        if let Some(action) = self.map.action(&self.keys) {
            return Step::Run(action, self.clear().0);
        }
        if self.map.goes_on(&self.keys) {
            return Step::Pending;
        }
        self.clear();
        Step::Unbound
    }

    /// Whether a sequence has begun: the next key belongs to it, whatever it means alone. (A count is no sequence.)
    pub fn has_begun(&self) -> bool {
        !self.keys.is_empty()
    }

    /// Forgets a count and a sequence that are under way: a key was taken before them.
    pub fn forget(&mut self) {
        self.clear();
    }

    /// What has been typed so far, for the footer.
    pub fn shown(&self) -> String {
        let count = self.count.map(|count| count.to_string()).unwrap_or_default();
        format!("{count}{}", super::keymap::in_words(&self.keys))
    }
}

fn digit_of(key: Key) -> Option<u32> {
    match key {
        Key { code: Code::Char(c), ctrl: false, alt: false } => c.to_digit(10),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::actions::{Motion, Run};

    fn press(text: &str) -> Vec<Step> {
        let mut chord = Chord::default();
        text.chars().map(|c| chord.press(Key::char(c))).collect()
    }

    #[test]
    fn counts_and_sequences_come_together() {
        assert_eq!(press("12j").last(), Some(&Step::Run(Action::Move(Motion::Down), Some(12))));
        assert_eq!(press("gg"), [Step::Pending, Step::Run(Action::Move(Motion::First), None)]);
        assert_eq!(press("10G").last(), Some(&Step::Run(Action::Move(Motion::Last), Some(10))));
        assert_eq!(press("gq"), [Step::Pending, Step::Unbound]);
        assert_eq!(press("0"), [Step::Unbound]);
    }

    #[test]
    fn esc_ends_a_sequence_without_running_cancel() {
        let mut chord = Chord::default();
        chord.press(Key::char('g'));
        assert_eq!(chord.press(Key::plain(Code::Esc)), Step::Pending);
        assert_eq!(chord, Chord::default());
        assert_eq!(chord.press(Key::plain(Code::Esc)), Step::Run(Action::Program(Run::Cancel), None));
    }

    #[test]
    fn a_huge_count_is_bounded() {
        assert_eq!(press("99999999999999j").last(), Some(&Step::Run(Action::Move(Motion::Down), Some(MAX_COUNT))));
    }
}
