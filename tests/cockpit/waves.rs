//! The second round in the cockpit: who is asked about what, what comes of it, and more about one finding.

use std::sync::Arc;

use prr::{
    core::{
        gate::Past,
        model::{
            Candidate, CandidateId, CommentDedup, FindingId, HeldReason, Kind, Lens, Mode, ModelRef, Opinion, Pass,
            PullNews, Record, Settings, Severity, Strategy, Task, TaskEnd, TaskId, TaskReport, TaskState, Tier, Usage,
            Wave, Word,
        },
        plan::{Case, Command, Plan, Planned, Price, Prices, Who, Wish},
    },
    session::{self, Asking, Effect, Msg, Planning, Session},
    ui::{Copy, View},
};

use crate::support::{
    desk::{DIFF, Desk, candidate},
    pull,
};

fn planned() -> Planned {
    Planned { lenses: vec![Lens::Correctness], ..super::agents::planned("correctness", Some("mine::big")) }
}

/// A person with one model for everything, or none.
fn planning(model: Option<&str>, strategy: Strategy) -> Planning {
    let mut who = Who::default();
    who.tiers.heavy.model = model.and_then(ModelRef::parse);
    let price = Price { input: 3.0, output: 15.0, cache_write: 3.75, cache_read: 0.3 };
    Planning {
        wish: Wish { strategy, who, ..Wish::default() },
        prices: Prices { own: vec![("mine::big".into(), price)], listed: Vec::new() },
        ..Planning::default()
    }
}

fn begin(desk: Desk, model: Option<&str>, past: Past, resumed: bool) -> Desk {
    begin_with(desk, planning(model, Strategy::Passes(Mode::Full)), past, resumed)
}

fn begin_with(mut desk: Desk, planning: Planning, past: Past, resumed: bool) -> Desk {
    let strategy = planning.wish.strategy;
    desk.planning = Some(Box::new(planning));
    desk.settings = Settings { strategy, ..Settings::default() };
    desk.read(DIFF);
    desk.open(past, resumed);
    let at = desk.at();
    let plan = Plan {
        strategy,
        tasks: vec![planned()],
        case: Case::Usual,
        meaningful: 40,
        parts: 1,
        parallel: 2,
        ..Plan::default()
    };
    desk.tell(Msg::Planned(Arc::new(plan), at));
    desk.map();
    desk
}

/// A desk whose first round ended with so many findings of an agent.
fn desk(columns: u16, rows: u16, findings: u32) -> Desk {
    let mut desk = begin(Desk::new(columns, rows), Some("mine::big"), Past::default(), false);
    desk.end();
    desk.tell(Msg::TaskStarted(TaskId::new("pass:correctness"), prr::core::model::Time(0)));
    (1..=findings).for_each(|n| desk.find(of(n)));
    end(&mut desk, "pass:correctness", TaskEnd::Completed);
    desk
}

fn of(n: u32) -> Candidate {
    let mut said = candidate(n, "src/auth.rs", 43 + n);
    (said.task, said.id) = (TaskId::new("pass:correctness"), CandidateId::new(format!("pass:correctness-c{n}")));
    (said.lens, said.claim.invariant) = (Lens::Correctness, format!("condition {n}"));
    said.weight.severity = Severity::Critical;
    said
}

fn end(desk: &mut Desk, id: &str, end: TaskEnd) {
    tell_end(desk, id, "", end);
}

fn tell_end(desk: &mut Desk, id: &str, overview: &str, end: TaskEnd) {
    let report = TaskReport {
        who: "mine::big".into(),
        tier: Some(Tier::Heavy),
        attempts: 1,
        millis: 2_400,
        usage: Some(Usage { input: 1_000, output: 200, ..Usage::default() }),
        cost_usd: Some(0.006),
        overview: overview.into(),
        ..TaskReport::default()
    };
    let at = desk.at();
    desk.tell(Msg::TaskReported(TaskId::new(id), Box::new(report), at));
    desk.tell(Msg::TaskEnded(TaskId::new(id), end, at));
}

