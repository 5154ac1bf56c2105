//! Who answers, as the person's settings have it: commands, models, what they may cost. Called by the rest of the room.

use crate::{
    core::{
        model::{AgentCommand, Limits, ModelRef, Preset, Provider, Tier, Tiers},
        plan::Prices,
    },
    edge::{
        agents::{Agent, Model, Program},
        config::Config,
    },
};

/// Who can be asked.
#[derive(Debug, Clone, Default)]
pub(in crate::app) struct Staff {
    commands: Vec<AgentCommand>,
    tiers: Tiers,
    pub(super) limits: Limits,
    pub(super) prices: Prices,
    providers: Vec<Provider>,
    /// Whether the network is not to be used.
    pub(super) offline: bool,
}

/// One who answers.
pub(super) type Answerer = Box<dyn Agent>;

impl Staff {
    pub(in crate::app) fn of(config: &Config, offline: bool) -> Self {
        let models = &config.models;
        Self {
            commands: models.agents.clone(),
            tiers: models.tiers.clone(),
            limits: models.limits,
            prices: models.prices.clone(),
            providers: models.providers.clone(),
            offline,
        }
    }

    /// The one of that name, as a plan has it (`provider::model`, `cmd:NAME`).
    ///
    /// # Errors
    /// Nobody is called so; in words.
    pub(super) fn find(&self, who: &str, tier: Tier) -> Result<Answerer, String> {
        match ModelRef::parse(who) {
            Some(ModelRef::Model { provider, name }) => {
                let own = self.providers.iter().find(|known| known.name == provider).cloned();
                let known = || Provider::known(&provider, |name| std::env::var(name).ok());
                match own.or_else(known) {
                    Some(provider) => Ok(Box::new(Model { provider, name, thinking: self.tier(tier).thinking })),
                    None => Err(format!("there is no [[providers]] entry with the name {provider}")),
                }
            }
            Some(ModelRef::Command(name)) => self.command(&name),
            None => Err(format!("{who} names neither a model nor a command")),
        }
    }

    fn command(&self, name: &str) -> Result<Answerer, String> {
        let own = self.commands.iter().find(|command| command.name == name);
        let known = Preset::named(name);
        let argv = own.map(|command| command.argv.clone()).filter(|argv| !argv.is_empty());
        let preset_argv = || known.map(|preset| preset.argv.iter().map(|part| (*part).to_owned()).collect());
        // Who names arguments of their own says what it may do.
        let set = known.filter(|_| argv.is_none()).map_or(&[][..], |preset| preset.set);
        let set = set.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let Some(argv) = argv.or_else(preset_argv) else {
            return Err(format!("there is no [[agents]] entry with the name {name}"));
        };
        let mut env: Vec<String> = own.map(|command| command.env.clone()).unwrap_or_default();
        env.extend(known.iter().flat_map(|preset| preset.env).map(|name| (*name).to_owned()));
        Ok(Box::new(Program { argv, env, set, seconds: own.and_then(|command| command.timeout) }))
    }

    /// Who is asked when the first one cannot answer; `None` = nobody.
    pub(super) fn fallback(&self, tier: Tier) -> Option<String> {
        let words = |model: &ModelRef| match model {
            ModelRef::Model { provider, name } => format!("{provider}::{name}"),
            ModelRef::Command(name) => format!("cmd:{name}"),
        };
        self.tier(tier).fallbacks.first().map(words)
    }

    fn tier(&self, tier: Tier) -> &crate::core::model::TierSettings {
        match tier {
            Tier::Light => &self.tiers.light,
            Tier::Medium => &self.tiers.medium,
            Tier::Heavy => &self.tiers.heavy,
        }
    }
}
