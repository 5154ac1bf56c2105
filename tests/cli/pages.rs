//! What is made from the program itself: completions, manual pages, the pages of `docs/` with their pictures.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use super::{run, text};
use crate::support::dirs::Home;

#[test]
fn every_shell_gets_its_completions() {
    let home = Home::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let output = run(&home, &home.work(), &["completions", shell]);
        let script = text(&output.stdout);
        assert_eq!(output.status.code(), Some(0), "{shell}");
        assert!(script.contains("prr") && script.contains("publish") && script.contains("plain"), "{shell}");
        assert!(!script.contains("docs' -d"), "{shell}: what is hidden is not offered");
    }
    assert_eq!(run(&home, &home.work(), &["completions", "cmd"]).status.code(), Some(2));
}

#[test]
fn manual_pages_are_there_for_the_program_and_each_command() {
    let home = Home::new();
    let page = |args: &[&str]| {
        let output = run(&home, &home.work(), &[&["man"], args].concat());
        assert_eq!(output.status.code(), Some(0), "{args:?}: {}", text(&output.stderr));
        text(&output.stdout)
    };
    assert!(page(&[]).contains(".TH prr 1") && page(&[]).contains("prr inbox"));
    assert!(
        page(&["tui"]).contains(".TH prr\\-tui 1") || page(&["tui"]).contains(".TH prr-tui 1"),
        "{}",
        page(&["tui"])
    );
    assert!(page(&["config", "check"]).contains("Explain each mistake"));
    let unknown = run(&home, &home.work(), &["man", "nothing"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(text(&unknown.stderr).contains("`nothing`"));
    let folder = home.work().join("man1");
    fs::create_dir(&folder).unwrap();
    let all = run(&home, &home.work(), &["man", "--dir", folder.to_str().unwrap()]);
    assert_eq!(all.status.code(), Some(0), "{}", text(&all.stderr));
    let names: Vec<String> = files(&folder).into_keys().map(|path| path.display().to_string()).collect();
    assert!(names.contains(&"prr.1".to_owned()) && names.contains(&"prr-config-check.1".to_owned()), "{names:?}");
    let gone = run(&home, &home.work(), &["man", "--dir", "/nowhere/at/all"]);
    assert_eq!(gone.status.code(), Some(2), "{}", text(&gone.stderr));
}

#[test]
fn man_itself_reads_the_page_where_it_is_installed() {
    let home = Home::new();
    fs::write(home.work().join("prr.1"), run(&home, &home.work(), &["man"]).stdout).unwrap();
    let groff = Command::new("groff").args(["-man", "-Tutf8", "-ww", "-z", "prr.1"]).current_dir(home.work()).output();
    if let Ok(output) = groff {
        assert!(output.stderr.is_empty(), "{}", text(&output.stderr));
    }
}

/// Every file below a folder, by its path in it.
fn files(folder: &Path) -> BTreeMap<PathBuf, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).unwrap().flatten() {
            match entry.path() {
                path if path.is_dir() => folders.push(path),
                path => {
                    let name = path.strip_prefix(folder).unwrap().to_owned();
                    found.insert(name, fs::read_to_string(&path).unwrap_or_default());
                }
            }
        }
    }
    found
}

const RENEW: &str = "renew them: `cargo run -- docs docs`";

#[test]
fn the_pages_of_docs_and_their_pictures_are_what_the_program_makes() {
    let home = Home::new();
    let folder = home.work().join("docs");
    let output = run(&home, &home.work(), &["docs", folder.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let (made, root) = (files(&folder), Path::new(env!("CARGO_MANIFEST_DIR")));
    assert!(made.len() >= 8, "{:?}", made.keys());
    for (name, now) in &made {
        let there = fs::read_to_string(root.join("docs").join(name)).unwrap_or_default();
        assert!(there == *now, "docs/{} is not what the program makes now; {RENEW}", name.display());
    }
    // A picture shows its text as text.
    let diff = &made[Path::new("pictures/diff.svg")];
    assert!(
        diff.contains("<text ") && diff.contains("undecided") && diff.contains("fill=\"#"),
        "no text in the picture"
    );
    // And the README shows pictures that are there.
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    for name in made.keys().filter(|name| name.starts_with("pictures")).filter(|name| !name.ends_with("guide.svg")) {
        assert!(readme.contains(&format!("docs/{}", name.display())), "the README does not show {}", name.display());
    }
}
