//! The acts of one run as they were taken, and below what stood when the chosen one had been: those behind it are dim, as
//! if they were still to come. Read only.

use ratatui::text::Line;

use crate::{
    core::{
        gate::{Stance, Standing},
        history::Step,
        model::{Act, Cast},
    },
    ui::{Ui, prose, theme::Ink},
};

use super::{Rows, padded, place, row_of, runs};

pub(super) fn heading(ui: &Ui) -> String {
    let state = &ui.noted.logbook;
    let Some(run) = state.chosen() else { return "no run".to_owned() };
    let (cursor, count) = state.list();
    match count {
        0 => format!("nothing was decided in {}", run.facts.id),
        _ => format!("{} of {count} acts of {}", cursor + 1, run.facts.id),
    }
}

fn glyph(act: &Act) -> &'static str {
    match act {
        Act::Accept => "✓",
        Act::Drop { .. } => "✗",
        Act::Restore => "▫",
        Act::Edit { .. } | Act::Recast { .. } | Act::Add(_) => "✎",
        Act::Undo { .. } => "↶",
        Act::Redo { .. } => "↷",
    }
}

/// `drop: intended`, `undo of 3`.
fn act_words(act: &Act) -> String {
    let word = act.as_str();
    match act {
        Act::Recast { after, .. } => format!("{word}: {}", after.kind),
        Act::Accept | Act::Restore | Act::Edit { .. } | Act::Add(_) => word.to_owned(),
        Act::Drop { reason } if reason.is_empty() => word.to_owned(),
        Act::Drop { reason } => format!("{word}: {reason}"),
        Act::Undo { of } | Act::Redo { of } => format!("{word} of {of}"),
    }
}

pub(super) fn row(ui: &Ui, nth: usize, width: u16) -> Line<'static> {
    let state = &ui.noted.logbook;
    let Some(step) = state.chosen().and_then(|run| run.steps.get(nth)) else { return Line::default() };
    let cursor = state.list().0;
    let decision = &step.decision;
    let clock = prose::stamp(decision.at);
    let clock = clock.get(11..).unwrap_or("");
    let act = padded(&act_words(&decision.act), usize::from(width / 5).max(10));
    let lead = format!(
        "{:>3} {clock} {} {act} {} ",
        decision.seq,
        glyph(&decision.act),
        padded(decision.finding.as_str(), 16)
    );
    let undone = if step.is_undone { " taken back" } else { "" };
    let tail = format!("{}{undone}", place(step.about.place.as_ref(), usize::from(width / 4)));
    let ink = if nth > cursor || step.is_undone { Ink::Dim } else { Ink::Plain };
    row_of(ui, (lead, &step.about.title, tail), width, (ink, nth == cursor))
}

/// What stood when the chosen act had been taken.
pub(super) fn detail(ui: &Ui) -> Rows {
    let state = &ui.noted.logbook;
    let (cursor, count) = state.list();
    let Some(step) = state.chosen().and_then(|run| run.steps.get(cursor)) else {
        return vec![(Ink::Dim, format!("nothing to step through · {} goes back to the runs", ui.key("back")))];
    };
    let mut rows = vec![
        (Ink::Strong, format!("after {} of {count}: {}", cursor + 1, runs::sums(step.sums))),
        (Ink::Plain, finding(step)),
        (Ink::Plain, format!("it stood: {}", standing(&step.standing))),
    ];
    rows.extend(edited(step));
    if !step.about.text.is_empty() && step.about.text != step.about.title {
        rows.push((Ink::Dim, step.about.text.clone()));
    }
    rows
}

fn finding(step: &Step) -> String {
    let about = &step.about;
    let severity = about.severity.map_or("your own comment".to_owned(), |severity| severity.to_string());
    let by = if about.task.is_empty() { String::new() } else { format!(" · by {}", about.task) };
    let place = place(about.place.as_ref(), 60);
    let place = if place.is_empty() { String::new() } else { format!(" · {place}") };
    format!("{} · {severity}{by}{place}: {}", step.decision.finding, about.title)
}

/// What stood about a finding.
fn standing(standing: &Standing) -> String {
    let stance = match &standing.stance {
        Stance::Undecided => "undecided".to_owned(),
        Stance::Accepted => "accepted".to_owned(),
        Stance::Dropped(reason) if reason.is_empty() => "dropped".to_owned(),
        Stance::Dropped(reason) => format!("dropped: {reason}"),
    };
    let restored =
        if standing.restored && standing.stance == Stance::Undecided { ", taken back from what is held" } else { "" };
    let edited = if standing.edited.is_some() { ", in your words" } else { "" };
    format!("{stance}{restored}{edited}")
}

/// `question at src/x.rs:3`.
fn cast(cast: &Cast) -> String {
    let anchor = cast.anchor.as_ref().map(|anchor| (anchor.path.clone(), anchor.lines));
    format!("{} at {}", cast.kind, anchor.map_or("no line".to_owned(), |anchor| place(Some(&anchor), 60)))
}

/// Before and after of an edit.
fn edited(step: &Step) -> Rows {
    if let Act::Recast { before, after } = &step.decision.act {
        return vec![(Ink::Removed, format!("- {}", cast(before))), (Ink::Added, format!("+ {}", cast(after)))];
    }
    let Act::Edit { before, after } = &step.decision.act else { return Vec::new() };
    let words = |(wording, severity): &(crate::core::model::Wording, crate::core::model::Severity)| {
        let title = if wording.title.is_empty() { &wording.body } else { &wording.title };
        format!("{severity} · {title}")
    };
    let mut rows = vec![(Ink::Removed, format!("- {}", words(before))), (Ink::Added, format!("+ {}", words(after)))];
    if before.0.body != after.0.body {
        rows.push((Ink::Removed, format!("- {}", before.0.body)));
        rows.push((Ink::Added, format!("+ {}", after.0.body)));
    }
    rows
}
