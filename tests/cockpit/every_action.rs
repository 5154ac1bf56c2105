//! Before / keys / after for every action of the table: what is not so before, and is so behind each of its keys, and
//! behind its name in the palette. A test fails when an action has no case. (The move keys have theirs in `keys`, by the
//! very line that the cursor comes to.)

use std::collections::BTreeSet;

use prr::{
    core::gate::Stance,
    session::Effect,
    ui::{ACTIONS, ActionRow, Columns, Filter, LogPage, Long, Mode, Numbers, View},
};

use super::{agents, beyond, callers, publish};
use crate::support::{
    desk::{DIFF, Desk, candidate},
    pull,
};

/// The keys of a sequence of the table, as a desk types them.
pub fn named(keys: &str) -> String {
    let is_named = keys.chars().count() > 1 && !keys.starts_with(['g', 'z']);
    if is_named { format!("<{keys}>") } else { keys.to_owned() }
}

/// Three findings, one more that is held back.
pub fn found() -> Desk {
    let mut desk = Desk::with(110, 40, DIFF);
    desk.texts.insert("src/auth.rs".into(), Err("there is no repository".into()));
    for (number, path, line) in [(1, "src/auth.rs", 12), (2, "src/auth.rs", 44), (3, "README.md", 4)] {
        desk.find(candidate(number, path, line));
    }
    let mut again = candidate(1, "src/auth.rs", 12);
    again.id = prr::core::model::CandidateId::new("builtin:test-c9");
    desk.find(again);
    desk.end();
    desk
}

/// A pull request with an open thread, and a finding.
pub fn pulled() -> Desk {
    let mut desk = Desk::with_pull(110, 40, vec![pull::thread(11, "src/auth.rs", 13, "Why?")]);
    desk.find(candidate(1, "src/auth.rs", 12));
    desk.end();
    desk
}

fn long() -> Desk {
    beyond::desk(100, 16)
}

fn agents() -> Desk {
    let mut desk = agents::desk(120, 40);
    desk.end();
    agents::end(&mut desk, "pass:security", prr::core::model::TaskEnd::Completed);
    desk
}

fn busy() -> Desk {
    agents::desk(120, 40)
}

fn indexed() -> Desk {
    let mut desk = callers::at_the_symbol();
    callers::indexed(&mut desk);
    desk
}

/// A pull request whose review could be published.
pub fn reviewed() -> Desk {
    publish::desk(publish::At { findings: 1, ..publish::At::default() })
}

/// A second look at a change that has new lines.
fn since() -> Desk {
    let first = {
        let mut desk = Desk::with(110, 40, DIFF);
        desk.keys("3j<Space>");
        desk
    };
    let mut desk = Desk::new(110, 40);
    desk.kept = first.kept.clone();
    desk.read(&DIFF.replace("let token = issue(user, now);", "let token = issue(user, later);"));
    desk.open(prr::core::gate::Past::from_records(&first.records), false);
    desk.map();
    desk
}

fn message(desk: &Desk, words: &str) -> bool {
    desk.message().contains(words)
}

/// Whether a row of the screen ends with those words, or has them behind its numbers.
fn shows(desk: &mut Desk, words: &str) -> bool {
    desk.screen().lines().any(|line| {
        line.ends_with(words) || line.contains(&format!("{words} ")) || (words.len() > 8 && line.contains(words))
    })
}

fn is_edit(desk: &Desk, heading: &str) -> bool {
    matches!(&desk.ui.mode, Mode::Edit(editor) if editor.heading.contains(heading))
}

fn acts(desk: &Desk) -> usize {
    desk.session.gate.decisions().len()
}

fn stance(desk: &Desk, id: &str) -> Stance {
    desk.session.gate.stance(&prr::core::model::FindingId::new(id)).clone()
}

fn accepted(desk: &Desk) -> bool {
    stance(desk, "security-001") == Stance::Accepted
}

/// A comment of one's own, with the cursor on its line.
fn own() -> Desk {
    let mut desk = found();
    desk.keys("]4jcWhy?<C-s>");
    desk
}

/// An action: the desk, keys before, what is not so before and is so after.
struct Case {
    id: &'static str,
    desk: fn() -> Desk,
    before: &'static str,
    after: fn(&mut Desk) -> bool,
}

const fn case(id: &'static str, desk: fn() -> Desk, before: &'static str, after: fn(&mut Desk) -> bool) -> Case {
    Case { id, desk, before, after }
}

