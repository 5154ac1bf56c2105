//! The Logbook view: runs of the target, their decisions stepped through, two runs compared, the scoreboard. What it shows
//! comes as messages; nothing in it changes what is recorded.

use prr::{
    core::{
        gate::Past,
        model::{
            Host, PublishIntent, PublishOutcome, PublishReceipt, PullName, Record, RepoName, ReviewEvent, ReviewHash,
            Time,
        },
    },
    session::Msg,
    ui::{self, LogPage, View},
};

use crate::support::desk::{DIFF, Desk, candidate};

/// Where a run of the small diff is decided about: one accepted, one dropped, that taken back and dropped otherwise.
fn decided(columns: u16, rows: u16) -> Desk {
    let mut desk = Desk::with(columns, rows, DIFF);
    for (number, path, line) in [(1, "src/auth.rs", 12), (2, "src/auth.rs", 44), (3, "README.md", 4)] {
        desk.find(candidate(number, path, line));
    }
    desk.end();
    desk.keys("JaJdiuJdo");
    desk
}

/// The change after a push: the first finding's line is another one, and a line stands before the second.
fn pushed() -> String {
    let text = DIFF.replace("let token = issue(user, now);", "let token = issue(verified(user), now);");
    assert_ne!(text, DIFF);
    text
}

/// A second run of the target, over the pushed change, after the first one.
fn again(columns: u16, rows: u16) -> Desk {
    let first = decided(columns, rows);
    let mut desk = Desk::new(columns, rows);
    desk.earlier = first.records.clone();
    desk.kept = first.kept.clone();
    desk.read(&pushed());
    desk.open(Past::from_records(&first.records), false);
    desk.map();
    desk.find(candidate(2, "src/auth.rs", 44));
    let mut other = candidate(7, "README.md", 4);
    other.claim.title = "The heading promises what the text does not keep".into();
    other.claim.summary = "Readers look for an example and find none below it.".into();
    other.lens = prr::core::model::Lens::DocsQuality;
    desk.find(other);
    desk.end();
    desk
}

fn receipt() -> PublishReceipt {
    let repo = RepoName { host: Host::github(), owner: "acme".into(), repo: "shop".into() };
    let intent = PublishIntent {
        pull: PullName { repo, number: 123 },
        head: "a".repeat(40),
        review: ReviewHash::of([1; 32]),
        payload: "p".into(),
        login: "me".into(),
        event: ReviewEvent::Comment,
        at: Time(3_000),
    };
    PublishReceipt {
        intent,
        outcome: PublishOutcome::Posted,
        id: Some(7),
        url: "https://github.com/acme/shop/pull/123#pullrequestreview-7".into(),
        inline: 1,
        moved: 0,
        diagnostics: vec![],
        keys: vec![],
        reconciled: false,
        at: Time(4_000),
    }
}

fn post(desk: &mut Desk) {
    let (run, receipt) = (desk.session.run_id(), receipt());
    let intent = Record::PublicationIntent { run: run.clone(), intent: Box::new(receipt.intent.clone()) };
    desk.records.push(intent);
    let record = Record::PublicationReceipt { run, receipt: Box::new(receipt) };
    desk.records.push(record.clone());
    desk.tell(Msg::PublicationRecorded(Box::new(record)));
}

#[test]
fn screens_of_the_logbook() {
    for (columns, rows) in [(80, 24), (120, 40), (200, 60)] {
        let mut desk = again(columns, rows);
        post(&mut desk);
        desk.keys("gl");
        assert_eq!((desk.ui.view, desk.ui.noted.logbook.page), (View::Logbook, LogPage::Runs));
        insta::assert_snapshot!(format!("logbook_runs_{columns}x{rows}"), desk.screen());
        desk.keys("j\nkk");
        insta::assert_snapshot!(format!("logbook_acts_{columns}x{rows}"), desk.screen());
        desk.keys("qki");
        insta::assert_snapshot!(format!("logbook_compare_{columns}x{rows}"), desk.screen());
        desk.keys("l");
        insta::assert_snapshot!(format!("logbook_scores_{columns}x{rows}"), desk.screen());
    }
}

