//! Comments that silence a reviewer: only those that the base side has.

use super::super::build::{check, diff};

fn found(body: &str) -> usize {
    check("code-from-data", &diff("src/a.py", body)).len()
}

#[test]
fn a_comment_of_the_base_side_silences_its_line_and_the_one_below() {
    assert_eq!(found(" x = 1\n+data = pickle.loads(body)\n"), 1);
    assert_eq!(found(" # prr: ignore code-from-data our own cache\n+data = pickle.loads(body)\n"), 0);
    assert_eq!(found(" # prr: ignore code-from-data our own cache\n+x = 1\n+data = pickle.loads(body)\n"), 1);
}

#[test]
fn a_comment_that_the_change_adds_silences_nothing() {
    assert_eq!(found("+# prr: ignore code-from-data our own cache\n+data = pickle.loads(body)\n"), 1);
    assert_eq!(found("+data = pickle.loads(body)  # prr: ignore code-from-data our own cache\n"), 1);
    // Nor does one that it takes away.
    assert_eq!(found("-# prr: ignore code-from-data our own cache\n+data = pickle.loads(body)\n"), 1);
}

#[test]
fn a_comment_names_the_reviewer_and_says_why() {
    assert_eq!(found(" # prr: ignore code-from-data\n+data = pickle.loads(body)\n"), 1);
    assert_eq!(found(" # prr: ignore secrets our own cache\n+data = pickle.loads(body)\n"), 1);
    assert_eq!(found(" x = 'prr: ignore code-from-data our own cache'\n+data = pickle.loads(body)\n"), 1);
}
