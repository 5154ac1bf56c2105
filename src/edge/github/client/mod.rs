//! A client of one host's API: one token, one origin, own repetition of GETs, answers kept on disk. What is asked of
//! it stands in `calls`. Called by `app::runner`, which drives its futures.
//!
//! Below it is octocrab as a pipe for requests that are made here, whole: its builder for reqwest would put a second
//! `User-Agent` beside ours, log every address, and hold the token to a host without its scheme or port of redirects.
//! Dropping a future ends its call. Parsing happens where the future is driven: that should not be the thread that
//! draws.

mod exchange;
mod keep;
mod pages;
mod plain;
mod question;
mod repeat;
mod stream;
mod write;

use std::{
    collections::HashMap,
    fmt,
    path::PathBuf,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use super::{Api, Credentials, GithubError, refusal::Asked};
use crate::{
    core::model::{CallLimits, Time},
    edge::http::{self, Cache, Clock, SystemClock, Timeouts},
};

pub(super) use question::{DIFF, JSON, Question};
pub use stream::Taker;

/// Calls under way at the same time; GitHub's own bound is 100 (GITHUB "Limits").
const AT_ONCE: usize = 8;

/// Whether anybody is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Reach {
    /// The host is asked.
    #[default]
    Online,
    /// Nobody is asked: what was kept, or nothing.
    Offline,
}

/// What is told beside the answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Heard {
    /// Limits as of the last answer.
    Limits(CallLimits),
    /// The host makes us wait until then; after it the call is tried again.
    Waiting(Time),
}

/// Who is told.
pub type Ear = Arc<dyn Fn(Heard) + Send + Sync>;

/// How a client works.
#[derive(Debug, Clone)]
pub struct Options {
    /// Folder for kept answers; `None` = nothing is kept.
    pub cache: Option<PathBuf>,
    /// Whether anybody is asked.
    pub reach: Reach,
    /// The person's login, where it is known: then `GET user` is spared.
    pub login: Option<String>,
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// Ends waits and reading calls with [`GithubError::Stopped`]. A write under way is not cut.
    pub stop: CancellationToken,
    /// How long a server may keep us waiting.
    pub timeouts: Timeouts,
    /// Longest wait for a limit; a longer one is an error that says until when.
    pub longest_wait: Duration,
}

impl Default for Options {
    /// Online, nothing kept, the machine's clock, waits of up to 15 minutes.
    fn default() -> Self {
        Self {
            cache: None,
            reach: Reach::Online,
            login: None,
            clock: Arc::new(SystemClock),
            stop: CancellationToken::new(),
            timeouts: Timeouts::default(),
            longest_wait: Duration::from_secs(15 * 60),
        }
    }
}

/// A client. Clones share everything but their ear.
#[derive(Clone)]
pub struct Client {
    inner: Arc<Inner>,
    ear: Option<Ear>,
}

struct Inner {
    api: Api,
    credentials: Credentials,
    options: Options,
    http: reqwest::Client,
    cache: Option<Cache>,
    /// Whose answers are kept.
    who: String,
    permits: Semaphore,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The host said to wait until then.
    not_before: Option<Time>,
    limits: Option<CallLimits>,
    /// `/repos/o/r` of renamed repositories and where they are now.
    moved: HashMap<String, String>,
}

impl Client {
    /// A client of that host with that token. Nothing is asked yet.
    ///
    /// # Errors
    /// [`GithubError::Setup`] when the machine's certificates cannot be read.
    pub fn new(api: Api, credentials: Credentials, options: Options) -> Result<Self, GithubError> {
        let http = http::client(api.rest(), options.timeouts).map_err(|error| GithubError::Setup(error.to_string()))?;
        let cache = options.cache.as_deref().map(Cache::new);
        let who = keep::whose(options.login.as_deref(), &credentials);
        let permits = Semaphore::new(AT_ONCE);
        let state = Mutex::default();
        let inner = Inner { api, credentials, options, http, cache, who, permits, state };
        Ok(Self { inner: Arc::new(inner), ear: None })
    }

    /// The same client, telling `ear` what is heard beside the answers.
    pub fn heard_by(&self, ear: Ear) -> Self {
        Self { inner: self.inner.clone(), ear: Some(ear) }
    }

    /// Where it asks.
    pub fn api(&self) -> &Api {
        &self.inner.api
    }

    /// Its token's source, and what was passed over on the way to it.
    pub fn credentials(&self) -> &Credentials {
        &self.inner.credentials
    }

    /// Whether anybody is asked.
    pub fn reach(&self) -> Reach {
        self.inner.options.reach
    }

    /// Limits as of the last answer.
    pub fn limits(&self) -> Option<CallLimits> {
        self.state().limits
    }

    /// Whether it has a token.
    pub(super) fn is_anonymous(&self) -> bool {
        self.inner.credentials.token.is_none()
    }

    /// The login that is known without asking.
    pub(super) fn known_login(&self) -> Option<&str> {
        self.inner.options.login.as_deref()
    }

    pub(super) fn asked<'a>(&'a self, what: &'a str) -> Asked<'a> {
        let Inner { api, credentials, .. } = &*self.inner;
        Asked { host: api.host().as_str(), server: api.name(), token: &credentials.source, what }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.inner.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self, heard: Heard) {
        if let Some(ear) = &self.ear {
            ear(heard);
        }
    }

    fn now(&self) -> Time {
        self.inner.options.clock.now()
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client").field("api", &self.inner.api).field("token", &self.inner.credentials.source).finish()
    }
}
