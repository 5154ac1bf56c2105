//! What goes wrong when a test says so: at which call, the how-manieth time, and what.
//! Not here: what GitHub refuses by itself (`publish`, `access`).

use std::collections::HashMap;

use serde_json::json;

use super::{
    access::{self, Viewer, refusal},
    gate::Gate,
    http::{Answer, Ending},
    publish,
    route::Route,
    world::World,
};

/// Which calls of a route.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nth {
    /// This one, counted from 1 since the start.
    At(usize),
    /// This one and every later one.
    From(usize),
}

impl From<usize> for Nth {
    fn from(n: usize) -> Self {
        Self::At(n)
    }
}

/// What goes wrong.
pub enum Fault {
    /// 403, nothing left, the next window in so many seconds (may lie in the past).
    PrimaryLimit(i64),
    /// 403 or 429 with GitHub's words, with or without `Retry-After` (seconds).
    SecondaryLimit(u16, Option<u64>),
    /// This status, and nothing was done.
    Status(u16),
    /// This status although everything was done.
    StatusAfter(u16),
    /// 422 with these sentences.
    Unprocessable(Vec<&'static str>),
    /// 422 with these fields and words.
    Invalid(Vec<(&'static str, &'static str)>),
    /// The connection is closed instead of an answer, and nothing was done.
    Silence,
    /// The same, although everything was done.
    SilenceAfter,
    /// The connection is closed after so many bytes of the body.
    Cut(usize),
    /// After so many bytes of the body the rest waits for the gate.
    Drip(usize, Gate),
    /// The call waits before anything is done.
    Hold(Gate),
    /// Everything is done, the answer waits.
    HoldAfter(Gate),
    /// 200 with these bytes as JSON.
    Garbage(&'static str),
    /// The right bytes with another content type.
    ContentType(&'static str),
    /// A redirect (status) to there.
    Redirect(u16, String),
    /// The world changes first, then the call is answered.
    Change(Box<dyn Fn(&mut World) + Send>),
}

/// Faults that were ordered, and how often each route was called.
#[derive(Default)]
pub struct Faults {
    ordered: Vec<(Route, Nth, Fault)>,
    calls: HashMap<Route, usize>,
}

/// The faults of one call, in the order in which they were ordered.
pub struct Due {
    instead: Option<Answer>,
    before: Vec<Gate>,
    after: Vec<Gate>,
    spoiled: Vec<Spoil>,
}

enum Spoil {
    Status(u16),
    Silence,
    Cut(usize),
    Drip(usize, Gate),
    ContentType(&'static str),
}

impl Faults {
    /// Orders one.
    pub fn order(&mut self, route: Route, nth: Nth, fault: Fault) {
        self.ordered.push((route, nth, fault));
    }

    /// Opens every gate: nobody waits any more.
    pub fn release(&self) {
        for (_, _, fault) in &self.ordered {
            if let Fault::Drip(_, gate) | Fault::Hold(gate) | Fault::HoldAfter(gate) = fault {
                gate.open();
            }
        }
    }

    /// Counts a call; its faults. Changes of the world are made here.
    pub fn due(&mut self, route: Route, world: &mut World, viewer: &Viewer) -> Due {
        let count = self.calls.entry(route).or_default();
        *count += 1;
        let count = *count;
        let mut due = Due { instead: None, before: Vec::new(), after: Vec::new(), spoiled: Vec::new() };
        let hit = |nth: &Nth| matches!(nth, Nth::At(n) if *n == count) || matches!(nth, Nth::From(n) if *n <= count);
        for (_, _, fault) in self.ordered.iter().filter(|(r, nth, _)| *r == route && hit(nth)) {
            due.take(fault, world, viewer);
        }
        due
    }
}

impl Due {
    fn take(&mut self, fault: &Fault, world: &mut World, viewer: &Viewer) {
        match fault {
            Fault::PrimaryLimit(seconds) => self.instead = Some(primary(*seconds, viewer)),
            Fault::SecondaryLimit(status, after) => self.instead = Some(secondary(*status, *after)),
            Fault::Status(status) => self.instead = Some(failure(*status)),
            Fault::StatusAfter(status) => self.spoiled.push(Spoil::Status(*status)),
            Fault::Unprocessable(said) => {
                let said: Vec<String> = said.iter().map(ToString::to_string).collect();
                self.instead = Some(publish::unprocessable(&said));
            }
            Fault::Invalid(said) => self.instead = Some(publish::invalid(said)),
            Fault::Silence => {
                self.instead = Some(Answer { ending: Ending::Nothing, ..failure(500) });
            }
            Fault::SilenceAfter => self.spoiled.push(Spoil::Silence),
            Fault::Cut(at) => self.spoiled.push(Spoil::Cut(*at)),
            Fault::Drip(at, gate) => self.spoiled.push(Spoil::Drip(*at, gate.clone())),
            Fault::Hold(gate) => self.before.push(gate.clone()),
            Fault::HoldAfter(gate) => self.after.push(gate.clone()),
            Fault::Garbage(bytes) => {
                self.instead = Some(Answer::bytes(200, "application/json; charset=utf-8", *bytes));
            }
            Fault::ContentType(kind) => self.spoiled.push(Spoil::ContentType(kind)),
            Fault::Redirect(status, to) => {
                self.instead = Some(refusal(*status, "Moved").with("Location", to.as_str()));
            }
            Fault::Change(change) => change(world),
        }
    }

    /// Stands at the gates before the call.
    pub fn wait(&self) {
        self.before.iter().for_each(Gate::pass);
    }

    /// What is answered without doing anything.
    pub fn instead(&mut self) -> Option<Answer> {
        self.instead.take()
    }

    /// What becomes of the true answer.
    pub fn spoil(self, mut answer: Answer) -> Answer {
        self.after.iter().for_each(Gate::pass);
        for spoil in self.spoiled {
            match spoil {
                Spoil::Status(status) => answer = failure(status),
                Spoil::Silence => answer.ending = Ending::Nothing,
                Spoil::Cut(at) => answer.ending = Ending::Cut(at),
                Spoil::Drip(at, gate) => answer.ending = Ending::Drip(at, gate),
                Spoil::ContentType(kind) => answer = answer.replacing("Content-Type", kind),
            }
        }
        answer
    }
}

fn primary(seconds: i64, viewer: &Viewer) -> Answer {
    let reset = chrono::Utc::now().timestamp() + seconds;
    access::used_up(viewer)
        .with("X-RateLimit-Limit", "5000")
        .with("X-RateLimit-Remaining", "0")
        .with("X-RateLimit-Used", "5000")
        .with("X-RateLimit-Reset", reset.to_string())
}

fn secondary(status: u16, after: Option<u64>) -> Answer {
    let words = "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.";
    let answer = refusal(status, words);
    after.map_or(answer.clone(), |seconds| answer.with("Retry-After", seconds.to_string()))
}

/// A server's error: a page of HTML from the machine in front for 502 and the like, JSON for the others.
fn failure(status: u16) -> Answer {
    match status {
        502..=504 => Answer::bytes(status, "text/html; charset=utf-8", "<html><body><h1>Unicorn!</h1></body></html>"),
        500 => Answer::json(500, &json!({"message": "Server Error", "status": "500"})),
        _ => refusal(status, "Something went wrong"),
    }
}
