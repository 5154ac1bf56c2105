//! What the made GitHub knows: repositories, pull requests, what people said on them, and who may see what.
//! Not here: how it is told (`tell`), who may (`access`), a filled world (`sample`). Tests may change any of it at
//! any time through `Hub::world`.

use std::collections::BTreeMap;

use super::{diff, story::Origin};

/// Everything.
pub struct World {
    /// Whose GitHub it is.
    pub kind: Kind,
    /// Secrets and what they open.
    pub tokens: BTreeMap<String, Token>,
    /// Repositories.
    pub repositories: Vec<Repository>,
    /// Whether GraphQL answers or is not there.
    pub graphql: Service,
    /// Limits of calls; `None` as on many enterprise servers.
    pub limits: Option<Limits>,
    /// The git side; `None` in a world made of text.
    pub origin: Option<Origin>,
    /// The last number given to anything, and the clock of everything written.
    pub last: u64,
}

/// Whose GitHub it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Paths begin at the root.
    Cloud,
    /// Paths begin with `/api/v3`, GraphQL is `/api/graphql`.
    Enterprise,
}

/// Whether something answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Service {
    /// It does.
    On,
    /// 404.
    Off,
}

/// Limits of calls, counted down by each one.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Calls in a window.
    pub limit: u32,
    /// Calls left.
    pub remaining: u32,
    /// Unix time at which the next window begins.
    pub reset: i64,
}

/// What a secret opens.
#[derive(Debug, Clone)]
pub struct Token {
    /// Whose it is.
    pub login: String,
    /// Of which kind.
    pub kind: TokenKind,
    /// Whether it still opens anything.
    pub is_valid: bool,
    /// Whether it was allowed for organisations with single sign-on.
    pub has_sso: bool,
}

/// Kinds of tokens.
#[derive(Debug, Clone)]
pub enum TokenKind {
    /// With scopes, told in `X-OAuth-Scopes`.
    Classic(Vec<String>),
    /// For these repositories only, with or without the right to write.
    FineGrained(Vec<String>, Rights),
    /// Of an app or a workflow: has no user.
    App(Rights),
}

/// What may be done with a pull request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rights {
    /// Seen.
    Read,
    /// Reviewed.
    Write,
}

impl Token {
    /// Somebody's classic token.
    pub fn classic(login: &str, scopes: &[&str]) -> Self {
        let kind = TokenKind::Classic(scopes.iter().map(ToString::to_string).collect());
        Self { login: login.to_owned(), kind, is_valid: true, has_sso: false }
    }

    /// Of another kind.
    pub fn of(login: &str, kind: TokenKind) -> Self {
        Self { login: login.to_owned(), kind, is_valid: true, has_sso: false }
    }
}

/// A repository.
pub struct Repository {
    /// The number in the paths of `Link` headers.
    pub id: u64,
    /// Person or organisation.
    pub owner: String,
    /// Its name.
    pub name: String,
    /// Logins that see it; `None` = everybody.
    pub members: Option<Vec<String>>,
    /// Whether its organisation asks for single sign-on.
    pub needs_sso: bool,
    /// Other `owner/name`s that lead here.
    pub former: Vec<String>,
    /// Pull requests.
    pub pulls: Vec<Pull>,
    /// Issues that are none.
    pub issues: Vec<Issue>,
}

impl Repository {
    /// An empty public one.
    pub fn new(id: u64, owner: &str, name: &str) -> Self {
        Self {
            id,
            owner: owner.to_owned(),
            name: name.to_owned(),
            members: None,
            needs_sso: false,
            former: Vec::new(),
            pulls: Vec::new(),
            issues: Vec::new(),
        }
    }

    /// `owner/name`.
    pub fn full_name(&self) -> String {
        format!("{}/{}", self.owner, self.name)
    }

