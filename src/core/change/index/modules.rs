//! Which files import a changed one: its path in the forms in which imports name it, looked up among those of the index. Not
//! here: reading imports (`imports`). Called by `reach`.

use std::collections::HashMap;

use crate::core::{change::Language, model::RepoPath};

use super::{super::syntax::Grammar, Indexed, imports::Style, name_sum};

/// Folders of a path that an import may name.
const DEEPEST: usize = 8;

/// A file as imports name it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Module {
    style: Style,
    /// Its path in parts: folders and name, without ending where imports have none; for some styles the folder alone.
    parts: Vec<String>,
    /// Where imports that go from the root begin: parts before it belong to the package.
    root: usize,
}

/// From where a name is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum From {
    Anywhere,
    /// Only from inside the same package: `crate`.
    Package,
    /// From tests and programs beside the package at the root.
    Beside,
}

fn style_of(path: &RepoPath) -> Option<Style> {
    Style::of(Language::of(path), Grammar::of(path, None))
}

impl Module {
    fn of(path: &RepoPath) -> Option<Self> {
        let style = style_of(path)?;
        let mut parts: Vec<String> = path.lossy().split('/').map(str::to_owned).collect();
        let name = parts.pop()?;
        let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
        let of_folder = match style {
            Style::Rust => stem == "mod",
            Style::Python => stem == "__init__",
            Style::Script => stem == "index",
            Style::Go | Style::Blocks | Style::Sharp | Style::Swift => true,
            Style::Dotted | Style::C | Style::Ruby | Style::Php | Style::Shell => false,
        };
        let whole = match style {
            Style::C | Style::Shell => true,
            // Imports of these name the ending.
            Style::Script => [".vue", ".svelte"].iter().any(|ending| name.ends_with(ending)),
            Style::Rust
            | Style::Python
            | Style::Go
            | Style::Dotted
            | Style::Sharp
            | Style::Swift
            | Style::Ruby
            | Style::Php
            | Style::Blocks => false,
        };
        if !of_folder {
            parts.push(if whole { name } else { stem.to_owned() });
        }
        match style {
            // A folder may bear the name of a namespace whole.
            Style::Sharp => parts = parts.iter().flat_map(|part| part.split('.')).map(str::to_owned).collect(),
            // Targets of a package stand below these; elsewhere a folder at the root is one.
            Style::Swift => {
                let first = parts.iter().position(|part| part == "Sources" || part == "Tests").map_or(0, |at| at + 1);
                parts = parts.get(first..=first).unwrap_or(&[]).to_vec();
            }
            _ => {}
        }
        let root = match style {
            Style::Rust => parts.iter().rposition(|part| part == "src").map_or(0, |at| at + 1),
            _ => 0,
        };
        let is_root =
            style == Style::Rust && matches!(parts.get(root..), Some([only]) if only == "lib" || only == "main");
        (!parts.is_empty() && root < parts.len() && !is_root).then_some(Self { style, parts, root })
    }

    /// What imports that go from the root call it, and from where they mean it.
    fn names(&self) -> Vec<(String, From)> {
        let end = |from: usize| self.parts.get(from..).unwrap_or(&[]).join("/");
        let count = self.parts.len();
        let ends = |shortest: usize| {
            (count.saturating_sub(DEEPEST)..=count.saturating_sub(shortest)).map(|from| (end(from), From::Anywhere))
        };
        match self.style {
            Style::Rust => {
                let package = self.root.checked_sub(2).and_then(|at| self.parts.get(at));
                let other = match package {
                    Some(package) => (format!("{}/{}", package.replace('-', "_"), end(self.root)), From::Anywhere),
                    // The name of the package at the root is not known here.
                    None => (format!("*/{}", end(self.root)), From::Beside),
                };
                vec![(format!("crate/{}", end(self.root)), From::Package), other]
            }
            Style::Go | Style::Swift => vec![(end(0), From::Anywhere)],
            Style::Blocks => Vec::new(),
            Style::Dotted => {
                // By name, or with all that stands in its folder.
                let folder = self.parts.get(..count - 1).unwrap_or(&[]);
                let from = folder.len().saturating_sub(DEEPEST)..folder.len().saturating_sub(1);
                let all = from.filter_map(|from| folder.get(from..)).map(|folder| format!("{}/*", folder.join("/")));
                ends(if count <= 2 { 1 } else { 2 }).chain(all.map(|name| (name, From::Anywhere))).collect()
            }
            Style::Python | Style::Script | Style::Sharp | Style::C | Style::Ruby | Style::Php | Style::Shell => {
                // Of one part is what stands at the root, or in a folder at the root.
                ends(if count <= 2 { 1 } else { 2 }).collect()
            }
        }
    }

