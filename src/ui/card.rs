//! A finding as a card under its line: what it says, in rows of styled text. Built for the rows on screen only.

use ratatui::{
    style::Style,
    text::{Line, Span},
};

use crate::{
    core::{
        gate::Stance,
        model::{Finding, FindingId, HeldReason, Kind, PastState, TaskId},
        text,
    },
    session::Session,
};

use super::{
    elaboration,
    state::{CardId, Ui},
    theme::{Ink, severity_glyph},
};

/// Rows of a card's text that are shown at most; the rest is a line that says how many more.
const MOST_ROWS: usize = 40;

/// What is said of a suggestion without lines.
pub const NOTHING_INSTEAD: &str = "suggestion: delete it, put nothing in its place";

/// Whether a card shows all of itself: by hand, else open while undecided.
pub fn is_open(session: &Session, ui: &Ui, id: &FindingId) -> bool {
    let by_hand = ui.diff.cards.get(&CardId::Finding(id.clone())).copied();
    by_hand.unwrap_or_else(|| *session.gate.stance(id) == Stance::Undecided)
}

/// Rows a card takes.
pub fn height(session: &Session, ui: &Ui, id: &FindingId, width: u16) -> u32 {
    match is_open(session, ui, id) {
        false => 1,
        true => lines(session, ui, id, width).len() as u32,
    }
}

/// A card's rows.
pub fn lines(session: &Session, ui: &Ui, id: &FindingId, width: u16) -> Vec<Line<'static>> {
    let Some(finding) = session.shown(id) else { return vec![Line::raw("")] };
    if !is_open(session, ui, id) {
        return vec![head(session, ui, finding, width, false).0];
    }
    whole(session, ui, id, width)
}

/// All of a card, whether it is open or not.
pub fn whole(session: &Session, ui: &Ui, id: &FindingId, width: u16) -> Vec<Line<'static>> {
    let Some(finding) = session.shown(id) else { return vec![Line::raw("")] };
    let (head, rest) = head(session, ui, finding, width, true);
    let mut rows = vec![head];
    let inner = usize::from(width.saturating_sub(6)).clamp(8, 100);
    let wording = shown_wording(session, finding);
    let mut body = text::wrap(&wording.body, inner);
    body.retain(|row| !row.is_empty());
    let hidden = body.len().saturating_sub(MOST_ROWS);
    body.truncate(MOST_ROWS);
    let edge = frame_style(session, ui, finding);
    let strong = title_style(ui, session.gate.stance(id));
    rows.extend(
        text::wrap(&rest, inner).into_iter().filter(|row| !row.is_empty()).map(|row| framed("│ ", edge, row, strong)),
    );
    for row in contested(session, id).iter().flat_map(|words| text::wrap(words, inner)) {
        rows.push(framed("│ ", edge, row, ui.theme().ink(Ink::Warning)));
    }
    rows.extend(body.into_iter().map(|row| framed("│ ", edge, row, Style::default())));
    if hidden > 0 {
        rows.push(framed(
            "│ ",
            edge,
            format!("… {hidden} more rows: {} shows them all", ui.key("edit")),
            ui.theme().ink(Ink::Dim),
        ));
    }
    if let Some(suggestion) = &wording.suggestion {
        let words = if suggestion.is_empty() { NOTHING_INSTEAD } else { "suggestion:" };
        rows.push(framed("│ ", edge, words.to_owned(), ui.theme().ink(Ink::Dim)));
        let lines = suggestion.lines().take(MOST_ROWS);
        let style = ui.theme().ink(Ink::Added);
        rows.extend(lines.map(|line| framed("│ ", edge, format!("+ {}", text::one_line(line, inner)), style)));
    }
    let dim = ui.theme().ink(Ink::Dim);
    rows.extend(elaboration::steps(session, id, inner).into_iter().map(|row| framed("│ ", edge, row, dim)));
    let more = elaboration::rows(session, id, inner);
    rows.extend(more.into_iter().map(|(row, ink)| framed("│ ", edge, row, ui.theme().ink(ink))));
    let foot = text::wrap(&foot(session, finding), inner);
    let last = foot.len().saturating_sub(1);
    let foot = foot.into_iter().enumerate();
    rows.extend(foot.map(|(at, row)| framed(if at == last { "╰ " } else { "│ " }, edge, row, dim)));
    rows
}

