//! The planners, rule by rule.

use proptest::{prelude::*, strategy::Strategy};

use super::{sample::*, *};
use crate::core::{
    model::{ChangeMap, Diff, FileIx, Lens, Mode, ModelRef, RiskLevel, Strategy as Planner, Tier, TierSettings, Tiers},
    risk,
};

fn passes_of(plan: &Plan) -> Vec<&str> {
    plan.passes()
}

fn ids(plan: &Plan) -> Vec<&str> {
    plan.tasks.iter().map(|task| task.task.id.as_str()).collect()
}

fn dropped<'p>(plan: &'p Plan, name: &str) -> &'p str {
    plan.dropped.iter().find(|d| d.name == name).map_or("", |d| d.why.as_str())
}

fn swarm(files: &[F], level: RiskLevel, change: impl FnOnce(&mut Wish)) -> (Plan, Diff, ChangeMap) {
    let (diff, map) = at_risk(files, level);
    let mut wish = wish(Planner::Swarm);
    change(&mut wish);
    (plan(&diff, &map, &wish), diff, map)
}

#[test]
fn the_swarm_is_that_of_the_level_without_what_is_left_out_by_default() {
    let files = [file("src/a.rs", 20)];
    let of = |level| swarm(&files, level, |_| ()).0;
    assert_eq!(passes_of(&of(RiskLevel::Low)), ["correctness"]);
    assert_eq!(passes_of(&of(RiskLevel::Medium)), ["correctness", "security"]);
    assert_eq!(passes_of(&of(RiskLevel::High)), ["correctness", "security", "hallucination", "cross-file-impact"]);
    let critical = of(RiskLevel::Critical);
    assert_eq!(
        passes_of(&critical),
        ["correctness", "security", "hallucination", "cross-file-impact", "historical-context"]
    );
    assert!(dropped(&critical, "test-quality").contains("by default") && !dropped(&critical, "consistency").is_empty());
    assert_eq!(critical.tasks[0].why, "the risk is CRITICAL");
}

#[test]
fn a_skip_list_of_ones_own_replaces_the_default_one() {
    let files = [file("src/a.rs", 20)];
    let all = swarm(&files, RiskLevel::Medium, |w| w.skip = names(&[])).0;
    assert_eq!(passes_of(&all), ["correctness", "consistency", "security", "test-quality"]);
    let none = swarm(&files, RiskLevel::Medium, |w| w.skip = names(&["Security", "test_quality"])).0;
    assert_eq!(passes_of(&none), ["correctness", "consistency"]);
    assert_eq!(dropped(&none, "security"), "left out by --skip");
}

#[test]
fn forced_agents_are_the_only_ones_and_only_skip_takes_them_away() {
    let files = [file("src/a.rs", 20)];
    let forced = swarm(&files, RiskLevel::Critical, |w| w.agents = names(&["test-quality", "security"])).0;
    assert_eq!(passes_of(&forced), ["security", "test-quality"]);
    assert_eq!(forced.tasks[0].why, "asked for by --agents");
    let both = swarm(&files, RiskLevel::Low, |w| {
        w.agents = names(&["test-quality", "security"]);
        w.skip = names(&["security"]);
    });
    assert_eq!(passes_of(&both.0), ["test-quality"]);
    let off = swarm(&files, RiskLevel::Medium, |w| w.off = vec!["security".into()]).0;
    assert_eq!(dropped(&off, "security"), "switched off by the settings");
    let against = swarm(&files, RiskLevel::Medium, |w| {
        w.off = vec!["security".into()];
        w.agents = names(&["security"]);
    });
    assert_eq!(passes_of(&against.0), ["security"], "--agents is stronger than a pass switched off");
}

