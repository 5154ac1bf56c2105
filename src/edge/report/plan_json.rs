//! `prr plan --output json`, the documented shape (PRODUCT "Shapes that scripts rely on"), versioned by `schema`.

use serde::Serialize;

use crate::core::{
    model::{Diff, FileForm, FileIx, FocusArea, HunkIx, Name, RiskFactor, RiskScore},
    plan::Case,
};

use super::{
    Plan, PlanReport,
    plan_map::{HotspotOut, SetAside, UnitOut, hotspot_out, set_aside, unit_out},
    plan_tasks::{DroppedOut, EstimateOut, TaskOut, WaveOut, dropped, estimate, strategy, tasks, waves},
};

/// Version of this shape.
const SCHEMA: u32 = 1;

#[derive(Serialize)]
struct Document {
    schema: u32,
    target: Target,
    base_sha: Option<String>,
    head_sha: Option<String>,
    files: Vec<File>,
    units: Vec<UnitOut>,
    set_aside: Vec<SetAside>,
    hotspots: Vec<HotspotOut>,
    risk: Option<Risk>,
    tasks: Vec<TaskOut>,
    estimate: EstimateOut,
    /// Who would judge what is found, wave by wave; not in the estimate.
    waves: Vec<WaveOut>,
    strategy: &'static str,
    mode: Option<&'static str>,
    case: &'static str,
    parts: usize,
    parallel: usize,
    left_out: Vec<DroppedOut>,
    problems: Vec<ProblemOut>,
    /// What the change map could not read, or left out; mistakes in settings.
    notes: Vec<String>,
}

#[derive(Serialize)]
struct Target {
    kind: &'static str,
    pr_ref: String,
    title: String,
    diff_hash: String,
    notes: Vec<String>,
}

#[derive(Serialize)]
struct File {
    path: String,
    /// Present only when the name is not UTF-8: its exact bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    path_hex: Option<String>,
    old_path: Option<String>,
    status: &'static str,
    additions: Option<u32>,
    deletions: Option<u32>,
    class: &'static str,
    binary: bool,
    /// `false`: the host lists the file and does not give its change.
    content_given: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    combined_parents: Option<u8>,
    old_mode: Option<String>,
    new_mode: Option<String>,
    similarity: Option<u8>,
    heat: u8,
    /// How the change map read it: `whole`, `hunks` or `lines`.
    read: &'static str,
    hunks: Vec<Hunk>,
}

#[derive(Serialize)]
struct Hunk {
    old_start: u32,
    old_count: u32,
    new_start: u32,
    new_count: u32,
    section: String,
}

#[derive(Serialize)]
struct Risk {
    score: u8,
    level: &'static str,
    factors: Vec<Factor>,
    recommended_agents: Vec<&'static str>,
    focus_areas: Vec<Focus>,
}

#[derive(Serialize)]
struct Factor {
    name: &'static str,
    score: u8,
    details: String,
}

#[derive(Serialize)]
struct Focus {
    agent: &'static str,
    files: Vec<String>,
    hint: String,
}

#[derive(Serialize)]
struct ProblemOut {
    line: u64,
    what: String,
}

