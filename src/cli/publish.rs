//! Arguments of `prr publish`, and of publishing behind `prr review`. Not here: what they do. Called by `args`,
//! `commands`.

use std::ffi::OsString;

use super::{args::PlanOutput, target::target_of};
use crate::core::model::TargetSpec;

/// `prr publish`.
#[derive(Debug, Clone, PartialEq, Eq, clap::Args)]
pub struct PublishArgs {
    /// The pull request: 123, OWNER/REPO#123, its address.
    #[arg(value_name = "PR")]
    pub pull: OsString,
    /// Show every gate and exactly what would be posted, and post nothing.
    #[arg(long, conflicts_with_all = ["yes", "reconcile"])]
    pub dry_run: bool,
    /// Post a review of an older head: everything in its body, both commits named.
    #[arg(long)]
    pub allow_stale: bool,
    /// Post to a pull request that is closed or merged: everything in the body.
    #[arg(long, visible_alias = "review-closed")]
    pub include_closed: bool,
    /// Do not ask.
    #[arg(long, short = 'y', conflicts_with = "reconcile")]
    pub yes: bool,
    /// Look what became of an attempt whose end is not known; posts nothing.
    #[arg(long)]
    pub reconcile: bool,
    /// The form of the result.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    pub output: PlanOutput,
}

impl PublishArgs {
    /// What was named.
    pub fn spec(&self) -> TargetSpec {
        target_of(&self.pull)
    }
}

/// Whether a review is published when it ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::Args)]
pub struct CommentArgs {
    /// Publish the review of a pull request when it ends, whatever publish.auto says.
    #[arg(long, conflicts_with = "no_comment")]
    pub comment: bool,
    /// Do not, whatever publish.auto says.
    #[arg(long)]
    pub no_comment: bool,
}

impl CommentArgs {
    /// What the flags and the setting come to.
    pub fn wants(self, auto: bool) -> bool {
        self.comment || (auto && !self.no_comment)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_go_before_the_setting() {
        let flags = |comment, no_comment| CommentArgs { comment, no_comment };
        assert!(flags(true, false).wants(false) && flags(false, false).wants(true));
        assert!(!flags(false, true).wants(true) && !flags(false, false).wants(false));
    }
}
