//! What models say of findings, applied: every word of every wave with a case that it changes and a near miss, and what no
//! opinion does.

use std::sync::Arc;

use prr::core::{
    model::{
        HeldReason, JudgeRule, Kind, Mode, Opinion, Outcome, ReviewAction, Settings, Severity, Strategy, TaskId, Wave,
        Word,
    },
    synthesis::{Fate, Ground, OnPr, Origin, Snapshot, Synthesis, Talk},
};

use super::scene::{Made, found, reason, review, scene, shown, task};
use crate::support::pull;

/// An opinion on a finding.
fn says(mut made: Made, wave: Wave, word: Word, change: impl FnOnce(&mut Opinion)) -> Made {
    let finding = &made.judged.finding;
    let mut opinion = Opinion {
        wave,
        task: TaskId::new("wave:x"),
        candidate: finding.candidates[0].clone(),
        finding: finding.id.clone(),
        word,
        severity: None,
        cited: String::new(),
        reason: "seen at a.rs:12".into(),
    };
    change(&mut opinion);
    made.judged.opinions.push(opinion);
    made
}

fn x() -> Made {
    found("x-001", 300).severity(Severity::Critical)
}

/// A closed run of passes, in full, with these findings; a model compared them with one comment.
fn run(made: impl IntoIterator<Item = Made>) -> Snapshot {
    let mut snapshot = scene(made);
    snapshot.settings = Settings { strategy: Strategy::Passes(Mode::Full), ..Settings::default() };
    snapshot.tasks.push(task("wave:validation", "validation", Origin::Judge, Fate::Completed));
    snapshot.tasks.push(task("wave:pr-comment-dedup", "pr-comment-dedup", Origin::Judge, Fate::Completed));
    let thread = pull::thread(9, "a.rs", 302, "Something else entirely.");
    snapshot.on_pr = OnPr::Read(Arc::new(Talk { threads: Arc::from([thread]), ..Talk::default() }));
    snapshot
}

fn reference() -> String {
    pull::thread(9, "a.rs", 302, "x").remarks[0].reference()
}

/// What became of `x-001`: held back why, else kind, severity, and the step of that rule.
#[derive(Debug, PartialEq)]
enum Became {
    Held(HeldReason),
    Stands(Kind, Severity, String),
}

fn became(made: Made, rule: JudgeRule) -> Became {
    let review = review(&run([made]));
    match reason(&review, "x-001") {
        Some(reason) => Became::Held(reason),
        None => {
            let finding = entry(&review);
            let step = finding.steps.iter().rfind(|step| step.rule == rule);
            let words = step.map_or("", |step| step.outcome.as_str()).to_owned();
            Became::Stands(finding.kind, finding.severity, words)
        }
    }
}

fn entry(review: &Synthesis) -> &prr::core::model::Finding {
    &review.document.findings.iter().find(|entry| entry.finding.id.as_str() == "x-001").unwrap().finding
}

fn stands(severity: Severity, step: &str) -> Became {
    Became::Stands(Kind::Finding, severity, step.to_owned())
}

