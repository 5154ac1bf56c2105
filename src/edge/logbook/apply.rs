//! One line of the JSONL -> rows. Total: whatever a line says, the transaction goes on. Every text is a parameter.
//! Not here: transactions and which lines (`store`). Called by `store`.

use rusqlite::{Connection, ErrorCode, Params, params};

use super::{
    jsonl::Line,
    reports,
    wire::{self, to_hex, whole_change},
};
use crate::core::model::{
    Anchor, Candidate, Claim, Draft, DraftKey, Hotspot, Kind, LineRange, Opinion, PublishIntent, PublishReceipt,
    Record, RepoPath, RunFacts, RunId, Severity, Side, TaskEnd, Time, Verdict, Viewed,
};

/// Adds a line to the tables.
pub(super) fn apply(db: &Connection, line: &Line) -> rusqlite::Result<()> {
    // The start is below 2^63: file systems end there.
    let offset = i64::try_from(line.start).unwrap_or(i64::MAX);
    put(db, "INSERT OR REPLACE INTO events (line_offset, body) VALUES (?1, ?2)", params![offset, line.body()])?;
    let Some(record) = &line.record else { return Ok(()) };
    // A line that became a record is UTF-8.
    let text = String::from_utf8_lossy(line.body());
    match record {
        Record::Run(facts) => run(db, facts),
        Record::Hotspot { run, path, hotspot, at: _ } => self::hotspot(db, run, path, hotspot, &text),
        Record::Candidate { run, candidate, at } => self::candidate(db, run, candidate, *at, &text),
        Record::Verdict { run, verdict, at } => self::verdict(db, run, verdict, *at, &text),
        // Its rows are the verdicts'; the line itself stands in `events`.
        Record::Comments { run: _, dedup: _, at: _ } => Ok(()),
        Record::TaskReported { run, task, report, at } => reports::report(db, (run, task), report, *at, &text),
        Record::Opinion { run, opinion, at } => self::opinion(db, run, opinion, *at, &text),
        Record::TaskEnded { run, task, end, at } => task_end(db, run, task.as_str(), end, *at),
        Record::Decision { run: _, decision: _ } => decision(db, offset, &text),
        Record::Draft { run, draft } => self::draft(db, run, draft, &text),
        Record::Viewed { run, viewed } => self::viewed(db, run, viewed),
        Record::Place { run, anchor: _, at } => place(db, run, *at, &text),
        Record::PublicationIntent { run, intent } => self::intent(db, run, intent),
        Record::PublicationReceipt { run, receipt } => self::receipt(db, run, receipt, &text),
        Record::RunEnded { run, complete, at } => put(
            db,
            "UPDATE runs SET complete = ?2, ended_at = ?3 WHERE run_id = ?1",
            params![run.as_str(), complete, wire::stamp(*at)],
        ),
    }
}

/// Runs a statement. A row that the tables refuse stays out of them (it stands in `events` and in the JSONL): one
/// odd line must not keep all later ones out.
pub(super) fn put(db: &Connection, sql: &str, values: impl Params) -> rusqlite::Result<()> {
    match db.prepare_cached(sql)?.execute(values) {
        Ok(_) => Ok(()),
        Err(e) if e.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) => {
            tracing::warn!(error = %e, "a line of the logbook does not fit its table");
            Ok(())
        }
        Err(e) => Err(e),
    }
}

fn run(db: &Connection, facts: &RunFacts) -> rusqlite::Result<()> {
    let RunFacts { id, request, started, version, model, said: _ } = facts;
    whole(db, id)?;
    put(
        db,
        "INSERT OR IGNORE INTO runs (run_id, repo_slug, pr_ref, review_target_type, title, base_sha, head_sha,
           diff_hash, current_model, skill_version, started_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
        params![
            id.as_str(),
            request.repo_slug,
            request.pr_ref,
            request.kind.as_str(),
            request.title,
            request.base_sha,
            request.head_sha,
            request.diff_hash,
            model,
            version,
            wire::stamp(*started)
        ],
    )
}

