//! Markdown -> plain paragraphs. As GitHub shows comments: each line stands by itself, comments of HTML are left out,
//! what a link leads to is shown. Not a renderer: no nesting beyond quotes and lists. Not here: tables (`table`).
//! Called by `session::digest`.

use super::{inline, table};

/// Bytes of a text that are read; GitHub takes at most 65,536 characters.
const MOST: usize = 256 * 1024;

/// What a paragraph is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParaKind {
    /// Prose.
    Text,
    /// A heading.
    Heading,
    /// What someone else said; once for each `>`.
    Quote,
    /// A line of code, as it stands.
    Code,
    /// A line of a suggested change, as it stands.
    Suggestion,
    /// Between two things.
    Rule,
    /// A word of ours about what follows: never the author's.
    Note,
}

/// One line of what was said. The text is not sanitised.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Para {
    /// What it is.
    pub kind: ParaKind,
    /// Columns it is set in: lists in lists.
    pub indent: u8,
    /// What it says; one line.
    pub text: String,
}

impl Para {
    pub(super) fn new(kind: ParaKind, indent: usize, text: impl Into<String>) -> Self {
        Self { kind, indent: u8::try_from(indent.min(12)).unwrap_or(12), text: text.into() }
    }

    /// Whether it shows nothing: a gap between paragraphs.
    pub fn is_gap(&self) -> bool {
        self.kind == ParaKind::Text && self.text.is_empty()
    }
}

/// A text in markdown as paragraphs: no gap at either end, never two in a row.
pub fn words(markdown: &str) -> Vec<Para> {
    let (text, cut) = head_of(markdown);
    let text = without_comments(text);
    let mut reader = Reader::default();
    reader.read(&text.lines().collect::<Vec<_>>());
    while reader.paras.last().is_some_and(Para::is_gap) {
        reader.paras.pop();
    }
    if cut {
        reader.paras.push(Para::new(ParaKind::Note, 0, "… the text is longer; o opens it in the browser"));
    }
    reader.paras
}

