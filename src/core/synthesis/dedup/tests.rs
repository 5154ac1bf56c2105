//! Tests of the shelves against looking at all.

use proptest::prelude::*;

use super::{
    advice::Advice,
    face::{Class, Face, Ground, Likeness},
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

fn faces(seeds: &[Seed]) -> Vec<Face> {
    let titles: Vec<String> =
        seeds.iter().map(|seed| seed.3.iter().map(|n| format!("w{n}")).collect::<Vec<_>>().join(" ")).collect();
    let words = words::number(titles.iter().map(String::as_str));
    let face = |((nth, (file, line, length, ..)), words): ((u64, &Seed), words::Words)| {
        let (.., class, agent) = &seeds[nth as usize];
        Face {
            file: if *file == 2 { NO_FILE } else { *file },
            class_words: Prose::default(),
            advice: Advice::default(),
            side: if line % 7 == 0 { Side::Left } else { Side::Right },
            lines: (line % 11 > 0 && *file < 2).then_some((*line, line + length)),
            words,
            kind: if line % 13 == 0 { Kind::Question } else { Kind::Finding },
            class: class.and_then(|class| Class::of(["bug", "null-deref", "use-after-free"][class as usize])),
            prose: Prose::of(&titles[nth as usize], if line % 3 == 0 { "see readTempFile" } else { "" }),
            print: (*length == 3).then_some(u64::from(*line) % 3),
            symbol: class
                .filter(|class| *class == 1)
                .map(|_| whole_hash(["readTempFile", "load"][*line as usize % 2]))
                .into_iter()
                .collect(),
            suggestion: (*length == 1).then_some(u64::from(*agent)),
            text: nth % 5,
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
fn ranges_of_any_length_meet_what_they_cover() {
    let mut all = faces(&vec![(0, 1, 0, vec![1, 2, 3], None, 0); 4]);
    let lines = [(1, 1_000_000), (500_000, 500_001), (1, u32::MAX), (u32::MAX - 3, u32::MAX)];
    for (at, (face, lines)) in all.iter_mut().zip(lines).enumerate() {
        (face.lines, face.side, face.agents, face.kind) = (Some(lines), Side::Right, 1 << at, Kind::Finding);
        (face.text, face.suggestion) = (at as u64, None);
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
