//! What a person prefers around a review: the gate, publication, models, agents, limits, the screen. Plain data, read
//! by `edge::config`; here because the pure rooms that obey it may not know the edge. Not here: what the review itself
//! obeys (`settings`).

use super::Severity;

/// What happens at publication to findings that nobody decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Undecided {
    /// They stay.
    #[default]
    Hold,
    /// They are published; the confirmation says how many.
    Publish,
}

/// The form of a headless result (`review.output`, `review.feedback`).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReportForm {
    /// `text`, `markdown`, `json`, `r3` or `deep`; '' = text.
    pub output: String,
    /// Whether JSON is written for a coding agent (format C).
    pub feedback: bool,
}

/// The gate (R4).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GateSettings {
    /// What happens to undecided findings.
    pub undecided: Undecided,
    /// How many findings the cockpit surfaces; `None` = all.
    pub budget: Option<u32>,
    /// Whether accepting or dropping goes on to the next undecided finding.
    pub advance: bool,
    /// The person's own reasons to drop a finding, beside the usual ones (`gate.reasons`).
    pub reasons: Vec<String>,
    /// Whether what the person always drops is held back (`learning.hold_back`).
    pub hold_back: bool,
}

impl Default for GateSettings {
    fn default() -> Self {
        Self { undecided: Undecided::Hold, budget: None, advance: true, reasons: Vec::new(), hold_back: false }
    }
}

/// What the body of a published review holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BodyForm {
    /// Only what the person wrote.
    Own,
    /// That and a summary.
    Summary,
    /// Everything.
    Full,
}

/// What is published, and who may.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PublishSettings {
    /// The body; `None` = `Summary` at the gate, `Full` headless.
    pub body: Option<BodyForm>,
    /// Whether comments begin with their label.
    pub labels: bool,
    /// Whether a review without a screen may publish by itself.
    pub auto: bool,
    /// The worst finding with which an APPROVE may still be published without a person; `None` = never.
    pub approve_max: Option<Severity>,
    /// Whether a review of an older head may be published.
    pub allow_stale: bool,
    /// Whether such a review may approve.
    pub allow_stale_approvals: bool,
}

impl Default for PublishSettings {
    fn default() -> Self {
        Self {
            body: None,
            labels: true,
            auto: false,
            approve_max: None,
            allow_stale: false,
            allow_stale_approvals: false,
        }
    }
}

/// How strong a model a task wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tier {
    /// Cheap and quick.
    Light,
    /// Between.
    Medium,
    /// The strongest.
    Heavy,
}

impl Tier {
    /// Every tier, lightest first.
    pub const ALL: [Self; 3] = [Self::Light, Self::Medium, Self::Heavy];

    /// The word in every format.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Medium => "medium",
            Self::Heavy => "heavy",
        }
    }

    /// Reads the word.
    pub fn parse(s: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|v| v.as_str() == s)
    }
}

/// A model or a command that answers.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ModelRef {
    /// `provider::model`.
    Model {
        /// Such as `anthropic`.
        provider: String,
        /// Its name there.
        name: String,
    },
    /// `cmd:NAME`: one of the person's `[[agents]]`.
    Command(String),
}

impl ModelRef {
    /// Reads `provider::model` or `cmd:NAME`; neither part may be empty or hold blanks.
    pub fn parse(text: &str) -> Option<Self> {
        let is_word = |part: &str| !part.is_empty() && !part.contains(|c: char| c.is_whitespace() || c.is_control());
        if let Some((provider, name)) = text.split_once("::") {
            let found = Self::Model { provider: provider.to_owned(), name: name.to_owned() };
            return (is_word(provider) && is_word(name)).then_some(found);
        }
        let name = text.strip_prefix("cmd:")?;
        is_word(name).then(|| Self::Command(name.to_owned()))
    }
}

/// How long a model may think.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the words are the field's own")]
pub enum Thinking {
    Off,
    Low,
    Medium,
    High,
}

/// One tier.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TierSettings {
    /// Who answers; `None` = the nearest configured tier.
    pub model: Option<ModelRef>,
    /// Who is asked instead, in this order.
    pub fallbacks: Vec<ModelRef>,
    /// How long it thinks; `None` = the model's own.
    pub thinking: Option<Thinking>,
}

/// The three tiers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tiers {
    /// Cheap and quick.
    pub light: TierSettings,
    /// Between.
    pub medium: TierSettings,
    /// The strongest.
    pub heavy: TierSettings,
}

