//! What a person decided, in the machine's review and in the one that would be posted.

use prr::core::{
    model::{HeldReason, Kind, ReviewAction, Settings, Severity, Side},
    synthesis::{Author, BodyStyle, Ground, Place, Stage, Style, Undecided},
};

use super::scene::{found, own, place, posted, reason, review, scene, shown};

fn ids(effective: &prr::core::synthesis::Effective) -> Vec<&str> {
    effective.document.findings.iter().map(|entry| entry.finding.id.as_str()).collect()
}

#[test]
fn a_decided_finding_is_never_held_back_by_any_step() {
    let weak = || found("w-001", 5).severity(Severity::Nitpick).sure(0.01);
    let strict = |made: super::scene::Made| {
        let mut scene = scene([made, found("m-001", 60)]);
        scene.settings = Settings { max_nits: Some(0), severity_threshold: Severity::Major, ..Settings::default() };
        review(&scene)
    };
    assert_eq!(reason(&strict(weak()), "w-001"), Some(HeldReason::FalsePositive));
    for decided in
        [weak().accepted(), weak().restored(), weak().edited("Mine", Severity::Nitpick), weak().marked_inline()]
    {
        let review = strict(decided);
        assert!(matches!(place(&review, "w-001"), Place::Surfaced(_)));
        assert!(review.document.filtered_log.is_empty());
    }
    let back = strict(weak().held(HeldReason::NoSuchPath).restored());
    assert!(matches!(place(&back, "w-001"), Place::Surfaced(_)));
    assert_eq!(place(&strict(weak().dropped("no")), "w-001"), &Place::Dropped("no".into()));
}

#[test]
fn an_empty_ruling_pins_nothing() {
    let mut weak = found("w-001", 5).sure(0.01);
    weak.judged.ruling = Some(Default::default());
    assert_eq!(reason(&review(&scene([weak])), "w-001"), Some(HeldReason::FalsePositive));
}

#[test]
fn a_decision_moves_no_other_finding() {
    let made = |n: u32| found(&format!("m-{n:03}"), 20 * n).priority(90 - n as u8);
    let held = |scene: &prr::core::synthesis::Snapshot| -> Vec<String> {
        let review = review(scene);
        review.document.filtered_log.iter().map(|entry| entry.finding.to_string()).collect()
    };
    let before = {
        let mut scene = scene((1..=6).map(made));
        scene.settings = Settings::default();
        held(&scene)
    };
    assert_eq!(before, ["m-004", "m-005", "m-006"]);
    for change in 0..4 {
        let change_it = |made: super::scene::Made| match change {
            0 => made.accepted(),
            1 => made.dropped(""),
            2 => made.restored(),
            _ => made.edited("x", Severity::Blocker),
        };
        for nth in [1, 6] {
            let all = (1..=6).map(|n| if n == nth { change_it(made(n)) } else { made(n) });
            let mut scene = scene(all);
            scene.settings = Settings::default();
            let mut expected = before.clone();
            expected.retain(|id| *id != format!("m-{nth:03}"));
            // A severity that a person raised is a fact for the others too.
            if change < 3 {
                assert_eq!(held(&scene), expected, "change {change} of {nth}");
            }
        }
    }
}

#[test]
fn a_decided_one_is_never_merged_away_and_a_stronger_later_one_joins_it_without_rewording() {
    let first = found("a-001", 50).title("Missing null check").severity(Severity::Minor).accepted();
    let later = found("b-001", 50).title("Null check is missing").task("other").severity(Severity::Critical);
    let review = review(&scene([first, later]));
    assert_eq!(shown(&review), ["a-001"]);
    let entry = &review.document.findings[0];
    assert_eq!((entry.finding.severity, entry.finding.wording.body.as_str()), (Severity::Minor, "body of a-001"));
    assert_eq!((entry.finding.candidates.len(), entry.related_to.len()), (2, 1));
}

#[test]
fn no_decision_about_a_milder_one_hides_a_blocker() {
    let first = found("a-001", 50).title("Missing null check").severity(Severity::Minor);
    let later = found("b-001", 50).title("Null check is missing").task("other").severity(Severity::Blocker);
    for decided in [first.clone().accepted(), first.clone().dropped("no"), first.edited("Mine", Severity::Major)] {
        let mut ids = shown(&review(&scene([decided, later.clone()])));
        ids.retain(|id| id == "b-001");
        assert_eq!(ids, ["b-001"]);
    }
    let same = found("a-001", 50).title("Missing null check").severity(Severity::Blocker).accepted();
    assert_eq!(shown(&review(&scene([same, later]))), ["a-001"]);
}

