//! Tier 0: the person's own tools, verdicts, the three ways on.

use std::fs;

use super::{added, json, prr_in, text};
use crate::support::{dirs::Home, repo::Repo};

/// A repository whose last commit adds a file of so many lines, and a home with these settings.
fn scene(lines: usize, settings: &str) -> (Repo, Home) {
    let (repo, home) = (Repo::with_history(), Home::new());
    let body: String = (0..lines).map(|n| format!("let value_{n} = compute({n});\n")).collect();
    repo.write("src/new.rs", &body);
    repo.commit("more");
    fs::create_dir_all(home.path().join(".config/prr")).unwrap();
    fs::write(home.path().join(".config/prr/config.toml"), settings).unwrap();
    (repo, home)
}

/// A tool that prints a SARIF log with one result.
fn sarif(name: &str, rule: &str, level: &str, line: u32) -> String {
    let log = format!(
        r#"{{"version":"2.1.0","runs":[{{"tool":{{"driver":{{"name":"{name}"}}}},"results":[{{"ruleId":"{rule}","level":"{level}","message":{{"text":"said by {name}"}},"locations":[{{"physicalLocation":{{"artifactLocation":{{"uri":"src/new.rs"}},"region":{{"startLine":{line}}}}}}}]}}]}}]}}"#
    );
    tool(name, &["printf", "%s", &log])
}

fn tool(name: &str, argv: &[&str]) -> String {
    let argv: Vec<String> = argv.iter().map(|word| format!("'''{word}'''")).collect();
    format!("[[tier0.tools]]\nname = \"{name}\"\nparser = \"sarif\"\nargv = [{}]\n", argv.join(", "))
}

const ON: &str = "[tier0]\nenabled = true\n";

fn review(repo: &Repo, home: &Home, more: &[&str]) -> std::process::Output {
    prr_in(repo, home, &[&["review", "HEAD~1..HEAD"], more].concat())
}

#[test]
fn a_tools_findings_on_changed_lines_are_findings_of_the_review() {
    let settings = format!("{ON}{}{}", sarif("lint", "X1", "error", 3), sarif("elsewhere", "X2", "error", 900));
    let (repo, home) = scene(20, &settings);
    let document = json(&review(&repo, &home, &["--output", "json", "--all"]));
    let findings = document["findings"].as_array().unwrap();
    let titles: Vec<_> = findings.iter().map(|f| (f["title"].as_str().unwrap(), &f["confidence"])).collect();
    assert_eq!(titles, [("said by lint", &100.into())], "line 900 is not in the change");
    assert_eq!(document["metadata"]["failedAgents"].as_array().unwrap().len(), 0);
}

#[test]
fn a_missing_tool_is_skipped_with_its_reason_and_a_broken_one_is_told() {
    let broken = tool("broken", &["sh", "-c", "echo it broke >&2; exit 7"]);
    let nonsense = tool("nonsense", &["printf", "hello"]);
    let settings = format!("{ON}{}{broken}{nonsense}", tool("gone", &["prr-no-such-tool"]));
    let (repo, home) = scene(20, &settings);
    let plain = text(&review(&repo, &home, &[]).stdout);
    assert!(plain.contains("(gone): there is no program `prr-no-such-tool`"), "{plain}");
    assert!(plain.contains("tier0:broken failed: it ended with exit code 7 and printed nothing: it broke"), "{plain}");
    assert!(plain.contains("tier0:nonsense failed: the output of nonsense, line 1"), "{plain}");
}

#[test]
fn what_tier_0_finds_clean_is_approved_when_the_person_wants_it_so() {
    let settings = format!("{ON}skip_llm_on_clean = true\n{}", tool("quiet", &["true"]));
    let (repo, home) = scene(20, &settings);
    let output = review(&repo, &home, &[]);
    let plain = text(&output.stdout);
    assert!(plain.contains("Approve. Risk: 0/100 | Tier 0 only | 1 files | 20 lines."), "{plain}");
    assert!(plain.contains("APPROVE") && output.status.code() == Some(0), "{plain}");
    let (repo, home) = scene(80, &settings);
    let large = text(&review(&repo, &home, &[]).stdout);
    assert!(!large.contains("Tier 0 only") && large.contains("COMMENT_ONLY"), "80 lines are not vouched for: {large}");
    let (repo, home) = scene(20, "");
    let off = text(&review(&repo, &home, &[]).stdout);
    assert!(off.contains("COMMENT_ONLY: built-in checks only"), "without tier 0 nobody vouches: {off}");
}

