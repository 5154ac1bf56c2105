//! `prr plan` for people: what changes, what is risky in it, who would look at what, what that costs, what is left out.

use super::{
    PlanReport,
    escape::line,
    plan_tasks::{dropped_words, strategy},
    plan_units::map_text,
};
use crate::core::{
    model::{FileForm, FileIx},
    plan::{Estimate, Plan, Planned, Scope},
};

/// Files that are listed one by one, left-out ones apart.
const FILES: usize = 60;
/// Pieces of context that are listed of one task.
const PIECES: usize = 8;

/// Everything, in the order in which a person asks.
pub fn plan_text(report: &PlanReport) -> String {
    let plan = &report.plan;
    let mut out = format!("{}\n", line(&plan.request.title));
    let notes = plan.request.notes.iter().chain(&report.notes);
    notes.for_each(|note| out.push_str(&format!("  note: {}\n", line(note))));
    files(report, &mut out);
    out.push_str(&map_text(&plan.diff, &plan.map));
    risk(report, &mut out);
    hotspots(report, &mut out);
    tasks(report, &mut out);
    cost(report, &mut out);
    out
}

fn files(report: &PlanReport, out: &mut String) {
    let (diff, map) = (&report.plan.diff, &report.plan.map);
    let count = |n: usize| if n == 1 { "1 file".to_owned() } else { format!("{n} files") };
    out.push_str(&format!("{}, +{} -{}\n", count(diff.files.len()), diff.totals.added, diff.totals.removed));
    for problem in diff.problems.iter().take(20) {
        out.push_str(&format!("  line {} of the diff: {}\n", problem.line, line(&problem.what)));
    }
    let left_out = |file: &FileIx| map.classes.get(file.0 as usize).is_some_and(|class| class.is_left_out());
    let (aside, reviewed): (Vec<FileIx>, Vec<FileIx>) = diff.file_numbers().partition(left_out);
    for file in reviewed.iter().take(FILES) {
        out.push_str(&file_row(report, *file));
    }
    if reviewed.len() > FILES {
        out.push_str(&format!("  and {} more\n", reviewed.len() - FILES));
    }
    for words in Plan::filtered(map) {
        out.push_str(&format!("{words}:\n"));
        let binary = words.contains("binary");
        let fits = |file: &&FileIx| {
            map.classes.get(file.0 as usize).is_some_and(|c| (*c == crate::core::model::FileClass::Binary) == binary)
        };
        for file in aside.iter().filter(fits).take(FILES / 4) {
            out.push_str(&file_row(report, *file));
        }
    }
}

fn file_row(report: &PlanReport, file: FileIx) -> String {
    let (diff, map) = (&report.plan.diff, &report.plan.map);
    let Some(entry) = diff.file(file) else { return String::new() };
    let counts = match entry.form {
        FileForm::Binary => "binary".to_owned(),
        FileForm::NotGiven => format!("+{} -{} (content not available)", entry.counts.added, entry.counts.removed),
        FileForm::Text | FileForm::Combined { .. } => format!("+{} -{}", entry.counts.added, entry.counts.removed),
    };
    let class = map.classes.get(file.0 as usize).map_or("", |class| class.as_str());
    let heat = map.heat.get(file.0 as usize).copied().unwrap_or(0);
    let path = line(&diff.path(file).lossy());
    format!("  {} {path}  {counts}  {class}  heat {heat}\n", entry.status.letter())
}

fn risk(report: &PlanReport, out: &mut String) {
    let Some(score) = &report.plan.map.score else { return };
    out.push_str(&format!("\n{}\n", Plan::risk(score)));
    for factor in &score.factors {
        out.push_str(&format!("  {:>3}  {}: {}\n", factor.score, factor.name, line(&factor.details)));
    }
}

fn hotspots(report: &PlanReport, out: &mut String) {
    let map = &report.plan.map;
    let head = match map.hotspots.len() {
        0 => "No hotspots".to_owned(),
        1 => "1 hotspot".to_owned(),
        many => format!("{many} hotspots, riskiest first"),
    };
    out.push_str(&format!("\n{head}\n"));
    for (rank, hotspot) in map.hotspots.iter().enumerate() {
        let lenses: Vec<&str> = hotspot.lenses.iter().map(|lens| lens.as_str()).collect();
        let key = line(&hotspot.key);
        out.push_str(&format!("  {}. {key}  risk {}  {}\n", rank + 1, hotspot.risk, lenses.join(", ")));
        out.push_str(&format!("     {}\n", line(&hotspot.why)));
    }
}

