//! Gates 9 to 13: the payload, the last look, the intent, the one POST, the receipt. Called by `answer`.

use super::{Course, Mode, Order, Posted, Stage, Talk, begin::short, reading::find};
use crate::core::{
    model::{Failure, Pull, PullState, Time},
    publish::{
        Event, Intent, Outcome, Receipt,
        compose::{self, Composed, How},
        event::{self, Standing},
        gates::{Choice, Gate},
        place::{Moved, Room},
        refusal::{self, PostFailure},
    },
};

impl Course {
    pub(super) fn compose(&mut self) -> Option<Order> {
        let Some(pull) = self.facts.pull.clone() else { return self.refuse() };
        let is_own = pull.author.login.eq_ignore_ascii_case(&self.facts.login);
        let is_stale = self.body_only() == Some(Moved::Stale);
        let standing = Standing { is_own, is_draft: pull.is_draft, is_stale };
        match event::decide(&self.artifact, self.will.event, self.will.rights, standing) {
            Err(why) => self.fail(Gate::Payload, why, Some(Choice::Event)),
            Ok((event, why)) => {
                self.event = Some(event);
                self.write(&pull, event, &why);
            }
        }
        if self.stops() {
            return self.refuse();
        }
        match self.will.mode {
            Mode::Preview => self.preview_ends(),
            Mode::Publish if self.says_nothing_new() => {
                self.fail(Gate::Duplicate, "an earlier review of this head says all of it", None);
                self.end(Some(Outcome::SkippedDuplicate))
            }
            Mode::Publish => self.next(Stage::Rereading, Order::RereadPull),
        }
    }

    fn write(&mut self, pull: &Pull, event: Event, why: &str) {
        let room = match (self.body_only(), &self.facts.lines) {
            (Some(why), _) => Room::BodyOnly(why),
            (None, Some(lines)) => Room::Lines(lines),
            (None, None) => Room::BodyOnly(Moved::NoFiles),
        };
        let how = How {
            commit: pull.head.sha.clone(),
            event,
            style: self.will.style,
            room,
            notices: self.notices(pull),
            said: self.facts.said.clone(),
        };
        match compose::compose(&self.artifact, &how) {
            Ok(composed) => {
                let (lines, moved) = (composed.payload.comments.len(), composed.moved.len());
                self.gates
                    .pass(Gate::Payload, format!("{}, {lines} at lines, {moved} in the body ({why})", event.as_str()));
                let size = format!("{} bytes", composed.payload.size());
                let cut: Vec<&str> = composed.shortened.iter().map(String::as_str).collect();
                self.gates.pass(Gate::Text, if cut.is_empty() { size } else { format!("{size}; {}", cut.join("; ")) });
                self.composed = Some(composed);
            }
            Err(why) => {
                self.gates.pass(Gate::Payload, format!("{} ({why})", event.as_str()));
                self.fail(Gate::Text, why, None);
            }
        }
    }

    /// What a reader must know first.
    fn notices(&self, pull: &Pull) -> Vec<String> {
        let mut notices = Vec::new();
        if self.body_only() == Some(Moved::Stale) {
            let (reviewed, now) = (&self.artifact.binding.head, &pull.head.sha);
            notices.push(format!("> **Note**: this is a review of {reviewed}; the head was {now} when it was posted."));
        }
        if pull.state != PullState::Open {
            notices.push(format!("> **Note**: the pull request was {} when this was posted.", pull.state.as_str()));
        }
        if let Some(earlier) = self.facts.earlier.first() {
            notices.push(format!("In addition to [an earlier review]({}) of this head:", earlier.url));
        }
        notices
    }

    fn says_nothing_new(&self) -> bool {
        let all_said = |composed: &Composed| composed.keys.is_empty() && composed.said_before > 0;
        self.event == Some(Event::Comment) && self.composed.as_ref().is_some_and(all_said)
    }

    /// A preview says of the last gates what will be asked of them.
    fn preview_ends(&mut self) -> Option<Order> {
        if self.gates.passed_to(Gate::Text) {
            self.gates.pass(Gate::Unchanged, "looked at again right before posting");
            self.gates.pass(Gate::Intent, "written right before posting; nothing is written now");
            self.gates.pass(Gate::Receipt, "written when it is posted; nothing is written now");
        }
        self.end(None)
    }

    pub(super) fn reread(&mut self, pull: Result<Box<Pull>, Failure>, at: Time) -> Option<Order> {
        let changed = match (&self.facts.pull, pull) {
            (_, Err(failure)) => {
                self.fail_by(Gate::Unchanged, "", failure);
                return self.refuse();
            }
            (None, Ok(_)) => Some("the pull request was not read".to_owned()),
            (Some(before), Ok(now)) => self.changed(before, &now),
        };
        if let Some(why) = changed {
            self.fail(Gate::Unchanged, why, None);
            return self.refuse();
        }
        self.gates.pass(Gate::Unchanged, "head, draft and state are as they were");
        match self.will.choices.discard.filter(|_| self.has_pending()) {
            Some(id) => self.next(Stage::Discarding, Order::Discard(id)),
            None => self.intend(at),
        }
    }

    fn has_pending(&self) -> bool {
        let reviews = self.facts.talk.as_ref().map(|talk| talk.reviews.clone()).unwrap_or_default();
        reviews.iter().any(|review| Some(review.id) == self.will.choices.discard)
    }

