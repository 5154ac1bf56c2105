//! `prr log replay FILE`: the JSONL alone gives the session and the database again.

use std::path::Path;

use crate::{
    core::{
        gate::{Gate, Stance},
        model::{Failure, FailureKind},
    },
    edge::logbook::{self, Replayed},
};

use super::failure;

/// Replays a logbook file; with `into`, builds its database there.
///
/// # Errors
/// The file cannot be read, is of a newer version, or the database cannot be built.
pub fn replay_file(file: &Path, into: Option<&Path>) -> Result<Replayed, Failure> {
    // The file that was named is what cannot be had: it is no fault of the program's own logbook.
    let of_file = |error| Failure { kind: FailureKind::Target, ..failure::of_logbook(&error) };
    logbook::rebuild(file, into).map_err(of_file)
}

/// What a replay came to, in lines for people.
pub fn summary(replayed: &Replayed) -> Vec<String> {
    let counts = &replayed.counts;
    let past = &replayed.past;
    let mut lines = vec![format!(
        "{} lines: {} runs, {} candidates, {} decisions, {} open drafts, {} viewed files, {} skipped lines",
        counts.lines, counts.runs, counts.candidates, counts.decisions, counts.drafts, counts.viewed, counts.skipped
    )];
    if let Some(run) = past.newest() {
        lines.push(format!("newest run {}: {} ({})", run.id, run.request.title, run.request.pr_ref));
        let mut gate = Gate::default();
        let of_run = past.decisions.iter().filter(|(of, _)| *of == run.id);
        of_run.for_each(|(_, decision)| gate.apply(decision.clone()));
        lines.extend(gate.standings().map(|(finding, standing)| {
            let stance = match &standing.stance {
                Stance::Undecided => "undecided".to_owned(),
                Stance::Accepted if standing.comment.is_some() => "own comment".to_owned(),
                Stance::Accepted => "accepted".to_owned(),
                Stance::Dropped(reason) if reason.is_empty() => "dropped".to_owned(),
                Stance::Dropped(reason) => format!("dropped: {reason}"),
            };
            let edited = if standing.edited.is_some() { ", edited" } else { "" };
            format!("  {finding}: {stance}{edited}")
        }));
    }
    if let Some(path) = &replayed.sqlite {
        lines.push(format!("database: {}", path.display()));
    }
    lines.iter().map(|line| crate::core::text::one_line(line, 400)).collect()
}