const CASES: &[Case] = &[
    case("accept", found, "J", |desk| accepted(desk)),
    case("drop", found, "J", |desk| matches!(desk.ui.mode, Mode::Drop(_, None))),
    case("edit", found, "J", |desk| is_edit(desk, "security-001")),
    case("edit-outside", found, "J", |desk| desk.edits.len() == 1),
    case("severity", found, "J", |desk| matches!(desk.ui.mode, Mode::Severity(_))),
    case("evidence", found, "J", |desk| matches!(desk.ui.mode, Mode::Evidence(..))),
    case("elaborate", found, "J", |desk| message(desk, "no model and no command") || message(desk, "recorded run")),
    case(
        "add-reason",
        found,
        "Jdd",
        |desk| matches!(&desk.ui.mode, Mode::Drop(id, Some(_)) if id.as_str() == "security-001"),
    ),
    case("review-question", found, "3j", |desk| is_edit(desk, "a question about the whole review")),
    case("delete-comment", own, "", |desk| stance(desk, "own-001") == Stance::Dropped(String::new())),
    case("comment", found, "3j", |desk| is_edit(desk, "comment on src/auth.rs:")),
    case("comment-file", found, "3j", |desk| is_edit(desk, "comment on src/auth.rs")),
    case("review-text", found, "3j", |desk| is_edit(desk, "the review's own text")),
    case("pick-lines", found, "J", |desk| desk.ui.diff.picking.is_some()),
    case("select", found, "3j", |desk| desk.ui.diff.select.is_some()),
    case("undo", found, "Ja", |desk| acts(desk) == 2 && !accepted(desk)),
    case("redo", found, "Jau", |desk| acts(desk) == 3 && accepted(desk)),
    case("viewed", found, "3j", |desk| desk.session.is_viewed(prr::core::model::FileIx(0))),
    case("copy", found, "3j", |desk| desk.copies.len() == 1),
    case("copy-link", found, "3j", |desk| desk.copies.len() == 1),
    case("callers", indexed, "", |desk| matches!(desk.ui.mode, Mode::Callers(_))),
    case("view-diff", found, "gt", |desk| desk.ui.view == View::Diff),
    case("view-triage", found, "", |desk| desk.ui.view == View::Triage),
    case("view-agents", found, "", |desk| desk.ui.view == View::Agents),
    case("view-review", found, "", |desk| desk.ui.view == View::Review),
    case("view-logbook", found, "", |desk| desk.ui.view == View::Logbook),
    case("history", found, "Ja", |desk| desk.ui.view == View::Logbook && desk.ui.noted.logbook.page == LogPage::Acts),
    case("compare-runs", found, "", |desk| desk.ui.noted.logbook.page == LogPage::Compare),
    case("scoreboard", found, "", |desk| desk.ui.noted.logbook.page == LogPage::Scores),
    case("view-inbox", found, "", |desk| desk.ui.view == View::Inbox),
    case("next-view", found, "", |desk| desk.ui.view == View::Triage),
    case("prev-view", found, "", |desk| desk.ui.view == View::Logbook),
    case("drawer", found, "", |desk| desk.ui.view == View::Triage && desk.ui.triage.filter == Filter::Drawer),
    case("restore", found, "x", |desk| message(desk, "restored ")),
    case("undecided", found, "", |desk| desk.ui.triage.filter == Filter::Undecided),
    case("reply", pulled, "gg}}", |desk| is_edit(desk, "reply to")),
    case("resolve", pulled, "gg}}", |desk| matches!(desk.ui.mode, Mode::Ask(_))),
    case("pull", pulled, "gg", |desk| matches!(desk.ui.mode, Mode::Read(_))),
    case("open", pulled, "gg", |desk| desk.opened.len() == 1),
    case("refresh", pulled, "gg", |desk| desk.orders.iter().any(|order| matches!(order, Effect::ReadPull(_)))),
    case("filter", found, "", |desk| matches!(desk.ui.mode, Mode::Filter)),
    case("mark-all", found, "gt", |desk| desk.ui.triage.marks.len() == 3),
    case("sort", found, "gt", |desk| format!("{:?}", desk.ui.triage.sort) == "Place"),
    case("tree-order", found, "h", |desk| format!("{:?}", desk.ui.tree.order) == "Risk"),
    case("search", found, "3j", |desk| matches!(desk.ui.mode, Mode::Prompt(..))),
    case("search-next", found, "/token\n", |desk| desk.under().contains("token.is_empty")),
    case("search-prev", found, "/token\n", |desk| !desk.under().contains("let token")),
    case("next-unviewed", found, "gt", |desk| desk.ui.view == View::Diff),
    case("command", found, "", |desk| matches!(desk.ui.mode, Mode::Prompt(..))),
    case("palette", found, "", |desk| matches!(desk.ui.mode, Mode::Prompt(..))),
    case("fold", found, "J", |desk| desk.ui.diff.cards.values().any(|open| !open)),
    // Lines 27 to 46 come above the hunk, which begins with line 47.
    case("more-context", long, "]", |desk| message(desk, "20 more lines above · 26 hidden") && shows(desk, "n 27")),
    case("less-context", long, "]5+5+", |desk| message(desk, "0 more lines above · 46 hidden") && !shows(desk, "n 46")),
    case("whole-file", long, "]", |desk| {
        message(desk, "the whole file is shown") && shows(desk.keys("gg"), "n 1") && shows(desk.keys("G"), "n 200")
    }),
    // One line is new; the hunk below it, which is as it was, is folded.
    case("since", since, "", |desk| {
        desk.ui.diff.since.on && shows(desk, "issue(user, later)") && !shows(desk, "set_scope")
    }),
    case("layout", found, "", |desk| desk.ui.diff.look.columns != Columns::Auto),
    case("wrap", found, "", |desk| desk.ui.diff.look.long == Long::Wrapped),
    case("line-numbers", found, "", |desk| desk.ui.diff.look.numbers == Numbers::Hidden),
    case("theme", found, "", |desk| message(desk, "theme: ")),
    case("mouse", found, "", |desk| desk.mouse == [true]),
    case("notes", found, "", |desk| matches!(desk.ui.mode, Mode::Notes(_))),
    case("publish", reviewed, "", |desk| matches!(desk.ui.mode, Mode::Deliver)),
    case("stop-reviewers", busy, "", |desk| !desk.stopped.is_empty()),
    case("rerun", agents, "ga", |desk| matches!(desk.ui.mode, Mode::Ask(_))),
    case("rerun-all", agents, "", |desk| matches!(desk.ui.mode, Mode::Ask(_))),
    case("guide", found, "", |desk| desk.ui.noted.guide),
    case("help", found, "", |desk| matches!(desk.ui.mode, Mode::Help(_))),
    case("back", found, "gt", |desk| desk.ui.view == View::Diff && !desk.quit),
    case("quit", found, "gt", |desk| desk.quit),
    case("cancel", found, "3jv", |desk| desk.ui.diff.select.is_none()),
    case("suspend", found, "", |desk| desk.suspended),
];

