//! The rules, each a function from a file to what it breaks. Names file, line, rule and remedy.
//! Not here: the import rules (`imports`), the law itself (`law`). Called by the test in `mod` and by `itself`.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use super::{
    imports::{self, Dependencies},
    law,
    lex::{Kind, Token},
    reading::{self, Reading},
};

/// A broken rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    pub file: String,
    pub line: usize,
    pub rule: &'static str,
    pub what: String,
    pub remedy: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: [{}] {}. {}.", self.file, self.line, self.rule, self.what, self.remedy)
    }
}

/// A file with its place in the house.
pub struct Source {
    pub path: String,
    pub text: String,
    /// `["core", "diff"]` for `src/core/diff/mod.rs`; empty for `lib.rs` and `main.rs`.
    pub module: Vec<String>,
    pub reading: Reading,
    /// Compiled for tests only, as a whole.
    pub tests_only: bool,
}

impl Source {
    fn new(path: &str, text: &str) -> Self {
        let module = module_of(path);
        let reading = reading::read(text, &module);
        Self { path: path.to_owned(), text: text.to_owned(), module, reading, tests_only: !path.starts_with("src/") }
    }

    /// A violation in this file.
    pub fn breaks(&self, line: usize, rule: &'static str, what: String, remedy: impl Into<String>) -> Violation {
        Violation { file: self.path.clone(), line, rule, what, remedy: remedy.into() }
    }

    /// The tokens that are shipped, with their indices.
    pub fn shipped(&self) -> impl Iterator<Item = (usize, &Token)> {
        let all = if self.tests_only { &[][..] } else { &self.reading.tokens[..] };
        all.iter().enumerate().filter(|(at, _)| !self.reading.in_tests(*at))
    }
}

/// `src/core/diff/lines.rs` -> `core`, `diff`, `lines`.
fn module_of(path: &str) -> Vec<String> {
    let inside = path.trim_start_matches("src/").trim_end_matches(".rs");
    let mut parts: Vec<String> = inside.split('/').map(String::from).collect();
    if parts.last().is_some_and(|last| matches!(last.as_str(), "mod" | "lib" | "main")) {
        parts.pop();
    }
    parts
}

/// All files, ready to be judged.
pub struct House {
    sources: Vec<Source>,
    dependencies: Dependencies,
}

impl House {
    /// Reads files (path -> text) and the names of the dependencies from `Cargo.toml`.
    pub fn new(files: &BTreeMap<String, String>, manifest: &str) -> Self {
        let mut sources: Vec<Source> = files.iter().map(|(path, text)| Source::new(path, text)).collect();
        let tests: BTreeSet<Vec<String>> = sources.iter().flat_map(test_modules).collect();
        for source in &mut sources {
            source.tests_only |= (0..=source.module.len()).any(|n| tests.contains(&source.module[..n]));
        }
        Self { sources, dependencies: Dependencies::from_manifest(manifest) }
    }

    /// Every broken rule, by file and line.
    pub fn violations(&self) -> Vec<Violation> {
        let mut found = Vec::new();
        for source in &self.sources {
            found.extend(header(source));
            found.extend(names(source));
            found.extend(length(source));
            if source.path.starts_with("src/") {
                found.extend(imports::rooms(source));
                found.extend(imports::outside(source, &self.dependencies));
                found.extend(imports::spawns(source));
                found.extend(sizes(source));
                found.extend(wildcards(source));
                found.extend(silences(source));
                found.extend(detours(source));
            }
        }
        found.sort_by(|a, b| (&a.file, a.line, a.rule).cmp(&(&b.file, b.line, b.rule)));
        found.dedup();
        found
    }
}

fn test_modules(source: &Source) -> Vec<Vec<String>> {
    let below = |name: &String| source.module.iter().cloned().chain([name.clone()]).collect();
    source.reading.test_modules.iter().map(below).collect()
}

fn header(source: &Source) -> Option<Violation> {
    let first = source.text.lines().next().unwrap_or_default();
    let said = first.strip_prefix("//!").is_some_and(|rest| !rest.trim().is_empty());
    (!said).then(|| {
        let remedy = "Begin with `//! ` and say what it is, what it is not, and who calls it";
        source.breaks(1, "header", "the file does not open with a module header".into(), remedy)
    })
}

fn names(source: &Source) -> Option<Violation> {
    let parts = source.path.trim_end_matches(".rs").split(['/', '_', '-']);
    let empty = parts.into_iter().find(|part| law::EMPTY_NAMES.contains(part))?;
    let what = format!("`{empty}` says nothing about what is inside");
    Some(source.breaks(1, "name", what, "Name it after the thing or the verb it holds"))
}

