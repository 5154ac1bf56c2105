//! An attempt to publish whose end is not known, looked at and closed by `l` of the confirmation in the built cockpit,
//! which was opened again: what the host has gets its receipt, what it has not may be published. Never posted twice. And
//! the badge of a head that moved. Not here: the same from the shell (`outcomes`), kills at each step (`kills`).

use rustix::process::Signal;

use super::{
    scene::{DIFF, finding},
    story::{Person, leave, until},
};
use crate::support::{
    github::{Fault, Gate, Route, sample},
    pty::Cockpit,
};

fn person() -> Person {
    Person::new(
        sample::of_diff(DIFF),
        &[finding("src/lib.rs", 4, "alpha beta"), finding("README.md", 2, "gamma delta")],
    )
}

/// Everything is decided, and the confirmation is open.
fn at_the_question(person: &Person) -> Cockpit {
    let mut cockpit = person.open("o/r#7");
    until(&mut cockpit, &["reviewed", "2 undecided"]);
    cockpit.keys("Jaa");
    until(&mut cockpit, &["0 undecided · u undoes"]);
    cockpit.keys("S");
    until(&mut cockpit, &["y posts it as COMMENT", "2 comments at lines"]);
    cockpit
}

/// Posts what the confirmation shows. What the host is asked for anew comes in parts, each of which is looked at: as long
/// as one is, the key does nothing but say so.
#[track_caller]
fn post(cockpit: &mut Cockpit) {
    let posted = "✓ posted as reviewer (COMMENT): 2 comments at lines";
    let refused = "it cannot be posted yet: it is being looked at again";
    cockpit.keys("y");
    loop {
        cockpit.wait_for(|screen| [posted, refused].iter().any(|text| screen.contents().contains(text)));
        if cockpit.screen().contents().contains(posted) {
            return;
        }
        cockpit.keys("<Esc>");
        until(cockpit, &["nothing is posted"]);
        cockpit.keys("S");
        until(cockpit, &["y posts it as COMMENT"]);
        cockpit.keys("y");
    }
}

/// Reviews on the pull request that carry our marker.
fn reviews(person: &Person) -> usize {
    let is_ours = |review: &&crate::support::github::world::Review| review.body.contains("<!-- prr-cockpit: ");
    person.scene.hub.world(|world| world.seven().reviews.iter().filter(is_ours).count())
}

/// The confirmation of a cockpit that was opened again offers to look, and does not post.
fn offered(person: &Person, why: &str) -> Cockpit {
    let mut again = person.open("o/r#7");
    until(&mut again, &["13 receipt", why]);
    again.keys("S");
    until(&mut again, &["l looks whether the earlier attempt was posted"]);
    let posts = person.scene.posts();
    again.keys("y");
    until(&mut again, &["it cannot be posted yet"]);
    assert_eq!(person.scene.posts(), posts);
    again
}

/// It is published, once, and every cockpit from now on knows.
#[track_caller]
fn published_once(person: &Person, cockpit: Cockpit, posts: usize) {
    leave(cockpit);
    let mut last = person.open("o/r#7");
    until(&mut last, &["✓ posted as reviewer (COMMENT)", "this very review is posted: "]);
    last.keys("S");
    until(&mut last, &["Publish review", "Esc back"]);
    assert!(!last.screen().contents().contains("l looks whether"), "every attempt has its receipt");
    last.keys("<Esc>");
    until(&mut last, &["nothing is posted"]);
    leave(last);
    assert_eq!((person.scene.posts(), reviews(person), person.scene.open_intents()), (posts, 1, 0));
}

#[test]
fn cut_off_after_the_post_was_taken_it_is_found_on_the_host_and_nothing_is_posted_again() {
    let person = person();
    let mut cockpit = at_the_question(&person);
    let hub = &person.scene.hub;
    let looked = hub.calls(Route::Reviews).len();
    hub.fault(Route::PostReview, 1, Fault::SilenceAfter);
    // The look right behind the POST fails too: nobody knows.
    hub.fault(Route::Reviews, looked + 2, Fault::Status(404));
    cockpit.keys("y");
    until(&mut cockpit, &["It is not known whether it is posted"]);
    assert_eq!((person.scene.posts(), reviews(&person), person.scene.open_intents()), (1, 1, 1));
    leave(cockpit);
    let mut again = offered(&person, "this very review is posted, and its receipt is not written down yet");
    again.keys("l");
    until(&mut again, &[" is posted: http"]);
    again.keys("<Esc>");
    until(&mut again, &["✓ posted as reviewer (COMMENT): found on the host"]);
    published_once(&person, again, 1);
}

