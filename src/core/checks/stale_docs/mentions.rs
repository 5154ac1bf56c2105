//! Whether a line of documentation means what goes. Called by `mod`.

use std::collections::{BTreeMap, BTreeSet};

use crate::core::{change::is_test_path, model::RepoPath};

use super::{
    Mention,
    commands::Command,
    flags::{self, Flag},
};

/// Every path of the new side, and the same by the names of their files.
pub(super) struct Known<'k> {
    pub tracked: &'k BTreeSet<RepoPath>,
    pub names: &'k BTreeMap<&'k [u8], Vec<&'k RepoPath>>,
}

/// Whether a file is prose that people keep up to date.
pub(super) fn is_prose(path: &RepoPath) -> bool {
    let text = path.lossy().to_ascii_lowercase();
    let name = text.rsplit('/').next().unwrap_or(&text);
    let ends = [".md", ".mdx", ".markdown", ".rst", ".adoc", ".asciidoc"].iter().any(|ending| name.ends_with(ending));
    ends || name == "readme" || name == "readme.txt"
}

/// Whether it tells how things were, or are to be: such texts are not changed when things change. Or it is material of a
/// test.
pub(super) fn is_of_its_time(path: &RepoPath) -> bool {
    let words = [
        "change",
        "history",
        "news",
        "release",
        "upgrad",
        "migrat",
        "adr",
        "rfc",
        "decision",
        "proposal",
        "design",
        "blog",
        "_posts",
        "archive",
        "old",
        "legacy",
        "version",
        "license",
        "licence",
        "notice",
        "postmortem",
        "todo",
        "roadmap",
        "plan",
        "spec",
        "deprecat",
        "what's-new",
        "whatsnew",
        "announce",
        "talks",
        "notes",
        "authors",
        "breaking",
    ];
    let text = path.lossy().to_ascii_lowercase();
    let parts = text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '\'');
    let is_old = parts.into_iter().any(|part| {
        let number = part.strip_prefix('v').unwrap_or(part);
        let is_number = number.starts_with(|c: char| c.is_ascii_digit()) && number.chars().all(|c| c.is_ascii_digit());
        is_number || words.iter().any(|word| part.starts_with(word))
    });
    is_old || is_test_path(path)
}

/// A line that tells of the past.
fn is_of_the_past(line: &str) -> bool {
    let words = [
        "removed",
        "deleted",
        "renamed",
        "moved",
        "replaced",
        "replaces",
        "deprecated",
        "obsolete",
        "formerly",
        "previously",
        "legacy",
        "instead",
        "was",
        "were",
        "dropped",
        "former",
        "old",
        "gone",
    ];
    let line = line.to_ascii_lowercase();
    let has = |text: &str| line.contains(text);
    line.split(|c: char| !c.is_alphanumeric()).any(|word| words.contains(&word))
        || has("no longer")
        || has("used to")
        || has("does not exist")
        || has("~~")
}

/// Programs whose flags are their own.
const OTHERS: &[&str] = &[
    "git",
    "cargo",
    "rustc",
    "rustup",
    "npm",
    "npx",
    "yarn",
    "pnpm",
    "bun",
    "node",
    "deno",
    "tsc",
    "eslint",
    "prettier",
    "jest",
    "vitest",
    "mocha",
    "webpack",
    "vite",
    "python",
    "python3",
    "pip",
    "pip3",
    "pipx",
    "uv",
    "poetry",
    "pytest",
    "tox",
    "nox",
    "ruff",
    "mypy",
    "black",
    "go",
    "gofmt",
    "docker",
    "podman",
    "kubectl",
    "helm",
    "terraform",
    "curl",
    "wget",
    "tar",
    "ssh",
    "rsync",
    "make",
    "cmake",
    "bazel",
    "gradle",
    "gradlew",
    "mvn",
    "dotnet",
    "brew",
    "apt",
    "systemctl",
    "psql",
    "mysql",
    "sqlite3",
    "aws",
    "gcloud",
    "az",
    "gh",
    "bundle",
    "gem",
    "rake",
    "composer",
    "php",
    "java",
    "javac",
    "gcc",
    "clang",
    "sudo",
    "find",
    "grep",
    "rg",
    "sed",
    "awk",
    "ls",
    "code",
    "vim",
    "nvim",
    "emacs",
];

