//! What an agent's work came to besides its claims: who answered, with what, for how much. Plain data.
//! Filled by app::runner, kept by session and the logbook, read by ui and the reports.

use super::Tier;

/// Tokens of one or more calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Usage {
    /// Read by the model, those from and into a cache among them (FACTS 41).
    pub input: u64,
    /// Written by it.
    pub output: u64,
    /// Of `input`, read from a cache.
    pub cache_read: u64,
    /// Of `input`, written into a cache.
    pub cache_write: u64,
    /// Whether nobody told it, and it was worked out from the length of the texts.
    pub is_estimated: bool,
}

impl Usage {
    /// In and out together.
    pub fn total(self) -> u64 {
        self.input.saturating_add(self.output)
    }

    /// Worked out from lengths in bytes: four bytes are a token (FACTS "Cost").
    pub fn estimate(input: usize, output: usize) -> Self {
        let tokens = |bytes: usize| (bytes as u64).div_ceil(4);
        Self { input: tokens(input), output: tokens(output), is_estimated: true, ..Self::default() }
    }

    /// What came since `before`.
    #[must_use]
    pub fn less(self, before: Self) -> Self {
        Self {
            input: self.input.saturating_sub(before.input),
            output: self.output.saturating_sub(before.output),
            cache_read: self.cache_read.saturating_sub(before.cache_read),
            cache_write: self.cache_write.saturating_sub(before.cache_write),
            is_estimated: self.is_estimated,
        }
    }

    /// Both together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            input: self.input.saturating_add(other.input),
            output: self.output.saturating_add(other.output),
            cache_read: self.cache_read.saturating_add(other.cache_read),
            cache_write: self.cache_write.saturating_add(other.cache_write),
            is_estimated: self.is_estimated || other.is_estimated,
        }
    }
}

/// What a task of an agent came to.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TaskReport {
    /// Who answered last, as configured: `provider::model` or `cmd:NAME`.
    pub who: String,
    /// How strong a model was wanted; `None` = not known.
    pub tier: Option<Tier>,
    /// Calls that were made.
    pub attempts: u32,
    /// From its start to its end, in milliseconds.
    pub millis: u64,
    /// Tokens; `None` = a command, which tells none.
    pub usage: Option<Usage>,
    /// US dollars; `None` = no price is known.
    pub cost_usd: Option<f64>,
    /// What it says of the change as a whole; '' = nothing. Untrusted.
    pub overview: String,
    /// What was repaired, tried again, or left out, one sentence each.
    pub notes: Vec<String>,
    /// The end of what it said, at most [`TaskReport::TEXT`] bytes. Untrusted.
    pub text: String,
    /// Calls of tools that a model was given, each in a line, in order, at most [`TaskReport::TOOLS`]; `None` = it had
    /// none, or nobody wrote them down. Untrusted.
    pub tools: Option<Vec<String>>,
}

impl TaskReport {
    /// Calls of tools that are kept.
    pub const TOOLS: usize = 64;

    /// Bytes of an agent's text that are kept.
    pub const TEXT: usize = 48 * 1024;
}
