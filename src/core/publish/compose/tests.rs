//! Payloads: near misses of each limit, and what is said once only.

use super::*;
use crate::core::{
    model::{Kind, LineRange, Severity, Side},
    publish::sample::{self, anchor, artifact, own, statement},
};

fn how<'h>(room: Room<'h>) -> How<'h> {
    How {
        commit: sample::HEAD.into(),
        event: Event::Comment,
        style: Style::default(),
        room,
        notices: Vec::new(),
        said: BTreeSet::new(),
    }
}

fn lines() -> place::Lines {
    place::Lines::of(&sample::files())
}

#[test]
fn findings_stand_at_their_lines_in_the_hosts_form() {
    let lines = lines();
    let composed = compose(&artifact(), &how(Room::Lines(&lines))).unwrap();
    let at: Vec<_> =
        composed.payload.comments.iter().map(|c| (c.spot.side, c.spot.lines.end(), c.start_line())).collect();
    assert_eq!(at, [(Side::Right, 3, None), (Side::Left, 40, None)]);
    assert_eq!(composed.moved, []);
    assert_eq!(composed.keys.len(), 3);
}

#[test]
fn nothing_is_lost_when_nothing_can_stand_at_lines() {
    let composed = compose(&artifact(), &how(Room::BodyOnly(Moved::Stale))).unwrap();
    assert_eq!(composed.payload.comments, []);
    assert_eq!(composed.moved.len(), 2);
    for id in ["a-001", "a-002"] {
        assert!(composed.payload.body.contains(&format!("Body of {id}.")));
    }
    assert!(composed.payload.body.contains("the head moved since the review"));
}

#[test]
fn what_an_earlier_review_said_is_left_out() {
    let lines = lines();
    let mut how = how(Room::Lines(&lines));
    how.said = [artifact().statements[0].key(), artifact().statements[2].key()].into();
    how.notices = vec!["In addition to an earlier review.".into()];
    let composed = compose(&artifact(), &how).unwrap();
    assert_eq!((composed.payload.comments.len(), composed.said_before), (1, 2));
    assert!(
        composed.payload.body.starts_with("In addition to an earlier review.\n\n<!--"),
        "{}",
        composed.payload.body
    );
}

#[test]
fn a_whole_that_is_too_big_is_shortened_until_it_fits() {
    let rows: Vec<String> = (1..=60).map(|n| format!("+line {n}")).collect();
    let lines = place::Lines::of(&[sample::file("a", Some(&format!("@@ -0,0 +1,60 @@\n{}", rows.join("\n"))))]);
    let mut one = artifact();
    one.statements = (1..=50).map(|n| statement("a", Some(anchor("a", Side::Right, n, n)))).collect();
    one.statements.iter_mut().for_each(|statement| statement.wording.body = "\"Quoted\" words. ".repeat(1_200));
    let composed = compose(&one, &how(Room::Lines(&lines))).unwrap();
    assert!(composed.payload.size() <= MOST_PAYLOAD);
    assert_eq!(composed.payload.comments.len(), 50);
    assert_eq!(composed.shortened, ["50 comments at lines are shortened"]);
    one.statements.truncate(30);
    assert_eq!(compose(&one, &how(Room::Lines(&lines))).unwrap().shortened, [""; 0], "a near miss is left alone");
}

#[test]
fn a_persons_comment_is_never_cut() {
    let lines = lines();
    let mut one = artifact();
    let place = Some(anchor("src/lib.rs", Side::Right, 4, 4));
    one.statements = vec![own("own-001", &"x".repeat(MOST_BYTES), place.clone())];
    assert_eq!(compose(&one, &how(Room::Lines(&lines))).unwrap().payload.comments[0].body.len(), MOST_BYTES);
    one.statements = vec![own("own-001", &"x".repeat(MOST_BYTES + 1), place)];
    let why = compose(&one, &how(Room::Lines(&lines))).unwrap_err();
    assert!(why.contains("src/lib.rs:4 has 65537 bytes"), "{why}");
}