#[test]
fn cut_off_before_the_post_was_taken_it_is_closed_and_may_be_published() {
    let person = person();
    let mut cockpit = at_the_question(&person);
    person.scene.hub.fault(Route::PostReview, 1, Fault::Silence);
    cockpit.keys("y");
    until(&mut cockpit, &["It is not known whether it is posted"]);
    assert_eq!((person.scene.posts(), reviews(&person), person.scene.open_intents()), (1, 0, 1));
    leave(cockpit);
    let mut again = offered(&person, "may have been posted");
    again.keys("l");
    until(&mut again, &["is not on the pull request: its attempt is closed", "y posts it as COMMENT"]);
    assert_eq!(person.scene.open_intents(), 0);
    post(&mut again);
    published_once(&person, again, 2);
}

#[test]
fn killed_before_the_host_has_written_it_is_found_when_it_came_late() {
    let person = person();
    let mut cockpit = at_the_question(&person);
    let (hub, gate) = (&person.scene.hub, Gate::new());
    hub.fault(Route::PostReview, 1, Fault::Hold(gate.clone()));
    cockpit.keys("y");
    gate.wait_reached();
    cockpit.signal(Signal::KILL);
    assert_eq!(cockpit.exit().code, None);
    let mut again = offered(&person, "may have been posted");
    gate.open();
    hub.wait(|log| log.iter().any(|one| one.route == Route::PostReview && one.status != 0));
    again.keys("l");
    until(&mut again, &[" is posted: http"]);
    again.keys("<Esc>");
    until(&mut again, &["✓ posted as reviewer (COMMENT): found on the host"]);
    published_once(&person, again, 1);
}

/// The header's lines.
fn header(screen: &vt100::Screen) -> String {
    screen.contents().lines().take(2).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_refresh_tells_that_the_head_moved_and_the_new_head_takes_the_badge_away() {
    let person = person();
    let mut cockpit = person.open("o/r#7");
    until(&mut cockpit, &["reviewed", "2 undecided"]);
    assert!(!header(cockpit.screen()).contains("stale"));
    let now = "3".repeat(40);
    person.scene.hub.world(|world| {
        let change = world.seven().change().clone();
        world.seven().push(&now, change);
    });
    cockpit.keys("R");
    // What is reviewed is the old head still.
    cockpit.wait_for(|screen| {
        let header = header(screen);
        header.contains("stale: head moved") && header.contains("11111111") && !header.contains("33333333")
    });
    // Nothing was read anew by that, nor decided.
    assert!(cockpit.screen().contents().contains("2 undecided"));
    cockpit.keys("S");
    until(&mut cockpit, &["m moves to the new head"]);
    cockpit.keys("m");
    cockpit.wait_for(|screen| {
        let header = header(screen);
        header.contains("33333333") && !header.contains("stale") && header.contains("reviewed")
    });
    cockpit.keys("R");
    until(&mut cockpit, &["the host has answered"]);
    assert!(!header(cockpit.screen()).contains("stale"));
    leave(cockpit);
}

/// The change is the same to the byte (a rebase, other words of a commit): its review and what was decided stand, of the
/// new head, and no agent runs again.
#[test]
fn opened_again_behind_a_push_of_the_same_change_its_review_is_that_of_the_new_head() {
    let person = person();
    let mut cockpit = person.open("o/r#7");
    until(&mut cockpit, &["reviewed", "2 undecided"]);
    cockpit.keys("Ja");
    until(&mut cockpit, &["1 undecided · u undoes"]);
    leave(cockpit);
    let claims = person.claims();
    let now = "3".repeat(40);
    person.scene.hub.world(|world| {
        let change = world.seven().change().clone();
        world.seven().push(&now, change);
    });
    let mut again = person.open("o/r#7");
    again.wait_for(|screen| {
        let header = header(screen);
        header.contains("33333333") && header.contains("reviewed") && !header.contains("stale")
    });
    until(&mut again, &["1 undecided"]);
    again.keys("S");
    until(&mut again, &["at 3333333333 as reviewer?", "y posts it as COMMENT"]);
    again.keys("y");
    until(&mut again, &["✓ posted as reviewer (COMMENT): 1 comment at lines"]);
    assert_eq!(person.posted(0)["commit_id"].as_str(), Some(now.as_str()));
    leave(again);
    assert_eq!(person.claims(), claims);
}