/// The plan as a JSON document.
///
/// # Errors
/// None in practice: the shape holds only text and numbers.
pub fn plan_json(report: &PlanReport) -> Result<String, serde_json::Error> {
    let plan = &report.plan;
    let request = &plan.request;
    let document = Document {
        schema: SCHEMA,
        target: Target {
            kind: request.kind.as_str(),
            pr_ref: request.pr_ref.clone(),
            title: request.title.clone(),
            diff_hash: request.diff_hash.clone(),
            notes: request.notes.clone(),
        },
        base_sha: request.base_sha.clone(),
        head_sha: request.head_sha.clone(),
        files: plan.diff.file_numbers().filter_map(|file| file_out(plan, file)).collect(),
        units: plan.map.units.iter().map(|unit| unit_out(&plan.diff, unit)).collect(),
        set_aside: set_aside(&plan.map),
        hotspots: plan.map.hotspots.iter().map(|hotspot| hotspot_out(&plan.diff, hotspot)).collect(),
        risk: plan.map.score.as_ref().map(|score| risk_out(&plan.diff, score)),
        tasks: tasks(report),
        estimate: estimate(report),
        waves: waves(report),
        strategy: strategy(report.strategy).0,
        mode: strategy(report.strategy).1,
        case: case(report.planned.case),
        parts: report.planned.parts,
        parallel: report.planned.parallel,
        left_out: dropped(report),
        notes: plan.map.notes.iter().chain(&report.notes).cloned().collect(),
        problems: plan.diff.problems.iter().map(|p| ProblemOut { line: p.line, what: p.what.clone() }).collect(),
    };
    super::json(&document)
}

fn case(case: Case) -> &'static str {
    match case {
        Case::Usual => "usual",
        Case::LeftOut => "left-out",
        Case::Trivial(_) => "trivial",
        Case::DeletedOnly => "deleted-only",
    }
}

fn file_out(plan: &Plan, file: FileIx) -> Option<File> {
    let diff = &plan.diff;
    let entry = diff.file(file)?;
    let bytes = diff.name(entry.path);
    let counted = entry.form != FileForm::Binary;
    let mode = |mode: Option<u32>| mode.map(|mode| format!("{mode:06o}"));
    Some(File {
        path: String::from_utf8_lossy(bytes).into_owned(),
        path_hex: std::str::from_utf8(bytes).is_err().then(|| bytes.iter().map(|b| format!("{b:02x}")).collect()),
        old_path: entry.old_path.map(|name| text_of(diff, name)),
        status: entry.status.as_str(),
        additions: counted.then_some(entry.counts.added),
        deletions: counted.then_some(entry.counts.removed),
        class: plan.map.classes.get(file.0 as usize).map_or("source", |class| class.as_str()),
        binary: !counted,
        content_given: entry.form != FileForm::NotGiven,
        combined_parents: match entry.form {
            FileForm::Combined { parents } => Some(parents),
            FileForm::Text | FileForm::Binary | FileForm::NotGiven => None,
        },
        old_mode: mode(entry.modes.old),
        new_mode: mode(entry.modes.new),
        similarity: entry.similarity,
        heat: plan.map.heat.get(file.0 as usize).copied().unwrap_or(0),
        read: plan.map.readings.get(file.0 as usize).map_or("lines", |reading| reading.as_str()),
        hunks: diff.hunks_of(file).filter_map(|hunk| hunk_out(diff, hunk)).collect(),
    })
}

fn text_of(diff: &Diff, name: Name) -> String {
    String::from_utf8_lossy(diff.name(name)).into_owned()
}

fn hunk_out(diff: &Diff, hunk: HunkIx) -> Option<Hunk> {
    let entry = diff.hunk(hunk)?;
    Some(Hunk {
        old_start: entry.old.start,
        old_count: entry.old.count,
        new_start: entry.new.start,
        new_count: entry.new.count,
        section: String::from_utf8_lossy(diff.text.get(entry.section)).into_owned(),
    })
}

fn risk_out(diff: &Diff, score: &RiskScore) -> Risk {
    let RiskScore { score, level, factors, recommended_agents, focus_areas, basis: _ } = score;
    let factor = |RiskFactor { name, weight: _, score, details }: &RiskFactor| Factor {
        name,
        score: *score,
        details: details.clone(),
    };
    let focus = |FocusArea { agent, files, hint }: &FocusArea| Focus {
        agent,
        files: files.iter().map(|file| diff.path(*file).lossy().into_owned()).collect(),
        hint: hint.clone(),
    };
    Risk {
        score: *score,
        level: level.as_str(),
        factors: factors.iter().map(factor).collect(),
        recommended_agents: recommended_agents.clone(),
        focus_areas: focus_areas.iter().map(focus).collect(),
    }
}
