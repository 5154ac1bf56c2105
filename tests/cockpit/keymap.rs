//! The keymap in force: keys, footer, help, palette and messages follow it, and nothing names a key by heart.

use std::{fs, path::Path, sync::Arc};

use prr::ui::{self, ACTIONS, KeyChange, Keymap, Preset, View};

use crate::support::desk::{DIFF, Desk, candidate};

fn desk(preset: Preset, changes: &[(&str, &[&str])]) -> Desk {
    let changes: Vec<KeyChange> = changes
        .iter()
        .map(|(id, keys)| KeyChange { id: (*id).to_owned(), keys: keys.iter().map(|key| (*key).to_owned()).collect() })
        .collect();
    let (map, faults) = Keymap::with(preset, &changes);
    assert_eq!(faults, []);
    let mut desk = Desk::with(100, 30, DIFF);
    ui::update(&mut desk.ui, &desk.session, ui::Msg::Keyed(Arc::new(map)));
    desk.find(candidate(1, "src/auth.rs", 44));
    desk.find(candidate(2, "README.md", 4));
    desk.end();
    desk
}

#[test]
fn the_day_is_done_with_letters_and_arrows_alone() {
    let mut desk = desk(Preset::Gentle, &[]);
    desk.keys("n");
    assert_eq!(desk.card(), Some("security-001"));
    desk.keys("a");
    assert_eq!(desk.message(), "accepted security-001 · 1 undecided · u undoes");
    desk.keys("pdd");
    assert!(desk.message().starts_with("dropped"), "{}", desk.message());
    desk.keys("gg<Down>F");
    assert_eq!(desk.under(), "file Cargo.lock");
    desk.keys("BN");
    assert_eq!(desk.under(), "@@ 0");
    desk.keys("HgfTitle\n");
    assert!(!desk.message().contains("does nothing"), "{}", desk.message());
    desk.keys("Anotes\n");
    assert!(desk.screen().contains("Notes of this run"));
    desk.resize(100, 70);
    desk.keys("qI");
    assert!(desk.screen().contains("n                 next finding, thread or comment"), "{}", desk.screen());
    // What vim has there does nothing, and says where the keys are.
    desk.keys("q]");
    assert_eq!(desk.message(), "] does nothing here · I shows the keys");
}

#[test]
fn the_help_of_the_gentle_keys() {
    let mut desk = desk(Preset::Gentle, &[]);
    desk.resize(100, 60);
    desk.keys("I");
    insta::assert_snapshot!(desk.screen());
}

#[test]
fn messages_footer_help_and_palette_name_the_keys_in_force() {
    let changes: [(&str, &[&str]); 6] = [
        ("undo", &["C-k"]),
        ("accept", &["Space a"]),
        ("viewed", &["m"]),
        ("fold", &["o", "Enter"]),
        ("open", &[]),
        ("drawer", &["Z", "g x"]),
    ];
    let mut desk = desk(Preset::Vim, &changes);
    desk.keys("J");
    let footer = desk.screen().lines().last().unwrap().to_owned();
    assert!(footer.contains("Space a accept") && footer.contains("o fold"), "{footer}");
    desk.keys("<Space>");
    assert!(desk.screen().lines().last().unwrap().contains("Space"), "a key under way is shown");
    desk.keys("a");
    assert_eq!(desk.message(), "accepted security-001 · 1 undecided · C-k undoes");
    desk.ui.message = None;
    assert!(desk.screen().lines().last().unwrap().contains("C-k undo"), "{}", desk.screen());
    desk.keys("<C-k>gx");
    assert_eq!((desk.ui.view, desk.message()), (View::Triage, "nothing is held back · Z goes back"));
    desk.resize(100, 70);
    desk.keys("Z?");
    assert!(desk.screen().contains("Space a           accept, next undecided"), "{}", desk.screen());
    desk.keys("q:accept");
    let row = desk.screen().lines().find(|line| line.contains("accept, next undecided")).unwrap().to_owned();
    assert!(row.contains("Space a"), "{row}");
    desk.keys("<Esc>a");
    assert_eq!(desk.message(), "a does nothing here · ? shows the keys");
}

#[test]
fn what_has_no_key_is_named_as_the_palette_comes_to_it() {
    let mut desk = desk(Preset::Vim, &[("undo", &[]), ("help", &[]), ("command", &[])]);
    desk.keys("Ja");
    assert_eq!(desk.message(), "accepted security-001 · 1 undecided · C-p undo undoes");
    let footer = |desk: &mut Desk| desk.screen().lines().last().unwrap().to_owned();
    desk.keys("<Esc>");
    assert!(!footer(&mut desk).contains("undo"), "{}", footer(&mut desk));
    desk.keys("<C-p>undo\n");
    assert_eq!(desk.message(), "undone: accept security-001");
}