#[test]
fn runs_are_listed_newest_first_with_what_was_decided_and_posted() {
    let mut desk = again(120, 40);
    post(&mut desk);
    desk.keys("gl");
    assert!(desk.row("2 runs of file-small-00000000").is_some(), "{}", desk.screen());
    let (newer, older) = (desk.row("not decided").unwrap(), desk.row("4 acts").unwrap());
    assert!(newer < older, "{}", desk.screen());
    assert!(desk.row("✓ COMMENT as me").is_some() && desk.row("pullrequestreview-7").is_some(), "{}", desk.screen());
    desk.keys("j");
    assert!(desk.row("1 accepted (0 your own), 1 dropped, 0 in your words").is_some(), "{}", desk.screen());
    // The cursor is on the run that is open, whatever comes.
    desk.keys("R");
    assert!(desk.row("1 accepted (0 your own), 1 dropped").is_some(), "{}", desk.screen());
}

#[test]
fn decisions_are_stepped_through_as_they_were_taken_and_nothing_changes() {
    let mut desk = decided(120, 40);
    let before = (desk.records.len(), desk.session.gate.decisions().len());
    desk.keys("gl\n");
    assert!(desk.row("4 of 4 acts of").is_some(), "{}", desk.screen());
    assert!(desk.row("drop: intended").is_some() && desk.row("taken back").is_some(), "{}", desk.screen());
    assert!(desk.row("undo of 2").is_some() && desk.row("drop: out of scope").is_some(), "{}", desk.screen());
    let after = |desk: &mut Desk, keys: &str| {
        desk.keys(keys);
        let screen = desk.screen();
        screen.lines().find(|line| line.contains("after ")).unwrap_or(&screen).trim().to_owned()
    };
    assert!(after(&mut desk, "gg").starts_with("after 1 of 4: 1 accepted (0 your own), 0 dropped"));
    assert!(after(&mut desk, "j").starts_with("after 2 of 4: 1 accepted (0 your own), 1 dropped"));
    assert!(desk.row("it stood: dropped: intended").is_some(), "{}", desk.screen());
    assert!(after(&mut desk, "j").starts_with("after 3 of 4: 1 accepted (0 your own), 0 dropped"));
    assert!(desk.row("it stood: undecided").is_some(), "{}", desk.screen());
    desk.keys("ades<Space>cX");
    assert_eq!((desk.records.len(), desk.session.gate.decisions().len()), before, "read only");
    // From an act of the present run to its finding.
    desk.ui.mode = ui::Mode::Normal;
    desk.keys("gl:history\ngg\n");
    assert_eq!((desk.ui.view, desk.card()), (View::Diff, Some("security-001")));
}

#[test]
fn two_runs_are_compared_by_what_became_of_each_finding() {
    let mut desk = again(120, 40);
    desk.keys("gl<Space>j<Space>");
    assert_eq!(desk.ui.noted.logbook.page, LogPage::Compare);
    let screen = desk.screen();
    for words in ["✔ fixed", "= still there", "+ new"] {
        assert!(screen.contains(words), "{words}\n{screen}");
    }
    assert!(screen.contains("1 fixed"), "{screen}");
    // By the palette: the present run with the one before it, whatever was chosen.
    desk.keys("q:compare-runs\n");
    assert_eq!(desk.screen().lines().nth(2), screen.lines().nth(2));
    // Without the diff nobody says fixed.
    desk.kept.clear();
    desk.keys("qki");
    assert!(desk.row("− gone").is_some() && desk.row("is not kept").is_some(), "{}", desk.screen());
    // Gone is not fixed: what is not known is said, in the count and at the finding.
    assert!(desk.row("not said again, fixed or not is not known").is_some(), "{}", desk.screen());
}

