//! The six-factor risk score in Soliton's shape, for format B and C. Called by `soliton` and `feedback`.

use serde::Serialize;

use super::Review;
use crate::core::{
    model::{Diff, RiskScore},
    risk::likelihood,
};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RiskAssessment {
    score: u8,
    level: &'static str,
    factors: Vec<FactorOut>,
    recommended_agents: Vec<&'static str>,
    focus_areas: Vec<FocusOut>,
}

#[derive(Serialize)]
struct FactorOut {
    name: &'static str,
    score: u8,
    details: String,
}

#[derive(Serialize)]
struct FocusOut {
    agent: &'static str,
    files: Vec<String>,
    hint: String,
}

/// The assessment; `None` without a score.
pub(super) fn assessment(review: &Review) -> Option<RiskAssessment> {
    review.plan.map.score.as_ref().map(|score| risk(&review.plan.diff, score))
}

/// The word of the factor that says so; `N/A` without a score.
pub(super) fn ai_authored(review: &Review) -> &'static str {
    let factors = review.plan.map.score.iter().flat_map(|score| &score.factors);
    let mut found = factors.filter(|factor| factor.name == "ai_authored_signals");
    found.next().map_or("N/A", |factor| likelihood(factor.score).as_str())
}

fn risk(diff: &Diff, score: &RiskScore) -> RiskAssessment {
    let RiskScore { score, level, factors, recommended_agents, focus_areas, basis: _ } = score;
    RiskAssessment {
        score: *score,
        level: level.as_str(),
        factors: factors
            .iter()
            .map(|f| FactorOut { name: f.name, score: f.score, details: f.details.clone() })
            .collect(),
        recommended_agents: recommended_agents.clone(),
        focus_areas: focus_areas
            .iter()
            .map(|area| FocusOut {
                agent: area.agent,
                files: area.files.iter().map(|file| diff.path(*file).lossy().into_owned()).collect(),
                hint: area.hint.clone(),
            })
            .collect(),
    }
}
