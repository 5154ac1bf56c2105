//! Flags that set something for one run: they are checked by the rules of `edge::config` and become its strongest layer.
//! Not here: what they do. Called by `args`; `said` is handed to `app`.

use std::path::PathBuf;

use crate::edge::config::{Layer, Said, parse};

/// Settings for one run.
#[derive(Debug, Clone, PartialEq, Eq, Default, clap::Args)]
pub struct SettingArgs {
    /// How to look: hotspots, swarm or passes.
    #[arg(long, value_name = "NAME", value_parser = strategy)]
    pub strategy: Option<String>,
    /// Review in passes: balanced, major-only or full.
    #[arg(long, value_name = "NAME", value_parser = mode, conflicts_with_all = ["full", "major_only", "balanced"])]
    pub mode: Option<String>,
    /// The same as `--mode full`.
    #[arg(long, conflicts_with_all = ["major_only", "balanced"])]
    pub full: bool,
    /// The same as `--mode major-only`.
    #[arg(long, conflicts_with = "balanced")]
    pub major_only: bool,
    /// The same as `--mode balanced`.
    #[arg(long)]
    pub balanced: bool,
    /// Hold back findings of lower confidence than this, from 0 to 100 (0.85 and 85 are the same, and so are 1 and 100).
    #[arg(long, value_name = "0-100", value_parser = threshold, allow_negative_numbers = true)]
    pub threshold: Option<String>,
    /// Only these agents, passes or lenses, whatever the plan would be, with commas; built-in reviewers run all the same.
    #[arg(long, value_name = "NAMES", value_parser = agents)]
    pub agents: Option<String>,
    /// Agents, passes, lenses or built-in reviewers that do not run, with commas.
    #[arg(long, value_name = "NAMES", value_parser = skip)]
    pub skip: Option<String>,
    /// Path patterns that raise the risk, with commas.
    #[arg(long, value_name = "GLOBS", value_parser = sensitive_paths)]
    pub sensitive_paths: Option<String>,
    /// Read findings of another tool or an earlier run from FILE; may be given again.
    #[arg(long, value_name = "FILE")]
    pub findings: Vec<PathBuf>,
}

/// A value of the layer of flags.
pub fn flag(key: &'static str, flag: &str, value: &str) -> Said {
    Said { key, value: value.to_owned(), source: flag.to_owned(), layer: Layer::Flag }
}

/// Checks a value by the rules of its key; clap puts the flag's name before the words.
fn checked(key: &str, text: &str) -> Result<String, String> {
    match parse(key, text) {
        Ok(_) => Ok(text.to_owned()),
        Err((what, remedy)) => Err(format!("{what}; {remedy}")),
    }
}

fn strategy(text: &str) -> Result<String, String> {
    checked("review.strategy", text)
}

fn mode(text: &str) -> Result<String, String> {
    checked("review.mode", text)
}

fn threshold(text: &str) -> Result<String, String> {
    checked("review.threshold", text)
}

fn agents(text: &str) -> Result<String, String> {
    checked("review.agents", text)
}

fn skip(text: &str) -> Result<String, String> {
    checked("review.skip", text)
}

fn sensitive_paths(text: &str) -> Result<String, String> {
    checked("sensitive_paths", text)
}

/// `--fail-on`.
pub(super) fn fail_on(text: &str) -> Result<String, String> {
    checked("review.fail_on", text)
}

impl SettingArgs {
    /// The mode, however it was said, with its flag.
    fn mode(&self) -> Option<(&str, &'static str)> {
        let short = [(self.full, "full", "--full"), (self.major_only, "major-only", "--major-only")];
        let short = short.into_iter().chain([(self.balanced, "balanced", "--balanced")]);
        let short = short.filter(|(is, ..)| *is).map(|(_, word, flag)| (word, flag)).next();
        self.mode.as_deref().map(|word| (word, "--mode")).or(short)
    }

    /// A mode is one of the strategy passes: beside another strategy it is a usage error (FACTS 32).
    pub(super) fn contradiction(&self) -> Option<String> {
        let strategy = self.strategy.as_deref().filter(|strategy| !strategy.eq_ignore_ascii_case("passes"))?;
        let (_, flag) = self.mode()?;
        Some(format!("{flag} is a mode of the strategy passes and cannot be used with --strategy {strategy}"))
    }

