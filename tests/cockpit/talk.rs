//! Acts on a pull request: reply, resolve, browser, refresh, its page; nothing is written by one key.

use prr::{
    core::{
        gate::Past,
        model::{DraftKey, Failure, FailureKind, PullNews, Resolution, ThreadId, Time},
    },
    session::{Effect, Msg, ThreadAct},
};

use crate::support::{
    desk::{DIFF, Desk, candidate},
    pull::{self, remark, resolved, thread, threads},
};

fn one() -> Vec<prr::core::model::Thread> {
    vec![thread(11, "src/auth.rs", 13, "Why not a `Result`?")]
}

fn acts(desk: &Desk) -> Vec<(ThreadAct, Option<String>)> {
    let acts = desk.orders.iter().filter_map(|order| match order {
        Effect::ActOnThread(name, act, node) => {
            assert_eq!(*name, pull::name());
            Some((act.clone(), node.clone()))
        }
        _ => None,
    });
    acts.collect()
}

fn answer(desk: &mut Desk, act: ThreadAct, result: Result<(), Failure>) {
    let at = desk.at();
    desk.tell(Msg::ThreadAnswered(act, result, at));
}

fn reply_of(desk: &Desk) -> Option<&str> {
    desk.session.drafts.get(&DraftKey::Reply(ThreadId(11))).map(|draft| draft.text.as_str())
}

#[test]
fn screens_of_a_reply_and_its_question() {
    for (columns, rows) in [(80, 24), (200, 60)] {
        let mut desk = Desk::with_pull(columns, rows, one());
        desk.keys("}rIt cannot fail,\nsee the test.");
        insta::assert_snapshot!(format!("reply_{columns}x{rows}"), desk.screen());
        desk.keys("<C-s>");
        insta::assert_snapshot!(format!("reply_confirm_{columns}x{rows}"), desk.screen());
    }
}

#[test]
fn a_reply_is_typed_saved_and_confirmed_before_it_is_posted_and_its_draft_ends_when_the_host_has_it() {
    let mut desk = Desk::with_pull(100, 40, one());
    desk.keys("}rIt cannot fail.");
    assert_eq!(reply_of(&desk), Some("It cannot fail."));
    assert!(acts(&desk).is_empty());
    desk.keys("<C-s>");
    assert!(acts(&desk).is_empty(), "saving asks only");
    let screen = desk.screen();
    assert!(screen.contains("Post this reply to acme/shop#123 as me now?") && screen.contains("│ It cannot fail."));
    desk.keys("y");
    let act = ThreadAct::Reply(ThreadId(11), "It cannot fail.".into());
    assert_eq!(acts(&desk), [(act.clone(), Some("PRRT_11".into()))]);
    assert_eq!(reply_of(&desk), Some("It cannot fail."), "kept until the host answers");
    assert!(desk.row("● posting your reply").is_some(), "{}", desk.screen());
    answer(&mut desk, act, Ok(()));
    assert_eq!(reply_of(&desk), None);
    assert_eq!(desk.message(), "The reply is posted.");
    assert!(matches!(desk.orders.last(), Some(Effect::ReadPull(_))), "what is shown is what the host has");
    // Its own reply shows at once under the cursor.
    let mut told = one();
    told[0].remarks.push(remark(99, "me", 0, "It cannot fail."));
    desk.told(threads(told));
    assert!(desk.row("It cannot fail.").is_some(), "{}", desk.screen());
}

#[test]
fn no_goes_back_to_the_text_and_esc_keeps_it_as_a_draft() {
    let mut desk = Desk::with_pull(100, 40, one());
    desk.keys("}rHm.<C-s>n");
    assert!(desk.row("✎ reply to bob").is_some(), "{}", desk.screen());
    desk.keys(" More.<C-s><Esc><Esc>");
    assert_eq!(reply_of(&desk), Some("Hm. More."));
    assert!(acts(&desk).is_empty());
    assert!(desk.row("✎ draft").is_some(), "{}", desk.screen());
    desk.keys("r");
    assert!(desk.row("Hm. More.").is_some());
    desk.keys("<C-x>");
    assert_eq!(reply_of(&desk), None);
    desk.keys("r<C-s>");
    assert_eq!(desk.message(), "empty: nothing saved");
}

