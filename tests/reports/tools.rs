//! Real output of other programs about sources that were made for it (`fixtures/reports/tools/change.diff`), without the
//! manuals of their rules: clippy through clippy-sarif, bandit, ruff, eslint and zizmor. Imported, judged, and read by eye
//! before the golden file was accepted.

use serde_json::Value;

use super::{Ran, golden, home};
use crate::support::{dirs::Home, repo::Repo};

const CHANGE: &str = include_str!("../../fixtures/reports/tools/change.diff");
const FILES: [(&str, &str); 7] = [
    ("clippy.sarif", include_str!("../../fixtures/reports/tools/clippy.sarif")),
    ("bandit.sarif", include_str!("../../fixtures/reports/tools/bandit.sarif")),
    ("ruff.sarif", include_str!("../../fixtures/reports/tools/ruff.sarif")),
    ("ruff.rdjson", include_str!("../../fixtures/reports/tools/ruff.rdjson")),
    ("eslint.sarif", include_str!("../../fixtures/reports/tools/eslint.sarif")),
    ("eslint.rdjson", include_str!("../../fixtures/reports/tools/eslint.rdjson")),
    ("zizmor.sarif", include_str!("../../fixtures/reports/tools/zizmor.sarif")),
];

/// A repository with the change, and a home with the files, in which the tool's machine is this one.
fn scene() -> (Repo, Home) {
    let repo = Repo::with_history();
    repo.write("src/lib.rs", "pub fn nothing() {}\n");
    repo.commit("base");
    repo.git(&["checkout", "-q", "-b", "topic"]);
    repo.write("change.diff", CHANGE);
    repo.git(&["apply", "change.diff"]);
    std::fs::remove_file(repo.root().join("change.diff")).unwrap();
    repo.commit("change");
    let root = repo.root().canonicalize().unwrap();
    let here: Vec<(&str, String)> =
        FILES.iter().map(|(name, text)| (*name, text.replace("/home/ci/shop", root.to_str().unwrap()))).collect();
    let files: Vec<(&str, &str)> = here.iter().map(|(name, text)| (*name, text.as_str())).collect();
    (repo, home(&files))
}

fn review(repo: &Repo, home: &Home, more: &[&str]) -> Ran {
    let args = ["review", "--no-builtin", "--strategy", "passes", "--full", "--threshold", "0", "--all"];
    let output = home.prr(&[&args, more].concat()).current_dir(repo.root()).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Ran { code: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
}

fn told(document: &Value) -> String {
    let line = |f: &Value| {
        let word = |key: &str| f[key].as_str().unwrap_or("").to_owned();
        let held = f["held_back"]["reason"].as_str().map(|reason| format!(" ({reason})")).unwrap_or_default();
        let body = word("description").lines().next().map(|line| format!("\n    {line}")).unwrap_or_default();
        let suggestion = f["suggestion"].as_str().map(|text| format!("\n    suggests {text:?}")).unwrap_or_default();
        format!(
            "{}:{}-{} {} {}: {}{held}{body}{suggestion}\n",
            word("file"),
            f["lineStart"],
            f["lineEnd"],
            word("label"),
            word("category"),
            word("title")
        )
    };
    document["findings"].as_array().unwrap().iter().map(line).collect()
}

#[test]
fn what_real_tools_say_is_imported_and_stands_where_it_belongs() {
    let (repo, home) = scene();
    let mut all = String::new();
    for (name, _) in FILES {
        let path = home.work().join(name);
        let ran = review(&repo, &home, &["-o", "json", "--findings", path.to_str().unwrap()]);
        assert_eq!(ran.code, 0, "{name}: {}", ran.err);
        let document = ran.json();
        let findings = document["findings"].as_array().unwrap();
        assert!(findings.len() >= 2, "{name}: {document:#}");
        assert!(findings.iter().all(|f| f["held_back"]["reason"] != "no-such-path"), "{name}: {document:#}");
        all.push_str(&format!("# {name}\n{}\n", told(&document)));
    }
    golden("tools", &all);
}

#[test]
fn all_of_them_together_are_one_review_in_which_the_same_is_said_once() {
    let (repo, home) = scene();
    let paths: Vec<String> =
        FILES.iter().map(|(name, _)| home.work().join(name).to_str().unwrap().to_owned()).collect();
    let args: Vec<&str> = paths.iter().flat_map(|path| ["--findings", path]).collect();
    let ran = review(&repo, &home, &[&args[..], &["-o", "json"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    let document = ran.json();
    let findings = document["findings"].as_array().unwrap();
    let (held, shown): (Vec<&Value>, Vec<&Value>) = findings.iter().partition(|f| f["held_back"].is_object());
    // ruff and eslint each told the same twice, in two formats.
    let twice = held.iter().filter(|f| f["held_back"]["reason"] == "duplicate-in-run").count();
    assert!(
        twice >= 8 && shown.len() + held.len() == 32,
        "{twice} {} {}: {}",
        shown.len(),
        held.len(),
        told(&document)
    );
    for (form, at) in [("sarif", "/runs/0/results"), ("rdjson", "/diagnostics")] {
        let ran = review(&repo, &home, &[&args[..], &["-o", form]].concat());
        let document: Value = serde_json::from_str(&ran.out).unwrap_or_else(|_| panic!("{}", ran.err));
        assert!(document.pointer(at).unwrap().as_array().unwrap().len() >= shown.len());
        if form == "sarif" {
            super::sarif::valid(&document);
        }
    }
}

#[test]
fn imported_findings_of_a_pull_request_are_published_as_any_other_and_its_sarif_says_where_it_is() {
    let log = r#"{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "lint"}}, "results": [
        {"ruleId": "L1", "message": {"text": "Greets nobody"}, "level": "error", "locations": [{"physicalLocation":
            {"artifactLocation": {"uri": "README.md"}, "region": {"startLine": 2}}}]},
        {"ruleId": "L2", "message": {"text": "Not here"}, "locations": [{"physicalLocation":
            {"artifactLocation": {"uri": "gone/away.rs"}, "region": {"startLine": 2}}}]}]}]}"#;
    let scene = crate::publish::scene::Scene::seven();
    let file = scene.home.work().join("lint.sarif");
    std::fs::write(&file, log).unwrap();
    scene.review_of(&file);
    let dry = scene.publish(&["--dry-run", "--output", "json"]).json();
    let comments = dry["payload"]["comments"].as_array().unwrap();
    assert_eq!(comments.len(), 1, "{dry:#}");
    assert_eq!((&comments[0]["path"], &comments[0]["line"]), (&"README.md".into(), &2.into()));
    assert!(comments[0]["body"].as_str().unwrap().contains("Greets nobody"), "{dry:#}");
    assert!(!dry.to_string().contains("Not here"), "{dry:#}");
    assert_eq!(scene.posts(), 0);
    let out = scene.prr(&["show", "o/r#7", "--all", "-o", "sarif"]).json();
    super::sarif::valid(&out);
    let provenance = &out["runs"][0]["versionControlProvenance"][0];
    assert_eq!(provenance["repositoryUri"], "https://github.com/o/r");
    let head = provenance["revisionId"].as_str().unwrap();
    assert_eq!((head.len(), &out["runs"][0]["properties"]["prr"]["head_sha"]), (40, &head.into()));
    let document = scene.prr(&["show", "o/r#7", "-o", "pr-json"]).json();
    assert_eq!((&document["pr"]["number"], &document["pr"]["head_sha"]), (&7.into(), &head.into()));
    assert_eq!((&document["disposition"], &document["findings"][0]["severity"]), (&"reviewed".into(), &"P2".into()));
}
