//! A branch against its base, and what `prr tui` without a target means. Called by `read` and `name`.
//!
//! The base is `--base`, else what origin/HEAD points at, else main or master, local before remote; never the
//! branch itself. The diff is taken against the merge base, as a pull request would show it.

use super::{Intake, IntakeError, Outline, Source, Taken, error::shown, name, repository::place, slug};
use crate::{
    core::model::TargetKind,
    edge::git::{About, Asked, GitError, Head, Reference, Refs},
};

/// The tip of the branch under review.
pub(super) struct Tip {
    /// As it is shown.
    name: String,
    /// Full ref name; `None` for a detached HEAD.
    reference: Option<String>,
    /// Its commit.
    sha: String,
}

impl Tip {
    /// The tip of an existing ref.
    pub(super) fn of(reference: &Reference) -> Self {
        Self {
            name: short_name(&reference.name).to_owned(),
            reference: Some(reference.name.clone()),
            sha: reference.sha.clone(),
        }
    }

    fn of_head(head: &Head, sha: &str) -> Self {
        let reference = head.branch.as_ref().map(|b| format!("refs/heads/{b}"));
        let name = head.branch.clone().unwrap_or_else(|| format!("detached HEAD at {}", slug::short(sha, 12)));
        Self { name, reference, sha: sha.to_owned() }
    }

    fn pr_ref(&self) -> String {
        match &self.reference {
            Some(_) => slug::named("branch", self.name.as_bytes()),
            None => format!("branch-detached-{}", slug::short(&self.sha, 12)),
        }
    }
}

/// What a branch is compared with.
struct Base {
    name: String,
    sha: String,
    note: String,
}

/// A branch, its base, and where they parted.
struct Fork {
    tip: Tip,
    base: Base,
    sha: String,
    note: Option<String>,
}

impl<'a> Intake<'a> {
    /// `--branch NAME`.
    pub(super) fn branch(&mut self, name: &str) -> Result<Taken, IntakeError> {
        name::check(name, "branch")?;
        let short = name.strip_prefix("refs/heads/").unwrap_or(name);
        let asked = self.git.references(&["refs/heads/", "refs/remotes/"].map(|space| format!("{space}{short}")))?;
        let about = self.about()?;
        match asked.get()?.first().map(Tip::of) {
            Some(tip) => self.review_branch(&about, tip, Vec::new()),
            None if self.git.head()?.get()?.sha.is_none() => {
                Err(IntakeError::NoCommits { dir: place(&about.common_dir) })
            }
            None => Err(self.unknown(name, "no branch has that name", "")),
        }
    }

    /// No target: the current branch against its base, or the work in progress when it has no commits of its own.
    pub(super) fn nothing(&mut self) -> Result<Taken, IntakeError> {
        let (head, bases) = (self.git.head()?, self.base_candidates()?);
        let about = self.about()?;
        let head = head.get()?;
        let Some(sha) = head.sha.clone() else {
            return self.work_in_progress(&about, &head, "No changes detected.", Vec::new());
        };
        let tip = Tip::of_head(&head, &sha);
        let base = match self.find_base(&tip, bases) {
            Err(IntakeError::NoBase { .. }) if about.top.is_some() => {
                let note = "there is no base branch (origin/HEAD, main, master): this is the work in progress";
                return self.work_in_progress(&about, &head, "No changes detected.", vec![note.to_owned()]);
            }
            base => base?,
        };
        let message = format!("No changes detected on current branch vs {}.", base.name);
        let note = format!("{} has no commits of its own over {}: this is the work in progress", tip.name, base.name);
        let fork = self.fork(tip, base)?;
        if fork.sha == sha && about.top.is_some() {
            return self.work_in_progress(&about, &head, &message, vec![note]);
        }
        self.review(&about, fork, Vec::new())
    }

    /// Reviews a branch against its base.
    pub(super) fn review_branch(&mut self, about: &About, tip: Tip, notes: Vec<String>) -> Result<Taken, IntakeError> {
        let base = self.find_base(&tip, self.base_candidates()?)?;
        let fork = self.fork(tip, base)?;
        self.review(about, fork, notes)
    }

    /// Where the current branch left its base; HEAD when there is no base; `None` before the first commit.
    pub(super) fn parted(&self) -> Result<Option<String>, IntakeError> {
        let (head, bases) = (self.git.head()?, self.base_candidates()?);
        let head = head.get()?;
        let Some(sha) = head.sha.clone() else { return Ok(None) };
        let tip = Tip::of_head(&head, &sha);
        match self.find_base(&tip, bases) {
            Err(IntakeError::NoBase { .. }) => Ok(Some(sha)),
            base => Ok(Some(self.fork(tip, base?)?.sha)),
        }
    }

