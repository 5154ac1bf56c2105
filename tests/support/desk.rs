//! A cockpit without a terminal and without threads: session and screen, keys in, screens and records out.
//! Effects are carried out on the spot; what is written is acknowledged at once unless held.

use std::{collections::BTreeMap, sync::Arc};

use prr::{
    core::{
        diff::{self, FileText},
        gate::Past,
        history,
        model::{
            Actionability, BlastRadius, Candidate, CandidateId, Claim, ClaimedPlace, Confidence, Diff, Failure,
            FailureKind, Kind, Lens, LineRange, Pass, PullName, PullNews, Record, RepoPath, Request, RunFacts, RunId,
            Settings, Severity, Side, TargetKind, Task, TaskEnd, TaskId, Thread, Time, Weight,
        },
        publish::{
            self,
            course::{Asked, Course, told},
        },
        risk,
        synthesis::{self, Budget, Snapshot},
    },
    session::{self, Carried, Configured, Effect, LogOpened, Plan, Planning, Session, Slot, Spot},
    ui::{
        self, Code, Hits, Key, News, Painted, Ui,
        paint::{Moved, Painter, Watch},
    },
};
use ratatui::{Terminal, backend::TestBackend};

use super::pull;

/// Two text files, a generated one and a binary one.
pub const DIFF: &str = include_str!("../../fixtures/cockpit/small.diff");

/// A desk to sit at.
pub struct Desk {
    pub session: Session,
    pub ui: Ui,
    pub records: Vec<Record>,
    pub quit: bool,
    /// Whether anything but noting the place was asked for when the end had been.
    pub asked_behind_the_end: bool,
    /// How often the guide was closed.
    pub guides_seen: usize,
    pub suspended: bool,
    /// Whether the mouse was to be listened to.
    pub mouse: Vec<bool>,
    /// What was to be copied.
    pub copies: Vec<ui::Copy>,
    /// What was to be opened in an editor.
    pub edits: Vec<ui::Edit>,
    /// Addresses that were to be opened.
    pub opened: Vec<String>,
    /// Pull requests that were to be gone to.
    pub gone: Vec<PullName>,
    /// Orders that go to the host.
    pub orders: Vec<Effect>,
    /// Whether the target is a pull request: acme/shop#123 at aaaa….
    pub is_pull: bool,

    /// Tasks that were to be stopped.
    pub stopped: Vec<TaskId>,
    /// What the run is planned by.
    pub planning: Option<Box<Planning>>,
    /// How the person decides.
    pub manner: session::Manner,
    /// What the review obeys.
    pub settings: Settings,
    /// Whether synthesis answers at once; else its snapshots wait here.
    pub synthesises: bool,
    pub snapshots: Vec<(Box<Snapshot>, u64)>,
    /// Whether writes are acknowledged at once.
    pub acknowledge: bool,
    /// Diffs that are kept beside the logbook, by hash.
    pub kept: BTreeMap<String, Arc<Diff>>,
    /// Texts of files on the new side, or why there is none, by path.
    pub texts: BTreeMap<String, Result<Vec<u8>, String>>,
    /// Whether texts that are asked for do not come.
    pub is_slow: bool,
    /// The head commit of what is read.
    pub head: Option<String>,
    /// What stands in the logbook before this desk's records.
    pub earlier: Vec<Record>,
    /// What is wanted of the logbooks and not answered yet, when the disk is slow.
    pub log_wishes: Vec<ui::LogWish>,
    /// Whether steps of a long work wait for [`Desk::step`].
    pub holds_steps: bool,
    /// Steps that wait.
    pub steps: usize,
    /// What the ledger of publications has.
    pub known: publish::Known,
    now: i64,
    terminal: Terminal<TestBackend>,
}

