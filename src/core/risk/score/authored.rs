//! `ai_authored_signals`: how likely the change was written by an agent. The table gives the signs and the levels;
//! the points are ours. Called by `mod`.

use std::collections::HashMap;

use crate::core::{
    diff::lines,
    model::{LineKind, RiskFactor},
};

use super::{Change, percent};

/// How likely an agent wrote the change (Soliton's word for it).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Likelihood {
    /// 0 to 20.
    Low,
    /// 21 to 60.
    Medium,
    /// Above.
    High,
}

impl Likelihood {
    /// The word in every format.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Low => "LOW",
            Self::Medium => "MEDIUM",
            Self::High => "HIGH",
        }
    }
}

/// The level of the factor's score.
pub fn likelihood(score: u8) -> Likelihood {
    match score {
        0..=20 => Likelihood::Low,
        21..=60 => Likelihood::Medium,
        61.. => Likelihood::High,
    }
}

/// Names under which agents put themselves into messages.
const AGENTS: &[&str] = &[
    "claude", "copilot", "cursor", "codex", "chatgpt", "openai", "gemini", "devin", "aider", "windsurf", "cline",
    "amp", "jules", "opencode", "sweep", "codegen",
];

/// Whether the trailers of a commit's message name an agent: `Co-authored-by:`, `Generated-by:`, `Assisted-by:` and the
/// like, or the line that some tools leave.
pub fn names_agent(message: &str) -> bool {
    message.lines().rev().take(40).any(|line| {
        let line = line.trim().to_ascii_lowercase();
        let trailer = ["co-authored-by:", "generated-by:", "assisted-by:", "authored-by:", "signed-off-by:"]
            .iter()
            .find_map(|key| line.strip_prefix(key));
        let told = trailer.or_else(|| line.contains("generated with").then_some(line.as_str()));
        let words = |text: &str| -> bool {
            text.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| AGENTS.contains(&word))
        };
        told.is_some_and(words)
    })
}

/// Lines of an unbroken block of additions that count as a long one.
const LONG: usize = 50;

/// A line that stands so often in the additions is boilerplate.
const OFTEN: u32 = 4;

/// Added lines that are read.
const MOST_LINES: usize = 200_000;

pub(super) fn factor(change: &Change<'_>, agent_commits: Option<u8>) -> RiskFactor {
    let (blocks, boilerplate, added) = read(change);
    // One trailer is a confession; more of them only confirm it.
    let trailers = agent_commits.map_or(0, |n| if n == 0 { 0 } else { 60 + 4 * n.min(10) });
    let shape = u8::try_from(blocks.min(4) * 10).unwrap_or(40).saturating_add(percent(boilerplate, added) / 5);
    let score = trailers.saturating_add(shape).min(100);
    let commits = match agent_commits {
        Some(n) => format!("{n} of the last 10 commits name an agent"),
        None => "commits were not looked at".to_owned(),
    };
    let details = format!(
        "{}: {commits}; {blocks} uniform added blocks over {LONG} lines; {} % boilerplate",
        likelihood(score).as_str(),
        percent(boilerplate, added)
    );
    RiskFactor { name: "ai_authored_signals", weight: 10, score, details }
}

/// Long uniform blocks, boilerplate lines, added lines.
fn read(change: &Change<'_>) -> (usize, usize, usize) {
    let (mut blocks, mut added) = (0, 0);
    let mut seen: HashMap<&[u8], u32> = HashMap::new();
    for hunk in change.production().flat_map(|file| change.diff.hunks_of(file)) {
        let mut block: Vec<&[u8]> = Vec::new();
        for line in lines(change.diff, hunk, 0) {
            if line.kind == LineKind::Added && added < MOST_LINES {
                added += 1;
                let text = line.text.trim_ascii();
                block.push(text);
                // Brackets and blank lines are everybody's.
                if text.len() >= 8 {
                    *seen.entry(text).or_default() += 1;
                }
            } else {
                blocks += usize::from(is_uniform(&block));
                block.clear();
            }
        }
        blocks += usize::from(is_uniform(&block));
    }
    let boilerplate = seen.values().filter(|n| **n >= OFTEN).map(|n| *n as usize).sum();
    (blocks, boilerplate, added)
}

/// Whether a block is long and evenly made: comments spread through it, hardly a long line, no blank lines doubled.
fn is_uniform(block: &[&[u8]]) -> bool {
    if block.len() <= LONG {
        return false;
    }
    let comment =
        |t: &&&[u8]| t.starts_with(b"//") || t.starts_with(b"#") || t.starts_with(b"*") || t.starts_with(b"\"\"\"");
    let comments = block.iter().filter(comment).count();
    let parts = block.chunks(LONG / 2);
    let (all, explained) =
        parts.fold((0, 0), |(all, with), part| (all + 1, with + usize::from(part.iter().any(|t| comment(&t)))));
    comments * 100 >= block.len() * 8 && explained == all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trailers_of_agents_are_told_from_those_of_people() {
        for message in [
            "Fix\n\nCo-Authored-By: Claude <noreply@anthropic.com>\n",
            "Fix\n\nGenerated with [Claude Code](https://x)\n",
            "Fix\n\nco-authored-by: Copilot <x@users.noreply.github.com>",
        ] {
            assert!(names_agent(message), "{message}");
        }
        for message in ["Move the cursor", "Fix claude's bug", "Fix\n\nCo-authored-by: Claudia Cursors <a@b>\n"] {
            assert!(!names_agent(message), "{message}");
        }
    }
}
