//! The signs of the screen in words, for the help page: where a row has no room for the word, it stands here. Called by
//! `page`.

use crate::{
    core::model::{CheckState, Lens, Severity},
    session::check_words,
    ui::theme::severity_glyph,
};

/// Lenses in a row.
const IN_A_ROW: usize = 2;

/// Signs, and what they say.
pub(super) fn marks() -> Vec<(String, String)> {
    let row = |signs: &str, words: &str| (signs.to_owned(), words.to_owned());
    let severities = [Severity::Blocker, Severity::Critical, Severity::Major, Severity::Minor, Severity::Nitpick];
    let words = severities.map(Severity::as_str).join(", ");
    let checks = [CheckState::Failed, CheckState::Running, CheckState::Passed, CheckState::Neutral].map(check_words);
    let mut rows = vec![
        (severities.map(severity_glyph).join(" "), format!("severity: {words}")),
        row("✓ ✗ · ▫", "a finding: accepted, dropped, undecided, held back"),
        row("✓", "a file or folder in the tree: viewed, all of it"),
        row("◆2", "findings in a file or folder"),
        row("▂ ▅ █", "risk of a file or folder: some, more, much"),
        row("»2", "threads of the pull request"),
        row("✎", "yours: a comment, a draft that is kept"),
        row("▸ ▾", "folded, open"),
        row("▌", "a line of a hotspot; its lens stands on the hunk's header"),
        row("⇅ ␣", "a line that was moved, or in which only blanks changed"),
        row("⚠", "a line with characters that are not what they look like"),
        row("◆ •", "a line to which a finding came; one that is new since your last look"),
        (checks.map(|(sign, _)| sign).join(" "), format!("checks: {}", checks.map(|(_, word)| word).join(", "))),
    ];
    for (nth, lenses) in Lens::ALL.chunks(IN_A_ROW).enumerate() {
        let words: Vec<String> = lenses.iter().map(|lens| format!("{} {}", lens.glyph(), lens.as_str())).collect();
        rows.push((if nth == 0 { "a letter".to_owned() } else { String::new() }, words.join(", ")));
    }
    rows
}
