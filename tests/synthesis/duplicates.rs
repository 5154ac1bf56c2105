//! R3 step 1 and its conflicts: what merges, what must not, and what is left of the merged ones.

use prr::core::{
    model::{FindingId, Kind, Severity, Side},
    synthesis::Place,
};

use super::scene::{Made, found, place, review, scene, shown};

/// How many are left of two findings of two agents.
fn left(a: Made, b: Made) -> usize {
    let kept = shown(&review(&scene([a.clone(), b.clone()]))).len();
    assert_eq!(kept, shown(&review(&scene([b, a]))).len(), "in either order");
    kept
}

fn a() -> Made {
    found("a-001", 50).title("Missing null check")
}

fn b() -> Made {
    found("b-001", 50).title("Null check is missing").task("other")
}

#[test]
fn two_nominations_merge_and_lines_count_up_to_five_apart() {
    assert_eq!(left(a(), b()), 1);
    assert_eq!(left(a(), b().at("a.rs", Side::Right, 55, 55)), 1);
    assert_eq!(left(a(), b().at("a.rs", Side::Right, 56, 56)), 2);
    assert_eq!(left(a().at("a.rs", Side::Right, 30, 45), b()), 1);
    assert_eq!(left(a().at("a.rs", Side::Right, 30, 44), b()), 2);
    assert_eq!(left(a().at("a.rs", Side::Right, 1, 390), b()), 1);
}

#[test]
fn one_nomination_alone_does_not_merge() {
    assert_eq!(left(a(), b().title("Loop never ends")), 2, "lines only");
    assert_eq!(left(a(), b().at("a.rs", Side::Right, 200, 200)), 2, "titles only");
}

#[test]
fn the_same_lines_and_an_equal_narrow_class_merge_and_an_empty_or_wide_class_is_none() {
    let class = |made: Made| made.class("null-deref");
    assert_eq!(left(class(a()), class(b()).title("Loop never ends")), 1);
    assert_eq!(
        left(class(a()), class(b()).title("Loop never ends").at("a.rs", Side::Right, 51, 51)),
        2,
        "not the lines"
    );
    assert_eq!(left(class(a()), b().class("other").title("Loop never ends")), 2);
    assert_eq!(left(a().class(" "), b().class(" ").title("Loop never ends")), 2);
    assert_eq!(left(a().class("bug"), b().class("bug").title("Loop never ends")), 2, "a field, not a class");
    let far = class(b()).title("Loop never ends").at("a.rs", Side::Right, 200, 200);
    assert_eq!(left(class(a()), far), 2, "class only");
}

#[test]
fn far_apart_the_same_words_are_one_habit_twice_unless_the_symbol_is_the_same() {
    // `at` resets the place, so the symbol is named behind it.
    let far = || b().class("null-deref").at("a.rs", Side::Right, 200, 200);
    let near = || a().class("null-deref").symbol("load");
    assert_eq!(left(near(), far().symbol("store")), 2);
    assert_eq!(left(near(), far()), 2, "no symbol");
    assert_eq!(left(near(), far().symbol("load")), 1);
    assert_eq!(left(near(), far().symbol("load").class("sql-injection")), 2, "other classes");
}

const RACE: &str = "The temp file is written before the handle is synced, so a crash leaves half an entry.";
const RACE_TOO: &str = "A crash between writing the entry and syncing `temp_file` leaves half of it.";

#[test]
fn neighbouring_lines_and_similar_words_merge_whatever_the_titles() {
    let x = || a().title("Torn entry").body(RACE);
    let y = || b().title("Sync is late").body(RACE_TOO);
    assert_eq!(left(x(), y()), 1);
    assert_eq!(left(x(), y().body("The retry loop has no upper bound and spins.")), 2, "other words");
    assert_eq!(left(x(), y().at("a.rs", Side::Right, 80, 80)), 2, "far apart");
}

#[test]
fn other_classes_or_symbols_ask_for_clearer_words() {
    let x = || a().title("Torn entry").body(RACE);
    let y = || b().title("Sync is late").body("The handle is synced after the write; see the ordering of both.");
    assert_eq!(left(x(), y().body(RACE_TOO).class("bug")), 1);
    assert_eq!(left(x().class("memory"), y().class("ordering")), 2);
    assert_eq!(left(x().class("memory"), x().judged_as("b-001").task("other").class("bug")), 1, "the same words");
}

#[test]
fn where_lines_are_missing_clear_words_merge_into_what_has_them() {
    let x = || a().title("Torn entry").body(RACE);
    let y = || b().title("Sync is late").body(RACE_TOO);
    assert_eq!(left(x(), y().on_file("a.rs")), 1);
    assert_eq!(left(x(), y().whole()), 1);
    assert_eq!(left(x(), y().on_file("b.rs")), 2, "another file");
    assert_eq!(left(x(), y().severity(Severity::Blocker).on_file("a.rs")), 2, "its lines would be lost");
}

