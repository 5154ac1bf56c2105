//! A thread of the pull request as a card under its line: who said what when, open or resolved, outdated or not. At
//! most [`MOST_ROWS`] rows, however much was said: the whole of it is a page (`reading`). Built for rows on screen
//! only. Called by `stack`.

use ratatui::{
    style::Style,
    text::{Line, Span},
};

use crate::{
    core::{
        model::{DraftKey, Remark, Resolution, Side, Time},
        talk::Found,
        text,
    },
    session::{PlacedThread, Session, ThreadAct},
};

use super::{
    prose::{age, framed, gist, joined, name, rows},
    state::Ui,
    theme::Ink,
};

/// Rows that remarks take in a card at most.
pub const MOST_ROWS: usize = 40;

/// Rows that one of several remarks takes at most.
const MOST_OF_ONE: usize = 16;

/// The rows of an open or folded card.
pub fn lines(session: &Session, ui: &Ui, placed: &PlacedThread, open: bool, width: u16) -> Vec<Line<'static>> {
    let mut lines = vec![head(session, ui, placed, open, width)];
    if open {
        body(session, ui, placed, usize::from(width.saturating_sub(6)).clamp(8, 100), &mut lines);
    }
    lines
}

/// How the frame is drawn: what is closed steps back.
fn edge(ui: &Ui, placed: &PlacedThread) -> Style {
    ui.theme().ink(if placed.is_resolved() { Ink::Dim } else { Ink::Mark })
}

/// First row: fold mark, who began it and when, or the first words; how it stands.
fn head(session: &Session, ui: &Ui, placed: &PlacedThread, open: bool, width: u16) -> Line<'static> {
    let theme = ui.theme();
    let first = placed.thread.remarks.first();
    let who = first.map_or_else(|| "nobody".to_owned(), |first| name(&first.author, 24));
    let state = state_words(session, placed);
    let count = match placed.thread.remarks.len() {
        0 | 1 => String::new(),
        n => format!("{n} remarks"),
    };
    let now = now(session, ui);
    let (lead, said) = match open {
        true => {
            let age = age(now, first.and_then(|first| first.written));
            (format!("   ╭ » {who}"), if age.is_empty() { age } else { format!(" · {age}") })
        }
        false => (format!("   ▸ » {who}: "), String::new()),
    };
    // A narrow window drops the count before it cuts the words.
    let tail = joined(&[&count, &state]);
    let tail = if text::width(&lead) + text::width(&tail) + 24 > usize::from(width) { state } else { tail };
    let room = usize::from(width).saturating_sub(text::width(&lead) + text::width(&tail) + 2).min(100);
    let middle = match placed.words.first() {
        Some(words) if !open => gist(words, room),
        _ => text::one_line(&said, room),
    };
    let style = theme.ink(if placed.is_resolved() || open { Ink::Dim } else { Ink::Plain });
    let tail = text::one_line(&tail, usize::from(width).saturating_sub(text::width(&lead) + text::width(&middle) + 2));
    Line::from(vec![
        Span::styled(lead, edge(ui, placed)),
        Span::styled(middle, style),
        Span::styled(format!("  {tail}"), theme.ink(state_ink(placed))),
    ])
}

/// The later of the last key and the time when the threads were told.
pub fn now(session: &Session, ui: &Ui) -> Time {
    ui.noted.now.max(session.digested_at())
}

fn state_ink(placed: &PlacedThread) -> Ink {
    match placed.thread.resolution {
        Resolution::Resolved => Ink::Accepted,
        Resolution::Open | Resolution::Unknown if placed.thread.is_outdated => Ink::Warning,
        Resolution::Open | Resolution::Unknown => Ink::Dim,
    }
}

/// How it stands, in words.
fn state_words(session: &Session, placed: &PlacedThread) -> String {
    let thread = &placed.thread;
    let under_way = match session.acting_on(thread.id) {
        Some(ThreadAct::Reply(..)) => "● posting your reply",
        Some(ThreadAct::Resolve(_)) => "● resolving",
        Some(ThreadAct::Reopen(_)) => "● reopening",
        None => "",
    };
    let draft = if session.drafts.contains_key(&DraftKey::Reply(thread.id)) { "✎ draft" } else { "" };
    let resolution = match thread.resolution {
        Resolution::Resolved => "✓ resolved",
        Resolution::Open => "open",
        Resolution::Unknown => "resolved or not is unknown",
    };
    joined(&[under_way, draft, resolution, &place_words(placed)])
}

