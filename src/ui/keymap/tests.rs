//! What holds for every preset, and what becomes of changes.

use super::*;
use std::collections::BTreeMap;

fn change(id: &str, keys: &[&str]) -> Change {
    Change { id: id.to_owned(), keys: keys.iter().map(|key| (*key).to_owned()).collect() }
}

fn all(map: &Keymap) -> Vec<(&'static str, Vec<Key>)> {
    map.bound.iter().flat_map(|bound| bound.keys.iter().map(|keys| (bound.id, keys.clone()))).collect()
}

#[test]
fn every_key_of_every_preset_parses_and_is_for_one_action_and_the_start_of_none() {
    for preset in Preset::ALL {
        for row in ACTIONS {
            for keys in preset.keys(row).split(' ').filter(|keys| !keys.is_empty()) {
                assert!(parse_keys(keys).is_some(), "{keys} of {}", row.id);
            }
        }
        let all = all(&Keymap::of(preset));
        for (nth, (id, keys)) in all.iter().enumerate() {
            for (other, theirs) in all.iter().skip(nth + 1) {
                assert!(
                    !keys.starts_with(theirs) && !theirs.starts_with(keys),
                    "{preset:?}: {id} and {other}: {keys:?}"
                );
            }
        }
    }
}

#[test]
fn no_preset_counts_on_digits_alt_or_a_lower_case_key_that_leads_to_the_host() {
    for preset in Preset::ALL {
        for (id, keys) in all(&Keymap::of(preset)) {
            assert!(keys.len() <= 2 && keys.iter().all(|key| !key.alt), "{id}");
            let row = ACTIONS.iter().find(|row| row.id == id).unwrap();
            assert!(fits(row, &keys).is_ok(), "{preset:?} {id}");
            // As a person would have to write it: what a plain terminal cannot send is refused there.
            let written = keys.iter().map(Key::to_string).collect::<Vec<_>>().join(" ");
            assert_eq!(typed::read(&written).as_deref(), Ok(&keys[..]), "{preset:?} {id}");
        }
    }
}

#[test]
fn what_has_a_key_in_vim_has_one_in_gentle_of_letters_and_named_keys() {
    for row in ACTIONS.iter().filter(|row| !row.keys.is_empty()) {
        assert!(!Preset::Gentle.keys(row).is_empty(), "{}", row.id);
    }
    for (id, keys) in all(&Keymap::of(Preset::Gentle)) {
        for key in keys {
            let is_sign = matches!(key.code, Code::Char(c) if !c.is_ascii_alphabetic() && c != ' ');
            assert!(!is_sign, "{id} needs {key}: give it a letter in GENTLE");
        }
    }
}

#[test]
fn gentle_says_only_where_it_differs() {
    let mut seen = BTreeMap::new();
    for (id, keys) in presets::GENTLE {
        let row = ACTIONS.iter().find(|row| row.id == *id).unwrap_or_else(|| panic!("{id} is no action"));
        assert_ne!(row.keys, *keys, "{id}");
        assert_eq!(seen.insert(*id, keys), None, "{id} twice");
    }
    assert!(Preset::ALL.into_iter().all(|preset| Preset::parse(preset.as_str()) == Some(preset)));
}

#[test]
fn a_change_replaces_the_keys_of_its_action_and_none_unbinds_it() {
    let changes = [change("accept", &["Space a", "A"]), change("viewed", &["m"]), change("wrap", &[])];
    let (map, faults) = Keymap::with(Preset::Vim, &changes);
    assert_eq!(faults, []);
    assert_eq!(map.all("accept"), "Space a, A");
    assert_eq!((map.has("wrap"), map.first("wrap")), (false, ":wrap".to_owned()));
    assert_eq!(map.action(&[Key::char('a')]), None);
    assert_eq!(map.action(&[Key::char(' '), Key::char('a')]), map.action(&[Key::char('A')]));
    assert!(map.goes_on(&[Key::char(' ')]));
}

