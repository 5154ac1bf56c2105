//! `prr log diff`: two runs side by side, for reading in a terminal.

use super::{escape, log::stamp};
use crate::core::{
    gate::Stance,
    history::{Change, Comparison, Cost, Pair, RunSide, TaskSide, Told},
    model::TaskEnd,
};

/// The text.
pub fn compare_text(found: &Comparison<'_>) -> String {
    let Comparison { before, after, settings, tasks, findings: _ } = found;
    let mut out = side("before", before) + &side("after ", after);
    if before.facts.request.diff_hash != after.facts.request.diff_hash {
        out.push_str("the change itself is another one\n");
    }
    for (what, then, now) in of_facts(before, after) {
        out.push_str(&format!("{what}: {} -> {}\n", escape::line(&then), escape::line(&now)));
    }
    for (key, then, now) in settings {
        let word = |value: &Option<String>| value.as_deref().map_or("(not said)".to_owned(), escape::line);
        out.push_str(&format!("{}: {} -> {}\n", escape::line(key), word(then), word(now)));
    }
    for (id, (then, now)) in tasks {
        out.push_str(&format!("{}: {} -> {}\n", escape::line(id), task(then.as_ref()), task(now.as_ref())));
    }
    out.push_str(&format!("\n{}\n", counts(found)));
    for pair in found.findings.iter().filter(|pair| !pair.changes.is_empty()) {
        out.push_str(&row(pair));
    }
    out
}

/// How many findings are the same, and how many differ in what.
fn counts(found: &Comparison<'_>) -> String {
    let differ = Change::ALL.into_iter().map(|change| (change, found.count(Some(change)))).filter(|(_, n)| *n > 0);
    let mut words = vec![format!("{} the same", found.count(None))];
    words.extend(differ.map(|(change, n)| match change {
        // Nobody looked at its code: that is not the same as fixed.
        Change::Gone => format!("{n} {} (fixed or not is not known)", word(change)),
        Change::New | Change::Reworded | Change::Moved => format!("{n} {}", word(change)),
        Change::Severity => format!("{n} of another severity"),
        Change::Surfacing => format!("{n} shown or held back otherwise"),
        Change::Decision => format!("{n} decided otherwise"),
    }));
    words.join(", ")
}

fn side(name: &str, side: &RunSide) -> String {
    let RunSide { facts, findings: (shown, held), complete, millis, cost, usage } = side;
    let state = match complete {
        Some(true) => "complete",
        Some(false) => "partial",
        None => "not ended",
    };
    let took = millis.map(|millis| format!(", {}.{} s", millis / 1000, millis % 1000 / 100)).unwrap_or_default();
    let tokens = if usage.total() > 0 { format!(", {} tokens", usage.total()) } else { String::new() };
    let cost = match cost {
        Cost { known: 0, .. } => String::new(),
        Cost { usd, known: _, unknown: 0 } => format!(", ${usd:.4}"),
        Cost { usd, .. } => format!(", ${usd:.4} and what is not known"),
    };
    format!(
        "{name}  {}  {}  {state}: {shown} shown, {held} held back{took}{tokens}{cost}\n",
        escape::line(facts.id.as_str()),
        stamp(facts.started)
    )
}

/// Facts of the runs that differ and explain much.
fn of_facts(before: &RunSide, after: &RunSide) -> Vec<(&'static str, String, String)> {
    let of = |side: &RunSide| [side.facts.version.clone(), side.facts.model.clone()];
    let names = ["version of prr", "heavy model"];
    let both = names.into_iter().zip(of(before)).zip(of(after));
    both.filter(|((_, then), now)| then != now).map(|((name, then), now)| (name, then, now)).collect()
}

fn task(side: Option<&TaskSide>) -> String {
    let Some(TaskSide { end, who }) = side else { return "not planned".to_owned() };
    let how = match end {
        None => "not ended".to_owned(),
        Some(TaskEnd::Failed(why) | TaskEnd::Skipped(why)) => {
            format!("{}: {}", end.as_ref().map_or("", TaskEnd::as_str), escape::line(why))
        }
        Some(end) => end.as_str().to_owned(),
    };
    if who.is_empty() { how } else { format!("{how} ({})", escape::line(who)) }
}

fn row(pair: &Pair<'_>) -> String {
    let words: Vec<String> = pair.changes.iter().map(|change| told(*change, pair)).collect();
    let Some(of) = pair.after.as_ref().or(pair.before.as_ref()) else { return String::new() };
    let place = of.claim.place.as_ref().map_or_else(String::new, |place| {
        let line = place.lines.map(|lines| format!(":{}", lines.start())).unwrap_or_default();
        format!("{}{line}  ", escape::line(&place.path.lossy()))
    });
    let (severity, title) = (of.claim.weight.severity, escape::line(&of.claim.claim.title));
    format!("  {}  {place}{severity}  {title}\n", words.join(", "))
}

/// A change in a word, as the cockpit says it.
fn word(change: Change) -> &'static str {
    if change == Change::Gone { "not said again" } else { change.as_str() }
}

/// A change, with what it was and is where that is short.
fn told(change: Change, pair: &Pair<'_>) -> String {
    let (Some(before), Some(after)) = (&pair.before, &pair.after) else { return word(change).to_owned() };
    let line = |told: &Told<'_>| told.claim.place.as_ref().and_then(|place| place.lines).map_or(0, |l| l.start());
    match change {
        Change::New | Change::Gone | Change::Reworded => word(change).to_owned(),
        Change::Severity => format!("{} -> {}", before.claim.weight.severity, after.claim.weight.severity),
        Change::Surfacing => format!("{} -> {}", state(before), state(after)),
        Change::Moved => format!("moved from line {}", line(before)),
        Change::Decision => format!("{} -> {}", decision(before), decision(after)),
    }
}

/// Shown, or the reason why not.
fn state(told: &Told<'_>) -> String {
    match told.is_held() {
        false => "shown".to_owned(),
        true => escape::line(told.verdict.drop_reason.as_deref().unwrap_or("held back")),
    }
}

pub(super) fn decision(told: &Told<'_>) -> &'static str {
    match told.standing.stance {
        Stance::Undecided => "undecided",
        Stance::Accepted => "accepted",
        Stance::Dropped(_) => "dropped",
    }
}
