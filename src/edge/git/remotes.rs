//! What the person's git, SSH and Graphite say of remotes and branches: addresses after `insteadOf`, gh's choice among
//! them, what SSH makes of a host name, the stack of branches. Not whose repositories they are (`edge::intake`).

use std::{
    process::{Command, Stdio},
    time::Duration,
};

use super::{
    Asked, Running,
    answer::{asked, quiet},
    ask::SHORT,
    command::Git,
    error::GitError,
};

/// How long another program may think. None of them connects to anybody.
const OTHER: Duration = Duration::from_secs(3);

/// A remote as git sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemoteUrl {
    /// Its name.
    pub name: String,
    /// The address that is fetched from, after `insteadOf`.
    pub url: String,
    /// The address as it stands in the configuration, to be given to git, which rewrites it once more.
    pub written: String,
    /// The value of `remote.NAME.gh-resolved`, which gh writes: `base`, or `OWNER/REPO`.
    pub resolved: Option<String>,
}

impl<'a> Git<'a> {
    /// Every remote with the address that git would fetch from.
    pub fn remote_urls(&self) -> Result<Asked<'a, Vec<RemoteUrl>>, GitError> {
        let keys = self.start("config", ["config", "-z", "--get-regexp", r"^remote\..*\.(url|gh-resolved)$"])?;
        let urls = self.start("remote", ["remote", "--verbose"])?;
        Ok(asked(urls, SHORT, move |urls| {
            let keys = quiet(keys.collect(SHORT))?.unwrap_or_default();
            let keys = String::from_utf8_lossy(&keys);
            let keys: Vec<(&str, &str)> = keys.split('\0').filter_map(|entry| entry.split_once('\n')).collect();
            let remote = |(name, url): (&str, &str)| RemoteUrl {
                name: name.to_owned(),
                url: url.to_owned(),
                written: value(&keys, name, "url").unwrap_or(url).to_owned(),
                resolved: value(&keys, name, "gh-resolved").map(str::to_owned),
            };
            Ok(String::from_utf8_lossy(&urls?).lines().filter_map(fetched).map(remote).collect())
        }))
    }

    /// What SSH makes of a host name by the person's configuration (`ssh -G`), without connecting and without a shell;
    /// `None` when SSH is missing, refuses, or takes too long.
    pub fn ssh_host_name(&self, name: &str) -> Option<String> {
        if name.starts_with('-') || !name.bytes().all(|b| b.is_ascii_graphic()) {
            return None;
        }
        let said = self.ask_other("ssh", &["-G", "--", name])?;
        let text = String::from_utf8_lossy(&said);
        text.lines().find_map(|line| line.strip_prefix("hostname ")).map(|name| name.trim().to_owned())
    }
}

impl Git<'_> {
    /// What Graphite's `gt log short` prints here; `None` when it is missing, refuses, or takes too long.
    pub fn graphite_log(&self) -> Option<String> {
        let said = self.ask_other("gt", &["log", "short", "--no-interactive"])?;
        Some(String::from_utf8_lossy(&said).into_owned())
    }

    /// Asks a program that is not git, with git's environment, directory and manners.
    fn ask_other(&self, program: &str, args: &[&str]) -> Option<Vec<u8>> {
        let mut command = Command::new(program);
        command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if !self.dir().as_os_str().is_empty() {
            command.current_dir(self.dir());
        }
        command.env_clear().envs(self.variables());
        Running::spawn(command, program, self.stop).and_then(|child| child.collect_within(SHORT, OTHER)).ok()
    }
}

/// The first value of `remote.NAME.KEY`.
fn value<'k>(keys: &[(&'k str, &'k str)], name: &str, key: &str) -> Option<&'k str> {
    let wanted = format!("remote.{name}.{key}");
    keys.iter().find(|(full, _)| *full == wanted).map(|(_, value)| *value)
}

/// `NAME`, a tab, the address, ` (fetch)`, and of a partial clone its filter.
fn fetched(line: &str) -> Option<(&str, &str)> {
    let (name, rest) = line.split_once('\t')?;
    let at = rest.rfind(" (fetch)")?;
    rest.get(..at).filter(|url| !url.is_empty()).map(|url| (name, url))
}

#[cfg(test)]
mod tests {
    use super::{fetched, value};

    #[test]
    fn lines_of_remotes_give_the_address_that_is_fetched_from() {
        assert_eq!(fetched("origin\tgit@h:o/r.git (fetch)"), Some(("origin", "git@h:o/r.git")));
        assert_eq!(fetched("origin\thttps://h/o/r (fetch) [blob:none]"), Some(("origin", "https://h/o/r")));
        assert_eq!(fetched("a b\t/srv/x (fetch) y (fetch)"), Some(("a b", "/srv/x (fetch) y")));
        assert_eq!(fetched("origin\tgit@h:o/r.git (push)"), None);
        assert_eq!(fetched("origin"), None);
        let keys = [("remote.a.url", "1"), ("remote.a.b.url", "2"), ("remote.a.b.gh-resolved", "base")];
        assert_eq!((value(&keys, "a.b", "url"), value(&keys, "a.b", "gh-resolved")), (Some("2"), Some("base")));
        assert_eq!(value(&keys, "a", "gh-resolved"), None);
    }
}
