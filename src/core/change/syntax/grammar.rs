//! Which grammar reads a file: by its ending, else by the interpreter that its first line names.
//! Not here: families of languages for line patterns (`language`). Called by `fragment`'s callers.

use crate::core::{
    diff::lines,
    model::{Diff, FileIx, RepoPath},
};

/// A grammar that is built in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the words are the languages' names")]
pub enum Grammar {
    Rust,
    Python,
    JavaScript,
    TypeScript,
    /// TypeScript with markup.
    Tsx,
    Go,
}

impl Grammar {
    /// Of a file of a diff: by its name, else by its first line, when the diff shows it.
    pub fn of_file(diff: &Diff, file: FileIx) -> Option<Self> {
        let first = diff.hunks_of(file).next().and_then(|hunk| lines(diff, hunk, 0).next());
        let first = first.filter(|line| line.old == Some(1) || line.new == Some(1));
        Self::of(&diff.path(file), first.map(|line| line.text))
    }

    /// By the file's name, else by its first line, when that is known.
    pub fn of(path: &RepoPath, first_line: Option<&[u8]>) -> Option<Self> {
        let name = path.file_name();
        let ending = memchr::memrchr(b'.', name).and_then(|dot| name.get(dot + 1..));
        match ending.unwrap_or(&[]).to_ascii_lowercase().as_slice() {
            b"rs" => Some(Self::Rust),
            b"py" | b"pyi" => Some(Self::Python),
            b"js" | b"jsx" | b"mjs" | b"cjs" => Some(Self::JavaScript),
            b"ts" | b"mts" | b"cts" => Some(Self::TypeScript),
            b"tsx" => Some(Self::Tsx),
            b"go" => Some(Self::Go),
            b"" => first_line.and_then(Self::of_interpreter),
            _ => None,
        }
    }

    fn of_interpreter(line: &[u8]) -> Option<Self> {
        let line = line.strip_prefix(b"#!")?.get(..80).unwrap_or(line);
        let has = |word: &[u8]| memchr::memmem::find(line, word).is_some();
        match () {
            () if has(b"python") => Some(Self::Python),
            () if has(b"node") => Some(Self::JavaScript),
            () if has(b"rust-script") => Some(Self::Rust),
            () => None,
        }
    }

    /// Whether it is JavaScript or TypeScript.
    pub fn is_script(self) -> bool {
        matches!(self, Self::JavaScript | Self::TypeScript | Self::Tsx)
    }

    pub(super) fn language(self) -> tree_sitter::Language {
        match self {
            Self::Rust => tree_sitter_rust::LANGUAGE.into(),
            Self::Python => tree_sitter_python::LANGUAGE.into(),
            Self::JavaScript => tree_sitter_javascript::LANGUAGE.into(),
            Self::TypeScript => tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
            Self::Tsx => tree_sitter_typescript::LANGUAGE_TSX.into(),
            Self::Go => tree_sitter_go::LANGUAGE.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_first_lines_tell_the_grammar() {
        let of = |path: &str, line: &str| Grammar::of(&RepoPath::new(path), Some(line.as_bytes()));
        assert_eq!(of("a/b.rs", ""), Some(Grammar::Rust));
        assert_eq!(of("a/B.TSX", ""), Some(Grammar::Tsx));
        assert_eq!(of("types.d.ts", ""), Some(Grammar::TypeScript));
        assert_eq!(of("bin/run", "#!/usr/bin/env python3"), Some(Grammar::Python));
        assert_eq!(of("bin/run", "#!/usr/bin/env node"), Some(Grammar::JavaScript));
        assert_eq!(of("bin/run", "#!/bin/sh"), None);
        assert_eq!(of("notes.txt", "#!/usr/bin/env python3"), None);
    }
}
