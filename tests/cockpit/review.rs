//! The Review view and what it is made of: texts, anchors, reasons, choices of event, action and body, the request itself,
//! opening at the gate, the way to the next. Not here: the keys of the confirmation (`publish`).

use std::sync::Arc;

use prr::{
    core::{
        gate::Past,
        model::{
            InboxEntry, InboxRow, InboxWhy, Kind, PublishOutcome, PullName, PullNews, Record, ReviewAction,
            ReviewState, RunId, Severity, TaskEnd, TaskId, TaskState, Time,
        },
        publish::{Choice, Gate},
    },
    session::{Effect, Msg},
    ui::View,
};

use super::publish::{At, desk, posted, posts, receipt, review, sized};
use crate::support::{
    desk::{DIFF, Desk, candidate},
    pull,
};

fn hash(desk: &Desk) -> String {
    desk.session.publication().look.clone().unwrap().report.review.as_str().to_owned()
}

fn body(desk: &Desk) -> String {
    let look = desk.session.publication().look.clone().unwrap();
    look.report.composed.as_ref().unwrap().payload.body.clone()
}

#[test]
fn the_view_shows_the_text_the_anchors_and_what_moved_and_why() {
    let mut desk = desk(At { ended: false, ..At::default() });
    let mut small = candidate(1, "src/auth.rs", 12);
    (small.weight.severity, small.claim.title) = (Severity::Nitpick, "A small thing".into());
    let mut praise = candidate(2, "src/auth.rs", 13);
    (praise.claim.kind, praise.claim.title) = (Kind::Praise, "Good names".into());
    desk.find(small);
    desk.find(praise);
    desk.find(candidate(3, "src/auth.rs", 14));
    desk.end();
    desk.keys("Jaaa");
    desk.keys("gcMine, first.<C-s>gr");
    desk.resize(120, 60);
    let screen = desk.screen();
    for shown in [
        "── the body, as it will stand ──",
        "Mine, first.",
        "src/auth.rs:14 RIGHT ──",
        "A small thing: nitpicks stand in the body",
        "Good names: only findings and questions stand at lines",
    ] {
        assert!(screen.contains(shown), "{shown}: {screen}");
    }
    let own = screen.find("Mine, first.").unwrap();
    assert!(own < screen.find("Looked at").unwrap(), "the person's text leads: {screen}");
    let short = hash(&desk)[..12].to_owned();
    assert!(screen.contains(&format!("review {short} of acme/shop#123")), "{screen}");
}

#[test]
fn the_action_is_overridden_on_the_way_and_is_part_of_the_review() {
    let mut desk = desk(At { findings: 1, ..At::default() });
    desk.keys("gg}aSbbb");
    let computed = hash(&desk);
    for (chosen, verdict) in [
        (Some(ReviewAction::Approve), "APPROVE"),
        (Some(ReviewAction::RequestChanges), "REQUEST_CHANGES"),
        (Some(ReviewAction::CommentOnly), "COMMENT_ONLY"),
        (None, ""),
    ] {
        desk.keys("a");
        assert_eq!(desk.session.publication().action, chosen);
        // The computed verdict of a critical finding is to request changes.
        let is_other = chosen.is_some_and(|action| action != ReviewAction::RequestChanges);
        assert_eq!(hash(&desk) != computed, is_other, "{verdict}");
        let screen = desk.screen();
        assert_eq!(screen.contains(&format!("action {verdict}, chosen")), chosen.is_some(), "{screen}");
    }
    desk.keys("ab");
    assert!(body(&desk).contains("**Action**: [APPROVED] APPROVE"), "{}", body(&desk));
    assert!(body(&desk).contains("The verdict is the reviewer's own."), "{}", body(&desk));
    desk.keys("y");
    assert_eq!(posted(&desk).snapshot.request.verdict, Some(ReviewAction::Approve));
}

#[test]
fn the_body_goes_from_summary_to_full_to_own() {
    let mut desk = desk(At { findings: 1, ..At::default() });
    desk.keys("gg}agcOnly I.<C-s>S");
    assert!(body(&desk).starts_with("Only I.") && body(&desk).contains("Looked at"), "{}", body(&desk));
    desk.keys("b");
    assert!(body(&desk).contains("## Code review"), "{}", body(&desk));
    desk.keys("b");
    assert!(desk.screen().contains("body: own text only"), "{}", desk.screen());
    let own = body(&desk);
    assert!(own.starts_with("Only I.\n\n<!-- prr-cockpit: "), "{own}");
}

