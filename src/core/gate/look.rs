//! Which earlier look at a target its present change is compared with (COCKPIT, key `i`). Pure.
//! Not here: comparing (`core::diff::since`), keeping the diff of a look (`edge::logbook`). Called by session.

use crate::core::model::{Request, RunFacts, RunId};

/// How a person took note of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LookKind {
    /// It was looked at.
    Viewed,
    /// A review of it was published.
    Published,
}

impl LookKind {
    /// What was done, in a word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Viewed => "viewed",
            Self::Published => "published",
        }
    }
}

/// An earlier look.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Look {
    /// The run of that look.
    pub run: RunFacts,
    /// What was done then; `Published` when both.
    pub kind: LookKind,
}

impl Look {
    /// How people name it: the first digits of its head commit, else of its diff.
    pub fn name(&self) -> &str {
        name_of(&self.run.request)
    }
}

/// The first digits of a head commit, else of a diff.
pub(super) fn name_of(request: &Request) -> &str {
    let sha = request.head_sha.as_deref().filter(|sha| !sha.is_empty()).unwrap_or(&request.diff_hash);
    sha.get(..8).unwrap_or(sha)
}

/// The newest run, of those oldest first, that a person looked at or published, and whose diff is not the present
/// one: opening the same change again is no new look. `None` when there is none.
pub fn last_look(runs: &[RunFacts], kind_of: impl Fn(&RunId) -> Option<LookKind>, now: &Request) -> Option<Look> {
    let other = |run: &&RunFacts| run.request.diff_hash != now.diff_hash;
    let looked = |run: &RunFacts| kind_of(&run.id).map(|kind| Look { run: run.clone(), kind });
    runs.iter().rev().filter(other).find_map(looked)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::model::{TargetKind, Time};

    fn request(head: &str, hash: &str) -> Request {
        Request {
            kind: TargetKind::Branch,
            pr_ref: "branch-x".into(),
            repo_slug: "r".into(),
            title: "t".into(),
            base_sha: None,
            head_sha: Some(head.into()),
            diff_hash: hash.into(),
            notes: vec![],
            pull: None,
            stack: None,
        }
    }

    fn run(id: &str, head: &str, hash: &str) -> RunFacts {
        let request = request(head, hash);
        RunFacts {
            id: RunId::new(id),
            request,
            started: Time(0),
            version: String::new(),
            model: String::new(),
            said: vec![],
        }
    }

    #[test]
    fn the_newest_run_that_was_looked_at_counts_and_headless_ones_do_not() {
        let runs = [run("1", "aaaaaaaaaa", "x"), run("2", "bbbbbbbbbb", "y"), run("3", "cccccccccc", "z")];
        let kind = |id: &RunId| match id.as_str() {
            "1" => Some(LookKind::Published),
            "2" => Some(LookKind::Viewed),
            _ => None,
        };
        let look = last_look(&runs, kind, &request("d", "w")).unwrap();
        assert_eq!((look.name(), look.kind), ("bbbbbbbb", LookKind::Viewed));
        assert_eq!(last_look(&runs, |_| None, &request("d", "w")), None);
    }

    #[test]
    fn the_present_change_opened_again_is_no_earlier_look() {
        let runs = [run("1", "aaaaaaaaaa", "x"), run("2", "bbbbbbbbbb", "y")];
        let look = last_look(&runs, |_| Some(LookKind::Viewed), &request("b", "y")).unwrap();
        assert_eq!(look.run.id.as_str(), "1");
    }

    #[test]
    fn work_in_progress_without_a_commit_is_named_by_its_diff() {
        let mut look = Look { run: run("1", "", "0123456789abcdef"), kind: LookKind::Viewed };
        assert_eq!(look.name(), "01234567");
        look.run.request.head_sha = None;
        assert_eq!(look.name(), "01234567");
    }
}
