//! Which grammar reads a file: by its ending, else by the interpreter that its first line names.
//! Not here: families of languages for line patterns (`language`). Called by `fragment`'s callers.

use crate::core::{
    change::Language,
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
    Java,
    Kotlin,
    C,
    Cpp,
    CSharp,
    Ruby,
    Php,
    Swift,
    Bash,
    Sql,
    /// Terraform and its kin.
    Hcl,
}

impl Grammar {
    /// Every grammar.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Rust,
        Self::Python,
        Self::JavaScript,
        Self::TypeScript,
        Self::Tsx,
        Self::Go,
        Self::Java,
        Self::Kotlin,
        Self::C,
        Self::Cpp,
        Self::CSharp,
        Self::Ruby,
        Self::Php,
        Self::Swift,
        Self::Bash,
        Self::Sql,
        Self::Hcl,
    ];

    /// How many there are.
    pub const COUNT: usize = 17;

    /// Of a file of a diff, for reading hunks: by its name, else by its first line, when the diff shows it. Only the
    /// grammars whose torn pages can be framed, and which the built-in reviewers know.
    pub fn of_file(diff: &Diff, file: FileIx) -> Option<Self> {
        Self::of_whole_file(diff, file).filter(|grammar| grammar.reads_hunks())
    }

    /// Of a file of a diff that is read whole.
    pub fn of_whole_file(diff: &Diff, file: FileIx) -> Option<Self> {
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
            b"java" => Some(Self::Java),
            b"kt" | b"kts" => Some(Self::Kotlin),
            b"c" | b"h" => Some(Self::C),
            b"cc" | b"cpp" | b"cxx" | b"hh" | b"hpp" | b"hxx" => Some(Self::Cpp),
            b"cs" => Some(Self::CSharp),
            b"rb" | b"rake" => Some(Self::Ruby),
            b"php" => Some(Self::Php),
            b"swift" => Some(Self::Swift),
            b"sh" | b"bash" => Some(Self::Bash),
            b"sql" | b"ddl" => Some(Self::Sql),
            b"tf" | b"tfvars" | b"hcl" => Some(Self::Hcl),
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
            () if has(b"ruby") => Some(Self::Ruby),
            () if has(b"php") => Some(Self::Php),
            () if has(b"bash") || has(b"/sh") => Some(Self::Bash),
            () => None,
        }
    }

    /// Whether hunks can be read with it, and not only whole files.
    pub fn reads_hunks(self) -> bool {
        matches!(self, Self::Rust | Self::Python | Self::JavaScript | Self::TypeScript | Self::Tsx | Self::Go)
    }

    /// The family of languages that it is of.
    pub fn family(self) -> Language {
        match self {
            Self::Rust => Language::Rust,
            Self::Python => Language::Python,
            Self::JavaScript | Self::TypeScript | Self::Tsx => Language::Script,
            Self::Go => Language::Go,
            Self::Java | Self::Kotlin | Self::CSharp => Language::Jvm,
            Self::C | Self::Cpp => Language::C,
            Self::Ruby => Language::Ruby,
            Self::Php => Language::Php,
            Self::Swift => Language::Swift,
            Self::Bash => Language::Shell,
            Self::Sql => Language::Sql,
            Self::Hcl => Language::Other,
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
            Self::Java => tree_sitter_java::LANGUAGE.into(),
            Self::Kotlin => tree_sitter_kotlin_ng::LANGUAGE.into(),
            Self::C => tree_sitter_c::LANGUAGE.into(),
            Self::Cpp => tree_sitter_cpp::LANGUAGE.into(),
            Self::CSharp => tree_sitter_c_sharp::LANGUAGE.into(),
            Self::Ruby => tree_sitter_ruby::LANGUAGE.into(),
            Self::Php => tree_sitter_php::LANGUAGE_PHP.into(),
            Self::Swift => tree_sitter_swift::LANGUAGE.into(),
            Self::Bash => tree_sitter_bash::LANGUAGE.into(),
            Self::Sql => tree_sitter_sequel::LANGUAGE.into(),
            Self::Hcl => tree_sitter_hcl::LANGUAGE.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_grammar_loads_and_only_some_read_hunks() {
        let mut parser = tree_sitter::Parser::new();
        for grammar in Grammar::ALL {
            assert!(parser.set_language(&grammar.language()).is_ok(), "{grammar:?}");
        }
        assert!(Grammar::Rust.reads_hunks() && !Grammar::Java.reads_hunks());
    }

    #[test]
    fn names_and_first_lines_tell_the_grammar() {
        let of = |path: &str, line: &str| Grammar::of(&RepoPath::new(path), Some(line.as_bytes()));
        assert_eq!(of("a/b.rs", ""), Some(Grammar::Rust));
        assert_eq!(of("a/B.TSX", ""), Some(Grammar::Tsx));
        assert_eq!(of("types.d.ts", ""), Some(Grammar::TypeScript));
        assert_eq!(of("bin/run", "#!/usr/bin/env python3"), Some(Grammar::Python));
        assert_eq!(of("bin/run", "#!/usr/bin/env node"), Some(Grammar::JavaScript));
        assert_eq!(of("bin/run", "#!/bin/sh"), Some(Grammar::Bash));
        assert_eq!(of("bin/run", "#!/usr/bin/awk"), None);
        assert_eq!(of("notes.txt", "#!/usr/bin/env python3"), None);
    }
}
