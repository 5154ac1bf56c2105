//! What is never taken for "no findings", what is no answer, and what an answer of several parts counts as.

use prr::edge::claims::answer::{Ending, State};

use super::{Form, check, read, read_as, state, titles};

const NONE: &[&str] = &[];

#[test]
fn only_what_says_that_there_is_nothing_is_a_clean_answer() {
    check(&[
        Form("an empty list", "[]", NONE, "complete", NONE),
        Form("an empty list in a fence", "Nothing to report.\n```json\n[ ]\n```\n", NONE, "complete", NONE),
        Form("empty findings", "I read it all.\n{\"findings\": []}\n", NONE, "complete", NONE),
        Form("empty findings behind words", "Here it is: {\"findings\": []}", NONE, "complete", NONE),
        Form("an empty list below", "{\"review\": {\"findings\": []}}", NONE, "complete", NONE),
        Form("nothing", "", NONE, "malformed: it said nothing", NONE),
        Form("only blanks", " \r\n\t\u{feff}\n", NONE, "malformed: it said nothing", NONE),
        Form(
            "prose",
            "I found no issues.",
            NONE,
            "malformed: it holds no list of findings; it begins \"I found no issues.\"",
            NONE,
        ),
        Form("a refusal", "I'm sorry, but I can't help with that.", NONE, "malformed: it holds no list", NONE),
        Form("a list in a sentence", "The call returned [] and I could not go on.", NONE, "malformed", NONE),
        Form("a list in code", "I would print `{\"findings\": []}` if there were none.", NONE, "malformed", NONE),
        Form(
            "a list in a sentence of its own",
            "Had I seen it, {\"findings\": []} could be right.",
            NONE,
            "malformed",
            NONE,
        ),
        Form("an empty object", "{}", NONE, "malformed: it holds no findings but an empty object", NONE),
        Form(
            "another object",
            "{\"verdict\": \"approve\", \"summary\": \"fine\"}",
            NONE,
            "malformed: it holds no findings but an object of summary, verdict",
            NONE,
        ),
        Form("null findings", "{\"findings\": null}", NONE, "malformed", NONE),
        Form("findings in a word", "{\"findings\": \"none\"}", NONE, "malformed", NONE),
        Form(
            "a list of texts",
            "[\"all is fine\"]",
            NONE,
            "malformed: it holds no findings but a list without objects",
            NONE,
        ),
        Form(
            "a list of other objects",
            "[{\"id\": 1}]",
            NONE,
            "malformed: none of its 1 entries can be read",
            &["entry 1: left out"],
        ),
        Form(
            "only an example",
            "[{\"title\": \"<title>\", \"body\": \"...\", \"severity\": \"low\"}]",
            NONE,
            "malformed: none of its 1",
            &["entry 1: left out: it is an example"],
        ),
        Form("thinking only", "<think>[{\"title\":\"a\"}]</think>", NONE, "malformed: it said nothing", NONE),
        Form("garbage", "\u{1b}[31m\0\0}}}]]\\\"", NONE, "malformed: it holds no list", NONE),
    ]);
}

