//! The command line as typed. Raw arguments and their meaning are two types: [`Args`] is clap's, [`TargetSpec`] is
//! ours; `target` reads the one word. Nothing is looked up here. Called by `main` through `cli`.

use std::{ffi::OsString, path::PathBuf};

use clap::{CommandFactory, Parser, Subcommand, ValueEnum, ValueHint, error::ErrorKind};

use super::{
    inbox::InboxArgs,
    pages::{CompletionsArgs, DocsArgs, ManArgs},
    publish::{CommentArgs, PublishArgs},
    pull::PullArgs,
    settings::{self, SettingArgs},
    stored::{self, LogArgs, ShowArgs},
    target::target_of,
};
use crate::{core::model::TargetSpec, edge::config::Said};

const EXAMPLES: &str = "\
Examples:
  prr inbox                         pull requests that wait for you
  prr demo                          look around: no repository, no network, nothing kept
  prr tui                           this branch against its base, or the work in progress
  prr tui 123                       a pull request of this repository
  prr tui main..topic               a range, as git reads it
  git log -p -1 | prr tui -         any diff, from standard input
  prr review --wip --output json    the same review without a screen

A TARGET is a pull request (123, OWNER/REPO#123, its address), a range (A..B, A...B), a commit, a branch, a .diff or
.patch file, or `-`. With no TARGET: the current branch against its base, or the work in progress when it has no commits
of its own.

Exit codes: 0 reviewed, posted, or posted before; 1 findings as bad as --fail-on says; 2 usage; 3 target or git; 4 GitHub;
5 reviewers failed; 6 publishing refused or failed; 7 nobody knows whether it was posted; 130, 143, 129 by signal.";

/// Everything that can be typed.
#[derive(Debug, Clone, PartialEq, Eq, Parser)]
#[command(
    name = "prr",
    version = concat!(env!("CARGO_PKG_VERSION"), " (prr-cockpit)"),
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
    /// List the pull requests that wait for you; on a terminal, choose one to open.
    Inbox(InboxArgs),
    /// Post the stored review of a pull request, once; or show exactly what would be posted.
    Publish(PublishArgs),
    /// Open the cockpit on a recorded run of an example change.
    Demo,
    /// Print a stored review in any form, with what you decided in it. Nothing is run.
    Show(ShowArgs),
    /// List runs, decisions and open drafts.
    Log(LogArgs),
    /// Write, show and check settings.
    Config(ConfigArgs),
    /// Look at all that prr stands on: git, token, GitHub, terminal, logbook; and say what to do.
    Doctor(DoctorArgs),
    /// Print what makes a shell complete prr's commands, flags and words.
    Completions(CompletionsArgs),
    /// Print the manual page, or write all of them.
    Man(ManArgs),
    /// Write the pages of docs/ that are made from the program itself.
    #[command(hide = true)]
    Docs(DocsArgs),
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
    /// Write the run to FILE as it happens; --replay FILE plays it again.
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Ask nobody: take what was said in the last run of FILE, made by --record, or of a logbook's .jsonl.
    #[arg(long, value_name = "FILE", conflicts_with = "no_builtin")]
    pub replay: Option<PathBuf>,
    /// Walk the findings one by one on plain lines: for screen readers and pipes. The end of the input saves.
    #[arg(long)]
    pub plain: bool,
    /// Only preselects: S still asks.
    #[command(flatten)]
    pub publishing: CommentArgs,
}

