//! The Agents view's state and its rows' words: who looks at what, where each is, what it cost. Not drawing
//! (`view::agents`), not keys (`update::agents`).

use std::collections::BTreeSet;

use crate::{
    core::{
        checks,
        model::{Candidate, Pass, Task, TaskEnd, TaskId, TaskState, Time},
        plan::{NO_MODEL, Planned, Scope},
        text,
    },
    session::{Again, Session},
};

use super::{Ui, state::View};

/// The view as it is looked at.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AgentsState {
    /// The task under the cursor, whatever its place in [`order`] becomes; `None` = the first.
    pub cursor: Option<TaskId>,
    /// Rows from the end of its text that are scrolled back.
    pub back: usize,
    /// Marked, to be cancelled or to run again together.
    pub marks: BTreeSet<TaskId>,
    /// The time, as it was told last; only while [`ticks`] asks for it.
    pub clock: Time,
}

/// Whether the screen shows how long something has been at work, so that it has to be told the time.
pub fn ticks(session: &Session, ui: &Ui) -> bool {
    ui.view == View::Agents && session.tasks.iter().any(|(_, state)| *state == TaskState::Running)
}

/// How long a task that is at work has been so, in milliseconds, as far as the screen was told the time.
pub fn elapsed(session: &Session, ui: &Ui, (task, state): (&Task, &TaskState)) -> Option<u64> {
    let since = session.voices().since(&task.id).filter(|_| *state == TaskState::Running)?;
    let now = ui.noted.now.max(ui.noted.agents.clock);
    u64::try_from(now.0.saturating_sub(since.0)).ok()
}

/// The tasks as they are listed: agents in the order of the plan, then what other programs found, then built-in
/// reviewers; what was not to be done behind all that was.
pub fn order(session: &Session) -> Vec<usize> {
    let rank = |task: &Task| match &task.pass {
        Pass::Agent(_) => 0,
        Pass::Replay(id) if id.starts_with("builtin:") => 2,
        Pass::Replay(_) | Pass::Import(_) | Pass::Tool(_) => 1,
        Pass::Builtin(_) => 2,
    };
    let mut order: Vec<usize> = (0..session.tasks.len()).collect();
    order.sort_by_key(|at| {
        session.tasks.get(*at).map(|(task, state)| (matches!(state, TaskState::Ended(TaskEnd::Skipped(_))), rank(task)))
    });
    order
}

/// The place of the cursor in [`order`].
pub fn place(session: &Session, state: &AgentsState) -> usize {
    let Some(cursor) = &state.cursor else { return 0 };
    let is_it = |at: &usize| session.tasks.get(*at).is_some_and(|(task, _)| task.id == *cursor);
    order(session).iter().position(is_it).unwrap_or(0)
}

/// Puts the cursor on the task at a place of [`order`].
pub fn go(session: &Session, state: &mut AgentsState, nth: usize) {
    let task = order(session).get(nth).and_then(|at| session.tasks.get(*at));
    state.cursor = task.map(|(task, _)| task.id.clone());
}

/// The task under the cursor.
pub fn chosen<'s>(session: &'s Session, state: &AgentsState) -> Option<&'s (Task, TaskState)> {
    order(session).get(place(session, state)).and_then(|at| session.tasks.get(*at))
}

/// The plan's word on a task.
pub fn planned<'s>(session: &'s Session, task: &Task) -> Option<&'s Planned> {
    session.plan()?.tasks.iter().find(|planned| planned.task.id == task.id)
}

/// What a task looks at, in a few words: its pass and the place of its hotspot, or its part.
pub fn name(session: &Session, task: &Task) -> String {
    let (Pass::Builtin(pass) | Pass::Replay(pass) | Pass::Import(pass) | Pass::Tool(pass) | Pass::Agent(pass)) =
        &task.pass;
    if task.is_elaboration() {
        let id = session.told_more_of(task).map_or("", |id| id.as_str());
        return format!("more about {id}");
    }
    let Some(planned) = planned(session, task) else { return pass.strip_prefix("builtin:").unwrap_or(pass).to_owned() };
    match planned.scope {
        Scope::Hotspot(nth) => {
            let hotspot = session.map.as_ref().and_then(|map| map.hotspots.get(nth));
            let place = hotspot.map(|hotspot| {
                let path = session.diff.path(hotspot.unit.file);
                let name = String::from_utf8_lossy(path.file_name()).into_owned();
                format!("{name}:{}", hotspot.unit.lines.1.start())
            });
            format!("{pass} {}", place.unwrap_or_default())
        }
        Scope::Shard(nth, of) | Scope::Chunk(nth, of) => format!("{pass} {nth}/{of}"),
        Scope::Whole => pass.clone(),
    }
}

/// Glyph and word of a state.
pub fn state(state: &TaskState) -> (&'static str, &'static str) {
    match state {
        TaskState::Queued => ("\u{b7}", "queued"),
        TaskState::Running => ("\u{25d0}", "at work"),
        TaskState::Ended(TaskEnd::Completed) => ("\u{2713}", "done"),
        TaskState::Ended(TaskEnd::Stopped) => ("\u{25a0}", "stopped"),
        TaskState::Ended(TaskEnd::Failed(_)) => ("\u{2717}", "failed"),
        TaskState::Ended(TaskEnd::Skipped(_)) => ("\u{2212}", "skipped"),
    }
}