/// Whether a line names the flag as one of the program's own.
pub(super) fn names_flag(line: &str, flag: &Flag) -> bool {
    let is_own = |at: usize| {
        let before = line.get(..at).unwrap_or("").to_ascii_lowercase();
        !before.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| OTHERS.contains(&word))
    };
    !is_of_the_past(line) && flags::stands(line, &flag.name).any(is_own)
}

/// Whether a line tells to run the command.
pub(super) fn names_command(line: &str, command: &Command) -> bool {
    !is_of_the_past(line) && command.is_told(line)
}

/// Names that stand for a file of whoever reads, as often as for one of the repository.
const CUSTOMARY: &[&str] = &[
    "index",
    "main",
    "lib",
    "mod",
    "app",
    "__init__",
    "config",
    "settings",
    "package",
    "cargo",
    "pyproject",
    "setup",
    "test",
    "tests",
    "example",
    "file",
    "foo",
    "bar",
    "server",
    "client",
    "utils",
    "types",
    "styles",
    "style",
    "dockerfile",
    "makefile",
    "hello",
    "models",
    "views",
    "routes",
    "script",
    "page",
    "layout",
    "component",
    "schema",
];

/// Whether a line points to the file: by a link that leads there from where the line stands, or by its path from the root.
pub(super) fn names_path(mention: &Mention, was: &RepoPath, known: &Known<'_>) -> bool {
    let (line, was) = (mention.text.as_str(), was.lossy());
    let name = was.rsplit('/').next().unwrap_or(&was);
    let folder = mention.path.lossy();
    let folder = folder.rsplit_once('/').map_or("", |(folder, _)| folder);
    let is_tracked = |path: &str| known.tracked.contains(&RepoPath::new(path));
    if is_of_the_past(line) || is_tracked(&was) {
        return false;
    }
    line.match_indices(name).any(|(at, _)| {
        let Some((token, before)) = token(line, at, name.len()) else { return false };
        if is_link(before, line.get(at + name.len()..).unwrap_or("")) {
            return joined(folder, token).is_some_and(|path| path == was);
        }
        let stem = name.split('.').next().unwrap_or(name).to_ascii_lowercase();
        let ends = format!("/{}", token.trim_start_matches("./"));
        let is_elsewhere = || {
            let same = known.names.get(name.as_bytes()).into_iter().flatten();
            same.into_iter().any(|path| format!("/{}", path.lossy()).ends_with(&ends))
        };
        token.contains('/')
            && token.trim_start_matches("./") == was
            && !CUSTOMARY.contains(&stem.as_str())
            && !is_elsewhere()
    })
}

/// The path of which the name at `at` is the end, and what stands before it; `None` when the name is part of something else: a
/// longer name, an address, a pattern, an absolute path.
fn token(line: &str, at: usize, len: usize) -> Option<(&str, &str)> {
    let is_path = |c: char| c.is_alphanumeric() || "._-/+@".contains(c);
    let head = line.get(..at)?;
    let start = head.char_indices().rev().take_while(|(_, c)| is_path(*c)).last().map_or(at, |(start, _)| start);
    let before = line.get(..start)?;
    let token = line.get(start..at + len)?;
    let mut rest = line.get(at + len..)?.chars();
    let longer = match rest.next() {
        Some('.') => rest.next().is_some_and(char::is_alphanumeric),
        Some(c) => c.is_alphanumeric() || "_-/*{<$".contains(c),
        None => false,
    };
    let is_open = before.ends_with(['$', '{', '}', '<', '>', '*', '~', '\\', '%', ':', '=', '?', '&', '#'])
        && !before.ends_with("]: ")
        && !before.ends_with("](<");
    // `at` must begin the last part.
    let is_whole = token.len() == len || token.get(..token.len() - len).is_some_and(|text| text.ends_with('/'));
    (!longer && !is_open && is_whole && !token.starts_with('/')).then_some((token, before))
}

/// Whether what stands around a path makes it a link.
fn is_link(before: &str, after: &str) -> bool {
    let closed = || after.starts_with([')', '#', ' ', '>', '?']) && after.contains(')');
    let inline = (before.ends_with("](") || before.ends_with("](<")) && closed();
    let trimmed = before.trim_start();
    let reference = trimmed.starts_with('[') && before.ends_with("]: ") && !trimmed.contains("](");
    let tag = ["href=\"", "src=\"", "href='", "src='"].iter().any(|tag| before.ends_with(tag));
    let directive = trimmed.starts_with(".. ") && before.ends_with(":: ");
    inline || reference || tag || directive
}