#[test]
fn the_first_run_has_none_before_it_and_a_mark_is_taken_away_again() {
    let mut desk = decided(100, 30);
    desk.keys("gli");
    assert!(desk.message().contains("no run before this one"), "{}", desk.message());
    desk.keys("<Space>");
    assert!(desk.message().starts_with("marked"), "{}", desk.message());
    desk.keys("<Space>");
    assert!(desk.message().contains("not marked"), "{}", desk.message());
    assert_eq!(desk.ui.noted.logbook.page, LogPage::Runs);
}

#[test]
fn the_scoreboard_is_that_of_the_command() {
    let mut desk = decided(120, 40);
    desk.keys(":scoreboard\n");
    assert_eq!(desk.ui.noted.logbook.page, LogPage::Scores);
    assert!(
        desk.row("3 findings: 1 accepted (0 in your words), 1 dropped, 1 undecided").is_some(),
        "{}",
        desk.screen()
    );
    assert!(desk.row("out of scope").is_some(), "{}", desk.screen());
    desk.keys("G");
    assert!(desk.row("Each finding counts once").is_some(), "{}", desk.screen());
}

#[test]
fn the_view_waits_for_what_is_read_and_is_read_again_when_something_was_decided() {
    let mut desk = decided(100, 30);
    desk.is_slow = true;
    desk.keys("gl");
    assert!(desk.row("reading the logbook").is_some(), "{}", desk.screen());
    desk.keys("gdgl");
    assert_eq!(desk.log_wishes.len(), 1, "one is under way");
    let wish = desk.log_wishes.remove(0);
    desk.answer_log(wish);
    assert!(desk.row("4 acts").is_some() && desk.log_wishes.is_empty(), "{}", desk.screen());
    desk.keys("u");
    assert_eq!(desk.log_wishes.len(), 1, "an act was taken back, and is written");
    let wish = desk.log_wishes.remove(0);
    desk.answer_log(wish);
    assert!(desk.row("5 acts").is_some(), "{}", desk.screen());
    // What cannot be read is said, and the view stays.
    desk.keys("R");
    let told = desk.log_wishes.remove(0).failed("pr-1.jsonl cannot be read".into());
    ui::update(&mut desk.ui, &desk.session, ui::Msg::Logbook(told));
    assert!(desk.row("pr-1.jsonl cannot be read").is_some(), "{}", desk.screen());
}

#[test]
fn the_end_of_a_run_is_read_when_it_is_on_disk() {
    let mut desk = Desk::with(100, 30, DIFF);
    desk.find(candidate(1, "src/auth.rs", 12));
    desk.acknowledge = false;
    desk.end();
    desk.is_slow = true;
    desk.keys("gl");
    let wish = desk.log_wishes.remove(0);
    desk.answer_log(wish);
    assert!(desk.log_wishes.is_empty(), "nothing more was written yet");
    let waiting = desk.session.log.unsaved();
    desk.tell(Msg::Written(waiting));
    assert_eq!(desk.log_wishes.len(), 1, "all of it is there now");
}

#[test]
fn without_a_logbook_it_says_so_and_asks_for_nothing() {
    let mut desk = Desk::new(80, 24);
    desk.keys("gl");
    assert!(desk.row("the logbook is not open yet").is_some(), "{}", desk.screen());
    desk.keys("lllljkG\n<Space>iohR");
    desk.screen();
    let mut desk = decided(80, 24);
    desk.session.log.path = None;
    desk.keys("gl");
    assert!(desk.row("this run has no logbook").is_some(), "{}", desk.screen());
}