fn row(id: &str) -> &'static ActionRow {
    ACTIONS.iter().find(|row| row.id == id).unwrap_or_else(|| panic!("there is no action {id}"))
}

/// What is wrong with a case by those keys; `None` = nothing.
fn wrong(case: &Case, keys: &str) -> Option<String> {
    let mut desk = (case.desk)();
    desk.keys(case.before);
    if (case.after)(&mut desk) {
        return Some(format!("{}: it is so before", case.id));
    }
    desk.keys(keys);
    let is_after = (case.after)(&mut desk);
    (!is_after).then(|| {
        let (id, screen) = (case.id, desk.screen());
        format!("{id} by {keys:?}: {:?} {:?}\n{screen}", desk.ui.view, desk.message())
    })
}

#[test]
fn each_action_does_by_each_of_its_keys_what_its_case_says() {
    let keys =
        |case: &Case| row(case.id).keys.split(' ').filter(|keys| !keys.is_empty()).map(named).collect::<Vec<_>>();
    let wrong: Vec<String> =
        CASES.iter().flat_map(|case| keys(case).into_iter().filter_map(|keys| wrong(case, &keys))).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn each_action_does_the_same_by_its_name_in_the_palette() {
    // The prompt itself closes what the key would: `cancel` has nothing left to do there.
    let through = |case: &&Case| !matches!(case.id, "cancel");
    let wrong: Vec<String> =
        CASES.iter().filter(through).filter_map(|case| wrong(case, &format!(":{}\n", case.id))).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_action_of_the_table_is_without_a_case() {
    let cases: BTreeSet<&str> = CASES.iter().map(|case| case.id).collect();
    assert_eq!(cases.len(), CASES.len(), "one each");
    // Whatever its group is: an action without a key cannot have its case among the keys.
    let by_key = super::keys::shown();
    let without: Vec<&str> =
        ACTIONS.iter().map(|row| row.id).filter(|id| !cases.contains(id) && !by_key.contains(id)).collect();
    assert!(without.is_empty(), "neither in every_action.rs nor in keys.rs is there a case of {without:?}");
    let unused: Vec<&&str> = cases.iter().filter(|id| !ACTIONS.iter().any(|row| row.id == **id)).collect();
    assert!(unused.is_empty(), "there is no action {unused:?}");
}

#[test]
fn the_key_that_leaves_at_once_does_so_from_pages_and_questions_too() {
    type Open = (fn() -> Desk, &'static str);
    let desks: [Open; 5] =
        [(found, "?"), (found, "}ge"), (found, ":notes\n"), (reviewed, "S"), (agents, ":rerun-all\n")];
    for (made, open) in desks {
        let mut desk = made();
        desk.keys(open);
        assert!(!matches!(desk.ui.mode, Mode::Normal), "{open}: {}", desk.screen());
        desk.keys("Q");
        assert!(desk.quit, "{open}: {}", desk.screen());
    }
    // Where letters are words it is one of them.
    let mut desk = found();
    desk.keys("gcQ");
    assert!(!desk.quit && matches!(desk.ui.mode, Mode::Edit(_)));
}