impl Desk {
    /// A desk of that size with nothing read yet.
    pub fn new(columns: u16, rows: u16) -> Self {
        let task = Task { id: TaskId::new("builtin:test"), pass: Pass::Builtin("test".into()) };
        let terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
        Self {
            session: Session::new("a change", Plan { tasks: vec![task], ..Plan::default() }),
            ui: Ui::new(columns, rows),
            records: Vec::new(),
            quit: false,
            asked_behind_the_end: false,
            guides_seen: 0,
            suspended: false,
            mouse: Vec::new(),
            copies: Vec::new(),
            edits: Vec::new(),
            opened: Vec::new(),
            gone: Vec::new(),
            orders: Vec::new(),
            is_pull: false,
            stopped: Vec::new(),
            planning: None,
            settings: Settings::default(),
            manner: session::Manner::default(),
            synthesises: true,
            snapshots: Vec::new(),
            acknowledge: true,
            kept: BTreeMap::new(),
            texts: BTreeMap::new(),
            is_slow: false,
            head: None,
            earlier: Vec::new(),
            log_wishes: Vec::new(),
            holds_steps: false,
            steps: 0,
            known: publish::Known::default(),
            now: 1_000,
            terminal,
        }
    }

    /// A desk with a diff read, its logbook open and its reviewer at work.
    pub fn with(columns: u16, rows: u16, text: &str) -> Self {
        let mut desk = Self::new(columns, rows);
        desk.read(text);
        desk.open(Past::default(), false);
        desk.map();
        desk
    }

    /// A desk with the small diff.
    pub fn small() -> Self {
        Self::with(100, 40, DIFF)
    }

    pub fn at(&mut self) -> Time {
        self.now += 10;
        Time(self.now)
    }

    /// Reads a diff whole.
    pub fn read(&mut self, text: &str) {
        let index = Arc::new(diff::parse(text.as_bytes()));
        let mut request = Request { head_sha: self.head.clone(), ..request(text) };
        if self.is_pull {
            (request.kind, request.pr_ref) = (TargetKind::Pull, "pr-123".into());
            (request.pull, request.head_sha) = (Some(pull::name()), Some("a".repeat(40)));
        }
        self.tell(session::Msg::DiffRead(Box::new(request), index));
    }

    /// Opens the logbook.
    pub fn open(&mut self, past: Past, resumed: bool) {
        let run = match past.newest().filter(|_| resumed) {
            Some(run) => run.clone(),
            None => run(self.session.request().unwrap().clone(), past.runs.len()),
        };
        let path = Some("/logbook/test.jsonl".into());
        let carried = Carried::of(&self.session.diff, past, &run, resumed);
        self.tell(session::Msg::LogbookOpened(Box::new(LogOpened { run, carried, notes: Vec::new(), path })));
    }

    /// Works the change map out.
    pub fn map(&mut self) {
        let index = self.session.diff.clone();
        let map = risk::change_map(&index, &RunId::new("run"));
        let hashes: Vec<u64> = index.file_numbers().map(|file| diff::text_hash(&index, file).unwrap_or(0)).collect();
        let at = self.at();
        self.tell(session::Msg::Mapped(Arc::new(map), Arc::from(hashes), at));
    }

    /// A candidate of the reviewer comes in.
    pub fn find(&mut self, candidate: Candidate) {
        let at = self.at();
        self.tell(session::Msg::CandidateFound(Box::new(candidate), at));
    }

    /// The reviewer ends.
    pub fn end(&mut self) {
        let at = self.at();
        self.tell(session::Msg::TaskEnded(TaskId::new("builtin:test"), TaskEnd::Completed, at));
    }

    /// Takes the next step of a long work, if one waits.
    pub fn step(&mut self) -> bool {
        let waits = self.steps > 0;
        if waits {
            self.steps -= 1;
            self.tell(session::Msg::WentOn);
        }
        waits
    }

    /// The host tells a part of the pull request.
    pub fn told(&mut self, news: PullNews) {
        self.tell(session::Msg::PullTold(news));
    }

