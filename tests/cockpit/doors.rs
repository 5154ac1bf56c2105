//! Counts in the header are doors: a click goes to what is counted, and the palette has an action for each.

use prr::{
    core::model::{CandidateId, Severity},
    ui::{self, Deed, Filter, Mode, View},
};

use crate::support::desk::{DIFF, Desk, candidate};

/// Findings, one of them held back, a viewed file; the mouse is listened to.
fn desk() -> Desk {
    let mut desk = Desk::with(140, 40, DIFF);
    for (number, path, line) in [(1, "src/auth.rs", 12), (2, "src/auth.rs", 44), (3, "README.md", 4)] {
        desk.find(candidate(number, path, line));
    }
    let mut again = candidate(1, "src/auth.rs", 12);
    again.id = CandidateId::new("builtin:test-c9");
    again.weight.severity = Severity::Minor;
    desk.find(again);
    desk.end();
    ui::update(&mut desk.ui, &desk.session, ui::Msg::MouseIs(true));
    desk.keys(".<Space>");
    desk
}

/// Clicks on words of the header.
fn click(desk: &mut Desk, words: &str) {
    let screen = desk.screen();
    let header: Vec<&str> = screen.lines().take(2).collect();
    let row = header.iter().position(|line| line.contains(words)).unwrap_or_else(|| panic!("{words} in\n{screen}"));
    let column = header[row].split(words).next().unwrap().chars().count();
    desk.mouse(Deed::Press, (column as u16 + 1, row as u16));
}

#[test]
fn every_count_of_the_header_leads_to_what_it_counts_by_a_click_from_any_view() {
    type Check = fn(&Desk) -> bool;
    let doors: [(&str, Check); 7] = [
        ("undecided", |desk| desk.ui.view == View::Triage && desk.ui.triage.filter == Filter::Undecided),
        ("reviewed", |desk| desk.ui.view == View::Agents),
        ("held back", |desk| desk.ui.view == View::Triage && desk.ui.triage.filter == Filter::Drawer),
        ("of 4 viewed", |desk| desk.ui.view == View::Diff && desk.under() != "file src/auth.rs"),
        ("files looked at", |desk| matches!(desk.ui.mode, Mode::Notes(0))),
        ("hotspots", |desk| desk.ui.view == View::Diff && desk.under() == "file src/auth.rs"),
        ("built-in only", |desk| desk.ui.view == View::Agents),
    ];
    for view in ["gd", "gt", "ga", "gr", "gl"] {
        for (words, leads) in doors {
            let mut desk = desk();
            desk.keys(view);
            click(&mut desk, words);
            let (is_there, screen) = (leads(&desk), desk.screen());
            assert!(is_there, "{words} from {view}: {:?} {:?}\n{screen}", desk.ui.view, desk.ui.mode);
        }
    }
}

#[test]
fn the_palette_has_an_action_for_every_count() {
    let mut desk = desk();
    desk.keys(":undecided\n");
    assert_eq!((desk.ui.view, desk.ui.triage.filter), (View::Triage, Filter::Undecided));
    desk.keys(":next-unviewed\n");
    assert_eq!(desk.ui.view, View::Diff);
    assert!(desk.under().starts_with("file "), "{}", desk.under());
    desk.keys(":drawer\n");
    assert_eq!(desk.ui.triage.filter, Filter::Drawer);
    desk.keys(":view-agents\n");
    assert_eq!(desk.ui.view, View::Agents);
    desk.keys(":view-review\n");
    assert_eq!(desk.ui.view, View::Review);
    desk.keys(":notes\n");
    assert!(matches!(desk.ui.mode, Mode::Notes(_)));
}

#[test]
fn gates_that_were_looked_at_are_counted_and_lead_to_the_review() {
    let mut desk = Desk::new(120, 40);
    desk.is_pull = true;
    desk.read(DIFF);
    for news in crate::support::pull::news() {
        desk.told(news);
    }
    desk.told(prr::core::model::PullNews::Complete);
    desk.open(prr::core::gate::Past::default(), false);
    desk.map();
    desk.end();
    assert!(desk.row("gates").is_none(), "nobody looked yet:\n{}", desk.screen());
    desk.keys("grgd");
    ui::update(&mut desk.ui, &desk.session, ui::Msg::MouseIs(true));
    click(&mut desk, "gates");
    assert_eq!(desk.ui.view, View::Review);
}

#[test]
fn a_click_between_the_counts_and_at_any_place_of_the_header_is_harmless() {
    for column in 0..140 {
        for row in 0..2 {
            let mut desk = desk();
            desk.mouse(Deed::Press, (column, row));
            desk.screen();
            desk.keys("<Esc>");
        }
    }
}
