//! The line at the bottom: search, line number, palette.

use nucleo_matcher::{
    Config, Matcher,
    pattern::{CaseMatching, Normalization, Pattern},
};

use crate::{
    core::{
        diff,
        model::{Side, Time},
    },
    session::{Session, Slot, Spot},
    ui::{
        Request, Ui,
        actions::{ACTIONS, ActionRow},
        beyond,
        field::Field,
        key::{Code, Key},
        state::{Ask, Cursor, Mode, View},
    },
};

use super::{find, motion, normal, tree};

pub(super) fn press(
    ui: &mut Ui,
    session: &Session,
    (ask, mut field, chosen): (Ask, Field, usize),
    key: Key,
    at: Time,
) -> Vec<Request> {
    match key {
        Key { code: Code::Esc, .. } if ask == Ask::Filter => tree::filter(ui, session, String::new()),
        Key { code: Code::Esc, .. } => Vec::new(),
        Key { code: Code::Backspace, .. } if field.text().is_empty() => Vec::new(),
        Key { code: Code::Enter, .. } => match ask {
            Ask::Search => find::start(ui, field.text()),
            Ask::Filter => tree::filter(ui, session, field.text()),
            Ask::Command => command(ui, session, &field.text(), chosen, at),
        },
        Key { code: Code::Down | Code::Tab, .. } | Key { code: Code::Char('n'), ctrl: true, .. } => {
            ui.mode = Mode::Prompt(ask, field, chosen.saturating_add(1));
            Vec::new()
        }
        Key { code: Code::Up | Code::BackTab, .. } | Key { code: Code::Char('p'), ctrl: true, .. } => {
            ui.mode = Mode::Prompt(ask, field, chosen.saturating_sub(1));
            Vec::new()
        }
        _ => {
            field.press(key);
            let text = field.text();
            ui.mode = Mode::Prompt(ask, field, 0);
            if ask == Ask::Filter { tree::filter(ui, session, text) } else { Vec::new() }
        }
    }
}

/// A number goes to that line of the file; other text is the palette.
fn command(ui: &mut Ui, session: &Session, text: &str, chosen: usize, at: Time) -> Vec<Request> {
    let text = text.trim();
    if let Ok(number) = text.parse::<u32>() {
        if ui.noted.talk.is_home {
            ui.say("nothing is open yet · Enter opens a pull request");
        } else {
            ui.view = View::Diff;
            go_to_line(ui, session, number);
        }
        return Vec::new();
    }
    let rows = matches(text);
    match rows.get(chosen.min(rows.len().saturating_sub(1))) {
        Some(row) => normal::run(ui, session, row.action, None, at),
        None => {
            ui.say(format!("no action is called {}", crate::core::text::one_line(text, 40)));
            Vec::new()
        }
    }
}

/// Actions that fit a text, best first; all of them for an empty one.
pub(crate) fn matches(text: &str) -> Vec<&'static ActionRow> {
    let mut matcher = Matcher::new(Config::DEFAULT);
    let pattern = Pattern::parse(text, CaseMatching::Smart, Normalization::Smart);
    let mut buffer = Vec::new();
    let mut scored: Vec<(u32, &ActionRow)> = ACTIONS
        .iter()
        .filter_map(|row| {
            let words = format!("{} {}", row.id, row.words);
            let hay = nucleo_matcher::Utf32Str::new(&words, &mut buffer);
            pattern.score(hay, &mut matcher).map(|score| (score, row))
        })
        .collect();
    // What is called exactly so comes first.
    scored.sort_by_key(|(score, row)| (row.id != text, std::cmp::Reverse(*score)));
    scored.into_iter().map(|(_, row)| row).collect()
}

/// To a line of the present file: the new side, else the old one, else the nearest shown below it.
fn go_to_line(ui: &mut Ui, session: &Session, number: u32) {
    let file = ui.diff.cursor.slot.file;
    let index = &session.diff;
    let exact = [Side::Right, Side::Left].into_iter().find_map(|side| diff::locate(index, file, side, number));
    let nearest = || {
        let hunk = index.hunks_of(file).find(|hunk| index.hunk(*hunk).is_some_and(|entry| entry.new.start >= number));
        hunk.or_else(|| index.hunks_of(file).next_back()).map(|hunk| Slot { file, spot: Spot::Hunk(hunk) })
    };
    let exact = exact.map(Spot::Line).or_else(|| beyond::find(session, ui, file, number).map(Spot::Beyond));
    match exact {
        Some(spot) => motion::to(ui, session, Cursor::on(Slot { file, spot })),
        None => match nearest() {
            Some(slot) => {
                motion::to(ui, session, Cursor::on(slot));
                ui.say(format!("line {number} is not in the diff; this is the nearest hunk"));
            }
            None => ui.say("this file has no lines in the diff"),
        },
    }
}
