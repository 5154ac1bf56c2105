//! Properties over any findings, decisions and settings.

use proptest::{collection::vec, option, prelude::*, sample::select};
use prr::core::{
    model::{HeldReason, Kind, Lens, Mode, ReviewAction, Settings, Severity, Side, Strategy, Suppression},
    synthesis::{self, Author, Budget, Fate, Place, Snapshot, Stage, Tier0, Undecided},
};

use super::scene::{FILES, Made, found, own, posted, review, scene};

const TASKS: [&str; 5] = ["agent", "other", "third", "builtin:secrets", "unknown"];
const TITLES: [&str; 6] =
    ["Missing null check", "Null check missing here", "Loop never ends", "Secret in code", "", "Token `leaks` | *now*"];

/// The last four say the same of one fault, and contradict each other.
const BODIES: [&str; 8] = [
    "",
    "A body.",
    "```\nopen",
    "- a\n- b",
    "The reader is not closed when parsing throws.",
    "Handles pile up: please dispose it.",
    "The token should be logged.",
    "Please don't log the token.",
];

fn finding() -> impl Strategy2<Value = Made> {
    let place = (0usize..5, 1u32..420, 0u32..12, any::<bool>());
    let words = (0usize..6, 0usize..4, 0usize..3, 0usize..8);
    let numbers = (select(Severity::ALL.to_vec()), option::weighted(0.85, 0.0..=1.0f64), 0u8..=100);
    let what = (select(Kind::ALL.to_vec()), select(vec![Lens::Security, Lens::Correctness, Lens::Maintainability]));
    let judged =
        vec![HeldReason::NoSuchPath, HeldReason::Actionability, HeldReason::DuplicateInRun, HeldReason::Rejected];
    let held = option::weighted(0.15, select(judged));
    (place, words, numbers, what, (0usize..5, held, 0u8..12)).prop_map(
        |((file, line, length, right), (title, class, print, body), (severity, sure, priority), (kind, lens), rest)| {
            let (task, held, ruling) = rest;
            let mut made =
                found("x", line).severity(severity).sure(sure).priority(priority).lens(lens).task(TASKS[task]);
            made = match kind {
                Kind::Comment => made.kind(Kind::Finding),
                kind => made.kind(kind),
            };
            made = made.title(TITLES[title]).body(BODIES[body]);
            made = made.class(["", "null-deref", "secret", ""][class]).print(["|||", "c|f|i|s", "c|g||"][print]);
            let side = if right { Side::Right } else { Side::Left };
            made = match FILES.get(file) {
                Some(path) if length < 9 => made.at(path, side, line, line + length),
                Some(path) => made.on_file(path),
                None => made.whole(),
            };
            if class == 3 {
                made = made.suggestion(["a", "b", "````"][print]);
            }
            if let Some(reason) = held {
                made = made.held(reason);
            }
            match ruling {
                0 => made.accepted(),
                1 => made.dropped("no"),
                2 => made.restored(),
                3 => made.edited("Mine", Severity::Major),
                4 => made.marked_inline(),
                _ => made,
            }
        },
    )
}

use proptest::strategy::Strategy as Strategy2;

fn settings() -> impl Strategy2<Value = Settings> {
    let strategy = select(vec![
        Strategy::Hotspots,
        Strategy::Swarm,
        Strategy::Passes(Mode::Balanced),
        Strategy::Passes(Mode::MajorOnly),
        Strategy::Passes(Mode::Full),
    ]);
    let limits = (option::of(0.0..=1.0f64), select(Severity::ALL.to_vec()), option::of(0u32..5));
    let rules = vec(select(vec!["correctness-00", "secret", "agent", "x"]), 0..2);
    (strategy, limits, rules).prop_map(|(strategy, (threshold, severity_threshold, max_nits), ids)| Settings {
        strategy,
        threshold,
        severity_threshold,
        max_nits,
        suppressions: ids.into_iter().map(|id| Suppression { id: Some(id.into()), ..Suppression::default() }).collect(),
        ..Settings::default()
    })
}

fn snapshot() -> impl Strategy2<Value = Snapshot> {
    let stage = select(vec![Stage::Closed, Stage::Ending, Stage::Running]);
    let budget = select(vec![Budget::Strategy, Budget::Strategy, Budget::Off, Budget::Cap(2)]);
    let tier0 = select(vec![Tier0::NeedsLlm, Tier0::Clean, Tier0::AdvisoryOnly]);
    let fate = select(vec![Fate::Completed, Fate::Failed("x".into()), Fate::Skipped("no model".into())]);
    (vec(finding(), 0..40), 0usize..3, settings(), (stage, budget, tier0, fate)).prop_map(
        |(found, comments, settings, (stage, budget, tier0, fate))| {
            let named = found.into_iter().zip(1u32..).map(|(made, n)| made.judged_as(&format!("correctness-{n:03}")));
            let own = (0..comments).map(|n| own(&format!("own-{n:03}"), (n > 0).then_some(7), "Why?"));
            let mut snapshot = scene(named.chain(own));
            (snapshot.settings, snapshot.stage, snapshot.budget, snapshot.tier0) = (settings, stage, budget, tier0);
            snapshot.tasks[0].fate = fate;
            snapshot
        },
    )
}