/// What a word does to a critical finding, and what nearly the same does not.
fn pair(wave: Wave, word: Word) -> ((Made, Became), (Made, Became)) {
    use Severity::{Blocker, Critical, Minor};
    let no_reason = |opinion: &mut Opinion| opinion.reason.clear();
    let to = |severity, cited: &'static str| {
        move |opinion: &mut Opinion| (opinion.severity, opinion.cited) = (Some(severity), cited.to_owned())
    };
    let plain = |_: &mut Opinion| {};
    let by = |made: Made, change: &dyn Fn(&mut Opinion)| says(made, wave, word, |opinion| change(opinion));
    let near_dedup = |cited: &'static str| move |opinion: &mut Opinion| opinion.cited = cited.to_owned();
    match (wave, word) {
        (Wave::Skeptic, Word::Keep) => ((by(x(), &plain), stands(Critical, "keep")), (x(), stands(Critical, ""))),
        (Wave::Skeptic, Word::Downgrade) => (
            (by(x(), &to(Minor, "")), stands(Minor, "downgrade")),
            (by(x(), &to(Blocker, "")), stands(Critical, "keep")),
        ),
        (Wave::Skeptic, Word::Question) => (
            (by(x(), &plain), Became::Stands(Kind::Question, Critical, "question".into())),
            (by(x().accepted(), &plain), stands(Critical, "")),
        ),
        (Wave::Skeptic, Word::Drop) => {
            ((by(x(), &plain), Became::Held(HeldReason::Skeptic)), (by(x(), &no_reason), stands(Critical, "keep")))
        }
        (Wave::OnPr, Word::AlreadyOnPr) => (
            (by(x(), &|opinion| opinion.cited = reference()), Became::Held(HeldReason::AlreadyOnPr)),
            (by(x(), &near_dedup("https://github.com/acme/shop/pull/123#made-up")), stands(Critical, "")),
        ),
        (Wave::OnPr, Word::NotOnPr) => {
            ((by(x(), &|opinion| opinion.cited = reference()), stands(Critical, "")), (x(), stands(Critical, "")))
        }
        (Wave::Validation, Word::Confirmed) => (
            (by(x(), &plain), stands(Critical, "keep")),
            (by(x().task("builtin:secrets"), &plain), stands(Critical, "keep")),
        ),
        (Wave::Validation, Word::Rejected) => (
            (by(x(), &plain), Became::Held(HeldReason::Rejected)),
            (by(x().task("builtin:secrets"), &plain), stands(Critical, "keep")),
        ),
        (Wave::Validation, Word::Unconfirmed) => (
            (by(x(), &plain), Became::Held(HeldReason::Unconfirmed)),
            (by(x().restored(), &plain), stands(Critical, "")),
        ),
        (Wave::Realist, Word::Confirmed) => ((by(x(), &plain), stands(Critical, "keep")), (x(), stands(Critical, ""))),
        (Wave::Realist, Word::Downgrade) => (
            (by(x(), &to(Minor, "the guard in a.rs:40 stops it")), stands(Minor, "downgrade")),
            (by(x(), &to(Minor, "there is a guard")), stands(Critical, "keep")),
        ),
        (Wave::Realist, Word::OpenQuestion) => {
            ((by(x(), &plain), stands(Critical, "keep")), (x(), stands(Critical, "")))
        }
        (Wave::Realist, Word::Escalate) => (
            (by(x(), &to(Blocker, "")), stands(Blocker, "escalate")),
            (by(x(), &to(Minor, "")), stands(Critical, "keep")),
        ),
        (Wave::Skeptic | Wave::OnPr | Wave::Validation | Wave::Realist, _) => {
            unreachable!("{wave:?} does not say {word:?}")
        }
    }
}

fn rule(wave: Wave) -> JudgeRule {
    match wave {
        Wave::Skeptic => JudgeRule::Skeptic,
        Wave::OnPr => JudgeRule::OnPr,
        Wave::Validation => JudgeRule::Validation,
        Wave::Realist => JudgeRule::Realist,
    }
}

#[test]
fn every_word_of_every_wave_does_what_it_says_and_its_near_miss_does_not() {
    for wave in Wave::ALL {
        for word in wave.words() {
            let ((made, expected), (near, unchanged)) = pair(wave, *word);
            assert_eq!(became(made, rule(wave)), expected, "{wave:?} {word:?}");
            // Where no model spoke, the run of passes says so; that step is of the validation.
            let near = became(near, rule(wave));
            let marked = matches!((&near, wave), (Became::Stands(..), Wave::Validation));
            assert!(near == unchanged || marked, "near miss of {wave:?} {word:?}: {near:?}");
        }
    }
}

#[test]
fn a_word_that_a_wave_does_not_say_counts_for_nothing() {
    for wave in Wave::ALL {
        for word in Word::ALL.into_iter().filter(|word| !wave.words().contains(word)) {
            let review = review(&run([says(x(), wave, word, |opinion| opinion.cited = reference())]));
            assert_eq!(reason(&review, "x-001"), None, "{wave:?} {word:?}");
            assert_eq!(entry(&review).severity, Severity::Critical, "{wave:?} {word:?}");
        }
    }
}