#[test]
fn two_actions_may_change_places() {
    let (map, faults) = Keymap::with(Preset::Vim, &[change("accept", &["d"]), change("drop", &["a"])]);
    assert_eq!((faults.len(), map.all("accept"), map.all("drop")), (0, "d".to_owned(), "a".to_owned()));
}

#[test]
fn one_key_for_two_actions_is_left_out_with_both_names() {
    let (map, faults) = Keymap::with(Preset::Vim, &[change("accept", &["d"])]);
    assert_eq!(map, Keymap::of(Preset::Vim));
    assert_eq!(faults[0].what, "d is for accept and for drop");
    assert!(faults[0].remedy.contains("or [] for none") && faults[0].other.is_none(), "{faults:?}");
    let (map, faults) = Keymap::with(Preset::Vim, &[change("accept", &["Z"]), change("wrap", &["Z"])]);
    assert_eq!(map, Keymap::of(Preset::Vim));
    assert_eq!(
        faults.iter().map(|fault| (fault.change, fault.other)).collect::<Vec<_>>(),
        [(0, Some(1)), (1, Some(0))]
    );
}

#[test]
fn a_sequence_that_is_the_start_of_another_is_left_out() {
    let (_, faults) = Keymap::with(Preset::Vim, &[change("accept", &["g"])]);
    assert!(faults[0].what.contains("g for accept is the start of g"), "{faults:?}");
    let (_, faults) = Keymap::with(Preset::Vim, &[change("accept", &["j a"])]);
    assert_eq!(faults[0].what, "j for down is the start of ja for accept, which could never be typed");
    let (_, faults) = Keymap::with(Preset::Vim, &[change("accept", &["Z", "Z a"])]);
    assert!(faults[0].what.contains("could never be typed"), "{faults:?}");
}

#[test]
fn what_is_left_out_takes_with_it_what_counted_on_it() {
    // accept would give its key to drop, but cannot have the one it wants.
    let (map, faults) = Keymap::with(Preset::Vim, &[change("accept", &["F5"]), change("drop", &["a"])]);
    assert_eq!((map, faults.len()), (Keymap::of(Preset::Vim), 2));
}

#[test]
fn mistakes_name_the_nearest_action_and_keep_a_way_out() {
    let what = |changes: &[Change]| {
        let (map, faults) = Keymap::with(Preset::Vim, changes);
        assert!(map.has("back") && map.action(&[Key::plain(Code::Esc)]).is_some());
        (faults[0].what.clone(), faults[0].remedy.clone())
    };
    assert_eq!(what(&[change("acept", &["a"])]).1, "did you mean accept?");
    assert!(what(&[change("zzzzzzzzzzz", &["a"])]).1.contains("palette"));
    assert!(what(&[change("accept", &["Esc"])]).0.contains("Esc only cancels"));
    assert!(what(&[change("publish", &["p"])]).0.contains("none leads to the host"));
    assert!(what(&[change("back", &[]), change("quit", &[])]).0.contains("leave"));
    let (map, faults) = Keymap::with(Preset::Vim, &[change("cancel", &["C-c"])]);
    assert_eq!((map.all("cancel"), faults.len()), ("C-c, Esc".to_owned(), 0));
}

#[test]
fn pages_understand_the_keys_that_do_the_same_here() {
    let (map, _) = Keymap::with(Preset::Vim, &[change("down", &["n", "Down"]), change("search-next", &[])]);
    assert_eq!(map.as_usual(Key::char('n')), Key::char('j'));
    assert_eq!(map.as_usual(Key::plain(Code::Down)), Key::plain(Code::Down));
    assert_eq!(map.as_usual(Key::char('q')), Key::char('q'));
    assert_eq!(map.up_and_down(), "n k");
    let gentle = Keymap::of(Preset::Gentle);
    assert_eq!((gentle.up_and_down(), gentle.by_name("sort")), ("j k".to_owned(), "A sort".to_owned()));
    assert_eq!(gentle.as_usual(Key::char('N')), Key::char(']'));
}