#[test]
fn two_decided_duplicates_both_stay() {
    let of = |id: &str, task| found(id, 50).title("Missing null check").task(task).accepted();
    assert_eq!(shown(&review(&scene([of("a-001", "agent"), of("b-001", "other")]))).len(), 2);
}

#[test]
fn a_dropped_one_takes_its_duplicates_with_it_but_not_one_that_blocks_and_is_worse() {
    let dropped = found("a-001", 50).title("Missing null check").dropped("handled above");
    let later = |severity| found("b-001", 50).title("Null check is missing").task("other").severity(severity);
    let quiet = review(&scene([dropped.clone(), later(Severity::Major)]));
    assert!(matches!(place(&quiet, "b-001"), Place::Merged { .. }));
    assert_eq!(shown(&quiet), Vec::<String>::new());
    let loud = review(&scene([dropped, later(Severity::Critical)]));
    assert_eq!(shown(&loud), ["b-001"]);
}

#[test]
fn edited_words_and_severity_stand_in_the_review_and_count_as_the_persons() {
    let review = review(&scene([found("a-001", 5).edited("Mine", Severity::Blocker), found("b-001", 60)]));
    let entry = &review.document.findings[0];
    assert_eq!((entry.finding.wording.title.as_str(), entry.author), ("Mine", Author::Person));
    assert_eq!(review.document.findings[1].author, Author::Agent);
    assert_eq!(review.document.action.ground, Ground::Blockers(1));
}

#[test]
fn only_what_is_accepted_or_own_is_posted_and_undecided_ones_by_policy() {
    let scene = scene([
        found("a-001", 20).accepted().severity(Severity::Minor),
        found("b-001", 60).severity(Severity::Blocker),
        found("c-001", 90).dropped("no").severity(Severity::Blocker),
        found("d-001", 120).sure(0.1),
        found("e-001", 150).restored().severity(Severity::Minor),
        own("own-001", Some(7), "Why?"),
    ]);
    let hold = posted(&scene, Undecided::Hold);
    assert_eq!(ids(&hold), ["own-001", "a-001"]);
    assert_eq!(hold.document.action.ground, Ground::Minor(1), "never from undecided findings");
    assert_eq!(hold.document.action.action, ReviewAction::Approve);
    assert_eq!(hold.undecided.len(), 2);
    assert_eq!((hold.document.stats.kind(Kind::Finding), hold.document.stats.kind(Kind::Comment)), (1, 1));
    for hidden in ["b-001", "c-001", "d-001", "e-001"] {
        assert!(!hold.document.review_body.contains(hidden), "{hidden}");
    }
    let all = posted(&scene, Undecided::Publish);
    assert_eq!(ids(&all), ["own-001", "b-001", "a-001", "e-001"]);
    assert_eq!(all.document.action.action, ReviewAction::RequestChanges);
    assert_eq!(all.undecided.len(), 2);
}

#[test]
fn what_a_person_wrote_or_marked_is_inline_whatever_its_kind_and_anchors_may_repeat() {
    let praise = |id| found(id, 20).kind(Kind::Praise).accepted();
    let scene = scene([
        own("own-001", Some(20), "One"),
        own("own-002", Some(20), "Two"),
        praise("p-001").marked_inline(),
        praise("p-002").judged_as("p-002"),
        found("n-001", 20).severity(Severity::Nitpick).accepted().marked_inline(),
        found("m-001", 20).accepted(),
    ]);
    let document = posted(&scene, Undecided::Hold).document;
    let inline: Vec<_> = document.inline_comments.iter().map(|comment| comment.finding.as_str()).collect();
    assert_eq!(inline, ["own-001", "own-002", "m-001", "n-001", "p-001"]);
    assert_eq!(document.inline_comments[0].body, "One");
    assert!(document.review_body.contains("titlep-002"));
}

#[test]
fn an_own_comment_off_the_diff_goes_to_the_body_as_typed() {
    let mut off = own("own-001", Some(999), "Look at  this\n@you");
    off.judged.finding.wording.suggestion = None;
    let document = posted(&scene([off]), Undecided::Hold).document;
    assert!(document.inline_comments.is_empty());
    assert!(document.review_body.contains("Look at  this\n@you"), "{}", document.review_body);
    assert!(document.review_body.contains("not in one hunk"));
}

