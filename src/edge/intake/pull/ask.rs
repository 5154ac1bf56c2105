//! Everything a pull request needs of its host, asked at once and handed on piece by piece. A future, driven by
//! `app::runner` on a thread of its own; what becomes of the pieces is `ladder`, on another one. Nothing is started in
//! here.

use std::sync::Arc;

use futures::{
    FutureExt,
    channel::oneshot,
    future::{join_all, join3},
};

use super::stack::{self, Parent, StackError};
use crate::{
    core::model::{Gap, GapKind, Pull, PullFile, PullName, PullNews, RepoPath},
    edge::{
        github::{Client, GithubError, Heard, Reach, read_all},
        intake::{Options, settings},
    },
};

/// One piece of what the host told.
#[derive(Debug)]
pub enum Piece {
    /// Bytes of the diff, in order.
    Bytes(Vec<u8>),
    /// The diff is whole, or cannot be had; then the bytes are worth nothing.
    Diff(Result<(), GithubError>),
    /// The head moved: what came of the diff is worth nothing, and it comes again.
    Again,
    /// The list of files that was told last is that of the head that was told last.
    Listed,
    /// A part of everything else.
    Told(PullNews),
    /// What the change is compared with instead of the base.
    Parent(Result<Parent, StackError>),
    /// Settings files of the base side, by path; only when they cannot be read by git.
    Settings(settings::Tracked),
    /// Everything else came, or the pull request itself cannot be had.
    Ended(Result<(), GithubError>),
}

/// Takes a piece; false when nobody wants any more.
pub type Send = Arc<dyn Fn(Piece) -> bool + std::marker::Send + Sync>;

/// The pull request, when it is known.
type Known = futures::future::Shared<futures::future::BoxFuture<'static, Option<Arc<Pull>>>>;

/// How often a change that moves while it is read is read again.
const AGAIN: usize = 3;

/// Asks. Ends when every piece was handed on. The diff is asked for first: the screen waits for it.
pub async fn ask(client: &Client, name: &PullName, options: &Options, send: &Send) {
    let (tell, told) = oneshot::channel::<Arc<Pull>>();
    let known: Known = told.map(Result::ok).boxed().shared();
    let parts = async move {
        let mut tell = Some(tell);
        let mut on = |news: PullNews| {
            if let PullNews::Pull(pull) = &news
                && let Some(tell) = tell.take()
            {
                let _ = tell.send(Arc::new((**pull).clone()));
            }
            send(Piece::Told(news));
        };
        let ended = read_all(client, name, &mut on).await;
        // Whoever waits for the pull request learns that it will not come.
        drop(tell);
        send(Piece::Ended(ended));
    };
    let (diff, (), ()) =
        join3(diff(client, name, options, (&known, send)), parts, base_settings(client, name, options, (&known, send)))
            .await;
    if diff == Diff::Refused {
        if let Some(pull) = known.await {
            list(client, name, &pull, send).await;
        }
        send(Piece::Listed);
    }
}

/// What became of the host's diff.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Diff {
    /// It was handed on, or nothing else would help.
    Over,
    /// The host does not give it.
    Refused,
}

/// The diff as the host makes it; of a stacked pull request from the head of its parent on.
async fn diff(client: &Client, name: &PullName, options: &Options, (known, send): (&Known, &Send)) -> Diff {
    let told = send.clone();
    let client = &client.heard_by(Arc::new(move |heard| {
        told(Piece::Told(news_of(heard)));
    }));
    let read = match &options.pull.stack {
        None => by_number(client, name, (known, send)).await,
        Some(wanted) => {
            let Some(pull) = known.clone().await else { return Diff::Over };
            let parent = stack::parent(client, &pull, wanted).await;
            send(Piece::Parent(parent.clone()));
            match parent {
                // Named by two ids, it is what it is.
                Ok(Parent::On(parent, _)) => {
                    let mut on = |bytes: &[u8]| {
                        send(Piece::Bytes(bytes.to_vec()));
                    };
                    client.compare_diff(&name.repo, (&parent.head_sha, &pull.head.sha), &mut on).await
                }
                Ok(Parent::None(_)) => by_number(client, name, (known, send)).await,
                Err(_) => return Diff::Over,
            }
        }
    };
    let became = if read.is_ok() { Diff::Over } else { Diff::Refused };
    send(Piece::Diff(read));
    became
}

