//! Which repository a number is of: what the environment says, else the remotes in gh's order. Pure but for one
//! question (what SSH makes of a name), which is asked only when it matters. Called by `resolve`.

use super::remote::{Hosted, Remote, remote};
use crate::{
    core::model::{Host, RepoName},
    edge::github::{Environment, has_enterprise_token, hosts_of_gh},
};

/// What is known of hosts before any is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hosts {
    /// The one that is meant when none is named: `GH_HOST`, else `github.com`.
    pub usual: Host,
    /// Whether `GH_HOST` says so: then only remotes there count, as for gh.
    pub is_chosen: bool,
    /// Hosts that `gh` is logged in to.
    pub named: Vec<Host>,
    /// Whether a token for enterprise servers is set (`GH_ENTERPRISE_TOKEN`, `GITHUB_ENTERPRISE_TOKEN`), which does not
    /// say for which.
    pub has_enterprise_token: bool,
    /// Whether the address of the API is set: then it is asked, whatever the host.
    pub has_api_url: bool,
    /// `GH_REPO`, as it stands.
    pub repo: Option<String>,
}

impl Default for Hosts {
    fn default() -> Self {
        Self {
            usual: Host::github(),
            is_chosen: false,
            named: Vec::new(),
            has_enterprise_token: false,
            has_api_url: false,
            repo: None,
        }
    }
}

impl Hosts {
    /// As the environment says, and `has_api_url` as the settings do.
    pub fn of(environment: &Environment, has_api_url: bool) -> Self {
        let text = |name| environment.get(name).map(|value| value.to_string_lossy().into_owned());
        let chosen = text("GH_HOST").map(|host| Host::new(host.trim()));
        Self {
            is_chosen: chosen.is_some(),
            usual: chosen.unwrap_or_else(Host::github),
            named: hosts_of_gh(environment),
            has_enterprise_token: has_enterprise_token(environment),
            has_api_url,
            repo: text("GH_REPO"),
        }
    }
}

/// Parts of host names that say which other forge it is.
const OTHER_FORGES: &[&str] = &[
    "gitlab",
    "bitbucket",
    "codeberg",
    "gitea",
    "forgejo",
    "azure",
    "visualstudio",
    "sr.ht",
    "sourcehut",
    "sourceforge",
    "gerrit",
    "googlesource",
    "launchpad",
];

impl Hosts {
    /// Whether a host may be asked as a GitHub server, and thereby be sent the token that is for it.
    pub fn knows(&self, host: &Host) -> bool {
        let other = || OTHER_FORGES.iter().any(|forge| host.as_str().contains(forge));
        host.is_cloud()
            || self.has_api_url
            || (self.is_chosen && *host == self.usual)
            || self.named.contains(host)
            || (self.has_enterprise_token && is_public_name(host) && !other())
    }
}

/// Whether a name ends as one of the public name system does. `github.com-work` is an alias that nobody resolved.
fn is_public_name(host: &Host) -> bool {
    let name = host.as_str().split(':').next().unwrap_or_default();
    let last = name.rsplit_once('.').map_or("", |(_, last)| last);
    last.starts_with("xn--") || (last.len() > 1 && last.bytes().all(|b| b.is_ascii_alphabetic()))
}

/// A remote of the clone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Seen {
    /// As git calls it.
    pub(super) name: String,
    /// Its address, after `insteadOf`.
    pub(super) url: String,
    /// Its address as it is written.
    pub(super) written: String,
    /// gh's choice: `base`, or `OWNER/REPO`.
    pub(super) resolved: Option<String>,
}

/// A remote whose repository is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Known {
    /// Its address as it is written.
    pub(super) url: String,
    /// Whose.
    pub(super) repo: RepoName,
    /// gh's choice.
    resolved: Option<String>,
}

/// Why no remote will do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoRemote {
    /// There is none.
    None,
    /// All are folders of this machine.
    Local,
    /// Of none can it be told whose repository it is.
    Odd {
        /// The first one's name.
        remote: String,
    },
    /// The best one is on a host that is not known to be GitHub.
    Unknown {
        /// Its name.
        remote: String,
        /// The host.
        host: String,
        /// What SSH makes of it, when that is another name.
        stands_for: Option<String>,
        /// Whether it may be an alias.
        by_ssh: bool,
    },
    /// `GH_HOST` is set and none is there.
    NotThere {
        /// The host.
        host: Host,
    },
}

/// Asks SSH what a name stands for; `None` when it cannot be told.
pub(super) type Ssh<'s> = &'s dyn Fn(&str) -> Option<String>;

/// gh's order: upstream, github, origin, the others as they come.
fn rank(name: &str) -> u8 {
    match name.to_ascii_lowercase().as_str() {
        "upstream" => 3,
        "github" => 2,
        "origin" => 1,
        _ => 0,
    }
}

