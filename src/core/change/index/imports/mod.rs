//! What a file imports, by its lines: module and path names in one form over languages, `a/b/c`, those that are told from
//! where the file stands with `./`, `../` (paths) or `self/`, `super/` (modules) before them. Not here: which file of the
//! repository is meant (`modules`). Called by `mod`.

mod lists;
mod packages;
mod paths;

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
    /// `using A.B;`.
    Sharp,
    Swift,
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
            Language::Jvm if grammar == Some(Grammar::CSharp) => Some(Self::Sharp),
            Language::Jvm => Some(Self::Dotted),
            Language::Swift => Some(Self::Swift),
            Language::C => Some(Self::C),
            Language::Ruby => Some(Self::Ruby),
            Language::Php => Some(Self::Php),
            Language::Shell => Some(Self::Shell),
            Language::Other if grammar == Some(Grammar::Hcl) => Some(Self::Blocks),
            Language::Sql | Language::Markdown | Language::Sections | Language::Other => None,
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
        let below = lines.get(nth + 1..).unwrap_or(&[]);
        match style {
            Style::Rust => lists::rust(&text, below, &mut found),
            Style::Python => lists::python(&text, below, &mut found),
            Style::Script => paths::script(&text, &mut found),
            Style::Go => packages::go(&text, &mut found),
            Style::Dotted => packages::dotted(&text, &mut found),
            Style::Sharp => packages::sharp(&text, &mut found),
            Style::Swift => packages::swift(&text, &mut found),
            Style::C => paths::include(&text, &mut found),
            Style::Ruby => paths::ruby(&text, &mut found),
            Style::Php => packages::php(&text, &mut found),
            Style::Shell => paths::shell(&text, &mut found),
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
            (
                Style::Python,
                "from app.auth import (\n    login,  # in\n    out as o,\n)",
                &["app/auth", "app/auth/login", "app/auth/out"],
            ),
            (Style::Python, "from . import login, \\\n    out", &["./login", "./out"]),
            (Style::Dotted, "import com.shop.auth.*;", &["com/shop/auth", "com/shop/auth/*"]),
            (Style::Dotted, "import com.shop.auth._", &["com/shop/auth", "com/shop/auth/*"]),
            (Style::Dotted, "import com.shop.auth.{Login, Out}", &["com/shop/auth", "com/shop/auth/*"]),
            (Style::Sharp, "using Shop.Web.Auth;", &["Web/Auth", "Shop/Web/Auth"]),
            (Style::Sharp, "global using static Shop.Login;", &["Login", "Shop", "Shop/Login"]),
            (
                Style::Sharp,
                "using Rights = Shop.Auth.Rights;",
                &["Auth", "Auth/Rights", "Shop/Auth", "Shop/Auth/Rights"],
            ),
            (Style::Swift, "@testable import Auth", &["Auth"]),
            (Style::Swift, "import struct Auth.Login", &["Auth"]),
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
            (Style::Dotted, "import *;"),
            (Style::Sharp, "using System.Text;"),
            (Style::Sharp, "using var reader = new Reader(path);"),
            (Style::Sharp, "using (var reader = Open()) {"),
            (Style::Swift, "importAll()"),
            (Style::Swift, "// import Auth"),
            (Style::Blocks, "  source = \"terraform-aws-modules/vpc/aws\""),
        ] {
            assert_eq!(of(style, text), Vec::<String>::new(), "{text}");
        }
    }
}
