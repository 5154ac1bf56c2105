//! `prr log stats --output json`, versioned by `schema`.

use serde::Serialize;

use crate::core::history::{Cost, LEAST_FOR_SHARE, Row, Scoreboard, Tally};

#[derive(Serialize)]
struct Document {
    schema: u32,
    logbooks: usize,
    runs: usize,
    runs_looked_at: usize,
    own_comments: usize,
    /// Below so many decisions `percent` is null.
    least_for_percent: usize,
    total: TallyOut,
    agents: Vec<RowOut>,
    models: Vec<RowOut>,
    lenses: Vec<RowOut>,
    classes: Vec<RowOut>,
    severities: Vec<RowOut>,
    dropped_because: Vec<ReasonOut>,
}

#[derive(Serialize)]
struct RowOut {
    name: String,
    #[serde(flatten)]
    tally: TallyOut,
}

#[derive(Serialize)]
struct ReasonOut {
    reason: String,
    count: usize,
}

#[derive(Serialize)]
struct TallyOut {
    made: usize,
    accepted: usize,
    dropped: usize,
    undecided: usize,
    held_back: usize,
    edited: usize,
    restored: usize,
    decided: usize,
    percent: Option<u8>,
    percent_low: Option<u8>,
    percent_high: Option<u8>,
    /// null: no price is known.
    cost_usd: Option<f64>,
    cost_per_accepted_usd: Option<f64>,
    tasks_with_price: usize,
    tasks_without_price: usize,
}

/// The document.
///
/// # Errors
/// None in practice: the shape holds only text and finite numbers.
pub fn score_json(board: &Scoreboard) -> Result<String, serde_json::Error> {
    let Scoreboard { targets, runs, looked, total, agents, models, lenses, classes, severities, reasons, own } = board;
    let because = |(reason, count): &(String, usize)| ReasonOut { reason: reason.clone(), count: *count };
    super::json(&Document {
        schema: 1,
        logbooks: *targets,
        runs: *runs,
        runs_looked_at: *looked,
        own_comments: *own,
        least_for_percent: LEAST_FOR_SHARE,
        total: tally(total),
        agents: rows(agents),
        models: rows(models),
        lenses: rows(lenses),
        classes: rows(classes),
        severities: rows(severities),
        dropped_because: reasons.iter().map(because).collect(),
    })
}

fn rows(rows: &[Row]) -> Vec<RowOut> {
    rows.iter().map(|row| RowOut { name: row.name.clone(), tally: tally(&row.tally) }).collect()
}

fn tally(of: &Tally) -> TallyOut {
    let Tally { made, accepted, dropped, undecided, held, edited, restored, cost } = *of;
    let Cost { usd, known, unknown } = cost;
    let percent = of.share().percent();
    TallyOut {
        made,
        accepted,
        dropped,
        undecided,
        held_back: held,
        edited,
        restored,
        decided: of.share().whole,
        percent: percent.map(|(share, ..)| share),
        percent_low: percent.map(|(_, low, _)| low),
        percent_high: percent.map(|(.., high)| high),
        cost_usd: (known > 0).then(|| money(usd)),
        cost_per_accepted_usd: of.per_accepted().map(money),
        tasks_with_price: known,
        tasks_without_price: unknown,
    }
}

/// Four decimals (FACTS "Cost").
fn money(usd: f64) -> f64 {
    (usd * 10_000.0).round() / 10_000.0
}
