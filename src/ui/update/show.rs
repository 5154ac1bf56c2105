//! What is shown and how: folds, numbers, theme, help, prompts.

use crate::{
    core::model::Side,
    session::Session,
    ui::{
        Request, Ui,
        actions::Show,
        field::Field,
        key::{Code, Key},
        look::{self, Columns, Long, Numbers},
        scroll, stack,
        state::{Ask, Cursor, Mode, View},
        view::last_top,
        walk::{self, Walk},
    },
};

use super::{beyond, motion, tree};

pub(super) fn run(ui: &mut Ui, session: &Session, what: Show, count: Option<u32>) -> Vec<Request> {
    match what {
        Show::Diff | Show::Triage | Show::Agents | Show::Review | Show::NextView | Show::PrevView => {
            return super::triage::switch(ui, session, what);
        }
        Show::Logbook => return super::logbook::open(ui, session),
        Show::History | Show::CompareRuns | Show::Scores => return super::logbook::turn_to(ui, session, what),
        Show::Inbox => return super::inbox::open(ui),
        Show::FocusTree if to_side(ui, session, Side::Left) => {}
        Show::FocusTree => tree::focus(ui, session),
        Show::TreeOrder => return tree::order(ui, session),
        Show::FocusDiff if ui.tree.focus => tree::into(ui, session),
        Show::FocusDiff => {
            to_side(ui, session, Side::Right);
        }
        Show::Search => ui.mode = Mode::Prompt(Ask::Search, Field::new(""), 0),
        Show::Command | Show::Palette => ui.mode = Mode::Prompt(Ask::Command, Field::new(""), 0),
        Show::Fold if super::since::open_fold(ui, session) => {}
        Show::Fold => fold(ui, session),
        Show::More => return beyond::more(ui, session, count),
        Show::Less => return beyond::less(ui, session, count),
        Show::WholeFile => return beyond::whole(ui, session),
        Show::Since => super::since::toggle(ui, session),
        Show::Columns => columns(ui, session),
        Show::Wrap => wrap(ui, session),
        Show::LineNumbers => scroll::keeping(session, ui, |ui| {
            ui.diff.look.numbers = match ui.diff.look.numbers {
                Numbers::Shown => Numbers::Hidden,
                Numbers::Hidden => Numbers::Shown,
            };
        }),
        Show::Theme => {
            ui.colour.themes.next();
            let now = ui.theme().name();
            let names: Vec<String> = ui
                .colour
                .themes
                .names()
                .map(|name| if name == now { format!("[{name}]") } else { name.to_owned() })
                .collect();
            ui.say(format!("theme: {}", names.join(" · ")));
        }
        Show::Mouse => return super::mouse::turn(ui),
        Show::Notes => ui.mode = Mode::Notes(0),
        Show::Guide => ui.noted.guide = true,
        Show::Help => ui.mode = Mode::Help(0),
    }
    Vec::new()
}

/// Side by side, from one side to the other; false when the cursor is on that side already.
fn to_side(ui: &mut Ui, session: &Session, side: Side) -> bool {
    let is_split = look::is_split_file(session, ui, ui.diff.cursor.slot.file);
    if ui.view != View::Diff || !is_split || ui.diff.side == side {
        return false;
    }
    ui.diff.side = side;
    if ui.diff.cursor.card.is_none() {
        let there = Walk::new(session, ui).band(ui.diff.cursor.slot).on(side);
        ui.diff.cursor = Cursor::on(there);
    }
    true
}

/// The next layout. The cursor's line stays where it is on the screen.
fn columns(ui: &mut Ui, session: &Session) {
    scroll::keeping(session, ui, |ui| ui.diff.look.columns = ui.diff.look.columns.next());
    let now = if look::is_split(ui) { "side by side" } else { "unified" };
    let words = match ui.diff.look.columns {
        Columns::Auto => format!("layout: by width, {now} here"),
        Columns::Split if !look::is_split(ui) => "layout: side by side, when the window is wider".to_owned(),
        Columns::Unified | Columns::Split => format!("layout: {now}"),
    };
    ui.say(words);
}

fn wrap(ui: &mut Ui, session: &Session) {
    let (long, words) = match ui.diff.look.long {
        Long::Cut => (Long::Wrapped, "long lines are wrapped".to_owned()),
        Long::Wrapped => {
            let (right, left) = (ui.key("scroll-right"), ui.key("scroll-left"));
            (Long::Cut, format!("long lines are cut · {right} and {left} scroll sideways"))
        }
    };
    scroll::keeping(session, ui, |ui| ui.diff.look.long = long);
    ui.say(words);
}

/// Opens or folds what is under the cursor: a card, a card that only showed its mark, else the file.
fn fold(ui: &mut Ui, session: &Session) {
    let slot = ui.diff.cursor.slot;
    let waiting = session.findings.at(slot).iter().find(|id| ui.diff.unrevealed.contains(*id)).cloned();
    let on_line = stack::cards(session, ui, slot).next();
    if let Some(id) = waiting {
        motion::to(ui, session, Cursor::on_finding(slot, id));
    } else if ui.noted.talk.reveal(slot) {
        crate::ui::scroll::follow(session, ui);
    } else if let Some(card) = ui.diff.cursor.card.clone().or(on_line) {
        let open = stack::is_open(session, ui, slot, &card);
        ui.diff.cards.insert(card, !open);
        scroll::follow(session, ui);
    } else {
        fold_code(ui, session);
    }
}

/// The hunk that the cursor is in, else the file. The cursor goes to the header of what is folded.
fn fold_code(ui: &mut Ui, session: &Session) {
    let slot = ui.diff.cursor.slot;
    match slot.spot.hunk() {
        Some(hunk) => {
            if !ui.diff.folds.hunks.remove(&hunk) {
                ui.diff.folds.hunks.insert(hunk);
            }
        }
        None => {
            let folded = walk::is_folded(session, ui, slot.file);
            ui.diff.folds.files.insert(slot.file, !folded);
        }
    }
    motion::reveal(ui, session);
    scroll::follow(session, ui);
}

/// Keys of a page of text: scroll, or close.
pub(super) fn press_page(ui: &mut Ui, session: &Session, mut page: Mode, key: Key) -> Vec<Request> {
    let last = last_top(session, ui, &page);
    let half = ui.size.1 / 2;
    let (Mode::Help(top) | Mode::Notes(top) | Mode::Evidence(_, top)) = &mut page else { return Vec::new() };
    // A window that grew, or a page that did, may have left it behind the end.
    let here = (*top).min(last);
    *top = match ui.chord.map().as_usual(key).code {
        Code::Char('j') | Code::Down => here.saturating_add(1),
        Code::Char('k') | Code::Up => here.saturating_sub(1),
        Code::PageDown | Code::Char(' ' | 'd' | 'f') => here.saturating_add(half),
        Code::PageUp | Code::Char('u' | 'b') => here.saturating_sub(half),
        Code::Home | Code::Char('g') => 0,
        Code::End | Code::Char('G') => last,
        _ => return Vec::new(),
    }
    .min(last);
    ui.mode = page;
    Vec::new()
}
