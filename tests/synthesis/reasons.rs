//! Every reason to hold back has a case that yields it and a near miss that does not; a reason without its pair does
//! not compile.

use std::sync::Arc;

use prr::core::{
    judge::{Judge, Surroundings},
    model::{
        Actionability, Candidate, ChangeMap, Finding, FindingId, HeldReason, Kind, Mode, Opinion, RepoPath, Settings,
        Severity, Strategy, Suppression, TaskId, Wave, Word,
    },
    synthesis::{Evidence, OnPr, Talk},
};

use super::scene::{FILES, Made, diff, found, reason, review, scene};
use crate::{
    since::desk,
    support::{desk::candidate, pull},
};

/// Strategy and settings of a case, and the finding `x-001` in it.
struct Case {
    settings: Settings,
    finding: Made,
    others: Vec<Made>,
    on_pr: OnPr,
}

fn case(finding: Made) -> Case {
    Case {
        settings: Settings { strategy: Strategy::Passes(Mode::Full), ..Settings::default() },
        finding,
        others: vec![],
        on_pr: OnPr::NotAPull,
    }
}

fn x() -> Made {
    found("x-001", 300)
}

/// What the judge makes of a claim on line 5 of a path; the repository holds `kept.rs` beside the diff.
fn judged(path: &str, change: impl FnOnce(&mut Candidate)) -> Case {
    let mut claim = candidate(1, path, 5);
    change(&mut claim);
    let paths = FILES.iter().chain(&["kept.rs"]).map(RepoPath::new).collect();
    let around = Surroundings::new(Arc::new(paths), &ChangeMap::default());
    let mut made = x();
    made.judged.finding = Judge::knowing(around).judge(&diff(), &claim).0;
    made.judged.own = Some(Evidence::of(&claim));
    case(made)
}

/// A finding that a person dropped at one state of the change, as it comes again at the next one.
fn dropped_before(push: impl FnOnce(&str) -> String) -> Case {
    let text: String = diff().text.segments().map(|(_, bytes)| String::from_utf8_lossy(bytes).into_owned()).collect();
    let mut before = desk("aaaaaaaa", &text, None);
    before.find(candidate(1, "a.rs", 5));
    before.end();
    before.keys("Jdd");
    // Something else is always new: the same bytes would be the same run.
    let mut after =
        desk("bbbbbbbb", &push(&text).replacen(" line 390\n", " line three hundred and ninety\n", 1), Some(&before));
    after.find(candidate(1, "a.rs", 5));
    let mut made = x();
    made.judged.finding =
        Finding { id: FindingId::new("x-001"), ..after.session.findings.iter().next().unwrap().clone() };
    made.judged.own = Some(Evidence::of(&candidate(1, "a.rs", 5)));
    case(made)
}

