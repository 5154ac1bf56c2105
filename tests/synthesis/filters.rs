//! R3 steps 2 to 6 and the budgets behind them, row by row.

use prr::core::{
    model::{HeldReason, Kind, Lens, Mode, PathRule, Settings, Severity, Side, Strategy, Suppression},
    synthesis::{Budget, Snapshot, Stage, Tier0},
};

use super::scene::{Made, found, place, reason, review, scene, shown};

fn alone(made: Made) -> Option<HeldReason> {
    let review = review(&scene([made.title("x")]));
    let id = review.places.keys().next().unwrap().to_string();
    reason(&review, &id)
}

#[test]
fn confidence_keeps_by_severity_as_in_the_table_of_step_2() {
    use Severity::{Blocker, Critical, Major, Minor, Nitpick};
    for (confidence, kept) in [
        (1.0, &[Blocker, Critical, Major, Minor, Nitpick][..]),
        (0.70, &[Blocker, Critical, Major, Minor, Nitpick]),
        (0.699, &[Blocker, Critical, Major]),
        (0.50, &[Blocker, Critical, Major]),
        (0.499, &[Blocker, Critical]),
        (0.30, &[Blocker, Critical]),
        (0.299, &[]),
        (0.0, &[]),
    ] {
        for severity in Severity::ALL {
            let held = alone(found("f-001", 5).severity(severity).sure(confidence));
            let expected = (!kept.contains(&severity)).then_some(HeldReason::FalsePositive);
            assert_eq!(held, expected, "{severity} at {confidence}");
        }
    }
}

#[test]
fn security_is_kept_from_point_four_and_a_suggestion_from_a_half_and_neither_ever_keeps_less() {
    let minor = || found("f-001", 5).severity(Severity::Minor);
    let held = Some(HeldReason::FalsePositive);
    assert_eq!(alone(minor().lens(Lens::Security).sure(0.4)), None);
    assert_eq!(alone(minor().lens(Lens::Security).sure(0.399)), held);
    assert_eq!(alone(minor().sure(0.4)), held);
    assert_eq!(alone(minor().suggestion("x").sure(0.5)), None);
    assert_eq!(alone(minor().suggestion("x").sure(0.499)), held);
    let critical = || found("f-001", 5).severity(Severity::Critical).sure(0.3);
    assert_eq!(alone(critical().lens(Lens::Security).suggestion("x")), None);
}

#[test]
fn the_pass_security_performance_counts_as_security() {
    let mut scene = scene([found("f-001", 5).severity(Severity::Minor).sure(0.4)]);
    assert_eq!(reason(&review(&scene), "f-001"), Some(HeldReason::FalsePositive));
    for pass in ["security-performance", "security"] {
        scene.tasks[0].pass = pass.into();
        assert_eq!(reason(&review(&scene), "f-001"), None, "{pass}");
    }
}

#[test]
fn praise_thoughts_notes_and_a_confidence_not_given_are_never_filtered() {
    for kind in [Kind::Praise, Kind::Thought, Kind::Note] {
        let mut scene = scene([found("f-001", 5).kind(kind).sure(0.0).severity(Severity::Nitpick)]);
        scene.settings.threshold = Some(0.99);
        scene.settings.severity_threshold = Severity::Blocker;
        scene.settings.max_nits = Some(0);
        assert_eq!(reason(&review(&scene), "f-001"), None, "{kind}");
    }
    for unusable in [None, Some(f64::NAN), Some(f64::INFINITY)] {
        let mut scene = scene([found("f-001", 5).sure(unusable)]);
        scene.settings.threshold = Some(0.99);
        assert_eq!(reason(&review(&scene), "f-001"), None, "{unusable:?}");
    }
}

fn at_threshold(confidence: f64, change: impl FnOnce(&mut Snapshot)) -> Option<HeldReason> {
    let mut scene = scene([found("f-001", 5).sure(confidence)]);
    change(&mut scene);
    reason(&review(&scene), "f-001")
}

#[test]
fn the_threshold_keeps_its_own_value_and_reads_80_as_point_eight() {
    let held = Some(HeldReason::BelowConfidence);
    for written in [0.8, 80.0] {
        let set = |scene: &mut Snapshot| scene.settings.threshold = Some(written);
        assert_eq!(at_threshold(0.8, set), None);
        assert_eq!(at_threshold(0.7999, set), held);
    }
    assert_eq!(at_threshold(0.6, |scene| scene.settings.threshold = Some(f64::NAN)), held, "swarm's own holds");
}