/// The part that is read, and whether there is more.
fn head_of(text: &str) -> (&str, bool) {
    let end = (0..=MOST.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    (text.get(..end).unwrap_or(text), end < text.len())
}

/// Takes `<!-- … -->` out, but not from fenced code. One that never ends hides nothing.
fn without_comments(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut fence: Option<(char, usize)> = None;
    let mut rest = text;
    let last_end = text.rfind("-->").unwrap_or(0);
    while !rest.is_empty() {
        let end = rest.find('\n').map_or(rest.len(), |at| at + 1);
        let (line, after) = rest.split_at(end);
        if let Some(open) = fence {
            if closes(line, open) {
                fence = None;
            }
        } else if let Some(open) = fence_of(line) {
            fence = Some((open.0, open.1));
        } else if let Some(begin) = line.find("<!--").filter(|at| text.len() - rest.len() + at < last_end)
            && let Some(length) = rest.get(begin..).and_then(|hidden| hidden.find("-->"))
        {
            kept.push_str(rest.get(..begin).unwrap_or(""));
            rest = rest.get(begin + length + 3..).unwrap_or("");
            continue;
        }
        kept.push_str(line);
        rest = after;
    }
    kept
}

/// A fence that opens: its mark, how long it is, what it says behind it.
fn fence_of(line: &str) -> Option<(char, usize, &str)> {
    let line = line.trim();
    let mark = line.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let length = line.chars().take_while(|c| *c == mark).count();
    let info = line.get(length..).unwrap_or("").trim();
    (length >= 3 && !(mark == '`' && info.contains('`'))).then_some((mark, length, info))
}

fn closes(line: &str, (mark, length): (char, usize)) -> bool {
    let line = line.trim();
    line.chars().count() >= length && line.chars().all(|c| c == mark)
}

#[derive(Default)]
struct Reader {
    paras: Vec<Para>,
    /// The fence that is open, and what its lines are.
    fence: Option<((char, usize), ParaKind)>,
}

impl Reader {
    fn read(&mut self, lines: &[&str]) {
        let mut rest = lines;
        while let Some(line) = rest.first() {
            let table = if self.fence.is_none() { table::read(rest) } else { None };
            let taken = match table {
                Some((paras, taken)) => {
                    self.paras.extend(paras);
                    taken
                }
                None => {
                    self.take(line);
                    1
                }
            };
            rest = rest.get(taken..).unwrap_or(&[]);
        }
    }

    fn take(&mut self, line: &str) {
        if let Some((open, kind)) = self.fence {
            match closes(line, open) {
                true => self.fence = None,
                false => self.paras.push(Para::new(kind, 0, line)),
            }
            return;
        }
        if let Some((mark, length, info)) = fence_of(line) {
            return self.open((mark, length), info);
        }
        let (quotes, inner) = quotes(line);
        match quotes {
            0 => self.plain(inner),
            // Quotes in quotes keep their depth; lists and headings in them are their words.
            depth => {
                let text = format!("{}{}", "> ".repeat(depth - 1), inline::plain(inner.trim()));
                self.paras.push(Para::new(ParaKind::Quote, 0, text.trim_end()));
            }
        }
    }

    fn open(&mut self, fence: (char, usize), info: &str) {
        let is_suggestion = info.split_whitespace().next() == Some("suggestion");
        if is_suggestion {
            self.paras.push(Para::new(ParaKind::Note, 0, "suggested change:"));
        }
        self.fence = Some((fence, if is_suggestion { ParaKind::Suggestion } else { ParaKind::Code }));
    }

    fn plain(&mut self, line: &str) {
        let indent = line.len() - line.trim_start().len();
        let line = line.trim();
        if line.is_empty() {
            return self.gap();
        }
        if is_rule(line) {
            self.paras.push(Para::new(ParaKind::Rule, 0, ""));
        } else if let Some(heading) = heading(line) {
            self.paras.push(Para::new(ParaKind::Heading, 0, inline::plain(heading)));
        } else if let Some((mark, item)) = item(line) {
            self.paras.push(Para::new(ParaKind::Text, indent, format!("{mark} {}", inline::plain(item))));
        } else {
            let text = inline::plain(line);
            match text.is_empty() {
                // Nothing but markup.
                true => self.gap(),
                false => self.paras.push(Para::new(ParaKind::Text, 0, text)),
            }
        }
    }

    fn gap(&mut self) {
        if self.paras.last().is_some_and(|last| !last.is_gap()) {
            self.paras.push(Para::new(ParaKind::Text, 0, ""));
        }
    }
}

/// How many `>` a line begins with, and what is behind them.
fn quotes(line: &str) -> (usize, &str) {
    let mut depth = 0;
    let mut rest = line;
    while let Some(inner) = rest.trim_start().strip_prefix('>').filter(|_| depth < 8) {
        depth += 1;
        rest = inner.strip_prefix(' ').unwrap_or(inner);
    }
    (depth, rest)
}

fn is_rule(line: &str) -> bool {
    ['-', '*', '_'].into_iter().any(|mark| {
        let marks = line.chars().filter(|c| *c == mark).count();
        marks >= 3 && line.chars().all(|c| c == mark || c == ' ')
    })
}

fn heading(line: &str) -> Option<&str> {
    let level = line.chars().take_while(|c| *c == '#').count();
    let text = line.get(level..).filter(|_| (1..=6).contains(&level))?;
    text.starts_with(' ').then(|| text.trim().trim_end_matches('#').trim_end())
}

/// A line of a list: its mark and its words.
fn item(line: &str) -> Option<(&str, &str)> {
    if let Some(words) = ["- ", "* ", "+ "].into_iter().find_map(|mark| line.strip_prefix(mark)) {
        return Some(("•", words.trim_start()));
    }
    let digits = line.chars().take_while(char::is_ascii_digit).count();
    let mark = line.get(..digits + 1).filter(|mark| digits > 0 && digits < 10 && mark.ends_with(['.', ')']))?;
    let words = line.get(digits + 1..)?.strip_prefix(' ')?;
    Some((mark, words.trim_start()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(markdown: &str) -> Vec<String> {
        let lines = words(markdown).into_iter().map(|para| {
            let mark = match para.kind {
                ParaKind::Text => "",
                ParaKind::Heading => "# ",
                ParaKind::Quote => "> ",
                ParaKind::Code => "| ",
                ParaKind::Suggestion => "+ ",
                ParaKind::Rule => "---",
                ParaKind::Note => "! ",
            };
            format!("{}{mark}{}", " ".repeat(usize::from(para.indent)), para.text)
        });
        lines.collect()
    }

    #[test]
    fn what_people_write_reads_as_plain_lines() {
        let text = "# Why\r\n\r\n\r\nIt is **slow**.\r\nSee [the issue](https://x.example/1 \"t\").\r\n\r\n- one\r\n  - two\r\n1. three\r\n> quoted\r\n> > twice\r\n---\r\n";
        let expected = [
            "# Why",
            "",
            "It is slow.",
            "See the issue (https://x.example/1).",
            "",
            "• one",
            "  • two",
            "1. three",
            "> quoted",
            "> > twice",
            "---",
        ];
        assert_eq!(shown(text), expected);
    }

    #[test]
    fn code_stands_as_it_is_and_suggestions_are_told_apart() {
        let text =
            "look:\n```rust\n# no heading <!-- kept -->\n  **x**\n```\n````suggestion\nlet a = 1;\n```\n````\nend";
        let expected = [
            "look:",
            "| # no heading <!-- kept -->",
            "|   **x**",
            "! suggested change:",
            "+ let a = 1;",
            "+ ```",
            "end",
        ];
        assert_eq!(shown(text), expected);
    }

    #[test]
    fn comments_of_html_are_left_out_unless_they_never_end() {
        assert_eq!(shown("a <!-- hidden\nover lines --> b\nc"), ["a  b", "c"]);
        assert_eq!(shown("a <!-- never ends\nb"), ["a <!-- never ends", "b"]);
        assert!(shown("<!-- prr:review -->").is_empty());
    }

    #[test]
    fn a_fence_that_never_closes_loses_nothing() {
        assert_eq!(shown("```\na\nb"), ["| a", "| b"]);
    }

    #[test]
    fn a_text_of_megabytes_is_cut_and_says_so() {
        let long = "wörd ".repeat(200_000);
        let paras = words(&long);
        assert_eq!(paras.len(), 2);
        assert_eq!(paras[1].kind, ParaKind::Note);
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read_into_lines_without_two_gaps_in_a_row(text in "[a`~>#*\\-|:\\n \\[\\]()<!&;.1]{0,80}") {
            let paras = words(&text);
            proptest::prop_assert!(paras.iter().all(|para| !para.text.contains('\n')));
            proptest::prop_assert!(!paras.windows(2).any(|pair| pair[0].is_gap() && pair[1].is_gap()));
        }
    }
}