#[test]
fn a_pass_or_a_lens_that_is_forced_is_a_task_over_everything_in_every_strategy() {
    let (diff, map) = change(&[file("src/a.rs", 20), file("src/b.rs", 20)]);
    for strategy in [Planner::Hotspots, Planner::Swarm, Planner::Passes(Mode::Balanced)] {
        let mut wish = wish(strategy);
        wish.agents = names(&["performance-resources", "hallucination"]);
        let plan = plan(&diff, &map, &wish);
        let mut passes = plan.passes();
        passes.sort_unstable();
        assert_eq!(passes, ["hallucination", "performance-resources"], "{strategy:?}");
        assert!(plan.tasks.iter().all(|task| task.files == [FileIx(0), FileIx(1)]), "{strategy:?}");
    }
    let mut of_lens = wish(Planner::Swarm);
    of_lens.agents = names(&["caching"]);
    let of_lens = plan(&diff, &map, &of_lens);
    assert_eq!((ids(&of_lens), &of_lens.tasks[0].lenses), (vec!["asked:caching"], &vec![Lens::Caching]));
    let mut in_hotspots = wish(Planner::Hotspots);
    in_hotspots.agents = names(&["caching"]);
    let in_hotspots = plan(&diff, &map, &in_hotspots);
    assert!(!in_hotspots.tasks.is_empty() && in_hotspots.tasks.iter().all(|t| t.lenses == [Lens::Caching]));
    let mut builtin = wish(Planner::Hotspots);
    builtin.agents = names(&["builtin"]);
    assert_eq!(plan(&diff, &map, &builtin).tasks, [], "built-in reviewers alone");
}

#[test]
fn a_change_that_only_deletes_asks_for_controls_and_importers() {
    let files = [gone("src/auth.rs", 30), gone("src/b.rs", 10)];
    let (deleted, diff, map) = swarm(&files, RiskLevel::High, |_| ());
    assert_eq!(passes_of(&deleted), ["security", "cross-file-impact"]);
    assert_eq!(deleted.case, Case::DeletedOnly);
    let low = swarm(&files, RiskLevel::Low, |_| ()).0;
    assert_eq!(passes_of(&low), ["security", "cross-file-impact"]);
    let lines = deleted.deleted(&diff, &map);
    let score = map.score.as_ref().map_or(0, |score| score.score);
    assert_eq!(lines[0], format!("2 files are deleted, and nothing else changes. Risk: {score}/100."));
    assert_eq!(lines[1..], ["  src/auth.rs (-30)", "  src/b.rs (-10)"]);
    let near = swarm(&[gone("src/auth.rs", 30), file("src/b.rs", 10)], RiskLevel::Low, |_| ());
    assert_eq!((near.0.case, near.0.deleted(&near.1, &near.2)), (Case::Usual, vec![]));
}

#[test]
fn content_asks_for_its_own_agents_only_when_they_are_switched_on() {
    let handles = [text("src/a.js", &["go();"], &["try { go(); } catch (e) {}", "// why", "a();", "b();", "c();"])];
    let off = swarm(&handles, RiskLevel::Low, |_| ()).0;
    assert_eq!(passes_of(&off), ["correctness"]);
    let on = |files: &[F]| {
        swarm(files, RiskLevel::Low, |w| {
            w.silent_failure = true;
            w.comment_accuracy = true;
        })
        .0
    };
    let both = on(&handles);
    assert_eq!(passes_of(&both), ["correctness", "silent-failure", "comment-accuracy"]);
    assert_eq!(both.tasks[1].why, "the change handles errors: src/a.js:1");
    assert_eq!(both.tasks[2].why, "comments change: src/a.js:2");
    assert_eq!(passes_of(&on(&[file("src/a.js", 10)])), ["correctness"], "a near miss: plain calls");
}

#[test]
fn each_sign_of_error_handling_counts_and_its_near_miss_does_not() {
    let sign = |path: &'static str, line: &str| {
        let (diff, map) = change(&[text(path, &[], &[line])]);
        triggers::silent_failure(&diff, &task::reviewed(&diff, &map)).is_some()
    };
    for line in
        ["try:", "} catch (e) {", "except ValueError:", "rescue => e", "p.catch(f)", "p.then(f)", "a?.b", "a ?? b"]
    {
        assert!(sign("src/a.x", line), "{line}");
    }
    for line in ["return null;", "return None", "return {}", "return []", "return undefined"] {
        assert!(sign("src/a.x", line), "{line}");
    }
    for line in ["retry(x)", "entry = 1", "a ? .5 : 1", "return nullable", "return {a}", "recatch()"] {
        assert!(!sign("src/a.x", line), "{line}");
    }
    assert!(sign("src/a.py", "from unittest import mock") && !sign("tests/test_a.py", "from unittest import mock"));
}

