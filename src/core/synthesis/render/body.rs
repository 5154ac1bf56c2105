//! R3 step 8a: the body of the review. The person's own text leads; what cannot stand at lines is listed.

use std::collections::BTreeMap;

use super::{MANY, Shown, closed, fence, inline::Rest, label, notes, one_line, summary};
use crate::core::{
    model::{HeldReason, Kind, Placement, ReviewAction, Severity, Strategy},
    synthesis::{
        action::Action,
        board::{Board, Pin},
        outcome::{Sections, Stats, place_name},
        snapshot::BodyStyle,
    },
};

/// What the body is made of.
pub(super) struct Parts<'p> {
    pub board: &'p Board<'p>,
    pub shown: &'p [Shown<'p>],
    /// What stands at no line, and why.
    pub rest: &'p [Rest],
    pub stats: &'p Stats,
    pub action: &'p Action,
    pub title: &'p str,
}

/// The whole text.
pub(super) fn whole(parts: &Parts<'_>) -> String {
    let mut blocks: Vec<String> = own_text(parts);
    match parts.board.facts.style.body {
        BodyStyle::Own => {}
        BodyStyle::Summary => {
            blocks.push(summary::statement(parts.title, parts.action));
            blocks.extend(quoted_notes(parts));
        }
        BodyStyle::Full => {
            blocks.push(heading(parts));
            blocks.push(format!("**Action**: {}", action(parts.action.action)));
            blocks.extend(summary::paragraphs(parts.board, parts.shown, parts.title, parts.action));
            blocks.push(table(parts.stats));
            blocks.extend(quoted_notes(parts));
            blocks.extend(by_file(parts));
        }
    }
    blocks.extend(findings(parts));
    if blocks.is_empty() {
        blocks.push(format!("{}.", parts.title));
    }
    blocks.join("\n\n") + "\n"
}

/// The machine's parts, each by itself.
pub(super) fn sections(parts: &Parts<'_>) -> Sections {
    Sections {
        statement: summary::statement(parts.title, parts.action),
        paragraphs: summary::paragraphs(parts.board, parts.shown, parts.title, parts.action),
        table: table(parts.stats),
        notes: notes::beside_files(parts.board, parts.stats),
    }
}

/// A person's text about the review as a whole, as typed.
fn own_text(parts: &Parts<'_>) -> Vec<String> {
    let own = parts.shown.iter().filter(|one| is_own_text(one));
    own.map(|one| one.entry.finding.wording.body.clone()).filter(|text| !text.trim().is_empty()).collect()
}

fn is_own_text(one: &Shown<'_>) -> bool {
    one.entry.finding.kind == Kind::Comment && one.entry.finding.placement == Placement::Body
}

fn heading(parts: &Parts<'_>) -> String {
    let title = one_line(&parts.board.facts.request.title);
    match (parts.board.facts.request.number, title.as_str()) {
        (Some(number), "") => format!("## Code Review: PR #{number}"),
        (Some(number), title) => format!("## Code Review: PR #{number} — {title}"),
        (None, "") => "## Code Review".to_owned(),
        (None, title) => format!("## Code Review: {title}"),
    }
}

fn action(action: ReviewAction) -> String {
    let mark = match action {
        ReviewAction::Approve => "[APPROVED]",
        ReviewAction::RequestChanges => "[CHANGES REQUESTED]",
        ReviewAction::CommentOnly => "[COMMENTED]",
    };
    format!("{mark} {}", action.as_str())
}

fn table(stats: &Stats) -> String {
    let mut rows = vec![
        ("Blockers", stats.severity(Severity::Blocker).to_string()),
        ("Critical", stats.severity(Severity::Critical).to_string()),
        ("Major", stats.severity(Severity::Major).to_string()),
        ("Minor", stats.severity(Severity::Minor).to_string()),
        ("Nitpicks", format!("{} shown ({} suppressed)", stats.severity(Severity::Nitpick), stats.nits_suppressed())),
        ("Praise", stats.kind(Kind::Praise).to_string()),
    ];
    // R3 knows no questions and no budget behind the nits: their rows are there when they say something.
    let more = [("Questions", stats.kind(Kind::Question)), ("Held back by budget", stats.held(HeldReason::Budget))];
    rows.extend(more.into_iter().filter(|(_, n)| *n > 0).map(|(name, n)| (name, n.to_string())));
    let rows: Vec<String> = rows.into_iter().map(|(name, n)| format!("| {name} | {n} |")).collect();
    format!("### Summary\n\n| Category | Count |\n|----------|-------|\n{}", rows.join("\n"))
}

