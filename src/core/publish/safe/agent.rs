//! An agent's Markdown, neutralised. The rule: where it is not certain that GitHub reads code, prose is assumed, and
//! nothing in prose can open code on another line. Fences are written anew at the margin, where they are certain.
//! Called by the functions of the room with cleaned text.

use super::seen;
use crate::core::synthesis;

/// Holds a call apart from its name, and an address from what makes it a link: no character for a reader, a border for a machine.
const APART: &str = "&NoBreak;";
/// A number behind one of these calls an issue, a name behind `@` a person.
const CALLS: [&str; 7] = ["#", "gh-", "/issues/", "/pull/", "/pulls/", "/discussions/", "/commit/"];

/// Several lines.
pub(super) fn block(text: &str) -> String {
    let rows: Vec<&str> = text.lines().collect();
    let mut out: Vec<String> = Vec::with_capacity(rows.len());
    let mut at = 0;
    while let Some(row) = rows.get(at) {
        let below = rows.get(at + 1..).unwrap_or(&[]);
        match Fence::open(row).and_then(|fence| fence.code(below).map(|code| (fence, code))) {
            Some((fence, code)) => {
                at += 1 + code.len() + 1;
                let code: Vec<&str> = code.iter().map(|row| fence.dedented(row)).collect();
                out.push(synthesis::block(&fence.info, &code.join("\n")));
            }
            None => {
                out.push(prose(row));
                at += 1;
            }
        }
    }
    out.join("\n")
}

/// One line.
pub(super) fn line(text: &str) -> String {
    prose(&text.split_whitespace().collect::<Vec<_>>().join(" "))
}

struct Fence {
    mark: String,
    info: String,
    indent: usize,
}

impl Fence {
    fn open(row: &str) -> Option<Self> {
        let inner = row.trim_start_matches(' ');
        let mark = inner.chars().next().filter(|c| matches!(c, '`' | '~'))?;
        let run = inner.chars().take_while(|c| *c == mark).count();
        let info = inner.get(run..)?;
        if run < 3 || (mark == '`' && info.contains('`')) {
            return None;
        }
        let mark = std::iter::repeat_n(mark, run).collect();
        Some(Self { mark, info: word(info), indent: row.len() - inner.len() })
    }

    /// The rows up to the one that closes it. One that nobody closes holds the rest, unless it stands so far in that
    /// it may be no fence at all.
    fn code<'r>(&self, below: &'r [&'r str]) -> Option<&'r [&'r str]> {
        match below.iter().position(|row| self.closes(row)) {
            Some(end) => below.get(..end),
            None => (self.indent <= 3).then_some(below),
        }
    }

    fn closes(&self, row: &str) -> bool {
        let row = row.trim();
        row.starts_with(&self.mark) && row.chars().all(|c| self.mark.starts_with(c))
    }

    /// Blanks before the fence stood before its code too.
    fn dedented<'r>(&self, row: &'r str) -> &'r str {
        let blanks = row.bytes().take_while(|b| *b == b' ').count().min(self.indent);
        row.get(blanks..).unwrap_or(row)
    }
}

/// The language of a block; never a suggestion, which only we make.
fn word(info: &str) -> String {
    let word: String =
        info.trim().chars().take_while(|c| c.is_alphanumeric() || "+-_.#".contains(*c)).take(30).collect();
    if word.to_ascii_lowercase().starts_with("suggest") { String::new() } else { word }
}

/// A character of prose: as written, or as an escape means it.
#[derive(Clone, Copy)]
struct Token<'t> {
    c: char,
    raw: bool,
    source: &'t str,
    /// Where the source stands in the row.
    start: usize,
}