#[test]
fn enter_shows_the_request_as_it_will_be_sent() {
    let mut desk = sized(200, 40, At { findings: 1, ..At::default() });
    desk.keys("gg}agr<Enter>");
    let screen = desk.screen();
    assert!(screen.contains("\"commit_id\": \"aaaa") && screen.contains("\"event\": \"COMMENT\""), "{screen}");
    assert!(screen.contains("\"line\": 12, \"side\": \"RIGHT\""), "{screen}");
    desk.keys("<Enter>");
    assert!(!desk.screen().contains("commit_id"), "{}", desk.screen());
}

#[test]
fn each_choice_that_opens_a_gate_is_offered_where_it_is_closed() {
    let at = |edit: fn(&mut At)| {
        let mut at = At::default();
        edit(&mut at);
        let mut desk = desk(at);
        desk.keys("S");
        desk
    };
    let marker = format!("x\n\n<!-- pi-pr-review: {{\"schema\":1,\"headRefOid\":\"{}\"}} -->", "a".repeat(40));
    let mut second = desk(At { reviews: vec![review(8, "me", ReviewState::Commented, &marker)], ..At::default() });
    second.keys("S");
    let mut event = at(|at| at.pull.author = pull::author("me"));
    event.keys("v");
    let cases = [
        (at(|at| at.pull.head.sha = "f".repeat(40)), Gate::Head, "o old head"),
        (at(|at| at.pull.is_draft = true), Gate::State, "c comments on the draft"),
        (at(|at| at.pull.state = prr::core::model::PullState::Closed), Gate::State, "c posts all the same"),
        (second, Gate::Duplicate, "w says what is new"),
        (at(|at| at.reviews = vec![review(5, "me", ReviewState::Pending, "")]), Gate::Pending, "D discards it"),
        (event, Gate::Payload, "v event"),
    ];
    for (mut desk, gate, words) in cases {
        let look = desk.session.publication().look.clone().unwrap();
        let check = look.report.gates.check(gate).unwrap().clone();
        let has = match check.choice.as_ref().unwrap() {
            Choice::Stale { .. } => gate == Gate::Head,
            Choice::Draft | Choice::Closed => gate == Gate::State,
            Choice::Second { .. } => gate == Gate::Duplicate,
            Choice::Pending { .. } => gate == Gate::Pending,
            Choice::Event => gate == Gate::Payload,
            // Only a ledger with an open attempt offers it (`publish`).
            Choice::Reconcile => false,
        };
        assert!(has && !check.passed, "{}: {check:?}", gate.as_str());
        let screen = desk.screen();
        assert!(screen.contains(words) && screen.contains(&format!("✗ {}", gate.number())), "{words}: {screen}");
        desk.keys("y");
        assert_eq!(posts(&desk), 0, "{}", gate.as_str());
    }
}

#[test]
fn what_has_no_room_in_the_confirmation_is_counted_and_its_keys_stay() {
    let mut stale = pull::pull();
    (stale.head.sha, stale.is_draft) = ("f".repeat(40), true);
    let marker = format!("<!-- pi-pr-review: {{\"schema\":1,\"headRefOid\":\"{}\"}} -->", "a".repeat(40));
    let reviews = vec![review(8, "me", ReviewState::Commented, &marker), review(5, "me", ReviewState::Pending, "")];
    let at = At { pull: stale, reviews, findings: 2, ended: false };
    let mut desk = sized(80, 24, at);
    desk.keys("S");
    let screen = desk.screen();
    for shown in ["✗ 4 head", "✗ 5 state", "✗ 6 duplicate", "✗ 7 pending", "p joins", "s stops", "Esc back"] {
        assert!(screen.contains(shown), "{shown}: {screen}");
    }
    desk.resize(60, 16);
    let screen = desk.screen();
    assert!(screen.contains("rows have no room") && screen.contains("Esc back"), "{screen}");
}

/// A desk opened on the records of another, in the same run.
fn reopened(before: &Desk) -> Desk {
    let mut desk = Desk::new(100, 40);
    desk.is_pull = true;
    desk.read(DIFF);
    desk.open(Past::from_records(&before.records), true);
    desk.map();
    desk.told(PullNews::Pull(Box::new(pull::pull())));
    desk
}

#[test]
fn a_review_that_is_at_hand_opens_at_the_gate_and_runs_nothing() {
    let before = desk(At { findings: 2, ..At::default() });
    let mut again = reopened(&before);
    assert_eq!(again.ui.view, View::Review);
    assert!(again.message().starts_with("this head is reviewed: no agent runs"), "{}", again.message());
    assert!(again.session.publication().look.is_some(), "its gates are looked at");
    assert!(again.session.tasks.iter().all(|(_, state)| matches!(state, TaskState::Ended(_))));
    let frozen = hash(&again);
    again.keys("J");
    assert_eq!(again.ui.view, View::Diff, "J goes to what is undecided, from any view");
    again.keys("agr");
    assert_ne!(hash(&again), frozen, "an edit makes another review");
}

