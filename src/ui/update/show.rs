//! What is shown and how: folds, numbers, theme, help, prompts.

use crate::{
    session::Session,
    ui::{
        Request, Ui,
        actions::Show,
        field::Field,
        key::{Code, Key},
        look::{self, Columns, Long, Numbers},
        scroll, stack,
        state::{Ask, Cursor, Mode},
        walk,
    },
};

use super::motion;

pub(super) fn run(ui: &mut Ui, session: &Session, what: Show) -> Vec<Request> {
    match what {
        Show::Diff | Show::Triage | Show::Review | Show::NextView | Show::PrevView => {
            super::triage::switch(ui, session, what);
        }
        Show::FocusTree => {
            ui.tree.focus = true;
            ui.tree.cursor = ui.diff.cursor.slot.file.0;
        }
        Show::FocusDiff => ui.tree.focus = false,
        Show::Search => ui.mode = Mode::Prompt(Ask::Search, Field::new(""), 0),
        Show::Command | Show::Palette => ui.mode = Mode::Prompt(Ask::Command, Field::new(""), 0),
        Show::Fold => fold(ui, session),
        Show::Columns => columns(ui, session),
        Show::Wrap => wrap(ui, session),
        Show::LineNumbers => scroll::keeping(session, ui, |ui| {
            ui.diff.look.numbers = match ui.diff.look.numbers {
                Numbers::Shown => Numbers::Hidden,
                Numbers::Hidden => Numbers::Shown,
            };
        }),
        Show::Theme => {
            ui.theme.0 = ui.theme.0.next(ui.theme.1);
            let name = ui.theme().name();
            ui.say(format!("theme: {name}"));
        }
        Show::Notes => ui.mode = Mode::Notes(0),
        Show::Help => ui.mode = Mode::Help(0),
    }
    Vec::new()
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
        Long::Cut => (Long::Wrapped, "long lines are wrapped"),
        Long::Wrapped => (Long::Cut, "long lines are cut · zl zh and arrows scroll sideways"),
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
    } else if ui.talk.reveal(slot) {
        crate::ui::scroll::follow(session, ui);
    } else if let Some(card) = ui.diff.cursor.card.clone().or(on_line) {
        let open = stack::is_open(session, ui, slot, &card);
        ui.diff.cards.insert(card, !open);
        scroll::follow(session, ui);
    } else {
        let folded = walk::is_folded(session, ui, slot.file);
        ui.diff.folds.insert(slot.file, !folded);
        motion::reveal(ui, session);
        scroll::follow(session, ui);
    }
}

/// Keys of a page of text: scroll, or close.
pub(super) fn press_page(ui: &mut Ui, page: fn(u16) -> Mode, top: u16, key: Key) -> Vec<Request> {
    let top = match key.code {
        Code::Char('j') | Code::Down => top.saturating_add(1),
        Code::Char('k') | Code::Up => top.saturating_sub(1),
        Code::PageDown | Code::Char(' ' | 'd' | 'f') => top.saturating_add(ui.size.1 / 2),
        Code::PageUp | Code::Char('u' | 'b') => top.saturating_sub(ui.size.1 / 2),
        Code::Home | Code::Char('g') => 0,
        _ => return Vec::new(),
    };
    ui.mode = page(top.min(200));
    Vec::new()
}
