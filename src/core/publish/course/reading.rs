//! Gates 4 to 8: the pull request as it is, what has been said on it, its files. Called by `answer`.

use super::{Course, Mode, Order, Seat, Stage, Talk, begin::short};
use crate::core::{
    model::{Failure, ForeignReview, Pull, PullFile, PullState, RepoPath, ReviewState, Time},
    publish::{
        Intent, Outcome, Receipt,
        gates::{Choice, Gate},
        marker,
        place::{Lines, Moved},
        words::Words,
    },
};

impl Course {
    pub(super) fn pull_read(&mut self, pull: Result<Box<Pull>, Failure>) -> Option<Order> {
        let pull = match pull {
            Ok(pull) => pull,
            Err(failure) => {
                self.fail_by(Gate::Head, "", failure);
                return self.refuse();
            }
        };
        self.head(&pull);
        self.state(&pull);
        self.facts.pull = Some(pull);
        if self.stops() {
            return self.refuse();
        }
        self.next(Stage::ReadingReviews, Order::ReadReviews)
    }

    fn head(&mut self, pull: &Pull) {
        let (reviewed, now) = (self.artifact.binding.head.clone(), pull.head.sha.clone());
        if reviewed.eq_ignore_ascii_case(&now) {
            return self.gates.pass(Gate::Head, format!("still {}", short(&now)));
        }
        let moved = format!("{} was reviewed, the head is {} now", short(&reviewed), short(&now));
        match self.may_be_stale() {
            true => self.gates.pass(Gate::Head, format!("{moved}: everything stands in the body")),
            false => {
                let remedy = match self.will.seat {
                    Seat::Person => "move the review to the new head, or put everything in the body",
                    Seat::Empty => "review it again, or publish with --allow-stale",
                };
                self.fail(Gate::Head, format!("{moved}: {remedy}"), Some(Choice::Stale { head: now }));
            }
        }
    }

    fn may_be_stale(&self) -> bool {
        self.will.choices.stale || self.will.rights.allow_stale
    }

    fn state(&mut self, pull: &Pull) {
        let person = self.will.seat == Seat::Person;
        match (pull.state, pull.is_draft) {
            (PullState::Open, false) => self.gates.pass(Gate::State, "open, and no draft"),
            (PullState::Open, true) if self.chose(self.will.choices.draft) => {
                self.gates.pass(Gate::State, "a draft: COMMENT only");
            }
            (PullState::Open, true) => {
                let remedy = if person { "confirm that it is only a COMMENT" } else { "publish it from `prr tui`" };
                self.fail(Gate::State, format!("it is a draft: {remedy}"), Some(Choice::Draft));
            }
            (state, _) if self.will.choices.closed => {
                self.gates.pass(Gate::State, format!("{}: everything stands in the body", state.as_str()));
            }
            (state, _) => {
                let remedy = if person { "confirm it" } else { "publish with --include-closed" };
                self.fail(Gate::State, format!("it is {}: {remedy}", state.as_str()), Some(Choice::Closed));
            }
        }
    }

    pub(super) fn reviews_read(&mut self, talk: Result<Talk, Failure>, at: Time) -> Option<Order> {
        let talk = match talk {
            Ok(talk) => talk,
            Err(failure) => {
                self.fail_by(Gate::Duplicate, "what was posted before cannot be read, so nothing is posted: ", failure);
                return self.refuse();
            }
        };
        let found = self.attempts(&talk, at);
        self.facts.talk = Some(talk);
        if self.will.mode == Mode::Publish {
            if self.gates.closed().is_some_and(|(gate, _)| gate == Gate::Lock) {
                return self.end(Some(Outcome::Indeterminate));
            }
            return self.settle(found);
        }
        self.facts.is_unsettled = !found.is_empty();
        self.duplicates()
    }

    /// Earlier attempts without a receipt: those that are on the host get one; one that is not closes the lock's
    /// gate until a person has looked.
    fn attempts(&mut self, talk: &Talk, at: Time) -> Vec<Receipt> {
        let (mut found, mut lost) = (Vec::new(), None);
        for intent in self.facts.known.open.clone() {
            match find(talk, &intent) {
                Some((id, url)) => found.push(self.late(intent, id, url, at)),
                None => lost = Some(intent),
            }
        }
        if let Some(intent) = lost {
            let why = format!(
                "an earlier attempt (review {}) may have been posted, and GitHub does not show it: look at the pull request, then `prr publish {} --reconcile`",
                intent.review.short(),
                self.asked.pull
            );
            self.fail(Gate::Lock, why, Some(Choice::Reconcile));
        }
        found
    }

