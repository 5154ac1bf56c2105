//! Flags that concern pull requests only. Not here: what they do. Called by `args`, `commands`.

use crate::{
    app::{Closed, Job, On, Stack},
    core::model::TargetSpec,
};

/// How a pull request is read.
#[derive(Debug, Clone, PartialEq, Eq, Default, clap::Args)]
pub struct PullArgs {
    /// Review a pull request that is closed or merged, without being asked.
    #[arg(long, visible_alias = "review-closed")]
    pub include_closed: bool,
    /// Review a pull request that would be skipped: a bot's, a trivial one, one that you reviewed at this head.
    #[arg(long)]
    pub rerun: bool,
    /// Review what a stacked pull request adds to its parent, pull request N.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), conflicts_with_all = ["parent_sha", "stack_auto"])]
    pub parent: Option<u64>,
    /// Review what a pull request adds to a commit: its full id.
    #[arg(long, value_name = "SHA", value_parser = full_id, conflicts_with = "stack_auto")]
    pub parent_sha: Option<String>,
    /// Review what a pull request adds to the branch that Graphite (`gt`) has below it.
    #[arg(long)]
    pub stack_auto: bool,
}

/// A commit is named in full: the host compares nothing else for certain.
fn full_id(text: &str) -> Result<String, String> {
    let is_id = matches!(text.len(), 40 | 64) && text.bytes().all(|b| b.is_ascii_hexdigit());
    is_id.then(|| text.to_ascii_lowercase()).ok_or_else(|| "a full commit id has 40 hexadecimal digits".to_owned())
}

impl PullArgs {
    /// A flag that has no bearing on the target, in words.
    pub(super) fn misplaced(&self, target: &TargetSpec) -> Option<String> {
        let stacked = [("--parent", self.parent.is_some()), ("--parent-sha", self.parent_sha.is_some())];
        let flag = stacked.into_iter().chain([("--stack-auto", self.stack_auto)]).find(|(_, is)| *is)?.0;
        let is_pull = matches!(target, TargetSpec::Pull(_));
        (!is_pull).then(|| format!("{flag} is for pull requests: name one, as in `prr review 12 {flag} …`"))
    }

    /// Tells a job. `otherwise` is what is done about a pull request that is not open.
    pub(super) fn tell(&self, job: &mut Job, otherwise: Closed) {
        let on = match (self.parent, &self.parent_sha) {
            (Some(number), _) => Some(On::Pull(number)),
            (None, Some(sha)) => Some(On::Commit(sha.clone())),
            (None, None) => self.stack_auto.then_some(On::Below),
        };
        job.intake.pull.stack = on.map(|on| Stack { on, seen: None });
        job.intake.pull.closed = if self.include_closed { Closed::Accept } else { otherwise };
        job.rerun = self.rerun;
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::super::args::Args;

    fn refused(words: &[&str]) -> String {
        let parsed = Args::try_parse_from([&["prr", "review"], words].concat()).and_then(Args::checked);
        parsed.unwrap_err().to_string()
    }

    #[test]
    fn flags_of_pull_requests_are_refused_where_they_mean_nothing() {
        for (words, expected) in [
            (&["main..x", "--parent", "3"][..], "--parent is for pull requests"),
            (&["--stack-auto"], "--stack-auto is for pull requests"),
            (&["7", "--parent", "0"], "--parent"),
            (&["7", "--parent", "x"], "--parent"),
            (&["7", "--parent-sha", "abc"], "40 hexadecimal digits"),
            (&["7", "--parent", "3", "--stack-auto"], "cannot be used with"),
            (
                &["7", "--parent-sha", "0123456789012345678901234567890123456789", "--parent", "3"],
                "cannot be used with",
            ),
        ] {
            let told = refused(words);
            assert!(told.contains(expected), "{words:?}: {told}");
        }
    }

    #[test]
    fn a_closed_one_is_included_by_either_name() {
        for flag in ["--include-closed", "--review-closed"] {
            let args = Args::try_parse_from(["prr", "review", "7", flag]).and_then(Args::checked).unwrap();
            let super::super::args::Command::Review(review) = args.command else { panic!("no review") };
            assert!(review.run.pull.include_closed, "{flag}");
        }
    }
}