/// A path from a folder; `None` when it leads out of the repository.
fn joined(folder: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(doc: &str, line: &str, was: &str, tracked: &[&str]) -> bool {
        let tracked: BTreeSet<RepoPath> = tracked.iter().map(RepoPath::new).collect();
        let mut names: BTreeMap<&[u8], Vec<&RepoPath>> = BTreeMap::new();
        tracked.iter().for_each(|path| names.entry(path.file_name()).or_default().push(path));
        let mention = Mention { path: RepoPath::new(doc), line: 1, text: line.to_owned() };
        names_path(&mention, &RepoPath::new(was), &Known { tracked: &tracked, names: &names })
    }

    #[test]
    fn links_and_whole_paths_mean_the_file() {
        for (doc, line, was) in [
            ("README.md", "See [the guide](docs/guide.md).", "docs/guide.md"),
            ("README.md", "See [the guide](./docs/guide.md#start) for more.", "docs/guide.md"),
            ("docs/a.md", "See [b](guide.md) and [c](c.md).", "docs/guide.md"),
            ("docs/a.md", "![picture](../img/shape.png \"title\")", "img/shape.png"),
            ("docs/a.md", "<img src=\"../img/shape.png\">", "img/shape.png"),
            ("docs/a.md", "[guide]: guide.md", "docs/guide.md"),
            ("docs/a.rst", ".. image:: shape.png", "docs/shape.png"),
            ("README.md", "Run `scripts/release_all.sh` first.", "scripts/release_all.sh"),
            ("docs/a.md", "    ./scripts/release_all.sh --all", "scripts/release_all.sh"),
        ] {
            assert!(points(doc, line, was, &["README.md"]), "{line}");
        }
    }

    #[test]
    fn other_files_addresses_examples_and_histories_do_not() {
        for (doc, line, was, tracked) in [
            ("docs/a.md", "See [b](guide.md).", "guide.md", &[][..]),
            ("README.md", "See https://example.org/docs/guide.md for it.", "docs/guide.md", &[]),
            ("README.md", "[it](https://example.org/docs/guide.md)", "docs/guide.md", &[]),
            ("README.md", "Put it into `src/index.js`.", "src/index.js", &[]),
            ("README.md", "Write `guide.md` yourself.", "guide.md", &[]),
            ("README.md", "`my/scripts/release.sh` runs.", "scripts/release.sh", &[]),
            ("README.md", "`scripts/release.sh.bak` runs.", "scripts/release.sh", &[]),
            ("README.md", "`$HOME/scripts/release.sh` runs.", "scripts/release.sh", &[]),
            ("README.md", "`/scripts/release.sh` runs.", "scripts/release.sh", &[]),
            ("README.md", "`scripts/release.sh` was removed.", "scripts/release.sh", &[]),
            ("README.md", "Run `scripts/release.sh`.", "scripts/release.sh", &["web/scripts/release.sh"]),
            ("README.md", "Run `scripts/release.sh`.", "scripts/release.sh", &["scripts/release.sh"]),
            ("web/README.md", "Run `../../../scripts/release.sh`.", "scripts/release.sh", &[]),
        ] {
            assert!(!points(doc, line, was, tracked), "{line}");
        }
    }

    #[test]
    fn a_flag_is_meant_where_no_other_program_is_named() {
        let flag = Flag { name: "--max-depth".to_owned(), field: None };
        for line in ["- `--max-depth N`: how deep", "| --max-depth=N | 4 |", "    walker --max-depth 4 src"] {
            assert!(names_flag(line, &flag), "{line}");
        }
        for line in [
            "du and `find . --max-depth 4`",
            "`--max-depth-all`",
            "`--max-depth` was removed",
            "use --depth instead of --max-depth",
            "`x--max-depth`",
        ] {
            assert!(!names_flag(line, &flag), "{line}");
        }
    }

    #[test]
    fn what_tells_of_other_times_is_no_documentation_of_today() {
        let of = |path: &str| is_of_its_time(&RepoPath::new(path));
        for path in ["CHANGELOG.md", "docs/upgrading.md", "docs/v1/a.md", "docs/adr/0001-x.md", "tests/README.md"] {
            assert!(of(path), "{path}");
        }
        for path in ["README.md", "docs/guide.md", "docs/getting-started.md", "CONTRIBUTING.md", "pkg/web/readme.md"] {
            assert!(!of(path), "{path}");
        }
        assert!(is_prose(&RepoPath::new("docs/a.RST")) && !is_prose(&RepoPath::new("requirements.txt")));
    }
}
