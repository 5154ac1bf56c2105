//! Agents in the cockpit: they begin when what needs no model has ended, their view, cancel and run again.

use std::sync::Arc;

use prr::{
    core::{
        gate::Past,
        model::{
            FileIx, Lens, Pass, Record, Severity, Strategy, Task, TaskEnd, TaskId, TaskReport, TaskState, Tier, Usage,
        },
        plan::{Asks, Case, Plan, Planned, Scope, ToolPolicy},
    },
    session::{Asking, Effect, Msg, Planning},
    ui::View,
};

use crate::support::desk::{DIFF, Desk, candidate};

pub fn planned(name: &str, who: Option<&str>) -> Planned {
    Planned {
        task: Task { id: TaskId::new(format!("pass:{name}")), pass: Pass::Agent(name.into()) },
        lenses: vec![Lens::Security],
        tier: Tier::Heavy,
        scope: Scope::Whole,
        files: vec![FileIx(0)],
        hunks: None,
        tools: ToolPolicy::None,
        asks: Asks::Everything,
        why: "the change as a whole".into(),
        focus: String::new(),
        who: who.map(str::to_owned),
    }
}

fn plan() -> Arc<Plan> {
    let tasks =
        vec![planned("security", Some("mine::big")), planned("tests", Some("cmd:claude")), planned("overview", None)];
    Arc::new(Plan {
        strategy: Strategy::default(),
        tasks,
        case: Case::Usual,
        meaningful: 40,
        parts: 1,
        parallel: 2,
        ..Plan::default()
    })
}

/// A desk whose built-in reviewer is at work, with two agents that can be asked and one that nobody answers.
pub fn desk(columns: u16, rows: u16) -> Desk {
    resumed(columns, rows, Past::default(), false)
}

/// A desk with a claim of a model that was given tools.
pub fn with_tools(columns: u16, rows: u16) -> Desk {
    let mut desk = Desk::new(columns, rows);
    desk.planning = Some(Box::new(Planning::default()));
    desk.read(DIFF);
    desk.open(Past::default(), false);
    let at = desk.at();
    let tasks = vec![Planned { tools: ToolPolicy::Configured, ..planned("security", Some("mine::big")) }];
    desk.tell(Msg::Planned(Arc::new(Plan { tasks, ..Plan::default() }), at));
    desk.map();
    desk.end();
    let mut said = candidate(1, "src/auth.rs", 44);
    said.task = TaskId::new("pass:security");
    desk.find(said);
    desk
}

fn resumed(columns: u16, rows: u16, past: Past, resumed: bool) -> Desk {
    let mut desk = Desk::new(columns, rows);
    let block_on = vec!["secrets".into()];
    desk.planning = Some(Box::new(Planning { block_on, ..Planning::default() }));
    desk.read(DIFF);
    desk.open(past, resumed);
    let at = desk.at();
    desk.tell(Msg::Planned(plan(), at));
    desk.map();
    desk
}

fn asked(desk: &Desk) -> Vec<&Asking> {
    let mut all = Vec::new();
    for order in &desk.orders {
        if let Effect::Ask(asking) = order {
            all.push(&**asking);
        }
    }
    all
}

fn names(asking: &Asking) -> Vec<&str> {
    asking.tasks.iter().map(|planned| planned.task.id.as_str()).collect()
}

fn state(desk: &Desk, id: &str) -> TaskState {
    desk.session.tasks.iter().find(|(task, _)| task.id.as_str() == id).map(|(_, state)| state.clone()).unwrap()
}

pub fn say(desk: &mut Desk, id: &str, text: &str) {
    desk.tell(Msg::TaskStarted(TaskId::new(id), prr::core::model::Time(0)));
    desk.tell(Msg::TaskSaid(TaskId::new(id), text.into()));
}

pub fn end(desk: &mut Desk, id: &str, end: TaskEnd) {
    let report = TaskReport {
        who: "mine::big".into(),
        tier: Some(Tier::Heavy),
        attempts: 2,
        millis: 12_400,
        usage: Some(Usage { input: 12_000, output: 345, ..Usage::default() }),
        cost_usd: Some(0.0412),
        overview: String::new(),
        notes: vec!["entry 1: it has no severity and counts as major".into()],
        text: String::new(),
        tools: None,
    };
    let at = desk.at();
    desk.tell(Msg::TaskReported(TaskId::new(id), Box::new(report), at));
    desk.tell(Msg::TaskEnded(TaskId::new(id), end, at));
}

