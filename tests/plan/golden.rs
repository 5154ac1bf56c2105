//! Plans of real version pairs of published crates and packages (`fixtures/plan`, made by `make.py` there): files, risk,
//! hotspots and the tasks of every strategy. With PRR_BLESS=1 the expected plans are written anew.

use std::{fs, path::Path};

use prr::core::{
    diff,
    model::{Mode, RunId, Strategy},
    plan::{Wish, plan},
    risk,
};
use serde_json::{Value, json};

fn golden(bytes: Vec<u8>) -> Value {
    let diff = diff::parse(bytes);
    let map = risk::change_map(&diff, &RunId::new("golden"));
    let files: Vec<String> = diff
        .file_numbers()
        .map(|file| {
            let entry = diff.file(file).unwrap();
            let class = map.classes[file.0 as usize].as_str();
            format!(
                "{} {} +{} -{} {class}",
                entry.status.letter(),
                diff.path(file).lossy(),
                entry.counts.added,
                entry.counts.removed
            )
        })
        .collect();
    let hotspots: Vec<Value> = map
        .hotspots
        .iter()
        .map(|h| json!({"key": h.key, "lenses": h.lenses.iter().map(|l| l.as_str()).collect::<Vec<_>>(), "why": h.why}))
        .collect();
    let strategies = [
        ("hotspots", Strategy::Hotspots),
        ("swarm", Strategy::Swarm),
        ("passes balanced", Strategy::Passes(Mode::Balanced)),
        ("passes full", Strategy::Passes(Mode::Full)),
    ];
    let plans: serde_json::Map<String, Value> = strategies
        .into_iter()
        .map(|(name, strategy)| {
            let plan = plan(&diff, &map, &Wish { strategy, ..Wish::default() });
            let task = |t: &prr::core::plan::Planned| {
                let lenses: Vec<&str> = t.lenses.iter().map(|l| l.as_str()).collect();
                let (id, tier, tools) = (&t.task.id, t.tier.as_str(), t.tools.as_str());
                format!(
                    "{id}: {}, {tier}, tools {tools}, {} bytes, {}",
                    t.scope.as_str(),
                    t.bytes(&diff),
                    lenses.join("+")
                )
            };
            let dropped: Vec<String> = plan.dropped.iter().map(|d| format!("{}: {}", d.name, d.why)).collect();
            let tasks: Vec<String> = plan.tasks.iter().map(task).collect();
            (name.to_owned(), json!({"tasks": tasks, "left_out": dropped}))
        })
        .collect();
    let score = map.score.as_ref().unwrap();
    let factors: Vec<String> = score.factors.iter().map(|f| format!("{} {}: {}", f.name, f.score, f.details)).collect();
    json!({
        "files": files,
        "risk": format!("{} {}", score.score, score.level.as_str()),
        "factors": factors,
        "hotspots": hotspots,
        "plans": plans,
    })
}

#[test]
fn golden_plans_of_published_versions() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/plan");
    let bless = std::env::var_os("PRR_BLESS").is_some();
    let mut folders: Vec<_> = fs::read_dir(&root).unwrap().flatten().map(|e| e.path()).filter(|p| p.is_dir()).collect();
    folders.sort();
    let mut wrong = Vec::new();
    for folder in &folders {
        let mut got = golden(fs::read(folder.join("change.diff")).unwrap());
        // Whether a map keeps its order is up to the features of other crates.
        got.sort_all_objects();
        assert!(fs::metadata(folder.join("LICENSE.txt")).unwrap().len() > 500, "{}", folder.display());
        let path = folder.join("plan.json");
        let words = serde_json::to_string_pretty(&got).unwrap() + "\n";
        if bless {
            fs::write(&path, &words).unwrap();
        }
        let Ok(expected) = fs::read_to_string(&path) else {
            // Without a golden plan: what must hold of any.
            println!("{} has no golden plan yet: PRR_BLESS=1 writes it", folder.display());
            let mut again = golden(fs::read(folder.join("change.diff")).unwrap());
            again.sort_all_objects();
            assert_eq!(again, got, "the same change has the same plan");
            continue;
        };
        if expected != words {
            let line = expected.lines().zip(words.lines()).find(|(a, b)| a != b);
            wrong.push(format!("{}: {line:?}", folder.display()));
        }
    }
    assert_eq!(folders.len(), 10);
    assert!(wrong.is_empty(), "PRR_BLESS=1 writes them anew, when that is meant:\n{}", wrong.join("\n"));
}
