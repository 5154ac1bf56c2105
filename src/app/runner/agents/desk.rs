//! One task of an agent, from its brief to its end: who is asked, who instead, what it cost. Called by `mod`.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use crate::{
    app::{context::Shelf, runner::now},
    core::{
        brief::{self, Material},
        model::{
            Actionability, BlastRadius, Candidate, CandidateId, Claim, HotspotId, Kind, Lens, Limits, Severity,
            TaskEnd, TaskReport, Tier, Usage, Weight,
        },
        plan::{Planned, Price, Scope, ToolPolicy},
    },
    edge::{
        agents::{Agent, Extra, Fault, Reach},
        intake::Texts,
    },
    session::Msg,
};

use super::{Event, Order, attempt, bench::Bench, papers};

/// Seconds of the one other who may be asked (FACTS "Tiers and deadlines"), and the least that must be left for it.
const FALLBACK: Duration = Duration::from_secs(180);
const WORTH_IT: Duration = Duration::from_secs(30);

/// Seconds of a first attempt.
fn attempt_time(tier: Tier) -> Duration {
    Duration::from_secs(match tier {
        Tier::Light => 180,
        Tier::Medium => 360,
        Tier::Heavy => 480,
    })
}

/// What is left to be spent, for all tasks of an order together.
pub(super) struct Purse(Mutex<(Limits, u64, f64)>);

impl Purse {
    /// With what the run used up before.
    pub(super) fn new(limits: &Limits, (usage, dollars): (Usage, f64)) -> Self {
        Self(Mutex::new((*limits, usage.total(), dollars)))
    }

    /// Sets aside what a call is expected to use up.
    ///
    /// # Errors
    /// It would be too much; in words.
    fn take(&self, usage: Usage, cost: Option<f64>) -> Result<(), String> {
        let mut purse = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (limits, tokens, dollars) = &mut *purse;
        let (more, price) = (tokens.saturating_add(usage.total()), *dollars + cost.unwrap_or(0.0));
        if limits.tokens.is_some_and(|most| more > most) {
            return Err(format!("limits.tokens would be passed ({more} of {})", limits.tokens.unwrap_or(0)));
        }
        if limits.cost_usd.is_some_and(|most| price > most) {
            return Err(format!(
                "limits.cost_usd would be passed (${price:.4} of ${})",
                limits.cost_usd.unwrap_or(0.0)
            ));
        }
        (*tokens, *dollars) = (more, price);
        Ok(())
    }

    /// Puts in what it used up in truth.
    fn settle(&self, expected: (Usage, Option<f64>), real: (Usage, Option<f64>)) {
        let mut purse = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (_, tokens, dollars) = &mut *purse;
        *tokens = tokens.saturating_sub(expected.0.total()).saturating_add(real.0.total());
        *dollars += real.1.unwrap_or(0.0) - expected.1.unwrap_or(0.0);
    }
}

/// What is done for one task.
pub(super) struct Desk<'d> {
    pub(super) order: &'d Order,
    pub(super) planned: &'d Planned,
    pub(super) cancel: &'d AtomicBool,
    pub(super) report: TaskReport,
    /// The mark of the brief.
    pub(super) mark: String,
    hotspot: Option<HotspotId>,
    claims: usize,
    started: Instant,
}

/// Where texts of the repository are read from.
pub(super) fn shelf(order: &Order) -> Shelf<'_> {
    let texts = order.has_repository.then(|| Texts::new(order.job.intake.clone(), &order.quit));
    Shelf::new(&order.asking.change.diff, &order.asking.request, (texts, order.index()))
}

/// Ends a task before it began.
pub(super) fn refuse(order: &Order, planned: &Planned, why: &str) {
    let _ = order.events.try_send(Event::Session(Msg::TaskEnded(
        planned.task.id.clone(),
        TaskEnd::Failed(why.to_owned()),
        now(),
    )));
}