fn length(source: &Source) -> Option<Violation> {
    let all = source.text.lines().count();
    let shipped = all.saturating_sub(source.reading.test_lines());
    let remedy = "Find the two things it does and give each a file";
    if all > law::FILE_LINES_IN_ALL {
        let what = format!("{all} lines, the most is {}", law::FILE_LINES_IN_ALL);
        Some(source.breaks(all, "file size", what, remedy))
    } else if !source.tests_only && shipped > law::FILE_LINES {
        let what = format!("{shipped} lines without tests, the most is {}", law::FILE_LINES);
        Some(source.breaks(all, "file size", what, remedy))
    } else {
        None
    }
}

fn sizes(source: &Source) -> Vec<Violation> {
    if source.tests_only {
        return Vec::new();
    }
    let long = source.reading.functions.iter().filter(|f| f.size > law::FUNCTION_LINES).map(|f| {
        let what = format!("`fn {}` has {} lines, the most is {}", f.name, f.size, law::FUNCTION_LINES);
        source.breaks(f.line, "function size", what, "Split it where you would put a comment; tables become constants")
    });
    let wire = law::is_wire(&source.module);
    let wide = source.reading.structs.iter().filter(|s| !wire && s.size > law::FIELDS).map(|s| {
        let what = format!("`struct {}` has {} fields, the most is {}", s.name, s.size, law::FIELDS);
        source.breaks(s.line, "struct size", what, "Put the fields that change together into a struct of their own")
    });
    long.chain(wide).collect()
}

/// `_ =>` and `other =>` where messages are told apart.
fn wildcards(source: &Source) -> Vec<Violation> {
    if !law::UPDATES.contains(&source.module.join("::").as_str()) {
        return Vec::new();
    }
    let tokens = &source.reading.tokens;
    let takes_all = |at: usize| {
        let name = tokens[at].word().filter(|w| w.starts_with(|c: char| c == '_' || c.is_lowercase()));
        let alone = at > 0 && matches!(tokens[at - 1].kind, Kind::Mark('{' | '}' | ',' | '|'));
        name.is_some_and(|w| alone && !matches!(w, "true" | "false"))
    };
    let arms = source.shipped().filter(|(at, token)| token.kind == Kind::Arrow && *at > 0 && takes_all(at - 1));
    arms.map(|(_, token)| {
        let what = "an arm that takes every message left over".to_owned();
        source.breaks(
            token.line,
            "wildcard",
            what,
            "List the messages, so that a new one does not compile until handled",
        )
    })
    .collect()
}

/// `allow(…)` or `expect(…)` of a lint that the house is about.
fn silences(source: &Source) -> Vec<Violation> {
    let tokens = &source.reading.tokens;
    let mut found = Vec::new();
    for (at, token) in source.shipped() {
        let opens = tokens.get(at + 1).is_some_and(|t| t.is('('));
        let attribute = at > 0 && matches!(tokens[at - 1].kind, Kind::Mark('[' | ',' | '('));
        if !(opens && attribute && (token.is_word("allow") || token.is_word("expect"))) {
            continue;
        }
        for part in tokens[at + 2..reading::behind_group(tokens, at + 1) - 1].split(|t| t.is(',')) {
            let lint = part.iter().filter_map(Token::word).collect::<Vec<_>>().join("::");
            if law::NEVER_SILENCED.contains(&lint.as_str()) {
                let what = format!("`{lint}` is silenced");
                found.push(source.breaks(token.line, "silence", what, "Remove what it warns about"));
            }
        }
    }
    found
}

/// `#[path = …]` and `include!` of code: files that stand elsewhere than the module tree says.
fn detours(source: &Source) -> Vec<Violation> {
    let tokens = &source.reading.tokens;
    let follows = |at: usize, c: char| tokens.get(at + 1).is_some_and(|t| t.is(c));
    let hits = source.shipped().filter(|(at, token)| {
        (token.is_word("path") && follows(*at, '=') && *at > 1 && tokens[at - 1].is('[') && tokens[at - 2].is('#'))
            || (token.is_word("include") && follows(*at, '!'))
    });
    hits.map(|(_, token)| {
        let what = "code from a file outside the module tree".to_owned();
        source.breaks(token.line, "detour", what, "Let the file stand where its module is")
    })
    .collect()
}