#[test]
fn a_reply_that_failed_keeps_its_draft_and_says_why() {
    let mut desk = Desk::with_pull(100, 40, one());
    desk.keys("}rHm.<C-s>y");
    let act = ThreadAct::Reply(ThreadId(11), "Hm.".into());
    answer(&mut desk, act, Err(Failure::new(FailureKind::Host, "You have a pending review on acme/shop#123.")));
    assert_eq!(reply_of(&desk), Some("Hm."));
    assert!(desk.message().contains("kept as a draft") && desk.message().contains("pending review"));
    desk.keys("r");
    assert!(desk.row("Hm.").is_some());
}

#[test]
fn a_second_act_waits_for_the_answer_of_the_first() {
    let mut desk = Desk::with_pull(100, 40, one());
    desk.keys("}rHm.<C-s>y");
    desk.keys("r");
    assert!(desk.message().contains("has not answered"), "{}", desk.message());
    desk.keys("X");
    assert!(desk.message().contains("has not answered"));
    desk.tell(Msg::ThreadActed(ThreadAct::Reply(ThreadId(11), "Hm.".into())));
    assert_eq!(acts(&desk).len(), 1, "sent once");
}

#[test]
fn a_draft_of_a_reply_comes_back_in_a_later_session() {
    let mut desk = Desk::with_pull(100, 40, one());
    desk.keys("}rHalf a senten<Esc>");
    let past = Past::from_records(&desk.records);
    let mut later = Desk::new(100, 40);
    later.read(DIFF);
    later.open(past, false);
    later.map();
    pull::news().into_iter().for_each(|news| later.told(news));
    later.told(threads(one()));
    later.keys("}r");
    assert!(later.row("Half a senten").is_some(), "{}", later.screen());
}

#[test]
fn resolving_asks_and_reopening_too() {
    let mut desk = Desk::with_pull(100, 40, one());
    desk.keys("}X");
    assert!(desk.row("Resolve this thread on acme/shop#123 as me now?").is_some(), "{}", desk.screen());
    desk.keys("n");
    assert!(acts(&desk).is_empty());
    desk.keys("Xy");
    assert_eq!(acts(&desk), [(ThreadAct::Resolve(ThreadId(11)), Some("PRRT_11".into()))]);
    answer(&mut desk, ThreadAct::Resolve(ThreadId(11)), Ok(()));
    desk.told(threads(one().into_iter().map(resolved).collect::<Vec<_>>()));
    assert!(desk.row("✓ resolved").is_some(), "{}", desk.screen());
    desk.keys("X");
    assert!(desk.row("Reopen this thread").is_some());
    desk.keys("y");
    assert_eq!(acts(&desk)[1].0, ThreadAct::Reopen(ThreadId(11)));
}

#[test]
fn what_cannot_be_resolved_says_why() {
    let mut unknown = one();
    unknown[0].resolution = Resolution::Unknown;
    let mut desk = Desk::with_pull(100, 40, unknown);
    desk.keys("}X");
    assert!(desk.message().contains("could not be had"), "{}", desk.message());
    let mut bare = one();
    bare[0].node = None;
    let mut desk = Desk::with_pull(100, 40, bare);
    desk.keys("}X");
    assert!(desk.message().contains("did not give"), "{}", desk.message());
    assert!(acts(&desk).is_empty());
}

#[test]
fn without_a_thread_or_a_pull_request_the_keys_say_so() {
    let mut desk = Desk::with_pull(100, 40, []);
    desk.keys("r");
    assert!(desk.message().starts_with("no thread here"));
    let mut desk = Desk::small();
    for keys in ["r", "X", "o", "R", "gp"] {
        desk.keys(keys);
        assert!(desk.message().starts_with("this is no pull request"), "{keys}: {}", desk.message());
    }
    assert!(desk.opened.is_empty() && desk.orders.is_empty());
}