#[test]
fn a_confidence_made_of_equal_parts_is_never_under_its_own_value() {
    for hundredths in 0..=100u32 {
        let value = f64::from(hundredths) / 100.0;
        let held = at_threshold(value, |scene| {
            scene.settings.threshold = Some(value);
            std::sync::Arc::make_mut(&mut scene.items[0]).finding.severity = Severity::Blocker;
        });
        assert_ne!(held, Some(HeldReason::BelowConfidence), "{value}");
    }
}

#[test]
fn swarm_wants_85_and_90_when_the_checks_found_minor_things_only_and_others_want_none() {
    let swarm = |tier0| {
        move |scene: &mut Snapshot| {
            (scene.settings.threshold, scene.tier0) = (None, tier0);
        }
    };
    let held = Some(HeldReason::BelowConfidence);
    assert_eq!(at_threshold(0.85, swarm(Tier0::NeedsLlm)), None);
    assert_eq!(at_threshold(0.84, swarm(Tier0::NeedsLlm)), held);
    assert_eq!(at_threshold(0.89, swarm(Tier0::AdvisoryOnly)), held);
    assert_eq!(at_threshold(0.90, swarm(Tier0::AdvisoryOnly)), None);
    for strategy in [Strategy::Hotspots, Strategy::Passes(Mode::Full)] {
        let other = |scene: &mut Snapshot| scene.settings = Settings { strategy, ..Settings::default() };
        assert_eq!(at_threshold(0.5, other), None);
    }
}

#[test]
fn the_severity_threshold_drops_what_is_milder_as_in_the_table_of_step_3() {
    for threshold in Severity::ALL {
        for severity in Severity::ALL {
            let mut scene = scene([found("f-001", 5).severity(severity)]);
            scene.settings.severity_threshold = threshold;
            let expected = (severity < threshold).then_some(HeldReason::BelowThreshold);
            assert_eq!(reason(&review(&scene), "f-001"), expected, "{severity} under {threshold}");
        }
    }
}

fn silenced(rule: Suppression, made: Made) -> bool {
    let mut scene = scene([made]);
    scene.settings.suppressions = vec![rule];
    let review = review(&scene);
    assert_eq!(review.notes, Vec::<String>::new());
    place(&review, "security-001").is_suppressed()
}

fn rule(id: Option<&str>, paths: &[&str], pattern: Option<&str>) -> Suppression {
    Suppression {
        id: id.map(Into::into),
        paths: paths.iter().map(|path| (*path).into()).collect(),
        message_pattern: pattern.map(Into::into),
        reason: None,
    }
}

#[test]
fn an_id_silences_by_prefix_of_finding_class_or_pass_and_only_in_its_paths() {
    let made = || found("security-001", 5).class("no-console-log");
    for id in ["security-001", "security-", "no-console", "no-console-log", "correct"] {
        assert!(silenced(rule(Some(id), &[], None), made()), "{id}");
    }
    for id in ["ecurity", "security-0011", "console-log"] {
        assert!(!silenced(rule(Some(id), &[], None), made()), "{id}");
    }
    assert!(silenced(rule(Some("security-"), &["src/**", "*.rs"], None), made()));
    assert!(!silenced(rule(Some("security-"), &["src/**"], None), made()));
    assert!(!silenced(rule(Some("security-"), &["**"], None), made().whole()), "no path, no path match");
}

#[test]
fn a_pattern_silences_by_title_or_body_with_look_around() {
    let made = || found("security-001", 5).title("Unused import").body("It is `os`.\nRemove it.");
    for pattern in ["Unused", "(?i)unused import$", "os(?=`)", "(?<!Used )import", "is .*\\.\nRemove"] {
        assert!(silenced(rule(None, &[], Some(pattern)), made()), "{pattern}");
    }
    for pattern in ["unused", "import\\s+It", "os(?!`)"] {
        assert!(!silenced(rule(None, &[], Some(pattern)), made()), "{pattern}");
    }
    assert!(!silenced(rule(Some("style"), &[], Some("Unused")), made()), "both must match");
    assert!(!silenced(rule(None, &["docs/**"], Some("Unused")), made()));
}