fn asked(desk: &Desk) -> Vec<&Asking> {
    desk.orders
        .iter()
        .filter_map(|order| if let Effect::Ask(asking) = order { Some(&**asking) } else { None })
        .collect()
}

/// Names of all tasks that were asked, in order.
fn names(desk: &Desk) -> Vec<String> {
    asked(desk).iter().flat_map(|asking| &asking.tasks).map(|planned| planned.task.id.to_string()).collect()
}

/// What a task says of each finding that it was asked about.
fn judge(desk: &mut Desk, id: &str, words: &[Word]) {
    let task = TaskId::new(id);
    let papers =
        asked(desk).iter().flat_map(|asking| &asking.papers).find(|(known, _)| *known == task).unwrap().1.clone();
    let wave = desk.session.tasks.iter().find(|(known, _)| known.id == task).unwrap().0.wave().unwrap();
    let opinion = |(put, word): (&prr::core::brief::Put, &Word)| Opinion {
        wave,
        task: task.clone(),
        candidate: put.candidate.clone(),
        finding: put.id.clone(),
        word: *word,
        severity: None,
        cited: String::new(),
        reason: format!("looked at it: {}", word.as_str()),
    };
    let opinions: Vec<Opinion> = papers.put.iter().zip(words).map(opinion).collect();
    desk.tell(Msg::TaskStarted(task.clone(), prr::core::model::Time(0)));
    let at = desk.at();
    desk.tell(Msg::OpinionsGiven(task, opinions, at));
    end(desk, id, TaskEnd::Completed);
}

fn held(desk: &Desk) -> Vec<(String, HeldReason)> {
    let mut all: Vec<_> = desk.session.findings.drawer().map(|(f, held)| (f.id.to_string(), held.reason)).collect();
    all.sort();
    all
}

#[test]
fn waves_begin_one_after_the_other_when_the_first_round_has_ended() {
    let mut desk = desk(100, 30, 3);
    assert_eq!(names(&desk), ["pass:correctness", "wave:skeptic"]);
    assert!(!desk.session.is_settled(), "budgets and the end of the run wait");
    judge(&mut desk, "wave:skeptic", &[Word::Keep, Word::Drop, Word::Keep]);
    assert_eq!(names(&desk)[2..], ["wave:validation"]);
    let put: Vec<String> = asked(&desk)[2].papers[0].1.put.iter().map(|put| put.id.to_string()).collect();
    assert_eq!(put, ["correctness-001", "correctness-003"], "what the skeptic dropped is not validated");
    judge(&mut desk, "wave:validation", &[Word::Confirmed, Word::Rejected]);
    assert!(desk.session.is_settled());
    let expected = [("correctness-002", HeldReason::Skeptic), ("correctness-003", HeldReason::Rejected)];
    assert_eq!(held(&desk), expected.map(|(id, reason)| (id.to_string(), reason)));
    desk.keys("J");
    assert!(desk.row("validation: keep").is_some() && desk.row("skeptic: keep").is_some(), "{}", desk.screen());
}

#[test]
fn what_the_person_decided_meanwhile_is_asked_about_by_no_wave_and_held_back_by_none() {
    let mut desk = desk(100, 30, 2);
    desk.keys("Ja");
    judge(&mut desk, "wave:skeptic", &[Word::Drop, Word::Keep]);
    assert!(held(&desk).is_empty(), "{:?}", held(&desk));
    let put: Vec<String> = asked(&desk)[2].papers[0].1.put.iter().map(|put| put.id.to_string()).collect();
    assert_eq!(put, ["correctness-002"]);
    judge(&mut desk, "wave:validation", &[Word::Confirmed]);
    assert!(desk.session.is_settled());
}