#[test]
fn the_browser_opens_the_thread_the_line_or_the_pull_request() {
    let mut desk = Desk::with_pull(100, 40, one());
    desk.keys("o}o");
    assert_eq!(
        desk.opened,
        ["https://github.com/acme/shop/pull/123", "https://github.com/acme/shop/pull/123#discussion_r11"]
    );
    desk.keys("ko");
    let line = desk.opened[2].clone();
    assert!(line.starts_with("https://github.com/acme/shop/pull/123/files#diff-") && line.ends_with("R13"), "{line}");
}

#[test]
fn an_address_of_another_host_is_never_opened() {
    let mut evil = one();
    evil[0].remarks[0].url = "https://evil.example/x".into();
    let mut desk = Desk::with_pull(100, 40, evil);
    let mut pull = pull::pull();
    pull.url = "file:///etc/passwd".into();
    desk.told(PullNews::Pull(Box::new(pull)));
    desk.keys("}o");
    assert_eq!(desk.opened, ["https://github.com/acme/shop/pull/123"]);
}

#[test]
fn refresh_asks_the_host_and_runs_nothing() {
    let mut desk = Desk::with_pull(100, 40, one());
    desk.keys("R");
    assert!(matches!(&desk.orders[..], [Effect::ReadPull(_)]));
}

#[test]
fn r_restores_in_the_drawer_and_replies_on_a_thread() {
    let mut desk = Desk::with_pull(100, 40, one());
    desk.keys("xr");
    assert_eq!(desk.message(), "nothing held back here · x shows what is");
    desk.find(candidate(1, "src/auth.rs", 12));
    let mut again = candidate(1, "src/auth.rs", 12);
    again.id = prr::core::model::CandidateId::new("builtin:test-c9");
    desk.find(again);
    desk.end();
    let held: Vec<_> = desk.session.findings.drawer().map(|(finding, _)| finding.id.clone()).collect();
    assert_eq!(held.len(), 1);
    desk.keys("gdxr");
    assert!(desk.message().contains(&format!("restored {}", held[0])), "{}", desk.message());
    assert!(desk.session.findings.held(&held[0]).is_none() && desk.session.findings.is_card(&held[0]));
    // The same key on a thread writes to it.
    desk.keys("gdgg");
    while desk.thread().is_none() {
        desk.keys("}");
    }
    desk.keys("r");
    assert!(
        matches!(&desk.ui.mode, prr::ui::Mode::Edit(editor) if editor.heading.contains("reply to")),
        "{:?}",
        desk.ui.mode
    );
}

#[test]
fn screens_of_the_page() {
    for (columns, rows) in [(80, 24), (120, 40), (200, 60)] {
        let mut desk = Desk::with_pull(columns, rows, one());
        desk.keys("gp");
        insta::assert_snapshot!(format!("page_{columns}x{rows}"), desk.screen());
    }
    let mut desk = Desk::with_pull(80, 24, one());
    desk.keys("gpG");
    insta::assert_snapshot!("page_end_80x24", desk.screen());
}

#[test]
fn the_page_scrolls_by_rows_and_sections_and_leaves_the_diff_alone() {
    let mut desk = Desk::with_pull(80, 24, one());
    desk.keys("5j");
    let before = desk.screen();
    desk.keys("gp");
    let first = desk.screen();
    desk.keys("jjjjkkkk");
    assert_eq!(desk.screen(), first);
    desk.keys("G");
    let end = desk.screen();
    desk.keys("jjj  ");
    assert_eq!(desk.screen(), end, "the end stays at the bottom");
    desk.keys("g]");
    assert!(desk.screen().lines().nth(2).unwrap().contains("Checks"), "{}", desk.screen());
    desk.keys("[");
    assert_eq!(desk.screen(), first);
    desk.keys("q");
    assert_eq!(desk.screen(), before);
}

