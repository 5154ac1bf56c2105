//! One commit, against its first parent; a root against the empty tree (FACTS 35). Called by `name`.

use super::{Intake, IntakeError, Outline, Source, Taken, error::shown, slug};
use crate::{
    core::model::TargetKind,
    edge::git::{About, Commit},
};

impl Intake<'_> {
    /// Reviews the commit with that full id.
    pub(super) fn commit(&mut self, about: &About, id: &str, notes: Vec<String>) -> Result<Taken, IntakeError> {
        let commit = self.git.commit(id)?;
        let subject = shown(commit.subject.as_bytes());
        let title = if subject.is_empty() { format!("commit {}", slug::short(id, 12)) } else { subject };
        self.title(&title);
        let base = self.parent_of(about, &commit)?;
        let fed = self.stream(Source::Git(self.git.diff_trees(&base, id)?), &title)?;
        let outline = Outline {
            kind: TargetKind::Commit,
            pr_ref: format!("commit-{}", slug::short(id, 12)),
            title,
            base_sha: Some(base),
            head_sha: Some(id.to_owned()),
            notes: notes
                .into_iter()
                .chain(parents_note(&commit))
                .chain(self.unused_base("a commit has its parent"))
                .collect(),
        };
        self.taken_unless_empty(about, outline, fed, "No changes detected.")
    }

    fn parent_of(&self, about: &About, commit: &Commit) -> Result<String, IntakeError> {
        if let Some(parent) = commit.parents.first() {
            return Ok(parent.clone());
        }
        // In a shallow clone git shows the oldest commits as if they had no parents.
        let cut = std::fs::read_to_string(about.common_dir.join("shallow")).unwrap_or_default();
        if cut.lines().any(|line| line.trim() == commit.sha) {
            return Err(IntakeError::ShallowParent { sha: slug::short(&commit.sha, 12).to_owned() });
        }
        Ok(self.git.empty_tree()?)
    }
}

fn parents_note(commit: &Commit) -> Option<String> {
    let first = slug::short(commit.parents.first()?, 12);
    (commit.parents.len() > 1).then(|| format!("a merge commit, shown against its first parent {first}"))
}