    /// The settings that were given, for the layer of flags.
    pub fn said(&self) -> Vec<Said> {
        let all = [
            ("review.strategy", "--strategy", self.strategy.as_deref()),
            ("review.threshold", "--threshold", self.threshold.as_deref()),
            ("review.agents", "--agents", self.agents.as_deref()),
            ("review.skip", "--skip", self.skip.as_deref()),
            ("sensitive_paths", "--sensitive-paths", self.sensitive_paths.as_deref()),
        ];
        let mode = self.mode().map(|(word, name)| flag("review.mode", name, word));
        all.into_iter().filter_map(|(key, name, value)| Some(flag(key, name, value?))).chain(mode).collect()
    }
}

#[cfg(test)]
mod tests {
    use clap::{Parser, error::ErrorKind};

    use super::super::args::{Args, Command};
    use super::*;

    fn parse_all(words: &[&str]) -> Result<Args, clap::Error> {
        Args::try_parse_from([&["prr", "review"], words].concat()).and_then(Args::checked)
    }

    fn said(words: &[&str]) -> Vec<(&'static str, String, String)> {
        let Command::Review(review) = parse_all(words).unwrap().command else { panic!("no review") };
        review.said().into_iter().map(|said| (said.key, said.value, said.source)).collect()
    }

    #[test]
    fn flags_become_settings_with_their_names() {
        let one = |key, value: &str, flag: &str| vec![(key, value.to_owned(), flag.to_owned())];
        assert_eq!(said(&[]), vec![]);
        assert_eq!(said(&["--threshold", "80"]), one("review.threshold", "80", "--threshold"));
        assert_eq!(said(&["--full"]), one("review.mode", "full", "--full"));
        assert_eq!(said(&["--mode", "major-only"]), one("review.mode", "major-only", "--mode"));
        assert_eq!(said(&["--fail-on", "P1"]), one("review.fail_on", "P1", "--fail-on"));
        assert_eq!(said(&["--skip", "builtin,security"]), one("review.skip", "builtin,security", "--skip"));
        assert_eq!(said(&["--output", "json", "--feedback"]).len(), 2);
    }

    #[test]
    fn values_that_cannot_be_are_refused_with_what_was_expected() {
        for (words, expected) in [
            (["--threshold", "101"], "percentage up to 100"),
            (["--threshold", "-1"], "percentage up to 100"),
            (["--threshold", "nan"], "percentage up to 100"),
            (["--threshold", "high"], "percentage up to 100"),
            (["--fail-on", "hgih"], "did you mean"),
            (["--strategy", "swram"], "did you mean 'swarm'"),
            (["--mode", "half"], "balanced, major-only, full"),
            (["--sensitive-paths", "src/["], "path patterns"),
            (["--output", "xml"], "possible values"),
        ] {
            let error = parse_all(&words).unwrap_err();
            assert_eq!(error.exit_code(), 2, "{words:?}");
            assert!(error.to_string().contains(expected), "{error}");
        }
    }

    #[test]
    fn what_cannot_stand_together_is_refused() {
        for words in [
            &["--full", "--balanced"][..],
            &["--major-only", "--full"],
            &["--mode", "full", "--full"],
            &["--full", "--strategy", "swarm"],
            &["--mode", "balanced", "--strategy", "hotspots"],
        ] {
            let error = parse_all(words).unwrap_err();
            assert_eq!((error.kind(), error.exit_code()), (ErrorKind::ArgumentConflict, 2), "{words:?}");
            assert!(error.to_string().contains("cannot be used with"), "{error}");
        }
        for words in [
            &["--full", "--strategy", "passes"][..],
            &["--mode", "full", "--strategy", "Passes"],
            &["--strategy", "swarm"],
        ] {
            assert!(parse_all(words).is_ok(), "{words:?}");
        }
        for words in [&["--feedback"][..], &["--feedback", "--output", "markdown"]] {
            let error = parse_all(words).unwrap_err();
            assert!(
                error.exit_code() == 2 && error.to_string().contains("--feedback requires --output json"),
                "{error}"
            );
        }
    }

    #[test]
    fn findings_may_be_given_more_than_once() {
        let Command::Review(review) = parse_all(&["--findings", "a", "--findings", "b"]).unwrap().command else {
            panic!("no review")
        };
        assert_eq!(review.run.settings.findings, [PathBuf::from("a"), PathBuf::from("b")]);
    }
}
