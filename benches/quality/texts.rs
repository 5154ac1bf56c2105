//! Findings as plain texts for somebody who is to say whether they are right, without the code of the check or its name.
//! Called by the bench alone.

use std::{collections::HashMap, fmt::Write, fs, path::Path};

use prr::core::{
    diff::lines,
    model::{Diff, FileIx, LineKind, Side},
};

use super::fetch::Fetched;
use crate::quality::Found;

/// Lines shown before and behind the place.
const AROUND: usize = 30;

/// One finding as it is to be judged.
pub fn text(found: &Found, fetched: &Fetched) -> String {
    let (claim, pair) = (&found.candidate.claim, &found.pair);
    let mut out =
        format!("{}\n\npackage: {} {}, from {} to {}\n", found.id, pair.kind, pair.name, pair.before, pair.after);
    let _ = writeln!(out, "place:   {} (L: line before the change, R: line after it)", found.place);
    let _ = writeln!(out, "before:  {}\nafter:   {}\n", fetched.before.display(), fetched.after.display());
    let _ = writeln!(out, "SAYS: {}\n\n{}\n\nEvidence:\n{}\n", claim.title, claim.summary, claim.evidence);
    let _ = writeln!(out, "Why now: {}", claim.why_now);
    if let Some(fix) = &claim.suggested_fix {
        let _ = writeln!(out, "What to do: {fix}");
    }
    if let Some(new) = &claim.suggestion {
        let _ = writeln!(out, "The lines as they should be:\n{new}");
    }
    let _ = writeln!(out, "\nDIFF around it (before | after):\n{}", excerpt(found, &fetched.diff));
    out
}

fn excerpt(found: &Found, diff: &Diff) -> String {
    let Some(place) = &found.candidate.place else { return String::new() };
    let Some(file) = diff.file_numbers().find(|file| diff.path(*file) == place.path) else { return String::new() };
    let (Some(side), Some(asked)) = (place.side, place.lines) else { return first_lines(diff, file) };
    for hunk in diff.hunks_of(file) {
        let all: Vec<_> = lines(diff, hunk, 0).collect();
        let number = |line: &prr::core::model::Line<'_>| if side == Side::Left { line.old } else { line.new };
        let Some(first) = all.iter().position(|line| number(line).is_some_and(|n| asked.contains(n))) else { continue };
        let last = all.iter().rposition(|line| number(line).is_some_and(|n| asked.contains(n))).unwrap_or(first);
        let (from, to) = (first.saturating_sub(AROUND), (last + AROUND).min(all.len()));
        let shown = all.iter().enumerate().take(to).skip(from);
        return shown.map(|(nth, line)| row(line, (first..=last).contains(&nth))).collect();
    }
    String::new()
}

fn first_lines(diff: &Diff, file: FileIx) -> String {
    let all = diff.hunks_of(file).flat_map(|hunk| lines(diff, hunk, 0));
    all.take(2 * AROUND).map(|line| row(&line, false)).collect()
}

fn row(line: &prr::core::model::Line<'_>, is_shown: bool) -> String {
    let number = |n: Option<u32>| n.map_or_else(String::new, |n| n.to_string());
    let sign = match line.kind {
        LineKind::Added => '+',
        LineKind::Removed => '-',
        LineKind::Context | LineKind::NoNewline => ' ',
    };
    let text = String::from_utf8_lossy(line.text.get(..400).unwrap_or(line.text)).into_owned();
    let mark = if is_shown { '>' } else { ' ' };
    format!("{mark}{:>6}|{:>6} {sign}{}\n", number(line.old), number(line.new), text.trim_end())
}

/// Writes the texts of those that have none yet; those that are there stay as they are.
pub fn write(to: &Path, chosen: &[&Found], fetched: &HashMap<String, Fetched>) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for found in chosen {
        let place = to.join(format!("{}.txt", found.id));
        if let (false, Some(fetched)) = (place.exists(), fetched.get(&found.pair.to_string())) {
            fs::write(place, text(found, fetched))?;
        }
    }
    Ok(())
}
