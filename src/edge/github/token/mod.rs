//! Whose word a client speaks with: the token of a host, found as `gh` finds it (GITHUB "Hosts and tokens"). Not
//! where it is sent (`client` holds it to one origin). Called by `app` before it builds a client.

mod environment;
mod hosts;
mod program;

use std::{fmt, sync::atomic::AtomicBool};

use secrecy::{ExposeSecret, SecretString};

use crate::core::model::Host;

pub use environment::Environment;

/// A token. Nothing prints it, and its memory is wiped.
#[derive(Clone)]
pub struct Token(SecretString);

impl Token {
    /// A token from outside: blanks around it are taken off. `None` when nothing is left, or when it holds what no
    /// header may (a line break inside, control characters, anything but ASCII).
    pub fn new(text: &str) -> Option<Self> {
        let text = text.trim();
        let fits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic());
        fits.then(|| Self(SecretString::from(text)))
    }

    /// The token itself, for the one header it belongs in and for a mark of whose answers are kept.
    pub(super) fn expose(&self) -> &str {
        self.0.expose_secret()
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// Where a token came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TokenSource {
    /// A variable, by name.
    Variable(&'static str),
    /// `gh auth token`.
    Gh,
    /// The file of `gh`.
    HostsFile,
    /// There is none: public repositories only.
    Nowhere,
}

impl fmt::Display for TokenSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Variable(name) => f.write_str(name),
            Self::Gh => f.write_str("gh auth token"),
            Self::HostsFile => f.write_str("gh's hosts.yml"),
            Self::Nowhere => f.write_str("no token"),
        }
    }
}

/// A token and its source.
#[derive(Debug, Clone)]
pub struct Credentials {
    /// `None` = anonymous.
    pub token: Option<Token>,
    /// Where it came from.
    pub source: TokenSource,
    /// What was passed over on the way, in words, such as a variable that no header can carry.
    pub notes: Vec<String>,
}

impl Credentials {
    /// Without a token.
    pub fn anonymous() -> Self {
        Self { token: None, source: TokenSource::Nowhere, notes: Vec::new() }
    }
}

/// Variables that count for `github.com` and `*.ghe.com`, in order.
const CLOUD: [&str; 2] = ["GH_TOKEN", "GITHUB_TOKEN"];
/// Variables that count for enterprise servers, in order.
const ENTERPRISE: [&str; 2] = ["GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN"];

/// The variables that count for a host, in order.
pub fn variables_of(host: &Host) -> [&'static str; 2] {
    if host.is_cloud() || host.as_str() == "github.localhost" { CLOUD } else { ENTERPRISE }
}

/// The hosts that `gh` was logged in to, as its file says.
pub fn hosts_of_gh(environment: &Environment) -> Vec<Host> {
    hosts::names(environment).iter().map(|name| Host::new(name)).collect()
}

/// Whether a variable holds a token for enterprise servers; it does not say for which.
pub fn has_enterprise_token(environment: &Environment) -> bool {
    ENTERPRISE.iter().any(|name| environment.get(name).is_some())
}

/// The token of a host: its variables, then `gh auth token --hostname HOST`, then `hosts.yml`. May wait for `gh` (a
/// few seconds at most, or until `stop`), so it is not for a thread that draws.
pub fn find(host: &Host, environment: &Environment, stop: &AtomicBool) -> Credentials {
    let mut notes = Vec::new();
    let mut taken = |text: &str, source: TokenSource| {
        let token = Token::new(text);
        if token.is_none() && !text.trim().is_empty() {
            notes.push(format!("the token from {source} was passed over: it holds characters that no header may"));
        }
        token.map(|token| (token, source))
    };
    let mut found = None;
    for name in variables_of(host) {
        let value = environment.get(name).map(|value| value.to_string_lossy());
        found = found.or_else(|| taken(&value?, TokenSource::Variable(name)));
    }
    let name = gh_name(host);
    let found = found
        .or_else(|| taken(&program::ask(environment, &name, stop)?, TokenSource::Gh))
        .or_else(|| taken(&hosts::token(environment, &name)?, TokenSource::HostsFile));
    match found {
        Some((token, source)) => Credentials { token: Some(token), source, notes },
        None => Credentials { notes, ..Credentials::anonymous() },
    }
}

