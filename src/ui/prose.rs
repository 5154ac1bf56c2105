//! Plain paragraphs as rows of a screen: wrapped, sanitised, told apart by their marks as well as by style. Costs the
//! rows asked for, however long a paragraph is. Not here: markdown (`core::talk`). Called by `thread` and `reading`.

use ratatui::{style::Style, text::Span};

use crate::core::{
    model::{Author, Time},
    talk::{Para, ParaKind},
    text,
};

use super::theme::{Ink, Theme};

/// Rows of paragraphs, at most `most`, and whether there is more.
pub fn rows(theme: &Theme, paras: &[Para], width: usize, most: usize) -> (Vec<Vec<Span<'static>>>, bool) {
    let mut rows = Vec::new();
    for para in paras {
        let room = most.saturating_sub(rows.len());
        if room == 0 {
            return (rows, true);
        }
        let (more, cut) = of_para(theme, para, width, room);
        rows.extend(more);
        if cut {
            return (rows, true);
        }
    }
    (rows, false)
}

/// What stands in front of each row of such a paragraph, and how the paragraph is drawn.
pub fn mark(kind: ParaKind) -> (&'static str, Ink) {
    match kind {
        ParaKind::Text => ("", Ink::Plain),
        ParaKind::Heading => ("", Ink::Strong),
        ParaKind::Quote => ("> ", Ink::Dim),
        ParaKind::Code => ("  ", Ink::Hunk),
        ParaKind::Suggestion => ("+ ", Ink::Added),
        ParaKind::Note | ParaKind::Rule => ("", Ink::Dim),
    }
}

/// The rows of one paragraph, at most `most`, and whether there is more.
fn of_para(theme: &Theme, para: &Para, width: usize, most: usize) -> (Vec<Vec<Span<'static>>>, bool) {
    let (mark, ink) = mark(para.kind);
    if para.kind == ParaKind::Rule {
        return (vec![vec![Span::styled("───", theme.ink(ink))]], false);
    }
    let indent = " ".repeat(usize::from(para.indent).min(width / 3));
    let room = width.saturating_sub(indent.len() + mark.len()).max(1);
    // No row takes more bytes than that but of stacked marks, which then say that there is more.
    let front = front(&para.text, most.saturating_add(1).saturating_mul(room).saturating_mul(4).saturating_add(64));
    let mut wrapped = text::wrap(front, room);
    let cut = wrapped.len() > most || front.len() < para.text.len();
    wrapped.truncate(most);
    let style = theme.ink(ink);
    let spans = |row: String| match mark.is_empty() {
        true => vec![Span::styled(format!("{indent}{row}"), style)],
        false => vec![Span::styled(format!("{indent}{mark}"), theme.ink(Ink::Dim)), Span::styled(row, style)],
    };
    (wrapped.into_iter().map(spans).collect(), cut)
}

