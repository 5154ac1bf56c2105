//! What is new since the earlier look, and what became of past findings: the cockpit opened on one state of a
//! change after another.

mod again;
mod filter;
mod history;
mod memory;
mod steps;

use prr::core::gate::Past;

use crate::support::desk::Desk;

/// A file of 80 lines with one hunk at 10 and one at 50; `added` stands in each.
pub fn file(path: &str, first: &str, second: &str) -> String {
    let hunk = |at: u32, added: &str| {
        let plus: String = added.lines().map(|line| format!("+{line}\n")).collect();
        let count = 6 + added.lines().count();
        let context = |from: u32| (from..from + 3).map(|n| format!(" {path} line {n}\n")).collect::<String>();
        format!("@@ -{at},6 +{at},{count} @@\n{}{plus}{}", context(at), context(at + 3))
    };
    let (first, second) = match (first, second) {
        ("", second) => (String::new(), hunk(50, second)),
        (first, "") => (hunk(10, first), String::new()),
        (first, second) => (hunk(10, first), hunk(50, second)),
    };
    format!("diff --git a/{path} b/{path}\nindex 1111111..2222222 100644\n--- a/{path}\n+++ b/{path}\n{first}{second}")
}

/// A desk on a diff at a head, with the past and the kept diffs of an earlier one.
pub fn desk(head: &str, text: &str, before: Option<&Desk>) -> Desk {
    sized((100, 40), head, text, before)
}

pub fn sized((columns, rows): (u16, u16), head: &str, text: &str, before: Option<&Desk>) -> Desk {
    let mut desk = Desk::new(columns, rows);
    desk.head = Some(head.to_owned());
    let past = before.map(|before| {
        desk.kept = before.kept.clone();
        Past::from_records(&before.records)
    });
    desk.read(text);
    desk.open(past.unwrap_or_default(), false);
    desk.map();
    desk
}

/// The records of a desk behind those of the one before it.
pub fn all_records(before: &Desk, after: &mut Desk) {
    let mut all = before.records.clone();
    all.append(&mut after.records);
    after.records = all;
}
