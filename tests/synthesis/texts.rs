//! The texts of a review: goldens of body and inline comments, and the rules they obey.

use prr::core::{
    model::{Kind, RepoPath, Severity, Side},
    synthesis::{self, Budget, Fate, Invalid, Labels, Origin, Snapshot, Stage, Style, Undecided},
};

use super::scene::{Made, found, own, posted, review, scene, task};

/// A review with one of everything.
fn rich() -> Snapshot {
    let mut scene = scene([
        found("security-001", 120)
            .severity(Severity::Blocker)
            .title("Token is written to the log")
            .body("The request is logged with its headers.\n\nWhoever reads logs can act as the user.")
            .at("a.rs", Side::Right, 120, 122)
            .suggestion("log(request.without_headers());"),
        found("security-002", 121)
            .severity(Severity::Major)
            .task("other")
            .title("Log of token written")
            .body("Headers hold the token."),
        found("correctness-001", 30).title("Off by one").body("The last row is skipped.").at(
            "b.rs",
            Side::Left,
            30,
            30,
        ),
        found("correctness-002", 40)
            .in_file("b.rs")
            .kind(Kind::Question)
            .title("Is an empty basket possible?")
            .body(""),
        found("correctness-003", 50).severity(Severity::Minor).title("Name says little").in_file("c.rs"),
        found("correctness-004", 60).severity(Severity::Nitpick).title("Two blanks").in_file("c.rs"),
        found("correctness-005", 70).severity(Severity::Nitpick).title("Long line").in_file("c.rs").sure(0.75),
        found("correctness-006", 5)
            .on_file("docs/d.md")
            .title("Not mentioned in the guide")
            .suggestion("## Basket\n```\nx\n```"),
        found("praise-001", 9).kind(Kind::Praise).title("Clear names").body("A pleasure to read."),
        found("note-001", 9).kind(Kind::Note).whole().title("The schema is version 4 now").body("```\nopen"),
        found("correctness-007", 200).sure(0.1),
    ]);
    scene.tasks.extend([
        task("t-graph", "cross-file-impact", Origin::Agent, Fate::Skipped("no model".into())),
        task("t-deep", "historical-context", Origin::Agent, Fate::Skipped("no model".into())),
        task("t-spec", "spec", Origin::Agent, Fate::Failed("no answer after\n180 s".into())),
    ]);
    scene.request.ci_running = true;
    scene.config_notes = vec!["review.max_nits: a number is wanted, 'many' is none".into()];
    scene.settings.suppressions =
        vec![prr::core::model::Suppression { message_pattern: Some("([".into()), ..Default::default() }];
    scene
}

/// Comments at lines as one text.
fn inline(document: &synthesis::Document) -> String {
    let one = |comment: &synthesis::InlineComment| {
        let start = comment.start_line.map(|start| format!("{start}..")).unwrap_or_default();
        format!("=== {} {} {start}{}\n{}\n", comment.path, comment.side, comment.line, comment.body)
    };
    document.inline_comments.iter().map(one).collect()
}

#[test]
fn golden_of_a_full_body() {
    let review = review(&rich());
    insta::assert_snapshot!(review.document.review_body);
    insta::assert_snapshot!("golden_of_the_checkpoint", review.checkpoint);
}

#[test]
fn golden_of_inline_comments() {
    insta::assert_snapshot!(inline(&review(&rich()).document));
}

#[test]
fn golden_of_a_clean_review_and_of_one_with_praise_only() {
    let mut clean = scene([]);
    clean.request.number = None;
    insta::assert_snapshot!("golden_of_a_clean_body", review(&clean).document.review_body);
    let praise = found("praise-001", 9).kind(Kind::Praise).title("Clear names").body("A pleasure to read.");
    insta::assert_snapshot!("golden_of_praise_only", review(&scene([praise])).document.review_body);
}

#[test]
fn golden_of_what_a_person_posts() {
    let mut scene = scene([
        own("own-001", None, "Thank you, nearly there."),
        own("own-002", Some(12), "Could this be `const`?"),
        found("a-001", 20).title("Wrong order").accepted(),
        found("b-001", 40).title("Undecided").severity(Severity::Blocker),
        found("c-001", 60).edited("In my words", Severity::Minor).accepted(),
        found("d-001", 80).severity(Severity::Nitpick).title("Blank").accepted(),
    ]);
    scene.style.body = synthesis::BodyStyle::Summary;
    let document = posted(&scene, Undecided::Hold).document;
    insta::assert_snapshot!("golden_of_a_posted_body", document.review_body);
    insta::assert_snapshot!("golden_of_posted_comments", inline(&document));
}

