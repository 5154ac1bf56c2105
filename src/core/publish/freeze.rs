//! The effective review of a snapshot, frozen for one head of one pull request. Called by app for the command line and
//! for the cockpit, beside the screen: it costs as much as a synthesis.

use super::artifact::{Artifact, Binding, Disposition, Looked, Statement};
use crate::core::{
    change,
    model::{ChangeMap, FindingId},
    synthesis::{self, Effective, Entry, Fate, Invalid, Origin, Snapshot, TaskFacts, Undecided},
};

/// Whether a review may be published in which a person decided nothing although there was something to decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Blank {
    /// By a person who sees it.
    Allowed,
    /// Not by `prr publish` (PUBLISH "Events").
    Refused,
}

/// What is known beside the findings.
#[derive(Debug, Clone)]
pub struct Beside {
    /// Where it belongs.
    pub binding: Binding,
    /// What happens to undecided findings.
    pub undecided: Undecided,
    /// Whether nothing decided is something to publish.
    pub blank: Blank,
}

/// A frozen review.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frozen {
    /// The review.
    pub artifact: Artifact,
    /// Surfaced and undecided: posted or left out, as the setting says.
    pub undecided: Vec<FindingId>,
}

/// Freezes it.
///
/// # Errors
/// [`Invalid`]: the document breaks a condition that R3 sets.
pub fn freeze(snapshot: &Snapshot, beside: Beside) -> Result<Frozen, Invalid> {
    let Effective { document, undecided } = synthesis::effective(snapshot, beside.undecided)?;
    let is_blank = document.findings.is_empty() && !undecided.is_empty();
    let disposition = match (is_blank, beside.blank) {
        (true, Blank::Refused) => Disposition::Skipped(format!(
            "none of its {} findings is decided: accept in `prr tui`, or set gate.undecided = \"publish\"",
            undecided.len()
        )),
        _ => Disposition::Reviewed,
    };
    let artifact = Artifact {
        looked: looked(snapshot),
        binding: beside.binding,
        disposition,
        verdict: document.action.action,
        is_complete: snapshot.tasks.iter().all(|task| matches!(task.fate, Fate::Completed | Fate::Skipped(_))),
        statements: document.findings.into_iter().filter(|entry| !entry.suppressed).map(statement).collect(),
        sections: document.sections,
    };
    Ok(Frozen { artifact, undecided })
}

fn statement(entry: Entry) -> Statement {
    let Entry { finding, pass, confidence: _, related_to: _, suppressed: _, author, marked, about } = entry;
    Statement {
        id: finding.id,
        kind: finding.kind,
        severity: finding.severity,
        pass: if finding.candidates.is_empty() { String::new() } else { pass },
        anchor: finding.placement.anchor().cloned(),
        wording: finding.wording,
        author,
        about,
        marked,
    }
}

/// Every task has the whole change for its scope: when one of an agent completed, all was looked at that can be.
fn looked(snapshot: &Snapshot) -> Looked {
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let nothing = ChangeMap::default();
    let map = snapshot.map.as_deref().unwrap_or(&nothing);
    let seen = change::coverage(&snapshot.diff, map, snapshot.request.files);
    let is_done = |task: &TaskFacts| task.origin == Origin::Agent && task.fate == Fate::Completed;
    let by_agents = snapshot.tasks.iter().any(is_done);
    Looked {
        files: count(seen.files),
        by_agents: if by_agents { count(seen.looked_at()) } else { 0 },
        collapsed: count(seen.collapsed),
        unavailable: count(seen.missing),
        running: count(snapshot.tasks.iter().filter(|task| task.fate == Fate::Open).count()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{
        model::{FileClass, TaskId},
        publish::sample,
        synthesis::{Decided, Judged, Ruling, Said},
    };

    fn beside(undecided: Undecided, blank: Blank) -> Beside {
        let binding = sample::artifact().binding;
        Beside { binding, undecided, blank }
    }

    fn snapshot(decided: Decided) -> Snapshot {
        let diff = crate::core::diff::parse(
            format!(
                "--- a/src/lib.rs\n+++ b/src/lib.rs\n{}\n--- a/x.lock\n+++ b/x.lock\n@@ -1 +1 @@\n-a\n+b\n",
                sample::PATCH
            )
            .into_bytes(),
        );
        let candidate = sample::candidate();
        let finding = sample::finding(&candidate);
        let own = Some(crate::core::synthesis::Evidence::of(&candidate));
        let ruling = Some(Ruling { decided, ..Ruling::default() });
        let task = TaskFacts {
            id: TaskId::new("t"),
            pass: "overview".into(),
            origin: Origin::Agent,
            fate: Fate::Completed,
            overview: String::new(),
        };
        Snapshot {
            items: vec![std::sync::Arc::new(Judged {
                finding,
                own,
                ruling,
                opinions: Vec::new(),
                said: Said::default(),
            })],
            tasks: vec![task],
            diff: std::sync::Arc::new(diff),
            map: Some(std::sync::Arc::new(ChangeMap {
                classes: vec![FileClass::Source, FileClass::Generated],
                ..ChangeMap::default()
            })),
            ..Snapshot::default()
        }
    }

    #[test]
    fn what_was_accepted_is_frozen_with_what_was_looked_at() {
        let frozen = freeze(&snapshot(Decided::Accepted), beside(Undecided::Hold, Blank::Refused)).unwrap();
        let artifact = frozen.artifact;
        assert_eq!((artifact.statements.len(), frozen.undecided.len()), (1, 0));
        assert_eq!(artifact.disposition, Disposition::Reviewed);
        let Looked { files, by_agents, collapsed, .. } = artifact.looked;
        assert_eq!((files, by_agents, collapsed), (2, 1, 1));
        assert_eq!(artifact.statements[0].pass, "overview");
    }

    #[test]
    fn a_review_in_which_nothing_is_decided_is_refused_only_without_a_person() {
        let open = snapshot(Decided::Undecided);
        let skipped = freeze(&open, beside(Undecided::Hold, Blank::Refused)).unwrap().artifact.disposition;
        assert!(matches!(skipped, Disposition::Skipped(why) if why.contains("none of its 1 findings")));
        let seen = freeze(&open, beside(Undecided::Hold, Blank::Allowed)).unwrap();
        assert_eq!((seen.artifact.disposition, seen.undecided.len()), (Disposition::Reviewed, 1));
        let all = freeze(&open, beside(Undecided::Publish, Blank::Refused)).unwrap().artifact;
        assert_eq!((all.disposition, all.statements.len()), (Disposition::Reviewed, 1));
    }
}
