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
            depends_on_unseen: false,
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

fn weighed(severity: Severity, local: f64, context: f64) -> Candidate {
    let mut candidate = candidate("a.rs", None, Some((2, 2)));
    candidate.weight.severity = severity;
    candidate.weight.confidence = Some(Confidence { local, context });
    candidate
}

fn judge_one(candidate: &Candidate) -> Finding {
    Judge::default().judge(&diff::parse(DIFF.as_bytes()), candidate).0
}

fn outcomes(finding: &Finding) -> Vec<(JudgeRule, &'static str)> {
    finding.steps.iter().map(|step| (step.rule, step.outcome.as_str())).collect()
}

#[test]
fn severities_cascade_by_local_confidence_and_the_bar_itself_is_enough() {
    for (given, local, stands) in [
        (Severity::Blocker, 0.85, Severity::Blocker),
        (Severity::Blocker, 0.849, Severity::Critical),
        (Severity::Blocker, 0.70, Severity::Critical),
        (Severity::Blocker, 0.699, Severity::Major),
        (Severity::Blocker, 0.0, Severity::Major),
        (Severity::Critical, 0.70, Severity::Critical),
        (Severity::Critical, 0.699, Severity::Major),
        (Severity::Major, 0.0, Severity::Major),
        (Severity::Nitpick, 0.0, Severity::Nitpick),
    ] {
        let finding = judge_one(&weighed(given, local, 1.0));
        assert_eq!(finding.severity, stands, "{given} at {local}");
        assert_eq!(finding.held, None);
    }
    let fallen = judge_one(&weighed(Severity::Blocker, 0.1, 1.0));
    let both = [JudgeRule::BlockerConfidence, JudgeRule::CriticalConfidence].map(|rule| (rule, "downgrade"));
    assert_eq!(outcomes(&fallen), both);
}

#[test]
fn a_confidence_that_was_not_given_or_is_no_number_is_exempt_from_the_cascade() {
    let mut silent = weighed(Severity::Blocker, 0.0, 0.0);
    silent.weight.confidence = None;
    silent.claim.depends_on_unseen = true;
    let finding = judge_one(&silent);
    assert_eq!((finding.severity, finding.kind), (Severity::Blocker, Kind::Finding));
    assert_eq!(judge_one(&weighed(Severity::Blocker, f64::NAN, 0.9)).severity, Severity::Blocker);
}

#[test]
fn vague_advice_is_held_back_unless_the_agent_called_it_a_blocker() {
    let low = |severity| {
        let mut vague = weighed(severity, 0.1, 1.0);
        vague.weight.actionability = Actionability::Low;
        judge_one(&vague)
    };
    let held = low(Severity::Critical).held.unwrap();
    assert_eq!(held.reason, HeldReason::Actionability);
    // As given: the cascade makes it major afterwards, and it stays.
    let kept = low(Severity::Blocker);
    assert_eq!((kept.held, kept.severity), (None, Severity::Major));
    let mut medium = weighed(Severity::Critical, 0.9, 1.0);
    medium.weight.actionability = Actionability::Medium;
    assert_eq!(judge_one(&medium).held, None);
}

#[test]
fn a_claim_about_unseen_code_is_a_question_when_context_is_under_a_half() {
    let unseen = |context, depends_on_unseen| {
        let mut candidate = weighed(Severity::Major, 0.9, context);
        candidate.claim.depends_on_unseen = depends_on_unseen;
        judge_one(&candidate)
    };
    let question = unseen(0.49, true);
    assert_eq!(question.kind, Kind::Question);
    assert_eq!(outcomes(&question), [(JudgeRule::UnseenContext, "question")]);
    assert_eq!(unseen(0.50, true).kind, Kind::Finding);
    assert_eq!(unseen(0.49, false).kind, Kind::Finding);
}

#[test]
fn a_claim_that_says_nothing_at_all_is_held_back_by_the_skeptic() {
    let mut empty = weighed(Severity::Blocker, 1.0, 1.0);
    (empty.claim.title, empty.claim.summary, empty.claim.evidence) = (" ".into(), String::new(), "\n".into());
    assert_eq!(judge_one(&empty).held.unwrap().reason, HeldReason::Skeptic);
    empty.claim.title = "Only a title".into();
    assert_eq!(judge_one(&empty).held, None);
}

#[test]
fn praise_and_notes_pass_the_gates() {
    let mut praise = weighed(Severity::Blocker, 0.0, 0.0);
    praise.claim.kind = Kind::Praise;
    praise.weight.actionability = Actionability::Low;
    let finding = judge_one(&praise);
    assert_eq!((finding.held, finding.severity, finding.steps.len()), (None, Severity::Blocker, 0));
}

fn in_repository(summary: &str) -> Finding {
    let index = diff::parse(DIFF.as_bytes());
    let map = crate::core::model::ChangeMap {
        units: vec![std::sync::Arc::new(crate::core::model::Unit {
            file: crate::core::model::FileIx(0),
            symbol: "fn settle(x)".into(),
            hunks: (crate::core::model::HunkIx(0), crate::core::model::HunkIx(0)),
            lines: (Side::Right, LineRange::one(2).unwrap()),
            added: 1,
            removed: 1,
            tags: vec![],
            detail: crate::core::model::UnitDetail::default(),
        })],
        ..Default::default()
    };
    let paths = std::sync::Arc::new([RepoPath::new("a.rs"), RepoPath::new("other.rs")].into());
    let mut outside = candidate("other.rs", None, Some((2, 2)));
    outside.claim.summary = summary.into();
    Judge::knowing(Surroundings::new(paths, &map)).judge(&index, &outside).0
}

