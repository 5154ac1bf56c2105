//! From one target to another in the same terminal: what is open is left, saved; the next begins. Not the loop
//! (`super`), not what is read. Called by `super::run`.

use std::io;

use crate::{
    app::{
        Job,
        ending::{self, Ending, Why},
        runner::{Runner, now},
    },
    core::model::{Failure, PullName, TargetSpec},
    edge::intake::{self, Closed},
    session::{Effect, Msg, Plan, Session},
    ui::{Chord, Ui},
};

use super::{Cockpit, FLUSH, Frames};

/// What the cockpit opens with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum First {
    /// The target of the job.
    Target,
    /// The list of what waits for the person.
    Inbox,
}

/// Where the cockpit goes.
pub(super) struct Journey {
    /// What every target of this terminal is opened with.
    job: Job,
    /// The pull request to open next.
    pub to: Option<PullName>,
    /// Whether what is open was chosen from the inbox: what cannot be opened leads back there.
    is_chosen: bool,
    /// What earlier targets could not write down.
    unsaved: u64,
    /// Whether nothing is waited for before going: there is no logbook to be written.
    pub at_once: bool,
}

impl Journey {
    pub fn new(job: &Job) -> Self {
        Self { job: job.clone(), to: None, is_chosen: false, unsaved: 0, at_once: false }
    }

    /// A job like the first one, on another target: what was said of the first does not hold for it.
    fn job(&self, target: TargetSpec) -> Job {
        let first = self.job.clone();
        let pull = intake::Options::default().pull;
        let intake = intake::Options { base: None, pull, ..first.intake };
        let mut job = Job { target, intake, findings: Vec::new(), record: None, is_cockpit: true, ..first };
        job.intake.pull.closed = Closed::Ask;
        job
    }

    /// The end of the last target, and what earlier ones could not write down.
    pub fn ending(&self, last: Ending) -> Ending {
        match last {
            Ending::Left { unsaved, words } => Ending::Left { unsaved: unsaved + self.unsaved, words },
            other => other,
        }
    }
}

impl Cockpit {
    /// Goes on after the loop ended, when there is somewhere to go. False: this is the end.
    pub(super) fn goes_on(&mut self, ended: &io::Result<Why>) -> bool {
        match (ended, self.journey.to.take()) {
            (Ok(Why::Quit), Some(name)) => {
                self.leave();
                self.open(&name);
                true
            }
            (Ok(Why::Failed(failure)), _) if self.journey.is_chosen => {
                self.leave();
                self.home(Some(failure));
                true
            }
            _ => false,
        }
    }

    /// Waits until what is open is written down.
    fn leave(&mut self) {
        let flushed = self.runner.finish(&mut self.events, FLUSH);
        if let Ending::Left { unsaved, .. } = ending::of(&self.session, Why::Quit, flushed) {
            self.journey.unsaved += unsaved;
        }
    }

    fn open(&mut self, name: &PullName) {
        let repo = &name.repo;
        let address = format!("https://{}/{}/{}/pull/{}", repo.host, repo.owner, repo.repo, name.number);
        let job = self.journey.job(TargetSpec::Pull(address));
        let session = Session::new(name.to_string(), job.plan());
        self.begin(job, session);
        self.journey.is_chosen = true;
        self.runner.perform(Effect::Read);
    }

    /// Shows the inbox without any target, and why it came to that.
    pub(super) fn home(&mut self, why: Option<&Failure>) {
        let job = self.journey.job(TargetSpec::Nothing);
        self.begin(job, Session::new("your inbox", Plan::default()));
        self.journey.is_chosen = false;
        self.ui.show_inbox_only();
        if let Some(failure) = why {
            self.ui.warn(failure.summary.clone());
        }
        self.tell(Msg::InboxWanted);
    }

    /// A fresh session and screen in the terminal that is there.
    fn begin(&mut self, job: Job, session: Session) {
        let (columns, rows) = self.ui.size;
        let themes = std::mem::take(&mut self.ui.colour.themes);
        let (look, mouse) = (self.ui.diff.look, self.ui.noted.mouse.on);
        let map = self.ui.chord.map().clone();
        self.session = session;
        self.ui = Ui::new(columns, rows);
        self.ui.colour.themes = themes;
        (self.ui.diff.look, self.ui.noted.mouse.on) = (look, mouse);
        self.ui.chord = Chord::by(map);
        (self.runner, self.events) = Runner::new(job);
        self.frames = Frames::new(self.frames.pace);
        self.leaving = false;
        self.journey.at_once = false;
    }

    /// Whether nothing more will be written by waiting.
    pub(super) fn may_leave(&self) -> bool {
        self.session.log.unsaved() <= self.session.log.lost || self.journey.at_once
    }

    /// The host told which pull request comes next.
    pub(super) fn go_on(&mut self, name: PullName) {
        self.journey.at_once = self.go(name).is_some();
        self.leaving = true;
    }

    /// The person chose a pull request: the place is noted, what is open is written down.
    pub(super) fn go(&mut self, name: PullName) -> Option<Why> {
        let place = self.ui.place(&self.session.diff);
        self.tell(Msg::Left(place, now()));
        self.journey.to = Some(name);
        match self.session.log.open {
            true => {
                self.leaving = true;
                None
            }
            false => Some(Why::Quit),
        }
    }
}