    /// A desk with a pull request over the small diff, with these threads, looked at from the top again.
    pub fn with_pull(columns: u16, rows: u16, threads: impl Into<Vec<Thread>>) -> Self {
        let mut desk = Self::with(columns, rows, DIFF);
        desk.now = pull::NOW;
        pull::news().into_iter().for_each(|news| desk.told(news));
        desk.told(pull::threads(threads));
        desk.told(PullNews::Complete);
        desk.resize(columns, 16);
        desk.keys("Ggg");
        desk.resize(columns, rows);
        desk
    }

    /// The thread under the cursor.
    pub fn thread(&self) -> Option<u64> {
        self.ui.diff.cursor.thread().map(|id| id.0)
    }

    /// Tells the session, as the driver does.
    pub fn tell(&mut self, msg: session::Msg) {
        let news = News::of(&msg);
        for effect in session::update(&mut self.session, msg) {
            self.perform(effect);
        }
        let requests = ui::update(&mut self.ui, &self.session, ui::Msg::Session(news));
        self.carry_out(requests);
    }

    fn perform(&mut self, effect: Effect) {
        match effect {
            Effect::Write(records) => {
                let count = records.len() as u64;
                self.records.extend(records);
                if self.acknowledge {
                    self.tell(session::Msg::Written(count));
                }
            }
            Effect::Configure(_) => {
                let configured = Configured {
                    budget: Budget::Off,
                    settings: self.settings.clone(),
                    planning: self.planning.clone(),
                    manner: self.manner.clone(),
                    ..Configured::default()
                };
                self.tell(session::Msg::Configured(Box::new(configured)));
            }
            Effect::Synthesise(gathered, earlier, revision) if self.synthesises => {
                let result = synthesis::synthesise_after(&gathered.snapshot(), earlier.before.as_deref());
                let result = result.map(Arc::new).map_err(|invalid| invalid.to_string());
                let at = self.at();
                self.tell(session::Msg::Synthesised(revision, result, at));
            }
            Effect::Synthesise(gathered, _, revision) => {
                self.snapshots.push((Box::new(gathered.snapshot()), revision));
            }
            Effect::KeepDiff(index, hash, others) => {
                self.kept.retain(|kept, _| others.contains(kept));
                self.kept.insert(hash, index);
            }
            Effect::Trace(remembered, now) => {
                let mut finder = diff::CodeFinder::new(&now);
                let places: Vec<_> = remembered.iter().map(|entry| entry.find(&mut finder)).collect();
                self.tell(session::Msg::Traced(places.into()));
            }
            Effect::Compare(look, _, now) => {
                let earlier = self.kept.get(&look.run.request.diff_hash);
                let gone = || Failure::new(FailureKind::Logbook, "it was not kept").hint("look again");
                let result = earlier.map(|earlier| Arc::new(diff::since(earlier, &now))).ok_or_else(gone);
                self.tell(session::Msg::Compared(look.run.id, result));
            }
            Effect::LookAtGates(order, revision) => {
                let look = Ok(Arc::new(look(&order, &self.known)));
                self.tell(session::Msg::GatesLooked(revision, look));
            }
            order @ (Effect::ReadPull(_)
            | Effect::ActOnThread(..)
            | Effect::ReadInbox(_)
            | Effect::Publish(_)
            | Effect::ReadPending(..)
            | Effect::Reconcile(_)
            | Effect::Ask(_)) => {
                self.orders.push(order);
            }
            Effect::Digest(material, revision) => {
                let at = self.at();
                self.tell(session::Msg::Digested(revision, Arc::new(session::digest(&material)), at));
            }
            Effect::GoOn if self.holds_steps => self.steps += 1,
            Effect::GoOn => self.tell(session::Msg::WentOn),
            Effect::Read | Effect::OpenLogbook(..) | Effect::Map(..) | Effect::Index(..) | Effect::Run(..) => {}
            Effect::Stop(tasks) => self.stopped.extend(tasks),
        }
    }

