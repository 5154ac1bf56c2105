//! The made GitHub itself: takes a request through access, faults and the call, and puts GitHub's headers on it.
//! Not here: each of these steps.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    process::Command,
    sync::{Arc, Mutex, MutexGuard},
};

use sha2::{Digest, Sha256};

use super::{
    TOKEN, VERSION,
    access::{self, Viewer, not_found, refusal},
    describe,
    fault::{Fault, Faults, Nth},
    graphql,
    http::{Answer, Ending, Listening, Request},
    log::{Log, Recorded, brief},
    publish, read,
    route::{Call, Route},
    world::{Kind, Service, World},
};

/// A made GitHub that listens. Dropped, it fails the test when a request was not as GitHub describes.
pub struct Hub {
    listening: Listening,
    inner: Arc<Inner>,
}

#[derive(Default)]
struct Notes {
    violations: Vec<String>,
}

struct Inner {
    world: Mutex<World>,
    faults: Mutex<Faults>,
    notes: Mutex<Notes>,
    log: Log,
}

impl Hub {
    /// Begins to listen.
    pub fn start(world: World) -> Self {
        let inner = Arc::new(Inner {
            world: Mutex::new(world),
            faults: Mutex::default(),
            notes: Mutex::default(),
            log: Log::default(),
        });
        let answering = Arc::clone(&inner);
        let listening = Listening::start(Arc::new(move |request| answering.answer(request)));
        Self { listening, inner }
    }

    /// `http://127.0.0.1:PORT`.
    pub fn origin(&self) -> String {
        self.listening.origin()
    }

    /// Where REST begins: what `PRR_GITHUB_API_URL` is set to.
    pub fn api_url(&self) -> String {
        format!("{}{}", self.origin(), prefix(self.inner.world().kind))
    }

    /// What a child process needs to find and enter this GitHub.
    pub fn env(&self) -> Vec<(&'static str, OsString)> {
        vec![("PRR_GITHUB_API_URL", self.api_url().into()), ("GH_TOKEN", TOKEN.into())]
    }

    /// The bare repository of a world that has one.
    pub fn git_remote(&self) -> PathBuf {
        self.inner.world().origin.as_ref().expect("this world has no git side").path()
    }

    /// A clone of `main` in this empty folder. Its remote is `git@github.com:OWNER/NAME.git`, as on the web, and the
    /// program that stands for SSH leads here.
    pub fn clone_into(&self, folder: &Path) {
        let world = self.inner.world();
        let origin = world.origin.as_ref().expect("this world has no git side");
        let git = |args: &[&str]| {
            let mut command = Command::new("git");
            command.env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default());
            command.env("HOME", origin.root()).env("GIT_CONFIG_NOSYSTEM", "1").current_dir(folder);
            assert!(command.args(args).status().unwrap().success(), "git {args:?}");
        };
        git(&["init", "-q", "-b", "main", "."]);
        git(&["config", "core.sshCommand", &origin.ssh().display().to_string()]);
        git(&["config", "ssh.variant", "simple"]);
        git(&["remote", "add", "origin", &format!("git@github.com:{}.git", origin.name())]);
        git(&["fetch", "-q", "origin", "main"]);
        git(&["checkout", "-q", "-B", "main", "origin/main"]);
    }

    /// Looks at the world or changes it.
    pub fn world<T>(&self, change: impl FnOnce(&mut World) -> T) -> T {
        change(&mut self.inner.world())
    }

    /// From now on this goes wrong at these calls.
    pub fn fault(&self, route: Route, nth: impl Into<Nth>, fault: Fault) {
        self.inner.faults.lock().unwrap().order(route, nth.into(), fault);
    }

    /// Every new connection is refused from now on, open ones are closed.
    pub fn refuse(&mut self) {
        self.listening.refuse();
    }

    /// Every request so far.
    pub fn log(&self) -> Vec<Recorded> {
        self.inner.log.all()
    }

    /// Requests of one call so far.
    pub fn calls(&self, route: Route) -> Vec<Recorded> {
        self.log().into_iter().filter(|r| r.route == route).collect()
    }

    /// Requests so far that are meant to change something.
    pub fn posts(&self) -> Vec<Recorded> {
        self.log().into_iter().filter(Recorded::writes).collect()
    }

    /// Waits until the requests so far are as wanted.
    #[track_caller]
    pub fn wait(&self, wanted: impl Fn(&[Recorded]) -> bool) {
        self.inner.log.wait(wanted);
    }

    /// No request may carry a secret, but for those of these logins.
    #[track_caller]
    pub fn only_token_of_any(&self, logins: &[&str]) {
        let world = self.inner.world();
        for one in self.inner.log.all() {
            let Some(secret) = one.secret() else { continue };
            let owner = world.tokens.get(secret).map(|t| t.login.as_str());
            assert!(
                owner.is_some_and(|o| logins.contains(&o)),
                "a strange secret was sent: {:?}",
                brief(std::slice::from_ref(&one))
            );
        }
    }

    /// No request may carry any secret: for a GitHub that is not the one the token belongs to.
    #[track_caller]
    pub fn no_token(&self) {
        for one in self.inner.log.all() {
            assert_eq!(one.secret(), None, "a secret was sent to a stranger: {:?}", brief(std::slice::from_ref(&one)));
        }
    }

    /// Fails when a request was not as GitHub describes it.
    #[track_caller]
    pub fn check(&self) {
        let violations = self.inner.notes().violations.clone();
        assert!(violations.is_empty(), "not as GitHub describes it: {violations:#?}");
    }

    /// Takes the violations, which then fail nothing.
    pub fn forgive(&self) -> Vec<String> {
        std::mem::take(&mut self.inner.notes().violations)
    }
}

