//! Rules on small diffs: what matches, what nearly does, what cannot be used.

use super::*;
use crate::core::diff;

fn rule(id: &str, pattern: &str) -> CustomRule {
    CustomRule {
        id: id.to_owned(),
        pattern: pattern.to_owned(),
        severity: Severity::Minor,
        message: format!("no {id}"),
        include: Vec::new(),
        exclude: Vec::new(),
    }
}

fn change(path: &str, body: &str) -> Diff {
    let added = body.matches("\n+").count() + usize::from(body.starts_with('+'));
    let old = body.lines().filter(|line| !line.starts_with('+')).count();
    let new = body.lines().filter(|line| !line.starts_with('-')).count();
    assert!(added > 0);
    let head = format!("diff --git a/{path} b/{path}\n--- a/{path}\n+++ b/{path}\n@@ -1,{old} +1,{new} @@\n");
    diff::parse(format!("{head}{body}").into_bytes())
}

/// Lines found, then the titles of the notes.
fn found(rules: &[CustomRule], diff: &Diff, class: FileClass) -> (Vec<(String, u32)>, Vec<String>) {
    let mut rules = Rules::new(rules, &TaskId::new("builtin:rules"));
    let all: Vec<Candidate> = diff.file_numbers().flat_map(|file| rules.run(diff, file, class)).collect();
    let ids: std::collections::BTreeSet<&str> = all.iter().map(|candidate| candidate.id.as_str()).collect();
    assert_eq!(ids.len(), all.len());
    let line = |c: &Candidate| c.place.as_ref().and_then(|place| place.lines).map_or(0, |lines| lines.start());
    let found = all.iter().map(|c| (c.claim.issue_class.clone(), line(c))).collect();
    (found, rules.notes().into_iter().map(|note| note.claim.title).collect())
}

#[test]
fn only_added_lines_count_and_line_ends_are_no_part_of_them() {
    let diff = change("a.js", " console.log(0)\n-console.log(1)\n+console.log(2)\r\n+console_log(3)\r\n");
    let rules = [rule("no-console", r"console\.log\(\d\)$")];
    assert_eq!(found(&rules, &diff, FileClass::Source).0, [("no-console".to_owned(), 2)]);
}

#[test]
fn include_and_exclude_are_whole_paths() {
    let with = |include: &[&str], exclude: &[&str]| CustomRule {
        include: include.iter().map(|glob| (*glob).to_owned()).collect(),
        exclude: exclude.iter().map(|glob| (*glob).to_owned()).collect(),
        ..rule("x", "x")
    };
    let count = |path: &str, rule: CustomRule| found(&[rule], &change(path, "+x\n"), FileClass::Source).0.len();
    assert_eq!(count("src/a.js", with(&["src/*.js"], &[])), 1);
    assert_eq!(count("src/deep/a.js", with(&["src/*.js"], &[])), 0);
    assert_eq!(count("src/deep/a.js", with(&["src/**"], &["**/deep/*"])), 0);
    assert_eq!(count("src/a.js", with(&[], &["lib/**"])), 1);
}

#[test]
fn files_left_out_of_review_are_looked_at_only_when_they_are_named() {
    let diff = change("pnpm-lock.yaml", "+x\n");
    assert_eq!(found(&[rule("x", "x")], &diff, FileClass::Generated).0, []);
    let named = CustomRule { include: vec!["pnpm-lock.yaml".to_owned()], ..rule("x", "x") };
    assert_eq!(found(&[named], &diff, FileClass::Generated).0.len(), 1);
}

#[test]
fn look_around_works_and_what_it_rules_out_is_not_found() {
    let rules = [rule("todo", r"TODO(?!\(\w+\))")];
    let diff = change("a.rs", "+// TODO(ann) later\n+// TODO later\n");
    assert_eq!(found(&rules, &diff, FileClass::Source).0, [("todo".to_owned(), 2)]);
}

#[test]
fn a_pattern_that_explodes_is_told_once_and_silences_no_other_rule() {
    let bomb = rule("bomb", r"^(?=(a|aa)+(?<=a)$)a");
    let text = format!("+{}!\n", "a".repeat(44)).repeat(4);
    let (hits, notes) = found(&[bomb, rule("a", "a{44}")], &change("a.txt", &text), FileClass::Source);
    assert_eq!(hits.len(), 4, "{hits:?}");
    assert_eq!(notes, ["The rule `bomb` is invalid and is off"]);
}

#[test]
fn rules_that_cannot_be_used_are_told_and_the_others_run() {
    let glob = CustomRule { include: vec!["src/[".to_owned()], ..rule("glob", "x") };
    let (hits, notes) =
        found(&[rule("open", "("), rule("none", ""), glob, rule("x", "x")], &change("a", "+x\n"), FileClass::Source);
    assert_eq!(hits, [("x".to_owned(), 1)]);
    assert_eq!(notes.len(), 3, "{notes:?}");
}

#[test]
fn a_rule_that_matches_everything_is_counted_in_its_last_finding() {
    let diff = change("a", &"+x\n".repeat(MOST + 7));
    let mut rules = Rules::new(&[rule("x", "x")], &TaskId::new("t"));
    let all: Vec<Candidate> = diff.file_numbers().flat_map(|f| rules.run(&diff, f, FileClass::Source)).collect();
    assert_eq!(all.len(), MOST);
    assert!(all.last().unwrap().claim.summary.contains("7 more"));
    let sinks: std::collections::BTreeSet<&str> = all.iter().map(|c| c.claim.sink.as_str()).collect();
    assert_eq!(sinks.len(), MOST, "each is a finding of its own");
}
