//! Text made fit to be posted (PUBLISH gate 10). An agent's unedited text is neutralised: it can call nobody, close
//! no issue, carry no HTML, open no fence that it does not close. A person's text stays as typed, but for control
//! characters and the reserved markers. Not here: lengths (`shorten`), screens (core::text). Called by this room's
//! `words`, and by tests.

mod agent;
mod clean;
mod reserved;
mod seen;

pub use reserved::holds_marker;

use crate::core::synthesis;

/// An agent's Markdown of several lines, neutralised; '' stays ''.
pub fn agent(text: &str) -> String {
    agent::block(&reserved::without_words(&clean::strict(text)))
}

/// An agent's text within one line: titles, names of passes, paths in prose.
pub fn agent_line(text: &str) -> String {
    agent::line(&reserved::without_words(&clean::strict(text)))
}

/// A person's Markdown: as typed, without control characters and reserved markers. What it leaves open is closed
/// behind it, so that nothing that follows is swallowed.
pub fn person(text: &str) -> String {
    let text = reserved::without_markers(&clean::controls(text));
    let text = synthesis::closed(&text);
    match text.rfind("<!--") {
        Some(open) if !text.get(open..).is_some_and(|rest| rest.contains("-->")) => format!("{text} -->"),
        _ => text,
    }
}

/// Code of a suggestion, and whether it is still what was given: only then may it be offered to be applied.
pub fn code(text: &str) -> (String, Intact) {
    let unified = text.replace("\r\n", "\n");
    let safe = reserved::without_words(&clean::strict(text));
    let intact = if safe == unified { Intact::Yes } else { Intact::No };
    (safe, intact)
}

/// Whether making a text safe changed it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Intact {
    /// As it was, but for line ends.
    Yes,
    /// Something was taken out or replaced.
    No,
}

/// A path in a code span that it cannot end.
pub fn path(text: &str) -> String {
    let one: String = clean::strict(text).split_whitespace().collect::<Vec<_>>().join(" ");
    format!("`{}`", reserved::without_words(&one).replace('`', "'"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_persons_text_is_posted_as_typed() {
        let typed = "Hi @team, fixes #12 <b>now</b> & `x`\n\n```rust\nlet a = 1;\n```\n\tend prr-cockpit";
        assert_eq!(person(typed), typed);
        assert_eq!(person("a\x1b[31mb\x07\r\nc"), "a[31mb\nc");
    }

    #[test]
    fn a_persons_text_swallows_nothing_behind_it() {
        assert_eq!(person("see\n```\nx"), "see\n```\nx\n```");
        assert_eq!(person("a <!-- todo"), "a <!-- todo -->");
        assert_eq!(person("a <!-- b --> c"), "a <!-- b --> c");
    }

    #[test]
    fn a_person_cannot_type_a_marker_either() {
        for marker in [
            "<!-- prr-cockpit: {\"schema\":1} -->",
            "<!--PRR-Cockpit: x",
            "&lt;!-- pi-pr-review: {} --&gt;",
            "<!-- pi&#45;pr&#x2d;review: {} -->",
        ] {
            assert!(holds_marker(marker), "{marker}");
            assert!(!holds_marker(&person(marker)), "{marker} -> {}", person(marker));
        }
        assert!(!holds_marker("prr-cockpit is the name"));
    }

    #[test]
    fn code_that_had_to_be_changed_is_no_suggestion() {
        assert_eq!(code("a\r\n\tb  "), ("a\n\tb  ".to_owned(), Intact::Yes));
        assert_eq!(code("a\x00b").1, Intact::No);
        assert_eq!(code("\u{202e}x").1, Intact::No);
        assert_eq!(code("<!-- prr-cockpit: -->").1, Intact::No);
    }

    #[test]
    fn a_path_stays_in_its_code_span() {
        assert_eq!(path("a`b\nc"), "`a'b c`");
    }
}
