//! A stored run over the diff that it was about: the session is rebuilt from the records, as when a cockpit resumes it,
//! with every effect answered from them. Called by `show`.

use std::{collections::VecDeque, sync::Arc, time::Duration};

use super::{Recorded, together};
use crate::{
    app::outcome,
    core::{
        model::{Diff, Failure, PullNews, Task, TaskEnd, TaskId, TaskState, Time},
        plan, risk, synthesis,
    },
    edge::report::{Extent, Review},
    session::{self, Carried, Configured, Effect, LogOpened, Msg, Plan, Session},
};

/// The review.
pub(super) fn review(recorded: &Recorded, diff: Arc<Diff>, extent: Extent) -> Result<Review, Failure> {
    let session = session(recorded, diff);
    let review = outcome::review(&session, Duration::ZERO)?;
    let (whole, document) = together(session::snapshot(&session), extent)?;
    Ok(Review {
        items: outcome::items(&session, &whole.places, &document),
        document: Arc::new(document),
        checkpoint: String::new(),
        ..review
    })
}

/// The session as it was at the end of the run, with everything decided since.
pub(in crate::app) fn session(recorded: &Recorded, diff: Arc<Diff>) -> Session {
    let request = recorded.facts.request.clone();
    let tasks = recorded.tasks.iter().map(|(task, _)| task.clone()).collect();
    let mut session = Session::new(request.title.clone(), Plan { tasks, ..Plan::default() });
    play(&mut session, recorded, vec![Msg::DiffRead(Box::new(request), diff)]);
    // Agents are not asked again: how each of them ended stands in the records, those that failed too.
    let is_open = |(_, state): &&(Task, TaskState)| !matches!(state, TaskState::Ended(_));
    let open: Vec<TaskId> = session.tasks.iter().filter(is_open).map(|(task, _)| task.id.clone()).collect();
    let ends = open.into_iter().map(|id| Msg::TaskEnded(id.clone(), end_of(recorded, &id), Time::default()));
    play(&mut session, recorded, ends.collect());
    session
}

fn play(session: &mut Session, recorded: &Recorded, messages: Vec<Msg>) {
    let mut messages = VecDeque::from(messages);
    while let Some(msg) = messages.pop_front() {
        for effect in session::update(session, msg) {
            messages.extend(answers(recorded, effect));
        }
    }
}

fn answers(recorded: &Recorded, effect: Effect) -> Vec<Msg> {
    match effect {
        Effect::Read
        | Effect::Write(_)
        | Effect::Stop(_)
        | Effect::KeepDiff(..)
        | Effect::Compare(..)
        | Effect::Trace(..)
        | Effect::ReadPull(_)
        | Effect::ActOnThread(..)
        | Effect::LookAtGates(..)
        | Effect::Publish(_)
        | Effect::ReadPending(..)
        | Effect::Reconcile(_)
        | Effect::ReadInbox(_)
        | Effect::Ask(_)
        | Effect::Digest(..) => Vec::new(),
        Effect::Configure(_) => {
            let configured = Configured { settings: recorded.settings.clone(), ..Configured::default() };
            vec![Msg::Configured(Box::new(configured))]
        }
        Effect::GoOn => vec![Msg::WentOn],
        Effect::OpenLogbook(_, diff) => vec![Msg::LogbookOpened(Box::new(LogOpened {
            run: recorded.facts.clone(),
            carried: Carried::of(&diff, recorded.past.clone(), &recorded.facts, true),
            notes: Vec::new(),
            path: None,
        }))],
        Effect::Map(diff, run, ..) => {
            // A recorded run is looked at without its host: what it came to stands in the records.
            let told = Msg::PullTold(PullNews::Complete);
            let map = Arc::new(risk::change_map(&diff, &run));
            let wish = plan::Wish { strategy: recorded.settings.strategy, ..plan::Wish::default() };
            // Its tasks are those that were recorded; the plan tells what kind of change it was.
            let plan = plan::Plan { tasks: Vec::new(), ..plan::plan(&diff, &map, &wish) };
            let (planned, at) = (Msg::Planned(Arc::new(plan), Time::default()), Time::default());
            vec![told, planned, Msg::Mapped(map, Arc::from([]), at)]
        }
        Effect::Index(_, _, tasks) | Effect::Run(tasks, _) => {
            let end = |id: TaskId| Msg::TaskEnded(id.clone(), end_of(recorded, &id), Time::default());
            tasks.into_iter().map(|task| end(task.id)).collect()
        }
        Effect::Synthesise(gathered, _, revision) => {
            let result =
                synthesis::synthesise(&gathered.snapshot()).map(Arc::new).map_err(|invalid| invalid.to_string());
            vec![Msg::Synthesised(revision, result, Time::default())]
        }
    }
}

fn end_of(recorded: &Recorded, id: &TaskId) -> TaskEnd {
    let ended = recorded.tasks.iter().find(|(task, _)| task.id == *id);
    ended.map_or(TaskEnd::Stopped, |(_, end)| end.clone())
}