impl Drop for Hub {
    fn drop(&mut self) {
        self.inner.faults.lock().unwrap().release();
        self.listening.refuse();
        if !std::thread::panicking() {
            self.check();
        }
    }
}

fn prefix(kind: Kind) -> &'static str {
    match kind {
        Kind::Cloud => "",
        Kind::Enterprise => "/api/v3",
    }
}

impl Inner {
    fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap()
    }

    fn notes(&self) -> MutexGuard<'_, Notes> {
        self.notes.lock().unwrap()
    }

    fn violates(&self, what: impl IntoIterator<Item = String>) {
        self.notes().violations.extend(what);
    }

    fn answer(&self, request: Request) -> Answer {
        let (call, base) = {
            let world = self.world();
            let (path, at) = inside_prefix(world.kind, &request.path);
            let mut call = Call::read(&request, path, &world);
            if at == Place::Graphql {
                call.route = graphql::route(&request);
            } else if at == Place::Outside {
                call.route = Route::Unknown;
            }
            let host = request.header("host").unwrap_or_default();
            (call, format!("http://{host}{}", prefix(world.kind)))
        };
        let number = self.log.came(&request, call.route, &call.path);
        self.violates(wrong_with(&request, &call));
        let answer = self.with_faults(&request, &call, &base);
        // A closed connection has no status.
        self.log.answered(number, if matches!(answer.ending, Ending::Nothing) { 0 } else { answer.status });
        answer
    }

    fn with_faults(&self, request: &Request, call: &Call, base: &str) -> Answer {
        let viewer = access::viewer(&self.world(), request);
        let known = viewer.clone().unwrap_or(Viewer::Anonymous);
        let mut due = {
            let mut world = self.world();
            self.faults.lock().unwrap().due(call.route, &mut world, &known)
        };
        due.wait();
        if let Some(instead) = due.instead() {
            let answer = access::headers(instead, &self.world(), Some(&known), call);
            return due.spoil(answer);
        }
        let answer = {
            let mut world = self.world();
            // Asked again: a fault may have changed the world.
            let viewer = access::viewer(&world, request);
            let answer = viewer.clone().and_then(|viewer| {
                access::spend(&mut world, &viewer, call)?;
                Ok(self.true_answer(&mut world, &viewer, request, call, base))
            });
            let answer = answer.unwrap_or_else(|refused| refused);
            let answer = tagged(answer, request, call);
            if answer.status == 304 {
                access::give_back(&mut world);
            }
            access::headers(answer, &world, viewer.ok().as_ref(), call)
        };
        due.spoil(answer)
    }

    fn true_answer(&self, world: &mut World, viewer: &Viewer, request: &Request, call: &Call, base: &str) -> Answer {
        if request.header("user-agent").is_none() {
            return refusal(
                403,
                "Request forbidden by administrative rules. Please make sure your request has a User-Agent header",
            );
        }
        let answer = match call.route {
            Route::Unknown => not_found(),
            Route::Graphql | Route::Mutation if world.graphql == Service::Off => not_found(),
            Route::Graphql | Route::Mutation => {
                let (answer, wrong) = graphql::answer(world, viewer, request);
                self.violates(wrong);
                return answer;
            }
            Route::RateLimit | Route::User | Route::Search => read::outside(world, viewer, request, call, base),
            _ => repository_answer(world, viewer, request, call, base),
        };
        self.complete(answer, request, call)
    }

    /// Fills an answer up to what the description asks for, and holds it against the description.
    fn complete(&self, answer: Answer, request: &Request, call: &Call) -> Answer {
        let is_json = answer.headers.iter().any(|(n, v)| n == "Content-Type" && v.contains("application/json"));
        if answer.status >= 300 || !is_json {
            return answer;
        }
        let value = describe::filled(&request.method, &call.path, answer.status, answer.value());
        self.violates(describe::answer(&request.method, &call.path, answer.status, &value));
        Answer { body: value.to_string().into_bytes(), ..answer }
    }
}

