//! `checks.<id>.paths`: every built-in reviewer looks where it is set to look, and nowhere else. Through the program, each
//! with a change in which it finds something.

use prr::core::{
    checks::{API_REMOVAL, LEFT_BEHIND, RULES, SPEC_ALIGNMENT, STALE_DOCS, ids},
    diff::parse,
};
use serde_json::Value;

use super::{build::section, code, conflicts, lost_cases, secret, traps};
use crate::support::{dirs::Home, repo::Repo};

/// A change in which a reviewer finds something.
enum Sample {
    /// As a diff.
    Diff(String),
    /// As two commits: the files of the first, and one of the second.
    Commits(&'static [(&'static str, &'static str)], (&'static str, &'static str)),
}

const LIB: &str = "def parse_total(text):\n    return len(text)\n\n\ndef other_thing():\n    return 4\n";
const LESS: &str = "def other_thing():\n    return 4\n";
const USER: &str = "from lib import parse_total\n\n\ndef run():\n    return parse_total('4') + 1\n";

fn sample(id: &str) -> Sample {
    let one = |path: &str, body: &str| Sample::Diff(section(path, body));
    let lost = |all: Vec<lost_cases::Case>| {
        let (_, files, _) = all.into_iter().find(|case| !case.2.is_empty()).unwrap();
        Sample::Diff(files.iter().map(|(path, body)| section(path, body)).collect())
    };
    match id {
        RULES => one("src/a.py", "+answer = 42\n"),
        SPEC_ALIGNMENT => Sample::Commits(
            &[("REVIEW.md", "## Wiring Verification\n- `lib.py` MUST contain `log_in`\n"), ("lib.py", LIB)],
            ("lib.py", LESS),
        ),
        LEFT_BEHIND | API_REMOVAL => Sample::Commits(&[("lib.py", LIB), ("user.py", USER)], ("lib.py", LESS)),
        STALE_DOCS => Sample::Commits(
            &[
                ("lib.py", "parser.add_argument('--max-depth')\nrun()\n"),
                ("README.md", "- `--max-depth N`: how deep\n"),
            ],
            ("lib.py", "run()\n"),
        ),
        "conflict-markers" => first(conflicts::cases(), |body| body.to_owned()),
        "secrets" => first(secret::cases(), secret::body),
        "removed-tests" => lost(lost_cases::cases()),
        "skipped-tests" => lost(lost_cases::skipped_cases()),
        _ => {
            let of_code = code::cases(id).map(|cases| first(cases, code::body));
            let of_text = || traps::cases(id).map(|cases| first(cases, traps::body));
            of_code.or_else(of_text).unwrap_or_else(|| panic!("{id} has no sample: write one"))
        }
    }
}

/// The first case that is flagged.
fn first<T: AsRef<str>>(cases: Vec<(&str, T, usize)>, body: impl Fn(&str) -> String) -> Sample {
    let (path, text, _) = cases.iter().find(|case| case.2 > 0).expect("a case that is flagged");
    Sample::Diff(section(path, &body(text.as_ref())))
}

/// Paths of what a reviewer says when its settings hold these words.
fn said(id: &str, sample: &Sample, settings: &str) -> Vec<String> {
    let home = Home::new();
    let rules =
        "[[rules]]\nid = \"no-answer\"\npattern = 'answer = 42'\nseverity = \"major\"\nmessage = \"No answers\"\n";
    let all = format!("{rules}[spec_alignment]\nenabled = true\n[checks.{id}]\nenabled = true\n{settings}\n");
    std::fs::create_dir_all(home.path().join(".config/prr")).unwrap();
    std::fs::write(home.path().join(".config/prr/config.toml"), all).unwrap();
    let (output, _repo) = match sample {
        Sample::Diff(text) => {
            std::fs::write(home.work().join("a.diff"), text).unwrap();
            (home.prr(&["review", "a.diff", "--output", "json", "--all"]).output().unwrap(), None)
        }
        Sample::Commits(files, (path, text)) => {
            let repo = Repo::empty();
            files.iter().for_each(|(path, text)| repo.write(path, text));
            repo.commit("before");
            repo.write(path, text);
            repo.commit("after");
            let args = ["review", "HEAD~1..HEAD", "--output", "json", "--all"];
            (home.prr(&args).current_dir(repo.root()).output().unwrap(), Some(repo))
        }
    };
    let document: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{id}: {error}: {}", String::from_utf8_lossy(&output.stderr)));
    let agent = format!("builtin:{id}");
    let found = document["findings"].as_array().unwrap().iter().filter(|finding| finding["agent"] == agent.as_str());
    found.map(|finding| finding["file"].as_str().unwrap_or_default().to_owned()).collect()
}

#[test]
fn every_built_in_reviewer_looks_where_its_paths_say_and_nowhere_else() {
    for id in ids() {
        let sample = sample(id);
        if let Sample::Diff(text) = &sample {
            assert!(parse(text.clone().into_bytes()).problems.is_empty(), "{id}");
        }
        let anywhere = said(id, &sample, "");
        let path = anywhere.first().unwrap_or_else(|| panic!("{id} finds nothing in its sample"));
        let here = said(id, &sample, &format!("paths = [\"nowhere/**\", \"{path}\"]"));
        assert_eq!(here, vec![path.clone(); here.len().max(1)], "{id} within its paths");
        assert_eq!(said(id, &sample, "paths = [\"nowhere/**\"]"), Vec::<String>::new(), "{id} outside of its paths");
    }
}