    fn late(&self, intent: Intent, id: u64, url: String, at: Time) -> Receipt {
        let is_this = intent.review == self.asked.review;
        let keys = self.artifact.statements.iter().filter(|_| is_this).map(|one| one.key()).collect();
        let diagnostics = vec!["its receipt was lost; it was found by its marker".to_owned()];
        let outcome = Outcome::Posted;
        Receipt { intent, outcome, id: Some(id), url, inline: 0, moved: 0, diagnostics, keys, reconciled: true, at }
    }

    /// Writes the receipts of what was found, then goes on.
    fn settle(&mut self, mut rest: Vec<Receipt>) -> Option<Order> {
        match rest.pop() {
            Some(receipt) => {
                self.facts.known.receipts.push(receipt.clone());
                self.receipt = Some(receipt.clone());
                self.next(Stage::Settling(rest), Order::WriteReceipt(receipt))
            }
            None => self.duplicates(),
        }
    }

    pub(super) fn settled(&mut self, rest: Vec<Receipt>, result: Result<(), Failure>) -> Option<Order> {
        if let Err(failure) = result {
            self.end.diagnostics.push(failure.summary);
        }
        self.settle(rest)
    }

    fn duplicates(&mut self) -> Option<Order> {
        let talk = self.facts.talk.clone().unwrap_or_default();
        let head = self.artifact.binding.head.clone();
        self.facts.earlier = marker::earlier(&talk.reviews, &talk.remarks, &self.facts.login, &head);
        let same = self.facts.earlier.iter().find(|one| one.review.as_ref() == Some(&self.asked.review));
        let (same, other) = (same.cloned(), self.facts.earlier.first().cloned());
        match (same, other) {
            (Some(same), _) if self.facts.is_unsettled => {
                let why = format!("this very review is posted, and its receipt is not written down yet: {}", same.url);
                return self.skip(why, Some(Choice::Reconcile));
            }
            (Some(same), _) => return self.skip(format!("this very review is posted: {}", same.url), None),
            (None, Some(other)) if self.will.seat == Seat::Empty => {
                return self.skip(format!("this head is reviewed already: {}", other.url), None);
            }
            (None, Some(other)) if self.will.choices.second => {
                let why = format!("a second review, of what {} does not say", other.url);
                self.gates.pass(Gate::Duplicate, why);
            }
            (None, Some(other)) => {
                let why = format!("you have reviewed this head: {}. A second review says only what is new", other.url);
                self.fail(Gate::Duplicate, why, Some(Choice::Second { url: other.url }));
            }
            (None, None) => self.gates.pass(Gate::Duplicate, "no earlier review of this head by you"),
        }
        self.pending(&talk.reviews);
        if self.stops() {
            return self.refuse();
        }
        match self.has_unknown_earlier() {
            true => self.next(Stage::ReadingComments, Order::ReadOwnComments(self.facts.login.clone())),
            false => self.files(),
        }
    }

    fn skip(&mut self, why: String, choice: Option<Choice>) -> Option<Order> {
        self.fail(Gate::Duplicate, why, choice);
        match self.will.mode {
            Mode::Publish => self.end(Some(Outcome::SkippedDuplicate)),
            Mode::Preview => {
                let reviews = self.facts.talk.clone().unwrap_or_default().reviews;
                self.pending(&reviews);
                self.files()
            }
        }
    }

    fn pending(&mut self, reviews: &[ForeignReview]) {
        let is_mine = |review: &&ForeignReview| {
            review.state == ReviewState::Pending && review.author.login.eq_ignore_ascii_case(&self.facts.login)
        };
        let Some(review) = reviews.iter().find(is_mine) else {
            return self.gates.pass(Gate::Pending, "no pending review of yours");
        };
        let (id, url) = (review.id, review.url.clone());
        if self.will.seat == Seat::Person && self.will.choices.discard == Some(id) {
            return self.gates.pass(Gate::Pending, format!("pending review {id} goes, as you chose"));
        }
        let link = if url.is_empty() { self.link() } else { url.clone() };
        let remedy = match self.will.seat {
            Seat::Person => "join it to this one, or discard it",
            Seat::Empty => "submit or discard it there, or choose in `prr tui`",
        };
        let why = format!("you have a pending review on this pull request ({link}), started elsewhere: {remedy}");
        self.fail(Gate::Pending, why, Some(Choice::Pending { id, url: link }));
    }

