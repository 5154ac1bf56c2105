//! The answer of a task that was asked about findings -> opinions in the words of its wave. What it says of a finding that
//! it was not asked about, or in a word that nobody knows, is left out and told: that finding was not judged.
//! Called by app::runner.

use serde_json::{Map, Value};

use super::verdicts::{Verdict, verdicts};
use crate::core::{
    model::{CandidateId, FindingId, Opinion, Severity, TaskId, Vocabulary, Wave, Word},
    text::one_line,
};

/// What a task was asked.
#[derive(Debug, Clone, Copy)]
pub struct Asked<'a> {
    /// In which wave.
    pub wave: Wave,
    /// Which task.
    pub task: &'a TaskId,
    /// About which findings, and their claims.
    pub about: &'a [(FindingId, CandidateId)],
}

const LEVELS: &[&str] = &["severity", "newSeverity", "new_severity"];
const MITIGATIONS: &[&str] = &["mitigation", "mitigated_by", "mitigatedBy"];
const REFERENCES: &[&str] = &["matched_comment_ref", "matchedCommentRef", "comment_ref", "ref", "url"];
/// The longest citation, in characters.
const CITED: usize = 2_000;

/// The opinions of a whole text, and what was left out, one sentence each.
///
/// # Errors
/// It holds no verdicts: nothing was judged. Why, for people.
pub fn opinions(text: &str, asked: &Asked<'_>) -> Result<(Vec<Opinion>, Vec<String>), String> {
    let found = verdicts(text)?;
    let mut notes = Vec::new();
    let mut opinions: Vec<Opinion> = Vec::new();
    for verdict in found {
        let Some((finding, candidate)) = asked.about.iter().find(|(id, _)| id.as_str() == verdict.id) else {
            notes.push(format!(
                "a verdict on `{}`, which it was not asked about, is left out",
                one_line(&verdict.id, 60)
            ));
            continue;
        };
        match word(asked.wave, &verdict.verdict) {
            Some(word) => opinions.push(opinion(asked, (finding, candidate), word, &verdict)),
            None => {
                let said = one_line(&verdict.verdict, 40);
                notes.push(format!("its verdict on {finding}, `{said}`, is none that was asked for"));
            }
        }
    }
    let silent = asked.about.iter().filter(|(id, _)| !opinions.iter().any(|opinion| opinion.finding == *id)).count();
    if silent > 0 {
        notes.push(format!("{silent} of {} findings got no verdict, and stay as they were", asked.about.len()));
    }
    Ok((opinions, notes))
}

fn opinion(
    asked: &Asked<'_>,
    (finding, candidate): (&FindingId, &CandidateId),
    word: Word,
    verdict: &Verdict,
) -> Opinion {
    let field = |keys: &[&str]| keys.iter().find_map(|key| text(&verdict.rest, key)).unwrap_or_default();
    let cited = match asked.wave {
        Wave::OnPr => field(REFERENCES),
        Wave::Realist => field(MITIGATIONS),
        Wave::Skeptic | Wave::Validation => String::new(),
    };
    Opinion {
        wave: asked.wave,
        task: asked.task.clone(),
        candidate: candidate.clone(),
        finding: finding.clone(),
        word,
        severity: Severity::read(&field(LEVELS), Vocabulary::Deep),
        cited: cited.trim().chars().take(CITED).collect(),
        reason: verdict.reason.clone(),
    }
}

fn text(fields: &Map<String, Value>, key: &str) -> Option<String> {
    fields.get(key)?.as_str().map(str::to_owned).filter(|text| !text.trim().is_empty())
}

/// The word of a wave that was meant.
fn word(wave: Wave, said: &str) -> Option<Word> {
    let said = said.trim().trim_matches(|c| matches!(c, '*' | '`' | '"' | '.')).to_lowercase().replace(['_', ' '], "-");
    let known = Word::parse(&said).filter(|word| wave.words().contains(word));
    let like: &[(&[&str], Word)] = match wave {
        Wave::Skeptic => &[
            (&["kept", "stands", "confirmed", "valid"], Word::Keep),
            (&["downgraded", "downgrade-severity"], Word::Downgrade),
            (&["convert-to-question", "finding-to-question"], Word::Question),
            (&["dropped", "reject", "rejected", "discard"], Word::Drop),
        ],
        Wave::OnPr => &[
            (&["duplicate", "already-covered"], Word::AlreadyOnPr),
            (&["not-a-duplicate", "not-duplicate", "new"], Word::NotOnPr),
        ],
        Wave::Validation => &[
            (&["confirm", "valid"], Word::Confirmed),
            (&["reject", "invalid", "refuted"], Word::Rejected),
            (&["uncertain", "unsure", "not-confirmed", "inconclusive", "unknown"], Word::Unconfirmed),
        ],
        Wave::Realist => &[
            (&["confirm", "keep"], Word::Confirmed),
            (&["downgraded"], Word::Downgrade),
            (&["question", "open"], Word::OpenQuestion),
            (&["escalated"], Word::Escalate),
        ],
    };
    known.or_else(|| like.iter().find(|(words, _)| words.contains(&said.as_str())).map(|(_, word)| *word))
}
