//! The given cases C01 and C03, read as a text (the way through the whole program is tested with the agents).

use prr::edge::claims::answer::{Answer, State};
use serde_json::Value;

use super::{Candidate, read, titles};

fn fixture(path: &str) -> String {
    std::fs::read_to_string(format!("{}/fixtures/answers/{path}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

fn expected(case: &str) -> Value {
    serde_json::from_str(&fixture(&format!("{case}/expect.json"))).unwrap()
}

fn read_file(path: &str) -> (Vec<Candidate>, Answer) {
    read(&fixture(path))
}

#[test]
fn c01_json_in_prose_and_fences_is_read_whole_and_snippets_inside_are_text() {
    let expect = expected("C01-fences-and-prose");
    for file in ["out1.txt", "out2.txt", "out3.txt", "out4.txt", "out5.txt"] {
        let (candidates, answer) = read_file(&format!("C01-fences-and-prose/{file}"));
        let each = &expect["expect"][file];
        assert_eq!(answer.state, State::Complete, "{file}");
        assert_eq!(Some(candidates.len() as u64), each["findings"].as_u64(), "{file}");
        if let Some(list) = each["titles"].as_array() {
            assert_eq!(titles(&candidates), list.iter().map(|t| t.as_str().unwrap()).collect::<Vec<_>>(), "{file}");
        }
        if let Some(body) = each.get("body_exact").or(each.get("body_of_first_exact")) {
            assert_eq!(Some(candidates[0].claim.summary.as_str()), body.as_str(), "{file}");
        }
    }
    let (_, repaired) = read_file("C01-fences-and-prose/out2.txt");
    assert_eq!(repaired.notes, ["entry 1: a line break or tab that was not escaped was kept in its text"]);
}

#[test]
fn c03_of_a_cut_answer_what_is_complete_is_kept_and_it_is_never_clean() {
    let expect = expected("C03-truncated-output");
    for file in ["t1.txt", "t2.txt", "t3.txt", "t4.txt", "t5.txt"] {
        let (candidates, answer) = read_file(&format!("C03-truncated-output/{file}"));
        let complete = expect["expect"][file]["complete_findings"].as_array().unwrap();
        assert_eq!(titles(&candidates), complete.iter().map(|t| t.as_str().unwrap()).collect::<Vec<_>>(), "{file}");
        assert_eq!(answer.state, State::Cut, "{file}");
        assert!(answer.notes.iter().any(|note| note.contains("ends too early")), "{file}: {:?}", answer.notes);
    }
    let (candidates, _) = read_file("C03-truncated-output/t1.txt");
    assert_eq!(candidates[0].claim.summary, "uses } and ] and \"quotes\"");
    assert_eq!(candidates[1].claim.summary, "nested {\"a\": [1, 2]}");
}