/// The hotspot of candidates that have none (REVIEW.md "Logbook").
fn whole(db: &Connection, run: &RunId) -> rusqlite::Result<()> {
    put(
        db,
        "INSERT OR IGNORE INTO hotspots (hotspot_id, run_id, hotspot_key, file_path, summary, why_selected)
         VALUES (?1, ?2, 'whole-change', '', '', '')",
        params![whole_change(run.as_str()), run.as_str()],
    )
}

fn hotspot(db: &Connection, run: &RunId, path: &RepoPath, hotspot: &Hotspot, text: &str) -> rusqlite::Result<()> {
    let Hotspot { id, key, unit, summary, why, lenses, risk: _ } = hotspot;
    let (_, lines) = unit.lines;
    let tags = json_words(unit.tags.iter().map(|(tag, _)| tag.as_str()));
    put(
        db,
        "INSERT OR IGNORE INTO hotspots (hotspot_id, run_id, hotspot_key, file_path, symbol, line_start, line_end,
           summary, risk_tags_json, why_selected, lenses_json, change_archetypes_json)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, COALESCE(?12 -> 'change_archetypes', '[]'))",
        params![
            id.as_str(),
            run.as_str(),
            key,
            path.lossy(),
            unit.symbol,
            lines.start(),
            lines.end(),
            summary,
            tags,
            why,
            json_words(lenses.iter().map(|lens| lens.as_str())),
            text
        ],
    )
}

/// A JSON array of words of closed lists: nothing in them needs escaping.
fn json_words<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let quoted: Vec<String> = words.map(|word| format!("\"{word}\"")).collect();
    format!("[{}]", quoted.join(","))
}

fn candidate(db: &Connection, run: &RunId, candidate: &Candidate, at: Time, text: &str) -> rusqlite::Result<()> {
    whole(db, run)?;
    let id = global_id(db, text)?;
    let Candidate { id: _, task: _, hotspot, lens: _, claim, place, weight } = candidate;
    let whole = whole_change(run.as_str());
    let lines = place.as_ref().and_then(|place| place.lines);
    let sure = weight.confidence.map_or((0.5, 0.5), |c| (share(c.local), share(c.context)));
    put(
        db,
        "INSERT OR IGNORE INTO candidate_findings (candidate_id, run_id, hotspot_id, output_type, issue_class,
           fingerprint, summary, evidence, why_now, file_path, line_start, line_end, severity, confidence_local,
           confidence_context, actionability, blast_radius, priority_score, detection_state, surfacing_state,
           suggested_fix, current_model, created_at)
         VALUES (?1, ?2, COALESCE((SELECT hotspot_id FROM hotspots WHERE hotspot_id = ?3), ?4), ?5, ?6,
           COALESCE(?20 ->> 'fingerprint', ''), ?7, ?8, ?9,
           ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, 0, 'candidate', 'pending', ?18,
           COALESCE((SELECT current_model FROM runs WHERE run_id = ?2), ''), ?19)",
        params![
            id,
            run.as_str(),
            hotspot.as_ref().map(|id| id.as_str()),
            whole,
            wire::output_type(claim.kind),
            claim.issue_class,
            claim.summary,
            claim.evidence,
            claim.why_now,
            place.as_ref().map(|place| place.path.lossy()),
            lines.map(LineRange::start),
            lines.map(LineRange::end),
            severity(claim.kind, weight.severity),
            sure.0,
            sure.1,
            weight.actionability.as_str(),
            weight.blast_radius.as_str(),
            claim.suggested_fix,
            wire::stamp(at),
            text
        ],
    )?;
    details(db, &id, candidate)
}

/// What is no finding and no question stands in deep's table as info.
fn severity(kind: Kind, severity: Severity) -> &'static str {
    match kind {
        Kind::Finding | Kind::Question => severity.as_deep(),
        Kind::Praise | Kind::Thought | Kind::Note | Kind::Comment => Severity::Nitpick.as_deep(),
    }
}