#[test]
fn trivial_changes_ask_no_model_unless_somebody_forces_one() {
    let few = [text("src/a.rs", &["let a = 1;"], &["let a = 2;", "// and why", "", "let b = 3;"])];
    let (trivial, _, map) = swarm(&few, RiskLevel::Critical, |_| ());
    assert_eq!((trivial.case, trivial.tasks.len()), (Case::Trivial(3), 0));
    assert_eq!(dropped(&trivial, "security"), "the change is trivial: 3 meaningful lines");
    let score = map.score.as_ref().map_or(0, |score| score.score);
    assert_eq!(trivial.trivial(&map), Some(format!("Trivial change. Risk: {score}/100. No findings.")));
    let forced = swarm(&few, RiskLevel::Low, |w| w.agents = names(&["security"])).0;
    assert_eq!(passes_of(&forced), ["security"]);
    let (five, _, map) = swarm(&[file("src/a.rs", 5)], RiskLevel::Low, |_| ());
    assert_eq!((five.case, five.trivial(&map)), (Case::Usual, None));
}

#[test]
fn blanks_comments_and_lines_set_otherwise_are_not_meaningful() {
    let count = |path, removed: &[&str], added: &[&str]| {
        let (diff, _) = change(&[text(path, removed, added)]);
        meaningful_lines(&diff, &[FileIx(0)])
    };
    assert_eq!(count("a.rs", &["  a();", "b();"], &["a();", "    b( );"]), 0);
    assert_eq!(count("a.rs", &["a();"], &["b();"]), 2);
    assert_eq!(count("a.rs", &[], &["// x", "/// y", "", "#[test]"]), 1);
    assert_eq!(count("a.py", &[], &["# x", "#!/bin/sh", "x = 1  # y"]), 2);
    assert_eq!(count("a.md", &[], &["# Heading", "text"]), 2);
    assert_eq!(count("a.c", &[], &["/* x */", "/* x */ y();", "#include <a>"]), 2);
    assert_eq!(count("a.txt", &[], &["// x", "# y"]), 2);
    assert_eq!(count("a.rs", &["a();", "a();"], &["a();"]), 1, "one of two that went is one line");
}

#[test]
fn a_change_of_left_out_files_asks_nobody() {
    let (plan, _, map) = swarm(&[file("Cargo.lock", 300), file("web/a.min.js", 40)], RiskLevel::High, |_| ());
    assert_eq!((plan.case, plan.tasks.len()), (Case::LeftOut, 0));
    assert_eq!(Plan::filtered(&map), ["Skipped 2 auto-generated files"]);
    let forced = swarm(&[file("Cargo.lock", 300)], RiskLevel::High, |w| w.agents = names(&["security"])).0;
    assert_eq!(forced.tasks.len(), 0, "there is nothing to show it");
}

#[test]
fn generated_and_binary_files_are_counted_apart() {
    let (_, map) = change(&[file("go.sum", 9), file("a/logo.png", 0), file("b/x.woff2", 0), file("src/a.rs", 9)]);
    assert_eq!(Plan::filtered(&map), ["Skipped 1 auto-generated files", "Skipped 2 binary files"]);
    let (_, map) = change(&[file("src/a.rs", 9)]);
    assert_eq!(Plan::filtered(&map), Vec::<String>::new());
}

#[test]
fn a_large_change_is_cut_by_folders_and_it_is_said() {
    let files = [
        file("src/auth/a.rs", 300),
        file("src/db/b.rs", 400),
        file("lib/c.rs", 120),
        file("README.md", 20),
        file("src/auth/d.rs", 150),
        file("lib/deep/e.rs", 600),
    ];
    let (plan, diff, map) = swarm(&files, RiskLevel::Low, |_| ());
    let by: Vec<Vec<u32>> = plan.tasks.iter().map(|t| t.files.iter().map(|f| f.0).collect()).collect();
    assert_eq!(by, [vec![0, 4], vec![0, 4], vec![1], vec![2, 3], vec![5]], "whole folders, one over-long file alone");
    // Each chunk has its own score: src/auth is a sensitive path.
    let ids = ids(&plan);
    assert_eq!(ids[..2], ["swarm:correctness#1", "swarm:security#1"]);
    assert_eq!(ids[2..], ["swarm:correctness#2", "swarm:correctness#3", "swarm:correctness#4"]);
    assert_eq!(plan.tasks[0].why, "the risk is MEDIUM; chunk 1 of 4: src/auth");
    assert!(plan.tasks[1].focus.ends_with(": src/auth/a.rs, src/auth/d.rs"), "{}", plan.tasks[1].focus);
    assert_eq!(plan.tasks[3].why, "the risk is LOW; chunk 3 of 4: lib, root");
    assert_eq!(
        plan.large(&diff, &map).unwrap(),
        "Large PR (1590 lines). Split into 4 review chunks. Consider smaller PRs for better review quality."
    );
    let (small, diff, map) = swarm(&[file("a/x.rs", 500), file("b/y.rs", 500)], RiskLevel::Low, |_| ());
    assert_eq!((small.parts, small.large(&diff, &map)), (1, None), "1,000 lines are not large");
}