#[test]
fn other_files_merge_only_when_one_names_the_symbol_of_the_other_in_much_the_same_words() {
    let x = || a().symbol("write_entry").title("Torn entry").body(RACE);
    let y = |name: &str| {
        let body =
            format!("{name} leaves half an entry: a crash hits the temp file written before the handle is synced.");
        b().title("Torn entry").body(&body).in_file("b.rs")
    };
    assert_eq!(left(x(), y("`write_entry`")), 1);
    assert_eq!(left(x(), y("It")), 2);
    assert_eq!(left(x(), y("`write_entry`").body("`write_entry` has no test.")), 2);
}

#[test]
fn the_same_lines_and_the_same_kind_of_defect_merge_though_the_words_are_others() {
    let x = || a().title("Parser").body("The reader is not closed when parsing throws");
    let y = || b().title("").body("Handles pile up: please dispose it");
    assert_eq!(left(x(), y()), 1);
    assert_eq!(left(x(), y().at("a.rs", Side::Right, 51, 51)), 2, "not the lines");
    assert_eq!(left(x(), y().body("Two at once interleave: please synchronise it")), 2, "another kind of defect");
    assert_eq!(left(x().class("bug"), y().class("performance")), 2, "other classes");
    assert_eq!(left(x().class("resource-leak"), y().class("unclosed-handle")), 1, "one class under two names");
}

#[test]
fn a_report_that_covers_two_takes_one_of_them_and_leaves_the_other() {
    let of = |id: &str, task, from, to, body: &str| {
        found(id, from).title("").body(body).task(task).at("a.rs", Side::Right, from, to)
    };
    let scene = scene([
        of("a-001", "agent", 50, 52, "`lock` is not released when parsing throws"),
        of("b-001", "other", 50, 90, "Neither `lock` nor the reader is released when parsing throws").priority(99),
        of("c-001", "third", 88, 90, "The reader is not released when parsing throws"),
    ]);
    let review = review(&scene);
    assert_eq!(shown(&review).len(), 2, "{:?}", review.places);
    assert!(review.document.findings.iter().all(|entry| entry.related_to.len() < 2));
}

#[test]
fn advice_against_what_another_asks_for_is_kept_with_a_note_and_not_merged() {
    let x = || a().title("Token in the log").body("The token is printed; please don't log the configuration.");
    let y = || b().title("Log level").body("The configuration, token included, should be logged at info level.");
    let scene = scene([x(), y()]);
    let review = review(&scene);
    assert_eq!(shown(&review), ["a-001", "b-001", "conflict-a-001-b-001"]);
    let note = &review.document.findings[2].finding.wording.body;
    assert!(note.contains("contradictory advice"), "{note}");
    let agrees = y().body("The token is printed to the log, the whole configuration with it.");
    assert_eq!(left(x(), agrees), 1);
}

#[test]
fn two_advisories_are_two_holes_however_alike_they_are_told() {
    let told = |made: Made, which: &str| {
        made.title("Vulnerable dependency").body(&format!("lodash 4.17.20 is open to prototype pollution ({which})."))
    };
    assert_eq!(left(told(a(), "CVE-2020-8203"), told(b(), "CVE-2021-23337")), 2);
    assert_eq!(left(told(a(), "CVE-2020-8203"), told(b(), "cve-2020-8203, GHSA-35jh-r3h4-6jhm")), 1);
    assert_eq!(left(told(a(), "CVE-2020-8203"), told(b(), "update it")), 1, "one that names none");
}

#[test]
fn who_agrees_is_said() {
    let review = review(&scene([a(), b(), b().judged_as("c-001").task("third")]));
    let body = &review.document.findings[0].finding.wording.body;
    assert!(body.contains("3 agents agree: "), "{body}");
}

#[test]
fn an_equal_fingerprint_merges_when_it_names_an_invariant_or_a_sink() {
    let print = |made: Made, print: &str| made.print(print).at("a.rs", Side::Right, 300, 300).title("Other words");
    for telling in ["x|f|checked|", "|f||response", "|||s"] {
        assert_eq!(left(a().print(telling), print(b(), telling)), 1, "{telling}");
        assert_eq!(left(a().print(telling), print(b(), telling).task("agent")), 1, "of one agent too");
    }
    for vague in ["x|f||", "|||", "x|f| | "] {
        assert_eq!(left(a().print(vague), print(b(), vague)), 2, "{vague}");
    }
    assert_eq!(left(a().print("x|f|i|s"), print(b(), "x|f|i|t")), 2);
    assert_eq!(left(a().print("x|f|i|s"), print(b(), "x|f|i|s").in_file("b.rs")), 2, "another file");
}