#[test]
fn more_than_fifty_findings_are_grouped_by_file_and_fifty_of_them_are_inline() {
    let many = |n: u32| {
        let made = (0..n).map(|k| found(&format!("m-{k:03}"), 1 + k).in_file(["a.rs", "b.rs"][k as usize % 2]));
        let mut scene = scene(made);
        scene.budget = Budget::Off;
        review(&scene).document
    };
    let fifty = many(50);
    assert_eq!(fifty.inline_comments.len(), 50);
    assert!(!fifty.review_body.contains("Findings by file"));
    let more = many(51);
    assert_eq!((more.inline_comments.len(), more.findings.len()), (50, 51));
    let body = &more.review_body;
    assert!(body.contains("### Findings by file") && body.contains("| `a.rs` | 26 |"), "{body}");
    assert!(body.contains("51 findings in one change"), "{body}");
    assert!(body.contains("a review holds 50 comments at lines"), "{body}");
    let lots = many(140).review_body;
    assert!(lots.contains("#### `b.rs`"), "{lots}");
}

#[test]
fn own_comments_are_always_inline_and_count_among_the_fifty() {
    let made = (0..60).map(|k| found(&format!("m-{k:03}"), 1 + k));
    let owns = (0..5).map(|n| own(&format!("own-{n:03}"), Some(7), "Hm"));
    let mut scene = scene(made.chain(owns));
    scene.budget = Budget::Off;
    let document = review(&scene).document;
    let machine = document.inline_comments.iter().filter(|comment| comment.author == synthesis::Author::Agent).count();
    assert_eq!((document.inline_comments.len(), machine), (50, 45));
}

#[test]
fn what_cannot_stand_at_lines_is_in_the_body_with_its_reason() {
    let body = |made: Vec<Made>| review(&scene(made)).document.review_body;
    let has = |made: Vec<Made>, why: &str| {
        let text = body(made);
        assert!(text.contains(why), "{why} in {text}");
    };
    has(vec![found("a-001", 20).severity(Severity::Nitpick).accepted()], "nitpicks stand in the body");
    has(vec![found("a-001", 20).kind(Kind::Praise)], "only findings and questions stand at lines");
    has(vec![found("a-001", 20), found("b-001", 20)], "another comment stands at these lines");
    has(vec![found("a-001", 20).on_file("a.rs")], "it is about the file");
    has(vec![found("a-001", 20).at("a.rs", Side::Right, 399, 401)], "not in one hunk");
    has(vec![found("a-001", 20).at("gone.rs", Side::Right, 1, 1)], "not in one hunk");
    let whole = body(vec![found("a-001", 20).whole()]);
    assert!(whole.contains("body of a-001"), "{whole}");
}

#[test]
fn a_path_that_is_no_text_goes_to_the_body() {
    let text =
        b"diff --git \"a/\\377.rs\" \"b/\\377.rs\"\n--- \"a/\\377.rs\"\n+++ \"b/\\377.rs\"\n@@ -1 +1,2 @@\n a\n+b\n";
    let mut made = found("a-001", 2);
    let path = RepoPath::new(b"\xff.rs");
    if let prr::core::model::Placement::Inline(anchor) = &mut made.judged.finding.placement {
        anchor.path = path;
    }
    let mut scene = scene([made]);
    scene.diff = std::sync::Arc::new(prr::core::diff::parse(text.as_slice()));
    let document = review(&scene).document;
    assert!(document.inline_comments.is_empty());
    assert!(document.review_body.contains("body of a-001"));
}

#[test]
fn a_range_has_its_first_and_last_line_in_githubs_form_and_left_is_allowed() {
    let scene =
        scene([found("a-001", 1).at("a.rs", Side::Right, 120, 122), found("b-001", 1).at("a.rs", Side::Left, 30, 30)]);
    let document = review(&scene).document;
    let lines: Vec<_> = document.inline_comments.iter().map(|c| (c.start_line, c.line, c.side)).collect();
    assert_eq!(lines, [(None, 30, Side::Left), (Some(120), 122, Side::Right)]);
}

#[test]
fn suggestions_keep_their_bytes_in_a_fence_longer_than_any_inside_and_none_stands_where_it_cannot_apply() {
    let text = |made: Made| review(&scene([made])).document.inline_comments[0].body.clone();
    let inner = "~~~\n```suggestion\nevil\n```\nand ````four````\n~~~";
    let body = text(found("a-001", 4).suggestion(inner));
    assert!(body.ends_with(&format!("\n\n`````suggestion\n{inner}\n`````")), "{body}");
    assert!(text(found("a-001", 4).suggestion("")).ends_with("\n\n```suggestion\n```"));
    let odd = "    let a = 1;\n\n\tlet b = 2;  ";
    assert!(text(found("a-001", 4).suggestion(odd)).contains(&format!("```suggestion\n{odd}\n```")));
    let open = text(found("a-001", 4).body("```rust\nlet x;").suggestion("x"));
    assert!(open.contains("let x;\n```\n\n```suggestion"), "{open}");
    assert!(!text(found("a-001", 4).at("a.rs", Side::Left, 4, 4).suggestion("x")).contains("suggestion"));
    let elsewhere = review(&scene([found("a-001", 4).on_file("a.rs").suggestion("x = 1")])).document.review_body;
    assert!(elsewhere.contains("```\nx = 1\n```") && !elsewhere.contains("```suggestion"), "{elsewhere}");
}

