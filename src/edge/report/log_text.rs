//! `prr log` for reading in a terminal. Times are UTC.

use super::{LogEntry, LogRun, Logs, escape, log::stamp, score_text::counted};
use crate::core::model::{Act, Cast, Decision, Draft, DraftKey, RunId};

/// The text; says so when there is nothing.
pub fn log_text(logs: &Logs) -> String {
    let blocks: Vec<String> = logs.targets.iter().map(target).collect();
    if blocks.is_empty() { "No runs are recorded here.\n".to_owned() } else { blocks.join("\n") }
}

fn target(entry: &LogEntry) -> String {
    let mut out = format!("{}  {}\n", escape::line(&entry.pr_ref), escape::line(&entry.path));
    entry.runs.iter().rev().for_each(|one| out.push_str(&run(one)));
    for (of, draft) in &entry.drafts {
        out.push_str(&open_draft(of, draft));
    }
    out
}

fn run(run: &LogRun) -> String {
    let mut out = format!(
        "  {}  {}  {}\n    {}, {}, {} held back, {}\n",
        escape::line(run.facts.id.as_str()),
        stamp(run.facts.started),
        escape::line(&run.facts.request.title),
        run.state(),
        counted(run.findings, "finding", "findings"),
        run.held,
        counted(run.decisions.len(), "decision", "decisions")
    );
    let undone = run.undone();
    for decision in &run.decisions {
        let mark = if undone.contains(&decision.seq) { "  (undone)" } else { "" };
        out.push_str(&format!(
            "    {:>4}  {}  {}  {}{mark}\n",
            decision.seq,
            stamp(decision.at),
            escape::line(decision.finding.as_str()),
            act(decision)
        ));
    }
    out
}

fn act(decision: &Decision) -> String {
    let word = decision.act.as_str();
    match &decision.act {
        Act::Accept | Act::Restore => word.to_owned(),
        Act::Drop { reason } if reason.is_empty() => word.to_owned(),
        Act::Drop { reason } => format!("{word}: {}", escape::line(reason)),
        Act::Edit { after, .. } => format!("{word}: {} {}", after.1, escape::line(&after.0.title)),
        Act::Recast { after, .. } => format!("{word}: {}{}", after.kind, cast_place(after)),
        Act::Add(comment) => format!("{word}: {}", escape::line(&comment.wording.body)),
        Act::Undo { of } | Act::Redo { of } => format!("{word} of {of}"),
    }
}

/// ` at PATH:LINE`, or nothing.
fn cast_place(cast: &Cast) -> String {
    let Some(anchor) = &cast.anchor else { return String::new() };
    let line = anchor.lines.map_or(String::new(), |lines| format!(":{}", lines.start()));
    format!(" at {}{line}", escape::line(&anchor.path.lossy()))
}

fn open_draft(of: &RunId, draft: &Draft) -> String {
    let what = match &draft.key {
        DraftKey::Edit(id) => format!("edit of {id}"),
        DraftKey::DropReason(id) => format!("reason to drop {id}"),
        DraftKey::Reply(thread) => format!("reply to thread {}", thread.0),
        DraftKey::Comment(None) => "text of the review".to_owned(),
        DraftKey::Comment(Some(anchor)) => match anchor.lines {
            Some(lines) => format!("comment on {}:{}", anchor.path.lossy(), lines.start()),
            None => format!("comment on {}", anchor.path.lossy()),
        },
    };
    let text = escape::line(&draft.text);
    format!("  draft  {}  {} ({of}): {text}\n", stamp(draft.at), escape::line(&what))
}
