//! Every key there is: what it takes, who may set it, what it does when nobody does. The default file
//! (`assets/config.toml`) explains each; a test holds the two together. Called by `walk`, `read` and `show`.

use super::{
    items::{Field, Need},
    kind::{Clearable, Kind},
};

/// Who may set a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Trust {
    /// Anybody: what it does is harmless.
    Anybody,
    /// Only the person: it runs, sends, publishes, spends, or says where things lie.
    Person,
    /// The person; a repository only to these words, which are the careful ones.
    RepositoryOnly(&'static [&'static str]),
}

/// A key.
#[derive(Debug, Clone, Copy)]
pub(super) struct Key {
    /// With dots; `*` stands for a name.
    pub path: &'static str,
    pub kind: Kind,
    pub trust: Trust,
    /// As TOML; '' = not set, which is a value of its own ("as the strategy says").
    pub default: &'static str,
}

impl Key {
    /// Whether a mistake in it keeps nothing from running: keys of the cockpit are then those of the preset.
    pub fn stops_nothing(&self) -> bool {
        self.path == "ui.keymap" || self.path.starts_with("ui.keys.")
    }
}

const fn key(path: &'static str, kind: Kind, default: &'static str) -> Key {
    Key { path, kind, trust: Trust::Anybody, default }
}

const fn own(path: &'static str, kind: Kind, default: &'static str) -> Key {
    Key { path, kind, trust: Trust::Person, default }
}

const fn field(name: &'static str, kind: Kind, need: Need) -> Field {
    Field { name, kind, need }
}

/// Strategies.
pub(super) const STRATEGIES: &[&str] = &["hotspots", "swarm", "passes"];
/// Modes of the strategy `passes`.
pub(super) const MODES: &[&str] = &["balanced", "major-only", "full"];

const SUPPRESSION: &[Field] = &[
    field("id", Kind::Text, Need::OneOf),
    field("message_pattern", Kind::Pattern, Need::OneOf),
    field("paths", Kind::Globs, Need::May),
    field("reason", Kind::Text, Need::May),
];
const RULE: &[Field] = &[
    field("id", Kind::Text, Need::Unique),
    field("pattern", Kind::Pattern, Need::Must),
    field("severity", Kind::Level(Clearable::No), Need::Must),
    field("message", Kind::Text, Need::Must),
    field("include", Kind::Globs, Need::May),
    field("exclude", Kind::Globs, Need::May),
];
const PATH_RULE: &[Field] = &[
    field("pattern", Kind::Glob, Need::Must),
    field("suppress_below", Kind::Level(Clearable::No), Need::May),
    field("elevate_security", Kind::Switch, Need::May),
    field("skip_passes", Kind::Texts, Need::May),
];
const AGENT: &[Field] = &[
    field("name", Kind::Text, Need::Unique),
    field("argv", Kind::Argv, Need::May),
    field("env", Kind::Texts, Need::May),
    field("tier", Kind::Choice(TIERS), Need::May),
    field("pass", Kind::Text, Need::May),
    field("scope", Kind::Choice(&["whole"]), Need::May),
    field("timeout", Kind::Seconds, Need::May),
];
const PROVIDER: &[Field] = &[
    field("name", Kind::Text, Need::Unique),
    field("dialect", Kind::Choice(DIALECTS), Need::May),
    field("base_url", Kind::Url, Need::Must),
    field("key_env", Kind::Text, Need::May),
    field("key_command", Kind::Argv, Need::May),
];
const PRICE: &[Field] = &[
    field("model", Kind::Text, Need::Unique),
    field("input", Kind::Money, Need::Must),
    field("output", Kind::Money, Need::Must),
    field("cache_write", Kind::Money, Need::May),
    field("cache_read", Kind::Money, Need::May),
];
const DIALECTS: &[&str] = &["openai", "anthropic", "gemini"];
const TOOL: &[Field] = &[
    field("name", Kind::Text, Need::Unique),
    field("argv", Kind::Argv, Need::Must),
    field("parser", Kind::Choice(&["sarif", "rdjson", "json"]), Need::Must),
    field("languages", Kind::Texts, Need::May),
];
const TIERS: &[&str] = &["light", "medium", "heavy"];
const THINKING: Kind = Kind::Choice(&["off", "low", "medium", "high"]);
const BLOCKERS: &[&str] = &["secrets", "types", "security", "dependencies"];