/// The words that stand: the person's when edited, else the agent's.
pub fn shown_wording(session: &Session, finding: &Finding) -> crate::core::model::Wording {
    let edited = session.gate.standing(&finding.id).and_then(|standing| standing.edited.as_ref());
    edited.map_or_else(|| finding.wording.clone(), |(wording, _)| wording.clone())
}

/// The severity that stands.
pub fn shown_severity(session: &Session, finding: &Finding) -> crate::core::model::Severity {
    let edited = session.gate.standing(&finding.id).and_then(|standing| standing.edited.as_ref());
    edited.map_or(finding.severity, |(_, severity)| *severity)
}

fn frame_style(session: &Session, ui: &Ui, finding: &Finding) -> Style {
    match (finding.kind, session.gate.stance(&finding.id)) {
        (Kind::Comment, _) => ui.theme().ink(Ink::Own),
        (_, Stance::Accepted) => ui.theme().ink(Ink::Accepted),
        (_, Stance::Dropped(_)) => ui.theme().ink(Ink::Dim),
        (_, Stance::Undecided) => ui.theme().severity(shown_severity(session, finding)),
    }
}

fn framed(edge: &'static str, edge_style: Style, row: String, style: Style) -> Line<'static> {
    Line::from(vec![Span::styled(format!("   {edge}"), edge_style), Span::styled(row, style)])
}

/// First row: fold mark, glyph, label, title, state. Severity and state by glyph and word, not by colour alone. With it what
/// of the title an open card has no room for in that row.
fn head(session: &Session, ui: &Ui, finding: &Finding, width: u16, open: bool) -> (Line<'static>, String) {
    let edge = frame_style(session, ui, finding);
    let stance = session.gate.stance(&finding.id);
    let (glyph, label) = label(session, finding);
    let state = state_words(session, finding, stance);
    let lead = format!("   {} {glyph} {label} ", if open { "╭" } else { "▸" });
    let wording = shown_wording(session, finding);
    let title = match (wording.title.is_empty(), open) {
        (false, _) => wording.title,
        (true, false) => wording.body,
        (true, true) => String::new(),
    };
    let room = usize::from(width).saturating_sub(text::width(&lead) + text::width(&state) + 2);
    let (title, rest) = match text::wrap(&title, room.clamp(8, 100)).split_first() {
        Some((first, rest)) if open && !rest.is_empty() && text::width(first) <= room => {
            (first.clone(), rest.join(" "))
        }
        _ => (text::one_line(&title, room.min(100)), String::new()),
    };
    let state_style = match stance {
        Stance::Accepted => ui.theme().ink(Ink::Accepted),
        Stance::Dropped(_) | Stance::Undecided => ui.theme().ink(Ink::Dim),
    };
    let spans = vec![
        Span::styled(lead, edge),
        Span::styled(title, title_style(ui, stance)),
        Span::styled(format!("  {state}"), state_style),
    ];
    (Line::from(spans), rest)
}

fn title_style(ui: &Ui, stance: &Stance) -> Style {
    match stance {
        Stance::Dropped(_) => ui.theme().ink(Ink::Dropped),
        Stance::Accepted | Stance::Undecided => ui.theme().ink(Ink::Strong),
    }
}

/// Glyph and words of what it is: severity and kind, as far as each says something. A thought, praise or a note is not
/// bad or good: how severe it would be says nothing.
pub fn label(session: &Session, finding: &Finding) -> (&'static str, String) {
    let severity = shown_severity(session, finding);
    match finding.kind {
        Kind::Comment => ("✎", "my comment".to_owned()),
        Kind::Finding => (severity_glyph(severity), severity.to_string()),
        Kind::Question => ("?", format!("{severity} question")),
        Kind::Thought | Kind::Praise | Kind::Note => ("·", finding.kind.to_string()),
    }
}

/// What became of the finding that this one was at the last look.
pub fn past_state(session: &Session, id: &FindingId) -> Option<PastState> {
    session.past_of(id).filter(|past| past.was.is_last).and_then(|past| session.past_state(past))
}

/// What the person said against it in an earlier run, when it comes again. (Held back for that, it is said where it is
/// held.)
fn contested(session: &Session, id: &FindingId) -> Option<String> {
    let past = session.past_of(id)?;
    let Stance::Dropped(reason) = &past.was.standing.stance else { return None };
    if session.findings.held(id).is_some_and(|held| held.reason == HeldReason::DroppedBefore) {
        return None;
    }
    let because = if reason.is_empty() { String::new() } else { format!(": {reason}") };
    let changed = if past.code.anchor().is_none() { " · its code has changed since" } else { "" };
    Some(format!("you dropped it at {}{because}{changed}", past.was.look))
}

fn past_words(session: &Session, id: &FindingId) -> String {
    let Some(past) = session.past_of(id) else { return String::new() };
    let reworded = if past.reworded { ", in other words" } else { "" };
    match (past_state(session, id), past.was.print) {
        (Some(PastState::Moved), Some(print)) => {
            format!(" · moved from line {} since {}{reworded}", print.start, past.was.look)
        }
        (Some(state), _) => format!(" · {} since {}{reworded}", state.as_str(), past.was.look),
        (None, _) => String::new(),
    }
}

fn state_words(session: &Session, finding: &Finding, stance: &Stance) -> String {
    let edited = session.gate.standing(&finding.id).is_some_and(|standing| standing.edited.is_some());
    let draft = session.drafts.keys().any(|key| {
        use crate::core::model::DraftKey::{Comment, DropReason, Edit, Reply};
        match key {
            Edit(id) | DropReason(id) => *id == finding.id,
            Comment(_) | Reply(_) => false,
        }
    });
    let mut words = match stance {
        Stance::Undecided => "undecided".to_owned(),
        Stance::Accepted if finding.kind == Kind::Comment => "✓ mine".to_owned(),
        Stance::Accepted => "✓ accepted".to_owned(),
        Stance::Dropped(reason) if reason.is_empty() => "✗ dropped".to_owned(),
        Stance::Dropped(reason) => format!("✗ dropped: {}", text::one_line(reason, 30)),
    };
    words.push_str(&past_words(session, &finding.id));
    if edited {
        words.push_str(" · edited");
    }
    if draft {
        words.push_str(" · ✎ draft");
    }
    words
}

/// The end of it: who says it, how sure, which lens, how many agree.
fn foot(session: &Session, finding: &Finding) -> String {
    let lines = finding.placement.anchor().and_then(|anchor| anchor.lines);
    let place = lines.map_or(String::new(), |lines| match lines.start() == lines.end() {
        true => format!("line {}", lines.start()),
        false => format!("lines {}–{}", lines.start(), lines.end()),
    });
    let Some(candidate) = finding.candidates.first().and_then(|id| session.findings.candidate(id)) else {
        return format!("{} {place}", finding.id);
    };
    let sure = candidate
        .weight
        .confidence
        .map_or("confidence not given".to_owned(), |confidence| format!("{:.0} % sure", confidence.single() * 100.0));
    let agree = agreement(session, finding);
    let cut = if session.is_of_cut_answers(finding) { " · from an incomplete answer" } else { "" };
    format!("{} · {} · {} · {sure}{agree}{cut} · {place}", finding.id, candidate.task, finding.lens.as_str())
}

/// Who of several says it: agents that agree, else one that repeats itself.
fn agreement(session: &Session, finding: &Finding) -> String {
    let said = finding.candidates.iter().filter_map(|id| session.findings.candidate(id));
    let mut tasks: Vec<&TaskId> = said.map(|candidate| &candidate.task).collect();
    let times = tasks.len();
    tasks.sort_unstable();
    tasks.dedup();
    match (tasks.len(), times) {
        (0 | 1, 0 | 1) => String::new(),
        (0 | 1, times) => format!(" · said {times} times"),
        (agents, _) => format!(" · {agents} agents agree"),
    }
}
