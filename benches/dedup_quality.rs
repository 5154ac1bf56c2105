//! How well synthesis merges what a person would merge: precision, recall and F1 on labelled pairs and groups, by
//! origin, with and without lines. `cargo bench --bench dedup_quality` (`-- --wrong` lists what came out wrong); other
//! files by `PRR_DEDUP_LABELS`, a list of paths.
#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::print_stderr, missing_docs)]

#[path = "../tests/synthesis/labelled.rs"]
mod labelled;

use std::path::{Path, PathBuf};

use labelled::{Agents, Outcome, Score, outcomes};

fn main() {
    let wrong = std::env::args().any(|argument| argument == "--wrong");
    for path in files() {
        match std::fs::read_to_string(&path) {
            Ok(text) => {
                println!("\n{}", path.display());
                show("agents as named", &outcomes(&text, Agents::AsNamed), wrong);
                show("each its own agent", &outcomes(&text, Agents::EachItsOwn), false);
            }
            Err(error) => eprintln!("{}: {error}; name files that exist in PRR_DEDUP_LABELS", path.display()),
        }
    }
}

fn files() -> Vec<PathBuf> {
    let own = |name| Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/dedup").join(name);
    std::env::var_os("PRR_DEDUP_LABELS").map_or_else(
        || vec![own("known.json"), own("known-groups.json")],
        |list| std::env::split_paths(&list).collect(),
    )
}

fn show(agents: &str, outcomes: &[Outcome], wrong: bool) {
    println!("{agents:<28} {:>5} {:>9} {:>6} {:>6}   precision recall F1", "same", "different", "right", "wrong");
    for origin in ["real", "written", ""] {
        for (places, wanted) in [("", None), (", both with lines", Some(true)), (", lines missing", Some(false))] {
            let counts = |outcome: &&Outcome| {
                (origin.is_empty() || outcome.origin == origin) && wanted.is_none_or(|is| outcome.is_placed == is)
            };
            let score = Score::of(outcomes.iter().filter(counts));
            if score.right + score.wrong + score.missed + score.apart > 0 {
                let name = format!("{}{places}", if origin.is_empty() { "all" } else { origin });
                println!("{name:<28} {score}");
            }
        }
    }
    for outcome in outcomes.iter().filter(|outcome| wrong && outcome.wanted != outcome.got) {
        let how = if outcome.got { "merged" } else { "missed" };
        println!("{how} {} ({}): {}", outcome.id, outcome.origin, outcome.why);
    }
}
