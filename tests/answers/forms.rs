//! Forms of JSON and of what stands around it, each with what is read.

use super::{Form, check, read, titles};

const NONE: &[&str] = &[];

#[test]
fn lists_in_prose_and_fences_are_read() {
    check(&[
        Form(
            "bare array",
            r#"[{"title":"a","file":"x"},{"title":"b"}]"#,
            &["a", "b"],
            "complete",
            &["entry 1: it has no severity", "entry 2: it has no severity"],
        ),
        Form("findings", r#"{"findings":[{"title":"a","severity":"low"}]}"#, &["a"], "complete", NONE),
        Form("candidates", r#"{"candidates":[{"title":"a","severity":"low"}]}"#, &["a"], "complete", NONE),
        Form("issues", r#"{"issues":[{"title":"a","severity":"low"}]}"#, &["a"], "complete", NONE),
        Form("comments", r#"{"comments":[{"body":"a","severity":"low"}]}"#, &["a"], "complete", NONE),
        Form("results", r#"{"results":[{"message":"a","severity":"low"}]}"#, &["a"], "complete", NONE),
        Form(
            "prose around",
            "Sure {here} [it] is:\n[{\"title\":\"a\",\"severity\":\"low\"}]\nThat is all (see [1]).",
            &["a"],
            "complete",
            NONE,
        ),
        Form("json fence", "```json\n[{\"title\":\"a\",\"severity\":\"low\"}]\n```", &["a"], "complete", NONE),
        Form(
            "info string",
            "~~~jsonc title=\"x\"\n[{\"title\":\"a\",\"severity\":\"low\"}]\n~~~",
            &["a"],
            "complete",
            NONE,
        ),
        Form("one-line fence", "```json [{\"title\":\"a\",\"severity\":\"low\"}]``` done", &["a"], "complete", NONE),
        Form("fence never closed", "```json\n[{\"title\":\"a\",\"severity\":\"low\"}]", &["a"], "complete", NONE),
        Form(
            "CRLF and BOM",
            "\u{feff}[\r\n {\"title\":\"a\",\r\n \"severity\":\"low\"}\r\n]\r\n",
            &["a"],
            "complete",
            NONE,
        ),
        Form("BOM inside a fence", "```json\n\u{feff}{\"findings\":[]}\n```", NONE, "complete", NONE),
        Form(
            "fences in a text",
            "{\"findings\":[{\"title\":\"a\",\"severity\":\"low\",\"body\":\"x\\n```json\\n{\\\"findings\\\": []}\\n```\"}]}",
            &["a"],
            "complete",
            NONE,
        ),
        Form(
            "two lists",
            "[{\"title\":\"a\",\"severity\":\"low\"}]\nand\n{\"findings\":[{\"title\":\"b\",\"severity\":\"low\"}]}",
            &["a", "b"],
            "complete",
            NONE,
        ),
        Form(
            "the same list twice",
            "[{\"title\":\"a\",\"severity\":\"low\"}]\n[{\"title\":\"a\",\"severity\":\"low\"}]",
            &["a"],
            "complete",
            &["given again and count once: 1"],
        ),
        Form(
            "lines of JSON",
            "{\"title\":\"a\",\"file\":\"x\",\"severity\":\"low\"}\n{\"title\":\"b\",\"file\":\"x\",\"severity\":\"low\"}\n",
            &["a", "b"],
            "complete",
            NONE,
        ),
        Form("a single object", "{\"title\":\"a\",\"severity\":\"low\"}", &["a"], "complete", NONE),
        Form(
            "arrays side by side",
            "[{\"title\":\"a\",\"severity\":\"low\"}][{\"title\":\"b\",\"severity\":\"low\"}]",
            &["a", "b"],
            "complete",
            NONE,
        ),
        Form("a list in a list", "[[{\"title\":\"a\",\"severity\":\"low\"}]]", &["a"], "complete", NONE),
        Form(
            "a list below",
            "{\"review\":{\"findings\":[{\"title\":\"a\",\"severity\":\"low\"}]}}",
            &["a"],
            "complete",
            NONE,
        ),
        Form(
            "a list of an unknown name",
            "{\"problems\":[{\"title\":\"a\",\"severity\":\"low\"}]}",
            &["a"],
            "complete",
            NONE,
        ),
        Form(
            "one object under findings",
            "{\"findings\":{\"title\":\"a\",\"severity\":\"low\"}}",
            &["a"],
            "complete",
            NONE,
        ),
        Form(
            "grouped by file",
            "{\"files\":[{\"path\":\"x.rs\",\"comments\":[{\"title\":\"a\",\"severity\":\"low\"}]}]}",
            &["a"],
            "complete",
            NONE,
        ),
        Form(
            "a list as text",
            "{\"findings\":\"[{\\\"title\\\":\\\"a\\\",\\\"severity\\\":\\\"low\\\"}]\"}",
            &["a"],
            "complete",
            NONE,
        ),
    ]);
}

#[test]
fn json_that_is_nearly_right_is_repaired_and_told_once_for_each_entry() {
    check(&[
        Form(
            "trailing commas",
            r#"[{"title":"a","severity":"low",},{"title":"b","severity":"low"},]"#,
            &["a", "b"],
            "complete",
            &["entry 1: a comma too many", "beside the entries: a comma too many"],
        ),
        Form("two commas", r#"[{"title":"a",,"severity":"low"}]"#, &["a"], "complete", &["entry 1: a comma too many"]),
        Form(
            "missing comma",
            "[{\"title\":\"a\"\n\"severity\":\"low\"}\n{\"title\":\"b\",\"severity\":\"low\"}]",
            &["a", "b"],
            "complete",
            &["entry 1: a missing comma", "entry 2: a missing comma"],
        ),
        Form(
            "missing brace",
            r#"[{"title":"a","severity":"low"]"#,
            &["a"],
            "complete",
            &["entry 1: a missing bracket"],
        ),
        Form(
            "missing bracket",
            r#"{"findings":[{"title":"a","severity":"low"}}"#,
            &["a"],
            "complete",
            &["beside the entries: a missing bracket"],
        ),
        Form(
            "missing value",
            r#"[{"title":"a","line":,"severity":"low"}]"#,
            &["a"],
            "complete",
            &["entry 1: a key without a value"],
        ),
        Form(
            "comments",
            "[ // first\n{\"title\":\"a\", /* ] */ \"severity\":\"low\"} # end\n]",
            &["a"],
            "complete",
            &["entry 1: a comment", "beside the entries: a comment"],
        ),
        Form(
            "single quotes",
            "[{'title':'it\\'s \"a\"','severity':'low'}]",
            &["it's \"a\""],
            "complete",
            &["entry 1: texts in single quotes"],
        ),
        Form(
            "an apostrophe in single quotes",
            "[{'title':'it's a','severity':'low'}]",
            &["it's a"],
            "complete",
            &["entry 1: texts in single quotes", "entry 1: quotes inside a text"],
        ),
        Form(
            "keys without quotes",
            "[{title:\"a\",severity:\"low\"}]",
            &["a"],
            "complete",
            &["entry 1: a key without quotes"],
        ),
        Form(
            "a word without quotes",
            "[{\"title\":\"a\",\"severity\":low,\"line\":4-6}]",
            &["a"],
            "complete",
            &["entry 1: a word without quotes"],
        ),
        Form(
            "raw line break and tab",
            "[{\"title\":\"a\",\"body\":\"x\n\ty\",\"severity\":\"low\"}]",
            &["a"],
            "complete",
            &["entry 1: a line break or tab"],
        ),
        Form(
            "invalid escapes",
            r#"[{"title":"a \d C:\dir \u12 \x","severity":"low"}]"#,
            &["a \\d C:\\dir \\u12 \\x"],
            "complete",
            &["entry 1: an escape that JSON does not have"],
        ),
        Form("pairs of escapes", r#"[{"title":"\ud83d\ude00 \u00e9","severity":"low"}]"#, &["😀 é"], "complete", NONE),
        Form(
            "half a pair",
            r#"[{"title":"\ud83d x \ude00","severity":"low"}]"#,
            &["\u{fffd} x \u{fffd}"],
            "complete",
            &["entry 1: half of an escaped character"],
        ),
        Form(
            "quotes inside",
            r#"[{"title":"say "no" twice","severity":"low"}]"#,
            &["say \"no\" twice"],
            "complete",
            &["entry 1: quotes inside a text"],
        ),
        Form(
            "quotes inside before a comma",
            r#"[{"title":"the "x", then y","severity":"low"}]"#,
            &["the \"x\", then y"],
            "complete",
            &["entry 1: quotes inside a text"],
        ),
        Form(
            "two quoted words inside",
            r#"[{"title":"the "x", "y" and z","severity":"low"}]"#,
            &["the \"x\", \"y\" and z"],
            "complete",
            &["entry 1: quotes inside a text"],
        ),
        Form(
            "JSON inside that is not escaped",
            r#"[{"severity":"low","title":"prints {"a": "b"} here"}]"#,
            &["prints {\"a\": \"b\"} here"],
            "complete",
            &["entry 1: quotes inside a text"],
        ),
        Form(
            "smart quotes as delimiters",
            "[{“title”: “a”, “severity”: “low”}]",
            &["a"],
            "complete",
            &["entry 1: typographic quotes"],
        ),
        Form("smart quotes in a text", "[{\"title\":\"“a” b\",\"severity\":\"low\"}]", &["“a” b"], "complete", NONE),
        Form(
            "NaN",
            r#"[{"title":"a","severity":"low","confidence":NaN,"line":-Infinity}]"#,
            &["a"],
            "complete",
            &["entry 1: a number that JSON does not have"],
        ),
        Form(
            "Python",
            "[{'title':'a','severity':'low','depends_on_unseen':True,'suggestion':None}]",
            &["a"],
            "complete",
            &["entry 1: texts in single quotes", "entry 1: a word of another language"],
        ),
        Form(
            "odd numbers",
            r#"[{"title":"a","severity":"low","line":+4,"confidence":.9}]"#,
            &["a"],
            "complete",
            &["entry 1: a number that JSON does not write so"],
        ),
        Form(
            "numbers as text",
            r#"[{"title":"a","severity":"low","line":"4","confidence":"0.9"}]"#,
            &["a"],
            "complete",
            NONE,
        ),
        Form(
            "left out by the agent",
            r#"[{"title":"a","severity":"low"}, ...]"#,
            &["a"],
            "complete",
            &["beside the entries: the agent left entries out"],
        ),
        Form(
            "a text among entries",
            r#"[{"title":"a","severity":"low"}, "b", 3]"#,
            &["a"],
            "complete",
            &["entry 2: left out: it is no object (text)", "entry 3: left out: it is no object (a number)"],
        ),
        Form(
            "an entry that says nothing",
            r#"[{"title":"a","severity":"low"}, {"file":"x"}]"#,
            &["a"],
            "complete",
            &["entry 2: left out: it has neither title nor body"],
        ),
    ]);
}

#[test]
fn blocks_between_marks_are_read() {
    check(&[
        Form(
            "a block",
            "Looking.\n\nFINDING_START\nagent: security\nseverity: critical\nfile: src/a.rs\nlineStart: 4\nlineEnd: 6\ntitle: a\ndescription: first\n\nsecond: line\nFINDING_END\n",
            &["a"],
            "complete",
            NONE,
        ),
        Form(
            "two blocks with stars",
            "**FINDING_START**\n- **Title:** a\n- **Severity:** improvement\nFINDING_END\nFINDING_START\ntitle: b\nseverity: nitpick\nFINDING_END",
            &["a", "b"],
            "complete",
            NONE,
        ),
        Form(
            "a block of JSON",
            "FINDING_START\n{\"title\":\"a\",\"severity\":\"low\"}\nFINDING_END",
            &["a"],
            "complete",
            NONE,
        ),
        Form("no findings", "I read all of it.\nFINDINGS_NONE\n", NONE, "complete", NONE),
        Form(
            "a cut block",
            "FINDING_START\ntitle: a\nseverity: nitpick\nFINDING_END\nFINDING_START\ntitle: b\nseve",
            &["a"],
            "cut",
            &["entry 2: left out: its FINDING_END is missing"],
        ),
        Form(
            "a block inside a block",
            "FINDING_START\ntitle: a\nFINDING_START\ntitle: b\nseverity: nitpick\nFINDING_END",
            &["b"],
            "malformed: a block has no FINDING_END",
            &["entry 1: left out"],
        ),
        Form(
            "the marks in a sentence",
            "I would print FINDING_START and FINDINGS_NONE here.",
            NONE,
            "malformed: it holds no list",
            NONE,
        ),
    ]);
}

#[test]
fn the_fields_of_a_block_go_on_over_lines_and_code() {
    let text = "FINDING_START\nfile: config/a.yml\nline: 3\nseverity: improvement\ntitle: a\nsuggestion: |\n  title: x\n    y: 1\ndescription: one\ntitle: two\n```yaml\nseverity: none\n```\nFINDING_END";
    let (candidates, _) = read(text);
    assert_eq!(titles(&candidates), ["a"]);
    assert_eq!(candidates[0].claim.suggestion.as_deref(), Some("title: x\n  y: 1"));
    assert_eq!(candidates[0].claim.summary, "one\ntitle: two\n```yaml\nseverity: none\n```");
}

#[test]
fn lists_in_unusual_places_are_read_and_what_is_no_entry_is_told() {
    check(&[
        Form("by path", "{\"src/a.rs\":[{\"line\":4,\"title\":\"a\",\"severity\":\"low\"}]}", &["a"], "complete", NONE),
        Form(
            "an object that is no entry",
            "{\"title\":\"x\",\"message\":\"m\"}\n{\"title\":\"a\",\"severity\":\"low\"}",
            &["a"],
            "complete",
            &["an object of message, title is no entry"],
        ),
        Form(
            "a tool call",
            r#"{"name":"report","arguments":"[{\"title\":\"a\",\"severity\":\"low\"}]"}"#,
            &["a"],
            "complete",
            NONE,
        ),
        Form(
            "quotes inside a single object",
            r#"{"severity":"low","title":"say "no""}"#,
            &["say \"no\""],
            "complete",
            &["entry 1: quotes inside a text"],
        ),
        Form(
            "three quotes",
            "[{\"title\":\"a\",\"severity\":\"low\",\"body\":\"\"\"x\ny\"\"\"}]",
            &["a"],
            "complete",
            &["entry 1: a line break", "entry 1: quotes inside a text"],
        ),
        Form(
            "a single object with a list of its own",
            r#"{"title":"a","severity":"low","comments":["x"]}"#,
            &["a"],
            "complete",
            NONE,
        ),
        Form(
            "a title around a list",
            r#"{"title":"Review","file":"x","findings":[{"title":"a","severity":"low"}]}"#,
            &["a"],
            "complete",
            NONE,
        ),
        Form(
            "colours of a terminal",
            "\u{1b}]0;agent\u{7}\u{1b}[32m[\u{200b}{\"title\":\"a\",\"severity\":\"low\"}]\u{1b}[0m",
            &["a"],
            "complete",
            NONE,
        ),
        Form(
            "lines of a log",
            "[2025-12-01T13:00:00] started\n[INFO] tokens: [12]\n[{\"title\":\"a\",\"severity\":\"low\"}]",
            &["a"],
            "complete",
            NONE,
        ),
        Form(
            "a server's events",
            "data: {\"findings\": [{\"title\":\"a\",\"severity\":\"low\"}]}\n\ndata: [DONE]\n",
            &["a"],
            "complete",
            NONE,
        ),
        Form("a variable", "findings = [{\"title\":\"a\",\"severity\":\"low\"}]", &["a"], "complete", NONE),
        Form("double braces", "{{\"findings\": [{\"title\":\"a\",\"severity\":\"low\"}]}}", &["a"], "complete", NONE),
        Form("brackets too many", "[{\"title\":\"a\",\"severity\":\"low\"}]]}", &["a"], "complete", NONE),
    ]);
}

#[test]
fn the_contract_of_pi_is_read_with_its_places() {
    let (candidates, answer) = read(
        r#"{"disposition":"reviewed","overview":"o","strengths":["s"],"findings":[{"title":"[P1] a","severity":"P1","body":"b","confidence_score":0.8,"code_location":{"absolute_file_path":"src/a.rs","line_range":{"start":3,"end":5},"side":"LEFT","commentable":true}}],"verdict":"comment"}"#,
    );
    let place = candidates[0].place.as_ref().unwrap();
    assert_eq!((place.path.as_utf8(), place.side), (Some("src/a.rs"), Some(prr::core::model::Side::Left)));
    assert_eq!(place.lines.map(|lines| (lines.start(), lines.end())), Some((3, 5)));
    assert_eq!((answer.overview.unwrap().text.as_str(), answer.notes.len()), ("o", 0));
}
