//! Who answers, and what that may cost: tiers, command-line agents, limits. Called by `assemble`.

use crate::core::{
    model::{AgentCommand, Dialect, Limits, ModelRef, Provider, Thinking, Tier, TierSettings, Tiers},
    plan::Prices,
};

use super::prices;
use super::value::{Item, Value, Values};

/// Who answers, and what that may cost.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Models {
    /// A model for each tier.
    pub tiers: Tiers,
    /// Providers of the person's own, beside those known by name.
    pub providers: Vec<Provider>,
    /// Command-line agents.
    pub agents: Vec<AgentCommand>,
    /// What a run may use up.
    pub limits: Limits,
    /// What models cost.
    pub prices: Prices,
    /// The one search command that may be asked; empty = none (FACTS 36).
    pub research: Vec<String>,
}

/// All of it, from checked values.
pub(super) fn models(values: &Values) -> Models {
    let [light, medium, heavy] = Tier::ALL.map(|tier| tier_settings(values, tier));
    Models {
        tiers: Tiers { light, medium, heavy },
        providers: values.items("providers").iter().map(provider).collect(),
        agents: values.items("agents").iter().map(agent).collect(),
        limits: Limits {
            cost_usd: values.number("limits.cost_usd"),
            tokens: values.whole("limits.tokens"),
            parallel: values.count("limits.parallel"),
        },
        prices: prices::prices(values),
        research: values.texts("research.argv").unwrap_or_default(),
    }
}

fn tier_settings(values: &Values, tier: Tier) -> TierSettings {
    let name = tier.as_str();
    let thinking = match values.value(&format!("tiers.thinking.{name}")) {
        Some(Value::Off) => Some(Thinking::Off),
        Some(Value::Text(text)) => match text.as_str() {
            "low" => Some(Thinking::Low),
            "medium" => Some(Thinking::Medium),
            "high" => Some(Thinking::High),
            _ => None,
        },
        _ => None,
    };
    let fallbacks = values.texts(&format!("tiers.fallbacks.{name}")).unwrap_or_default();
    TierSettings {
        model: values.text(&format!("tiers.{name}")).and_then(|text| ModelRef::parse(&text)),
        fallbacks: fallbacks.iter().filter_map(|text| ModelRef::parse(text)).collect(),
        thinking,
    }
}

fn provider(item: &Item) -> Provider {
    Provider {
        name: item.text("name").unwrap_or_default(),
        dialect: item.text("dialect").and_then(|word| Dialect::parse(&word)).unwrap_or(Dialect::OpenAi),
        base_url: item.text("base_url").unwrap_or_default(),
        key_env: item.text("key_env").into_iter().collect(),
        key_command: item.texts("key_command"),
    }
}

fn agent(item: &Item) -> AgentCommand {
    let timeout = match item.fields.get("timeout") {
        Some(Value::Whole(seconds)) => u32::try_from(*seconds).ok(),
        _ => None,
    };
    AgentCommand {
        name: item.text("name").unwrap_or_default(),
        argv: item.texts("argv"),
        env: item.texts("env"),
        tier: item.text("tier").and_then(|text| Tier::parse(&text)),
        pass: item.text("pass"),
        whole: item.text("scope").is_some(),
        timeout,
    }
}
