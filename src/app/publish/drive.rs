//! A course carried out: each order becomes a call, a line in the ledger, or a look at it. Nothing is repeated here; the
//! client repeats reading, never writing. Not here: what comes next (`core::publish::course`). Called by the room and by
//! `runner::publish`.

use std::{path::PathBuf, sync::Arc};

use futures::future::join;

use crate::{
    app::{failure, job::Fault, runner::now},
    core::{
        model::{Failure, PullName, Record, RepoPath, RunId},
        publish::{
            Gate, Payload, PostFailure,
            course::{Answer, Course, Hold, Order, Posted, Reconcile, Report, Talk},
        },
    },
    edge::{
        github::{Client, GithubError, ReviewOrder},
        logbook::{self, Ledger, NoLedger},
    },
};

/// What writes a record into the run's logbook.
pub(in crate::app) type Book = Box<dyn FnMut(&Record) -> Result<(), Failure> + Send>;

/// What a course is carried out with.
pub(in crate::app) struct Hands {
    client: Client,
    pull: PullName,
    state: PathBuf,
    ledger: Option<Ledger>,
    run: RunId,
    book: Option<Book>,
    fault: Fault,
    /// What could not be written into the logbook, in sentences: the ledger has it.
    pub notes: Vec<String>,
}

impl Hands {
    /// Hands with a ledger and no logbook.
    pub fn new(client: Client, pull: PullName, state: PathBuf, fault: Fault) -> Self {
        Self { client, pull, state, ledger: None, run: RunId::new(""), book: None, fault, notes: Vec::new() }
    }

    /// The same, writing into the logbook of a run too.
    pub fn writing_into(self, run: RunId, book: Book) -> Self {
        Self { run, book: Some(book), ..self }
    }
}

/// Carries a course out to its end.
pub(in crate::app) async fn course(mut course: Course, first: Option<Order>, hands: &mut Hands) -> Report {
    let mut order = first;
    hands.killed_behind(&course);
    while let Some(now_due) = order {
        tracing::info!(order = now_due.name(), "publication");
        hands.killed_before(&now_due);
        let answer = hands.carry_out(now_due).await;
        order = course.answer(answer, now());
        hands.killed_behind(&course);
    }
    hands.ledger = None;
    let mut report = course.report();
    report.diagnostics.append(&mut hands.notes);
    report
}

/// Carries a look out to its end.
pub(in crate::app) async fn reconcile(mut look: Reconcile, first: Order, hands: &mut Hands) -> Reconcile {
    let mut order = Some(first);
    while let Some(now_due) = order {
        let answer = hands.carry_out(now_due).await;
        order = look.answer(answer, now());
    }
    hands.ledger = None;
    look
}

impl Hands {
    async fn carry_out(&mut self, order: Order) -> Answer {
        let (client, name) = (self.client.clone(), self.pull.clone());
        let (client, name) = (&client, &name);
        match order {
            Order::Resolve => Answer::Resolved(resolve(client).await),
            Order::Lock(hold) => Answer::Locked(self.lock(hold)),
            Order::ReadPull | Order::RereadPull => {
                Answer::PullRead(client.pull(name).await.map(Box::new).map_err(|error| failure::of_host(&error)))
            }
            Order::ReadReviews | Order::Reconcile => Answer::ReviewsRead(talk(client, name).await),
            Order::ReadOwnComments(login) => Answer::OwnCommentsRead(own_comments(client, name, &login).await),
            Order::ReadFiles => {
                Answer::FilesRead(client.files(name).await.map(Arc::from).map_err(|error| failure::of_host(&error)))
            }
            Order::Discard(id) => {
                Answer::Discarded(client.delete_review(name, id).await.map_err(|error| failure::of_host(&error)))
            }
            Order::WriteIntent(intent) => {
                let record = Record::PublicationIntent { run: self.run.clone(), intent: Box::new(intent) };
                Answer::IntentWritten(self.write(&record))
            }
            Order::Post(cleared) => Answer::Posted(post(client, name, cleared.get()).await),
            Order::WriteReceipt(receipt) => {
                let record = Record::PublicationReceipt { run: self.run.clone(), receipt: Box::new(receipt) };
                Answer::ReceiptWritten(self.write(&record))
            }
        }
    }