#[test]
fn the_persons_text_is_first_in_every_style_and_short_styles_still_lose_nothing() {
    let made = [
        own("own-001", None, "Thanks!\n\nTwo remarks."),
        found("a-001", 20).accepted(),
        found("b-001", 30).on_file("b.rs").accepted(),
    ];
    for (style, heading) in [(BodyStyle::Own, false), (BodyStyle::Summary, false), (BodyStyle::Full, true)] {
        let mut scene = scene(made.clone());
        scene.style = Style { body: style, ..Style::default() };
        let document = posted(&scene, Undecided::Hold).document;
        assert!(document.review_body.starts_with("Thanks!\n\nTwo remarks.\n\n"), "{}", document.review_body);
        assert!(document.review_body.contains("body of b-001"));
        assert_eq!(document.review_body.contains("## Code Review"), heading, "{style:?}");
        assert_eq!(document.inline_comments.len(), 1);
    }
    let mut quiet = scene([found("a-001", 20).accepted()]);
    quiet.style.body = BodyStyle::Own;
    assert_eq!(posted(&quiet, Undecided::Hold).document.review_body, "1 major finding.\n");
}

#[test]
fn nothing_accepted_posts_nothing_and_still_is_a_valid_review() {
    let effective = posted(&scene([found("a-001", 20).severity(Severity::Blocker)]), Undecided::Hold);
    assert!(effective.document.findings.is_empty() && effective.document.inline_comments.is_empty());
    assert_eq!(effective.undecided.len(), 1);
    assert!(!effective.document.review_body.contains("body of a-001"));
}

#[test]
fn a_decided_conflict_note_comes_back_once() {
    let a = found("a-001", 50).suggestion("x");
    let b = found("b-001", 50).suggestion("y").task("other");
    let first = review(&scene([a.clone(), b.clone()]));
    let note = first.document.findings.iter().find(|entry| entry.finding.kind == Kind::Note).unwrap();
    let mut kept = found(note.finding.id.as_str(), 50).accepted();
    kept.judged.own = None;
    kept.judged.finding = note.finding.clone();
    let again = review(&scene([a, b, kept]));
    assert_eq!(shown(&again), shown(&first));
    assert_eq!(again.places.len(), 3);
}

#[test]
fn a_left_sided_own_comment_keeps_its_side() {
    let mut left = own("own-001", None, "gone?");
    left.judged.finding.placement = found("x", 1).at("b.rs", Side::Left, 3, 5).judged.finding.placement;
    let document = posted(&scene([left]), Undecided::Hold).document;
    let comment = &document.inline_comments[0];
    assert_eq!((comment.side, comment.start_line, comment.line), (Side::Left, Some(3), 5));
}

#[test]
fn the_machines_verdicts_stand_whatever_a_person_decided() {
    let made = || {
        [
            found("a-001", 20).sure(0.1).accepted(),
            found("b-001", 60).dropped("no"),
            found("c-001", 90).title("Missing null check").print("c|f|i|s"),
            found("d-001", 95).title("Null check missing").task("other").severity(Severity::Critical),
            found("e-001", 150).kind(Kind::Question),
            own("own-001", Some(7), "Why?"),
        ]
    };
    let verdicts = review(&scene(made())).verdicts;
    let told: Vec<_> = verdicts.iter().map(|v| (v.finding.as_str(), v.detection_state, v.surfacing_state)).collect();
    let expected = [
        ("a-001", "dropped", "suppressed"),
        ("b-001", "selected", "posted"),
        ("c-001", "duplicate-in-run", "suppressed"),
        ("d-001", "selected", "posted"),
        ("e-001", "selected", "question-only"),
    ];
    assert_eq!(told, expected);
    assert!(verdicts[0].drop_reason.as_ref().unwrap().starts_with("false_positive"));
    assert!(verdicts[2].drop_reason.as_ref().unwrap().contains("d-001"));
    assert_eq!(verdicts[3].priority, review(&scene(made())).document.findings[1].finding.priority);
}

#[test]
fn only_the_review_with_which_a_run_ends_keeps_the_code_under_its_findings() {
    let mut scene = scene([found("a-001", 20), found("b-001", 60), own("own-001", None, "Why?")]);
    for (stage, keeps) in [(Stage::Running, false), (Stage::Ending, true), (Stage::Closed, false)] {
        scene.stage = stage;
        let verdicts = review(&scene).verdicts;
        assert_eq!(verdicts.len(), 2, "{stage:?}");
        assert!(verdicts.iter().all(|verdict| verdict.code.is_some() == keeps), "{stage:?}: {verdicts:?}");
    }
}

#[test]
fn a_finding_that_a_person_wrote_is_theirs_like_a_comment() {
    let mut theirs = own("own-001", Some(20), "This leaks.").severity_of(Severity::Blocker);
    theirs.judged.finding.kind = Kind::Finding;
    let mut scene = scene([theirs]);
    scene.settings = Settings { severity_threshold: Severity::Blocker, ..Settings::default() };
    let hold = posted(&scene, Undecided::Hold);
    assert_eq!(ids(&hold), ["own-001"]);
    assert_eq!(hold.document.action.ground, Ground::Blockers(1));
    assert_eq!(hold.document.inline_comments[0].author, Author::Person);
}