    /// A pull request that must be there.
    #[track_caller]
    pub fn pull(&mut self, number: u64) -> &mut Pull {
        self.pulls.iter_mut().find(|p| p.number == number).expect("no such pull request in the world")
    }
}

/// An issue.
#[derive(Debug, Clone)]
pub struct Issue {
    /// Its number.
    pub number: u64,
    /// Its title.
    pub title: String,
    /// Its text.
    pub body: Option<String>,
    /// Whether it is open.
    pub is_open: bool,
}

/// State of a pull request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "as GitHub says")]
pub enum State {
    Open,
    Closed,
    Merged,
}

/// One end.
#[derive(Debug, Clone)]
pub struct End {
    /// The branch.
    pub branch: String,
    /// The commit.
    pub sha: String,
    /// `owner/name`; `None` = the fork was deleted.
    pub repo: Option<String>,
}

/// A pull request: itself, what it changes, what was said.
pub struct Pull {
    /// Its number.
    pub number: u64,
    /// Its words.
    pub about: About,
    /// State.
    pub state: State,
    /// Draft.
    pub is_draft: bool,
    /// Where to.
    pub base: End,
    /// Where from.
    pub head: End,
    /// What it changes at each head it ever had; the present one is among them.
    pub changes: BTreeMap<String, Change>,
    /// Checks and statuses of the head.
    pub checks: Vec<Check>,
    /// The conversation.
    pub conversation: Vec<Remark>,
    /// Reviews, pending ones too.
    pub reviews: Vec<Review>,
    /// Threads under lines, those of pending reviews too.
    pub threads: Vec<Thread>,
    /// Numbers of issues that it closes.
    pub closes: Vec<u64>,
}

/// Words of a pull request.
#[derive(Debug, Clone)]
pub struct About {
    /// Title.
    pub title: String,
    /// Description.
    pub body: Option<String>,
    /// Who opened it; `None` = deleted account.
    pub author: Option<String>,
    /// Labels.
    pub labels: Vec<String>,
    /// Whose review is asked for.
    pub asked: Vec<String>,
    /// Who is assigned.
    pub assigned: Vec<String>,
}

/// What a pull request changes at one head.
#[derive(Debug, Clone, Default)]
pub struct Change {
    /// The three-dot diff.
    pub diff: Vec<u8>,
    /// The list of files.
    pub files: Vec<diff::File>,
    /// Commits, oldest first.
    pub commits: Vec<Commit>,
}

/// A commit.
#[derive(Debug, Clone)]
pub struct Commit {
    /// Full id.
    pub sha: String,
    /// The message.
    pub message: String,
    /// The parent's id.
    pub parent: String,
}

/// A check run (`conclusion` inside) or a commit status.
#[derive(Debug, Clone)]
pub struct Check {
    /// Name or context.
    pub name: String,
    /// Where it is told.
    pub told: Told,
}

/// Where a check is told, and what.
#[derive(Debug, Clone)]
pub enum Told {
    /// A check run: `queued`, `in_progress`, or a conclusion.
    Run(String),
    /// A commit status: `success`, `failure`, `error`, `pending`.
    Status(String),
}

/// A comment anywhere.
#[derive(Debug, Clone)]
pub struct Remark {
    /// Its number.
    pub id: u64,
    /// Who wrote it; `None` = deleted account.
    pub author: Option<String>,
    /// Markdown.
    pub body: String,
    /// When, RFC 3339.
    pub written: String,
    /// The review it came with; 0 in the conversation.
    pub review: u64,
}

/// A review.
#[derive(Debug, Clone)]
pub struct Review {
    /// Its number.
    pub id: u64,
    /// Who wrote it.
    pub author: Option<String>,
    /// `PENDING`, `COMMENTED`, `APPROVED`, `CHANGES_REQUESTED`, `DISMISSED`.
    pub state: String,
    /// Its text.
    pub body: String,
    /// The head it was written on.
    pub commit: String,
    /// When; `None` while pending.
    pub submitted: Option<String>,
}

