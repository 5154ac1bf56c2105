//! Commands that a repository gives to those who work in it: scripts of `package.json`, targets of makefiles, recipes of a
//! justfile. Where one is defined, and whether a line tells to run it. By text. Called by `gone`, `mod`.

use std::sync::LazyLock;

use regex::Regex;

use crate::core::model::RepoPath;

/// What runs a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Runner {
    /// npm and its kin.
    Npm,
    /// make.
    Make,
    /// just.
    Just,
}

/// A command.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Command {
    /// What runs it.
    pub runner: Runner,
    /// Its name, after that of the runner.
    pub name: String,
}

/// `"name": "what is run"`.
static SCRIPT: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r#"^\s*"([\w:.-]+)"\s*:\s*""#).ok());
/// `name: what it needs`, no assignment (`name := value`).
static TARGET: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"^([A-Za-z][\w-]*)\s*:(?:[^=:]|$)").ok());
/// `name argument='value': what it needs`.
static RECIPE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^@?([A-Za-z][\w-]*)[^:=]*(?:='[^']*'|=\S+)*:(?:[^=]|$)").ok());

impl Runner {
    /// By the name of the file that lists its commands.
    pub(super) fn of(path: &RepoPath) -> Option<Self> {
        let name = path.lossy().to_ascii_lowercase();
        match name.rsplit('/').next().unwrap_or(&name) {
            "package.json" => Some(Self::Npm),
            "makefile" | "gnumakefile" => Some(Self::Make),
            name if name.ends_with(".mk") => Some(Self::Make),
            "justfile" | ".justfile" => Some(Self::Just),
            _ => None,
        }
    }

    /// The name of a command that a line defines. What a line of `package.json` stands in is not known here.
    pub(super) fn defined(self, line: &str) -> Option<&str> {
        let pattern = match self {
            Self::Npm => &SCRIPT,
            Self::Make => &TARGET,
            Self::Just => &RECIPE,
        };
        Some(pattern.as_ref()?.captures(line)?.get(1)?.as_str())
    }

    /// Whether what the line opens is a list of commands; `None` = it opens nothing.
    pub(super) fn opens_commands(self, line: &str) -> Option<bool> {
        let line = line.trim_end();
        (self == Self::Npm && line.ends_with('{')).then(|| line.contains("\"scripts\""))
    }

    /// Whether every line may define a command, wherever it stands.
    pub(super) fn is_flat(self) -> bool {
        self != Self::Npm
    }
}

impl Command {
    /// How people write it.
    pub(super) fn shown(&self) -> String {
        let runner = match self.runner {
            Runner::Npm => "npm run",
            Runner::Make => "make",
            Runner::Just => "just",
        };
        format!("{runner} {}", self.name)
    }

    /// Every way to write it.
    fn ways(&self) -> Vec<String> {
        let runners: &[&str] = match self.runner {
            Runner::Npm => &["npm run", "npm run-script", "yarn", "yarn run", "pnpm", "pnpm run", "bun run"],
            Runner::Make => &["make"],
            Runner::Just => &["just"],
        };
        let mut ways: Vec<String> = runners.iter().map(|runner| format!("{runner} {}", self.name)).collect();
        // These npm knows without `run`.
        if self.runner == Runner::Npm && ["test", "start", "stop", "restart"].contains(&self.name.as_str()) {
            ways.push(format!("npm {}", self.name));
        }
        ways
    }

    /// What is to be searched for: where it is told to be run, and where it may still be defined.
    pub(super) fn words(&self) -> Vec<String> {
        let mut words = self.ways();
        words.push(match self.runner {
            Runner::Npm => format!("\"{}\"", self.name),
            Runner::Make | Runner::Just => format!("{}:", self.name),
        });
        words
    }

    /// Whether a line of a file still defines it.
    pub(super) fn is_defined(&self, path: &RepoPath, line: &str) -> bool {
        Runner::of(path) == Some(self.runner) && self.runner.defined(line) == Some(self.name.as_str())
    }

    /// Whether a line tells to run it. Prose has `make` as a word too: there only what is set as code counts.
    pub(super) fn is_told(&self, line: &str) -> bool {
        let is_part = |c: char| c.is_alphanumeric() || "_-:./".contains(c);
        let stands = |way: &String| {
            line.match_indices(way.as_str()).any(|(at, _)| {
                let before = line.get(..at).unwrap_or("");
                let after = line.get(at + way.len()..).unwrap_or("");
                let (last, next) = (before.chars().next_back(), after.chars().next());
                let goes_on = match next {
                    // The end of a sentence.
                    Some('.' | ':') => after.chars().nth(1).is_some_and(|c| !c.is_whitespace()),
                    Some(c) => is_part(c),
                    None => false,
                };
                !last.is_some_and(is_part) && !goes_on && is_code(before)
            })
        };
        self.ways().iter().any(stands)
    }
}

/// Whether what follows is set as code, or is a line of a console: behind a backtick, a prompt, blanks, another command.
fn is_code(before: &str) -> bool {
    let before = before.trim_end();
    before.is_empty() || before.ends_with(['`', '$', '>', '&', ';', '|']) || before.matches('`').count() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_defined_in_the_way_of_its_runner() {
        for (runner, line, expected) in [
            (Runner::Npm, "    \"build:docs\": \"typedoc src\",", Some("build:docs")),
            (Runner::Npm, "    \"files\": [\"dist\"],", None),
            (Runner::Make, "release: build test", Some("release")),
            (Runner::Make, "release:", Some("release")),
            (Runner::Make, "release := 4", None),
            (Runner::Make, "\techo release: 4", None),
            (Runner::Make, ".PHONY: release", None),
            (Runner::Just, "release version='1': build", Some("release")),
            (Runner::Just, "version := '1'", None),
        ] {
            assert_eq!(runner.defined(line), expected, "{line}");
        }
    }

    #[test]
    fn a_line_tells_to_run_it_where_it_is_set_as_code() {
        let command = |runner, name: &str| Command { runner, name: name.to_owned() };
        let (npm, make) = (command(Runner::Npm, "build"), command(Runner::Make, "release"));
        for (command, line) in [
            (&npm, "Run `npm run build` first."),
            (&npm, "    yarn build"),
            (&npm, "$ pnpm run build -- --fast"),
            (&make, "make release"),
            (&make, "Then `cd x && make release`."),
            (&make, "$ make release."),
        ] {
            assert!(command.is_told(line), "{line}");
        }
        for (command, line) in [
            (&npm, "`npm run build:docs`"),
            (&npm, "`npm run rebuild`"),
            (&npm, "the yarn build of others"),
            (&make, "We make release candidates each week."),
            (&make, "`make release-notes`"),
            (&make, "`cmake release`"),
        ] {
            assert!(!command.is_told(line), "{line}");
        }
    }
}
