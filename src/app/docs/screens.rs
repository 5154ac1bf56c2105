//! Frames of the demo for the README: the recorded run on a stage without threads, clock or terminal, so that the same
//! program gives the same pictures. Called by `super`.

use std::sync::Arc;

use ratatui::{Terminal, backend::TestBackend, buffer::Buffer};

use crate::{
    app::{
        demo,
        job::{Agents, Job},
    },
    core::{
        diff,
        model::{Failure, FailureKind, Record, Request as Target, RunFacts, RunId, TargetKind, Task, TaskEnd, Time},
        risk, synthesis,
    },
    session::{self, Carried, Configured, Effect, LogOpened, Session},
    ui::{
        self, Background, Depth, Key, News, Painted, Ui,
        paint::{Moved, Painter, Watch},
    },
};

use super::{Page, picture};

/// A picture: its name, what it shows, the window, the keys before it.
struct Scene {
    name: &'static str,
    title: &'static str,
    size: (u16, u16),
    keys: &'static str,
}

const SCENES: &[Scene] = &[
    Scene {
        name: "pictures/diff.svg",
        title: "A finding under its line, ready to be decided",
        size: (120, 34),
        keys: "JJJJJJ",
    },
    Scene { name: "pictures/split.svg", title: "Old and new side by side", size: (160, 34), keys: ">==j" },
    Scene { name: "pictures/triage.svg", title: "The queue of findings", size: (120, 34), keys: "JagtJ" },
    Scene { name: "pictures/guide.svg", title: "The keys to begin with", size: (100, 28), keys: ":guide\n" },
];

/// Every picture.
pub(super) fn all() -> Result<Vec<Page>, Failure> {
    SCENES
        .iter()
        .map(|scene| Ok(Page { name: scene.name, text: picture::svg(&Stage::play(scene)?, scene.title) }))
        .collect()
}

struct Stage {
    session: Session,
    ui: Ui,
    records: Vec<Record>,
    now: i64,
}

impl Stage {
    fn play(scene: &Scene) -> Result<Buffer, Failure> {
        let job = demo::job();
        let records = match &job.agents {
            Agents::Recorded(records) => records.clone(),
            Agents::Builtin | Agents::Nobody => Vec::new(),
        };
        let session = Session::new(job.first_title(), job.plan());
        let mut stage = Self { session, ui: Ui::new(scene.size.0, scene.size.1), records, now: 0 };
        let terminal = ui::Msg::Terminal(Depth::True, Background::Dark);
        ui::update(&mut stage.ui, &stage.session, terminal);
        stage.read(&job);
        for key in typed(scene.keys) {
            let at = stage.time();
            let requests = ui::update(&mut stage.ui, &stage.session, ui::Msg::Key(key, at));
            stage.carry_out(requests);
        }
        stage.frame()
    }

    fn time(&mut self) -> Time {
        self.now += 1;
        Time(self.now)
    }

    fn read(&mut self, job: &Job) {
        let index = Arc::new(diff::parse(demo::CHANGE));
        let target = Target {
            kind: TargetKind::File,
            pr_ref: "demo".to_owned(),
            repo_slug: "demo".to_owned(),
            title: job.first_title(),
            base_sha: None,
            head_sha: None,
            diff_hash: "demo".to_owned(),
            notes: Vec::new(),
            pull: None,
            stack: None,
        };
        self.tell(session::Msg::DiffRead(Box::new(target), index));
    }

    fn tell(&mut self, msg: session::Msg) {
        let news = News::of(&msg);
        for effect in session::update(&mut self.session, msg) {
            self.perform(effect);
        }
        let requests = ui::update(&mut self.ui, &self.session, ui::Msg::Session(news));
        self.carry_out(requests);
    }

