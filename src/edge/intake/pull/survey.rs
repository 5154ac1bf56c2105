//! What each remote means, and which repository a bare number is of. Asks git (and SSH, for an alias), never a host.
//! Called by `app` for `prr doctor`.

use std::{path::PathBuf, sync::atomic::AtomicBool};

use super::{
    PullError,
    choose::{Hosts, NoRemote, Seen, base, known},
    resolve::{of_variable, without_user},
};
use crate::{
    core::{model::RepoName, text::one_line},
    edge::{
        git::{Git, GitError, RemoteUrl},
        intake::{IntakeError, Options, repository::place},
    },
};

/// Longest address that is shown.
const LONGEST: usize = 200;

/// A remote and what it means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemoteSeen {
    /// Its name.
    pub name: String,
    /// Its address after `insteadOf`, without a password.
    pub address: String,
    /// The repository, or why it cannot be told.
    pub means: Result<RepoName, NoRemote>,
}

/// The repository we are in, and its remotes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Survey {
    /// Root of its main working tree; of a bare one its own directory.
    pub root: PathBuf,
    /// Each, in git's order.
    pub remotes: Vec<RemoteSeen>,
    /// The repository that a bare number is of.
    pub number: Result<RepoName, PullError>,
    /// Whether `GH_REPO` says so, whatever the remotes are.
    pub is_by_variable: bool,
}

/// Looks at the remotes.
///
/// # Errors
/// Not in a repository, or git refuses.
pub fn survey(options: &Options, hosts: &Hosts, stop: &AtomicBool) -> Result<Survey, IntakeError> {
    let git = options.git(stop);
    let ssh = |name: &str| git.ssh_host_name(name);
    let about = git.about(&[])?.get().map(|(about, _)| about);
    let root = about.map_err(|error| refused(&git, error))?.main_root();
    let urls = git.remote_urls()?.get()?;
    let seen = |RemoteUrl { name, url, written, resolved }| Seen { name, url, written, resolved };
    let seen: Vec<Seen> = urls.into_iter().map(seen).collect();
    let (all, why) = known(&seen, hosts, &ssh);
    let number = match hosts.repo.as_deref() {
        Some(value) => of_variable(value, hosts),
        None => base(&all, why).map_err(|why| PullError::Remote { number: 1, why }),
    };
    let remote = |one: &Seen| {
        let (all, why) = known(std::slice::from_ref(one), hosts, &ssh);
        RemoteSeen {
            name: one_line(&one.name, LONGEST),
            address: one_line(&without_user(&one.url), LONGEST),
            means: all.into_iter().next().map(|one| one.repo).ok_or(why),
        }
    };
    Ok(Survey { root, remotes: seen.iter().map(remote).collect(), number, is_by_variable: hosts.repo.is_some() })
}

/// Why we are in no repository.
fn refused(git: &Git<'_>, error: GitError) -> IntakeError {
    let words = error.stderr().to_owned();
    let dir = || place(git.dir());
    match () {
        () if words.contains("not a git repository") => IntakeError::NotARepository { dir: dir() },
        () if words.contains("dubious ownership") => IntakeError::Ownership { dir: dir(), words },
        () => error.into(),
    }
}
