//! Publishing from the gate: looks at it, choices, the one order to post, and what came back. Rules are
//! `core::publish`; keys are `ui`. Called by `update`.

use std::sync::Arc;

use crate::{
    core::{
        gate::Stance,
        model::{Comment, Failure, Record, ReviewAction, ReviewEvent, Time},
        publish::{
            Beside, Binding, Blank, Wish,
            course::{Choices, Mode, Report, Settled},
        },
        synthesis::BodyStyle,
    },
    session::{Effect, Look, Note, PublishChoice, PublishOrder, Session},
};

use super::{decide, logbook, pull, together};

/// The person looks at the gates, or no longer.
pub(super) fn watched(session: &mut Session, watched: bool) -> Vec<Effect> {
    session.together.publication.order.watched = watched;
    want(session)
}

/// Something changed that a look is made of.
pub(super) fn want(session: &mut Session) -> Vec<Effect> {
    let publication = &mut session.together.publication;
    publication.is_old = true;
    if !publication.order.watched || publication.is_posting {
        return Vec::new();
    }
    if publication.order.in_flight {
        publication.order.wanted = true;
        return Vec::new();
    }
    let Some(order) = order(session, Mode::Preview, None) else { return Vec::new() };
    let orders = &mut session.together.publication.order;
    orders.revision += 1;
    (orders.in_flight, orders.wanted) = (true, false);
    vec![Effect::LookAtGates(Box::new(order), orders.revision)]
}

/// What a look or a publication is made of; `None` before there is a run of a pull request.
fn order(session: &Session, mode: Mode, confirmed: Option<String>) -> Option<PublishOrder> {
    let request = session.run()?.request.clone();
    let (name, head) = (request.pull?, request.head_sha?);
    let facts = session.pull().clone();
    let publication = &session.together.publication;
    Some(PublishOrder {
        snapshot: together::snapshot(session),
        beside: Beside {
            binding: Binding { pull: name.clone(), head, login: facts.viewer.clone() },
            undecided: publication.publishing.undecided,
            blank: Blank::Allowed,
        },
        will: publication.will(mode, confirmed),
        facts,
        pull: name,
    })
}

/// A look came back.
pub(super) fn looked(session: &mut Session, revision: u64, look: Result<Arc<Look>, Failure>) -> Vec<Effect> {
    let publication = &mut session.together.publication;
    if !publication.order.in_flight || revision != publication.order.revision {
        return Vec::new();
    }
    publication.order.in_flight = false;
    match look {
        Ok(look) => publication.look = Some(look),
        Err(failure) => session.notes.push(Note { text: failure.summary, warning: true }),
    }
    if session.together.publication.order.wanted {
        return want(session);
    }
    session.together.publication.is_old = false;
    Vec::new()
}

/// A choice of the person.
pub(super) fn chosen(session: &mut Session, choice: PublishChoice) -> Vec<Effect> {
    let publication = &mut session.together.publication;
    match choice {
        PublishChoice::NextEvent => publication.event = next_event(publication.event),
        PublishChoice::NextBody => publication.body = Some(next_body(publication.body())),
        PublishChoice::NextAction => {
            publication.action = next_action(publication.action);
            // The document that the cockpit shows has it too.
            let mut effects = together::want(session);
            effects.extend(want(session));
            return effects;
        }
        PublishChoice::Stale => publication.choices.stale = true,
        PublishChoice::Draft => publication.choices.draft = true,
        PublishChoice::Closed => publication.choices.closed = true,
        PublishChoice::Second => publication.choices.second = true,
        PublishChoice::Discard(id) => publication.choices.discard = Some(id),
        PublishChoice::Join(id) => return join(session, id),
        PublishChoice::Reconcile => return reconcile(session),
        PublishChoice::Reset => publication.choices = Choices::default(),
    }
    want(session)
}

fn next_event(event: Wish) -> Wish {
    match event {
        Wish::Rules => Wish::Person(ReviewEvent::Approve),
        Wish::Person(ReviewEvent::Approve) => Wish::Person(ReviewEvent::RequestChanges),
        Wish::Person(ReviewEvent::RequestChanges) => Wish::Person(ReviewEvent::Comment),
        Wish::Person(ReviewEvent::Comment) => Wish::Person(ReviewEvent::Approve),
    }
}

fn next_action(action: Option<ReviewAction>) -> Option<ReviewAction> {
    match action {
        None => Some(ReviewAction::Approve),
        Some(ReviewAction::Approve) => Some(ReviewAction::RequestChanges),
        Some(ReviewAction::RequestChanges) => Some(ReviewAction::CommentOnly),
        Some(ReviewAction::CommentOnly) => None,
    }
}