    fn lock(&mut self, hold: Hold) -> Result<crate::core::publish::Known, String> {
        let words = |no: NoLedger| no.to_string();
        match hold {
            Hold::Peek => logbook::peek(&self.state, &self.pull).map_err(words),
            Hold::Take => {
                let ledger = Ledger::take(&self.state, &self.pull, now()).map_err(words)?;
                let known = ledger.known().clone();
                self.ledger = Some(ledger);
                Ok(known)
            }
        }
    }

    /// Into the ledger, which counts, and into the logbook, which shows it.
    fn write(&mut self, record: &Record) -> Result<(), Failure> {
        let Some(ledger) = &mut self.ledger else {
            return Err(Failure::new(crate::core::model::FailureKind::Internal, "The ledger is not open."));
        };
        ledger.write(record).map_err(|error| failure::of_logbook(&error))?;
        if let Some(Err(failure)) = self.book.as_mut().map(|book| book(record)) {
            self.notes.push(format!("the logbook does not have it, the ledger has: {}", failure.summary));
        }
        Ok(())
    }

    /// The test switch: dead when a gate was just passed.
    fn killed_behind(&self, course: &Course) {
        let Fault::KillPublish(step) = self.fault else { return };
        let gates = course.report().gates;
        let gate = Gate::ALL.into_iter().find(|gate| gate.number() == step).filter(|gate| *gate != Gate::Receipt);
        let is_done = match gate {
            Some(gate) => gates.passed_to(gate),
            None => step == 14 && gates.passed_to(Gate::Receipt),
        };
        if is_done {
            logbook::kill();
        }
    }

    /// The same between the POST and its receipt.
    fn killed_before(&self, order: &Order) {
        if self.fault == Fault::KillPublish(13) && matches!(order, Order::WriteReceipt(_)) {
            logbook::kill();
        }
    }
}

/// Who we are; tokens without a person may not ask.
async fn resolve(client: &Client) -> Result<Option<String>, Failure> {
    match client.viewer().await {
        Ok(login) => Ok(Some(login)),
        Err(GithubError::Forbidden { .. } | GithubError::NotFound { .. }) => Ok(None),
        Err(error) => Err(failure::of_host(&error)),
    }
}

async fn talk(client: &Client, name: &PullName) -> Result<Talk, Failure> {
    let (reviews, remarks) = join(client.reviews(name), client.conversation(name)).await;
    let reviews = reviews.map_err(|error| failure::of_host(&error))?;
    let remarks = remarks.map_err(|error| failure::of_host(&error))?;
    Ok(Talk { reviews: reviews.into(), remarks: remarks.into() })
}

async fn own_comments(client: &Client, name: &PullName, login: &str) -> Result<Vec<(RepoPath, String)>, Failure> {
    let threads = client.threads(name).await.map_err(|error| failure::of_host(&error))?.threads;
    let of_thread = |thread: crate::core::model::Thread| {
        let path = thread.place.path;
        let ours = thread.remarks.into_iter().filter(|remark| remark.author.login.eq_ignore_ascii_case(login));
        ours.map(move |remark| (path.clone(), remark.body)).collect::<Vec<_>>()
    };
    Ok(threads.into_iter().flat_map(of_thread).collect())
}

/// The one POST.
async fn post(client: &Client, name: &PullName, payload: &Payload) -> Result<Posted, PostFailure> {
    match client.create_review(name, &ReviewOrder::from(payload)).await {
        Ok(posted) => Ok(Posted { id: posted.id, url: posted.url }),
        Err(error) => Err(PostFailure::from(&error)),
    }
}
