//! A logbook for other programs (`prr log export`): everything recorded, secrets masked, the same bytes for the same
//! records. Three forms:
//!
//! - `json`: one document, `schema` first to be read. `logbooks[]`, by target: `pr_ref`, `repo_slug`, `target_type`, and
//!   `runs[]`, oldest first: `run_id`, `run`, `run_end`, then one list for each kind of line (`candidates`, `verdicts`,
//!   `gate_decisions`, …) with the fields that the logbook's own lines have, and `findings[]`: what each came to, with
//!   the columns of the CSV. `diffs` when asked for: the text of each kept diff by its hash.
//! - lines: the logbook's own, which `prr log replay` reads again.
//! - `csv`: a row a finding (RFC 4180). A cell that a spreadsheet would take for a formula begins with `'`.
//!
//! Names and meanings change only with `SCHEMA`; fields may be added. Where a logbook lies on this machine is not in it.
//! Not here: reading logbooks (`stored`), what findings come to (`core::history`). Called by app.

mod csv;
mod document;
mod masked;
mod row;

use super::Stored;

/// The version of the exported forms.
pub const SCHEMA: u32 = 1;

/// Which form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExportForm {
    /// One JSON document.
    Json,
    /// The logbook's lines.
    Lines,
    /// A row a finding.
    Csv,
}

/// An export.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exported {
    /// The whole text, line feed at the end.
    pub text: String,
    /// What is not in it, one sentence each: lines that could not be read, diffs that are not kept.
    pub notes: Vec<String>,
}

/// Writes logbooks in a form, in the order in which they are given.
///
/// # Errors
/// None in practice: records hold only text and finite numbers.
pub fn export(stored: &[Stored], form: ExportForm, with_diffs: bool) -> Result<Exported, serde_json::Error> {
    let mut notes: Vec<String> = stored.iter().flat_map(|stored| stored.notes.clone()).collect();
    let text = match form {
        ExportForm::Json => document::document(stored, with_diffs, &mut notes)?,
        ExportForm::Lines => lines(stored)?,
        ExportForm::Csv => csv::csv(stored),
    };
    if with_diffs && form != ExportForm::Json {
        notes.push("diffs stand in the form json only".to_owned());
    }
    Ok(Exported { text, notes })
}

fn lines(stored: &[Stored]) -> Result<String, serde_json::Error> {
    let mut out = String::new();
    for record in stored.iter().flat_map(|stored| &stored.records) {
        let line = serde_json::to_string(&masked::line(record)?)?;
        out.push_str(&crate::core::text::json_escaped(line));
        out.push('\n');
    }
    Ok(out)
}
