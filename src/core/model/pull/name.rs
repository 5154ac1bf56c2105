//! How a pull request is called: host, owner, repository, number.

use std::fmt;

/// A host as people write it, lower case, with a port where it has one: `github.com`, `ghe.corp.example:8443`.
/// Never an API address: those are made in `edge::github`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Host(String);

impl Host {
    /// A host name, lowered. `www.` and the SSH door `ssh.github.com` are GitHub's own other names of `github.com`.
    pub fn new(text: &str) -> Self {
        let lower = text.to_ascii_lowercase();
        match lower.as_str() {
            "www.github.com" | "ssh.github.com" | "ssh.github.com:443" | "api.github.com" => Self::github(),
            _ => Self(lower),
        }
    }

    /// `github.com`.
    pub fn github() -> Self {
        Self("github.com".to_owned())
    }

    /// With its port, where it has one.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether it is `github.com` or one of its tenants `SUB.ghe.com`: those share the variables of tokens.
    pub fn is_cloud(&self) -> bool {
        self.0 == "github.com" || self.0.ends_with(".ghe.com")
    }
}

impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A repository on a host.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RepoName {
    /// Where it is.
    pub host: Host,
    /// Person or organisation.
    pub owner: String,
    /// Without `.git`.
    pub repo: String,
}

impl fmt::Display for RepoName {
    /// `owner/repo`, with the host in front unless it is `github.com`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.host != Host::github() {
            write!(f, "{}/", self.host)?;
        }
        write!(f, "{}/{}", self.owner, self.repo)
    }
}

/// A pull request on a host.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PullName {
    /// Its (base) repository.
    pub repo: RepoName,
    /// Its number, at least 1.
    pub number: u64,
}

impl fmt::Display for PullName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{}", self.repo, self.number)
    }
}
