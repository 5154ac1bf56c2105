//! Which kept answers are whose, and what is taken from them. Not the files (`edge::http::cache`). Called by the other
//! files of this room.

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

impl Client {
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

    fn key(&self, question: &Question) -> Key {
        let inner = &self.inner;
        Key::new(&question.url, question.accept, inner.api.host().as_str(), &inner.who)
    }
}

/// What is kept of an answer's headers.
pub(super) fn heads(headers: &HeaderMap) -> (Option<String>, Option<String>) {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
    let link = next_page(headers).map(|next| format!("<{next}>; rel=\"next\""));
    (text(header::ETAG), link)
}

/// The next page of a kept answer.
pub(super) fn next_of(link: Option<&str>) -> Option<String> {
    let mut headers = HeaderMap::new();
    headers.insert(header::LINK, link?.parse().ok()?);
    next_page(&headers)
}
