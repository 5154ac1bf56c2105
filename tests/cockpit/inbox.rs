//! The inbox in the cockpit: what waits, how it stands with the last look, Enter opens.

use std::sync::Arc;

use prr::{
    core::model::{CheckState, Failure, FailureKind, InboxEntry, InboxRow, InboxWhy, LastLook, PullName, Time},
    session::{Effect, Msg, Plan, Session},
    ui::{News, Ui, View, update},
};

use crate::support::{desk::Desk, pull};

fn row(number: u64, title: &str, hours: i64, look: Option<&str>) -> InboxRow {
    let entry = InboxEntry {
        name: PullName { number, ..pull::name() },
        title: title.into(),
        author: pull::author("alice"),
        url: format!("https://github.com/acme/shop/pull/{number}"),
        updated: Some(Time(pull::NOW - hours * 3_600_000)),
        head: Some("a".repeat(40)),
        why: vec![InboxWhy::ReviewRequested],
        is_draft: number == 125,
        checks: Some([CheckState::Failed, CheckState::Passed, CheckState::Running][number as usize % 3]),
        counts: Some((4, 120, 31)),
    };
    let look = look.map(|head| LastLook { at: Time(pull::NOW - 90 * 3_600_000), head: Some(head.repeat(40)) });
    InboxRow { entry, look }
}

pub fn rows() -> Arc<[InboxRow]> {
    Arc::from([
        row(130, "Cache tokens between requests, so that nobody waits for the issuer", 1, None),
        row(125, "Rename a thing", 30, Some("b")),
        row(123, "Issue tokens at login", 50, Some("a")),
    ])
}

pub fn told(desk: &mut Desk, result: Result<Arc<[InboxRow]>, Failure>) {
    let at = desk.at();
    desk.tell(Msg::InboxTold(result, at));
}

#[test]
fn screens_of_the_inbox() {
    for (columns, rows_) in [(80, 24), (120, 40), (200, 60)] {
        let mut desk = Desk::with_pull(columns, rows_, []);
        desk.keys("gi");
        assert!(desk.row("asking the host what waits for you").is_some());
        told(&mut desk, Ok(rows()));
        desk.keys("j");
        insta::assert_snapshot!(format!("inbox_{columns}x{rows_}"), desk.screen());
    }
}

#[test]
fn gi_asks_once_and_enter_goes_to_the_chosen_one() {
    let mut desk = Desk::with_pull(100, 40, []);
    desk.keys("gigi");
    let asked = desk.orders.iter().filter(|order| matches!(order, Effect::ReadInbox(Some(_)))).count();
    assert_eq!(asked, 1, "one question at a time");
    told(&mut desk, Ok(rows()));
    desk.keys("j\n");
    assert_eq!(desk.gone, [PullName { number: 125, ..pull::name() }]);
    // Here the way back is a fresh cockpit; this one goes on as if nothing had been chosen.
    desk.ui.mode = prr::ui::Mode::Normal;
    desk.keys("G\n");
    assert_eq!((desk.ui.view, desk.gone.len()), (View::Diff, 1), "the one that is open is only shown");
}

#[test]
fn the_list_is_walked_to_its_ends_and_left_with_q() {
    let mut desk = Desk::with_pull(80, 24, []);
    desk.keys("gi");
    let many: Vec<InboxRow> = (0..60).map(|n| row(200 + n, &format!("Title {n}"), 1, None)).collect();
    told(&mut desk, Ok(Arc::from(many)));
    desk.keys("Gj");
    assert!(desk.row("▶ ").is_some_and(|at| at == 22) && desk.row("Title 59").is_some(), "{}", desk.screen());
    desk.keys("ggk");
    assert!(desk.row("Title 0").is_some());
    desk.keys("o");
    assert_eq!(desk.opened, ["https://github.com/acme/shop/pull/200"]);
    desk.keys("q");
    assert_eq!((desk.ui.view, desk.quit), (View::Diff, false));
}

#[test]
fn an_inbox_that_cannot_be_had_says_why_and_keeps_what_was_there() {
    let mut desk = Desk::with_pull(100, 40, []);
    desk.keys("gi");
    told(&mut desk, Err(Failure::new(FailureKind::Host, "No token for github.com.")));
    assert!(desk.screen().contains("No token for github.com."), "{}", desk.screen());
    desk.keys("R");
    told(&mut desk, Ok(rows()));
    assert!(desk.row("Issue tokens at login").is_some() && !desk.screen().contains("No token"));
    desk.keys("R");
    told(&mut desk, Err(Failure::new(FailureKind::Host, "The host does not answer.")));
    assert!(desk.row("Issue tokens at login").is_some() && desk.message().contains("does not answer"));
}

