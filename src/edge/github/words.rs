//! What a person can do about an error of GitHub: each hint names a command or a setting. Not the sentence itself
//! (`error`). Called by `app::failure` and for gaps.

use chrono::{DateTime, Local};

use super::{GithubError, LimitKind, Missing, TokenSource};
use crate::core::{
    model::{FailureKind, Time},
    publish::{PostFailure, explain},
};

impl GithubError {
    /// The kind of failure, for the exit code.
    pub fn kind(&self) -> FailureKind {
        match self {
            Self::NotFound { which: Missing::Pull(_) | Missing::IsIssue(_), .. } => FailureKind::Target,
            Self::Setup(_)
            | Self::Unreachable { .. }
            | Self::Unauthorised { .. }
            | Self::Sso { .. }
            | Self::Forbidden { .. }
            | Self::NotFound { .. }
            | Self::Limited { .. }
            | Self::TooLarge { .. }
            | Self::Refused { .. }
            | Self::Malformed { .. }
            | Self::Moved { .. }
            | Self::Offline { .. }
            | Self::Stopped => FailureKind::Host,
        }
    }

    /// Next steps.
    pub fn hints(&self) -> Vec<String> {
        match self {
            Self::Unreachable { .. } => {
                vec!["Try again; with --offline prr shows what it read before.".into()]
            }
            Self::Unauthorised { host, token } => vec![renew(host, token)],
            Self::Sso { url: Some(url) } => vec![format!("Authorise the token at {url}, then try again.")],
            Self::Sso { url: None } => {
                vec!["Authorise the token for the organisation in your GitHub settings (Configure SSO).".into()]
            }
            Self::Forbidden { host, token, needed, .. } => forbidden(host, token, needed.as_deref()),
            Self::NotFound { which, host, token } => not_found(which, host, token),
            Self::Limited { host, until, kind, token } => limited(host, *until, *kind, token),
            Self::TooLarge { .. } => vec!["Run prr in a clone of the repository: it then reads it by git.".into()],
            Self::Refused { .. } => self.refused(),
            Self::Malformed { .. } => {
                vec!["Check PRR_GITHUB_API_URL and github.api_url: is this the address of a GitHub API?".into()]
            }
            Self::Moved { .. } => vec!["Name the repository as it is called now.".into()],
            Self::Offline { .. } => vec!["Run once without --offline.".into()],
            Self::Stopped => Vec::new(),
            Self::Setup(_) => vec!["Run `prr doctor`.".into()],
        }
    }

    /// The remedy for a refusal whose meaning is known to publishing.
    fn refused(&self) -> Vec<String> {
        let failure = PostFailure::from(self);
        let is_known = failure.status == Some(422);
        is_known.then(|| format!("What helps: {}.", explain(&failure).1)).into_iter().collect()
    }

    /// The sentence and the first remedy, for a gap.
    pub fn in_short(&self) -> String {
        let hint = self.hints().into_iter().next().unwrap_or_default();
        format!("{self} {hint}").trim_end().to_owned()
    }
}

fn login(host: &str) -> String {
    format!("`gh auth login --hostname {host}`")
}

fn renew(host: &str, token: &TokenSource) -> String {
    match token {
        TokenSource::Variable(name) => format!("Set {name} to a valid token, or unset it and run {}.", login(host)),
        TokenSource::Gh | TokenSource::HostsFile => format!("Run {}.", login(host)),
        TokenSource::Nowhere => format!("Run {}, or set a token ({}).", login(host), variable(host)),
    }
}

fn variable(host: &str) -> &'static str {
    super::token::variables_of(&crate::core::model::Host::new(host)).first().copied().unwrap_or("GH_TOKEN")
}

fn forbidden(host: &str, token: &TokenSource, needed: Option<&str>) -> Vec<String> {
    let mut hints = Vec::new();
    if let Some(needed) = needed {
        hints.push(format!("The token needs: {needed}."));
    }
    hints.push(match token {
        TokenSource::Gh | TokenSource::HostsFile => {
            format!("Run `gh auth refresh --hostname {host} --scopes repo`.")
        }
        TokenSource::Variable(name) => format!("Give the token in {name} that permission, or use another one."),
        TokenSource::Nowhere => renew(host, token),
    });
    hints
}

fn not_found(which: &Missing, host: &str, token: &TokenSource) -> Vec<String> {
    match which {
        Missing::Repository(_) | Missing::Other(_) if *token == TokenSource::Nowhere => {
            vec![format!("If it is private: {}", renew(host, token))]
        }
        Missing::Repository(_) | Missing::Other(_) => {
            vec![format!("Check the name; the token from {token} may not be allowed to see it (`gh auth status`).")]
        }
        Missing::Pull(_) => vec!["Check the number: `prr inbox` lists what waits for you.".into()],
        Missing::IsIssue(_) => vec!["Give the number of a pull request.".into()],
    }
}

fn limited(host: &str, until: Option<Time>, kind: LimitKind, token: &TokenSource) -> Vec<String> {
    let mut hints = Vec::new();
    hints.extend(until.map(|until| format!("Calls are allowed again at {}.", time_of_day(until))));
    if kind == LimitKind::Primary && *token == TokenSource::Nowhere {
        hints.push(format!("With a token the limit is much higher: run {}.", login(host)));
    }
    hints.push("With --offline prr shows what it read before.".into());
    hints
}

/// Hours and minutes of the person's own clock.
fn time_of_day(time: Time) -> String {
    let utc = DateTime::from_timestamp_millis(time.0).unwrap_or_default();
    utc.with_timezone(&Local).format("%H:%M").to_string()
}