#[test]
fn a_stop_and_a_cancelled_wave_leave_every_finding_where_it_is() {
    let mut stopped = desk(100, 30, 2);
    stopped.tell(Msg::Stop);
    assert_eq!(stopped.stopped, [TaskId::new("wave:skeptic")]);
    end(&mut stopped, "wave:skeptic", TaskEnd::Stopped);
    assert!(stopped.session.is_settled() && names(&stopped).len() == 2, "no further wave begins");
    assert!(held(&stopped).is_empty());

    let mut cancelled = desk(100, 30, 2);
    cancelled.keys("gajx");
    assert_eq!(cancelled.stopped, [TaskId::new("wave:skeptic")]);
    end(&mut cancelled, "wave:skeptic", TaskEnd::Stopped);
    assert_eq!(names(&cancelled)[2..], ["wave:validation"], "one task was cancelled, not the round");
    // What comes late, or was not asked for, counts for nothing.
    let at = cancelled.at();
    let late = Opinion {
        wave: Wave::Skeptic,
        task: TaskId::new("wave:skeptic"),
        candidate: CandidateId::new("pass:correctness-c1"),
        finding: prr::core::model::FindingId::new("correctness-001"),
        word: Word::Drop,
        severity: None,
        cited: String::new(),
        reason: "late".into(),
    };
    cancelled.tell(Msg::OpinionsGiven(TaskId::new("wave:skeptic"), vec![late.clone()], at));
    let other = Opinion { task: TaskId::new("wave:validation"), ..late };
    cancelled.tell(Msg::OpinionsGiven(TaskId::new("wave:validation"), vec![other], at));
    judge(&mut cancelled, "wave:validation", &[Word::Confirmed, Word::Confirmed]);
    assert!(held(&cancelled).is_empty() && cancelled.session.is_settled());
}

#[test]
fn without_a_model_the_validation_is_skipped_and_findings_are_marked() {
    let mut desk = begin(Desk::new(100, 30), None, Past::default(), false);
    desk.end();
    desk.find(of(1));
    end(&mut desk, "pass:correctness", TaskEnd::Completed);
    assert!(desk.session.is_settled() && names(&desk) == ["pass:correctness"]);
    let state =
        |id: &str| desk.session.tasks.iter().find(|(task, _)| task.id.as_str() == id).map(|(_, state)| state.clone());
    assert_eq!(state("wave:validation"), Some(TaskState::Ended(TaskEnd::Skipped("no model".into()))));
    assert_eq!(state("wave:skeptic"), None, "the gates without a model did their part");
    desk.keys("J");
    assert!(desk.row("unconfirmed: no model validated it").is_some(), "{}", desk.screen());
}

#[test]
fn what_was_said_is_recorded_and_a_run_that_goes_on_asks_nobody_again() {
    let mut first = desk(100, 30, 2);
    judge(&mut first, "wave:skeptic", &[Word::Keep, Word::Drop]);
    judge(&mut first, "wave:validation", &[Word::Confirmed]);
    let recorded = first.records.iter().filter(|record| matches!(record, Record::Opinion { .. })).count();
    assert_eq!(recorded, 3);
    let again = |records: &[Record]| {
        let mut again = begin(Desk::new(100, 30), Some("mine::big"), Past::from_records(records), true);
        again.end();
        again
    };
    let whole = again(&first.records);
    assert!(asked(&whole).is_empty() && whole.session.is_settled(), "{:?}", names(&whole));
    assert_eq!(held(&whole), held(&first));
    assert!(whole.session.tasks.iter().any(|(task, _)| task.wave() == Some(Wave::Validation)), "its tasks are shown");
    // Killed between the waves: only the one that is missing is asked.
    let cut = first
        .records
        .iter()
        .position(|record| matches!(record, Record::TaskEnded { task, .. } if task.as_str() == "wave:skeptic"));
    let half = again(&first.records[..=cut.unwrap()]);
    assert_eq!(names(&half), ["wave:validation"]);
    assert_eq!(held(&half), [("correctness-002".to_string(), HeldReason::Skeptic)]);
}

