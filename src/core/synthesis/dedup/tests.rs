//! Tests of the shelves against looking at all.

use std::sync::Arc;

use proptest::prelude::*;

use super::{
    face::{Class, Face},
    ground::{Ground, Likeness},
    prose::{Prose, whole_hash},
    shelves::Shelves,
    words,
};
use crate::core::{
    model::{Kind, Side},
    synthesis::board::NO_FILE,
};

/// File, line, length, title words, class, agent.
type Seed = (u32, u32, u32, Vec<u8>, Option<u64>, u32);

const BODIES: [&str; 4] =
    ["", "see readTempFile", "The reader is not closed when parsing throws", "Handles pile up: please dispose it"];

fn said(title: &str, body: &str, text: u64) -> Arc<Prose> {
    let mut prose = Prose::of(title, body);
    prose.text = text;
    Arc::new(prose)
}

/// Titles by numbers that can be compared.
fn numbered<'t>(titles: impl IntoIterator<Item = &'t str>) -> Vec<words::Words> {
    let split: Vec<Vec<u64>> = titles.into_iter().map(words::split).collect();
    words::number(split.iter().map(Vec::as_slice))
}

fn faces(seeds: &[Seed]) -> Vec<Face> {
    let titles: Vec<String> =
        seeds.iter().map(|seed| seed.3.iter().map(|n| format!("w{n}")).collect::<Vec<_>>().join(" ")).collect();
    let words = numbered(titles.iter().map(String::as_str));
    let face = |((nth, (file, line, length, ..)), words): ((u64, &Seed), words::Words)| {
        let (.., class, agent) = &seeds[nth as usize];
        Face {
            file: if *file == 2 { NO_FILE } else { *file },
            side: if line % 7 == 0 { Side::Left } else { Side::Right },
            lines: (line % 11 > 0 && *file < 2).then_some((*line, line + length)),
            words,
            kind: if line % 13 == 0 { Kind::Question } else { Kind::Finding },
            class: class.and_then(|class| Class::of(["bug", "null-deref", "use-after-free"][class as usize])),
            prose: said(&titles[nth as usize], BODIES[*line as usize % 4], nth % 5),
            print: (*length == 3).then_some(u64::from(*line) % 3),
            symbol: class
                .filter(|class| *class == 1)
                .map(|_| whole_hash(["readTempFile", "load"][*line as usize % 2]))
                .into_iter()
                .collect(),
            suggestion: (*length == 1).then_some(u64::from(*agent)),
            agents: 1 << agent,
        }
    };
    (0u64..).zip(seeds).zip(words).map(face).collect()
}

fn seeds() -> impl Strategy<Value = Vec<Seed>> {
    let title = proptest::collection::vec(0u8..6, 0..5);
    let class = proptest::option::of(0u64..3);
    proptest::collection::vec((0u32..3, 1u32..60, 0u32..40, title, class, 0u32..4), 0..24)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn likeness_is_the_same_from_both_sides(seeds in seeds()) {
        let faces = faces(&seeds);
        for a in &faces {
            for b in &faces {
                prop_assert_eq!(a.likeness(b), b.likeness(a));
            }
        }
    }

    #[test]
    fn the_shelves_miss_nobody_that_is_the_same(seeds in seeds()) {
        let faces = faces(&seeds);
        let mut shelves = Shelves::default();
        for (at, face) in faces.iter().enumerate() {
            let found = shelves.like(face, |other| !faces[other].shares_agent(face));
            let nominates = |at: &usize| face.likeness(&faces[*at]) != Likeness::Different;
            for (other, kept) in faces.iter().take(at).enumerate() {
                if matches!(face.likeness(kept), Likeness::Same(_)) {
                    prop_assert!(found.contains(&other), "{at} {other}");
                }
            }
            let any = (0..at).any(|other| face.likeness(&faces[other]) == Likeness::Nominated);
            prop_assert!(!any || found.iter().any(nominates));
            shelves.put(at, face);
        }
    }
}