/// Whether an agent was asked: what was skipped or waits was not.
pub fn has_run(state: &TaskState) -> bool {
    match state {
        TaskState::Running | TaskState::Ended(TaskEnd::Completed | TaskEnd::Stopped | TaskEnd::Failed(_)) => true,
        TaskState::Queued | TaskState::Ended(TaskEnd::Skipped(_)) => false,
    }
}

/// `1 agent task`, `3 agent tasks`.
pub fn many(count: usize) -> String {
    format!("{count} agent {}", if count == 1 { "task" } else { "tasks" })
}

/// Why it ended so; '' when that needs no words.
pub fn why(state: &TaskState) -> &str {
    match state {
        TaskState::Ended(TaskEnd::Failed(why) | TaskEnd::Skipped(why)) => why,
        TaskState::Queued | TaskState::Running | TaskState::Ended(TaskEnd::Completed | TaskEnd::Stopped) => "",
    }
}

/// How many claims a task made, or how many findings it has an opinion of; '' = none.
pub fn claims(session: &Session, task: &Task) -> String {
    let (count, thing) = match task.wave() {
        Some(_) => (session.verdicts_by(&task.id), "verdict"),
        None => (session.findings.said_by(&task.id), "claim"),
    };
    match count {
        0 => String::new(),
        1 => format!("1 {thing}"),
        many => format!("{many} {thing}s"),
    }
}

/// `12 s`, `3 min 4 s`.
pub fn time(millis: u64) -> String {
    match millis / 1000 {
        seconds @ 0..=99 => format!("{seconds} s"),
        seconds => format!("{} min {} s", seconds / 60, seconds % 60),
    }
}

/// `850`, `12.3k`, with a star when it is worked out.
pub fn tokens(usage: crate::core::model::Usage) -> String {
    let star = if usage.is_estimated { "*" } else { "" };
    match usage.total() {
        few @ 0..=999 => format!("{few}{star}"),
        many => format!("{:.1}k{star}", many as f64 / 1000.0),
    }
}

/// Whether a task can be let run again: an agent's that has ended, and that somebody answers. Else why not.
///
/// # Errors
/// Why not, in words.
pub fn runs_again(session: &Session, task: &Task, state: &TaskState) -> Result<(), &'static str> {
    match (&task.pass, state, planned(session, task).and_then(|planned| planned.who.as_ref())) {
        (Pass::Agent(_), TaskState::Ended(_), Some(_)) => Ok(()),
        (Pass::Agent(_), TaskState::Ended(_), None) => Err("nobody answers it: [tiers] in your settings names a model"),
        (Pass::Agent(_), TaskState::Queued | TaskState::Running, _) => Err("it has not ended"),
        (Pass::Builtin(_) | Pass::Replay(_) | Pass::Import(_) | Pass::Tool(_), ..) => {
            Err("only agents run again here; what is built in gives the same each time")
        }
    }
}

/// What running tasks again would use up, in words; '' when nobody can say.
pub fn again_words(again: Again) -> String {
    let mut words = Vec::new();
    if again.usage.total() > 0 {
        let star = if again.usage.is_estimated { "about " } else { "" };
        let price = match (again.is_priced, again.cost_usd > 0.0) {
            (true, _) => format!(" and ${:.4}", again.cost_usd),
            (false, true) => format!(" and ${:.4}, as far as prices are known", again.cost_usd),
            (false, false) => ", no price is known".to_owned(),
        };
        words.push(format!("{star}{} tokens{price}", tokens(again.usage).trim_end_matches('*')));
    }
    match again.commands {
        0 => {}
        1 => words.push("what 1 command uses up is not known".to_owned()),
        many => words.push(format!("what {many} commands use up is not known")),
    }
    words.join("; ")
}

