//! All that stands behind a finding, as rows to be read: who said it, by which pass, tier and model, what they were sent
//! and might use, who agreed, what the judge and other models made of it, what the person did, what it cost. The same for
//! what is held back. Not the card (`card`), not keys (`update::show`).

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    core::{
        gate::Stance,
        model::{
            Candidate, Finding, FindingId, LineRange, Opinion, Outcome, Pass, Side, Step, Task, TaskId, TaskReport,
        },
        plan::Planned,
        text,
    },
    session::Session,
};

use super::{agents, card, prose, theme::Ink};

/// Files that are named; the rest is counted.
const FILES: usize = 6;

/// A row: how it looks, and what it says.
pub type Row = (Ink, String);

/// The rows of a finding, in paragraphs under headings; not wrapped.
pub fn rows(session: &Session, id: &FindingId) -> Vec<Row> {
    let Some(finding) = session.shown(id) else {
        return vec![(Ink::Dim, format!("{id} is no longer there"))];
    };
    let mut rows = head(session, finding);
    let said: Vec<&Candidate> = finding.candidates.iter().filter_map(|id| session.findings.candidate(id)).collect();
    if said.is_empty() {
        rows.push((Ink::Plain, "your own words: no agent stands behind them".to_owned()));
    }
    let spoke: BTreeSet<&TaskId> = said.iter().map(|said| &said.task).collect();
    let known = session.tasks.iter().map(|(task, _)| task).filter(|task| spoke.contains(&task.id));
    let tasks: BTreeMap<&TaskId, (&Task, Option<&Planned>)> =
        known.map(|task| (&task.id, (task, agents::planned(session, task)))).collect();
    let speak = |(nth, said): (usize, &&Candidate)| speaker(session, said, tasks.get(&said.task).copied(), nth == 0);
    rows.extend(said.iter().enumerate().flat_map(speak));
    rows.extend(agreement(session, finding, &said));
    rows.extend(judged(finding));
    rows.extend(opinions(session.opinions(id)));
    rows.extend(decided(session, id));
    rows
}

fn section(words: impl Into<String>) -> Row {
    (Ink::Strong, words.into())
}

fn head(session: &Session, finding: &Finding) -> Vec<Row> {
    let wording = card::shown_wording(session, finding);
    let title = if wording.title.is_empty() { &wording.body } else { &wording.title };
    let severity = card::shown_severity(session, finding);
    let place = finding.placement.anchor().map_or("the change as a whole".to_owned(), |anchor| {
        let side = if anchor.side == Side::Right { "new" } else { "old" };
        format!("{}{}, {side} side", text::path_line(anchor.path.as_bytes(), 80), lines(anchor.lines))
    });
    let mut rows = vec![
        section(format!("{} · {severity} {} · {title}", finding.id, finding.kind)),
        (Ink::Dim, format!("{place} · priority {} of 100 · fingerprint {}", finding.priority, finding.fingerprint)),
    ];
    if let Some(held) = session.findings.held(&finding.id) {
        rows.push((Ink::Warning, format!("held back, {}: {}", held.reason.as_str(), held.details)));
    }
    rows
}

fn lines(lines: Option<LineRange>) -> String {
    match lines {
        None => String::new(),
        Some(lines) if lines.start() == lines.end() => format!(":{}", lines.start()),
        Some(lines) => format!(":{}–{}", lines.start(), lines.end()),
    }
}

