//! What is put before and behind a fragment so that it parses: the brackets or indentation that it lacks. There is
//! more than one guess; `parse` takes the first without errors, else the one with the fewest.

use super::{
    Fragment, Grammar,
    brackets::{Closer, unpaired},
};

/// Text before and behind a fragment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Frame {
    pub head: Vec<u8>,
    pub tail: Vec<u8>,
}

impl Frame {
    fn new(head: impl Into<Vec<u8>>, tail: impl Into<Vec<u8>>) -> Self {
        Self { head: head.into(), tail: tail.into() }
    }
}

/// The guesses, likeliest first.
pub(super) fn frames(fragment: &Fragment, grammar: Grammar) -> Vec<Frame> {
    match grammar {
        Grammar::Python => indented(fragment),
        Grammar::Rust => bracketed(fragment, grammar, &["match x {", "S {", "struct S {", "enum E {"], &[]),
        Grammar::Go => bracketed(fragment, grammar, &["switch x { case 1:", "T {", "type T struct {"], &[]),
        Grammar::JavaScript | Grammar::TypeScript | Grammar::Tsx => {
            let outer = ["class C {", "x = {"];
            bracketed(fragment, grammar, &["x = {", "class C {", "switch (x) { case 1:"], &outer)
        }
        Grammar::Java | Grammar::Kotlin | Grammar::CSharp | Grammar::Swift => {
            bracketed(fragment, grammar, &["class C {"], &["class C {"])
        }
        Grammar::Php => in_tag(fragment, bracketed(fragment, grammar, &["class C {"], &["class C {"])),
        Grammar::C | Grammar::Cpp => bracketed(fragment, grammar, &["struct S {", "int f() {"], &["int f() {"]),
        Grammar::Ruby | Grammar::Bash | Grammar::Sql | Grammar::Hcl => vec![Frame::default()],
    }
}

/// PHP is text until a tag opens it: a fragment that shows none is taken to stand behind one.
fn in_tag(fragment: &Fragment, mut frames: Vec<Frame>) -> Vec<Frame> {
    if memchr::memmem::find(&fragment.text, b"<?").is_none() {
        frames.iter_mut().for_each(|frame| frame.head.splice(..0, *b"<?php ").for_each(drop));
    }
    frames
}

/// Each missing bracket is guessed from what stands around its closing one; then other guesses for the innermost
/// brace, then `around` the whole.
fn bracketed(fragment: &Fragment, grammar: Grammar, inner: &[&str], around: &[&str]) -> Vec<Frame> {
    let found = unpaired(&fragment.text, grammar);
    let mut tail: Vec<u8> = if found.ends_in_comment { b"*/\n".to_vec() } else { vec![b'\n'] };
    tail.extend(found.openers.iter().rev().map(|b| closing(*b)));
    tail.push(b'\n');
    let likely: Vec<&str> =
        (0..found.closers.len()).map(|nth| opening(&fragment.text, &found.closers, nth, grammar)).collect();
    let comment = if found.in_comment { "/*\n" } else { "\n" };
    let top = if grammar == Grammar::Go && !likely.is_empty() { "func f() {" } else { "" };
    let close = if top.is_empty() { &b""[..] } else { b"}\n" };
    let frame = |guess: Option<&str>, outer: &str| {
        let first = found.closers.iter().position(|c| c.byte == b'}');
        let heads = likely.iter().enumerate().rev().map(|(nth, text)| match guess {
            Some(guess) if Some(nth) == first => guess,
            _ => text,
        });
        let mut head = format!("{outer}{top}");
        let mut around = "";
        for text in heads {
            // An arm, a field: what stands directly inside these has a head of its own.
            head.push_str(match around {
                "match x {" => "_ => ",
                "S {" | "T {" | "x = {" => "a: ",
                _ => "",
            });
            head.push_str(text);
            around = text;
        }
        head.push_str(comment);
        let end = if outer.is_empty() { &b""[..] } else { b"}\n" };
        Frame::new(head, [tail.as_slice(), close, end].concat())
    };
    let mut all = vec![frame(None, "")];
    if found.closers.iter().any(|c| c.byte == b'}') {
        all.extend(inner.iter().map(|guess| frame(Some(guess), "")));
    }
    all.extend(around.iter().map(|outer| frame(None, outer)));
    all
}

