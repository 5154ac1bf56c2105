//! Several agents that say the same, as the person sees it: one card that says how many agree.

use prr::{
    core::{
        gate::Past,
        model::{Candidate, CandidateId, Pass, Severity, Task, TaskEnd, TaskId},
    },
    session::{Msg, Plan, Session},
};

use crate::support::desk::{DIFF, Desk, candidate};

/// A desk whose reviewers have these names.
fn desk(names: &[&str]) -> Desk {
    let mut desk = Desk::new(120, 40);
    let task = |name: &&str| Task { id: TaskId::new(format!("builtin:{name}")), pass: Pass::Builtin((*name).into()) };
    desk.session = Session::new("a change", Plan { tasks: names.iter().map(task).collect(), ..Plan::default() });
    desk.read(DIFF);
    desk.open(Past::default(), false);
    desk.map();
    desk
}

fn says(name: &str, number: u32, summary: &str) -> Candidate {
    let mut claim = candidate(number, "src/auth.rs", 12);
    (claim.id, claim.task) = (CandidateId::new(format!("{name}-c{number}")), TaskId::new(format!("builtin:{name}")));
    (claim.claim.title, claim.claim.summary) = ("Reader stays open".into(), summary.into());
    (claim.claim.issue_class, claim.claim.invariant) = (String::new(), String::new());
    claim.weight.severity = Severity::Major;
    claim
}

fn end(desk: &mut Desk, names: &[&str]) {
    for name in names {
        let at = desk.at();
        desk.tell(Msg::TaskEnded(TaskId::new(format!("builtin:{name}")), TaskEnd::Completed, at));
    }
}

#[test]
fn a_card_says_how_many_agents_agree_and_one_that_repeats_itself_is_no_agreement() {
    let names = ["one", "two", "three"];
    let mut desk = desk(&names);
    for (number, name) in (1..).zip(names) {
        desk.find(says(name, number, &format!("The reader is not closed when parsing throws ({name}).")));
    }
    end(&mut desk, &names);
    desk.keys("J");
    let screen = desk.screen();
    assert!(screen.contains("· 3 agents agree ·"), "{screen}");
    assert!(screen.contains("3 agents agree: one, "), "{screen}");
    assert_eq!(desk.session.findings.cards_len(), 1);
    let mut alone = self::desk(&names);
    alone.find(says("one", 1, "The reader is not closed when parsing throws."));
    alone.find(says("one", 2, "The reader is not closed when parsing throws."));
    end(&mut alone, &names);
    alone.keys("J");
    let screen = alone.screen();
    assert!(screen.contains("· said 2 times ·") && !screen.contains("agree"), "{screen}");
}
