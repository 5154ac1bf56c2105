//! Why a call to GitHub brought nothing, named by what the caller can do. The sentence is `Display`; the next thing
//! to type is in `words`; how an answer becomes one of these is in `refusal`. Holds no token and no raw answer: texts
//! of the server are cut and sanitised. Called by `app`, which makes a `Failure` of it.

use crate::core::model::Time;

use super::TokenSource;

/// What was looked for and is not there, or is not to be seen with this token: GitHub does not tell these apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Missing {
    /// The repository.
    Repository(String),
    /// The pull request; the repository is there.
    Pull(String),
    /// The number belongs to an issue.
    IsIssue(String),
    /// Something else, in a few words.
    Other(String),
}

/// Whether a question can have had an effect on the host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// Nothing was done.
    Nothing,
    /// Nobody knows: look for it before doing it again.
    Unknown,
}

/// Which limit was hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LimitKind {
    /// The calls of this hour are used up.
    Primary,
    /// Too much at once (GITHUB "Limits").
    Secondary,
}

/// Why a call brought nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GithubError {
    /// No connection, a cut or silent one, or a server that fails by itself (5xx).
    #[error("{host} cannot be reached: {why}.")]
    Unreachable {
        /// The server.
        host: String,
        /// In a few words.
        why: String,
        /// Whether a write may have taken place.
        effect: Effect,
        /// The status, when it failed by itself.
        status: Option<u16>,
    },
    /// No token, or a wrong or expired one.
    #[error("{}.", refused_token(host, token))]
    Unauthorised {
        /// The server.
        host: String,
        /// Where the token came from.
        token: TokenSource,
    },
    /// The organisation wants the token authorised by single sign-on.
    #[error("The organisation of this repository wants your token authorised by single sign-on.")]
    Sso {
        /// Where a person does that, when the server said; http(s) only, sanitised.
        url: Option<String>,
    },
    /// The token may not do this.
    #[error("{host} does not allow this {}{}.", with(token), said(words))]
    Forbidden {
        /// The server.
        host: String,
        /// Where the token came from.
        token: TokenSource,
        /// What is missing, as the server names it (`pull_requests=write`).
        needed: Option<String>,
        /// The server's words.
        words: String,
    },
    /// Not there, or not to be seen.
    #[error("{}.", missing(.which, host))]
    NotFound {
        /// What.
        which: Missing,
        /// The server.
        host: String,
        /// Where the token came from.
        token: TokenSource,
    },
    /// The limit of calls is reached, and waiting was not worth it.
    #[error("{host} allows no more calls for now ({} limit).", if *.kind == LimitKind::Primary { "hourly" } else { "rate" })]
    Limited {
        /// The server.
        host: String,
        /// When calls are allowed again.
        until: Option<Time>,
        /// Which limit.
        kind: LimitKind,
        /// Where the token came from: without one the limit is low.
        token: TokenSource,
    },
    /// The server does not give it because of its size (406 `too_large`), or it is larger than we take.
    #[error("{what} is too large for {host}.")]
    TooLarge {
        /// What was asked for.
        what: String,
        /// The server.
        host: String,
    },
    /// The server understood and refused.
    #[error("{host} refused ({status}): {}.", texts.join("; ").trim_end_matches('.'))]
    Refused {
        /// The server.
        host: String,
        /// HTTP status; 200 for an error of GraphQL.
        status: u16,
        /// Its texts: the message first, then each of `errors`.
        texts: Vec<String>,
    },
    /// An answer that is not what it should be.
    #[error("{host} gave an answer for {what} that cannot be read: {why}.")]
    Malformed {
        /// The server.
        host: String,
        /// What was asked for.
        what: String,
        /// What is wrong with it.
        why: String,
    },
    /// The server sent us elsewhere, and a token goes nowhere else.
    #[error("{host} points elsewhere for {what} ({to}), where prr does not follow.")]
    Moved {
        /// The server.
        host: String,
        /// What was asked for.
        what: String,
        /// Where to, sanitised.
        to: String,
    },
    /// Nothing is asked without a network, and the answer was not kept.
    #[error("{what} is not in the cache, and --offline asks nobody.")]
    Offline {
        /// What was asked for.
        what: String,
    },
    /// Asked to stop.
    #[error("Stopped.")]
    Stopped,
    /// The connection cannot be set up on this machine.
    #[error("No connection can be set up: {0}.")]
    Setup(String),
}

fn refused_token(host: &str, token: &TokenSource) -> String {
    match token {
        TokenSource::Nowhere => format!("{host} wants a token for this"),
        _ => format!("{host} does not accept the token from {token}"),
    }
}

fn with(token: &TokenSource) -> String {
    if *token == TokenSource::Nowhere { "without a token".to_owned() } else { format!("with the token from {token}") }
}

/// The words of a server in brackets, if there are any.
fn said(words: &str) -> String {
    if words.is_empty() { String::new() } else { format!(" ({})", words.trim_end_matches('.')) }
}

fn missing(which: &Missing, host: &str) -> String {
    match which {
        Missing::Repository(name) => format!("{host} shows no repository {name}"),
        Missing::Pull(name) => format!("There is no pull request {name}"),
        Missing::IsIssue(name) => format!("{name} is an issue, not a pull request"),
        Missing::Other(what) => format!("{host} has no {what}"),
    }
}

impl GithubError {
    /// Whether a write that ended so may have taken place.
    pub fn effect(&self) -> Effect {
        match self {
            Self::Unreachable { effect, .. } => *effect,
            // The answer to a write came, or its beginning: it was carried out.
            Self::Malformed { .. } => Effect::Unknown,
            Self::Unauthorised { .. }
            | Self::Sso { .. }
            | Self::Forbidden { .. }
            | Self::NotFound { .. }
            | Self::Limited { .. }
            | Self::TooLarge { .. }
            | Self::Refused { .. }
            | Self::Moved { .. }
            | Self::Offline { .. }
            | Self::Stopped
            | Self::Setup(_) => Effect::Nothing,
        }
    }
}