/// The front of a text, cut between characters.
fn front(text: &str, bytes: usize) -> &str {
    let end = (0..=bytes.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    text.get(..end).unwrap_or("")
}

/// The first words of paragraphs, for one row.
pub fn gist(paras: &[Para], width: usize) -> String {
    let first = paras.iter().find(|para| !para.text.trim().is_empty() && para.kind != ParaKind::Note);
    first.map_or(String::new(), |para| text::one_line(front(&para.text, width.saturating_mul(4) + 64).trim(), width))
}

/// A login as people read it, marked when it is a program.
pub fn name(author: &Author, width: usize) -> String {
    let bot = if author.is_bot && !author.login.ends_with("[bot]") { " (bot)" } else { "" };
    format!("{}{bot}", text::one_line(&author.login, width))
}

/// How long ago, in one unit; '' when the host did not say when.
pub fn age(now: Time, then: Option<Time>) -> String {
    let Some(then) = then else { return String::new() };
    let minutes = now.0.saturating_sub(then.0) / 60_000;
    match minutes {
        ..=0 => "just now".to_owned(),
        1..60 => format!("{minutes} min ago"),
        60..1_440 => format!("{} h ago", minutes / 60),
        1_440..86_400 => format!("{} d ago", minutes / 1_440),
        86_400..1_051_200 => format!("{} months ago", minutes / 43_200),
        _ => format!("{} years ago", minutes / 525_600),
    }
}

/// A time of day and its date in UTC, as `2026-12-02 00:07:13`: what stands in a record is told exactly.
pub fn stamp(time: Time) -> String {
    let seconds = time.0.div_euclid(1000);
    let (days, rest) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    // Days of the proleptic Gregorian calendar (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms").
    let shifted = days + 719_468;
    let (era, of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * march + 2) / 5 + 1;
    let month = if march < 10 { march + 3 } else { march - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02} {:02}:{:02}:{:02}", rest / 3_600, rest / 60 % 60, rest % 60)
}

/// Words with a separator between those that say something.
pub fn joined(parts: &[&str]) -> String {
    let said: Vec<&str> = parts.iter().copied().filter(|part| !part.is_empty()).collect();
    said.join(" · ")
}

/// A row of blanks in front of spans.
pub fn framed(edge: &'static str, style: Style, row: Vec<Span<'static>>) -> ratatui::text::Line<'static> {
    let mut spans = vec![Span::styled(edge, style)];
    spans.extend(row);
    ratatui::text::Line::from(spans)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{core::talk, ui::Depth};

    fn shown(markdown: &str, width: usize, most: usize) -> (Vec<String>, bool) {
        let ground = crate::ui::Background::Dark;
        let theme = Theme::new(&crate::ui::Scheme::plain(ground), ground, Depth::Ansi);
        let (rows, more) = rows(&theme, &talk::words(markdown), width, most);
        let text = |row: &Vec<Span<'_>>| row.iter().map(|span| span.content.as_ref()).collect::<String>();
        (rows.iter().map(text).collect(), more)
    }

    #[test]
    fn rows_are_wrapped_marked_and_bounded() {
        assert_eq!(
            shown("one two three\n> said\n```\nlet a;\n```", 8, 9).0,
            ["one two", "three", "> said", "  let a;"]
        );
        assert_eq!(shown("a\n\nb\n\nc", 8, 2), (vec!["a".to_owned(), String::new()], true));
        let (rows, more) = shown(&"word ".repeat(100_000), 20, 5);
        assert_eq!((rows.len(), more), (5, true));
    }

    #[test]
    fn what_others_wrote_cannot_reach_the_terminal() {
        let (rows, _) = shown("\u{1b}[31mred\u{202e}abc", 40, 5);
        assert!(!rows[0].contains(['\u{1b}', '\u{202e}']), "{rows:?}");
    }

    #[test]
    fn times_are_told_by_the_calendar() {
        let times = [0, 1_000_000_000_000, 1_582_979_699_000, 4_102_444_800_000, -1_000].map(|at| stamp(Time(at)));
        let wanted = [
            "1970-01-01 00:00:00",
            "2001-09-09 01:46:40",
            "2020-02-29 12:34:59",
            "2100-01-01 00:00:00",
            "1969-12-31 23:59:59",
        ];
        assert_eq!(times, wanted);
        stamp(Time(i64::MAX));
        stamp(Time(i64::MIN));
    }

    #[test]
    fn ages_are_told_in_one_unit() {
        let hour = 3_600_000;
        let ages = [0, hour / 2, 5 * hour, 50 * hour, 24 * 90 * hour, 24 * 800 * hour]
            .map(|ago| age(Time(24 * 1000 * hour), Some(Time(24 * 1000 * hour - ago))));
        assert_eq!(ages, ["just now", "30 min ago", "5 h ago", "2 d ago", "3 months ago", "2 years ago"]);
        assert_eq!(age(Time(0), Some(Time(hour))), "just now");
        assert_eq!(age(Time(0), None), "");
    }
}
