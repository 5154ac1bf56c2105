//! What became of a finding of an earlier run (COCKPIT point 7): a rule over where its code is now and whether it was
//! found again. Pure. Not here: finding the code (`diff::CodeFinder`), matching claims (session). Called by session.

use crate::core::model::{CodePlace, PastState};

/// Whether reviewers said it again in the present run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Again {
    /// At the same first line.
    Here,
    /// At another one.
    There,
    /// Not yet: the reviewer that said it has not ended.
    Pending,
    /// No.
    Silent,
}

/// The state; `None` while it can still turn out either way.
pub fn past_state(code: &CodePlace, again: Again) -> Option<PastState> {
    Some(match (code, again) {
        // What reviewers say now is surer than where text is: code can be copied.
        (_, Again::Here) => PastState::StillThere,
        (CodePlace::Same(_), _) => PastState::StillThere,
        (_, Again::There) => PastState::Moved,
        (CodePlace::Elsewhere(_), _) => PastState::Moved,
        (CodePlace::Left, _) => PastState::Obsolete,
        (CodePlace::Changed, Again::Silent) => PastState::Fixed,
        (CodePlace::Changed, Again::Pending) => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{
        diff,
        model::{Anchor, CodePrint, LineRange, RepoPath, Side},
    };

    const OLD: &str = "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -10,2 +10,3 @@\n a\n+open(name);\n b\n@@ -200,2 +201,3 @@\n y\n+z\n w\n";

    fn print() -> CodePrint {
        let anchor = Anchor { path: RepoPath::new("x"), side: Side::Right, lines: LineRange::one(11) };
        diff::code_print(&diff::parse(OLD.as_bytes()), &anchor).unwrap()
    }

    /// The state after a push that made this of the diff.
    fn after(text: &str, again: Again) -> Option<PastState> {
        past_state(&diff::CodeFinder::new(&diff::parse(text.as_bytes())).find(&RepoPath::new("x"), &print()), again)
    }

    /// What yields a state, and what nearly does.
    fn pair(state: PastState) -> ((String, Again), (String, Again)) {
        let same = || OLD.to_owned();
        let down = || OLD.replace("-10,2 +10,3", "-15,2 +15,3");
        let edited = || OLD.replace("+open(name);", "+open(check(name));");
        let without = || OLD.replace("@@ -10,2 +10,3 @@\n a\n+open(name);\n b\n", "");
        match state {
            PastState::StillThere => ((same(), Again::Silent), (down(), Again::Silent)),
            PastState::Moved => ((down(), Again::Pending), (same(), Again::Pending)),
            PastState::Fixed => ((edited(), Again::Silent), (edited(), Again::There)),
            PastState::Obsolete => ((without(), Again::Silent), (edited(), Again::Silent)),
        }
    }

    #[test]
    fn every_state_has_a_push_that_yields_it_and_a_near_miss() {
        for state in PastState::ALL {
            let ((text, again), (near, nearly)) = pair(state);
            assert_eq!(after(&text, again), Some(state));
            assert_ne!(after(&near, nearly), Some(state), "near miss of {state:?}");
        }
    }

    #[test]
    fn what_reviewers_say_again_is_never_fixed_and_what_they_may_still_say_is_open() {
        let edited = OLD.replace("+open(name);", "+open(check(name));");
        assert_eq!(after(&edited, Again::Here), Some(PastState::StillThere));
        assert_eq!(after(&edited, Again::There), Some(PastState::Moved));
        assert_eq!(after(&edited, Again::Pending), None);
        assert_eq!(after(&OLD.replace("/x", "/y"), Again::Silent), Some(PastState::Obsolete));
    }

    #[test]
    fn the_words_are_four() {
        let words: std::collections::BTreeSet<_> = PastState::ALL.iter().map(|state| state.as_str()).collect();
        assert_eq!(words.len(), 4);
    }
}
