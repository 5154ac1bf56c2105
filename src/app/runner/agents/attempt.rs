//! One who answers is asked: again after a pause when it was busy before it said anything, and read while it speaks.
//! Called by `desk`.

use std::{
    sync::atomic::Ordering,
    time::{Duration, Instant},
};

use crate::{
    core::{
        brief::{Echo, masked},
        model::{Candidate, TaskReport, Usage},
        plan::{Asks, Planned},
        text::{cut_front, one_line},
    },
    edge::{
        agents::{self, Agent, Fault, Heard, Limits, Reach, Shape, Wish, Work},
        claims::answer::{Ending, Reader, State},
    },
};

use super::{desk::Desk, papers};

/// Calls of one attempt, the first among them.
const CALLS: u32 = 3;
/// The pause before a second call; a third waits twice as long.
const PAUSE: Duration = Duration::from_secs(1);
/// Columns of a call of a tool that are kept.
const CALL: usize = 160;
/// The longest time between two looks at whether to stop.
const PATIENCE: Duration = Duration::from_millis(25);

/// Asks until it has answered, will not, or the time is over.
pub(super) fn run(
    desk: &mut Desk<'_>,
    answerer: &dyn Agent,
    brief: &str,
    (time, until): (Duration, Instant),
) -> Result<(), Fault> {
    let mut pause = PAUSE;
    for call in 1..=CALLS {
        let (outcome, has_spoken) = once(desk, answerer, brief, (time, until));
        let Err(Fault::Busy { what, after }) = outcome else { return outcome };
        let wait = after.unwrap_or(pause).max(pause.min(PAUSE));
        if has_spoken || call == CALLS || Instant::now() + wait >= until {
            return Err(Fault::Busy { what, after });
        }
        desk.note(format!("{what}; asked again after {} s", wait.as_secs_f32()));
        rest(desk, wait)?;
        pause *= 2;
    }
    Err(Fault::Broken("it was not asked".to_owned()))
}

/// Waits, unless it is to stop.
fn rest(desk: &Desk<'_>, wait: Duration) -> Result<(), Fault> {
    let end = Instant::now() + wait;
    while Instant::now() < end {
        if desk.cancel.load(Ordering::Relaxed) || desk.order.quit.load(Ordering::Relaxed) {
            return Err(Fault::Stopped);
        }
        std::thread::sleep(PATIENCE.min(end.saturating_duration_since(Instant::now())));
    }
    Ok(())
}

/// One call. Also whether anything of an answer came.
fn once(
    desk: &mut Desk<'_>,
    answerer: &dyn Agent,
    brief: &str,
    (time, until): (Duration, Instant),
) -> (Result<(), Fault>, bool) {
    desk.report.attempts += 1;
    let (cancel, quit, order) = (desk.cancel, &*desk.order.quit, desk.order);
    let has_tools = desk.has_tools(answerer);
    if has_tools {
        desk.report.tools.get_or_insert_default();
    }
    let limits = Limits { until, time, stop: cancel, quit };
    let mut reader = Reader::new(&desk.planned.task.id);
    let (mark, who, shape) = (desk.mark.clone(), desk.report.who.clone(), shape(desk.planned));
    let echo = Echo::new(&mark);
    let answer = papers::is_about_findings(desk.planned).then(String::new);
    let mut heard = Ear { desk: &mut *desk, reader: &mut reader, echo, answer, bytes: 0, used: None };
    let mut bench = Desk::bench(order, &mark);
    let mut answer = |wish: Result<&Wish, &String>| bench.answer(wish);
    let lacks = order.lacks.of(&who);
    let tools: agents::Answers<'_> = if has_tools { Some(&mut answer) } else { None };
    let work = Work { brief, shape, lacks: &lacks, tools, limits };
    let outcome = answerer.carry_out(work, &mut |said| heard.hear(said));
    let (bytes, used, text) = heard.end();
    if answerer.reach() == Reach::Network {
        let used = used.or_else(|| (bytes > 0).then(|| Usage::estimate(brief.len(), bytes)));
        desk.report.usage = match (desk.report.usage, used) {
            (Some(all), Some(more)) => Some(all.and(more)),
            (all, more) => all.or(more),
        };
    }
    if let Some(text) = text {
        return (outcome.and_then(|()| papers::take(desk, &text)), bytes > 0);
    }
    let answer = reader.end(if outcome.is_ok() { Ending::Well } else { Ending::Cut });
    desk.found(answer.candidates);
    let is_overview = desk.planned.wants_overview() && answer.overview.is_some();
    if let Some(overview) = answer.overview {
        desk.praise(overview.strengths);
        desk.report.overview = overview.text;
    }
    answer.notes.into_iter().for_each(|note| desk.note(note));
    let outcome = outcome.and_then(|()| match answer.state {
        State::Complete => Ok(()),
        // An overview need not list findings.
        State::Malformed(_) if is_overview => Ok(()),
        State::Cut => Err(Fault::Cut("the text ends before the answer does".to_owned())),
        State::Malformed(why) => Err(Fault::Broken(format!("malformed answer: {why}"))),
    });
    (outcome, bytes > 0)
}

