//! The language of a file: from its name, else from its first line (an interpreter, a mode line, a document's head).
//! Called by `painter`. The name is untrusted text and is only ever looked up.

use std::collections::HashMap;

use syntect::parsing::SyntaxSet;

/// A language: the number of its grammar in the set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Language(pub(super) u16);

/// Names and endings whose grammar the set does not know or gets wrong for code as it is found in repositories.
const OURS: &[(&str, &str)] = &[
    ("astro", "HTML"),
    ("bazel", "Python"),
    ("build", "Python"),
    ("bzl", "Python"),
    ("cjs", "JavaScript"),
    ("conf", "INI"),
    ("containerfile", "Dockerfile"),
    ("cu", "C++"),
    ("cuh", "C++"),
    ("eslintrc", "JSON"),
    ("fs", "F#"),
    ("gemspec", "Ruby"),
    ("gitmodules", "Git Config"),
    ("h", "C++"),
    ("inc", "PHP"),
    ("ino", "C++"),
    ("ipynb", "JSON"),
    ("json5", "JSON"),
    ("jsonc", "JSON"),
    ("jsonl", "JSON"),
    ("jsx", "TypeScriptReact"),
    ("justfile", "Makefile"),
    ("ksh", "Bourne Again Shell (bash)"),
    ("l", "Lisp"),
    ("m", "Objective-C"),
    ("mdx", "Markdown"),
    ("mjs", "JavaScript"),
    ("mk", "Makefile"),
    ("mm", "Objective-C++"),
    ("patch", "Diff"),
    ("podspec", "Ruby"),
    ("prettierrc", "JSON"),
    ("psgi", "Perl"),
    ("rake", "Ruby"),
    ("star", "Python"),
    ("t", "Perl"),
    ("tpp", "C++"),
    ("vagrantfile", "Ruby"),
    ("webmanifest", "JSON"),
    ("workspace", "Python"),
    ("xhtml", "HTML"),
    ("zshrc", "Bourne Again Shell (bash)"),
];

/// Interpreters and modes whose name is no ending of their language.
const PROGRAMS: &[(&str, &str)] = &[
    ("ash", "sh"),
    ("bun", "ts"),
    ("cperl", "pl"),
    ("csharp", "cs"),
    ("dash", "sh"),
    ("deno", "ts"),
    ("escript", "erl"),
    ("gawk", "awk"),
    ("gmake", "makefile"),
    ("javascript", "js"),
    ("js2", "js"),
    ("ksh", "sh"),
    ("make", "makefile"),
    ("mksh", "sh"),
    ("node", "js"),
    ("nodejs", "js"),
    ("osascript", "applescript"),
    ("perl", "pl"),
    ("python", "py"),
    ("pypy", "py"),
    ("rscript", "r"),
    ("ruby", "rb"),
    ("shell-script", "sh"),
    ("tclsh", "tcl"),
    ("typescript", "ts"),
    ("wish", "tcl"),
];

/// Endings that stand behind the one that counts.
const SHELLS: &[&str] =
    &["bak", "dist", "example", "in", "j2", "new", "old", "orig", "rej", "sample", "template", "tmpl", "tpl"];

/// Bytes of a first line that are looked at.
const FIRST: usize = 256;

/// Which ending belongs to which language.
#[derive(Debug)]
pub(super) struct Languages {
    by_ending: HashMap<String, Language>,
    by_name: HashMap<String, Language>,
}

impl Languages {
    pub fn of(set: &SyntaxSet) -> Self {
        let mut all = Self { by_ending: HashMap::new(), by_name: HashMap::new() };
        for (at, syntax) in set.syntaxes().iter().enumerate() {
            let Ok(number) = u16::try_from(at) else { break };
            if syntax.name == "Plain Text" {
                continue;
            }
            // Of several the last counts, as in the set's own look-up.
            all.by_name.insert(syntax.name.to_ascii_lowercase(), Language(number));
            for ending in &syntax.file_extensions {
                all.by_ending.insert(ending.to_ascii_lowercase(), Language(number));
            }
        }
        for (ending, name) in OURS {
            if let Some(language) = all.by_name.get(&name.to_ascii_lowercase()).copied() {
                all.by_ending.insert((*ending).to_owned(), language);
            }
        }
        all
    }

    /// The language of a path whose first line may be known.
    pub fn detect(&self, path: &[u8], first: Option<&[u8]>) -> Option<Language> {
        let name = path.rsplit(|byte| *byte == b'/').next().unwrap_or(path);
        let name = String::from_utf8_lossy(name).to_ascii_lowercase();
        self.by_name_of_file(&name).or_else(|| self.by_first_line(first?))
    }

    /// The whole name, then ever shorter endings; `config.toml.example` is TOML.
    fn by_name_of_file(&self, name: &str) -> Option<Language> {
        let mut name = name.trim_end_matches('~');
        loop {
            let bare = name.strip_prefix('.').unwrap_or(name);
            let dots = bare.match_indices('.').filter_map(|(at, _)| bare.get(at + 1..));
            let mut names = [name, bare].into_iter().chain(dots);
            let found = names.find_map(|name| self.by_ending.get(name));
            if let Some(language) = found {
                return Some(*language);
            }
            let (rest, last) = name.rsplit_once('.').filter(|(rest, _)| !rest.is_empty())?;
            if !SHELLS.contains(&last) {
                return None;
            }
            name = rest;
        }
    }

