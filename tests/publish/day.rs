//! A day's story through the built cockpit against the made GitHub: an inbox of twenty, one pull request with twenty-five
//! findings and twelve held back, a push in the middle of it, one review of it, and the next ones of the inbox. Not here:
//! single keys (`cockpit`), gates (`gates`), the single steps (`story`).

use serde_json::{Value, json};

use super::{
    scene::finding,
    story::{Person, leave, say, until},
};
use crate::support::{
    github::{
        REVIEWER, diff,
        sample::{self, BASE},
        world::{Change, Commit, End, Pull, World},
    },
    pty::Cockpit,
};

/// Lines of the large change; a finding on each third.
const LINES: u32 = 111;
const PUSHED: &str = "3333333333333333333333333333333333333333";

/// A new file with these lines.
fn new_file(path: &str, lines: &[String]) -> String {
    let body: String = lines.iter().map(|line| format!("+{line}\n")).collect();
    format!(
        "diff --git a/{path} b/{path}\nnew file mode 100644\n--- /dev/null\n+++ b/{path}\n@@ -0,0 +1,{} @@\n{body}",
        lines.len()
    )
}

/// The large change; after the push the code of the first two findings is another one.
fn large(is_pushed: bool) -> String {
    let line = |n: u32| match (n, is_pushed) {
        (3 | 6, true) => format!("let checked{n} = check(take({n}));"),
        _ => format!("let value{n} = take({n});"),
    };
    new_file("src/day.rs", &(1..=LINES).map(line).collect::<Vec<_>>())
}

fn change(diff: &str, sha: &str) -> Change {
    let commit = Commit { sha: sha.to_owned(), message: "A day".to_owned(), parent: BASE.to_owned() };
    Change { files: diff::files(diff, &[]), diff: diff.into(), commits: vec![commit] }
}

/// Twenty pull requests that wait for the reviewer; 7 is the large one.
fn world() -> World {
    let mut world = sample::of_diff(&large(false));
    let repository = &mut world.repositories[0];
    repository.pulls[0].about.title = "A long day".to_owned();
    for number in 101..=119_u64 {
        let sha = format!("{number:040}");
        let diff = new_file(&format!("notes/{number}.txt"), &[format!("note {number}")]);
        let end = |branch: &str, sha: &str| End { branch: branch.into(), sha: sha.into(), repo: Some("o/r".into()) };
        let (base, head) = (end("main", BASE), end(&format!("note-{number}"), &sha));
        repository.pulls.push(Pull::new(number, &format!("Note {number}"), base, head, change(&diff, &sha)));
    }
    repository.pulls.iter_mut().for_each(|pull| pull.about.asked.push(REVIEWER.to_owned()));
    world
}

/// Words that no other finding has, so that none is taken for another.
fn title(n: u32) -> String {
    let letter = |k: u32| char::from(b'a' + u8::try_from(k % 26).unwrap());
    let word = |salt: u32| -> String { (0..6).map(|k| letter(n * (7 + salt) + k * (3 + salt) + n / 26 * k)).collect() };
    format!("{} {}", word(0), word(4))
}

/// Findings 1 to 25 are sure; 26 to 37 are not, and are held back.
fn findings(of: impl Iterator<Item = u32>) -> Vec<Value> {
    of.map(|n| {
        let mut one = finding("src/day.rs", n * 3, &title(n));
        one["confidence"] = if n > 25 { json!(0.2) } else { json!(0.9) };
        one
    })
    .collect()
}

/// The morning: the inbox, the large one, most of it decided.
fn morning(person: &Person) {
    let mut cockpit = person.open("o/r#7");
    until(&mut cockpit, &["A long day", "25 findings, 25 undecided", "12 held back"]);
    cockpit.keys("gi");
    until(&mut cockpit, &["20 pull requests wait for you"]);
    cockpit.keys("gdJ");
    until(&mut cockpit, &["a accept"]);
    for left in [24, 23, 22] {
        cockpit.keys("a");
        until(&mut cockpit, &[&format!("{left} undecided · u undoes")]);
    }
    cockpit.keys("d");
    until(&mut cockpit, &["f false positive"]);
    cockpit.keys("f");
    until(&mut cockpit, &["21 undecided · u undoes"]);
    cockpit.keys("d<Enter>");
    until(&mut cockpit, &["reason:"]);
    cockpit.keys("covered by the linter<Enter>");
    until(&mut cockpit, &["20 undecided · u undoes"]);
    cockpit.keys("u");
    until(&mut cockpit, &["undone: drop", "21 undecided"]);
    cockpit.keys("<C-r>");
    until(&mut cockpit, &["done again: drop", "20 undecided"]);
    // What is held back is looked into, with what stands behind it, and one is taken back.
    cockpit.keys("x");
    until(&mut cockpit, &["held back, by priority"]);
    cockpit.keys("ge");
    until(&mut cockpit, &["said by import:findings", "held back, false_positive"]);
    cockpit.keys("qr");
    until(&mut cockpit, &["restored ", "11 held back"]);
    // Half a thought, and home for lunch.
    cockpit.keys("gdgcHalf a thou");
    until(&mut cockpit, &["Half a thou"]);
    cockpit.keys("<Esc>");
    until(&mut cockpit, &["kept as a draft"]);
    leave(cockpit);
}

