//! Keys of a page to read.

use crate::{
    core::model::Time,
    session::Session,
    ui::{
        Request, Ui,
        actions::Talk,
        key::{Code, Key},
        layout,
        reading::{self, Reading, Sheet},
        state::{Cursor, Mode},
    },
};

use super::talk;

pub(super) fn press(ui: &mut Ui, session: &Session, reading: Reading, key: Key, at: Time) -> Vec<Request> {
    let height = usize::from(layout::areas(ui).body.height.max(1));
    let page = height as i64;
    let key = ui.chord.map().as_usual(key);
    let by = match key.code {
        Code::Char('j') | Code::Down => 1,
        Code::Char('k') | Code::Up => -1,
        Code::PageDown | Code::Char(' ' | 'f') => page - 2,
        Code::PageUp | Code::Char('b') => 2 - page,
        Code::Char('d') => page / 2,
        Code::Char('u') => -page / 2,
        Code::Home | Code::Char('g') => i64::MIN,
        Code::End | Code::Char('G') => i64::MAX,
        Code::Char(']' | '}') => return section(ui, session, reading, true, height),
        Code::Char('[' | '{') => return section(ui, session, reading, false, height),
        Code::Esc | Code::Char('q') | Code::Enter => return Vec::new(),
        _ => return act(ui, session, reading, key, at),
    };
    ui.mode = Mode::Read(reading::scroll(session, ui, reading, by, height));
    Vec::new()
}

/// What can be done with what is read.
fn act(ui: &mut Ui, session: &Session, reading: Reading, key: Key, at: Time) -> Vec<Request> {
    let what = match (key.code, key.ctrl) {
        (Code::Char('r'), false) => Talk::Reply,
        (Code::Char('X'), false) => Talk::Resolve,
        (Code::Char('o'), false) => Talk::Open,
        (Code::Char('R'), false) => Talk::Refresh,
        _ => {
            ui.mode = Mode::Read(reading);
            return Vec::new();
        }
    };
    if matches!(what, Talk::Open | Talk::Refresh) {
        ui.mode = Mode::Read(reading);
    }
    let cursor = match reading.sheet {
        Sheet::Pull => Cursor::on(crate::session::Slot::TOP),
        Sheet::Thread(slot, id) => Cursor { slot, card: Some(crate::ui::CardId::Thread(id)) },
    };
    talk::act(ui, session, what, &cursor, at)
}

/// To the head of the next or previous section.
fn section(ui: &mut Ui, session: &Session, from: Reading, forward: bool, height: usize) -> Vec<Request> {
    let mut nth = from.top.0;
    let found = loop {
        match (forward, nth.checked_sub(1)) {
            (true, _) => nth += 1,
            (false, Some(before)) if from.top.1 == 0 || nth < from.top.0 => nth = before,
            // From inside a section back to its own head.
            (false, _)
                if from.top.1 > 0
                    && nth == from.top.0
                    && reading::is_section(session, ui, from.sheet, nth) == Some(true) =>
            {
                break Some(nth);
            }
            (false, Some(before)) => nth = before,
            (false, None) => break Some(0),
        }
        match reading::is_section(session, ui, from.sheet, nth) {
            Some(true) => break Some(nth),
            Some(false) => {}
            None => break None,
        }
    };
    let top = found.map_or(from.top, |nth| (nth, 0));
    ui.mode = Mode::Read(reading::settle(session, ui, Reading { top, ..from }, height));
    Vec::new()
}