    /// Whether a name means it where it is written.
    fn is_meant(&self, from: From, importer: &RepoPath) -> bool {
        let path = importer.lossy();
        let package = |parts: &[&str]| {
            parts.iter().rposition(|part| *part == "src").and_then(|at| Some(parts.get(..at)?.join("/")))
        };
        let folders: Vec<&str> = path.split('/').collect();
        let own = self.parts.get(..self.root.saturating_sub(1)).unwrap_or(&[]).join("/");
        match from {
            From::Anywhere => true,
            From::Package => package(&folders).unwrap_or_default() == own,
            From::Beside => {
                ["tests/", "benches/", "examples/", "src/bin/", "src/main.rs"].iter().any(|at| path.starts_with(at))
            }
        }
    }

    /// What a file elsewhere calls it from where it stands.
    fn seen_from(&self, importer: &RepoPath) -> Option<String> {
        let path = importer.lossy();
        let mut base: Vec<&str> = path.split('/').collect();
        let name = base.pop()?;
        if self.style == Style::Rust && !matches!(name, "mod.rs" | "lib.rs" | "main.rs") {
            base.push(name.strip_suffix(".rs")?);
        }
        let same = base.iter().zip(&self.parts).take_while(|(a, b)| *a == b).count();
        let (up, rest) = (base.len() - same, self.parts.get(same..).unwrap_or(&[]).join("/"));
        if rest.is_empty() && self.style == Style::Rust {
            return None;
        }
        let path = match (self.style, up) {
            (Style::Rust, 0) => format!("self/{rest}"),
            (Style::Rust, up) => format!("{}{rest}", "super/".repeat(up)),
            (_, 0) => format!("./{rest}"),
            (_, up) => format!("{}{rest}", "../".repeat(up)),
        };
        Some(path.trim_end_matches('/').to_owned())
    }
}

/// Changed files by what imports call them.
pub(super) struct Modules {
    /// With their numbers in the diff.
    files: Vec<(usize, Module)>,
    /// By the sums of names from the root, and of last parts.
    by_name: HashMap<u32, Vec<(usize, From)>>,
    by_end: HashMap<u32, Vec<usize>>,
}

impl Modules {
    /// Of files with their numbers.
    pub fn new(files: impl Iterator<Item = (usize, RepoPath)>) -> Self {
        let files: Vec<(usize, Module)> = files.filter_map(|(nth, path)| Some((nth, Module::of(&path)?))).collect();
        let mut by_name: HashMap<u32, Vec<(usize, From)>> = HashMap::new();
        let mut by_end: HashMap<u32, Vec<usize>> = HashMap::new();
        for (at, (_, module)) in files.iter().enumerate() {
            for (name, from) in module.names() {
                by_name.entry(name_sum(name.as_bytes())).or_default().push((at, from));
            }
            let last = module.parts.last().map_or("", String::as_str);
            by_end.entry(end_sum(last)).or_default().push(at);
        }
        Self { files, by_name, by_end }
    }

