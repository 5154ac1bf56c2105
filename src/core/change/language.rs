//! The language family of a file, by its name. Families share patterns of definitions and tests.
//! Called by `symbol`, `units` and core::checks.

use crate::core::model::RepoPath;

/// Families of languages, as far as their definitions look alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the words are the languages' names")]
pub enum Language {
    Rust,
    Python,
    /// JavaScript and TypeScript.
    Script,
    Go,
    /// Java, Kotlin, C#, Scala, Groovy, Dart.
    Jvm,
    /// C, C++, Objective-C.
    C,
    Ruby,
    Php,
    Swift,
    Shell,
    Sql,
    /// Headings with `#`.
    Markdown,
    /// Sections in brackets: TOML, INI.
    Sections,
    /// Nothing known.
    Other,
}

impl Language {
    /// By the ending of a file's name.
    pub fn of(path: &RepoPath) -> Self {
        let name = path.file_name();
        let Some(dot) = memchr::memrchr(b'.', name) else { return Self::Other };
        match name.get(dot + 1..).unwrap_or(&[]).to_ascii_lowercase().as_slice() {
            b"rs" => Self::Rust,
            b"py" | b"pyi" | b"pyx" => Self::Python,
            b"js" | b"jsx" | b"ts" | b"tsx" | b"mjs" | b"cjs" | b"mts" | b"cts" | b"vue" | b"svelte" => Self::Script,
            b"go" => Self::Go,
            b"java" | b"kt" | b"kts" | b"cs" | b"scala" | b"groovy" | b"dart" => Self::Jvm,
            b"c" | b"h" | b"cc" | b"cpp" | b"cxx" | b"hh" | b"hpp" | b"hxx" | b"m" | b"mm" | b"cu" => Self::C,
            b"rb" | b"rake" => Self::Ruby,
            b"php" => Self::Php,
            b"swift" => Self::Swift,
            b"sh" | b"bash" | b"zsh" => Self::Shell,
            b"sql" | b"ddl" => Self::Sql,
            b"md" | b"mdx" | b"markdown" => Self::Markdown,
            b"toml" | b"ini" | b"cfg" => Self::Sections,
            _ => Self::Other,
        }
    }
}
