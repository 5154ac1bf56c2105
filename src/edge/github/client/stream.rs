//! An answer that is handed on while it comes: the diff. A connection that breaks is taken up again where it was, as
//! long as the answer begins with the same bytes. Called by `calls::diff`.

use super::{
    Client, Question, Reach,
    exchange::{Cut, WHOLE},
    keep,
    repeat::Tries,
};
use crate::edge::{
    github::{
        GithubError,
        refusal::{Again, Refusal},
    },
    http::Kept,
};

/// Takes the bytes of an answer in order, each once.
pub type Taker<'a> = &'a mut (dyn FnMut(&[u8]) + Send);

impl Client {
    /// Hands an answer on while it comes.
    pub(in crate::edge::github) async fn stream(&self, question: &Question, on: Taker<'_>) -> Result<(), GithubError> {
        let kept = self.kept(question);
        if self.reach() == Reach::Offline {
            let kept = kept.ok_or_else(|| GithubError::Offline { what: question.what.clone() })?;
            on(&kept.body);
            return Ok(());
        }
        let mut tries = Tries::default();
        let mut given = Vec::new();
        loop {
            self.wait_for_host(question).await?;
            let permit = self.permit().await?;
            let time = self.inner.options.timeouts.stream;
            let work = self.stream_once(question, kept.as_ref(), &mut given, &mut *on);
            let result = self.bounded(time, Cut::AtStop, work).await;
            drop(permit);
            match result {
                Ok(()) => return Ok(()),
                Err(refusal) => self.pause(refusal, &mut tries, question).await?,
            }
        }
    }

    /// `given` is what was handed on before.
    async fn stream_once(
        &self,
        question: &Question,
        kept: Option<&Kept>,
        given: &mut Vec<u8>,
        on: Taker<'_>,
    ) -> Result<(), Refusal> {
        let etag = kept.and_then(|kept| kept.etag.as_deref()).filter(|_| given.is_empty());
        let mut answer = self.checked(self.ask(question, etag).await?, &question.what).await?;
        if let Some(kept) = kept.filter(|_| answer.status() == http::StatusCode::NOT_MODIFIED) {
            on(&kept.body);
            return Ok(());
        }
        let (etag, link) = keep::heads(answer.headers());
        let mut come = 0;
        while let Some(chunk) = answer.chunk().await.map_err(|error| self.unreachable(&error))? {
            let (again, fresh) = chunk.split_at(chunk.len().min(given.len() - come));
            if given.get(come..come + again.len()) != Some(again) {
                return Err(self.changed(question));
            }
            come += again.len() + fresh.len();
            if come > WHOLE {
                return Err(self.too_large(&question.what).into());
            }
            if !fresh.is_empty() {
                on(fresh);
                given.extend_from_slice(fresh);
            }
        }
        if come < given.len() {
            return Err(self.changed(question));
        }
        self.keep(question, &Kept { etag, link, body: std::mem::take(given) });
        Ok(())
    }

    /// After a break the answer was another one: what was handed on is worth nothing.
    fn changed(&self, question: &Question) -> Refusal {
        let host = self.inner.api.name();
        let why = "it changed while it was read".to_owned();
        Refusal { error: GithubError::Malformed { host, what: question.what.clone(), why }, again: Again::Never }
    }
}
