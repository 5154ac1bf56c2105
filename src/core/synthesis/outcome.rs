//! What synthesis gives: where every finding ended, and the document (R3's REVIEW_DOCUMENT).
//! Not here: formats (edge::report). Read by session, ui, publish and reports.

use std::collections::BTreeMap;

use super::action::Action;
use crate::core::model::{
    CommentDedup, Finding, FindingId, Held, HeldReason, Kind, LineRange, RepoPath, Severity, Side, Verdict,
};

/// A review as it is now.
#[derive(Debug, Clone, PartialEq)]
pub struct Synthesis {
    /// Every finding of the snapshot, and the notes that synthesis added, each in exactly one place.
    pub places: BTreeMap<FindingId, Place>,
    /// Those that moved since another synthesis ([`super::synthesise_after`]), by id; all, when it was compared with none.
    pub moved: Vec<FindingId>,
    /// The review.
    pub document: Document,
    /// R3's state checkpoint, for standard error.
    pub checkpoint: String,
    /// What the machine believes of every candidate, for the logbook. A person's decisions change nothing here
    /// (REVIEW "States").
    pub verdicts: Vec<Verdict>,
    /// How findings compare with the comments on the pull request.
    pub comments: CommentDedup,
    /// Rules of the settings that are off, and why, in words. They stand in the body too.
    pub notes: Vec<String>,
}

/// Where a finding ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// In the review, at this position of `Document::findings`.
    Surfaced(u32),
    /// Evidence of another one.
    Merged {
        /// Which.
        into: FindingId,
    },
    /// Held back: by the judge, by a filter, by a rule of the settings or by a budget.
    Held(Held),
    /// Dropped by the person, with their reason.
    Dropped(String),
}

impl Synthesis {
    /// Finds what is placed otherwise than before.
    pub(super) fn compare(&mut self, before: &Self) {
        // Both are in order of ids.
        let mut before = before.places.iter().peekable();
        let mut moved = Vec::new();
        for (id, place) in &self.places {
            while before.next_if(|(old, _)| *old < id).is_some() {}
            let old = before.next_if(|(old, _)| *old == id);
            if !old.is_some_and(|(_, old)| old.is_like(place)) {
                moved.push(id.clone());
            }
        }
        self.moved = moved;
    }
}

impl Place {
    /// The reason for `held_back`; a merged one is a duplicate in the run.
    pub fn held_reason(&self) -> Option<HeldReason> {
        match self {
            Self::Held(held) => Some(held.reason),
            Self::Merged { .. } => Some(HeldReason::DuplicateInRun),
            Self::Surfaced(_) | Self::Dropped(_) => None,
        }
    }

    /// Whether a finding with this place is shown as with another one: a position in the document is not seen.
    pub fn is_like(&self, other: &Self) -> bool {
        let is_shown = |place: &Self| matches!(place, Self::Surfaced(_) | Self::Dropped(_));
        self == other || (is_shown(self) && is_shown(other))
    }

    /// Silenced by a rule of the settings: kept in the document for transparency, and never the same as held back
    /// by a budget (FACTS 6).
    pub fn is_suppressed(&self) -> bool {
        self.held_reason() == Some(HeldReason::Suppressed)
    }
}

/// R3's REVIEW_DOCUMENT.
#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    /// One line.
    pub title: String,
    /// The verdict and why.
    pub action: Action,
    /// In order; suppressed ones behind all others.
    pub findings: Vec<Entry>,
    /// What would stand at lines.
    pub inline_comments: Vec<InlineComment>,
    /// The rendered text.
    pub review_body: String,
    /// The machine's parts of that text, each by itself, for whoever puts them together anew.
    pub sections: Sections,
    /// Counts.
    pub stats: Stats,
    /// Step 1.
    pub dedup_log: Vec<Merge>,
    /// Steps 2 to 5 and the strategy's budget.
    pub filtered_log: Vec<Filtered>,
}