#[test]
fn a_chunk_is_scored_by_its_own_files_and_by_what_is_known_of_the_whole() {
    let files = [
        text("src/a.rs", &[], &["pub fn total_of(x: u8) -> u8 {", "    x", "}"]),
        text("lib/b.rs", &[], &["fn user() {", "    total_of(1);", "}"]),
        file("auth/c.rs", 900),
    ];
    let (diff, mut map) = change(&files);
    let of = |map: &ChangeMap, file: u32| risk::score_of(&diff, map, &[FileIx(file)]).unwrap();
    let factor = |score: &crate::core::model::RiskScore, name: &str| {
        score.factors.iter().find(|factor| factor.name == name).unwrap().score
    };
    let (a, c) = (of(&map, 0), of(&map, 2));
    assert_eq!((factor(&a, "sensitive_paths"), factor(&c, "sensitive_paths")), (0, 100));
    assert_eq!((factor(&a, "file_size_scope"), factor(&c, "file_size_scope")), (10, 80));
    assert_eq!((factor(&a, "blast_radius"), factor(&c, "blast_radius")), (10, 0), "lib/b.rs uses src/a.rs");
    // With an index: two files outside use it, and the one of the other chunk.
    map.score.as_mut().unwrap().basis.users = Some(vec![vec![3, 7], vec![], vec![7]]);
    assert_eq!(factor(&of(&map, 0), "blast_radius"), 30);
    assert_eq!(factor(&risk::score_of(&diff, &map, &[FileIx(0), FileIx(1)]).unwrap(), "blast_radius"), 20);
    assert_eq!(risk::score_of(&diff, &ChangeMap { score: None, ..map }, &[FileIx(0)]), None);
}

#[test]
fn features_of_a_graph_lead_chunking() {
    let files = [file("a/x.rs", 400), file("b/y.rs", 450), file("c/z.rs", 300)];
    let (diff, _) = change(&files);
    let all: Vec<FileIx> = diff.file_numbers().collect();
    let features = vec!["login".to_owned(), String::new(), "login".to_owned()];
    let by = chunks(&diff, &all, &features);
    assert_eq!(by.iter().map(|c| c.groups.join("+")).collect::<Vec<_>>(), ["login", "b", "login"]);
    let small = [file("a/x.rs", 200), file("b/y.rs", 600), file("c/z.rs", 250)];
    let by = chunks(&diff_of(&small), &all, &features);
    assert_eq!(by.iter().map(|c| c.files.len()).collect::<Vec<_>>(), [2, 1], "one feature, one chunk");
}

#[test]
fn passes_are_those_of_the_mode_with_its_tiers_and_tools() {
    let (diff, map) = change(&[file("src/a.rs", 20)]);
    let of = |mode| plan(&diff, &map, &wish(Planner::Passes(mode)));
    let five = ["overview", "correctness", "correctness-contracts", "security-performance", "performance-resources"];
    let balanced = of(Mode::Balanced);
    assert_eq!((passes_of(&balanced), balanced.parallel), (five.to_vec(), 5));
    assert_eq!(dropped(&balanced, "conventions-maintainability"), "only the mode full has it");
    let tiers: Vec<&str> = balanced.tasks.iter().map(|t| t.tier.as_str()).collect();
    assert_eq!(tiers, ["light", "heavy", "heavy", "heavy", "heavy"]);
    let tools: Vec<&str> = balanced.tasks.iter().map(|t| t.tools.as_str()).collect();
    assert_eq!(tools, ["none", "configured", "configured", "configured", "configured"]);
    let asks = |plan: &Plan| plan.tasks.iter().map(|t| t.asks).collect::<Vec<_>>();
    assert_eq!(asks(&balanced), [Asks::FewMinors, Asks::Majors, Asks::Majors, Asks::Majors, Asks::Majors]);
    let major = of(Mode::MajorOnly);
    assert_eq!((passes_of(&major), asks(&major)[0]), (five.to_vec(), Asks::Overview));
    let full = of(Mode::Full);
    assert_eq!((full.passes().len(), full.passes()[1], full.parallel), (6, "conventions-maintainability", 6));
    assert!(asks(&full).iter().all(|asks| *asks == Asks::Everything));
}