#[test]
fn a_review_without_words_is_not_told_and_failures_stand_first() {
    let mut desk = Desk::with_pull(200, 60, one());
    desk.keys("gp");
    let screen = desk.screen();
    assert_eq!(screen.matches("bob").count(), 1, "{screen}");
    let at = |words: &str| screen.find(words).unwrap_or_else(|| panic!("{words}: {screen}"));
    assert!(at("✗ failed  test (linux)") < at("● running  test (mac)"));
    assert!(at("● running  test (mac)") < at("✓ passed  build"));
    assert!(at("✗ asked for changes") < at("carol") && at("carol") < at("✓ approved"), "in the order of time");
}

#[test]
fn a_description_of_sixty_thousand_characters_is_read_to_its_end() {
    let mut desk = Desk::with_pull(80, 24, []);
    let mut pull = pull::pull();
    pull.body = (0..9_000).map(|n| format!("word{n} ")).collect::<String>() + "the last word";
    desk.told(PullNews::Pull(Box::new(pull)));
    desk.keys("gp");
    let found = (0..80).find(|_| {
        desk.keys("f");
        desk.row("the last word").is_some()
    });
    assert!(found.is_some(), "{}", desk.screen());
}

#[test]
fn what_could_not_be_had_is_told_in_header_and_page() {
    use prr::core::model::{CallLimits, Gap, GapKind, PullState};
    for (columns, rows) in [(80, 24), (120, 40), (200, 60)] {
        let mut desk = Desk::with_pull(columns, rows, one());
        let mut pull = pull::pull();
        pull.is_draft = true;
        desk.told(PullNews::Pull(Box::new(pull.clone())));
        desk.told(PullNews::Gap(Gap { kind: GapKind::Threads, why: "the token may not read them".into() }));
        desk.told(PullNews::Gap(Gap { kind: GapKind::Issues, why: "the host answered 502".into() }));
        desk.told(PullNews::Limits(CallLimits { remaining: 12, limit: 5_000, reset: Time(pull::NOW + 600_000) }));
        desk.end();
        insta::assert_snapshot!(format!("header_gaps_{columns}x{rows}"), head(&mut desk));
        desk.told(PullNews::Waiting(Time(pull::NOW + 60_000)));
        pull.state = PullState::Merged;
        desk.told(PullNews::Pull(Box::new(pull)));
        insta::assert_snapshot!(format!("header_waiting_{columns}x{rows}"), head(&mut desk));
    }
    let mut desk = Desk::with_pull(100, 40, one());
    desk.told(PullNews::Gap(Gap { kind: GapKind::Threads, why: "the token may not read them".into() }));
    desk.keys("gp");
    assert!(desk.row("review threads: the token may not read them").is_some(), "{}", desk.screen());
}

fn head(desk: &mut Desk) -> String {
    desk.screen().lines().take(3).collect::<Vec<_>>().join("\n")
}

#[test]
fn every_key_in_a_question_but_yes_leaves_it_unsent() {
    for key in ["a", "d", "q", "n", "N", "<Esc>", "<C-s>", "<C-c>", "x", "Z"] {
        let mut desk = Desk::with_pull(100, 40, one());
        desk.keys("}X").keys(key);
        assert!(acts(&desk).is_empty(), "{key}");
    }
}

#[test]
fn what_speaks_against_a_review_is_said_when_the_host_has_told_all() {
    let mut desk = Desk::with(100, 40, DIFF);
    let mut pull = pull::pull();
    pull.author = pull::author("dependabot[bot]");
    desk.told(PullNews::Pull(Box::new(pull)));
    assert_eq!(desk.message(), "");
    desk.told(PullNews::Complete);
    assert!(desk.message().contains("dependabot[bot]"), "{}", desk.message());
}
