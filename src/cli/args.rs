//! The command line as typed. Raw arguments and their meaning are two types: [`Args`] is clap's, [`TargetSpec`] is
//! ours; `target` reads the one word. Nothing is looked up here. Called by `main` through `cli`.

use std::{ffi::OsString, path::PathBuf};

use clap::{Parser, Subcommand, ValueEnum};

use super::target::target_of;
use crate::core::model::TargetSpec;

const EXAMPLES: &str = "\
Examples:
  prr demo                          look around: no repository, no network, nothing kept
  prr tui                           this branch against its base, or the work in progress
  prr tui main..topic               a range, as git reads it
  git log -p -1 | prr tui -         any diff, from standard input
  prr review --wip --output json    the same review without a screen

A TARGET is a range (A..B, A...B), a commit, a branch, a .diff or .patch file, or `-`. With no TARGET: the current
branch against its base, or the work in progress when it has no commits of its own.

Exit codes: 0 reviewed; 1 blocking findings, where asked for; 2 usage; 3 target or git; 130, 143, 129 by signal.";

/// Everything that can be typed.
#[derive(Debug, Clone, PartialEq, Eq, Parser)]
#[command(
    name = "prr",
    version,
    about = "Review changes in the terminal: agents propose, you decide.",
    after_help = EXAMPLES,
    subcommand_required = true,
    arg_required_else_help = true,
    max_term_width = 110
)]
pub struct Args {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands that exist today.
#[derive(Debug, Clone, PartialEq, Eq, Subcommand)]
pub enum Command {
    /// Review a change in the cockpit.
    Tui(TuiArgs),
    /// Review a change without a screen: progress on stderr, the result on stdout.
    Review(ReviewArgs),
    /// Show what would be looked at, and run no agent.
    Plan(PlanArgs),
    /// Open the cockpit on a recorded run of an example change.
    Demo,
    /// Work with recorded runs.
    Log(LogArgs),
}

/// `prr tui`.
#[derive(Debug, Clone, PartialEq, Eq, clap::Args)]
pub struct TuiArgs {
    /// What to review.
    #[command(flatten)]
    pub target: TargetArgs,
    /// How to run.
    #[command(flatten)]
    pub run: RunArgs,
    /// Write the run to FILE as it happens; `prr log replay FILE` plays it again.
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
}

/// `prr review`.
#[derive(Debug, Clone, PartialEq, Eq, clap::Args)]
pub struct ReviewArgs {
    /// What to review.
    #[command(flatten)]
    pub target: TargetArgs,
    /// How to run.
    #[command(flatten)]
    pub run: RunArgs,
    /// Write the run to FILE as it happens; `prr log replay FILE` plays it again.
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// The form of the result.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    pub output: ReviewOutput,
}

/// `prr plan`.
#[derive(Debug, Clone, PartialEq, Eq, clap::Args)]
pub struct PlanArgs {
    /// What to look at.
    #[command(flatten)]
    pub target: TargetArgs,
    /// How it would run.
    #[command(flatten)]
    pub run: RunArgs,
    /// The form of the result.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    pub output: PlanOutput,
}

/// `prr log`.
#[derive(Debug, Clone, PartialEq, Eq, clap::Args)]
pub struct LogArgs {
    /// What to do with it.
    #[command(subcommand)]
    pub command: LogCommand,
}

/// The commands below `prr log`.
#[derive(Debug, Clone, PartialEq, Eq, Subcommand)]
pub enum LogCommand {
    /// Rebuild a session, and the database behind it, from a recorded run alone.
    Replay {
        /// The recorded run, a file of JSON lines.
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
}

/// What to review, as typed.
#[derive(Debug, Clone, PartialEq, Eq, Default, clap::Args)]
pub struct TargetArgs {
    /// A range, commit, branch or diff file; `-` reads a diff from standard input.
    #[arg(value_name = "TARGET", conflicts_with_all = ["wip", "staged", "branch"])]
    pub target: Option<OsString>,
    /// Review uncommitted work: tracked and untracked files against HEAD.
    #[arg(long, conflicts_with_all = ["staged", "branch", "base"])]
    pub wip: bool,
    /// Review what is staged, against HEAD.
    #[arg(long, conflicts_with_all = ["branch", "base"])]
    pub staged: bool,
    /// Review a branch, whatever its name looks like (`--branch 123`).
    #[arg(long, value_name = "NAME")]
    pub branch: Option<String>,
    /// Compare a branch with REV instead of origin/HEAD, main or master.
    #[arg(long, value_name = "REV")]
    pub base: Option<String>,
}

/// How to run, for every command that plans or reviews.
#[derive(Debug, Clone, PartialEq, Eq, Default, clap::Args)]
pub struct RunArgs {
    /// Leave the built-in reviewers out.
    #[arg(long)]
    pub no_builtin: bool,
    /// Touch no network.
    #[arg(long)]
    pub offline: bool,
    /// List the built-in reviewers and what they look for, and do nothing else.
    #[arg(long)]
    pub list_checks: bool,
}

/// Forms of a review.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum ReviewOutput {
    /// For reading in a terminal.
    #[default]
    Text,
    /// For a comment or a file.
    Markdown,
    /// For programs.
    Json,
}

/// Forms of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum PlanOutput {
    /// For reading in a terminal.
    #[default]
    Text,
    /// For programs.
    Json,
}

