//! `prr plan`: the document, the text, the flags.

use super::{added, change, deleted, json, prr, prr_in, text};
use crate::support::{dirs::Home, repo::Repo};

#[test]
fn the_document_has_its_tasks_with_sizes_reasons_and_an_estimate() {
    let home = Home::new();
    let name = change(&home, &[added("src/auth/login.rs", 60), added("Cargo.lock", 9)]);
    let plan = json(&prr(&home, &["plan", name, "--output", "json"]));
    assert_eq!((&plan["strategy"], &plan["case"]), (&"hotspots".into(), &"usual".into()));
    let tasks = plan["tasks"].as_array().unwrap();
    let agents: Vec<_> = tasks.iter().filter(|task| task["agent"].is_object()).collect();
    assert_eq!(agents.len(), plan["hotspots"].as_array().unwrap().len());
    let (task, agent) = (agents[0], &agents[0]["agent"]);
    assert_eq!((&task["id"], &task["tier"], &task["scope"]), (&"hotspot-1".into(), &"heavy".into(), &"hotspot".into()));
    assert_eq!((&agent["number"], &agent["skipped"]), (&1.into(), &"no model".into()));
    assert!(task["bytes"].as_u64().unwrap() > 500 && agent["brief_bytes"].as_u64() > task["bytes"].as_u64());
    let estimate = &plan["estimate"];
    assert_eq!((&estimate["tokens"], &estimate["cost_usd"]), (&0.into(), &0.0.into()));
    assert!(estimate["tokens_if_all_were_asked"].as_u64().unwrap() > 1_500 && estimate["how"].is_string());
    assert!(tasks.iter().any(|task| task["id"] == "builtin:secrets" && task["tier"] == "builtin"));
}

#[test]
fn the_text_says_who_would_be_asked_what_it_costs_and_what_is_left_out() {
    let home = Home::new();
    let name = change(&home, &[added("src/auth/login.rs", 60), added("Cargo.lock", 9), added("img/a.png", 2)]);
    let plain = text(&prr(&home, &["plan", name, "--strategy", "swarm"]).stdout);
    for part in [
        "Skipped 1 auto-generated files:",
        "Skipped 1 binary files:",
        "Risk Score: ",
        "For models (strategy swarm): ",
        "correctness: whole change",
        "consistency: left out by default; --agents asks for it",
        "No model is configured: built-in reviewers only, no tokens, no cost.",
        "With one, about ",
    ] {
        assert!(plain.contains(part), "{part} is not in\n{plain}");
    }
    let full = text(&prr(&home, &["plan", name, "--full"]).stdout);
    assert!(full.contains("strategy passes, mode full): 6 tasks, 6 at once"), "{full}");
    let few = text(&prr(&home, &["plan", name, "--skip", "builtin,maintainability"]).stdout);
    assert!(few.contains("No built-in reviewers") && few.contains("maintainability: left out by --skip"), "{few}");
}

#[test]
fn a_model_that_is_configured_is_named_with_its_price_or_without() {
    let home = Home::new();
    let name = change(&home, &[added("src/auth/login.rs", 60)]);
    let with = |model: &str| {
        let output = home.prr(&["plan", name]).env("PRR_MODEL", model).output().unwrap();
        text(&output.stdout)
    };
    let known = with("anthropic::claude-sonnet-4");
    assert!(known.contains("tasks have a model: about ") && known.contains(", $0.0"), "{known}");
    // Not a pull request, so that nothing is compared with its comments; no validation but in `passes`.
    assert!(
        known.contains("is judged, which takes as much as they find: skeptic (anthropic::claude-sonnet-4)\n"),
        "{known}"
    );
    let unknown = with("vllm::knows");
    assert!(unknown.contains("cost unknown: no price for vllm::knows"), "{unknown}");
    let config = home.path().join(".config/prr");
    std::fs::create_dir_all(&config).unwrap();
    let own = |more: &str| format!("[[prices]]\nmodel = \"vllm::*\"\ninput = 1000.0\n{more}");
    std::fs::write(config.join("config.toml"), own("output = 0.0\n")).unwrap();
    let priced = with("vllm::knows");
    assert!(priced.contains("tasks have a model: about ") && !priced.contains("cost unknown"), "{priced}");
    assert!(!priced.contains(", $0.0"), "a thousand dollars for a million tokens: {priced}");
    std::fs::write(config.join("config.toml"), own("")).unwrap();
    let output = home.prr(&["plan", name]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("output"), "{}", text(&output.stderr));
}