#[test]
fn cut_and_broken_answers_keep_what_is_complete() {
    check(&[
        Form(
            "cut in a text",
            r#"[{"title":"a","severity":"low"},{"title":"b","body":"half } ] of"#,
            &["a"],
            "cut",
            &["ends too early"],
        ),
        Form("cut in the first entry", r#"{"findings":[{"title":"a"#, NONE, "cut", &["ends too early"]),
        Form("cut at the first bracket", "```json\n[", NONE, "cut", &["ends too early"]),
        Form(
            "cut behind a bracket in a text",
            r#"[{"title":"a","severity":"low","body":"x"}"#,
            &["a"],
            "cut",
            &["ends too early"],
        ),
        Form("cut single object", r#"{"title":"a","severity":"hi"#, NONE, "cut", &["ends too early"]),
        Form(
            "a broken entry",
            r#"[{"title":"a","severity":"low"},{"title":"b","severity";"low"},{"title":"c","severity":"low"}]"#,
            &["a", "c"],
            "malformed: entry 2 is no JSON",
            &["entry 2: left out: it is no JSON"],
        ),
        Form(
            "cut by the end of its fence",
            "```json\n[{\"title\":\"a\",\"severity\":\"low\"},\n```\nThe rest is too long.",
            &["a"],
            "cut",
            &["ends too early"],
        ),
        Form(
            "cut before its last bracket, in a fence",
            "```json\n{\"findings\":[{\"title\":\"a\",\"severity\":\"low\"}\n```",
            &["a"],
            "cut",
            &["ends too early"],
        ),
        Form(
            "cut behind the mark of a block",
            "FINDING_START\ntitle: a\nseverity: nitpick\nFINDING_END\nFINDING_START",
            &["a"],
            "cut",
            &["entry 2: left out: its FINDING_END is missing"],
        ),
        Form(
            "a block without keys",
            "FINDING_START\ntitle: a\nseverity: nitpick\nFINDING_END\nFINDING_START\nonly words\nFINDING_END",
            &["a"],
            "complete",
            &["entry 2: left out: it has neither title nor body"],
        ),
    ]);
    let (candidates, answer) = read_as(r#"[{"title":"a","severity":"low"}]"#, Ending::Cut);
    assert_eq!((titles(&candidates), answer.state), (vec!["a"], State::Cut), "a source that was cut is never complete");
    assert!(state(&read_as("", Ending::Cut).1).starts_with("malformed"));
}

#[test]
fn brackets_and_quotes_of_prose_do_not_hide_the_answer_behind_them() {
    check(&[
        Form(
            "a quote in a class",
            "The class [\"'] is wrong.\n[{\"title\":\"a\",\"severity\":\"low\"}]",
            &["a"],
            "complete",
            NONE,
        ),
        Form(
            "a quote in a class, same line",
            "The class [\"'] is wrong: [{\"title\":\"a\",\"severity\":\"low\"}]",
            &["a"],
            "complete",
            NONE,
        ),
        Form(
            "a brace and a quote",
            "It prints `{\"` first.\n\n```json\n{\"findings\":[{\"title\":\"a\",\"severity\":\"low\"}]}\n```",
            &["a"],
            "complete",
            NONE,
        ),
        Form(
            "a bracket that never ends",
            "See [the docs {here}\n{\"findings\":[{\"title\":\"a\",\"severity\":\"low\"}]}",
            &["a"],
            "complete",
            NONE,
        ),
        Form(
            "a comment that never ends",
            "Match [/*x]\n{\"findings\":[{\"title\":\"a\",\"severity\":\"low\"}]}",
            &["a"],
            "complete",
            NONE,
        ),
        Form(
            "code before",
            "```rust\nfn main() { let x = [\"a\", 'b']; }\n```\n[{\"title\":\"a\",\"severity\":\"low\"}]",
            &["a"],
            "complete",
            NONE,
        ),
        Form(
            "a block behind a bracket",
            "see [1,\nFINDING_START\ntitle: a\nseverity: nitpick\nFINDING_END",
            &["a"],
            "complete",
            NONE,
        ),
        Form(
            "JSON of the change",
            "It writes {\"name\": \"x\", \"version\": [1, 2]} there.\n[]",
            NONE,
            "complete",
            NONE,
        ),
        Form(
            "an answer in brackets of prose",
            "(see {note [{\"title\":\"a\",\"severity\":\"low\"}] })",
            &["a"],
            "complete",
            NONE,
        ),
    ]);
}

#[test]
fn thinking_and_its_examples_do_not_count() {
    check(&[
        Form(
            "an example in thinking",
            "<think>Maybe {\"findings\": []} or [{\"title\":\"x\",\"file\":\"y\"}]?</think>\n[{\"title\":\"a\",\"severity\":\"low\"}]",
            &["a"],
            "complete",
            NONE,
        ),
        Form(
            "an unclosed text in thinking",
            "<thinking>it prints [{\"title\": \"x</thinking>[{\"title\":\"a\",\"severity\":\"low\"}]",
            &["a"],
            "complete",
            NONE,
        ),
        Form(
            "no answer behind thinking",
            "<think>[{\"title\":\"x\",\"file\":\"y\"}]</think>\nI found nothing.",
            NONE,
            "malformed: it holds no list of findings; it begins \"I found nothing.\"",
            NONE,
        ),
        Form(
            "thinking without an end",
            "<think>So:\n[{\"title\":\"a\",\"severity\":\"low\"}]",
            &["a"],
            "complete",
            &["its thinking has no end"],
        ),
        Form(
            "an end of thinking alone",
            "I could say {\"findings\": []}\n</think>\nSorry.",
            NONE,
            "malformed",
            &["thinking without a beginning"],
        ),
        Form(
            "a tag in a text",
            "[{\"title\":\"</think> <think>\",\"severity\":\"low\"}]",
            &["</think> <think>"],
            "complete",
            NONE,
        ),
        Form("another tag", "<b>[{\"title\":\"a\",\"severity\":\"low\"}]</b>", &["a"], "complete", NONE),
    ]);
}

#[test]
fn what_critical_means_is_decided_by_the_whole_answer() {
    use prr::core::model::Severity;
    let severities =
        |text: &str| read(text).0.iter().map(|c| (c.id.as_str().to_owned(), c.weight.severity)).collect::<Vec<_>>();
    let critical = r#"{"title":"a","severity":"critical"}"#;
    assert_eq!(severities(&format!("[{critical}]")), [("t-c1".into(), Severity::Critical)]);
    assert_eq!(
        severities(&format!("[{critical},{{\"title\":\"b\",\"severity\":\"medium\"}}]")),
        [("t-c1".into(), Severity::Blocker), ("t-c2".into(), Severity::Major)]
    );
    assert_eq!(
        severities(&format!(
            "[{critical},{{\"title\":\"b\",\"severity\":\"improvement\"}},{{\"title\":\"c\",\"severity\":\"low\"}}]"
        )),
        [("t-c2".into(), Severity::Major), ("t-c1".into(), Severity::Blocker), ("t-c3".into(), Severity::Minor)],
        "held back until another entry decides"
    );
    assert_eq!(
        severities("[{\"title\":\"a\",\"severity\":\"critical\",\"why_now\":\"x\"}]"),
        [("t-c1".into(), Severity::Blocker)]
    );
}

#[test]
fn the_overview_pass_is_read_beside_the_findings_and_is_no_answer_by_itself() {
    let (candidates, answer) = read(
        "{\"overview\": \"Adds a cache.\", \"strengths\": [\"good\\ntests\", \"x\", {\"text\": \"y\"}], \"findings\": []}",
    );
    let overview = answer.overview.unwrap();
    assert_eq!((candidates.len(), &answer.state, overview.text.as_str()), (0, &State::Complete, "Adds a cache."));
    assert_eq!(overview.strengths, ["good tests", "x", "y"]);
    let long = format!(
        "{{\"summary\": \"{}\", \"strengths\": [{}]}}",
        "ü".repeat(5000),
        vec![format!("\"{}\"", "s".repeat(400)); 9].join(",")
    );
    let (_, answer) = read(&long);
    let overview = answer.overview.unwrap();
    assert_eq!(
        (overview.text.chars().count(), overview.strengths.len(), overview.strengths[0].chars().count()),
        (4000, 1, 300)
    );
    assert!(matches!(answer.state, State::Malformed(_)));
    assert_eq!(read("[]").1.overview, None);
}

#[test]
fn a_broken_entry_loses_no_other() {
    check(&[
        Form(
            "a forgotten quote",
            "[{\"title\":\"a\",\"severity\":\"low\",\"body\":\"no end},\n {\"title\":\"b\",\"severity\":\"low\"},\n {\"title\":\"c\",\"severity\":\"low\"}]",
            &["b", "c"],
            "malformed: entry 1 is no JSON",
            &["entry 1: left out: it is no JSON"],
        ),
        Form(
            "a broken entry with parts",
            r#"[{"title":"b","severity";"low","place":{"path":"x"},"list":[]},{"title":"c"}]"#,
            &["c"],
            "malformed: entry 1 is no JSON",
            &["entry 1: left out", "entry 2: it has no severity"],
        ),
        Form(
            "a list that was skipped",
            r#"{"disposition":"skipped","findings":[]}"#,
            NONE,
            "malformed: the tool says that it failed: it reviewed nothing",
            NONE,
        ),
        Form(
            "an error beside an empty list",
            r#"{"findings":[],"error":"no diff"}"#,
            NONE,
            "malformed: the tool says that it failed: no diff",
            NONE,
        ),
        Form("no error beside an empty list", r#"{"findings":[],"error":""}"#, NONE, "complete", NONE),
    ]);
}
