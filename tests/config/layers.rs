//! Later layers win, and every value knows where it is from.

use prr::{
    core::model::{Mode, ReviewAction, Severity, Strategy},
    edge::config::{Layer, Said, read},
};

use super::{alone, given, told};

fn said(layer: Layer, key: &'static str, value: &str) -> Said {
    let source = if layer == Layer::Flag { "--flag" } else { "PRR_VARIABLE" };
    Said { key, value: value.to_owned(), source: source.to_owned(), layer }
}

#[test]
fn later_layers_win_whatever_the_order_in_which_they_are_given() {
    let files = [
        given(Layer::Opencode, "max_nits: 4\n"),
        given(Layer::User, "[review]\nmax_nits = 1\nthreshold = 0.1\nseverity_threshold = \"minor\"\n"),
        given(Layer::Soliton, "---\nthreshold: 70\n---\nprose\n"),
        given(Layer::Repository, "[review]\nmax_nits = 2\nthreshold = 20\n"),
    ];
    let reading = read(&files, &[said(Layer::Flag, "review.severity_threshold", "P1")]);
    assert_eq!(told(&reading.mistakes), Vec::<String>::new());
    let settings = &reading.config.settings;
    assert_eq!((settings.max_nits, settings.threshold), (Some(4), Some(0.7)));
    assert_eq!(settings.severity_threshold, Severity::Critical);
    let origin = |key: &str| reading.config.values.get(key).unwrap().origin.to_string();
    assert_eq!(origin("review.threshold"), ".claude/soliton.local.md:2");
    assert_eq!(origin("review.max_nits"), ".opencode/review-config.yaml:1");
    assert_eq!(origin("review.severity_threshold"), "--flag");
    assert_eq!(origin("gate.undecided"), "default");
}

#[test]
fn rules_of_all_layers_are_in_force_together_each_with_its_origin() {
    let files = [
        given(Layer::User, "[[suppressions]]\nid = \"a\"\n"),
        given(Layer::Repository, "\n\n[[suppressions]]\nid = \"b\"\npaths = \"src/**\"\n"),
        given(Layer::Opencode, "suppressions:\n  - message_pattern: unused import\n    reason: CI\n"),
    ];
    let reading = read(&files, &[]);
    assert_eq!(told(&reading.mistakes), Vec::<String>::new());
    let all = &reading.config.settings.suppressions;
    assert_eq!(all.iter().map(|s| s.id.as_deref()).collect::<Vec<_>>(), [Some("a"), Some("b"), None]);
    assert_eq!(all[1].paths, ["src/**"]);
    let shown = prr::edge::config::show_text(&reading);
    assert!(shown.contains("suppressions[1].id = \"b\""), "{shown}");
    assert!(shown.lines().any(|l| l.starts_with("suppressions[1].id") && l.ends_with("# .prr.toml:3")), "{shown}");
}

#[test]
fn thresholds_are_shares_or_percentages() {
    for (written, read_as) in
        [("0.8", 0.8), ("80", 0.8), ("0", 0.0), ("1", 1.0), ("100", 1.0), ("1.0", 1.0), ("85.5", 0.855)]
    {
        let reading = alone(Layer::User, format!("[review]\nthreshold = {written}\n"));
        assert_eq!(reading.config.settings.threshold, Some(read_as), "{written}");
    }
    for wrong in ["-0.1", "101", "nan", "inf", "\"80\"", "1e400", "99999999999999999999999999"] {
        let reading = alone(Layer::User, format!("[review]\nthreshold = {wrong}\n"));
        assert_eq!((reading.config.settings.threshold, reading.stops()), (None, true), "{wrong}");
    }
}

