//! A task -> the exact text that an agent is sent: our words first, then what others wrote, fenced off. Pure. The words
//! are in `assets/prompts`. Not here: who is sent it (edge::agents), the tasks (plan). Called by app for `--show-brief`
//! and to count what a plan costs.

mod context;
mod echo;
mod excerpt;
mod fence;
mod hidden;
mod mask;
mod papers;
mod quote;
mod words;

pub use context::{Context, Kind, Piece, Source, Want, context, near};
pub use echo::Echo;
pub use fence::fence;
pub use mask::masked;
pub use papers::{Comment, Papers, Put, brief_of_findings, comments};
pub use quote::quoted;

use super::{
    model::{ChangeMap, Diff},
    plan::Planned,
    text::one_line,
};

/// Findings that an agent is told not to repeat.
const KNOWN: usize = 100;

/// What a brief is made of besides its task.
#[derive(Debug, Clone, Copy)]
pub struct Material<'m> {
    /// The change.
    pub diff: &'m Diff,
    /// Its map.
    pub map: &'m ChangeMap,
    /// What it is called. Untrusted.
    pub title: &'m str,
    /// What its author says of it. Untrusted.
    pub description: &'m str,
    /// What was found without a model, a line each. Untrusted.
    pub known: &'m [String],
}

/// The text that a task is sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Brief {
    /// All of it.
    pub text: String,
    /// The mark around what others wrote.
    pub mark: String,
    /// Whether part of the diff was left out for its size.
    pub is_cut: bool,
}

/// Writes it. The same material gives the same text.
pub fn brief(material: &Material<'_>, task: &Planned, context: &[Piece]) -> Brief {
    let (diff, is_cut) = excerpt::of(material.diff, task);
    let mut blocks: Vec<(String, String)> = vec![("title".to_owned(), material.title.to_owned())];
    if !material.description.trim().is_empty() {
        blocks.push(("description".to_owned(), material.description.to_owned()));
    }
    if !task.focus.is_empty() {
        blocks.push(("look here first".to_owned(), task.focus.clone()));
    }
    // For this agent alone: the others do not ask who breaks (FACTS 40).
    if task.pass() == "cross-file-impact"
        && let Some(graph) = material.map.graph.as_ref().filter(|graph| !graph.breaks.is_empty())
    {
        let broken: Vec<String> = graph.breaks.iter().map(super::model::GraphEdge::words).collect();
        let text = format!("{}\n{}", one_line(&graph.name, 300), broken.join("\n"));
        blocks.push(("graph signals: dependency breaks".to_owned(), text));
    }
    blocks.push(("diff".to_owned(), diff));
    if !material.known.is_empty() {
        let lines: Vec<String> = material.known.iter().take(KNOWN).map(|line| one_line(line, 240)).collect();
        blocks.push(("found already".to_owned(), lines.join("\n")));
    }
    seal(blocks, context, is_cut, |fence| words::task(material, task, fence))
}

/// Puts our words before the blocks of others, each between marks that none of them holds.
fn seal(
    mut blocks: Vec<(String, String)>,
    context: &[Piece],
    is_cut: bool,
    words: impl FnOnce(&str) -> String,
) -> Brief {
    for piece in context {
        let lines = piece.lines.map(|lines| format!(", lines {}-{}", lines.start(), lines.end())).unwrap_or_default();
        let place = one_line(&piece.path, 300);
        blocks.push((piece.kind.as_str().to_owned(), format!("{place}{lines}:\n{}", piece.text)));
    }
    // The heads of blocks stand outside their fences: they are our words alone.
    let blocks: Vec<(String, String)> =
        blocks.into_iter().map(|(name, text)| (name, hidden::shown(&masked(&text)))).collect();
    let fence = fence(&blocks);
    let mut text = words(&fence);
    for (name, content) in &blocks {
        text.push_str(&format!("\n{fence} begin {name}\n{content}"));
        if !content.ends_with('\n') {
            text.push('\n');
        }
        text.push_str(&format!("{fence} end\n"));
    }
    Brief { text, mark: fence, is_cut }
}
