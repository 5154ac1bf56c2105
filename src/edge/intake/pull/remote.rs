//! The address of a git remote -> whose repository it is. Pure. Not which remote counts (`choose`). Called by
//! `resolve`.

use super::typed::{is_host, is_name};

/// What a remote's address says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Remote {
    /// A folder of this machine: there is no host to ask.
    Local,
    /// A repository on a server.
    Hosted(Hosted),
    /// Neither, or not of the form OWNER/REPO.
    Odd,
}

/// A repository on a server, as the address has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Hosted {
    /// Name of the server; with a port only where it is that of its web pages.
    pub(super) host: String,
    /// Whether the name may be an alias of the person's SSH configuration.
    pub(super) by_ssh: bool,
    /// Person or organisation.
    pub(super) owner: String,
    /// Without `.git`.
    pub(super) repo: String,
}

/// Reads an address as git does: `scheme://`, `user@host:path`, or a path.
pub(super) fn remote(url: &str) -> Remote {
    match url.split_once("://") {
        Some((scheme, rest)) => of_url(scheme, rest),
        None => of_scp(url),
    }
}

/// `user@host:path`, with the host in brackets where it has colons of its own.
fn of_scp(url: &str) -> Remote {
    let bracketed = url.find("]:").filter(|at| url.get(..*at).is_some_and(|before| before.contains('[')));
    let at = bracketed.map(|at| at + 1).or_else(|| url.find(':'));
    match at.and_then(|at| Some((url.get(..at)?, url.get(at + 1..)?))) {
        // A slash before the colon makes it a path; two colons call a helper program.
        Some((host, _)) if host.is_empty() || host.contains('/') => Remote::Local,
        Some((_, path)) if path.starts_with(':') => Remote::Odd,
        Some((host, path)) => hosted(host, path, Way::Ssh),
        None => Remote::Local,
    }
}

/// How a server is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    /// The port is that of its web pages, and stays.
    Web,
    /// The port is another service's.
    Git,
    Ssh,
}

fn of_url(scheme: &str, rest: &str) -> Remote {
    let way = match scheme.to_ascii_lowercase().as_str() {
        "file" => return Remote::Local,
        "https" | "http" => Way::Web,
        "ssh" | "git+ssh" | "ssh+git" => Way::Ssh,
        "git" => Way::Git,
        _ => return Remote::Odd,
    };
    match rest.split_once('/') {
        Some((authority, path)) => hosted(authority, path, way),
        None => Remote::Odd,
    }
}

fn hosted(authority: &str, path: &str, way: Way) -> Remote {
    let authority = match authority.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        Some(inner) if inner.matches(':').count() < 2 => inner,
        _ => authority,
    };
    let host = authority.rsplit('@').next().unwrap_or(authority);
    let host = match way {
        Way::Web => host.strip_suffix(":443").unwrap_or(host),
        Way::Git | Way::Ssh => without_port(host),
    };
    let path = path.trim_matches('/');
    let path = path.strip_suffix(".git").unwrap_or(path);
    let Some((owner, repo)) = path.split_once('/') else { return Remote::Odd };
    if !is_host(host) || !is_name(owner) || !is_name(repo) {
        return Remote::Odd;
    }
    let (owner, repo) = (owner.to_owned(), repo.to_owned());
    Remote::Hosted(Hosted { host: host.to_ascii_lowercase(), by_ssh: way == Way::Ssh, owner, repo })
}

/// A host without its port.
fn without_port(host: &str) -> &str {
    match host.find(']') {
        Some(end) => host.get(..=end).unwrap_or(host),
        None => host.split_once(':').map_or(host, |(name, _)| name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_a_remote_is_taken_apart() {
        let table = [
            ("https://github.com/o/r.git", "github.com", false, "o", "r"),
            ("git@github.com:o/r.git", "github.com", true, "o", "r"),
            ("github.com:o/r", "github.com", true, "o", "r"),
            ("git@github.com:/o/r.git", "github.com", true, "o", "r"),
            ("ssh://git@ssh.github.com:443/o/r.git", "ssh.github.com", true, "o", "r"),
            ("https://user@github.com/o/r/", "github.com", false, "o", "r"),
            ("https://user:tok@en@github.com/o/r.git/", "github.com", false, "o", "r"),
            ("git@ghe.corp.example:team/my.repo.git", "ghe.corp.example", true, "team", "my.repo"),
            ("ssh://git@ghe.corp.example:2222/team/repo", "ghe.corp.example", true, "team", "repo"),
            ("https://ghe.corp.example:8443/team/repo.git", "ghe.corp.example:8443", false, "team", "repo"),
            ("https://GHE.corp.example:443/team/repo", "ghe.corp.example", false, "team", "repo"),
            ("https://acme.ghe.com/o/r.git", "acme.ghe.com", false, "o", "r"),
            ("https://github.com/o/r.git.git", "github.com", false, "o", "r.git"),
            ("git@github.com-work:o/r.git", "github.com-work", true, "o", "r"),
            ("git://github.com/o/r", "github.com", false, "o", "r"),
            ("git+ssh://git@github.com/o/r", "github.com", true, "o", "r"),
            ("[git@github.com:22]:o/r.git", "github.com", true, "o", "r"),
            ("git@[::1]:o/r.git", "[::1]", true, "o", "r"),
            ("ssh://[::1]:22/o/r", "[::1]", true, "o", "r"),
            ("HTTPS://github.com/o/r", "github.com", false, "o", "r"),
            ("https://gitlab.com/o/r.git", "gitlab.com", false, "o", "r"),
        ];
        for (url, host, by_ssh, owner, repo) in table {
            let hosted = Hosted { host: host.into(), by_ssh, owner: owner.into(), repo: repo.into() };
            assert_eq!(remote(url), Remote::Hosted(hosted), "{url}");
        }
    }

    #[test]
    fn folders_are_local_and_what_is_no_owner_and_repository_is_odd() {
        for url in ["/srv/git/o/r.git", "../o/r", "./x:y/z", "file:///srv/o/r.git", "r.git", "~/o/r"] {
            assert_eq!(remote(url), Remote::Local, "{url}");
        }
        for url in [
            "https://gitlab.com/group/sub/repo.git",
            "git@github.com:r.git",
            "https://github.com/o",
            "https://github.com/../r",
            "ext::sh -c evil",
            "codecommit::eu-west-1://o/r",
            "ftp://github.com/o/r",
            "git@-oProxyCommand=x:o/r",
            "git@github.com:o/$(id)",
            "https://",
        ] {
            assert_eq!(remote(url), Remote::Odd, "{url}");
        }
    }
}
