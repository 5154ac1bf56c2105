//! Two runs beside each other: what became of each finding, and the chosen one below.

use ratatui::text::Line;

use crate::{
    core::{
        gate::Stance,
        history::{Became, Change, Compared, Line as Found, RunSide},
    },
    ui::{
        Ui, prose,
        theme::{Ink, severity_glyph},
    },
};

use super::{Rows, padded, place, plural, row_of};

pub(super) fn heading(ui: &Ui) -> String {
    let state = &ui.noted.logbook;
    match (&state.compared.got, state.compared.is_asked) {
        (_, true) => "comparing two runs …".to_owned(),
        (Some(Err(why)), false) => why.clone(),
        (Some(Ok(found)), false) => counts(found),
        (None, false) => {
            let (since, mark) = (ui.key("since"), ui.key("viewed"));
            format!("{since} compares the chosen run with the one before it, {mark} marks two in the list of runs")
        }
    }
}

/// `1 fixed · 2 still there · 1 new`.
fn counts(found: &Compared) -> String {
    let counted = Became::ALL.into_iter().map(|became| (found.count(became), became)).filter(|(count, _)| *count > 0);
    let word = |became: Became| match became {
        // Nobody looked at its code: that is not the same as fixed.
        Became::Gone => "not said again, fixed or not is not known",
        Became::Fixed | Became::StillThere | Became::Moved | Became::New | Became::Obsolete => became.as_str(),
    };
    let words: Vec<String> = counted.map(|(count, became)| format!("{count} {}", word(became))).collect();
    if words.is_empty() { "neither run has a finding".to_owned() } else { words.join(" · ") }
}

fn glyph(became: Became) -> &'static str {
    match became {
        Became::Fixed => "✔",
        Became::StillThere => "=",
        Became::Moved => "↕",
        Became::New => "+",
        Became::Obsolete => "∅",
        Became::Gone => "−",
    }
}

pub(super) fn row(ui: &Ui, nth: usize, width: u16) -> Line<'static> {
    let state = &ui.noted.logbook;
    let Some(line) = state.compared.here().and_then(|found| found.lines.get(nth)) else { return Line::default() };
    let lead = format!(
        "{} {} {} {} ",
        glyph(line.became),
        padded(line.became.as_str(), 11),
        severity_glyph(line.severity),
        padded(&line.severity.to_string(), 8)
    );
    let ink = match line.became {
        Became::New => Ink::Strong,
        Became::Fixed | Became::Obsolete | Became::Gone => Ink::Dim,
        Became::StillThere | Became::Moved => Ink::Plain,
    };
    let tail = place(line.place.as_ref(), usize::from(width / 4).max(12));
    row_of(ui, (lead, &line.title, tail), width, (ink, nth == state.list().0))
}

/// The chosen finding, then the two runs.
pub(super) fn detail(ui: &Ui) -> Rows {
    let state = &ui.noted.logbook;
    let Some(found) = state.compared.here() else { return Vec::new() };
    let mut rows = found.lines.get(state.list().0).map(finding).unwrap_or_default();
    rows.push((Ink::Hunk, side("before", &found.before)));
    rows.push((Ink::Hunk, side("after ", &found.after)));
    if found.before.facts.request.diff_hash == found.after.facts.request.diff_hash {
        rows.push((Ink::Dim, "both runs looked at the same change".to_owned()));
    } else if !found.has_code {
        let words =
            "the second run's diff is not kept: nobody can say whether code that is not spoken of again was fixed";
        rows.push((Ink::Warning, words.to_owned()));
    }
    for (key, then, now) in &found.settings {
        let word = |value: &Option<String>| value.clone().unwrap_or_else(|| "(not said)".to_owned());
        rows.push((Ink::Dim, format!("{key}: {} → {}", word(then), word(now))));
    }
    rows
}

fn finding(line: &Found) -> Rows {
    let said = match (line.became, line.is_said) {
        (Became::StillThere | Became::Moved, false) => ", not said again",
        (Became::Gone, _) => ", not said again: its code cannot be looked at, so nobody knows whether it was fixed",
        _ => "",
    };
    let told = |change: &&Change| !matches!(change, Change::New | Change::Gone | Change::Moved);
    let changes: Vec<&str> = line.changes.iter().filter(told).map(|change| change.as_str()).collect();
    let changes = if changes.is_empty() { String::new() } else { format!(" · differs in {}", changes.join(", ")) };
    let (then, now) = (&line.decided.0, &line.decided.1);
    let decided = format!("{} → {}", stance(then.as_ref()), stance(now.as_ref()));
    let mut rows = vec![
        (Ink::Strong, format!("{}: {}", line.became.as_str(), line.title)),
        (Ink::Plain, format!("{}{said}{changes} · {decided}", place(line.place.as_ref(), 60))),
    ];
    if !line.text.is_empty() && line.text != line.title {
        rows.push((Ink::Plain, line.text.clone()));
    }
    rows
}

fn stance(stance: Option<&Stance>) -> &'static str {
    match stance {
        None => "not there",
        Some(Stance::Undecided) => "undecided",
        Some(Stance::Accepted) => "accepted",
        Some(Stance::Dropped(_)) => "dropped",
    }
}

fn side(name: &str, side: &RunSide) -> String {
    let (shown, held) = side.findings;
    let request = &side.facts.request;
    let sha = request.head_sha.as_deref().filter(|sha| !sha.is_empty()).unwrap_or(&request.diff_hash);
    let head = sha.get(..8).unwrap_or(sha);
    let cost = if side.cost.known > 0 { format!(" · ${:.4}", side.cost.usd) } else { String::new() };
    let at = prose::stamp(side.facts.started);
    format!(
        "{name} {} · {head} · {at} UTC · {shown} finding{} shown, {held} held back{cost}",
        side.facts.id,
        plural(shown)
    )
}
