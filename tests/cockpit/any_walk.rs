//! A walk over keys and messages in any order, through every view: no panic, nothing typed is lost, nothing is asked for
//! behind the end, and there is always a way back to the diff.

use proptest::prelude::*;
use prr::{
    core::model::{Failure, FailureKind, PullNews, Record, Task, TaskId},
    session::Msg,
    ui::{self, ACTIONS, Deed, LogTold, Mode, Turn, View},
};

use crate::support::{
    desk::{DIFF, Desk, candidate},
    pull,
};

/// One thing that happens.
#[derive(Debug, Clone)]
enum Event {
    /// Keys of the action with that number in the table, one of its sequences or by name.
    Action(usize, usize),
    /// Keys that are no action's: letters of bars and pages, answers.
    Keys(&'static str),
    /// A text that is typed into whatever takes it, by number.
    Text(u32),
    Find(u32),
    End,
    Told(u8),
    Resize(u16, u16),
    Mouse(u8, u16, u16),
    /// The host, the disk, an editor, an agent.
    Fact(u8),
}

fn event() -> impl Strategy<Value = Event> {
    let keys = prop::sample::select(vec![
        "\n", "<Esc>", "y", "n", "d", "f", "q", "b", "t", "1", "5", "3", "j", "k", "<Down>", "<Up>", "<C-s>",
        "<Space>", "<Tab>", "x", "r",
    ]);
    prop_oneof![
        8 => (0..ACTIONS.len(), 0usize..3).prop_map(|(nth, way)| Event::Action(nth, way)),
        6 => keys.prop_map(Event::Keys),
        2 => (0u32..1000).prop_map(Event::Text),
        2 => (1u32..10).prop_map(Event::Find),
        1 => Just(Event::End),
        1 => (0u8..8).prop_map(Event::Told),
        1 => (1u16..160, 1u16..50).prop_map(|(columns, rows)| Event::Resize(columns, rows)),
        2 => (0u8..5, 0u16..160, 0u16..50).prop_map(|(deed, column, row)| Event::Mouse(deed, column, row)),
        2 => (0u8..8).prop_map(Event::Fact),
    ]
}

/// The keys of an action: one of its sequences, else its name in the palette.
fn keys_of(nth: usize, way: usize) -> String {
    let row = &ACTIONS[nth];
    let keys: Vec<&str> = row.keys.split(' ').filter(|keys| !keys.is_empty()).collect();
    match keys.get(way) {
        Some(keys) => super::every_action::named(keys),
        None => format!(":{}\n", row.id),
    }
}

fn fact(desk: &mut Desk, number: u8) {
    let failure = || Failure::new(FailureKind::Logbook, "the host does not answer");
    match number {
        0 => desk.tell(Msg::WriteFailed(1, failure())),
        1 => drop(ui::update(&mut desk.ui, &desk.session, ui::Msg::Told(Err("it failed".into())))),
        2 => drop(ui::update(&mut desk.ui, &desk.session, ui::Msg::Logbook(LogTold::Compared(Err("gone".into()))))),
        3 => {
            let at = desk.at();
            desk.tell(Msg::InboxTold(Err(failure()), at));
        }
        4 => desk.tell(Msg::TaskSaid(TaskId::new("builtin:test"), "more\n".into())),
        5 => desk.tell(Msg::GatesLooked(99, Err(failure()))),
        6 => {
            let task = Task::builtin("late");
            desk.tell(Msg::TaskStarted(task.id, prr::core::model::Time(0)));
        }
        _ => desk.tell(Msg::Doing("something takes its time".into())),
    }
}

/// Everything that was typed and not thrown away: what is open, drafts, what was decided, what is on its way to the host.
fn kept(desk: &Desk) -> String {
    let mut all = Vec::new();
    if let Mode::Edit(editor) = &desk.ui.mode {
        all.push(editor.field.text());
    }
    if let Mode::Ask(question) = &desk.ui.mode {
        all.push(question.detail.clone());
    }
    if let Mode::Drop(_, Some(field)) = &desk.ui.mode {
        all.push(field.text());
    }
    all.extend(desk.session.drafts.values().map(|draft| draft.text.clone()));
    all.extend(desk.records.iter().filter_map(|record| match record {
        Record::Decision { decision, .. } => Some(format!("{:?}", decision.act)),
        _ => None,
    }));
    all.extend(desk.orders.iter().map(|order| format!("{order:?}")));
    all.join("\n")
}

/// Whether a text has the keys.
fn is_typing(desk: &Desk) -> bool {
    matches!(desk.ui.mode, Mode::Edit(_) | Mode::Drop(_, Some(_)))
}

/// Keys that an event types; '' = none.
fn typed_by(event: &Event) -> String {
    match event {
        Event::Action(nth, way) => keys_of(*nth, *way),
        Event::Keys(keys) => (*keys).to_owned(),
        _ => String::new(),
    }
}

/// Where the diff is; `None` while it is shown, or while something is typed or asked whose answer may be anything.
fn hidden(desk: &Desk) -> Option<String> {
    let diff = &desk.ui.diff;
    let is_hidden = desk.ui.view != View::Diff && matches!(desk.ui.mode, Mode::Normal);
    is_hidden.then(|| format!("{:?} {:?} {:?} {:?}", diff.top, diff.cursor.slot, diff.select, diff.picking))
}

/// Whether an event may move a diff that stays hidden: what is gone back to, how it is laid out, and what comes.
fn may_move(event: &Event) -> bool {
    match event {
        Event::Action(nth, _) => super::hidden::MAY.contains(&ACTIONS[*nth].id),
        Event::Keys(_) => false,
        _ => true,
    }
}

/// Walks; gives what was typed into an editor or a reason and then lost. (What keys changed while it was open is not.)
fn walk(desk: &mut Desk, events: Vec<Event>) -> Option<String> {
    let mut typed: Vec<String> = Vec::new();
    for event in events {
        let keys = typed_by(&event);
        let may_change = is_typing(desk) && !keys.is_empty() && !matches!(keys.as_str(), "<Esc>" | "<C-s>");
        let before = kept(desk);
        let (place, may_move) = (hidden(desk), may_move(&event));
        let told = format!("{event:?}");
        let pasted = if let Event::Text(number) = event { words_of(number) } else { String::new() };
        happen(desk, event, &mut typed);
        desk.screen();
        counts_are_kept(desk);
        if let (Some(before), Some(after), false) = (place, hidden(desk), may_move) {
            assert_eq!(before, after, "{told} moved a diff that nobody sees");
        }
        let kept = kept(desk);
        // Where the cursor was put in the midst of a word, what is pasted there parts it: nothing of either is gone.
        if !pasted.is_empty() && kept != before && is_beside(&before, &pasted, &kept) {
            typed.retain(|words| kept.contains(words));
        }
        let gone = typed.iter().find(|words| !kept.contains(*words)).cloned();
        match gone {
            Some(_) if may_change => typed.retain(|words| kept.contains(words)),
            Some(words) => return Some(words),
            None => {}
        }
        if desk.quit {
            break;
        }
    }
    None
}

/// Numbers that frames show are kept where things move: they are those of a walk over all of it.
#[track_caller]
pub fn counts_are_kept(desk: &Desk) {
    let session = &desk.session;
    let findings = &session.findings;
    assert_eq!(session.undecided_len(), session.undecided().count());
    assert_eq!(findings.drawer_len(), findings.drawer().count());
    for file in session.diff.file_numbers() {
        assert_eq!(findings.in_file_len(file), findings.in_file(file).count(), "{file:?}");
    }
    let queue = &desk.ui.triage;
    assert_eq!(queue.shown_len(), queue.shown().count());
    assert_eq!(queue.nth(), queue.shown().position(|id| queue.cursor.as_ref() == Some(id)));
    if desk.ui.view == View::Triage && !queue.stale {
        assert_eq!(queue.open_len(), queue.shown().filter(|id| session.is_undecided(id)).count());
    }
    let tree = &desk.ui.tree;
    let rows = (0..tree.len(session)).filter_map(|row| tree.entry(session, row));
    assert_eq!(tree.files_len(session), rows.filter(|entry| matches!(entry, ui::TreeEntry::File(_))).count());
}

fn words_of(number: u32) -> String {
    format!("words-{number:04} ")
}

/// Whether a text is all of `before` with `pasted` put in somewhere, drafts of it among it.
fn is_beside(before: &str, pasted: &str, kept: &str) -> bool {
    let letters = |text: &str| text.chars().filter(|c| !c.is_whitespace()).count();
    let of = |text: &str| text.matches(pasted.trim()).count();
    of(kept) > of(before) && letters(kept) >= letters(before) + letters(pasted)
}

fn happen(desk: &mut Desk, event: Event, typed: &mut Vec<String>) {
    match event {
        Event::Action(nth, way) => drop(desk.keys(&keys_of(nth, way))),
        Event::Keys(keys) => drop(desk.keys(keys)),
        Event::Text(number) => {
            let words = words_of(number);
            if is_typing(desk) {
                desk.paste(&words);
                typed.push(words.trim().to_owned());
            }
        }
        Event::Find(number) => {
            let path = if number % 3 == 0 { "README.md" } else { "src/auth.rs" };
            desk.find(candidate(number, path, [12, 44, 4, 99][number as usize % 4]));
        }
        Event::End => desk.end(),
        Event::Told(nth) => match pull::news().into_iter().nth(nth.into()) {
            Some(news) => desk.told(news),
            None => desk.told(PullNews::Complete),
        },
        Event::Resize(columns, rows) => desk.resize(columns, rows),
        Event::Mouse(deed, column, row) => {
            let deeds = [Deed::Press, Deed::Drag, Deed::Release, Deed::Wheel(Turn::Up), Deed::Wheel(Turn::Down)];
            desk.mouse(deeds[usize::from(deed)], (column, row));
        }
        Event::Fact(number) => fact(desk, number),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn any_keys_and_messages_lose_nothing_and_leave_a_way_back(events in prop::collection::vec(event(), 1..60), is_pull in any::<bool>()) {
        let mut desk = Desk::new(110, 34);
        desk.is_pull = is_pull;
        desk.read(DIFF);
        desk.open(prr::core::gate::Past::default(), false);
        desk.map();
        ui::update(&mut desk.ui, &desk.session, ui::Msg::MouseIs(true));
        let lost = walk(&mut desk, events);
        prop_assert!(lost.is_none(), "{:?} is lost", lost);
        prop_assert!(!desk.asked_behind_the_end, "something was asked for behind the end");
        if !desk.quit {
            desk.keys("<Esc><Esc><Esc><Esc><Esc>");
            prop_assert!(matches!(desk.ui.mode, Mode::Normal), "{:?}", desk.ui.mode);
            desk.keys("gd");
            prop_assert_eq!(desk.ui.view, View::Diff);
            desk.keys("Q");
            prop_assert!(desk.quit);
        }
    }
}

#[test]
fn what_is_pasted_in_the_midst_of_a_word_is_no_loss() {
    let mut desk = Desk::new(110, 34);
    desk.read(DIFF);
    desk.open(prr::core::gate::Past::default(), false);
    desk.map();
    let gc = ACTIONS.iter().position(|row| row.id == "review-text").unwrap();
    let events = [
        Event::Action(gc, 0),
        Event::Keys("<Tab>"),
        Event::Text(0),
        Event::Action(0, 1),
        Event::Text(1),
        Event::Keys("<Up>"),
        Event::Text(1),
        Event::Keys("<Esc>"),
    ];
    assert_eq!(walk(&mut desk, events.to_vec()), None);
    let draft = desk.session.drafts.values().next().unwrap().text.clone();
    assert_eq!(draft.matches("words-0001").count(), 2, "{draft}");
    assert!(!draft.contains("words-0000"), "it was parted: {draft}");
}

#[test]
fn a_key_that_ends_all_closes_the_guide_before_the_end() {
    let mut desk = Desk::new(110, 34);
    desk.read(DIFF);
    desk.open(prr::core::gate::Past::default(), false);
    desk.map();
    desk.keys(":guide\nQ");
    assert!(desk.quit && desk.guides_seen == 1 && !desk.asked_behind_the_end);
}

#[test]
fn what_is_typed_behind_the_end_does_nothing() {
    let mut desk = Desk::new(110, 34);
    desk.read(DIFF);
    desk.open(prr::core::gate::Past::default(), false);
    desk.find(candidate(1, "src/auth.rs", 12));
    desk.map();
    desk.keys(":next-card\n").keys("Q");
    assert!(desk.quit);
    let records = desk.records.len();
    desk.keys("aEc:review-question\n").paste("words");
    desk.mouse(Deed::Press, (20, 5));
    assert_eq!(desk.records.len(), records, "{:?}", desk.records.last());
    let footer = desk.screen();
    assert!(footer.contains("being written down · q leaves at once"), "{footer}");
    (0..8).for_each(|number| fact(&mut desk, number));
    desk.find(candidate(2, "src/auth.rs", 44));
    desk.end();
    assert!(matches!(desk.ui.mode, Mode::Leave) && !desk.asked_behind_the_end);
    // Asked once more, it does not wait for the disk.
    desk.quit = false;
    desk.keys("q");
    assert!(desk.quit);
}