fn quoted_notes(parts: &Parts<'_>) -> Vec<String> {
    notes::all(parts.board, parts.stats).into_iter().map(|note| format!("> {note}")).collect()
}

/// With very many findings: how many each file has.
fn by_file(parts: &Parts<'_>) -> Option<String> {
    let weighed = || parts.shown.iter().filter(|one| one.item.is_weighed());
    if weighed().count() <= MANY {
        return None;
    }
    let mut files: BTreeMap<u32, (String, u32)> = BTreeMap::new();
    for one in weighed() {
        let entry = files.entry(one.item.file).or_insert_with(|| (file_name(one), 0));
        entry.1 += 1;
    }
    let rows: Vec<String> = files.into_values().map(|(name, n)| format!("| {name} | {n} |")).collect();
    Some(format!("### Findings by file\n\n| File | Findings |\n|------|----------|\n{}", rows.join("\n")))
}

fn file_name(one: &Shown<'_>) -> String {
    let code =
        |path: &crate::core::model::RepoPath| format!("`{}`", path.lossy().replace('`', "'").replace('|', "\\|"));
    one.item.path().map_or_else(|| "the change as a whole".to_owned(), code)
}

/// What stands at no line. Swarm leaves nitpicks out (FACTS 14); a person's choice is never left out.
fn findings(parts: &Parts<'_>) -> Vec<String> {
    let swarm = parts.board.facts.settings.strategy == Strategy::Swarm;
    let listed = |one: &Shown<'_>| {
        let nitpick = one.entry.finding.kind == Kind::Finding && one.entry.finding.severity == Severity::Nitpick;
        let left_out = swarm && nitpick && one.item.pin == Pin::Free;
        !is_own_text(one) && !left_out
    };
    let rest: Vec<(&Shown<'_>, &str)> =
        parts.rest.iter().filter_map(|(nth, why)| Some((parts.shown.get(*nth)?, *why))).collect();
    let left = rest.iter().filter(|(one, _)| !is_own_text(one) && !listed(one)).count() as u32;
    let mut blocks: Vec<String> = grouped(rest.into_iter().filter(|(one, _)| listed(one)).collect());
    if left > 0 {
        blocks.push(format!("{} not listed here.", super::count(left, "nitpick")));
    }
    let full = parts.board.facts.style.body == BodyStyle::Full;
    match (blocks.is_empty(), full) {
        (true, false) => return blocks,
        (true, true) if parts.shown.is_empty() => blocks.push("None.".to_owned()),
        (true, true) => blocks.push("Each stands at its lines.".to_owned()),
        (false, _) => {}
    }
    [vec!["---".to_owned(), "### Findings".to_owned()], blocks].concat()
}

/// One after the other; under headings of files when there are very many.
fn grouped(rest: Vec<(&Shown<'_>, &str)>) -> Vec<String> {
    if rest.len() <= MANY {
        return rest.into_iter().map(|(one, why)| one_finding(one, why)).collect();
    }
    let mut files: BTreeMap<u32, Vec<(&Shown<'_>, &str)>> = BTreeMap::new();
    for (one, why) in rest {
        files.entry(one.item.file).or_default().push((one, why));
    }
    let mut blocks = Vec::new();
    for list in files.into_values() {
        blocks.extend(list.first().map(|(one, _)| format!("#### {}", file_name(one))));
        blocks.extend(list.into_iter().map(|(one, why)| one_finding(one, why)));
    }
    blocks
}

fn one_finding(one: &Shown<'_>, why: &str) -> String {
    let finding = &one.entry.finding;
    let wording = &finding.wording;
    let title = one_line(&wording.title);
    let head = match (label(finding), title.as_str()) {
        ("", title) => title.to_owned(),
        (label, title) => format!("**{label}**: {title}"),
    };
    let place = one.item.path().map(|path| place_name(path, one.item.lines()).replace('`', "'"));
    let place = place.map(|place| format!("`{place}`: {why}."));
    // No suggestion block: GitHub cannot apply one here.
    let suggestion = wording.suggestion.as_deref().map(|text| fence::block("", text));
    let parts = [Some(head), place, Some(closed(&wording.body)), suggestion];
    let parts: Vec<String> = parts.into_iter().flatten().filter(|part| !part.is_empty()).collect();
    parts.join("\n\n")
}
