//! Checked values -> the typed configuration, and the mistakes that only show when keys are seen together. Called by
//! `read`.

use std::path::PathBuf;

use crate::core::model::{
    BodyForm, CheckSetting, CustomRule, ExternalTool, GateSettings, GithubSettings, GraphSettings, Lens, PathRule,
    PublishSettings, ReviewAction, Settings, Severity, Suppression, SwitchedOff, SynthesisSettings, Tier0Settings,
    UiSettings, Undecided, Vocabulary,
};

use super::{
    mistake::Mistake,
    models::{self, Models},
    together,
    value::{Item, Value, Values},
};

/// Everything that is in force, typed; and each value with its origin.
#[derive(Debug, Clone, PartialEq)]
pub struct Config {
    /// What the review obeys.
    pub settings: Settings,
    /// What a run does besides.
    pub run: RunSettings,
    /// The gate.
    pub gate: GateSettings,
    /// Publication.
    pub publish: PublishSettings,
    /// Who answers.
    pub models: Models,
    /// Checks before any model.
    pub tier0: Tier0Settings,
    /// The graph of the code.
    pub graph: GraphSettings,
    /// Steps after the agents.
    pub synthesis: SynthesisSettings,
    /// GitHub.
    pub github: GithubSettings,
    /// Where logbooks lie; `None` = in the repository, or the user's data folder.
    pub logbook_dir: Option<PathBuf>,
    /// The cockpit.
    pub ui: UiSettings,
    /// Every value with its origin, by key.
    pub values: Values,
}

/// What a run does besides reviewing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RunSettings {
    /// What branches are compared with; `None` = origin/HEAD, main, master.
    pub base: Option<String>,
    /// Findings at least so bad make the exit code 1.
    pub fail_on: Option<Severity>,
    /// Form of the result: `text`, `markdown`, `json`, `r3` or `deep`.
    pub output: String,
    /// Whether JSON is written for a coding agent (format C).
    pub feedback: bool,
    /// Agents, passes or lenses that run whatever the plan says; `None` = as planned.
    pub agents: Option<Vec<String>>,
    /// Those that do not; `None` = the strategy's own list.
    pub skip: Option<Vec<String>>,
    /// Soliton's agents that are off by default: `silent_failure`, `comment_accuracy`, `cross_file_retrieval`.
    pub swarm: Vec<&'static str>,
}

/// The configuration of these values, and the mistakes of keys that do not go together.
pub(super) fn assemble(values: Values) -> (Config, Vec<Mistake>) {
    let (strategy, mut mistakes) = together::strategy(&values);
    let settings = Settings { strategy, ..settings(&values) };
    let config = Config {
        settings,
        run: run(&values),
        gate: gate(&values),
        publish: publish(&values),
        models: models::models(&values),
        tier0: tier0(&values),
        graph: graph(&values),
        synthesis: synthesis(&values),
        github: GithubSettings { api_url: values.text("github.api_url"), login: values.text("github.login") },
        logbook_dir: values.text("logbook.dir").map(PathBuf::from),
        ui: ui(&values),
        values,
    };
    mistakes.extend(together::check(&config));
    (config, mistakes)
}

fn settings(values: &Values) -> Settings {
    let off: Vec<&str> =
        values.below("passes").filter(|(_, _, v)| v.value == Value::Switch(false)).map(|(name, ..)| name).collect();
    Settings {
        threshold: values.number("review.threshold"),
        severity_threshold: values.level("review.severity_threshold").unwrap_or(Severity::Nitpick),
        max_nits: values.count("review.max_nits"),
        action_override: values.text("review.action_override").and_then(|text| ReviewAction::parse(&text)),
        suppressions: values.items("suppressions").iter().map(suppression).collect(),
        rules: values.items("rules").iter().map(rule).collect(),
        path_rules: values.items("path_rules").iter().map(path_rule).collect(),
        checks: check_settings(values),
        sensitive_paths: values.texts("sensitive_paths").unwrap_or_default(),
        off: SwitchedOff {
            lenses: off.iter().filter_map(|name| Lens::parse(name)).collect(),
            passes: off.iter().filter(|name| Lens::parse(name).is_none()).map(|name| (*name).to_owned()).collect(),
        },
        ..Settings::default()
    }
}

fn suppression(item: &Item) -> Suppression {
    Suppression {
        id: item.text("id"),
        paths: item.texts("paths"),
        message_pattern: item.text("message_pattern"),
        reason: item.text("reason"),
    }
}

fn rule(item: &Item) -> CustomRule {
    CustomRule {
        id: item.text("id").unwrap_or_default(),
        pattern: item.text("pattern").unwrap_or_default(),
        severity: item_level(item, "severity").unwrap_or(Severity::Minor),
        message: item.text("message").unwrap_or_default(),
        include: item.texts("include"),
        exclude: item.texts("exclude"),
    }
}