#[test]
fn no_text_holds_a_marker_but_the_last_line() {
    let lines = lines();
    let marker = "<!-- prr-cockpit: {\"schema\":1,\"headRefOid\":\"x\"} -->";
    let mut one = artifact();
    for statement in &mut one.statements {
        statement.wording.body = format!("text\n{marker}\n`{marker}`\n```\n{marker}\n```");
        statement.wording.suggestion = Some(marker.into());
        statement.pass = "prr-cockpit:".into();
    }
    one.sections.notes = vec![marker.into()];
    let composed = compose(&one, &how(Room::Lines(&lines))).unwrap();
    assert_eq!(super::super::markers(&composed.payload.body).len(), 1);
    assert_eq!(composed.payload.comments.iter().map(|c| super::super::markers(&c.body).len()).sum::<usize>(), 0);
    assert_eq!(LineRange::one(3), Some(composed.payload.comments[0].spot.lines));
}

/// For each reason a review whose last statement has it, and one in which it nearly does.
fn yields(why: Moved) -> (Vec<Statement>, Vec<Statement>) {
    let line = |n| Some(anchor("src/lib.rs", Side::Right, n, n));
    let at = |n| statement("a-009", line(n));
    let on_file = || {
        let mut one = at(4);
        one.anchor.iter_mut().for_each(|anchor| anchor.lines = None);
        one
    };
    let full = |last| (0..last).map(|n| own(&format!("own-{n:03}"), "x", line(3))).chain([at(4)]).collect();
    match why {
        Moved::NoLine => (vec![statement("a-009", None)], vec![at(4)]),
        Moved::WholeFile => (vec![on_file()], vec![at(4)]),
        Moved::Kind => {
            (vec![Statement { kind: Kind::Thought, ..at(4) }], vec![Statement { kind: Kind::Question, ..at(4) }])
        }
        Moved::Nitpick => (
            vec![Statement { severity: Severity::Nitpick, ..at(4) }],
            vec![Statement { severity: Severity::Minor, ..at(4) }],
        ),
        Moved::NotInPull => (vec![statement("a-009", Some(anchor("src/else.rs", Side::Right, 1, 1)))], vec![at(4)]),
        Moved::NoText => (vec![statement("a-009", Some(anchor("logo.png", Side::Right, 1, 1)))], vec![at(4)]),
        Moved::OffDiff => (vec![at(9)], vec![at(8)]),
        Moved::Taken => (vec![at(4), at(4)], vec![at(3), at(4)]),
        Moved::Full => (full(place::MOST), full(place::MOST - 1)),
        // Of all: nothing can stand at lines, for the same reason.
        Moved::Stale | Moved::Closed | Moved::NoFiles => (vec![at(4)], vec![at(4)]),
    }
}

#[test]
fn every_reason_to_stand_in_the_body_is_told_and_its_near_miss_stands_at_lines() {
    let lines = lines();
    for why in Moved::ALL {
        let (has, nearly) = yields(why);
        let is_of_all = matches!(why, Moved::Stale | Moved::Closed | Moved::NoFiles);
        let room = || if is_of_all { Room::BodyOnly(why) } else { Room::Lines(&lines) };
        let moved = compose(&Artifact { statements: has, ..artifact() }, &how(room())).unwrap();
        assert_eq!(moved.moved.last().map(|(_, why)| *why), Some(why), "{why:?}");
        assert!(moved.payload.body.contains("Body of a-009."), "{why:?}: {}", moved.payload.body);
        // What has no place in the change names none.
        assert!(why == Moved::NoLine || moved.payload.body.contains(why.as_str()), "{why:?}: {}", moved.payload.body);
        let stays = compose(&Artifact { statements: nearly, ..artifact() }, &how(Room::Lines(&lines))).unwrap();
        assert_eq!(stays.moved, [], "{why:?}");
    }
}