/// Deep's columns take 0 to 1 only.
fn share(value: f64) -> f64 {
    if value.is_finite() { value.clamp(0.0, 1.0) } else { 0.5 }
}

/// The id as the line has it, with its run in front: deep's own lines have it without, and rows of its own making
/// must be found again.
fn global_id(db: &Connection, text: &str) -> rusqlite::Result<String> {
    db.prepare_cached("SELECT COALESCE(?1 ->> 'candidate_id', '')")?.query_row([text], |row| row.get(0))
}

fn details(db: &Connection, id: &str, candidate: &Candidate) -> rusqlite::Result<()> {
    let Candidate { id: _, task, hotspot: _, lens, claim, place, weight } = candidate;
    let Claim { kind, title, suggestion, invariant, sink, .. } = claim;
    let path = place.as_ref().map(|place| &place.path).filter(|path| path.as_utf8().is_none());
    put(
        db,
        "INSERT OR IGNORE INTO candidate_details (candidate_id, task_id, kind, title, lens, symbol, side, invariant,
           sink, suggestion, confidence_given, path_bytes) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
        params![
            id,
            task.as_str(),
            kind.as_str(),
            title,
            lens.as_str(),
            place.as_ref().and_then(|place| place.symbol.as_deref()),
            place.as_ref().and_then(|place| place.side).map(Side::as_str),
            invariant,
            sink,
            suggestion,
            weight.confidence.is_some(),
            path.map(RepoPath::as_bytes)
        ],
    )
}

fn verdict(db: &Connection, run: &RunId, verdict: &Verdict, at: Time, text: &str) -> rusqlite::Result<()> {
    let Verdict {
        candidate: _,
        finding,
        detection_state,
        surfacing_state,
        drop_reason,
        priority,
        fingerprint,
        code: _,
    } = verdict;
    let id = global_id(db, text)?;
    put(
        db,
        "UPDATE candidate_findings SET detection_state = ?2, surfacing_state = ?3, drop_reason = ?4,
           priority_score = ?5, fingerprint = COALESCE(NULLIF(?6, ''), fingerprint) WHERE candidate_id = ?1",
        params![id, detection_state, surfacing_state, drop_reason, priority.min(&100), fingerprint],
    )?;
    put(
        db,
        "INSERT OR REPLACE INTO verdicts (candidate_id, run_id, finding_id, fingerprint, at)
         VALUES (?1, ?2, ?3, ?4, ?5)",
        params![id, run.as_str(), finding.as_str(), fingerprint, wire::stamp(at)],
    )
}

/// The last word of a wave on a candidate stands.
fn opinion(db: &Connection, run: &RunId, opinion: &Opinion, at: Time, text: &str) -> rusqlite::Result<()> {
    let Opinion { wave, task, candidate: _, finding, word, severity, cited, reason } = opinion;
    put(
        db,
        "INSERT OR REPLACE INTO opinions (candidate_id, wave, run_id, finding_id, task_id, word, severity, cited, reason,
           at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
        params![
            global_id(db, text)?,
            wave.as_str(),
            run.as_str(),
            finding.as_str(),
            task.as_str(),
            word.as_str(),
            severity.map(Severity::as_deep),
            cited,
            reason,
            wire::stamp(at)
        ],
    )
}

fn task_end(db: &Connection, run: &RunId, task: &str, end: &TaskEnd, at: Time) -> rusqlite::Result<()> {
    let error = match end {
        TaskEnd::Completed | TaskEnd::Stopped => None,
        TaskEnd::Failed(why) | TaskEnd::Skipped(why) => Some(why),
    };
    put(
        db,
        "INSERT OR REPLACE INTO tasks (run_id, task_id, how, error, ended_at) VALUES (?1, ?2, ?3, ?4, ?5)",
        params![run.as_str(), task, end.as_str(), error, wire::stamp(at)],
    )
}