/// What all agents came to, in a line; with the keys that mark all of them and that have them run.
pub fn sums(session: &Session, (every, again): (&str, &str)) -> String {
    let of = |fits: fn(&TaskState) -> bool| {
        session.tasks.iter().filter(|(task, state)| matches!(task.pass, Pass::Agent(_)) && fits(state)).count()
    };
    let all = of(|_| true);
    if session.tasks.iter().any(|(task, _)| matches!(task.pass, Pass::Replay(_))) {
        return format!("{} tasks of a recorded run \u{b7} nobody is asked", session.tasks.len());
    }
    if all == 0 {
        return "no agent is in this plan \u{b7} [tiers] in your settings names a model, `prr doctor` helps".to_owned();
    }
    if let Some((what, tasks)) = session.blocked() {
        return format!("tier 0 blocks this: no model was asked · {again} asks {} anyway · {what}", many(tasks.len()));
    }
    type Fits = fn(&TaskState) -> bool;
    let unasked: Fits = |state| matches!(state, TaskState::Ended(TaskEnd::Skipped(why)) if why == NO_MODEL);
    if of(unasked) == all {
        let is_named = session.plan().is_some_and(|plan| plan.tasks.iter().any(|planned| planned.who.is_some()));
        return match is_named {
            true => {
                format!("no model was named for {} then \u{b7} {every} {again} asks the one there is now", many(all))
            }
            false => format!("no model for {}: set PRR_MODEL=PROVIDER::NAME \u{b7} `prr doctor` helps", many(all)),
        };
    }
    let mut words = vec![many(all)];
    let counts: [(&str, Fits); 5] = [
        ("queued", |state| *state == TaskState::Queued),
        ("at work", |state| *state == TaskState::Running),
        ("done", |state| matches!(state, TaskState::Ended(TaskEnd::Completed))),
        ("failed", |state| matches!(state, TaskState::Ended(TaskEnd::Failed(_) | TaskEnd::Stopped))),
        ("skipped", |state| matches!(state, TaskState::Ended(TaskEnd::Skipped(_)))),
    ];
    for (word, fits) in counts {
        let count = of(fits);
        if count > 0 {
            words.push(format!("{count} {word}"));
        }
    }
    let (usage, cost) = session.voices().spent();
    if usage.total() > 0 {
        words.push(format!("{} tokens", tokens(usage)));
    }
    if cost > 0.0 {
        words.push(format!("${cost:.4}"));
    }
    words.join(" \u{b7} ")
}

/// The id of one that asks no model and has no words of its own.
fn without_model(task: &Task) -> Option<&str> {
    let (Pass::Builtin(id) | Pass::Replay(id) | Pass::Import(id) | Pass::Tool(id)) = &task.pass else { return None };
    Some(id.strip_prefix("builtin:").unwrap_or(id))
}

/// `src/auth.rs:44: Title`.
fn claim_line(candidate: &Candidate) -> String {
    let place = candidate.place.as_ref().map(|place| match place.lines {
        Some(lines) => format!("{}:{}: ", place.path.lossy(), lines.start()),
        None => format!("{}: ", place.path.lossy()),
    });
    format!("{}{}", place.unwrap_or_default(), candidate.claim.title)
}

/// What is told of one task, as logical lines, the last first: what it said, what was noted, how it ended, what it is for.
/// Lazy: only what is shown is made.
pub fn told<'s>(session: &'s Session, task: &Task, how: &TaskState) -> impl Iterator<Item = String> + 's {
    let mut head = Vec::new();
    if let Some(planned) = planned(session, task) {
        let who = planned.who.as_deref().unwrap_or("nobody");
        head.push(format!("{} \u{b7} {} \u{b7} {who} \u{b7} {}", task.id, planned.tier.as_str(), planned.why));
    }
    if !why(how).is_empty() {
        head.push(format!("{}: {}", state(how).1, why(how)));
        if why(how) == NO_MODEL {
            let who = planned(session, task).and_then(|planned| planned.who.as_deref());
            head.push(who.map_or_else(
                || "PRR_MODEL=PROVIDER::NAME or [tiers] in your settings names one".to_owned(),
                |who| format!("{who} would answer now: it can be run again"),
            ));
        }
    }
    let silent = without_model(task);
    head.extend(silent.and_then(checks::about).map(|(title, about)| format!("{title}: {about}")));
    let found = silent.map_or(0, |_| session.findings.said_by(&task.id));
    if silent.is_some() && found == 0 && *how == TaskState::Ended(TaskEnd::Completed) {
        head.push("it found nothing".to_owned());
    }
    // What it found is its text.
    let found = session.findings.said_of(&task.id).rev().take(found).map(claim_line);
    let voice = session.voices().of(&task.id);
    if let Some(report) = voice.and_then(|voice| voice.report.as_ref()) {
        let calls = if report.attempts > 1 { format!(" \u{b7} {} calls", report.attempts) } else { String::new() };
        let tokens = report.usage.map_or(String::new(), |usage| format!(" \u{b7} {} tokens", tokens(usage)));
        let cost = report.cost_usd.map_or(String::new(), |cost| format!(" \u{b7} ${cost:.4}"));
        head.push(format!("answered by {} in {}{calls}{tokens}{cost}", report.who, time(report.millis)));
        let word = if task.is_elaboration() { "told" } else { "overview" };
        head.extend(report.overview.lines().map(|line| format!("{word}: {line}")));
        head.extend(report.notes.iter().map(|note| format!("note: {note}")));
    }
    head.extend(session.opinions_by(&task.id).map(|opinion| {
        let reason = if opinion.reason.is_empty() { "no reason is given" } else { &opinion.reason };
        format!("{}: {} \u{b7} {reason}", opinion.finding, opinion.word.as_str())
    }));
    if let Some(dropped) = voice.map(|voice| voice.dropped).filter(|dropped| *dropped > 0) {
        head.push(format!("\u{2026} {dropped} bytes before this are not kept"));
    }
    let text = voice.map_or("", |voice| voice.text.as_str());
    text.lines()
        .rev()
        .map(str::to_owned)
        .chain(found)
        .chain(head.into_iter().rev())
        .map(|row| text::one_line(&row, 4_000))
}
