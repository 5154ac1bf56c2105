//! An answer that is no success -> an error, in both shapes of GitHub's error bodies (GITHUB "Errors"). What is taken
//! of it is cut and sanitised. Called by `client`.

use http::{HeaderMap, StatusCode};

use super::{
    Effect, GithubError, LimitKind, Missing, TokenSource,
    limits::{self, Hit},
    wire::ErrorBody,
};
use crate::core::{model::Time, text::one_line};

/// Longest text of a server that is shown, in characters.
const LONGEST: usize = 300;
/// Most texts of one refusal.
const MOST: usize = 10;

/// Whom we asked, and with what.
#[derive(Debug, Clone)]
pub(super) struct Asked<'a> {
    /// The host, as `gh` calls it.
    pub(super) host: &'a str,
    /// The server that was asked: the host, or what stands in its place.
    pub(super) server: String,
    /// Where the token came from.
    pub(super) token: &'a TokenSource,
    /// What was asked for, in a few words.
    pub(super) what: &'a str,
}

/// Whether asking again makes sense.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Again {
    /// No.
    Never,
    /// In a moment.
    Soon,
    /// When the limit is over.
    After(Hit),
}

/// An error, and whether asking again makes sense.
#[derive(Debug, Clone)]
pub(super) struct Refusal {
    pub(super) error: GithubError,
    pub(super) again: Again,
}

impl From<GithubError> for Refusal {
    fn from(error: GithubError) -> Self {
        Self { error, again: Again::Never }
    }
}

/// Reads a refusal.
pub(super) fn read(asked: &Asked<'_>, status: StatusCode, headers: &HeaderMap, body: &[u8], now: Time) -> Refusal {
    let said = ErrorBody::read(body);
    let message = said.message.clone().unwrap_or_default();
    if let Some(hit) = limits::hit(status.as_u16(), headers, &message, now) {
        return Refusal { error: limited(asked, hit), again: Again::After(hit) };
    }
    if status.is_server_error() {
        let why = format!("it answered {status}");
        let (host, status) = (asked.server.clone(), Some(status.as_u16()));
        let error = GithubError::Unreachable { host, why, effect: Effect::Unknown, status };
        return Refusal { error, again: Again::Soon };
    }
    refused(asked, status, headers, &said).into()
}

/// The error of a limit that is not waited for.
pub(super) fn limited(asked: &Asked<'_>, hit: Hit) -> GithubError {
    let Hit { kind, until } = hit;
    GithubError::Limited { host: asked.host.to_owned(), until, kind, token: asked.token.clone() }
}

fn refused(asked: &Asked<'_>, status: StatusCode, headers: &HeaderMap, said: &ErrorBody) -> GithubError {
    let (host, token) = (asked.host.to_owned(), asked.token.clone());
    match status.as_u16() {
        401 => GithubError::Unauthorised { host, token },
        403 if headers.contains_key("x-github-sso") => GithubError::Sso { url: sso_url(headers) },
        403 => forbidden(asked, headers, said),
        404 if lacks_scope(headers) => forbidden(asked, headers, said),
        404 | 410 => GithubError::NotFound { which: Missing::Other(asked.what.to_owned()), host, token },
        406 if said.is_too_large() => GithubError::TooLarge { what: asked.what.to_owned(), host },
        300..=399 => moved(asked, &header(headers, "location").unwrap_or_default()),
        code => GithubError::Refused { host: asked.server.clone(), status: code, texts: texts(status, said) },
    }
}

fn forbidden(asked: &Asked<'_>, headers: &HeaderMap, said: &ErrorBody) -> GithubError {
    GithubError::Forbidden {
        host: asked.host.to_owned(),
        token: asked.token.clone(),
        needed: needed(headers),
        words: said.message.as_deref().map(shown).unwrap_or_default(),
    }
}

/// Whether a classic token has none of the scopes that this call takes: then it is told that nothing is there.
fn lacks_scope(headers: &HeaderMap) -> bool {
    let list = |name| {
        let text = header(headers, name)?;
        Some(text.split(',').map(|scope| scope.trim().to_owned()).filter(|it| !it.is_empty()).collect::<Vec<_>>())
    };
    let (Some(has), Some(takes)) = (list("x-oauth-scopes"), list("x-accepted-oauth-scopes")) else { return false };
    !takes.is_empty() && !has.iter().any(|scope| takes.contains(scope))
}

/// The server points somewhere that we do not follow.
pub(super) fn moved(asked: &Asked<'_>, to: &str) -> GithubError {
    GithubError::Moved { host: asked.server.clone(), what: asked.what.to_owned(), to: shown(to) }
}

/// Every text of a refusal, the message first, none twice.
fn texts(status: StatusCode, said: &ErrorBody) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    for text in said.message.iter().cloned().chain(said.errors.iter().map(|error| error.text())) {
        let text = shown(&text);
        if !text.is_empty() && !texts.contains(&text) && texts.len() < MOST {
            texts.push(text);
        }
    }
    if texts.is_empty() {
        texts.push(status.canonical_reason().unwrap_or("no reason given").to_owned());
    }
    texts
}

/// `required; url=https://…`.
fn sso_url(headers: &HeaderMap) -> Option<String> {
    let text = header(headers, "x-github-sso")?;
    let url = text.split_once("url=")?.1.split([';', ',', ' ']).next()?;
    url.starts_with("https://").then(|| shown(url))
}

/// The permissions that a fine-grained token lacks, or the scopes that a classic one does.
fn needed(headers: &HeaderMap) -> Option<String> {
    let names = ["x-accepted-github-permissions", "x-accepted-oauth-scopes"];
    names.iter().filter_map(|name| header(headers, name)).map(|text| shown(&text)).find(|text| !text.is_empty())
}

fn header(headers: &HeaderMap, name: &str) -> Option<String> {
    headers.get(name)?.to_str().ok().map(str::to_owned)
}

/// Text of a server as it may be shown.
pub(super) fn shown(text: &str) -> String {
    one_line(text, LONGEST)
}

/// What kind of limit an error of GraphQL names.
pub(super) fn graphql_limit(kind: Option<&str>) -> Option<Hit> {
    (kind == Some("RATE_LIMITED")).then_some(Hit { kind: LimitKind::Primary, until: None })
}