#[test]
fn the_words_of_a_merged_one_do_not_silence_the_one_that_is_kept() {
    let mut scene = scene([
        found("a-001", 5).severity(Severity::Blocker).title("Token is logged").body("grave"),
        found("b-001", 5).task("other").title("Token is logged").body("a nit about TODO"),
    ]);
    scene.settings.suppressions = vec![rule(None, &[], Some("TODO"))];
    let review = review(&scene);
    assert_eq!(shown(&review), ["a-001"]);
    assert!(review.document.findings[0].finding.wording.body.contains("TODO"));
}

#[test]
fn suppressed_findings_are_listed_uncounted_and_never_the_same_as_a_budget() {
    let mut scene = scene([found("a-001", 5).severity(Severity::Blocker), found("b-001", 50)]);
    scene.settings.suppressions = vec![rule(Some("a-"), &[], None)];
    let review = review(&scene);
    let document = &review.document;
    assert_eq!(shown(&review), ["b-001"]);
    assert!(document.findings.last().unwrap().suppressed);
    assert_eq!((document.stats.surfaced(), document.stats.severity(Severity::Blocker)), (1, 0));
    assert_eq!(document.inline_comments.len(), 1);
    assert!(document.review_body.contains("1 finding suppressed by configured rules"));
    assert_eq!((document.stats.nits_suppressed(), document.stats.held(HeldReason::Budget)), (0, 0));
}

#[test]
fn path_rules_raise_security_leave_passes_out_and_set_a_least_severity() {
    let path_rule = |pattern: &str| PathRule {
        pattern: pattern.into(),
        suppress_below: None,
        elevate_security: false,
        skip_passes: vec![],
    };
    let with = |rule: PathRule, made: Made| {
        let mut scene = scene([made]);
        scene.settings.path_rules = vec![rule.clone(), rule];
        review(&scene)
    };
    let raise = || PathRule { elevate_security: true, ..path_rule("*.rs") };
    let raised = with(raise(), found("a-001", 5).lens(Lens::Security));
    assert_eq!(raised.document.findings[0].finding.severity, Severity::Critical, "one level, not two");
    let edited = with(raise(), found("a-001", 5).lens(Lens::Security).edited("Mine", Severity::Minor));
    assert_eq!(edited.document.findings[0].finding.severity, Severity::Minor);
    assert_eq!(with(raise(), found("a-001", 5)).document.findings[0].finding.severity, Severity::Major);

    let least = PathRule { suppress_below: Some(Severity::Critical), ..path_rule("*.rs") };
    assert!(place(&with(least.clone(), found("a-001", 5)), "a-001").is_suppressed());
    assert!(!place(&with(least.clone(), found("a-001", 5).severity(Severity::Critical)), "a-001").is_suppressed());
    assert!(!place(&with(least, found("a-001", 5).in_file("docs/d.md")), "a-001").is_suppressed());
    for name in ["correctness", "the-class"] {
        let skip = PathRule { skip_passes: vec![name.into()], ..path_rule("**") };
        assert!(place(&with(skip, found("a-001", 5).class("the-class")), "a-001").is_suppressed(), "{name}");
    }
    let broken = with(PathRule { elevate_security: true, ..path_rule("src/[") }, found("a-001", 5));
    assert!(broken.notes[0].contains("path rule 1") && broken.notes[0].contains("src/["), "{:?}", broken.notes);
}

fn nits() -> Vec<Made> {
    [
        ("n-001", Severity::Minor, 0.9),
        ("n-002", Severity::Nitpick, 0.99),
        ("n-003", Severity::Minor, 0.75),
        ("n-004", Severity::Nitpick, 0.8),
        ("n-005", Severity::Minor, 0.8),
    ]
    .into_iter()
    .zip(1u32..)
    .map(|((id, severity, sure), n)| found(id, n * 20).severity(severity).sure(sure))
    .collect()
}

#[test]
fn the_least_valuable_nits_go_until_three_remain() {
    let review = review(&scene(nits()));
    assert_eq!(shown(&review), ["n-001", "n-003", "n-005"]);
    assert_eq!(review.document.stats.nits_suppressed(), 2);
    assert!(review.document.review_body.contains("| Nitpicks | 0 shown (2 suppressed) |"));
    assert!(review.document.filtered_log.iter().all(|entry| entry.reason == HeldReason::NitBudget));
}

