//! What a finding came to, as one row: the columns of the CSV, and `findings` of the JSON. Called by the files beside it.

use serde::Serialize;

use crate::{
    core::{brief::masked, gate::Stance, history::Told, model::LineRange},
    edge::logbook::wire,
};

/// A row. The names are the columns.
#[derive(Debug, Serialize)]
pub(super) struct Row {
    pub run_id: String,
    pub finding: String,
    pub agent: String,
    /// '' = nobody outside, or it was not told.
    pub model: String,
    pub lens: &'static str,
    pub class: String,
    pub kind: &'static str,
    /// As the agent gave it.
    pub severity: &'static str,
    pub file: Option<String>,
    pub line: Option<u32>,
    #[serde(flatten)]
    pub outcome: Outcome,
    pub title: String,
}

/// What became of it.
#[derive(Debug, Serialize)]
pub(super) struct Outcome {
    /// `shown` or `held`.
    pub machine: &'static str,
    /// Why it is held back, in words; ''.
    pub held_back: String,
    /// `accepted`, `dropped` or `undecided`.
    pub decision: &'static str,
    /// As the person gave it; ''.
    pub reason: String,
    pub edited: bool,
    pub restored: bool,
    /// When it was decided last; null.
    pub decided_at: Option<String>,
}

impl Row {
    pub fn of(told: &Told<'_>) -> Self {
        let claim = &told.claim.claim;
        let place = told.claim.place.as_ref();
        Self {
            run_id: told.run.id.to_string(),
            finding: told.id.to_string(),
            agent: masked(told.agent()),
            model: told.who.unwrap_or_default().to_owned(),
            lens: told.claim.lens.as_str(),
            class: masked(&claim.issue_class),
            kind: claim.kind.as_str(),
            severity: told.claim.weight.severity.as_str(),
            file: place.map(|place| masked(&place.path.lossy())),
            line: place.and_then(|place| place.lines).map(LineRange::start),
            outcome: Outcome::of(told),
            title: masked(&claim.title),
        }
    }
}

impl Outcome {
    fn of(told: &Told<'_>) -> Self {
        let (decision, reason) = match &told.standing.stance {
            Stance::Undecided => ("undecided", ""),
            Stance::Accepted => ("accepted", ""),
            Stance::Dropped(reason) => ("dropped", reason.as_str()),
        };
        let held = told.verdict.drop_reason.as_deref().filter(|_| told.is_held());
        Self {
            machine: if told.is_held() { "held" } else { "shown" },
            held_back: masked(held.unwrap_or_default()),
            decision,
            reason: masked(reason),
            edited: told.standing.edited.is_some(),
            restored: told.is_held() && told.standing.restored,
            decided_at: told.decided.map(wire::stamp),
        }
    }
}
