//! Killed at every step, under every fault: never two reviews of one artifact, never a lost receipt. Every kill is a
//! SIGKILL that the program gives itself at a counted boundary (`PRR_FAULT`), or one from here while the host holds its
//! answer; nothing waits for time.

use std::{
    process::{Child, Stdio},
    sync::atomic::{AtomicUsize, Ordering},
};

use serde_json::json;

use super::scene::Scene;
use crate::support::github::{Fault, Gate, Nth, Route};

/// Steps of a publication at which it can be killed: each gate when it is passed, the POST answered and not yet
/// written down, and the receipt written.
const STEPS: std::ops::RangeInclusive<usize> = 1..=14;

/// What goes wrong at the host while the program is killed.
fn faults() -> Vec<(Route, fn() -> Fault)> {
    vec![
        (Route::PostReview, || Fault::StatusAfter(502)),
        (Route::PostReview, || Fault::StatusAfter(500)),
        (Route::PostReview, || Fault::SilenceAfter),
        (Route::PostReview, || Fault::Cut(8)),
        (Route::PostReview, || Fault::Garbage("{}")),
        (Route::PostReview, || Fault::Silence),
        (Route::PostReview, || Fault::Status(502)),
        (Route::PostReview, || Fault::Status(403)),
        (Route::PostReview, || Fault::Unprocessable(vec!["Line could not be resolved"])),
        (Route::PostReview, || Fault::Invalid(vec![("line", "must be part of the diff")])),
        (Route::Reviews, || Fault::Silence),
        (Route::Reviews, || Fault::Cut(20)),
        (Route::Conversation, || Fault::Status(500)),
        (Route::Files, || Fault::Status(404)),
        (Route::Files, || Fault::Cut(9)),
        (Route::Pull, || Fault::Garbage("[]")),
        (Route::Pull, || Fault::Status(404)),
        (Route::User, || Fault::Status(403)),
        (Route::User, || Fault::Silence),
        (Route::Reviews, || Fault::Garbage("no json")),
    ]
}

/// Reviews on the pull request that carry our marker.
fn reviews(scene: &Scene) -> usize {
    scene.hub.world(|w| w.seven().reviews.iter().filter(|r| r.body.contains("<!-- prr-cockpit: ")).count())
}

/// One attempt to publish, killed at a step or not. It never posts twice, and never while nobody knows what became of
/// an earlier attempt.
#[track_caller]
fn attempt(scene: &Scene, kill: Option<usize>, case: &str) -> Option<i32> {
    let before = (scene.posts(), scene.open_intents());
    let ended = match kill {
        Some(step) => scene.publish_with(&format!("kill-publish:{step}")),
        None => scene.publish(&["--yes"]),
    };
    let posts = scene.posts() - before.0;
    assert!(posts <= 1 && (before.1 == 0 || posts == 0), "{case}: {posts} posts, {} open before", before.1);
    assert!(reviews(scene) <= 1, "{case}: two reviews");
    assert!(matches!(ended.code, None | Some(0 | 4 | 6 | 7)), "{case}: {ended:#?}");
    if ended.code == Some(7) {
        // A person looks.
        assert_eq!(scene.publish(&["--reconcile"]).code, Some(0), "{case}");
    }
    ended.code
}

/// Publishes until it is over.
#[track_caller]
fn to_the_end(scene: &Scene, case: &str) {
    let ended = (0..4).any(|_| attempt(scene, None, case) == Some(0));
    assert!(ended, "{case}: it does not end");
}

#[track_caller]
fn one_review_and_its_receipt(scene: &Scene, case: &str) {
    assert_eq!(reviews(scene), 1, "{case}");
    let posted: Vec<_> = scene.receipts().into_iter().filter(|line| line["outcome"] != "failed").collect();
    assert!(!posted.is_empty(), "{case}: the receipt is lost: {:#?}", scene.ledger());
    let id = scene.hub.world(|w| w.seven().reviews.last().unwrap().id);
    assert!(posted.iter().all(|line| line["review_id"] == json!(id)), "{case}");
    assert_eq!(scene.open_intents(), 0, "{case}: every intent has its receipt");
}

