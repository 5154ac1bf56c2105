//! The review's body: the person's text, what must be known, the machine's summary, what stands at no line, the
//! marker (PUBLISH, REVIEW "The person's own words"). Not here: comments at lines. Called by `compose`.

use super::{
    artifact::{Artifact, Looked},
    marker,
    place::Moved,
    safe,
    words::{MOST_BYTES, Words},
};
use crate::core::{
    model::ReviewAction,
    synthesis::{BodyStyle, Sections},
};

/// Findings that a shortened body names (PUBLISH gate 10).
const TOP: usize = 20;
/// Room for headings and counts.
const RESERVE: usize = 300;

/// What the body is made of.
#[derive(Debug)]
pub struct Parts<'p> {
    /// The review.
    pub artifact: &'p Artifact,
    /// How much of the machine's text.
    pub style: BodyStyle,
    /// The person's texts about the whole.
    pub own: Vec<&'p Words<'p>>,
    /// What stands at no line, and why.
    pub moved: Vec<(&'p Words<'p>, Moved)>,
    /// Comments at lines.
    pub inline: usize,
    /// Sentences that come first after the person's text: an older head, a closed pull request, an earlier review.
    pub notices: Vec<String>,
}

/// The body, and what was left out of it, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Body {
    /// With the marker as its last line; at most 65,536 bytes.
    pub text: String,
    /// One sentence for each thing that had no room.
    pub shortened: Vec<String>,
}

/// Puts the body together.
///
/// # Errors
/// A person's text has no room: in a sentence.
pub fn body(parts: &Parts<'_>) -> Result<Body, String> {
    let marker = marker::line(&parts.artifact.binding.head, &parts.artifact.hash());
    let whole = |machine: Vec<String>, moved: Vec<String>| {
        let findings = heading(parts, moved);
        [own(parts), machine, findings, vec![marker.clone()]].concat().join("\n\n")
    };
    let all: Result<Vec<String>, usize> =
        parts.moved.iter().map(|(one, why)| one.in_body(*why, usize::MAX).map(|said| said.text)).collect();
    let text = whole(machine(parts, parts.style), all.unwrap_or_default());
    if text.len() <= MOST_BYTES {
        return Ok(Body { text, shortened: Vec::new() });
    }
    let style = if parts.style == BodyStyle::Full { BodyStyle::Summary } else { parts.style };
    let fixed = whole(machine(parts, style), Vec::new());
    let (machine, fixed) = match fixed.len() + RESERVE <= MOST_BYTES {
        true => (machine(parts, style), fixed.len()),
        false => (parts.notices.clone(), whole(parts.notices.clone(), Vec::new()).len()),
    };
    let room = MOST_BYTES.checked_sub(fixed + RESERVE).ok_or_else(|| too_long(fixed))?;
    let (moved, shortened) = top(&parts.moved, room)?;
    Ok(Body { text: whole(machine, moved), shortened })
}

fn too_long(bytes: usize) -> String {
    format!(
        "your text has {bytes} bytes, {} more than a review's body takes: shorten it, or put parts at lines",
        (bytes + RESERVE).saturating_sub(MOST_BYTES)
    )
}