#[test]
fn agents_begin_when_the_built_in_reviewers_have_ended_and_are_told_what_those_found() {
    let mut desk = desk(100, 30);
    desk.find(candidate(1, "src/auth.rs", 44));
    assert!(asked(&desk).is_empty(), "the built-in reviewer is at work");
    assert_eq!(state(&desk, "pass:overview"), TaskState::Ended(TaskEnd::Skipped("no model".into())));
    desk.end();
    let all = asked(&desk);
    assert_eq!((all.len(), names(all[0])), (1, vec!["pass:security", "pass:tests"]));
    assert_eq!(all[0].known.iter().map(ToString::to_string).collect::<Vec<_>>().len(), 1);
    assert!(all[0].known[0].to_string().starts_with("src/auth.rs:44: "), "{}", all[0].known[0]);
    assert_eq!(all[0].parallel, 2);
    // The run is not over before they are, and they are asked once.
    assert!(!desk.session.is_settled());
    for id in ["pass:security", "pass:tests"] {
        end(&mut desk, id, TaskEnd::Completed);
    }
    assert!(desk.session.is_settled() && asked(&desk).len() == 1);
}

/// What blocks without a model.
fn secret() -> prr::core::model::Candidate {
    let mut secret = candidate(1, "src/auth.rs", 44);
    secret.claim.issue_class = "secret-in-code".into();
    (secret.weight.severity, secret.lens) = (Severity::Blocker, Lens::Security);
    secret
}

#[test]
fn what_tier_0_kept_from_running_is_offered_again_when_the_run_is_opened_again() {
    let mut first = desk(100, 30);
    first.find(secret());
    first.end();
    let mut again = resumed(100, 30, Past::from_records(&first.records), true);
    again.end();
    assert!(asked(&again).is_empty());
    again.keys("gar");
    assert!(again.row("Ask 2 agent tasks anyway?").is_some(), "{}", again.screen());
    again.keys("y");
    assert_eq!(names(asked(&again)[0]), ["pass:security", "pass:tests"]);
}

#[test]
fn what_blocks_without_a_model_stops_agents_before_they_begin() {
    let mut desk = desk(80, 24);
    desk.find(secret());
    desk.end();
    assert!(asked(&desk).is_empty());
    let TaskState::Ended(TaskEnd::Skipped(why)) = state(&desk, "pass:security") else { panic!("it was not skipped") };
    assert!(why.contains("blocked before any model was asked"), "{why}");
    // It is said, with the keys, and the person may want them all the same: all at once, under one purse.
    assert!(
        desk.row("tier 0 blocks: no model was asked \u{b7} ga r asks 2 agent tasks anyway").is_some(),
        "{}",
        desk.screen()
    );
    desk.keys("ga");
    assert!(
        desk.row("tier 0 blocks this: no model was asked \u{b7} r asks 2 agent tasks anyway").is_some(),
        "{}",
        desk.screen()
    );
    desk.keys("r");
    assert!(desk.row("Ask 2 agent tasks anyway?").is_some(), "{}", desk.screen());
    desk.keys("n");
    assert!(asked(&desk).is_empty(), "no is no");
    desk.keys("ry");
    assert_eq!(names(asked(&desk)[0]), ["pass:security", "pass:tests"]);
    assert!(desk.session.blocked().is_none() && desk.row("tier 0 blocks this").is_none(), "{}", desk.screen());
    for id in ["pass:security", "pass:tests"] {
        end(&mut desk, id, TaskEnd::Completed);
    }
    assert!(desk.session.is_settled());
    // The cursor stayed on its task, which is none of theirs. One of them that ran runs again alone.
    desk.keys("r");
    assert!(desk.message().contains("only agents run again"), "{}", desk.screen());
    desk.keys("ggr");
    assert!(desk.row("Run security again").is_some(), "{}", desk.screen());
}

#[test]
fn screens_of_the_agents() {
    for (columns, rows) in [(80, 24), (120, 40), (200, 60)] {
        let mut desk = desk(columns, rows);
        desk.end();
        say(&mut desk, "pass:security", "I look at the change.\n[{\"title\": \"one\"");
        desk.find(of("pass:security", 1));
        desk.tell(Msg::TaskSaid(TaskId::new("pass:security"), "}]".into()));
        say(&mut desk, "pass:tests", "[");
        end(&mut desk, "pass:tests", TaskEnd::Failed("cmd:claude: timed out after 480 s".into()));
        desk.keys("ga");
        assert_eq!(desk.ui.view, View::Agents);
        insta::assert_snapshot!(format!("agents_{columns}x{rows}"), desk.screen());
        desk.keys("j");
        assert!(desk.row("timed out after 480 s").is_some(), "{}", desk.screen());
        assert!(desk.row("counts as major").is_some(), "{}", desk.screen());
    }
}