#[test]
fn what_blocks_ends_with_code_1_in_ci_alone() {
    let settings = format!("{ON}{}", sarif("gitleaks", "generic-api-key", "error", 3));
    let (repo, home) = scene(20, &settings);
    let plain = review(&repo, &home, &[]);
    assert!(text(&plain.stdout).contains("Tier 0 blocks this: said by gitleaks (secrets)."), "{}", text(&plain.stdout));
    assert_eq!(plain.status.code(), Some(0));
    let ci = |value: &str| {
        let mut command = home.prr(&["review", "HEAD~1..HEAD"]);
        command.current_dir(repo.root()).env("CI", value).output().unwrap().status.code()
    };
    assert_eq!((ci("true"), ci("false"), ci("")), (Some(1), Some(0), Some(0)));
    let (repo, home) = scene(20, &format!("{ON}block_on = []\n{}", sarif("gitleaks", "generic-api-key", "error", 3)));
    let off = home.prr(&["review", "HEAD~1..HEAD"]).current_dir(repo.root()).env("CI", "1").output().unwrap();
    assert_eq!(off.status.code(), Some(0), "{}", text(&off.stdout));
}

#[test]
fn tools_run_only_where_the_change_is_and_for_their_languages() {
    let wanted = format!("{}languages = [\"python\"]\n", tool("py", &["printf", "x"]));
    let (repo, home) = scene(20, &format!("{ON}{wanted}"));
    let plain = text(&review(&repo, &home, &[]).stdout);
    assert!(plain.contains("(py): no changed file is in python"), "{plain}");
    let (repo, home) = scene(20, &format!("{ON}{}", tool("lint", &["printf", "x"])));
    let before = text(&prr_in(&repo, &home, &["review", "HEAD~2..HEAD~1"]).stdout);
    assert!(before.contains("(lint): the working tree is at "), "{before}");
    fs::write(home.work().join("change.diff"), added("src/a.rs", 20)).unwrap();
    let file = text(&super::prr(&home, &["review", "change.diff"]).stdout);
    assert!(file.contains("(lint): the change is from no repository"), "{file}");
}

#[test]
fn a_repository_cannot_have_tools_run() {
    let (repo, home) = scene(20, "");
    let mark = home.path().join("ran");
    repo.write(".prr.toml", &format!("{ON}{}", tool("evil", &["touch", &mark.to_string_lossy()])));
    repo.commit("settings");
    repo.write("src/new2.rs", "fn a() {}\n");
    repo.commit("change");
    let output = review(&repo, &home, &[]);
    assert!(!mark.exists() && output.status.code() == Some(0), "{}", text(&output.stderr));
}

/// A tool whose one result has a rule with that security score and those tags.
fn scored(name: &str, rule: &str, score: &str) -> String {
    let log = format!(
        r#"{{"version":"2.1.0","runs":[{{"tool":{{"driver":{{"name":"{name}","rules":[{{"id":"{rule}","properties":{{"security-severity":"{score}","tags":["security"]}}}}]}}}},"results":[{{"ruleId":"{rule}","level":"error","message":{{"text":"said by {name}"}},"locations":[{{"physicalLocation":{{"artifactLocation":{{"uri":"src/new.rs"}},"region":{{"startLine":3}}}}}}]}}]}}]}}"#
    );
    tool(name, &["printf", "%s", &log])
}

