//! What stops a run before it begins, or is only told: closed, merged, bots, the same head again, next to nothing.

use super::{OUTSIDE, Scene};
use crate::support::github::{REVIEWER, sample};

const PASSES: [&str; 3] = ["--strategy", "passes", "--output"];

#[test]
fn without_a_screen_a_closed_or_merged_one_stops_with_the_one_sentence() {
    let scene = Scene::new(sample::world());
    for (number, state) in [(9, "MERGED"), (10, "CLOSED")] {
        let head = scene.hub.world(|world| world.repo("o/r").pull(number).head.sha.clone());
        let ran = scene.run(&["review", &format!("o/r#{number}")]);
        let sentence = format!(
            "PR #{number} is {state} (head {head}). Review it anyway? Reply yes, or rerun with --include-closed to \
             proceed non-interactively."
        );
        assert_eq!(ran.code, 3, "{}", ran.err);
        assert!(ran.err.contains(&sentence), "{}", ran.err);
        assert_eq!((ran.out.as_str(), scene.logbook(&format!("{OUTSIDE}/pr-{number}.jsonl")).len()), ("", 0));
        for flag in ["--include-closed", "--review-closed"] {
            let ran = scene.run(&["review", &format!("o/r#{number}"), flag]);
            assert_eq!(ran.code, 0, "{}", ran.err);
        }
    }
}

#[test]
fn a_run_of_passes_skips_bots_and_other_strategies_do_not() {
    let scene = Scene::new(sample::world());
    let skipped = scene.run(&[&["review", "o/r#13"], &PASSES[..], &["markdown"]].concat());
    assert_eq!(skipped.code, 0, "{}", skipped.err);
    assert!(skipped.out.contains("o/r#13 was skipped") && skipped.out.contains("dependabot[bot]"), "{}", skipped.out);
    assert_eq!(scene.logbook(&format!("{OUTSIDE}/pr-13.jsonl")).len(), 0, "nothing was run");
    let json = scene.json(&[&["review", "o/r#13"], &PASSES[..], &["json"]].concat());
    assert_eq!(json["recommendation"], "approve");
    assert_eq!(json["findings"].as_array().map(Vec::len), Some(0));
    let again = scene.run(&[&["review", "o/r#13", "--rerun"], &PASSES[..], &["markdown"]].concat());
    assert!(!again.out.contains("#13 was skipped"), "{}", again.out);
    let other = scene.run(&["review", "o/r#13", "--output", "markdown"]);
    assert!(!other.out.contains("#13 was skipped"), "{}", other.out);
}

#[test]
fn a_run_of_passes_skips_the_head_that_the_same_identity_reviewed() {
    for (author, is_skipped) in [(REVIEWER, true), ("colleague", false)] {
        for marker in ["pi-pr-review", "prr-cockpit"] {
            let scene = Scene::new(sample::world());
            scene.hub.world(|world| {
                let seven = world.seven();
                let head = seven.head.sha.clone();
                let text = format!("Fine.\n\n<!-- {marker}: {{\"schema\":1,\"headRefOid\":\"{head}\"}} -->");
                seven.reviews.push(sample::review(399, author, "COMMENTED", &text, &head));
            });
            let ran = scene.run(&[&["review", "o/r#7"], &PASSES[..], &["markdown"]].concat());
            assert_eq!(
                ran.out.contains("you reviewed this head already"),
                is_skipped,
                "{author} {marker}: {}",
                ran.out
            );
        }
    }
    let scene = Scene::new(sample::world());
    scene.hub.world(|world| {
        let old = "<!-- prr-cockpit: {\"schema\":1,\"headRefOid\":\"4444444444444444444444444444444444444444\"} -->";
        let head = world.seven().head.sha.clone();
        world.seven().reviews.push(sample::review(398, REVIEWER, "COMMENTED", old, &head));
    });
    let ran = scene.run(&[&["review", "o/r#7"], &PASSES[..], &["markdown"]].concat());
    assert!(!ran.out.contains("#7 was skipped"), "another head was reviewed, not this one: {}", ran.out);
}

#[test]
fn a_run_of_passes_skips_what_is_next_to_nothing() {
    let scene = Scene::new(sample::of_diff(sample::SMALL));
    let ran = scene.run(&[&["review", "o/r#7"], &PASSES[..], &["markdown"]].concat());
    assert!(ran.out.contains("only 1 line changes"), "{}", ran.out);
    assert_eq!(ran.code, 0);
}
