//! The same target opened again: from records alone, on the same bytes and on changed ones.

use prr::core::{
    gate::{Past, Stance},
    model::{Anchor, DraftKey, FileIx, FindingId},
};

use crate::support::desk::{DIFF, Desk, candidate};

fn worked() -> Desk {
    let mut desk = Desk::small();
    desk.find(candidate(1, "src/auth.rs", 12));
    desk.find(candidate(2, "src/auth.rs", 44));
    desk.find(candidate(3, "README.md", 4));
    desk.end();
    desk.keys("Jadfd\nlater<Esc>");
    desk.keys("gg]4jcmine<C-s>]cdraft<Esc>4.m[2jq");
    desk
}

/// A desk opened on the records of another.
fn reopened(before: &Desk, text: &str, resumed: bool) -> Desk {
    let mut desk = Desk::new(100, 40);
    desk.read(text);
    desk.open(Past::from_records(&before.records), resumed);
    desk.map();
    desk
}

fn stances(desk: &Desk) -> Vec<(String, Stance)> {
    desk.session.gate.standings().map(|(id, s)| (id.to_string(), s.stance.clone())).collect()
}

#[test]
fn the_same_bytes_go_on_with_everything() {
    let before = worked();
    let mut after = reopened(&before, DIFF, true);
    assert_eq!(stances(&after), stances(&before));
    assert_eq!(after.session.drafts, before.session.drafts);
    assert!(after.session.is_viewed(FileIx(3)));
    assert_eq!(after.session.findings.len(), before.session.findings.len());
    assert_eq!(after.under(), before.under());
    assert!(after.records.iter().all(|record| !matches!(record, prr::core::model::Record::Run(_))));
    assert!(after.screen().contains("reviewed"));
    after.keys("u");
    assert!(after.message().starts_with("undone"), "{}", after.message());
}

#[test]
fn a_key_pressed_before_the_logbook_opened_keeps_the_place() {
    let before = worked();
    let mut desk = Desk::new(100, 40);
    desk.read(DIFF);
    desk.keys("jj");
    desk.open(Past::from_records(&before.records), true);
    assert_eq!(desk.under(), "@@ 0");
}

#[test]
fn what_was_written_before_the_logbook_opened_is_written_behind_the_past() {
    let before = worked();
    let mut desk = Desk::new(100, 40);
    desk.read(DIFF);
    desk.keys("gcearly bird<C-s>");
    assert_eq!(desk.session.log.unsaved(), 3 + "early bird".len() as u64 - 1);
    desk.open(Past::from_records(&before.records), true);
    assert_eq!(desk.session.log.unsaved(), 0);
    let again = {
        let mut all = before.records.clone();
        all.extend(desk.records.clone());
        let mut fresh = Desk::new(100, 40);
        fresh.read(DIFF);
        fresh.open(Past::from_records(&all), true);
        fresh
    };
    let texts = |desk: &Desk| -> Vec<String> {
        desk.session.findings.iter().map(|f| f.wording.body.clone()).filter(|b| !b.starts_with("Summary")).collect()
    };
    assert_eq!(texts(&again), texts(&desk));
    assert!(texts(&again).contains(&"early bird".to_owned()) && texts(&again).contains(&"mine".to_owned()));
    let seqs: Vec<u64> = again.session.gate.decisions().iter().map(|decision| decision.seq).collect();
    assert!(seqs.windows(2).all(|pair| pair[0] < pair[1]), "{seqs:?}");
}

#[test]
fn changed_bytes_carry_comments_drafts_and_decisions_that_still_stand() {
    let before = worked();
    // Two lines above push everything in src/auth.rs down; README.md is as it was.
    let changed =
        DIFF.replace("@@ -10,7 +10,8 @@", "@@ -12,7 +12,8 @@").replace("@@ -40,6 +41,7 @@", "@@ -42,6 +43,7 @@");
    let mut after = reopened(&before, &changed, false);
    let own = after.session.findings.iter().find(|f| f.wording.body == "mine").expect("own comment carried");
    let lines = own.placement.anchor().and_then(|anchor| anchor.lines).unwrap();
    assert_eq!(lines.start(), 15, "the comment moved with its line");
    assert!(after.session.drafts.keys().any(|key| matches!(key, DraftKey::Comment(Some(Anchor { .. })))));
    assert!(after.session.is_viewed(FileIx(3)), "README.md is the same text");
    after.find(candidate(1, "src/auth.rs", 14));
    assert_eq!(after.session.gate.stance(&FindingId::new("security-001")), &Stance::Accepted);
    let mut other = candidate(2, "src/auth.rs", 46);
    other.claim.evidence = "something else".into();
    after.find(other);
    assert_eq!(after.session.gate.stance(&FindingId::new("security-002")), &Stance::Undecided, "other evidence");
}

#[test]
fn a_run_that_was_cut_off_runs_its_task_again_and_loses_nothing() {
    let mut before = Desk::small();
    before.find(candidate(1, "README.md", 4));
    before.keys("Ja");
    let mut after = reopened(&before, DIFF, true);
    assert_eq!(after.session.progress(), (0, 1));
    after.find(candidate(1, "README.md", 4));
    after.find(candidate(2, "src/auth.rs", 12));
    after.end();
    assert_eq!(after.session.findings.len(), 2);
    assert_eq!(after.session.gate.stance(&FindingId::new("security-001")), &Stance::Accepted);
}
