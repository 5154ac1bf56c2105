//! One question, asked once and not kept, with the headers of its answer: for finding out how a host is now. Called by
//! `calls::examine`.

use http::HeaderMap;
use serde::de::DeserializeOwned;

use super::{
    Client, Question, Reach,
    exchange::{Cut, WHOLE},
};
use crate::edge::github::GithubError;

impl Client {
    /// An answer as JSON, and its headers. Nothing is repeated and no limit is waited for.
    pub(in crate::edge::github) async fn once_with_headers<T: DeserializeOwned>(
        &self,
        question: &Question,
    ) -> Result<(T, HeaderMap), GithubError> {
        if self.reach() == Reach::Offline {
            return Err(GithubError::Offline { what: question.what.clone() });
        }
        let work = async {
            let answer = self.checked(self.ask(question, None).await?, &question.what).await?;
            let headers = answer.headers().clone();
            Ok((self.body(answer, &question.what, WHOLE).await?, headers))
        };
        let time = self.inner.options.timeouts.answer;
        let (body, headers) = self.bounded(time, Cut::AtStop, work).await.map_err(|refusal| refusal.error)?;
        Ok((self.parse(&body, &question.what)?, headers))
    }
}
