//! `gs`: who uses the symbol under the cursor. Enter goes to a place that the diff shows, else opens its file to be read.
//! Not here: looking places up (`app::runner`), drawing (`view::callers`).

use std::sync::Arc;

use crate::{
    core::{
        change::unit_at,
        diff::{self, FileText},
        model::{RepoPath, Side, Unit},
    },
    session::{Session, Slot, Spot},
    ui::{
        Callers, Opened, Request, Ui, Uses,
        key::{Code, Key},
        layout,
        state::{Cursor, Mode, View},
    },
};

use super::motion;

/// Names of one line that can be looked up.
const MOST_NAMES: usize = 9;
/// Bytes of a line in which names are looked for.
const MOST_OF_A_LINE: usize = 4096;
/// Shorter names are not in the index.
const SHORTEST: usize = 3;

/// Opens the list.
pub(super) fn open(ui: &mut Ui, session: &Session) -> Vec<Request> {
    if ui.view != View::Diff {
        ui.say(format!(
            "{} looks up the symbol under the cursor in the diff: {} goes there",
            ui.key("callers"),
            ui.key("view-diff")
        ));
        return Vec::new();
    }
    if session.index().is_none() {
        let words = match (session.is_indexing(), session.map.is_some()) {
            (true, _) | (_, false) => "the symbol index is still being built",
            (false, true) => "there is no symbol index: the change is from no repository here",
        };
        ui.say(words);
        return Vec::new();
    }
    let names = names_at(session, ui.diff.cursor.slot);
    if names.is_empty() {
        ui.say("no symbol stands here that could be looked up");
        return Vec::new();
    }
    look_up(ui, Callers { names, ..Callers::default() })
}

fn look_up(ui: &mut Ui, callers: Callers) -> Vec<Request> {
    let name = callers.name().to_owned();
    ui.mode = Mode::Callers(Box::new(callers));
    vec![Request::Callers(name)]
}

/// The names at a slot: the changed symbol around it, then those that the line itself has, calls first.
fn names_at(session: &Session, slot: Slot) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut add = |name: &str| {
        let known = names.iter().any(|one| one == name);
        if name.len() >= SHORTEST && !known && names.len() < MOST_NAMES {
            names.push(name.to_owned());
        }
    };
    if let Some(unit) = unit_here(session, slot) {
        let name = unit.symbol.rsplit([':', '.', ' ', '#']).next().unwrap_or("");
        add(name.trim_end_matches("()"));
    }
    if let Spot::Line(at) = slot.spot
        && let Some(line) = diff::line(&session.diff, at)
    {
        let text = String::from_utf8_lossy(line.text.get(..MOST_OF_A_LINE).unwrap_or(line.text)).into_owned();
        let words = || words(&text);
        words().filter(|(_, calls)| *calls).chain(words()).for_each(|(name, _)| add(name));
    }
    names
}

/// The words of a line that could be names, and whether they are called.
fn words(text: &str) -> impl Iterator<Item = (&str, bool)> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let starts = text.char_indices().filter(move |(at, c)| {
        is_name(*c) && !text.get(..*at).and_then(|before| before.chars().next_back()).is_some_and(is_name)
    });
    starts.filter_map(move |(at, first)| {
        let rest = text.get(at..)?;
        let end = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
        let calls = rest.get(end..).is_some_and(|behind| behind.starts_with(['(', '!']));
        (!first.is_ascii_digit()).then_some((rest.get(..end)?, calls))
    })
}

/// The changed symbol around a slot.
fn unit_here(session: &Session, slot: Slot) -> Option<&Unit> {
    let units = &session.map.as_ref()?.units;
    let first = units.partition_point(|unit| unit.file < slot.file);
    let end = units.partition_point(|unit| unit.file <= slot.file);
    let own = units.get(first..end)?;
    match slot.spot {
        Spot::Line(at) => {
            let (side, line) = diff::anchor_of(&session.diff, at)?;
            unit_at(own, side, line)
        }
        Spot::Hunk(hunk) => own.iter().map(|unit| &**unit).find(|unit| unit.hunks.0 <= hunk && hunk <= unit.hunks.1),
        Spot::Beyond(_) => None,
        Spot::Top | Spot::File => own.first().map(|unit| &**unit),
    }
}

/// The places came.
pub(super) fn came(ui: &mut Ui, name: &str, uses: Arc<Uses>) -> Vec<Request> {
    if let Mode::Callers(callers) = &mut ui.mode
        && callers.name() == name
    {
        callers.uses = Some(uses);
        callers.at = 0;
    }
    Vec::new()
}

