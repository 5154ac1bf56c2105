//! The user's and the repository's configuration changes nothing that is printed, and no program of theirs runs.

use std::{ffi::OsString, fs, os::unix::fs::PermissionsExt, path::Path, sync::atomic::AtomicBool};

use prr::{
    core::model::TargetSpec,
    edge::intake::{Discovery, Options, read},
};

use super::{bytes, files, named, options, take};
use crate::support::repo::Repo;

/// Settings that change what `git diff` prints or run a program, `PROGRAM` standing for one that leaves a trace.
const SETTINGS: &[(&str, &str)] = &[
    ("alias.diff", "!PROGRAM"),
    ("alias.diff-tree", "!PROGRAM"),
    ("color.diff", "always"),
    ("color.diff.meta", "red bold"),
    ("color.status", "always"),
    ("color.ui", "always"),
    ("core.abbrev", "4"),
    ("core.attributesFile", "ATTRIBUTES"),
    ("core.bigFileThreshold", "1"),
    ("core.editor", "PROGRAM"),
    ("core.fsmonitor", "PROGRAM"),
    ("core.hooksPath", "HOOKS"),
    ("core.pager", "PROGRAM"),
    ("core.quotePath", "false"),
    ("core.splitIndex", "true"),
    ("core.untrackedCache", "true"),
    ("core.whitespace", "trailing-space,space-before-tab,tab-in-indent"),
    ("diff.algorithm", "patience"),
    ("diff.autoRefreshIndex", "false"),
    ("diff.colorMoved", "zebra"),
    ("diff.context", "0"),
    ("diff.dirstat", "lines"),
    ("diff.dstPrefix", "there/"),
    ("diff.evil.cachetextconv", "true"),
    ("diff.evil.command", "PROGRAM"),
    ("diff.evil.textconv", "PROGRAM"),
    ("diff.external", "PROGRAM"),
    ("diff.guitool", "evil"),
    ("diff.ignoreSubmodules", "all"),
    ("diff.indentHeuristic", "false"),
    ("diff.interHunkContext", "100"),
    ("diff.mnemonicPrefix", "true"),
    ("diff.noprefix", "true"),
    ("diff.orderFile", "ORDER"),
    ("diff.relative", "true"),
    ("diff.renameLimit", "1"),
    ("diff.renames", "false"),
    ("diff.srcPrefix", "here/"),
    ("diff.statGraphWidth", "1"),
    ("diff.submodule", "log"),
    ("diff.suppressBlankEmpty", "true"),
    ("diff.tool", "evil"),
    ("diff.wordRegex", "."),
    ("diff.wsErrorHighlight", "all"),
    ("difftool.evil.cmd", "PROGRAM"),
    ("format.pretty", "PROGRAM %H"),
    ("gpg.program", "PROGRAM"),
    ("i18n.logOutputEncoding", "UTF-16"),
    ("interactive.diffFilter", "PROGRAM"),
    ("log.decorate", "full"),
    ("log.showSignature", "true"),
    ("pager.diff", "PROGRAM"),
    ("pager.diff-tree", "PROGRAM"),
    ("status.branch", "true"),
    ("status.relativePaths", "true"),
    ("status.short", "true"),
    ("status.showUntrackedFiles", "no"),
    ("submodule.recurse", "true"),
    ("trace2.eventTarget", "TRACE"),
    ("trace2.normalTarget", "TRACE"),
];

/// Variables that do the same.
const VARIABLES: &[(&str, &str)] = &[
    ("GIT_COLOR", "always"),
    ("GIT_DIFF_OPTS", "-u0"),
    ("GIT_EDITOR", "PROGRAM"),
    ("GIT_EXTERNAL_DIFF", "PROGRAM"),
    ("GIT_PAGER", "PROGRAM"),
    ("GIT_PAGER_IN_USE", "1"),
    ("GIT_PREFIX", "deep/"),
    ("GIT_TRACE", "1"),
    ("GIT_TRACE2_EVENT", "TRACE"),
    ("GIT_TRACE_SETUP", "1"),
    ("GIT_DIR", "/nowhere"),
    ("GIT_WORK_TREE", "/nowhere"),
    ("GIT_INDEX_FILE", "/nowhere/index"),
    ("GIT_OBJECT_DIRECTORY", "/nowhere/objects"),
    ("GIT_GLOB_PATHSPECS", "1"),
    ("LC_ALL", "de_DE.UTF-8"),
    ("LANGUAGE", "de"),
    ("PAGER", "PROGRAM"),
    ("CLICOLOR_FORCE", "1"),
];

