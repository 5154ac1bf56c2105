//! Every format whole, read by eye before it was accepted.

use super::{golden, home, review, run, settings, small};
use crate::support::dirs::Home;

const FORMS: [(&str, &[&str]); 9] = [
    ("text", &["--output", "text"]),
    ("markdown", &["--output", "markdown"]),
    ("json", &["--output", "json"]),
    ("feedback", &["--output", "json", "--feedback"]),
    ("r3", &["--output", "r3"]),
    ("deep", &["--output", "deep"]),
    ("pr_json", &["-o", "pr-json"]),
    ("sarif", &["-o", "sarif"]),
    ("rdjson", &["-o", "rdjson"]),
];

#[test]
fn every_form_of_the_small_change() {
    for (name, form) in FORMS {
        let ran = review(&small(), form);
        assert_eq!(ran.code, 0, "{name}: {}", ran.err);
        golden(&format!("small_{name}"), &ran.out);
        let all = review(&small(), &[form, &["--all"]].concat());
        if name == "rdjson" {
            assert_eq!(all.out, ran.out, "it has no word for what was held back");
        } else if name != "feedback" && name != "text" {
            golden(&format!("small_{name}_all"), &all.out);
        }
    }
}

#[test]
fn every_form_of_the_demo_change() {
    let change = String::from_utf8(include_bytes!("../../assets/demo/change.diff").to_vec()).unwrap();
    for (name, form) in FORMS {
        let home: Home = home(&[("demo.diff", &change)]);
        let ran = run(&home, &[&["review", "demo.diff"], form].concat());
        assert_eq!(ran.code, 0, "{name}: {}", ran.err);
        golden(&format!("demo_{name}"), &ran.out);
    }
}

#[test]
fn a_swarm_is_told_in_solitons_markdown_without_nitpicks() {
    let home = small();
    settings(&home, "[review]\nstrategy = \"swarm\"\nthreshold = 60\n");
    let ran = review(&home, &["--output", "markdown"]);
    golden("small_swarm", &ran.out);
    assert!(!ran.out.contains("Clear names"));
}

#[test]
fn the_checkpoint_goes_to_standard_error_in_every_form() {
    for (name, form) in FORMS {
        let ran = review(&small(), form);
        assert!(ran.err.contains("[R3 COMPLETE] Action: "), "{name}: {}", ran.err);
        assert!(!ran.out.contains("R3 COMPLETE"), "{name}");
    }
}