/// The remotes that can be asked, best first; and why the best of the others cannot.
pub(super) fn known(remotes: &[Seen], hosts: &Hosts, ssh: Ssh<'_>) -> (Vec<Known>, NoRemote) {
    let mut sorted: Vec<&Seen> = remotes.iter().collect();
    sorted.sort_by_key(|seen| std::cmp::Reverse(rank(&seen.name)));
    let mut known = Vec::new();
    let mut why = NoRemote::None;
    for seen in sorted {
        match place(seen, hosts, ssh) {
            Ok(repo) => known.push(Known { url: seen.written.clone(), repo, resolved: seen.resolved.clone() }),
            Err(reason) => why = worse(why, reason),
        }
    }
    if hosts.is_chosen && !known.is_empty() {
        known.retain(|one| one.repo.host == hosts.usual);
        if known.is_empty() {
            why = NoRemote::NotThere { host: hosts.usual.clone() };
        }
    }
    (known, why)
}

/// Of two reasons the one that a person can do more about; the earlier one when they are alike.
fn worse(old: NoRemote, new: NoRemote) -> NoRemote {
    let weight = |why: &NoRemote| match why {
        NoRemote::None => 0,
        NoRemote::Local => 1,
        NoRemote::Odd { .. } => 2,
        NoRemote::Unknown { .. } | NoRemote::NotThere { .. } => 3,
    };
    if weight(&new) > weight(&old) { new } else { old }
}

fn place(seen: &Seen, hosts: &Hosts, ssh: Ssh<'_>) -> Result<RepoName, NoRemote> {
    let Hosted { host, by_ssh, owner, repo } = match remote(&seen.url) {
        Remote::Local => return Err(NoRemote::Local),
        Remote::Odd => return Err(NoRemote::Odd { remote: seen.name.clone() }),
        Remote::Hosted(hosted) => hosted,
    };
    let written = Host::new(&host);
    // An alias may look like anything: only a name that nobody else can have is taken as it stands.
    if written.is_cloud() || (!by_ssh && hosts.knows(&written)) {
        return Ok(RepoName { host: written, owner, repo });
    }
    let stands_for = if by_ssh { ssh(&host) } else { None };
    let real = Host::new(stands_for.as_deref().unwrap_or(&host));
    let is_sure = !by_ssh || stands_for.is_some() || hosts.named.contains(&real);
    if is_sure && hosts.knows(&real) {
        return Ok(RepoName { host: real, owner, repo });
    }
    let stands_for = stands_for.filter(|name| *name != host);
    Err(NoRemote::Unknown { remote: seen.name.clone(), host, stands_for, by_ssh })
}

/// The repository that a bare number is of.
pub(super) fn base(known: &[Known], why: NoRemote) -> Result<RepoName, NoRemote> {
    let chosen = known.iter().find_map(|one| match one.resolved.as_deref()? {
        "base" => Some(one.repo.clone()),
        other => {
            let (owner, repo) = other.split_once('/')?;
            let is_name = super::typed::is_name(owner) && super::typed::is_name(repo);
            is_name.then(|| RepoName { host: one.repo.host.clone(), owner: owner.to_owned(), repo: repo.to_owned() })
        }
    });
    chosen.or_else(|| known.first().map(|one| one.repo.clone())).ok_or(why)
}

