//! Publishing from the cockpit: the Review view, the confirmation, its choices, the receipt.
//! Not here: the rules (`core::publish`), the wire (`publish`).

use std::sync::Arc;

use prr::{
    core::{
        model::{
            Comment, ForeignReview, PublishIntent, PublishOutcome, PublishReceipt, Pull, PullFile, PullFileStatus,
            PullNews, PullState, Record, RepoPath, ReviewEvent, ReviewState, RunId, Time, Wording,
        },
        publish::{
            Wish,
            course::{Mode, Seat},
        },
    },
    session::{Effect, Msg, PublishOrder},
};

use crate::support::{
    desk::{DIFF, Desk, candidate},
    pull,
};

/// The small diff's files as the host lists them.
fn files() -> Vec<PullFile> {
    let sections = DIFF.split("diff --git ").skip(1);
    let file = |section: &str| {
        let path = section.lines().next().unwrap().rsplit_once(" b/").unwrap().1;
        PullFile {
            path: RepoPath::new(path),
            old_path: None,
            status: PullFileStatus::Modified,
            additions: 1,
            deletions: 1,
            patch: section.find("\n@@").map(|at| section[at + 1..].trim_end_matches('\n').to_owned()),
            blob: None,
        }
    };
    sections.map(file).collect()
}

pub fn review(id: u64, login: &str, state: ReviewState, body: &str) -> ForeignReview {
    let commit = Some("a".repeat(40));
    ForeignReview {
        id,
        author: pull::author(login),
        state,
        body: body.into(),
        commit,
        submitted: None,
        url: pull::url(),
    }
}

pub struct At {
    pub pull: Pull,
    pub reviews: Vec<ForeignReview>,
    pub findings: u32,
    pub ended: bool,
}

impl Default for At {
    fn default() -> Self {
        Self { pull: pull::pull(), reviews: Vec::new(), findings: 0, ended: true }
    }
}

/// A pull request, reviewed, as the host told it.
pub fn desk(at: At) -> Desk {
    sized(100, 40, at)
}

pub fn sized(columns: u16, rows: u16, at: At) -> Desk {
    let past = prr::core::gate::Past::default();
    reopened((columns, rows), at, (past, false))
}

/// The same over what an earlier session left; whether its run goes on.
pub fn reopened((columns, rows): (u16, u16), at: At, (past, resumed): (prr::core::gate::Past, bool)) -> Desk {
    let mut desk = Desk::new(columns, rows);
    desk.is_pull = true;
    desk.read(DIFF);
    desk.open(past, resumed);
    desk.map();
    let news = [
        PullNews::Pull(Box::new(at.pull)),
        PullNews::Identity("me".into()),
        PullNews::Files(files().into()),
        PullNews::Reviews(at.reviews.into()),
        PullNews::Conversation(Arc::from([])),
        pull::threads([]),
        PullNews::Complete,
    ];
    news.into_iter().for_each(|news| desk.told(news));
    (1..=at.findings).for_each(|n| desk.find(candidate(n, "src/auth.rs", 11 + n)));
    if at.ended {
        desk.end();
    }
    desk.orders.clear();
    desk
}

/// What was ordered to be posted.
#[track_caller]
pub fn posted(desk: &Desk) -> &PublishOrder {
    let orders: Vec<_> = desk.orders.iter().filter(|order| matches!(order, Effect::Publish(_))).collect();
    assert_eq!(orders.len(), 1, "{:?}", desk.orders.iter().map(Effect::name).collect::<Vec<_>>());
    let Effect::Publish(order) = orders[0] else { unreachable!() };
    order
}

pub fn posts(desk: &Desk) -> usize {
    desk.orders.iter().filter(|order| matches!(order, Effect::Publish(_))).count()
}

#[test]
fn approving_a_clean_pull_request_takes_three_keys() {
    let mut desk = desk(At::default());
    desk.keys("S");
    assert!(desk.screen().contains("Publish review"), "{}", desk.screen());
    desk.keys("v");
    assert!(desk.screen().contains("posts it as APPROVE"), "{}", desk.screen());
    desk.keys("y");
    let order = posted(&desk);
    assert_eq!((order.will.event, order.will.mode), (Wish::Person(ReviewEvent::Approve), Mode::Publish));
    assert_eq!(order.will.seat, Seat::Person);
    let seen = desk.session.publication().look.clone().unwrap();
    assert_eq!(order.will.confirmed, Some(seen.report.composed.as_ref().unwrap().payload.hash()));
    assert_eq!(desk.message(), "posting …");
    desk.keys("Sy");
    assert_eq!(posts(&desk), 1, "while it is under way nothing is ordered again");
}

#[test]
fn nothing_is_posted_but_by_yes_in_the_confirmation() {
    let mut desk = desk(At { findings: 1, ..At::default() });
    for keys in ["S<Esc>", "Sn", "Sq", "Sjk <Esc>", "gry", "yY", "Ssy<Esc>q"] {
        desk.keys(keys);
        if keys != "Ssy<Esc>q" {
            assert_eq!(posts(&desk), 0, "{keys}");
        }
        desk.keys("<Esc>gd");
        desk.orders.clear();
    }
}