#[test]
fn keys_of_the_diff_do_nothing_to_the_diff_from_the_inbox() {
    let mut desk = Desk::with_pull(100, 40, []);
    desk.keys("gi");
    told(&mut desk, Ok(rows()));
    for keys in ["a", "d", "r", "X", "c", "v", "}", "Z"] {
        desk.keys(keys);
    }
    assert!(desk.session.drafts.is_empty() && desk.records.iter().all(|record| !record.is_work()));
    assert_eq!(desk.ui.view, View::Inbox);
}

#[test]
fn the_inbox_alone_has_nothing_behind_it_and_q_leaves() {
    let mut desk = Desk::new(100, 40);
    desk.session = Session::new("your inbox", Plan::default());
    desk.ui = Ui::new(100, 40);
    desk.ui.show_inbox_only();
    desk.tell(Msg::InboxWanted);
    desk.tell(Msg::InboxTold(Ok(rows()), Time(pull::NOW)));
    insta::assert_snapshot!("inbox_alone_100x40", desk.screen());
    desk.keys("gd");
    assert!(desk.message().contains("nothing is open yet"));
    desk.keys("<Tab>");
    assert_eq!(desk.ui.view, View::Inbox);
    desk.keys("q");
    assert!(desk.quit);
    let _ = update(&mut desk.ui, &desk.session, prr::ui::Msg::Session(News::Other));
}

#[test]
fn what_others_wrote_in_titles_is_made_harmless() {
    let mut desk = Desk::with_pull(100, 40, []);
    desk.keys("gi");
    let mut evil = row(131, "\u{1b}[2Jgone\u{202e}", 1, None);
    evil.entry.author.login = "\u{9b}5m".into();
    evil.entry.url = "https://evil.example/".into();
    told(&mut desk, Ok(Arc::from([evil])));
    let screen = desk.screen();
    assert!(!screen.chars().any(|c| (c.is_control() && c != '\n') || c == '\u{202e}'), "{screen}");
    desk.keys("o");
    assert!(desk.opened.is_empty() && desk.message().contains("no address"));
}

#[test]
fn a_click_chooses_a_pull_request_and_opens_none() {
    let mut desk = Desk::with_pull(100, 16, []);
    update(&mut desk.ui, &desk.session, prr::ui::Msg::MouseIs(true));
    desk.keys("gi");
    let many: Arc<[InboxRow]> = (0..40).map(|n| row(200 + n, &format!("Title {n} of forty"), 1, None)).collect();
    told(&mut desk, Ok(many));
    let click = |desk: &mut Desk, title: &str| {
        let screen = desk.screen();
        let row = screen.lines().position(|line| line.contains(title)).expect("it is on the screen") as u16;
        desk.mouse(prr::ui::Deed::Press, (50, row)).mouse(prr::ui::Deed::Release, (50, row));
    };
    click(&mut desk, "Title 3 of");
    assert_eq!((desk.ui.noted.talk.inbox, desk.gone.len()), (3, 0));
    desk.keys("\n");
    assert_eq!(desk.gone, [PullName { number: 203, ..pull::name() }]);
    // Further down the list the rows on the screen count.
    desk.ui.mode = prr::ui::Mode::Normal;
    desk.keys("gi20j");
    let before = desk.screen();
    click(&mut desk, "Title 15 of");
    assert_eq!(desk.ui.noted.talk.inbox, 15, "{before}");
    // The heading and what is below the list are nobody.
    desk.mouse(prr::ui::Deed::Press, (50, 1));
    assert_eq!(desk.ui.noted.talk.inbox, 15);
}

#[test]
fn checks_are_told_by_sign_and_where_there_is_room_by_word() {
    for (columns, is_wide) in [(60, false), (80, false), (120, true), (200, true)] {
        let mut desk = Desk::with_pull(columns, 30, []);
        desk.keys("gi");
        told(&mut desk, Ok(rows()));
        let screen = desk.screen();
        let of = |number: &str| {
            screen.lines().find(|line| line.contains(&format!("shop{number}"))).unwrap_or_default().to_owned()
        };
        // Of 130, 125 and 123: by their numbers, see `row`.
        for (number, sign, word) in [("#130", "✓", "passed"), ("#125", "●", "running"), ("#123", "✗", "failed")] {
            let row = of(number);
            assert!(row.contains(sign), "{columns} {number}: {row}");
            assert_eq!(row.contains(&format!("{sign} {word}")), is_wide, "{columns} {number}: {row}");
        }
    }
}