/// A place in the diff. `line` is `None` for a whole file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The new name.
    pub path: String,
    /// `RIGHT` or `LEFT`.
    pub side: String,
    /// Last line.
    pub line: Option<u32>,
    /// First line and its side, of a range.
    pub start: Option<(u32, String)>,
}

/// A thread under a place.
#[derive(Debug, Clone)]
pub struct Thread {
    /// The place, as it was written.
    pub place: Place,
    /// The line is not where it was any more.
    pub is_outdated: bool,
    /// Who resolved it.
    pub resolved_by: Option<String>,
    /// The head it was written on.
    pub commit: String,
    /// The hunk it was written under.
    pub hunk: String,
    /// Oldest first, at least one.
    pub remarks: Vec<Remark>,
}

impl World {
    /// Nothing but a reviewer whose token may do everything.
    pub fn empty() -> Self {
        let reviewer = Token::classic(super::REVIEWER, &["repo", "read:org"]);
        Self {
            kind: Kind::Cloud,
            tokens: BTreeMap::from([(super::TOKEN.to_owned(), reviewer)]),
            repositories: Vec::new(),
            graphql: Service::On,
            limits: Some(Limits { limit: 5000, remaining: 4999, reset: chrono::Utc::now().timestamp() + 3000 }),
            origin: None,
            last: 1000,
        }
    }

    /// The next number.
    pub fn number(&mut self) -> u64 {
        self.last += 1;
        self.last
    }

    /// The next moment: seconds apart, the same in every run.
    pub fn moment(&mut self) -> String {
        let at = chrono::DateTime::from_timestamp(1_769_000_000 + self.number() as i64, 0).unwrap();
        at.format("%Y-%m-%dT%H:%M:%SZ").to_string()
    }

    /// The repository of that name, under any name it ever had, in any case.
    pub fn repository(&self, full_name: &str) -> Option<&Repository> {
        self.repositories.iter().find(|r| r.full_name().eq_ignore_ascii_case(full_name))
    }

    /// A repository that must be there.
    #[track_caller]
    pub fn repo(&mut self, full_name: &str) -> &mut Repository {
        self.repositories.iter_mut().find(|r| r.full_name() == full_name).expect("no such repository in the world")
    }

    /// Pull request 7 of `o/r`, with which nearly every test has to do.
    #[track_caller]
    pub fn seven(&mut self) -> &mut Pull {
        self.repo("o/r").pull(7)
    }
}

impl Pull {
    /// An open one of a diff; the author is `author`.
    pub fn new(number: u64, title: &str, base: End, head: End, change: Change) -> Self {
        let about = About {
            title: title.to_owned(),
            body: None,
            author: Some("author".to_owned()),
            labels: Vec::new(),
            asked: Vec::new(),
            assigned: Vec::new(),
        };
        Self {
            number,
            about,
            state: State::Open,
            is_draft: false,
            base,
            changes: BTreeMap::from([(head.sha.clone(), change)]),
            head,
            checks: Vec::new(),
            conversation: Vec::new(),
            reviews: Vec::new(),
            threads: Vec::new(),
            closes: Vec::new(),
        }
    }

    /// What it changes now.
    pub fn change(&self) -> &Change {
        self.changes.get(&self.head.sha).expect("the head has no change")
    }

    /// What it changes now, to be changed.
    pub fn change_mut(&mut self) -> &mut Change {
        self.changes.get_mut(&self.head.sha).expect("the head has no change")
    }

    /// The head moves: threads on lines that are not in the new diff become outdated.
    pub fn push(&mut self, sha: &str, change: Change) {
        for thread in &mut self.threads {
            let stays = thread.place.line.is_none() || diff::anchored(&change.files, &thread.place).is_ok();
            thread.is_outdated |= !stays;
        }
        self.head.sha = sha.to_owned();
        self.changes.insert(sha.to_owned(), change);
    }
}
