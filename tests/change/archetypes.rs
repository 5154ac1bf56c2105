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

/// Languages whose hunks, a page torn out of a file, are read by their syntax as well: checks that go are seen in a patch file.
#[test]
fn checks_that_go_are_seen_in_hunks_alone_whatever_the_grammar() {
    let filler: String = (0..12).map(|n| format!("    step({n});\n")).collect();
    let body = |head: &str, check: &str, end: &str| format!("{head}{filler}{check}    save(user);\n{filler}{end}");
    let mut wrong = Vec::new();
    for (path, head, check, end) in [
        (
            "src/A.java",
            "class A {\n  void f(User user) {\n",
            "    if (!user.isAdmin()) {\n      throw new Forbidden();\n    }\n",
            "  }\n}\n",
        ),
        (
            "src/a.kt",
            "class A {\n  fun f(user: User) {\n",
            "    if (!user.isAdmin) {\n      throw Forbidden()\n    }\n",
            "  }\n}\n",
        ),
        (
            "src/a.c",
            "int f(struct user *user)\n{\n",
            "    if (!user->is_admin) {\n        return -1;\n    }\n",
            "    return 0;\n}\n",
        ),
        (
            "src/a.cpp",
            "int A::f(User& user) {\n",
            "    if (!user.is_admin()) {\n        return -1;\n    }\n",
            "    return 0;\n}\n",
        ),
        (
            "src/A.cs",
            "class A {\n  void F(User user) {\n",
            "    if (!user.IsAdmin) {\n      throw new Forbidden();\n    }\n",
            "  }\n}\n",
        ),
        (
            "src/a.rb",
            "class A\n  def f(user)\n",
            "    unless user.admin?\n      raise Forbidden\n    end\n",
            "  end\nend\n",
        ),
        (
            "src/a.php",
            "<?php\nfunction f($user) {\n",
            "    if (!$user->isAdmin()) {\n        throw new Forbidden();\n    }\n",
            "}\n",
        ),
        ("src/a.sh", "f() {\n", "    if [ -z \"$ADMIN\" ]; then\n        return 1\n    fi\n", "}\n"),
        (
            "src/a.swift",
            "class A {\n  func f(user: User) throws {\n",
            "    guard user.isAdmin else {\n      throw Denied()\n    }\n",
            "  }\n}\n",
        ),
    ] {
        let (old, new) = (body(head, check, end), body(head, "", end));
        let (_, map) = hunks(&[(path, &old, &new)]);
        let found = signs(&map).iter().any(|(archetype, ..)| *archetype == Archetype::GuardRemoved);
        if !found || map.readings != [prr::core::model::Reading::Hunks] {
            wrong.push(format!("{path}: {:?} {:?}", map.readings, signs(&map)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
