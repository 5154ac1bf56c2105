//! One source file -> the paths it names, its functions and structs, and which lines are test code.
//! Not here: what is forbidden (`rules`). Called by `rules`.

use std::ops::Range;

use super::lex::{Kind, Token, tokens};

/// A path as it stands in the code, resolved against its module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    /// `["crate", "core", "diff", "find"]` or `["std", "fs", "read"]`; a glob ends in `*`.
    pub segments: Vec<String>,
    pub line: usize,
    /// The name under which a `use` brings it into scope; `None` for a path in code.
    pub imported: Option<String>,
    pub in_tests: bool,
}

/// A function with a body, or a struct.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    pub name: String,
    pub line: usize,
    /// Lines between the braces of a function; fields of a struct.
    pub size: usize,
}

/// What a file says about itself.
#[derive(Debug, Default)]
pub struct Reading {
    pub tokens: Vec<Token>,
    /// Ranges of `tokens` that are compiled for tests only.
    pub tests: Vec<Range<usize>>,
    pub paths: Vec<Named>,
    pub functions: Vec<Item>,
    pub structs: Vec<Item>,
    /// Names of `#[cfg(test)] mod name;`.
    pub test_modules: Vec<String>,
}

impl Reading {
    /// Whether the token at this index is compiled for tests only.
    pub fn in_tests(&self, at: usize) -> bool {
        self.tests.iter().any(|r| r.contains(&at))
    }

    /// Lines that are compiled for tests only.
    pub fn test_lines(&self) -> usize {
        let line = |at: usize| self.tokens.get(at).map_or(0, |t| t.line);
        self.tests.iter().map(|r| line(r.end.saturating_sub(1)) + 1 - line(r.start)).sum()
    }
}

/// Keywords that can stand before a path and are no part of one.
const KEYWORDS: &[&str] = &[
    "as", "await", "break", "const", "dyn", "else", "for", "if", "impl", "in", "let", "loop", "match", "move", "mut",
    "ref", "return", "static", "unsafe", "where", "while", "yield",
];

/// Reads a file that is the module `module` (such as `["core", "diff"]`).
pub fn read(text: &str, module: &[String]) -> Reading {
    let mut reading = Reading { tokens: tokens(text), ..Reading::default() };
    reading.tests = test_ranges(&reading.tokens, &mut reading.test_modules);
    let mut walk = Walk { reading, module: module.to_vec(), open: Vec::new(), depth: 0, at: 0 };
    while walk.at < walk.reading.tokens.len() {
        walk.step();
    }
    walk.reading
}

/// The index behind the bracket that closes the one at `open`.
pub fn behind_group(tokens: &[Token], open: usize) -> usize {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.kind {
            Kind::Mark('(' | '[' | '{') => depth += 1,
            Kind::Mark(')' | ']' | '}') => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return at + 1;
                }
            }
            _ => {}
        }
    }
    tokens.len()
}

/// `#[cfg(test)]` and the item behind it; `#![cfg(test)]` is the whole file. Any `cfg` that needs `test`
/// (`all(test, unix)`) counts, one that is also true without it (`any`, `not`) does not.
fn test_ranges(tokens: &[Token], modules: &mut Vec<String>) -> Vec<Range<usize>> {
    let mut ranges: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let Some((inner, group)) = attribute(tokens, at) else {
            at += 1;
            continue;
        };
        let words: Vec<&str> = tokens[group.clone()].iter().filter_map(Token::word).collect();
        let tests = words.starts_with(&["cfg", "test"]) || words.starts_with(&["cfg", "all", "test"]);
        if !tests || words.contains(&"any") || words.contains(&"not") {
            at = group.end;
        } else if inner {
            ranges.push(0..tokens.len());
            return ranges;
        } else {
            let end = behind_item(tokens, group.end, modules);
            ranges.push(at..end);
            at = end;
        }
    }
    ranges
}

/// `#[…]` or `#![…]` at `at`: whether it is an inner one, and the range of its bracket.
fn attribute(tokens: &[Token], at: usize) -> Option<(bool, Range<usize>)> {
    if !tokens.get(at)?.is('#') {
        return None;
    }
    let inner = tokens.get(at + 1)?.is('!');
    let open = at + 1 + usize::from(inner);
    tokens.get(open)?.is('[').then(|| (inner, open..behind_group(tokens, open)))
}

