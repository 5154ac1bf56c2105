//! Several agents: who said it, what they disagree on, who failed.

use super::{SMALL, home, run};
use crate::support::dirs::Home;

fn claim(title: &str, class: &str, line: u32, suggestion: &str) -> String {
    format!(
        r#"[{{"output_type": "finding", "issue_class": "{class}", "title": "{title}", "summary": "It is so.",
        "evidence": "line {line}", "file_path": "src/pay.py", "line_start": {line}, "line_end": {line},
        "severity": "high", "confidence_local": 0.9, "confidence_context": 0.9, "actionability": "high",
        "blast_radius": "module", "lens": "correctness", "invariant": "{class}", "sink": "x",
        "suggestion": "{suggestion}"}}]"#
    )
}

fn with(one: &str, two: &str) -> Home {
    home(&[("small.diff", SMALL), ("one.json", one), ("two.json", two)])
}

const ARGS: [&str; 8] =
    ["review", "small.diff", "--no-builtin", "--findings", "one.json", "--findings", "two.json", "--output"];

fn as_form(home: &Home, form: &[&str]) -> super::Ran {
    run(home, &[&ARGS[..], form].concat())
}

#[test]
fn a_finding_of_two_agents_names_both_and_the_other_one_is_held_back_as_its_duplicate() {
    let same = claim("Paid twice", "twice", 5, "a");
    let home = with(&same, &same);
    let document = as_form(&home, &["json", "--all"]).json();
    assert_eq!(document["findings"][0]["agent"], serde_json::json!(["import:one", "import:two"]), "{document}");
    assert_eq!(document["findings"][1]["held_back"]["reason"], "duplicate-in-run");
    assert_eq!(document["summary"]["findingCounts"]["critical"], 1);
    let r3 = as_form(&home, &["r3"]).json();
    assert_eq!(r3["dedup_log"][0]["into"], r3["findings"][0]["id"], "{r3}");
    assert_eq!(r3["findings"][0]["related_to"].as_array().unwrap().len(), 1);
}

#[test]
fn agents_that_disagree_need_a_discussion_in_solitons_formats_only() {
    let home = with(&claim("Return early", "early", 5, "return"), &claim("Keep the loop going", "loop", 5, "continue"));
    let document = as_form(&home, &["json"]).json();
    assert_eq!(document["recommendation"], "needs-discussion", "{document}");
    assert_eq!(as_form(&home, &["r3"]).json()["action"], "REQUEST_CHANGES");
    let feedback = as_form(&home, &["json", "--feedback"]).json();
    let actions: Vec<_> = feedback["findings"].as_array().unwrap().iter().map(|f| f["action"].clone()).collect();
    assert_eq!(actions, ["investigate", "investigate"]);
    super::settings(&home, "[review]\nstrategy = \"swarm\"\n");
    let markdown = as_form(&home, &["markdown"]);
    assert!(markdown.out.contains("## Conflicts\n\n:zap: Agents disagree on `src/pay.py:5`"), "{}", markdown.out);
}

#[test]
fn one_nitpick_is_in_json_and_not_in_a_swarms_markdown() {
    let nit = claim("Odd name", "name", 4, "a").replace("\"high\", \"conf", "\"info\", \"conf");
    let home = with(&nit, "[]");
    super::settings(&home, "[review]\nstrategy = \"swarm\"\n");
    let json = as_form(&home, &["json"]).json();
    assert_eq!(json["findings"][0]["severity"], "nitpick", "{json}");
    let markdown = as_form(&home, &["markdown"]).out;
    assert!(!markdown.contains("Odd name") && markdown.contains("1 nitpicks"), "{markdown}");
}

#[test]
fn nothing_found_by_an_agent_approves_in_one_line() {
    let home = with("[]", "[]");
    super::settings(&home, "[review]\nstrategy = \"swarm\"\n");
    assert_eq!(as_form(&home, &["json"]).json()["recommendation"], "approve");
    assert_eq!(as_form(&home, &["markdown"]).out, "Approve. Risk: 20/100 | 2 files | 15 lines | LOW blast radius\n");
}