    fn by_first_line(&self, line: &[u8]) -> Option<Language> {
        let line = line.get(..FIRST).unwrap_or(line);
        let line = String::from_utf8_lossy(line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line)).to_ascii_lowercase();
        let line = line.trim();
        let word = interpreter(line).or_else(|| mode(line)).or_else(|| head(line))?;
        self.by_word(word)
    }

    /// A word by which people call a language.
    fn by_word(&self, word: &str) -> Option<Language> {
        let program = PROGRAMS.iter().find(|(name, _)| *name == word).map_or(word, |(_, ending)| ending);
        self.by_ending.get(program).or_else(|| self.by_name.get(program)).copied()
    }
}

/// The program of `#!/usr/bin/env -S python3.11 -u`, without its version.
fn interpreter(line: &str) -> Option<&str> {
    let mut words = line.strip_prefix("#!")?.split_ascii_whitespace();
    let base = |word: &'_ str| word.rfind('/').map_or(0, |at| at + 1);
    let mut word = words.next()?;
    if word.get(base(word)..) == Some("env") {
        word = words.find(|word| !word.starts_with('-') && !word.contains('='))?;
    }
    let name = word.get(base(word)..)?;
    Some(name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.' || c == '-'))
}

/// The mode of `-*- mode: c++ -*-`, `-*- python -*-` and `vim: set ft=ruby:`.
fn mode(line: &str) -> Option<&str> {
    let ends = |c: char| !(c.is_ascii_alphanumeric() || matches!(c, '+' | '#' | '_' | '-'));
    if let Some((_, rest)) = line.split_once("-*-") {
        let (inside, _) = rest.split_once("-*-")?;
        let named = inside.split(';').find_map(|part| part.trim().strip_prefix("mode:"));
        let alone = || Some(inside.trim()).filter(|word| !word.contains([':', ';']));
        return named.map(str::trim).or_else(alone).filter(|word| !word.is_empty());
    }
    line.contains("vi").then_some(())?;
    let behind = ["filetype=", "ft=", "syntax="].iter().find_map(|key| line.split_once(key))?;
    behind.1.split(ends).next().filter(|word| !word.is_empty())
}

/// Documents that say what they are.
fn head(line: &str) -> Option<&'static str> {
    const HEADS: [(&str, &str); 5] =
        [("<?xml", "xml"), ("<!doctype html", "html"), ("<html", "html"), ("<?php", "php"), ("%yaml", "yaml")];
    HEADS.iter().find(|(start, _)| line.starts_with(start)).map(|(_, ending)| *ending)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(path: &str, first: &str) -> Option<String> {
        let first = Some(first.as_bytes()).filter(|line| !line.is_empty());
        let found = crate::ui::paint::grammar::languages().detect(path.as_bytes(), first)?;
        Some(crate::ui::paint::grammar::Grammars::new(0).name_of(found).to_owned())
    }

    #[test]
    fn a_file_is_told_by_its_name() {
        for (path, language) in [
            ("src/main.rs", "Rust"),
            ("a/b/Makefile", "Makefile"),
            ("GNUmakefile", "Makefile"),
            ("lib/x.PY", "Python"),
            ("x.tsx", "TypeScriptReact"),
            ("x.jsx", "TypeScriptReact"),
            ("x.mjs", "JavaScript"),
            ("include/x.h", "C++"),
            ("Cargo.lock", "TOML"),
            (".gitignore", "Git Ignore"),
            (".github/workflows/ci.yml", "YAML"),
            ("config.toml.example", "TOML"),
            ("Cargo.toml.orig", "TOML"),
            ("Dockerfile", "Dockerfile"),
            ("CMakeLists.txt", "CMake"),
            ("page.html.erb", "HTML (Rails)"),
            (".bashrc", "Bourne Again Shell (bash)"),
            ("BUILD.bazel", "Python"),
            ("x.fs", "F#"),
        ] {
            assert_eq!(name(path, "").as_deref(), Some(language), "{path}");
        }
    }

    #[test]
    fn without_an_ending_the_first_line_tells() {
        for (line, language) in [
            ("#!/bin/sh", "Bourne Again Shell (bash)"),
            ("#!/usr/bin/env python3", "Python"),
            ("#!/usr/bin/env -S FOO=1 python3.11 -u", "Python"),
            ("#! /usr/bin/perl -w", "Perl"),
            ("#!/usr/bin/env node", "JavaScript"),
            ("// -*- mode: c++; indent-tabs-mode: nil -*-", "C++"),
            ("# -*- ruby -*-", "Ruby"),
            ("# vim: set ft=python ts=4:", "Python"),
            ("<?xml version=\"1.0\"?>", "XML"),
            ("\u{feff}<!DOCTYPE html>", "HTML"),
        ] {
            assert_eq!(name("bin/tool", line).as_deref(), Some(language), "{line}");
        }
    }

    #[test]
    fn what_is_not_known_has_no_language() {
        for path in ["LICENSE", "README", "x.unknown", "", ".", "..", "a/", "x.txt", ".orig", "~"] {
            assert_eq!(name(path, "hello"), None, "{path}");
        }
        for line in ["#!", "#!/usr/bin/env", "-*-", "-*- -*-", "vim: ft=", "#!/x/unheard-of"] {
            assert_eq!(name("tool", line), None, "{line}");
        }
    }

    #[test]
    fn every_language_of_our_own_table_is_there() {
        let set = two_face::syntax::extra_newlines();
        for (ending, name) in OURS {
            assert!(set.find_syntax_by_name(name).is_some(), "{ending}: {name}");
        }
    }
}
