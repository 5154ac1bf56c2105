//! The one thread that talks to the host: a runtime of its own, so that no call waits for the screen and the screen
//! for no call. It carries out what is ordered, several things at a time, and is stopped as a whole. Not what is asked
//! (`edge::github`), not what becomes of the answers. Called by `Runner` and `reading`.

use std::{
    sync::{Arc, Mutex, PoisonError, mpsc},
    time::Duration,
};

use tokio::{
    sync::mpsc::{Sender, UnboundedReceiver, UnboundedSender, unbounded_channel},
    task::JoinSet,
};
use tokio_util::sync::CancellationToken;

use crate::{
    app::{failure, job::Job},
    core::model::{Failure, FailureKind, Gap, GapKind, PullName, PullNews},
    edge::{
        github::{Client, GithubError, read_all},
        intake::{self, Piece},
    },
    session::{Msg, PublishOrder, ThreadAct},
};

use super::{Event, inbox, now, publish};

/// What the thread is told.
enum Order {
    /// Read a pull request; the pieces go to whoever puts the change together.
    Read { client: Client, name: PullName, options: Box<intake::Options>, pieces: mpsc::Sender<Piece> },
    /// Read everything but the change again.
    Again(PullName, Sender<Event>),
    /// Publish.
    Publish(Arc<Job>, Box<PublishOrder>, Sender<Event>),
    /// Look what became of attempts whose end is not known.
    Reconcile(Arc<Job>, PullName, Sender<Event>),
    /// Read the comments of a pending review.
    Pending(PullName, u64, Sender<Event>),
    /// Do something to a thread.
    Act(PullName, ThreadAct, Option<String>, Sender<Event>),
    /// Read what waits for the person.
    Inbox(Box<Client>, Arc<Job>, Sender<Event>),
    /// End what reads, wait for what writes, answer.
    Finish(mpsc::Sender<()>),
}

/// The way to the thread. Clones lead to the same one, which is started by the first order.
#[derive(Clone, Default)]
pub(super) struct Host {
    orders: Arc<Mutex<Option<UnboundedSender<Order>>>>,
    /// Ends waits and calls that read; a write under way is not cut.
    pub(super) cancel: CancellationToken,
}

impl Host {
    /// Reads a pull request. From now on this client is the one that other orders use.
    pub(super) fn read(&self, client: Client, name: PullName, options: &intake::Options) -> mpsc::Receiver<Piece> {
        let (pieces, out) = mpsc::channel();
        self.order(Order::Read { client, name, options: Box::new(options.clone()), pieces });
        out
    }

    /// Reads everything but the change again.
    pub(super) fn again(&self, name: PullName, events: &Sender<Event>) {
        self.order(Order::Again(name, events.clone()));
    }

    /// Does something to a thread, once.
    pub(super) fn act(&self, name: PullName, act: ThreadAct, node: Option<String>, events: &Sender<Event>) {
        self.order(Order::Act(name, act, node, events.clone()));
    }

    /// Publishes, once.
    pub(super) fn publish(&self, job: &Arc<Job>, order: Box<PublishOrder>, events: &Sender<Event>) {
        self.order(Order::Publish(job.clone(), order, events.clone()));
    }

    /// Looks what became of attempts whose end is not known.
    pub(super) fn reconcile(&self, job: &Arc<Job>, name: PullName, events: &Sender<Event>) {
        self.order(Order::Reconcile(job.clone(), name, events.clone()));
    }

    /// Reads the comments of a pending review.
    pub(super) fn pending(&self, name: PullName, id: u64, events: &Sender<Event>) {
        self.order(Order::Pending(name, id, events.clone()));
    }

    /// Reads what waits for the person.
    pub(super) fn inbox(&self, client: Client, job: Arc<Job>, events: Sender<Event>) {
        self.order(Order::Inbox(Box::new(client), job, events));
    }

    /// Ends it: reading at once, writing when it is done or the time is over.
    pub(super) fn finish(&self, time: Duration) {
        self.cancel.cancel();
        let Some(orders) = self.orders().take() else { return };
        let (done, wait) = mpsc::channel();
        if orders.send(Order::Finish(done)).is_ok() {
            let _ = wait.recv_timeout(time);
        }
    }