/// Whether two names are of one repository: hosts do not tell upper from lower case.
pub(super) fn same(a: &RepoName, b: &RepoName) -> bool {
    a.host == b.host && a.owner.eq_ignore_ascii_case(&b.owner) && a.repo.eq_ignore_ascii_case(&b.repo)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(name: &str, url: &str) -> Seen {
        Seen { name: name.to_owned(), url: url.to_owned(), written: url.to_owned(), resolved: None }
    }

    fn never(_: &str) -> Option<String> {
        panic!("SSH was asked")
    }

    /// Host and repository of one remote `origin`.
    fn of(url: &str, hosts: &Hosts, ssh: Ssh<'_>) -> Result<String, NoRemote> {
        let (known, why) = known(&[seen("origin", url)], hosts, ssh);
        base(&known, why).map(|repo| format!("{} {}/{}", repo.host, repo.owner, repo.repo))
    }

    #[test]
    fn the_remotes_of_the_corpus_mean_their_hosts() {
        let hosts = Hosts { has_enterprise_token: true, ..Hosts::default() };
        let itself = |name: &str| Some(name.to_owned());
        for (url, expected) in [
            ("https://github.com/o/r.git", "github.com o/r"),
            ("git@github.com:o/r.git", "github.com o/r"),
            ("ssh://git@ssh.github.com:443/o/r.git", "github.com o/r"),
            ("https://user@github.com/o/r/", "github.com o/r"),
            ("git@ghe.corp.example:team/my.repo.git", "ghe.corp.example team/my.repo"),
            ("ssh://git@ghe.corp.example:2222/team/repo", "ghe.corp.example team/repo"),
            ("https://ghe.corp.example:8443/team/repo.git", "ghe.corp.example:8443 team/repo"),
            ("https://acme.ghe.com/o/r.git", "acme.ghe.com o/r"),
            ("https://github.com/o/r.git.git", "github.com o/r.git"),
        ] {
            assert_eq!(of(url, &hosts, &itself).as_deref(), Ok(expected), "{url}");
        }
        let gitlab = of("https://gitlab.com/o/r.git", &hosts, &never);
        assert!(matches!(gitlab, Err(NoRemote::Unknown { .. })), "{gitlab:?}");
        assert_eq!(of("/srv/git/o/r.git", &hosts, &never), Err(NoRemote::Local));
    }

    #[test]
    fn an_alias_of_ssh_is_what_ssh_makes_of_it_and_never_a_host_by_itself() {
        let hosts = Hosts { has_enterprise_token: true, ..Hosts::default() };
        let alias = "git@github.com-work:o/r.git";
        let github = |_: &str| Some("github.com".to_owned());
        assert_eq!(of(alias, &hosts, &github).as_deref(), Ok("github.com o/r"));
        let by_port = |_: &str| Some("ssh.github.com".to_owned());
        assert_eq!(of(alias, &hosts, &by_port).as_deref(), Ok("github.com o/r"));
        let unknown = of(alias, &hosts, &|_| None);
        assert!(matches!(unknown, Err(NoRemote::Unknown { by_ssh: true, .. })), "{unknown:?}");
        let itself = |name: &str| Some(name.to_owned());
        for alias in [alias, "work-gh:o/r", "git@10.0.0.5:o/r"] {
            let told = of(alias, &hosts, &itself);
            assert!(matches!(told, Err(NoRemote::Unknown { stands_for: None, .. })), "{alias} {told:?}");
        }
        let elsewhere = |_: &str| Some("gitlab.example".to_owned());
        let told = of(alias, &hosts, &elsewhere);
        assert!(matches!(told, Err(NoRemote::Unknown { stands_for: Some(_), .. })), "{told:?}");
    }

    #[test]
    fn a_server_is_known_by_its_log_in_its_variable_or_the_address_that_is_set() {
        let url = "https://git.corp.example/o/r";
        let here = |hosts: &Hosts| of(url, hosts, &never);
        assert!(matches!(here(&Hosts::default()), Err(NoRemote::Unknown { .. })));
        let host = Host::new("git.corp.example");
        let named = Hosts { named: vec![host.clone()], ..Hosts::default() };
        let chosen = Hosts { usual: host, is_chosen: true, ..Hosts::default() };
        let set = Hosts { has_api_url: true, ..Hosts::default() };
        for hosts in [named, chosen, set] {
            assert_eq!(here(&hosts).as_deref(), Ok("git.corp.example o/r"), "{hosts:?}");
        }
    }

    #[test]
    fn remotes_count_in_the_order_of_gh() {
        let fork = seen("origin", "git@github.com:me/r.git");
        let first = seen("aaa", "https://github.com/first/r");
        let github = seen("github", "https://github.com/gh/r");
        let upstream = seen("upstream", "https://github.com/o/r");
        let other = seen("lab", "https://gitlab.com/o/r");
        let chosen = |remotes: &[Seen]| {
            let (known, why) = known(remotes, &Hosts::default(), &never);
            base(&known, why).map(|repo| repo.owner)
        };
        let all = [first.clone(), fork.clone(), github.clone(), upstream.clone(), other.clone()];
        assert_eq!(chosen(&all).as_deref(), Ok("o"));
        assert_eq!(chosen(&all[..3]).as_deref(), Ok("gh"));
        assert_eq!(chosen(&all[..2]).as_deref(), Ok("me"));
        assert_eq!(chosen(&[other.clone(), first.clone()]).as_deref(), Ok("first"));
        assert!(matches!(chosen(&[other]), Err(NoRemote::Unknown { .. })));
        assert_eq!(chosen(&[]), Err(NoRemote::None));
        let picked = Seen { resolved: Some("base".to_owned()), ..fork.clone() };
        assert_eq!(chosen(&[upstream.clone(), picked]).as_deref(), Ok("me"));
        let named = Seen { resolved: Some("they/r".to_owned()), ..fork };
        assert_eq!(chosen(&[upstream, named]).as_deref(), Ok("they"));
    }

    #[test]
    fn with_gh_host_only_its_remotes_count() {
        let remotes = [seen("origin", "https://github.com/o/r"), seen("work", "https://git.corp.example/o/r")];
        let chosen = Hosts { usual: Host::new("git.corp.example"), is_chosen: true, ..Hosts::default() };
        let (there, _) = known(&remotes, &chosen, &never);
        assert_eq!(there.iter().map(|one| one.repo.host.as_str()).collect::<Vec<_>>(), ["git.corp.example"]);
        let (none, why) = known(&remotes[..1], &chosen, &never);
        assert!(none.is_empty());
        assert_eq!(why, NoRemote::NotThere { host: Host::new("git.corp.example") });
    }
}