/// The text of a file came.
pub(super) fn text_came(ui: &mut Ui, path: &RepoPath, text: Result<Arc<FileText>, String>) -> Vec<Request> {
    let height = height(ui);
    if let Mode::Callers(callers) = &mut ui.mode
        && let Some(opened) = callers.opened.as_mut().filter(|opened| opened.path == *path)
    {
        let lines = text.as_ref().map_or(0, |text| text.lines());
        opened.text = Some(text);
        opened.top = settled(opened.line.saturating_sub(height / 2), lines, height);
    }
    Vec::new()
}

/// Rows under the heading.
fn height(ui: &Ui) -> u32 {
    u32::from(layout::areas(ui).body.height.saturating_sub(1)).max(1)
}

/// Keeps the last screen full.
fn settled(top: u32, lines: u32, height: u32) -> u32 {
    top.min(lines.saturating_sub(height).saturating_add(1)).max(1)
}

pub(super) fn press(ui: &mut Ui, session: &Session, mut callers: Box<Callers>, key: Key) -> Vec<Request> {
    let key = ui.chord.map().as_usual(key);
    if let Some(opened) = callers.opened.take() {
        if let Some(opened) = read_on(opened, key, height(ui)) {
            callers.opened = Some(opened);
        }
        ui.mode = Mode::Callers(callers);
        return Vec::new();
    }
    let last = callers.uses.as_ref().map_or(0, |uses| uses.places.len()).saturating_sub(1);
    let page = height(ui) as usize;
    match key.code {
        Code::Char('j') | Code::Down => callers.at = (callers.at + 1).min(last),
        Code::Char('k') | Code::Up => callers.at = callers.at.saturating_sub(1),
        Code::PageDown | Code::Char(' ' | 'd' | 'f') => callers.at = (callers.at + page).min(last),
        Code::PageUp | Code::Char('u' | 'b') => callers.at = callers.at.saturating_sub(page),
        Code::Home | Code::Char('g') => callers.at = 0,
        Code::End | Code::Char('G') => callers.at = last,
        Code::Tab => {
            let nth = (callers.nth + 1) % callers.names.len().max(1);
            return look_up(ui, Callers { names: callers.names, nth, ..Callers::default() });
        }
        Code::Enter => return go(ui, session, callers),
        _ => return Vec::new(),
    }
    ui.mode = Mode::Callers(callers);
    Vec::new()
}

/// Keys in a file that was opened; `None`: back to the list.
fn read_on(mut opened: Opened, key: Key, height: u32) -> Option<Opened> {
    let lines = match &opened.text {
        Some(Ok(text)) => text.lines(),
        Some(Err(_)) | None => 0,
    };
    let top = match key.code {
        Code::Char('j') | Code::Down => opened.top.saturating_add(1),
        Code::Char('k') | Code::Up => opened.top.saturating_sub(1),
        Code::PageDown | Code::Char(' ' | 'f') => opened.top.saturating_add(height.saturating_sub(2)),
        Code::PageUp | Code::Char('b') => opened.top.saturating_sub(height.saturating_sub(2)),
        Code::Char('d') => opened.top.saturating_add(height / 2),
        Code::Char('u') => opened.top.saturating_sub(height / 2),
        Code::Home | Code::Char('g') => 1,
        Code::End | Code::Char('G') => u32::MAX,
        _ => return None,
    };
    opened.top = settled(top, lines, height);
    Some(opened)
}

/// To the chosen place where the diff shows it, else into its file.
fn go(ui: &mut Ui, session: &Session, mut callers: Box<Callers>) -> Vec<Request> {
    let Some((path, line)) = callers.chosen().map(|place| (place.path.clone(), place.line)) else {
        return Vec::new();
    };
    let shown = diff::find_file(&session.diff, &path).and_then(|file| {
        let at = diff::locate(&session.diff, file, Side::Right, line)?;
        Some(Slot { file, spot: Spot::Line(at) })
    });
    if let Some(slot) = shown {
        motion::to(ui, session, Cursor::on(slot));
        ui.say(format!("{} goes back", ui.key("jump-back")));
        return Vec::new();
    }
    callers.opened = Some(Opened { path: path.clone(), line, top: 1, text: None });
    ui.mode = Mode::Callers(callers);
    vec![Request::Source(path)]
}
