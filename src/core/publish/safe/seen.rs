//! A text as a reader of any escape would see it, each character with the bytes it came from. Called by `reserved`.

use std::ops::Range;

use super::clean::is_hidden;

/// A character and where it stands in the source.
#[derive(Debug, Clone)]
pub(super) struct Seen {
    pub c: char,
    pub at: Range<usize>,
}

/// Escapes within escapes are undone this often.
const DEPTH: usize = 6;

/// HTML names that matter for markers and calls; others cannot hide anything.
const NAMES: &[(&str, char)] = &[
    ("lt", '<'),
    ("gt", '>'),
    ("amp", '&'),
    ("quot", '"'),
    ("commat", '@'),
    ("num", '#'),
    ("excl", '!'),
    ("colon", ':'),
    ("grave", '`'),
    ("diacriticalgrave", '`'),
    ("bsol", '\\'),
    ("sol", '/'),
    ("hyphen", '-'),
    ("dash", '-'),
    ("nbsp", ' '),
    ("nonbreakingspace", ' '),
    ("tab", '\t'),
    ("newline", '\n'),
    ("shy", '\u{ad}'),
    ("zerowidthspace", '\u{200b}'),
    ("nobreak", '\u{2060}'),
];

/// The characters of a text with escapes undone, hidden ones left out.
pub(super) fn seen(text: &str) -> Vec<Seen> {
    let mut all: Vec<Seen> = text.char_indices().map(|(at, c)| Seen { c, at: at..at + c.len_utf8() }).collect();
    for _ in 0..DEPTH {
        let before = all.len();
        all = undo(&all);
        if all.len() == before {
            break;
        }
    }
    all
}

fn undo(all: &[Seen]) -> Vec<Seen> {
    let mut out = Vec::with_capacity(all.len());
    let mut at = 0;
    while let Some(one) = all.get(at) {
        let rest: &[Seen] = all.get(at..).unwrap_or(&[]);
        let (c, taken) = escape(rest).unwrap_or((one.c, 1));
        let end = all.get(at + taken - 1).map_or(one.at.end, |last| last.at.end);
        at += taken;
        if !is_hidden(c) && !matches!(c, '\u{200c}' | '\u{200d}') && (!c.is_control() || matches!(c, '\n' | '\t')) {
            out.push(Seen { c: narrow(c), at: one.at.start..end });
        }
    }
    out
}

/// The escape at the beginning: its character, and how many characters it takes (at least 2).
fn escape(rest: &[Seen]) -> Option<(char, usize)> {
    let first = rest.first().map(|seen| seen.c).filter(|c| matches!(c, '&' | '\\' | '%'))?;
    let head: String = rest.iter().take(34).map(|seen| seen.c).collect();
    let (c, bytes) = match first {
        '&' => entity(&head)?,
        '\\' => backslash(&head)?,
        '%' => (char::from(u8::try_from(number(head.get(1..3)?, 16)?).ok().filter(u8::is_ascii)?), 3),
        _ => return None,
    };
    Some((c, head.get(..bytes)?.chars().count()))
}

/// An HTML entity at the beginning of a text: its character and its bytes. Numbers are read without their semicolon
/// too, as browsers do.
pub(super) fn entity(head: &str) -> Option<(char, usize)> {
    let body = head.strip_prefix('&')?;
    if let Some(digits) = body.strip_prefix('#') {
        let hex = digits.strip_prefix(['x', 'X']);
        let (radix, digits, before) = hex.map_or((10, digits, 2), |hex| (16, hex, 3));
        let count = digits.chars().take_while(|c| c.is_digit(radix)).count();
        let c = char::from_u32(number(digits.get(..count)?, radix)?)?;
        let semicolon = usize::from(digits.get(count..)?.starts_with(';'));
        return Some((c, before + count + semicolon));
    }
    let (name, _) = body.split_once(';')?;
    let c = NAMES.iter().find(|(known, _)| known.eq_ignore_ascii_case(name))?.1;
    Some((c, name.len() + 2))
}

fn backslash(head: &str) -> Option<(char, usize)> {
    let next = head.chars().nth(1)?;
    let fixed = |digits: usize| {
        let text = head.get(2..2 + digits)?;
        Some((char::from_u32(number(text, 16)?)?, 2 + digits))
    };
    match next {
        'u' if head.get(2..3) == Some("{") => {
            let (text, _) = head.get(3..)?.split_once('}')?;
            Some((char::from_u32(number(text, 16)?)?, text.len() + 4))
        }
        'u' => fixed(4),
        'x' => fixed(2),
        c if c.is_ascii_punctuation() => Some((c, 2)),
        _ => None,
    }
}

fn number(digits: &str, radix: u32) -> Option<u32> {
    // `from_str_radix` takes a sign.
    let plain = !digits.is_empty() && digits.chars().all(|c| c.is_digit(radix));
    plain.then(|| u32::from_str_radix(digits, radix).ok()).flatten()
}

/// Full-width forms of ASCII as ASCII.
fn narrow(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        seen(text).into_iter().map(|seen| seen.c).collect()
    }

    #[test]
    fn escapes_are_undone_also_within_each_other() {
        for form in
            ["<!", "&lt;!", "&#60;&#33;", "&amp;lt;&EXCL;", "\\u003c\\!", "%3C%21", "\u{ff1c}!", "<\u{200b}!", "&#x3c!"]
        {
            assert_eq!(read(form), "<!", "{form}");
        }
        assert_eq!(read("&copy; 100% \\n & é"), "&copy; 100% \\n & é");
    }

    #[test]
    fn every_character_knows_its_bytes() {
        let text = "é&amp;#45;x";
        let all = seen(text);
        assert_eq!(all.iter().map(|seen| &text[seen.at.clone()]).collect::<Vec<_>>(), ["é", "&amp;#45;", "x"]);
    }
}
