//! What is written today is what was committed: a change of the format is seen in a diff.
//! `PRR_WRITE_FIXTURES=1 cargo test --test harness -- logbook::format` writes the file again.

use std::{fs, path::PathBuf};

use super::story;

pub fn fixture(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fixtures/logbook").join(name)
}

#[test]
fn the_story_is_written_as_it_was_committed() {
    let dir = tempfile::tempdir().unwrap();
    let mut opened = story::open(&story::places(dir.path()), "branch-basket");
    opened.logbook.append(&story::whole()).unwrap();
    let written = fs::read_to_string(&opened.jsonl).unwrap();
    if std::env::var_os("PRR_WRITE_FIXTURES").is_some() {
        fs::write(fixture("story.jsonl"), &written).unwrap();
    }
    let committed = fs::read_to_string(fixture("story.jsonl")).unwrap();
    for (number, (new, old)) in (1..).zip(written.lines().zip(committed.lines())) {
        assert_eq!(new, old, "line {number}");
    }
    assert_eq!(written, committed);
}