#[test]
fn a_day_from_the_inbox_to_the_last_receipt_with_a_push_in_the_middle() {
    let person = Person::new(world(), &findings(1..=37));
    morning(&person);
    assert_eq!(person.scene.posts(), 0);
    person.scene.hub.world(|world| world.seven().push(PUSHED, change(&large(true), PUSHED)));
    say(&person.scene, &findings(3..=37));
    let mut cockpit = person.open("o/r#7");
    until(&mut cockpit, &["A long day", "reviewed"]);
    cockpit.keys("gt");
    until(&mut cockpit, &["2 fixed", "still there"]);
    // What was accepted and dropped stands; a bulk act decides the rest, and one undo would take all of it back.
    cockpit.keys("fu");
    until(&mut cockpit, &["undecided: "]);
    cockpit.keys("*");
    until(&mut cockpit, &["marked · "]);
    cockpit.keys("a");
    until(&mut cockpit, &["marked findings?", "y yes"]);
    cockpit.keys("y");
    until(&mut cockpit, &["undoes all of them", ", 0 undecided"]);
    // The thought is finished.
    cockpit.keys("gc");
    until(&mut cockpit, &["Half a thou"]);
    cockpit.keys("ght, finished.<C-s>");
    until(&mut cockpit, &["saved"]);
    // The logbook has both runs, and what became of the findings.
    cockpit.keys("gl");
    until(&mut cockpit, &["2 runs of pr-7", "this run"]);
    cockpit.keys("i");
    until(&mut cockpit, &["2 fixed", "still there", "before ", "after "]);
    cockpit.keys("q");
    until(&mut cockpit, &["[runs]"]);
    cockpit.keys("S");
    until(&mut cockpit, &["Publish review", "y posts it as COMMENT"]);
    cockpit.keys("y");
    until(&mut cockpit, &["✓ posted as reviewer (COMMENT)"]);
    let payload = person.posted(0);
    assert_eq!(payload["commit_id"].as_str(), Some(PUSHED));
    assert!(payload["body"].as_str().unwrap().starts_with("Half a thought, finished."), "{payload:#}");
    let comments = payload["comments"].as_array().unwrap();
    let lines: Vec<u64> = comments.iter().filter_map(|one| one["line"].as_u64()).collect();
    // Of 25, two are fixed and two were dropped; one of the twelve was taken back.
    assert_eq!(comments.len(), 22, "{lines:?}");
    assert!(!lines.contains(&3) && !lines.contains(&6), "what was fixed is not said: {lines:?}");
    next_ones(&person, cockpit);
}

/// The evening: the next two of the inbox are clean and approved, each with a receipt of its own.
fn next_ones(person: &Person, mut cockpit: Cockpit) {
    let mut seen = vec!["#7".to_owned()];
    for nth in 1..=2 {
        cockpit.keys("N");
        let number = |screen: &vt100::Screen| {
            let first = screen.contents().lines().next().unwrap_or_default().to_owned();
            first.split_whitespace().find(|word| word.starts_with('#')).map(str::to_owned)
        };
        cockpit.wait_for(|screen| {
            number(screen).is_some_and(|now| !seen.contains(&now)) && screen.contents().contains("reviewed")
        });
        seen.push(number(cockpit.screen()).unwrap());
        cockpit.keys("S");
        until(&mut cockpit, &["y posts it as COMMENT"]);
        cockpit.keys("v");
        until(&mut cockpit, &["y posts it as APPROVE"]);
        cockpit.keys("y");
        until(&mut cockpit, &["✓ posted as reviewer (APPROVE)"]);
        assert_eq!(person.posted(nth)["event"].as_str(), Some("APPROVE"));
    }
    assert_eq!(person.scene.posts(), 3, "one review each, never twice: {seen:?}");
    leave(cockpit);
    let mine = |pull: &Pull| pull.reviews.iter().filter(|review| review.author.as_deref() == Some(REVIEWER)).count();
    let all = person.scene.hub.world(|world| world.repositories[0].pulls.iter().map(mine).collect::<Vec<_>>());
    assert_eq!((all.iter().sum::<usize>(), all.iter().max()), (3, Some(&1)));
}
