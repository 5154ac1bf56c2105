//! `prr log stats`, `log diff` and `log export`: what the logbook comes to, and all of it for other programs.

use prr::core::model::{Act, Record, TaskId, TaskReport, Time};

use super::{FINDINGS, Ran, SMALL, golden, home, review, run, small, stored};
use crate::support::dirs::Home;

fn decided() -> Home {
    let home = small();
    assert_eq!(review(&home, &[]).code, 0);
    stored::decide(&home, stored::acts());
    stored::write(&home, |run| {
        let report = |who: &str, cost_usd| TaskReport { who: who.into(), cost_usd, ..TaskReport::default() };
        let told = |task: &str, report| Record::TaskReported {
            run: run.clone(),
            task: TaskId::new(task),
            report: Box::new(report),
            at: Time(1_700_000_001_000),
        };
        vec![told("import:agent", report("mine::m", Some(0.25))), told("swarm:x", report("cmd:y", None))]
    });
    home
}

fn ok(home: &Home, args: &[&str]) -> Ran {
    let ran = run(home, args);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{args:?}");
    ran
}

#[test]
fn the_scoreboard_in_both_forms() {
    let home = decided();
    golden("stats_text", &ok(&home, &["log", "stats"]).out);
    let json = ok(&home, &["log", "stats", "small.diff", "-o", "json"]);
    golden("stats_json", &json.out);
    let json = json.json();
    assert_eq!((&json["schema"], &json["logbooks"], &json["runs"]), (&1.into(), &1.into(), &1.into()));
    let total = &json["total"];
    let sum = ["accepted", "dropped", "undecided", "held_back"].map(|key| total[key].as_u64().unwrap());
    assert_eq!(sum.iter().sum::<u64>(), total["made"].as_u64().unwrap());
    assert_eq!(total["percent"], serde_json::Value::Null, "too few to say anything in per cent");
}

#[test]
fn where_nothing_is_recorded_the_scoreboard_says_so_and_an_export_is_refused() {
    let home = home(&[]);
    assert_eq!(ok(&home, &["log", "stats"]).out, "No runs are recorded here.\n");
    let ran = run(&home, &["log", "export"]);
    assert_eq!((ran.code, ran.out.as_str()), (3, ""), "{}", ran.err);
    assert!(ran.err.contains("There is no logbook to export"), "{}", ran.err);
}

#[test]
fn the_export_in_every_form_is_the_same_bytes_each_time() {
    let home = decided();
    for form in ["json", "jsonl", "csv"] {
        let first = ok(&home, &["log", "export", "small.diff", "--output", form]);
        assert_eq!(first.out, ok(&home, &["log", "export", "-o", form]).out, "{form}");
        golden(&format!("export_{form}"), &first.out);
    }
    // What was exported line by line is a logbook again.
    let lines = ok(&home, &["log", "export", "-o", "jsonl"]).out;
    std::fs::write(home.work().join("out.jsonl"), &lines).unwrap();
    let replayed = ok(&home, &["log", "replay", "out.jsonl"]).out;
    assert!(replayed.contains("7 decisions"), "{replayed}");
    assert!(!lines.contains(home.path().to_str().unwrap()), "no place of this machine is in it");
}

#[test]
fn every_record_of_the_logbook_is_in_the_export() {
    let home = decided();
    let json = ok(&home, &["log", "export"]).json();
    let run = &json["logbooks"][0]["runs"][0];
    let lists = run.as_object().unwrap().iter().filter(|(name, _)| *name != "findings");
    let exported: usize = lists.filter_map(|(_, list)| list.as_array().map(Vec::len)).sum();
    // Its own line, and that of its end.
    assert_eq!(exported + 2, ok(&home, &["log", "export", "-o", "jsonl"]).out.lines().count());
    let rows = ok(&home, &["log", "export", "-o", "csv"]).out.matches("\r\n").count() - 1;
    assert_eq!(rows, run["findings"].as_array().unwrap().len());
}

