//! The given cases E06, E07 and E08, with the product's own key names.

use prr::{
    core::{change::PathGlobs, model::RepoPath},
    edge::config::{Layer, read},
};

use super::{alone, told};

fn fixture(path: &str) -> String {
    std::fs::read_to_string(format!("{}/fixtures/config/{path}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// E06's file, each key replaced by one of ours of the same kind.
const BAD_TOML: &str = r#"[review]
max_nitz = 0.8          # typo
max-nits = 20           # hyphen for underscore
severity_threshold = "hgih"

[[agents]]
name = "security"
argv = ["cat", "findings.json"]
timeout = "5 minuets"
enabled = "yes"

[[agents]]
name = "security"
argv = "cat findings.json"

[[path_rules]]
pattern = ["vendor/**"]
elevate_security = "yes"

[ui]
theme = { name = "light", colour = true }
[limits]
parallel = -4
[ui.future]
option = true
"#;

#[test]
fn e06_every_mistake_of_the_users_file_is_told_and_the_run_stops() {
    let reading = alone(Layer::User, BAD_TOML);
    assert!(reading.stops());
    let lines = told(&reading.mistakes);
    for (start, word) in [
        ("2 review.max_nitz: ", "review.max_nits?"),
        ("3 review.max-nits: ", "review.max_nits?"),
        ("4 review.severity_threshold: 'hgih'", "blocker, critical"),
        ("9 agents[0].timeout: '5 minuets'", "90s"),
        ("10 agents[0].enabled: ", "left out"),
        ("13 agents[1].name: two entries", "'security'"),
        ("14 agents[1].argv: ", "a list"),
        ("17 path_rules[0].pattern: a list", "a path pattern"),
        ("18 path_rules[0].elevate_security: 'yes' is not true or false", ""),
        ("21 ui.theme: ", "write text in quotes"),
        ("23 limits.parallel: ", "from 1 to 64"),
        ("24 ui.future: ", "not known"),
    ] {
        let found = lines.iter().find(|line| line.starts_with(start));
        assert!(found.is_some_and(|line| line.contains(word)), "{start}{word}: {lines:#?}");
    }
}

#[test]
fn e06_the_same_in_the_repositorys_file_never_stops_and_runs_nothing() {
    let reading = alone(Layer::Repository, BAD_TOML);
    assert!(!reading.stops());
    assert!(reading.config.models.agents.is_empty());
    assert_eq!(reading.config.settings, read(&[], &[]).config.settings);
    let lines = told(&reading.mistakes);
    assert!(lines.iter().any(|line| line.starts_with("6 agents: only you may set this")), "{lines:#?}");
    assert!(lines.iter().any(|line| line.starts_with("2 review.max_nitz")), "{lines:#?}");
}

#[test]
fn e06_yaml_tells_the_key_that_is_there_twice_and_the_tab() {
    let reading = alone(Layer::Opencode, fixture("E06-config-mistakes/bad.yaml"));
    let lines = told(&reading.mistakes);
    assert!(lines.iter().any(|line| line.starts_with("3 min_confidence: the key is there twice")), "{lines:#?}");
    assert!(lines.iter().any(|line| line.starts_with("7 : this is no YAML")), "{lines:#?}");
}

#[test]
fn e06_yaml_words_stay_text_where_text_is_meant() {
    let text = "passes: {security: no}\nsuppressions:\n  - id: no\n  - id: yes\n  - id: on\n  - id: 1.10\n";
    let reading = alone(Layer::Opencode, text);
    let ids: Vec<_> = reading.config.settings.suppressions.iter().filter_map(|s| s.id.clone()).collect();
    assert_eq!(ids, ["no", "yes", "on"]);
    assert_eq!(reading.config.settings.off.lenses.len(), 1);
    let lines = told(&reading.mistakes);
    assert!(lines.len() == 1 && lines[0].starts_with("6 suppressions[3].id: "), "a number loses its zero: {lines:?}");
}

#[test]
fn e07_patterns_that_do_not_compile_are_named_and_the_others_work() {
    let text = fixture("E07-suppression-patterns/suppress.toml").replace("[[suppress]]", "[[suppressions]]");
    let text = text.replace("\npattern =", "\nmessage_pattern =");
    let started = std::time::Instant::now();
    let reading = alone(Layer::Repository, &text);
    assert!(started.elapsed().as_secs() < 60);
    let lines = told(&reading.mistakes);
    let named: Vec<&str> = lines.iter().map(|line| line.split(": ").next().unwrap()).collect();
    let expected = [
        "5 suppressions[1].message_pattern",
        "11 suppressions[3].message_pattern",
        "20 suppressions[6].message_pattern",
    ];
    assert_eq!(named, expected, "{lines:#?}");
    assert!(lines[0].contains("'(((|['") && lines[0].contains("at character "), "the fault has a position: {lines:#?}");
    assert_eq!(reading.config.settings.suppressions.len(), 6);
    assert!(alone(Layer::User, &text).stops());
}

#[test]
fn e08_globs_match_exactly_the_given_paths() {
    let expect: serde_json::Value = serde_json::from_str(&fixture("E08-globs/expect.json")).unwrap();
    let paths = fixture("E08-globs/paths.txt");
    for (glob, matched) in expect["expect"]["ignored_by"].as_object().unwrap() {
        let (globs, wrong) = PathGlobs::new(&[glob]);
        assert_eq!(wrong, []);
        let found: Vec<&str> = paths.lines().filter(|path| globs.fits(&RepoPath::new(path))).collect();
        let mut found = found;
        let mut matched: Vec<&str> = matched.as_array().unwrap().iter().map(|p| p.as_str().unwrap()).collect();
        found.sort_unstable();
        matched.sort_unstable();
        assert_eq!(found, matched, "{glob}");
    }
}

#[test]
fn e08_special_patterns_are_as_documented_or_refused_with_key_and_line() {
    let reading = alone(Layer::User, "sensitive_paths = [\n  \"src/\",\n  \"src/[\",\n  \"\",\n  \"!src/a.rs\",\n]\n");
    let lines = told(&reading.mistakes);
    let named: Vec<&str> = lines.iter().map(|line| line.split(": ").next().unwrap()).collect();
    assert_eq!(named, ["3 sensitive_paths[1]", "4 sensitive_paths[2]", "5 sensitive_paths[3]"], "{lines:#?}");
    assert_eq!(reading.config.settings.sensitive_paths, ["src/"]);
    assert!(reading.stops());
}
