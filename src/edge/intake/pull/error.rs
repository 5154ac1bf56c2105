//! Why a pull request cannot be read, before and beside what its host says (`edge::github` has the sentences of that).
//! Called through `IntakeError`.

use super::{choose::NoRemote, typed::NoPull};
use crate::core::model::{FailureKind, Pull};

/// Why a pull request cannot be read. Names in here are sanitised.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PullError {
    /// What was typed names none.
    #[error("`{typed}` names no pull request: {why}.")]
    Typed {
        /// As typed.
        typed: String,
        /// The rule.
        why: NoPull,
    },
    /// A host that is not known to be GitHub.
    #[error("{host} is not known to be a GitHub server.")]
    Host {
        /// The host.
        host: String,
    },
    /// A number, outside of any repository.
    #[error("{number} is the number of a pull request, but {dir} is not in a git repository.")]
    Nowhere {
        /// The number.
        number: u64,
        /// Where we looked.
        dir: String,
    },
    /// A number, in a repository of which no remote can be asked.
    #[error("{number} is the number of a pull request, but {}.", no_remote(why))]
    Remote {
        /// The number.
        number: u64,
        /// Why no remote will do.
        why: NoRemote,
    },
    /// It is no longer open, and nobody can be asked (pi "Non-open PR confirmation", to the letter).
    #[error(
        "PR #{} is {} (head {}). Review it anyway? Reply yes, or rerun with --include-closed to proceed non-interactively.",
        .0.name.number,
        .0.state.as_str().to_uppercase(),
        .0.head.sha
    )]
    NotOpen(Box<Pull>),
    /// It was taken for something that is read without a host.
    #[error("`{typed}` is a pull request, and its host was not asked.")]
    Unasked {
        /// As typed.
        typed: String,
    },
    /// `GH_REPO` cannot be read.
    #[error("GH_REPO is `{value}`, which is not [HOST/]OWNER/REPO.")]
    Variable {
        /// Its value.
        value: String,
    },
}

impl std::fmt::Display for NoRemote {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&no_remote(self))
    }
}

impl NoRemote {
    /// What makes numbers of pull requests usable here.
    pub fn remedy(&self) -> String {
        match self {
            Self::Unknown { host, stands_for: None, by_ssh: true, .. } => {
                format!("If {host} is an alias of SSH, give it a HostName in ~/.ssh/config; {}.", make_known(host))
            }
            Self::Unknown { host, stands_for, .. } => {
                let known = make_known(stands_for.as_deref().unwrap_or(host));
                format!("{known}; other pull requests: `prr tui OWNER/REPO#NUMBER`.")
            }
            Self::None | Self::Local | Self::Odd { .. } | Self::NotThere { .. } => {
                "Name pull requests in full, `prr tui OWNER/REPO#NUMBER`; branches are reviewed without a host."
                    .to_owned()
            }
        }
    }
}

fn no_remote(why: &NoRemote) -> String {
    match why {
        NoRemote::None => "this repository has no remote".to_owned(),
        NoRemote::Local => "the remotes of this repository are folders: there is no host to ask".to_owned(),
        NoRemote::Odd { remote } => format!("the address of remote {remote} is not of the form HOST/OWNER/REPO"),
        NoRemote::Unknown { remote, host, stands_for: Some(name), .. } => {
            format!("remote {remote} is on {host}, which SSH takes to {name}: not known to be a GitHub server")
        }
        NoRemote::Unknown { remote, host, stands_for: None, .. } => {
            format!("remote {remote} is on {host}, which is not known to be a GitHub server")
        }
        NoRemote::NotThere { host } => format!("no remote is on {host}, which GH_HOST names"),
    }
}

/// How a host is made known.
fn make_known(host: &str) -> String {
    format!("if {host} is a GitHub server: `gh auth login --hostname {host}`, or set GH_HOST={host}")
}

impl PullError {
    /// The class, for the exit code.
    pub fn kind(&self) -> FailureKind {
        match self {
            Self::Typed { .. } | Self::Variable { .. } => FailureKind::Usage,
            Self::Host { .. }
            | Self::Nowhere { .. }
            | Self::Remote { .. }
            | Self::NotOpen(_)
            | Self::Unasked { .. } => FailureKind::Target,
        }
    }

    /// What to type next.
    pub fn hints(&self) -> Vec<String> {
        const FULL: &str = "name it in full: `prr tui OWNER/REPO#NUMBER`, or by its address";
        let hints = match self {
            Self::Typed { why: NoPull::Issue, .. } => {
                vec!["if the issue is a pull request, give its /pull/ address or OWNER/REPO#NUMBER".to_owned()]
            }
            Self::Typed { .. } => {
                vec!["`prr tui 123`, `prr tui OWNER/REPO#123`, or the address of a pull request".into()]
            }
            Self::Host { host } => vec![make_known(host)],
            Self::Nowhere { .. } => vec![FULL.to_owned(), "or set GH_REPO=OWNER/REPO".to_owned()],
            Self::Remote { why, .. } => match why {
                NoRemote::Unknown { host, stands_for, by_ssh, .. } => {
                    let real = stands_for.as_deref().unwrap_or(host);
                    let alias = "if it is an alias of SSH, give it a HostName in ~/.ssh/config".to_owned();
                    let alias = (*by_ssh && stands_for.is_none()).then_some(alias);
                    alias.into_iter().chain([make_known(real), FULL.to_owned()]).collect()
                }
                NoRemote::Local => vec![
                    FULL.to_owned(),
                    "a branch of this repository is reviewed without a host: `prr tui BRANCH`".to_owned(),
                ],
                NoRemote::None | NoRemote::Odd { .. } | NoRemote::NotThere { .. } => vec![FULL.to_owned()],
            },
            Self::NotOpen(_) => vec!["`prr review --include-closed` reviews it, and `prr tui` asks".to_owned()],
            Self::Unasked { .. } => vec![FULL.to_owned()],
            Self::Variable { .. } => vec!["unset GH_REPO, or set it to OWNER/REPO".to_owned()],
        };
        let is_number = |typed: &str| typed.bytes().all(|b| b.is_ascii_digit());
        let branch = match self {
            Self::Typed { typed, .. } if is_number(typed) => true,
            Self::Nowhere { .. } | Self::Remote { .. } => true,
            _ => false,
        };
        let branch = branch.then(|| "`--branch NAME` takes a branch whose name is a number".to_owned());
        hints.into_iter().chain(branch).collect()
    }
}
