//! The house keeps its own law: `src/` is read as text and held against the table in `law`.
//! Not here: style that rustfmt and clippy already check. Run by `cargo test --test harness house`.

mod imports;
mod itself;
mod law;
mod lex;
mod reading;
mod rules;
mod walk;

use std::{collections::BTreeMap, fs, path::Path};

use rules::{House, Violation};

/// Reads all files below a folder that end in `.rs`, as path relative to `root` -> text.
fn sources(root: &Path, folder: &str, found: &mut BTreeMap<String, String>) {
    let Ok(entries) = fs::read_dir(root.join(folder)) else { return };
    for entry in entries {
        let entry = entry.unwrap();
        let path = format!("{folder}/{}", entry.file_name().to_str().expect("our own file names are ASCII"));
        if entry.file_type().unwrap().is_dir() {
            sources(root, &path, found);
        } else if path.ends_with(".rs") {
            found.insert(path, fs::read_to_string(entry.path()).unwrap());
        }
    }
}

#[test]
fn every_file_keeps_the_law_of_the_house() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = BTreeMap::new();
    for folder in ["src", "tests", "benches"] {
        sources(root, folder, &mut files);
    }
    assert!(files.contains_key("src/lib.rs"), "no src/lib.rs under {}", root.display());
    let manifest = fs::read_to_string(root.join("Cargo.toml")).unwrap();
    let found = House::new(&files, &manifest).violations();
    let told: Vec<String> = found.iter().map(Violation::to_string).collect();
    assert!(told.is_empty(), "{} broken rules:\n{}", told.len(), told.join("\n"));
}
