//! The driver of the cockpit on plain lines: results of the runner and lines that were typed in, lines out. Works at a
//! terminal and over pipes; asks for nothing that a terminal would have to answer. Not here: what is told and asked
//! (`ui::plain`), printing (`cli`). The other drivers are `interactive` and `headless`.

use tokio::sync::mpsc::Receiver;

use crate::{
    core::model::{Failure, FailureKind, TargetSpec},
    session::{self, Phase, Session},
    ui::{
        Request,
        plain::{Answer, Plain},
    },
};

use super::{
    ending::{self, Ending, Why},
    job::Job,
    runner::{Event, Lines, Runner, now},
    signals::Ends,
};

/// How long leaving waits for the logbook.
const FLUSH: std::time::Duration = std::time::Duration::from_secs(10);

/// Where lines go; false: nobody reads them any more.
pub type Say<'s> = &'s mut dyn FnMut(&str) -> bool;

/// Walks the findings of a job until the person leaves or the input ends.
pub fn run(mut job: Job, say: Say<'_>) -> Ending {
    job.is_cockpit = true;
    if let Err(failure) = job.can_record() {
        return Ending::Failed(failure);
    }
    let from_terminal = matches!(job.target, TargetSpec::Stdin);
    let broken = |error: std::io::Error| {
        let failure = Failure::new(FailureKind::Terminal, "No line can be read.").because(error.to_string());
        Ending::Failed(failure.hint("with `-` the diff comes from standard input, and answers from the terminal"))
    };
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return broken(error),
    };
    // Panics of reviewers end their task and are told there.
    std::panic::set_hook(Box::new(|_| {}));
    runtime.block_on(async {
        let (lines, signals) = match Lines::start(from_terminal).and_then(|lines| Ok((lines, Ends::listen()?))) {
            Ok(both) => both,
            Err(error) => return broken(error),
        };
        let session = Session::new(job.first_title(), job.plan());
        let (runner, events) = Runner::reading(job);
        let walk = Walk { session, plain: Plain::default(), runner, lines, signals, say, is_over: false };
        walk.serve(events).await
    })
}

struct Walk<'s> {
    session: Session,
    plain: Plain,
    runner: Runner,
    lines: Lines,
    signals: Ends,
    say: Say<'s>,
    /// The person left, or nobody reads what is said.
    is_over: bool,
}

impl Walk<'_> {
    async fn serve(mut self, mut events: Receiver<Event>) -> Ending {
        let why = loop {
            if let Phase::Failed(failure) = &self.session.phase {
                break Why::Failed((**failure).clone());
            }
            if self.is_over {
                break Why::Quit;
            }
            let wants = self.plain.awaits() || (self.plain.is_waiting() && self.lines.is_terminal);
            tokio::select! {
                biased;
                number = self.signals.next() => {
                    let answer = self.plain.ended(&self.session, now());
                    self.carry_out(answer);
                    break Why::Signal(number);
                }
                event = events.recv() => match event {
                    Some(Event::Session(msg)) => self.tell(msg),
                    Some(_) => {}
                    None => break Why::Quit,
                },
                line = self.lines.next(), if wants => {
                    let answer = match line {
                        Some(line) => self.plain.line(&self.session, &line, now()),
                        None => self.plain.ended(&self.session, now()),
                    };
                    self.carry_out(answer);
                }
            }
        };
        let flushed = self.runner.finish(&mut events, FLUSH);
        ending::of(&self.session, why, flushed)
    }

    fn tell(&mut self, msg: session::Msg) {
        for effect in session::update(&mut self.session, msg) {
            self.runner.perform(effect);
        }
        let answer = self.plain.came(&self.session);
        self.carry_out(answer);
    }

    fn carry_out(&mut self, answer: Answer) {
        self.print(&answer.lines);
        for request in answer.requests {
            match request {
                Request::Tell(msg) => self.tell(*msg),
                Request::Quit => self.is_over = true,
                // The walk asks for nothing else.
                _ => {}
            }
        }
        let lines = self.plain.after(&self.session);
        self.print(&lines);
    }

    fn print(&mut self, lines: &[String]) {
        for line in lines {
            self.is_over |= !(self.say)(line);
        }
    }
}
