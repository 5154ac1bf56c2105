//! Gates 1 to 3: the review itself, who we are, who else is here. Called by `answer`.

use super::{
    Course, End, Facts, Hold, Mode, Order, Stage,
    will::{Asked, Will},
};
use crate::core::{
    model::{Failure, PullName},
    publish::{
        Known,
        artifact::{Artifact, Disposition},
        gates::{Gate, Gates},
    },
};

impl Course {
    /// A course and its first order; `None` when gate 1 is closed: then it has ended.
    pub fn begin(asked: Asked, artifact: Artifact, will: Will) -> (Self, Option<Order>) {
        let mut course = Self {
            asked,
            artifact,
            will,
            stage: Stage::Ended,
            gates: Gates::default(),
            facts: Facts::default(),
            event: None,
            composed: None,
            intent: None,
            receipt: None,
            end: End::default(),
        };
        let order = match course.review() {
            Ok(why) => {
                course.gates.pass(Gate::Review, why);
                course.next(Stage::Resolving, Order::Resolve)
            }
            Err(why) => {
                course.fail(Gate::Review, why, None);
                course.refuse()
            }
        };
        (course, order)
    }

    fn review(&self) -> Result<String, String> {
        let (binding, hash) = (&self.artifact.binding, self.artifact.hash());
        if !same_pull(&binding.pull, &self.asked.pull) {
            return Err(format!("the review is about {}, not {}", binding.pull, self.asked.pull));
        }
        if hash != self.asked.review {
            let (now, asked) = (hash.short(), self.asked.review.short());
            return Err(format!("the review has changed since it was frozen: it is {now} now, {asked} was asked for"));
        }
        if let Disposition::Skipped(why) = &self.artifact.disposition {
            return Err(format!("there is no review to publish: {why}"));
        }
        Ok(format!("review {} of {} at {}", hash.short(), binding.pull, short(&binding.head)))
    }

    pub(super) fn resolved(&mut self, login: Result<Option<String>, Failure>) -> Option<Order> {
        let login = match login {
            Ok(login) => self.identity(login),
            Err(failure) => {
                self.fail_by(Gate::Identity, "", failure);
                return self.refuse();
            }
        };
        match login {
            Ok(login) => {
                self.gates.pass(Gate::Identity, format!("{login} on {}", self.asked.pull.repo.host));
                self.facts.login = login;
                let hold = if self.will.mode == Mode::Publish { Hold::Take } else { Hold::Peek };
                self.next(Stage::Locking, Order::Lock(hold))
            }
            Err(why) => {
                self.fail(Gate::Identity, why, None);
                self.refuse()
            }
        }
    }

    fn identity(&self, login: Option<String>) -> Result<String, String> {
        let login = login.or_else(|| self.will.login.clone());
        let login = login.filter(|login| !login.trim().is_empty()).ok_or(
            "the token may not ask who it belongs to: set `github.login` in your config.toml to the login it posts as",
        )?;
        match &self.artifact.binding.login {
            Some(before) if !before.eq_ignore_ascii_case(&login) => {
                Err(format!("the review was made as {before}, and the token belongs to {login}"))
            }
            _ => Ok(login),
        }
    }

    pub(super) fn locked(&mut self, known: Result<Known, String>) -> Option<Order> {
        match known {
            Ok(known) => {
                self.gates.pass(Gate::Lock, "nobody else publishes to it");
                self.facts.known = known;
                self.next(Stage::ReadingPull, Order::ReadPull)
            }
            Err(holder) => {
                self.fail(Gate::Lock, holder, None);
                self.refuse()
            }
        }
    }
}

/// The same pull request: names of owners and repositories are case-blind on every host.
pub(super) fn same_pull(a: &PullName, b: &PullName) -> bool {
    let same = |a: &str, b: &str| a.eq_ignore_ascii_case(b);
    let (x, y) = (&a.repo, &b.repo);
    x.host == y.host && same(&x.owner, &y.owner) && same(&x.repo, &y.repo) && a.number == b.number
}

/// The first digits of a commit id, for people.
pub(super) fn short(sha: &str) -> &str {
    sha.get(..10).unwrap_or(sha)
}
