//! Rows of what agents' tasks came to. Not here: the other rows (`apply`). Called by `apply`.

use rusqlite::{Connection, params};

use super::{apply::put, wire};
use crate::core::model::{RunId, TaskId, TaskReport, Time, Usage};

/// Adds a report; of a task that ran again the last one stands. The notes are those of the line, which SQLite reads.
pub(super) fn report(
    db: &Connection,
    (run, task): (&RunId, &TaskId),
    report: &TaskReport,
    at: Time,
    line: &str,
) -> rusqlite::Result<()> {
    let TaskReport { who, tier, attempts, millis, usage, cost_usd, overview, notes: _, text, tools: _ } = report;
    // A column takes no more than 2^63 - 1.
    let count = |n: u64| i64::try_from(n).unwrap_or(i64::MAX);
    let of = |part: fn(Usage) -> u64| usage.map(|usage| count(part(usage)));
    put(
        db,
        "INSERT OR REPLACE INTO task_reports (run_id, task_id, who, tier, attempts, millis, tokens_input, tokens_output,
           tokens_cache_read, tokens_cache_write, tokens_estimated, cost_usd, overview, notes_json, text, at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, COALESCE(?14 -> 'notes', '[]'), ?15, ?16)",
        params![
            run.as_str(),
            task.as_str(),
            who,
            tier.map(|tier| tier.as_str()),
            attempts,
            count(*millis),
            of(|usage| usage.input),
            of(|usage| usage.output),
            of(|usage| usage.cache_read),
            of(|usage| usage.cache_write),
            usage.map(|usage| usage.is_estimated),
            cost_usd,
            overview,
            line,
            text,
            wire::stamp(at)
        ],
    )
}
