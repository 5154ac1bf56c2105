//! One question to the API: its address and headers, and the request made of them. The token is put on here and
//! nowhere else, and only for the client's own origin. Called by the other files of this room and by `calls`.

use http::{
    HeaderValue, Method, Request,
    header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, IF_NONE_MATCH},
};

use super::Client;
use crate::{
    core::model::RepoName,
    edge::{
        github::{GithubError, Missing},
        http::segment,
    },
};

/// `Accept` of all that is JSON.
pub(in crate::edge::github) const JSON: &str = "application/vnd.github+json";
/// `Accept` of a diff.
pub(in crate::edge::github) const DIFF: &str = "application/vnd.github.diff";
/// The version of the API that we were built for (GITHUB).
const VERSION: &str = "2022-11-28";

/// A question that changes nothing.
#[derive(Debug, Clone)]
pub(in crate::edge::github) struct Question {
    /// The whole address.
    pub(in crate::edge::github) url: String,
    /// The form that is wanted.
    pub(in crate::edge::github) accept: &'static str,
    /// What it is about, in a few words, for errors.
    pub(in crate::edge::github) what: String,
}

impl Question {
    /// A question for JSON.
    pub(in crate::edge::github) fn json(url: String, what: impl Into<String>) -> Self {
        Self { url, accept: JSON, what: what.into() }
    }
}

impl Client {
    /// An address below the API; `path` begins with a slash.
    pub(in crate::edge::github) fn url(&self, path: &str) -> String {
        self.inner.api.rest().at(path)
    }

    /// An address below a repository; `rest` begins with a slash or is empty. Where it was found to be renamed, the
    /// place it is at now.
    ///
    /// # Errors
    /// [`GithubError::NotFound`] for a name that no repository can have.
    pub(in crate::edge::github) fn in_repo(&self, repo: &RepoName, rest: &str) -> Result<String, GithubError> {
        let fits = |part: &str| !matches!(part, "" | "." | "..");
        if !fits(&repo.owner) || !fits(&repo.repo) {
            return Err(self.not_found(Missing::Repository(repo.to_string())));
        }
        let path = format!("/repos/{}/{}", segment(&repo.owner), segment(&repo.repo));
        let moved = self.state().moved.get(&path).cloned();
        Ok(moved.map_or_else(|| self.url(&format!("{path}{rest}")), |now| format!("{now}{rest}")))
    }

    /// Something is not there.
    pub(in crate::edge::github) fn not_found(&self, which: Missing) -> GithubError {
        let asked = self.asked("");
        GithubError::NotFound { which, host: asked.host.to_owned(), token: asked.token.clone() }
    }

    /// The request of a question.
    pub(super) fn get_request(
        &self,
        question: &Question,
        url: &str,
        etag: Option<&str>,
    ) -> Result<Request<Vec<u8>>, GithubError> {
        let mut request = self.request(Method::GET, url, question.accept, Vec::new())?;
        if let Some(etag) = etag.and_then(|etag| HeaderValue::from_str(etag).ok()) {
            request.headers_mut().insert(IF_NONE_MATCH, etag);
        }
        Ok(request)
    }

    /// A request with all its headers but the client's name, which the HTTP library adds.
    pub(super) fn request(
        &self,
        method: Method,
        url: &str,
        accept: &'static str,
        body: Vec<u8>,
    ) -> Result<Request<Vec<u8>>, GithubError> {
        let bad = |why: String| GithubError::Malformed { host: self.inner.api.name(), what: "an address".into(), why };
        let has_body = !body.is_empty();
        let mut request = Request::new(body);
        *request.method_mut() = method;
        *request.uri_mut() = url.parse().map_err(|error: http::uri::InvalidUri| bad(error.to_string()))?;
        let headers = request.headers_mut();
        headers.insert(ACCEPT, HeaderValue::from_static(accept));
        headers.insert("x-github-api-version", HeaderValue::from_static(VERSION));
        if has_body {
            headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        }
        let own = self.inner.api.rest().same_origin(url, url).is_some();
        if let Some(token) = self.inner.credentials.token.as_ref().filter(|_| own) {
            let bearer = format!("Bearer {}", token.expose());
            let mut value = HeaderValue::try_from(bearer).map_err(|_| GithubError::Setup("unusable token".into()))?;
            value.set_sensitive(true);
            headers.insert(AUTHORIZATION, value);
        }
        Ok(request)
    }
}
