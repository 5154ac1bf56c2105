//! Titles and bodies as pi's contract wants them: `[P1]` in front, 80 characters, a suggestion as a fenced block at the
//! end of the body; and back. Called by `pi` (out) and `findings_in` (in).

use crate::core::model::{Severity, Wording};

/// The longest title, in characters, with its tag.
const TITLE: usize = 80;
/// The most lines of code in a body.
const LINES: usize = 3;
/// What a question's title begins with.
pub(super) const QUESTION: &str = "Question: ";
/// The fence of a suggestion.
const FENCE: &str = "```suggestion\n";

/// pi's word.
pub(super) fn tag(severity: Severity) -> &'static str {
    match severity {
        Severity::Blocker => "P0",
        Severity::Critical => "P1",
        Severity::Major => "P2",
        Severity::Minor => "P3",
        Severity::Nitpick => "nit",
    }
}

/// Title and body. A title that is too long is whole in the body; a suggestion of more than three lines is only named.
pub(super) fn title_and_body(tag: &str, is_question: bool, wording: &Wording) -> (String, String) {
    let Wording { title, body, suggestion } = wording;
    let bare = untagged(title).0;
    let bare = bare.strip_prefix(QUESTION).unwrap_or(bare);
    let front = if is_question { format!("[{tag}] {QUESTION}") } else { format!("[{tag}] ") };
    let room = TITLE.saturating_sub(front.chars().count());
    let short: String = if bare.chars().count() > room {
        bare.chars().take(room.saturating_sub(1)).chain(['…']).collect()
    } else {
        bare.to_owned()
    };
    let mut parts: Vec<String> = Vec::new();
    if short != bare && !body.starts_with(bare) {
        parts.push(bare.to_owned());
    }
    parts.push(body.trim_end().to_owned());
    let fenced = suggestion.as_deref().map(fenced);
    parts.extend(fenced);
    parts.retain(|part| !part.is_empty());
    let body = if parts.is_empty() { bare.to_owned() } else { parts.join("\n\n") };
    (format!("{front}{short}"), body)
}

fn fenced(suggestion: &str) -> String {
    let lines = suggestion.lines().count();
    if lines > LINES || suggestion.contains("```") {
        return format!(
            "(A replacement of {lines} lines is suggested; this format holds no code of more than {LINES}.)"
        );
    }
    let end = if suggestion.is_empty() || suggestion.ends_with('\n') { "" } else { "\n" };
    format!("{FENCE}{suggestion}{end}```")
}

/// `[P1] Title` -> `Title` and `P1`.
pub(super) fn untagged(title: &str) -> (&str, Option<Severity>) {
    let tagged = || {
        let (word, rest) = title.trim_start().strip_prefix('[')?.split_once(']')?;
        let severity = Severity::ALL.into_iter().find(|severity| tag(*severity).eq_ignore_ascii_case(word.trim()))?;
        Some((rest.trim_start(), Some(severity)))
    };
    tagged().unwrap_or((title, None))
}

/// A title without what marks a question, and whether it did.
pub(super) fn unasked(title: &str) -> (&str, bool) {
    title.strip_prefix(QUESTION).map_or((title, false), |rest| (rest, true))
}

/// A body without the suggestion at its end, and that: whole lines, none of them when it deletes.
pub(super) fn unfenced(body: &str) -> (&str, Option<&str>) {
    let split = || {
        let at = body.rfind(FENCE).filter(|at| *at == 0 || body.get(..*at).is_some_and(|head| head.ends_with('\n')))?;
        let inside = body.get(at + FENCE.len()..)?.trim_end().strip_suffix("```")?;
        let is_whole = !inside.contains("```") && (inside.is_empty() || inside.ends_with('\n'));
        is_whole.then(|| (body.get(..at).unwrap_or("").trim_end(), Some(inside)))
    };
    split().unwrap_or((body, None))
}

/// Title and body as one text; nothing is said twice.
pub(super) fn in_one(wording: &Wording) -> String {
    let (title, body) = (wording.title.trim_end(), wording.body.trim());
    let stem = title.trim_end_matches(['…', '.']);
    match (stem.is_empty(), body.is_empty()) {
        (true, _) => body.to_owned(),
        (_, true) => title.to_owned(),
        _ if body.starts_with(stem) => body.to_owned(),
        _ => format!("{stem}: {body}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wording(title: &str, body: &str, suggestion: Option<&str>) -> Wording {
        Wording { title: title.into(), body: body.into(), suggestion: suggestion.map(str::to_owned) }
    }

    #[test]
    fn a_title_has_its_tag_once_and_eighty_characters_and_is_whole_in_the_body() {
        let (title, body) = title_and_body("P1", false, &wording("[P0] Guard it", "Why.", None));
        assert_eq!((title.as_str(), body.as_str()), ("[P1] Guard it", "Why."));
        let long = "ü".repeat(90);
        let (title, body) = title_and_body("nit", true, &wording(&long, "Why.", None));
        assert_eq!(title.chars().count(), 80);
        assert!(title.starts_with("[nit] Question: ü") && title.ends_with('…'));
        assert_eq!(body, format!("{long}\n\nWhy."));
        assert_eq!(title_and_body("P3", false, &wording("t", "", None)).1, "t");
    }

    #[test]
    fn a_suggestion_of_three_lines_comes_back_and_a_longer_one_is_named() {
        for (suggestion, back) in [("a\nb\nc", "a\nb\nc\n"), ("a\n", "a\n"), ("", ""), ("\n", "\n")] {
            let (_, body) = title_and_body("P2", false, &wording("t", "Why.", Some(suggestion)));
            assert_eq!(unfenced(&body), ("Why.", Some(back)), "{body}");
        }
        let (_, body) = title_and_body("P2", false, &wording("t", "Why.", Some("a\nb\nc\nd")));
        assert!(body.contains("replacement of 4 lines") && unfenced(&body).1.is_none(), "{body}");
        for body in ["```suggestion\nx", "a ```suggestion\nx\n```", "```suggestion\nx\n```\nmore"] {
            assert_eq!(unfenced(body), (body, None));
        }
    }

    #[test]
    fn tags_are_read_and_other_brackets_stay() {
        assert_eq!(untagged("[p2] x"), ("x", Some(Severity::Major)));
        assert_eq!(untagged("[NIT]x"), ("x", Some(Severity::Nitpick)));
        assert_eq!(untagged("[todo] x"), ("[todo] x", None));
        assert_eq!(unasked("Question: Why?"), ("Why?", true));
    }
}
