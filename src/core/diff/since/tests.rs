//! Tests of the comparison: made histories, and properties over any. Not built into the product.

use proptest::prelude::*;
use similar::TextDiff;

use super::*;
use crate::core::{diff, model::RepoPath};

/// A diff between two states of some files, as git would write it.
fn between(files: &[(&str, &[String], &[String])]) -> Diff {
    let mut text = String::new();
    for (path, before, after) in files.iter().filter(|(_, before, after)| before != after) {
        let (old, new) = (before.concat(), after.concat());
        let hunks = TextDiff::from_lines(&old, &new).unified_diff().context_radius(3).to_string();
        text.push_str(&format!("diff --git a/{path} b/{path}\n--- a/{path}\n+++ b/{path}\n{hunks}"));
    }
    diff::parse(text.into_bytes())
}

fn lines(text: &str) -> Vec<String> {
    text.split_inclusive('\n').map(str::to_owned).collect()
}

fn numbered(count: usize) -> Vec<String> {
    (0..count).map(|n| format!("base line {n}\n")).collect()
}

/// The texts of the new lines, with their marks.
fn fresh(now: &Diff, since: &Since) -> Vec<String> {
    let all = since.lines.iter().flat_map(|run| (run.from..run.to).map(|ord| LineRef { hunk: run.hunk, ord }));
    let text =
        |at| diff::line(now, at).map(|line| String::from_utf8_lossy(&[line.mark, line.text].concat()).into_owned());
    all.filter_map(text).collect()
}

fn with(base: &[String], at: usize, added: &str) -> Vec<String> {
    let mut all = base.to_vec();
    all.splice(at..at, lines(added));
    all
}

#[test]
fn a_follow_up_gives_its_own_lines_only() {
    let base = numbered(60);
    let first = with(&base, 10, "let a = 1;\nlet b = 2;\n");
    let second = with(&first, 40, "let c = 3;\n");
    let (earlier, now) = (between(&[("x", &base, &first)]), between(&[("x", &base, &second)]));
    let found = since(&earlier, &now);
    assert_eq!(fresh(&now, &found), ["+let c = 3;"]);
    assert_eq!((found.totals.files, found.totals.new.added, found.totals.taken_back), (1, 1, 0));
    assert_eq!(found.hunk_folds, vec![Range { start: 0, end: 1 }]);
    assert!(found.has_new(HunkIx(1)) && !found.has_new(HunkIx(0)));
}

#[test]
fn a_base_that_moved_gives_nothing() {
    let base = numbered(60);
    let ours = with(&base, 30, "let a = 1;\n");
    let other_base = with(&base, 5, "from main\nfrom main too\n");
    let rebased = with(&ours, 5, "from main\nfrom main too\n");
    let found = since(&between(&[("x", &base, &ours)]), &between(&[("x", &other_base, &rebased)]));
    assert!(found.is_empty() && found.lines.is_empty());
    assert_eq!(found.file_folds, vec![Range { start: 0, end: 1 }]);
}

#[test]
fn context_that_the_base_changed_is_not_looked_at() {
    let base = numbered(60);
    let mut other_base = base.clone();
    other_base[29] = "changed in main\n".into();
    other_base[31] = "changed in main too\n".into();
    let found = since(
        &between(&[("x", &base, &with(&base, 30, "let a = 1;\n"))]),
        &between(&[("x", &other_base, &with(&other_base, 30, "let a = 1;\n"))]),
    );
    assert!(found.is_empty());
}

#[test]
fn parts_that_the_base_put_in_another_order_are_known() {
    let part = |name: &str| lines(&format!("fn {name}() {{\n    begin_{name}();\n    end_{name}();\n}}\n"));
    let (a, b) = (part("a"), part("b"));
    let put = |part: &[String], name: &str| with(part, 2, &format!("    log(\"{name}\");\n"));
    let earlier = between(&[("x", &[&a[..], &b].concat(), &[put(&a, "a"), put(&b, "b")].concat())]);
    let now = between(&[("x", &[&b[..], &a].concat(), &[put(&b, "b"), put(&a, "a")].concat())]);
    assert!(since(&earlier, &now).is_empty());
}