fn repository_answer(world: &mut World, viewer: &Viewer, request: &Request, call: &Call, base: &str) -> Answer {
    let Some(repository) = world.repository(&call.repo) else {
        let moved = world.repositories.iter().find(|r| r.former.contains(&call.repo));
        let Some(moved) = moved else { return not_found() };
        let rest = call.path.splitn(5, '/').nth(4).map_or(String::new(), |rest| format!("/{rest}"));
        let to = format!("{base}/repositories/{}{rest}", moved.id);
        return refusal(301, "Moved Permanently").with("Location", to);
    };
    if let Err(refused) = access::check(repository, viewer, call) {
        return refused;
    }
    if request.method != "GET" {
        let name = repository.full_name();
        return publish::answer(world, &name, viewer, request, call);
    }
    read::inside(world, repository, &read::Asked { viewer, request, call, base })
}

/// Where a path lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Rest,
    Graphql,
    Outside,
}

fn inside_prefix(kind: Kind, path: &str) -> (&str, Place) {
    let graphql = match kind {
        Kind::Cloud => "/graphql",
        Kind::Enterprise => "/api/graphql",
    };
    match path.strip_prefix(prefix(kind)) {
        _ if path == graphql => (path, Place::Graphql),
        Some(rest) if rest.starts_with('/') => (rest, Place::Rest),
        _ => (path, Place::Outside),
    }
}

fn wrong_with(request: &Request, call: &Call) -> Vec<String> {
    let mut wrong = Vec::new();
    match call.route {
        Route::Unknown => wrong.push(format!("{} {} is no call that this GitHub knows", request.method, request.path)),
        Route::Graphql | Route::Mutation => {}
        _ => {
            wrong.extend(describe::request(request, &call.path));
            if request.header("x-github-api-version") != Some(VERSION) {
                wrong.push(format!("{} {}: X-GitHub-Api-Version is not {VERSION}", request.method, call.path));
            }
        }
    }
    if request.header("user-agent").is_none() {
        wrong.push(format!("{} {}: no User-Agent", request.method, call.path));
    }
    wrong
}

/// With its ETag; 304 when the client has it already.
fn tagged(answer: Answer, request: &Request, call: &Call) -> Answer {
    if request.method != "GET" || answer.status != 200 || call.route == Route::RateLimit {
        return answer;
    }
    let sum = Sha256::new().chain_update(&answer.body).chain_update(request.header("accept").unwrap_or_default());
    let hex: String = sum.finalize().iter().map(|b| format!("{b:02x}")).collect();
    let tag = format!("W/\"{hex}\"");
    let known = request.header("if-none-match") == Some(&tag);
    let answer = answer.with("ETag", tag).with("Cache-Control", "private, max-age=60, s-maxage=60");
    if known { Answer { status: 304, body: Vec::new(), ..answer } } else { answer }
}
