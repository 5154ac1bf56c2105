//! The pull request as a page to read: description, checks, conversation, commits, linked issues, what could not be
//! had; top to bottom, each a block. What was written by others stays as it is: it is sanitised where it is drawn.
//! Not here: drawing and scrolling (`ui::reading`). Called by `digest`.

use std::sync::Arc;

use crate::core::{
    model::{Author, Check, CheckState, ForeignReview, Pull, PullFacts, Remark, ReviewState, Time},
    talk::{self, Para},
};

use super::threads::ThreadCounts;

/// How a line is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// As it is.
    Plain,
    /// Beside the point.
    Quiet,
    /// Good.
    Good,
    /// Bad, or missing.
    Bad,
}

/// What stands over a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lead {
    /// A heading of the page.
    Section(String),
    /// Someone said what follows: who, what they did in our words ('' = said it), when.
    Said(Author, &'static str, Option<Time>),
    /// One line.
    Line(Tone, String),
    /// Nothing.
    Bare,
}

/// A part of the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// What stands over it.
    pub lead: Lead,
    /// What it says.
    pub words: Arc<[Para]>,
}

impl Block {
    fn section(words: impl Into<String>) -> Self {
        Self { lead: Lead::Section(words.into()), words: Arc::from([]) }
    }

    fn line(tone: Tone, words: impl Into<String>) -> Self {
        Self { lead: Lead::Line(tone, words.into()), words: Arc::from([]) }
    }

    fn text(lead: Lead, markdown: &str) -> Self {
        Self { lead, words: Arc::from(talk::words(markdown)) }
    }
}

/// The whole page; empty while nothing is known of a pull request.
pub(super) fn blocks(facts: &PullFacts, threads: ThreadCounts) -> Vec<Block> {
    let Some(pull) = facts.pull.as_deref() else { return Vec::new() };
    let mut page = head(pull);
    gaps(&mut page, facts);
    checks(&mut page, facts);
    talk(&mut page, facts, threads);
    commits(&mut page, facts);
    issues(&mut page, facts);
    page
}

fn head(pull: &Pull) -> Vec<Block> {
    let draft = if pull.is_draft { "draft, " } else { "" };
    let from = pull.head.repo.as_deref().unwrap_or("a deleted fork");
    let bot = if pull.author.is_bot { " (bot)" } else { "" };
    let way = format!(
        "{draft}{} · by {}{bot} · {} into {} · from {from}",
        pull.state.as_str(),
        pull.author.login,
        pull.head.branch,
        pull.base.branch
    );
    let mut page = vec![
        Block::section(format!("#{} {}", pull.name.number, pull.title)),
        Block::line(Tone::Quiet, way),
        Block::line(Tone::Quiet, pull.url.clone()),
    ];
    if !pull.labels.is_empty() {
        page.push(Block::line(Tone::Quiet, format!("labels: {}", pull.labels.join(", "))));
    }
    match pull.body.trim().is_empty() {
        true => page.push(Block::line(Tone::Quiet, "no description")),
        false => page.push(Block::text(Lead::Bare, &pull.body)),
    }
    page
}

fn gaps(page: &mut Vec<Block>, facts: &PullFacts) {
    if facts.gaps.is_empty() {
        return;
    }
    page.push(Block::section("Could not be had"));
    let line = |gap: &crate::core::model::Gap| Block::line(Tone::Bad, format!("{}: {}", gap.kind.as_str(), gap.why));
    page.extend(facts.gaps.iter().map(line));
}

/// Glyph and word of a check's state.
pub fn check_words(state: CheckState) -> (&'static str, &'static str) {
    match state {
        CheckState::Failed => ("✗", "failed"),
        CheckState::Running => ("●", "running"),
        CheckState::Passed => ("✓", "passed"),
        CheckState::Neutral => ("·", "says nothing"),
    }
}