/// Whether a person's decision pins it.
fn pinned(judged: &synthesis::Judged) -> bool {
    judged.finding.kind == Kind::Comment || judged.ruling.is_some()
}

/// Our texts begin their fences at the line and never with tildes.
fn leaves_fence_open(text: &str) -> bool {
    let mut open = 0;
    for line in text.lines() {
        let run = line.chars().take_while(|c| *c == '`').count();
        let alone = run == line.len();
        if run >= 3 && (open == 0 || (alone && run >= open)) {
            open = if open == 0 { run } else { 0 };
        }
    }
    open > 0
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_finding_ends_in_exactly_one_place_and_the_counts_add_up(snapshot in snapshot()) {
        let review = review(&snapshot);
        let document = &review.document;
        let shown: Vec<_> = document.findings.iter().filter(|entry| !entry.suppressed).collect();
        for judged in &snapshot.items {
            prop_assert!(review.places.contains_key(&judged.finding.id));
        }
        let notes = review.places.len() - snapshot.items.len();
        let mut seen = [0u32; 4];
        for (id, place) in &review.places {
            match place {
                Place::Surfaced(at) => {
                    seen[0] += 1;
                    prop_assert_eq!(&shown[*at as usize].finding.id, id);
                }
                Place::Merged { into } => {
                    seen[1] += 1;
                    let holds = |entry: &&synthesis::Entry| entry.finding.id == *into && entry.related_to.contains(id);
                    let kept = matches!(review.places[into], Place::Held(_) | Place::Dropped(_));
                    prop_assert!(kept || document.findings.iter().any(|entry| holds(&entry)));
                    prop_assert!(!matches!(review.places[into], Place::Merged { .. }), "no chains");
                }
                Place::Held(_) => seen[2] += 1,
                Place::Dropped(_) => seen[3] += 1,
            }
        }
        let stats = &document.stats;
        prop_assert_eq!(seen[0] as usize, shown.len());
        prop_assert_eq!(stats.surfaced(), seen[0]);
        prop_assert_eq!(stats.merged, seen[1]);
        prop_assert_eq!(stats.held.values().sum::<u32>(), seen[2]);
        prop_assert_eq!(stats.dropped, seen[3]);
        prop_assert_eq!(stats.held(HeldReason::Suppressed) as usize, document.findings.len() - shown.len());
        prop_assert!(notes <= 20);
        let merged: usize = document.dedup_log.iter().map(|merge| merge.merged.len() - 1).sum();
        prop_assert_eq!(merged as u32, stats.merged);
    }

    #[test]
    fn the_order_of_the_snapshot_decides_nothing_and_a_second_look_says_the_same(
        (snapshot, turn) in (snapshot(), any::<prop::sample::Index>())
    ) {
        let first = review(&snapshot);
        prop_assert_eq!(&first, &review(&snapshot));
        let mut other = snapshot.clone();
        if !other.items.is_empty() {
            let by = turn.index(other.items.len());
            other.items.rotate_left(by);
        }
        other.items.reverse();
        prop_assert_eq!(&first, &review(&other));
    }

    #[test]
    fn what_came_step_by_step_is_what_comes_all_at_once((snapshot, cut) in (snapshot(), any::<prop::sample::Index>())) {
        let mut part = snapshot.clone();
        part.items.truncate(cut.index(snapshot.items.len() + 1));
        part.stage = Stage::Running;
        let first = synthesis::synthesise_after(&part, None).unwrap();
        let last = synthesis::synthesise_after(&snapshot, Some(&first)).unwrap();
        let whole = review(&snapshot);
        prop_assert_eq!(&last.document, &whole.document);
        prop_assert_eq!(&last.places, &whole.places);
        prop_assert_eq!((&last.verdicts, &last.comments), (&whole.verdicts, &whole.comments));
        let mut placed = first.places.clone();
        placed.extend(last.moved.iter().map(|id| (id.clone(), last.places[id].clone())));
        for (id, place) in &whole.places {
            prop_assert!(placed[id].is_like(place), "{id}: {:?} {place:?}", placed[id]);
        }
    }

    #[test]
    fn decided_findings_never_vanish_and_stand_as_decided(snapshot in snapshot()) {
        let review = review(&snapshot);
        for judged in snapshot.items.iter().filter(|judged| pinned(judged)) {
            let id = &judged.finding.id;
            let dropped = judged.ruling.as_ref().is_some_and(|r| matches!(r.decided, synthesis::Decided::Dropped(_)));
            match &review.places[id] {
                Place::Dropped(_) => prop_assert!(dropped),
                Place::Surfaced(at) => {
                    prop_assert!(!dropped);
                    let entry = &review.document.findings[*at as usize];
                    let edited = judged.ruling.as_ref().and_then(|ruling| ruling.edited.as_ref());
                    let words = edited.map_or(&judged.finding.wording, |(words, _)| words);
                    prop_assert_eq!(&entry.finding.wording, words, "never reworded");
                }
                other => prop_assert!(false, "{id}: {other:?}"),
            }
        }
    }

    #[test]
    fn a_blocker_is_lost_to_no_budget_and_to_no_milder_one(snapshot in snapshot()) {
        let review = review(&snapshot);
        for judged in &snapshot.items {
            if judged.finding.severity != Severity::Blocker || pinned(judged) || judged.finding.kind != Kind::Finding {
                continue;
            }
            match &review.places[&judged.finding.id] {
                Place::Held(held) => {
                    let spent = matches!(held.reason, HeldReason::Budget | HeldReason::NitBudget | HeldReason::Mode);
                    prop_assert!(!spent, "{held:?}");
                }
                Place::Merged { into } => {
                    let kept = snapshot.items.iter().find(|other| other.finding.id == *into).unwrap();
                    prop_assert_eq!(kept.finding.severity, Severity::Blocker);
                }
                Place::Surfaced(_) => {}
                Place::Dropped(_) => prop_assert!(false),
            }
        }
    }

    #[test]
    fn a_decision_changes_no_place_but_its_own_unless_it_merges(snapshot in snapshot()) {
        // One agent, and titles, classes and fingerprints that nominate nobody: so no duplicates, and nobody's
        // priority depends on a neighbour.
        let mut lone = snapshot;
        for (n, judged) in lone.items.iter_mut().map(std::sync::Arc::make_mut).enumerate() {
            judged.finding.wording.title = format!("only{n}");
            judged.finding.wording.suggestion = None;
            judged.finding.wording.body = format!("body {n}");
            judged.finding.fingerprint = "|||".into();
            if let Some(own) = &mut judged.own {
                own.issue_class = String::new();
                own.task = prr::core::model::TaskId::new("agent");
            }
            if let Some(ruling) = &mut judged.ruling {
                ruling.edited = None;
            }
        }
        let with = review(&lone);
        let mut free = lone.clone();
        free.items.iter_mut().for_each(|judged| std::sync::Arc::make_mut(judged).ruling = None);
        let without = review(&free);
        for judged in lone.items.iter().filter(|judged| !pinned(judged)) {
            let id = &judged.finding.id;
            let same = match (&with.places[id], &without.places[id]) {
                (Place::Surfaced(_), Place::Surfaced(_)) => true,
                (a, b) => a == b,
            };
            prop_assert!(same, "{id}: {:?} {:?}", with.places[id], without.places[id]);
        }
    }

    #[test]
    fn what_is_posted_is_what_was_accepted_and_its_numbers_are_of_that(snapshot in snapshot()) {
        let hold = posted(&snapshot, Undecided::Hold);
        let is_accepted = |id: &prr::core::model::FindingId| {
            let judged = snapshot.items.iter().find(|judged| judged.finding.id == *id);
            judged.is_some_and(|judged| {
                let accepted = judged.ruling.as_ref().is_some_and(|r| r.decided == synthesis::Decided::Accepted);
                accepted || judged.finding.kind == Kind::Comment
            })
        };
        for entry in &hold.document.findings {
            prop_assert!(is_accepted(&entry.finding.id), "{}", entry.finding.id);
        }
        let wanted = snapshot.items.iter().filter(|judged| is_accepted(&judged.finding.id)).count();
        prop_assert_eq!(hold.document.findings.len(), wanted);
        prop_assert_eq!(hold.document.stats.surfaced() as usize, wanted);
        let publish = posted(&snapshot, Undecided::Publish);
        let machine = review(&snapshot);
        let ids = |document: &synthesis::Document| -> Vec<_> {
            document.findings.iter().filter(|e| !e.suppressed).map(|e| e.finding.id.clone()).collect()
        };
        prop_assert_eq!(ids(&publish.document), ids(&machine.document));
        prop_assert_eq!(&publish.document.review_body, &machine.document.review_body);
    }

    #[test]
    fn texts_are_whole_and_comments_stand_in_hunks(snapshot in snapshot()) {
        let document = review(&snapshot).document;
        prop_assert_eq!(synthesis::check(&document, &snapshot.diff), Ok(()));
        let all = document.inline_comments.iter().map(|comment| &comment.body).chain([&document.review_body]);
        for text in all {
            prop_assert!(!leaves_fence_open(text), "an open fence in {text}");
        }
        let machine = document.inline_comments.iter().filter(|comment| comment.author == Author::Agent).count();
        prop_assert!(machine <= 50);
        if document.action.action == ReviewAction::Approve {
            prop_assert_eq!(document.stats.severity(Severity::Major), 0);
            prop_assert!(!snapshot.tasks.iter().any(|task| matches!(task.fate, Fate::Failed(_))));
        }
    }
}
