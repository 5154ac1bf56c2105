//! `prr log --output json`, versioned by `schema`. Times are RFC 3339 in UTC.

use serde::Serialize;

use super::{LogEntry, LogRun, Logs, log::stamp, wire::path_out};
use crate::core::model::{Act, Anchor, Decision, Draft, DraftKey, Request, RunFacts, RunId};

#[derive(Serialize)]
struct Document {
    schema: u32,
    targets: Vec<TargetOut>,
}

#[derive(Serialize)]
struct TargetOut {
    pr_ref: String,
    path: String,
    runs: Vec<RunOut>,
    drafts: Vec<DraftOut>,
}

#[derive(Serialize)]
struct RunOut {
    run_id: String,
    started: String,
    title: String,
    kind: &'static str,
    base_sha: Option<String>,
    head_sha: Option<String>,
    diff_hash: String,
    version: String,
    model: String,
    /// null: it did not end.
    complete: Option<bool>,
    findings: usize,
    held_back: usize,
    decisions: Vec<DecisionOut>,
}

#[derive(Serialize)]
struct DecisionOut {
    seq: u64,
    at: String,
    finding: String,
    act: &'static str,
    /// Whether it is taken back as it stands.
    undone: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    of: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    severity: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    body: Option<String>,
    /// What it is since, and where.
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    batch: Option<u64>,
}

#[derive(Serialize)]
struct DraftOut {
    run_id: String,
    at: String,
    what: &'static str,
    finding: Option<String>,
    file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file_hex: Option<String>,
    line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    thread: Option<u64>,
    text: String,
}

/// The document.
///
/// # Errors
/// None in practice: the shape holds only text and numbers.
pub fn log_json(logs: &Logs) -> Result<String, serde_json::Error> {
    super::json(&Document { schema: 1, targets: logs.targets.iter().map(target).collect() })
}

fn target(entry: &LogEntry) -> TargetOut {
    let LogEntry { pr_ref, path, runs, drafts } = entry;
    TargetOut {
        pr_ref: pr_ref.clone(),
        path: path.clone(),
        runs: runs.iter().map(run).collect(),
        drafts: drafts.iter().map(|(run, open)| draft(run, open)).collect(),
    }
}

fn run(run: &LogRun) -> RunOut {
    let LogRun { facts, findings, held, complete, decisions } = run;
    let RunFacts { id, request, started, version, model, said: _ } = facts;
    let Request { kind, pr_ref: _, repo_slug: _, title, base_sha, head_sha, diff_hash, notes: _, pull: _, stack: _ } =
        request;
    let undone = run.undone();
    RunOut {
        run_id: id.to_string(),
        started: stamp(*started),
        title: title.clone(),
        kind: kind.as_str(),
        base_sha: base_sha.clone(),
        head_sha: head_sha.clone(),
        diff_hash: diff_hash.clone(),
        version: version.clone(),
        model: model.clone(),
        complete: *complete,
        findings: *findings,
        held_back: *held,
        decisions: decisions.iter().map(|one| decision(one, undone.contains(&one.seq))).collect(),
    }
}

fn decision(decision: &Decision, undone: bool) -> DecisionOut {
    let Decision { seq, at, finding, act, batch } = decision;
    let mut out = DecisionOut {
        seq: *seq,
        at: stamp(*at),
        finding: finding.to_string(),
        act: act.as_str(),
        undone,
        of: None,
        reason: None,
        severity: None,
        title: None,
        body: None,
        kind: None,
        file: None,
        line: None,
        batch: *batch,
    };
    match act {
        Act::Accept | Act::Restore => {}
        Act::Drop { reason } => out.reason = Some(reason.clone()),
        Act::Edit { before: _, after: (wording, severity) } => {
            out.severity = Some(severity.as_str());
            (out.title, out.body) = (Some(wording.title.clone()), Some(wording.body.clone()));
        }
        Act::Recast { before: _, after } => {
            out.kind = Some(after.kind.as_str());
            out.file = after.anchor.as_ref().map(|anchor| path_out(&anchor.path).0);
            out.line = after.anchor.as_ref().and_then(|anchor| anchor.lines).map(|lines| lines.start());
        }
        Act::Add(comment) => out.body = Some(comment.wording.body.clone()),
        Act::Undo { of } | Act::Redo { of } => out.of = Some(*of),
    }
    out
}

fn draft(run: &RunId, draft: &Draft) -> DraftOut {
    let Draft { key, text, at } = draft;
    let (what, finding, anchor): (_, _, Option<&Anchor>) = match key {
        DraftKey::Edit(id) => ("edit", Some(id.to_string()), None),
        DraftKey::DropReason(id) => ("drop_reason", Some(id.to_string()), None),
        DraftKey::Comment(anchor) => ("comment", None, anchor.as_ref()),
        DraftKey::Reply(_) => ("reply", None, None),
    };
    let (file, file_hex) = anchor.map_or((None, None), |anchor| {
        let (text, hex) = path_out(&anchor.path);
        (Some(text), hex)
    });
    let line = anchor.and_then(|anchor| anchor.lines).map(|lines| lines.start());
    let thread = if let DraftKey::Reply(thread) = key { Some(thread.0) } else { None };
    DraftOut {
        run_id: run.to_string(),
        at: stamp(*at),
        what,
        finding,
        file,
        file_hex,
        line,
        thread,
        text: text.clone(),
    }
}
