//! Names that a module no longer hands on: entries of `__all__` and relative imports of a package's `__init__.py`, `pub use` of
//! a crate's root, `export { … }` of a script package's index. By the lines of both sides; a name that the file still has in
//! any way is none. Called by `mod`.

use std::collections::{BTreeMap, BTreeSet};

use crate::core::{
    change::{Language, index::SymbolIndex},
    diff::lines,
    model::{Diff, FileIx, HunkIx, RepoPath},
};

use super::MOST;

/// Shorter names are not in the index.
const SHORTEST: usize = 4;

/// Names that a file no longer exports, each with its line before.
pub(super) fn unexported(diff: &Diff, file: FileIx, index: &SymbolIndex) -> Vec<(String, u32)> {
    let path = diff.path(file);
    let Some(way) = Way::of(&path) else { return Vec::new() };
    let (mut gone, mut there) = (BTreeMap::new(), BTreeSet::new());
    for hunk in diff.hunks_of(file) {
        let page = Page::of(diff, hunk);
        // Names that come from who knows where.
        if page.new.iter().any(|(text, _)| hands_on_all(way, text)) {
            return Vec::new();
        }
        for (name, line) in way.names(&page.old) {
            if let Some(line) = line {
                gone.entry(name).or_insert(line);
            }
        }
        there.extend(way.names(&page.new).into_iter().map(|(name, _)| name));
    }
    // A module that finds its names when they are asked for.
    let is_lazy = way == Way::Python && index.who_names("__getattr__", MOST).iter().any(|place| place.path == path);
    let is_left = |name: &str| index.who_names(name, usize::MAX).iter().any(|place| place.path == path);
    let mut gone: Vec<(String, u32)> = gone.into_iter().collect();
    gone.retain(|(name, _)| !is_lazy && name.len() >= SHORTEST && !there.contains(name) && !is_left(name));
    gone.sort_by_key(|(_, line)| *line);
    gone
}

/// How a file hands names on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Python,
    Rust,
    Script,
}

/// A side of a hunk: lines, each with its number on the old side when the change takes it away.
type Side = Vec<(String, Option<u32>)>;

struct Page {
    old: Side,
    new: Side,
}

impl Page {
    fn of(diff: &Diff, hunk: HunkIx) -> Self {
        let mut page = Self { old: Vec::new(), new: Vec::new() };
        // What the hunk stands in may be the list itself.
        let section = diff.hunk(hunk).map_or(&[][..], |hunk| diff.text.get(hunk.section));
        let section = String::from_utf8_lossy(section).trim().to_owned();
        page.old.push((section.clone(), None));
        page.new.push((section, None));
        for line in lines(diff, hunk, 0).filter(|line| line.text.len() < 1000) {
            let text = String::from_utf8_lossy(line.text).into_owned();
            if line.old.is_some() {
                page.old.push((text.clone(), line.old.filter(|_| line.new.is_none())));
            }
            if line.new.is_some() {
                page.new.push((text, None));
            }
        }
        page
    }
}

/// Whether a line hands on whatever another module has.
fn hands_on_all(way: Way, line: &str) -> bool {
    let line = line.trim();
    match way {
        Way::Python => line.starts_with("from ") && line.ends_with("import *"),
        Way::Rust => line.starts_with("pub use ") && line.ends_with("*;"),
        Way::Script => line.starts_with("export * from"),
    }
}

impl Way {
    /// By the name of a file that others import by the name of its folder, or whose names are listed.
    fn of(path: &RepoPath) -> Option<Self> {
        let text = path.lossy();
        let (folder, file) = text.rsplit_once('/').unwrap_or(("", &text));
        let stem = file.split('.').next().unwrap_or(file);
        let is_top = folder.is_empty() || folder.ends_with("src") || folder.ends_with("lib");
        match Language::of(path) {
            Language::Python => Some(Self::Python),
            Language::Rust if file == "lib.rs" => Some(Self::Rust),
            Language::Script if stem == "index" && is_top => Some(Self::Script),
            _ => None,
        }
    }

    /// The names that a side hands on, as far as it shows them.
    fn names(self, side: &Side) -> Vec<(String, Option<u32>)> {
        let mut found = Vec::new();
        let mut open = false;
        for (text, line) in side {
            let code = text.split(self.comment()).next().unwrap_or(text).trim();
            // Further in stands what a module in the file hands on.
            let begins = !text.starts_with(char::is_whitespace) && self.begins(code);
            if !(open || begins) {
                continue;
            }
            let part = if begins { self.list(code) } else { Some(code) };
            let names = part.map(|part| self.names_of(part)).unwrap_or_default();
            found.extend(names.into_iter().map(|name| (name, *line)));
            open = !self.ends(code, begins);
        }
        found
    }

