//! What waits for the person: the host is asked, the logbooks say what was looked at here. Called by the runner, and by
//! `prr inbox` without a screen.

use std::sync::{Arc, atomic::AtomicBool};

use tokio::sync::mpsc::Sender;
use tokio_util::sync::CancellationToken;

use crate::{
    app::{Job, failure, shelf},
    core::model::{self, Failure, FailureKind, InboxRow, Time},
    edge::github::Client,
    session::Msg,
};

use super::{Event, host::Host, now, pool::Pool, pull};

/// Finds token and host off the loop, then asks.
pub(super) fn start(pool: &Pool, host: &Host, events: &Sender<Event>, (job, at): (&Arc<Job>, Option<model::Host>)) {
    let (host, events, job) = (host.clone(), events.clone(), job.clone());
    pool.add(move || match client(&job, at, &host.cancel) {
        Ok(client) => host.inbox(client, job, events),
        Err(failure) => {
            let _ = events.blocking_send(Event::Session(Msg::InboxTold(Err(failure), now())));
        }
    });
}

fn client(job: &Job, at: Option<model::Host>, cancel: &CancellationToken) -> Result<Client, Failure> {
    let never = AtomicBool::new(false);
    let at = at.unwrap_or_else(|| pull::usual_host(job, &never));
    pull::client(job, &at, &never, cancel)
}

/// Asks the host, then looks into the logbooks.
pub(super) async fn told(client: &Client, job: Arc<Job>) -> Result<Arc<[InboxRow]>, Failure> {
    let entries = client.inbox().await.map_err(|error| failure::of_host(&error))?;
    let rows = tokio::task::spawn_blocking(move || shelf::looked(&job, entries)).await;
    rows.map(Arc::from).map_err(|error| {
        Failure::new(FailureKind::Internal, "The logbooks could not be read.").because(error.to_string())
    })
}

/// The same without a screen: waits for the answer. And the time, to count ages from.
///
/// # Errors
/// No token, no access, a host that does not answer.
pub fn once(job: Job, at: Option<model::Host>) -> Result<(Arc<[InboxRow]>, Time), Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::new(FailureKind::Internal, "The host cannot be asked.").because(error.to_string()))?;
    let client = client(&job, at, &CancellationToken::new())?;
    let rows = runtime.block_on(told(&client, Arc::new(job)))?;
    Ok((rows, now()))
}