#[test]
fn labels_can_be_left_out_and_a_persons_comment_never_has_one() {
    let mut scene = scene([found("a-001", 20).title("Wrong order"), own("own-001", Some(7), "Why?")]);
    let bodies = |scene: &Snapshot| -> Vec<String> {
        review(scene).document.inline_comments.into_iter().map(|comment| comment.body).collect()
    };
    assert_eq!(bodies(&scene), ["Why?", "**major** (correctness): Wrong order\n\nbody of a-001"]);
    scene.style = Style { labels: Labels::Off, ..Style::default() };
    assert_eq!(bodies(&scene), ["Why?", "**Wrong order**\n\nbody of a-001"]);
}

#[test]
fn titles_of_agents_stay_on_one_line() {
    let scene = scene([found("a-001", 20).title("One\n\n## Two\u{1b}[31m").on_file("a.rs")]);
    let body = review(&scene).document.review_body;
    assert!(body.contains("**major**: One ## Two [31m"), "{body}");
    assert!(!body.contains("\n## Two"));
}

#[test]
fn swarm_leaves_nitpicks_out_of_the_body_but_never_one_that_a_person_took() {
    let nitpick = |id: &str, line| found(id, line).severity(Severity::Nitpick);
    let scene = scene([nitpick("a-001", 20), nitpick("b-001", 60).accepted()]);
    let body = review(&scene).document.review_body;
    assert!(!body.contains("titlea-001\n") && !body.contains("body of a-001"), "{body}");
    assert!(body.contains("1 nitpick not listed here.") && body.contains("body of b-001"), "{body}");
    assert!(body.contains("| Nitpicks | 2 shown (0 suppressed) |"));
    let mut passes = scene;
    passes.settings.strategy = prr::core::model::Strategy::Passes(prr::core::model::Mode::Full);
    assert!(review(&passes).document.review_body.contains("body of a-001"));
}

#[test]
fn while_tasks_run_the_text_says_so() {
    let mut scene = scene([found("a-001", 20)]);
    scene.tasks[1].fate = Fate::Open;
    scene.stage = Stage::Running;
    assert!(review(&scene).document.review_body.contains("contracts is still at work"));
    scene.stage = Stage::Closed;
    assert!(review(&scene).document.review_body.contains("contracts had not ended"));
}

#[test]
fn patterns_of_a_configuration_are_no_markdown() {
    let mut scene = scene([found("a-001", 20)]);
    let pattern = "(<!-- `x` @you [l](u) **b** |".to_owned();
    scene.settings.suppressions =
        vec![prr::core::model::Suppression { message_pattern: Some(pattern), ..Default::default() }];
    let body = review(&scene).document.review_body;
    assert!(body.contains("\\<\\!-- \\`x\\` \\@you"), "{body}");
}

#[test]
fn the_checkpoint_has_the_form_that_scripts_read() {
    let mut scene = scene([
        found("a-001", 20),
        found("b-001", 60).sure(0.1),
        found("c-001", 90).severity(Severity::Minor),
        found("d-001", 120).whole(),
    ]);
    scene.settings.max_nits = Some(0);
    assert_eq!(
        review(&scene).checkpoint,
        "[R3 COMPLETE] Action: COMMENT_ONLY | Findings: 2 total (1 inline)\n\
         Dedup: 0 merged | Filtered: 1 false-positive, 0 below-threshold, 1 nit-budget, 0 suppressed\n\
         → Proceeding to R4 (User Gate)"
    );
    scene.settings.threshold = Some(0.95);
    assert!(review(&scene).checkpoint.contains("0 suppressed, 3 below-confidence\n"), "{}", review(&scene).checkpoint);
}

#[test]
fn a_document_that_breaks_a_condition_is_refused_with_that_condition() {
    let scene = scene([found("a-001", 120).at("a.rs", Side::Right, 120, 122)]);
    let good = review(&scene).document;
    let check = |change: &dyn Fn(&mut synthesis::Document)| {
        let mut document = good.clone();
        change(&mut document);
        synthesis::check(&document, &scene.diff)
    };
    assert_eq!(check(&|_| {}), Ok(()));
    assert_eq!(check(&|d| d.action.reasoning = " ".into()), Err(Invalid::NoReasoning));
    assert_eq!(check(&|d| d.review_body = "\n".into()), Err(Invalid::NoBody));
    assert_eq!(check(&|d| d.title.clear()), Err(Invalid::NoTitle));
    let path = check(&|d| d.inline_comments[0].path = "z.rs".into());
    assert!(matches!(&path, Err(Invalid::Path { path, .. }) if path == "z.rs"), "{path:?}");
    assert!(path.unwrap_err().to_string().contains("z.rs"));
    assert!(matches!(check(&|d| d.inline_comments[0].path.clear()), Err(Invalid::Path { .. })));
    for lines in [(None, 0), (None, 401), (Some(122), 122), (Some(200), 122), (Some(0), 122), (Some(390), 420)] {
        let broken = check(&|d| {
            (d.inline_comments[0].start_line, d.inline_comments[0].line) = lines;
        });
        assert!(matches!(broken, Err(Invalid::Lines { .. })), "{lines:?} {broken:?}");
    }
    assert!(matches!(check(&|d| d.inline_comments[0].side = Side::Left), Ok(())), "LEFT is a side");
}