fn next_body(body: BodyStyle) -> BodyStyle {
    match body {
        BodyStyle::Own => BodyStyle::Summary,
        BodyStyle::Summary => BodyStyle::Full,
        BodyStyle::Full => BodyStyle::Own,
    }
}

/// The pending review's comments are asked for.
fn join(session: &Session, id: u64) -> Vec<Effect> {
    let name = session.run().and_then(|run| run.request.pull.clone());
    name.map(|name| Effect::ReadPending(name, id)).into_iter().collect()
}

/// What became of earlier attempts is looked at.
fn reconcile(session: &Session) -> Vec<Effect> {
    let name = session.run().and_then(|run| run.request.pull.clone());
    name.map(Effect::Reconcile).into_iter().collect()
}

/// It was: each attempt has its end by now. The host is asked again, so that the next look is true.
pub(super) fn reconciled(session: &mut Session, result: Result<Vec<Settled>, Failure>) -> Vec<Effect> {
    let note = |text: String, warning: bool| Note { text, warning };
    match result {
        Ok(settled) if settled.is_empty() => {
            session.notes.push(note("Nothing is open: every attempt has its receipt.".to_owned(), false));
        }
        Ok(settled) => session.notes.extend(settled.iter().map(|one| {
            let review = one.receipt.intent.review.short();
            match one.receipt.outcome.is_posted() {
                true => note(format!("Review {review} is posted: {}", one.receipt.url), false),
                false => note(
                    format!("Review {review} is not on the pull request: its attempt is closed, it can be published."),
                    false,
                ),
            }
        })),
        Err(failure) => session.notes.push(note(failure.summary, true)),
    }
    let mut effects = pull::refresh(session);
    effects.extend(want(session));
    effects
}

/// They came: they are the person's own from now on, in the logbook and in the review, and the pending review may go.
pub(super) fn pending_read(
    session: &mut Session,
    id: u64,
    result: Result<Vec<Comment>, Failure>,
    at: Time,
) -> Vec<Effect> {
    let comments = match result {
        Ok(comments) => comments,
        Err(failure) => {
            let text = format!("The pending review cannot be joined: {}", failure.summary);
            session.notes.push(Note { text, warning: true });
            return Vec::new();
        }
    };
    let count = comments.len();
    let mut effects: Vec<Effect> = Vec::new();
    for comment in comments {
        if !is_there(session, &comment) {
            effects.extend(decide::commented(session, comment, at));
        }
    }
    session.together.publication.choices.discard = Some(id);
    let text = format!("{count} comments of your pending review are yours here now; it goes when you publish.");
    session.notes.push(Note { text, warning: false });
    effects.extend(want(session));
    effects
}

/// Joined twice, a comment is there once.
fn is_there(session: &Session, comment: &Comment) -> bool {
    session.gate.standings().any(|(_, standing)| {
        standing.stance == Stance::Accepted
            && standing
                .comment
                .as_ref()
                .is_some_and(|own| own.wording == comment.wording && own.anchor == comment.anchor)
    })
}

/// The person confirmed: what they saw is posted, or nothing.
pub(super) fn post(session: &mut Session, payload: String) -> Vec<Effect> {
    let publication = &session.together.publication;
    if publication.is_posting || publication.order.in_flight || publication.is_old {
        session.notes.push(Note { text: "The review changed meanwhile: look at it again.".to_owned(), warning: true });
        return want(session);
    }
    let Some(order) = order(session, Mode::Publish, Some(payload)) else { return Vec::new() };
    session.together.publication.is_posting = true;
    vec![Effect::Publish(Box::new(order))]
}

/// A record of the publication on its way: the logbook has it too.
pub(super) fn recorded(session: &mut Session, record: Record) -> Vec<Effect> {
    session.together.publication.recorded(&record);
    let run = session.run_id();
    logbook::write(session, vec![record.in_run(&run)])
}

/// It ended. What the host has now is asked for, so that the next look is true.
pub(super) fn ended(session: &mut Session, result: Result<Box<Report>, Failure>) -> Vec<Effect> {
    let publication = &mut session.together.publication;
    publication.is_posting = false;
    publication.choices = Choices::default();
    let note = match result {
        Ok(report) => {
            let posted = report.outcome.is_some_and(crate::core::model::PublishOutcome::is_posted);
            let text = report.sentence();
            publication.report = Some(Arc::from(report));
            Note { text, warning: !posted }
        }
        Err(failure) => Note { text: failure.summary, warning: true },
    };
    session.notes.push(note);
    let mut effects = pull::refresh(session);
    effects.extend(want(session));
    effects
}