    fn comment(self) -> &'static str {
        if self == Self::Python { "#" } else { "//" }
    }

    fn begins(self, code: &str) -> bool {
        match self {
            Self::Python => code.starts_with("__all__") && code.contains(['[', '(']),
            Self::Rust => code.starts_with("pub use ") && !code.contains('*'),
            Self::Script => {
                let rest = code.strip_prefix("export ").unwrap_or("");
                rest.strip_prefix("type ").unwrap_or(rest).trim_start().starts_with('{')
            }
        }
    }

    fn ends(self, code: &str, begins: bool) -> bool {
        match self {
            // The brackets of `__all__: list[str] = [` are closed on the line.
            Self::Python => code.ends_with([']', ')']) || (!begins && code.contains([']', ')'])),
            Self::Rust => code.contains(';'),
            Self::Script => code.contains('}'),
        }
    }

    /// What of the first line is the list.
    fn list(self, code: &str) -> Option<&str> {
        match self {
            Self::Python => code.split_once('=').map(|(_, list)| list),
            Self::Rust => code.strip_prefix("pub use "),
            Self::Script => code.split_once('{').map(|(_, list)| list),
        }
    }

    fn names_of(self, part: &str) -> Vec<String> {
        let is_name = |name: &&str| {
            let starts = name.starts_with(|c: char| c.is_alphabetic());
            starts && name.chars().all(|c| c.is_alphanumeric() || c == '_')
        };
        let part = if self == Self::Script { part.split('}').next().unwrap_or(part) } else { part };
        let pieces = part.split([',', '{', '}', ';', '[', ']', '(', ')']).map(str::trim);
        let name = |piece: &str| -> Option<String> {
            let piece = match self {
                Self::Python => {
                    let bare = piece.strip_prefix(['"', '\''])?;
                    bare.strip_suffix(['"', '\''])?
                }
                // `a::b as c` hands on `c`; `a::` before a brace hands on nothing.
                Self::Rust | Self::Script => {
                    let piece = piece.strip_prefix("type ").unwrap_or(piece);
                    let piece = piece.rsplit(" as ").next().unwrap_or(piece);
                    piece.rsplit("::").next().unwrap_or(piece).trim()
                }
            };
            Some(piece)
                .filter(is_name)
                .filter(|name| !matches!(*name, "self" | "default" | "crate" | "super"))
                .map(str::to_owned)
        };
        pieces.filter_map(name).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(way: Way, text: &str) -> Vec<String> {
        let side: Side = text.lines().map(|line| (line.to_owned(), None)).collect();
        way.names(&side).into_iter().map(|(name, _)| name).collect()
    }

    #[test]
    fn lists_of_names_are_read_over_lines() {
        let python = "__all__ = [\n    \"first\",  # one\n    'second', 'third',\n]\nother = ['none']\n";
        assert_eq!(names(Way::Python, python), ["first", "second", "third"]);
        assert_eq!(names(Way::Python, "__all__: list[str] = ['first']\nx = ['none']\n"), ["first"]);
        assert_eq!(names(Way::Python, "__all__ += ('first', 'second')\n"), ["first", "second"]);
        let rust = "use a::Hidden;\npub use a::{First, b::Second as Third};\npub use c::{\n    Fourth,\n};\npub use d::Fifth;\nfn x() {}\n";
        assert_eq!(names(Way::Rust, rust), ["First", "Third", "Fourth", "Fifth"]);
        assert_eq!(names(Way::Rust, "pub mod dev {\n    pub use a::First;\n}\n"), [""; 0]);
        let script = "import { hidden } from './a';\nexport { first, second as third } from './a';\nexport type {\n  Fourth,\n} from './b';\nexport { fifth, default } from './c';\n";
        assert_eq!(names(Way::Script, script), ["first", "third", "Fourth", "fifth"]);
    }

    #[test]
    fn only_files_that_stand_for_a_package_hand_names_on() {
        for (path, expected) in [
            ("pkg/__init__.py", Some(Way::Python)),
            ("src/lib.rs", Some(Way::Rust)),
            ("src/a/mod.rs", None),
            ("packages/a/src/index.ts", Some(Way::Script)),
            ("src/pages/index.ts", None),
            ("a.go", None),
        ] {
            assert_eq!(Way::of(&RepoPath::new(path)), expected, "{path}");
        }
    }
}