#[test]
fn a_flood_at_one_place_is_looked_at_in_bounded_parts_and_no_flood_of_ones_own_hides_another() {
    let seed = |n: u32| (0, 12, 2, vec![(n % 6) as u8, (n % 5) as u8, (n % 4) as u8], Some(u64::from(n % 3)), n % 4);
    let all = faces(&(0..3_000).map(seed).collect::<Vec<Seed>>());
    let mut shelves = Shelves::default();
    for (at, face) in all.iter().enumerate() {
        let found = shelves.like(face, |other| !all[other].shares_agent(face));
        assert!(found.len() <= 1_000, "{at}: {}", found.len());
        shelves.put(at, face);
    }
    let one = |n: u32| (0, 12, 2, vec![1, 2, (n % 50) as u8], None, u32::from(n > 0));
    let own = faces(&(0..100).map(one).collect::<Vec<Seed>>());
    let mut shelves = Shelves::default();
    own.iter().take(99).enumerate().for_each(|(at, face)| shelves.put(at, face));
    let found = shelves.like(&own[99], |other| !own[other].shares_agent(&own[99]));
    assert!(found.contains(&0), "the only one of another agent, behind 98 of its own");
}

#[test]
fn ranges_of_any_length_meet_what_they_cover() {
    let mut all = faces(&vec![(0, 1, 0, vec![1, 2, 3], None, 0); 4]);
    let lines = [(1, 1_000_000), (500_000, 500_001), (1, u32::MAX), (u32::MAX - 3, u32::MAX)];
    for (at, (face, lines)) in all.iter_mut().zip(lines).enumerate() {
        (face.lines, face.side, face.agents, face.kind) = (Some(lines), Side::Right, 1 << at, Kind::Finding);
        (Arc::make_mut(&mut face.prose).text, face.suggestion) = (at as u64, None);
    }
    let mut shelves = Shelves::default();
    all.iter().enumerate().for_each(|(at, face)| shelves.put(at, face));
    let near = |at: usize| shelves.like(&all[at], |other| other != at);
    assert_eq!(near(1), [0, 1, 2, 3], "by words; one's own twin is known");
    for (a, b) in [(0, 1), (1, 2), (2, 3)] {
        assert_eq!(all[a].likeness(&all[b]), Likeness::Same(Ground::LinesAndTitle));
    }
    assert_eq!(all[1].likeness(&all[3]), Likeness::Nominated);
}

/// A face with nothing in common with another but its place, which is lines 50 to 52 of one file.
fn face(agent: u32, title: &str, body: &str) -> Face {
    let mut words = numbered([title, "other words altogether"]);
    Face {
        file: 0,
        side: Side::Right,
        lines: Some((50, 52)),
        words: words.swap_remove(0),
        kind: Kind::Finding,
        class: None,
        prose: Arc::new(Prose::of(title, body)),
        print: None,
        symbol: Vec::new(),
        suggestion: None,
        agents: 1 << agent,
    }
}

/// Gives two titles numbers that can be compared.
fn titled(mut pair: [Face; 2], titles: [&str; 2]) -> [Face; 2] {
    for (face, words) in pair.iter_mut().zip(numbered(titles)) {
        face.words = words;
    }
    pair
}

fn named(mut face: Face, symbol: &str) -> Face {
    face.symbol = vec![whole_hash(symbol)];
    face
}

fn at(mut face: Face, file: u32, lines: Option<(u32, u32)>) -> Face {
    (face.file, face.lines) = (file, lines);
    face
}

fn classed(mut face: Face, class: &str) -> Face {
    face.class = Class::of(class);
    face
}

const TORN: &str = "A crash between writing the entry and syncing the temp handle leaves half an entry on disk";
const TORN_TOO: &str = "Half an entry stays on disk when a crash hits between write and sync of the temp handle";
const LEAK: &str = "The reader is not closed when parsing throws";
const LEAK_TOO: &str = "Handles pile up: please dispose it";