#[test]
fn what_a_run_left_out_for_a_reason_is_not_run_when_it_opens_at_the_gate() {
    let left_out = |end: TaskEnd| {
        let mut before = desk(At { ended: false, findings: 1, ..At::default() });
        let at = before.at();
        before.tell(Msg::TaskEnded(TaskId::new("builtin:test"), end, at));
        reopened(&before)
    };
    let again = left_out(TaskEnd::Skipped("no model".into()));
    assert_eq!(again.ui.view, View::Review);
    assert_eq!(again.session.tasks[0].1, TaskState::Ended(TaskEnd::Skipped("no model".into())));
    let cut = left_out(TaskEnd::Stopped);
    assert_eq!((cut.ui.view, &cut.session.tasks[0].1), (View::Diff, &TaskState::Queued), "what was cut runs again");
}

#[test]
fn one_that_did_not_end_or_is_none_opens_at_the_change() {
    let before = desk(At { ended: false, findings: 1, ..At::default() });
    assert_eq!(reopened(&before).ui.view, View::Diff);
    let mut other = Desk::small();
    other.end();
    let mut again = Desk::new(100, 40);
    again.read(DIFF);
    again.open(Past::from_records(&other.records), true);
    again.map();
    assert_eq!(again.ui.view, View::Diff, "only a pull request has a gate to publish through");
}

fn waiting(number: u64) -> InboxRow {
    let entry = InboxEntry {
        name: PullName { number, ..pull::name() },
        title: "t".into(),
        author: pull::author("alice"),
        url: pull::url(),
        updated: None,
        head: None,
        why: vec![InboxWhy::ReviewRequested],
        is_draft: false,
        checks: None,
        counts: None,
    };
    InboxRow { entry, look: None }
}

fn published() -> Desk {
    let mut desk = desk(At::default());
    desk.keys("Sy");
    let receipt = receipt(&desk);
    let mut report = desk.session.publication().look.clone().unwrap().report.clone();
    (report.outcome, report.receipt) = (Some(PublishOutcome::Posted), Some(receipt.clone()));
    let record = Record::PublicationReceipt { run: RunId::new(""), receipt: Box::new(receipt) };
    desk.tell(Msg::PublicationRecorded(Box::new(record)));
    desk.tell(Msg::PublishEnded(Ok(Box::new(report))));
    desk.orders.clear();
    desk
}

fn told(desk: &mut Desk, numbers: &[u64]) {
    let rows: Vec<InboxRow> = numbers.iter().map(|number| waiting(*number)).collect();
    desk.tell(Msg::InboxTold(Ok(Arc::from(rows)), Time(9)));
}

#[test]
fn behind_a_receipt_n_opens_the_next_of_the_inbox() {
    let mut early = desk(At::default());
    early.keys("grN");
    assert!(early.message().contains("once this one is published"), "{}", early.message());
    for (waiting, next) in
        [(&[130, 123, 125][..], Some(125)), (&[130, 125], Some(130)), (&[130, 123], None), (&[], None)]
    {
        let mut desk = published();
        desk.keys("N");
        assert!(desk.orders.iter().any(|order| matches!(order, Effect::ReadInbox(_))), "it is asked anew");
        told(&mut desk, waiting);
        assert_eq!(desk.gone.iter().map(|name| name.number).next(), next, "{waiting:?}");
        if next.is_none() {
            assert_eq!(desk.ui.view, View::Inbox);
            assert!(desk.message().contains("the last one"), "{}", desk.message());
        }
    }
    let mut changed = published();
    changed.keys("Nk");
    told(&mut changed, &[130]);
    assert!(changed.gone.is_empty(), "a key in between means something else");
}

#[test]
fn help_is_among_the_hints_in_every_view_and_width() {
    for (columns, rows) in [(80, 24), (100, 30), (120, 40), (200, 60)] {
        let mut desk = sized(columns, rows, At { findings: 2, ..At::default() });
        for keys in ["gd", "gg", "J", "G", "gt", "gr", "gi"] {
            desk.keys(keys);
            desk.ui.message = None;
            let screen = desk.screen();
            let footer = screen.lines().last().unwrap_or_default();
            assert!(footer.contains("? help"), "{columns}x{rows} {keys}: {footer}");
        }
    }
}
