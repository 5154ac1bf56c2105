//! `taint_path_exists` and `feature_criticality`: what a graph of the code adds to the score. What the graph does not know
//! is no factor: it would make every change look safer. Called by `mod`.

use crate::core::{
    model::{GraphSignals, RiskFactor},
    text::one_line,
};

pub(super) fn factors(graph: &GraphSignals) -> Vec<RiskFactor> {
    let taint = graph.taint.as_ref().map(|ways| {
        let details = match ways.first() {
            None => "no way of data from outside leads through the change".to_owned(),
            Some(first) => {
                let kind = if first.kind.is_empty() { String::new() } else { format!(" ({})", first.kind) };
                one_line(&format!("{} -> {}{kind}", first.source, first.sink), 160)
            }
        };
        RiskFactor { name: "taint_path_exists", weight: 20, score: if ways.is_empty() { 0 } else { 100 }, details }
    });
    let critical = graph.criticality.as_ref().map(|(score, why)| RiskFactor {
        name: "feature_criticality",
        weight: 10,
        score: (*score).min(100),
        details: one_line(why, 160),
    });
    taint.into_iter().chain(critical).collect()
}