/// A command-line agent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AgentCommand {
    /// Unique; `cmd:NAME` and `--skip NAME` mean it.
    pub name: String,
    /// The program and its arguments; no shell. Empty = as one that is known by this name is called.
    pub argv: Vec<String>,
    /// Variables of ours that it gets besides the usual ones.
    pub env: Vec<String>,
    /// The tier whose tasks it takes.
    pub tier: Option<Tier>,
    /// The pass it carries out.
    pub pass: Option<String>,
    /// Whether it gets one task over the whole diff.
    pub whole: bool,
    /// Seconds after which it is ended; `None` = its tier's.
    pub timeout: Option<u32>,
}

/// An external tool of tier 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExternalTool {
    /// Unique.
    pub name: String,
    /// The program and its arguments; no shell.
    pub argv: Vec<String>,
    /// What it prints: `sarif`, `rdjson` or `json`.
    pub parser: String,
    /// Languages it is run for; empty = always.
    pub languages: Vec<String>,
}

/// Tier 0: checks before any model.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tier0Settings {
    /// Whether external tools run.
    pub enabled: bool,
    /// Whether a clean verdict stops model agents.
    pub skip_llm_on_clean: bool,
    /// What blocks: `secrets`, `types`, `security`, `dependencies`.
    pub block_on: Vec<String>,
    /// The tools.
    pub tools: Vec<ExternalTool>,
}

/// Where a graph of the code is read from.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GraphSettings {
    /// Whether it is read.
    pub enabled: bool,
    /// The file, relative to the repository unless the person's own configuration names it.
    pub path: Option<String>,
    /// Milliseconds a question may take; `None` = 500, or 10,000 for SQLite.
    pub timeout_ms: Option<u32>,
}

/// Steps after the agents.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SynthesisSettings {
    /// Whether criticals are put to the test by a model.
    pub realist_check: bool,
    /// Confidence 0.0..=1.0 at which improvements are tested too.
    pub realist_threshold: f64,
    /// Whether the change is held against its specification.
    pub spec_alignment: bool,
    /// Whether a model sums the review up in a paragraph.
    pub summary: bool,
}

impl Default for SynthesisSettings {
    fn default() -> Self {
        Self { realist_check: false, realist_threshold: 0.85, spec_alignment: false, summary: false }
    }
}

/// What a run may use up. No task starts that would pass a limit.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Limits {
    /// US dollars; `None` = no limit.
    pub cost_usd: Option<f64>,
    /// Tokens in and out; `None` = no limit.
    pub tokens: Option<u64>,
    /// Tasks at once; `None` = as the plan says.
    pub parallel: Option<u32>,
}

/// GitHub, or a server that speaks as it does.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GithubSettings {
    /// Base of the API; `None` = GitHub's own.
    pub api_url: Option<String>,
    /// The person's login; `None` = asked for.
    pub login: Option<String>,
}

/// The cockpit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UiSettings {
    /// `auto`, `plain`, the name of a theme, or the file of one.
    pub theme: String,
    /// `auto`, `unified` or `split`.
    pub layout: String,
    /// `auto`, `mono`, `ansi`, `indexed` or `true`.
    pub depth: String,
    /// Whether the mouse is listened to.
    pub mouse: bool,
    /// Whether nothing moves by itself.
    pub reduced_motion: bool,
    /// `vim` or `gentle`.
    pub keymap: String,
    /// Action id and the keys that replace its own.
    pub keys: Vec<(String, Vec<String>)>,
}

impl Default for UiSettings {
    fn default() -> Self {
        let auto = || "auto".to_owned();
        Self {
            theme: auto(),
            layout: auto(),
            depth: auto(),
            mouse: true,
            reduced_motion: false,
            keymap: "vim".to_owned(),
            keys: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_are_named_with_their_provider_and_commands_by_name() {
        let model = ModelRef::Model { provider: "ollama".to_owned(), name: "qwen:7b".to_owned() };
        assert_eq!(ModelRef::parse("ollama::qwen:7b"), Some(model));
        assert_eq!(ModelRef::parse("cmd:codex"), Some(ModelRef::Command("codex".to_owned())));
        for nothing in ["", "gpt", "::x", "x::", "cmd:", "cmd:a b", "a ::b", "cmd"] {
            assert_eq!(ModelRef::parse(nothing), None, "{nothing}");
        }
    }
}