const TARGETS: &[&str] = &["HEAD~1..HEAD", "HEAD~1...HEAD", "HEAD", "HEAD~1", "topic", "--wip", "--staged", ""];

/// A history with everything that the settings could touch.
fn rich() -> Repo {
    let repo = Repo::with_history();
    repo.write(".gitattributes", "*.txt diff=evil\n*.evil filter=evil\n");
    repo.write("blank.txt", "a\n\nb\n\nc\n\nd\n\ne\n\nf\n\ng\n\nh\n\ni\n\nj\n");
    repo.write("deep/ä.txt", "x\n");
    repo.commit("more");
    repo.git(&["checkout", "-q", "-b", "topic"]);
    repo.write("blank.txt", "A\n\nb\n\nc\n\nd\n\ne\n\nf\n\ng\n\nh\n\ni\n\nJ  \n");
    repo.write("deep/ä.txt", "y\n");
    fs::rename(repo.root().join("b.txt"), repo.root().join("renamed.txt")).unwrap();
    fs::rename(repo.root().join("run.sh"), repo.root().join("deep/run.sh")).unwrap();
    repo.commit("work");
    repo.write("a.txt", "staged\n\ntwo\n");
    repo.git(&["add", "a.txt"]);
    repo.write("blank.txt", "unstaged\n");
    repo.write("untracked.txt", "u\n");
    repo
}

fn spec(target: &str) -> TargetSpec {
    match target {
        "--wip" => TargetSpec::Wip,
        "--staged" => TargetSpec::Staged,
        "" => TargetSpec::Nothing,
        name => named(name),
    }
}

fn all_bytes(options: &Options) -> Vec<(String, String)> {
    let one = |target: &&str| {
        let taken = read(&spec(target), options, &AtomicBool::new(false), &mut |_| {});
        let taken = taken.unwrap_or_else(|e| panic!("{target}: {e} {:?}", e.causes()));
        ((*target).to_owned(), String::from_utf8(bytes(&taken.diff)).unwrap() + &taken.request.title)
    };
    TARGETS.iter().map(one).collect()
}

