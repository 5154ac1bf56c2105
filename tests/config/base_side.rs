//! Which side of the change settings are read from.

use std::{os::unix::fs::symlink, sync::atomic::AtomicBool};

use prr::edge::intake::{Discovery, Options, SettingsBase, SettingsFiles, settings_files};

use crate::support::repo::Repo;

const SOLITON: &str = ".claude/soliton.local.md";

fn files_at(repo: &Repo, base: SettingsBase<'_>, most: usize) -> SettingsFiles {
    let options = Options {
        dir: repo.root().to_owned(),
        discovery: Discovery::Directory,
        variables: Some(repo.variables()),
        ..Options::default()
    };
    settings_files(&options, base, most, &AtomicBool::new(false)).unwrap()
}

fn in_force(found: &SettingsFiles) -> Vec<(&str, String)> {
    let text = |content: &Result<Vec<u8>, String>| match content {
        Ok(bytes) => String::from_utf8_lossy(bytes).into_owned(),
        Err(why) => format!("! {why}"),
    };
    found.files.iter().map(|file| (file.path, text(&file.content))).collect()
}

fn base_and_topic() -> Repo {
    let repo = Repo::with_history();
    repo.write(".prr.toml", "base");
    repo.commit("settings");
    repo.git(&["checkout", "-q", "-b", "topic"]);
    repo
}

#[test]
fn a_change_cannot_bring_its_own_settings() {
    let repo = base_and_topic();
    repo.write(".prr.toml", "head");
    repo.write(SOLITON, "head");
    repo.write(".opencode/review-config.yaml", "head");
    repo.commit("silence me");
    repo.write(".prr.toml", "work");
    let found = files_at(&repo, SettingsBase::Branch, 100);
    assert_eq!(in_force(&found), [(".prr.toml", "base".to_owned())]);
    assert_eq!(
        found.ahead.iter().map(|file| file.path).collect::<Vec<_>>(),
        [".prr.toml", SOLITON, ".opencode/review-config.yaml"]
    );
    let base = repo.git(&["rev-parse", "main"]);
    assert_eq!(in_force(&files_at(&repo, SettingsBase::Revision(&base), 100)), in_force(&found));
    assert_eq!(in_force(&files_at(&repo, SettingsBase::Head, 100)).len(), 3, "targets without a base");
}

#[test]
fn a_personal_file_that_git_does_not_know_is_read_from_the_working_tree() {
    let repo = base_and_topic();
    repo.write(SOLITON, "mine");
    repo.write(".opencode/review-config.yaml", "mine too");
    let both = [
        (".prr.toml", "base".to_owned()),
        (SOLITON, "mine".to_owned()),
        (".opencode/review-config.yaml", "mine too".to_owned()),
    ];
    assert_eq!(in_force(&files_at(&repo, SettingsBase::Branch, 100)), both);
    repo.write(".gitignore", ".claude/\n.opencode/\n");
    repo.commit("ignore");
    assert_eq!(in_force(&files_at(&repo, SettingsBase::Branch, 100)), both, "ignored is personal too");
}

#[test]
fn our_own_file_is_never_read_from_the_working_tree() {
    let repo = Repo::with_history();
    repo.write(".prr.toml", "untracked");
    let found = files_at(&repo, SettingsBase::Branch, 100);
    assert_eq!((in_force(&found), found.ahead.len()), (vec![], 1));
}

#[test]
fn a_file_that_was_only_taken_out_of_the_index_is_not_personal() {
    let repo = Repo::with_history();
    repo.write(SOLITON, "strangers");
    repo.commit("add");
    repo.git(&["rm", "-q", "--cached", SOLITON]);
    let base = repo.git(&["rev-parse", "HEAD~1"]);
    assert_eq!(in_force(&files_at(&repo, SettingsBase::Revision(&base), 100)), []);
}

#[test]
fn links_and_repositories_that_a_change_brings_are_not_followed() {
    let repo = base_and_topic();
    repo.write("evil/soliton.local.md", "head");
    symlink("evil", repo.root().join(".claude")).unwrap();
    repo.commit("a link for a folder");
    assert_eq!(in_force(&files_at(&repo, SettingsBase::Branch, 100)), [(".prr.toml", "base".to_owned())]);
    std::fs::remove_file(repo.root().join(".claude")).unwrap();
    std::fs::create_dir(repo.root().join(".claude")).unwrap();
    symlink("../evil/soliton.local.md", repo.root().join(SOLITON)).unwrap();
    assert_eq!(in_force(&files_at(&repo, SettingsBase::Branch, 100)).len(), 1, "a link for the file");
    std::fs::remove_dir_all(repo.root().join(".claude")).unwrap();
    repo.git(&["checkout", "-q", "-f", "main"]);
    std::fs::remove_file(repo.root().join(".prr.toml")).unwrap();
    symlink("a.txt", repo.root().join(".prr.toml")).unwrap();
    repo.commit("our file is a link");
    assert_eq!(
        in_force(&files_at(&repo, SettingsBase::Head, 100)),
        [(".prr.toml", "! it is no regular file".to_owned())]
    );
}

#[test]
fn large_files_are_not_read_whole() {
    let repo = Repo::empty();
    repo.write(".prr.toml", &"#".repeat(10 << 20));
    repo.commit("10 MB");
    repo.write(SOLITON, &"#".repeat(10 << 20));
    let found = files_at(&repo, SettingsBase::Head, 1000);
    let texts = in_force(&found);
    assert!(texts[0].1.starts_with("! it has 10485760 bytes"), "{:.80}", texts[0].1);
    assert_eq!(texts[1].1.len(), 1001, "one byte over, so that the reader sees that it is too large");
}

#[test]
fn without_repository_commit_or_working_tree_there_is_what_there_is() {
    assert_eq!(files_at(&Repo::none(), SettingsBase::Branch, 100), SettingsFiles::default());
    let empty = Repo::empty();
    empty.write(".prr.toml", "x");
    let found = files_at(&empty, SettingsBase::Branch, 100);
    assert_eq!((in_force(&found), found.revision.as_deref()), (vec![], None));
    let repo = base_and_topic();
    let bare = repo.outside().join("bare.git");
    repo.git(&["clone", "-q", "--bare", ".", bare.to_str().unwrap()]);
    let options = Options { dir: bare, variables: Some(repo.variables()), ..Options::default() };
    let found = settings_files(&options, SettingsBase::Head, 100, &AtomicBool::new(false)).unwrap();
    assert_eq!(in_force(&found), [(".prr.toml", "base".to_owned())]);
}

#[test]
fn reading_settings_leaves_the_repository_as_it_is() {
    let repo = base_and_topic();
    repo.write(SOLITON, "mine");
    let before = repo.state();
    files_at(&repo, SettingsBase::Branch, 100);
    assert_eq!(repo.state(), before);
}

#[test]
fn a_subfolder_sees_the_files_of_the_root() {
    let repo = base_and_topic();
    repo.write("sub/x", "x");
    repo.write(SOLITON, "mine");
    let options = Options { dir: repo.root().join("sub"), variables: Some(repo.variables()), ..Options::default() };
    let found = settings_files(&options, SettingsBase::Branch, 100, &AtomicBool::new(false)).unwrap();
    assert_eq!(in_force(&found).len(), 2);
}
