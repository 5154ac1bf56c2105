//! For every gate a fixture that closes it and a near miss that passes; the enum is walked, so that a new gate does
//! not go without.

use super::world::{Fault, World, chose, failure, headless, person};
use crate::core::{
    model::{ForeignReview, Pull, PullState, ReviewState},
    publish::{
        Artifact, Event, Gate, Outcome, Wish,
        course::{Choices, Mode, Will},
        sample,
    },
};

struct Case {
    world: World,
    artifact: Artifact,
    will: Will,
}

fn case() -> Case {
    Case { world: World::new(), artifact: sample::artifact(), will: headless() }
}

fn with(edit: impl FnOnce(&mut Case)) -> Case {
    let mut one = case();
    edit(&mut one);
    one
}

fn pull(edit: impl FnOnce(&mut Pull)) -> Pull {
    let mut pull = sample::pull();
    edit(&mut pull);
    pull
}

fn pending(login: &str) -> ForeignReview {
    ForeignReview { state: ReviewState::Pending, ..sample::foreign(555, login, "") }
}

fn marked(login: &str, head: &str) -> ForeignReview {
    let pi = format!("x\n\n<!-- pi-pr-review: {{\"schema\":1,\"headRefOid\":\"{head}\"}} -->");
    sample::foreign(9, login, &pi)
}

/// Cases that close the gate, and cases that nearly do.
fn cases(gate: Gate) -> (Vec<Case>, Vec<Case>) {
    let moved = || pull(|p| p.head.sha = "3".repeat(40));
    match gate {
        Gate::Review => (
            vec![
                with(|c| c.artifact.binding.pull.number = 8),
                with(|c| c.artifact.binding.pull.repo.repo = "other".into()),
                with(|c| c.artifact.disposition = crate::core::publish::Disposition::Skipped("a bot's".into())),
            ],
            vec![with(|c| c.artifact.binding.pull.repo.owner = "O".into())],
        ),
        Gate::Identity => (
            vec![
                with(|c| c.world.login = Ok(None)),
                with(|c| c.world.login = Err(failure("no token"))),
                with(|c| c.world.login = Ok(Some("somebody".into()))),
                with(|c| (c.world.login, c.will.login) = (Ok(None), Some("  ".into()))),
            ],
            vec![
                with(|c| c.world.login = Ok(Some("REVIEWER".into()))),
                with(|c| (c.world.login, c.will.login) = (Ok(None), Some("reviewer".into()))),
                with(|c| (c.artifact.binding.login, c.world.login) = (None, Ok(Some("app[bot]".into())))),
            ],
        ),
        Gate::Lock => (vec![with(|c| c.world.holder = Some("process 4 holds it".into()))], vec![case()]),
        Gate::Head => (
            vec![
                with(|c| c.world.pull = Ok(moved())),
                with(|c| c.world.pull = Err(failure("unknown state"))),
                with(|c| (c.world.pull, c.will) = (Ok(moved()), person())),
            ],
            vec![
                with(|c| c.world.pull = Ok(pull(|p| p.head.sha = p.head.sha.to_uppercase()))),
                with(|c| (c.world.pull, c.will.choices.stale) = (Ok(moved()), true)),
                with(|c| (c.world.pull, c.will.rights.allow_stale) = (Ok(moved()), true)),
            ],
        ),
        Gate::State => (
            vec![
                with(|c| c.world.pull = Ok(pull(|p| p.is_draft = true))),
                with(|c| (c.world.pull, c.will.choices.draft) = (Ok(pull(|p| p.is_draft = true)), true)),
                with(|c| (c.world.pull, c.will) = (Ok(pull(|p| p.is_draft = true)), person())),
                with(|c| c.world.pull = Ok(pull(|p| p.state = PullState::Closed))),
                with(|c| c.world.pull = Ok(pull(|p| p.state = PullState::Merged))),
            ],
            vec![
                with(|c| {
                    (c.world.pull, c.will) =
                        (Ok(pull(|p| p.is_draft = true)), chose(Choices { draft: true, ..Choices::default() }));
                }),
                with(|c| (c.world.pull, c.will.choices.closed) = (Ok(pull(|p| p.state = PullState::Merged)), true)),
            ],
        ),
        Gate::Duplicate => (
            vec![
                with(|c| c.world.reviews = vec![marked("Reviewer", sample::HEAD)]),
                with(|c| c.world.remarks = vec![sample::remark(1, "reviewer", &marked("x", sample::HEAD).body)]),
                with(|c| c.world.unreadable = true),
                with(|c| (c.world.reviews, c.will) = (vec![marked("reviewer", sample::HEAD)], person())),
                with(|c| (c.world.reviews, c.will.choices.second) = (vec![marked("reviewer", sample::HEAD)], true)),
            ],
            vec![
                with(|c| c.world.reviews = vec![marked("mallory", sample::HEAD)]),
                with(|c| c.world.reviews = vec![marked("reviewer", &"4".repeat(40))]),
                with(|c| {
                    (c.world.reviews, c.will) =
                        (vec![marked("reviewer", sample::HEAD)], chose(Choices { second: true, ..Choices::default() }));
                }),
            ],
        ),
        Gate::Pending => (
            vec![
                with(|c| c.world.reviews = vec![pending("Reviewer")]),
                with(|c| (c.world.reviews, c.will.choices.discard) = (vec![pending("reviewer")], Some(555))),
                with(|c| {
                    let other = Choices { discard: Some(4), ..Choices::default() };
                    (c.world.reviews, c.will) = (vec![pending("reviewer")], chose(other));
                }),
            ],
            vec![
                with(|c| c.world.reviews = vec![pending("somebody")]),
                with(|c| {
                    let this = Choices { discard: Some(555), ..Choices::default() };
                    (c.world.reviews, c.will) = (vec![pending("reviewer")], chose(this));
                }),
            ],
        ),
        // Failing to read the files costs the lines, not the review: it closes nothing.
        Gate::Files => (vec![], vec![with(|c| c.world.files = Err(failure("no files"))), case()]),
        Gate::Payload => {
            let choose = |event| move |c: &mut Case| c.will = Will { event: Wish::Person(event), ..person() };
            let own = |c: &mut Case| c.world.pull = Ok(pull(|p| p.author.login = "Reviewer".into()));
            (
                [Event::Approve, Event::RequestChanges]
                    .map(|event| {
                        with(|c| {
                            choose(event)(c);
                            own(c);
                        })
                    })
                    .into(),
                vec![
                    with(|c| {
                        choose(Event::Comment)(c);
                        own(c);
                    }),
                    with(choose(Event::RequestChanges)),
                    with(choose(Event::Approve)),
                ],
            )
        }
        Gate::Text => {
            let text = |bytes| {
                move |c: &mut Case| c.artifact.statements = vec![sample::own("own-001", &"x".repeat(bytes), None)]
            };
            (vec![with(text(65_500))], vec![with(text(64_000))])
        }
        Gate::Unchanged => (
            vec![
                with(|c| c.world.later = Some(moved())),
                with(|c| c.world.later = Some(pull(|p| p.is_draft = true))),
                with(|c| c.world.later = Some(pull(|p| p.state = PullState::Closed))),
                with(|c| c.world.faults = vec![("reread-pull", Fault::Refused)]),
                with(|c| c.will.confirmed = Some("another payload".into())),
            ],
            vec![with(|c| c.world.later = Some(pull(|p| p.title = "renamed".into())))],
        ),
        Gate::Intent => (vec![with(|c| c.world.faults = vec![("write-intent", Fault::Refused)])], vec![case()]),
        Gate::Receipt => (vec![with(|c| c.world.faults = vec![("write-receipt", Fault::Refused)])], vec![case()]),
    }
}

