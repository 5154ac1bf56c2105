//! What a file imports, by its lines: module and path names in one form over languages, `a/b/c`, those that are told from
//! where the file stands with `./`, `../` (paths) or `self/`, `super/` (modules) before them. Not here: which file of the
//! repository is meant (`modules`). Called by `mod`.

use crate::core::change::Language;

use super::super::syntax::Grammar;

/// Longer lines import nothing.
const LONGEST: usize = 400;
/// Imports of one file.
const MOST: usize = 400;
/// Lines that one import may go over.
const OVER: usize = 40;

/// How imports of a file are written and read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    Rust,
    Python,
    Script,
    Go,
    /// `import a.b.C`.
    Dotted,
    C,
    Ruby,
    Php,
    Shell,
    /// `source = "./a"`.
    Blocks,
}

impl Style {
    /// Of a file by its family or its grammar; `None` = imports there name no files.
    pub fn of(language: Language, grammar: Option<Grammar>) -> Option<Self> {
        match language {
            Language::Rust => Some(Self::Rust),
            Language::Python => Some(Self::Python),
            Language::Script => Some(Self::Script),
            Language::Go => Some(Self::Go),
            Language::Jvm => Some(Self::Dotted),
            Language::C => Some(Self::C),
            Language::Ruby => Some(Self::Ruby),
            Language::Php => Some(Self::Php),
            Language::Shell => Some(Self::Shell),
            Language::Other if grammar == Some(Grammar::Hcl) => Some(Self::Blocks),
            Language::Swift | Language::Sql | Language::Markdown | Language::Sections | Language::Other => None,
        }
    }
}

/// What a text imports.
pub(super) fn imports_of(style: Style, text: &[u8]) -> Vec<String> {
    let mut found = Vec::new();
    let lines: Vec<&[u8]> = text.split(|b| *b == b'\n').collect();
    for (nth, line) in lines.iter().enumerate() {
        let line = line.trim_ascii();
        if line.is_empty() || line.len() > LONGEST || found.len() >= MOST {
            continue;
        }
        let text = String::from_utf8_lossy(line);
        match style {
            Style::Rust => rust(&text, lines.get(nth + 1..).unwrap_or(&[]), &mut found),
            Style::Python => python(&text, &mut found),
            Style::Script => script(&text, &mut found),
            Style::Go => go(&text, &mut found),
            Style::Dotted => dotted(&text, &mut found),
            Style::C => include(&text, &mut found),
            Style::Ruby => ruby(&text, &mut found),
            Style::Php => php(&text, &mut found),
            Style::Shell => shell(&text, &mut found),
            Style::Blocks => {
                found.extend(text.strip_prefix("source").and_then(quoted).filter(|path| path.starts_with('.')));
            }
        }
    }
    found.truncate(MOST);
    found
}

/// The first text in quotes.
fn quoted(text: &str) -> Option<String> {
    let at = text.find(['"', '\''])?;
    let (quote, inside) = (text.get(at..=at)?, text.get(at + 1..)?);
    inside.find(quote).and_then(|end| inside.get(..end)).filter(|path| !path.is_empty()).map(str::to_owned)
}

/// A module and what stands before its last part, which may be a name in it.
fn with_outer(path: String, found: &mut Vec<String>) {
    found.extend(path.rsplit_once('/').map(|(outer, _)| outer.to_owned()).filter(|outer| is_module(outer)));
    found.extend(Some(path).filter(|path| is_module(path)));
}

/// Whether something is left to look for.
fn is_module(path: &str) -> bool {
    !path.is_empty() && !matches!(path.rsplit('/').next(), Some("" | "." | ".." | "*" | "self" | "super" | "crate"))
}

