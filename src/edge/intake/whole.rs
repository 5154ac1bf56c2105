//! `--repo`: every file of HEAD, against the empty tree (FACTS 35). Uncommitted work is not part of it, and it is never
//! published. Called by `read`.

use super::{Intake, IntakeError, Outline, Source, Taken, error::shown, repository::place, slug};
use crate::core::model::TargetKind;

impl Intake<'_> {
    /// Reviews the whole repository.
    pub(super) fn whole(&mut self) -> Result<Taken, IntakeError> {
        let head = self.git.head()?;
        let about = self.about()?;
        let head = head.get()?;
        let Some(sha) = head.sha.clone() else {
            return Err(IntakeError::NoCommits { dir: place(&about.common_dir) });
        };
        let at = head.branch.as_deref().map_or_else(|| slug::short(&sha, 12).to_owned(), |b| shown(b.as_bytes()));
        let title = format!("the whole repository at {at}");
        self.title(&title);
        let empty = self.git.empty_tree()?;
        let fed = self.stream(Source::Git(self.git.diff_trees(&empty, &sha)?), &title)?;
        let pr_ref = match &head.branch {
            Some(branch) => slug::named("repo", branch.as_bytes()),
            None => format!("repo-detached-{}", slug::short(&sha, 12)),
        };
        let notes = self.unused_base("the whole repository is compared with nothing").into_iter().collect();
        // Without a base: settings are those of HEAD.
        let outline = Outline { kind: TargetKind::Repo, pr_ref, title, base_sha: None, head_sha: Some(sha), notes };
        self.taken_unless_empty(&about, outline, fed, "No changes detected.")
    }
}
