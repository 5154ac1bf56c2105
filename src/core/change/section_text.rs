//! What sections of files without a grammar come to when layout is left aside: JSON, TOML, INI, YAML, Markdown. Where blanks
//! mean something they stay. Not here: where sections begin (`sections`), units (`by_sections`). Called by `by_sections`.

use crate::core::model::{Aside, RepoPath};

/// How a text without a grammar is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Writing {
    Json,
    Toml,
    Ini,
    Yaml,
    Markdown,
}

impl Writing {
    /// By the ending of a file's name.
    pub fn of(path: &RepoPath) -> Option<Self> {
        let name = path.file_name();
        let ending = memchr::memrchr(b'.', name).and_then(|dot| name.get(dot + 1..)).unwrap_or(&[]);
        match ending.to_ascii_lowercase().as_slice() {
            b"json" | b"jsonc" | b"json5" => Some(Self::Json),
            b"toml" => Some(Self::Toml),
            b"ini" | b"cfg" => Some(Self::Ini),
            b"yaml" | b"yml" => Some(Self::Yaml),
            b"md" | b"markdown" | b"mdx" => Some(Self::Markdown),
            _ => None,
        }
    }

    /// Why a text that became another one says the same; `None` = it does not, or nobody can tell.
    pub fn aside(self, old: &[&[u8]], new: &[&[u8]]) -> Option<Aside> {
        if self.bare(old, false) == self.bare(new, false) {
            return Some(Aside::Formatting);
        }
        let has_comments = matches!(self, Self::Toml | Self::Ini | Self::Yaml);
        (has_comments && self.bare(old, true) == self.bare(new, true)).then_some(Aside::Comments)
    }

    /// The text without what only lays it out, and without comments that have a line of their own.
    pub fn bare(self, lines: &[&[u8]], without_comments: bool) -> Vec<u8> {
        match self {
            Self::Json => json(lines),
            Self::Toml | Self::Ini => settings(lines, self, without_comments),
            Self::Yaml => yaml(lines, without_comments),
            Self::Markdown => prose(lines),
        }
    }
}

fn has(line: &[u8], part: &[u8]) -> bool {
    memchr::memmem::find(line, part).is_some()
}

/// Without blanks outside of texts. With comments, or texts in other quotes, everything stays.
fn json(lines: &[&[u8]]) -> Vec<u8> {
    let comments = |line: &&[u8]| {
        let text = line.trim_ascii();
        text.starts_with(b"//") || text.starts_with(b"*") || [&b" //"[..], b"/*"].iter().any(|m| has(line, m))
    };
    if lines.iter().any(comments) {
        return lines.join(&b'\n');
    }
    let mut out = Vec::new();
    let mut in_text = false;
    let mut escaped = false;
    for byte in lines.iter().flat_map(|line| line.iter().chain(b"\n")) {
        let kept = in_text || !byte.is_ascii_whitespace();
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_text => escaped = true,
            b'"' => in_text = !in_text,
            b'\'' if !in_text => return lines.join(&b'\n'),
            _ => {}
        }
        if kept {
            out.push(*byte);
        }
    }
    // What is added behind the last key gives that a comma.
    if out.ends_with(b",") {
        out.pop();
    }
    out
}

/// Each line alone: without blanks outside of texts; without blank lines. A text over several lines keeps everything.
fn settings(lines: &[&[u8]], writing: Writing, without_comments: bool) -> Vec<u8> {
    if lines.iter().any(|line| has(line, b"\"\"\"") || has(line, b"'''")) {
        return lines.join(&b'\n');
    }
    let mut out = Vec::new();
    for line in lines {
        // In INI files what is indented goes on with the line above.
        let line = if writing == Writing::Toml { line.trim_ascii() } else { line.trim_ascii_end() };
        let is_comment = line.starts_with(b"#") || (writing == Writing::Ini && line.starts_with(b";"));
        if line.is_empty() || (is_comment && without_comments) {
            continue;
        }
        let mut quote = None;
        let mut escaped = false;
        for byte in line {
            // Values of INI files have no quotes.
            if writing == Writing::Toml && quote.is_none() && byte.is_ascii_whitespace() {
                continue;
            }
            out.push(*byte);
            match (quote, byte) {
                _ if escaped => escaped = false,
                (Some(b'"'), b'\\') => escaped = true,
                (Some(open), byte) if open == *byte => quote = None,
                (None, b'"' | b'\'') => quote = Some(*byte),
                _ => {}
            }
        }
        out.push(b'\n');
    }
    out
}

/// Lines with their indentation, without blanks at their ends and without blank lines. A text over several lines keeps
/// everything.
fn yaml(lines: &[&[u8]], without_comments: bool) -> Vec<u8> {
    let opens = |line: &&&[u8]| {
        let line = line.trim_ascii_end();
        let line = line.strip_suffix(b"-").or_else(|| line.strip_suffix(b"+")).unwrap_or(line);
        line.ends_with(b"|") || line.ends_with(b">")
    };
    let is_open = |line: &&&[u8]| line.iter().filter(|b| **b == b'"').count() % 2 == 1;
    // Neither key nor entry: a value that goes on.
    let goes_on = |line: &&&[u8]| {
        let text = line.trim_ascii();
        !text.is_empty()
            && !text.contains(&b':')
            && !matches!(text.first(), Some(b'-' | b'#' | b'[' | b']' | b'{' | b'}'))
    };
    if lines.iter().any(|line| opens(&line) || is_open(&line) || goes_on(&line)) {
        return lines.join(&b'\n');
    }
    let mut out = Vec::new();
    for line in lines.iter().map(|line| line.trim_ascii_end()) {
        let text = line.trim_ascii_start();
        if text.is_empty() || (without_comments && text.starts_with(b"#")) {
            continue;
        }
        out.extend_from_slice(line);
        out.push(b'\n');
    }
    out
}

