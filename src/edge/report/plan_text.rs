//! `prr plan` for people.

use crate::core::model::{Aside, ChangeMap, Diff, Evidence, FileForm, Reading, Side, Unit};

use super::{Plan, escape::line};

/// Files, hotspots in order of risk with their reasons, tasks.
pub fn plan_text(plan: &Plan) -> String {
    let (diff, map) = (&plan.diff, &plan.map);
    let mut out = format!("{}\n", line(&plan.request.title));
    plan.request.notes.iter().for_each(|note| out.push_str(&format!("  note: {}\n", line(note))));
    let totals = diff.totals;
    out.push_str(&format!("{} files, +{} -{}\n", diff.files.len(), totals.added, totals.removed));
    for problem in diff.problems.iter().take(20) {
        out.push_str(&format!("  line {} of the diff: {}\n", problem.line, line(&problem.what)));
    }
    for file in diff.file_numbers() {
        let Some(entry) = diff.file(file) else { continue };
        let counts = match entry.form {
            FileForm::Binary => "binary".to_owned(),
            FileForm::NotGiven => {
                format!("+{} -{} (content not available)", entry.counts.added, entry.counts.removed)
            }
            FileForm::Text | FileForm::Combined { .. } => format!("+{} -{}", entry.counts.added, entry.counts.removed),
        };
        let class = map.classes.get(file.0 as usize).map_or("", |class| class.as_str());
        let heat = map.heat.get(file.0 as usize).copied().unwrap_or(0);
        let path = line(&diff.path(file).lossy());
        out.push_str(&format!("  {} {path}  {counts}  {class}  heat {heat}\n", entry.status.letter()));
    }
    out.push_str(&map_text(diff, map));
    if let Some(score) = &map.score {
        out.push_str(&format!("\nrisk {}/100 ({})\n", score.score, score.level.as_str()));
        for factor in &score.factors {
            out.push_str(&format!("  {:>3}  {}: {}\n", factor.score, factor.name, line(&factor.details)));
        }
    }
    out.push_str(&format!("\n{} hotspots, riskiest first\n", map.hotspots.len()));
    for (rank, hotspot) in map.hotspots.iter().enumerate() {
        let lenses: Vec<&str> = hotspot.lenses.iter().map(|lens| lens.as_str()).collect();
        out.push_str(&format!(
            "  {}. {}  risk {}  {}\n",
            rank + 1,
            line(&hotspot.key),
            hotspot.risk,
            lenses.join(", ")
        ));
        out.push_str(&format!("     {}\n", line(&hotspot.why)));
    }
    let tasks: Vec<&str> = plan.tasks.iter().map(|task| task.id.as_str()).collect();
    out.push_str(&format!("\n{} tasks: {}\n", tasks.len(), tasks.join(", ")));
    out.push_str("No model is configured: built-in reviewers only, no tokens, no cost.\n");
    out
}

/// Units that are listed; the rest is counted.
const MOST_UNITS: usize = 60;

/// What changed: units with their archetypes and the lines that show them, then what was set aside and what was not read
/// whole.
fn map_text(diff: &Diff, map: &ChangeMap) -> String {
    let (aside, told): (Vec<&Unit>, Vec<&Unit>) = map.units.iter().partition(|unit| unit.detail.aside.is_some());
    let told = by_symbol(&told);
    let mut out = format!("\n{} changed units\n", told.len());
    told.iter().take(MOST_UNITS).for_each(|unit| out.push_str(&unit_text(diff, unit)));
    if told.len() > MOST_UNITS {
        out.push_str(&format!("  {} more\n", told.len() - MOST_UNITS));
    }
    let count = |why: &Aside| aside.iter().filter(|unit| unit.detail.aside == Some(*why)).count();
    let parts: Vec<String> =
        Aside::ALL.iter().filter(|why| count(why) > 0).map(|why| format!("{} {}", count(why), why.as_str())).collect();
    if !parts.is_empty() {
        out.push_str(&format!("set aside: {}\n", parts.join(", ")));
    }
    let not_whole = map.readings.iter().filter(|reading| **reading == Reading::Hunks).count();
    if not_whole > 0 && not_whole == map.readings.iter().filter(|reading| **reading != Reading::Lines).count() {
        out.push_str("read from the hunks alone: the files themselves are not at hand\n");
    }
    map.notes.iter().for_each(|note| out.push_str(&format!("note: {}\n", line(note))));
    out
}

/// Parts of one symbol that lie apart in the diff, as one.
fn by_symbol(units: &[&Unit]) -> Vec<Unit> {
    let mut all: Vec<Unit> = Vec::with_capacity(units.len());
    let mut known = std::collections::HashMap::new();
    for unit in units {
        let at = *known.entry((unit.file, unit.symbol.as_str())).or_insert(all.len());
        match all.get_mut(at) {
            Some(first) => {
                first.added += unit.added;
                first.removed += unit.removed;
                for sign in &unit.detail.signs {
                    match first.detail.signs.iter_mut().find(|known| known.archetype == sign.archetype) {
                        Some(known) => known.evidence.extend(sign.evidence.iter().copied()),
                        None => first.detail.signs.push(sign.clone()),
                    }
                }
            }
            None => all.push((*unit).clone()),
        }
    }
    all
}

fn unit_text(diff: &Diff, unit: &Unit) -> String {
    let path = line(&diff.path(unit.file).lossy());
    let name = if unit.symbol.is_empty() { path } else { format!("{path}::{}", line(&unit.symbol)) };
    let mut how = unit.detail.change.map_or(String::new(), |change| format!("  {}", change.as_str()));
    if !unit.detail.before.is_empty() {
        let word = if unit.lines.0 == Side::Left { "now" } else { "was" };
        how.push_str(&format!(" ({word} {})", line(&unit.detail.before)));
    }
    let mut out = format!("  {name}  +{} -{}{how}\n", unit.added, unit.removed);
    for sign in &unit.detail.signs {
        let places: Vec<String> = sign.evidence.iter().map(|place| place_text(diff, unit, place)).collect();
        out.push_str(&format!("    {}: {} ({})\n", sign.archetype, line(&sign.what), places.join(", ")));
    }
    out
}

/// `line 4`, `old line 4`, with the path when it is another file's.
fn place_text(diff: &Diff, unit: &Unit, place: &Evidence) -> String {
    let old = if place.side == Side::Left { "old " } else { "" };
    match place.file == unit.file {
        true => format!("{old}line {}", place.line),
        false => format!("{} {old}line {}", line(&diff.path(place.file).lossy()), place.line),
    }
}