#[test]
fn unknown_agents_are_refused_with_those_that_are_known() {
    let home = Home::new();
    let name = change(&home, &[added("src/a.rs", 9)]);
    for command in ["plan", "review"] {
        for flag in ["--agents", "--skip"] {
            let output = prr(&home, &[command, name, flag, "secruity"]);
            let words = text(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{words}");
            for known in ["secruity", "did you mean security", "hallucination", "overview", "builtin", "test-gap"] {
                assert!(words.contains(known), "{known} is not in {words}");
            }
        }
    }
    let fine = prr(&home, &["plan", name, "--agents", "security,overview"]);
    assert_eq!(fine.status.code(), Some(0), "{}", text(&fine.stderr));
}

#[test]
fn combinations_that_make_no_sense_are_refused_in_words() {
    let home = Home::new();
    let name = change(&home, &[added("src/a.rs", 9)]);
    for words in [
        &["plan", name, "--full", "--major-only"][..],
        &["plan", name, "--mode", "full", "--strategy", "swarm"],
        &["plan", name, "--repo"],
        &["plan", "--repo", "--wip"],
        &["plan", name, "--show-brief", "0"],
        &["plan", name, "--show-brief", "1", "--output", "json"],
        &["plan", name, "--sensitive-paths", "a["],
    ] {
        let output = prr(&home, words);
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        assert!(!output.stderr.is_empty() && output.stdout.is_empty(), "{words:?}");
    }
}

#[test]
fn the_whole_repository_can_be_planned_and_reviewed() {
    let (repo, home) = (Repo::with_history(), Home::new());
    repo.write("not-committed.rs", "fn x() {}\n");
    let plan = json(&prr_in(&repo, &home, &["plan", "--repo", "--output", "json"]));
    assert_eq!((&plan["target"]["kind"], &plan["target"]["pr_ref"]), (&"repo".into(), &"repo-main".into()));
    let paths: Vec<_> = plan["files"].as_array().unwrap().iter().map(|file| file["path"].as_str().unwrap()).collect();
    assert_eq!(paths, ["a.txt", "b.txt", "run.sh"], "tracked files of HEAD");
    assert!(plan["files"].as_array().unwrap().iter().all(|file| file["status"] == "added"));
    let review = prr_in(&repo, &home, &["review", "--repo", "--output", "json"]);
    assert_eq!(review.status.code(), Some(0), "{}", text(&review.stderr));
    let none = prr_in(&Repo::empty(), &home, &["plan", "--repo"]);
    assert_eq!(none.status.code(), Some(3), "{}", text(&none.stderr));
}

#[test]
fn a_large_swarm_is_cut_and_a_deletion_is_summed_up() {
    let home = Home::new();
    let parts: Vec<String> = (0..6).map(|n| added(&format!("src/m{n}/a.rs"), 300)).collect();
    let name = change(&home, &parts);
    let large = text(&prr(&home, &["plan", name, "--strategy", "swarm"]).stdout);
    let advice = "Consider smaller PRs for better review quality.";
    let line = format!("Large PR (1800 lines). Split into 6 review chunks. {advice}");
    assert!(large.lines().any(|own| own.trim() == line), "{large}");
    let name = change(&home, &[deleted("src/auth.rs", 30), deleted("src/b.rs", 5)]);
    let gone = text(&prr(&home, &["plan", name, "--strategy", "swarm"]).stdout);
    for part in [
        "2 files are deleted, and nothing else changes. Risk: ",
        "src/auth.rs (-30)",
        "security: whole",
        "cross-file-impact: whole",
    ] {
        assert!(gone.contains(part), "{part} is not in\n{gone}");
    }
    assert!(!gone.contains("hallucination: whole") && !gone.contains("correctness: whole"), "{gone}");
}