/// Programs that leave a trace, and a function that puts real paths into settings.
fn prepare(outside: &Path) -> impl Fn(&str) -> String + use<> {
    let trace = outside.join("TRACE");
    let script = format!("#!/bin/sh\necho \"$0 $*\" >>'{}'\n", outside.join("ran").display());
    let hooks = outside.join("hooks");
    fs::create_dir_all(&hooks).unwrap();
    let program = outside.join("program");
    let names = ["post-index-change", "post-checkout", "pre-commit", "fsmonitor-watchman", "reference-transaction"];
    for path in names.iter().map(|n| hooks.join(n)).chain([program.clone()]) {
        fs::write(&path, &script).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let (attributes, order) = (outside.join("attributes"), outside.join("order"));
    fs::write(&attributes, "* diff=evil\n").unwrap();
    fs::write(&order, "untracked.txt\n*.sh\nrenamed.txt\n").unwrap();
    let places =
        [("PROGRAM", program), ("HOOKS", hooks), ("ATTRIBUTES", attributes), ("ORDER", order), ("TRACE", trace)];
    move |value: &str| places.iter().fold(value.to_owned(), |v, (word, path)| v.replace(word, path.to_str().unwrap()))
}

/// Writes the settings into a configuration file without running git.
fn settings(real: impl Fn(&str) -> String) -> String {
    let line = |(key, value): &(&str, &str)| {
        let (section, name) = key.rsplit_once('.').unwrap();
        let head = section.split_once('.').map_or(format!("[{section}]"), |(a, b)| format!("[{a} \"{b}\"]"));
        format!("{head}\n\t{name} = \"{}\"\n", real(value))
    };
    SETTINGS.iter().map(line).collect()
}

#[test]
fn hostile_configuration_changes_no_byte_and_runs_no_program() {
    let repo = rich();
    let clean = all_bytes(&options(&repo));
    let real = prepare(&repo.outside());
    let own = repo.root().join(".git/config");
    let before = fs::read_to_string(&own).unwrap();
    for place in [own.clone(), repo.outside().join("home/.gitconfig")] {
        let old = fs::read_to_string(&place).unwrap_or_default();
        fs::write(&place, old + &settings(&real)).unwrap();
        let hostile = all_bytes(&options(&repo));
        for (expected, got) in clean.iter().zip(&hostile) {
            assert_eq!(got, expected, "with {}", place.display());
        }
        assert_eq!(fs::read_to_string(repo.outside().join("ran")).unwrap_or_default(), "", "a program ran");
        assert!(!repo.outside().join("TRACE").exists());
        fs::write(&own, &before).unwrap();
    }
}

#[test]
fn hostile_variables_change_no_byte_and_run_no_program() {
    let repo = rich();
    let clean = all_bytes(&options(&repo));
    let real = prepare(&repo.outside());
    let mut hostile = options(&repo);
    let more = VARIABLES.iter().map(|(name, value)| (OsString::from(name), OsString::from(real(value))));
    hostile.variables.as_mut().unwrap().extend(more);
    for (index, (key, value)) in SETTINGS.iter().enumerate() {
        let all = hostile.variables.as_mut().unwrap();
        all.push((format!("GIT_CONFIG_KEY_{index}").into(), key.into()));
        all.push((format!("GIT_CONFIG_VALUE_{index}").into(), real(value).into()));
    }
    hostile.variables.as_mut().unwrap().push(("GIT_CONFIG_COUNT".into(), SETTINGS.len().to_string().into()));
    for (expected, got) in clean.iter().zip(&all_bytes(&hostile)) {
        assert_eq!(got, expected);
    }
    assert_eq!(fs::read_to_string(repo.outside().join("ran")).unwrap_or_default(), "", "a program ran");
    assert!(!repo.outside().join("TRACE").exists());
}

#[test]
fn the_settings_above_are_hostile_indeed() {
    let repo = rich();
    let real = prepare(&repo.outside());
    let plain = repo.git(&["diff", "HEAD"]);
    fs::write(repo.outside().join("home/.gitconfig"), settings(&real)).unwrap();
    let (_, out, _) = repo.try_git_at(repo.root(), &["diff", "HEAD"]);
    assert_ne!(out, plain);
    assert!(repo.outside().join("ran").exists(), "the trap works");
}

#[test]
fn the_filters_of_the_working_tree_apply_because_they_say_what_the_change_is() {
    let repo = Repo::with_history();
    repo.write(".gitattributes", "*.evil filter=shout\n");
    repo.git(&["config", "filter.shout.clean", "tr a-z A-Z"]);
    repo.write("x.evil", "quiet\n");
    let text = String::from_utf8(bytes(&take(&repo, &TargetSpec::Wip).unwrap().diff)).unwrap();
    assert!(text.contains("+QUIET"), "{text}");
}

#[test]
fn a_hook_s_index_is_read_only_when_asked_for() {
    let repo = Repo::with_history();
    repo.write("a.txt", "staged\n");
    repo.git(&["add", "a.txt"]);
    let other = repo.outside().join("other-index");
    fs::copy(repo.root().join(".git/index"), &other).unwrap();
    repo.git(&["reset", "-q", "--hard"]);
    let mut in_a_hook = options(&repo);
    in_a_hook.variables.as_mut().unwrap().push(("GIT_INDEX_FILE".into(), other.into()));
    let stop = AtomicBool::new(false);
    let ignored = read(&TargetSpec::Staged, &in_a_hook, &stop, &mut |_| {});
    assert_eq!(ignored.unwrap_err().to_string(), "No changes detected.");
    in_a_hook.discovery = Discovery::Environment;
    let taken = read(&TargetSpec::Staged, &in_a_hook, &stop, &mut |_| {}).unwrap();
    assert_eq!(files(&taken.diff), ["M a.txt"]);
}
