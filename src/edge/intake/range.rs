//! `A..B` and `A...B`, as git reads them: an open end is HEAD. Called by `name`.

use super::{Intake, IntakeError, Outline, Taken, name, repository::place, slug};
use crate::{
    core::model::TargetKind,
    edge::git::{Asked, GitError},
};

/// A range as typed, open ends filled in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Range<'n> {
    a: &'n str,
    b: &'n str,
    /// Three dots: against the merge base.
    symmetric: bool,
}

impl<'n> Range<'n> {
    /// Splits at the first dots, as git does.
    pub(super) fn parse(name: &'n str) -> Option<Self> {
        let (a, rest) = name.split_once("..")?;
        let (b, symmetric) = rest.strip_prefix('.').map_or((rest, false), |b| (b, true));
        let or_head = |end: &'n str| if end.is_empty() { "HEAD" } else { end };
        Some(Self { a: or_head(a), b: or_head(b), symmetric })
    }
}

impl Intake<'_> {
    /// Reviews a range.
    pub(super) fn range(&mut self, typed: &str, range: Range<'_>) -> Result<Taken, IntakeError> {
        name::check(range.a, "revision")?;
        name::check(range.b, "revision")?;
        if range.symmetric { self.symmetric(typed, range) } else { self.two_dots(typed, range) }
    }

    /// The diff starts at once; the names are resolved behind it, so that nothing takes a core from its first lines.
    fn two_dots(&mut self, typed: &str, range: Range<'_>) -> Result<Taken, IntakeError> {
        let diff = self.git.diff_trees(range.a, range.b)?;
        self.title(&super::error::shown(typed.as_bytes()));
        let read = self.stream(super::Source::Git(diff), typed);
        let fed = read.map_err(|e| self.diagnose(e, &[range.a, range.b]))?;
        let answer = self.git.about(&[range.a, range.b])?.get();
        let (about, ids) = answer.map_err(|e| self.diagnose(e.into(), &[range.a, range.b]))?;
        let [a, b] = ids.as_slice() else { return Err(self.diagnose(odd(), &[range.a, range.b])) };
        let outline = self.outline(typed, a, b);
        self.taken_unless_empty(&about, outline, fed, "No changes detected.")
    }

    fn symmetric(&mut self, typed: &str, range: Range<'_>) -> Result<Taken, IntakeError> {
        let asked = self.git.about(&[range.a, range.b])?;
        self.title(&super::error::shown(typed.as_bytes()));
        let answer = asked.get();
        let (about, ids) = answer.map_err(|e| self.diagnose(e.into(), &[range.a, range.b]))?;
        let [a, b] = ids.as_slice() else { return Err(self.diagnose(odd(), &[range.a, range.b])) };
        let (base, note) = self.merge_base((range.a, a), (range.b, b))?;
        let fed = self.stream(super::Source::Git(self.git.diff_trees(&base, b)?), typed)?;
        let mut outline = self.outline(typed, &base, b);
        outline.notes.extend(note);
        self.taken_unless_empty(&about, outline, fed, "No changes detected.")
    }

    fn outline(&self, typed: &str, a: &str, b: &str) -> Outline {
        Outline {
            kind: TargetKind::Range,
            pr_ref: slug::range(a, b),
            title: super::error::shown(typed.as_bytes()),
            base_sha: Some(a.to_owned()),
            head_sha: Some(b.to_owned()),
            notes: self.unused_base("a range names its own").into_iter().collect(),
        }
    }

    /// The best common ancestor of two commits, each given as (shown name, id). With several git takes the first,
    /// and the note says so.
    pub(super) fn merge_base(
        &self,
        (a, a_id): (&str, &str),
        (b, b_id): (&str, &str),
    ) -> Result<(String, Option<String>), IntakeError> {
        let bases = self.git.merge_bases(a_id, b_id)?;
        let note = || format!("{} merge bases; the first one, {}, is taken", bases.len(), short_of(bases.first()));
        match bases.first() {
            Some(base) => Ok((base.clone(), (bases.len() > 1).then(note))),
            None => {
                let shown = |n: &str| super::error::shown(n.as_bytes());
                Err(IntakeError::NoMergeBase { a: shown(a), b: shown(b), shallow: self.is_shallow() })
            }
        }
    }

    /// Finds the sentence for a failed git: no repository, no commits, or the first name that is unknown.
    pub(super) fn diagnose(&self, error: IntakeError, names: &[&str]) -> IntakeError {
        if !matches!(error, IntakeError::Git { .. }) {
            return error;
        }
        let about = match self.about() {
            Ok(about) => about,
            Err(deeper) => return deeper,
        };
        if matches!(self.git.head().and_then(Asked::get), Ok(head) if head.sha.is_none()) && names.contains(&"HEAD") {
            return IntakeError::NoCommits { dir: place(&about.common_dir) };
        }
        for name in names {
            if let Err(GitError::Refused { stderr, .. }) = self.git.object_id(name) {
                return self.unknown(name, "no branch, tag or commit has that name", &stderr);
            }
        }
        error
    }

    /// The error for a name that git does not know.
    pub(super) fn unknown(&self, name: &str, looked_for: &'static str, stderr: &str) -> IntakeError {
        // "Needed a single revision" or "bad revision" is all that git says of a plain unknown name.
        let words = stderr
            .lines()
            .filter(|l| !l.contains("Needed a single") && !l.contains("bad revision"))
            .collect::<Vec<_>>()
            .join("\n");
        let shallow = self.is_shallow();
        IntakeError::Unknown { name: super::error::shown(name.as_bytes()), looked_for, words, shallow }
    }
}

fn short_of(id: Option<&String>) -> &str {
    id.map_or("", |id| slug::short(id, 12))
}

fn odd() -> IntakeError {
    IntakeError::Git { what: "rev-parse".to_owned(), words: "the answer could not be understood".to_owned() }
}

#[cfg(test)]
mod tests {
    use super::Range;

    #[test]
    fn open_ends_are_head_and_three_dots_are_symmetric() {
        let cases = [
            ("a..b", ("a", "b", false)),
            ("a...b", ("a", "b", true)),
            ("a..", ("a", "HEAD", false)),
            ("..b", ("HEAD", "b", false)),
            ("...b", ("HEAD", "b", true)),
            ("@{u}..", ("@{u}", "HEAD", false)),
            ("HEAD~1..HEAD^{tree}", ("HEAD~1", "HEAD^{tree}", false)),
        ];
        for (typed, (a, b, symmetric)) in cases {
            assert_eq!(Range::parse(typed), Some(Range { a, b, symmetric }), "{typed}");
        }
        assert_eq!(Range::parse("v1.2.3"), None);
    }
}