pub fn of(task: &str, n: u32) -> prr::core::model::Candidate {
    let mut said = candidate(n, "src/auth.rs", 44);
    said.task = TaskId::new(task);
    said.id = prr::core::model::CandidateId::new(format!("{task}-c{n}"));
    said
}

#[test]
fn an_agents_text_cannot_draw_on_the_screen_and_follows_its_end() {
    let mut desk = desk(80, 24);
    desk.end();
    say(&mut desk, "pass:security", "\u{1b}[2J\u{1b}[31mred\u{202e} text\n");
    desk.keys("ga");
    let screen = desk.screen();
    assert!(!screen.contains('\u{1b}') && screen.contains("red"), "{screen}");
    for n in 0..200 {
        desk.tell(Msg::TaskSaid(TaskId::new("pass:security"), format!("line {n}\n")));
    }
    assert!(desk.row("line 199").is_some() && desk.row("line 100 ").is_none(), "{}", desk.screen());
    desk.keys("<C-b><C-b>");
    assert!(desk.row("line 199").is_none(), "scrolled back");
    desk.keys("jk");
    assert!(desk.row("line 199").is_some(), "at the end again");
}

#[test]
fn x_cancels_the_task_and_r_runs_it_again_after_asking_with_its_cost() {
    let mut desk = desk(100, 30);
    desk.end();
    say(&mut desk, "pass:security", "[");
    desk.keys("gax");
    assert_eq!(desk.stopped, [TaskId::new("pass:security")]);
    desk.find(of("pass:security", 1));
    end(&mut desk, "pass:security", TaskEnd::Stopped);
    end(&mut desk, "pass:tests", TaskEnd::Completed);
    assert!(desk.session.is_settled());
    desk.keys("r");
    assert!(desk.row("12.3k tokens and $0.0412").is_some(), "{}", desk.screen());
    desk.keys("n");
    assert_eq!(asked(&desk).len(), 1, "no is no");
    desk.keys("ry");
    let again = asked(&desk)[1];
    assert_eq!((names(again), again.claims_before), (vec!["pass:security"], 1));
    assert!(!desk.session.is_settled() && desk.session.voices().of(&TaskId::new("pass:security")).is_none());
    desk.find(of("pass:security", 2));
    end(&mut desk, "pass:security", TaskEnd::Completed);
    assert!(desk.session.is_settled());
    let ends = desk.records.iter().filter(|record| matches!(record, Record::RunEnded { .. })).count();
    assert_eq!(ends, 2, "the run ended twice, and complete the second time");
    assert_eq!(desk.session.findings.said_by(&TaskId::new("pass:security")), 2, "what was said stays");
}

#[test]
fn a_finding_of_a_cut_answer_says_so_until_another_says_it_too() {
    let mut desk = desk(100, 40);
    desk.end();
    say(&mut desk, "pass:security", "[");
    desk.find(of("pass:security", 1));
    end(&mut desk, "pass:security", TaskEnd::Failed("mine::big: incomplete answer".into()));
    end(&mut desk, "pass:tests", TaskEnd::Completed);
    desk.keys("J");
    assert!(desk.row("from an incomplete answer").is_some(), "{}", desk.screen());
}

#[test]
fn a_resumed_run_asks_only_those_that_had_not_ended() {
    let mut first = desk(100, 30);
    first.end();
    end(&mut first, "pass:security", TaskEnd::Completed);
    let past = Past::from_records(&first.records);
    let mut again = resumed(100, 30, past, true);
    assert_eq!(state(&again, "pass:security"), TaskState::Ended(TaskEnd::Completed));
    again.end();
    let all = asked(&again);
    assert_eq!((all.len(), names(all[0])), (1, vec!["pass:tests"]));
    assert!(again.session.voices().of(&TaskId::new("pass:security")).is_some_and(|voice| voice.report.is_some()));
}

