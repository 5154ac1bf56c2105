//! Verdicts of passes that judge findings, in the forms in which models give them.

use prr::edge::claims::answer::verdicts;

fn said(text: &str) -> Vec<(String, String, String)> {
    verdicts(text).unwrap().into_iter().map(|v| (v.id, v.verdict, v.reason)).collect()
}

fn one(id: &str, verdict: &str, reason: &str) -> (String, String, String) {
    (id.to_owned(), verdict.to_owned(), reason.to_owned())
}

#[test]
fn verdicts_are_read_in_the_forms_of_findings() {
    for text in [
        r#"[{"id":"c-1","verdict":"confirmed","reason":"r"}]"#,
        "Checked.\n```json\n[{\"finding_id\":\"c-1\",\"verdict\":\"confirmed\",\"reasoning\":\"r\",},]\n```",
        r#"{"verdicts":[{"candidate_id":"c-1","outcome":"confirmed","rationale":"r"}]}"#,
        r#"{"results":[{"id":"c-1","verdict":"confirmed","reason":"r"}]}"#,
        r#"{"id":"c-1","status":"confirmed","explanation":"r"}"#,
        "{\"id\":\"c-1\",\"verdict\":\"confirmed\",\"reason\":\"r\"}\n",
        r#"{"verdicts":{"c-1":{"verdict":"confirmed","reason":"r"}}}"#,
        r#"{"c-1":{"verdict":"confirmed","reason":"r"}}"#,
        r#"{"type":"result","result":"[{\"id\":\"c-1\",\"verdict\":\"confirmed\",\"reason\":\"r\"}]"}"#,
        "<think>[{\"id\":\"c-1\",\"verdict\":\"rejected\"}]</think>[{'id':'c-1','verdict':'confirmed','reason':'r'}]",
        r#"[{"id":"c-1","verdict":"rejected","reason":"x"},{"id":"c-1","verdict":"confirmed","reason":"r"}]"#,
        r#"[{"id":"c-1","confirmed":true,"reason":"r"},{"id":"c-2","verdict":"half"#,
    ] {
        assert_eq!(said(text), [one("c-1", "confirmed", "r")], "{text}");
    }
    assert_eq!(
        said(r#"{"verdicts":{"c-1":"rejected","c-2":"confirmed"}}"#),
        [one("c-1", "rejected", ""), one("c-2", "confirmed", "")]
    );
    assert_eq!(said(r#"[{"id":7,"confirmed":false}]"#), [one("7", "rejected", "")]);
    let rest = verdicts(r#"[{"id":"c","verdict":"downgraded","newSeverity":"low","mitigation":"a.rs:4"}]"#)
        .unwrap()
        .remove(0)
        .rest;
    assert_eq!(rest.keys().collect::<Vec<_>>(), ["mitigation", "newSeverity"]);
}

#[test]
fn what_holds_no_verdict_is_an_error_and_an_empty_list_is_none() {
    assert_eq!(said("[]"), []);
    assert_eq!(said("{\"verdicts\": []}"), []);
    for (text, why) in [
        ("", "it said nothing"),
        ("All confirmed.", "it holds no verdicts; it begins \"All confirmed.\""),
        ("[{\"title\":\"a\"}]", "it holds no verdicts"),
        ("{\"type\":\"result\",\"is_error\":true,\"result\":\"limit\"}", "the tool says that it failed: limit"),
        ("the list [] is", "it holds no verdicts"),
    ] {
        let told = verdicts(text).unwrap_err();
        assert!(told.starts_with(why), "{text}: {told}");
    }
}