    /// The changed files that a file imports, by their numbers.
    pub fn imported_by(&self, file: &Indexed) -> Vec<usize> {
        if self.files.is_empty() || file.names.imports.is_empty() {
            return Vec::new();
        }
        let style = style_of(&file.path);
        // A script told by its first line imports as its language does; which one is not known any more.
        let fits = |module: &Module| style.is_none_or(|style| style == module.style);
        let mut found: Vec<usize> = Vec::new();
        for sum in &file.names.imports {
            for (at, from) in self.by_name.get(sum).into_iter().flatten() {
                let meant =
                    self.files.get(*at).filter(|(_, module)| fits(module) && module.is_meant(*from, &file.path));
                found.extend(meant.map(|(nth, _)| *nth));
            }
            for at in self.by_end.get(sum).into_iter().flatten() {
                let Some((nth, module)) = self.files.get(*at).filter(|(_, module)| fits(module)) else { continue };
                let name = module.seen_from(&file.path);
                let is_there = name.is_some_and(|name| file.names.has_import(&name));
                found.extend(is_there.then_some(*nth));
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// The sum of the last part of an import that is told from where its file stands.
pub(super) fn end_sum(part: &str) -> u32 {
    name_sum(format!("\u{1}{part}").as_bytes())
}

#[cfg(test)]
mod tests {
    use super::{super::names_in, *};

    /// Whether the file of that path and text imports the changed one.
    fn imports(changed: &str, path: &str, text: &str) -> bool {
        let modules = Modules::new(std::iter::once((7, RepoPath::new(changed))));
        let path = RepoPath::new(path);
        let names = names_in(&path, text.as_bytes());
        modules.imported_by(&Indexed::new(path, names)) == [7]
    }

    #[test]
    fn a_file_is_imported_by_its_path_in_the_way_of_its_language() {
        for (changed, path, text) in [
            ("src/auth/login.rs", "src/web/page.rs", "use crate::auth::login::check;\n"),
            ("src/auth/login.rs", "src/auth/logout.rs", "use super::login;\n"),
            ("src/auth/mod.rs", "src/main.rs", "use crate::auth::{self, Rights};\n"),
            ("src/auth/login.rs", "tests/login.rs", "use shop::auth::login::check;\n"),
            ("crates/shop-auth/src/login.rs", "crates/web/src/lib.rs", "use shop_auth::login::check;\n"),
            ("app/auth/login.py", "app/web/page.py", "from app.auth.login import check\n"),
            ("app/auth/login.py", "app/auth/page.py", "from .login import check\n"),
            ("app/auth/__init__.py", "app/web/page.py", "from ..auth import check\n"),
            ("lib/app/auth/login.py", "web.py", "from app.auth import login\n"),
            ("src/auth/login.ts", "src/web/page.tsx", "import { check } from '../auth/login';\n"),
            ("src/auth/index.ts", "src/page.ts", "import { check } from './auth';\n"),
            ("src/auth/login.ts", "src/web/page.ts", "import check from '@/auth/login';\n"),
            ("internal/auth/login.go", "web/page.go", "import \"example.com/shop/internal/auth\"\n"),
            ("src/main/java/com/shop/Login.java", "src/main/java/com/web/A.java", "import com.shop.Login;\n"),
            ("app/auth/login.py", "app/web/page.py", "from app.auth import (\n    out,\n    login,\n)\n"),
            ("src/main/java/com/shop/auth/Login.java", "src/main/java/A.java", "import com.shop.auth.*;\n"),
            ("src/main/kotlin/com/shop/auth/Login.kt", "src/main/kotlin/A.kt", "import com.shop.auth.*\n"),
            ("src/Shop.Web/Auth/Login.cs", "src/Shop.Api/Page.cs", "using Shop.Web.Auth;\n"),
            ("Auth/Rights/Login.cs", "Web/Page.cs", "using Shop.Auth.Rights;\n"),
            ("Sources/Auth/Rights/Login.swift", "Sources/Web/Page.swift", "import Auth\n"),
            ("AuthKit/Login.swift", "App/Page.swift", "@testable import AuthKit\n"),
            ("src/auth/login.h", "src/auth/login.c", "#include \"login.h\"\n"),
            ("include/auth/login.h", "src/a.c", "#include <auth/login.h>\n"),
            ("lib/auth/login.rb", "lib/auth.rb", "require_relative 'auth/login'\n"),
            ("app/Models/User.php", "app/Http/A.php", "<?php\nuse App\\Models\\User;\n"),
            ("lib/log.sh", "bin/run.sh", "source ../lib/log.sh\n. ../lib/log.sh\n"),
            ("modules/vpc/main.tf", "main.tf", "module \"vpc\" {\n  source = \"./modules/vpc\"\n}\n"),
        ] {
            assert!(imports(changed, path, text), "{path} imports {changed}");
        }
    }

    #[test]
    fn another_file_of_the_same_name_is_not_imported() {
        for (changed, path, text) in [
            ("src/auth/login.rs", "src/web/page.rs", "use crate::web::login::check;\n"),
            ("crates/a/src/login.rs", "crates/b/src/lib.rs", "use crate::login::check;\n"),
            ("src/fmt.rs", "src/web.rs", "use std::fmt::Display;\n"),
            ("app/auth/login.py", "app/web/page.py", "from .login import check\n"),
            ("app/auth/login.py", "app/web/page.py", "import login\n"),
            ("src/auth/login.ts", "src/web/page.ts", "import { check } from './login';\n"),
            ("src/auth/login.ts", "src/page.ts", "import login from 'login';\n"),
            ("internal/http/a.go", "web/page.go", "import \"net/http\"\n"),
            ("src/main/java/com/shop/Login.java", "A.java", "import org.other.Login;\n"),
            ("src/main/java/com/shop/auth/Login.java", "A.java", "import com.shop.web.*;\n"),
            ("src/main/java/com/shop/auth/rights/Login.java", "A.java", "import com.shop.auth.*;\n"),
            ("Text/Page.cs", "Api/Page.cs", "using System.Text;\n"),
            ("Web/Page.cs", "Api/Page.cs", "using Shop.Web.Auth;\n"),
            ("Sources/Auth/Login.swift", "Sources/Web/Page.swift", "import AuthUI\n"),
            ("src/auth/login.py", "src/web/page.ts", "import x from '../auth/login';\n"),
        ] {
            assert!(!imports(changed, path, text), "{path} does not import {changed}");
        }
    }
}
