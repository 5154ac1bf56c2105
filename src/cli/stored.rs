//! Arguments of the commands that look into the logbook: `prr show`, `prr log`. Not here: what they do (`app`). Called
//! by `args` and `commands`.

use std::path::PathBuf;

use super::{
    args::{PlanOutput, ReviewOutput, TargetArgs},
    settings,
};
use crate::edge::config::Said;

/// `prr show`.
#[derive(Debug, Clone, PartialEq, Eq, clap::Args)]
pub struct ShowArgs {
    /// Whose review.
    #[command(flatten)]
    pub target: TargetArgs,
    /// A run by its id instead of the newest one; `prr log` lists them.
    #[arg(long, value_name = "ID")]
    pub run: Option<String>,
    /// The form of the result: `text` unless settings or this say otherwise.
    #[arg(short, long, value_name = "FORMAT", value_enum)]
    pub output: Option<ReviewOutput>,
    /// Write findings as instructions for a coding agent.
    #[arg(long)]
    pub feedback: bool,
    /// Show what the machine believed, without any decision: what was held back too, each with its reason.
    #[arg(long)]
    pub all: bool,
}

impl ShowArgs {
    /// The settings of the flags.
    pub fn said(&self) -> Vec<Said> {
        form(self.output, self.feedback)
    }
}

/// The form of a result as settings.
pub(super) fn form(output: Option<ReviewOutput>, feedback: bool) -> Vec<Said> {
    let output = output.map(|output| settings::flag("review.output", "--output", output.as_str()));
    let feedback = feedback.then(|| settings::flag("review.feedback", "--feedback", "true"));
    output.into_iter().chain(feedback).collect()
}

/// `prr log`.
#[derive(Debug, Clone, PartialEq, Eq, clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct LogArgs {
    /// Whose logbook; all of this repository when no target is named.
    #[command(flatten)]
    pub target: TargetArgs,
    /// The form of the result.
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t)]
    pub output: PlanOutput,
    /// What else to do with logbooks.
    #[command(subcommand)]
    pub command: Option<LogCommand>,
}

/// Forms of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum ExportOutput {
    /// One document, by target and run.
    #[default]
    Json,
    /// The logbook's own lines, which `prr log replay` reads.
    Jsonl,
    /// One row a finding.
    Csv,
}

/// The commands below `prr log`.
#[derive(Debug, Clone, PartialEq, Eq, clap::Subcommand)]
pub enum LogCommand {
    /// How often you agree with each agent, lens, class and severity, by your own decisions.
    Stats {
        /// Whose logbook; all of this repository when no target is named.
        #[command(flatten)]
        target: TargetArgs,
        /// The form of the result.
        #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t)]
        output: PlanOutput,
    },
    /// Compare two runs of one target: findings, settings, reviewers, cost and time.
    Diff {
        /// The earlier run, by its id or the beginning of it; `prr log` lists them.
        #[arg(value_name = "RUN")]
        before: String,
        /// The later one.
        #[arg(value_name = "RUN")]
        after: String,
        /// The form of the result.
        #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t)]
        output: PlanOutput,
    },
    /// Write everything recorded out for other programs, secrets masked.
    Export {
        /// Whose logbook; all of this repository when no target is named.
        #[command(flatten)]
        target: TargetArgs,
        /// The form: everything as one document, everything line by line, or one row a finding.
        #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t)]
        output: ExportOutput,
        /// Add the diffs that are kept beside the logbook (json only); they can be large.
        #[arg(long)]
        with_diffs: bool,
    },
    /// Rebuild a session, and the database behind it, from a recorded run alone.
    Replay {
        /// The recorded run, a file of JSON lines.
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// Build the database here too; the file must not exist.
        #[arg(long, value_name = "SQLITE")]
        database: Option<PathBuf>,
    },
}
