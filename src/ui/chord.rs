//! Keys -> actions: counts and sequences, from the action table.

use std::sync::LazyLock;

use super::{
    actions::{ACTIONS, Action},
    key::{Code, Key},
};

/// Largest count; more digits change nothing.
const MAX_COUNT: u32 = 1_000_000;

/// The bound sequences, parsed once.
static BOUND: LazyLock<Vec<(Vec<Key>, Action)>> = LazyLock::new(|| {
    let rows = ACTIONS.iter();
    rows.flat_map(|row| row.keys.split(' ').filter_map(parse_keys).map(|keys| (keys, row.action))).collect()
});

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

/// The keys of a sequence that is under way.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Chord {
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

impl Chord {
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
            *self = Self::default();
            return Step::Pending;
        }
        self.keys.push(key);
        if let Some((_, action)) = BOUND.iter().find(|(keys, _)| *keys == self.keys) {
            let done = std::mem::take(self);
            return Step::Run(*action, done.count);
        }
        if BOUND.iter().any(|(keys, _)| keys.starts_with(&self.keys)) {
            return Step::Pending;
        }
        *self = Self::default();
        Step::Unbound
    }

    /// What has been typed so far, for the footer.
    pub fn shown(&self) -> String {
        let count = self.count.map(|count| count.to_string()).unwrap_or_default();
        self.keys.iter().fold(count, |text, key| text + &key.to_string())
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