    /// Types keys: characters, and names in angle brackets (`<Esc>`, `<C-d>`, `<Space>`).
    pub fn keys(&mut self, text: &str) -> &mut Self {
        for key in parse(text) {
            let at = self.at();
            let requests = ui::update(&mut self.ui, &self.session, ui::Msg::Key(key, at));
            self.carry_out(requests);
        }
        self
    }

    /// A mouse does something at a column and row of the screen.
    pub fn mouse(&mut self, deed: ui::Deed, (column, row): (u16, u16)) -> &mut Self {
        let at = self.at();
        let mouse = ui::Mouse { deed, column, row };
        let requests = ui::update(&mut self.ui, &self.session, ui::Msg::Mouse(mouse, at));
        self.carry_out(requests);
        self
    }

    /// Pastes text.
    pub fn paste(&mut self, text: &str) {
        let at = self.at();
        let requests = ui::update(&mut self.ui, &self.session, ui::Msg::Paste(text.to_owned(), at));
        self.carry_out(requests);
    }

    pub fn resize(&mut self, columns: u16, rows: u16) {
        self.terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
        ui::update(&mut self.ui, &self.session, ui::Msg::Resize(columns, rows));
    }

    /// Carries out what the cockpit asks for.
    pub fn carry_out(&mut self, requests: Vec<ui::Request>) {
        for request in requests {
            self.asked_behind_the_end |= self.quit && !matches!(request, ui::Request::Quit);
            match request {
                ui::Request::Tell(msg) => self.tell(*msg),
                ui::Request::Search { pattern, revision, beyond } => {
                    let mut hits = hits(&self.session.diff, &pattern);
                    hits.lines = beyond.search(&self.session.diff, &pattern, hits.lines);
                    let hits = Arc::new(hits);
                    ui::update(&mut self.ui, &self.session, ui::Msg::Found(revision, hits));
                }
                ui::Request::Tree(wish) => {
                    let tree = Arc::new(ui::build_tree(&wish));
                    ui::update(&mut self.ui, &self.session, ui::Msg::Tree(wish.revision, tree));
                }
                ui::Request::Mouse(on) => self.mouse.push(on),
                ui::Request::Copy(copy) => self.copies.push(copy),
                ui::Request::Tint(..) => {}
                ui::Request::Edit(edit) => self.edits.push(edit),
                ui::Request::Text(_) if self.is_slow => {}
                ui::Request::Text(file) => {
                    let path = self.session.diff.path(file).lossy().into_owned();
                    let text = self.texts.get(&path).cloned().unwrap_or(Err("there is no repository".into()));
                    let text = text.and_then(|text| {
                        let text = FileText::new(text).filter(|text| text.fits(&self.session.diff, file));
                        text.map(Arc::new).ok_or("it changed since".to_owned())
                    });
                    let more = ui::update(&mut self.ui, &self.session, ui::Msg::Text(file, text));
                    self.carry_out(more);
                }
                ui::Request::Callers(name) => {
                    let index = self.session.index().cloned().unwrap_or_default();
                    let read = |path: &RepoPath| self.texts.get(&*path.lossy())?.clone().ok();
                    let uses = Arc::new(ui::Uses::of(&index, &name, read));
                    ui::update(&mut self.ui, &self.session, ui::Msg::Callers(name, uses));
                }
                ui::Request::Source(path) => {
                    let text = self.texts.get(&*path.lossy()).cloned();
                    let text = text.unwrap_or(Err("it is not there".into()));
                    let text = text.map(|text| Arc::new(FileText::new(text).unwrap()));
                    ui::update(&mut self.ui, &self.session, ui::Msg::Source(path, text));
                }
                ui::Request::Logbook(wish) if self.is_slow => self.log_wishes.push(wish),
                ui::Request::Logbook(wish) => self.answer_log(wish),
                ui::Request::GuideSeen => self.guides_seen += 1,
                ui::Request::Quit => self.quit = true,
                ui::Request::Open(address) => self.opened.push(address),
                ui::Request::Go(name) => self.gone.push(name),
                ui::Request::Suspend => self.suspended = true,
            }
        }
    }