#[test]
fn a_mode_means_passes_and_of_mode_and_strategy_the_stronger_layer_decides() {
    let strategy = |user: &str, flags: &[Said]| {
        let reading = read(&[given(Layer::User, user)], flags);
        (reading.config.settings.strategy, reading.stops())
    };
    assert_eq!(strategy("[review]\nmode = \"full\"\n", &[]), (Strategy::Passes(Mode::Full), false));
    let both = "[review]\nstrategy = \"passes\"\nmode = \"major-only\"\n";
    assert_eq!(strategy(both, &[]), (Strategy::Passes(Mode::MajorOnly), false));
    assert_eq!(strategy(both, &[said(Layer::Flag, "review.strategy", "swarm")]), (Strategy::Swarm, false));
    let mode = said(Layer::Flag, "review.mode", "balanced");
    assert_eq!(strategy("[review]\nstrategy = \"swarm\"\n", &[mode]), (Strategy::Passes(Mode::Balanced), false));
    assert!(strategy("[review]\nstrategy = \"swarm\"\nmode = \"full\"\n", &[]).1, "one file says both");
    let both = [said(Layer::Flag, "review.strategy", "swarm"), said(Layer::Flag, "review.mode", "full")];
    assert!(strategy("", &both).1, "flags say both");
}

#[test]
fn severities_are_read_in_every_vocabulary() {
    for (word, severity) in [
        ("P0", Severity::Blocker),
        ("critical", Severity::Critical),
        ("medium", Severity::Major),
        ("nit", Severity::Nitpick),
    ] {
        let reading = alone(Layer::User, format!("[review]\nfail_on = \"{word}\"\n"));
        assert_eq!(reading.config.run.fail_on, Some(severity), "{word}");
    }
}

#[test]
fn one_thinking_or_fallback_for_all_tiers_may_be_written_at_once() {
    let text = "[tiers]\nlight = \"ollama::b\"\nfallbacks = [\"openai::d\"]\nthinking = \"high\"\n";
    let reading = alone(Layer::User, text);
    assert_eq!(told(&reading.mistakes), Vec::<String>::new());
    let tiers = &reading.config.models.tiers;
    assert!(tiers.heavy.thinking == tiers.light.thinking && tiers.heavy.thinking.is_some());
    assert_eq!((tiers.light.fallbacks.len(), tiers.heavy.fallbacks.len()), (1, 1));
    let one = alone(Layer::User, "[tiers]\nthinking.heavy = \"off\"\n");
    assert!(one.config.models.tiers.heavy.thinking.is_some() && one.config.models.tiers.light.thinking.is_none());
    let wrong = alone(Layer::User, "[tiers]\nthinking = \"hihg\"\n");
    assert_eq!(wrong.mistakes.len(), 1, "{:?}", told(&wrong.mistakes));
}

#[test]
fn soliton_is_understood_flat_and_nested_and_its_agents_as_text_list_or_table() {
    let text = "---\nthreshold: 80\nskip_agents: []\nsensitive_paths: ['auth/']\ndefault_output: json\nfeedback_mode: true\n\
                graph:\n  enabled: true\n  path: .code-review-graph/graph.db\n  timeout_ms: 20000\nspec_alignment:\n  enabled: true\n\
                agents:\n  silent_failure:\n    enabled: true\nsynthesis:\n  realist_check: yes\n  realist_threshold: 90\n---\n# notes\n";
    let reading = alone(Layer::Soliton, text);
    assert_eq!(told(&reading.mistakes), Vec::<String>::new());
    let config = &reading.config;
    assert_eq!((config.settings.threshold, config.run.skip.clone()), (Some(0.8), Some(vec![])));
    assert_eq!((config.run.output.as_str(), config.run.feedback), ("json", true));
    assert_eq!(config.run.swarm, ["silent_failure"]);
    assert_eq!(config.graph.path.as_deref(), Some(".code-review-graph/graph.db"));
    assert!(config.synthesis.realist_check && config.synthesis.spec_alignment);
    assert_eq!(config.synthesis.realist_threshold, 0.9);
    for (agents, meant) in [
        ("auto", None),
        ("security", Some(vec!["security"])),
        ("[security, hallucination]", Some(vec!["security", "hallucination"])),
    ] {
        let reading = alone(Layer::Soliton, format!("---\nagents: {agents}\n---\n"));
        assert_eq!(told(&reading.mistakes), Vec::<String>::new());
        assert_eq!(reading.config.run.agents, meant.map(|m| m.into_iter().map(str::to_owned).collect()), "{agents}");
    }
}