fn path_rule(item: &Item) -> PathRule {
    PathRule {
        pattern: item.text("pattern").unwrap_or_default(),
        suppress_below: item_level(item, "suppress_below"),
        elevate_security: item.fields.get("elevate_security") == Some(&Value::Switch(true)),
        skip_passes: item.texts("skip_passes"),
    }
}

fn item_level(item: &Item, field: &str) -> Option<Severity> {
    item.text(field).and_then(|text| Severity::read(&text, Vocabulary::Labels))
}

fn check_settings(values: &Values) -> Vec<CheckSetting> {
    let mut all: Vec<CheckSetting> = Vec::new();
    for (id, behind, sourced) in values.below("checks") {
        if all.last().is_none_or(|last| last.id != id) {
            all.push(CheckSetting { id: id.to_owned(), ..CheckSetting::default() });
        }
        let Some(check) = all.last_mut() else { continue };
        match (behind, &sourced.value) {
            ("enabled", Value::Switch(on)) => check.enabled = Some(*on),
            ("severity", Value::Text(text)) => check.severity = Severity::read(text, Vocabulary::Labels),
            ("paths", Value::Texts(paths)) => check.paths = paths.clone(),
            _ => {}
        }
    }
    all
}

fn run(values: &Values) -> RunSettings {
    let extras = ["silent_failure", "comment_accuracy", "cross_file_retrieval"];
    RunSettings {
        base: values.text("review.base"),
        fail_on: values.level("review.fail_on"),
        output: values.text("review.output").unwrap_or_else(|| "text".to_owned()),
        // A form of JSON and of nothing else.
        feedback: values.is_on("review.feedback") && values.text("review.output").as_deref() == Some("json"),
        agents: values.texts("review.agents"),
        skip: values.texts("review.skip"),
        swarm: extras.into_iter().filter(|name| values.is_on(&format!("swarm.{name}"))).collect(),
    }
}

fn gate(values: &Values) -> GateSettings {
    let undecided = match values.text("gate.undecided").as_deref() {
        Some("publish") => Undecided::Publish,
        _ => Undecided::Hold,
    };
    GateSettings {
        undecided,
        budget: values.count("gate.budget"),
        advance: values.is_on("gate.advance"),
        reasons: values.texts("gate.reasons").unwrap_or_default(),
        hold_back: values.is_on("learning.hold_back"),
    }
}

fn publish(values: &Values) -> PublishSettings {
    let body = match values.text("publish.body").as_deref() {
        Some("own") => Some(BodyForm::Own),
        Some("summary") => Some(BodyForm::Summary),
        Some("full") => Some(BodyForm::Full),
        _ => None,
    };
    PublishSettings {
        body,
        labels: values.is_on("publish.labels"),
        auto: values.is_on("publish.auto"),
        approve_max: values.level("publish.approve_max"),
        allow_stale: values.is_on("publish.allow_stale"),
        allow_stale_approvals: values.is_on("publish.allow_stale_approvals"),
    }
}

fn tier0(values: &Values) -> Tier0Settings {
    let tool = |item: &Item| ExternalTool {
        name: item.text("name").unwrap_or_default(),
        argv: item.texts("argv"),
        parser: item.text("parser").unwrap_or_default(),
        languages: item.texts("languages"),
    };
    Tier0Settings {
        enabled: values.is_on("tier0.enabled"),
        skip_llm_on_clean: values.is_on("tier0.skip_llm_on_clean"),
        block_on: values.texts("tier0.block_on").unwrap_or_default(),
        tools: values.items("tier0.tools").iter().map(tool).collect(),
    }
}

fn graph(values: &Values) -> GraphSettings {
    GraphSettings {
        enabled: values.is_on("graph.enabled"),
        path: values.text("graph.path"),
        timeout_ms: values.count("graph.timeout_ms"),
    }
}

fn synthesis(values: &Values) -> SynthesisSettings {
    let usual = SynthesisSettings::default();
    SynthesisSettings {
        realist_check: values.is_on("synthesis.realist_check"),
        realist_threshold: values.number("synthesis.realist_threshold").unwrap_or(usual.realist_threshold),
        spec_alignment: values.is_on("spec_alignment.enabled"),
        summary: values.is_on("synthesis.summary"),
    }
}

fn ui(values: &Values) -> UiSettings {
    let word = |key: &str| values.text(key).unwrap_or_else(|| "auto".to_owned());
    let keys = values.below("ui.keys").filter_map(|(action, behind, sourced)| match &sourced.value {
        Value::Texts(keys) if behind.is_empty() => Some((action.to_owned(), keys.clone())),
        _ => None,
    });
    UiSettings {
        theme: word("ui.theme"),
        layout: word("ui.layout"),
        depth: word("ui.depth"),
        mouse: values.is_on("ui.mouse"),
        reduced_motion: values.text("ui.motion").as_deref() == Some("reduced"),
        keymap: values.text("ui.keymap").unwrap_or_else(|| "vim".to_owned()),
        keys: keys.collect(),
    }
}