#[test]
fn the_view_is_there_before_any_task_is_known() {
    for (columns, rows) in [(80, 24), (20, 5), (1, 1)] {
        let mut desk = Desk::new(columns, rows);
        desk.session.tasks.clear();
        desk.keys("ga");
        assert_eq!(desk.ui.view, View::Agents);
        desk.screen();
    }
}

#[test]
fn marked_tasks_run_again_together_and_all_of_them_by_one_key_and_the_others_are_kept() {
    let mut desk = desk(120, 40);
    desk.end();
    for id in ["pass:security", "pass:tests"] {
        say(&mut desk, id, "[");
        end(&mut desk, id, TaskEnd::Completed);
    }
    desk.keys("ga<Space><Space>");
    assert!(desk.row("2 marked").is_some(), "{}", desk.screen());
    desk.keys("r");
    let screen = desk.screen();
    assert!(screen.contains("Run 2 agent tasks (security, tests) again?"), "{screen}");
    assert!(screen.contains("24.7k tokens and $0.0824"), "{screen}");
    desk.keys("y");
    let again = asked(&desk)[1];
    assert_eq!(names(again), ["pass:security", "pass:tests"]);
    assert!(desk.ui.noted.agents.marks.is_empty());
    for id in ["pass:security", "pass:tests"] {
        end(&mut desk, id, TaskEnd::Completed);
    }
    // All that can, by *; what nobody answers is none of them. Again: no mark.
    desk.keys("gg*");
    assert!(desk.message().starts_with("2 agent tasks marked"), "{}", desk.message());
    desk.keys("*");
    assert!(desk.message().starts_with("0 agent tasks marked"), "{}", desk.message());
    // By the palette, from anywhere.
    desk.keys("gd:rerun-all\n");
    assert!(desk.row("Run 2 agent tasks (security, tests) again?").is_some(), "{}", desk.screen());
    desk.keys("n");
    assert_eq!(asked(&desk).len(), 2, "no is no");
    // One of the marked only: the other is kept as it is.
    desk.keys("gg<Space>gg");
    desk.keys("jry");
    assert_eq!(names(asked(&desk)[2]), ["pass:security"], "the marked one, not the one under the cursor");
}

#[test]
fn marked_tasks_are_cancelled_together() {
    let mut desk = desk(100, 30);
    desk.end();
    for id in ["pass:security", "pass:tests"] {
        say(&mut desk, id, "[");
    }
    desk.keys("ga<Space><Space>x");
    assert_eq!(desk.stopped, [TaskId::new("pass:security"), TaskId::new("pass:tests")]);
    assert!(desk.message().contains("stopping 2 agent tasks"), "{}", desk.message());
}

#[test]
fn a_task_that_never_ran_is_asked_with_an_estimate_and_a_command_says_that_nobody_knows() {
    let mut first = desk(120, 40);
    first.find(secret());
    first.end();
    first.keys("gary");
    end(&mut first, "pass:security", TaskEnd::Stopped);
    let again = first.session.again_estimate(&[TaskId::new("pass:tests"), TaskId::new("pass:overview")]);
    assert_eq!((again.commands, again.usage.total()), (2, 0));
    let words = first.session.again_estimate(&[TaskId::new("pass:security")]);
    assert_eq!((words.usage.total(), words.is_priced), (12_345, true));
}

#[test]
fn a_click_chooses_a_task() {
    let mut desk = desk(100, 30);
    prr::ui::update(&mut desk.ui, &desk.session, prr::ui::Msg::MouseIs(true));
    desk.end();
    desk.keys("ga");
    let row = desk.row("overview").unwrap() as u16;
    desk.mouse(prr::ui::Deed::Press, (5, row));
    assert!(desk.screen().lines().nth(row.into()).unwrap().starts_with('▶'), "{}", desk.screen());
}

#[test]
fn a_task_at_work_tells_how_long_it_has_been_so() {
    let mut desk = desk(120, 40);
    desk.end();
    let at = desk.at();
    desk.tell(Msg::TaskStarted(TaskId::new("pass:security"), at));
    assert!(!prr::ui::ticks(&desk.session, &desk.ui), "nothing that takes its time is on the screen");
    desk.keys("ga");
    assert!(prr::ui::ticks(&desk.session, &desk.ui));
    let later = |desk: &mut Desk, seconds: i64| {
        let now = prr::core::model::Time(at.0 + seconds * 1000);
        prr::ui::update(&mut desk.ui, &desk.session, prr::ui::Msg::Clock(now));
        desk.screen()
    };
    let screen = later(&mut desk, 72);
    assert!(screen.lines().any(|line| line.contains("at work") && line.contains("72 s")), "{screen}");
    let screen = later(&mut desk, 154);
    assert!(screen.lines().any(|line| line.contains("at work") && line.contains("2 min 34 s")), "{screen}");
    // Behind its end stands what it took, by its own report; nobody asks for the time any more.
    end(&mut desk, "pass:security", TaskEnd::Completed);
    let screen = later(&mut desk, 999);
    assert!(screen.lines().any(|line| line.contains("done") && line.contains("12 s")), "{screen}");
    let idle = |desk: &Desk| !desk.session.tasks.iter().any(|(_, state)| *state == TaskState::Running);
    assert_eq!(prr::ui::ticks(&desk.session, &desk.ui), !idle(&desk));
}