    fn link(&self) -> String {
        self.facts.pull.as_ref().map(|pull| pull.url.clone()).unwrap_or_default()
    }

    /// Whether a second review is made and an earlier one was posted from elsewhere: then only its text tells what
    /// it said.
    fn has_unknown_earlier(&mut self) -> bool {
        let receipts = self.facts.known.receipts.iter().filter(|receipt| {
            receipt.outcome.is_posted() && receipt.intent.head == self.artifact.binding.head && !receipt.keys.is_empty()
        });
        let known: Vec<_> = receipts.collect();
        let is_known = |id: u64| known.iter().any(|receipt| receipt.id == Some(id));
        let all = self.facts.earlier.iter().all(|earlier| is_known(earlier.id));
        if !self.facts.earlier.is_empty() {
            self.facts.said = known.iter().flat_map(|receipt| receipt.keys.clone()).collect();
        }
        !all
    }

    pub(super) fn comments_read(&mut self, comments: Result<Vec<(RepoPath, String)>, Failure>) -> Option<Order> {
        match comments {
            Ok(comments) => {
                self.facts.comments = comments;
                let more: Vec<String> =
                    self.artifact.statements.iter().filter(|one| self.was_said(one)).map(|one| one.key()).collect();
                self.facts.said.extend(more);
                self.files()
            }
            Err(failure) => {
                self.fail_by(Gate::Duplicate, "what the earlier review said cannot be read: ", failure);
                if self.stops() { self.refuse() } else { self.files() }
            }
        }
    }

    /// Whether an earlier text of ours holds the statement's words as paragraphs of their own.
    fn was_said(&self, statement: &crate::core::publish::Statement) -> bool {
        let words = Words::of(statement);
        let paragraphs = |text: &str| format!("\n\n{}\n\n", text.replace("\r\n", "\n").trim());
        let said = paragraphs(words.body());
        let holds = |text: &str| paragraphs(text).contains(&said) && text.contains(words.title());
        let path = statement.anchor.as_ref().map(|anchor| &anchor.path);
        let at_lines = self.facts.comments.iter().filter(|(at, _)| Some(at) == path);
        let bodies = self.facts.earlier.iter().map(|earlier| earlier.body.as_str());
        at_lines.map(|(_, text)| text.as_str()).chain(bodies).any(holds)
    }

    /// Why no comment can stand at lines, whatever the files are.
    pub(super) fn body_only(&self) -> Option<Moved> {
        let pull = self.facts.pull.as_ref()?;
        if !pull.head.sha.eq_ignore_ascii_case(&self.artifact.binding.head) {
            return Some(Moved::Stale);
        }
        (pull.state != PullState::Open).then_some(Moved::Closed)
    }

    pub(super) fn files(&mut self) -> Option<Order> {
        let has_lines =
            |one: &crate::core::publish::Statement| one.anchor.as_ref().is_some_and(|at| at.lines.is_some());
        if self.body_only().is_some() || !self.artifact.statements.iter().any(has_lines) {
            self.gates.pass(Gate::Files, "not needed: nothing stands at lines");
            return self.compose();
        }
        self.next(Stage::ReadingFiles, Order::ReadFiles)
    }

    pub(super) fn files_read(&mut self, files: Result<std::sync::Arc<[PullFile]>, Failure>) -> Option<Order> {
        match files {
            Ok(files) => {
                self.facts.lines = Some(Lines::of(&files));
                self.gates.pass(Gate::Files, format!("{} files read", files.len()));
            }
            Err(failure) => {
                let why = format!("the files could not be read, so everything stands in the body: {}", failure.summary);
                self.gates.pass(Gate::Files, why.clone());
                self.end.diagnostics.push(why);
            }
        }
        self.compose()
    }
}

/// The review that an intent became, by its marker.
pub(super) fn find(talk: &Talk, intent: &Intent) -> Option<(u64, String)> {
    let earlier = marker::earlier(&talk.reviews, &talk.remarks, &intent.login, &intent.head);
    earlier.into_iter().find(|one| one.review.as_ref() == Some(&intent.review)).map(|one| (one.id, one.url))
}