#[test]
fn max_nits_caps_at_its_value_and_majors_questions_and_praise_are_no_nits() {
    let mut made = nits();
    made.push(found("m-001", 200));
    made.push(found("q-001", 220).kind(Kind::Question).severity(Severity::Minor));
    made.push(found("p-001", 240).kind(Kind::Praise).severity(Severity::Nitpick));
    for (most, left) in [(0, 3), (1, 4), (4, 7), (5, 8), (99, 8)] {
        let mut scene = scene(made.clone());
        scene.settings.max_nits = Some(most);
        assert_eq!(shown(&review(&scene)).len(), left, "{most}");
    }
}

#[test]
fn equal_nits_stay_by_path_then_line_then_id() {
    let minor = |id: &str, line| found(id, line).severity(Severity::Minor);
    let mut scene = scene([
        minor("n-005", 40),
        minor("n-004", 20).in_file("b.rs"),
        minor("n-003", 20),
        minor("n-002", 80).in_file("b.rs"),
        minor("n-001", 80),
    ]);
    scene.settings.max_nits = Some(4);
    let held: Vec<_> = review(&scene).document.filtered_log.iter().map(|entry| entry.finding.to_string()).collect();
    assert_eq!(held, ["n-002"]);
    scene.settings.max_nits = Some(2);
    let mut left = shown(&review(&scene));
    left.sort();
    assert_eq!(left, ["n-003", "n-005"]);
}

#[test]
fn modes_of_the_passes_take_nits_from_the_overview_and_built_ins_or_from_nobody() {
    let minor = |id: &str, line, task: &str| found(id, line).severity(Severity::Minor).task(task);
    let made = [
        minor("a-001", 10, "agent"),
        minor("b-001", 50, "overview"),
        minor("c-001", 90, "builtin:secrets"),
        found("m-001", 130),
    ];
    let with = |mode, max_nits| {
        let mut scene = scene(made.clone());
        scene.tasks.push(super::scene::task(
            "overview",
            "overview",
            prr::core::synthesis::Origin::Agent,
            prr::core::synthesis::Fate::Completed,
        ));
        scene.settings = Settings { strategy: Strategy::Passes(mode), max_nits, ..Settings::default() };
        review(&scene)
    };
    let balanced = with(Mode::Balanced, None);
    assert_eq!(shown(&balanced), ["m-001", "b-001", "c-001"]);
    assert_eq!(reason(&balanced, "a-001"), Some(HeldReason::Mode));
    let major = with(Mode::MajorOnly, Some(9));
    assert_eq!(shown(&major), ["m-001"]);
    assert_eq!(major.document.stats.held(HeldReason::Mode), 3);
    assert_eq!(shown(&with(Mode::Full, None)).len(), 4);
    let capped = with(Mode::Full, Some(1));
    assert_eq!(capped.document.stats.nits_suppressed(), 2);
}

#[test]
fn full_mode_has_no_cap_of_its_own() {
    let mut scene = scene((0..30).map(|n| found(&format!("n-{n:03}"), 10 * n + 1).severity(Severity::Minor)));
    scene.settings = Settings { strategy: Strategy::Passes(Mode::Full), ..Settings::default() };
    assert_eq!(shown(&review(&scene)).len(), 30);
}

fn hotspots(made: impl IntoIterator<Item = Made>) -> Snapshot {
    let mut scene = scene(made);
    scene.settings = Settings { max_nits: Some(99), ..Settings::default() };
    assert_eq!(scene.settings.strategy, Strategy::Hotspots);
    scene
}

fn many(n: u32, severity: Severity, prefix: &str) -> impl Iterator<Item = Made> {
    let at = |k: u32| found(&format!("{prefix}-{k:03}"), 20 * k).severity(severity).priority(50 + k as u8);
    (1..=n).map(at).collect::<Vec<_>>().into_iter()
}

#[test]
fn hotspots_surface_five_and_three_when_nothing_is_grave() {
    let calm = review(&hotspots(many(6, Severity::Major, "m")));
    assert_eq!(shown(&calm).len(), 3);
    assert_eq!(calm.document.stats.held(HeldReason::Budget), 3);
    for grave in [Severity::Critical, Severity::Blocker] {
        let made = many(6, Severity::Major, "m").chain([found("g-001", 390).severity(grave)]);
        let review = review(&hotspots(made));
        assert_eq!(shown(&review).len(), 5);
        assert_eq!(shown(&review)[0], "g-001");
    }
}

