//! What a plan would use up, before it does (PRODUCT `estimate`, FACTS "Cost"): tokens from bytes, dollars from a table.
//! How it is made is said beside the numbers. Called by the reports.

use crate::core::model::Usage;

/// Bytes of a brief that make one token: rough, for English and code.
const BYTES_A_TOKEN: u64 = 4;
/// Tokens of one answer.
const ANSWER: u64 = 1_500;

/// US dollars for a million tokens.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Price {
    /// Sent.
    pub input: f64,
    /// Answered.
    pub output: f64,
    /// Sent, and kept for the next call.
    pub cache_write: f64,
    /// Sent, and known from an earlier call.
    pub cache_read: f64,
}

impl Price {
    /// US dollars of a use, to four decimals (FACTS "Cost").
    pub fn cost(self, usage: Usage) -> f64 {
        let plain = usage.input.saturating_sub(usage.cache_read).saturating_sub(usage.cache_write);
        let parts = [
            (plain, self.input),
            (usage.cache_read, self.cache_read),
            (usage.cache_write, self.cache_write),
            (usage.output, self.output),
        ];
        let cost: f64 = parts.iter().map(|(tokens, price)| *tokens as f64 * price / 1e6).sum();
        (cost * 1e4).round() / 1e4
    }
}

/// Prices by `provider::model`; a name that ends with `*` stands for all that begin so.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Prices {
    /// Those of the person, which come first (FACTS "Cost").
    pub own: Vec<(String, Price)>,
    /// Those of the program's table.
    pub listed: Vec<(String, Price)>,
}

impl Prices {
    /// The price of a model; the exact name before a beginning, a longer beginning before a shorter.
    pub fn of(&self, model: &str) -> Option<Price> {
        find(&self.own, model).or_else(|| find(&self.listed, model))
    }
}

fn find(prices: &[(String, Price)], model: &str) -> Option<Price> {
    let exact = prices.iter().find(|(name, _)| name == model);
    let begins = |name: &str| name.strip_suffix('*').is_some_and(|start| model.starts_with(start));
    let near = || prices.iter().filter(|(name, _)| begins(name)).max_by_key(|(name, _)| name.len());
    exact.or_else(near).map(|(_, price)| *price)
}

/// What is expected to be used up.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Estimate {
    /// Tokens of the briefs.
    pub input: u64,
    /// Tokens of the answers.
    pub output: u64,
    /// US dollars, to four decimals; `None` = a price is not known.
    pub cost_usd: Option<f64>,
    /// Models without a known price, each once.
    pub unpriced: Vec<String>,
}

impl Estimate {
    /// How it was made, in words.
    pub const HOW: &'static str = "estimated: 4 bytes of brief a token, 1,500 tokens an answer";

    /// Tokens in all.
    pub fn tokens(&self) -> u64 {
        self.input.saturating_add(self.output)
    }
}

/// The estimate for tasks with a brief of so many bytes, each by the model that would answer it. What nobody answers
/// costs nothing.
pub fn estimate<'t>(tasks: impl Iterator<Item = (Option<&'t str>, usize)>, prices: &Prices) -> Estimate {
    let mut all = Estimate::default();
    let mut cost = 0.0;
    for (who, bytes) in tasks {
        let Some(who) = who else { continue };
        let input = (bytes as u64).div_ceil(BYTES_A_TOKEN);
        all.input = all.input.saturating_add(input);
        all.output = all.output.saturating_add(ANSWER);
        match prices.of(who) {
            Some(price) => cost += (input as f64 * price.input + ANSWER as f64 * price.output) / 1e6,
            None if !all.unpriced.iter().any(|name| name == who) => all.unpriced.push(who.to_owned()),
            None => {}
        }
    }
    all.cost_usd = all.unpriced.is_empty().then(|| (cost * 1e4).round() / 1e4);
    all
}
