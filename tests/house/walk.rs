//! Walks over the tokens of a file once and writes down the paths, functions and structs it passes.
//! Not here: what test code is (`reading`), what is forbidden (`rules`, `imports`). Called by `reading`.

use super::{
    lex::{Kind, Token},
    reading::{Item, Named, Reading, behind_group},
};

/// Keywords that can stand before a path and are no part of one.
const KEYWORDS: &[&str] = &[
    "as", "await", "break", "const", "dyn", "else", "for", "if", "impl", "in", "let", "loop", "match", "move", "mut",
    "ref", "return", "static", "unsafe", "where", "while", "yield",
];

/// Where in the file it is, and what it has found.
pub struct Walk {
    reading: Reading,
    /// The module at this place: that of the file and the inline ones around.
    module: Vec<String>,
    /// Depths at which inline modules were opened.
    open: Vec<usize>,
    depth: usize,
    at: usize,
}

impl Walk {
    /// At the beginning of a file that is this module.
    pub fn new(reading: Reading, module: &[String]) -> Self {
        Self { reading, module: module.to_vec(), open: Vec::new(), depth: 0, at: 0 }
    }

    /// Reads to the end of the file.
    pub fn finish(mut self) -> Reading {
        while self.at < self.reading.tokens.len() {
            self.step();
        }
        self.reading
    }

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
