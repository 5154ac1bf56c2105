//! `prr inbox`: pull requests that wait for somebody, as a table for people and as a document for programs.

use serde::Serialize;

use super::{escape, json, log::stamp};
use crate::core::{
    model::{CheckState, InboxRow, LookState, Time},
    text,
};

/// The table; says so when nothing waits. Ages are counted from `now`.
pub fn inbox_text(rows: &[InboxRow], now: Time) -> String {
    if rows.is_empty() {
        return "Nothing waits for you.\n".to_owned();
    }
    let names: Vec<String> = rows.iter().map(|row| escape::line(&row.entry.name.to_string())).collect();
    let widest = names.iter().map(|name| text::width(name)).max().unwrap_or(0);
    let lines = rows.iter().zip(names).map(|(row, name)| line(row, &name, widest, now));
    lines.collect()
}

fn line(row: &InboxRow, name: &str, widest: usize, now: Time) -> String {
    let entry = &row.entry;
    let blanks = " ".repeat(widest.saturating_sub(text::width(name)));
    let draft = if entry.is_draft { "[draft] " } else { "" };
    let size = entry.counts.map_or(String::new(), |(files, added, removed)| format!("+{added} −{removed} in {files}"));
    let checks = entry.checks.map_or("", word);
    let age = entry.updated.map_or(String::new(), |then| age(now, then));
    let why: Vec<&str> = entry.why.iter().map(|why| why.as_str()).collect();
    let facts = [row.state().as_str().to_owned(), why.join(", "), checks.to_owned(), age, size];
    let facts: Vec<String> = facts.into_iter().filter(|fact| !fact.is_empty()).collect();
    let (title, author) = (escape::line(&entry.title), escape::line(&entry.author.login));
    format!("{name}{blanks}  {draft}{title}\n{}  {author} · {}\n", " ".repeat(widest), facts.join(" · "))
}

fn word(state: CheckState) -> &'static str {
    match state {
        CheckState::Failed => "checks failed",
        CheckState::Running => "checks running",
        CheckState::Passed => "checks passed",
        CheckState::Neutral => "",
    }
}

/// How long ago, in one unit.
fn age(now: Time, then: Time) -> String {
    let minutes = now.0.saturating_sub(then.0) / 60_000;
    match minutes {
        ..=0 => "just now".to_owned(),
        1..60 => format!("{minutes} min ago"),
        60..1_440 => format!("{} h ago", minutes / 60),
        _ => format!("{} d ago", minutes / 1_440),
    }
}

#[derive(Serialize)]
struct Inbox {
    schema: u32,
    pull_requests: Vec<Entry>,
}

#[derive(Serialize)]
struct Entry {
    host: String,
    repo: String,
    number: u64,
    title: String,
    author: String,
    author_is_bot: bool,
    url: String,
    updated: Option<String>,
    head_sha: Option<String>,
    draft: bool,
    checks: Option<&'static str>,
    files: Option<u32>,
    additions: Option<u64>,
    deletions: Option<u64>,
    why: Vec<&'static str>,
    review: Look,
}

/// What was looked at here.
#[derive(Serialize)]
struct Look {
    state: &'static str,
    at: Option<String>,
    head_sha: Option<String>,
}

/// The document.
///
/// # Errors
/// None in practice: the shape holds text and whole numbers.
pub fn inbox_json(rows: &[InboxRow]) -> Result<String, serde_json::Error> {
    json(&Inbox { schema: 1, pull_requests: rows.iter().map(entry).collect() })
}

fn entry(row: &InboxRow) -> Entry {
    let InboxRow { entry, look } = row;
    let repo = &entry.name.repo;
    let checks = entry.checks.map(|state| match state {
        CheckState::Failed => "failed",
        CheckState::Running => "running",
        CheckState::Passed => "passed",
        CheckState::Neutral => "neutral",
    });
    let state = match row.state() {
        LookState::New => "none",
        LookState::Current => "current",
        LookState::Stale => "stale",
        LookState::Unsure => "unknown",
    };
    Entry {
        host: repo.host.to_string(),
        repo: format!("{}/{}", repo.owner, repo.repo),
        number: entry.name.number,
        title: entry.title.clone(),
        author: entry.author.login.clone(),
        author_is_bot: entry.author.is_bot,
        url: entry.url.clone(),
        updated: entry.updated.map(stamp),
        head_sha: entry.head.clone(),
        draft: entry.is_draft,
        checks,
        files: entry.counts.map(|(files, ..)| files),
        additions: entry.counts.map(|(_, added, _)| added),
        deletions: entry.counts.map(|(.., removed)| removed),
        why: entry.why.iter().map(|why| why.as_str()).collect(),
        review: Look {
            state,
            at: look.as_ref().map(|look| stamp(look.at)),
            head_sha: look.as_ref().and_then(|look| look.head.clone()),
        },
    }
}