#[test]
fn an_edited_line_is_new_and_the_one_before_is_taken_back() {
    let base = numbered(20);
    let (first, second) = (with(&base, 10, "let a = 1;\n"), with(&base, 10, "let a = 2;\n"));
    let now = between(&[("x", &base, &second)]);
    let found = since(&between(&[("x", &base, &first)]), &now);
    assert_eq!(fresh(&now, &found), ["+let a = 2;"]);
    assert_eq!(found.totals, SinceTotals { files: 1, new: Counts { added: 1, removed: 0 }, taken_back: 1 });
}

#[test]
fn a_change_that_was_taken_back_leaves_no_line_but_is_told() {
    let base = numbered(60);
    let first = with(&with(&base, 40, "let b = 2;\n"), 10, "let a = 1;\n");
    let found = since(&between(&[("x", &base, &first)]), &between(&[("x", &base, &with(&base, 10, "let a = 1;\n"))]));
    assert_eq!((found.files[0].state, found.files[0].taken_back), (SinceState::Changed, 1));
    assert!(found.lines.is_empty() && !found.is_empty());
    assert_eq!(found.hunk_folds, vec![Range { start: 0, end: 1 }]);
}

#[test]
fn a_file_that_left_is_gone_and_its_lines_are_taken_back() {
    let base = numbered(20);
    let ours = with(&base, 10, "let a = 1;\n");
    let found = since(&between(&[("x", &base, &ours), ("y", &base, &ours)]), &between(&[("y", &base, &ours)]));
    assert_eq!((found.gone, found.totals.taken_back, found.totals.files), (vec![RepoPath::new("x")], 1, 0));
}

const RENAME: &str = "similarity index 90%\nrename from x\nrename to z\n";

fn renamed(text: &str) -> Diff {
    diff::parse(
        text.replace("diff --git a/x b/x\n", &format!("diff --git a/x b/z\n{RENAME}"))
            .replace("+++ b/x", "+++ b/z")
            .into_bytes(),
    )
}

fn text_of(files: &[(&str, &[String], &[String])]) -> String {
    let index = between(files);
    index.text.segments().map(|(_, bytes)| String::from_utf8_lossy(bytes).into_owned()).collect()
}

#[test]
fn a_file_renamed_since_is_changed_without_new_lines() {
    let base = numbered(20);
    let ours = with(&base, 10, "let a = 1;\n");
    let text = text_of(&[("x", &base, &ours)]);
    let found = since(&diff::parse(text.clone().into_bytes()), &renamed(&text));
    assert_eq!((found.files[0].state, found.lines.len(), found.gone.len()), (SinceState::Changed, 0, 0));
    let back = since(&renamed(&text), &diff::parse(text.clone().into_bytes()));
    assert_eq!((back.files[0].state, back.lines.len(), back.gone.len()), (SinceState::Changed, 0, 0));
    assert!(since(&renamed(&text), &renamed(&text)).is_empty());
}

#[test]
fn a_new_file_that_moved_is_known_by_its_lines() {
    let body = lines("fn everything() {\n    does_one_thing();\n    does_another();\n    and_a_third();\n}\n");
    let new = |path: &str, body: &[String]| {
        let plus: String = body.iter().map(|line| format!("+{line}")).collect();
        format!(
            "diff --git a/{path} b/{path}\nnew file mode 100644\n--- /dev/null\n+++ b/{path}\n@@ -0,0 +1,{} @@\n{plus}",
            body.len()
        )
    };
    let more = with(&body, 4, "    and_more();\n");
    let now = diff::parse(new("b/everything.rs", &more).into_bytes());
    let found = since(&diff::parse(new("a/everything.rs", &body).into_bytes()), &now);
    assert_eq!(fresh(&now, &found), ["+    and_more();"]);
    let other = lines("completely different\nother text here\nnothing in common\n");
    let now = diff::parse(new("b/other.rs", &other).into_bytes());
    let found = since(&diff::parse(new("a/everything.rs", &body).into_bytes()), &now);
    assert_eq!((found.totals.new.added, found.gone.len()), (3, 1));
}