#[test]
fn a_finding_outside_the_change_needs_a_cause_in_it() {
    let held = in_repository("This caller breaks.").held.unwrap();
    assert_eq!(held.reason, HeldReason::OutOfScope);
    assert!(held.details.contains("other.rs"));
    for caused in ["It still calls settle with one argument.", "See a.rs:21.", "Because of (`a.rs:L2`)"] {
        let finding = in_repository(caused);
        assert_eq!((finding.held, finding.placement), (None, Placement::Body), "{caused}");
    }
    assert!(in_repository("See a.rs:900 and unsettled.").held.is_some());
}

#[test]
fn a_path_that_is_not_in_the_repository_is_missing_even_with_a_cause() {
    let paths = std::sync::Arc::new([RepoPath::new("a.rs")].into());
    let mut judge = Judge::knowing(Surroundings::new(paths, &Default::default()));
    let mut lost = candidate("gone.rs", None, None);
    lost.claim.summary = "See a.rs:2".into();
    let held = judge.judge(&diff::parse(DIFF.as_bytes()), &lost).0.held.unwrap();
    assert_eq!(held.reason, HeldReason::NoSuchPath);
}

#[test]
fn several_issues_in_one_claim_are_marked_and_kept() {
    let mut two = weighed(Severity::Major, 0.9, 0.9);
    two.claim.summary = "Option A: x. Option B: y.".into();
    let finding = judge_one(&two);
    assert_eq!((finding.held.is_none(), outcomes(&finding)), (true, vec![(JudgeRule::OneIssue, "keep")]));
}

#[test]
fn a_question_and_a_finding_with_one_fingerprint_are_no_twins() {
    let index = diff::parse(DIFF.as_bytes());
    let mut judge = Judge::default();
    let mut question = candidate("a.rs", None, Some((2, 2)));
    question.claim.kind = Kind::Question;
    judge.judge(&index, &question);
    let (finding, joins) = judge.judge(&index, &candidate("a.rs", None, Some((2, 2))));
    assert_eq!((finding.held, joins), (None, None));
}

#[test]
fn only_the_first_reason_counts_and_a_held_one_is_nobodys_twin() {
    let index = diff::parse(DIFF.as_bytes());
    let mut judge = Judge::default();
    let mut vague = candidate("a.rs", None, Some((2, 2)));
    vague.weight = Weight { severity: Severity::Minor, actionability: Actionability::Low, ..vague.weight };
    let (held, joins) = judge.judge(&index, &vague);
    assert_eq!((held.held.unwrap().reason, joins), (HeldReason::Actionability, None));
    let (kept, joins) = judge.judge(&index, &candidate("a.rs", None, Some((2, 2))));
    assert_eq!((kept.held, joins), (None, None));
    let mut lost = vague;
    lost.place = candidate("nowhere.rs", None, None).place;
    assert_eq!(judge.judge(&index, &lost).0.held.unwrap().reason, HeldReason::NoSuchPath);
}

#[test]
fn every_held_reason_reads_back() {
    for reason in HeldReason::ALL {
        assert_eq!(HeldReason::parse(reason.as_str()), Some(reason));
    }
    let words: std::collections::BTreeSet<_> = JudgeRule::ALL.iter().map(|rule| rule.as_str()).collect();
    assert_eq!(words.len(), JudgeRule::ALL.len());
}

#[test]
fn priority_is_full_for_the_worst_and_a_confidence_that_is_no_number_counts_as_not_given() {
    let mut weight = candidate("a.rs", None, None).weight;
    assert_eq!(priority(Severity::Blocker, &weight, Noise::None), 100);
    weight.confidence = None;
    assert_eq!(priority(Severity::Blocker, &weight, Noise::None), 83);
    weight.confidence = Some(Confidence { local: f64::NAN, context: 1.0 });
    assert_eq!(priority(Severity::Blocker, &weight, Noise::None), 83);
    weight.confidence = Some(Confidence { local: 90.0, context: 1.0 });
    assert_eq!(priority(Severity::Blocker, &weight, Noise::None), 100);
}

#[test]
fn noise_takes_off_its_share_and_the_score_never_leaves_its_scale() {
    let weight = candidate("a.rs", None, None).weight;
    let scores = [Noise::None, Noise::Overlap, Noise::Preference, Noise::Speculation]
        .map(|noise| priority(Severity::Blocker, &weight, noise));
    assert_eq!(scores, [100, 90, 75, 60]);
    let faint = Weight {
        severity: Severity::Nitpick,
        confidence: Some(Confidence { local: 0.0, context: 0.0 }),
        actionability: Actionability::Low,
        blast_radius: BlastRadius::Local,
    };
    assert_eq!(priority(Severity::Nitpick, &faint, Noise::Speculation), 0);
}

#[test]
fn noise_is_told_from_taste_and_from_speculation_and_the_stored_score_has_it() {
    let mut taste = candidate("a.rs", None, Some((2, 2)));
    taste.lens = Lens::Maintainability;
    assert_eq!(judge_one(&taste).priority, 100);
    taste.claim.invariant = String::new();
    assert_eq!(judge_one(&taste).priority, 75);
    let mut question = candidate("a.rs", None, Some((2, 2)));
    question.claim.kind = Kind::Question;
    question.weight.confidence = Some(Confidence { local: 1.0, context: 0.5 });
    assert_eq!(judge_one(&question).priority, 95);
    question.weight.confidence = Some(Confidence { local: 1.0, context: 0.4 });
    assert_eq!(judge_one(&question).priority, 54);
}

#[test]
fn a_bar_inside_a_part_cannot_forge_another_segment() {
    let mut tricky = candidate("a.rs", None, None);
    tricky.claim.issue_class = "a|b".into();
    assert_eq!(fingerprint(&tricky), "a/b|a.rs|inv|");
}