/// How `gh` calls a host: a tenant by its last name before `ghe.com`.
fn gh_name(host: &Host) -> String {
    let name = host.as_str();
    match name.strip_suffix(".ghe.com") {
        Some(before) => format!("{}.ghe.com", before.rsplit('.').next().unwrap_or(before)),
        None => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(host: &str, pairs: &[(&str, &str)]) -> (Option<String>, TokenSource) {
        let environment = Environment::new(pairs.iter().map(|(name, value)| (name.into(), value.into())));
        let credentials = find(&Host::new(host), &environment, &AtomicBool::new(false));
        (credentials.token.map(|token| token.expose().to_owned()), credentials.source)
    }

    #[test]
    fn each_kind_of_host_has_its_own_variables_and_no_others() {
        let all = [
            ("GH_TOKEN", "cloud-1"),
            ("GITHUB_TOKEN", "cloud-2"),
            ("GH_ENTERPRISE_TOKEN", "ghe-1"),
            ("GITHUB_ENTERPRISE_TOKEN", "ghe-2"),
        ];
        let table = [
            ("github.com", &all[..], Some("cloud-1"), TokenSource::Variable("GH_TOKEN")),
            ("github.com", &all[1..], Some("cloud-2"), TokenSource::Variable("GITHUB_TOKEN")),
            ("github.com", &all[2..], None, TokenSource::Nowhere),
            ("acme.ghe.com", &all[..], Some("cloud-1"), TokenSource::Variable("GH_TOKEN")),
            ("ghe.example", &all[..], Some("ghe-1"), TokenSource::Variable("GH_ENTERPRISE_TOKEN")),
            ("ghe.example", &all[3..], Some("ghe-2"), TokenSource::Variable("GITHUB_ENTERPRISE_TOKEN")),
            ("ghe.example", &all[..2], None, TokenSource::Nowhere),
            ("notgithub.com", &all[..2], None, TokenSource::Nowhere),
            ("github.com.evil.example", &all[..2], None, TokenSource::Nowhere),
            ("evilghe.com", &all[..2], None, TokenSource::Nowhere),
        ];
        for (host, pairs, token, source) in table {
            assert_eq!(found(host, pairs), (token.map(str::to_owned), source), "{host} {pairs:?}");
        }
    }

    /// What `gh auth token` 2.102 answers with each of the 16 sets of variables: which of the four wins.
    const GH: [(&str, [usize; 2]); 12] = [
        ("github.com", [0, 1]),
        ("GitHub.com", [0, 1]),
        ("www.github.com", [0, 1]),
        ("api.github.com", [0, 1]),
        ("acme.ghe.com", [0, 1]),
        ("x.acme.ghe.com", [0, 1]),
        ("github.localhost", [0, 1]),
        ("ghe.com", [2, 3]),
        ("ghe.example", [2, 3]),
        ("ghe.example:8443", [2, 3]),
        ("localhost", [2, 3]),
        ("127.0.0.1:8099", [2, 3]),
    ];

    #[test]
    fn with_any_set_of_variables_the_token_is_the_one_that_gh_takes() {
        let names = [CLOUD, ENTERPRISE].concat();
        for (host, order) in GH {
            for set in 0..16 {
                let is_set = |nth: &usize| set >> nth & 1 == 1;
                let pairs: Vec<(&str, &str)> = (0..4).filter(is_set).map(|nth| (names[nth], names[nth])).collect();
                let winner = order.into_iter().find(is_set).map(|nth| names[nth].to_owned());
                assert_eq!(found(host, &pairs).0, winner, "{host} {pairs:?}");
            }
        }
    }

    #[test]
    fn an_empty_variable_is_none_and_a_broken_one_is_told() {
        let pairs = [("GH_TOKEN", ""), ("GITHUB_TOKEN", " tok \n")];
        assert_eq!(found("github.com", &pairs).0.as_deref(), Some("tok"));
        let environment = Environment::new([("GH_TOKEN".into(), "a\nb".into())]);
        let credentials = find(&Host::github(), &environment, &AtomicBool::new(false));
        assert!(credentials.token.is_none());
        assert!(credentials.notes[0].contains("GH_TOKEN"), "{:?}", credentials.notes);
        assert!(!credentials.notes[0].contains("a\nb"));
    }

    #[test]
    fn a_token_does_not_show_in_debug_output() {
        let token = Token::new("ghp_secret").unwrap();
        let credentials = Credentials { token: Some(token), ..Credentials::anonymous() };
        assert!(!format!("{credentials:?}").contains("ghp_secret"));
    }
}