#[test]
fn comments_of_the_pull_request_are_compared_by_the_model_that_is_set() {
    let mut desk = Desk::new(100, 30);
    desk.is_pull = true;
    let mut desk = begin(desk, Some("mine::big"), Past::default(), false);
    pull::news().into_iter().for_each(|news| desk.told(news));
    desk.told(pull::threads([pull::thread(9, "src/auth.rs", 44, "This was said before.")]));
    desk.told(PullNews::Complete);
    desk.end();
    desk.find(of(1));
    end(&mut desk, "pass:correctness", TaskEnd::Completed);
    judge(&mut desk, "wave:skeptic", &[Word::Keep]);
    assert_eq!(names(&desk).last().unwrap(), "wave:pr-comment-dedup");
    let papers = asked(&desk).last().unwrap().papers[0].1.clone();
    let comment = papers.comments.iter().find(|comment| comment.body.contains("said before")).unwrap().clone();
    let task = TaskId::new("wave:pr-comment-dedup");
    let opinion = Opinion {
        wave: Wave::OnPr,
        task: task.clone(),
        candidate: papers.put[0].candidate.clone(),
        finding: papers.put[0].id.clone(),
        word: Word::AlreadyOnPr,
        severity: None,
        cited: comment.reference.clone(),
        reason: "the same cause".into(),
    };
    desk.tell(Msg::TaskStarted(task.clone(), prr::core::model::Time(0)));
    let at = desk.at();
    desk.tell(Msg::OpinionsGiven(task, vec![opinion], at));
    end(&mut desk, "wave:pr-comment-dedup", TaskEnd::Completed);
    assert!(desk.session.is_settled(), "{:?}", names(&desk));
    assert_eq!(held(&desk), [("correctness-001".to_string(), HeldReason::AlreadyOnPr)]);
    let dedup = desk.records.iter().find_map(|record| match record {
        Record::Comments { dedup: CommentDedup::Compared(decisions), .. } => decisions.first().cloned(),
        _ => None,
    });
    assert_eq!(dedup.unwrap().matched, Some(comment.reference));
}

#[test]
fn the_agents_view_shows_the_second_round_with_its_verdicts() {
    for (columns, rows) in [(80, 24), (120, 40)] {
        let mut desk = desk(columns, rows, 3);
        judge(&mut desk, "wave:skeptic", &[Word::Keep, Word::Drop, Word::Question]);
        desk.tell(Msg::TaskStarted(TaskId::new("wave:validation"), prr::core::model::Time(0)));
        desk.tell(Msg::TaskSaid(TaskId::new("wave:validation"), "[{\"id\": \"correctness-001\"".into()));
        desk.keys("gaj");
        assert_eq!(desk.ui.view, View::Agents);
        insta::assert_snapshot!(format!("waves_{columns}x{rows}"), desk.screen());
    }
}

#[test]
fn more_about_a_finding_is_asked_for_with_its_cost_streams_into_the_card_and_stays() {
    let mut desk = desk(100, 40, 1);
    judge(&mut desk, "wave:skeptic", &[Word::Keep]);
    judge(&mut desk, "wave:validation", &[Word::Confirmed]);
    let before = names(&desk).len();
    desk.keys("JO");
    assert!(desk.row("Ask mine::big for more about correctness-001?").is_some(), "{}", desk.screen());
    assert!(desk.screen().contains("k tokens, $0.0"), "{}", desk.screen());
    desk.keys("n");
    assert_eq!(names(&desk).len(), before, "no is no");
    desk.keys("Oy");
    let id = "elaborate:pass:correctness-c1";
    assert_eq!(names(&desk)[before..], [id]);
    assert_eq!(asked(&desk).last().unwrap().papers[0].1.put.len(), 1);
    assert!(desk.session.is_settled(), "the review is over all the same");
    desk.tell(Msg::TaskStarted(TaskId::new(id), prr::core::model::Time(0)));
    desk.tell(Msg::TaskSaid(TaskId::new(id), "First the lock is ta\u{1b}[2Jken".into()));
    assert!(desk.row("First the lock is ta").is_some() && !desk.screen().contains('\u{1b}'), "{}", desk.screen());
    desk.keys("O");
    assert!(desk.row("it is being told").is_some(), "asked once: {}", desk.screen());
    tell_end(&mut desk, id, "First the lock is taken, then it is sent.", TaskEnd::Completed);
    assert!(desk.row("more, by mine::big, for you alone").is_some(), "{}", desk.screen());
    assert!(desk.row("then it is sent.").is_some(), "{}", desk.screen());
    // It is no part of the review, and goes nowhere but where the person copies it.
    let body = &desk.session.together.synthesis.as_ref().unwrap().document.review_body;
    assert!(!body.contains("then it is sent"), "{body}");
    desk.keys("y");
    let Some(Copy::Text { bytes, .. }) = desk.copies.last() else { panic!("nothing was copied") };
    assert!(String::from_utf8_lossy(bytes).ends_with("then it is sent."));
    let mut again = begin(Desk::new(100, 40), Some("mine::big"), Past::from_records(&desk.records), true);
    again.end();
    again.keys("J");
    assert!(asked(&again).is_empty());
    assert!(again.row("then it is sent.").is_some(), "{}", again.screen());
}