fn rust(line: &str, below: &[&[u8]], found: &mut Vec<String>) {
    let rest = line.strip_prefix("pub").map_or(line, |rest| {
        let rest = rest.trim_start();
        rest.strip_prefix('(').and_then(|rest| rest.split_once(')')).map_or(rest, |(_, rest)| rest.trim_start())
    });
    let Some(rest) = rest.strip_prefix("use ") else { return };
    let mut text = rest.to_owned();
    for line in below.iter().take(OVER) {
        if text.contains(';') || text.len() > 4 * LONGEST {
            break;
        }
        text.push_str(&String::from_utf8_lossy(line));
    }
    let text = text.split(';').next().unwrap_or("");
    let mut all = Vec::new();
    unfold("", text, 0, &mut all);
    for path in all {
        let path = path.split(" as ").next().unwrap_or("").trim().replace("::", "/");
        let path = path.trim_end_matches("/*").trim_end_matches("/self");
        // Of the package at the root nobody here knows the name.
        let own = path
            .split_once('/')
            .filter(|(first, _)| !["crate", "self", "super", "std", "core", "alloc"].contains(first));
        if let Some((_, rest)) = own {
            with_outer(format!("*/{rest}"), found);
        }
        with_outer(path.to_owned(), found);
    }
}

/// `a::{b, c::{d, e}}` as `a::b`, `a::c::d`, `a::c::e`.
fn unfold(before: &str, text: &str, depth: usize, found: &mut Vec<String>) {
    if depth > 6 || found.len() > MOST {
        return;
    }
    let (mut level, mut start) = (0usize, 0usize);
    let mut parts = Vec::new();
    for (at, sign) in text.char_indices() {
        match sign {
            '{' => level += 1,
            '}' => level = level.saturating_sub(1),
            ',' if level == 0 => {
                parts.extend(text.get(start..at));
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.extend(text.get(start..));
    for part in parts.into_iter().map(str::trim).filter(|part| !part.is_empty()) {
        match part.split_once('{') {
            Some((outer, inside)) => {
                let inside = inside.rsplit_once('}').map_or(inside, |(inside, _)| inside);
                unfold(&format!("{before}{}", outer.trim()), inside, depth + 1, found);
            }
            None => found.push(format!("{before}{part}")),
        }
    }
}

fn python(line: &str, found: &mut Vec<String>) {
    let bare = |name: &str| name.trim().split(" as ").next().unwrap_or("").trim().trim_matches(['(', ')']).to_owned();
    if let Some(rest) = line.strip_prefix("import ") {
        for name in rest.split(',').map(bare) {
            with_outer(name.replace('.', "/"), found);
        }
    } else if let Some((module, names)) = line.strip_prefix("from ").and_then(|rest| rest.split_once(" import")) {
        let module = module.trim();
        let dots = module.len() - module.trim_start_matches('.').len();
        let outer = match dots {
            0 => String::new(),
            1 => "./".to_owned(),
            more => "../".repeat(more - 1),
        };
        let module = format!("{outer}{}", module.trim_start_matches('.').replace('.', "/"));
        found.extend(Some(module.clone()).filter(|module| is_module(module)));
        let join = if module.is_empty() || module.ends_with('/') { "" } else { "/" };
        let names = names.split('#').next().unwrap_or("").split(',').map(bare);
        found.extend(names.filter(|name| is_module(name)).map(|name| format!("{module}{join}{name}")));
    }
}

fn script(line: &str, found: &mut Vec<String>) {
    let after = |word: &str| line.rfind(word).and_then(|at| line.get(at + word.len()..));
    let begins = line.starts_with("import") || line.starts_with("export") || line.starts_with('}');
    let rest = after("require(")
        .or_else(|| after("import("))
        .or_else(|| after(" from ").filter(|_| begins))
        .or_else(|| after("from\"").and(after("from")).filter(|_| begins))
        .or_else(|| line.strip_prefix("import ").filter(|rest| rest.starts_with(['"', '\''])));
    let Some(path) = rest.filter(|rest| rest.trim_start().starts_with(['"', '\''])).and_then(quoted) else { return };
    let path = path.strip_prefix("@/").or_else(|| path.strip_prefix("~/")).unwrap_or(&path).to_owned();
    let bare = [".js", ".ts", ".jsx", ".tsx", ".mjs", ".cjs"].iter().find_map(|ending| path.strip_suffix(ending));
    let path = bare.unwrap_or(&path).trim_end_matches("/index").trim_end_matches('/').to_owned();
    found.extend(Some(path).filter(|path| is_module(path)));
}

/// Folders of the standard library, whose paths look like those of a module without a host.
const GO_STANDARD: &[&str] = &[
    "archive",
    "bufio",
    "compress",
    "container",
    "context",
    "crypto",
    "database",
    "debug",
    "encoding",
    "errors",
    "expvar",
    "flag",
    "fmt",
    "go",
    "hash",
    "html",
    "image",
    "index",
    "io",
    "log",
    "math",
    "mime",
    "net",
    "os",
    "path",
    "reflect",
    "regexp",
    "runtime",
    "sort",
    "strconv",
    "strings",
    "sync",
    "syscall",
    "testing",
    "text",
    "time",
    "unicode",
];

/// The ends of an import path: the name of the module stands before them, and nothing in the file tells how long it is.
fn go(line: &str, found: &mut Vec<String>) {
    let named = |rest: &str| rest.split_once('"').is_some_and(|(name, _)| name.trim().bytes().all(is_plain));
    let rest = line.strip_prefix("import ").unwrap_or(line);
    // Inside of a block nothing but a name stands before the path, and nothing but a comment behind it.
    let ends = |rest: &str| rest.rsplit('"').next().is_some_and(|tail| tail.is_empty() || tail.contains("//"));
    let is_path = |rest: &&str| named(rest) && ends(rest) && rest.split('"').count() == 3;
    let Some(path) = Some(rest).filter(is_path).and_then(quoted) else { return };
    let parts: Vec<&str> = path.split('/').collect();
    let host = parts.first().is_some_and(|first| first.contains('.'));
    if !host && parts.first().is_some_and(|first| GO_STANDARD.contains(first)) {
        return;
    }
    let ends = (1..parts.len()).rev().filter(|from| host || *from == 1).filter_map(|from| parts.get(from..));
    found.extend(ends.map(|end| end.join("/")).filter(|end| is_module(end)));
}

fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.')
}

fn dotted(line: &str, found: &mut Vec<String>) {
    let Some(rest) = line.strip_prefix("import ").or_else(|| line.strip_prefix("using ")) else { return };
    if let Some(path) = quoted(rest) {
        found.push(path.split_once(':').map_or(path.clone(), |(_, path)| path.to_owned()));
        return;
    }
    let rest = rest.trim_start_matches("static ").split([';', ' ', '{']).next().unwrap_or("");
    with_outer(rest.replace('.', "/"), found);
}

fn include(line: &str, found: &mut Vec<String>) {
    let Some(rest) = line
        .strip_prefix('#')
        .map(str::trim_start)
        .and_then(|rest| rest.strip_prefix("include").or_else(|| rest.strip_prefix("import")))
    else {
        return;
    };
    match quoted(rest) {
        Some(path) if path.starts_with('.') => found.push(path),
        Some(path) => found.extend([format!("./{path}"), path]),
        None => {
            let path = rest.split_once('<').and_then(|(_, rest)| rest.split_once('>')).map(|(path, _)| path.to_owned());
            found.extend(path);
        }
    }
}

fn ruby(line: &str, found: &mut Vec<String>) {
    let (relative, rest) = match (line.strip_prefix("require_relative"), line.strip_prefix("require")) {
        (Some(rest), _) => ("./", rest),
        (None, Some(rest)) => ("", rest),
        (None, None) => return,
    };
    let Some(path) = quoted(rest) else { return };
    let path = path.trim_end_matches(".rb");
    found.push(if path.starts_with('.') { path.to_owned() } else { format!("{relative}{path}") });
}

fn php(line: &str, found: &mut Vec<String>) {
    if let Some(rest) = line.strip_prefix("use ") {
        let name = rest.split([';', ' ', '{', ',']).next().unwrap_or("").trim_start_matches('\\').replace('\\', "/");
        // The first part is the package's own name, which no folder has to bear.
        found.extend(name.split_once('/').map(|(_, rest)| rest.to_owned()).filter(|rest| rest.contains('/')));
        found.extend(Some(name).filter(|name| name.contains('/')));
    } else if line.starts_with("require") || line.starts_with("include") {
        let Some(path) = quoted(line) else { return };
        let path = path.trim_start_matches('/').trim_end_matches(".php");
        found.push(if path.starts_with('.') { path.to_owned() } else { format!("./{path}") });
    }
}

fn shell(line: &str, found: &mut Vec<String>) {
    let Some(rest) = line.strip_prefix("source ").or_else(|| line.strip_prefix(". ")) else { return };
    let word = rest.trim().trim_matches(['"', '\'']);
    // What a variable or a command stands for is a folder.
    let path = word.rsplit(['$', '}', ')']).next().unwrap_or(word);
    let path = if path == word { path } else { path.split_once('/').map_or("", |(_, path)| path) };
    let path = path.trim_matches(['"', '\'']).trim_start_matches("./");
    if path.contains(' ') || !is_module(path) {
        return;
    }
    found.extend([format!("./{path}"), path.to_owned()]);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(style: Style, text: &str) -> Vec<String> {
        imports_of(style, text.as_bytes())
    }

    #[test]
    fn imports_of_every_style_are_paths_in_one_form() {
        let cases: &[(Style, &str, &[&str])] = &[
            (Style::Rust, "pub(crate) use crate::auth::login;", &["crate/auth", "crate/auth/login"]),
            (Style::Rust, "use super::{\n    a::B,\n    c,\n};", &["super/a", "super/a/B", "super/c"]),
            (Style::Rust, "use crate::a::*;", &["crate/a"]),
            (Style::Python, "from app.auth import login as l, out", &["app/auth", "app/auth/login", "app/auth/out"]),
            (Style::Python, "from ..auth import (", &["../auth"]),
            (Style::Python, "from . import login", &["./login"]),
            (Style::Python, "import app.auth, os", &["app", "app/auth", "os"]),
            (Style::Script, "import { a } from './auth/login.js';", &["./auth/login"]),
            (Style::Script, "} from \"../auth/index\"", &["../auth"]),
            (Style::Script, "const a = require('@/auth/login');", &["auth/login"]),
            (Style::Script, "export * from './a';", &["./a"]),
            (Style::Go, "\tauth \"example.com/shop/auth\" // rights", &["auth", "shop/auth"]),
            (Style::Go, "import \"shop/auth\"", &["auth"]),
            (
                Style::Dotted,
                "import static com.shop.auth.Login.check;",
                &["com/shop/auth/Login", "com/shop/auth/Login/check"],
            ),
            (Style::C, "#include \"auth/login.h\"", &["./auth/login.h", "auth/login.h"]),
            (Style::C, "# include <shop/auth.h>", &["shop/auth.h"]),
            (Style::Ruby, "require_relative 'auth/login'", &["./auth/login"]),
            (Style::Php, "use App\\Auth\\Login;", &["Auth/Login", "App/Auth/Login"]),
            (Style::Php, "require_once __DIR__ . '/login.php';", &["./login"]),
            (Style::Shell, ". \"$(dirname \"$0\")/lib/log.sh\"", &["./lib/log.sh", "lib/log.sh"]),
            (Style::Blocks, "  source = \"./modules/vpc\"", &["./modules/vpc"]),
        ];
        for (style, text, wanted) in cases {
            assert_eq!(of(*style, text), *wanted, "{text}");
        }
    }

    #[test]
    fn what_only_looks_like_an_import_is_none() {
        for (style, text) in [
            (Style::Rust, "// use crate::a::b;"),
            (Style::Rust, "use_it(crate::a);"),
            (Style::Python, "important = 1"),
            (Style::Script, "const from = 'here';"),
            (Style::Script, "// taken from './a'"),
            (Style::Go, "\tfmt.Println(\"example.com/a\")"),
            (Style::Go, "\t\"net/http\""),
            (Style::Go, "\treturn \"a/b\", nil"),
            (Style::Dotted, "important.call();"),
            (Style::Blocks, "  source = \"terraform-aws-modules/vpc/aws\""),
        ] {
            assert_eq!(of(style, text), Vec::<String>::new(), "{text}");
        }
    }
}
