//! Corpus C01 and C03: what an agent prints, in every wrapping and cut off, through the program.

use super::{Scene, fixture};

fn cat(file: &str) -> super::Ran {
    let path = fixture(file);
    Scene::command(&["cat", path.to_str().unwrap()], "").review(&["--offline"])
}

#[test]
fn c01_an_answer_is_found_in_fences_and_prose_and_never_cut_at_an_inner_fence() {
    let first = cat("c01/out1.txt");
    assert_eq!(first.titles(), ["endless loop", "second"], "{}", first.err);
    let body = first.findings()[0].to_string();
    assert!(body.contains("is not the answer.") && body.contains("while true { let m"), "{body}");
    for (file, title) in [("out3", "bare fence"), ("out4", "one-line fence"), ("out5", "crlf fence")] {
        let ran = cat(&format!("c01/{file}.txt"));
        assert_eq!(ran.titles(), [title], "{file}: {}", ran.err);
        assert_eq!(ran.json()["metadata"]["failedAgents"].as_array().map(Vec::len), Some(0), "{file}");
    }
    let second = cat("c01/out2.txt");
    assert_eq!(second.titles(), ["raw newline"], "{}", second.err);
    assert!(second.findings()[0].to_string().contains("last line"), "{}", second.out);
}

#[test]
fn c03_what_was_whole_before_a_cut_is_kept_and_the_agent_is_never_clean() {
    let whole: [(&str, &[&str]); 5] =
        [("t1", &["one", "two"]), ("t2", &["one", "two"]), ("t3", &[]), ("t4", &[]), ("t5", &["one", "two", "three"])];
    for (file, titles) in whole {
        let ran = cat(&format!("c03/{file}.txt"));
        assert_eq!(ran.titles(), titles, "{file}: {}", ran.err);
        assert!(ran.failed().contains("incomplete answer"), "{file}: {}", ran.err);
        assert_ne!(ran.json()["recommendation"], "approve", "{file}");
        assert_eq!(ran.code, Some(5), "{file}: the only agent failed");
    }
}
