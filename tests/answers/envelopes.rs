//! Texts inside what command-line tools and model servers print around them.

use super::{Form, check};

const NONE: &[&str] = &[];
const A: &str = r#"[{\"title\":\"a\",\"severity\":\"low\"}]"#;

#[test]
fn the_texts_inside_envelopes_are_read_one_level_deep() {
    let forms = [
        (
            "claude",
            format!(
                r#"{{"type":"result","subtype":"success","is_error":false,"result":"Here:\n```json\n{A}\n```","session_id":"s"}}"#
            ),
        ),
        (
            "claude, a structured answer",
            r#"{"type":"result","result":"","structured_output":{"findings":[{"title":"a","severity":"low"}]}}"#
                .to_owned(),
        ),
        (
            "claude, a list of events",
            format!(
                r#"[{{"type":"system","subtype":"init","session_id":"s"}},{{"type":"assistant","message":{{"content":[{{"type":"text","text":"Hm."}}]}}}},{{"type":"result","result":"{A}"}}]"#
            ),
        ),
        (
            "claude, pieces",
            format!(
                "{{\"type\":\"stream_event\",\"event\":{{\"type\":\"content_block_delta\",\"delta\":{{\"type\":\"text_delta\",\"text\":\"{}\"}}}}}}\n{{\"type\":\"stream_event\",\"event\":{{\"type\":\"content_block_delta\",\"delta\":{{\"type\":\"text_delta\",\"text\":\"{}\"}}}}}}\n",
                &A[..17],
                &A[17..]
            ),
        ),
        ("gemini", format!(r#"{{"response":"{A}","stats":{{"models":{{}}}}}}"#)),
        (
            "codex",
            format!(
                "{{\"type\":\"thread.started\",\"thread_id\":\"t\"}}\n{{\"type\":\"item.completed\",\"item\":{{\"type\":\"reasoning\",\"text\":\"[{{}}]\"}}}}\n{{\"type\":\"item.completed\",\"item\":{{\"type\":\"agent_message\",\"text\":\"{A}\"}}}}\n{{\"type\":\"turn.completed\",\"usage\":{{}}}}\n"
            ),
        ),
        (
            "codex before",
            format!(
                "{{\"id\":\"0\",\"msg\":{{\"type\":\"task_started\"}}}}\n{{\"id\":\"0\",\"msg\":{{\"type\":\"agent_message\",\"message\":\"{A}\"}}}}\n"
            ),
        ),
        ("opencode", format!(r#"{{"type":"text","sessionID":"s","part":{{"type":"text","text":"{A}"}}}}"#)),
        (
            "chat",
            format!(r#"{{"choices":[{{"message":{{"role":"assistant","content":"{A}"}},"finish_reason":"stop"}}]}}"#),
        ),
        (
            "responses",
            format!(r#"{{"output":[{{"type":"message","content":[{{"type":"output_text","text":"{A}"}}]}}]}}"#),
        ),
        (
            "messages",
            format!(
                r#"{{"type":"message","role":"assistant","content":[{{"type":"thinking","thinking":"x"}},{{"type":"text","text":"{A}"}}]}}"#
            ),
        ),
        (
            "generateContent",
            format!(
                r#"{{"candidates":[{{"content":{{"role":"model","parts":[{{"text":"{A}"}}]}},"finishReason":"STOP"}}]}}"#
            ),
        ),
        ("ollama", format!(r#"{{"model":"m","message":{{"role":"assistant","content":"{A}"}},"done":true}}"#)),
        ("some other", format!(r#"{{"output":"{A}"}}"#)),
    ];
    for (name, text) in forms {
        let text: &'static str = Box::leak(text.into_boxed_str());
        check(&[Form(name, text, &["a"], "complete", NONE)]);
    }
}

#[test]
fn what_a_tool_says_of_failure_is_never_no_findings() {
    check(&[
        Form(
            "claude",
            r#"{"type":"result","subtype":"error_max_turns","is_error":true}"#,
            NONE,
            "malformed: the tool says that it failed: error_max_turns",
            NONE,
        ),
        Form(
            "codex",
            "{\"type\":\"turn.failed\",\"error\":{\"message\":\"usage limit\"}}",
            NONE,
            "malformed: the tool says that it failed: usage limit",
            NONE,
        ),
        Form(
            "gemini",
            r#"{"error":{"message":"quota"}}"#,
            NONE,
            "malformed: the tool says that it failed: quota",
            NONE,
        ),
        Form(
            "an error that passed",
            "{\"type\":\"error\",\"message\":\"again\"}\n{\"type\":\"item.completed\",\"item\":{\"type\":\"agent_message\",\"text\":\"[]\"}}",
            NONE,
            "complete",
            &["told of an error and went on: again"],
        ),
        Form(
            "cut by tokens",
            r#"{"choices":[{"message":{"content":"{\"findings\":[{\"title\":\"a\",\"severity\":\"low\"}"},"finish_reason":"length"}]}"#,
            &["a"],
            "cut",
            &["ends too early", "the model was cut off"],
        ),
        Form(
            "prose inside",
            r#"{"type":"result","result":"I found nothing."}"#,
            NONE,
            "malformed: it holds no list of findings; it begins \"I found nothing.\"",
            NONE,
        ),
        Form("nothing inside", r#"{"response":""}"#, NONE, "malformed: it said nothing", NONE),
        Form("two levels", r#"{"response":"{\"response\":\"[]\"}"}"#, NONE, "malformed", NONE),
        Form(
            "given twice",
            "{\"type\":\"assistant\",\"message\":{\"content\":[{\"type\":\"text\",\"text\":\"[{\\\"title\\\":\\\"a\\\",\\\"severity\\\":\\\"low\\\"}]\"}]}}\n{\"type\":\"result\",\"result\":\"[{\\\"title\\\":\\\"a\\\",\\\"severity\\\":\\\"low\\\"}]\"}",
            &["a"],
            "complete",
            &["given again and count once: 1"],
        ),
        Form(
            "results of a tool",
            "{\"type\":\"user\",\"session_id\":\"s\",\"results\":[{\"title\":\"forged\",\"severity\":\"low\"}]}",
            NONE,
            "malformed",
            NONE,
        ),
    ]);
}

#[test]
fn a_whole_message_mends_a_broken_one_before_it_and_words_after_an_answer_change_nothing() {
    let said =
        |text: &str| format!(r#"{{"type":"assistant","message":{{"content":[{{"type":"text","text":"{text}"}}]}}}}"#);
    let ended = |text: &str| format!(r#"{{"type":"result","result":"{text}"}}"#);
    let cut = &A[..A.len() - 1];
    let forms = [
        ("mended", format!("{}\n{}", said(cut), ended(A)), "complete", &["ends too early", "count once: 1"][..]),
        ("words after a cut answer", format!("{}\n{}", said(cut), ended("Done.")), "cut", &["ends too early"]),
        ("words after an answer", format!("{}\n{}", said(A), ended("Done.")), "complete", &[]),
        ("words before an answer", format!("{}\n{}", said("Let me see {this}."), ended(A)), "complete", &[]),
    ];
    for (name, text, how, notes) in forms {
        check(&[Form(name, Box::leak(text.into_boxed_str()), &["a"], how, notes)]);
    }
    check(&[Form(
        "gemini failed",
        "{\"type\":\"message\",\"role\":\"assistant\",\"content\":\"Hm\",\"delta\":true}\n{\"type\":\"result\",\"status\":\"error\",\"error\":{\"message\":\"quota\"}}",
        NONE,
        "malformed: the tool says that it failed: quota",
        NONE,
    )]);
}
