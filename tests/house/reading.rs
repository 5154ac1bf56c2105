//! One source file -> the paths it names, its functions and structs, and which lines are test code.
//! Not here: the walk over the tokens (`walk`), what is forbidden (`rules`, `imports`). Called by `rules`.

use std::ops::Range;

use super::{
    lex::{Kind, Token, tokens},
    walk::Walk,
};

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

/// Reads a file that is the module `module` (such as `["core", "diff"]`).
pub fn read(text: &str, module: &[String]) -> Reading {
    let mut reading = Reading { tokens: tokens(text), ..Reading::default() };
    reading.tests = test_ranges(&reading.tokens, &mut reading.test_modules);
    Walk::new(reading, module).finish()
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
