//! A client over a server of this machine: its options, a clock that never sleeps, a runtime for one call.
//! Used by the tests of this folder.

use std::{
    future::Future,
    path::Path,
    sync::{
        Arc, Mutex,
        atomic::{AtomicI64, AtomicUsize, Ordering},
    },
    time::Duration,
};

use prr::{
    core::model::{Host, PullName, RepoName, Time},
    edge::{
        github::{Api, Client, Credentials, Options, Token, TokenSource},
        http::{Clock, Sleep, Timeouts},
    },
};

/// Never shown anywhere.
pub const TOKEN: &str = "tok-that-nobody-may-see";

/// A clock that goes on by what is slept, at once, and remembers it. It begins in 2096, behind every window of limits
/// that a made server counts by the machine's clock.
#[derive(Debug)]
pub struct Still {
    now: AtomicI64,
    pub slept: Mutex<Vec<Duration>>,
}

impl Still {
    pub fn new() -> Arc<Self> {
        Arc::new(Self { now: AtomicI64::new(4_000_000_000_000), slept: Mutex::default() })
    }

    /// Seconds since 1970.
    pub fn seconds(&self) -> i64 {
        self.now.load(Ordering::SeqCst) / 1000
    }

    pub fn slept(&self) -> Vec<u64> {
        self.slept.lock().unwrap().iter().map(|time| u64::try_from(time.as_millis()).unwrap()).collect()
    }
}

impl Clock for Still {
    fn now(&self) -> Time {
        Time(self.now.load(Ordering::SeqCst))
    }

    fn sleep(&self, time: Duration) -> Sleep {
        self.slept.lock().unwrap().push(time);
        self.now.fetch_add(i64::try_from(time.as_millis()).unwrap(), Ordering::SeqCst);
        Box::pin(async {})
    }
}

/// A clock whose waits end when the test says so.
#[derive(Debug, Default)]
pub struct Held {
    now: AtomicI64,
    waiting: AtomicUsize,
    over: tokio::sync::Notify,
}

impl Held {
    /// Until that many waits are under way.
    pub async fn waits(&self, count: usize) {
        while self.waiting.load(Ordering::SeqCst) < count {
            tokio::task::yield_now().await;
        }
    }

    /// Ends every wait, that much later.
    pub fn release(&self, time: Duration) {
        self.now.fetch_add(i64::try_from(time.as_millis()).unwrap(), Ordering::SeqCst);
        self.over.notify_waiters();
    }
}

/// As the clock of a client.
#[derive(Debug, Clone, Default)]
pub struct Hand(pub Arc<Held>);

impl Clock for Hand {
    fn now(&self) -> Time {
        Time(self.0.now.load(Ordering::SeqCst))
    }

    fn sleep(&self, _: Duration) -> Sleep {
        let held = self.0.clone();
        Box::pin(async move {
            let over = held.over.notified();
            held.waiting.fetch_add(1, Ordering::SeqCst);
            over.await;
        })
    }
}

pub fn token() -> Credentials {
    Credentials { token: Token::new(TOKEN), source: TokenSource::Variable("GH_TOKEN"), notes: Vec::new() }
}

pub fn options(clock: &Arc<Still>) -> Options {
    let clock: Arc<dyn Clock> = clock.clone();
    with_clock(clock)
}

pub fn with_clock(clock: Arc<dyn Clock>) -> Options {
    let long = Duration::from_secs(60);
    let timeouts = Timeouts { connect: long, silence: long, answer: long, stream: long };
    Options { clock, timeouts, ..Options::default() }
}

pub fn cached(clock: &Arc<Still>, dir: &Path) -> Options {
    Options { cache: Some(dir.to_owned()), ..options(clock) }
}

/// A client with a token, over that base.
pub fn client(base: &str, options: Options) -> Client {
    client_of(base, token(), options)
}

pub fn client_of(base: &str, credentials: Credentials, options: Options) -> Client {
    Client::new(Api::new(&Host::github(), Some(base)).unwrap(), credentials, options).unwrap()
}

/// `o/r`
pub fn repo() -> RepoName {
    RepoName { host: Host::github(), owner: "o".into(), repo: "r".into() }
}

/// `o/r#7`
pub fn name() -> PullName {
    PullName { repo: repo(), number: 7 }
}

/// Drives one future to its end.
pub fn wait<T>(work: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(work)
}