#[test]
fn types_security_and_dependencies_block_each_when_it_is_on_the_list_and_grave() {
    let told = |settings: &str| {
        let (repo, home) = scene(20, settings);
        let plain = text(&review(&repo, &home, &[]).stdout);
        plain.lines().find_map(|line| line.trim().strip_prefix("Tier 0 blocks this: ").map(str::to_owned))
    };
    for (kind, tool) in [
        ("types", sarif("mypy", "assignment", "error", 3)),
        ("security", scored("semgrep", "sql-injection", "9.8")),
        ("dependencies", scored("osv-scanner", "GHSA-1234", "9.8")),
    ] {
        let wanted = Some(format!(
            "said by {} ({kind}).",
            if kind == "types" {
                "mypy"
            } else if kind == "security" {
                "semgrep"
            } else {
                "osv-scanner"
            }
        ));
        assert_eq!(told(&format!("{ON}{tool}")), wanted, "{kind}");
        assert_eq!(told(&format!("{ON}block_on = [\"{kind}\"]\n{tool}")), wanted, "{kind} alone");
        assert_eq!(told(&format!("{ON}block_on = [\"secrets\"]\n{tool}")), None, "{kind} is not on the list");
    }
    for tool in [
        sarif("mypy", "assignment", "warning", 3),
        scored("semgrep", "sql-injection", "5.0"),
        scored("osv-scanner", "GHSA-1234", "5.0"),
    ] {
        assert_eq!(told(&format!("{ON}{tool}")), None, "not grave: {tool}");
    }
}

/// A repository in which the last commit adds lines 21 to 40 of a file.
fn grown(settings: &str) -> (Repo, Home) {
    let (repo, home) = scene(20, settings);
    let body: String = (0..40).map(|n| format!("let value_{n} = compute({n});\n")).collect();
    repo.write("src/new.rs", &body);
    repo.commit("grown");
    (repo, home)
}

#[test]
fn a_secret_counts_where_the_change_adds_it_and_not_where_it_stood_before() {
    let titles = |line: u32| {
        let (repo, home) = grown(&format!("{ON}{}", sarif("gitleaks", "generic-api-key", "error", line)));
        let document = json(&review(&repo, &home, &["--output", "json", "--all"]));
        document["findings"].as_array().unwrap().len()
    };
    assert_eq!((titles(30), titles(3)), (1, 0));
    let log = r#"{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"gitleaks"}},"results":[{"ruleId":"key","level":"error","message":{"text":"a key"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"src/new.rs"}}}]}]}]}"#;
    let (repo, home) = grown(&format!("{ON}{}", tool("gitleaks", &["printf", "%s", log])));
    let plain = text(&review(&repo, &home, &[]).stdout);
    assert!(
        plain.contains("Tier 0 blocks this: a key (secrets)."),
        "without a line it is somewhere in the file: {plain}"
    );
}

#[test]
fn where_only_minor_things_were_found_a_swarm_must_be_surer() {
    let agent = |confidence: &str| {
        let said = format!(
            r#"{{"findings":[{{"file":"src/new.rs","line":4,"severity":"medium","title":"said by a model","body":"b","confidence":{confidence}}}]}}"#
        );
        format!("[[agents]]\nname = \"one\"\nscope = \"whole\"\nargv = [\"printf\", \"%s\", '''{said}''']\n")
    };
    let run = |tools: &str, confidence: &str| {
        let (repo, home) = scene(20, &format!("{ON}{tools}{}", agent(confidence)));
        let document = json(&review(&repo, &home, &["--strategy", "swarm", "--output", "json"]));
        let findings = document["findings"].as_array().unwrap();
        let said = findings.iter().filter(|finding| finding["title"] == "said by a model").count();
        (said, document["suppressed"].as_u64().unwrap())
    };
    let minor = sarif("lint", "X1", "warning", 3);
    assert_eq!(run(&minor, "0.88"), (0, 1), "90 is asked for");
    assert_eq!(run(&minor, "0.92"), (1, 0));
    let major = sarif("lint", "X1", "error", 3);
    assert_eq!(run(&major, "0.88"), (1, 0), "a model has something to look at: 85 is enough");
}
