//! Results for people and programs, as text on standard output. Wire shapes live here and nowhere else.
//! Not here: what is said (core), where it goes (cli). Called by cli; filled by app.

mod checks;
mod compare_json;
mod compare_text;
mod deep;
mod doctor;
mod escape;
mod feedback;
pub mod findings_in;
mod inbox;
mod log;
mod log_json;
mod log_text;
mod markdown;
mod pi;
mod pi_words;
mod plan_json;
mod plan_map;
mod plan_tasks;
mod plan_text;
mod plan_units;
mod publish;
mod r3;
mod rdjson;
mod review;
mod risk;
mod sarif;
mod score_json;
mod score_text;
mod soliton;
mod swarm;
mod text;
mod wire;

use std::sync::Arc;

use crate::core::{
    brief::{Brief, Piece},
    model::{ChangeMap, Diff, Request, Strategy, Task, Wave},
    plan::{self, Estimate},
};

pub use checks::list_checks;
pub use compare_json::compare_json;
pub use compare_text::compare_text;
pub use doctor::{Examined, Health, doctor_json, doctor_text, worst};
pub use inbox::{inbox_json, inbox_text};
pub use log::{LogEntry, LogRun, Logs};
pub use log_json::log_json;
pub use log_text::log_text;
pub use plan_json::plan_json;
pub use plan_text::plan_text;
pub use publish::{publish_json, publish_text};
pub use review::{Item, Review};
pub use score_json::score_json;
pub use score_text::score_text;

/// A target and what is risky in it, before any agent.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The target.
    pub request: Request,
    /// Its diff.
    pub diff: Arc<Diff>,
    /// Units and hotspots.
    pub map: Arc<ChangeMap>,
    /// The tasks a review would run.
    pub tasks: Vec<Task>,
}

/// What a task would be sent.
#[derive(Debug, Clone)]
pub struct Briefed {
    /// The text.
    pub brief: Brief,
    /// The pieces of context in it.
    pub context: Vec<Piece>,
}

/// What `prr plan` tells.
#[derive(Debug, Clone)]
pub struct PlanReport {
    /// The target, its map, and the built-in reviewers that run.
    pub plan: Plan,
    /// By whose rules.
    pub strategy: Strategy,
    /// Who is to look at what.
    pub planned: plan::Plan,
    /// What each of its tasks would be sent.
    pub briefs: Vec<Briefed>,
    /// What it would use up.
    pub estimate: Estimate,
    /// Tokens it would use up if every task had somebody who answers.
    pub if_asked: u64,
    /// The second round: who would judge what is found, wave by wave. How much that takes depends on what is found.
    pub waves: Vec<(Wave, String)>,
    /// Mistakes in settings, and what else is to be told.
    pub notes: Vec<String>,
}

/// Forms of a review (PRODUCT "Shapes that scripts rely on").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Format {
    /// For a terminal.
    #[default]
    Text,
    /// For a comment or a file.
    Markdown,
    /// Soliton's format B.
    Json,
    /// Soliton's format C: instructions for a coding agent.
    Feedback,
    /// R3's REVIEW_DOCUMENT.
    R3,
    /// deep's candidate array.
    Deep,
    /// pi's contract.
    PrJson,
    /// SARIF 2.1.0.
    Sarif,
    /// reviewdog's diagnostics.
    Rdjson,
}

impl Format {
    /// The format of `review.output` and `review.feedback`. An unknown word is text: the settings were checked.
    pub fn of(output: &str, feedback: bool) -> Self {
        match (output, feedback) {
            ("markdown", _) => Self::Markdown,
            ("json", true) => Self::Feedback,
            ("json", false) => Self::Json,
            ("r3", _) => Self::R3,
            ("deep", _) => Self::Deep,
            ("pr-json", _) => Self::PrJson,
            ("sarif", _) => Self::Sarif,
            ("rdjson", _) => Self::Rdjson,
            _ => Self::Text,
        }
    }

    /// Whether programs read it: then an empty change still gives a document (FACTS 26).
    pub fn is_for_machines(self) -> bool {
        !matches!(self, Self::Text | Self::Markdown)
    }
}

/// How much of a review is printed (`--all`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Extent {
    /// What surfaced.
    #[default]
    Surfaced,
    /// That, and what was held back, each with its reason.
    All,
}

/// A review in a form, line feed at the end.
///
/// # Errors
/// None in practice: every shape holds only text and finite numbers.
pub fn review(review: &Review, format: Format, extent: Extent) -> Result<String, serde_json::Error> {
    match format {
        Format::Text => Ok(text::text(review)),
        Format::Markdown => Ok(markdown::markdown(review, extent)),
        Format::Json => json(&soliton::document(review, extent)),
        Format::Feedback => json(&feedback::document(review)),
        Format::R3 => json(&r3::document(review, extent)),
        Format::Deep => json(&deep::entries(review, extent)),
        Format::PrJson => json(&pi::document(review, extent)),
        Format::Sarif => json(&sarif::log(review, extent)),
        Format::Rdjson => json(&rdjson::document(review)),
    }
}

fn json(document: &impl serde::Serialize) -> Result<String, serde_json::Error> {
    serde_json::to_string_pretty(document).map(|text| crate::core::text::json_escaped(text) + "\n")
}