/// Carries a task out. A panic ends it, never the others.
pub(super) fn work(order: &Order, planned: &Planned, cancel: &AtomicBool) {
    let tell = |msg| order.events.blocking_send(Event::Session(msg)).is_ok();
    let id = &planned.task.id;
    if cancel.load(Ordering::Relaxed) || order.quit.load(Ordering::Relaxed) {
        tell(Msg::TaskEnded(id.clone(), TaskEnd::Stopped, now()));
        return;
    }
    if !tell(Msg::TaskStarted(id.clone(), now())) {
        return;
    }
    let hotspot = match planned.scope {
        Scope::Hotspot(nth) => order.asking.change.map.hotspots.get(nth).map(|hotspot| hotspot.id.clone()),
        Scope::Whole | Scope::Shard(..) | Scope::Chunk(..) => None,
    };
    let report = TaskReport { tier: Some(planned.tier), ..TaskReport::default() };
    let (mark, claims) = (String::new(), order.asking.claims_before);
    let mut desk = Desk { order, planned, cancel, report, mark, hotspot, claims, started: Instant::now() };
    let end = catch_unwind(AssertUnwindSafe(|| desk.run()))
        .unwrap_or_else(|panic| TaskEnd::Failed(crate::app::runner::tasks::words_of(&*panic)));
    tracing::info!(task = id.as_str(), end = end.as_str(), "agent ended");
    desk.report.millis = u64::try_from(desk.started.elapsed().as_millis()).unwrap_or(u64::MAX);
    tell(Msg::TaskReported(id.clone(), Box::new(desk.report), now()));
    tell(Msg::TaskEnded(id.clone(), end, now()));
}