#[test]
fn without_a_model_the_view_says_what_names_one_and_offers_nothing_that_cannot_be_done() {
    let mut desk = Desk::new(80, 24);
    desk.read(DIFF);
    desk.open(Past::default(), false);
    let at = desk.at();
    let tasks = vec![planned("security", None), planned("tests", None)];
    desk.tell(Msg::Planned(Arc::new(Plan { tasks, ..Plan::default() }), at));
    desk.map();
    desk.end();
    desk.keys("ga");
    assert!(
        desk.row("no model for 2 agent tasks: set PRR_MODEL=PROVIDER::NAME \u{b7} `prr doctor` helps").is_some(),
        "{}",
        desk.screen()
    );
    // What did something stands first, and says what it is; what did not is behind it.
    assert!(desk.row("it found nothing").is_some(), "{}", desk.screen());
    desk.keys("G");
    assert!(desk.row("[tiers] in your settings names one").is_some(), "{}", desk.screen());
    let footer = desk.screen().lines().last().unwrap().to_owned();
    assert!(footer.contains("? help") && !footer.contains("mark") && !footer.contains("again"), "{footer}");
    // Later somebody answers, and they are let run.
    let past = Past::from_records(&desk.records);
    let mut later = resumed(80, 24, past, true);
    later.keys("ga");
    let told = "no model was named for 3 agent tasks then \u{b7} * r asks the one there is now";
    assert!(later.row(told).is_some(), "{}", later.screen());
    later.keys("j");
    assert!(later.row("mine::big would answer now").is_some(), "{}", later.screen());
    later.keys("*r");
    assert!(later.row("Run 2 agent tasks (security, tests) again?").is_some(), "{}", later.screen());
}

/// Names of the list's rows with a state, from the top; the one under the cursor by the place in the footer.
fn listed(desk: &mut Desk) -> (Vec<String>, String) {
    let screen = desk.screen();
    let words = ["queued", "at work", "done", "stopped", "failed", "skipped"];
    let rows: Vec<String> = screen.lines().skip(3).map(str::to_owned).collect();
    let rows: Vec<String> = rows.into_iter().take_while(|row| words.iter().any(|word| row.contains(word))).collect();
    let place: usize = screen.lines().last().unwrap().trim().split(' ').next().unwrap().parse().unwrap();
    let row = rows[place - 1].clone();
    (rows, row)
}

#[test]
fn what_was_not_to_be_done_stands_last_and_the_cursor_stays_on_its_task() {
    let mut desk = desk(120, 40);
    desk.keys("ga");
    let is_in_order =
        |rows: &[String]| rows.iter().skip_while(|row| !row.contains("skipped")).all(|row| row.contains("skipped"));
    let (rows, _) = listed(&mut desk);
    assert!(rows.len() >= 4 && rows.last().unwrap().contains("skipped") && is_in_order(&rows), "{rows:#?}");
    desk.keys("j");
    let (_, before) = listed(&mut desk);
    assert!(before.contains("tests"), "{before}");
    // What stands above it goes to the end, and comes back; a click finds the same rows.
    end(&mut desk, "pass:security", TaskEnd::Skipped("the budget is spent".into()));
    let (rows, after) = listed(&mut desk);
    assert!(is_in_order(&rows) && after.contains("tests"), "{after} {rows:#?}");
    desk.keys("gg");
    let (rows, first) = listed(&mut desk);
    assert_eq!(rows[0], first);
    desk.end();
    desk.tell(Msg::RunAgain(vec![TaskId::new("pass:security")]));
    let (rows, still) = listed(&mut desk);
    assert!(rows[0].contains("security") && still.contains("tests"), "{still} {rows:#?}");
}
