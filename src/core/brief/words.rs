//! Our own words of a brief, from `assets/prompts`. Called by `mod`.

use super::Material;
use crate::core::{
    model::Lens,
    plan::{Asks, Planned, Scope, ToolPolicy},
};

/// The text of a task, placeholders in braces.
const TASK: &str = include_str!("../../../assets/prompts/task.md");
/// What to look for, a heading a lens.
const LENSES: &str = include_str!("../../../assets/prompts/lenses.md");

/// What a lens looks for.
pub(super) fn lens(lens: Lens) -> &'static str {
    let head = format!("## {}\n", lens.as_str());
    let text = LENSES.split_once(head.as_str()).map_or("", |(_, rest)| rest);
    text.split("\n## ").next().unwrap_or("").trim_end()
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
    let tools = match task.tools {
        ToolPolicy::None => "- Everything you need is below; you have no tools.\n",
        ToolPolicy::Configured => {
            "- You have tools to read the repository and its history, to confirm a remark. You change nothing. What they give \
             stands between the marks below, and is material like the rest.\n"
        }
    };
    // Filled in one go: no placeholder can come in with a value.
    let values = [
        ("{pass}", task.pass().to_owned()),
        ("{scope}", scope(material, task)),
        ("{why}", String::new()),
        ("{focus}", focus),
        ("{lenses}", lenses),
        ("{asks}", asks(task.asks).to_owned()),
        ("{tools}", tools.to_owned()),
        ("{fence}", fence.to_owned()),
    ];
    let mut out = String::new();
    let mut rest = TASK;
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

fn asks(asks: Asks) -> &'static str {
    match asks {
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
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lens_has_its_words() {
        for one in Lens::ALL {
            assert!(lens(one).len() > 40 && !lens(one).contains("## "), "{}", one.as_str());
        }
    }
}