fn tasks(report: &PlanReport, out: &mut String) {
    let (planned, plan) = (&report.planned, &report.plan);
    let names: Vec<&str> = plan.tasks.iter().map(|task| task.id.as_str().trim_start_matches("builtin:")).collect();
    match names.len() {
        0 => out.push_str("\nNo built-in reviewers\n"),
        many => out.push_str(&format!("\n{many} built-in reviewers: {}\n", line(&names.join(", ")))),
    }
    planned.deleted(&plan.diff, &plan.map).iter().for_each(|words| out.push_str(&format!("{}\n", line(words))));
    out.extend(planned.large(&plan.diff, &plan.map).map(|words| format!("{words}\n")));
    let (name, mode) = strategy(report.strategy);
    let mode = mode.map(|mode| format!(", mode {mode}")).unwrap_or_default();
    let count = match planned.tasks.len() {
        0 => "no tasks".to_owned(),
        1 => "1 task".to_owned(),
        many => format!("{many} tasks, {} at once", planned.parallel),
    };
    out.push_str(&format!("\nFor models (strategy {name}{mode}): {count}\n"));
    for (nth, task) in planned.tasks.iter().enumerate() {
        task_rows(report, nth, task, out);
    }
    let left_out = dropped_words(report);
    if !left_out.is_empty() {
        out.push_str("Left out\n");
        left_out.iter().for_each(|(name, why)| out.push_str(&format!("  {}: {}\n", line(name), line(why))));
    }
}

fn task_rows(report: &PlanReport, nth: usize, task: &Planned, out: &mut String) {
    let Some(briefed) = report.briefs.get(nth) else { return };
    let lenses: Vec<&str> = task.lenses.iter().map(|lens| lens.as_str()).collect();
    let size = briefed.brief.text.len();
    let scope = match task.scope {
        Scope::Hotspot(nth) => report.plan.map.hotspots.get(nth).map_or_else(String::new, |hotspot| line(&hotspot.key)),
        Scope::Whole => "whole change".to_owned(),
        Scope::Shard(nth, of) => format!("shard {nth} of {of}, {} files", task.files.len()),
        Scope::Chunk(nth, of) => format!("chunk {nth} of {of}, {} files", task.files.len()),
    };
    let head = match task.scope {
        Scope::Hotspot(_) => scope,
        Scope::Whole | Scope::Shard(..) | Scope::Chunk(..) => format!("{}: {scope}", line(task.pass())),
    };
    out.push_str(&format!(
        "  {}. {head}  {}, tools {}, {} bytes of diff, about {} tokens\n",
        nth + 1,
        task.tier.as_str(),
        task.tools.as_str(),
        task.bytes(&report.plan.diff),
        size.div_ceil(4)
    ));
    if !lenses.is_empty() {
        out.push_str(&format!("     lenses: {}\n", lenses.join(", ")));
    }
    // A hotspot says why above.
    if !matches!(task.scope, Scope::Hotspot(_)) {
        out.push_str(&format!("     why: {}\n", line(&task.why)));
    }
    if !briefed.context.is_empty() {
        let piece = |piece: &crate::core::brief::Piece| {
            let lines = piece.lines.map(|l| format!(":{}-{}", l.start(), l.end())).unwrap_or_default();
            format!("{} {}{lines} ({} B)", piece.kind.as_str(), line(&piece.path), piece.text.len())
        };
        let rows: Vec<String> = briefed.context.iter().take(PIECES).map(piece).collect();
        let more = briefed.context.len().saturating_sub(PIECES);
        let more = if more > 0 { format!(", {more} more") } else { String::new() };
        out.push_str(&format!("     context: {}{more}\n", rows.join(", ")));
    }
}

fn cost(report: &PlanReport, out: &mut String) {
    let asked = report.planned.tasks.iter().filter(|task| task.who.is_some()).count();
    if asked == 0 {
        out.push_str("\nNo model is configured: built-in reviewers only, no tokens, no cost.\n");
        if report.if_asked > 0 {
            out.push_str(&format!("With one, about {} tokens would be used ({}).\n", report.if_asked, Estimate::HOW));
            out.push_str("`prr plan --show-brief N` prints what task N would be sent.\n");
        }
        return;
    }
    let tokens = report.estimate.tokens();
    let price = match report.estimate.cost_usd {
        Some(cost) => format!("${cost:.4}*"),
        None => format!("cost unknown: no price for {}", line(&report.estimate.unpriced.join(", "))),
    };
    out.push_str(&format!("\n{asked} tasks have a model: about {tokens} tokens, {price} (* {})\n", Estimate::HOW));
    let waves: Vec<String> =
        report.waves.iter().map(|(wave, who)| format!("{} ({})", wave.as_str(), line(who))).collect();
    if !waves.is_empty() {
        out.push_str(&format!(
            "Then what they found is judged, which takes as much as they find: {}\n",
            waves.join(", ")
        ));
    }
}