#[test]
fn modes_and_binary_blobs_are_looked_at() {
    let binary = "diff --git a/x b/x\nindex 1111111..2222222 100644\nBinary files a/x and b/x differ\n";
    let same = since(&diff::parse(binary.as_bytes()), &diff::parse(binary.replace("1111111", "4444444").into_bytes()));
    assert!(same.is_empty(), "only the base's blob is another");
    let other = since(&diff::parse(binary.as_bytes()), &diff::parse(binary.replace("2222222", "3333333").into_bytes()));
    assert_eq!(other.totals.files, 1);
    let mode = "diff --git a/x b/x\nold mode 100644\nnew mode 100755\n";
    assert!(since(&diff::parse(mode.as_bytes()), &diff::parse(mode.as_bytes())).is_empty());
    assert_eq!(since(&Diff::default(), &diff::parse(mode.as_bytes())).totals.files, 1);
}

#[test]
fn a_line_feed_that_came_at_the_end_is_new() {
    let with_end = "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n";
    let without = format!("{with_end}\\ No newline at end of file\n");
    let now = diff::parse(with_end.as_bytes());
    assert_eq!(fresh(&now, &since(&diff::parse(without.into_bytes()), &now)), ["+b"]);
}

#[test]
fn a_group_that_git_began_elsewhere_is_the_same() {
    let hunk =
        |body: &str| diff::parse(format!("diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,4 +1,7 @@\n{body}").into_bytes());
    let low = hunk(" fn a() {\n }\n+fn b() {\n+    b();\n+}\n fn c() {\n }\n");
    let high = hunk(" fn a() {\n+}\n+fn b() {\n+    b();\n }\n fn c() {\n }\n");
    assert!(since(&low, &high).is_empty() && since(&high, &low).is_empty());
}

#[test]
fn two_hundred_thousand_lines_that_have_nothing_in_common_end_soon() {
    let repeated = |word: &str| {
        let body: String = (0..100_000).map(|n| format!("+{word} {}\n", n % 7)).collect();
        diff::parse(format!("diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -0,0 +1,100000 @@\n{body}").into_bytes())
    };
    let (earlier, now) = (repeated("a"), repeated("b"));
    assert_eq!(since(&earlier, &now).totals.new.added, 100_000);
}

/// Base lines, some twice; edits of ours as (place, removed, added); insertions of the base.
type Made = (Vec<u8>, Vec<(usize, usize, Vec<u8>)>, Vec<(usize, u8)>);

fn made() -> impl Strategy<Value = Made> {
    let ours = proptest::collection::vec((0usize..60, 0usize..3, proptest::collection::vec(0u8..30, 0..4)), 0..4);
    (proptest::collection::vec(0u8..40, 0..60), ours, proptest::collection::vec((0usize..60, 0u8..30), 0..4))
}

fn build(base: &[u8]) -> Vec<String> {
    base.iter().map(|n| format!("line number {n}\n")).collect()
}

fn edit(base: &[String], edits: &[(usize, usize, Vec<u8>)]) -> Vec<String> {
    let mut all = base.to_vec();
    for (at, removed, added) in edits {
        let at = (*at).min(all.len());
        let end = (at + removed).min(all.len());
        all.splice(at..end, added.iter().map(|n| format!("ours {n}\n")));
    }
    all
}

