//! What is typed and what remotes say, in real repositories. Not here: the forms by themselves (unit tests).

use std::{fs, sync::atomic::AtomicBool};

use prr::edge::intake::{Hosts, IntakeError, Options, PullTarget, pull_target};

use crate::support::repo::Repo;

fn target_with(repo: &Repo, text: &str, hosts: &Hosts) -> Result<PullTarget, IntakeError> {
    let options = Options { dir: repo.root().to_owned(), variables: Some(repo.variables()), ..Options::default() };
    pull_target(text, &options, hosts, &AtomicBool::new(false))
}

fn target(repo: &Repo, text: &str) -> Result<PullTarget, IntakeError> {
    target_with(repo, text, &Hosts::default())
}

fn name(repo: &Repo, text: &str) -> String {
    target(repo, text).unwrap().name.to_string()
}

#[test]
fn a_number_is_of_the_repository_that_the_remotes_name() {
    let repo = Repo::empty();
    repo.git(&["remote", "add", "origin", "git@github.com:me/fork.git"]);
    assert_eq!(name(&repo, "7"), "me/fork#7");
    repo.git(&["remote", "add", "upstream", "https://github.com/o/r.git"]);
    assert_eq!(name(&repo, "#7"), "o/r#7");
    repo.git(&["config", "remote.origin.gh-resolved", "base"]);
    assert_eq!(name(&repo, "7"), "me/fork#7");
}

#[test]
fn the_address_counts_as_instead_of_makes_it_and_is_given_to_git_as_written() {
    let repo = Repo::empty();
    repo.git(&["config", "url.https://github.com/.insteadOf", "work:"]);
    repo.git(&["remote", "add", "origin", "work:o/r.git"]);
    let target = target(&repo, "7").unwrap();
    assert_eq!(target.name.to_string(), "o/r#7");
    assert_eq!(target.clone.unwrap().url.as_deref(), Some("work:o/r.git"));
}

#[test]
fn an_alias_of_ssh_is_asked_of_ssh_without_a_shell() {
    let repo = Repo::empty();
    let tools = repo.outside().join("tools");
    fs::create_dir_all(&tools).unwrap();
    let ssh = tools.join("ssh");
    fs::write(&ssh, "#!/bin/sh\n[ \"$1 $2 $3 $#\" = '-G -- github.com-work 3' ] && echo 'hostname ssh.github.com'\n")
        .unwrap();
    crate::support::dirs::executable(&ssh);
    let mut variables = repo.variables();
    let path = variables.iter_mut().find(|(name, _)| name == "PATH").unwrap();
    path.1 = format!("{}:{}", tools.display(), path.1.to_string_lossy()).into();
    let options = Options { dir: repo.root().to_owned(), variables: Some(variables), ..Options::default() };
    let of = |text: &str| pull_target(text, &options, &Hosts::default(), &AtomicBool::new(false));
    repo.git(&["remote", "add", "origin", "git@github.com-work:o/r.git"]);
    assert_eq!(of("7").unwrap().name.to_string(), "o/r#7");
    repo.git(&["remote", "set-url", "origin", "git@other-alias:o/r.git"]);
    let refused = of("7").unwrap_err();
    assert!(refused.to_string().contains("remote origin is on other-alias"), "{refused}");
    assert!(refused.hints().iter().any(|hint| hint.contains("HostName")), "{:?}", refused.hints());
}

#[test]
fn an_ssh_that_hangs_is_not_waited_for() {
    let repo = Repo::empty();
    let tools = repo.outside().join("tools");
    fs::create_dir_all(&tools).unwrap();
    let ssh = tools.join("ssh");
    fs::write(&ssh, "#!/bin/sh\nexec sleep 600\n").unwrap();
    crate::support::dirs::executable(&ssh);
    let mut variables = repo.variables();
    variables.retain(|(name, _)| name != "PATH");
    let path = std::env::var("PATH").unwrap_or_default();
    variables.push(("PATH".into(), format!("{}:{path}", tools.display()).into()));
    let options = Options { dir: repo.root().to_owned(), variables: Some(variables), ..Options::default() };
    repo.git(&["remote", "add", "origin", "git@somewhere:o/r.git"]);
    let refused = pull_target("7", &options, &Hosts::default(), &AtomicBool::new(false)).unwrap_err();
    assert!(refused.to_string().contains("somewhere"), "{refused}");
}