impl TargetArgs {
    /// What was asked for. Combinations that contradict each other were refused by clap.
    pub fn spec(&self) -> TargetSpec {
        match (&self.target, &self.branch) {
            (Some(target), _) => target_of(target),
            (None, Some(branch)) => TargetSpec::Branch(branch.clone()),
            (None, None) if self.wip => TargetSpec::Wip,
            (None, None) if self.staged => TargetSpec::Staged,
            (None, None) => TargetSpec::Nothing,
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, error::ErrorKind};

    use super::*;

    fn parse(words: &[&str]) -> Result<Args, clap::Error> {
        Args::try_parse_from([&["prr"], words].concat())
    }

    fn spec(words: &[&str]) -> TargetSpec {
        match parse(&[&["plan"], words].concat()).unwrap().command {
            Command::Plan(plan) => plan.target.spec(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_definition_is_sound() {
        Args::command().debug_assert();
    }

    #[test]
    fn flags_name_targets_that_a_word_cannot() {
        assert_eq!(spec(&["--branch", "123"]), TargetSpec::Branch("123".to_owned()));
        assert_eq!(spec(&["-"]), TargetSpec::Stdin);
        assert_eq!(spec(&[]), TargetSpec::Nothing);
        assert_eq!(spec(&["--wip"]), TargetSpec::Wip);
        assert_eq!(spec(&["--staged"]), TargetSpec::Staged);
        assert_eq!(spec(&["--", "-x"]), TargetSpec::Named("-x".to_owned()));
    }

    #[test]
    fn targets_that_contradict_each_other_are_refused_with_both_names() {
        for words in
            [["--wip", "main"], ["--staged", "-"], ["--wip", "--staged"], ["--branch=x", "HEAD"], ["--wip", "--base=x"]]
        {
            let error = parse(&[&["tui"], &words[..]].concat()).unwrap_err();
            assert_eq!((error.kind(), error.exit_code()), (ErrorKind::ArgumentConflict, 2), "{words:?}");
            assert!(error.to_string().contains("cannot be used with"), "{error}");
        }
    }

    #[test]
    fn alone_it_shows_help_on_stderr_and_asks_for_a_command() {
        let error = parse(&[]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand);
        assert!(error.use_stderr() && error.exit_code() == 2);
        assert!(error.to_string().contains("prr demo"));
    }

    #[test]
    fn unknown_words_are_usage_errors_and_help_is_none() {
        for words in [
            &["nosuch"][..],
            &["tui", "--nosuch"],
            &["review", "--output", "xml"],
            &["plan", "--output", "markdown"],
            &["log"],
        ] {
            assert_eq!(parse(words).unwrap_err().exit_code(), 2, "{words:?}");
        }
        for words in [&["--help"][..], &["--version"], &["tui", "--help"]] {
            let error = parse(words).unwrap_err();
            assert!(!error.use_stderr() && error.exit_code() == 0, "{words:?}");
        }
    }

    #[test]
    fn every_command_is_read() {
        let review = parse(&["review", "A..B", "--output", "json", "--record", "r.jsonl", "--no-builtin", "--offline"]);
        let Command::Review(review) = review.unwrap().command else { panic!("not a review") };
        assert_eq!((review.output, review.run.no_builtin, review.run.offline), (ReviewOutput::Json, true, true));
        assert_eq!(review.record, Some("r.jsonl".into()));
        assert_eq!(parse(&["demo"]).unwrap().command, Command::Demo);
        let replay = LogCommand::Replay { file: "x".into() };
        assert_eq!(parse(&["log", "replay", "x"]).unwrap().command, Command::Log(LogArgs { command: replay }));
    }
}