#[test]
fn every_page_leads_back_to_the_runs_and_those_to_the_diff() {
    for page in ["", "l", "ll", "lll", "\n"] {
        let mut desk = decided(100, 30);
        desk.keys("gl").keys(page);
        desk.keys("q");
        if !page.is_empty() {
            assert_eq!((desk.ui.view, desk.ui.noted.logbook.page), (View::Logbook, LogPage::Runs), "{page}");
            desk.keys("q");
        }
        assert_eq!((desk.ui.view, desk.quit), (View::Diff, false), "{page}");
    }
    let mut desk = decided(100, 30);
    for view in [View::Triage, View::Agents, View::Review, View::Logbook, View::Diff] {
        desk.keys("<Tab>");
        assert_eq!(desk.ui.view, view);
    }
    for view in [View::Logbook, View::Review, View::Agents, View::Triage, View::Diff] {
        desk.keys("<S-Tab>");
        assert_eq!(desk.ui.view, view);
    }
}

#[test]
fn the_posted_review_is_opened_only_at_its_own_host() {
    let mut desk = Desk::with_pull(100, 30, Vec::new());
    post(&mut desk);
    desk.keys("glo");
    assert_eq!(desk.opened, ["https://github.com/acme/shop/pull/123#pullrequestreview-7"]);
    let mut desk = decided(100, 30);
    post(&mut desk);
    desk.keys("glo");
    assert!(desk.opened.is_empty(), "no pull request is known that it could belong to");
}

#[test]
fn thousands_of_runs_cost_a_key_and_a_frame_no_more_than_the_screen() {
    let mut desk = decided(100, 30);
    let mut runs = desk.records.iter().filter_map(|record| match record {
        Record::Run(facts) => Some(facts.clone()),
        _ => None,
    });
    let facts = runs.next_back().unwrap();
    desk.earlier = (0..5000)
        .map(|n| {
            let id = prr::core::model::RunId::new(format!("20250101-{n:06}-abc"));
            Record::Run(prr::core::model::RunFacts { id, ..facts.clone() })
        })
        .collect();
    desk.keys("gl");
    assert!(desk.row("5001 runs").is_some(), "{}", desk.screen());
    let begun = std::time::Instant::now();
    for _ in 0..20 {
        desk.keys("<C-f>j");
        desk.screen();
    }
    desk.keys("G");
    assert!(desk.row("5001 of 5001").is_some(), "{}", desk.screen());
    // Some milliseconds a key in an unoptimised build; a walk over the records would be hundreds.
    assert!(begun.elapsed().as_secs() < 10, "{:?}", begun.elapsed());
}

#[test]
fn any_size_draws_every_page() {
    for (columns, rows) in [(1, 1), (2, 3), (13, 5), (60, 16), (61, 17), (300, 100)] {
        let mut desk = again(columns, rows);
        desk.keys("gl");
        for keys in ["j", "\n", "gg", "l", "l", "h", "q", "i", "G"] {
            desk.keys(keys);
            desk.screen();
        }
    }
}

#[test]
fn the_footer_names_only_what_can_be_done_here() {
    // One run: nothing to compare it with, nothing posted.
    let mut desk = Desk::with(200, 40, DIFF);
    desk.end();
    desk.keys("gl");
    let footer = |desk: &mut Desk| desk.screen().lines().last().unwrap().to_owned();
    let told = footer(&mut desk);
    assert!(told.contains("l next page") && told.contains("q back"), "{told}");
    for words in ["compare", "browser", "decisions", "mark"] {
        assert!(!told.contains(words), "{words}: {told}");
    }
    // Two runs: the newer one is compared, any is marked; the older one has decisions.
    let mut desk = again(200, 40);
    desk.keys("gl");
    let told = footer(&mut desk);
    assert!(told.contains("compare with the run before") && told.contains("mark two to compare"), "{told}");
    assert!(!told.contains("Enter decisions") && !told.contains("browser"), "{told}");
    desk.keys("j");
    let told = footer(&mut desk);
    assert!(told.contains("Enter decisions") && !told.contains("compare with"), "{told}");
    desk.keys("\n");
    let told = footer(&mut desk);
    assert!(!told.contains("to the finding"), "it is another run's: {told}");
    desk.keys("lll");
    let told = footer(&mut desk);
    assert!(told.contains("h page before") && !told.contains("next page"), "{told}");
}
