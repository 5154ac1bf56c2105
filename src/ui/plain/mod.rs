//! The cockpit on plain lines, for screen readers and pipes: findings one by one, each told whole, then one line asked
//! for. Same session, same decisions, same confirmation; only what is said and asked is its own. Not here: reading and
//! writing lines (`app::plain`), what decisions come to (`session`), what the confirmation knows (`deliver`).
//!
//! `came` is told what the session learnt, `line` what was typed; both answer with lines to print and requests to carry
//! out. [`Plain::awaits`] says whether a line is wanted, so that a pipe's next line waits for its question.

mod commands;
mod place;
mod posting;
mod recast;
mod talk;
mod threads;
mod words;
mod write;

use crate::{
    core::model::{FindingId, Time},
    session::{self, Phase, Session},
};

use super::Request;

pub use commands::HELP;
use write::Writing;

/// What is asked for.
#[derive(Debug, Clone, PartialEq)]
enum Asks {
    /// Nothing yet: reviewers are at work.
    Wait,
    /// Whether a pull request that is no longer open is reviewed.
    Consent,
    /// A command.
    Command,
    /// Lines of a text.
    Text(Writing),
    /// Whether something is done to a thread.
    Act(session::ThreadAct),
    /// An answer to the confirmation.
    Deliver,
    /// Nothing: gates are looked at, or the review is on its way.
    Gates(Gates),
    /// Nothing more.
    End,
}

/// What is waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Gates {
    /// A look at the gates.
    Look,
    /// The end of the publication.
    End,
}

/// Where the walk is.
#[derive(Debug, Clone)]
pub struct Plain {
    asks: Asks,
    /// The finding that was told last.
    at: Option<FindingId>,
    /// Whether what is held back is walked.
    drawer: bool,
    /// Notes of the session that were told.
    notes: usize,
    /// What was said of the reviewers at work.
    progress: (usize, usize),
    /// The confirmation as it was told last.
    told: Vec<String>,
    /// A finding is to be told once the session has the decision, and what it makes of the findings.
    due: bool,
}

/// What comes of it.
#[derive(Debug, Default)]
pub struct Answer {
    /// To be printed, sanitised, each one line.
    pub lines: Vec<String>,
    /// To be carried out.
    pub requests: Vec<Request>,
}

impl Answer {
    fn say(text: impl Into<String>) -> Self {
        Self { lines: vec![text.into()], requests: Vec::new() }
    }

    fn tell(lines: Vec<String>, msgs: Vec<session::Msg>) -> Self {
        Self { lines, requests: msgs.into_iter().map(|msg| Request::Tell(Box::new(msg))).collect() }
    }
}

impl Default for Plain {
    fn default() -> Self {
        Self { asks: Asks::Wait, at: None, drawer: false, notes: 0, progress: (0, 0), told: Vec::new(), due: false }
    }
}

impl Plain {
    /// Whether a line is wanted now.
    pub fn awaits(&self) -> bool {
        match self.asks {
            Asks::Command => !self.due,
            Asks::Consent | Asks::Text(_) | Asks::Act(_) | Asks::Deliver => true,
            Asks::Wait | Asks::Gates(_) | Asks::End => false,
        }
    }

    /// Whether reviewers are waited for: a person at a terminal may begin all the same.
    pub fn is_waiting(&self) -> bool {
        self.asks == Asks::Wait
    }

    /// The session learnt something.
    pub fn came(&mut self, session: &Session) -> Answer {
        let mut answer = Answer { lines: self.new_notes(session), requests: Vec::new() };
        match &self.asks {
            Asks::Wait => answer.lines.extend(self.waiting(session)),
            Asks::Gates(gates) => {
                let more = self.gates(session, *gates);
                answer.lines.extend(more.lines);
                answer.requests.extend(more.requests);
            }
            Asks::Consent | Asks::Command | Asks::Text(_) | Asks::Act(_) | Asks::Deliver | Asks::End => {}
        }
        answer
    }

    /// A line was typed.
    pub fn line(&mut self, session: &Session, text: &str, at: Time) -> Answer {
        match std::mem::replace(&mut self.asks, Asks::Command) {
            Asks::Consent => self.consented(text),
            Asks::Text(writing) => self.wrote(session, writing, text, at),
            Asks::Act(act) => self.acted(act, text),
            Asks::Deliver => self.answered(session, text),
            Asks::Wait if session.run().is_some() => self.begin(session),
            Asks::Wait => {
                self.asks = Asks::Wait;
                Answer::say("The change is still being read.")
            }
            Asks::Command => self.command(session, text, at),
            asks @ (Asks::Gates(_) | Asks::End) => {
                self.asks = asks;
                Answer::default()
            }
        }
    }

