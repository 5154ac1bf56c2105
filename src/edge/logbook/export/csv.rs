//! The findings as CSV (RFC 4180). Called by `mod`.

use super::row::{Outcome, Row};
use crate::{
    core::{history, text},
    edge::logbook::Stored,
};

const COLUMNS: [&str; 19] = [
    "pr_ref",
    "run_id",
    "finding",
    "agent",
    "model",
    "lens",
    "class",
    "kind",
    "severity",
    "file",
    "line",
    "machine",
    "held_back",
    "decision",
    "reason",
    "edited",
    "restored",
    "decided_at",
    "title",
];

pub(super) fn csv(stored: &[Stored]) -> String {
    let mut out = COLUMNS.join(",") + "\r\n";
    for told in stored.iter().flat_map(|stored| history::findings(&stored.records)) {
        let cells = cells(&told.run.request.pr_ref, Row::of(&told));
        out.push_str(&cells.map(|cell| self::cell(&cell)).join(","));
        out.push_str("\r\n");
    }
    out
}

fn cells(pr_ref: &str, row: Row) -> [String; 19] {
    let Row { run_id, finding, agent, model, lens, class, kind, severity, file, line, outcome, title } = row;
    let Outcome { machine, held_back, decision, reason, edited, restored, decided_at } = outcome;
    let word = |word: &str| word.to_owned();
    [
        pr_ref.to_owned(),
        run_id,
        finding,
        agent,
        model,
        word(lens),
        class,
        word(kind),
        word(severity),
        file.unwrap_or_default(),
        line.map(|line| line.to_string()).unwrap_or_default(),
        word(machine),
        held_back,
        word(decision),
        reason,
        edited.to_string(),
        restored.to_string(),
        decided_at.unwrap_or_default(),
        title,
    ]
}

/// A cell: one line without control characters, quoted where it must be, never a formula.
fn cell(content: &str) -> String {
    let mut content = text::one_line(content, usize::from(u16::MAX));
    if content.starts_with(['=', '+', '-', '@']) {
        content.insert(0, '\'');
    }
    if content.contains([',', '"']) || content.starts_with(' ') || content.ends_with(' ') {
        content = format!("\"{}\"", content.replace('"', "\"\""));
    }
    content
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_one_line_and_no_formula() {
        assert_eq!(cell("plain"), "plain");
        assert_eq!(cell("a, \"b\""), "\"a, \"\"b\"\"\"");
        assert_eq!(cell("=HYPERLINK(1)"), "'=HYPERLINK(1)");
        assert_eq!(cell("@x,y"), "\"'@x,y\"");
        for odd in ["a\nb", "a\r\nb", "\u{1b}[31m", "a\u{202e}b"] {
            assert!(!cell(odd).contains(['\n', '\r', '\u{1b}', '\u{202e}']), "{odd:?}");
        }
        assert_eq!(cell(""), "");
    }
}