/// `prr review`.
#[derive(Debug, Clone, PartialEq, Eq, clap::Args)]
pub struct ReviewArgs {
    /// What to review.
    #[command(flatten)]
    pub target: TargetArgs,
    /// More of them: two are reviewed at a time, and the results come in this order.
    #[arg(value_name = "MORE", requires = "target")]
    pub more: Vec<OsString>,
    /// How to run.
    #[command(flatten)]
    pub run: RunArgs,
    /// Write the run to FILE as it happens; --replay FILE plays it again.
    #[arg(long, value_name = "FILE", conflicts_with = "more")]
    pub record: Option<PathBuf>,
    /// Ask nobody: take what was said in the last run of FILE, made by --record, or of a logbook's .jsonl.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["more", "no_builtin"])]
    pub replay: Option<PathBuf>,
    /// The form of the result: `text` unless settings or this say otherwise.
    #[arg(short, long, value_name = "FORMAT", value_enum)]
    pub output: Option<ReviewOutput>,
    /// Write findings as instructions for a coding agent.
    #[arg(long)]
    pub feedback: bool,
    /// Add what was held back, each with its reason.
    #[arg(long)]
    pub all: bool,
    /// Whether it is published.
    #[command(flatten)]
    pub publishing: CommentArgs,
    /// End with exit code 1 when a finding at least so bad survives: blocker, critical, major, minor, nitpick.
    #[arg(long, value_name = "SEVERITY", value_parser = settings::fail_on)]
    pub fail_on: Option<String>,
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
    /// Print exactly what task N of the list would be sent, and nothing else.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), conflicts_with = "output")]
    pub show_brief: Option<u32>,
}

/// `prr doctor`.
#[derive(Debug, Clone, PartialEq, Eq, clap::Args)]
pub struct DoctorArgs {
    /// Ask no host.
    #[arg(long)]
    pub offline: bool,
    /// The form of the result.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    pub output: PlanOutput,
}

/// `prr config`.
#[derive(Debug, Clone, PartialEq, Eq, clap::Args)]
pub struct ConfigArgs {
    /// What to do with them.
    #[command(subcommand)]
    pub command: ConfigCommand,
}

/// The commands below `prr config`.
#[derive(Debug, Clone, PartialEq, Eq, Subcommand)]
pub enum ConfigCommand {
    /// Write the default file, every key with its meaning; never over a file that is there.
    Init,
    /// Show every value that is in force and where it is from.
    Show {
        /// Read the repository's files where a branch would have left REV instead of its usual base.
        #[arg(long, value_name = "REV")]
        base: Option<String>,
        /// The form of the result.
        #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
        output: PlanOutput,
    },
    /// Explain each mistake with its line and what to do; exit code 2 when there is one in your own file.
    Check {
        /// Read the repository's files where a branch would have left REV instead of its usual base.
        #[arg(long, value_name = "REV")]
        base: Option<String>,
    },
    /// Print where settings are looked for, weakest first, and which files are there.
    Path,
}

/// What to review, as typed.
#[derive(Debug, Clone, PartialEq, Eq, Default, clap::Args)]
pub struct TargetArgs {
    /// A pull request (123, OWNER/REPO#123, its address), range, commit, branch or diff file; `-` reads standard input.
    #[arg(value_name = "TARGET", value_hint = ValueHint::AnyPath, conflicts_with_all = ["wip", "staged", "branch", "repo"])]
    pub target: Option<OsString>,
    /// Review uncommitted work: tracked and untracked files against HEAD.
    #[arg(long, conflicts_with_all = ["staged", "branch", "base", "repo"])]
    pub wip: bool,
    /// Review what is staged, against HEAD.
    #[arg(long, conflicts_with_all = ["branch", "base", "repo"])]
    pub staged: bool,
    /// Review the whole repository at HEAD, as if every file were new; never published.
    #[arg(long, conflicts_with_all = ["branch", "base"])]
    pub repo: bool,
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
    /// How a pull request is read.
    #[command(flatten)]
    pub pull: PullArgs,
    /// Settings for this run.
    #[command(flatten)]
    pub settings: SettingArgs,
}

/// Forms of a review.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum ReviewOutput {
    /// For reading in a terminal.
    #[default]
    Text,
    /// For a comment or a file.
    Markdown,
    /// For programs: Soliton's format.
    Json,
    /// For programs: the whole review document with both logs.
    R3,
    /// For programs: deep's candidate array.
    Deep,
    /// For programs: pi's contract.
    PrJson,
    /// For code scanning and editors: SARIF 2.1.0.
    Sarif,
    /// For reviewdog.
    Rdjson,
}

