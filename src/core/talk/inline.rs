//! One line of markdown without its marks: emphasis, links, images, tags of HTML, entities. Code between backticks
//! stays as it is. What is not surely markup stays too: `Vec<T>`, `a_b_c`, `2 * 3`. Called by `words`.

/// Tags that say nothing on a screen of text; anything else in angle brackets is the author's text.
const TAGS: [&str; 41] = [
    "a",
    "abbr",
    "b",
    "blockquote",
    "br",
    "center",
    "code",
    "dd",
    "del",
    "details",
    "div",
    "dl",
    "dt",
    "em",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "i",
    "ins",
    "kbd",
    "li",
    "ol",
    "p",
    "picture",
    "pre",
    "samp",
    "source",
    "span",
    "strong",
    "sub",
    "summary",
    "sup",
    "table",
    "td",
    "th",
    "tr",
    "ul",
];

/// Entities of HTML in use.
const ENTITIES: [(&str, char); 8] = [
    ("&lt;", '<'),
    ("&gt;", '>'),
    ("&amp;", '&'),
    ("&quot;", '"'),
    ("&#39;", '\''),
    ("&apos;", '\''),
    ("&nbsp;", ' '),
    ("&#x27;", '\''),
];

/// Bytes that are looked at for the end of a span, link or tag: a line of nothing but beginnings costs no more than
/// its length times this.
const REACH: usize = 2048;

/// The front of a text, no further than an end is looked for.
fn near(text: &str) -> &str {
    let end = (0..=REACH.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    text.get(..end).unwrap_or("")
}

/// The line as plain text.
pub(super) fn plain(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        let taken = match c {
            '`' => code(rest, &mut out),
            '\\' => escaped(rest, &mut out),
            '!' => image(rest, &mut out),
            '[' => link(rest, &mut out),
            '<' => angled(rest, &mut out),
            '&' => entity(rest, &mut out),
            '*' | '~' => emphasis(rest, &mut out),
            _ => 0,
        };
        let taken = if taken == 0 {
            out.push(c);
            c.len_utf8()
        } else {
            taken
        };
        rest = rest.get(taken..).unwrap_or("");
    }
    out.trim_end().to_owned()
}

/// A span of code, with its backticks; bytes taken, 0 when it does not close.
fn code(rest: &str, out: &mut String) -> usize {
    let ticks = rest.chars().take_while(|c| *c == '`').count();
    let fence = rest.get(..ticks).unwrap_or("");
    let inner = near(rest.get(ticks..).unwrap_or(""));
    let end = inner.match_indices(fence).map(|(at, _)| at).find(|at| {
        let after = inner.get(at + ticks..).unwrap_or("");
        !after.starts_with('`') && !inner.get(..*at).unwrap_or("").ends_with('`')
    });
    let taken = end.map_or(ticks, |end| end + 2 * ticks);
    out.push_str(rest.get(..taken).unwrap_or(""));
    taken
}

fn escaped(rest: &str, out: &mut String) -> usize {
    match rest.chars().nth(1).filter(char::is_ascii_punctuation) {
        Some(c) => {
            out.push(c);
            2
        }
        None => 0,
    }
}

/// `[label](address "title")`: the label and the address; bytes taken.
fn label_and_address(rest: &str) -> Option<(&str, &str, usize)> {
    let inner = rest.strip_prefix('[')?;
    let close = closing(inner, '[', ']')?;
    let label = inner.get(..close)?;
    let address = inner.get(close + 1..)?.strip_prefix('(')?;
    let end = closing(address, '(', ')')?;
    let words = address.get(..end)?.trim();
    let target = words.split_whitespace().next().unwrap_or("").trim_matches(['<', '>']);
    Some((label, target, 1 + close + 2 + end + 1))
}

/// Where a bracket that is open closes, with pairs in between.
fn closing(text: &str, open: char, close: char) -> Option<usize> {
    let mut depth = 0usize;
    for (at, c) in near(text).char_indices() {
        if c == open {
            depth += 1;
        } else if c == close {
            match depth.checked_sub(1) {
                Some(less) => depth = less,
                None => return Some(at),
            }
        }
    }
    None
}

fn link(rest: &str, out: &mut String) -> usize {
    let Some((label, target, taken)) = label_and_address(rest) else { return 0 };
    // A label may hold an image.
    let label = if label.contains('[') && !label.starts_with('!') { label.to_owned() } else { flat(label) };
    match label.is_empty() || label == target {
        true => out.push_str(target),
        false => out.push_str(&format!("{label} ({target})")),
    }
    taken
}

/// A label without marks; links in links are no links.
fn flat(label: &str) -> String {
    match label.strip_prefix('!').and_then(label_and_address) {
        Some((alt, _, _)) => format!("[image: {alt}]"),
        None if label.contains('[') => label.to_owned(),
        None => plain(label),
    }
}

fn image(rest: &str, out: &mut String) -> usize {
    let Some((alt, target, taken)) = rest.strip_prefix('!').and_then(label_and_address) else { return 0 };
    push_image(out, alt, target);
    taken + 1
}

