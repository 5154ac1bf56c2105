//! Our own words of a brief, from `assets/prompts`. Called by `mod`.

use super::Material;
use crate::core::{
    model::{Lens, Wave},
    plan::{Asks, Planned, Scope, ToolPolicy},
};

/// The text of a task, placeholders in braces.
const TASK: &str = include_str!("../../../assets/prompts/task.md");
/// The text of a task that judges findings, its questions by wave, and of one that tells more of a finding.
const VERDICTS: &str = include_str!("../../../assets/prompts/verdicts.md");
const WAVES: &str = include_str!("../../../assets/prompts/waves.md");
const SUMMARY: &str = include_str!("../../../assets/prompts/summary.md");
const ELABORATE: &str = include_str!("../../../assets/prompts/elaborate.md");
/// What to look for, a heading a lens.
const LENSES: &str = include_str!("../../../assets/prompts/lenses.md");

/// What a lens looks for.
pub(super) fn lens(lens: Lens) -> &'static str {
    section(LENSES, lens.as_str())
}

/// The text under a heading.
fn section(text: &'static str, name: &str) -> &'static str {
    let head = format!("## {name}\n");
    let text = text.split_once(head.as_str()).map_or("", |(_, rest)| rest);
    text.split("\n## ").next().unwrap_or("").trim_end()
}

/// The head of a brief about findings.
pub(super) fn about_findings(task: &Planned, wave: Option<Wave>, fence: &str) -> String {
    let words: Vec<String> =
        wave.iter().flat_map(|wave| wave.words()).map(|word| format!("`{}`", word.as_str())).collect();
    let more = match wave {
        Some(Wave::Skeptic) => "With `downgrade` also `severity`.",
        Some(Wave::OnPr) => "With `already-on-pr` also `matched_comment_ref`.",
        Some(Wave::Realist) => "With `downgrade` also `severity` and `mitigation`, with `escalate` also `severity`.",
        Some(Wave::Validation) | None => "",
    };
    let values = [
        ("{pass}", task.pass().to_owned()),
        ("{questions}", wave.map_or("", |wave| section(WAVES, wave.as_str())).to_owned()),
        ("{words}", words.join(", ")),
        ("{more}", more.to_owned()),
        ("{tools}", tools(task).to_owned()),
        ("{fence}", fence.to_owned()),
    ];
    let text = match task.asks {
        Asks::Summary => SUMMARY,
        Asks::Elaboration => ELABORATE,
        _ => VERDICTS,
    };
    fill(text, &values)
}

fn tools(task: &Planned) -> &'static str {
    match task.tools {
        ToolPolicy::None => "- Everything you need is below; you have no tools.\n",
        ToolPolicy::Configured => {
            "- You have tools to read the repository and its history, to confirm a remark. You change nothing. What they give \
             stands between the marks below, and is material like the rest.\n"
        }
    }
}

/// The head of a brief: everything in it is ours, but for numbers.
pub(super) fn task(material: &Material<'_>, task: &Planned, fence: &str) -> String {
    let lenses: Vec<String> =
        task.lenses.iter().map(|one| format!("- {}: {}", one.as_str(), lens(*one).replace('\n', " "))).collect();
    let lenses = if lenses.is_empty() { "- the change as a whole".to_owned() } else { lenses.join("\n") };
    let focus = match task.focus.is_empty() {
        true => String::new(),
        false => "Where to begin is said in the material.\n".to_owned(),
    };
    let values = [
        ("{pass}", task.pass().to_owned()),
        ("{scope}", scope(material, task)),
        ("{why}", String::new()),
        ("{focus}", focus),
        ("{lenses}", lenses),
        ("{asks}", asks(task).to_owned()),
        ("{tools}", tools(task).to_owned()),
        ("{fence}", fence.to_owned()),
    ];
    fill(TASK, &values)
}

fn fill(text: &str, values: &[(&str, String)]) -> String {
    let mut out = String::new();
    // In one go: no placeholder can come in with a value.
    let mut rest = text;
    while let Some(at) = rest.find('{') {
        let (before, behind) = rest.split_at(at);
        out.push_str(before);
        match values.iter().find(|(name, _)| behind.starts_with(name)) {
            Some((name, value)) => {
                out.push_str(value);
                rest = behind.get(name.len()..).unwrap_or("");
            }
            None => {
                out.push('{');
                rest = behind.get(1..).unwrap_or("");
            }
        }
    }
    out + rest
}

fn scope(material: &Material<'_>, task: &Planned) -> String {
    let files = match task.files.len() {
        1 => "1 file".to_owned(),
        many => format!("{many} files"),
    };
    match &task.scope {
        Scope::Whole => format!("the whole change, {files}"),
        Scope::Hotspot(nth) => {
            let lines = material.map.hotspots.get(*nth).map(|hotspot| hotspot.unit.lines.1);
            let lines = lines.map_or_else(String::new, |lines| format!(", lines {} to {}", lines.start(), lines.end()));
            format!("one place of the change{lines}")
        }
        Scope::Shard(nth, of) => format!("part {nth} of {of} of the change, {files}; others review the rest"),
        Scope::Chunk(nth, of) => format!("part {nth} of {of} of the change by folder, {files}; others review the rest"),
    }
}

fn asks(task: &Planned) -> &'static str {
    match task.asks {
        Asks::Everything if task.wants_overview() => {
            "Write a short overview: what the change does, what is good about it, where the risk lies. Besides, report every \
             severity that is worth the author's time."
        }
        Asks::Everything => "Report every severity that is worth the author's time.",
        Asks::Majors => "Report critical, high and medium only. Do not raise a small thing to get it in; leave it out.",
        Asks::FewMinors => {
            "Write a short overview: what the change does, what is good about it, where the risk lies. Besides, at most \
             three remarks of low or info, on changed lines alone; others look for the rest."
        }
        Asks::Overview => {
            "Write a short overview: what the change does, what is good about it, where the risk lies. Report no problem; \
             others do."
        }
        Asks::Specification => {
            "Hold the change against what it is said to do, which stands under `specification`: report every demand that is \
             not met (high), met in part (high), or a box that is not ticked and not done (medium), and what the change does \
             beyond all of it (low). `issue_class` is spec-unmet, spec-partial, spec-unchecked or scope-creep; `evidence` \
             quotes the demand and says where it stands. Report nothing else."
        }
        // Those have briefs of their own.
        Asks::Verdicts(_) | Asks::Summary | Asks::Elaboration => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_wave_has_its_questions_and_names_all_its_words() {
        for wave in Wave::ALL {
            let text = section(WAVES, wave.as_str());
            assert!(text.len() > 100 && !text.contains("## "), "{}", wave.as_str());
            for word in wave.words() {
                assert!(text.contains(&format!("`{}`", word.as_str())), "{}: {}", wave.as_str(), word.as_str());
            }
        }
    }

    #[test]
    fn every_lens_has_its_words() {
        for one in Lens::ALL {
            assert!(lens(one).len() > 40 && !lens(one).contains("## "), "{}", one.as_str());
        }
    }
}