#[test]
fn more_about_a_finding_is_cancelled_among_the_agents_and_needs_somebody_to_ask() {
    let mut desk = desk(100, 40, 1);
    judge(&mut desk, "wave:skeptic", &[Word::Keep]);
    judge(&mut desk, "wave:validation", &[Word::Confirmed]);
    desk.keys("JOy");
    let id = TaskId::new("elaborate:pass:correctness-c1");
    desk.tell(Msg::TaskStarted(id.clone(), prr::core::model::Time(0)));
    desk.keys("gajjj");
    assert!(desk.row("more about correctness-001").is_some(), "{}", desk.screen());
    desk.keys("x");
    assert_eq!(desk.stopped, std::slice::from_ref(&id));
    end(&mut desk, id.as_str(), TaskEnd::Stopped);
    desk.keys("gd");
    assert!(desk.row("more: stopped").is_some(), "{}", desk.screen());
    assert!(desk.session.is_complete() && desk.session.is_settled());
    let mut nobody = begin(Desk::new(100, 40), None, Past::default(), false);
    nobody.end();
    nobody.find(of(1));
    end(&mut nobody, "pass:correctness", TaskEnd::Completed);
    nobody.keys("JO");
    assert!(nobody.row("no model and no command is set").is_some(), "{}", nobody.screen());
}

#[test]
fn the_kind_that_a_question_became_holds_in_the_card() {
    let mut desk = desk(100, 40, 1);
    judge(&mut desk, "wave:skeptic", &[Word::Question]);
    judge(&mut desk, "wave:validation", &[Word::Confirmed]);
    let id = prr::core::model::FindingId::new("correctness-001");
    assert_eq!(desk.session.shown(&id).unwrap().kind, Kind::Question);
    desk.keys("J");
    assert!(desk.row("critical question").is_some(), "{}", desk.screen());
}

#[test]
fn more_about_a_finding_by_a_command_says_that_it_is_one_and_nothing_of_it_is_posted() {
    let mut by_command = planning(None, Strategy::Passes(Mode::Full));
    by_command.wish.who.commands.push(Command { name: "teller".into(), whole: true, ..Command::default() });
    let mut desk = Desk::new(120, 40);
    desk.is_pull = true;
    let mut desk = begin_with(desk, by_command, Past::default(), false);
    pull::news().into_iter().for_each(|news| desk.told(news));
    desk.told(pull::threads([]));
    desk.told(PullNews::Complete);
    desk.end();
    desk.find(of(1));
    end(&mut desk, "pass:correctness", TaskEnd::Completed);
    desk.keys("JaO");
    let asks = desk.row("Ask cmd:teller for more about correctness-001? It is a command: what it uses");
    assert!(asks.is_some() && desk.row("Nothing of it is posted.").is_some(), "{}", desk.screen());
    desk.keys("y");
    let id = "elaborate:pass:correctness-c1";
    assert_eq!(names(&desk).last().unwrap(), id);
    desk.tell(Msg::TaskStarted(TaskId::new(id), prr::core::model::Time(0)));
    desk.tell(Msg::TaskSaid(TaskId::new(id), "First the lock is taken".into()));
    assert!(desk.row("First the lock is taken").is_some(), "{}", desk.screen());
    tell_end(&mut desk, id, "First the lock is taken, then it is sent.", TaskEnd::Completed);
    assert!(desk.row("then it is sent.").is_some(), "{}", desk.screen());
    desk.keys("gr");
    let look = desk.session.publication().look.clone().unwrap();
    let payload = &look.report.composed.as_ref().unwrap().payload;
    let texts = payload.comments.iter().map(|comment| comment.body.as_str()).chain([payload.body.as_str()]);
    let texts: Vec<&str> = texts.collect();
    assert!(texts.iter().any(|text| text.contains(&of(1).claim.title)), "the finding is: {texts:?}");
    assert!(!texts.iter().any(|text| text.contains("lock is taken")), "{texts:?}");
}