/// Two that are the same by this ground alone, and two that miss it by a little.
fn by(ground: Ground) -> ([Face; 2], [Face; 2]) {
    let pair = |a: &str, b: &str| [face(0, "", a), face(1, "", b)];
    let far = |faces: [Face; 2], lines| {
        let [a, b] = faces;
        [a, at(b, 0, lines)]
    };
    let symbols = |faces: [Face; 2], names: [&str; 2]| {
        let [a, b] = faces;
        [named(a, names[0]), named(b, names[1])]
    };
    let classes = |faces: [Face; 2], class: [&str; 2]| {
        let [a, b] = faces;
        [classed(a, class[0]), classed(b, class[1])]
    };
    let prints = |prints: [u64; 2]| {
        let [mut a, mut b] = far(pair("One thing.", "Another matter."), Some((300, 300)));
        (a.print, b.print) = (Some(prints[0]), Some(prints[1]));
        [a, b]
    };
    match ground {
        Ground::NamedElsewhere => {
            let told = |name: &str| {
                let [a, b] = pair(TORN, &format!("{name}: {TORN_TOO}"));
                [named(a, "write_entry"), at(b, 1, Some((9, 9)))]
            };
            (told("`write_entry`"), told("`read_entry`"))
        }
        Ground::SameSymbol => {
            let there = || far(pair(TORN, TORN_TOO), Some((300, 300)));
            (symbols(there(), ["store", "store"]), symbols(there(), ["store", "load"]))
        }
        Ground::NoLines => (far(pair(TORN, TORN_TOO), None), far(pair(TORN, LEAK), None)),
        Ground::LinesAndDefect => (pair(LEAK, LEAK_TOO), far(pair(LEAK, LEAK_TOO), Some((54, 54)))),
        Ground::LinesAndClass => {
            let two = || pair("One thing.", "Another matter.");
            (classes(two(), ["use-of-x", "use-of-x"]), classes(two(), ["bug", "bug"]))
        }
        Ground::LinesAndWords => (far(pair(TORN, TORN_TOO), Some((57, 57))), far(pair(TORN, TORN_TOO), Some((58, 58)))),
        Ground::LinesAndTitle => {
            let two = |title| titled(pair("One thing.", "Another matter."), ["missing zeal check", title]);
            (two("zeal check missing"), two("zeal check comes late"))
        }
        Ground::Fingerprint => (prints([7, 7]), prints([7, 8])),
        Ground::Twin => {
            let [a, b] = pair(TORN, TORN);
            let [c, d] = pair(TORN, TORN);
            let other = at(d, 1, Some((50, 52)));
            ([a, b], [c, other])
        }
    }
}

#[test]
fn every_ground_has_a_pair_that_it_merges_and_one_that_it_does_not() {
    let mut words = std::collections::BTreeSet::new();
    for ground in Ground::ALL {
        let ([a, b], [c, d]) = by(ground);
        assert_eq!(a.likeness(&b), Likeness::Same(ground));
        assert!(!matches!(c.likeness(&d), Likeness::Same(_)), "{ground:?}: {:?}", c.likeness(&d));
        assert!(words.insert(ground.words()), "{} is said twice", ground.words());
    }
}

#[test]
fn every_likeness_is_met() {
    let lone = |line| at(face(line, "", "One thing."), 0, Some((line, line)));
    assert_eq!(lone(1).likeness(&at(face(2, "", "Another matter."), 0, Some((90, 90)))), Likeness::Different);
    assert_eq!(lone(1).likeness(&at(face(2, "", "Another matter."), 0, Some((3, 3)))), Likeness::Nominated);
    assert_eq!(lone(1).likeness(&at(face(2, "", "One thing."), 0, Some((1, 1)))), Likeness::Same(Ground::Twin));
}

#[test]
fn the_same_said_of_other_names_is_not_the_same_where_no_lines_tell() {
    let said = |names: &str| format!("{names}: the cache entry is not invalidated after the member is removed");
    let two = |a: &str, b: &str| {
        let [a, b] = [face(0, "", &said(a)), at(face(1, "", &said(b)), 0, None)];
        a.likeness(&b)
    };
    assert_eq!(two("remove_one and drop_member", "remove_all and clear_members"), Likeness::Different);
    assert_eq!(two("remove_one and drop_member", "remove_one of a group"), Likeness::Same(Ground::NoLines));
    assert_eq!(two("remove_one", "remove_all"), Likeness::Same(Ground::NoLines), "one name may be another's caller");
}
