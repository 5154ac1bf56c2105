//! What became of each finding between two runs of a target that a person chose: fixed, still there, moved, new, obsolete.
//! Owned, for a screen. Pairs and changes are `compare`'s, the state of what was not said again is `judge::past_state`'s.
//! Called by app for the cockpit.

use super::{Change, Comparison, Pair, RunSide, Told};
use crate::core::{
    diff::CodeFinder,
    gate::{Stance, code_of},
    judge::{Again, past_state},
    model::{CodePlace, Diff, LineRange, PastState, RepoPath, Severity},
};

/// What became of a finding, in the order in which it is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Became {
    /// Its code changed, and it was not said again.
    Fixed,
    /// Said again at the same line, or its code is as it was.
    StillThere,
    /// Said again at another line, or its code is elsewhere now.
    Moved,
    /// Only the second run has it.
    New,
    /// Its file, or its part of it, is no longer in the change.
    Obsolete,
    /// Not said again, and the diff of the second run is not at hand to look at its code.
    Gone,
}

impl Became {
    /// Every state.
    pub const ALL: [Self; 6] = [Self::Fixed, Self::StillThere, Self::Moved, Self::New, Self::Obsolete, Self::Gone];

    /// The word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Fixed => PastState::Fixed.as_str(),
            Self::StillThere => PastState::StillThere.as_str(),
            Self::Moved => PastState::Moved.as_str(),
            Self::New => Change::New.as_str(),
            Self::Obsolete => PastState::Obsolete.as_str(),
            Self::Gone => Change::Gone.as_str(),
        }
    }

    /// Whether the findings of a pair are in both, and else where the code of the first one is in the second run's diff.
    fn of(pair: &Pair<'_>, code: Option<&CodePlace>) -> Self {
        let both = pair.before.is_some() && pair.after.is_some();
        let state = match (both, pair.changes.contains(&Change::Moved), pair.after.is_some()) {
            (true, true, _) => return Self::Moved,
            (true, false, _) => return Self::StillThere,
            (false, _, true) => return Self::New,
            (false, _, false) => code.and_then(|code| past_state(code, Again::Silent)),
        };
        match state {
            Some(PastState::StillThere) => Self::StillThere,
            Some(PastState::Moved) => Self::Moved,
            Some(PastState::Fixed) => Self::Fixed,
            Some(PastState::Obsolete) => Self::Obsolete,
            None => Self::Gone,
        }
    }
}

/// A finding of one run or both.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// What became of it.
    pub became: Became,
    /// How the two differ, beside that.
    pub changes: Vec<Change>,
    /// Whether the second run says it.
    pub is_said: bool,
    /// Its title, or its text without one.
    pub title: String,
    /// Its text, as it was said last.
    pub text: String,
    /// The file and the lines that it named last.
    pub place: Option<(RepoPath, Option<LineRange>)>,
    /// As the agent gave it last.
    pub severity: Severity,
    /// What the person decided in the first run and in the second; `None` = it is not in it.
    pub decided: (Option<Stance>, Option<Stance>),
}

/// Two runs side by side.
#[derive(Debug, Clone, PartialEq)]
pub struct Compared {
    /// The first run.
    pub before: RunSide,
    /// The second run.
    pub after: RunSide,
    /// Every finding of both, by what became of it, the worst first.
    pub lines: Vec<Line>,
    /// Settings of the command line that differ: key, then, now.
    pub settings: Vec<(String, Option<String>, Option<String>)>,
    /// Whether the second run's diff was at hand.
    pub has_code: bool,
}

impl Compared {
    /// A comparison as it is shown; `now` is the diff of its second run, when that was kept.
    pub fn of(found: &Comparison<'_>, now: Option<&Diff>) -> Self {
        let mut finder = now.map(CodeFinder::new);
        let mut code = |pair: &Pair<'_>| {
            let gone = pair.before.as_ref().filter(|_| pair.after.is_none())?;
            Some(code_of(gone.claim, gone.print.as_ref(), finder.as_mut()?))
        };
        let mut lines: Vec<Line> = found.findings.iter().filter_map(|pair| line(pair, code(pair).as_ref())).collect();
        lines.sort_by(|a, b| a.became.cmp(&b.became).then_with(|| b.severity.cmp(&a.severity)));
        Self {
            before: found.before.clone(),
            after: found.after.clone(),
            lines,
            settings: found.settings.clone(),
            has_code: now.is_some(),
        }
    }

    /// How many came to a state.
    pub fn count(&self, became: Became) -> usize {
        self.lines.iter().filter(|line| line.became == became).count()
    }
}

