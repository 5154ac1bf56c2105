//! Text from outside made harmless in a report: no control or invisible characters in text, no live markup in
//! Markdown.

use crate::core::text;

/// One line without control characters.
pub(super) fn line(text: &str) -> String {
    text::one_line(text, usize::from(u16::MAX))
}

/// Several lines, each without control characters. Tabs stay.
pub(super) fn lines(text: &str) -> String {
    let one = |row: &str| row.split('\t').map(line).collect::<Vec<_>>().join("\t");
    text.lines().map(one).collect::<Vec<_>>().join("\n")
}

/// A whole Markdown text: HTML and mentions do nothing, code stays as it is.
pub(super) fn markdown(text: &str) -> String {
    let mut fence: Option<String> = None;
    let mut out = String::with_capacity(text.len());
    for row in lines(text).lines() {
        let is_code = fence.is_some();
        fence = after(fence, row);
        let is_fence = !is_code && fence.is_some();
        out.push_str(&if is_code || is_fence { row.to_owned() } else { prose(row) });
        out.push('\n');
    }
    out
}

/// Text within one row of Markdown: nothing in it is markup. For titles and paths.
pub(super) fn words(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in line(text).chars() {
        if matches!(c, '`' | '*' | '_' | '[' | ']' | '|' | '\\' | '#') {
            out.push('\\');
        }
        dead(c, &mut out);
    }
    out
}

/// A code span that its text cannot end.
pub(super) fn code(text: &str) -> String {
    format!("`{}`", line(text).replace('`', "'"))
}

/// A fenced block that its text cannot close; the text stays but for control characters.
pub(super) fn block(info: &str, text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    let text = lines(text);
    let end = if text.is_empty() { "" } else { "\n" };
    format!("{fence}{info}\n{text}{end}{fence}")
}

/// The fence that is open behind a row. Only fences at the margin count: one inside a list ends with the list, and
/// what looks like code there must not be trusted to be code.
fn after(open: Option<String>, row: &str) -> Option<String> {
    let Some(mark) = row.chars().next().filter(|c| matches!(c, '`' | '~')) else { return open };
    let run: String = row.chars().take_while(|c| *c == mark).collect();
    let rest = row.get(run.len()..).unwrap_or("");
    match open {
        None if run.len() >= 3 && !(mark == '`' && rest.contains('`')) => Some(run),
        None => None,
        Some(fence) => {
            let closes = run.starts_with(fence.as_str()) && rest.trim().is_empty();
            (!closes).then_some(fence)
        }
    }
}

/// A row of prose: code spans that end in it stay, everything else is dead.
fn prose(row: &str) -> String {
    let mut out = String::with_capacity(row.len());
    let mut rest = row;
    while let Some(at) = rest.find('`') {
        let (before, from) = rest.split_at_checked(at).unwrap_or((rest, ""));
        before.chars().for_each(|c| dead(c, &mut out));
        let run = from.bytes().take_while(|b| *b == b'`').count();
        let span = if before.ends_with('\\') { None } else { span(from, run) };
        let taken = span.unwrap_or(run);
        let (code, later) = from.split_at_checked(taken).unwrap_or((from, ""));
        out.push_str(code);
        rest = later;
    }
    rest.chars().for_each(|c| dead(c, &mut out));
    out
}

/// The length of a code span that begins with so many backticks.
fn span(from: &str, run: usize) -> Option<usize> {
    let mut at = run;
    while let Some(next) = from.get(at..).and_then(|rest| rest.find('`')) {
        at += next;
        let length = from.get(at..).unwrap_or("").bytes().take_while(|b| *b == b'`').count();
        at += length;
        if length == run {
            return Some(at);
        }
    }
    None
}

/// A word joiner as an entity keeps a mention, a link or an image readable and dead.
fn dead(c: char, out: &mut String) {
    let is_issue = || {
        let behind = out.strip_suffix(['-']).and_then(|text| text.get(text.len().checked_sub(2)?..));
        behind.is_some_and(|word| word.eq_ignore_ascii_case("gh"))
    };
    let www = || out.len().checked_sub(3).and_then(|at| out.get(at..)).is_some_and(|t| t.eq_ignore_ascii_case("www"));
    let is_live = match c {
        '/' => out.ends_with(':'),
        '.' => www(),
        '(' | '[' | ':' => out.ends_with(']'),
        c => c.is_ascii_digit() && (out.ends_with('#') || is_issue()),
    };
    if is_live {
        out.push_str("&#8288;");
    }
    match c {
        '<' => out.push_str("&lt;"),
        // No escape of HTML hides a mention.
        '&' => out.push_str("&amp;"),
        '@' => out.push_str("@&#8288;"),
        c => out.push(c),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_and_markup_do_not_survive() {
        assert!(!line("a\x1b[31mb").contains('\x1b'));
        assert_eq!(markdown("<b>&@team &#64;team"), "&lt;b>&amp;@&#8288;team &amp;#&#8288;64;team\n");
        assert_eq!(words("*a* <i> `x`"), "\\*a\\* &lt;i> \\`x\\`");
        assert_eq!(code("a`b"), "`a'b`");
        assert!(!lines("a\u{202e}b\tc").contains('\u{202e}') && lines("a\tb").contains('\t'));
    }

    #[test]
    fn links_images_and_issues_do_nothing() {
        for (text, dead) in [
            ("![x](//e.example)", "![x]&#8288;(//e.example)\n"),
            ("[a][b]", "[a]&#8288;[b]\n"),
            ("[b]: x", "[b]&#8288;: x\n"),
            ("http://e.example", "http:&#8288;//e.example\n"),
            ("WWW.e.example", "WWW&#8288;.e.example\n"),
            ("closes #1 `#1`", "closes #&#8288;1 `#1`\n"),
            ("fixes GH-3, gh-42 `GH-3`", "fixes GH-&#8288;3, gh-&#8288;42 `GH-3`\n"),
            ("GH-x G-3 H-3 -3", "GH-x G-3 H-3 -3\n"),
        ] {
            assert_eq!(markdown(text), dead);
        }
        assert_eq!(words("GH-3"), "GH-&#8288;3");
        assert_eq!(words("[x](http://e)"), "\\[x\\]&#8288;(http:&#8288;//e)");
    }

    #[test]
    fn code_stays_and_what_only_looks_like_code_does_not() {
        assert_eq!(markdown("a `Vec<T>` <b>"), "a `Vec<T>` &lt;b>\n");
        assert_eq!(markdown("```rust\nVec<T> @x\n```\n<b>"), "```rust\nVec<T> @x\n```\n&lt;b>\n");
        assert_eq!(markdown("````\n```\n<a>\n````\n<b>"), "````\n```\n<a>\n````\n&lt;b>\n");
        for trick in ["\\`<b>`", "- ```\n<b>", "  ```\n<b>", "`<b>", "``<b>`", "``` x`y\n<b>"] {
            assert!(!markdown(trick).contains('<'), "{trick:?}: {}", markdown(trick));
        }
    }

    #[test]
    fn a_block_cannot_be_closed_from_inside() {
        assert_eq!(block("", "```\nx"), "````\n```\nx\n````");
        assert_eq!(block("suggestion", ""), "```suggestion\n```");
    }
}