    /// Reads the logbook, as the runner does.
    pub fn answer_log(&mut self, wish: ui::LogWish) {
        let records: Vec<Record> = [self.earlier.clone(), self.records.clone()].concat();
        let told = match wish {
            ui::LogWish::Book(_) => {
                let runs = history::book(&records);
                ui::LogTold::Book(Ok(Arc::new(ui::Book { runs, notes: Vec::new() })))
            }
            ui::LogWish::Compare(_, before, after) => {
                let found = history::compare(&records, &before, &after).unwrap();
                let now = self.kept.get(&found.after.facts.request.diff_hash);
                ui::LogTold::Compared(Ok(Arc::new(history::Compared::of(&found, now.map(|now| &**now)))))
            }
            ui::LogWish::Scores(_) => {
                let text = prr::edge::report::score_text(&history::scoreboard([records.as_slice()]));
                ui::LogTold::Scores(Ok(Arc::new(text.lines().map(str::to_owned).collect())))
            }
        };
        let more = ui::update(&mut self.ui, &self.session, ui::Msg::Logbook(told));
        self.carry_out(more);
    }

    /// Paints what the screen wants, as the worker does, until it wants nothing more.
    pub fn paint(&mut self) {
        self.paint_with(&mut Painter::new(64 << 20));
    }

    /// The same with a painter that has painted before.
    pub fn paint_with(&mut self, painter: &mut Painter) {
        while let Some(job) = ui::needs(&mut self.ui, &self.session) {
            let index = self.session.diff.clone();
            for want in job.wants.iter().filter(|want| want.have.is_none()) {
                let tile = match job.syntax {
                    true => painter.local(&index, want.key, Watch::PATIENT),
                    false => painter.words(&index, want.key, Watch::PATIENT),
                };
                self.painted(job.revision, Painted::Tile(Arc::new(tile.unwrap())));
                self.painted(job.revision, Painted::Settled(want.key));
            }
            if job.moved {
                let moved = Moved::find(&index, Watch::PATIENT).unwrap();
                self.painted(job.revision, Painted::Moved(Arc::new(moved)));
            }
        }
    }

    /// Colours come.
    pub fn painted(&mut self, revision: u64, painted: Painted) {
        ui::update(&mut self.ui, &self.session, ui::Msg::Painted(revision, painted));
    }

    /// The screen as text, blanks at line ends cut.
    pub fn screen(&mut self) -> String {
        let (session, ui) = (&self.session, &self.ui);
        self.terminal.draw(|frame| ui::view(session, ui, frame)).unwrap();
        let buffer = self.terminal.backend().buffer();
        let width = usize::from(buffer.area.width);
        let rows = buffer.content.chunks(width.max(1));
        rows.map(|row| row.iter().map(|cell| cell.symbol()).collect::<String>().trim_end().to_owned() + "\n").collect()
    }

    /// The buffer of the last screen, for colours.
    pub fn buffer(&mut self) -> ratatui::buffer::Buffer {
        self.screen();
        self.terminal.backend().buffer().clone()
    }

    /// The row of the screen that holds a text.
    pub fn row(&mut self, text: &str) -> Option<usize> {
        self.screen().lines().position(|line| line.contains(text))
    }

    /// The line under the cursor, as text.
    pub fn under(&self) -> String {
        let index = &self.session.diff;
        match self.ui.diff.cursor.slot {
            Slot { spot: Spot::Line(at), .. } => {
                diff::line(index, at).map(|line| String::from_utf8_lossy(line.text).into_owned()).unwrap_or_default()
            }
            Slot { spot: Spot::Hunk(hunk), .. } => format!("@@ {}", hunk.0),
            Slot { spot: Spot::Beyond(at), .. } => {
                format!("line {}", diff::numbers_beyond(index, at).map_or(0, |(_, new)| new))
            }
            Slot { spot: Spot::File, file } => format!("file {}", index.path(file).lossy()),
            Slot { spot: Spot::Top, .. } => "top".to_owned(),
        }
    }

