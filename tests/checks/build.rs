//! Small diffs from their bodies, and a check run over all files of a diff.

use prr::core::{
    change::class_of,
    checks::{Across, find, run_with},
    diff::{locate, parse},
    model::{Candidate, Diff, Side, TaskId},
};

/// A file section of a diff: `body` lines begin with `+`, `-` or blank; a line `@@ text` begins a new hunk with
/// that section. Only additions make a new file when `path` begins with `A `, only removals a deleted one (`D `).
pub fn section(path: &str, body: &str) -> String {
    let (mode, path) = match path.split_at(2) {
        ("A ", path) => ("new file mode 100644\n--- /dev/null\n", path),
        ("D ", path) => ("deleted file mode 100644\n", path),
        _ => ("", path),
    };
    let mut out = format!("diff --git a/{path} b/{path}\n{mode}");
    match mode.get(..3) {
        Some("new") => out += &format!("+++ b/{path}\n"),
        Some("del") => out += &format!("--- a/{path}\n+++ /dev/null\n"),
        _ => out += &format!("--- a/{path}\n+++ b/{path}\n"),
    }
    let mut at = if mode.is_empty() { 10 } else { 1 };
    let mut hunks: Vec<(String, Vec<&str>)> = vec![(String::new(), Vec::new())];
    for line in body.split_inclusive('\n') {
        match line.strip_prefix("@@ ") {
            Some(text) if hunks.last().unwrap().1.is_empty() => hunks.last_mut().unwrap().0 = text.trim_end().to_owned(),
            Some(text) => hunks.push((text.trim_end().to_owned(), Vec::new())),
            None => hunks.last_mut().unwrap().1.push(line),
        }
    }
    for (text, lines) in hunks {
        let count = |sign: char| lines.iter().filter(|l| !l.starts_with(sign)).count();
        let (old, new) = (count('+'), count('-'));
        let (from, to) = (if old == 0 { 0 } else { at }, if new == 0 { 0 } else { at });
        out += &format!("@@ -{from},{old} +{to},{new} @@ {text}\n{}", lines.concat());
        at += old.max(new) + 50;
    }
    out
}

/// One file.
pub fn diff(path: &str, body: &str) -> Diff {
    parse(section(path, body).into_bytes())
}

/// All candidates of a check over all files, each of whose places was found in the diff.
pub fn check(id: &str, diff: &Diff) -> Vec<Candidate> {
    let check = find(id).unwrap();
    let (across, task) = (Across::default(), TaskId::new("t"));
    let mut found = Vec::new();
    for file in diff.file_numbers() {
        let class = class_of(&diff.path(file), diff, file);
        let new = run_with(check, diff, &across, file, class, &task, found.len() as u32 + 1);
        for candidate in &new {
            let place = candidate.place.as_ref().expect("built-in candidates have a place");
            assert_eq!(place.path, diff.path(file));
            for line in place.lines.iter().flat_map(|l| [l.start(), l.end()]) {
                let side: Side = place.side.unwrap();
                assert!(locate(diff, file, side, line).is_some(), "{side} {line} is not in the diff: {candidate:?}");
            }
        }
        found.extend(new);
    }
    found
}