/// The columns are the fields of the line; SQLite reads them itself.
fn decision(db: &Connection, offset: i64, text: &str) -> rusqlite::Result<()> {
    put(
        db,
        "INSERT OR REPLACE INTO decisions (line_offset, run_id, seq, at, finding_id, act, reason, before_json,
           after_json, comment_json, of_seq)
         SELECT ?1, ?2 ->> 'run_id', ?2 ->> 'seq', ?2 ->> 'at', ?2 ->> 'finding_id', ?2 ->> 'act', ?2 ->> 'reason',
           ?2 -> 'before', ?2 -> 'after', ?2 -> 'comment', ?2 ->> 'of'",
        params![offset, text],
    )
}

fn draft(db: &Connection, run: &RunId, draft: &Draft, text: &str) -> rusqlite::Result<()> {
    let Draft { key, text: words, at } = draft;
    let slot = slot(run, key);
    if words.is_empty() {
        return put(db, "DELETE FROM drafts WHERE draft_key = ?1", params![slot]);
    }
    put(
        db,
        "INSERT OR REPLACE INTO drafts (draft_key, run_id, draft_of, finding_id, anchor_json, text, at)
         SELECT ?1, ?2, ?3 ->> 'draft_of', ?3 ->> 'finding_id', ?3 -> 'anchor', ?4, ?5",
        params![slot, run.as_str(), text, words, wire::stamp(*at)],
    )
}

/// One draft a slot, as `Past` folds them: a finding's belong to their run, a comment's to its place.
fn slot(run: &RunId, key: &DraftKey) -> String {
    match key {
        DraftKey::Edit(finding) => format!("edit|{run}|{finding}"),
        DraftKey::DropReason(finding) => format!("drop-reason|{run}|{finding}"),
        DraftKey::Comment(None) => "comment".to_owned(),
        DraftKey::Comment(Some(Anchor { path, side, lines })) => {
            let lines = lines.map_or_else(String::new, |range| format!("{}-{}", range.start(), range.end()));
            format!("comment|{side}|{lines}|{}", to_hex(path.as_bytes()))
        }
        DraftKey::Reply(thread) => format!("reply|{}", thread.0),
    }
}

fn viewed(db: &Connection, run: &RunId, mark: &Viewed) -> rusqlite::Result<()> {
    let Viewed { path, text_hash, viewed, at } = mark;
    if !viewed {
        return put(db, "DELETE FROM viewed WHERE path = ?1", params![path.as_bytes()]);
    }
    put(
        db,
        "INSERT OR REPLACE INTO viewed (path, text_hash, run_id, at) VALUES (?1, ?2, ?3, ?4)",
        params![path.as_bytes(), format!("{text_hash:016x}"), run.as_str(), wire::stamp(*at)],
    )
}

fn place(db: &Connection, run: &RunId, at: Time, text: &str) -> rusqlite::Result<()> {
    put(
        db,
        "INSERT OR REPLACE INTO places (run_id, anchor_json, at) SELECT ?1, NULLIF(?2 -> 'anchor', 'null'), ?3",
        params![run.as_str(), text, wire::stamp(at)],
    )
}

/// One row a publication: first what was intended, then what became of it.
fn intent(db: &Connection, run: &RunId, intent: &PublishIntent) -> rusqlite::Result<()> {
    let PublishIntent { pull: _, head, review: _, payload, login: _, event, at } = intent;
    let at = wire::stamp(*at);
    put(
        db,
        "INSERT OR IGNORE INTO publications (publication_id, run_id, payload_hash, event, head_sha, state, at)
         VALUES (?1 || '@' || ?2, ?3, ?1, ?4, ?5, 'intent', ?2)",
        params![payload, at, run.as_str(), event.as_str(), head],
    )
}

fn receipt(db: &Connection, run: &RunId, receipt: &PublishReceipt, text: &str) -> rusqlite::Result<()> {
    // A receipt can come without its intent, of a session that wrote elsewhere.
    intent(db, run, &receipt.intent)?;
    put(
        db,
        "UPDATE publications SET state = ?3, receipt_json = ?4 WHERE publication_id = ?1 || '@' || ?2",
        params![receipt.intent.payload, wire::stamp(receipt.intent.at), receipt.outcome.as_str(), text],
    )
}