/// The index behind the item (further attributes, then up to `;` or the closing brace of its first block).
fn behind_item(tokens: &[Token], mut at: usize, modules: &mut Vec<String>) -> usize {
    while let Some((_, group)) = attribute(tokens, at) {
        at = group.end;
    }
    let start = at;
    while let Some(token) = tokens.get(at) {
        match token.kind {
            Kind::Mark(';') => {
                if let [.., kind, name] = &tokens[start..at]
                    && kind.is_word("mod")
                {
                    modules.extend(name.word().map(String::from));
                }
                return at + 1;
            }
            Kind::Mark('{') => return behind_group(tokens, at),
            Kind::Mark('(' | '[') => at = behind_group(tokens, at),
            _ => at += 1,
        }
    }
    at
}

struct Walk {
    reading: Reading,
    /// The module at this place: that of the file and the inline ones around.
    module: Vec<String>,
    /// Depths at which inline modules were opened.
    open: Vec<usize>,
    depth: usize,
    at: usize,
}

impl Walk {
    fn token(&self, at: usize) -> Option<&Token> {
        self.reading.tokens.get(at)
    }

    fn word(&self, at: usize) -> Option<&str> {
        self.token(at).and_then(Token::word)
    }

    fn mark(&self, at: usize) -> char {
        match self.token(at).map(|t| &t.kind) {
            Some(Kind::Mark(c)) => *c,
            _ => '\0',
        }
    }

    fn colons(&self, at: usize) -> bool {
        self.token(at).is_some_and(|t| t.kind == Kind::Colons)
    }

    fn step(&mut self) {
        match (self.mark(self.at), self.word(self.at).unwrap_or_default()) {
            ('{', _) => self.depth += 1,
            ('}', _) => {
                self.depth = self.depth.saturating_sub(1);
                if self.open.last() == Some(&self.depth) {
                    self.open.pop();
                    self.module.pop();
                }
            }
            (_, "mod") if self.mark(self.at + 2) == '{' => {
                let name = self.word(self.at + 1).unwrap_or_default().to_owned();
                self.module.push(name);
                self.open.push(self.depth);
                self.depth += 1;
                self.at += 2;
            }
            (_, "use") if self.mark(self.at + 1) != '<' => return self.import(),
            (_, "extern") if self.word(self.at + 1) == Some("crate") => self.extern_crate(),
            (_, "fn") => self.function(),
            (_, "struct") => self.structure(),
            (_, "") => {}
            _ => return self.path(),
        }
        self.at += 1;
    }

    fn name(&mut self, segments: Vec<String>, at: usize, imported: Option<String>) {
        let line = self.token(at).map_or(0, |t| t.line);
        let in_tests = self.reading.in_tests(at);
        let segments = self.resolve(segments);
        self.reading.paths.push(Named { segments, line, imported, in_tests });
    }

    /// `self` and `super` are replaced by the module they stand for; everything in this crate begins with `crate`.
    fn resolve(&self, segments: Vec<String>) -> Vec<String> {
        let mut here = match segments.first().map(String::as_str) {
            Some("self" | "super") => self.module.clone(),
            Some("prr") => Vec::new(),
            _ => return segments,
        };
        let mut rest = segments.into_iter().peekable();
        while let Some(step) = rest.next_if(|s| matches!(s.as_str(), "self" | "super" | "prr")) {
            if step == "super" {
                here.pop();
            }
        }
        std::iter::once("crate".to_owned()).chain(here).chain(rest).collect()
    }

    /// `a::b::c` in code. A single word is a name in scope, and how it came there stands in a `use`.
    fn path(&mut self) {
        let start = self.at;
        let follows = start > 0 && (self.colons(start - 1) || self.mark(start - 1) == '.');
        // A word before the colons would have taken this one along, so only `<T>::name` is no path from the root.
        let global = start > 0 && self.colons(start - 1) && (start < 2 || self.mark(start - 2) != '>');
        let visibility = start > 1 && self.word(start - 1) == Some("in") && self.mark(start - 2) == '(';
        let mut segments = vec![self.word(start).unwrap_or_default().to_owned()];
        self.at += 1;
        // `return ::std::…`: the path begins behind the keyword.
        while self.colons(self.at) && !KEYWORDS.contains(&segments[0].as_str()) {
            let Some(next) = self.word(self.at + 1).map(String::from) else { break };
            segments.push(next);
            self.at += 2;
        }
        if segments.len() > 1 && !visibility && (!follows || global) {
            self.name(segments, start, None);
        }
    }

