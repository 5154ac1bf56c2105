//! Work in progress and the index, against HEAD (or the empty tree before the first commit). The user's index,
//! objects and files are only read. Called by `read` and `branch`.

use super::{Intake, IntakeError, Outline, Source, Taken, error::shown, repository::place, slug};
use crate::{
    core::model::TargetKind,
    edge::git::{About, Git, Head, LeftOut, ScratchIndex, WhyLeftOut},
};

/// Names spelt out in a note.
const NAMED: usize = 3;

impl<'a> Intake<'a> {
    /// `--wip`.
    pub(super) fn wip(&mut self) -> Result<Taken, IntakeError> {
        let about = self.about()?;
        let head = self.git.head()?;
        self.work_in_progress(&about, &head, "No changes detected.", Vec::new())
    }

    /// Tracked and untracked work; ignored files are left out.
    pub(super) fn work_in_progress(
        &mut self,
        about: &About,
        head: &Head,
        when_empty: &str,
        mut notes: Vec<String>,
    ) -> Result<Taken, IntakeError> {
        let git = self.at_top(about)?;
        let title = format!("work in progress on {}", where_head_is(head));
        self.title(&title);
        let base = self.base_of_work(head)?;
        let untracked = git.untracked()?;
        let listed = if untracked.is_empty() { None } else { Some(ScratchIndex::with(&git, &untracked)?) };
        let diff = match &listed {
            Some((index, _)) => index.git(&git).diff_work_tree(&base)?,
            None => git.diff_work_tree(&base)?,
        };
        let fed = self.stream(Source::Git(diff), &title)?;
        notes.extend(listed.iter().flat_map(|(_, left_out)| left_out_notes(left_out)));
        notes.extend(conflict_note(&git.conflicted()?));
        let outline = self.work_outline(TargetKind::Wip, head, title, base, notes);
        self.taken_unless_empty(about, outline, fed, when_empty)
    }

    /// `--staged`.
    pub(super) fn staged(&mut self) -> Result<Taken, IntakeError> {
        let about = self.about()?;
        let head = self.git.head()?;
        let git = self.at_top(&about)?;
        let title = format!("staged changes on {}", where_head_is(&head));
        self.title(&title);
        let base = self.base_of_work(&head)?;
        let fed = self.stream(Source::Git(git.diff_index(&base)?), &title)?;
        let conflicts = git.conflicted()?;
        let note =
            (!conflicts.is_empty()).then(|| format!("in conflict, so not staged: {}", some_names(conflicts.iter())));
        let outline = self.work_outline(TargetKind::Staged, &head, title, base, note.into_iter().collect());
        self.taken_unless_empty(&about, outline, fed, "No changes detected.")
    }

    /// git in the root of the working tree: file lists are relative to where it is asked.
    fn at_top(&self, about: &About) -> Result<Git<'a>, IntakeError> {
        let top = about.top.as_ref();
        let top = top.ok_or_else(|| IntakeError::NoWorkTree { dir: place(&about.common_dir) })?;
        Ok(self.git.at(top))
    }

    fn base_of_work(&self, head: &Head) -> Result<String, IntakeError> {
        match &head.sha {
            Some(sha) => Ok(sha.clone()),
            None => Ok(self.git.empty_tree()?),
        }
    }

    fn work_outline(&self, kind: TargetKind, head: &Head, title: String, base: String, notes: Vec<String>) -> Outline {
        let pr_ref = match (&head.branch, &head.sha) {
            (Some(branch), _) => slug::named(kind.as_str(), branch.as_bytes()),
            (None, sha) => format!("{}-detached-{}", kind.as_str(), slug::short(sha.as_deref().unwrap_or(""), 12)),
        };
        let base_note = (self.base.is_some() && !notes.iter().any(|n| n.contains("no commits of its own")))
            .then(|| self.unused_base("uncommitted work is compared with HEAD"));
        let notes = notes.into_iter().chain(base_note.flatten()).collect();
        Outline { kind, pr_ref, title, base_sha: Some(base), head_sha: None, notes }
    }
}

fn where_head_is(head: &Head) -> String {
    match (&head.branch, &head.sha) {
        (Some(branch), Some(_)) => shown(branch.as_bytes()),
        (Some(branch), None) => format!("{}, before its first commit", shown(branch.as_bytes())),
        (None, sha) => format!("detached HEAD at {}", slug::short(sha.as_deref().unwrap_or(""), 12)),
    }
}

fn conflict_note(paths: &[Vec<u8>]) -> Option<String> {
    let names = some_names(paths.iter());
    (!paths.is_empty()).then(|| format!("in conflict, shown as it stands in the working tree: {names}"))
}

fn left_out_notes(left_out: &[LeftOut]) -> Vec<String> {
    let reasons = [
        (WhyLeftOut::TooLarge, "too large (over 8 MiB, or 64 MiB together)"),
        (WhyLeftOut::TooMany, "past the first 2,000"),
        (WhyLeftOut::Unreadable, "cannot be read"),
        (WhyLeftOut::Repository, "a repository of its own"),
    ];
    let note = |(why, words): (WhyLeftOut, &str)| {
        let of_it: Vec<_> = left_out.iter().filter(|l| l.why == why).map(|l| &l.path).collect();
        let names = some_names(of_it.iter().copied());
        (!of_it.is_empty()).then(|| format!("untracked, not shown ({words}): {names}"))
    };
    reasons.into_iter().filter_map(note).collect()
}

/// The first names and how many more there are.
fn some_names<'p>(paths: impl ExactSizeIterator<Item = &'p Vec<u8>>) -> String {
    let more = paths.len().saturating_sub(NAMED);
    let names = paths.take(NAMED).map(|p| shown(p)).collect::<Vec<_>>().join(", ");
    if more == 0 { names } else { format!("{names} and {more} more") }
}