#[test]
fn pages_scroll_by_the_keys_that_scroll_the_diff() {
    let mut desk = desk(Preset::Vim, &[("down", &["n"]), ("up", &["e"]), ("search-next", &["Z"]), ("edit", &["W"])]);
    desk.keys("?");
    let first = desk.screen();
    assert!(first.contains("n e scroll"), "{first}");
    desk.keys("nn");
    assert_ne!(desk.screen(), first);
    desk.keys("ee");
    assert_eq!(desk.screen(), first);
}

/// Strings with keys that are no actions: letters of a choice, of a question, of an editor.
const OF_THEIR_OWN: &[&str] = &[
    "show: u undecided",
    "severity: b blocker",
    "marked findings? y yes",
    "C-s save · Esc keep as draft",
    "In an editor: C-s saves",
    "nothing is posted before y",
    "y {} · n {}",
    "drop: d · {}",
    "choose · Enter goes there · Tab",
    "Enter drops with it · Esc keep as draft",
];

/// Between quotation marks, in the order of the text.
fn strings(line: &str) -> impl Iterator<Item = &str> {
    line.split('"').skip(1).step_by(2)
}

/// The key that a string names by heart: a word in front of which stands a dot or a comma, and which is a key of the table.
fn by_heart<'s>(text: &'s str, keys: &[&str]) -> Option<&'s str> {
    let parts = text.split(" · ").skip(1).chain(text.split(", ").skip(1)).chain(text.split(": ").skip(1));
    let mut words = parts.filter_map(|part| {
        let (first, rest) = part.split_once(' ')?;
        (!rest.is_empty()).then_some(first)
    });
    words.find(|word| keys.contains(word) && !matches!(*word, "a" | "i" | "Enter" | "Esc" | "·"))
}

fn files(folder: &Path, found: &mut Vec<std::path::PathBuf>) {
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
}

/// The plain cockpit has letters of its own; the readers of keys name those that they know.
fn is_shown(path: &Path) -> bool {
    let apart = ["actions.rs", "tests.rs", "typed.rs"];
    !apart.iter().any(|name| path.ends_with(name)) && !path.components().any(|part| part.as_os_str() == "plain")
}

#[test]
fn nothing_that_is_shown_names_a_key_by_heart() {
    let keys: Vec<&str> = ACTIONS.iter().flat_map(|row| row.keys.split(' ')).filter(|key| !key.is_empty()).collect();
    assert_eq!(by_heart("saved · u undoes", &keys), Some("u"));
    let (mut sources, mut wrong) = (Vec::new(), Vec::new());
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for room in ["ui", "session"] {
        files(&root.join(room), &mut sources);
    }
    for path in sources.iter().filter(|path| is_shown(path)) {
        let text = fs::read_to_string(path).unwrap();
        let shipped = text.split("#[cfg(test)]").next().unwrap_or("");
        for (nth, line) in shipped.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//")) {
            let own = |text: &&str| !OF_THEIR_OWN.iter().any(|part| text.contains(part));
            for key in strings(line).filter(own).filter_map(|text| by_heart(text, &keys)) {
                wrong.push(format!("{}:{}: {key}: write ui.key(\"ID\")", path.display(), nth + 1));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_action_that_a_message_asks_the_key_of_is_in_the_table() {
    let mut sources = Vec::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/ui"), &mut sources);
    let mut found = 0;
    for path in sources {
        let text = fs::read_to_string(&path).unwrap();
        for part in text.split("ui.key(\"").skip(1).chain(text.split("keys.first(\"").skip(1)) {
            let id = part.split('"').next().unwrap();
            found += 1;
            assert!(ACTIONS.iter().any(|row| row.id == id), "{}: there is no action {id}", path.display());
        }
    }
    assert!(found > 50, "{found}");
}

#[test]
fn letters_that_answer_a_question_answer_it_whatever_they_are_bound_to() {
    let change = KeyChange { id: "quit".to_owned(), keys: vec!["y".to_owned()] };
    let unbound = KeyChange { id: "copy".to_owned(), keys: Vec::new() };
    let (map, faults) = Keymap::with(Preset::Vim, &[change, unbound]);
    assert_eq!(faults, []);
    let mut desk = super::every_action::reviewed();
    ui::update(&mut desk.ui, &desk.session, ui::Msg::Keyed(Arc::new(map)));
    desk.keys("Sy");
    assert!(!desk.quit && desk.message().contains("posting"), "{}", desk.message());
    desk.keys("?y");
    assert!(desk.quit);
}
