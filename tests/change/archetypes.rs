//! Each archetype in two languages with a near miss, and what holds for the evidence of all.

use prr::core::{diff::locate, model::Archetype};

use super::{
    build::{hunks, signs, whole},
    cases::{self, Case},
};

#[test]
fn every_archetype_has_fixtures_in_two_languages_and_near_misses() {
    for archetype in Archetype::ALL {
        let of = |yields: bool| cases::all().filter(move |case| case.archetype == *archetype && case.yields == yields);
        let endings = |yields: bool| {
            let mut found: Vec<&str> = of(yields).map(|case| case.files[0].0.rsplit('.').next().unwrap()).collect();
            found.sort_unstable();
            found.dedup();
            found.len()
        };
        assert!(endings(true) >= 2, "{archetype}: {} languages", endings(true));
        assert!(of(false).count() >= 1, "{archetype} has no near miss");
    }
}

#[test]
fn each_fixture_yields_its_archetype_and_each_near_miss_does_not() {
    let mut wrong = Vec::new();
    for Case { archetype, name, files, yields } in cases::all() {
        let (_, map) = whole(files);
        let found: Vec<_> = signs(&map);
        if found.iter().any(|(a, ..)| a == archetype) != *yields {
            wrong.push(format!(
                "{archetype} ({name}), wanted {yields}: {found:?} in {:#?}",
                map.units.iter().map(|u| (&u.symbol, u.detail.change, u.detail.aside)).collect::<Vec<_>>()
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn evidence_is_shown_by_the_diff_and_signs_are_sorted_and_told_once() {
    for case in cases::all() {
        for (diff, map) in [whole(case.files), hunks(case.files)] {
            for unit in &map.units {
                let order: Vec<Archetype> = unit.detail.signs.iter().map(|sign| sign.archetype).collect();
                assert!(order.windows(2).all(|pair| pair[0] < pair[1]), "{}: {order:?}", case.name);
                for sign in &unit.detail.signs {
                    assert!(!sign.evidence.is_empty() && !sign.what.is_empty(), "{}", case.name);
                    for place in &sign.evidence {
                        let there = locate(&diff, place.file, place.side, place.line);
                        assert!(there.is_some(), "{}: {place:?}", case.name);
                    }
                }
            }
        }
    }
}

#[test]
fn the_same_input_gives_the_same_map() {
    for case in cases::all() {
        assert_eq!(whole(case.files).1, whole(case.files).1, "{}", case.name);
    }
}