#[test]
fn other_files_sides_and_kinds_stay_apart() {
    assert_eq!(left(a(), b().in_file("b.rs")), 2);
    assert_eq!(left(a().class("c"), b().class("c").in_file("b.rs")), 2);
    assert_eq!(left(a(), b().at("a.rs", Side::Left, 50, 50)), 2);
    assert_eq!(left(a(), b().kind(Kind::Question)), 2);
    assert_eq!(left(a().kind(Kind::Praise), b().kind(Kind::Praise)), 1);
}

#[test]
fn what_one_agent_says_twice_it_means_twice_unless_to_the_letter() {
    assert_eq!(left(a(), b().task("agent")), 2);
    let twin = || found("b-001", 50).title("Missing null check").body("body of a-001");
    assert_eq!(left(a(), twin()), 1);
    assert_eq!(left(a(), twin().suggestion("x")), 2);
    assert_eq!(left(a(), twin().at("a.rs", Side::Right, 51, 51)), 2);
    assert_eq!(left(a(), twin().task("other").on_file("a.rs")), 1, "no lines tell them apart");
    assert_eq!(left(a(), twin().on_file("a.rs")), 2);
    assert_eq!(left(a().on_file("a.rs"), twin().task("other").on_file("a.rs")), 1);
    assert_eq!(left(a().whole(), twin().task("other").whole()), 1);
}

#[test]
fn the_stronger_is_kept_with_the_higher_confidence_the_other_words_and_a_reference() {
    let scene = scene([
        a().severity(Severity::Minor).sure(0.95).body("It may be nil."),
        b().severity(Severity::Critical).sure(0.6).body("Crash."),
    ]);
    let review = review(&scene);
    let entry = &review.document.findings[0];
    assert_eq!((entry.finding.id.as_str(), entry.finding.severity), ("b-001", Severity::Critical));
    assert_eq!(entry.confidence.map(|c| (c * 100.0).round()), Some(95.0));
    assert_eq!(entry.related_to, [FindingId::new("a-001")]);
    assert_eq!(entry.finding.candidates.len(), 2);
    let body = &entry.finding.wording.body;
    assert!(body.starts_with("Crash."), "{body}");
    for told in ["correctness", "Missing null check", "It may be nil.", "rated minor there"] {
        assert!(body.contains(told), "{told} in {body}");
    }
    assert_eq!(place(&review, "a-001"), &Place::Merged { into: FindingId::new("b-001") });
    let [merge] = review.document.dedup_log.as_slice() else { panic!("{:?}", review.document.dedup_log) };
    assert_eq!((merge.into.as_str(), merge.merged.len()), ("b-001", 2));
    assert!(merge.reason.contains("a.rs:50"), "{}", merge.reason);
    assert_eq!(review.document.stats.merged, 1);
    assert!(review.checkpoint.contains("Dedup: 1 merged"));
}

#[test]
fn a_confidence_that_was_not_given_stands_for_a_half_when_two_merge() {
    let merged = |x: Option<f64>, y: Option<f64>| {
        let of = |sure| move |made: Made| made.sure(sure);
        review(&scene([of(x)(a()), of(y)(b())])).document.findings.first().map(|entry| entry.confidence)
    };
    assert_eq!(merged(None, Some(0.3)), Some(None), "stays exempt");
    assert_eq!(merged(Some(0.3), None), Some(None));
    assert!(merged(None, Some(0.9)).flatten().is_some_and(|c| c > 0.89));
    assert_eq!(merged(None, None), Some(None));
}

#[test]
fn a_suggestion_for_the_same_lines_is_taken_over() {
    let review = review(&scene([a().severity(Severity::Critical), b().suggestion("if x { }")]));
    assert_eq!(review.document.findings[0].finding.wording.suggestion.as_deref(), Some("if x { }"));
}

#[test]
fn many_duplicates_are_quoted_three_times_and_counted() {
    let tasks: Vec<String> = (0..6).map(|n| format!("t{n}")).collect();
    let made = tasks.iter().map(|task| found(task, 50).title("Missing null check").task(task));
    let review = review(&scene(made));
    assert_eq!(shown(&review).len(), 1);
    let body = &review.document.findings[0].finding.wording.body;
    assert_eq!(body.matches("Also found by").count(), 3, "{body}");
    assert!(body.contains("2 more say the same."), "{body}");
    assert_eq!(review.document.findings[0].related_to.len(), 5);
}

