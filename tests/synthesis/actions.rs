//! R3 step 7, row by row, with the rules that this product puts beside it.

use prr::core::{
    model::{HeldReason, Kind, Mode, ReviewAction, Severity, Strategy, Suppression},
    synthesis::{Fate, Ground, Origin, Snapshot, Tier0},
};

use super::scene::{Made, found, own, review, scene, task};

use ReviewAction::{Approve, CommentOnly, RequestChanges};

fn verdict(snapshot: &Snapshot) -> (ReviewAction, Ground) {
    let review = review(snapshot);
    let action = &review.document.action;
    assert!(!action.reasoning.is_empty());
    assert!(review.document.review_body.contains(action.action.as_str()));
    (action.action, action.ground)
}

fn of(made: impl IntoIterator<Item = Made>) -> (ReviewAction, Ground) {
    verdict(&scene(made))
}

fn at(severity: Severity, n: u32) -> Made {
    found(&format!("f-{n:03}"), 30 * n).severity(severity)
}

#[test]
fn the_worst_finding_decides() {
    use Severity::{Blocker, Critical, Major, Minor, Nitpick};
    let all = [Nitpick, Minor, Major, Critical, Blocker].into_iter().zip(1u32..).map(|(severity, n)| at(severity, n));
    let all: Vec<Made> = all.collect();
    let worst = |n: usize| of(all.iter().take(n).cloned());
    assert_eq!(worst(5), (RequestChanges, Ground::Blockers(1)));
    assert_eq!(worst(4), (RequestChanges, Ground::Criticals(1)));
    assert_eq!(worst(3), (CommentOnly, Ground::Majors(1)));
    assert_eq!(worst(2), (Approve, Ground::Minor(2)));
    assert_eq!(worst(0), (Approve, Ground::Nothing));
    assert_eq!(of([at(Blocker, 1), at(Blocker, 2)]), (RequestChanges, Ground::Blockers(2)));
}

#[test]
fn only_praise_approves_and_names_what_was_praised() {
    let scene = scene([found("p-001", 5).kind(Kind::Praise).title("Neat parser")]);
    assert_eq!(verdict(&scene), (Approve, Ground::OnlyPraise));
    let document = review(&scene).document;
    assert!(document.review_body.contains("Done well: Neat parser"), "{}", document.review_body);
    assert!(document.title.contains("praise"));
}

#[test]
fn an_override_decides_before_a_draft_and_a_draft_before_findings() {
    let mut scene = scene([at(Severity::Blocker, 1)]);
    scene.request.draft = true;
    assert_eq!(verdict(&scene), (CommentOnly, Ground::Draft));
    for action in ReviewAction::ALL {
        scene.settings.action_override = Some(action);
        assert_eq!(verdict(&scene), (action, Ground::Override));
    }
    scene.request.draft = false;
    scene.settings.severity_threshold = Severity::Blocker;
    std::sync::Arc::make_mut(&mut scene.items[0]).finding.severity = Severity::Minor;
    assert_eq!(super::scene::reason(&review(&scene), "f-001"), Some(HeldReason::BelowThreshold), "content is filtered");
}

#[test]
fn the_most_confident_of_the_top_severity_decides_the_downgrade() {
    let sure = |severity, n, sure: Option<f64>| at(severity, n).sure(sure);
    let downgraded = |made: Vec<Made>| {
        let action = review(&scene(made)).document.action;
        assert_eq!(action.action == CommentOnly, action.downgraded);
        action.downgraded
    };
    let blocker = Severity::Blocker;
    assert!(downgraded(vec![sure(blocker, 1, Some(0.69))]));
    assert!(!downgraded(vec![sure(blocker, 1, Some(0.70))]));
    assert!(!downgraded(vec![sure(blocker, 1, Some(0.4)), sure(blocker, 2, Some(0.9))]));
    assert!(downgraded(vec![sure(blocker, 1, Some(0.5)), sure(Severity::Critical, 2, Some(1.0))]), "top severity only");
    assert!(downgraded(vec![sure(Severity::Critical, 1, None)]), "not given counts as a half");
    let low = review(&scene([sure(blocker, 1, Some(0.5))])).document.action;
    assert_eq!(low.ground, Ground::Blockers(1));
    assert!(low.reasoning.contains("not certain"));
}

#[test]
fn questions_never_demand_changes_and_a_weighty_one_keeps_from_approving() {
    let question = |severity| at(severity, 1).kind(Kind::Question);
    for severity in [Severity::Blocker, Severity::Critical, Severity::Major] {
        assert_eq!(of([question(severity)]), (CommentOnly, Ground::Questions(1)), "{severity}");
    }
    assert_eq!(of([question(Severity::Minor)]), (Approve, Ground::Minor(1)));
    assert_eq!(of([question(Severity::Blocker), at(Severity::Critical, 2)]), (RequestChanges, Ground::Criticals(1)));
}

fn with_agent(fates: &[Fate], made: Vec<Made>) -> (ReviewAction, Ground) {
    let mut scene = scene(made);
    scene.tasks = vec![task("builtin:x", "x", Origin::BuiltIn, Fate::Completed)];
    let agents =
        fates.iter().zip(0..).map(|(fate, n): (_, u32)| task(&format!("t{n}"), "p", Origin::Agent, fate.clone()));
    scene.tasks.extend(agents);
    verdict(&scene)
}