#[test]
fn every_gate_has_what_closes_it_and_what_nearly_does() {
    for gate in Gate::ALL {
        let (closing, passing) = cases(gate);
        assert!(gate == Gate::Files || !closing.is_empty(), "{}", gate.as_str());
        assert!(!passing.is_empty(), "{}", gate.as_str());
        for (nth, mut one) in closing.into_iter().enumerate() {
            let report = one.world.publish(&one.artifact, &one.will).unwrap();
            let check = report.gates.check(gate).unwrap_or_else(|| panic!("{} {nth} is not reached", gate.as_str()));
            assert!(!check.passed && !check.why.is_empty(), "{} {nth}", gate.as_str());
            assert_eq!(report.gates.closed().map(|(gate, _)| gate), Some(gate), "{nth}");
            let posted = usize::from(gate == Gate::Receipt);
            assert_eq!(one.world.posts, posted, "{} {nth}: nothing is posted behind a closed gate", gate.as_str());
        }
        for (nth, mut one) in passing.into_iter().enumerate() {
            let report = one.world.publish(&one.artifact, &one.will).unwrap();
            let check = report.gates.check(gate);
            assert!(check.is_some_and(|check| check.passed), "{} {nth}: {check:?}", gate.as_str());
            assert_eq!(one.world.posts, 1, "{} {nth}: {}", gate.as_str(), report.sentence());
        }
    }
}

#[test]
fn another_hash_than_was_asked_for_is_another_review() {
    use crate::core::publish::course::{Asked, Course};
    let mut edited = sample::artifact();
    edited.statements[0].wording.body.push('!');
    let asked = Asked { pull: sample::name(), review: sample::artifact().hash() };
    let (course, order) = Course::begin(asked, edited, headless());
    assert_eq!(order, None);
    assert!(course.report().gates.check(Gate::Review).unwrap().why.contains("has changed since it was frozen"));
}

#[test]
fn a_preview_shows_every_gate_it_can_and_writes_nothing() {
    let mut one = case();
    one.world.pull = Ok(pull(|p| (p.is_draft, p.head.sha) = (true, "3".repeat(40))));
    one.world.reviews = vec![marked("reviewer", sample::HEAD), pending("reviewer")];
    one.will.mode = Mode::Preview;
    let report = one.world.publish(&one.artifact, &one.will).unwrap();
    for gate in [Gate::Head, Gate::State, Gate::Duplicate, Gate::Pending] {
        assert!(!report.gates.check(gate).unwrap().passed, "{}", gate.as_str());
    }
    assert!(report.gates.check(Gate::Text).unwrap().passed);
    assert_eq!((report.outcome, one.world.posts, one.world.intents.len()), (None, 0, 0));
    assert!(report.composed.is_some() && !report.is_open());
}

#[test]
fn an_open_preview_has_thirteen_open_gates() {
    let mut one = with(|c| c.will.mode = Mode::Preview);
    let report = one.world.publish(&one.artifact, &one.will).unwrap();
    assert!(report.is_open() && report.gates.passed_to(Gate::Receipt));
    assert_eq!((one.world.posts, one.world.intents.len(), one.world.receipts.len()), (0, 0, 0));
    assert_eq!(report.event, Some(Event::Comment));
}

#[test]
fn what_was_previewed_is_what_is_posted() {
    let mut one = with(|c| c.will.mode = Mode::Preview);
    let seen = one.world.publish(&one.artifact, &one.will).unwrap().composed.unwrap().payload;
    one.will = Will { confirmed: Some(seen.hash()), ..headless() };
    let report = one.world.publish(&one.artifact, &one.will).unwrap();
    assert_eq!(report.outcome, Some(Outcome::Posted));
    assert_eq!(report.composed.unwrap().payload, seen);
}