/// All keys, in the order of the default file.
pub(super) const KEYS: &[Key] = &[
    key("review.strategy", Kind::Choice(STRATEGIES), "\"hotspots\""),
    key("review.mode", Kind::Choice(MODES), ""),
    key("review.threshold", Kind::Share, ""),
    key("review.severity_threshold", Kind::Level(Clearable::No), "\"nitpick\""),
    key("review.max_nits", Kind::WholeOrOff(0, 10_000), ""),
    Key {
        path: "review.action_override",
        kind: Kind::Choice(&["APPROVE", "COMMENT_ONLY", "REQUEST_CHANGES", "off"]),
        trust: Trust::RepositoryOnly(&["COMMENT_ONLY", "REQUEST_CHANGES"]),
        default: "\"off\"",
    },
    own("review.base", Kind::Text, ""),
    key("review.fail_on", Kind::Level(Clearable::Yes), "\"off\""),
    key("review.agents", Kind::Texts, ""),
    key("review.skip", Kind::Texts, ""),
    key(
        "review.output",
        Kind::Choice(&["text", "markdown", "json", "r3", "deep", "pr-json", "sarif", "rdjson"]),
        "\"text\"",
    ),
    key("review.feedback", Kind::Switch, "false"),
    key("passes.*", Kind::Switch, ""),
    key("suppressions", Kind::Items(SUPPRESSION), ""),
    key("rules", Kind::Items(RULE), ""),
    key("path_rules", Kind::Items(PATH_RULE), ""),
    key("checks.*.enabled", Kind::Switch, ""),
    key("checks.*.severity", Kind::Level(Clearable::No), ""),
    key("checks.*.paths", Kind::Globs, ""),
    key("sensitive_paths", Kind::Globs, ""),
    Key {
        path: "gate.undecided",
        kind: Kind::Choice(&["hold", "publish"]),
        trust: Trust::RepositoryOnly(&["hold"]),
        default: "\"hold\"",
    },
    key("gate.budget", Kind::WholeOrOff(1, 10_000), "\"off\""),
    key("gate.advance", Kind::OnOff, "true"),
    own("gate.reasons", Kind::Texts, ""),
    own("learning.hold_back", Kind::Switch, "false"),
    key("publish.body", Kind::Choice(&["own", "summary", "full"]), ""),
    key("publish.labels", Kind::OnOff, "true"),
    own("publish.auto", Kind::Switch, "false"),
    own("publish.approve_max", Kind::Level(Clearable::Yes), "\"off\""),
    own("publish.allow_stale", Kind::Switch, "false"),
    own("publish.allow_stale_approvals", Kind::Switch, "false"),
    own("tiers.light", Kind::Model, ""),
    own("tiers.medium", Kind::Model, ""),
    own("tiers.heavy", Kind::Model, ""),
    own("tiers.fallbacks.light", Kind::Models, ""),
    own("tiers.fallbacks.medium", Kind::Models, ""),
    own("tiers.fallbacks.heavy", Kind::Models, ""),
    own("tiers.thinking.light", THINKING, ""),
    own("tiers.thinking.medium", THINKING, ""),
    own("tiers.thinking.heavy", THINKING, ""),
    own("providers", Kind::Items(PROVIDER), ""),
    own("prices", Kind::Items(PRICE), ""),
    own("agents", Kind::Items(AGENT), ""),
    own("tier0.enabled", Kind::Switch, "false"),
    own("tier0.skip_llm_on_clean", Kind::Switch, "false"),
    own("tier0.block_on", Kind::Words(BLOCKERS), "[\"secrets\", \"types\", \"security\", \"dependencies\"]"),
    own("tier0.tools", Kind::Items(TOOL), ""),
    key("swarm.silent_failure", Kind::Switch, "false"),
    key("swarm.comment_accuracy", Kind::Switch, "false"),
    key("swarm.cross_file_retrieval", Kind::Switch, "false"),
    key("graph.enabled", Kind::Switch, "false"),
    key("graph.path", Kind::Text, ""),
    key("graph.timeout_ms", Kind::Whole(1, 600_000), ""),
    key("spec_alignment.enabled", Kind::Switch, "false"),
    key("synthesis.realist_check", Kind::Switch, "false"),
    key("synthesis.realist_threshold", Kind::Share, "0.85"),
    key("synthesis.summary", Kind::Switch, "false"),
    own("limits.cost_usd", Kind::Money, ""),
    own("limits.tokens", Kind::Whole(1, u64::MAX), ""),
    own("limits.parallel", Kind::Whole(1, 64), ""),
    own("github.api_url", Kind::Url, ""),
    own("github.login", Kind::Text, ""),
    own("research.argv", Kind::Argv, ""),
    own("logbook.dir", Kind::Text, ""),
    own("ui.theme", Kind::Text, "\"auto\""),
    own("ui.layout", Kind::Choice(&["auto", "unified", "split"]), "\"auto\""),
    own("ui.depth", Kind::Choice(&["auto", "mono", "ansi", "indexed", "true"]), "\"auto\""),
    own("ui.mouse", Kind::OnOff, "true"),
    own("ui.motion", Kind::Choice(&["full", "reduced"]), "\"full\""),
    own("ui.keymap", Kind::Choice(&["vim", "gentle"]), "\"vim\""),
    own("ui.keys.*", Kind::Texts, ""),
];

