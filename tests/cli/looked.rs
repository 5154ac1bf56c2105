//! `prr review` of a branch that was reviewed before: what became of the findings of the last look.

use crate::support::{dirs::Home, repo::Repo};

use super::{run, text};

/// A line that the built-in reviewer of secrets finds.
fn secret(name: &str, last: char) -> String {
    format!("key_{name} = \"AKIA3DQ7XKL2{}{last}\"\n", "MNB4VPZ")
}

fn numbered(from: u32, to: u32) -> String {
    (from..=to).map(|n| format!("line {n}\n")).collect()
}

#[test]
fn a_second_review_tells_what_is_fixed_still_there_moved_and_obsolete() {
    let (home, repo) = (Home::new(), Repo::empty());
    let files = [("a", '2'), ("b", '3'), ("c", '4'), ("d", '5')];
    let base = numbered(1, 60);
    files.iter().for_each(|(name, _)| repo.write(&format!("{name}.py"), &base));
    repo.commit("base");
    repo.git(&["checkout", "-qb", "topic"]);
    let with = |line: &str, above: &str| format!("{above}{}{line}{}", numbered(1, 11), numbered(12, 60));
    for (name, last) in files {
        repo.write(&format!("{name}.py"), &with(&secret(name, last), ""));
    }
    repo.commit("one");
    let first = text(&run(&home, repo.root(), &["review"]).stdout);
    assert_eq!(first.matches("Secret in the change").count(), 5, "four, and what blocks\n{first}");
    assert!(!first.contains("since "), "{first}");
    repo.write("b.py", &with(&secret("b", '3'), "# one\n# two\n"));
    repo.write("c.py", &with("key_c = load()\n", ""));
    repo.write("d.py", &base);
    repo.commit("two");
    let output = run(&home, repo.root(), &["review"]);
    let (told, progress) = (text(&output.stdout), text(&output.stderr));
    let short = "1 still there, 1 moved, 1 fixed, 1 obsolete";
    assert!(progress.lines().any(|line| line.starts_with("since ") && line.ends_with(short)), "{progress}");
    for (state, file) in [("still there", "a"), ("moved", "b"), ("fixed", "c"), ("obsolete", "d")] {
        let line = told.lines().find(|line| line.starts_with(&format!("Note: {state}: ")));
        assert!(line.is_some_and(|line| line.contains(&format!("({file}.py:12)"))), "{state}: {told}");
    }
    assert_eq!(told.matches("\ncritical: Secret in the change").count(), 2, "{told}");
}
