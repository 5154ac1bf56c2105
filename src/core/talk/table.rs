//! Tables of markdown as lines of straight columns, as far as a window is wide enough for them. Not here: everything else
//! that people write (`words`). Called by `words`.

use crate::core::text;

use super::{
    inline,
    words::{Para, ParaKind},
};

/// Wider cells push what is behind them to the right, in their row only.
const WIDEST: usize = 32;
/// Between two columns.
const GAP: &str = "  ";

/// The table that begins with the first of some lines, and how many of them it takes: a head, the line of dashes below it
/// with as many columns, then rows. Cells beyond the last column are shown too, which the host leaves out.
pub(super) fn read(lines: &[&str]) -> Option<(Vec<Para>, usize)> {
    let (head, rule) = (lines.first()?, lines.get(1)?);
    let sides = sides(rule)?;
    let head = cells(head).filter(|head| head.len() == sides.len())?;
    let rows: Vec<Vec<String>> = lines.iter().skip(2).map_while(|line| cells(line)).collect();
    let taken = rows.len() + 2;
    let mut columns: Vec<(usize, bool)> = sides.into_iter().map(|is_right| (0, is_right)).collect();
    for row in std::iter::once(&head).chain(&rows) {
        for ((width, _), cell) in columns.iter_mut().zip(row) {
            *width = text::width(cell).min(WIDEST).max(*width);
        }
    }
    let shown = |kind, row: &[String]| Para::new(kind, 0, laid(row, &columns));
    let mut paras = vec![shown(ParaKind::Heading, &head)];
    let rows = rows.iter().map(|row| shown(ParaKind::Text, row));
    paras.extend(rows.filter(|row| !row.is_gap()));
    Some((paras, taken))
}

/// Whether each column stands on the right, by the line of dashes.
fn sides(line: &str) -> Option<Vec<bool>> {
    let is_rule = line.contains('-') && line.contains('|');
    if !is_rule || !line.chars().all(|c| matches!(c, '|' | '-' | ':') || c.is_whitespace()) {
        return None;
    }
    cells(line)?
        .iter()
        .map(|cell| {
            let dashes = cell.strip_prefix(':').unwrap_or(cell);
            let dashes = dashes.strip_suffix(':').unwrap_or(dashes);
            let is_dashes = !dashes.is_empty() && dashes.chars().all(|c| c == '-');
            is_dashes.then(|| cell.ends_with(':') && !cell.starts_with(':'))
        })
        .collect()
}

/// The cells of a line; `None` when it has no `|` that parts them.
fn cells(line: &str) -> Option<Vec<String>> {
    let line = line.trim();
    let inner = line.strip_prefix('|').unwrap_or(line);
    let mut cells = vec![String::new()];
    let mut parts = line.starts_with('|');
    let mut chars = inner.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' if chars.peek() == Some(&'|') => cells.last_mut()?.extend(chars.next()),
            '|' => {
                parts = true;
                cells.push(String::new());
            }
            c => cells.last_mut()?.push(c),
        }
    }
    // The bar at the end parts nothing.
    if inner.ends_with('|') && !inner.ends_with("\\|") {
        cells.pop();
    }
    (parts && !cells.is_empty()).then(|| cells.iter().map(|cell| inline::plain(cell.trim())).collect())
}

fn laid(row: &[String], columns: &[(usize, bool)]) -> String {
    let mut line = String::new();
    for (nth, cell) in row.iter().enumerate() {
        let (width, right) = columns.get(nth).copied().unwrap_or_default();
        let blanks = " ".repeat(width.saturating_sub(text::width(cell)));
        let (before, after) = if right { (blanks.as_str(), "") } else { ("", blanks.as_str()) };
        line.extend([if nth > 0 { GAP } else { "" }, before, cell, after]);
    }
    line.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::super::words;

    fn shown(markdown: &str) -> Vec<String> {
        words(markdown).into_iter().map(|para| para.text).collect()
    }

    #[test]
    fn a_table_stands_in_straight_columns() {
        let text = "before\n\n| What | How **many** |\n|:-----|---:|\n| ä漢 | 1 |\n| `a \\| b` | 200 |\n\nafter";
        let first = format!("ä漢{}1", " ".repeat(13));
        let expected = ["before", "", "What     How many", &first, "`a | b`       200", "", "after"];
        assert_eq!(shown(text), expected);
        assert_eq!(shown("a | b\n--- | ---\n1 | 2\nend"), ["a  b", "1  2", "end"], "without bars at the ends");
    }

    #[test]
    fn short_long_and_wide_rows_lose_nothing() {
        let wide = "w".repeat(50);
        let text = format!("|a|b|\n|-|-|\n|1|\n|1|2|3|\n|{wide}|4|\n|1|5|");
        let pad = " ".repeat(31);
        let expected =
            [format!("a{pad}  b"), "1".into(), format!("1{pad}  2  3"), format!("{wide}  4"), format!("1{pad}  5")];
        assert_eq!(shown(&text), expected);
    }

    #[test]
    fn what_only_looks_like_a_table_stays_as_it_is() {
        assert_eq!(shown("| a | b |\n| 1 | 2 |"), ["| a | b |", "| 1 | 2 |"], "no line of dashes");
        assert_eq!(shown("| a |\n|---|---|"), ["| a |", "|---|---|"], "of other columns");
        assert_eq!(shown("a or b\n---"), ["a or b", ""], "a rule");
        assert_eq!(shown("```\n| a |\n|---|\n```"), ["| a |", "|---|"], "code");
    }
}
