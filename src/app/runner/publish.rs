//! Looks at the gates on the pool, from what the host told; publications on the host's thread. Rules and order are
//! `core::publish::course`; carrying orders out is `app::publish::drive`. Called by `Runner` and `host`.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

use tokio::sync::mpsc::Sender;

use crate::{
    app::{
        failure,
        job::Job,
        publish::{drive, drive::Hands, state},
    },
    core::{
        model::{Anchor, Comment, Failure, FailureKind, LineRange, PullName, RunId, Wording},
        publish::{
            Frozen,
            course::{Asked, Course, Order, Reconcile, Report, Settled, told},
            freeze,
        },
    },
    edge::{
        github::{Client, Options},
        logbook,
    },
    session::{Look, Msg, PublishOrder},
};

use super::{Event, now, pool::Pool};

/// Looks at the gates.
pub(super) fn look(pool: &Pool, events: &Sender<Event>, job: &Arc<Job>, (order, revision): (Box<PublishOrder>, u64)) {
    let (events, job) = (events.clone(), job.clone());
    pool.add(move || {
        let work = AssertUnwindSafe(|| look_at(&job, &order));
        let look = catch_unwind(work).unwrap_or_else(|_| {
            Err(Failure::new(FailureKind::Internal, "The review cannot be looked at: a fault of prr."))
        });
        let _ = events.blocking_send(Event::Session(Msg::GatesLooked(revision, look.map(Arc::new))));
    });
}

fn look_at(job: &Job, order: &PublishOrder) -> Result<Look, Failure> {
    let frozen = frozen(order)?;
    let known = state(job)
        .map_err(|failure| failure.summary)
        .and_then(|state| logbook::peek(&state, &order.pull).map_err(|no| no.to_string()));
    let (mut course, mut next) = begin(&frozen, order);
    while let Some(now_due) = next {
        next = course.answer(told(&now_due, &order.facts, &known), now());
    }
    Ok(Look { report: course.report(), frozen })
}

fn frozen(order: &PublishOrder) -> Result<Frozen, Failure> {
    let frozen = freeze(&order.snapshot, order.beside.clone());
    frozen.map_err(|invalid| Failure::new(FailureKind::Internal, invalid.to_string()))
}

fn begin(frozen: &Frozen, order: &PublishOrder) -> (Course, Option<Order>) {
    let asked = Asked { pull: order.pull.clone(), review: frozen.artifact.hash() };
    Course::begin(asked, frozen.artifact.clone(), order.will.clone())
}

/// Publishes: every gate anew.
pub(super) async fn publish(client: Option<Client>, job: Arc<Job>, order: Box<PublishOrder>, events: Sender<Event>) {
    let result = attempt(client, &job, &order, &events).await;
    let _ = events.send(Event::Session(Msg::PublishEnded(result.map(Box::new)))).await;
}

async fn attempt(
    client: Option<Client>,
    job: &Job,
    order: &PublishOrder,
    events: &Sender<Event>,
) -> Result<Report, Failure> {
    let (course, first) = begin(&frozen(order)?, order);
    let mut hands = hands(client, job, &order.pull, events)?;
    Ok(drive::course(course, first, &mut hands).await)
}

/// Hands that write into the ledger, and tell the session what its logbook shows.
fn hands(client: Option<Client>, job: &Job, pull: &PullName, events: &Sender<Event>) -> Result<Hands, Failure> {
    let events = events.clone();
    let book = move |record: &crate::core::model::Record| {
        let msg = Msg::PublicationRecorded(Box::new(record.clone()));
        events.try_send(Event::Session(msg)).map_err(|_| Failure::new(FailureKind::Logbook, "the cockpit is too busy"))
    };
    let hands = Hands::new(asking(client)?, pull.clone(), state(job)?, job.fault);
    Ok(hands.writing_into(RunId::new(""), Box::new(book)))
}

/// Looks what became of attempts whose end is not known; nothing is posted.
pub(super) async fn reconcile(client: Option<Client>, job: Arc<Job>, name: PullName, events: Sender<Event>) {
    let result = settled(client, &job, &name, &events).await;
    let _ = events.send(Event::Session(Msg::Reconciled(result))).await;
}

async fn settled(
    client: Option<Client>,
    job: &Job,
    name: &PullName,
    events: &Sender<Event>,
) -> Result<Vec<Settled>, Failure> {
    let (look, first) = Reconcile::begin(name.clone());
    let mut hands = hands(client, job, name, events)?;
    let look = drive::reconcile(look, first, &mut hands).await;
    match look.failed {
        Some(why) => Err(Failure::new(FailureKind::Publish, format!("It could not be looked at: {why}."))),
        None => Ok(look.settled),
    }
}

/// The same client, but one that asks who we are, whatever the settings say, and that no stop cuts off.
fn asking(client: Option<Client>) -> Result<Client, Failure> {
    let client = client.ok_or_else(|| Failure::new(FailureKind::Host, "The host was not asked yet."))?;
    if client.reach() == crate::edge::github::Reach::Offline {
        return Err(Failure::new(FailureKind::Publish, "Nothing can be posted with --offline.")
            .hint("start it again without --offline: decisions are kept"));
    }
    let made = Client::new(client.api().clone(), client.credentials().clone(), Options::default());
    made.map_err(|error| failure::of_host(&error))
}

/// The comments of a pending review, as the person's own.
pub(super) async fn pending(client: Option<Client>, name: &PullName, id: u64) -> Result<Vec<Comment>, Failure> {
    let client = client.ok_or_else(|| Failure::new(FailureKind::Host, "The host was not asked yet."))?;
    let of = |error| failure::of_host(&error);
    let threads = client.review_comments(name, id).await.map_err(of)?;
    let reviews = client.reviews(name).await.map_err(of)?;
    let text = reviews.into_iter().find(|review| review.id == id).map(|review| review.body).unwrap_or_default();
    let own = (!text.trim().is_empty()).then(|| comment(None, text));
    let at_lines = threads.into_iter().flat_map(|thread| {
        let lines: Option<LineRange> = thread.place.lines.or(thread.place.original);
        let anchor = Anchor { path: thread.place.path, side: thread.place.side, lines };
        thread.remarks.into_iter().map(move |remark| comment(Some(anchor.clone()), remark.body))
    });
    Ok(own.into_iter().chain(at_lines).collect())
}

fn comment(anchor: Option<Anchor>, body: String) -> Comment {
    // A suggestion that is typed into the text stays where it is.
    Comment { anchor, quoted: String::new(), wording: Wording { body, ..Wording::default() } }
}