/// The diff by the number alone, and proof of which head it is: nothing in it says so, and whoever pushes does not wait
/// for us. It is handed on at once, and asked for again when the head is known (the host then only says that it is the
/// same); the head is asked for once more behind that. If all agree, it is the diff of that head.
async fn by_number(client: &Client, name: &PullName, (known, send): (&Known, &Send)) -> Result<(), GithubError> {
    let mut read = Vec::new();
    let mut on = |bytes: &[u8]| {
        read.extend_from_slice(bytes);
        send(Piece::Bytes(bytes.to_vec()));
    };
    client.diff(name, &mut on).await?;
    if client.reach() == Reach::Offline {
        return Ok(());
    }
    let Some(mut head) = known.clone().await.map(|pull| pull.head.sha.clone()) else { return Ok(()) };
    for _ in 0..AGAIN {
        let mut again = Vec::new();
        client.diff(name, &mut |bytes: &[u8]| again.extend_from_slice(bytes)).await?;
        if again != read {
            send(Piece::Again);
            send(Piece::Bytes(again.clone()));
            read = again;
        }
        let Some(now) = moved(client, name, &head).await else { return Ok(()) };
        head.clone_from(&now.head.sha);
        send(Piece::Told(PullNews::Pull(now)));
    }
    Ok(())
}

/// The pull request, when its head is another one than was told. What cannot be asked has not moved.
async fn moved(client: &Client, name: &PullName, head: &str) -> Option<Box<Pull>> {
    if client.reach() == Reach::Offline {
        return None;
    }
    client.pull(name).await.ok().filter(|now| now.head.sha != head).map(Box::new)
}

/// Makes sure that the list of files is that of the head that was told: its pages are read one after the other.
async fn list(client: &Client, name: &PullName, pull: &Pull, send: &Send) {
    let mut head = pull.head.sha.clone();
    for _ in 0..AGAIN {
        let Some(now) = moved(client, name, &head).await else { return };
        head.clone_from(&now.head.sha);
        send(Piece::Told(PullNews::Pull(now)));
        let mut page = |files: &[PullFile]| {
            send(Piece::Told(PullNews::MoreFiles(files.into())));
        };
        match client.files_by_page(name, &mut page).await {
            Ok(files) => send(Piece::Told(PullNews::Files(files.into()))),
            Err(error) => send(Piece::Told(PullNews::Gap(Gap { kind: GapKind::Files, why: error.in_short() }))),
        };
    }
}

/// The settings of the base side, when git has them not.
async fn base_settings(client: &Client, name: &PullName, options: &Options, (known, send): (&Known, &Send)) {
    let Some(pull) = known.clone().await else { return };
    if !options.pull.needs_settings || settings::has_revision(options, &pull.base.sha) {
        return;
    }
    let base = pull.base.sha.as_str();
    let asked = settings::paths()
        .map(|path| async move { (path, client.content(&name.repo, &RepoPath::new(path), base).await) });
    let mut files = Vec::new();
    for (path, content) in join_all(asked).await {
        match content {
            Ok(content) => files.push((path, content)),
            Err(error) => {
                let gap = Gap { kind: GapKind::Settings, why: error.in_short() };
                send(Piece::Told(PullNews::Gap(gap)));
            }
        }
    }
    send(Piece::Settings(files));
}

/// What is heard beside the answers, as news.
fn news_of(heard: Heard) -> PullNews {
    match heard {
        Heard::Limits(limits) => PullNews::Limits(limits),
        Heard::Waiting(until) => PullNews::Waiting(until),
    }
}
