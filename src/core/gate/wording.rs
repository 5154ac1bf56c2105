//! A finding's words as one editable text, and back: title, blank line, body, suggestion block at the end.

use crate::core::model::Wording;

const OPEN: &str = "suggestion";

/// The words as one text. The suggestion's fence is longer than any run of backticks inside it.
pub fn compose(wording: &Wording) -> String {
    let mut text = String::new();
    if !wording.title.is_empty() {
        text.push_str(&wording.title);
        text.push_str("\n\n");
    }
    text.push_str(&wording.body);
    if let Some(suggestion) = &wording.suggestion {
        let fence = "`".repeat(longest_run(suggestion).max(2) + 1);
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        text.push_str(&format!("\n{fence}{OPEN}\n"));
        text.push_str(suggestion);
        if !suggestion.is_empty() && !suggestion.ends_with('\n') {
            text.push('\n');
        }
        text.push_str(&fence);
    }
    text
}

/// Reads an edited text. `titled` = the first line is the title (findings; own comments have none).
pub fn parse(text: &str, titled: bool) -> Wording {
    let (rest, suggestion) = split_suggestion(text.trim_end());
    if !titled {
        return Wording { title: String::new(), body: rest.trim().to_owned(), suggestion };
    }
    let rest = rest.trim_start();
    let (title, body) = rest.split_once('\n').unwrap_or((rest, ""));
    Wording { title: title.trim().to_owned(), body: body.trim().to_owned(), suggestion }
}

/// Splits a closing suggestion block off. Only a block that ends the text counts.
fn split_suggestion(text: &str) -> (&str, Option<String>) {
    let Some(last) = text.lines().last() else { return (text, None) };
    let ticks = last.len();
    if ticks < 3 || !last.bytes().all(|b| b == b'`') {
        return (text, None);
    }
    let open = format!("{last}{OPEN}");
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        if line.trim_end() == open {
            let inside = offset + line.len();
            let end = text.len() - ticks;
            let code = text.get(inside..end).unwrap_or("");
            let code = code.strip_suffix('\n').unwrap_or(code);
            return (text.get(..offset).unwrap_or(""), Some(code.to_owned()));
        }
        offset += line.len();
    }
    (text, None)
}

fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wording(title: &str, body: &str, suggestion: Option<&str>) -> Wording {
        Wording { title: title.into(), body: body.into(), suggestion: suggestion.map(str::to_owned) }
    }

    #[test]
    fn composed_words_read_back() {
        for case in [
            wording("Title", "Body\n\nmore", None),
            wording("Title", "", None),
            wording("Title", "Body", Some("let a = 1;")),
            wording("Title", "Body", Some("```\ninner fence\n```")),
            wording("Title", "Body", Some("")),
        ] {
            assert_eq!(parse(&compose(&case), true), case);
        }
        let own = wording("", "only a body", Some("x"));
        assert_eq!(parse(&compose(&own), false), own);
    }

    #[test]
    fn a_code_block_that_is_no_suggestion_stays_in_the_body() {
        let text = "Title\n\n```rust\nx\n```";
        assert_eq!(parse(text, true).suggestion, None);
        assert!(parse(text, true).body.contains("```rust"));
    }
}