    fn changed(&self, before: &Pull, now: &Pull) -> Option<String> {
        let payload = self.composed.as_ref().map(|composed| composed.payload.hash());
        let unseen = self.will.confirmed.is_some() && self.will.confirmed != payload;
        let rules = [
            (before.head.sha != now.head.sha, format!("the head moved to {} meanwhile", short(&now.head.sha))),
            (before.is_draft != now.is_draft, "its draft state changed meanwhile".to_owned()),
            (before.state != now.state, format!("it was {} meanwhile", now.state.as_str())),
            (unseen, "what would be posted is no longer what you confirmed: look at it again".to_owned()),
        ];
        rules.into_iter().find(|(holds, _)| *holds).map(|(_, why)| why)
    }

    pub(super) fn discarded(&mut self, result: Result<(), Failure>, at: Time) -> Option<Order> {
        match result {
            Ok(()) => self.intend(at),
            Err(failure) => {
                self.fail_by(Gate::Pending, "the pending review could not be deleted: ", failure);
                self.refuse()
            }
        }
    }

    fn intend(&mut self, at: Time) -> Option<Order> {
        let Some((composed, event)) = self.composed.as_ref().zip(self.event) else { return self.refuse() };
        let intent = Intent {
            pull: self.asked.pull.clone(),
            head: self.artifact.binding.head.clone(),
            review: self.asked.review.clone(),
            payload: composed.payload.hash(),
            login: self.facts.login.clone(),
            event,
            at,
        };
        self.intent = Some(intent.clone());
        self.next(Stage::WritingIntent, Order::WriteIntent(intent))
    }

    pub(super) fn intent_written(&mut self, result: Result<(), Failure>) -> Option<Order> {
        if let Err(failure) = result {
            self.fail_by(Gate::Intent, "it cannot be written down, so nothing is posted: ", failure);
            return self.refuse();
        }
        self.gates.pass(Gate::Intent, "written down");
        let cleared = self.composed.as_ref().and_then(|composed| self.gates.clear(composed.payload.clone()));
        match cleared {
            Some(cleared) => self.next(Stage::Posting, Order::Post(cleared)),
            None => self.refuse(),
        }
    }

    pub(super) fn posted(&mut self, result: Result<Posted, PostFailure>, at: Time) -> Option<Order> {
        match result {
            Ok(posted) => self.receive(Some(posted), at, false),
            Err(failure) => self.next(Stage::Reconciling(failure), Order::Reconcile),
        }
    }

    pub(super) fn reconciled(&mut self, failure: &PostFailure, talk: Result<Talk, Failure>, at: Time) -> Option<Order> {
        let (cause, remedy) = refusal::explain(failure);
        let found = match (&talk, &self.intent) {
            (Ok(talk), Some(intent)) => find(talk, intent),
            _ => None,
        };
        match (found, talk) {
            (Some((id, url)), _) => {
                self.end
                    .diagnostics
                    .push(format!("{cause}, and yet the review was written: it was found by its marker"));
                self.receive(Some(Posted { id, url }), at, true)
            }
            (None, Ok(_)) if failure.is_certain() => {
                self.end.diagnostics.push(format!("{cause}; {remedy}"));
                self.receive(None, at, false)
            }
            (None, _) => {
                self.fail(
                    Gate::Receipt,
                    format!("it is not known whether the review was written: {cause}; {remedy}"),
                    Some(Choice::Reconcile),
                );
                self.end.diagnostics.push(format!("{cause}; {remedy}"));
                self.end(Some(Outcome::Indeterminate))
            }
        }
    }

    /// Writes the receipt of a review that is there, or of a POST that was refused.
    fn receive(&mut self, posted: Option<Posted>, at: Time, reconciled: bool) -> Option<Order> {
        let Some((intent, composed)) = self.intent.clone().zip(self.composed.as_ref()) else {
            return self.end(Some(Outcome::Indeterminate));
        };
        let mut diagnostics = self.end.diagnostics.clone();
        diagnostics.extend(composed.shortened.clone());
        let outcome = match (&posted, diagnostics.is_empty()) {
            (None, _) => Outcome::Failed,
            (Some(_), true) => Outcome::Posted,
            (Some(_), false) => Outcome::PostedDegraded,
        };
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let receipt = Receipt {
            intent,
            outcome,
            id: posted.as_ref().map(|posted| posted.id),
            inline: count(composed.payload.comments.len()),
            moved: count(composed.moved.len()),
            keys: if posted.is_some() { composed.keys.clone() } else { Vec::new() },
            url: posted.map(|posted| posted.url).unwrap_or_default(),
            diagnostics,
            reconciled,
            at,
        };
        self.receipt = Some(receipt.clone());
        self.next(Stage::WritingReceipt, Order::WriteReceipt(receipt))
    }

    pub(super) fn receipt_written(&mut self, result: Result<(), Failure>) -> Option<Order> {
        let outcome = self.receipt.as_ref().map_or(Outcome::Indeterminate, |receipt| receipt.outcome);
        match result {
            Ok(()) if outcome.is_posted() => self.gates.pass(Gate::Receipt, "written down"),
            Ok(()) => {
                let why = self.end.diagnostics.last().cloned().unwrap_or_default();
                self.fail(Gate::Receipt, why, None);
            }
            Err(failure) => {
                let why = format!("the receipt cannot be written down: {}", failure.summary);
                self.fail(Gate::Receipt, why.clone(), None);
                self.end.diagnostics.push(why);
            }
        }
        let degraded = outcome == Outcome::Posted && !self.end.diagnostics.is_empty();
        self.end(Some(if degraded { Outcome::PostedDegraded } else { outcome }))
    }
}