/// One claim: who made it, with what, and its own reasons.
fn speaker(session: &Session, said: &Candidate, task: Option<(&Task, Option<&Planned>)>, is_first: bool) -> Vec<Row> {
    let planned = task.and_then(|(_, planned)| planned);
    let report = session.voices().of(&said.task).and_then(|voice| voice.report.as_ref());
    let word = if is_first { "said by" } else { "said too by" };
    let mut who = vec![format!("{word} {}", said.task), format!("lens {}", said.lens.as_str())];
    who.extend(planned.map(|planned| format!("pass {}, tier {}", planned.pass(), planned.tier.as_str())));
    let model = report.map(|report| report.who.as_str()).or_else(|| planned.and_then(|planned| planned.who.as_deref()));
    who.extend(model.map(|model| format!("model {model}")));
    let confidence = said.weight.confidence.map_or("confidence not given".to_owned(), |confidence| {
        format!("confidence {:.2} here, {:.2} in the code around", confidence.local, confidence.context)
    });
    let mut rows = vec![
        (Ink::Plain, String::new()),
        section(who.join(" · ")),
        (Ink::Plain, format!("as {} · {confidence}", said.weight.severity)),
        (Ink::Plain, format!("read: {}", read(session, planned, report, task.map(|(task, _)| &task.pass)))),
        (Ink::Plain, format!("cost: {}", cost(session, &said.task))),
    ];
    rows.extend(report.and_then(|report| report.tools.as_deref()).map(|calls| (Ink::Plain, tools(calls))));
    let claim = &said.claim;
    let parts = [
        ("claim", if is_first { "" } else { claim.summary.as_str() }),
        ("evidence", claim.evidence.as_str()),
        ("why now", claim.why_now.as_str()),
        ("what must hold", claim.invariant.as_str()),
        ("where it would show", claim.sink.as_str()),
    ];
    rows.extend(
        parts.iter().filter(|(_, words)| !words.is_empty()).map(|(name, words)| (Ink::Dim, format!("{name}: {words}"))),
    );
    if claim.depends_on_unseen {
        rows.push((Ink::Warning, "it hangs on code that it did not see".to_owned()));
    }
    rows
}

/// The tools that a model used: how often each, then what for.
fn tools(calls: &[String]) -> String {
    if calls.is_empty() {
        return "tools: it had some, and used none".to_owned();
    }
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for call in calls {
        let name = call.split(|c: char| c.is_whitespace() || c == ':').next().unwrap_or("");
        *counts.entry(name).or_default() += 1;
    }
    let counts: Vec<String> = counts.into_iter().map(|(name, count)| format!("{name} {count}")).collect();
    let more = if calls.len() >= TaskReport::TOOLS { " or more" } else { "" };
    let many = if calls.len() == 1 { "call" } else { "calls" };
    format!("tools: {}{more} {many}, {} · {}", calls.len(), counts.join(", "), calls.join("; "))
}

/// What was sent, and what might be used beside it. Which files a command opened by itself nobody tells.
fn read(session: &Session, planned: Option<&Planned>, report: Option<&TaskReport>, pass: Option<&Pass>) -> String {
    use crate::core::plan::ToolPolicy;
    if let Some(planned) = planned {
        let names = planned.files.iter().take(FILES).map(|file| session.diff.path(*file).lossy().into_owned());
        let mut names: Vec<String> = names.collect();
        let more = planned.files.len().saturating_sub(FILES);
        names.extend((more > 0).then(|| format!("{more} more")));
        let tools = match planned.tools {
            ToolPolicy::None => "no tools: all it knew stood in its brief",
            ToolPolicy::Configured if report.is_some_and(|report| report.tools.is_some()) => "and what its tools gave",
            ToolPolicy::Configured => "the tools of its configuration, to read; which files it opened is not told",
        };
        return format!("{} · {tools}", names.join(", "));
    }
    match pass {
        Some(Pass::Builtin(_)) => "the whole change, and the code around it where that is at hand".to_owned(),
        Some(Pass::Tool(_)) => "the working tree, as an external tool".to_owned(),
        Some(Pass::Import(file)) => format!("not known: it was imported from {file}"),
        Some(Pass::Replay(_)) => "not recorded".to_owned(),
        Some(Pass::Agent(_)) | None => "not known: its plan is of another run".to_owned(),
    }
}

