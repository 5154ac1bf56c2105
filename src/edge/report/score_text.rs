//! `prr log stats` for reading in a terminal. Small numbers stay numbers: "2 of 3"; per cent come with their range.

use super::escape;
use crate::core::history::{Cost, LEAST_FOR_SHARE, Row, Scoreboard, Share, Tally};

/// Rows of a table; the rest is counted.
const ROWS: usize = 20;

/// Columns of a name.
const NAME: usize = 22;

/// What the last column of a table is called: how many of those that were decided were accepted.
pub const AGREED: &str = "agreed";

/// The text; says so when nothing was decided.
pub fn score_text(board: &Scoreboard) -> String {
    let Scoreboard { targets, runs, looked, total, agents, models, lenses, classes, severities, reasons, own } = board;
    if *runs == 0 {
        return "No runs are recorded here.\n".to_owned();
    }
    let mut out = format!(
        "{} in {}, {looked} of them looked at\n\n",
        counted(*runs, "run", "runs"),
        counted(*targets, "logbook", "logbooks")
    );
    out.push_str(&sum(total, *own));
    for (title, rows) in [
        ("agent", agents),
        ("model", models),
        ("lens", lenses),
        ("class", classes),
        ("severity (the agent's)", severities),
    ] {
        out.push_str(&table(title, rows));
    }
    if !reasons.is_empty() {
        out.push_str("\ndropped because\n");
        reasons.iter().take(ROWS).for_each(|(reason, count)| out.push_str(&format!("  {count:>4}  {}\n", why(reason))));
        out.push_str(&more(reasons.len()));
    }
    out.push_str(&format!(
        "\nPer cent, with the range they speak for (95 %), from {LEAST_FOR_SHARE} decisions on. Each finding counts once, \
         as it was decided last.\n"
    ));
    out
}

fn sum(total: &Tally, own: usize) -> String {
    let Tally { made, accepted, dropped, undecided, held, edited, restored, cost } = total;
    let mut out = format!(
        "{}: {accepted} accepted ({edited} in your words), {dropped} dropped, {undecided} undecided, {held} held back; \
         {restored} taken back by you\n",
        counted(*made, "finding", "findings")
    );
    out.push_str(&format!("accepted: {}\n", share(total.share())));
    out.push_str(&format!("your own comments: {own}\n"));
    if let Some(words) = spent(total, cost) {
        out.push_str(&format!("cost: {words}\n"));
    }
    out
}

fn table(title: &str, rows: &[Row]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let mut out = format!(
        "\n{:<NAME$}  {:>5} {:>8} {:>7} {:>9} {:>4} {:>8}  {AGREED}\n",
        title, "made", "accepted", "dropped", "undecided", "held", "restored"
    );
    for Row { name, tally } in rows.iter().take(ROWS) {
        let Tally { made, accepted, dropped, undecided, held, edited: _, restored, cost } = tally;
        let name = if name.is_empty() { "(none)".to_owned() } else { escape::line(name) };
        let cost = spent(tally, cost).map(|words| format!("; {words}")).unwrap_or_default();
        out.push_str(&format!(
            "{}  {made:>5} {accepted:>8} {dropped:>7} {undecided:>9} {held:>4} {restored:>8}  {}{cost}\n",
            padded(&name),
            if tally.share().whole == 0 { "none".to_owned() } else { share(tally.share()) }
        ));
    }
    out + &more(rows.len())
}

/// The name in its column; a long one keeps its end, where names of models differ.
fn padded(name: &str) -> String {
    let mut name = name.to_owned();
    if crate::core::text::width(&name) > NAME {
        crate::core::text::cut_front(&mut name, NAME);
    }
    let blanks = NAME.saturating_sub(crate::core::text::width(&name));
    name + &" ".repeat(blanks)
}

fn more(rows: usize) -> String {
    let more = rows.saturating_sub(ROWS);
    if more == 0 { String::new() } else { format!("  and {more} more: --output json has all\n") }
}

/// "2 of 3", or with per cent when they say something.
fn share(share: Share) -> String {
    let Share { part, whole } = share;
    match share.percent() {
        None if whole == 0 => "none decided".to_owned(),
        None => format!("{part} of {whole}"),
        Some((percent, low, high)) => format!("{part} of {whole}, {percent} % ({low} to {high})"),
    }
}

fn spent(tally: &Tally, cost: &Cost) -> Option<String> {
    let Cost { usd, known, unknown } = cost;
    if known + unknown == 0 {
        return None;
    }
    if *known == 0 {
        return Some(format!("not known ({})", counted(*unknown, "task", "tasks")));
    }
    let each = tally.per_accepted().map(|usd| format!(", ${usd:.4} for an accepted one")).unwrap_or_default();
    let part = if *unknown > 0 { format!(" (known for {known} of {} tasks)", known + unknown) } else { String::new() };
    Some(format!("${usd:.4}{part}{each}"))
}

fn why(reason: &str) -> String {
    if reason.is_empty() { "(no reason given)".to_owned() } else { escape::line(reason) }
}

pub(super) fn counted(count: usize, one: &str, many: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {many}") }
}
