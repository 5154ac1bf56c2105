//! Which kept answers are whose, and what is taken from them. Not the files (`edge::http::cache`). Called by the other
//! files of this room.

use std::time::Duration;

use http::{HeaderMap, header};

use super::{Client, Question};
use crate::edge::{
    github::Credentials,
    http::{Kept, Key, next_page},
};

/// Whose answers they are: the login, else a mark of the token that does not give it away, else nobody's.
pub(super) fn whose(login: Option<&str>, credentials: &Credentials) -> String {
    match (&credentials.token, login) {
        (None, _) => "anonymous".to_owned(),
        (Some(_), Some(login)) => format!("login {}", login.to_ascii_lowercase()),
        (Some(token), None) => format!("token {}", crate::edge::http::digest(token.expose().as_bytes())),
    }
}

/// Longest time that an answer is kept without being asked for anew.
const AGE: Duration = Duration::from_secs(60 * 24 * 60 * 60);
/// Most bytes that are kept.
const MOST: u64 = 512 * 1024 * 1024;

impl Client {
    /// Forgets kept answers that are older than 60 days, and the oldest over 512 MB. Reads the whole folder: not for a
    /// thread that draws.
    pub fn tidy(&self) {
        if let Some(cache) = &self.inner.cache {
            cache.prune(AGE, MOST);
        }
    }

    /// The answer kept for a question.
    pub(super) fn kept(&self, question: &Question) -> Option<Kept> {
        self.inner.cache.as_ref()?.get(&self.key(question))
    }

    /// Keeps an answer.
    pub(super) fn keep(&self, question: &Question, kept: &Kept) {
        if let Some(cache) = &self.inner.cache {
            cache.put(&self.key(question), kept);
        }
    }

    /// Keeps that there was nothing, of what cannot come to be: a path at a commit.
    pub(in crate::edge::github) fn keep_absence(&self, question: &Question) {
        self.keep(&absence(question), &Kept { etag: None, link: None, body: Vec::new() });
    }

    /// Whether it is known that there was nothing.
    pub(in crate::edge::github) fn is_known_absent(&self, question: &Question) -> bool {
        self.kept(&absence(question)).is_some()
    }

    fn key(&self, question: &Question) -> Key {
        let inner = &self.inner;
        Key::new(&question.url, question.accept, inner.api.host().as_str(), &inner.who)
    }
}

/// Where the absence of an answer is kept: no host is asked for this form.
fn absence(question: &Question) -> Question {
    Question { accept: "nothing", ..question.clone() }
}

/// What is kept of an answer's headers.
pub(super) fn heads(headers: &HeaderMap) -> (Option<String>, Option<String>) {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
    let link = next_page(headers).map(|next| format!("<{next}>; rel=\"next\""));
    (text(header::ETAG), link)
}

/// Whether a last page is full. The next item begins a page behind it and leaves this one as it is, and an answer
/// that is only said to be unchanged need not name the next page: such a page is always asked for anew.
pub(super) fn may_go_on(url: &str, body: &[u8]) -> bool {
    let items = serde_json::from_slice::<Vec<serde::de::IgnoredAny>>(body).map_or(0, |items| items.len());
    url.contains("per_page=100") && items >= 100
}

/// The next page of a kept answer.
pub(super) fn next_of(link: Option<&str>) -> Option<String> {
    let mut headers = HeaderMap::new();
    headers.insert(header::LINK, link?.parse().ok()?);
    next_page(&headers)
}