    /// The card under the cursor.
    pub fn card(&self) -> Option<&str> {
        self.ui.diff.cursor.finding().map(|id| id.as_str())
    }

    /// The message in the footer.
    pub fn message(&self) -> &str {
        self.ui.message.as_ref().map_or("", |message| &message.text)
    }
}

/// A look at the gates, as the runner makes it.
fn look(order: &session::PublishOrder, known: &publish::Known) -> session::Look {
    let frozen = publish::freeze(&order.snapshot, order.beside.clone()).unwrap();
    let asked = Asked { pull: order.pull.clone(), review: frozen.artifact.hash() };
    let (mut course, mut next) = Course::begin(asked, frozen.artifact.clone(), order.will.clone());
    while let Some(due) = next {
        next = course.answer(told(&due, &order.facts, &Ok(known.clone())), Time(1));
    }
    session::Look { report: course.report(), frozen }
}

fn hits(index: &Diff, pattern: &str) -> Hits {
    let (lines, more) = diff::search(index, pattern, 1000);
    let lines = lines.into_iter().map(|at| Slot { file: index.hunk(at.hunk).unwrap().file, spot: Spot::Line(at) });
    Hits { lines: lines.collect(), more }
}

fn parse(text: &str) -> Vec<Key> {
    let mut keys = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let name = rest.strip_prefix('<').and_then(|tail| tail.split_once('>'));
        if let Some((name, tail)) = name
            && let Some(key) = Key::named(name)
        {
            keys.push(key);
            rest = tail;
        } else {
            keys.push(if c == '\n' { Key::plain(Code::Enter) } else { Key::char(c) });
            rest = &rest[c.len_utf8()..];
        }
    }
    keys
}

/// A resolved target of a diff text.
pub fn request(text: &str) -> Request {
    Request {
        kind: TargetKind::File,
        pr_ref: "file-small-00000000".into(),
        repo_slug: "none".into(),
        title: "small.diff".into(),
        base_sha: None,
        head_sha: None,
        diff_hash: format!("{:016x}", text.bytes().fold(7u64, |n, b| n.wrapping_mul(31).wrapping_add(u64::from(b)))),
        notes: Vec::new(),
        pull: None,
        stack: None,
    }
}

/// A run behind so many others.
fn run(request: Request, before: usize) -> RunFacts {
    RunFacts {
        id: RunId::new(format!("20260101-{before:06}-abc")),
        request,
        started: Time(0),
        version: "test".into(),
        model: "none".into(),
        said: Vec::new(),
    }
}

/// A candidate on a line of a file.
pub fn candidate(number: u32, path: &str, line: u32) -> Candidate {
    Candidate {
        id: CandidateId::new(format!("builtin:test-c{number}")),
        task: TaskId::new("builtin:test"),
        hotspot: None,
        lens: Lens::Security,
        claim: Claim {
            kind: Kind::Finding,
            issue_class: format!("class-{number}"),
            title: format!("Title {number}"),
            summary: format!("Summary {number}"),
            evidence: format!("evidence {number}"),
            why_now: String::new(),
            suggested_fix: None,
            suggestion: None,
            invariant: format!("invariant {number}"),
            sink: String::new(),
            depends_on_unseen: false,
        },
        place: Some(ClaimedPlace {
            path: RepoPath::new(path),
            symbol: None,
            side: Some(Side::Right),
            lines: LineRange::one(line),
        }),
        weight: Weight {
            severity: Severity::Critical,
            confidence: Some(Confidence { local: 0.9, context: 0.9 }),
            actionability: Actionability::High,
            blast_radius: BlastRadius::Module,
        },
    }
}
