//! The top line: what is reviewed, how risky, how far the run is.

use ratatui::{buffer::Buffer, layout::Rect, text::Span};

use crate::{
    core::{model::TaskState, text},
    session::{Phase, Session},
    ui::{Ui, since, theme::Ink},
};

pub(super) fn draw(session: &Session, ui: &Ui, buffer: &mut Buffer, area: Rect) {
    let theme = ui.theme();
    buffer.set_style(area, theme.ink(Ink::Bar));
    let facts = fitting(facts(session, ui), usize::from(area.width) * 3 / 4);
    let facts_width = text::width(&facts) as u16;
    let left = area.width.saturating_sub(facts_width + 3);
    buffer.set_span(area.x, area.y, &Span::styled(" prr ", theme.ink(Ink::Strong)), area.width);
    let title = text::one_line(session.title(), usize::from(left.saturating_sub(6)));
    buffer.set_span(area.x + 5, area.y, &Span::raw(title), left.saturating_sub(5));
    let at = area.x + area.width.saturating_sub(facts_width + 1);
    buffer.set_span(at, area.y, &Span::raw(facts), facts_width);
}

/// As many facts as fit, whole ones only; the first always.
fn fitting(facts: Vec<String>, room: usize) -> String {
    let mut facts = facts.into_iter();
    let mut line = text::one_line(&facts.next().unwrap_or_default(), room);
    for fact in facts {
        if text::width(&line) + text::width(&fact) + 3 <= room {
            line = format!("{line} · {fact}");
        }
    }
    line
}

/// What is known, most wanted first.
fn facts(session: &Session, ui: &Ui) -> Vec<String> {
    let mut facts = Vec::new();
    let undecided = session.undecided().count();
    let cards = session.findings.cards_len();
    facts.push(match cards {
        0 => run_words(session),
        cards => format!("{} · {cards} finding{}, {undecided} undecided", run_words(session), plural(cards)),
    });
    if since::filter(session, ui).is_some() {
        facts.push(session.last_look().brief());
    }
    let held = session.findings.drawer_len();
    if held > 0 {
        facts.push(format!("{held} held back"));
    }
    if let Some(map) = session.map.as_ref().filter(|map| !map.hotspots.is_empty()) {
        let risk = map.hotspots.first().map_or(0, |hotspot| hotspot.risk);
        facts.push(format!("{} hotspot{}, risk {risk}", map.hotspots.len(), plural(map.hotspots.len())));
    }
    let head = session.request().and_then(|request| request.head_sha.as_deref());
    facts.extend(head.and_then(|sha| sha.get(..8)).map(str::to_owned));
    facts.push("built-in only".to_owned());
    facts
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
    !matches!(state, TaskState::Ended(crate::core::model::TaskEnd::Completed))
}

pub(super) fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}