#[test]
fn what_needs_no_model_is_overruled_by_none() {
    for wave in [Wave::Skeptic, Wave::Validation, Wave::Realist] {
        for word in wave.words() {
            let made = says(x().task("builtin:secrets"), wave, *word, |opinion| {
                (opinion.severity, opinion.cited) = (Some(Severity::Minor), "a.rs:40".into());
            });
            let review = review(&run([made]));
            assert_eq!(
                (reason(&review, "x-001"), entry(&review).severity),
                (None, Severity::Critical),
                "{wave:?} {word:?}"
            );
            assert_eq!(review.document.action.action, ReviewAction::RequestChanges);
        }
    }
}

#[test]
fn a_decided_finding_is_touched_by_no_opinion() {
    for wave in Wave::ALL {
        for word in wave.words() {
            for decided in [x().accepted(), x().restored(), x().edited("my words", Severity::Critical)] {
                let made = says(decided, wave, *word, |opinion| {
                    (opinion.severity, opinion.cited) = (Some(Severity::Blocker), reference());
                });
                let review = review(&run([made]));
                assert_eq!(shown(&review), ["x-001"], "{wave:?} {word:?}");
                let finding = entry(&review);
                assert_eq!((finding.kind, finding.severity), (Kind::Finding, Severity::Critical), "{wave:?} {word:?}");
            }
        }
    }
}

#[test]
fn nothing_is_approved_on_a_models_word_and_a_blocker_never_goes_in_silence() {
    let takes: [(Wave, Word); 4] = [
        (Wave::Skeptic, Word::Drop),
        (Wave::Skeptic, Word::Downgrade),
        (Wave::Validation, Word::Rejected),
        (Wave::OnPr, Word::AlreadyOnPr),
    ];
    for (wave, word) in takes {
        for severity in [Severity::Blocker, Severity::Critical, Severity::Major] {
            let made = says(x().severity(severity), wave, word, |opinion| {
                (opinion.severity, opinion.cited) = (Some(Severity::Minor), reference());
            });
            let review = review(&run([made]));
            let action = &review.document.action;
            assert_eq!((action.action, action.ground), (ReviewAction::CommentOnly, Ground::SetAside(1)), "{wave:?}");
            let is_told =
                review.document.review_body.contains("x-001") && review.document.review_body.contains("held back");
            let is_weighty = severity >= Severity::Critical && word != Word::Downgrade;
            assert_eq!(is_told, is_weighty, "{wave:?} {severity:?}: {}", review.document.review_body);
        }
        // Near miss: something small may go.
        let made = says(x().severity(Severity::Minor), wave, word, |opinion| {
            (opinion.severity, opinion.cited) = (Some(Severity::Nitpick), reference());
        });
        assert_eq!(review(&run([made])).document.action.action, ReviewAction::Approve, "{wave:?} {word:?}");
    }
}

#[test]
fn what_nobody_confirmed_is_marked_in_a_run_of_passes_and_stays() {
    let mark = |snapshot: &Snapshot| {
        let review = review(snapshot);
        let step = entry(&review).steps.iter().find(|step| step.rule == JudgeRule::Validation).cloned();
        step.map(|step| (step.outcome, step.reason.into_owned()))
    };
    let mut snapshot = run([x()]);
    let kept = |why: &str| Some((Outcome::Keep, format!("unconfirmed: {why}")));
    assert_eq!(mark(&snapshot), kept("the validation said nothing of it"));
    snapshot.tasks.retain(|task| task.origin != Origin::Judge);
    assert_eq!(mark(&snapshot), None, "it was left out");
    let skipped = Fate::Skipped("no model".into());
    snapshot.tasks.push(task("wave:validation", "validation", Origin::Judge, skipped));
    assert_eq!(mark(&snapshot), kept("no model validated it"));
    for fate in [Fate::Failed("malformed answer".into()), Fate::Stopped] {
        snapshot.tasks.push(task("wave:validation", "validation", Origin::Judge, fate));
        assert_eq!(mark(&snapshot), kept("the validation did not end well"));
        // It leaves nothing out: the review is what it would have been.
        assert_eq!(review(&snapshot).document.action.ground, Ground::Criticals(1));
    }
    let built_in = run([x().task("builtin:secrets")]);
    assert_eq!(mark(&built_in), None, "what can be looked up needs no confirmation");
}