    /// What is to be told once requests are carried out.
    pub fn after(&mut self, session: &Session) -> Vec<String> {
        if session.is_putting_together() || !std::mem::take(&mut self.due) || self.asks != Asks::Command {
            return Vec::new();
        }
        self.show(session)
    }

    /// No line will come any more: what is being written is a draft already, everything is saved.
    pub fn ended(&mut self, session: &Session, at: Time) -> Answer {
        let lines = match std::mem::replace(&mut self.asks, Asks::End) {
            Asks::Text(_) | Asks::Act(session::ThreadAct::Reply(..)) => {
                vec!["End of input: your text is kept as a draft.".to_owned()]
            }
            Asks::Deliver => vec!["End of input: nothing is posted.".to_owned()],
            _ => Vec::new(),
        };
        self.leave(session, lines, at)
    }

    fn leave(&mut self, session: &Session, lines: Vec<String>, at: Time) -> Answer {
        self.asks = Asks::End;
        let place = self.at.as_ref().and_then(|id| session.shown(id)?.placement.anchor().cloned());
        let mut answer = Answer::tell(lines, vec![session::Msg::Left(place, at)]);
        answer.requests.push(Request::Quit);
        answer
    }

    /// What the session has to tell of itself.
    fn new_notes(&mut self, session: &Session) -> Vec<String> {
        let new = session.notes.get(self.notes..).unwrap_or(&[]);
        self.notes = session.notes.len();
        let lead = |warning: bool| if warning { "Warning: " } else { "Note: " };
        new.iter().map(|note| words::line(&format!("{}{}", lead(note.warning), note.text))).collect()
    }

    /// While reviewers are at work: how far they are; at the end the first finding.
    fn waiting(&mut self, session: &Session) -> Vec<String> {
        if let Some(question) = session.question() {
            self.asks = Asks::Consent;
            return vec![words::line(&question), "y: review it. n: leave.".to_owned()];
        }
        if matches!(session.phase, Phase::Failed(_)) {
            return Vec::new();
        }
        if session.is_settled() {
            return self.begin(session).lines;
        }
        let progress = session.progress();
        // A line for each of many reviewers is a lot to listen to: one when they begin, then one for each quarter.
        let quarter = |(done, all): (usize, usize)| done * 4 / all.max(1);
        let is_told = self.progress.1 > 0 && quarter(progress) == quarter(self.progress);
        // What is found is counted once it is put together.
        if is_told || progress.1 == 0 || session.run().is_none() || session.is_putting_together() {
            return Vec::new();
        }
        self.progress = progress;
        let found = words::many(session.findings.found_len(), "finding");
        vec![format!("{} of {} reviewers done, {found}.", progress.0, progress.1)]
    }

    fn consented(&mut self, text: &str) -> Answer {
        match text.trim() {
            "y" | "yes" => {
                self.asks = Asks::Wait;
                Answer::tell(Vec::new(), vec![session::Msg::Consented])
            }
            "n" | "no" => {
                self.asks = Asks::End;
                Answer { lines: Vec::new(), requests: vec![Request::Quit] }
            }
            _ => {
                self.asks = Asks::Consent;
                Answer::say("y: review it. n: leave.")
            }
        }
    }

    /// The walk begins.
    fn begin(&mut self, session: &Session) -> Answer {
        self.asks = Asks::Command;
        let mut lines = words::change(session);
        self.at = self.next(session, None, true);
        lines.extend(self.show(session));
        Answer { lines, requests: Vec::new() }
    }

    /// The finding that the walk is at, whole; or what can be done when there is none.
    fn show(&mut self, session: &Session) -> Vec<String> {
        let list = self.list(session);
        let Some(id) = self.at.clone().filter(|id| list.contains(id)) else {
            self.at = None;
            return words::nothing(session, self.drawer, list.len());
        };
        let nth = list.iter().position(|other| *other == id).map_or(0, |at| at + 1);
        let mut lines = words::finding(session, &id, (nth, list.len()));
        lines.push(commands::ask(session, self.drawer));
        lines
    }

    /// What is walked, in order.
    fn list(&self, session: &Session) -> Vec<FindingId> {
        match self.drawer {
            true => session.findings.drawer().map(|(finding, _)| finding.id.clone()).collect(),
            false => session.findings.in_order().map(|finding| finding.id.clone()).collect(),
        }
    }

    /// The next undecided finding behind one, round the end; `first`: that one itself counts.
    fn next(&self, session: &Session, after: Option<&FindingId>, first: bool) -> Option<FindingId> {
        use crate::core::gate::Stance;
        let list = self.list(session);
        let here = after.and_then(|id| list.iter().position(|other| other == id));
        let start = here.map_or(0, |at| if first { at } else { at + 1 });
        let round = list.iter().cycle().skip(start).take(list.len());
        let mut open = round.filter(|id| *session.gate.stance(id) == Stance::Undecided && Some(*id) != after);
        open.next().cloned()
    }
}
