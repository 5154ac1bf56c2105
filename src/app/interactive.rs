//! The cockpit's driver: one loop over signals, keys, results and the clock. One frame per batch.

mod away;
mod frames;
mod travel;

use std::{io, sync::Arc, time::Duration};

use futures::FutureExt;
use tokio::{
    sync::mpsc::Receiver,
    time::{Instant, sleep_until},
};

use crate::{
    core::model::{Failure, FailureKind},
    session::{self, Phase, Session},
    ui::{self, News, Request, Ui},
};

use super::{
    dress::Dress,
    ending::{self, Ending, Why},
    input::Typed,
    job::{Fault, Job},
    runner::{Event, Keys, Runner, now},
    signals::{Signals, Told},
    terminal::{self, Screen},
};

use frames::Frames;
pub use travel::First;
use travel::Journey;

/// How long results are taken before keys are looked at again.
const PATIENCE: Duration = Duration::from_millis(3);

/// How long after the question for the background leaving waits for the answer, so that the shell does not get it.
const ANSWER: Duration = Duration::from_millis(500);

/// How long leaving waits for the logbook.
const FLUSH: Duration = Duration::from_secs(5);

/// Runs the cockpit until the person leaves.
pub fn run(job: Job, first: First) -> Ending {
    if let Err(failure) = terminal::check().and_then(|()| job.can_record()) {
        return Ending::Failed(failure);
    }
    let broken = |error: io::Error| {
        Ending::Failed(Failure::new(FailureKind::Terminal, "The terminal cannot be used.").because(error.to_string()))
    };
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return broken(error),
    };
    runtime.block_on(async {
        let mut cockpit = match Cockpit::start(job, first) {
            Ok(cockpit) => cockpit,
            Err(error) => {
                terminal::give_back();
                return broken(error);
            }
        };
        // A panic in the loop must not cost what was handed over to the logbook.
        let ending = loop {
            let ended = std::panic::AssertUnwindSafe(cockpit.serve()).catch_unwind().await;
            match ended {
                Ok(ended) if cockpit.goes_on(&ended) => {}
                ended => break ended,
            }
        };
        terminal::give_back();
        let flushed = cockpit.runner.finish(&mut cockpit.events, FLUSH);
        match ending {
            Ok(Ok(how)) => cockpit.journey.ending(ending::of(&cockpit.session, how, flushed)),
            Ok(Err(error)) => broken(error),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

struct Cockpit {
    session: Session,
    ui: Ui,
    runner: Runner,
    events: Receiver<Event>,
    screen: Screen,
    keys: Option<Keys>,
    /// When the terminal was asked for its background, until it answers.
    asked: Option<Instant>,
    signals: Signals,
    fault: Fault,
    frames: Frames,
    /// The person wants to leave: waits for the logbook.
    leaving: bool,
    /// Other targets in this terminal.
    journey: Journey,
}

impl Cockpit {
    /// Starts reading first: the diff comes while the terminal is being set up.
    fn start(mut job: Job, first: First) -> io::Result<Self> {
        job.is_cockpit = true;
        let (fault, sources, journey) = (job.fault, job.sources.clone(), Journey::new(&job));
        let session = Session::new(job.first_title(), job.plan());
        let (runner, events) = match first {
            First::Target => Runner::reading(job),
            First::Inbox => Runner::new(job),
        };
        terminal::restore_on_panic();
        let signals = Signals::listen()?;
        let dress = Dress::of(&sources);
        terminal::take(dress.mouse)?;
        assert!(fault != Fault::PanicStart, "PRR_FAULT=panic:start");
        let screen = Screen::new()?;
        let (columns, rows) = screen.size()?;
        let mut ui = Ui::new(columns, rows);
        ui::update(&mut ui, &session, ui::Msg::MouseIs(dress.mouse));
        ui.diff.look.columns = dress.columns;
        let (depth, pace) = (terminal::depth(dress.depth), frames::pace(dress.is_calm));
        ui::update(&mut ui, &session, ui::Msg::Terminal(depth, terminal::ground()));
        ui::update(&mut ui, &session, ui::Msg::Dressed(dress.own.into_iter().collect(), Some(dress.choice)));
        ui::update(&mut ui, &session, ui::Msg::Keyed(Arc::new(dress.keymap)));
        for failure in dress.trouble.into_iter().chain(dress.wrong_keys) {
            ui::update(&mut ui, &session, ui::Msg::Failed(failure));
        }
        let mut cockpit = Self {
            session,
            ui,
            runner,
            events,
            screen,
            keys: None,
            asked: None,
            signals,
            fault,
            frames: Frames::new(pace),
            leaving: false,
            journey,
        };
        if first == First::Inbox {
            cockpit.home(None);
        }
        Ok(cockpit)
    }

    async fn serve(&mut self) -> io::Result<Why> {
        self.first_frame().await?;
        self.runner.watch_terminal();
        self.runner.read_themes();
        self.runner.look_for_guide();
        if self.keys.is_none() {
            terminal::ask_background()?;
            self.asked = Some(Instant::now());
            self.keys = Some(Keys::start(true)?);
        }
        loop {
            // Also what failed before the first frame.
            if let Phase::Failed(failure) = &self.session.phase {
                let why = Why::Failed((**failure).clone());
                self.late_answer().await;
                return Ok(why);
            }
            match self.step().await {
                Ok(Some(why)) => {
                    if matches!(why, Why::Quit) {
                        self.late_answer().await;
                    }
                    return Ok(why);
                }
                Ok(None) => {}
                Err(error) if terminal::is_gone(&error) => return Ok(self.end(1)),
                Err(error) => return Err(error),
            }
            if self.leaving && self.may_leave() {
                self.late_answer().await;
                return Ok(Why::Quit);
            }
        }
    }

    /// One turn of the loop.
    async fn step(&mut self) -> io::Result<Option<Why>> {
        let (due, tick) = (self.frames.due(), self.frames.tick());
        let ticks = !self.frames.dirty && ui::ticks(&self.session, &self.ui);
        let is_away = self.frames.away;
        let keys = &mut self.keys;
        let typed = async move {
            match keys {
                Some(keys) => keys.next().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            biased;
            told = self.signals.next() => match told {
                // The terminal's Ctrl-C and Ctrl-\\ are the editor's while it runs.
                Told::End(2 | 3) if is_away => {}
                Told::End(number) => return Ok(Some(self.end(number))),
                Told::Suspend => self.suspend()?,
                Told::Continued => self.redraw()?,
                Told::Resized if is_away => {}
                Told::Resized => self.resized()?,
            },
            typed = typed => match typed {
                Some(typed) => {
                    let why = self.keys_pressed(typed)?;
                    if why.is_some() {
                        return Ok(why);
                    }
                }
                // The terminal's end: nobody will press a key again.
                None => return Ok(Some(self.end(1))),
            },
            event = self.events.recv() => match event {
                Some(Event::HungUp) => return Ok(Some(self.end(1))),
                Some(event) => self.result(event)?,
                None => return Ok(Some(Why::Quit)),
            },
            () = sleep_until(due), if self.frames.dirty && !is_away => self.draw()?,
            () = sleep_until(tick), if ticks && !is_away => self.frames.dirty = true,
        }
        Ok(None)
    }

    /// Takes what was typed and all that is queued behind it, then draws at once.
    fn keys_pressed(&mut self, first: Typed) -> io::Result<Option<Why>> {
        let mut next = Some(first);
        while let Some(typed) = next {
            let msg = match typed {
                Typed::Key(key) => ui::Msg::Key(key, now()),
                Typed::Mouse(mouse) => ui::Msg::Mouse(mouse, now()),
                Typed::Paste(text) => ui::Msg::Paste(text, now()),
                Typed::Ground(ground) => {
                    self.asked = None;
                    ui::Msg::Ground(ground)
                }
            };
            self.frames.dirty = true;
            let requests = ui::update(&mut self.ui, &self.session, msg);
            if let Some(why) = self.carry_out(requests)? {
                return Ok(Some(why));
            }
            next = self.keys.as_mut().and_then(Keys::queued);
        }
        self.draw()?;
        Ok(None)
    }

    fn carry_out(&mut self, requests: Vec<Request>) -> io::Result<Option<Why>> {
        for request in requests {
            match request {
                // Asked twice, it does not wait for a disk that does not answer.
                Request::Quit if self.session.log.open && !self.leaving => self.leaving = true,
                Request::Quit => return Ok(Some(Why::Quit)),
                Request::Go(name) => {
                    if let Some(why) = self.go(name) {
                        return Ok(Some(why));
                    }
                }
                Request::Suspend => self.suspend()?,
                Request::Mouse(on) => terminal::listen_to_mouse(on)?,
                other => self.order(other),
            }
        }
        Ok(None)
    }

    /// Carries out what needs neither the terminal nor an end.
    fn order(&mut self, request: Request) {
        match request {
            Request::Tell(msg) => self.tell(*msg),
            Request::Search { pattern, revision, beyond } => {
                self.runner.search(self.session.diff.clone(), beyond, pattern, revision);
            }
            Request::Copy(copy) => self.runner.copy(copy),
            Request::Edit(edit) => self.runner.prepare(self.session.diff.clone(), edit),
            Request::Tint(file, text) => self.runner.tint(&self.session.diff, file, text),
            Request::Text(file) => self.runner.text(self.session.diff.clone(), file),
            Request::Callers(name) => {
                let index = self.session.index().cloned().unwrap_or_default();
                self.runner.callers(index, name, self.session.request());
            }
            Request::Source(path) => self.runner.source(path, self.session.request()),
            Request::Logbook(wish) => self.runner.logbook(wish),
            Request::Tree(wish) => self.runner.tree(wish),
            Request::Open(address) => self.runner.open(address),
            Request::GuideSeen => self.runner.guide_seen(),
            // The next of the inbox, which the host told meanwhile.
            Request::Go(name) => self.go_on(name),
            // Only a key asks for these.
            Request::Quit | Request::Suspend | Request::Mouse(_) => {}
        }
    }

    /// Tells the session, carries its effects out, and tells the cockpit what changed.
    fn tell(&mut self, msg: session::Msg) {
        let news = News::of(&msg);
        for effect in session::update(&mut self.session, msg) {
            self.runner.perform(effect);
        }
        self.frames.dirty = true;
        let requests = ui::update(&mut self.ui, &self.session, ui::Msg::Session(news));
        requests.into_iter().for_each(|request| self.order(request));
    }

    fn take(&mut self, event: Event) -> io::Result<()> {
        let begun = Instant::now();
        self.take_in(event)?;
        let time = begun.elapsed();
        if time > PATIENCE {
            tracing::info!(ms = time.as_millis(), "a result took long to take in");
        }
        Ok(())
    }

    fn take_in(&mut self, event: Event) -> io::Result<()> {
        match event {
            Event::Session(msg) => self.tell(msg),
            Event::Ui(msg) => self.told(msg),
            Event::EditorReady(ready) => self.editor_ready(ready)?,
            Event::Edited(edited) => self.edited(edited)?,
            Event::Copy { what, bytes } => self.copy_by_terminal(&what, &bytes)?,
            Event::HungUp => self.leaving = true,
        }
        Ok(())
    }

    /// Tells the cockpit, and carries out what it asks for.
    fn told(&mut self, msg: ui::Msg) {
        self.frames.dirty = true;
        let requests = ui::update(&mut self.ui, &self.session, msg);
        requests.into_iter().for_each(|request| self.order(request));
    }

    /// Takes the results that wait, so that they share one frame; no longer than a key may wait for them.
    fn drain(&mut self) -> io::Result<()> {
        let until = Instant::now() + PATIENCE;
        while Instant::now() < until
            && let Ok(event) = self.events.try_recv()
        {
            self.take(event)?;
        }
        Ok(())
    }

    fn draw(&mut self) -> io::Result<()> {
        if !self.frames.dirty || self.frames.away {
            return Ok(());
        }
        self.frames.count += 1;
        assert!(self.fault != Fault::PanicDraw || self.frames.count < 3, "PRR_FAULT=panic:draw");
        let (session, ui) = (&self.session, &mut self.ui);
        if ui::ticks(session, ui) {
            ui::update(ui, session, ui::Msg::Clock(now()));
        }
        self.screen.draw(|frame| {
            // The window may have changed since it was told: what is drawn on decides.
            let area = frame.area();
            if ui.size != (area.width, area.height) {
                ui::update(ui, session, ui::Msg::Resize(area.width, area.height));
            }
            ui::view(session, ui, frame);
        })?;
        self.frames.drawn(Instant::now());
        self.order_colours();
        Ok(())
    }

    /// Asks for the colours that the frame lacked, and those of its neighbours.
    fn order_colours(&mut self) {
        if let Some(job) = ui::needs(&mut self.ui, &self.session) {
            self.runner.paint(self.session.diff.clone(), job);
        }
    }

    /// The window has another size, or may have.
    fn resized(&mut self) -> io::Result<()> {
        let (columns, rows) = self.screen.size()?;
        ui::update(&mut self.ui, &self.session, ui::Msg::Resize(columns, rows));
        self.frames.dirty = true;
        self.draw()
    }
}
