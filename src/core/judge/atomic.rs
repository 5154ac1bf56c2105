//! One finding, one issue (FACTS 37): marks a claim that holds several. Nothing is split or dropped: a person, or an
//! agent asked again, can split better than a pattern. Called by the judge.

use super::course::Course;
use crate::core::model::{Candidate, JudgeRule};

pub(super) fn rule(course: &mut Course, candidate: &Candidate) {
    if let Some(sign) = sign(&candidate.claim.title, &candidate.claim.summary) {
        course.keep(JudgeRule::OneIssue, format!("it may hold more than one issue: {sign}"));
    }
}

/// What betrays that several issues stand in one text.
fn sign(title: &str, summary: &str) -> Option<&'static str> {
    let points = summary.lines().filter(|line| is_point(line.trim_start())).count();
    if points >= 2 {
        return Some("a list of points");
    }
    let text = summary.to_lowercase();
    if text.contains("option a") && text.contains("option b") {
        return Some("alternative fixes");
    }
    let title = title.to_lowercase();
    let joined = ["and also ", "additionally", "; also "].iter().any(|join| title.contains(join));
    let goes_on = [". also ", ". also,", "\nalso ", "\nalso,", ". additionally", "\nadditionally"];
    (joined || goes_on.iter().any(|join| text.contains(join))).then_some("a second concern is joined on")
}

/// `- x`, `* x`, `• x`, `1. x`, `2) x`.
fn is_point(line: &str) -> bool {
    let after = |rest: &str| rest.starts_with([' ', '\t']);
    if let Some(rest) = line.strip_prefix(['-', '*', '•']) {
        return after(rest);
    }
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.len() < line.len() && rest.strip_prefix(['.', ')']).is_some_and(after)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_alternatives_and_joined_concerns_are_told() {
        assert_eq!(sign("t", "Two things:\n- a\n- b"), Some("a list of points"));
        assert_eq!(sign("t", "1. a\n2) b"), Some("a list of points"));
        assert_eq!(sign("t", "Option A: x. Option B: y."), Some("alternative fixes"));
        assert!(sign("No check and also no log", "s").is_some());
        assert!(sign("t", "The key is printed. Also, the file is left open.").is_some());
    }

    #[test]
    fn one_issue_in_plain_prose_is_not() {
        for summary in ["- one point", "It is also called from b.", "3 callers rely on it.", "a - b", "-1 is not valid"]
        {
            assert_eq!(sign("Also a title", summary), None, "{summary}");
        }
    }
}