fn tokens(row: &str) -> Vec<Token<'_>> {
    let mut all = Vec::new();
    let mut start = 0;
    while let Some(c) = row.get(start..).and_then(|rest| rest.chars().next()) {
        let rest = row.get(start..).unwrap_or("");
        let next = rest.chars().nth(1).filter(char::is_ascii_punctuation);
        let (c, raw, length) = match (c, next) {
            ('\\', Some(next)) => (next, false, 2),
            ('&', _) => seen::entity(rest).map_or((c, true, 1), |(c, length)| (c, false, length)),
            _ => (c, true, c.len_utf8()),
        };
        all.push(Token { c, raw, source: rest.get(..length).unwrap_or(""), start });
        start += length;
    }
    all
}

/// A row of prose.
fn prose(row: &str) -> String {
    let all = tokens(row);
    let mut out = String::with_capacity(row.len());
    let mut plain = String::with_capacity(row.len());
    let mut at = 0;
    while let Some(token) = all.get(at) {
        let run = if matches!(token.c, '`' | '~') { run(all.get(at..).unwrap_or(&[]), token.c) } else { 1 };
        if token.raw && token.c == '`' {
            let end = span(row, token.start, run);
            let code = end.and_then(|end| row.get(token.start..end));
            out.push_str(&code.map_or_else(|| "\\`".repeat(run), str::to_owned));
            let behind = end.unwrap_or(token.start + run);
            at += all.get(at..).unwrap_or(&[]).iter().take_while(|next| next.start < behind).count();
            plain.push('`');
        } else if token.raw && token.c == '~' && run >= 3 {
            out.push_str(&"\\~".repeat(run));
            plain.push('~');
            at += run;
        } else {
            push(*token, &mut out, &mut plain);
            at += 1;
        }
    }
    out
}

fn run(rest: &[Token<'_>], c: char) -> usize {
    rest.iter().take_while(|next| next.raw && next.c == c).count().max(1)
}

/// Whether a character would make what stands before it a call, a link or an image. An image is fetched by whoever reads
/// the review, and its address can carry what the agent was shown.
fn is_live(c: char, before: &str) -> bool {
    match c {
        // The scheme and the host of an address: both are links without any mark around them.
        '/' => before.ends_with(':'),
        '.' => before.ends_with("www"),
        // A link's or image's address, its reference, and what the reference means.
        '(' | '[' | ':' => before.ends_with(']'),
        c => {
            (c.is_ascii_digit() && CALLS.iter().any(|call| before.ends_with(call)))
                || (c.is_alphanumeric() && before.ends_with('@'))
        }
    }
}

/// One character that is no code.
fn push(token: Token<'_>, out: &mut String, plain: &mut String) {
    if is_live(token.c, plain) {
        out.push_str(APART);
    }
    match (token.c, token.raw) {
        ('<', _) => out.push_str("&lt;"),
        ('@' | '#', false) => out.push(token.c),
        // As a character of its own, so that no escape hides what the next check looks for.
        (c, false) if c.is_alphanumeric() => out.push(c),
        ('`', false) => out.push_str("\\`"),
        // Browsers read an escape that nothing ends; Markdown reads a number behind `#`.
        (_, false) if token.source.starts_with("&#") && !token.source.ends_with(';') => {
            out.push_str(&format!("&amp;#{APART}{}", token.source.get(2..).unwrap_or("")));
        }
        _ => out.push_str(token.source),
    }
    plain.extend(token.c.to_lowercase());
}

/// Where a code span that begins with so many backticks ends. Not one that a table could cut in two while something
/// in it would matter as prose.
fn span(row: &str, start: usize, run: usize) -> Option<usize> {
    let mut at = start + run;
    while let Some(next) = row.get(at..).and_then(|rest| rest.find('`')) {
        let length = row.get(at + next..)?.bytes().take_while(|b| *b == b'`').count();
        if length == run {
            let inside = row.get(start + run..at + next)?;
            let cut = inside.contains('|') && inside.contains(['<', '@', '#', '&', '/']);
            return (!cut).then_some(at + next + length);
        }
        at += next + length;
    }
    None
}

#[cfg(test)]
mod tests;