fn changed_texts(index: &Diff) -> Vec<String> {
    let hunks = (0..index.hunks.len() as u32).map(HunkIx);
    let all = hunks
        .flat_map(|hunk| diff::lines(index, hunk, 0).map(|line| [line.mark, line.text].concat()).collect::<Vec<_>>());
    all.filter(|line| matches!(line.first(), Some(b'+' | b'-')))
        .map(|line| String::from_utf8_lossy(&line).into_owned())
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_diff_against_itself_gives_nothing((base, ours, _) in made()) {
        let base = build(&base);
        let index = between(&[("x", &base, &edit(&base, &ours)), ("y", &base, &edit(&base, &ours[..ours.len() / 2]))]);
        let found = since(&index, &index);
        prop_assert!(found.is_empty() && found.lines.is_empty() && found.totals == SinceTotals::default());
    }

    #[test]
    fn what_the_earlier_diff_did_not_have_is_new((base, first, _) in made(), (_, second, _) in made()) {
        let base = build(&base);
        let (earlier, now) = (between(&[("x", &base, &edit(&base, &first))]), between(&[("x", &base, &edit(&base, &second))]));
        let found = since(&earlier, &now);
        let known = changed_texts(&earlier);
        let fresh = fresh(&now, &found);
        for line in changed_texts(&now).iter().filter(|line| !known.contains(line)) {
            prop_assert!(fresh.contains(line), "{line}");
        }
        prop_assert_eq!(fresh.iter().filter(|line| line.starts_with('+')).count() as u32, found.totals.new.added);
        prop_assert_eq!(fresh.iter().filter(|line| line.starts_with('-')).count() as u32, found.totals.new.removed);
        let kept = changed_texts(&now).len() - fresh.len();
        prop_assert_eq!(known.len() - kept, found.totals.taken_back as usize, "what is not new was there");
    }

    #[test]
    fn a_base_that_grew_elsewhere_gives_nothing(count in 20usize..60, ours in 4usize..16, edits in 1usize..4, grown in proptest::collection::vec(0usize..4, 1..4)) {
        let base = numbered(count);
        let added: Vec<u8> = (0..edits as u8).collect();
        let ours_at = |base: &[String], at: usize| edit(base, &[(at, 1, added.clone())]);
        let mut other = base.clone();
        let mut at = ours;
        for place in grown {
            other.insert(place, "grown in main\n".into());
            at += 1;
        }
        let found = since(&between(&[("x", &base, &ours_at(&base, ours))]), &between(&[("x", &other, &ours_at(&other, at))]));
        prop_assert!(found.is_empty() && found.lines.is_empty(), "{:?}", found);
    }

    #[test]
    fn numbers_and_context_decide_nothing((base, ours, _) in made(), shift in 1u32..1000) {
        let base = build(&base);
        let index = between(&[("x", &base, &edit(&base, &ours))]);
        let text: String = index.text.segments().map(|(_, bytes)| String::from_utf8_lossy(bytes).into_owned()).collect();
        let moved: String = text.split_inclusive('\n').map(|line| match line.strip_prefix("@@ -") {
            Some(rest) => {
                let (old, rest) = rest.split_once(' ').unwrap();
                let (new, rest) = rest.split_once(' ').unwrap();
                let up = |range: &str| {
                    let (start, count) = range.split_once(',').map_or((range, None), |(start, count)| (start, Some(count)));
                    let start = start.parse::<u32>().unwrap() + shift;
                    count.map_or(start.to_string(), |count| format!("{start},{count}"))
                };
                format!("@@ -{} +{} {rest}", up(old), up(new.trim_start_matches('+')))
            }
            None if line.starts_with(' ') => format!(" other {line}"),
            None => line.to_owned(),
        }).collect();
        let found = since(&index, &diff::parse(moved.into_bytes()));
        prop_assert!(found.is_empty() && found.lines.is_empty());
    }

    #[test]
    fn the_same_two_diffs_give_the_same_answer((base, first, _) in made(), (_, second, _) in made()) {
        let base = build(&base);
        let (earlier, now) = (between(&[("x", &base, &edit(&base, &first))]), between(&[("y", &base, &edit(&base, &second))]));
        prop_assert_eq!(since(&earlier, &now), since(&earlier, &now));
    }
}
