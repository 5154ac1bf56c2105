//! The recorded run that `prr demo` plays is the run that the program makes today.

use std::fs;

use crate::support::dirs::Home;

/// What differs between two runs of the same program on the same bytes: ids of the run, times, names of places.
const OWN: [&str; 9] =
    ["run_id", "at", "started_at", "updated_at", "title", "pr_ref", "skill_version", "target_key", "repo_slug"];

/// The lines without what is their run's own, in an order that does not depend on which worker was quicker.
fn comparable(text: &str) -> Vec<String> {
    let records = text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let mut lines: Vec<String> = records
        .map(|mut record| {
            let run = record["run_id"].as_str().unwrap_or_default().to_owned();
            OWN.iter().for_each(|name| {
                record.as_object_mut().unwrap().remove(*name);
            });
            record.to_string().replace(&run, "RUN")
        })
        .collect();
    lines.sort();
    lines
}

#[test]
fn a_fresh_run_gives_the_recording_again() {
    let home = Home::new();
    fs::write(home.work().join("change.diff"), include_bytes!("../../assets/demo/change.diff")).unwrap();
    let output = home.prr(&["review", "change.diff", "--record", "run.jsonl", "--offline"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let fresh = comparable(&fs::read_to_string(home.work().join("run.jsonl")).unwrap());
    let kept = comparable(include_str!("../../assets/demo/run.jsonl"));
    assert!(kept.len() > 20, "the recording is empty");
    let missing: Vec<&String> = kept.iter().filter(|line| !fresh.contains(line)).collect();
    let new: Vec<&String> = fresh.iter().filter(|line| !kept.contains(line)).collect();
    assert!(
        fresh == kept,
        "`prr review assets/demo/change.diff --record assets/demo/run.jsonl` makes it anew.\nonly recorded: \
         {missing:#?}\nonly now: {new:#?}"
    );
}

#[test]
fn the_recording_shows_no_secret_whole() {
    let kept = include_str!("../../assets/demo/run.jsonl");
    assert!(!kept.contains("NeverIssued") && !kept.contains("BQCWHZ2CFN"));
}
