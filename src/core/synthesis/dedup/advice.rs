//! What a finding asks for and what it advises against, where it says so in so many words ("should be logged", "please
//! don't log"): one asking for what the other advises against is a contradiction, never a duplicate. Not here:
//! replacements (face, conflicts), likeness. Called by `face` and by the conflicts step.

use super::prose;

/// So much of a text is read, in bytes.
const MOST: usize = 4 << 10;

/// Acts by the hashes of their stems, sorted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::core::synthesis) struct Advice {
    asks: Vec<u64>,
    forbids: Vec<u64>,
}

impl Advice {
    /// Of title and body.
    pub fn of(title: &str, body: &str) -> Self {
        let mut advice = Self::default();
        for text in [title, body] {
            let lower = prose::head(text, MOST).to_lowercase();
            for sentence in lower.split(['.', ';', ':', '\n', '!', '?']) {
                advice.read(sentence);
            }
        }
        [&mut advice.asks, &mut advice.forbids].into_iter().for_each(|acts| acts.sort_unstable());
        advice
    }

    pub fn is_none(&self) -> bool {
        self.asks.is_empty() && self.forbids.is_empty()
    }

    /// Whether one asks for what the other advises against.
    pub fn contradicts(&self, other: &Self) -> bool {
        let meets = |asks: &[u64], forbids: &[u64]| asks.iter().any(|act| forbids.binary_search(act).is_ok());
        meets(&self.asks, &other.forbids) || meets(&other.asks, &self.forbids)
    }

    fn read(&mut self, sentence: &str) {
        let words: Vec<&str> =
            sentence.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty()).collect();
        for (nth, _) in words.iter().enumerate() {
            let rest = words.get(nth..).unwrap_or(&[]);
            // "do not" in the midst of a sentence describes; at its beginning, or behind "please", it advises.
            let is_order = nth == 0 || nth.checked_sub(1).and_then(|at| words.get(at)) == Some(&"please");
            let (against, act) = match rest {
                ["don" | "do", "t" | "not", act, ..] | ["never" | "avoid", act, ..] if is_order => (true, *act),
                ["should" | "must", "not", "be", act, ..] => (true, *act),
                ["should" | "must", "not" | "never", act, ..] => (true, *act),
                ["shouldn" | "mustn", "t", "be", act, ..] | ["shouldn" | "mustn", "t", act, ..] => (true, *act),
                ["should" | "must", "be", act, ..] | ["needs" | "need" | "has" | "have", "to", "be", act, ..] => {
                    (false, *act)
                }
                ["should" | "must" | "please", act, ..] => (false, *act),
                _ => continue,
            };
            // An act that says nothing by itself ("do", "use", "make") cannot be contradicted.
            if let Some(act) = prose::stem_hash(&mut act.to_owned()) {
                if against { &mut self.forbids } else { &mut self.asks }.push(act);
            }
        }
    }
}

/// Words that advice begins with: a text that has none needs no reading.
pub(super) const CUES: [&str; 13] =
    ["should", "must", "shouldn", "mustn", "please", "never", "avoid", "don", "do", "need", "needs", "has", "have"];

#[cfg(test)]
mod tests {
    use super::*;

    fn contradict(a: &str, b: &str) -> bool {
        let (a, b) = (Advice::of("", a), Advice::of(b, ""));
        assert_eq!(a.contradicts(&b), b.contradicts(&a));
        a.contradicts(&b)
    }

    #[test]
    fn asking_for_what_another_advises_against_is_a_contradiction() {
        for (a, b) in [
            ("please don't log the secret", "The start-up configuration should be logged at info level"),
            ("Never retry here.", "The call must be retried on 502."),
            ("This should not be cached", "The answer should be cached for a minute."),
            ("Avoid logging the whole configuration", "Operators need it: it has to be logged."),
        ] {
            assert!(contradict(a, b), "{a} / {b}");
        }
    }

    #[test]
    fn describing_a_fault_and_asking_for_its_cure_is_none() {
        for (a, b) in [
            ("The handlers do not close the file", "The file should be closed."),
            ("please don't log the secret", "The token is written to the log"),
            ("Should be closed.", "Must be closed."),
            ("Do not use this.", "It should use that."),
            ("", ""),
        ] {
            assert!(!contradict(a, b), "{a} / {b}");
        }
    }
}
