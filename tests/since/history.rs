//! Real git histories: a branch that goes on, one that is rebased, one whose base is merged in, one that is squashed;
//! what is new of each, by git's own diffs, and through the program.

use prr::core::{
    diff,
    model::{Diff, Since},
};

use crate::support::{dirs::Home, pty::Cockpit, repo::Repo};

/// A file of forty lines in which some are replaced: (number, text).
fn text(name: &str, changes: &[(usize, &str)]) -> String {
    let line = |number: usize| changes.iter().find(|(at, _)| *at == number).map(|(_, text)| (*text).to_owned());
    (1..=40).map(|number| line(number).unwrap_or_else(|| format!("{name} line {number}")) + "\n").collect()
}

/// `main` with two files, `topic` with a change of each; topic is checked out.
fn begun() -> Repo {
    let repo = Repo::empty();
    repo.write("one.rs", &text("one", &[]));
    repo.write("two.rs", &text("two", &[]));
    repo.commit("base");
    repo.git(&["switch", "-q", "-c", "topic"]);
    repo.write("one.rs", &text("one", &[(10, "topic changes ten")]));
    repo.write("two.rs", &text("two", &[(20, "topic changes twenty")]));
    repo.commit("topic");
    repo
}

/// The base moves on: lines above and beside topic's, and a file of its own.
fn base_moves(repo: &Repo) {
    repo.git(&["switch", "-q", "main"]);
    repo.write(
        "one.rs",
        &format!("main adds a line\nmain adds another\n{}", text("one", &[(30, "main changes thirty")])),
    );
    repo.write("three.rs", &text("three", &[]));
    repo.commit("main goes on");
    repo.git(&["switch", "-q", "topic"]);
}

/// What git says that topic changes.
fn change(repo: &Repo) -> Diff {
    diff::parse(text_of(repo).as_bytes())
}

fn text_of(repo: &Repo) -> String {
    repo.git(&["diff", "--no-color", "--no-ext-diff", "-M", "main...topic"]) + "\n"
}

/// New lines, as they stand in the diff.
fn new_lines(now: &Diff, since: &Since) -> Vec<String> {
    let mut all = Vec::new();
    for run in &since.lines {
        let count = (run.to - run.from) as usize;
        for line in diff::lines(now, run.hunk, run.from).take(count) {
            all.push(String::from_utf8_lossy(line.text).trim_end().to_owned());
        }
    }
    all
}

#[test]
fn of_a_branch_that_goes_on_only_what_it_adds_is_new() {
    let repo = begun();
    let before = change(&repo);
    repo.write("one.rs", &text("one", &[(10, "topic changes ten"), (12, "and twelve")]));
    repo.commit("more");
    let now = change(&repo);
    let since = diff::since(&before, &now);
    assert_eq!(new_lines(&now, &since), ["one line 12", "and twelve"]);
    assert_eq!((since.totals.files, since.gone.len()), (1, 0));
}

#[test]
fn what_only_the_base_brought_is_not_new_after_a_rebase() {
    let repo = begun();
    let (before, shown) = (change(&repo), text_of(&repo));
    base_moves(&repo);
    repo.git(&["rebase", "-q", "main"]);
    let now = change(&repo);
    assert_ne!(shown, text_of(&repo), "the hunks stand elsewhere");
    let since = diff::since(&before, &now);
    assert_eq!(new_lines(&now, &since), Vec::<String>::new());
    assert_eq!((since.totals.files, since.gone.len()), (0, 0));
}

#[test]
fn what_only_the_base_brought_is_not_new_after_a_merge_of_it() {
    let repo = begun();
    let before = change(&repo);
    base_moves(&repo);
    repo.git(&["merge", "-q", "--no-edit", "main"]);
    repo.write("two.rs", &text("two", &[(20, "topic changes twenty"), (21, "and twenty-one")]));
    repo.commit("after the merge");
    let now = change(&repo);
    let since = diff::since(&before, &now);
    assert_eq!(new_lines(&now, &since), ["two line 21", "and twenty-one"]);
}

#[test]
fn a_squash_and_a_new_message_are_nothing_new() {
    let repo = begun();
    repo.write("two.rs", &text("two", &[(20, "topic changes twenty"), (35, "and thirty-five")]));
    repo.commit("more");
    let before = change(&repo);
    repo.git(&["reset", "-q", "--soft", "main"]);
    repo.commit("all in one");
    let now = change(&repo);
    let since = diff::since(&before, &now);
    assert_eq!((new_lines(&now, &since), since.totals.files), (Vec::new(), 0));
}

#[test]
fn a_line_that_is_changed_again_is_new_and_one_that_is_taken_back_is_counted() {
    let repo = begun();
    let before = change(&repo);
    repo.write("one.rs", &text("one", &[(10, "topic changes ten otherwise")]));
    repo.write("two.rs", &text("two", &[]));
    repo.git(&["commit", "-q", "-a", "--amend", "-m", "topic, amended"]);
    let now = change(&repo);
    let since = diff::since(&before, &now);
    assert_eq!(new_lines(&now, &since), ["topic changes ten otherwise"]);
    let gone: Vec<String> = since.gone.iter().map(|path| path.lossy().into_owned()).collect();
    assert_eq!(gone, ["two.rs"], "it left the change");
}

#[test]
fn a_renamed_file_is_paired_with_what_it_was() {
    let repo = begun();
    let before = change(&repo);
    repo.git(&["mv", "one.rs", "uno.rs"]);
    repo.commit("renamed");
    let now = change(&repo);
    let since = diff::since(&before, &now);
    assert_eq!(new_lines(&now, &since), Vec::<String>::new(), "its lines were seen");
}

/// The cockpit on the branch; it is looked at, and left.
fn look(home: &Home, repo: &Repo, keys: &str, words: &str) {
    let mut cockpit = Cockpit::prr(home, &["tui", "topic"]).cwd(repo.root()).size(120, 40).start();
    cockpit.wait_for_text(" reviewed");
    if !words.is_empty() {
        cockpit.keys(keys);
        cockpit.wait_for_text(words);
    }
    cockpit.keys("jjq");
    assert_eq!(cockpit.exit().code, Some(0));
}

#[test]
fn through_the_program_a_rebase_is_nothing_new_and_a_push_is_shown_alone() {
    let (home, repo) = (Home::new(), begun());
    look(&home, &repo, "", "");
    base_moves(&repo);
    repo.git(&["rebase", "-q", "main"]);
    look(&home, &repo, "i", "nothing is new since");
    repo.write("two.rs", &text("two", &[(20, "topic changes twenty"), (22, "and twenty-two")]));
    repo.commit("pushed");
    let mut cockpit = Cockpit::prr(&home, &["tui", "topic"]).cwd(repo.root()).size(120, 40).start();
    cockpit.wait_for_text(" reviewed");
    cockpit.wait_for_text("new since");
    cockpit.keys("i");
    cockpit.wait_for(|screen| {
        let text = screen.contents();
        text.contains("and twenty-two") && !text.contains("topic changes ten")
    });
    cockpit.keys("i");
    cockpit.wait_for_text("topic changes ten");
    cockpit.keys("q");
    assert_eq!(cockpit.exit().code, Some(0));
}