#[test]
fn shards_are_counted_by_bytes_and_files() {
    for (bytes, files, count) in [
        (0, 0, 1),
        (199_999, 9, 1),
        (200_000, 1, 1),
        (200_000, 2, 2),
        (399_999, 9, 2),
        (400_000, 1, 1),
        (400_000, 2, 2),
        (400_000, 3, 3),
        (usize::MAX, 99, 3),
    ] {
        assert_eq!(shard_count(bytes, files), count, "{bytes} bytes in {files} files");
    }
}

#[test]
fn a_large_change_runs_every_pass_once_a_shard() {
    let files = [wide("a.rs", 900, 150), wide("b.rs", 500, 150), wide("c.rs", 450, 150), wide("d.rs", 900, 150)];
    let (diff, map) = change(&files);
    let plan = plan(&diff, &map, &wish(Planner::Passes(Mode::Balanced)));
    assert_eq!((plan.parts, plan.tasks.len(), plan.parallel), (3, 15, 15));
    assert_eq!(ids(&plan)[..3], ["pass:overview#1", "pass:overview#2", "pass:overview#3"]);
    let lines: Vec<usize> = plan.tasks[..3].iter().map(|t| t.files.len()).collect();
    assert_eq!(lines, [1, 2, 1], "900, 500 + 450, 900 lines");
    let full = super::plan(&diff, &map, &wish(Planner::Passes(Mode::Full)));
    assert_eq!(full.parallel, 18);
    let capped = super::plan(&diff, &map, &Wish { parallel: Some(4), ..wish(Planner::Passes(Mode::Full)) });
    assert_eq!(capped.parallel, 4);
}

#[test]
fn a_pass_without_tools_gets_them_when_its_input_is_cut() {
    let (mut diff, map) = change(&[file("src/a.rs", 20), file("src/b.rs", 20)]);
    diff.files[1].form = crate::core::model::FileForm::NotGiven;
    let plan = plan(&diff, &map, &wish(Planner::Passes(Mode::Balanced)));
    assert_eq!(plan.tasks[0].tools, ToolPolicy::Configured);
}

#[test]
fn hotspots_are_one_task_each_with_capped_lenses() {
    let (diff, map) = change(&[text(
        "src/auth/login.rs",
        &["    if !user.is_admin() { return Err(Denied); }", "    check_password(&user)?;"],
        &[
            "    let sql = format!(\"DELETE FROM users WHERE id = {id}\");",
            "    db.execute(&sql).await?;",
            "    log::info!(\"password {password}\");",
            "pub async fn login(user: &str) -> Result<Token> {",
            "    let guard = LOCK.lock().unwrap();",
        ],
    )]);
    let plan = plan(&diff, &map, &wish(Planner::Hotspots));
    assert_eq!(plan.tasks.len(), map.hotspots.len());
    let first = &plan.tasks[0];
    assert_eq!((first.task.id.as_str(), first.tier, first.tools), ("hotspot-1", Tier::Heavy, ToolPolicy::None));
    assert_eq!(first.lenses[..2], [Lens::Correctness, Lens::Maintainability]);
    assert!(first.lenses.len() <= 5 && first.why == map.hotspots[0].why);
    assert!(first.bytes(&diff) > 0 && first.bytes(&diff) <= diff.text.len());
    let skipped = super::plan(&diff, &map, &Wish { skip: names(&["maintainability"]), ..wish(Planner::Hotspots) });
    assert!(!skipped.tasks[0].lenses.contains(&Lens::Maintainability));
    assert_eq!(dropped(&skipped, "maintainability"), "left out by --skip");
}

