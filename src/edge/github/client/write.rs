//! Calls that change something, and questions that need a POST: each sent exactly once. Called by `calls`.

use http::{Method, Request};
use serde::{Serialize, de::DeserializeOwned};

use super::{
    Client, JSON, Question, Reach,
    exchange::{Cut, WHOLE},
};
use crate::edge::{
    github::{GithubError, LimitKind, limits::Hit, refusal, refusal::Refusal},
    http::{Kept, digest},
};

impl Client {
    /// A call that changes something, once. It is not sent while the host makes us wait.
    pub(in crate::edge::github) async fn write(
        &self,
        method: Method,
        url: &str,
        body: Option<&(impl Serialize + Sync)>,
        what: &str,
    ) -> Result<Vec<u8>, GithubError> {
        self.may_write(what)?;
        let body = body.map_or_else(|| Ok(Vec::new()), |body| self.written(body, what))?;
        let request = self.request(method, url, JSON, body)?;
        let time = self.inner.options.timeouts.answer;
        self.bounded(time, Cut::Never, self.write_once(request, what)).await.map_err(|refusal| refusal.error)
    }

    /// A question that needs a POST (GraphQL): once, and given up when asked to stop. The answer is kept for work
    /// without a network.
    pub(in crate::edge::github) async fn post_question<T: DeserializeOwned>(
        &self,
        url: &str,
        body: &(impl Serialize + Sync),
        what: &str,
    ) -> Result<T, GithubError> {
        let body = self.written(body, what)?;
        let key = Question::json(format!("{url}#{}", digest(&body)), what);
        if let Some(kept) = self.kept(&key).filter(|_| self.reach() == Reach::Offline) {
            return self.parse(&kept.body, what);
        }
        self.may_write(what)?;
        let request = self.request(Method::POST, url, JSON, body)?;
        let permit = self.permit().await?;
        let time = self.inner.options.timeouts.answer;
        let body = self.bounded(time, Cut::AtStop, self.write_once(request, what)).await;
        drop(permit);
        let body = body.map_err(|refusal| refusal.error)?;
        let answer = self.parse(&body, what)?;
        self.keep(&key, &Kept { etag: None, link: None, body });
        Ok(answer)
    }

    async fn write_once(&self, request: Request<Vec<u8>>, what: &str) -> Result<Vec<u8>, Refusal> {
        let answer = self.checked(self.send(request).await?, what).await?;
        self.body(answer, what, WHOLE).await
    }

    fn may_write(&self, what: &str) -> Result<(), GithubError> {
        if self.reach() == Reach::Offline {
            return Err(GithubError::Offline { what: what.to_owned() });
        }
        if self.inner.options.stop.is_cancelled() {
            return Err(GithubError::Stopped);
        }
        match self.state().not_before.filter(|until| *until > self.now()) {
            None => Ok(()),
            until => Err(refusal::limited(&self.asked(what), Hit { kind: LimitKind::Secondary, until })),
        }
    }

    fn written(&self, body: &(impl Serialize + Sync), what: &str) -> Result<Vec<u8>, GithubError> {
        serde_json::to_vec(body).map_err(|error| GithubError::Malformed {
            host: self.inner.api.name(),
            what: what.to_owned(),
            why: error.to_string(),
        })
    }
}