#[test]
fn a_soliton_file_without_settings_at_its_head_says_nothing() {
    for text in ["", "# prose\n", "prose\n---\nthreshold: 1\n---\n", "---\n---\n", "---\r\n---\r\n"] {
        let reading = alone(Layer::Soliton, text);
        assert_eq!((told(&reading.mistakes), reading.config), (vec![], read(&[], &[]).config), "{text}");
    }
    let open = alone(Layer::Soliton, "---\nthreshold: 1\n");
    assert_eq!((open.mistakes.len(), open.config.settings.threshold), (1, None));
    let crlf = alone(Layer::Soliton, "\u{feff}---\r\nthreshold: 55\r\n---\r\n");
    assert_eq!(crlf.config.settings.threshold, Some(0.55));
}

#[test]
fn r3s_file_is_understood_and_what_has_no_counterpart_is_told() {
    let text = "severity_threshold: minor\nmax_nits: 5\npasses:\n  security: false\n  conventions: no\npath_rules:\n  - pattern: 'vendor/**'\n    skip_passes: [conventions]\n\
                custom_rules:\n  - id: todo\n    pattern: 'TODO(?!.*#\\d+)'\n    severity: minor\n    message: no issue\n    include: ['*.ts']\naction_override: COMMENT_ONLY\nlarge_pr_threshold: 20\nautonomous: true\n";
    let reading = alone(Layer::Opencode, text);
    assert!(!reading.stops());
    let told = told(&reading.mistakes);
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told[0].starts_with("16 large_pr_threshold") && told[1].starts_with("17 autonomous"), "{told:?}");
    let settings = &reading.config.settings;
    assert_eq!((settings.severity_threshold, settings.max_nits), (Severity::Minor, Some(5)));
    assert_eq!((settings.off.lenses.len(), settings.off.passes.clone()), (1, vec!["conventions".to_owned()]));
    assert_eq!((settings.rules.len(), settings.path_rules.len()), (1, 1));
    assert_eq!(settings.action_override, Some(ReviewAction::CommentOnly));
}

#[test]
fn feedback_is_taken_back_by_whoever_asks_for_another_form_with_a_stronger_layer() {
    let user = given(Layer::User, "[review]\noutput = \"json\"\nfeedback = true\n");
    let reading = read(std::slice::from_ref(&user), &[]);
    assert!(reading.config.run.feedback && !reading.stops());
    let reading = read(&[user], &[said(Layer::Flag, "review.output", "markdown")]);
    assert_eq!((reading.config.run.feedback, told(&reading.mistakes)), (false, vec![]));
    let alone = alone(Layer::Soliton, "---\nfeedback_mode: true\n---\n");
    assert_eq!((alone.config.run.feedback, alone.mistakes.len(), alone.stops()), (false, 1, false));
}

#[test]
fn wrong_values_of_flags_and_variables_stop_with_their_names() {
    for layer in [Layer::Flag, Layer::Environment] {
        let reading = read(&[], &[said(layer, "review.threshold", "200")]);
        assert!(reading.stops());
        let words = reading.mistakes[0].to_string();
        assert!(words.starts_with("--flag: 200 ") || words.starts_with("PRR_VARIABLE: 200 "), "{words}");
    }
}

#[test]
fn a_key_with_nothing_behind_it_clears_nothing() {
    let user = given(Layer::User, "[review]\nmax_nits = 1\n[[suppressions]]\nid = \"a\"\n");
    let reading = read(&[user, given(Layer::Opencode, "max_nits:\nsuppressions:\npasses:\n")], &[]);
    assert_eq!(told(&reading.mistakes), Vec::<String>::new());
    assert_eq!((reading.config.settings.max_nits, reading.config.settings.suppressions.len()), (Some(1), 1));
}