#[test]
fn merging_does_not_drift_along_a_chain() {
    // Each is near its neighbours only; the first and the last are far apart.
    let at = |n: u32| found(&format!("c-{n:03}"), 50 + 5 * n).title("Missing null check").task(&format!("t{n}"));
    let review = review(&scene((0..7).map(at)));
    assert_eq!(shown(&review), ["c-000", "c-002", "c-004", "c-006"]);
    for entry in &review.document.findings {
        let line = |id: &str| 50 + 5 * id[2..].parse::<u32>().unwrap();
        let own = line(entry.finding.id.as_str());
        assert!(entry.related_to.iter().all(|other| line(other.as_str()).abs_diff(own) <= 5));
    }
}

#[test]
fn neighbours_of_two_agents_pair_up_by_the_nearest_line() {
    let of = |id: &str, line, task| found(id, line).title("Secret in code").task(task);
    let review = review(&scene([
        of("a-001", 50, "agent"),
        of("a-002", 52, "agent"),
        of("b-001", 50, "other"),
        of("b-002", 52, "other"),
    ]));
    assert_eq!(place(&review, "b-001"), &Place::Merged { into: FindingId::new("a-001") });
    assert_eq!(place(&review, "b-002"), &Place::Merged { into: FindingId::new("a-002") });
}

#[test]
fn an_agent_gives_one_duplicate_to_a_finding_and_its_next_word_stands_alone() {
    let review = review(&scene([a(), b(), b().judged_as("b-002")]));
    assert_eq!(shown(&review).len(), 1, "to the letter twice is once");
    let other = b().judged_as("b-002").title("The null check is gone missing").body("b-002 means more");
    let review = super::scene::review(&scene([a(), b(), other]));
    assert_eq!(shown(&review).len(), 2);
}

#[test]
fn a_nominated_one_that_is_not_merged_loses_ten_points_and_the_kept_one_none() {
    let lone = review(&scene([a()])).document.findings[0].finding.priority;
    let scene = scene([a().severity(Severity::Critical).priority(84), b().title("Loop never ends")]);
    let review = review(&scene);
    let priority = |n: usize| review.document.findings[n].finding.priority;
    assert_eq!((lone, priority(0), priority(1)), (70, 84, 60));
}

#[test]
fn what_the_judge_held_back_is_no_duplicate_and_takes_none() {
    use prr::core::model::HeldReason;
    let review = review(&scene([a().severity(Severity::Blocker).held(HeldReason::Actionability), b()]));
    assert_eq!(shown(&review), ["b-001"]);
    assert_eq!(super::scene::reason(&review, "a-001"), Some(HeldReason::Actionability));
}

#[test]
fn which_of_twins_is_kept_is_said_anew_when_all_are_there() {
    use prr::core::model::HeldReason;
    let twin = b().print("x|f|i|s").severity(Severity::Blocker).held(HeldReason::DuplicateInRun);
    let review = review(&scene([a().print("x|f|i|s"), twin]));
    assert_eq!(shown(&review), ["b-001"]);
}

#[test]
fn different_replacements_for_the_same_lines_are_kept_with_a_note() {
    let scene = scene([a().suggestion("x.unwrap_or(0)"), b().suggestion("return Err(e)")]);
    let review = review(&scene);
    assert_eq!(shown(&review), ["a-001", "b-001", "conflict-a-001-b-001"]);
    let note = &review.document.findings[2];
    assert_eq!(note.finding.kind, Kind::Note);
    assert!(note.finding.wording.body.contains("a-001") && note.finding.wording.body.contains("contracts"));
    assert_eq!(review.document.stats.kind(Kind::Finding), 2, "a note does not count");
    assert!(matches!(place(&review, "conflict-a-001-b-001"), Place::Surfaced(2)));
}

#[test]
fn spacing_other_lines_and_one_agent_are_no_conflict() {
    let notes = |x: Made, y: Made| {
        let document = review(&scene([x, y])).document;
        document.findings.iter().filter(|entry| entry.finding.kind == Kind::Note).count()
    };
    let y = || b().title("Loop never ends");
    assert_eq!(notes(a().suggestion("a  b"), y().suggestion("a b")), 0);
    assert_eq!(notes(a().suggestion("a"), y().suggestion("b").at("a.rs", Side::Right, 51, 51)), 0);
    assert_eq!(notes(a().suggestion("a"), y().suggestion("b").at("a.rs", Side::Left, 50, 50)), 0);
    assert_eq!(notes(a().suggestion("a"), y().suggestion("b").task("agent")), 0);
    assert_eq!(notes(a().suggestion("a"), y()), 0);
    assert_eq!(notes(a().suggestion("a"), y().suggestion("b").dropped("no")), 0);
    assert_eq!(notes(a().suggestion("a"), y().suggestion("b").at("a.rs", Side::Right, 40, 60)), 1);
}
