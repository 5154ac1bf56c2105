//! Each fault with a text that yields it and a near miss.

use std::collections::BTreeMap;

use super::*;
use crate::core::{diff, risk};

const CHANGE: &str = "diff --git a/src/routes.rs b/src/routes.rs
--- a/src/routes.rs
+++ b/src/routes.rs
@@ -1,2 +1,3 @@
 fn routes() {
+    post(\"/signup\", sign_up);
 }
diff --git a/src/tools/big.rs b/src/tools/big.rs
--- a/src/tools/big.rs
+++ b/src/tools/big.rs
@@ -1,1 +1,22 @@
 fn big() {}
";

/// The change, with a second file of 21 added lines.
fn change() -> String {
    let lines: String = (0..21).map(|n| format!("+let a{n} = {n};\n")).collect();
    format!("{CHANGE}{lines}")
}

/// Files of the new and of the base side; `None` for a side that cannot be read.
struct Files {
    head: Option<BTreeMap<&'static str, &'static str>>,
    base: BTreeMap<&'static str, &'static str>,
}

impl Texts for Files {
    fn head(&mut self, path: &str) -> Look {
        let Some(head) = &self.head else { return Look::Unknown };
        head.get(path).map_or(Look::Missing, |text| Look::Text(text.as_bytes().to_vec()))
    }
    fn base(&mut self, path: &str) -> Look {
        self.base.get(path).map_or(Look::Missing, |text| Look::Text(text.as_bytes().to_vec()))
    }
    fn anywhere(&mut self, literal: &str) -> Option<bool> {
        Some(self.head.as_ref()?.values().any(|text| text.contains(literal)))
    }
}

fn files() -> Files {
    let head = BTreeMap::from([
        ("src/routes.rs", "fn routes() {\n    post(\"/signup\", sign_up);\n}\n"),
        ("src/mail.rs", "fn mail() { deliver() }\n"),
    ]);
    Files { head: Some(head), base: BTreeMap::from([("src/old.rs", "fn kept() {}\n")]) }
}

fn said_of(origin: Origin, text: &str) -> Vec<(String, Severity, f64)> {
    said_by(origin, text, &mut files())
}

fn said_by(origin: Origin, text: &str, texts: &mut dyn Texts) -> Vec<(String, Severity, f64)> {
    let intent = Intent {
        about: "Sign-up".to_owned(),
        sources: vec![Source { origin, text: text.to_owned() }],
        template: vec!["I ran the linter".to_owned()],
    };
    let diff = diff::parse(change().into_bytes());
    let classes = risk::classes_of(&diff);
    let made = align((&diff, &classes), &intent, texts, &TaskId::new("builtin:spec-alignment"));
    made.into_iter()
        .filter(|one| one.claim.kind == Kind::Finding)
        .map(|one| (one.claim.issue_class, one.weight.severity, one.weight.confidence.unwrap().single()))
        .collect()
}

fn review() -> Origin {
    Origin::Review(RepoPath::new("REVIEW.md"))
}

fn spec(name: &str) -> Origin {
    Origin::Spec(RepoPath::new(format!(".claude/specs/{name}.md")))
}

/// Where a text stands, and it.
type Case = (Origin, &'static str);

/// For each fault: a source that yields it and one that nearly does.
fn cases(fault: Fault) -> Vec<(Case, Case)> {
    match fault {
        Fault::Wiring => vec![
            (
                (review(), "- `src/routes.rs` MUST contain `log_in`\n"),
                (review(), "- `src/routes.rs` MUST contain `sign_up`\n"),
            ),
            (
                (Origin::Issue(3), "- `src/none.rs` MUST contain `x`\n"),
                (Origin::Issue(3), "- `src/none.rs` should contain `x`\n"),
            ),
            // What another specification asks of another file is not this change's doing, unless it undoes it.
            (
                (spec("old"), "- `src/old.rs` MUST contain `kept`\n"),
                (spec("old"), "- `src/old.rs` MUST contain `coming`\n"),
            ),
            (
                (spec("sign-up"), "- `src/later.rs` MUST export `y`\n"),
                (spec("other"), "- `src/later.rs` MUST export `y`\n"),
            ),
            // A fence shows how to write one.
            (
                (review(), "- `../x` MUST contain `y`\n- `a.rs` MUST list `b`\n"),
                (review(), "```\n- `a.rs` MUST list `b`\n```\n"),
            ),
        ],
        Fault::Unmet => vec![
            (
                (Origin::Issue(3), "## Acceptance criteria\n- Passwords MUST go through `argon2id`\n"),
                (Origin::Issue(3), "## Acceptance criteria\n- Mails MUST go through `deliver`\n"),
            ),
            (
                (spec("sign-up"), "FR-1: x\n- FR-1: it MUST call `audit_log()`\n"),
                (spec("other"), "- FR-1: it MUST call `audit_log()`\n"),
            ),
            (
                (Origin::Description, "### Requirements\n1. REQ-1 `rate_limit` is enforced\n"),
                (Origin::Description, "### Requirements\n1. `rate_limit` MUST NOT be enforced\n2. It MUST be fast\n"),
            ),
        ],
        Fault::Partial => vec![(
            (Origin::Issue(3), "## Must have\n- It MUST `deliver` and `audit_log`\n"),
            (Origin::Issue(3), "## Must have\n- It MUST `deliver` and `sign_up`\n"),
        )],
        Fault::Unchecked => vec![
            (
                (Origin::Description, "- [ ] Documented\n"),
                (Origin::Description, "- [x] Documented\n- [ ] I ran the linter\n"),
            ),
            ((Origin::Description, "- [ ] Calls `audit_log`\n"), (Origin::Description, "- [ ] Calls `sign_up`\n")),
            ((Origin::Description, "- [ ] Documented\n"), (Origin::Issue(3), "- [ ] Documented\n")),
            ((Origin::Description, "- [ ] Documented\n"), (Origin::Description, "<!--\n- [ ] Documented\n-->\n")),
        ],
        Fault::Creep => vec![(
            (Origin::Description, "## Requirements\n- Change `src/routes.rs`\n## Out of scope\n- `docs/**`\n"),
            (Origin::Description, "## Requirements\n- Change `src/routes.rs`\n## Out of scope\n- `src/tools/**`\n"),
        )],
    }
}

#[test]
fn every_fault_has_a_text_that_yields_it_and_one_that_nearly_does() {
    for fault in Fault::ALL {
        for ((origin, text), (other, near)) in cases(fault) {
            let said = said_of(origin, text);
            assert!(said.iter().any(|(class, ..)| class == fault.as_str()), "{fault:?}: {text} gave {said:?}");
            let (_, severity, sure) = said.iter().find(|(class, ..)| class == fault.as_str()).unwrap();
            assert_eq!(*severity, fault.severity());
            assert!((sure - fault.confidence()).abs() < 1e-9, "{fault:?}");
            let said = said_of(other, near);
            assert!(said.iter().all(|(class, ..)| class != fault.as_str()), "{fault:?}: {near} gave {said:?}");
        }
    }
}

#[test]
fn severities_and_confidences_are_those_of_the_table() {
    let of: Vec<(&str, f64)> = Fault::ALL.iter().map(|f| (f.severity().as_str(), f.confidence())).collect();
    assert_eq!(of, [("blocker", 1.0), ("critical", 0.9), ("major", 0.85), ("major", 0.8), ("minor", 0.7)]);
}

#[test]
fn a_review_file_limits_no_change_and_a_small_file_is_no_creep() {
    assert_eq!(said_of(review(), "## Requirements\n- Change `src/routes.rs`\n"), []);
    let other = "## Requirements\n- Change `src/elsewhere/x.rs`\n";
    assert_eq!(said_of(Origin::Description, other), [], "a specification of something else limits nothing");
}

#[test]
fn what_cannot_be_looked_into_is_counted_and_never_claimed() {
    let mut blind = Files { head: None, base: BTreeMap::new() };
    let text = "## Requirements\n- `src/far.rs` MUST contain `z`\n- It MUST call `audit_log`\n- It is fast\n";
    let intent = Intent {
        about: String::new(),
        sources: vec![Source { origin: Origin::Issue(9), text: text.to_owned() }],
        template: Vec::new(),
    };
    let diff = diff::parse(CHANGE.as_bytes());
    let made = align((&diff, &risk::classes_of(&diff)), &intent, &mut blind, &TaskId::new("t"));
    let [note] = &made[..] else { panic!("{made:?}") };
    assert_eq!(note.claim.kind, Kind::Note);
    let words = "2 criteria of issue #9 can only be judged by reading. Not at hand to be looked into: src/far.rs.";
    assert_eq!(note.claim.summary, words);
}

#[test]
fn an_added_file_is_looked_into_without_a_repository() {
    let diff = "diff --git a/a.rs b/a.rs\nnew file mode 100644\n--- /dev/null\n+++ b/a.rs\n@@ -0,0 +1 @@\n+one\n";
    let diff = diff::parse(diff.as_bytes());
    let mut blind = Files { head: None, base: BTreeMap::new() };
    let text = "- `a.rs` MUST contain `one`\n- `a.rs` MUST contain `two`\n";
    let sources = vec![Source { origin: review(), text: text.to_owned() }];
    let intent = Intent { sources, ..Intent::default() };
    let made = align((&diff, &[]), &intent, &mut blind, &TaskId::new("t"));
    assert_eq!(made.len(), 1);
    assert!(made[0].claim.title.contains("`two`") && made[0].place.is_some());
}

#[test]
fn many_faults_are_capped_and_counted() {
    let text: String = (0..500).map(|n| format!("- [ ] box {n}\n")).collect();
    let said = said_of(Origin::Description, &text);
    assert_eq!(said.len(), MOST);
    let asked = read(&text, &Origin::Description);
    assert_eq!((asked.criteria.len(), asked.more), (200, 300));
}

#[test]
fn spans_keep_escaped_backticks_and_lines_go_on() {
    let asked = read("- `a.md` MUST contain `x \\` y`\n  and more\n\nafter\n", &review());
    assert_eq!(asked.criteria[0].ask, Ask::Wiring { file: "a.md".into(), literal: "x ` y".into() });
    assert_eq!(asked.criteria[0].text, "`a.md` MUST contain `x \\` y` and more");
}

#[test]
fn of_several_review_files_the_nearest_above_a_file_rules_it() {
    let all: Vec<RepoPath> =
        ["REVIEW.md", "src/REVIEW.md", "src/tools/REVIEW.md", "docs/REVIEW.md"].map(RepoPath::new).into();
    let diff = diff::parse(change().into_bytes());
    let ruling: Vec<_> = governing(&diff, &all).into_iter().map(|path| path.lossy().into_owned()).collect();
    assert_eq!(ruling, ["src/REVIEW.md", "src/tools/REVIEW.md"]);
    assert_eq!(governing(&diff, &all[3..]), Vec::<&RepoPath>::new());
}

mod any {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn any_text_is_read_within_bounds(text in "(?s)([-*#\\[\\]x `\\n\\\\]|MUST|contain|a\\.rs|.){0,400}") {
            for origin in [review(), spec("a"), Origin::Issue(1), Origin::Description] {
                let asked = read(&text, &origin);
                prop_assert!(asked.criteria.len() <= 200);
                prop_assert!(asked.criteria.iter().all(|one| one.text.len() <= 1_000 && one.line as usize <= text.lines().count()));
            }
        }
    }
}