    /// What the runner would do, on the spot. What only a host or a model could answer is not asked for here.
    fn perform(&mut self, effect: Effect) {
        match effect {
            Effect::Configure(_) => {
                let configured = Configured { budget: synthesis::Budget::Off, ..Configured::default() };
                self.tell(session::Msg::Configured(Box::new(configured)));
            }
            Effect::GoOn => self.tell(session::Msg::WentOn),
            Effect::OpenLogbook(request, _) => {
                let run = RunFacts {
                    id: RunId::new("demo"),
                    request: *request,
                    started: Time(0),
                    version: env!("CARGO_PKG_VERSION").to_owned(),
                    model: String::new(),
                    said: Vec::new(),
                };
                let opened = LogOpened { run, carried: Carried::default(), notes: Vec::new(), path: None };
                self.tell(session::Msg::LogbookOpened(Box::new(opened)));
            }
            Effect::Map(index, run, ..) => {
                let map = risk::change_map(&index, &run);
                let hashes: Vec<u64> =
                    index.file_numbers().map(|file| diff::text_hash(&index, file).unwrap_or(0)).collect();
                let at = self.time();
                self.tell(session::Msg::Mapped(Arc::new(map), Arc::from(hashes), at));
            }
            Effect::Index(..) => self.tell(session::Msg::Indexed(None)),
            Effect::Run(tasks, _) => tasks.iter().for_each(|task| self.review(task)),
            Effect::Synthesise(gathered, earlier, revision) => {
                let result = synthesis::synthesise_after(&gathered.snapshot(), earlier.before.as_deref());
                let result = result.map(Arc::new).map_err(|invalid| invalid.to_string());
                let at = self.time();
                self.tell(session::Msg::Synthesised(revision, result, at));
            }
            Effect::Write(records) => self.tell(session::Msg::Written(records.len() as u64)),
            Effect::Digest(material, revision) => {
                let at = self.time();
                self.tell(session::Msg::Digested(revision, Arc::new(session::digest(&material)), at));
            }
            _ => {}
        }
    }

    /// What a recorded task said.
    fn review(&mut self, task: &Task) {
        let at = self.time();
        self.tell(session::Msg::TaskStarted(task.id.clone(), at));
        let mut end = TaskEnd::Completed;
        for record in self.records.clone() {
            match record {
                Record::Candidate { candidate, .. } if candidate.task == task.id => {
                    let at = self.time();
                    self.tell(session::Msg::CandidateFound(candidate, at));
                }
                Record::TaskEnded { task: id, end: how, .. } if id == task.id => end = how,
                _ => {}
            }
        }
        let at = self.time();
        self.tell(session::Msg::TaskEnded(task.id.clone(), end, at));
    }

    fn carry_out(&mut self, requests: Vec<ui::Request>) {
        for request in requests {
            match request {
                ui::Request::Tell(msg) => self.tell(*msg),
                ui::Request::Tree(wish) => {
                    let built = Arc::new(ui::build_tree(&wish));
                    ui::update(&mut self.ui, &self.session, ui::Msg::Tree(wish.revision, built));
                }
                _ => {}
            }
        }
    }

    /// The frame with all its colours.
    fn frame(&mut self) -> Result<Buffer, Failure> {
        let mut painter = Painter::new(64 << 20);
        let index = self.session.diff.clone();
        while let Some(job) = ui::needs(&mut self.ui, &self.session) {
            for want in job.wants.iter().filter(|want| want.have.is_none()) {
                let painted = painter.local(&index, want.key, Watch::PATIENT).map(|tile| Painted::Tile(Arc::new(tile)));
                painted.into_iter().for_each(|tile| self.painted(job.revision, tile));
                self.painted(job.revision, Painted::Settled(want.key));
            }
            let moved = Moved::find(&index, Watch::PATIENT).filter(|_| job.moved);
            moved.into_iter().for_each(|moved| self.painted(job.revision, Painted::Moved(Arc::new(moved))));
        }
        let (columns, rows) = self.ui.size;
        let mut terminal = Terminal::new(TestBackend::new(columns, rows)).map_err(|_| broken())?;
        terminal.draw(|frame| ui::view(&self.session, &self.ui, frame)).map_err(|_| broken())?;
        Ok(terminal.backend().buffer().clone())
    }

    fn painted(&mut self, revision: u64, painted: Painted) {
        ui::update(&mut self.ui, &self.session, ui::Msg::Painted(revision, painted));
    }
}

fn broken() -> Failure {
    Failure::new(FailureKind::Internal, "A frame cannot be drawn.")
}

/// Characters as keys; a line feed is Enter.
fn typed(text: &str) -> impl Iterator<Item = Key> {
    text.chars().map(|c| if c == '\n' { Key::plain(ui::Code::Enter) } else { Key::char(c) })
}