/// What a task cost, and how much of that falls on one of its claims.
fn cost(session: &Session, task: &TaskId) -> String {
    let Some(report) = session.voices().of(task).and_then(|voice| voice.report.as_ref()) else {
        return "nothing: no model was asked".to_owned();
    };
    let claims = session.findings.said_by(task).max(1);
    let tokens = report.usage.map_or("tokens not told".to_owned(), |usage| format!("{} tokens", agents::tokens(usage)));
    match report.cost_usd {
        Some(usd) => format!(
            "${:.4} is its share of ${usd:.4} for {claims} claim{} · {tokens} · {}",
            usd / claims as f64,
            if claims == 1 { "" } else { "s" },
            agents::time(report.millis)
        ),
        None => format!("no price is known · {tokens} · {}", agents::time(report.millis)),
    }
}

/// Who agreed, and which findings were merged into this one.
fn agreement(session: &Session, finding: &Finding, said: &[&Candidate]) -> Vec<Row> {
    let tasks: BTreeSet<&TaskId> = said.iter().map(|said| &said.task).collect();
    let mut rows = Vec::new();
    match tasks.len() {
        0 => {}
        1 if said.len() > 1 => rows.push(format!("one agent said it {} times", said.len())),
        1 => rows.push("nobody else said it".to_owned()),
        agents => rows.push(format!("{agents} agents agree")),
    }
    let twins = session.findings.merged_into(&finding.id).take(FILES);
    rows.extend(twins.map(|twin| format!("{} was merged into it: {}", twin.id, twin.wording.title)));
    let rows: Vec<Row> = rows.into_iter().map(|words| (Ink::Plain, words)).collect();
    if rows.is_empty() { rows } else { [vec![(Ink::Plain, String::new()), section("who agrees")], rows].concat() }
}

/// Every ruling of the judge, with what it was before and after.
fn judged(finding: &Finding) -> Vec<Row> {
    if finding.steps.is_empty() {
        return Vec::new();
    }
    let mut rows = vec![(Ink::Plain, String::new()), section("what the judge did")];
    rows.extend(finding.steps.iter().map(|step| {
        let ink = if step.outcome == Outcome::Keep { Ink::Dim } else { Ink::Plain };
        (ink, format!("{}: {} · {}", step.rule.as_str(), outcome(step), step.reason))
    }));
    rows
}

fn outcome(step: &Step) -> String {
    match step.outcome {
        Outcome::Keep => "kept as it was".to_owned(),
        Outcome::Downgrade { from, to } => format!("{from} → {to}, milder"),
        Outcome::Escalate { from, to } => format!("{from} → {to}, worse"),
        Outcome::Question => "finding → question".to_owned(),
        Outcome::Drop(reason) => format!("shown → held back, {}", reason.as_str()),
    }
}

/// What models said when they were asked about it.
fn opinions(opinions: &[Opinion]) -> Vec<Row> {
    if opinions.is_empty() {
        return Vec::new();
    }
    let mut rows = vec![(Ink::Plain, String::new()), section("what models say of it")];
    rows.extend(opinions.iter().map(|opinion| {
        let severity = opinion.severity.map_or(String::new(), |severity| format!(", {severity}"));
        let cited = if opinion.cited.is_empty() { String::new() } else { format!(" · cites {}", opinion.cited) };
        let reason = if opinion.reason.is_empty() { "no reason is given" } else { &opinion.reason };
        let (wave, word) = (opinion.wave.as_str(), opinion.word.as_str());
        (Ink::Plain, format!("{wave}: {word}{severity} · {reason}{cited} · by {}", opinion.task))
    }));
    rows
}

/// The person's acts about it in this run, taken back or not.
fn decided(session: &Session, id: &FindingId) -> Vec<Row> {
    let stance = match session.gate.stance(id) {
        Stance::Undecided => "undecided".to_owned(),
        Stance::Accepted => "accepted".to_owned(),
        Stance::Dropped(reason) if reason.is_empty() => "dropped".to_owned(),
        Stance::Dropped(reason) => format!("dropped: {reason}"),
    };
    let mut rows = vec![(Ink::Plain, String::new()), section(format!("what you did: {stance}"))];
    rows.extend(session.gate.about(id).map(|decision| {
        (Ink::Dim, format!("{} {} UTC · {}", decision.seq, prose::stamp(decision.at), decision.act.as_str()))
    }));
    rows
}
