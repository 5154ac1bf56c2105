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
    core::model::{Gap, GapKind, Pull, PullName, PullNews, RepoPath},
    edge::{
        github::{Client, GithubError, Heard, read_all},
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
pub type Send<'s> = &'s (dyn Fn(Piece) -> bool + Sync);

/// The pull request, when it is known.
type Known = futures::future::Shared<futures::future::BoxFuture<'static, Option<Arc<Pull>>>>;

/// Asks. Ends when every piece was handed on. The diff is asked for first: the screen waits for it.
pub async fn ask(client: &Client, name: &PullName, options: &Options, send: Send<'_>) {
    let (tell, told) = oneshot::channel::<Arc<Pull>>();
    let known: Known = told.map(Result::ok).boxed().shared();
    let parts = async move {
        let mut tell = Some(tell);
        let mut on = |news: PullNews| {
            if let (PullNews::Pull(pull), Some(tell)) = (&news, tell.take_if(|_| matches!(news, PullNews::Pull(_)))) {
                let _ = tell.send(Arc::new((**pull).clone()));
            }
            send(Piece::Told(news));
        };
        let ended = read_all(client, name, &mut on).await;
        // Whoever waits for the pull request learns that it will not come.
        drop(tell);
        send(Piece::Ended(ended));
    };
    join3(diff(client, name, options, (&known, send)), parts, base_settings(client, name, options, (&known, send)))
        .await;
}

/// The diff as the host makes it; of a stacked pull request from the head of its parent on.
async fn diff(client: &Client, name: &PullName, options: &Options, (known, send): (&Known, Send<'_>)) {
    // Waits for a limit are told of the parts too, but the diff may be the only one that waits.
    let mut on = |bytes: &[u8]| {
        send(Piece::Bytes(bytes.to_vec()));
    };
    let ended = match &options.pull.stack {
        None => client.diff(name, &mut on).await,
        Some(wanted) => {
            let Some(pull) = known.clone().await else { return };
            let parent = stack::parent(client, &pull, wanted).await;
            send(Piece::Parent(parent.clone()));
            match parent {
                Ok(Parent::On(parent, _)) => {
                    client.compare_diff(&name.repo, (&parent.head_sha, &pull.head.sha), &mut on).await
                }
                Ok(Parent::None(_)) => client.diff(name, &mut on).await,
                Err(_) => return,
            }
        }
    };
    send(Piece::Diff(ended));
}

/// The settings of the base side, when git has them not.
async fn base_settings(client: &Client, name: &PullName, options: &Options, (known, send): (&Known, Send<'_>)) {
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
pub fn news_of(heard: Heard) -> PullNews {
    match heard {
        Heard::Limits(limits) => PullNews::Limits(limits),
        Heard::Waiting(until) => PullNews::Waiting(until),
    }
}