/// Paragraphs with their lines joined; what begins otherwise than with a letter or a number (lists, quotes, tables, code) and
/// what is indented stays as it is.
fn prose(lines: &[&[u8]]) -> Vec<u8> {
    let mut out: Vec<u8> = Vec::new();
    let mut fence: Option<u8> = None;
    let mut joins = false;
    for line in lines {
        let text = line.trim_ascii();
        let mark = [b'`', b'~'].into_iter().find(|m| text.iter().take(3).filter(|b| *b == m).count() == 3);
        let in_fence = fence.is_some();
        match (fence, mark) {
            (None, Some(mark)) => fence = Some(mark),
            (Some(open), Some(mark)) if open == mark => fence = None,
            _ => {}
        }
        if in_fence || mark.is_some() {
            out.push(b'\n');
            out.extend_from_slice(line);
            joins = false;
            continue;
        }
        if text.is_empty() {
            // Blank lines between paragraphs are as many as one.
            if !out.ends_with(b"\n\n") && !out.is_empty() {
                out.extend_from_slice(b"\n\n");
            }
            joins = false;
            continue;
        }
        let is_plain =
            text.first().is_some_and(|b| b.is_ascii_alphabetic() || *b >= 0x80) && line.first() == text.first();
        if joins && is_plain {
            out.push(b' ');
        } else {
            if !out.is_empty() && !out.ends_with(b"\n") {
                out.push(b'\n');
            }
            let indent = line.len() - line.trim_ascii_start().len();
            out.extend_from_slice(line.get(..indent).unwrap_or(&[]));
        }
        let words: Vec<&[u8]> = text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).collect();
        // Code inside of a line keeps its blanks.
        if text.contains(&b'`') {
            out.extend_from_slice(text);
        } else {
            out.extend_from_slice(&words.join(&b' '));
        }
        // Two blanks or a stroke at the end break the line.
        joins = is_plain && !line.ends_with(b"  ") && !line.ends_with(b"\\");
        if line.ends_with(b"  ") {
            out.extend_from_slice(b"  ");
        }
    }
    while out.ends_with(b"\n") {
        out.pop();
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn aside(writing: Writing, old: &str, new: &str) -> Option<Aside> {
        let lines = |text: &'static str| text.lines().map(str::as_bytes).collect::<Vec<_>>();
        let (old, new): (&'static str, &'static str) = (Box::leak(old.into()), Box::leak(new.into()));
        writing.aside(&lines(old), &lines(new))
    }

    #[test]
    fn layout_is_set_aside_in_each_writing_and_what_means_something_is_not() {
        use Writing::{Ini, Json, Markdown, Toml, Yaml};
        let (layout, comments) = (Some(Aside::Formatting), Some(Aside::Comments));
        for (writing, old, new, wanted) in [
            (Json, "\"a\": {\"b\": [1,2]}", "\"a\": {\n  \"b\": [1, 2]\n}", layout),
            (Json, "\"a\": \"x y\"", "\"a\": \"x  y\"", None),
            (Json, "\"a\": 1", "\"a\": 1,", layout),
            (Json, "\"a\": \"\\\" x\"", "\"a\": \"\\\"  x\"", None),
            (Toml, "a=1\n\nb = [1,2]", "a = 1\nb = [ 1, 2 ]", layout),
            (Toml, "a = \"x y\"", "a = \"x  y\"", None),
            (Toml, "# one\na = 1", "# two\na = 1", comments),
            (Toml, "a = 1\nb = 2", "a = 12\nb = ", None),
            (Toml, "a = \"\"\"\nx\n\"\"\"", "a = \"\"\"\n\nx\n\"\"\"", None),
            (Ini, "a = 1\n; why\n", "a = 1\n", comments),
            (Ini, "a = x y", "a = x  y", None),
            (Yaml, "a:\n  b: 1   \n\n  c: 2", "a:\n  b: 1\n  c: 2", layout),
            (Yaml, "a:\n  b:\n    c: 1", "a:\n  b:\n  c: 1", None),
            (Yaml, "a: |\n  x\n\n  y", "a: |\n  x\n  y", None),
            (Yaml, "a: 1 # x\n# old\n", "a: 1 # x\n", comments),
            (Markdown, "One two\nthree.\n\nFour.", "One\ntwo three.\n\n\nFour.", layout),
            (Markdown, "One two.", "One  three.", None),
            (Markdown, "- a\n- b", "- a - b", None),
            (Markdown, "```\na  b\n```", "```\na b\n```", None),
            (Markdown, "One  \ntwo", "One\ntwo", None),
            (Markdown, "One\n\ntwo", "One\ntwo", None),
            (Markdown, "1. a\n   b", "1. a\nb", None),
        ] {
            assert_eq!(aside(writing, old, new), wanted, "{writing:?}: {old:?} and {new:?}");
        }
    }
}
