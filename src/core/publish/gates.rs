//! The gates of a publication as named values with pass or fail and why, and the proof that all were passed: a
//! [`Cleared`] payload, which nothing but this file can make. Called by the course; read by screens and reports.

use super::payload::Payload;

/// A gate, in PUBLISH's order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Gate {
    /// 1. The frozen review is for exactly this pull request, its hash matches, it is a review.
    Review,
    /// 2. Repository, host and identity resolve and are those of the review.
    Identity,
    /// 3. Nobody else publishes to this pull request, and no earlier attempt is open.
    Lock,
    /// 4. The head is the reviewed one, or a stale review is wanted.
    Head,
    /// 5. Draft, closed, merged.
    State,
    /// 6. No review of this head by the same identity.
    Duplicate,
    /// 7. No pending review of the same user.
    Pending,
    /// 8. The files' lines are known.
    Files,
    /// 9. Every comment stands at lines that the host takes; the event may be.
    Payload,
    /// 10. Texts are safe and fit.
    Text,
    /// 11. Head, draft and state are as they were.
    Unchanged,
    /// 12. The intent is written down.
    Intent,
    /// 13. The receipt is written down.
    Receipt,
}

impl Gate {
    /// Every gate, in order.
    pub const ALL: [Self; 13] = [
        Self::Review,
        Self::Identity,
        Self::Lock,
        Self::Head,
        Self::State,
        Self::Duplicate,
        Self::Pending,
        Self::Files,
        Self::Payload,
        Self::Text,
        Self::Unchanged,
        Self::Intent,
        Self::Receipt,
    ];

    /// The word in every format.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Review => "review",
            Self::Identity => "identity",
            Self::Lock => "lock",
            Self::Head => "head",
            Self::State => "state",
            Self::Duplicate => "duplicate",
            Self::Pending => "pending",
            Self::Files => "files",
            Self::Payload => "payload",
            Self::Text => "text",
            Self::Unchanged => "unchanged",
            Self::Intent => "intent",
            Self::Receipt => "receipt",
        }
    }

    /// 1 to 13.
    pub fn number(self) -> usize {
        self as usize + 1
    }
}

/// What a person may choose so that a gate opens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Choice {
    /// Publish a review of an older head, everything in its body; or move to the new head; or leave it.
    Stale {
        /// The head now.
        head: String,
    },
    /// Comment on a draft.
    Draft,
    /// Publish to a closed or merged pull request, everything in the body.
    Closed,
    /// A second review of this head, of what was not posted yet.
    Second {
        /// Link of the earlier one.
        url: String,
    },
    /// Join the pending review to this one, or discard it.
    Pending {
        /// The host's number.
        id: u64,
        /// Its link.
        url: String,
    },
    /// Look whether an earlier attempt was posted.
    Reconcile,
    /// Another event.
    Event,
}

/// How a gate was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// Whether it is passed.
    pub passed: bool,
    /// Why, in a sentence; never empty.
    pub why: String,
    /// What would open it.
    pub choice: Option<Choice>,
}

/// Every gate as far as it was reached.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Gates([Option<Check>; 13]);

impl Gates {
    /// How a gate was found; `None` = not reached.
    pub fn check(&self, gate: Gate) -> Option<&Check> {
        self.0.get(gate as usize).and_then(Option::as_ref)
    }

    /// Gates with what was found, in order.
    pub fn iter(&self) -> impl Iterator<Item = (Gate, Option<&Check>)> {
        Gate::ALL.into_iter().map(|gate| (gate, self.check(gate)))
    }

    /// The first gate that is closed.
    pub fn closed(&self) -> Option<(Gate, &Check)> {
        self.iter().find_map(|(gate, check)| Some((gate, check.filter(|check| !check.passed)?)))
    }

    /// Whether every gate up to and including this one was reached and passed.
    pub fn passed_to(&self, last: Gate) -> bool {
        Gate::ALL.into_iter().take(last.number()).all(|gate| self.check(gate).is_some_and(|check| check.passed))
    }

    pub(super) fn pass(&mut self, gate: Gate, why: impl Into<String>) {
        self.set(gate, Check { passed: true, why: why.into(), choice: None });
    }

    pub(super) fn fail(&mut self, gate: Gate, why: impl Into<String>, choice: Option<Choice>) {
        self.set(gate, Check { passed: false, why: why.into(), choice });
    }

    fn set(&mut self, gate: Gate, check: Check) {
        if let Some(slot) = self.0.get_mut(gate as usize) {
            *slot = Some(check);
        }
    }

    /// The payload with the proof that gates 1 to 12 are passed; `None` when one is not.
    pub(super) fn clear(&self, payload: Payload) -> Option<Cleared<Payload>> {
        self.passed_to(Gate::Intent).then_some(Cleared(payload))
    }
}

/// Something that passed every gate. There is no other way to make one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cleared<T>(T);

impl<T> Cleared<T> {
    /// What was cleared.
    pub fn get(&self) -> &T {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::publish::Event;

    #[test]
    fn a_payload_is_cleared_only_when_the_first_twelve_gates_are_passed() {
        let payload =
            || Payload { commit: String::new(), body: String::new(), event: Event::Comment, comments: Vec::new() };
        let mut gates = Gates::default();
        for gate in Gate::ALL.into_iter().take(12) {
            assert!(gates.clear(payload()).is_none(), "before {}", gate.as_str());
            gates.fail(gate, "no", None);
            assert!(gates.clear(payload()).is_none());
            assert_eq!(gates.closed().map(|(gate, _)| gate), Some(gate));
            gates.pass(gate, "yes");
        }
        assert!(gates.clear(payload()).is_some());
        assert_eq!(Gate::ALL.map(Gate::number), std::array::from_fn(|n| n + 1));
    }
}