/// Groups whose keys may all be given at once by one value: `thinking = "high"` is that for every tier.
pub(super) const SPREAD: &[&str] = &["tiers.fallbacks", "tiers.thinking"];

/// A key by its path, `*` filled in.
pub(super) fn find(path: &str) -> Option<&'static Key> {
    KEYS.iter().find(|key| fits(key.path, path))
}

/// Whether a path is one of a pattern with `*`.
pub(super) fn fits(pattern: &str, path: &str) -> bool {
    beyond(pattern, path) == Some("")
}

/// What a pattern has behind a path that it begins with; `None` when it does not begin with it.
pub(super) fn beyond<'p>(pattern: &'p str, path: &str) -> Option<&'p str> {
    let mut rest = Some(pattern);
    for name in path.split('.') {
        let (part, behind) = rest.map(|rest| rest.split_once('.').map_or((rest, None), |(p, b)| (p, Some(b))))?;
        if part != name && (part != "*" || name.is_empty()) {
            return None;
        }
        rest = behind;
    }
    Some(rest.unwrap_or(""))
}

/// A key for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Described {
    /// With dots; `*` stands for a name.
    pub path: &'static str,
    /// What it takes, in words.
    pub takes: String,
    /// As TOML; '' when nothing is in force without it.
    pub default: &'static str,
    /// Who may set it, in words.
    pub who: String,
}

/// Every key, in the order of the default file. For the documentation.
pub fn described() -> Vec<Described> {
    let who = |trust| match trust {
        Trust::Anybody => "anybody".to_owned(),
        Trust::Person => "you".to_owned(),
        Trust::RepositoryOnly(words) => format!("you; a repository only {}", words.join(", ")),
    };
    let describe =
        |key: &Key| Described { path: key.path, takes: key.kind.expected(), default: key.default, who: who(key.trust) };
    KEYS.iter().map(describe).collect()
}
