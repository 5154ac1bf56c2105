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

const KEPT: &str = include_str!("../../assets/demo/run.jsonl");

/// What a run of the program on the demo's change recorded.
fn recorded_by(more: &[&str]) -> Vec<String> {
    let home = Home::new();
    fs::write(home.work().join("change.diff"), include_bytes!("../../assets/demo/change.diff")).unwrap();
    fs::write(home.work().join("kept.jsonl"), KEPT).unwrap();
    let args = [&["review", "change.diff", "--record", "run.jsonl", "--offline"], more].concat();
    let output = home.prr(&args).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    comparable(&fs::read_to_string(home.work().join("run.jsonl")).unwrap())
}

fn assert_same(fresh: &[String], kept: &[String]) {
    let missing: Vec<&String> = kept.iter().filter(|line| !fresh.contains(line)).collect();
    let new: Vec<&String> = fresh.iter().filter(|line| !kept.contains(line)).collect();
    assert!(
        fresh == kept,
        "assets/demo/README.md tells how it is recorded anew.\nonly recorded: {missing:#?}\nonly now: {new:#?}"
    );
}

/// What the built-in reviewers claim, the hotspots, and how the reviewers ended.
fn of_the_program(lines: Vec<String>) -> Vec<String> {
    let is_its = |line: &String| {
        line.contains("\"record_type\":\"hotspot\"")
            || (line.contains("builtin:") && ["candidate", "task_end"].iter().any(|kind| is_of(line, kind)))
    };
    lines.into_iter().filter(is_its).collect()
}

fn is_of(line: &str, kind: &str) -> bool {
    line.contains(&format!("\"record_type\":\"{kind}\""))
}

#[test]
fn the_built_in_reviewers_claim_today_what_is_recorded() {
    let fresh = of_the_program(recorded_by(&[]));
    let kept = of_the_program(comparable(KEPT));
    assert!(kept.len() > 30, "the recording is empty");
    assert_same(&fresh, &kept);
}

#[test]
fn the_recording_played_again_is_judged_today_as_it_was() {
    // Findings are numbered as they come, which differs: they are known by their claims.
    let bare = |lines: Vec<String>| {
        let mut bare: Vec<String> = lines
            .into_iter()
            .filter(|line| ["candidate", "opinion", "decision"].iter().any(|kind| is_of(line, kind)))
            .map(|line| {
                let mut record: serde_json::Value = serde_json::from_str(&line).unwrap();
                for name in ["finding_id", "hotspot_id", "duplicate_of", "details"] {
                    record.as_object_mut().unwrap().remove(name);
                }
                record.to_string().split(": says the same as").next().unwrap_or_default().to_owned()
            })
            .collect();
        bare.sort();
        bare
    };
    let played = bare(recorded_by(&["--replay", "kept.jsonl"]));
    assert!(played.iter().any(|line| is_of(line, "opinion")), "a judge is part of it");
    assert_same(&played, &bare(comparable(KEPT)));
}

#[test]
fn the_demo_shows_agreement_and_what_is_held_back_and_why() {
    let opinions = KEPT.lines().filter(|line| is_of(line, "opinion"));
    assert!(opinions.clone().count() >= 5);
    for word in ["keep", "drop", "question", "downgrade"] {
        assert!(opinions.clone().any(|line| line.contains(&format!("\"word\":\"{word}\""))), "{word}");
    }
    for reason in ["duplicate", "false_positive", "skeptic"] {
        assert!(KEPT.lines().any(|line| is_of(line, "decision") && line.contains(reason)), "{reason}");
    }
}

#[test]
fn the_recording_shows_no_secret_whole() {
    for part in ["NeverIssued", "BQCWHZ2CFN", "cdEecJyz1Yfi"] {
        assert!(!KEPT.contains(part), "{part}");
    }
}
