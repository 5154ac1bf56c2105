//! Whose words a file speaks: ours, Soliton's, or those of `.opencode/review-config.yaml` (R3). A dialect says which of
//! our keys each of its keys is, and which of its keys have no counterpart here. Called by `walk`.

use super::keys::{KEYS, Key, find};

/// A file's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    /// `config.toml` and `.prr.toml`.
    Ours,
    /// `.claude/soliton.local.md` (Soliton, Step 2).
    Soliton,
    /// `.opencode/review-config.yaml` (R3's `PR_CONTEXT.config`).
    Opencode,
}

/// What a key of a file is.
#[derive(Debug, Clone, Copy)]
pub(super) enum Meaning {
    /// One of ours.
    Key(&'static Key),
    /// Known there, and why it does nothing here.
    Nothing(&'static str),
}

/// Soliton's keys and ours.
const SOLITON: &[(&str, &str)] = &[
    ("threshold", "review.threshold"),
    ("agents", "review.agents"),
    ("skip_agents", "review.skip"),
    ("sensitive_paths", "sensitive_paths"),
    ("default_output", "review.output"),
    ("feedback_mode", "review.feedback"),
    ("tier0.enabled", "tier0.enabled"),
    ("tier0.skip_llm_on_clean", "tier0.skip_llm_on_clean"),
    ("spec_alignment.enabled", "spec_alignment.enabled"),
    ("graph.enabled", "graph.enabled"),
    ("graph.path", "graph.path"),
    ("graph.timeout_ms", "graph.timeout_ms"),
    ("agents.silent_failure.enabled", "swarm.silent_failure"),
    ("agents.comment_accuracy.enabled", "swarm.comment_accuracy"),
    ("agents.cross_file_retrieval_java.enabled", "swarm.cross_file_retrieval"),
    ("synthesis.realist_check", "synthesis.realist_check"),
    ("synthesis.realist_threshold", "synthesis.realist_threshold"),
];

/// R3's keys and ours.
const OPENCODE: &[(&str, &str)] = &[
    ("severity_threshold", "review.severity_threshold"),
    ("max_nits", "review.max_nits"),
    ("action_override", "review.action_override"),
    ("passes.*", "passes.*"),
    ("path_rules", "path_rules"),
    ("custom_rules", "rules"),
    ("rules", "rules"),
    ("suppressions", "suppressions"),
    ("sensitive_paths", "sensitive_paths"),
];

/// R3's keys without a counterpart.
const OPENCODE_NOTHING: &[(&str, &str)] = &[
    ("autonomous", "whether a review is published alone is said in your own config.toml (publish.auto)"),
    ("large_pr_threshold", "changes of any size are reviewed in the same way"),
    ("large_pr_strategy", "changes of any size are reviewed in the same way"),
    ("safety_rail_threshold", "at most 50 comments are inline, and publishing asks before more than 30"),
    ("confidence_floor", "the floor for REQUEST_CHANGES is 0.7"),
];

impl Dialect {
    /// All its keys with what they mean.
    pub fn known(self) -> Vec<(&'static str, Meaning)> {
        let mapped = |pairs: &'static [(&'static str, &'static str)]| {
            pairs.iter().filter_map(|(theirs, ours)| Some((*theirs, Meaning::Key(find(ours)?))))
        };
        match self {
            Self::Ours => KEYS.iter().map(|key| (key.path, Meaning::Key(key))).collect(),
            Self::Soliton => mapped(SOLITON).collect(),
            Self::Opencode => {
                let nothing = OPENCODE_NOTHING.iter().map(|(theirs, why)| (*theirs, Meaning::Nothing(why)));
                mapped(OPENCODE).chain(nothing).collect()
            }
        }
    }
}