#[test]
fn the_budget_takes_severity_first_then_priority() {
    let made = many(5, Severity::Minor, "n").chain(many(2, Severity::Major, "m"));
    assert_eq!(shown(&review(&hotspots(made))), ["m-001", "m-002", "n-005"]);
}

#[test]
fn a_blocker_is_never_held_back_and_stretches_the_cap() {
    let made = many(8, Severity::Blocker, "b").chain(many(2, Severity::Critical, "c"));
    let review = review(&hotspots(made));
    assert_eq!(shown(&review).len(), 8);
    assert_eq!(reason(&review, "c-001"), Some(HeldReason::Budget));
    let asked = many(4, Severity::Blocker, "q").map(|made| made.kind(Kind::Question)).chain([found("m-001", 300)]);
    assert_eq!(shown(&super::scene::review(&hotspots(asked))).len(), 5);
}

#[test]
fn two_questions_beside_findings_and_as_many_as_fit_when_there_is_nothing_else() {
    let questions = |n| many(n, Severity::Critical, "q").map(|made| made.kind(Kind::Question));
    let beside = review(&hotspots(questions(4).chain([found("m-001", 300), found("m-002", 320)])));
    assert_eq!(shown(&beside), ["q-003", "q-004", "m-001", "m-002"]);
    assert_eq!(shown(&review(&hotspots(questions(7)))).len(), 5);
}

#[test]
fn praise_thoughts_and_notes_do_not_count_in_the_budget() {
    let extra = [Kind::Praise, Kind::Thought, Kind::Note].into_iter().zip(1u32..);
    let extra = extra.map(|(kind, n)| found(&format!("x-{n:03}"), 300 + 20 * n).kind(kind));
    assert_eq!(shown(&review(&hotspots(many(3, Severity::Major, "m").chain(extra)))).len(), 6);
}

#[test]
fn other_strategies_have_no_budget_and_the_gate_may_set_its_own_or_none() {
    assert_eq!(shown(&review(&scene(many(9, Severity::Major, "m")))).len(), 9);
    for (budget, left) in [(Budget::Cap(7), 7), (Budget::Cap(0), 0), (Budget::Off, 9), (Budget::Strategy, 3)] {
        let mut scene = hotspots(many(9, Severity::Major, "m"));
        scene.budget = budget;
        assert_eq!(shown(&review(&scene)).len(), left, "{budget:?}");
    }
}

#[test]
fn budgets_wait_for_the_end_of_the_run_and_filters_do_not() {
    let made = many(9, Severity::Minor, "n").chain([found("f-001", 300).severity(Severity::Minor).sure(0.1)]);
    let mut scene = scene(made);
    scene.settings = Settings::default();
    scene.stage = Stage::Running;
    let running = review(&scene);
    assert_eq!(shown(&running).len(), 9);
    assert_eq!(reason(&running, "f-001"), Some(HeldReason::FalsePositive));
    scene.stage = Stage::Closed;
    assert_eq!(shown(&review(&scene)).len(), 3);
}

#[test]
fn the_order_is_severity_then_file_in_the_diff_then_line() {
    let scene = scene([
        found("a-001", 90).severity(Severity::Critical).in_file("c.rs"),
        found("a-002", 10).in_file("b.rs"),
        found("a-003", 200),
        found("a-004", 20),
        found("a-005", 1).severity(Severity::Critical).in_file("docs/d.md"),
        found("a-006", 1).severity(Severity::Blocker).in_file("docs/d.md"),
        found("a-007", 1).whole(),
        found("a-008", 1).on_file("a.rs"),
        found("a-009", 20).at("a.rs", Side::Left, 20, 20),
    ]);
    let expected = ["a-006", "a-001", "a-005", "a-008", "a-009", "a-004", "a-003", "a-002", "a-007"];
    assert_eq!(shown(&review(&scene)), expected);
}

#[test]
fn inside_a_file_praise_stays_at_its_place_thoughts_follow_and_notes_are_last() {
    let of = |id: &str, line, kind| found(id, line).kind(kind);
    let scene = scene([
        of("k-001", 10, Kind::Note),
        of("k-002", 20, Kind::Thought),
        of("k-003", 90, Kind::Praise),
        of("k-004", 5, Kind::Praise).in_file("b.rs"),
        found("k-005", 300).severity(Severity::Minor),
        of("k-006", 30, Kind::Praise),
    ]);
    assert_eq!(shown(&review(&scene)), ["k-005", "k-006", "k-003", "k-002", "k-001", "k-004"]);
}