fn push_image(out: &mut String, alt: &str, target: &str) {
    match alt.trim() {
        "" => out.push_str(&format!("[image] ({target})")),
        alt => out.push_str(&format!("[image: {alt}] ({target})")),
    }
}

/// A tag, or an address in angle brackets.
fn angled(rest: &str, out: &mut String) -> usize {
    let Some(end) = near(rest).find('>') else { return 0 };
    let inner = rest.get(1..end).unwrap_or("");
    if ["https://", "http://", "mailto:"].iter().any(|scheme| inner.starts_with(scheme)) && !inner.contains(' ') {
        out.push_str(inner);
        return end + 1;
    }
    let name = inner.trim_start_matches('/').split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or("");
    let name = name.to_ascii_lowercase();
    if name == "img" {
        push_image(out, attribute(inner, "alt").unwrap_or(""), attribute(inner, "src").unwrap_or(""));
        return end + 1;
    }
    if !TAGS.contains(&name.as_str()) {
        return 0;
    }
    if let (true, Some(target)) = (name == "a", attribute(inner, "href")) {
        out.push_str(&format!("({target}) "));
    }
    end + 1
}

fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let after = tag.split_once(&format!("{name}="))?.1;
    let quote = after.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    after.get(1..)?.split(quote).next()
}

fn entity(rest: &str, out: &mut String) -> usize {
    match ENTITIES.iter().find(|(name, _)| rest.starts_with(name)) {
        Some((name, c)) => {
            out.push(*c);
            name.len()
        }
        None => 0,
    }
}

/// Marks of emphasis in pairs (`**`, `~~`) that stand at a word. `_` and `__` stay: in talk about code they are names
/// more often than emphasis.
fn emphasis(rest: &str, out: &mut String) -> usize {
    if rest.starts_with('*') && !rest.starts_with("**") {
        return leaning(rest, out);
    }
    if !["**", "~~"].iter().any(|pair| rest.starts_with(pair)) {
        return 0;
    }
    let is_word = |c: Option<char>| c.is_some_and(|c| !c.is_whitespace());
    let after = rest.get(2..).and_then(|after| after.chars().next());
    if is_word(out.chars().next_back()) || is_word(after) { 2 } else { 0 }
}

/// `*words*` that begins and ends at words; `2 * 3`, `*p = *q` and `a*b*c` stay.
fn leaning(rest: &str, out: &mut String) -> usize {
    let inner = near(rest.get(1..).unwrap_or(""));
    let begins = out.chars().next_back().is_none_or(|c| c.is_whitespace() || matches!(c, '(' | '"' | '\''));
    if !begins || inner.starts_with(char::is_whitespace) {
        return 0;
    }
    let ends = |at: &usize| {
        let before = inner.get(..*at).unwrap_or("").chars().next_back();
        let after = inner.get(at + 1..).unwrap_or("").chars().next();
        before.is_some_and(|c| !c.is_whitespace() && c != '*') && after.is_none_or(|c| !c.is_alphanumeric() && c != '*')
    };
    match inner.match_indices('*').map(|(at, _)| at).find(ends) {
        Some(end) => {
            out.push_str(&plain(inner.get(..end).unwrap_or("")));
            end + 2
        }
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn marks_go_and_words_stay() {
        assert_eq!(plain("It takes *seconds*, (*really*)."), "It takes seconds, (really).");
        assert_eq!(plain("**bold** and ~~gone~~ **x**"), "bold and gone x");
        assert_eq!(plain("`**code**` ``a ` b`` ` alone"), "`**code**` ``a ` b`` ` alone");
        assert_eq!(plain(r"\*not\* a &lt;tag&gt; &amp; more"), "*not* a <tag> & more");
    }

    #[test]
    fn what_is_no_markup_stays() {
        for text in [
            "Vec<T> and HashMap<String, u8>",
            "a_b_c 2 ** 3",
            "if a < b && c > d",
            "x[i] (y)",
            "AT&T",
            "*p = *q; a*b*c 2 * 3 * 4",
            "call __init__ now",
        ] {
            assert_eq!(plain(text), text);
        }
    }

    #[test]
    fn links_show_where_they_lead() {
        assert_eq!(plain("[docs](https://evil.example/x)"), "docs (https://evil.example/x)");
        assert_eq!(plain("[https://a.example](https://b.example)"), "https://a.example (https://b.example)");
        assert_eq!(plain("[https://a.example](https://a.example)"), "https://a.example");
        assert_eq!(plain("<https://a.example>"), "https://a.example");
        assert_eq!(plain("![shot](u.png)"), "[image: shot] (u.png)");
        assert_eq!(plain("[![ci](b.svg)](https://c.example)"), "[image: ci] (https://c.example)");
        assert_eq!(plain("[x](a(b)c) y"), "x (a(b)c) y");
    }

    #[test]
    fn tags_go_and_their_text_stays() {
        assert_eq!(plain("<details><summary>More</summary>"), "More");
        assert_eq!(plain("a<br/>b <kbd>x</kbd>"), "ab x");
        assert_eq!(plain("<img alt=\"pic\" src='p.png'>"), "[image: pic] (p.png)");
        assert_eq!(plain("<a href=\"https://x.example\">here</a>"), "(https://x.example) here");
    }
}
