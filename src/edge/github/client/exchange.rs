//! One request, one answer: through octocrab, bounded in time and size, redirects of GETs followed within the origin.
//! No repetition (`repeat`). Called by the other files of this room.

use std::{error::Error, future::Future, time::Duration};

use http::{HeaderMap, Request, StatusCode, header::LOCATION};
use octocrab::{AuthState, Octocrab, OctocrabBuilder, service::middleware::reqwest_connector::ReqwestConnector};
use tokio::{sync::SemaphorePermit, time::timeout};

use super::{Client, Heard, Question};
use crate::{
    core::text::one_line,
    edge::github::{
        Effect, GithubError, limits,
        refusal::{self, Again, Refusal},
    },
};

/// Most redirects of one question.
const HOPS: usize = 5;
/// Most bytes of a refusal that are read.
const REFUSAL: usize = 256 * 1024;
/// Most bytes of an answer that is read as a whole.
pub(super) const WHOLE: usize = 64 * 1024 * 1024;

/// Whether being asked to stop ends it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cut {
    /// Yes.
    AtStop,
    /// No: a write that is under way is waited for.
    Never,
}

impl Client {
    /// A place among the calls under way. Waiting for it does not count as waiting for the host.
    pub(super) async fn permit(&self) -> Result<SemaphorePermit<'_>, GithubError> {
        tokio::select! {
            biased;
            () = self.inner.options.stop.cancelled() => Err(GithubError::Stopped),
            permit = self.inner.permits.acquire() => permit.map_err(|_| GithubError::Stopped),
        }
    }

    /// Sends a request and takes the head of its answer.
    pub(super) async fn send(&self, request: Request<Vec<u8>>) -> Result<reqwest::Response, Refusal> {
        let answer = self.pipe()?.execute(request).await.map_err(|error| self.unreachable(&error))?;
        let answer = reqwest::Response::from(answer.map(reqwest::Body::wrap));
        self.listen(answer.headers());
        Ok(answer)
    }

    /// What the headers of an answer tell beside it.
    fn listen(&self, headers: &HeaderMap) {
        let Some(limits) = limits::told(headers) else { return };
        let fresh = self.state().limits.replace(limits) != Some(limits);
        if fresh {
            self.tell(Heard::Limits(limits));
        }
    }

    /// Asks a question, following redirects within the origin.
    pub(super) async fn ask(&self, question: &Question, etag: Option<&str>) -> Result<reqwest::Response, Refusal> {
        let mut url = question.url.clone();
        for _ in 0..HOPS {
            let answer = self.send(self.get_request(question, &url, etag)?).await?;
            let is_redirect = matches!(answer.status().as_u16(), 301 | 302 | 307 | 308);
            let place = answer.headers().get(LOCATION).and_then(|place| place.to_str().ok());
            let Some(place) = place.filter(|_| is_redirect) else { return Ok(answer) };
            let Some(next) = self.inner.api.rest().same_origin(&url, place) else {
                return Err(refusal::moved(&self.asked(&question.what), place).into());
            };
            self.remember_move(&url, &next);
            url = next;
        }
        Err(refusal::moved(&self.asked(&question.what), "in circles").into())
    }

    /// `/repos/o/r/rest` that is now at `elsewhere/rest`: the next questions go there at once, and writes can.
    fn remember_move(&self, from: &str, to: &str) {
        let Some(path) = from.strip_prefix(self.inner.api.rest().as_str()) else { return };
        let end = path.match_indices('/').nth(3).map_or(path.len(), |(at, _)| at);
        let Some((repo, rest)) = path.split_at_checked(end) else { return };
        if let Some(now) = to.strip_suffix(rest).filter(|_| repo.starts_with("/repos/") && !rest.is_empty()) {
            self.state().moved.insert(repo.to_owned(), now.to_owned());
        }
    }

    /// The refusal that an answer is, if it is one.
    pub(super) async fn checked(&self, answer: reqwest::Response, what: &str) -> Result<reqwest::Response, Refusal> {
        let status = answer.status();
        if status.is_success() || status == StatusCode::NOT_MODIFIED {
            return Ok(answer);
        }
        let headers = answer.headers().clone();
        // A refusal whose text does not come is told by its status.
        let body = self.body(answer, what, REFUSAL).await.unwrap_or_default();
        Err(refusal::read(&self.asked(what), status, &headers, &body, self.now()))
    }

    /// The body, whole.
    pub(super) async fn body(
        &self,
        mut answer: reqwest::Response,
        what: &str,
        most: usize,
    ) -> Result<Vec<u8>, Refusal> {
        let mut body = Vec::new();
        while let Some(chunk) = answer.chunk().await.map_err(|error| self.unreachable(&error))? {
            if body.len() + chunk.len() > most {
                return Err(self.too_large(what).into());
            }
            body.extend_from_slice(&chunk);
        }
        Ok(body)
    }

    pub(super) fn too_large(&self, what: &str) -> GithubError {
        GithubError::TooLarge { what: what.to_owned(), host: self.inner.api.name() }
    }

    /// Bounds a piece of work in time and by the wish to stop.
    pub(super) async fn bounded<T>(
        &self,
        time: Duration,
        cut: Cut,
        work: impl Future<Output = Result<T, Refusal>>,
    ) -> Result<T, Refusal> {
        let stopped = async {
            match cut {
                Cut::AtStop => self.inner.options.stop.cancelled().await,
                Cut::Never => std::future::pending().await,
            }
        };
        tokio::select! {
            biased;
            () = stopped => Err(GithubError::Stopped.into()),
            done = timeout(time, work) => match done {
                Ok(result) => result,
                Err(_) => Err(self.gone(format!("no whole answer within {} s", time.as_secs()), Effect::Unknown)),
            },
        }
    }

    /// A connection that was not there, or broke.
    pub(super) fn unreachable(&self, error: &(dyn Error + 'static)) -> Refusal {
        let is = |kind: fn(&reqwest::Error) -> bool| chain(error).filter_map(|e| e.downcast_ref()).any(kind);
        let unsent = is(reqwest::Error::is_connect);
        let why = match (is(reqwest::Error::is_timeout), chain(error).last()) {
            (true, _) => "it does not answer in time".to_owned(),
            (false, last) => one_line(&last.map(ToString::to_string).unwrap_or_default(), 200),
        };
        self.gone(why, if unsent { Effect::Nothing } else { Effect::Unknown })
    }

    fn gone(&self, why: String, effect: Effect) -> Refusal {
        let error = GithubError::Unreachable { host: self.inner.api.name(), why, effect, status: None };
        Refusal { error, again: Again::Soon }
    }

    /// octocrab over our HTTP client, as a pipe. One for each request: it starts a task of its own on the runtime
    /// that it is made on, and a kept one would be dead on the next runtime.
    fn pipe(&self) -> Result<Octocrab, GithubError> {
        if tokio::runtime::Handle::try_current().is_err() {
            return Err(GithubError::Setup("a call was made outside a runtime".to_owned()));
        }
        let service = ReqwestConnector::new(self.inner.http.clone());
        let Ok(pipe) = OctocrabBuilder::new_empty().with_service(service).with_auth(AuthState::None).build();
        Ok(pipe)
    }
}

/// An error and what it came from.
fn chain<'e>(error: &'e (dyn Error + 'static)) -> impl Iterator<Item = &'e (dyn Error + 'static)> {
    let mut next = Some(error);
    std::iter::from_fn(move || {
        let this = next?;
        next = this.source();
        Some(this)
    })
}
