//! Keys that only make sense together: a mode and a strategy, names of agents and passes, a model that is a command.
//! Called by `assemble`.

use crate::core::{
    checks,
    model::{Lens, Mode, ModelRef, Preset, Provider, Strategy},
    text::nearest,
};

use super::{
    assemble::Config,
    layer::Origin,
    mistake::{Mistake, Weight, quoted},
    value::{Value, Values},
};

/// What can be forced or left out besides lenses, built-in reviewers and the person's own agents (FACTS 32): Soliton's
/// agents, pi's passes, R3's passes, and all built-in reviewers at once.
const NAMES: &[&str] = &[
    "builtin",
    "correctness",
    "consistency",
    "security",
    "test-quality",
    "hallucination",
    "cross-file-impact",
    "historical-context",
    "silent-failure",
    "comment-accuracy",
    "spec-alignment",
    "realist-check",
    "skeptic",
    "pr-comment-dedup",
    "validation",
    "summary",
    "overview",
    "conventions-maintainability",
    "correctness-contracts",
    "security-performance",
    "performance-resources",
    "architecture",
    "conventions",
];

/// The strategy: of strategy and mode the one from the stronger layer decides, and a mode means `passes`.
pub(super) fn strategy(values: &Values) -> (Strategy, Vec<Mistake>) {
    let mode = values.text("review.mode").as_deref().map(|word| match word {
        "major-only" => Mode::MajorOnly,
        "full" => Mode::Full,
        _ => Mode::Balanced,
    });
    let word = values.text("review.strategy");
    let by_word = |mode: Option<Mode>| match word.as_deref() {
        Some("swarm") => Strategy::Swarm,
        Some("passes") => Strategy::Passes(mode.unwrap_or_default()),
        _ => Strategy::Hotspots,
    };
    let layers = (values.origin("review.strategy"), values.origin("review.mode"));
    match (mode, layers) {
        (Some(mode), (Some(said), Some(at))) if said.layer == at.layer && word.as_deref() != Some("passes") => {
            let what = "a mode is one of the strategy passes, and another strategy is set beside it".to_owned();
            let remedy = "take one of the two out, or set the strategy to passes".to_owned();
            let origin = at.clone();
            let mistake = Mistake { origin, key: "review.mode".to_owned(), what, remedy, weight: Weight::Error };
            (by_word(Some(mode)), vec![mistake])
        }
        (Some(mode), (Some(said), Some(at))) if said.layer <= at.layer => (Strategy::Passes(mode), Vec::new()),
        (Some(mode), (None, _)) => (Strategy::Passes(mode), Vec::new()),
        (mode, _) => (by_word(mode), Vec::new()),
    }
}

/// Every other mistake of keys that do not go together.
pub(super) fn check(config: &Config) -> Vec<Mistake> {
    let mut mistakes = Vec::new();
    for key in ["review.agents", "review.skip"] {
        let names = config.values.texts(key).unwrap_or_default();
        let origin = config.values.origin(key);
        mistakes.extend(names.iter().filter_map(|name| unknown_name(config, name, key, origin?)));
    }
    for (name, _, sourced) in config.values.below("passes") {
        mistakes.extend(unknown_name(config, name, &format!("passes.{name}"), &sourced.origin));
    }
    for (nth, item) in config.values.items("path_rules").iter().enumerate() {
        let key = format!("path_rules[{nth}].skip_passes");
        let names = item.texts("skip_passes");
        mistakes.extend(names.iter().filter_map(|name| unknown_name(config, name, &key, &item.origin)));
    }
    mistakes.extend(config.values.iter().flat_map(|(key, sourced)| lost_commands(config, key, sourced)));
    mistakes.extend(feedback(config));
    mistakes
}

fn unknown_name(config: &Config, name: &str, key: &str, origin: &Origin) -> Option<Mistake> {
    let mut known: Vec<&str> = Lens::ALL.into_iter().map(Lens::as_str).chain(NAMES.iter().copied()).collect();
    known.extend(checks::CHECKS.iter().map(|check| check.id).chain([checks::RULES]));
    known.extend(config.models.agents.iter().map(|agent| agent.name.as_str()));
    if known.contains(&name) {
        return None;
    }
    let meant = nearest(name, known.iter().copied());
    let meant = meant.map_or_else(String::new, |meant| format!("did you mean {meant}? "));
    known.sort_unstable();
    known.dedup();
    let remedy = format!("{meant}known are {}", known.join(", "));
    let what = format!("there is no agent, pass or lens {}", quoted(name));
    Some(Mistake { origin: origin.clone(), key: named(key, origin), what, remedy, weight: Weight::Error })
}

/// The key, which a flag does not have.
fn named(key: &str, origin: &Origin) -> String {
    if origin.spot.is_some() { key.to_owned() } else { String::new() }
}

/// `cmd:NAME` without such an agent.
fn lost_commands(config: &Config, key: &str, sourced: &super::layer::Sourced<Value>) -> Vec<Mistake> {
    let texts = match &sourced.value {
        Value::Text(text) => std::slice::from_ref(text),
        Value::Texts(texts) => texts,
        _ => return Vec::new(),
    };
    if !key.starts_with("tiers.") {
        return Vec::new();
    }
    let has_agent = |name: &str| config.models.agents.iter().any(|agent| agent.name == name);
    let has_provider = |name: &str| {
        Provider::known_names().any(|known| known == name) || config.models.providers.iter().any(|own| own.name == name)
    };
    let lost = texts.iter().filter_map(|text| match ModelRef::parse(text) {
        Some(ModelRef::Command(name)) if !has_agent(&name) && Preset::named(&name).is_none() => {
            Some(("[[agents]]", name, "add one with its argv, or name a model".to_owned()))
        }
        Some(ModelRef::Model { provider, .. }) if !has_provider(&provider) => {
            let known: Vec<&str> = Provider::known_names().collect();
            Some(("[[providers]]", provider, format!("add one with its base_url, or name one of {}", known.join(", "))))
        }
        _ => None,
    });
    let tell = |(what, name, remedy): (&str, String, String)| Mistake {
        origin: sourced.origin.clone(),
        key: named(key, &sourced.origin),
        what: format!("there is no {what} entry with the name {}", quoted(&name)),
        remedy,
        weight: Weight::Error,
    };
    lost.map(tell).collect()
}

/// Feedback is a form of JSON. Whoever asks for another form with a stronger layer takes it back.
fn feedback(config: &Config) -> Option<Mistake> {
    let (origin, output) = (config.values.origin("review.feedback")?, config.values.origin("review.output")?);
    let asked = config.values.is_on("review.feedback") && origin.layer >= output.layer;
    (asked && config.run.output != "json").then(|| Mistake {
        origin: origin.clone(),
        key: named("review.feedback", origin),
        what: format!("feedback is a form of JSON, and the output is {}", config.run.output),
        remedy: "set review.output to json too, or take it out".to_owned(),
        weight: Weight::Error,
    })
}