/// What the body says beside the findings. Agents' words stand in it as they came (titles, names of passes).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sections {
    /// The verdict's reason in one or two sentences.
    pub statement: String,
    /// Two or three paragraphs: the whole, what matters most, what is missing.
    pub paragraphs: Vec<String>,
    /// Counts, as a Markdown table under its heading.
    pub table: String,
    /// What was not looked at, silenced or mistaken, one a line, without the quote mark.
    pub notes: Vec<String>,
}

/// A finding in the document.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// As the review has it: severity, words and priority after merging and a person's edits.
    pub finding: Finding,
    /// Who found it, for people.
    pub pass: String,
    /// The single confidence, 0.0..=1.0; `None` = not given.
    pub confidence: Option<f64>,
    /// What was merged into it.
    pub related_to: Vec<FindingId>,
    /// Silenced by a rule of the settings: not counted, not rendered.
    pub suppressed: bool,
    /// Whose words these are.
    pub author: Author,
    /// The person's own, or marked by them: it stands at its lines whatever its kind.
    pub marked: bool,
    /// The file and lines it is about, also where no comment can stand.
    pub about: Option<(RepoPath, Option<LineRange>)>,
}

/// Whose words a text is: a person's is posted as typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Author {
    /// An agent's, unedited: to be neutralised before it is posted.
    Agent,
    /// Typed by the person.
    Person,
}

/// A comment at lines, in GitHub's form (FACTS 2): `line` is the last one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InlineComment {
    /// Which finding.
    pub finding: FindingId,
    /// Path in the diff, UTF-8.
    pub path: String,
    /// Last line, from 1.
    pub line: u32,
    /// First line, when there are several.
    pub start_line: Option<u32>,
    /// Of both ends.
    pub side: Side,
    /// Markdown.
    pub body: String,
    /// Whose words.
    pub author: Author,
}

/// An entry of R3's dedup_log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Merge {
    /// All of them, the kept one last.
    pub merged: Vec<FindingId>,
    /// The kept one.
    pub into: FindingId,
    /// Why, in words.
    pub reason: String,
}

/// An entry of R3's filtered_log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filtered {
    /// Which.
    pub finding: FindingId,
    /// By which rule.
    pub reason: HeldReason,
    /// In words.
    pub details: String,
}

/// Counts of a document. Praise, thoughts, notes and comments are no findings; suppressed ones count nowhere here.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Stats {
    /// Surfaced findings by severity.
    pub findings: BTreeMap<Severity, u32>,
    /// Everything else that surfaced, by kind.
    pub others: BTreeMap<Kind, u32>,
    /// Held back, by reason.
    pub held: BTreeMap<HeldReason, u32>,
    /// Merged away.
    pub merged: u32,
    /// Dropped by the person.
    pub dropped: u32,
}

impl Stats {
    /// Surfaced findings of a severity.
    pub fn severity(&self, severity: Severity) -> u32 {
        self.findings.get(&severity).copied().unwrap_or(0)
    }

    /// Surfaced statements of a kind; all severities together for findings.
    pub fn kind(&self, kind: Kind) -> u32 {
        match kind {
            Kind::Finding => self.findings.values().sum(),
            _ => self.others.get(&kind).copied().unwrap_or(0),
        }
    }

    /// Held back for a reason.
    pub fn held(&self, reason: HeldReason) -> u32 {
        self.held.get(&reason).copied().unwrap_or(0)
    }

    /// Nits over R3's budget.
    pub fn nits_suppressed(&self) -> u32 {
        self.held(HeldReason::NitBudget)
    }

    /// Everything that surfaced.
    pub fn surfaced(&self) -> u32 {
        self.findings.values().chain(self.others.values()).sum()
    }
}

/// Where an anchor stands, for texts.
pub(super) fn place_name(path: &RepoPath, lines: Option<LineRange>) -> String {
    let path = path.lossy();
    match lines {
        Some(lines) if lines.start() == lines.end() => format!("{path}:{}", lines.start()),
        Some(lines) => format!("{path}:{}-{}", lines.start(), lines.end()),
        None => path.into_owned(),
    }
}
