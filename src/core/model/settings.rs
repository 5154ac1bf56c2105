//! What a review is to obey: thresholds, suppressions, rules. Plain data; `edge::config` reads it from its layers and
//! knows where each value came from, `core::judge` and `core::synthesis` obey it. Defaults are the seeds'.

use super::{Habit, Lens, Severity};

/// Which planner and which budget (REVIEW "Strategy budget").
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Strategy {
    /// deep: surface few, by priority. The default.
    #[default]
    Hotspots,
    /// Soliton: confidence threshold 85, nitpicks left out of Markdown.
    Swarm,
    /// pi: passes, with a [`Mode`].
    Passes(Mode),
}

/// Modes of the strategy `passes` (pi; FACTS 32).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Mode {
    /// Nits capped at 3, from the overview pass and built-ins alone.
    #[default]
    Balanced,
    /// No nits at all.
    MajorOnly,
    /// Only an explicit `max_nits` caps.
    Full,
}

/// The verdict in the document (R3 step 7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "as_str shows the words")]
pub enum ReviewAction {
    Approve,
    CommentOnly,
    RequestChanges,
}

impl ReviewAction {
    /// Every action.
    pub const ALL: [Self; 3] = [Self::Approve, Self::CommentOnly, Self::RequestChanges];

    /// `APPROVE`, `COMMENT_ONLY` or `REQUEST_CHANGES`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Approve => "APPROVE",
            Self::CommentOnly => "COMMENT_ONLY",
            Self::RequestChanges => "REQUEST_CHANGES",
        }
    }

    /// Reads the word, case-blind.
    pub fn parse(s: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|v| v.as_str().eq_ignore_ascii_case(s))
    }
}

/// A rule that silences findings (R3 step 4, FACTS 7). At least one of `id` and `message_pattern` is given.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Suppression {
    /// Prefix of the finding id, or of the rule id that made it.
    pub id: Option<String>,
    /// Whole-path globs (`*` does not cross `/`); empty = everywhere.
    pub paths: Vec<String>,
    /// Regular expression with look-around, over title or body.
    pub message_pattern: Option<String>,
    /// Why, in the person's words.
    pub reason: Option<String>,
}

/// A custom rule: a pattern over added lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CustomRule {
    /// Its findings carry it.
    pub id: String,
    /// Regular expression with look-around.
    pub pattern: String,
    /// How bad.
    pub severity: Severity,
    /// The finding's title.
    pub message: String,
    /// Whole-path globs; empty = everywhere.
    pub include: Vec<String>,
    /// Whole-path globs; empty = nothing.
    pub exclude: Vec<String>,
}

/// Settings for some paths.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PathRule {
    /// A whole-path glob.
    pub pattern: String,
    /// Findings milder than this are suppressed there.
    pub suppress_below: Option<Severity>,
    /// Security findings there are one level worse.
    pub elevate_security: bool,
    /// Passes, lenses or check ids that say nothing there.
    pub skip_passes: Vec<String>,
}

/// How a built-in reviewer is set.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CheckSetting {
    /// Its id.
    pub id: String,
    /// Off or on; `None` = its default.
    pub enabled: Option<bool>,
    /// Its severity; `None` = its own.
    pub severity: Option<Severity>,
    /// Whole-path globs it looks at; empty = everywhere.
    pub paths: Vec<String>,
}

/// Lens-independent limits and rules of one review.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// Planner and budget.
    pub strategy: Strategy,
    /// Confidence 0.0..=1.0 below which findings are held back; `None` = the strategy's own (.85 in swarm, else 0).
    pub threshold: Option<f64>,
    /// Findings milder than this are held back.
    pub severity_threshold: Severity,
    /// Nitpicks and minors that stay; `None` = the default of strategy and mode (3; `full`: no cap).
    pub max_nits: Option<u32>,
    /// Verdict set by trusted configuration; from the repository only COMMENT_ONLY or REQUEST_CHANGES (FACTS 24).
    pub action_override: Option<ReviewAction>,
    /// Rules that silence.
    pub suppressions: Vec<Suppression>,
    /// Rules that find.
    pub rules: Vec<CustomRule>,
    /// Settings for paths.
    pub path_rules: Vec<PathRule>,
    /// Settings of built-in reviewers.
    pub checks: Vec<CheckSetting>,
    /// Patterns of sensitive paths (FACTS 20); empty = Soliton's defaults.
    pub sensitive_paths: Vec<String>,
    /// What is switched off.
    pub off: SwitchedOff,
    /// What the person always drops in this repository, and wants held back (`learning.hold_back`); empty = nothing.
    pub habits: Vec<Habit>,
}

/// What the settings switch off.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SwitchedOff {
    /// Lenses.
    pub lenses: Vec<Lens>,
    /// Passes, by name (pass ids, and R3's `architecture` and `conventions`).
    pub passes: Vec<String>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            strategy: Strategy::default(),
            threshold: None,
            severity_threshold: Severity::Nitpick,
            max_nits: None,
            action_override: None,
            suppressions: Vec::new(),
            rules: Vec::new(),
            path_rules: Vec::new(),
            checks: Vec::new(),
            sensitive_paths: Vec::new(),
            off: SwitchedOff::default(),
            habits: Vec::new(),
        }
    }
}