/// The form of an answer; `None` = its words alone say it.
fn shape(planned: &Planned) -> Option<Shape> {
    match planned.asks {
        Asks::Verdicts(_) => Some(Shape::Verdicts),
        Asks::Summary | Asks::Elaboration => None,
        Asks::Everything | Asks::Majors | Asks::FewMinors | Asks::Overview | Asks::Specification => {
            Some(if planned.wants_overview() { Shape::Overview } else { Shape::Findings })
        }
    }
}

/// Hears an agent.
struct Ear<'e, 'd> {
    desk: &'e mut Desk<'d>,
    reader: &'e mut Reader,
    echo: Echo,
    /// The whole answer, of a task that makes no claims.
    answer: Option<String>,
    bytes: usize,
    used: Option<Usage>,
}

impl Ear<'_, '_> {
    fn hear(&mut self, heard: Heard<'_>) {
        match heard {
            Heard::Text(text) => {
                self.bytes += text.len();
                let fresh = self.echo.take(text);
                let candidates = self.read(&fresh);
                self.keep(text);
                self.desk.said(text.to_owned());
                self.desk.found(candidates);
            }
            Heard::Thought(text) => self.desk.said(text.to_owned()),
            Heard::Claim(candidate) => self.desk.found(vec![*candidate]),
            Heard::Tool(words) => {
                // What it looks for may be what it should not have.
                let words = masked(words);
                self.used_tool(&words);
                self.keep(&format!("\n\u{203a} {words}\n"));
                self.desk.said(format!("\n\u{203a} {words}\n"));
            }
            Heard::Used(usage) => self.used = Some(self.used.map_or(usage, |all| all.and(usage))),
        }
    }

    /// Claims that are complete by now.
    fn read(&mut self, fresh: &str) -> Vec<Candidate> {
        let Some(answer) = &mut self.answer else { return self.reader.feed(fresh) };
        if answer.len() + fresh.len() <= papers::MOST {
            answer.push_str(fresh);
        }
        Vec::new()
    }

    /// Its last words. How many bytes it said, what it used, and its answer when it makes no claims.
    fn end(mut self) -> (usize, Option<Usage>, Option<String>) {
        let rest = self.echo.end();
        let candidates = self.read(&rest);
        self.desk.found(candidates);
        if self.echo.met() {
            self.desk.note("it repeated what it was sent, which was not read as its answer".to_owned());
        }
        (self.bytes, self.used, self.answer)
    }

    /// Its calls stay in its report, each in a line.
    fn used_tool(&mut self, words: &str) {
        let calls = self.desk.report.tools.get_or_insert_default();
        if calls.len() < TaskReport::TOOLS {
            calls.push(one_line(words, CALL));
        }
    }

    /// The end of what it said stays in its report.
    fn keep(&mut self, text: &str) {
        let kept = &mut self.desk.report.text;
        kept.push_str(text);
        if kept.len() > 2 * TaskReport::TEXT {
            cut_front(kept, TaskReport::TEXT);
        }
    }
}