    fn fork(&self, tip: Tip, base: Base) -> Result<Fork, IntakeError> {
        let (sha, note) = self.merge_base((&base.name, &base.sha), (&tip.name, &tip.sha))?;
        Ok(Fork { tip, base, sha, note })
    }

    fn review(&mut self, about: &About, fork: Fork, notes: Vec<String>) -> Result<Taken, IntakeError> {
        let Fork { tip, base, sha, note } = fork;
        let title = shown(tip.name.as_bytes());
        self.title(&title);
        let diff = self.git.diff_trees(&sha, &tip.sha)?;
        let is_current = self.is_checked_out(&tip)?;
        let status = (is_current && about.top.is_some()).then(|| self.git.changed_paths()).transpose()?;
        let fed = self.stream(Source::Git(diff), &title)?;
        let notes = [base.note].into_iter().chain(note).chain(notes).chain(uncommitted(status)?).collect();
        let pr_ref = tip.pr_ref();
        let (base_sha, head_sha) = (Some(sha), Some(tip.sha));
        let outline = Outline { kind: TargetKind::Branch, pr_ref, title, base_sha, head_sha, notes };
        let which = if is_current { "current branch" } else { &outline.title };
        let message = format!("No changes detected on {which} vs {}.", base.name);
        self.taken_unless_empty(about, outline, fed, message)
    }

    fn is_checked_out(&self, tip: &Tip) -> Result<bool, IntakeError> {
        let Some(reference) = &tip.reference else { return Ok(true) };
        let head = self.git.head()?.get()?;
        Ok(head.branch.is_some_and(|b| reference.strip_prefix("refs/heads/") == Some(b.as_str())))
    }

    fn base_candidates(&self) -> Result<Asked<'a, Refs>, IntakeError> {
        let places =
            ["remotes/origin/HEAD", "heads/main", "heads/master", "remotes/origin/main", "remotes/origin/master"];
        Ok(self.git.references(&places.map(|p| format!("refs/{p}")))?)
    }

    fn find_base(&self, tip: &Tip, candidates: Asked<'_, Refs>) -> Result<Base, IntakeError> {
        if let Some(wanted) = self.base {
            return self.wanted_base(wanted);
        }
        let itself =
            |r: &Reference| tip.reference.as_deref().is_some_and(|t| t == r.name || r.target.as_deref() == Some(t));
        let candidates = candidates.get()?;
        let base = candidates.iter().find(|r| !itself(r));
        base.map(base_of).ok_or_else(|| IntakeError::NoBase { branch: shown(tip.name.as_bytes()) })
    }

    fn wanted_base(&self, wanted: &str) -> Result<Base, IntakeError> {
        name::check(wanted, "revision")?;
        let name = shown(wanted.as_bytes());
        match self.git.commit_id(wanted) {
            Ok(sha) => Ok(Base { note: format!("base: {name} (--base)"), name, sha }),
            Err(GitError::Refused { stderr, .. }) => {
                Err(self.unknown(wanted, "no branch, tag or commit has that name", &stderr))
            }
            Err(e) => Err(e.into()),
        }
    }
}

/// The note on changes that are not in the review.
fn uncommitted(status: Option<Asked<'_, usize>>) -> Result<Option<String>, IntakeError> {
    let Some(status) = status else { return Ok(None) };
    match status.get() {
        Ok(0) => Ok(None),
        Ok(paths) => {
            let have = if paths == 1 { "1 path has" } else { &format!("{paths} paths have") };
            Ok(Some(format!("{have} uncommitted changes, which are not part of this review: `--wip` shows them")))
        }
        Err(GitError::Stopped) => Err(IntakeError::Stopped),
        Err(_) => Ok(Some("git could not say whether there are uncommitted changes".to_owned())),
    }
}

fn base_of(reference: &Reference) -> Base {
    let (name, why) = match &reference.target {
        Some(target) => (short_name(target), "what origin/HEAD points at"),
        None => (short_name(&reference.name), "there is no origin/HEAD of its own"),
    };
    let name = shown(name.as_bytes());
    Base { note: format!("base: {name} ({why})"), name, sha: reference.sha.clone() }
}

fn short_name(reference: &str) -> &str {
    let spaces = ["refs/heads/", "refs/remotes/"];
    spaces.iter().find_map(|s| reference.strip_prefix(s)).unwrap_or(reference)
}