#[test]
fn whether_we_are_in_a_clone_of_it_is_known_for_every_form() {
    let repo = Repo::empty();
    repo.git(&["remote", "add", "fork", "https://github.com/me/r"]);
    repo.git(&["remote", "add", "origin", "ssh://git@ssh.github.com:443/O/R.git"]);
    let inside = target(&repo, "https://github.com/o/r/pull/7/files").unwrap();
    assert_eq!(inside.clone.unwrap().url.as_deref(), Some("ssh://git@ssh.github.com:443/O/R.git"));
    assert_eq!(target(&repo, "other/r#7").unwrap().clone, None);
    let nowhere = Repo::none();
    let outside = target(&nowhere, "o/r#7").unwrap();
    assert_eq!((outside.name.to_string(), outside.clone), ("o/r#7".to_owned(), None));
}

#[test]
fn gh_repo_and_gh_host_say_what_a_number_and_a_name_mean() {
    let repo = Repo::none();
    let hosts = |repo: &str, usual: Option<&str>| Hosts {
        repo: Some(repo.to_owned()).filter(|repo| !repo.is_empty()),
        usual: usual.map_or(prr::core::model::Host::github(), prr::core::model::Host::new),
        is_chosen: usual.is_some(),
        ..Hosts::default()
    };
    let of = |text: &str, hosts: &Hosts| target_with(&repo, text, hosts).map(|found| found.name.to_string());
    assert_eq!(of("7", &hosts("o/r", None)).unwrap(), "o/r#7");
    assert_eq!(of("7", &hosts("git.example/o/r", Some("git.example"))).unwrap(), "git.example/o/r#7");
    assert_eq!(of("o/r#7", &hosts("", Some("git.example"))).unwrap(), "git.example/o/r#7");
    for value in ["o", "o/r/x/y", "o/$(id)", "../..", "o/r; rm"] {
        let refused = of("7", &hosts(value, None)).unwrap_err();
        assert!(refused.to_string().contains("GH_REPO"), "{value} {refused}");
    }
}

#[test]
fn what_cannot_be_meant_is_refused_with_the_thing_and_the_next_step() {
    let repo = Repo::empty();
    let refused = |text: &str| {
        let error = target(&repo, text).unwrap_err();
        (error.to_string(), error.hints().join("\n"))
    };
    let (words, hints) = refused("7");
    assert!(words.contains("has no remote") && hints.contains("OWNER/REPO#NUMBER"), "{words} {hints}");
    repo.git(&["remote", "add", "origin", "/srv/git/o/r.git"]);
    let (words, hints) = refused("7");
    assert!(words.contains("are folders") && hints.contains("prr tui BRANCH"), "{words} {hints}");
    repo.git(&["remote", "set-url", "origin", "https://gitlab.com/o/r.git"]);
    let (words, hints) = refused("7");
    assert!(words.contains("origin is on gitlab.com"), "{words}");
    assert!(hints.contains("gh auth login --hostname gitlab.com") && hints.contains("--branch"), "{hints}");
    for (text, words) in [
        ("https://gitlab.com/o/r/pull/7", "gitlab.com is not known to be a GitHub server"),
        ("https://github.com/o/r/issues/7", "the address of an issue"),
        ("https://github.com/o/r/pull/0", "counted from 1"),
        ("o/r#7; rm -rf /", "more than a number"),
        ("https://me:secret@github.com/o/r/pull/x", "`https://github.com/o/r/pull/x`"),
    ] {
        let (told, hints) = refused(text);
        assert!(told.contains(words), "{text}: {told}");
        assert!(!told.contains("secret") && !hints.is_empty(), "{told}");
    }
    let nowhere = target(&Repo::none(), "7").unwrap_err();
    assert!(nowhere.to_string().contains("not in a git repository"), "{nowhere}");
}