/// The first twenty as far as they have room, then how many are left out.
fn top(moved: &[(&Words<'_>, Moved)], mut room: usize) -> Result<(Vec<String>, Vec<String>), String> {
    let (mut blocks, mut cut, mut left) = (Vec::new(), 0usize, 0usize);
    for (nth, (words, why)) in moved.iter().enumerate() {
        let said = match words.in_body(*why, room) {
            Ok(said) if nth < TOP && said.text.len() + 2 <= room && (!said.is_shortened || room > 1_000) => said,
            Ok(_) => {
                left += 1;
                continue;
            }
            Err(bytes) => return Err(too_long(bytes + MOST_BYTES - room)),
        };
        cut += usize::from(said.is_shortened);
        room = room.saturating_sub(said.text.len() + 2);
        blocks.push(said.text);
    }
    let mut shortened = Vec::new();
    if left > 0 {
        let one = left == 1;
        blocks.push(format!(
            "*{left} more {} no room here; prr has {}.*",
            if one { "finding has" } else { "findings have" },
            if one { "it" } else { "them" }
        ));
        shortened.push(format!("{left} findings have no room in the body"));
    }
    if cut > 0 {
        shortened.push(format!("{cut} findings are shortened in the body"));
    }
    Ok((blocks, shortened))
}

fn own(parts: &Parts<'_>) -> Vec<String> {
    parts.own.iter().map(|words| words.body().trim_end().to_owned()).filter(|text| !text.trim().is_empty()).collect()
}

/// What the machine says, by style. Notices stand in every style.
fn machine(parts: &Parts<'_>, style: BodyStyle) -> Vec<String> {
    let Sections { statement, paragraphs, table, notes } = &parts.artifact.sections;
    let mut blocks = parts.notices.clone();
    let quoted = |notes: &[String]| -> Vec<String> {
        notes.iter().map(|note| safe::agent(note).replace('\n', " ")).map(|note| format!("> {note}")).collect()
    };
    let looked = coverage(parts.artifact);
    match style {
        BodyStyle::Own => {}
        BodyStyle::Summary => {
            blocks.extend(Some(safe::agent(statement)).filter(|text| !text.is_empty()));
            blocks.extend(looked);
            blocks.extend(quoted(notes));
        }
        BodyStyle::Full => {
            blocks.push("## Code review".to_owned());
            blocks.push(format!("**Action**: {}", action(parts.artifact.verdict)));
            blocks.extend(paragraphs.iter().map(|text| safe::agent(text)));
            blocks.extend(Some(table.clone()).filter(|table| !table.is_empty()));
            blocks.extend(looked);
            blocks.extend(quoted(notes));
        }
    }
    if style == BodyStyle::Own
        && blocks.is_empty()
        && parts.own.is_empty()
        && parts.moved.is_empty()
        && parts.inline == 0
    {
        blocks.extend(Some(safe::agent(statement)).filter(|text| !text.is_empty()));
    }
    blocks
}

fn action(action: ReviewAction) -> String {
    let mark = match action {
        ReviewAction::Approve => "[APPROVED]",
        ReviewAction::RequestChanges => "[CHANGES REQUESTED]",
        ReviewAction::CommentOnly => "[COMMENTED]",
    };
    format!("{mark} {}", action.as_str())
}

/// "N of M files by agents, K collapsed, J not available", and what is still at work.
fn coverage(artifact: &Artifact) -> Option<String> {
    let Looked { files, by_agents, collapsed, unavailable, running } = artifact.looked;
    if files == 0 {
        return None;
    }
    let noun = if files == 1 { "file" } else { "files" };
    let mut text = format!("Looked at: {by_agents} of {files} {noun} by agents");
    if by_agents == 0 {
        text = format!("Looked at: 0 of {files} {noun} by agents (built-in checks only)");
    }
    if collapsed > 0 {
        text.push_str(&format!(", {collapsed} collapsed"));
    }
    if unavailable > 0 {
        text.push_str(&format!(", {unavailable} not available"));
    }
    text.push('.');
    if running > 0 {
        let tasks = if running == 1 { "1 task was" } else { &format!("{running} tasks were") };
        text.push_str(&format!(" The review is partial: {tasks} still at work."));
    }
    Some(text)
}

fn heading(parts: &Parts<'_>, moved: Vec<String>) -> Vec<String> {
    match (moved.is_empty(), parts.style) {
        (true, _) => moved,
        (false, BodyStyle::Own) => moved,
        (false, _) => [vec!["### Not at lines".to_owned()], moved].concat(),
    }
}

#[cfg(test)]
mod tests;