fn line(pair: &Pair<'_>, code: Option<&CodePlace>) -> Option<Line> {
    let last = pair.after.as_ref().or(pair.before.as_ref())?;
    let claim = &last.claim.claim;
    let stance = |told: &Option<Told<'_>>| told.as_ref().map(|told| told.standing.stance.clone());
    Some(Line {
        became: Became::of(pair, code),
        changes: pair.changes.clone(),
        is_said: pair.after.is_some(),
        title: if claim.title.is_empty() { claim.summary.clone() } else { claim.title.clone() },
        text: claim.summary.clone(),
        place: last.claim.place.as_ref().map(|place| (place.path.clone(), place.lines)),
        severity: last.claim.weight.severity,
        decided: (stance(&pair.before), stance(&pair.after)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{
        diff,
        history::{
            compare,
            samples::{Made, all, made, run},
        },
        model::{Anchor, CodePrint, Record, RunId, Side},
    };

    const OLD: &str = "diff --git a/src/a.rs b/src/a.rs\n--- a/src/a.rs\n+++ b/src/a.rs\n@@ -99,2 +99,3 @@\n a\n+open(name);\n b\n@@ -300,2 +301,3 @@\n y\n+z\n w\n";

    fn print() -> CodePrint {
        let lines = LineRange::one(100);
        let anchor = Anchor { path: RepoPath::new("src/a.rs"), side: Side::Right, lines };
        diff::code_print(&diff::parse(OLD.as_bytes()), &anchor).unwrap()
    }

    /// Two runs, the first with one finding at line 100, and the diff of the second.
    fn compared(second: &[Made], now: Option<&str>) -> Compared {
        let mut first = made("a", 1).records().to_vec();
        for record in &mut first {
            if let Record::Verdict { verdict, .. } = record {
                verdict.code = Some(print());
            }
        }
        let told = second.iter().flat_map(Made::records).collect();
        let records = all([vec![run("a", 0)], first, vec![run("b", 5)], told]);
        let found = compare(&records, &RunId::new("a"), &RunId::new("b")).unwrap();
        Compared::of(&found, now.map(|text| diff::parse(text.as_bytes())).as_ref())
    }

    fn at(line: u32) -> Made {
        made("b", 1).with(|claim| claim.place.as_mut().unwrap().lines = LineRange::one(line))
    }

    /// The findings of the second run, and its diff.
    type Second = (Vec<Made>, Option<String>);

    /// What yields a state, and what nearly does.
    fn pair(became: Became) -> (Second, Second) {
        let old = || Some(OLD.to_owned());
        let edited = || Some(OLD.replace("+open(name);", "+open(check(name));"));
        let down = || Some(OLD.replace("-99,2 +99,3", "-105,2 +105,3"));
        let without = || Some(OLD.replace("@@ -99,2 +99,3 @@\n a\n+open(name);\n b\n", ""));
        match became {
            Became::Fixed => ((vec![], edited()), (vec![at(100)], edited())),
            Became::StillThere => ((vec![at(100)], edited()), (vec![at(104)], edited())),
            Became::Moved => ((vec![], down()), (vec![], old())),
            Became::New => ((vec![at(100), made("b", 7)], old()), (vec![at(100)], old())),
            Became::Obsolete => ((vec![], without()), (vec![], edited())),
            Became::Gone => ((vec![], None), (vec![], edited())),
        }
    }

    #[test]
    fn every_state_has_two_runs_that_yield_it_and_a_near_miss() {
        for became in Became::ALL {
            let (yields, near) = pair(became);
            let count = |(second, now): Second| compared(&second, now.as_deref()).count(became);
            assert_eq!((count(yields), count(near)), (1, 0), "{became:?}");
        }
        let words: std::collections::BTreeSet<_> = Became::ALL.iter().map(|became| became.as_str()).collect();
        assert_eq!(words.len(), Became::ALL.len());
    }

    #[test]
    fn what_is_not_said_again_but_stands_as_it_did_is_still_there_and_says_so() {
        let found = compared(&[], Some(OLD));
        assert_eq!((found.lines[0].became, found.lines[0].is_said, found.has_code), (Became::StillThere, false, true));
        let again = compared(&[at(100)], None);
        assert_eq!((again.lines[0].became, again.lines[0].is_said), (Became::StillThere, true));
    }
}
