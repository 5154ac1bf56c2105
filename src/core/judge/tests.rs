//! Tests of the judge on small diffs.

use super::*;
use crate::core::{
    diff,
    model::{
        Actionability, BlastRadius, CandidateId, Claim, ClaimedPlace, Confidence, LineRange, Placement, Severity, Side,
        TaskId, Weight,
    },
};

const DIFF: &str = "diff --git a/a.rs b/a.rs\n--- a/a.rs\n+++ b/a.rs\n@@ -1,3 +1,3 @@ fn a\n one\n-two\n+TWO\n three\n@@ -20,2 +20,3 @@ fn b\n x\n+y\n z\n";

fn candidate(path: &str, side: Option<Side>, lines: Option<(u32, u32)>) -> Candidate {
    Candidate {
        id: CandidateId::new("t-c1"),
        task: TaskId::new("t"),
        hotspot: None,
        lens: Lens::Security,
        claim: Claim {
            kind: Kind::Finding,
            issue_class: "class".into(),
            title: "Title".into(),
            summary: "Summary".into(),
            evidence: "Evidence".into(),
            why_now: String::new(),
            suggested_fix: None,
            suggestion: None,
            invariant: "inv".into(),
            sink: String::new(),
        },
        place: Some(ClaimedPlace {
            path: RepoPath::new(path),
            symbol: None,
            side,
            lines: lines.and_then(|(a, b)| LineRange::new(a, b)),
        }),
        weight: Weight {
            severity: Severity::Blocker,
            confidence: Some(Confidence { local: 1.0, context: 1.0 }),
            actionability: Actionability::High,
            blast_radius: BlastRadius::PublicContract,
        },
    }
}

fn judged(path: &str, side: Option<Side>, lines: Option<(u32, u32)>) -> Finding {
    Judge::default().judge(&diff::parse(DIFF.as_bytes()), &candidate(path, side, lines)).0
}

#[test]
fn a_line_of_the_diff_is_inline_and_a_line_outside_it_goes_to_the_file() {
    assert!(matches!(judged("a.rs", None, Some((2, 2))).placement, Placement::Inline(a) if a.side == Side::Right));
    assert!(
        matches!(judged("a.rs", Some(Side::Left), Some((2, 2))).placement, Placement::Inline(a) if a.side == Side::Left)
    );
    assert!(matches!(judged("a.rs", None, Some((10, 10))).placement, Placement::File(_)));
    assert!(matches!(judged("a.rs", None, None).placement, Placement::File(_)));
}

#[test]
fn a_range_over_two_hunks_is_not_inline() {
    assert!(matches!(judged("a.rs", None, Some((2, 21))).placement, Placement::File(_)));
    assert!(matches!(judged("a.rs", None, Some((20, 22))).placement, Placement::Inline(_)));
}

#[test]
fn a_path_outside_the_change_is_held_back_with_its_name() {
    let held = judged("b.rs", None, Some((2, 2))).held.unwrap();
    assert_eq!(held.reason, HeldReason::NoSuchPath);
    assert!(held.details.contains("b.rs"));
}

#[test]
fn the_same_fingerprint_in_one_file_joins_the_first_and_is_held_back() {
    let index = diff::parse(DIFF.as_bytes());
    let mut judge = Judge::default();
    let (first, none) = judge.judge(&index, &candidate("a.rs", None, Some((2, 2))));
    let (second, joins) = judge.judge(&index, &candidate("a.rs", None, Some((21, 21))));
    assert_eq!(none, None);
    assert_eq!(joins, Some(first.id.clone()));
    assert_eq!(second.held.as_ref().map(|held| held.reason), Some(HeldReason::DuplicateInRun));
    assert_ne!(first.id, second.id);
    let verdict = verdict(&second).unwrap();
    assert_eq!((verdict.detection_state, verdict.surfacing_state), ("duplicate-in-run", "suppressed"));
}

#[test]
fn without_invariant_and_sink_equal_fingerprints_stay_apart() {
    let index = diff::parse(DIFF.as_bytes());
    let mut judge = Judge::default();
    let mut vague = candidate("a.rs", None, Some((2, 2)));
    vague.claim.invariant = String::new();
    judge.judge(&index, &vague);
    let (second, joins) = judge.judge(&index, &vague);
    assert_eq!((joins, second.held), (None, None));
}

#[test]
fn every_held_reason_reads_back_and_has_a_case_above() {
    for reason in HeldReason::ALL {
        assert_eq!(HeldReason::parse(reason.as_str()), Some(reason));
        // A new reason must be added here with its fixture and near miss above.
        match reason {
            HeldReason::DuplicateInRun | HeldReason::NoSuchPath => {}
        }
    }
}

#[test]
fn priority_is_full_for_the_worst_and_survives_a_nan() {
    let mut worst = candidate("a.rs", None, None);
    assert_eq!(priority(&worst), 100);
    worst.weight.confidence = Some(Confidence { local: f64::NAN, context: 1.0 });
    assert_eq!(priority(&worst), 0);
    worst.weight.confidence = None;
    assert_eq!(priority(&worst), 83);
}

#[test]
fn a_bar_inside_a_part_cannot_forge_another_segment() {
    let mut tricky = candidate("a.rs", None, None);
    tricky.claim.issue_class = "a|b".into();
    assert_eq!(fingerprint(&tricky), "a/b|a.rs|inv|");
}
