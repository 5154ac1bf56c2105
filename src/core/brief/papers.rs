//! The brief of a task that is about findings and not about the change: a wave of verdicts, or more of one finding.
//! Called by app::runner.

use super::{Brief, Material, Piece, excerpt, seal, words};
use crate::core::{
    model::{
        CandidateId, Claim, Confidence, FindingId, Kind, LineRange, Remark, RepoPath, Resolution, Severity, Thread,
        Wave,
    },
    plan::{Asks, Planned},
    text::one_line,
};

/// Characters of one text of a finding, and of a comment.
const TEXT: usize = 1_500;
/// Comments that are compared with.
const COMMENTS: usize = 400;

/// A finding that is asked about.
#[derive(Debug, Clone, PartialEq)]
pub struct Put {
    /// As the answer is to name it.
    pub id: FindingId,
    /// Its claim.
    pub candidate: CandidateId,
    /// Finding or question, by now.
    pub kind: Kind,
    /// How bad, by now.
    pub severity: Severity,
    /// What was said. Untrusted.
    pub claim: Claim,
    /// Its file and lines; `None` = the change as a whole.
    pub place: Option<(RepoPath, Option<LineRange>)>,
    /// How sure its agent was.
    pub confidence: Option<Confidence>,
}

/// A comment on the pull request. Untrusted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comment {
    /// Its address, as the answer is to name it.
    pub reference: String,
    /// Who wrote it, where, and whether its thread was closed.
    pub head: String,
    /// What.
    pub body: String,
}

/// What a task is asked about.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Papers {
    /// The findings.
    pub put: Vec<Put>,
    /// What is said on the pull request, when that is asked about.
    pub comments: Vec<Comment>,
}

/// What people said, ready to be compared with. Bodies of reviews are no part of it (FACTS 39).
pub fn comments(threads: &[Thread], remarks: &[Remark]) -> Vec<Comment> {
    let one = |remark: &Remark, head: String| Comment {
        reference: remark.reference(),
        head: format!("@{} {head}", one_line(&remark.author.login, 60)),
        body: one_line(&remark.body, TEXT),
    };
    let of_thread = |thread: &Thread| {
        let place = &thread.place;
        let lines = place.lines.or(place.original).map_or(String::new(), |lines| format!(":{}", lines.end()));
        let closed = match (thread.resolution, thread.is_outdated) {
            (Resolution::Resolved, _) => ", resolved",
            (_, true) => ", its code has changed",
            (Resolution::Open | Resolution::Unknown, false) => "",
        };
        let head = format!("at {}{lines}{closed}", one_line(&place.path.lossy(), 200));
        thread.remarks.iter().map(|remark| one(remark, head.clone())).collect::<Vec<_>>()
    };
    let inline = threads.iter().flat_map(of_thread);
    inline.chain(remarks.iter().map(|remark| one(remark, "in the conversation".to_owned()))).take(COMMENTS).collect()
}

/// Writes the brief of a task about findings. The same material gives the same text.
pub fn brief_of_findings(material: &Material<'_>, task: &Planned, papers: &Papers, context: &[Piece]) -> Brief {
    let wave = match task.asks {
        Asks::Verdicts(wave) => Some(wave),
        Asks::Everything
        | Asks::Majors
        | Asks::FewMinors
        | Asks::Overview
        | Asks::Specification
        | Asks::Summary
        | Asks::Elaboration => None,
    };
    let mut blocks = vec![("title".to_owned(), material.title.to_owned())];
    if !material.description.trim().is_empty() {
        blocks.push(("description".to_owned(), material.description.to_owned()));
    }
    let listed: Vec<String> = papers.put.iter().map(|put| said(put, wave)).collect();
    blocks.push((if task.asks == Asks::Elaboration { "remark" } else { "remarks" }.to_owned(), listed.join("\n\n")));
    let mut is_cut = false;
    if wave == Some(Wave::OnPr) {
        let comment = |c: &Comment| format!("ref: {}\n{}: {}", one_line(&c.reference, 400), c.head, c.body);
        let comments: Vec<String> = papers.comments.iter().map(comment).collect();
        blocks.push(("comments".to_owned(), comments.join("\n\n")));
    } else if task.asks != Asks::Summary {
        let (diff, cut) = excerpt::of(material.diff, task);
        is_cut = cut;
        blocks.push(("diff".to_owned(), diff));
    }
    if wave == Some(Wave::Realist) {
        let risk = material.map.score.as_ref().map(|score| format!("{}/100 ({})", score.score, score.level.as_str()));
        blocks.extend(risk.map(|risk| ("risk of the change".to_owned(), risk)));
        let known: Vec<String> = material.known.iter().take(100).map(|line| one_line(line, 240)).collect();
        if !known.is_empty() {
            blocks.push(("found without a model".to_owned(), known.join("\n")));
        }
    }
    seal(blocks, context, is_cut, |fence| words::about_findings(task, wave, fence))
}

/// A finding as it is put: each text on one line, so that none can pass for another.
fn said(put: &Put, wave: Option<Wave>) -> String {
    let mut rows = vec![format!("id: {}", put.id)];
    let mut row = |name: &str, text: &str| {
        if !text.trim().is_empty() {
            rows.push(format!("{name}: {}", one_line(text, TEXT)));
        }
    };
    let place = put.place.as_ref().map(|(path, lines)| {
        let lines = lines.map_or(String::new(), |lines| format!(":{}-{}", lines.start(), lines.end()));
        format!("{}{lines}", path.lossy())
    });
    row("place", place.as_deref().unwrap_or("the change as a whole"));
    row("class", &put.claim.issue_class);
    if wave != Some(Wave::OnPr) {
        let sure = put.confidence.map_or(String::new(), |sure| format!(", {:.0} % sure", sure.single() * 100.0));
        row("severity", &format!("{} ({}){sure}", put.severity.as_deep(), put.kind.as_str()));
    }
    row("title", &put.claim.title);
    row("summary", &put.claim.summary);
    row("evidence", &put.claim.evidence);
    if wave != Some(Wave::OnPr) {
        row("why now", &put.claim.why_now);
        row("fix", put.claim.suggested_fix.as_deref().unwrap_or(""));
    }
    rows.join("\n")
}