fn failed() -> Fate {
    Fate::Failed("no answer".into())
}

fn skipped() -> Fate {
    Fate::Skipped("no model".into())
}

#[test]
fn when_every_agent_failed_nothing_found_is_no_approval() {
    assert_eq!(with_agent(&[failed(), failed()], vec![]), (CommentOnly, Ground::AllErrored));
    assert_eq!(
        with_agent(&[failed(), skipped()], vec![]),
        (CommentOnly, Ground::AllErrored),
        "skipped ones do not count"
    );
    assert_eq!(with_agent(&[failed()], vec![at(Severity::Minor, 1)]), (CommentOnly, Ground::AllErrored));
    assert_eq!(with_agent(&[failed()], vec![at(Severity::Blocker, 1)]), (RequestChanges, Ground::Blockers(1)));
}

#[test]
fn a_partial_run_never_approves() {
    for cut in [failed(), Fate::Stopped, Fate::Open] {
        assert_eq!(with_agent(&[Fate::Completed, cut.clone()], vec![]), (CommentOnly, Ground::Partial), "{cut:?}");
        let small = vec![at(Severity::Minor, 1)];
        assert_eq!(with_agent(&[Fate::Completed, cut], small), (CommentOnly, Ground::Partial));
    }
    assert_eq!(with_agent(&[Fate::Completed, skipped()], vec![]), (Approve, Ground::Nothing));
    let mut scene = scene([]);
    scene.tasks.push(task("builtin:y", "y", Origin::BuiltIn, failed()));
    assert_eq!(verdict(&scene), (CommentOnly, Ground::Partial), "a failed check is a part, too");
}

#[test]
fn an_overview_alone_approves_only_where_it_looks_for_everything() {
    for (mode, expected) in [
        (Mode::Full, (Approve, Ground::Nothing)),
        (Mode::Balanced, (CommentOnly, Ground::BuiltInOnly)),
        (Mode::MajorOnly, (CommentOnly, Ground::BuiltInOnly)),
    ] {
        let mut scene = scene([]);
        scene.settings.strategy = Strategy::Passes(mode);
        scene.tasks.retain(|task| task.origin == Origin::BuiltIn);
        scene.tasks.push(task("pass:overview", "overview", Origin::Agent, Fate::Completed));
        assert_eq!(verdict(&scene), expected, "{mode:?}");
        scene.tasks.push(task("pass:correctness", "correctness", Origin::Agent, Fate::Completed));
        assert_eq!(verdict(&scene), (Approve, Ground::Nothing), "{mode:?}: another one looked");
    }
}

#[test]
fn built_in_checks_alone_do_not_approve_unless_tier_0_says_clean() {
    assert_eq!(with_agent(&[], vec![]), (CommentOnly, Ground::BuiltInOnly));
    assert_eq!(with_agent(&[skipped()], vec![at(Severity::Minor, 1)]), (CommentOnly, Ground::BuiltInOnly));
    assert_eq!(with_agent(&[Fate::Completed], vec![]), (Approve, Ground::Nothing));
    let mut scene = scene([]);
    scene.tasks.retain(|task| task.origin == Origin::BuiltIn);
    assert!(review(&scene).document.action.reasoning.contains("built-in checks only"));
    for (tier0, expected) in [
        (Tier0::Clean, (Approve, Ground::Nothing)),
        (Tier0::AdvisoryOnly, (CommentOnly, Ground::BuiltInOnly)),
        (Tier0::Blocked, (CommentOnly, Ground::BuiltInOnly)),
    ] {
        scene.tier0 = tier0;
        assert_eq!(verdict(&scene), expected, "{tier0:?}");
    }
}

#[test]
fn everything_filtered_approves_and_says_so() {
    let scene = scene([at(Severity::Minor, 1).sure(0.1), at(Severity::Major, 2).held(HeldReason::Actionability)]);
    assert_eq!(verdict(&scene), (Approve, Ground::AllFiltered));
    let document = review(&scene).document;
    assert!(document.action.reasoning.contains("2 findings were held back"), "{}", document.action.reasoning);
    assert_eq!(document.title, "Nothing left after filtering");
    assert!(document.findings.is_empty() && document.inline_comments.is_empty());
}

#[test]
fn a_review_in_which_everything_was_suppressed_is_never_called_clean() {
    let mut scene = scene([at(Severity::Blocker, 1), at(Severity::Major, 2)]);
    scene.settings.suppressions = vec![Suppression { message_pattern: Some(".*".into()), ..Suppression::default() }];
    let document = review(&scene).document;
    assert!(document.review_body.contains("2 findings suppressed by configured rules"), "{}", document.review_body);
    assert!(!document.title.to_lowercase().contains("nothing found"));
    assert_eq!(document.action.ground, Ground::AllFiltered);
    assert_eq!(document.findings.iter().filter(|entry| entry.suppressed).count(), 2);
}

#[test]
fn suppressed_findings_and_own_comments_do_not_decide() {
    let mut scene = scene([at(Severity::Blocker, 1), at(Severity::Minor, 2), own("own-001", Some(9), "I wonder")]);
    scene.settings.suppressions = vec![Suppression { id: Some("f-001".into()), ..Suppression::default() }];
    assert_eq!(verdict(&scene), (Approve, Ground::Minor(1)));
    assert_eq!(of([own("own-001", Some(9), "I wonder")]), (Approve, Ground::OnlyPraise));
}