    fn orders(&self) -> std::sync::MutexGuard<'_, Option<UnboundedSender<Order>>> {
        self.orders.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn order(&self, order: Order) {
        if self.cancel.is_cancelled() {
            return;
        }
        let mut orders = self.orders();
        let started = orders.get_or_insert_with(|| {
            let (orders, incoming) = unbounded_channel();
            // Without the thread the order is dropped: who waits for its pieces sees their channel closed.
            let _ = std::thread::Builder::new().name("host".to_owned()).spawn(move || serve(incoming));
            orders
        });
        let _ = started.send(order);
    }
}

/// The thread's work.
fn serve(incoming: UnboundedReceiver<Order>) {
    match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime.block_on(take_orders(incoming)),
        Err(error) => tracing::error!(%error, "no runtime for the host"),
    }
}

async fn take_orders(mut incoming: UnboundedReceiver<Order>) {
    let mut work = JoinSet::new();
    let mut client: Option<Client> = None;
    while let Some(order) = incoming.recv().await {
        // What is over is let go.
        while work.try_join_next().is_some() {}
        match order {
            Order::Read { client: new, name, options, pieces } => {
                client = Some(new.clone());
                work.spawn(async move {
                    let send: intake::Send = Arc::new(move |piece| pieces.send(piece).is_ok());
                    intake::ask(&new, &name, &options, &send).await;
                    // Behind the answer, where nobody waits for it.
                    drop(tokio::task::spawn_blocking(move || new.tidy()));
                });
            }
            Order::Again(name, events) => {
                let client = client.clone();
                work.spawn(again(client, name, events));
            }
            Order::Publish(job, order, events) => {
                work.spawn(publish::publish(client.clone(), job, order, events));
            }
            Order::Reconcile(job, name, events) => {
                work.spawn(publish::reconcile(client.clone(), job, name, events));
            }
            Order::Pending(name, id, events) => {
                let client = client.clone();
                work.spawn(async move {
                    let read = publish::pending(client, &name, id).await;
                    let _ = events.send(Event::Session(Msg::PendingRead(id, read, now()))).await;
                });
            }
            Order::Act(name, act, node, events) => {
                let client = client.clone();
                work.spawn(async move {
                    let done = self::act(client, &name, &act, node.as_deref()).await;
                    let msg = Msg::ThreadAnswered(act, done, now());
                    let _ = events.send(Event::Session(msg)).await;
                });
            }
            Order::Inbox(client, job, events) => {
                work.spawn(async move {
                    let told = inbox::told(&client, job).await;
                    let _ = events.send(Event::Session(Msg::InboxTold(told, now()))).await;
                });
            }
            Order::Finish(done) => {
                while work.join_next().await.is_some() {}
                let _ = done.send(());
                return;
            }
        }
    }
}

/// Reads everything but the change again; a pull request that cannot be had any more is a gap.
async fn again(client: Option<Client>, name: PullName, events: Sender<Event>) {
    let Some(client) = client else { return };
    let (tell, mut told) = unbounded_channel();
    let read = async {
        let mut on = |news| {
            // Pages are for who waits for the change.
            if !matches!(news, PullNews::MoreFiles(_)) {
                let _ = tell.send(news);
            }
        };
        if let Err(error) = read_all(&client, &name, &mut on).await
            && error != GithubError::Stopped
        {
            on(PullNews::Gap(Gap { kind: GapKind::Pull, why: error.in_short() }));
            on(PullNews::Complete);
        }
        drop(tell);
    };
    let forward = async {
        while let Some(news) = told.recv().await {
            if events.send(Event::Session(Msg::PullTold(news))).await.is_err() {
                return;
            }
        }
    };
    futures::future::join(read, forward).await;
}

/// Carries an act out, once: what may have taken place is not done again.
async fn act(client: Option<Client>, name: &PullName, act: &ThreadAct, node: Option<&str>) -> Result<(), Failure> {
    let Some(client) = client else { return Err(Failure::new(FailureKind::Host, "The host was not asked yet.")) };
    let by_node = || {
        node.ok_or_else(|| {
            Failure::new(FailureKind::Host, "Only GraphQL can do this, and the host did not answer it.")
                .hint("R asks again; a token may be kept from GraphQL: `gh auth status`")
        })
    };
    let done = match act {
        ThreadAct::Reply(thread, text) => client.reply(name, *thread, text).await.map(|_| ()),
        ThreadAct::Resolve(_) => client.resolve(by_node()?).await,
        ThreadAct::Reopen(_) => client.unresolve(by_node()?).await,
    };
    done.map_err(|error| failure::of_host(&error))
}
