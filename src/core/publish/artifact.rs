//! The frozen review: what a person decided to say about one head of one pull request, in canonical bytes with a hash.
//! Any edit makes another artifact. How it is said (event, body style) is no part of it. Called by `freeze`, the
//! course, and whoever shows the hash.

use sha2::{Digest, Sha256};

use crate::core::{
    model::{Anchor, FindingId, Kind, LineRange, PullName, RepoPath, ReviewAction, ReviewHash, Severity, Wording},
    synthesis::{Author, Sections},
};

/// What a review is about. It may be published nowhere else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Binding {
    /// Host, owner, repository, number.
    pub pull: PullName,
    /// Full id of the reviewed head.
    pub head: String,
    /// Who reviewed, as the host knew them then; `None` = it was not asked.
    pub login: Option<String>,
}

/// Whether the review is one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Disposition {
    /// The change was reviewed, at least in part.
    Reviewed,
    /// It was not, and why.
    Skipped(String),
}

/// One thing that is said, in the order of the review.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// Which finding or comment.
    pub id: FindingId,
    /// What it is.
    pub kind: Kind,
    /// How bad; means nothing for kinds other than finding and question.
    pub severity: Severity,
    /// Who found it, for people; '' for a person's own.
    pub pass: String,
    /// What it says.
    pub wording: Wording,
    /// Whose words these are.
    pub author: Author,
    /// Where a comment could stand; `None` = nowhere in the change. Without lines: on a file.
    pub anchor: Option<Anchor>,
    /// What it is about, for people, also where no comment can stand.
    pub about: Option<(RepoPath, Option<LineRange>)>,
    /// A person's own, or marked by them: at its lines whatever its kind.
    pub marked: bool,
}

impl Statement {
    /// A person's text about the review as a whole: it leads the body.
    pub fn is_own_text(&self) -> bool {
        self.kind == Kind::Comment && self.anchor.is_none()
    }

    /// The same words at the same place have the same key, in every review: what was posted is known by it.
    pub fn key(&self) -> String {
        let mut hash = Canon::default();
        hash.statement(self);
        hash.hash().as_str().get(..16).unwrap_or_default().to_owned()
    }
}

/// What was looked at (PUBLISH: "N of M files by agents, K collapsed, J not available").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Looked {
    /// Files of the change.
    pub files: u32,
    /// Of them, looked at by agents.
    pub by_agents: u32,
    /// Generated, vendored and binary ones, shown collapsed.
    pub collapsed: u32,
    /// Whose text the host did not give.
    pub unavailable: u32,
    /// Tasks that were still at work.
    pub running: u32,
}

/// A review, frozen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Artifact {
    /// What it is about.
    pub binding: Binding,
    /// Whether it is a review.
    pub disposition: Disposition,
    /// The verdict of the document.
    pub verdict: ReviewAction,
    /// Whether every task looked at everything.
    pub is_complete: bool,
    /// What is said, in order.
    pub statements: Vec<Statement>,
    /// What the machine says beside it.
    pub sections: Sections,
    /// What was looked at.
    pub looked: Looked,
}

impl Artifact {
    /// Its hash.
    pub fn hash(&self) -> ReviewHash {
        // What the machine says about the whole follows from the rest, and from where it was put together.
        let Self { binding, disposition, verdict, is_complete, statements, sections: _, looked: _ } = self;
        let mut canon = Canon::default();
        canon.text("prr review 1");
        let Binding { pull, head, login: _ } = binding;
        canon.text(pull.repo.host.as_str());
        canon.text(&pull.repo.owner.to_ascii_lowercase());
        canon.text(&pull.repo.repo.to_ascii_lowercase());
        canon.number(pull.number);
        canon.text(head);
        match disposition {
            Disposition::Reviewed => canon.text("reviewed"),
            Disposition::Skipped(why) => canon.texts(&["skipped", why]),
        }
        canon.text(verdict.as_str());
        canon.number(u64::from(*is_complete));
        canon.number(statements.len() as u64);
        statements.iter().for_each(|statement| canon.statement(statement));
        canon.hash()
    }
}

/// Bytes of parts whose borders cannot be moved, hashed as they come.
#[derive(Default)]
struct Canon(Sha256);

impl Canon {
    fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.update(bytes);
    }

    fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    fn texts(&mut self, texts: &[&str]) {
        texts.iter().for_each(|text| self.text(text));
    }

    fn number(&mut self, number: u64) {
        self.0.update(number.to_le_bytes());
    }

    fn maybe<T>(&mut self, value: Option<T>, put: impl FnOnce(&mut Self, T)) {
        self.number(u64::from(value.is_some()));
        if let Some(value) = value {
            put(self, value);
        }
    }

    fn lines(&mut self, lines: Option<LineRange>) {
        self.maybe(lines, |canon, lines| {
            canon.number(u64::from(lines.start()));
            canon.number(u64::from(lines.end()));
        });
    }

    /// The id is no part: another run gives the same words another number.
    fn statement(&mut self, statement: &Statement) {
        let Statement { id: _, kind, severity, pass, wording, author, anchor, about, marked } = statement;
        let Wording { title, body, suggestion } = wording;
        let author = match author {
            Author::Agent => "agent",
            Author::Person => "person",
        };
        self.texts(&[kind.as_str(), severity.as_str(), pass, author, title, body]);
        self.maybe(suggestion.as_deref(), Self::text);
        self.maybe(anchor.as_ref(), |canon, Anchor { path, side, lines }| {
            canon.bytes(path.as_bytes());
            canon.text(side.as_str());
            canon.lines(*lines);
        });
        self.maybe(about.as_ref(), |canon, (path, lines)| {
            canon.bytes(path.as_bytes());
            canon.lines(*lines);
        });
        self.number(u64::from(*marked));
    }

    fn hash(self) -> ReviewHash {
        ReviewHash::of(self.0.finalize().into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::publish::sample;

    #[test]
    fn any_edit_makes_another_artifact() {
        let base = sample::artifact();
        let edits: [fn(&mut Artifact); 12] = [
            |a| a.binding.head.replace_range(..1, "f"),
            |a| a.binding.pull.number += 1,
            |a| a.binding.pull.repo.repo.push('x'),
            |a| a.disposition = Disposition::Skipped("no".into()),
            |a| a.verdict = ReviewAction::Approve,
            |a| a.is_complete = false,
            |a| a.statements.swap(0, 1),
            |a| a.statements[0].wording.body.push('!'),
            |a| a.statements[0].wording.suggestion = Some(String::new()),
            |a| a.statements[0].severity = Severity::Minor,
            |a| a.statements[0].author = Author::Person,
            |a| a.statements[0].anchor = None,
        ];
        for (nth, edit) in edits.into_iter().enumerate() {
            let mut other = base.clone();
            edit(&mut other);
            assert_ne!(other.hash(), base.hash(), "edit {nth}");
        }
        assert_eq!(base.clone().hash(), base.hash());
    }

    #[test]
    fn letters_of_a_name_and_who_looks_make_no_other_review() {
        let mut other = sample::artifact();
        other.binding.pull.repo.owner = "O".into();
        other.binding.login = None;
        other.looked.files += 1;
        assert_eq!(other.hash(), sample::artifact().hash());
        assert_eq!(ReviewHash::parse(other.hash().as_str()), Some(other.hash()));
        assert_eq!(ReviewHash::parse("abc"), None);
    }
}