impl ReviewOutput {
    /// The word on the command line and in settings.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Markdown => "markdown",
            Self::Json => "json",
            Self::R3 => "r3",
            Self::Deep => "deep",
            Self::PrJson => "pr-json",
            Self::Sarif => "sarif",
            Self::Rdjson => "rdjson",
        }
    }

    /// Reads the word.
    pub fn parse(word: &str) -> Option<Self> {
        Self::value_variants().iter().copied().find(|output| output.as_str() == word)
    }
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

impl Args {
    /// Combinations that clap cannot refuse by itself.
    ///
    /// # Errors
    /// A usage error, to be printed by clap.
    pub fn checked(self) -> Result<Self, clap::Error> {
        match &self.command {
            Command::Review(review) if review.feedback && review.output != Some(ReviewOutput::Json) => {
                Err(refused(ErrorKind::MissingRequiredArgument, "--feedback requires --output json"))
            }
            Command::Show(show) if show.feedback && show.output != Some(ReviewOutput::Json) => {
                Err(refused(ErrorKind::MissingRequiredArgument, "--feedback requires --output json"))
            }
            Command::Review(ReviewArgs { run, target, .. })
            | Command::Tui(TuiArgs { run, target, .. })
            | Command::Plan(PlanArgs { run, target, .. }) => {
                match run.settings.contradiction().or_else(|| run.pull.misplaced(&target.spec())) {
                    Some(words) => Err(refused(ErrorKind::ArgumentConflict, &words)),
                    None => Ok(self),
                }
            }
            Command::Demo
            | Command::Inbox(_)
            | Command::Show(_)
            | Command::Log(_)
            | Command::Config(_)
            | Command::Doctor(_)
            | Command::Completions(_)
            | Command::Man(_)
            | Command::Docs(_)
            | Command::Publish(_) => Ok(self),
        }
    }
}

fn refused(kind: ErrorKind, words: &str) -> clap::Error {
    Args::command().error(kind, words)
}

impl ReviewArgs {
    /// All settings of the flags, for the layer of flags.
    pub fn said(&self) -> Vec<Said> {
        let mut said = self.run.settings.said();
        said.extend(self.fail_on.as_ref().map(|level| settings::flag("review.fail_on", "--fail-on", level)));
        said.extend(stored::form(self.output, self.feedback));
        said
    }
}

impl ReviewArgs {
    /// Everything that is to be reviewed, in order.
    pub fn specs(&self) -> Vec<TargetSpec> {
        [self.target.spec()].into_iter().chain(self.more.iter().map(|word| target_of(word))).collect()
    }
}

impl TargetArgs {
    /// What was asked for. Combinations that contradict each other were refused by clap.
    pub fn spec(&self) -> TargetSpec {
        match (&self.target, &self.branch) {
            (Some(target), _) => target_of(target),
            (None, Some(branch)) => TargetSpec::Branch(branch.clone()),
            (None, None) if self.wip => TargetSpec::Wip,
            (None, None) if self.staged => TargetSpec::Staged,
            (None, None) if self.repo => TargetSpec::Repo,
            (None, None) => TargetSpec::Nothing,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::stored::LogCommand;

    fn parse(words: &[&str]) -> Result<Args, clap::Error> {
        Args::try_parse_from([&["prr"], words].concat()).and_then(Args::checked)
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
            &["log", "replay"],
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
        assert_eq!((review.output, review.run.no_builtin, review.run.offline), (Some(ReviewOutput::Json), true, true));
        assert_eq!(review.record, Some("r.jsonl".into()));
        assert_eq!(parse(&["demo"]).unwrap().command, Command::Demo);
        let replay = Some(LogCommand::Replay { file: "x".into(), database: None });
        assert_eq!(
            parse(&["log", "replay", "x"]).unwrap().command,
            Command::Log(LogArgs { target: TargetArgs::default(), output: PlanOutput::Text, command: replay })
        );
    }
}
