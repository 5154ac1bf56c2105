//! Plans of real version pairs whose older version stands beside the change (`fixtures/plan/*/base`): both sides are parsed,
//! and the symbol index knows who names what changed. With PRR_BLESS=1 the expected plans are written anew.

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde_json::Value;

use super::{json, prr_in};
use crate::support::{dirs::Home, repo::Repo};

/// All files below a folder, with their paths in it.
fn files(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut all = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap().flatten().map(|entry| entry.path()) {
            if entry.is_dir() {
                folders.push(entry);
            } else {
                let text = fs::read_to_string(&entry).unwrap();
                all.push((entry.strip_prefix(folder).unwrap().to_owned(), text));
            }
        }
    }
    all
}

/// The plan of the change on its base, in a repository of its own; without what is another one's each time.
fn planned(folder: &Path) -> Value {
    let (repo, home) = (Repo::empty(), Home::new());
    for (path, text) in files(&folder.join("base")) {
        repo.write(path.to_str().unwrap(), &text);
    }
    repo.commit("before");
    repo.git(&["apply", folder.join("change.diff").to_str().unwrap()]);
    repo.commit("after");
    let mut plan = json(&prr_in(&repo, &home, &["plan", "HEAD~1..HEAD", "--offline", "--output", "json"]));
    // Commits have the times of their fixture, and so their ids; the target names them.
    for part in ["target", "base_sha", "head_sha"] {
        plan.as_object_mut().unwrap().remove(part);
    }
    plan.sort_all_objects();
    plan
}

#[test]
fn golden_plans_with_both_sides() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/plan");
    let bless = std::env::var_os("PRR_BLESS").is_some();
    let mut wrong = Vec::new();
    for name in ["fastrand-2.2.0-2.3.0", "itsdangerous-2.1.2-2.2.0", "nanoid-5.0.8-5.0.9"] {
        let folder = root.join(name);
        let words = serde_json::to_string_pretty(&planned(&folder)).unwrap() + "\n";
        let path = folder.join("sides.json");
        if bless {
            fs::write(&path, &words).unwrap();
        }
        let expected = fs::read_to_string(&path).unwrap_or_default();
        if expected != words {
            let line = expected.lines().zip(words.lines()).find(|(a, b)| a != b);
            wrong.push(format!("{name}: {line:?}"));
        }
    }
    assert!(wrong.is_empty(), "PRR_BLESS=1 writes them anew, when that is meant:\n{}", wrong.join("\n"));
}