impl Desk<'_> {
    fn run(&mut self) -> TaskEnd {
        let tier = self.planned.tier;
        let who = self.planned.who.clone().unwrap_or_default();
        let answerer = match self.order.staff.find(&who, tier) {
            Ok(answerer) => answerer,
            Err(why) => return TaskEnd::Failed(why),
        };
        if self.is_out_of_reach(&*answerer) {
            return TaskEnd::Skipped("offline: no model is asked".to_owned());
        }
        if papers::is_without_specification(self.order, self.planned) {
            return TaskEnd::Skipped("nothing says what the change is to do".to_owned());
        }
        let own = answerer.seconds().map(|seconds| Duration::from_secs(u64::from(seconds)));
        let time = own.unwrap_or_else(|| attempt_time(tier));
        match self.ask(&who, &*answerer, (time, self.order.batch)) {
            Ok(()) => TaskEnd::Completed,
            Err(Fault::Stopped) => TaskEnd::Stopped,
            Err(Fault::Idle(why)) => TaskEnd::Skipped(why),
            Err(fault) => self.instead(&who, fault),
        }
    }

    /// Whether one who answers is asked over the network, and that is not to be used.
    fn is_out_of_reach(&self, answerer: &dyn Agent) -> bool {
        self.order.staff.offline && answerer.reach() == Reach::Network
    }

    /// Asks the one other, when that may help.
    fn instead(&mut self, who: &str, fault: Fault) -> TaskEnd {
        let may_help = matches!(fault, Fault::TimedOut(_) | Fault::Busy { .. });
        let left = self.order.total.saturating_duration_since(Instant::now());
        let next = self.order.staff.fallback(self.planned.tier).filter(|_| may_help && left >= WORTH_IT);
        let Some(next) = next else { return TaskEnd::Failed(format!("{who}: {fault}")) };
        let answerer = match self.order.staff.find(&next, self.planned.tier) {
            Ok(answerer) => answerer,
            Err(why) => return TaskEnd::Failed(format!("{who}: {fault}; {why}")),
        };
        if self.is_out_of_reach(&*answerer) {
            return TaskEnd::Failed(format!("{who}: {fault}; {next} is not asked offline"));
        }
        self.note(format!("{who}: {fault}; {next} was asked instead"));
        match self.ask(&next, &*answerer, (FALLBACK, self.order.total)) {
            Ok(()) => TaskEnd::Completed,
            Err(Fault::Stopped) => TaskEnd::Stopped,
            Err(second) => TaskEnd::Failed(format!("{who}: {fault}; {next}: {second}")),
        }
    }

    /// Asks one; again without what it refuses, each thing once.
    fn ask(&mut self, who: &str, answerer: &dyn Agent, times: (Duration, Instant)) -> Result<(), Fault> {
        who.clone_into(&mut self.report.who);
        let mut left_out: Vec<Extra> = Vec::new();
        loop {
            let asked = self.ask_once(who, answerer, times);
            let Err(Fault::Lacks { extra, said }) = asked else { return asked };
            if left_out.contains(&extra) {
                return Err(Fault::Lacks { extra, said });
            }
            self.note(format!("{who} takes no {}{said}; it was asked again without", extra.as_str()));
            self.order.lacks.add(who, extra);
            left_out.push(extra);
        }
    }

    /// Asks one, within the purse and the time.
    fn ask_once(&mut self, who: &str, answerer: &dyn Agent, (time, last): (Duration, Instant)) -> Result<(), Fault> {
        // Not everybody has tools: who is asked instead gets a brief of its own.
        let brief::Brief { text: brief, mark, is_cut: _ } = self.brief(answerer);
        self.mark = mark;
        let price = self.order.staff.prices.of(who);
        let expected = match answerer.reach() {
            // Those tell no tokens, and cost what somebody else knows.
            Reach::Nothing | Reach::Program => (Usage::default(), None),
            Reach::Network => {
                let usage = Usage::estimate(brief.len(), 6_000);
                (usage, price.map(|price| price.cost(usage)))
            }
        };
        self.order.purse.take(expected.0, expected.1).map_err(Fault::Refused)?;
        let end = Instant::now() + time;
        let before = self.report.usage.unwrap_or_default();
        let asked = attempt::run(
            self,
            answerer,
            &brief,
            (time.min(last.saturating_duration_since(Instant::now())), end.min(last)),
        );
        let real = self.report.usage.map(|all| all.less(before)).unwrap_or_default();
        let cost = price.filter(|_| self.report.usage.is_some()).map(|price: Price| price.cost(real));
        self.order.purse.settle(expected, (real, cost));
        if let Some(cost) = cost {
            self.report.cost_usd = Some(self.report.cost_usd.unwrap_or(0.0) + cost);
        }
        asked
    }

    /// Whether one who answers may read the repository: only models do, and only where the plan lets them.
    pub(super) fn has_tools(&self, answerer: &dyn Agent) -> bool {
        let may = self.planned.tools == ToolPolicy::Configured && self.order.has_repository;
        may && answerer.reach() == Reach::Network && !self.order.lacks.of(&self.report.who).contains(&Extra::Tools)
    }

    /// The tools of a task.
    pub(super) fn bench<'b>(order: &'b Order, mark: &'b str) -> Bench<'b> {
        let (asking, index) = (&order.asking, order.index());
        let (diff, threads) = (&*asking.change.diff, asking.threads.as_deref());
        Bench { shelf: shelf(order), diff, index, threads, mark, calls: 0, bytes: 0 }
    }

    /// The text that the task is sent.
    fn brief(&self, answerer: &dyn Agent) -> brief::Brief {
        let asking = &self.order.asking;
        let mut planned = self.planned.clone();
        if !self.has_tools(answerer) {
            planned.tools = ToolPolicy::None;
        }
        let known: Vec<String> = asking.known.iter().map(ToString::to_string).collect();
        let material = Material {
            diff: &asking.change.diff,
            map: &asking.change.map,
            title: &asking.request.title,
            description: asking.change.about.description.as_deref().unwrap_or(""),
            known: &known,
        };
        if papers::is_about_findings(&planned) {
            return papers::brief_of(self.order, &planned, &material);
        }
        let mut shelf = shelf(self.order);
        let mut context = brief::context(&asking.change.diff, &asking.change.map, &planned, &mut shelf);
        context.extend(papers::specification(self.order, &planned));
        brief::brief(&material, &planned, &context)
    }

    pub(super) fn note(&mut self, note: String) {
        if self.report.notes.len() < 50 {
            self.report.notes.push(note);
        }
    }

    /// Gives more of the text on.
    pub(super) fn said(&mut self, text: String) {
        let _ = self.order.events.blocking_send(Event::Session(Msg::TaskSaid(self.planned.task.id.clone(), text)));
    }

    /// Gives what is good about the change on, as praise of the whole.
    pub(super) fn praise(&mut self, strengths: Vec<String>) {
        let praise = |title: String| Candidate {
            id: CandidateId::new(""),
            task: self.planned.task.id.clone(),
            hotspot: None,
            lens: Lens::Maintainability,
            claim: Claim {
                kind: Kind::Praise,
                issue_class: "strength".to_owned(),
                title,
                summary: String::new(),
                evidence: String::new(),
                why_now: String::new(),
                suggested_fix: None,
                suggestion: None,
                invariant: String::new(),
                sink: String::new(),
                depends_on_unseen: false,
            },
            place: None,
            weight: Weight {
                severity: Severity::Nitpick,
                confidence: None,
                actionability: Actionability::High,
                blast_radius: BlastRadius::Local,
            },
        };
        let candidates = strengths.into_iter().map(praise).collect();
        self.found(candidates);
    }

    /// Gives claims on, numbered through all attempts, under the lenses that were asked for.
    pub(super) fn found(&mut self, candidates: Vec<Candidate>) {
        for mut candidate in candidates {
            self.claims += 1;
            candidate.id = CandidateId::new(format!("{}-c{}", self.planned.task.id, self.claims));
            candidate.hotspot.clone_from(&self.hotspot);
            if let Some(first) = self.planned.lenses.first()
                && !self.planned.lenses.contains(&candidate.lens)
            {
                candidate.lens = *first;
            }
            let _ = self.order.events.blocking_send(Event::Session(Msg::CandidateFound(Box::new(candidate), now())));
        }
    }
}
