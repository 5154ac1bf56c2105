//! The change that `prr demo` shows holds what `assets/demo/README.md` promises.
//! Not here: the recorded run and the cockpit on it.

mod recording;

use prr::core::{
    change::class_of,
    checks::{self, CHECKS},
    diff,
    model::{Candidate, Diff, FileClass, FileIx, FileStatus, TaskId},
};

const CHANGE: &[u8] = include_bytes!("../../assets/demo/change.diff");
const TITLE: &str = include_str!("../../assets/demo/title.txt");

fn demo() -> Diff {
    diff::parse(CHANGE)
}

fn class(diff: &Diff, file: FileIx) -> FileClass {
    class_of(&diff.path(file), diff, file)
}

fn found(diff: &Diff) -> Vec<Candidate> {
    let task = TaskId::new("demo");
    let all = diff.file_numbers().flat_map(|file| CHECKS.iter().map(move |check| (file, check)));
    all.flat_map(|(file, check)| checks::run(check, diff, file, class(diff, file), &task, 0)).collect()
}

/// What is claimed where: `path:line class`.
fn told(candidate: &Candidate) -> String {
    let place = candidate.place.as_ref().expect("every built-in claim has a place");
    let path = String::from_utf8_lossy(place.path.as_bytes()).into_owned();
    format!("{path}:{} {}", place.lines.map_or(0, |lines| lines.start()), candidate.claim.issue_class)
}

#[test]
fn the_demo_change_is_read_without_a_problem() {
    let diff = demo();
    assert!(diff.problems.is_empty(), "{:?}", diff.problems);
    assert_eq!(diff.files.len(), 16);
    let (added, removed) = diff.files.iter().fold((0, 0), |(a, r), f| (a + f.counts.added, r + f.counts.removed));
    assert_eq!((added, removed), (296, 78), "what `git apply --numstat` counts");
    assert_eq!(TITLE.lines().count(), 1);
}

#[test]
fn the_built_in_reviewers_find_in_the_demo_what_its_page_names() {
    let told: Vec<String> = found(&demo()).iter().map(told).collect();
    assert_eq!(
        told,
        [
            "deploy/install-relay.bat:7 hardcoded-secret",
            "deploy/install-relay.bat:8 hardcoded-secret",
            "migrations/0007_delivery_attempts.sql:2 migration-not-null",
            "migrations/0007_delivery_attempts.sql:10 migration-blocks-writes",
            "migrations/0007_delivery_attempts.sql:15 migration-drops-data",
            "scripts/replay.py:15 hardcoded-secret",
            "scripts/replay.py:35 swallowed-error",
            "src/delivery/worker.rs:67 conflict-marker",
            "src/delivery/worker.rs:118 panic-on-input",
            "src/delivery/worker.rs:119 panic-on-input",
            "tests/delivery.rs:48 disabled-test",
            "tests/delivery.rs:16 weakened-test",
        ]
    );
}

#[test]
fn no_claim_about_the_demo_shows_a_secret_whole() {
    for candidate in found(&demo()) {
        let text = format!("{candidate:?}");
        assert!(!text.contains("NeverIssued") && !text.contains("BQCWHZ2CFN"), "{text}");
    }
}

#[test]
fn nothing_that_is_sent_of_the_demo_shows_a_secret_whole() {
    let sent = prr::core::brief::masked(include_str!("../../assets/demo/change.diff"));
    for line in include_str!("../../assets/demo/change.diff").lines() {
        for span in prr::core::checks::secret_spans(line.as_bytes()) {
            assert!(!sent.contains(&line[span.clone()]), "{}", &line[span]);
        }
    }
    for part in ["NeverIssued", "BQCWHZ2CFN", "cdEecJyz1Yfi"] {
        assert!(!sent.contains(part), "{part}");
    }
}

#[test]
fn the_demo_shows_the_kinds_of_files_and_lines_that_a_viewer_must_cope_with() {
    let diff = demo();
    let has = |status| diff.files.iter().any(|f| f.status == status);
    assert!(has(FileStatus::Added) && has(FileStatus::Deleted) && has(FileStatus::Modified));
    assert!(diff.files.iter().any(|f| f.status == FileStatus::Renamed && f.counts.added > 0));
    assert!(diff.files.iter().any(|f| f.modes.changed()), "a mode change");
    let generated = diff.file_numbers().filter(|file| class(&diff, *file) == FileClass::Generated).count();
    assert_eq!(generated, 2, "the lock file and the generated types");
    let lines = || CHANGE.split(|b| *b == b'\n');
    assert!(lines().any(|line| line.ends_with(b"\r")), "CR LF: the file must not be changed by a checkout");
    assert!(lines().any(|line| line.len() > 500));
    assert!(std::str::from_utf8(CHANGE).is_ok_and(|text| text.contains("次の試行")));
}