/// A recorded run of one reviewer and two judges, when its change is known.
fn recorded() -> Desk {
    let task = |id: &str| Task { id: TaskId::new(id), pass: Pass::Replay(id.to_owned()) };
    let mut desk = Desk::new(100, 40);
    let tasks = ["builtin:test", "wave:skeptic", "wave:validation"].map(task).to_vec();
    desk.session = Session::new("a change", session::Plan { tasks, ..session::Plan::default() });
    desk.read(DIFF);
    desk.open(Past::default(), false);
    desk.map();
    desk
}

fn state<'d>(desk: &'d Desk, id: &str) -> &'d TaskState {
    desk.session.tasks.iter().find(|(task, _)| task.id.as_str() == id).map(|(_, state)| state).unwrap()
}

/// The tasks that are to begin.
fn begun(effects: &[Effect]) -> Vec<&str> {
    let tasks = effects.iter().filter_map(|effect| match effect {
        Effect::Run(tasks, _) => Some(tasks),
        _ => None,
    });
    tasks.flatten().map(|task| task.id.as_str()).collect()
}

fn ended(desk: &mut Desk, id: &str) -> Vec<Effect> {
    let at = desk.at();
    session::update(&mut desk.session, Msg::TaskEnded(TaskId::new(id), TaskEnd::Completed, at))
}

#[test]
fn judges_of_a_recorded_run_say_again_what_they_said_one_behind_the_other_and_behind_all_others() {
    let mut desk = recorded();
    desk.find(candidate(1, "src/auth.rs", 14));
    assert_eq!(state(&desk, "wave:skeptic"), &TaskState::Queued);
    assert_eq!(begun(&ended(&mut desk, "builtin:test")), ["wave:skeptic"]);
    let at = desk.at();
    session::update(&mut desk.session, Msg::TaskStarted(TaskId::new("wave:skeptic"), at));
    // The finding had another name when it was judged.
    let id = desk.session.findings.iter().next().unwrap().id.clone();
    let claim = desk.session.findings.get(&id).unwrap().candidates[0].clone();
    let opinion = Opinion {
        task: TaskId::new("wave:skeptic"),
        candidate: claim,
        finding: FindingId::new("other-999"),
        wave: Wave::Skeptic,
        word: Word::Drop,
        severity: None,
        reason: "src/auth.rs:14 shows it".into(),
        cited: String::new(),
    };
    let of_nobody = Opinion { candidate: CandidateId::new("nobody"), ..opinion.clone() };
    session::update(&mut desk.session, Msg::OpinionsGiven(TaskId::new("wave:skeptic"), vec![opinion, of_nobody], at));
    let said: Vec<_> = desk.session.opinions(&id).iter().map(|opinion| (&opinion.finding, opinion.word)).collect();
    assert_eq!(said, [(&id, Word::Drop)]);
    assert_eq!(begun(&ended(&mut desk, "wave:skeptic")), ["wave:validation"]);
}

#[test]
fn judges_that_did_not_begin_can_be_stopped_alone_and_with_all_others() {
    let mut desk = recorded();
    desk.tell(Msg::StopTask(TaskId::new("wave:skeptic")));
    assert_eq!(state(&desk, "wave:skeptic"), &TaskState::Ended(TaskEnd::Stopped));
    assert_eq!(begun(&ended(&mut desk, "builtin:test")), ["wave:validation"]);
    let mut desk = recorded();
    desk.tell(Msg::Stop);
    for id in ["wave:skeptic", "wave:validation"] {
        assert_eq!(state(&desk, id), &TaskState::Ended(TaskEnd::Stopped), "{id}");
    }
    assert!(begun(&ended(&mut desk, "builtin:test")).is_empty());
}