/// What opens the bracket that `closers[nth]` closes, by what stands before and behind it.
fn opening(text: &[u8], closers: &[Closer], nth: usize, grammar: Grammar) -> &'static str {
    let Some(closer) = closers.get(nth) else { return "" };
    let from = nth.checked_sub(1).and_then(|before| closers.get(before)).map_or(0, |before| before.at + 1);
    let inside = text.get(from..closer.at).unwrap_or(&[]);
    let behind = text.get(closer.at + 1..).unwrap_or(&[]).trim_ascii_start();
    let script = grammar.is_script();
    match closer.byte {
        b']' => "[",
        b')' if grammar == Grammar::Rust && behind.starts_with(b"->") => "fn f(",
        b')' if script && behind.starts_with(b"=>") => "(",
        b')' if script && behind.starts_with(b"{") => "if (",
        b')' if grammar == Grammar::Rust && behind.starts_with(b"{") && closer.before == b',' => "fn f(",
        b')' => "f(",
        _ if behind.starts_with(b"else") => {
            if script {
                "if (x) {"
            } else {
                "if x {"
            }
        }
        _ if script && (behind.starts_with(b"catch") || behind.starts_with(b"finally")) => "try {",
        _ if grammar == Grammar::Rust && arms(inside) => "match x {",
        _ if closer.before == b',' => match grammar {
            Grammar::Rust => "S {",
            Grammar::Go => "T {",
            _ => "x = {",
        },
        _ if script && (behind.starts_with(b")") || behind.starts_with(b",")) => "function () {",
        _ => "{",
    }
}

/// Whether a text holds arms of a match that begins above it.
fn arms(text: &[u8]) -> bool {
    let has = |word: &[u8]| memchr::memmem::find(text, word).is_some();
    has(b"=>") && !has(b"match ") && !has(b"macro_rules") && !has(b"select!")
}

fn closing(bracket: u8) -> u8 {
    match bracket {
        b'(' => b')',
        b'[' => b']',
        _ => b'}',
    }
}

/// Python: each level to which the fragment falls back gets a block that opens it.
fn indented(fragment: &Fragment) -> Vec<Frame> {
    let found = unpaired(&fragment.text, Grammar::Python);
    let levels = levels(fragment, found.closers.last().map_or(0, |c| c.at + 1));
    let mut head = Vec::new();
    let mut outer: &[u8] = b"";
    for level in levels.iter().rev().filter(|level| !level.is_empty()) {
        head.extend_from_slice(outer);
        head.extend_from_slice(b"if 1:\n");
        outer = level;
    }
    let calls: Vec<u8> =
        found.closers.iter().rev().flat_map(|c| [b'f', if c.byte == b')' { b'(' } else { b'[' }]).collect();
    let tail: Vec<u8> = found.openers.iter().rev().map(|b| closing(*b)).chain(*b"\n").collect();
    let framed = |head: &[u8]| {
        let call: Vec<u8> = if calls.is_empty() { Vec::new() } else { [outer, &calls, b"\n"].concat() };
        Frame::new([head, &call].concat(), tail.clone())
    };
    let mut all = vec![framed(&head)];
    all.extend(in_strings(fragment, &[head.as_slice(), outer].concat(), &tail));
    if let Some(text) = head.strip_suffix(b"if 1:\n") {
        all.push(framed(&[text, b"try:\n"].concat()));
        all.push(framed(&[&head, outer, b"if 1:\n", outer, b" 1\n"].concat()));
    }
    all.push(framed(b"try:\n 1\n"));
    all
}

/// The fragment may begin or end inside a string over several lines.
fn in_strings(fragment: &Fragment, head: &[u8], tail: &[u8]) -> Vec<Frame> {
    let mut all = Vec::new();
    for quote in ["\"\"\"", "'''"] {
        let count = memchr::memmem::find_iter(&fragment.text, quote.as_bytes()).count();
        let opened = [head, quote.as_bytes(), b"\n"].concat();
        let closed = [quote.as_bytes(), b"\n"].concat();
        if count % 2 == 1 {
            all.push(Frame::new([head, b"1\n"].concat(), closed));
            all.push(Frame::new(opened, tail));
        } else if count > 0 {
            all.push(Frame::new(opened, closed));
        }
    }
    all
}

/// The indentations to which the lines fall back, deepest first. Lines before `from` continue a bracket from above
/// and have no level.
fn levels(fragment: &Fragment, from: usize) -> Vec<&[u8]> {
    let mut levels: Vec<&[u8]> = Vec::new();
    let row_at = fragment.row_at(from.saturating_sub(1)).map_or(0, |row| row.start);
    for row in fragment.rows.iter().filter(|row| row.start >= row_at) {
        let line = fragment.line(row);
        let text = line.trim_ascii();
        let continues = from > 0
            && row.start == row_at
            && !text.starts_with(b")")
            && !text.starts_with(b"]")
            && !text.starts_with(b"}");
        if text.is_empty() || text.starts_with(b"#") || continues {
            continue;
        }
        let blank = line.get(..line.iter().take_while(|b| matches!(b, b' ' | b'\t')).count()).unwrap_or(&[]);
        if levels.last().is_none_or(|least| blank.len() < least.len()) {
            levels.push(blank);
        }
        if blank.is_empty() {
            break;
        }
    }
    levels
}