    fn import(&mut self) {
        self.at += 1;
        self.use_tree(&[]);
    }

    /// One branch of a use tree; every leaf becomes a path.
    fn use_tree(&mut self, before: &[String]) {
        let mut segments = before.to_vec();
        let (start, mut alias) = (self.at, None);
        loop {
            if self.colons(self.at) {
                self.at += 1;
            } else if self.mark(self.at) == '{' {
                return self.use_group(&segments);
            } else if self.mark(self.at) == '*' {
                segments.push("*".to_owned());
                self.at += 1;
            } else if self.word(self.at) == Some("as") {
                alias = self.word(self.at + 1).map(String::from);
                self.at += 2;
            } else if let Some(word) = self.word(self.at).map(String::from) {
                // `a::{self}` names `a` itself.
                if word != "self" || segments.is_empty() {
                    segments.push(word);
                }
                self.at += 1;
            } else {
                break;
            }
        }
        if let Some(last) = segments.last().cloned() {
            self.name(segments, start, Some(alias.unwrap_or(last)));
        }
    }

    fn use_group(&mut self, before: &[String]) {
        self.at += 1;
        while self.at < self.reading.tokens.len() && self.mark(self.at) != '}' {
            let start = self.at;
            self.use_tree(before);
            if self.mark(self.at) == ',' || self.at == start {
                self.at += 1;
            }
        }
        self.at += 1;
    }

    fn extern_crate(&mut self) {
        if let Some(name) = self.word(self.at + 2).map(String::from) {
            let alias = self.word(self.at + 4).filter(|_| self.word(self.at + 3) == Some("as"));
            let alias = alias.unwrap_or(&name).to_owned();
            self.name(vec![name], self.at + 2, Some(alias));
        }
        self.at += 2;
    }

    /// `fn name(…) … { body }`; `fn(…)` is a type and a `;` ends a declaration.
    fn function(&mut self) {
        let Some(name) = self.word(self.at + 1).map(String::from) else { return };
        let mut at = self.at + 2;
        loop {
            match self.mark(at) {
                '(' | '[' => at = behind_group(&self.reading.tokens, at),
                '{' => break,
                ';' => return,
                _ if at >= self.reading.tokens.len() => return,
                _ => at += 1,
            }
        }
        let end = behind_group(&self.reading.tokens, at) - 1;
        let line = |at: usize| self.token(at).map_or(0, |t| t.line);
        let size = (line(end) - line(at)).saturating_sub(1);
        if !self.reading.in_tests(self.at) {
            self.reading.functions.push(Item { name, line: line(self.at), size });
        }
    }

    fn structure(&mut self) {
        let Some(name) = self.word(self.at + 1).map(String::from) else { return };
        let mut at = self.at + 2;
        // A `(` behind `where` belongs to a bound.
        let mut bounds = false;
        while !matches!((self.mark(at), bounds), ('{' | ';', _) | ('(', false)) && at < self.reading.tokens.len() {
            bounds |= self.word(at) == Some("where");
            at += 1;
        }
        let size = if self.mark(at) == ';' { 0 } else { self.fields(at) };
        if !self.reading.in_tests(self.at) {
            let line = self.token(self.at).map_or(0, |t| t.line);
            self.reading.structs.push(Item { name, line, size });
        }
    }

    /// Fields between the braces (or parentheses) at `open`: parts between commas outside of any bracket.
    fn fields(&self, open: usize) -> usize {
        let end = behind_group(&self.reading.tokens, open) - 1;
        let (mut count, mut filled, mut angles, mut at) = (0, false, 0_usize, open + 1);
        while at < end {
            match self.mark(at) {
                '(' | '[' | '{' => {
                    filled = true;
                    at = behind_group(&self.reading.tokens, at);
                    continue;
                }
                '<' => angles += 1,
                '>' if self.mark(at - 1) != '-' => angles = angles.saturating_sub(1),
                ',' if angles == 0 => {
                    count += usize::from(filled);
                    filled = false;
                }
                _ => filled = true,
            }
            at += 1;
        }
        count + usize::from(filled)
    }
}