/// Failures first, then what runs, passed ones, the rest; by name within.
fn checks(page: &mut Vec<Block>, facts: &PullFacts) {
    let Some(checks) = &facts.checks else { return };
    page.push(Block::section(match checks.len() {
        0 => "Checks: none".to_owned(),
        n => format!("Checks ({n})"),
    }));
    let mut sorted: Vec<&Check> = checks.iter().collect();
    sorted.sort_by(|a, b| (a.state, &a.name).cmp(&(b.state, &b.name)));
    page.extend(sorted.into_iter().map(|check| {
        let (glyph, word) = check_words(check.state);
        let tone = match check.state {
            CheckState::Failed => Tone::Bad,
            CheckState::Passed => Tone::Good,
            CheckState::Running => Tone::Plain,
            CheckState::Neutral => Tone::Quiet,
        };
        Block::line(tone, format!("{glyph} {word}  {}", check.name))
    }));
}

/// What a review did.
fn review_words(state: ReviewState) -> &'static str {
    match state {
        ReviewState::Pending => "began a review that is not submitted: only its author sees it",
        ReviewState::Commented => "reviewed",
        ReviewState::Approved => "✓ approved",
        ReviewState::ChangesRequested => "✗ asked for changes",
        ReviewState::Dismissed => "reviewed; dismissed since",
    }
}

/// Remarks and reviews in the order of time, then how many threads there are.
fn talk(page: &mut Vec<Block>, facts: &PullFacts, threads: ThreadCounts) {
    let remarks = facts.conversation.as_deref().unwrap_or(&[]);
    // A review without words only carries its threads.
    let tells = |review: &&ForeignReview| review.state != ReviewState::Commented || !review.body.trim().is_empty();
    let reviews: Vec<&ForeignReview> = facts.reviews.as_deref().unwrap_or(&[]).iter().filter(tells).collect();
    let said = |remark: &Remark| {
        (remark.written, Block::text(Lead::Said(remark.author.clone(), "", remark.written), &remark.body))
    };
    let reviewed = |review: &ForeignReview| {
        let lead = Lead::Said(review.author.clone(), review_words(review.state), review.submitted);
        (review.submitted, Block::text(lead, &review.body))
    };
    let mut told: Vec<(Option<Time>, Block)> = remarks.iter().map(said).collect();
    told.extend(reviews.iter().map(|review| reviewed(review)));
    // What has no time yet is the newest: a review that is not submitted.
    told.sort_by_key(|(at, _)| (at.is_none(), *at));
    if facts.conversation.is_some() || facts.reviews.is_some() {
        let nothing = if told.is_empty() { ": nothing said yet" } else { "" };
        page.push(Block::section(format!("Conversation{nothing}")));
    }
    page.extend(told.into_iter().map(|(_, block)| block));
    if threads != ThreadCounts::default() {
        page.push(Block::section("Threads"));
        let words = format!(
            "{} open, {} resolved, {} outdated: in the diff under their lines",
            threads.open, threads.resolved, threads.outdated
        );
        page.push(Block::line(Tone::Plain, words));
    }
}

fn commits(page: &mut Vec<Block>, facts: &PullFacts) {
    let Some(commits) = facts.commits.as_deref().filter(|commits| !commits.is_empty()) else { return };
    page.push(Block::section(format!("Commits ({})", commits.len())));
    page.extend(commits.iter().map(|commit| {
        let subject = commit.message.lines().next().unwrap_or("");
        let short: String = commit.sha.chars().take(8).collect();
        Block::line(Tone::Plain, format!("{short}  {subject} · {}", commit.author))
    }));
}

fn issues(page: &mut Vec<Block>, facts: &PullFacts) {
    let Some(issues) = facts.issues.as_deref().filter(|issues| !issues.is_empty()) else { return };
    page.push(Block::section("Linked issues"));
    for issue in issues {
        let state = if issue.is_open { "open" } else { "closed" };
        page.push(Block::text(
            Lead::Line(Tone::Plain, format!("#{} {} · {state}", issue.number, issue.title)),
            &issue.body,
        ));
    }
}