/// Runs the cells of a table beside each other.
fn each<T: Sync>(cells: &[T], run: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(cell) = cells.get(next.fetch_add(1, Ordering::SeqCst)) {
            run(cell);
        }
    };
    std::thread::scope(|s| (0..4).for_each(|_| drop(s.spawn(work))));
}

#[test]
fn killed_at_any_step_it_posts_once_and_keeps_the_receipt() {
    let reviewed = Scene::reviewed();
    let steps: Vec<usize> = STEPS.collect();
    each(&steps, |&step| {
        let (scene, case) = (reviewed.twin(), format!("step {step}"));
        assert_eq!(attempt(&scene, Some(step), &case), None, "{case} kills");
        assert_eq!(scene.posts(), usize::from(step >= 13), "{case}");
        to_the_end(&scene, &case);
        one_review_and_its_receipt(&scene, &case);
        assert_eq!(scene.posts(), 1, "{case}");
    });
}

/// The whole table: twenty faults, each with a kill at each of the thirteen steps (behind the receipt nothing is left to
/// go wrong). A fault that ends an attempt before it comes to the
/// step is followed by attempts that are killed there.
#[test]
fn twenty_faults_and_a_kill_at_each_step_leave_one_review_and_its_receipt() {
    let reviewed = Scene::reviewed();
    let faults = faults();
    assert_eq!(faults.len(), 20);
    let cells: Vec<(usize, usize)> =
        (0..faults.len()).flat_map(|fault| (1..=13).map(move |step| (fault, step))).collect();
    let killed = AtomicUsize::new(0);
    each(&cells, |&(nth, step)| {
        let (route, fault) = faults[nth];
        let (scene, case) = (reviewed.twin(), format!("fault {nth}, step {step}"));
        // Each reads the change first, which asks for the pull request and the rest once.
        let at = if route == Route::PostReview { 1 } else { 2 };
        scene.hub.fault(route, Nth::At(at), fault());
        let mut ends = (0..3).map(|_| attempt(&scene, Some(step), &case));
        let is_killed = ends.any(|end| end.is_none());
        killed.fetch_add(usize::from(is_killed), Ordering::SeqCst);
        assert!(is_killed, "{case}: it was never killed");
        to_the_end(&scene, &case);
        one_review_and_its_receipt(&scene, &case);
    });
    assert_eq!(killed.into_inner(), 20 * 13);
}

/// The program, while the host holds its answer to the POST.
fn held(scene: &Scene, fault: fn(Gate) -> Fault) -> (Child, Gate) {
    let gate = Gate::new();
    scene.hub.fault(Route::PostReview, 1, fault(gate.clone()));
    let mut command = scene.home.prr(&["publish", "o/r#7", "--yes"]);
    let child = command.envs(scene.hub.env()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    gate.wait_reached();
    (child, gate)
}

#[test]
fn killed_while_the_host_has_written_and_not_answered_it_finds_the_review() {
    let scene = Scene::reviewed();
    let (mut child, gate) = held(&scene, Fault::HoldAfter);
    child.kill().unwrap();
    child.wait().unwrap();
    gate.open();
    to_the_end(&scene, "held after");
    one_review_and_its_receipt(&scene, "held after");
    assert_eq!(scene.posts(), 1);
}

#[test]
fn killed_while_the_host_has_not_written_yet_it_waits_for_a_person_and_finds_what_came_late() {
    let scene = Scene::reviewed();
    let (mut child, gate) = held(&scene, Fault::Hold);
    child.kill().unwrap();
    child.wait().unwrap();
    let refused = scene.publish(&["--yes"]);
    assert_eq!((refused.code, scene.posts()), (Some(7), 1), "nobody knows yet: {refused:#?}");
    assert!(refused.err.contains("prr publish o/r#7 --reconcile"), "{}", refused.err);
    gate.open();
    scene.hub.wait(|log| log.iter().any(|one| one.route == Route::PostReview && one.status != 0));
    to_the_end(&scene, "held before");
    one_review_and_its_receipt(&scene, "held before");
    assert_eq!(scene.posts(), 1);
}