#[test]
fn special_lenses_of_a_task_are_two_and_three_at_high_risk() {
    let (diff, mut map) = change(&[file("src/a.rs", 20)]);
    let special = [Lens::ConcurrencyLifecycle, Lens::Caching, Lens::Performance, Lens::Accessibility];
    map.hotspots[0].lenses = [Lens::Correctness, Lens::Maintainability].into_iter().chain(special).collect();
    let mut with = |tag: Option<Lens>| {
        map.hotspots[0].unit.tags = tag.map(|tag| (tag, String::new())).into_iter().collect();
        plan(&diff, &map, &wish(Planner::Hotspots)).tasks[0].lenses.len()
    };
    assert_eq!((with(None), with(Some(Lens::Caching))), (4, 4));
    for high in [Lens::Security, Lens::ApiContract, Lens::DataIntegrity] {
        assert_eq!(with(Some(high)), 5, "{high:?}");
    }
}

#[test]
fn who_answers_is_the_nearest_tier_and_nobody_is_no_model() {
    let model = |name: &str| TierSettings { model: ModelRef::parse(name), ..TierSettings::default() };
    let who = Who { tiers: Tiers { heavy: model("a::big"), ..Tiers::default() }, commands: Vec::new() };
    assert_eq!(who.answers("overview", Tier::Light).as_deref(), Some("a::big"));
    let two =
        Who { tiers: Tiers { light: model("a::small"), heavy: model("a::big"), ..Tiers::default() }, ..who.clone() };
    assert_eq!(two.answers("x", Tier::Medium).as_deref(), Some("a::big"), "of two as near the stronger");
    let command = Command { name: "codex".into(), pass: Some("overview".into()), ..Command::default() };
    let with = Who { commands: vec![command], ..two };
    assert_eq!(with.answers("overview", Tier::Light).as_deref(), Some("cmd:codex"));
    assert_eq!(Who::default().answers("overview", Tier::Light), None);
    let (plan, ..) = swarm(&[file("a.rs", 9)], RiskLevel::Low, |_| ());
    assert_eq!(plan.tasks[0].skipped(), Some("no model"));
}

#[test]
fn a_command_over_the_whole_change_is_a_task_and_can_be_left_out() {
    let whole = Command { name: "mine".into(), whole: true, ..Command::default() };
    let with = |change: fn(&mut Wish)| {
        swarm(&[file("a.rs", 9)], RiskLevel::Low, |w| {
            w.who.commands = vec![whole.clone()];
            change(w);
        })
        .0
    };
    assert_eq!(ids(&with(|_| ())), ["swarm:correctness", "agent:mine"]);
    assert_eq!(ids(&with(|w| w.skip = names(&["mine", "consistency"]))), ["swarm:correctness"]);
    assert_eq!(ids(&with(|w| w.agents = names(&["mine"]))), ["agent:mine"]);
    assert_eq!(ids(&with(|w| w.agents = names(&["security"]))), ["swarm:security"]);
}

#[test]
fn what_is_said_of_a_plan_has_its_numbers() {
    let (plan, diff, map) = swarm(&[file("src/a.rs", 20)], RiskLevel::High, |w| {
        w.who.tiers.heavy.model = ModelRef::parse("a::b");
    });
    let score = map.score.as_ref().unwrap();
    let lines = plan.lines(&diff, &map);
    assert_eq!(lines[0], format!("Risk Score: {}/100 (HIGH)", score.score));
    assert_eq!(
        lines[1..],
        [
            "Dispatching 4 review agents...",
            "├── correctness",
            "├── security",
            "├── hallucination",
            "└── cross-file-impact"
        ]
    );
    let (nobody, diff, map) = swarm(&[file("src/a.rs", 20)], RiskLevel::High, |_| ());
    assert_eq!(nobody.lines(&diff, &map).len(), 1, "nobody is dispatched without a model");
    let (one, diff, map) = swarm(&[file("src/a.rs", 20)], RiskLevel::Low, |w| {
        w.who.tiers.heavy.model = ModelRef::parse("a::b");
    });
    assert_eq!(one.lines(&diff, &map)[1..], ["Dispatching 1 review agents...", "└── correctness"]);
    assert_eq!(Plan::fast_path(2, 30), "Approve. Risk: 0/100 | Tier 0 only | 2 files | 30 lines.");
}

