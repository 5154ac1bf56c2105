//! What a person typed -> which pull request of which repository, and whether we are in a clone of it. Asks git (and,
//! for an alias, SSH), never the host. Called by the readers of this room and through [`pull_target`].

use std::sync::atomic::AtomicBool;

use super::{
    PullError,
    choose::{Hosts, Known, NoRemote, Seen, base, known, same},
    typed::{Place, Typed, is_name, typed},
};
use crate::{
    core::model::{Host, PullName, RepoName},
    edge::{
        git::{About, Git, RemoteUrl},
        intake::{IntakeError, Options, Repository, error::shown, repository::place},
    },
};

/// A pull request, and the clone of its repository that we are in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PullTarget {
    /// Which.
    pub name: PullName,
    /// `None` outside of a clone of its repository.
    pub clone: Option<Clone>,
}

/// A clone of the repository of a pull request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clone {
    /// Where it is.
    pub repository: Repository,
    /// The remote to fetch from, as it is written in the configuration; `None` when gh only says which repository it is.
    pub url: Option<String>,
}

/// Finds out which pull request is meant.
///
/// # Errors
/// What was typed names none; a number, and the repository cannot be told; a host that is not known to be GitHub.
pub fn pull_target(text: &str, options: &Options, hosts: &Hosts, stop: &AtomicBool) -> Result<PullTarget, IntakeError> {
    let git = options.git(stop);
    let Typed { place, number } =
        typed(text).map_err(|why| PullError::Typed { typed: shown(without_user(text).as_bytes()), why })?;
    let said = match place {
        Place::Full { host, owner, repo } => Some(RepoName { host, owner, repo }),
        Place::Repo { owner, repo } => Some(RepoName { host: hosts.usual.clone(), owner, repo }),
        Place::Here => hosts.repo.as_deref().map(|value| of_variable(value, hosts)).transpose()?,
    };
    if let Some(repo) = said.as_ref().filter(|repo| !hosts.knows(&repo.host)) {
        return Err(PullError::Host { host: repo.host.to_string() }.into());
    }
    let here = here(&git, hosts);
    match (said, here) {
        (Some(repo), Ok(here)) => {
            let clone = here.remotes.iter().find(|one| same(&one.repo, &repo)).map(|one| here.clone(Some(one)));
            Ok(PullTarget { name: PullName { repo, number }, clone: clone.transpose()? })
        }
        (Some(_), Err(IntakeError::Stopped)) => Err(IntakeError::Stopped),
        (Some(repo), Err(_)) => Ok(PullTarget { name: PullName { repo, number }, clone: None }),
        (None, Ok(here)) => here.target(number),
        (None, Err(IntakeError::NotARepository { dir })) => Err(PullError::Nowhere { number, dir }.into()),
        (None, Err(error)) => Err(error),
    }
}

/// An address that is shown: a password in it stays out.
pub(super) fn without_user(text: &str) -> String {
    match text.split_once("://").and_then(|(scheme, rest)| Some((scheme, rest.split_once('/')?))) {
        Some((scheme, (authority, path))) => {
            format!("{scheme}://{}/{path}", authority.rsplit('@').next().unwrap_or(authority))
        }
        None => text.to_owned(),
    }
}

/// `GH_REPO`: `[HOST/]OWNER/REPO`.
pub(super) fn of_variable(value: &str, hosts: &Hosts) -> Result<RepoName, PullError> {
    let parts: Vec<&str> = value.trim().split('/').collect();
    let (host, owner, repo) = match parts.as_slice() {
        [owner, repo] => (hosts.usual.clone(), *owner, *repo),
        [host, owner, repo] if super::typed::is_host(host) => (Host::new(host), *owner, *repo),
        _ => return Err(PullError::Variable { value: shown(value.as_bytes()) }),
    };
    if !is_name(owner) || !is_name(repo) {
        return Err(PullError::Variable { value: shown(value.as_bytes()) });
    }
    Ok(RepoName { host, owner: owner.to_owned(), repo: repo.to_owned() })
}

/// The repository we are in, as its remotes say.
struct Here<'g> {
    git: &'g Git<'g>,
    about: About,
    remotes: Vec<Known>,
    why: NoRemote,
}

fn here<'g>(git: &'g Git<'g>, hosts: &Hosts) -> Result<Here<'g>, IntakeError> {
    let (about, urls) = (git.about(&[])?, git.remote_urls()?);
    let dir = || place(git.dir());
    let (about, _) = about.get().map_err(|error| match error.stderr().contains("not a git repository") {
        true => IntakeError::NotARepository { dir: dir() },
        false => error.into(),
    })?;
    let seen = |remote: RemoteUrl| {
        let RemoteUrl { name, url, written, resolved } = remote;
        Seen { name, url, written, resolved }
    };
    let seen: Vec<Seen> = urls.get()?.into_iter().map(seen).collect();
    let (remotes, why) = known(&seen, hosts, &|name| git.ssh_host_name(name));
    Ok(Here { git, about, remotes, why })
}

impl Here<'_> {
    fn target(self, number: u64) -> Result<PullTarget, IntakeError> {
        let repo = base(&self.remotes, self.why.clone()).map_err(|why| PullError::Remote { number, why })?;
        let remote = self.remotes.iter().find(|one| same(&one.repo, &repo));
        let clone = Some(self.clone(remote)?);
        Ok(PullTarget { name: PullName { repo, number }, clone })
    }

    fn clone(&self, remote: Option<&Known>) -> Result<Clone, IntakeError> {
        let root = self.about.main_root();
        let logbooks_tracked = self.git.at(&root).tracks(".logbooks");
        let common_dir = self.about.common_dir.clone();
        let name = remote.map(|one| format!("{}/{}/{}", one.repo.host, one.repo.owner, one.repo.repo));
        let repository = Repository { root, common_dir, remote: name, logbooks_tracked };
        Ok(Clone { repository, url: remote.map(|one| one.url.clone()) })
    }
}