#[test]
fn the_confirmation_counts_what_is_undecided_and_what_still_runs() {
    let mut desk = desk(At { findings: 2, ended: false, ..At::default() });
    desk.keys("S");
    let screen = desk.screen();
    assert!(screen.contains("2 findings are undecided: they are left out"), "{screen}");
    assert!(screen.contains("1 reviewer is still at work") && screen.contains("s stops the reviewers"), "{screen}");
    desk.end();
    let screen = desk.screen();
    assert!(!screen.contains("still at work") && screen.contains("y posts it as COMMENT"), "{screen}");
}

#[test]
fn a_decision_behind_the_look_is_looked_at_before_it_can_be_posted() {
    let mut desk = desk(At { findings: 1, ..At::default() });
    desk.keys("gr");
    let before = desk.session.publication().look.clone().unwrap();
    assert_eq!(before.report.composed.as_ref().unwrap().payload.comments.len(), 0);
    desk.keys("gdgg}a");
    desk.keys("S");
    let now = desk.session.publication().look.clone().unwrap();
    assert_ne!(now.report.review, before.report.review);
    assert_eq!(now.report.composed.as_ref().unwrap().payload.comments.len(), 1);
    desk.keys("y");
    assert_eq!(posted(&desk).will.confirmed, Some(now.report.composed.as_ref().unwrap().payload.hash()));
}

#[test]
fn a_draft_gets_a_comment_after_a_word_that_says_draft() {
    let mut draft = pull::pull();
    draft.is_draft = true;
    let mut desk = desk(At { pull: draft, ..At::default() });
    desk.keys("Sy");
    assert_eq!(posts(&desk), 0);
    let screen = desk.screen();
    assert!(screen.contains("it is a draft") && screen.contains("c comments on the draft"), "{screen}");
    desk.keys("cv");
    assert!(desk.screen().contains("a draft gets no APPROVE"), "{}", desk.screen());
    desk.keys("vvy");
    assert_eq!(posted(&desk).will.event, Wish::Person(ReviewEvent::Comment));
}

#[test]
fn a_moved_head_offers_the_new_one_or_the_body() {
    let mut moved = pull::pull();
    moved.head.sha = "f".repeat(40);
    let mut desk = desk(At { pull: moved, findings: 1, ..At::default() });
    desk.keys("gg}aSy");
    assert_eq!(posts(&desk), 0);
    let screen = desk.screen();
    assert!(
        screen.contains("m moves to the new head") && screen.contains("o old head, everything in the body"),
        "{screen}"
    );
    desk.keys("o");
    let payload = desk.session.publication().look.clone().unwrap().report.composed.clone().unwrap().payload;
    assert_eq!((payload.commit, payload.comments.len()), ("f".repeat(40), 0));
    desk.keys("<Esc>Sm");
    assert_eq!(desk.gone, [pull::name()]);
}

#[test]
fn a_closed_one_is_posted_to_after_a_word() {
    let mut merged = pull::pull();
    merged.state = PullState::Merged;
    let mut desk = desk(At { pull: merged, ..At::default() });
    desk.keys("Sy");
    assert_eq!(posts(&desk), 0);
    desk.keys("cy");
    assert!(posted(&desk).will.choices.closed);
}

#[test]
fn a_pending_review_is_joined_or_discarded_by_the_person() {
    let pending = || vec![review(555, "me", ReviewState::Pending, ""), review(9, "bob", ReviewState::Pending, "")];
    let mut desk = desk(At { reviews: pending(), ..At::default() });
    desk.keys("Sy");
    assert_eq!(posts(&desk), 0);
    desk.keys("p");
    assert!(matches!(desk.orders.last(), Some(Effect::ReadPending(_, 555))));
    let comment = Comment {
        anchor: None,
        quoted: String::new(),
        wording: Wording { body: "From the browser.".into(), ..Wording::default() },
    };
    let at = desk.at();
    desk.tell(Msg::PendingRead(555, Ok(vec![comment]), at));
    assert!(desk.records.iter().any(|record| matches!(record, Record::Decision { .. })), "they are in the logbook");
    let screen = desk.screen();
    assert!(screen.contains("From the browser.") || screen.contains("y posts it"), "{screen}");
    desk.keys("y");
    assert_eq!(posted(&desk).will.choices.discard, Some(555));

    let mut desk = self::desk(At { reviews: pending(), ..At::default() });
    desk.keys("SDy");
    assert_eq!(posted(&desk).will.choices.discard, Some(555));
}

#[test]
fn a_second_review_of_the_same_head_says_what_is_new_and_links_the_first() {
    let marker = format!(
        "x\n\n<!-- prr-cockpit: {{\"schema\":1,\"headRefOid\":\"{}\",\"review\":\"{}\"}} -->",
        "a".repeat(40),
        "7".repeat(64)
    );
    let mut desk = desk(At { reviews: vec![review(8, "Me", ReviewState::Commented, &marker)], ..At::default() });
    desk.keys("gcMore to say.<C-s>S");
    let screen = desk.screen();
    assert!(screen.contains("you have reviewed this head") && screen.contains("w says what is new"), "{screen}");
    desk.keys("wy");
    let seen = desk.session.publication().look.clone().unwrap();
    let body = &seen.report.composed.as_ref().unwrap().payload.body;
    assert!(body.starts_with("More to say.") && body.contains(&pull::url()), "{body}");
    assert!(posted(&desk).will.choices.second);
}

