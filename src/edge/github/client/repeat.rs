//! GETs, repeated where that makes sense (GITHUB "Limits"): broken connections and 5xx a few times soon, limits when
//! they are over. Writes are never repeated (`write`). Called by `pages` and `stream`, and by `calls` for one answer.

use std::time::Duration;

use serde::de::DeserializeOwned;

use super::{
    Client, Heard, Question, Reach,
    exchange::{Cut, WHOLE},
    keep,
};
use crate::{
    core::{model::Time, text::one_line},
    edge::{
        github::{
            GithubError, LimitKind, limits,
            refusal::{self, Again, Refusal},
        },
        http::Kept,
    },
};

/// Waits before a broken call is repeated.
const SOON: [Duration; 2] = [Duration::from_millis(500), Duration::from_secs(2)];
/// How often a limited call is repeated.
const LIMITED: u32 = 3;

/// An answer that was read as a whole.
#[derive(Debug)]
pub(in crate::edge::github) struct Whole {
    pub(in crate::edge::github) body: Vec<u8>,
    /// The address of the next page, verbatim.
    pub(in crate::edge::github) next: Option<String>,
}

/// How often a call was repeated, by reason.
#[derive(Debug, Default)]
pub(super) struct Tries {
    broken: usize,
    limited: u32,
}

impl Client {
    /// One answer as JSON.
    pub(in crate::edge::github) async fn one<T: DeserializeOwned>(
        &self,
        question: &Question,
    ) -> Result<T, GithubError> {
        let whole = self.whole(question).await?;
        self.parse(&whole.body, &question.what)
    }

    /// One answer, whole: from the host, or from what was kept when it has not changed or nobody is asked.
    pub(in crate::edge::github) async fn whole(&self, question: &Question) -> Result<Whole, GithubError> {
        let kept = self.kept(question);
        if self.reach() == Reach::Offline {
            return kept.map(of_kept).ok_or_else(|| GithubError::Offline { what: question.what.clone() });
        }
        let mut tries = Tries::default();
        loop {
            self.wait_for_host(question).await?;
            let permit = self.permit().await?;
            let time = self.inner.options.timeouts.answer;
            let result = self.bounded(time, Cut::AtStop, self.once(question, kept.as_ref())).await;
            drop(permit);
            match result {
                Ok(whole) => return Ok(whole),
                Err(refusal) => self.pause(refusal, &mut tries, question).await?,
            }
        }
    }

    async fn once(&self, question: &Question, kept: Option<&Kept>) -> Result<Whole, Refusal> {
        let etag = kept.and_then(|kept| kept.etag.as_deref());
        let answer = self.checked(self.ask(question, etag).await?, &question.what).await?;
        if let Some(kept) = kept.filter(|_| answer.status() == http::StatusCode::NOT_MODIFIED) {
            return Ok(of_kept(kept.clone()));
        }
        let (etag, link) = keep::heads(answer.headers());
        let body = self.body(answer, &question.what, WHOLE).await?;
        let etag = etag.filter(|_| link.is_some() || !keep::may_go_on(&question.url, &body));
        let fresh = Kept { etag, link, body };
        self.keep(question, &fresh);
        Ok(of_kept(fresh))
    }

    /// Waits before a repetition, or gives the error back when there shall be none.
    pub(super) async fn pause(
        &self,
        refusal: Refusal,
        tries: &mut Tries,
        question: &Question,
    ) -> Result<(), GithubError> {
        let Refusal { error, again } = refusal;
        let wait = match again {
            Again::Never => return Err(error),
            Again::Soon => {
                let Some(wait) = SOON.get(tries.broken) else { return Err(error) };
                tries.broken += 1;
                tracing::debug!(what = question.what.as_str(), %error, "asked again soon");
                return self.sleep(*wait).await;
            }
            Again::After(hit) => limits::wait(&hit, tries.limited, self.now()),
        };
        tries.limited += 1;
        if tries.limited > LIMITED || wait > self.inner.options.longest_wait {
            return Err(error);
        }
        let millis = i64::try_from(wait.as_millis()).unwrap_or(i64::MAX);
        let until = Time(self.now().0.saturating_add(millis));
        let mut state = self.state();
        state.not_before = state.not_before.max(Some(until));
        Ok(())
    }

    /// Waits until the host may be asked again, when it said so to this call or to another.
    pub(super) async fn wait_for_host(&self, question: &Question) -> Result<(), GithubError> {
        let mut told = None;
        loop {
            let now = self.now();
            let Some(until) = self.state().not_before.filter(|until| *until > now) else { return Ok(()) };
            let left = Duration::from_millis(u64::try_from(until.0 - now.0).unwrap_or(0));
            if left > self.inner.options.longest_wait {
                let hit = limits::Hit { kind: LimitKind::Secondary, until: Some(until) };
                return Err(refusal::limited(&self.asked(&question.what), hit));
            }
            if told.replace(until) != Some(until) {
                self.tell(Heard::Waiting(until));
            }
            self.sleep(left).await?;
        }
    }

    async fn sleep(&self, time: Duration) -> Result<(), GithubError> {
        let options = &self.inner.options;
        tokio::select! {
            biased;
            () = options.stop.cancelled() => Err(GithubError::Stopped),
            () = options.clock.sleep(time) => Ok(()),
        }
    }

    /// Reads JSON.
    pub(in crate::edge::github) fn parse<T: DeserializeOwned>(
        &self,
        body: &[u8],
        what: &str,
    ) -> Result<T, GithubError> {
        serde_json::from_slice(body).map_err(|error| {
            let why =
                if body.first() == Some(&b'<') { "it is a web page".into() } else { one_line(&error.to_string(), 160) };
            GithubError::Malformed { host: self.inner.api.name(), what: what.to_owned(), why }
        })
    }
}

fn of_kept(kept: Kept) -> Whole {
    Whole { next: keep::next_of(kept.link.as_deref()), body: kept.body }
}
