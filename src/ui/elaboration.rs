//! More about a finding, as rows of its card: what a model told when the person asked, while it tells and afterwards; and
//! what models think of the finding. Not here: the card itself (`card`), the question before (`update::elaborate`).

use crate::{
    core::{
        model::{FindingId, JudgeRule, TaskState},
        text,
    },
    session::Session,
};

use super::{agents, theme::Ink};

/// Bytes of a text that is still being told, from its end, and rows of it.
const LIVE: usize = 4_000;
const LIVE_ROWS: usize = 12;
/// Rows of one that was told.
const ROWS: usize = 60;

/// What models and the comments on the pull request say of the finding: the judge's steps with their reasons.
pub fn steps(session: &Session, id: &FindingId, inner: usize) -> Vec<String> {
    let Some(finding) = session.shown(id) else { return Vec::new() };
    let told = finding.steps.iter().filter_map(|step| {
        let name = match step.rule {
            JudgeRule::OnPr => return Some(text::one_line(&step.reason, inner)),
            JudgeRule::Skeptic | JudgeRule::Validation | JudgeRule::Realist => step.rule.as_str(),
            JudgeRule::Anchor
            | JudgeRule::Substance
            | JudgeRule::Actionability
            | JudgeRule::BlockerConfidence
            | JudgeRule::CriticalConfidence
            | JudgeRule::UnseenContext
            | JudgeRule::OneIssue
            | JudgeRule::Twin => return None,
        };
        Some(text::one_line(&format!("{name}: {} \u{b7} {}", step.outcome.as_str(), step.reason), inner))
    });
    told.collect()
}

/// What was told, for the clipboard; `None` = nothing yet.
pub fn text_of<'s>(session: &'s Session, id: &FindingId) -> Option<&'s str> {
    let report = session.elaboration(id)?.voice?.report.as_ref()?;
    Some(report.overview.as_str()).filter(|text| !text.is_empty())
}

/// The rows of a card that show it; none when nobody asked.
pub fn rows(session: &Session, id: &FindingId, inner: usize) -> Vec<(String, Ink)> {
    let Some(more) = session.elaboration(id) else { return Vec::new() };
    if let Some(told) = text_of(session, id) {
        let who = more.voice.and_then(|voice| voice.report.as_ref()).map_or("", |report| report.who.as_str());
        let mut rows = vec![(text::one_line(&format!("more, by {who}, for you alone:"), inner), Ink::Dim)];
        rows.extend(wrapped(told, inner, ROWS));
        return rows;
    }
    let (_, word) = agents::state(more.state);
    let head = match more.state {
        TaskState::Ended(_) => format!("more: {word} {}", agents::why(more.state)),
        TaskState::Queued | TaskState::Running => format!("more: {word} \u{2026} ga, then x, cancels it"),
    };
    let mut rows = vec![(text::one_line(head.trim_end(), inner), Ink::Dim)];
    if let (TaskState::Running, Some(voice)) = (more.state, more.voice) {
        let from = voice.text.len().saturating_sub(LIVE);
        let from = (from..=voice.text.len()).find(|at| voice.text.is_char_boundary(*at)).unwrap_or(0);
        let live = text::wrap(voice.text.get(from..).unwrap_or(""), inner);
        let skip = live.len().saturating_sub(LIVE_ROWS);
        rows.extend(live.into_iter().skip(skip).filter(|row| !row.is_empty()).map(|row| (row, Ink::Plain)));
    }
    rows
}

fn wrapped(told: &str, inner: usize, most: usize) -> Vec<(String, Ink)> {
    let mut all = text::wrap(told, inner);
    all.retain(|row| !row.is_empty());
    let hidden = all.len().saturating_sub(most);
    all.truncate(most);
    let rest = (hidden > 0).then(|| (format!("\u{2026} {hidden} more rows: a copy has all of it"), Ink::Dim));
    all.into_iter().map(|row| (row, Ink::Plain)).chain(rest).collect()
}
