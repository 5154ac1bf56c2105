//! `prr plan` for people.

use crate::core::model::FileForm;

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