#[test]
fn secrets_are_masked_in_every_form_and_diffs_come_when_asked_for() {
    let token = format!("ghp_{}", "a1B2".repeat(9));
    let said = FINDINGS.replacen("A failed payment", &format!("A failed payment {token}"), 1);
    let home = home(&[("small.diff", SMALL), ("agent.json", &said)]);
    assert_eq!(review(&home, &[]).code, 0);
    stored::decide(&home, vec![("security-001", Act::Drop { reason: format!("it is {token}") })]);
    for form in ["json", "jsonl", "csv"] {
        let out = ok(&home, &["log", "export", "-o", form]).out;
        assert!(!out.contains(&token) && out.contains("ghp_"), "{form}: {out}");
    }
    assert_eq!(ok(&home, &["log", "export"]).json()["logbooks"][0].get("diffs"), None);
    let with = run(&home, &["log", "export", "--with-diffs"]);
    assert!(with.json()["logbooks"][0]["diffs"].is_object(), "{}", with.out);
}

#[test]
fn two_runs_are_compared_by_their_ids_or_the_beginnings_of_them() {
    let home = small();
    assert_eq!(review(&home, &[]).code, 0);
    let other = FINDINGS.replacen("A failed payment", "A payment that failed", 1).replacen(
        "\"severity\": \"high\"",
        "\"severity\": \"medium\"",
        1,
    );
    std::fs::write(home.work().join("agent.json"), other).unwrap();
    assert_eq!(review(&home, &["--threshold", "10", "--record", "again.jsonl"]).code, 0);
    let log = run(&home, &["log", "--output", "json"]).json();
    let ids: Vec<&str> =
        log["targets"][0]["runs"].as_array().unwrap().iter().map(|run| run["run_id"].as_str().unwrap()).collect();
    assert_eq!(ids.len(), 2, "{ids:?}");
    golden("diff_text", &ok(&home, &["log", "diff", ids[0], ids[1]]).out);
    let json = ok(&home, &["log", "diff", ids[0], ids[1], "-o", "json"]).json();
    assert_eq!((&json["schema"], &json["same_change"]), (&1.into(), &true.into()));
    let counts = &json["counts"];
    assert_eq!((&counts["new"], &counts["gone"]), (&0.into(), &0.into()), "{counts}");
    assert!(counts["reworded"].as_u64() >= Some(1) && counts["severity"].as_u64() >= Some(1), "{counts}");
    assert_eq!(json["settings"][0]["key"], "review.threshold");
    let same = ok(&home, &["log", "diff", ids[1], ids[1]]).out;
    assert!(same.contains(" the same\n"), "{same}");
    for (wrong, words) in [("nosuch", "There is no run `nosuch`"), ("2", "is the beginning of more than one run")] {
        let ran = run(&home, &["log", "diff", ids[0], wrong]);
        assert!(ran.code != 0 && ran.out.is_empty() && ran.err.contains(words), "{}", ran.err);
    }
    assert_eq!(run(&home, &["log", "diff", ids[0]]).code, 2);
}

#[test]
fn text_from_outside_does_nothing_on_a_terminal_or_in_a_spreadsheet() {
    let said = FINDINGS.replacen("A failed payment", "=CMD()\\u001b[31m\\u202e, \\\"x\\\"", 1);
    let home = home(&[("small.diff", SMALL), ("agent.json", &said)]);
    assert_eq!(review(&home, &[]).code, 0);
    for args in
        [&["log", "stats"][..], &["log", "export"], &["log", "export", "-o", "jsonl"], &["log", "export", "-o", "csv"]]
    {
        let out = ok(&home, args).out;
        assert!(!out.contains(['\u{1b}', '\u{202e}']), "{args:?}: {out}");
    }
    let csv = ok(&home, &["log", "export", "-o", "csv"]).out;
    assert!(csv.contains("\"'=CMD()") && csv.contains("\"\"x\"\""), "{csv}");
}