#[test]
fn an_estimate_says_tokens_and_dollars_and_which_price_is_missing() {
    let listed = vec![
        ("a::*".into(), Price { input: 3.0, output: 15.0, cache_write: 3.75, cache_read: 0.3 }),
        ("a::big".into(), Price { input: 15.0, output: 75.0, cache_write: 18.75, cache_read: 1.5 }),
    ];
    let prices = Prices { own: Vec::new(), listed: listed.clone() };
    let two = estimate([(Some("a::small"), 4_000), (None, 9_000)].into_iter(), &prices);
    assert_eq!((two.input, two.output, two.cost_usd), (1_000, 1_500, Some(0.0255)));
    let big = estimate([(Some("a::big"), 4)].into_iter(), &prices);
    assert_eq!(big.cost_usd, Some(0.1125));
    let none = estimate([(Some("b::x"), 4_000), (Some("b::x"), 1)].into_iter(), &prices);
    assert_eq!((none.cost_usd, none.unpriced), (None, vec!["b::x".to_owned()]));
    assert_eq!(estimate([(None, 4_000)].into_iter(), &prices).cost_usd, Some(0.0));
    // The person's own come first, even where the table has the name itself (FACTS "Cost").
    let own = vec![("a::*".into(), Price { input: 1.0, output: 1.0, cache_write: 1.0, cache_read: 1.0 })];
    let mine = Prices { own, listed };
    assert_eq!(mine.of("a::big").map(|price| price.input), Some(1.0));
    assert_eq!(mine.of("b::big"), None);
}

fn any_change() -> impl Strategy<Value = Vec<(usize, usize, usize)>> {
    prop::collection::vec((0..8_usize, 0..600_usize, 0..90_usize), 1..9)
}

const PATHS: [&str; 8] =
    ["src/a/x.rs", "src/b/y.rs", "lib/z.py", "w.md", "t/u/v.ts", "src/c.rs", "Cargo.lock", "img/a.png"];

fn made(parts: &[(usize, usize, usize)]) -> (Diff, ChangeMap) {
    let mut files: Vec<F> = Vec::new();
    for (path, lines, width) in parts {
        if !files.iter().any(|f| f.path == PATHS[*path]) {
            files.push(wide(PATHS[*path], *lines, *width));
        }
    }
    change(&files)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    #[test]
    fn shards_and_chunks_partition_the_files(parts in any_change()) {
        let (diff, map) = made(&parts);
        let files = task::reviewed(&diff, &map);
        let mut in_shards: Vec<FileIx> = shards(&diff, &files).into_iter().flatten().collect();
        in_shards.sort_unstable();
        prop_assert_eq!(&in_shards, &files);
        let chunks = chunks(&diff, &files, &[]);
        let mut in_chunks: Vec<FileIx> = chunks.iter().flat_map(|c| c.files.clone()).collect();
        in_chunks.sort_unstable();
        prop_assert_eq!(&in_chunks, &files);
        for chunk in chunks.iter().filter(|_| chunks.len() > 1) {
            prop_assert!(chunk.files.len() == 1 || chunk.lines <= 500);
        }
        let empty = shards(&diff, &files).iter().any(Vec::is_empty);
        prop_assert!(files.is_empty() || !empty);
    }

    #[test]
    fn the_same_change_has_the_same_plan_within_its_caps(parts in any_change(), which in 0..5_usize) {
        let (diff, map) = made(&parts);
        let strategy = [
            Planner::Hotspots,
            Planner::Swarm,
            Planner::Passes(Mode::Balanced),
            Planner::Passes(Mode::MajorOnly),
            Planner::Passes(Mode::Full),
        ][which];
        let one = plan(&diff, &map, &wish(strategy));
        prop_assert_eq!(&one, &plan(&diff, &map, &wish(strategy)));
        let mut names = ids(&one);
        names.sort_unstable();
        names.dedup();
        prop_assert_eq!(names.len(), one.tasks.len(), "ids are unique");
        for task in &one.tasks {
            prop_assert!(!task.files.is_empty() && task.files.is_sorted());
            prop_assert!(task.lenses.len() <= 5);
            prop_assert!(task.files.iter().all(|f| !map.classes[f.0 as usize].is_left_out()));
        }
        match strategy {
            Planner::Hotspots => prop_assert!(one.tasks.len() <= 8),
            Planner::Swarm => {}
            Planner::Passes(_) => prop_assert!([0, 5, 6, 10, 12, 15, 18].contains(&one.tasks.len())),
        }
    }
}
