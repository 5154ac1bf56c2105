//! `prr show`: a stored review with the person's decisions, and what the machine believed.

use std::fs;

use prr::{
    core::model::{
        Act, Anchor, Comment, Decision, FindingId, LineRange, Record, RepoPath, Request, RunId, Severity, Side,
        TargetKind, Time, Wording,
    },
    edge::logbook::{Fault, Logbook, Places},
};

use super::{FINDINGS, SMALL, golden, home, review, run, small};
use crate::support::dirs::Home;

/// The run and its `pr_ref`.
pub fn recorded(home: &Home) -> (RunId, String) {
    let log = run(home, &["log", "--output", "json"]).json();
    let target = &log["targets"][0];
    let run = target["runs"].as_array().unwrap().last().unwrap();
    (RunId::new(run["run_id"].as_str().unwrap()), target["pr_ref"].as_str().unwrap().to_owned())
}

/// Writes acts into the logbook, as a cockpit would.
pub fn decide(home: &Home, acts: Vec<(&str, Act)>) {
    let decision = |run: &RunId, (seq, (finding, act)): (u64, (&str, Act))| Record::Decision {
        run: run.clone(),
        decision: Decision { seq, at: Time(1_700_000_000_000), finding: FindingId::new(finding), act, batch: None },
    };
    write(home, |run| (1..).zip(acts).map(|act| decision(run, act)).collect());
}

/// Appends records to the only logbook of a home.
pub fn write(home: &Home, records: impl FnOnce(&RunId) -> Vec<Record>) {
    let (run, pr_ref) = recorded(home);
    let request = Request {
        kind: TargetKind::File,
        pr_ref,
        repo_slug: String::new(),
        title: String::new(),
        base_sha: None,
        head_sha: None,
        diff_hash: String::new(),
        notes: Vec::new(),
        pull: None,
        stack: None,
    };
    let places =
        Places { repository: None, pull: None, data_dir: Some(home.path().join(".local/share")), ..Places::default() };
    let mut logbook = Logbook::open(&places, &request, Fault::Never).unwrap().logbook;
    logbook.append(&records(&run)).unwrap();
    logbook.sync().unwrap();
}

/// One of each act. The ids are those of the golden `small_r3`.
pub fn acts() -> Vec<(&'static str, Act)> {
    let wording = |title: &str| Wording { title: title.into(), body: "In my words.".into(), suggestion: None };
    let before = (Wording::default(), Severity::Major);
    let lines = LineRange::one(12);
    let anchor = Anchor { path: RepoPath::new("web/form.js"), side: Side::Right, lines };
    let own = Comment {
        anchor: Some(anchor),
        quoted: String::new(),
        wording: Wording { title: String::new(), body: "Why is it shown twice?".into(), suggestion: None },
    };
    vec![
        ("data-integrity-001", Act::Accept),
        ("security-001", Act::Drop { reason: "escaped by the template".into() }),
        ("correctness-001", Act::Edit { before, after: (wording("Raise instead of None"), Severity::Minor) }),
        ("test-gap-001", Act::Restore),
        ("own-001", Act::Add(own)),
        ("security-002", Act::Drop { reason: String::new() }),
        ("security-002", Act::Undo { of: 6 }),
    ]
}

fn decided() -> Home {
    let home = small();
    assert_eq!(review(&home, &[]).code, 0);
    decide(&home, acts());
    home
}

#[test]
fn a_stored_review_without_decisions_is_what_was_printed() {
    for form in ["text", "markdown", "r3", "deep", "sarif", "rdjson", "pr-json"] {
        let home = small();
        let first = review(&home, &["--output", form]);
        let shown = run(&home, &["show", "small.diff", "--output", form]);
        assert_eq!((shown.code, &shown.out), (0, &first.out), "{form}: {}", shown.err);
    }
}

#[test]
fn decisions_are_applied_in_every_form() {
    let home = decided();
    for form in ["text", "markdown", "json", "r3", "deep", "pr-json", "sarif", "rdjson"] {
        let shown = run(&home, &["show", "small.diff", "--output", form]);
        assert_eq!(shown.code, 0, "{form}: {}", shown.err);
        golden(&format!("decided_{}", form.replace('-', "_")), &shown.out);
        assert!(shown.out.contains("Raise instead of None") && !shown.out.contains("A failed payment"), "{form}");
        let machine = run(&home, &["show", "small.diff", "--output", form, "--all"]);
        // rdjson has no word for what is held back, and what the person dropped is held back there.
        assert!(machine.out.contains("A failed payment") && !machine.out.contains("Raise instead"), "{form}");
    }
}