/// Where it was written, when that is not the line above it.
fn place_words(placed: &PlacedThread) -> String {
    let place = &placed.thread.place;
    let old = if place.side == Side::Left { "old " } else { "" };
    let lines = place.lines.or(place.original);
    let lines = lines.map_or(String::new(), |lines| match lines.start() == lines.end() {
        true => format!("{old}line {}", lines.start()),
        false => format!("{old}lines {}–{}", lines.start(), lines.end()),
    });
    let is_range = place.lines.is_some_and(|lines| lines.start() != lines.end());
    match placed.found {
        Found::Here(_) if is_range => format!("on {lines}"),
        Found::Here(_) | Found::File => String::new(),
        Found::Outside => format!("on {lines}, which the diff does not show"),
        Found::Moved(_) | Found::Near(_) | Found::Gone if lines.is_empty() => "outdated".to_owned(),
        Found::Moved(_) | Found::Gone => format!("outdated, was {lines}"),
        Found::Near(_) => format!("outdated, was {lines}, changed since"),
    }
}

/// The remarks between head and foot.
fn body(session: &Session, ui: &Ui, placed: &PlacedThread, inner: usize, lines: &mut Vec<Line<'static>>) {
    let theme = ui.theme();
    let edge = edge(ui, placed);
    let mut push = |row: Vec<Span<'static>>| lines.push(framed("   │ ", edge, row));
    if placed.slot == crate::session::Slot::TOP {
        let path = text::path_line(placed.thread.place.path.as_bytes(), inner.saturating_sub(16).max(8));
        push(vec![Span::styled(format!("{path}: not in the diff"), theme.ink(Ink::Warning))]);
    }
    if !placed.code.is_empty() {
        push(vec![Span::styled("written on this code:", theme.ink(Ink::Dim))]);
        let code = placed.code.iter().map(|line| text::one_line(line, inner.saturating_sub(2)));
        code.for_each(|line| push(vec![Span::styled(format!("  {line}"), theme.ink(Ink::Hunk))]));
    }
    let all: Vec<(&Remark, _)> = placed.thread.remarks.iter().zip(&placed.words).collect();
    let shown = chosen(ui, &all, inner);
    let between = all.len().saturating_sub(shown.len());
    for (nth, (at, block)) in shown.into_iter().enumerate() {
        if nth == 1 && between > 0 {
            push(vec![Span::styled(
                format!("… {between} more between · {} reads all", ui.key("pull")),
                theme.ink(Ink::Dim),
            )]);
        }
        if let Some((remark, _)) = all.get(at).filter(|_| at > 0) {
            push(vec![Span::styled(by(remark, now(session, ui)), theme.ink(Ink::Strong))]);
        }
        block.into_iter().for_each(&mut push);
    }
    // The frame closes on the last row: no row of its own.
    let body = lines.get_mut(1..).and_then(<[_]>::last_mut);
    if let Some(last) = body.and_then(|line| line.spans.first_mut()) {
        last.content = "   ╰ ".into();
    }
}

/// Who said it and when.
pub fn by(remark: &Remark, now: Time) -> String {
    joined(&[&name(&remark.author, 40), &age(now, remark.written)])
}

type Rows = Vec<Vec<Span<'static>>>;

/// Which remarks are shown, with their rows: the first, then the newest that fit. Costs the rows of the card.
fn chosen<W: AsRef<[crate::core::talk::Para]>>(ui: &Ui, all: &[(&Remark, &W)], inner: usize) -> Vec<(usize, Rows)> {
    let most = if all.len() > 1 { MOST_OF_ONE } else { MOST_ROWS };
    let of = |words: &W| {
        let (mut rows, more) = rows(ui.theme(), words.as_ref(), inner, most);
        if more {
            rows.push(vec![Span::styled(format!("… {} reads all", ui.key("pull")), ui.theme().ink(Ink::Dim))]);
        }
        rows
    };
    let mut numbered = all.iter().enumerate();
    let mut shown: Vec<(usize, Rows)> = numbered.next().map(|(at, (_, words))| (at, of(words))).into_iter().collect();
    let mut used = shown.first().map_or(0, |(_, rows)| rows.len());
    let mut newest = Vec::new();
    for (at, (_, words)) in numbered.rev() {
        let rows = of(words);
        used += rows.len() + 1;
        // The newest always.
        if used > MOST_ROWS && !newest.is_empty() {
            break;
        }
        newest.push((at, rows));
    }
    shown.extend(newest.into_iter().rev());
    shown
}
