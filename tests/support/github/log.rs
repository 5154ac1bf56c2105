//! What was asked of a made server, for assertions.
//! Not here: what was answered, but for the status.

use std::sync::{Condvar, Mutex};

use super::{access, gate::PATIENCE, http::Request, route::Route};

/// A request that came, and how it was answered.
#[derive(Debug, Clone)]
pub struct Recorded {
    /// As it came.
    pub request: Request,
    /// Which call.
    pub route: Route,
    /// Path without the prefix, numeric repositories by their name.
    pub path: String,
    /// How it was answered; 0 while it was not.
    pub status: u16,
}

impl Recorded {
    /// The secret that it carried.
    pub fn secret(&self) -> Option<&str> {
        access::secret(&self.request)
    }

    /// Whether it is meant to change something on GitHub.
    pub fn writes(&self) -> bool {
        match self.route {
            Route::Graphql => false,
            Route::Mutation => true,
            _ => self.request.method != "GET" && self.request.method != "HEAD",
        }
    }
}

/// All requests in the order in which they came.
#[derive(Default)]
pub struct Log {
    all: Mutex<Vec<Recorded>>,
    more: Condvar,
}

impl Log {
    /// Writes one down before it is answered; its number.
    pub fn came(&self, request: &Request, route: Route, path: &str) -> usize {
        let mut all = self.all.lock().unwrap();
        all.push(Recorded { request: request.clone(), route, path: path.to_owned(), status: 0 });
        self.more.notify_all();
        all.len() - 1
    }

    /// Writes down how it was answered.
    pub fn answered(&self, number: usize, status: u16) {
        self.all.lock().unwrap()[number].status = status;
        self.more.notify_all();
    }

    /// A copy of everything so far.
    pub fn all(&self) -> Vec<Recorded> {
        self.all.lock().unwrap().clone()
    }

    /// Waits until the requests so far are as wanted.
    #[track_caller]
    pub fn wait(&self, wanted: impl Fn(&[Recorded]) -> bool) {
        let all = self.all.lock().unwrap();
        let (all, _) = self.more.wait_timeout_while(all, PATIENCE, |all| !wanted(all)).unwrap();
        assert!(wanted(&all), "these requests came, but not what was waited for: {:#?}", brief(&all));
    }
}

/// Each request in a line.
pub fn brief(all: &[Recorded]) -> Vec<String> {
    all.iter().map(|r| format!("{} {} {:?} -> {}", r.request.method, r.path, r.route, r.status)).collect()
}