/// What yields the reason, and what nearly does.
fn pair(reason: HeldReason) -> (Case, Case) {
    let minor = || x().severity(Severity::Minor);
    let with = |made: Made, change: fn(&mut Settings)| {
        let mut case = case(made);
        change(&mut case.settings);
        case
    };
    match reason {
        HeldReason::NoSuchPath => (judged("gone.rs", |_| {}), judged("a.rs", |_| {})),
        HeldReason::OutOfScope => (
            judged("kept.rs", |claim| claim.claim.summary = "This caller breaks.".into()),
            judged("kept.rs", |claim| claim.claim.summary = "This caller breaks, because of a.rs:120.".into()),
        ),
        HeldReason::Skeptic => {
            let blank = |claim: &mut Candidate| {
                let claim = &mut claim.claim;
                (claim.title, claim.summary, claim.evidence) = (String::new(), " ".into(), "\n".into());
            };
            let nearly = move |claim: &mut Candidate| {
                blank(claim);
                claim.claim.evidence = "line 5".into();
            };
            (judged("a.rs", blank), judged("a.rs", nearly))
        }
        HeldReason::Actionability => {
            let vague = |severity| {
                move |claim: &mut Candidate| {
                    claim.weight.actionability = Actionability::Low;
                    claim.weight.severity = severity;
                }
            };
            (judged("a.rs", vague(Severity::Critical)), judged("a.rs", vague(Severity::Blocker)))
        }
        HeldReason::DuplicateInRun => {
            let twin = || found("a-001", 300).task("other").severity(Severity::Critical).print("c|f|i|s");
            let mut yields = case(x().print("c|f|i|s"));
            yields.others.push(twin());
            let mut near = case(x().print("c|f|i|t"));
            near.others.push(twin());
            (yields, near)
        }
        HeldReason::FalsePositive => (case(minor().sure(0.69)), case(minor().sure(0.70))),
        HeldReason::BelowConfidence => (
            with(x().sure(0.79), |settings| settings.threshold = Some(0.8)),
            with(x().sure(0.80), |settings| settings.threshold = Some(0.8)),
        ),
        HeldReason::BelowThreshold => (
            with(minor(), |settings| settings.severity_threshold = Severity::Major),
            with(x(), |settings| settings.severity_threshold = Severity::Major),
        ),
        HeldReason::Suppressed => {
            let rule = |settings: &mut Settings| {
                settings.suppressions = vec![Suppression { id: Some("x-".into()), ..Suppression::default() }];
            };
            (with(x(), rule), with(x().judged_as("ax-001"), rule))
        }
        HeldReason::NitBudget => {
            let one = |settings: &mut Settings| settings.max_nits = Some(1);
            let rival = || found("a-001", 20).severity(Severity::Minor).sure(0.95);
            let (mut yields, mut near) = (with(minor(), one), with(minor().sure(0.99), one));
            yields.others.push(rival());
            near.others.push(rival());
            (yields, near)
        }
        HeldReason::Budget => {
            let hotspots = |settings: &mut Settings| *settings = Settings::default();
            let rivals = |n: u32| (1..=n).map(|n| found(&format!("a-{n:03}"), 20 * n).priority(99)).collect();
            let (mut yields, mut near) = (with(x(), hotspots), with(x(), hotspots));
            (yields.others, near.others) = (rivals(3), rivals(2));
            (yields, near)
        }
        HeldReason::Mode => {
            let major = |settings: &mut Settings| settings.strategy = Strategy::Passes(Mode::MajorOnly);
            (with(minor(), major), with(x(), major))
        }
        HeldReason::AlreadyOnPr => {
            let said = |body: &str| {
                let mut case = case(x().title("Lock is held while the order is sent"));
                let threads = [pull::thread(9, "a.rs", 302, body)];
                case.on_pr = OnPr::Read(Arc::new(Talk { threads: Arc::from(threads), ..Talk::default() }));
                case
            };
            (said("You hold the lock while sending the order."), said("The order of these fields matters."))
        }
        HeldReason::Unconfirmed | HeldReason::Rejected => {
            let said = |word: Word| {
                let mut made = x();
                made.judged.opinions.push(Opinion {
                    wave: Wave::Validation,
                    task: TaskId::new("wave:validation"),
                    candidate: made.judged.finding.candidates[0].clone(),
                    finding: made.judged.finding.id.clone(),
                    word,
                    severity: None,
                    cited: String::new(),
                    reason: "looked at a.rs:300".into(),
                });
                case(made)
            };
            let word = if reason == HeldReason::Rejected { Word::Rejected } else { Word::Unconfirmed };
            (said(word), said(Word::Confirmed))
        }
        HeldReason::DroppedBefore => {
            let line = |text: &str| text.replacen(" line 5\n", " another line 5\n", 1);
            (dropped_before(|text| text.to_owned()), dropped_before(line))
        }
        HeldReason::AlwaysDropped => {
            let habit = |settings: &mut Settings| settings.habits = vec![super::learned::habit()];
            let blocking = minor().class("nit-a").severity(Severity::Critical);
            (with(minor().class("nit-a"), habit), with(blocking, habit))
        }
    }
}

fn outcome(case: Case) -> Option<HeldReason> {
    let id = case.finding.judged.finding.id.to_string();
    let mut scene = scene(case.others.into_iter().chain([case.finding]));
    scene.settings = case.settings;
    scene.on_pr = case.on_pr;
    let review = review(&scene);
    reason(&review, &id).or(super::scene::place(&review, &id).held_reason())
}

#[test]
fn every_reason_has_a_case_that_yields_it_and_a_near_miss() {
    for wanted in HeldReason::ALL {
        let (yields, near) = pair(wanted);
        assert_eq!(outcome(yields), Some(wanted), "{wanted:?}");
        assert_eq!(outcome(near), None, "near miss of {wanted:?}");
    }
}

#[test]
fn a_reason_that_the_judge_gave_is_passed_on_as_given() {
    for reason in HeldReason::ALL.into_iter().filter(|reason| *reason != HeldReason::DuplicateInRun) {
        assert_eq!(outcome(case(x().held(reason))), Some(reason));
        assert_eq!(outcome(case(x().held(reason).accepted())), None, "{reason:?}");
    }
}

#[test]
fn held_back_praise_counts_under_its_reason_and_not_as_praise() {
    let review = review(&scene([x().kind(Kind::Praise).held(HeldReason::NoSuchPath)]));
    assert_eq!(review.document.stats.kind(Kind::Praise), 0);
    assert_eq!(review.document.stats.held(HeldReason::NoSuchPath), 1);
}