#[test]
fn nothing_is_run_and_nothing_is_written() {
    let home = decided();
    let before: Vec<_> =
        crate::pty::files(home.path()).into_iter().map(|path| (fs::read(&path).unwrap(), path)).collect();
    run(&home, &["show", "small.diff"]);
    run(&home, &["log"]);
    let after: Vec<_> =
        crate::pty::files(home.path()).into_iter().map(|path| (fs::read(&path).unwrap(), path)).collect();
    assert!(before == after);
}

#[test]
fn a_run_is_found_by_its_id_and_shown_without_its_diff() {
    let home = decided();
    let (id, _) = recorded(&home);
    let with = run(&home, &["show", "small.diff", "--run", id.as_str(), "--output", "json"]);
    assert_eq!(with.code, 0, "{}", with.err);
    fs::remove_file(home.work().join("small.diff")).unwrap();
    let gone = run(&home, &["show", "--run", id.as_str(), "--output", "json"]);
    assert_eq!(gone.code, 0, "{}", gone.err);
    assert!(gone.err.contains("is not there any more"), "{}", gone.err);
    let titles = |json: serde_json::Value| {
        let mut all: Vec<String> =
            json["findings"].as_array().unwrap().iter().map(|f| format!("{} {}", f["title"], f["file"])).collect();
        all.sort();
        all
    };
    assert_eq!(titles(gone.json()), titles(with.json()));
    let markdown = run(&home, &["show", "--run", id.as_str(), "--output", "markdown"]);
    assert!(markdown.out.contains("src/pay.py:4-7"), "{}", markdown.out);
    assert!(markdown.out.contains("Why is it shown twice?"), "{}", markdown.out);
}

#[test]
fn a_run_that_is_not_there_lists_those_that_are() {
    let home = small();
    review(&home, &[]);
    let (id, _) = recorded(&home);
    let unknown = run(&home, &["show", "--run", "20200101-000000-abc"]);
    assert_eq!((unknown.code, unknown.out.as_str()), (3, ""));
    assert!(unknown.err.contains("`20200101-000000-abc`") && unknown.err.contains(id.as_str()), "{}", unknown.err);
    fs::write(home.work().join("other.diff"), SMALL.replace("refund", "give_back")).unwrap();
    let none = run(&home, &["show", "other.diff"]);
    assert_eq!(none.code, 3);
    assert!(none.err.contains("no stored review of other.diff") && none.err.contains(id.as_str()), "{}", none.err);
    let nothing = run(&super::home(&[("small.diff", SMALL)]), &["show", "small.diff"]);
    assert!(nothing.code == 3 && nothing.err.contains("prr review"), "{}", nothing.err);
}

#[test]
fn the_newest_run_of_a_branch_is_shown_and_an_older_one_from_its_commits() {
    let repo = crate::support::repo::Repo::with_history();
    let home = home(&[("agent.json", FINDINGS)]);
    let at = |args: &[&str]| {
        let output = home.prr(args).current_dir(repo.root()).output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        super::Ran { code: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
    };
    repo.git(&["checkout", "-q", "-b", "topic"]);
    repo.write("a.txt", "one\n<<<<<<< HEAD\n2\n=======\n3\n>>>>>>> x\nthree\n");
    repo.commit("conflict");
    assert_eq!(at(&["review"]).code, 0);
    let first = at(&["log", "--output", "json"]).json()["targets"][0]["runs"][0]["run_id"].as_str().unwrap().to_owned();
    repo.write("a.txt", "one\n2\nthree\n");
    repo.write("c.txt", "new\n");
    repo.commit("solved");
    assert_eq!(at(&["review"]).code, 0);
    assert!(!at(&["show"]).out.contains("Unresolved merge conflict"));
    let old = at(&["show", "--run", &first]);
    assert!(old.out.contains("Unresolved merge conflict\n  a.txt:2-6"), "{}{}", old.out, old.err);
    assert!(!old.err.contains("not there any more"), "{}", old.err);
}