#[test]
fn ones_own_pull_request_offers_no_approval() {
    let mut own = pull::pull();
    own.author = pull::author("ME");
    let mut desk = desk(At { pull: own, ..At::default() });
    desk.keys("Svy");
    assert_eq!(posts(&desk), 0);
    assert!(desk.screen().contains("no APPROVE on your own pull request"), "{}", desk.screen());
    desk.keys("vy");
    assert_eq!(posts(&desk), 0, "nor a request for changes");
    desk.keys("vy");
    assert_eq!(posted(&desk).will.event, Wish::Person(ReviewEvent::Comment));
}

pub fn receipt(desk: &Desk) -> PublishReceipt {
    let look = desk.session.publication().look.clone().unwrap();
    let intent = PublishIntent {
        pull: pull::name(),
        head: "a".repeat(40),
        review: look.report.review.clone(),
        payload: "p".into(),
        login: "me".into(),
        event: ReviewEvent::Comment,
        at: Time(1),
    };
    PublishReceipt {
        intent,
        outcome: PublishOutcome::Posted,
        id: Some(77),
        url: format!("{}#pullrequestreview-77", pull::url()),
        inline: 1,
        moved: 0,
        diagnostics: Vec::new(),
        keys: Vec::new(),
        reconciled: false,
        at: Time(2),
    }
}

#[test]
fn the_receipt_is_shown_kept_and_opened() {
    let mut desk = desk(At { findings: 1, ..At::default() });
    desk.keys("gg}aSy");
    let receipt = receipt(&desk);
    let mut report = desk.session.publication().look.clone().unwrap().report.clone();
    (report.outcome, report.receipt) = (Some(PublishOutcome::Posted), Some(receipt.clone()));
    let record = Record::PublicationReceipt { run: RunId::new(""), receipt: Box::new(receipt.clone()) };
    desk.tell(Msg::PublicationRecorded(Box::new(record)));
    desk.tell(Msg::PublishEnded(Ok(Box::new(report))));
    assert!(desk.message().starts_with("Posted: https://github.com/acme/shop/pull/123#"), "{}", desk.message());
    let screen = desk.screen();
    assert!(screen.contains("✓ posted as me (COMMENT): 1 comment at lines"), "{screen}");
    assert!(desk.records.iter().any(|record| matches!(record, Record::PublicationReceipt { .. })));
    assert!(
        desk.orders.iter().any(|order| matches!(order, Effect::ReadPull(_))),
        "the host is asked what is there now"
    );
    desk.keys("o");
    assert_eq!(desk.opened, [receipt.url]);
}

#[test]
fn a_failure_says_why_and_the_review_is_kept() {
    let mut desk = desk(At { findings: 1, ..At::default() });
    desk.keys("gg}aSy");
    let mut report = desk.session.publication().look.clone().unwrap().report.clone();
    report.outcome = Some(PublishOutcome::Indeterminate);
    desk.tell(Msg::PublishEnded(Ok(Box::new(report))));
    assert!(desk.message().starts_with("It is not known whether it is posted"), "{}", desk.message());
    assert!(desk.session.publication().receipt().is_none());
}

#[test]
fn what_is_no_pull_request_is_not_published() {
    let mut desk = Desk::small();
    desk.keys("S");
    assert!(desk.message().starts_with("only pull requests are published"), "{}", desk.message());
    desk.keys("gr");
    assert!(desk.screen().contains("only a pull request is published"), "{}", desk.screen());
}

#[test]
fn screens_of_the_review_and_its_confirmation() {
    for (columns, rows) in [(80, 24), (120, 40), (200, 60), (60, 16)] {
        let mut desk = sized(columns, rows, At { findings: 2, ..At::default() });
        desk.keys("gg}agcThanks, one thing.<C-s>gr");
        let plain = |screen: String| {
            let hash = desk_hash(&screen);
            hash.into_iter().fold(screen, |screen, hash| screen.replace(&hash, "HASH"))
        };
        insta::assert_snapshot!(format!("review_{columns}x{rows}"), plain(desk.screen()));
        desk.keys("S");
        insta::assert_snapshot!(format!("confirmation_{columns}x{rows}"), plain(desk.screen()));
    }
}

/// Hashes in a screen: they change with every word of a text.
fn desk_hash(screen: &str) -> Vec<String> {
    let words = screen.split(|c: char| !c.is_ascii_hexdigit());
    let mut hashes: Vec<String> =
        words.filter(|word| word.len() >= 12 && word.bytes().any(|b| b.is_ascii_digit())).map(str::to_owned).collect();
    hashes.sort_by_key(|hash| std::cmp::Reverse(hash.len()));
    hashes
}
