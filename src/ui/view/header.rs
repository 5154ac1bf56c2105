//! The lines on top: what is reviewed, how it stands, how far the run is, how much was looked at. A tall window has two
//! lines, others one; what matters most comes first and stays whole.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
};

use crate::{
    core::{
        model::{Pass, TaskEnd, TaskState},
        text,
    },
    session::{Phase, Session},
    ui::{
        Ui, since,
        theme::{Ink, Theme},
    },
};

use super::pull_words::{self, Fact};

/// Width from which facts may take three quarters of the first line.
const WIDE: usize = 100;

pub(super) fn draw(session: &Session, ui: &Ui, buffer: &mut Buffer, area: Rect) {
    let theme = ui.theme();
    buffer.set_style(area, theme.ink(Ink::Bar));
    let width = usize::from(area.width);
    let has_two = area.height > 1;
    let nothing = (Vec::new(), Vec::new());
    let (mut first, second) = match ui.noted.talk.is_home {
        true => nothing,
        false => (first(session, ui, has_two), second(session)),
    };
    if !has_two {
        first.extend(second.iter().cloned());
    }
    let title = session.pull().pull.as_deref().map_or_else(|| session.title().to_owned(), pull_words::title);
    // A title of two words is none; what it does not need is for the facts.
    let share = if width < WIDE { width * 3 / 5 } else { width * 3 / 4 };
    let room = share.max(width.saturating_sub(text::width(&text::one_line(&title, width)) + 9));
    let (facts, used) = fitting(theme, first, room);
    let left = area.width.saturating_sub(used as u16 + 3);
    let line = Rect { height: area.height.min(1), ..area };
    buffer.set_span(line.x, line.y, &Span::styled(" prr ", theme.ink(Ink::Strong)), line.width);
    let title = text::one_line(&title, usize::from(left.saturating_sub(6)));
    buffer.set_span(line.x + 5, line.y, &Span::raw(title), left.saturating_sub(5));
    buffer.set_line(line.x + line.width.saturating_sub(used as u16 + 1), line.y, &facts, used as u16);
    if has_two {
        let (facts, used) = fitting(theme, second, width.saturating_sub(6));
        buffer.set_line(area.x + 5, area.y + 1, &facts, used as u16);
    }
}

/// As many facts as fit, whole ones only; the first always. And the columns they take.
fn fitting(theme: &Theme, facts: Vec<Fact>, room: usize) -> (Line<'static>, usize) {
    let mut spans = Vec::new();
    let mut used = 0;
    for (words, ink) in facts {
        let words = if used == 0 { text::one_line(&words, room) } else { words };
        let columns = text::width(&words) + if used == 0 { 0 } else { 3 };
        if used > 0 && used + columns > room {
            continue;
        }
        if used > 0 {
            spans.push(Span::raw(" · "));
        }
        // On the bar everything is plain but what warns.
        let style = if ink == Ink::Warning { theme.ink(ink) } else { ratatui::style::Style::default() };
        spans.push(Span::styled(words, style));
        used += columns;
    }
    (Line::from(spans), used)
}

/// What is wanted most, in that order.
fn first(session: &Session, ui: &Ui, has_second: bool) -> Vec<Fact> {
    let undecided = session.undecided().count();
    let run = match session.findings.cards_len() {
        0 => run_words(session),
        cards => format!("{} · {cards} finding{}, {undecided} undecided", run_words(session), plural(cards)),
    };
    let mut facts = vec![(run, Ink::Plain)];
    if since::filter(session, ui).is_some() {
        facts.push((session.last_look().brief(), Ink::Plain));
    }
    facts.extend(pull_words::first(session, has_second));
    let held = session.findings.drawer_len();
    if held > 0 {
        facts.push((format!("{held} held back"), Ink::Plain));
    }
    facts
}

/// What is wanted then.
fn second(session: &Session) -> Vec<Fact> {
    let mut facts = pull_words::second(session);
    if let Some(map) = session.map.as_ref().filter(|map| !map.hotspots.is_empty()) {
        let risk = map.hotspots.first().map_or(0, |hotspot| hotspot.risk);
        let words = format!("{} hotspot{}, risk {risk}", map.hotspots.len(), plural(map.hotspots.len()));
        facts.push((words, Ink::Plain));
    }
    match session.pull().pull.as_deref() {
        Some(pull) => facts.push((pull_words::ends(pull), Ink::Plain)),
        None => {
            let head = session.request().and_then(|request| request.head_sha.as_deref());
            facts.extend(head.and_then(|sha| sha.get(..8)).map(|sha| (sha.to_owned(), Ink::Plain)));
        }
    }
    if !has_agent(session) {
        facts.push(("built-in only".to_owned(), Ink::Plain));
    }
    facts
}

/// Whether somebody beside the built-in reviewers looked (REVIEW "Agents"). A recorded run of those is still theirs.
fn has_agent(session: &Session) -> bool {
    session.tasks.iter().any(|(task, state)| {
        let is_agent =
            !matches!(task.pass, Pass::Builtin(_) | Pass::Tool(_)) && !task.id.as_str().starts_with("builtin:");
        is_agent && *state == TaskState::Ended(TaskEnd::Completed)
    })
}

/// Where the run is, in a word or two.
fn run_words(session: &Session) -> String {
    let (ended, all) = session.progress();
    match &session.phase {
        Phase::Reading => format!("reading · {} file{}", session.diff.files.len(), plural(session.diff.files.len())),
        Phase::Configuring(_) | Phase::Opening(_) | Phase::Mapping(_) => "preparing".to_owned(),
        Phase::Reviewing(_) => format!("reviewing {ended}/{all}"),
        Phase::Done(_) if session.is_complete() => "reviewed".to_owned(),
        Phase::Done(_) => {
            let failed = session.tasks.iter().filter(|(_, state)| is_short(state)).count();
            format!("partial: {failed} of {all} reviewers did not finish")
        }
        Phase::Failed(_) => "failed".to_owned(),
    }
}

fn is_short(state: &TaskState) -> bool {
    !matches!(state, TaskState::Ended(end) if end.is_well())
}

pub(super) fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}