#[test]
fn the_mitigation_of_a_downgrade_and_an_open_question_stand_in_the_text() {
    let milder = says(x(), Wave::Realist, Word::Downgrade, |opinion| {
        (opinion.severity, opinion.cited) = (Some(Severity::Major), "the guard in a.rs:40".into());
    });
    assert!(entry(&review(&run([milder]))).wording.body.ends_with("(Mitigated by: the guard in a.rs:40)"));
    let asked = says(x(), Wave::Realist, Word::OpenQuestion, |opinion| opinion.reason = "who may call it?".into());
    assert!(entry(&review(&run([asked]))).wording.body.ends_with("Open question: who may call it?"));
}

#[test]
fn a_model_compares_with_comments_in_place_of_the_matcher_and_only_open_threads_hold_back() {
    let same = "You hold the lock while sending the order.";
    let made = || x().title("Lock is held while the order is sent");
    let with = |made: Made, resolved: bool, by_model: bool| {
        let mut snapshot = run([made]);
        let mut thread = pull::thread(9, "a.rs", 302, same);
        if resolved {
            thread.resolution = prr::core::model::Resolution::Resolved;
        }
        snapshot.on_pr = OnPr::Read(Arc::new(Talk { threads: Arc::from([thread]), ..Talk::default() }));
        if !by_model {
            snapshot.tasks.retain(|task| task.pass != "pr-comment-dedup");
        }
        review(&snapshot)
    };
    let said = |word| says(made(), Wave::OnPr, word, |opinion| opinion.cited = reference());
    assert_eq!(reason(&with(made(), false, false), "x-001"), Some(HeldReason::AlreadyOnPr), "the matcher");
    // A model that says nothing of it, or failed, holds nothing back (deep §7).
    assert_eq!(reason(&with(made(), false, true), "x-001"), None);
    assert_eq!(reason(&with(said(Word::NotOnPr), false, true), "x-001"), None);
    assert_eq!(reason(&with(said(Word::AlreadyOnPr), false, true), "x-001"), Some(HeldReason::AlreadyOnPr));
    let closed = with(said(Word::AlreadyOnPr), true, true);
    assert_eq!(reason(&closed, "x-001"), None, "a resolved thread holds nothing back");
    assert!(entry(&closed).steps.iter().any(|step| step.reason.starts_with("related: ")));
    // A comment at other code is not about this one.
    let elsewhere = says(made().in_file("b.rs"), Wave::OnPr, Word::AlreadyOnPr, |opinion| opinion.cited = reference());
    assert_eq!(reason(&with(elsewhere, false, true), "x-001"), None);
}

#[test]
fn what_was_posted_in_an_earlier_run_stays_held_back_until_its_thread_is_closed() {
    let held = |thread: Option<(&str, bool)>| {
        let mut snapshot = run([x().title("Lock is held while the order is sent").held(HeldReason::AlreadyOnPr)]);
        snapshot.tasks.retain(|task| task.pass != "pr-comment-dedup");
        snapshot.on_pr = match thread {
            None => OnPr::NotAPull,
            Some((words, resolved)) => {
                let mut thread = pull::thread(9, "a.rs", 302, words);
                if resolved {
                    thread.resolution = prr::core::model::Resolution::Resolved;
                }
                OnPr::Read(Arc::new(Talk { threads: Arc::from([thread]), ..Talk::default() }))
            }
        };
        reason(&review(&snapshot), "x-001")
    };
    let same = "Lock is held while the order is sent";
    assert_eq!(held(None), Some(HeldReason::AlreadyOnPr));
    assert_eq!(held(Some((same, false))), Some(HeldReason::AlreadyOnPr));
    assert_eq!(held(Some(("Something else entirely.", true))), Some(HeldReason::AlreadyOnPr));
    assert_eq!(held(Some((same, true))), None, "a closed thread holds nothing back");
}
