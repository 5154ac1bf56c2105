//! A whole pull request: every part that does not wait for another at the same time, each told as soon as it is
//! there, and what could not be had told as a gap. Not the diff (`Client::diff`), which the caller runs beside it.
//! Called by `app::runner`.

use std::{future::Future, pin::Pin, sync::Arc};

use futures::{
    FutureExt, StreamExt,
    channel::mpsc::{UnboundedReceiver, UnboundedSender, unbounded},
    future::{join, join_all},
    select_biased,
};

use super::{Client, GithubError, Heard};
use crate::core::model::{Gap, GapKind, LinkedIssue, Pull, PullFile, PullName, PullNews};

type Part<'a> = Pin<Box<dyn Future<Output = ()> + Send + 'a>>;

/// Reads everything but the diff. Parts come in any order; `Complete` comes last.
///
/// # Errors
/// When the pull request itself could not be had; what was told before stands, and `Complete` does not come.
pub async fn read_all(
    client: &Client,
    name: &PullName,
    on: &mut (dyn FnMut(PullNews) + Send),
) -> Result<(), GithubError> {
    let (news, mut told) = unbounded();
    let client = &client.heard_by(ear(&news));
    let result = {
        let mut work = Box::pin(parts(client, name, &news)).fuse();
        loop {
            select_biased! {
                part = told.next() => part.into_iter().for_each(&mut *on),
                result = work => break result,
            }
        }
    };
    rest(&mut told, on);
    result?;
    on(PullNews::Complete);
    Ok(())
}

/// What was told before the work ended.
fn rest(told: &mut UnboundedReceiver<PullNews>, on: &mut (dyn FnMut(PullNews) + Send)) {
    while let Some(Some(part)) = told.next().now_or_never() {
        on(part);
    }
}

fn ear(news: &UnboundedSender<PullNews>) -> super::Ear {
    let news = news.clone();
    Arc::new(move |heard| {
        let part = match heard {
            Heard::Limits(limits) => PullNews::Limits(limits),
            Heard::Waiting(until) => PullNews::Waiting(until),
        };
        // Nobody listens any more only when the reading was given up.
        let _ = news.unbounded_send(part);
    })
}

/// All parts. Ends early when the pull request itself cannot be had: then nothing else is worth the calls.
async fn parts(client: &Client, name: &PullName, news: &UnboundedSender<PullNews>) -> Result<(), GithubError> {
    let alone: Vec<Part<'_>> = vec![
        Box::pin(files(client, name, news)),
        Box::pin(async {
            tell(news, GapKind::Conversation, client.conversation(name).await, |it| PullNews::Conversation(it.into()));
        }),
        Box::pin(async { tell(news, GapKind::Reviews, client.reviews(name).await, |it| PullNews::Reviews(it.into())) }),
        Box::pin(async { tell(news, GapKind::Commits, client.commits(name).await, |it| PullNews::Commits(it.into())) }),
        Box::pin(async { tell(news, GapKind::Identity, client.viewer().await, PullNews::Identity) }),
    ];
    let (pull_told, pull_known) = futures::channel::oneshot::channel();
    let after: Part<'_> = Box::pin(with_pull(client, name, news, pull_known));
    let mut others = join(join_all(alone), after).fuse();
    let mut pull = Box::pin(client.pull(name)).fuse();
    let mut pull_told = Some(pull_told);
    loop {
        select_biased! {
            pull = pull => {
                let pull = Arc::new(pull?);
                send(news, PullNews::Pull(Box::new((*pull).clone())));
                if let Some(known) = pull_told.take() {
                    let _ = known.send(pull);
                }
            }
            _ = others => return Ok(()),
        }
    }
}

/// Threads at once; checks when the head is known; linked issues when the description and the threads are.
async fn with_pull(
    client: &Client,
    name: &PullName,
    news: &UnboundedSender<PullNews>,
    known: futures::channel::oneshot::Receiver<Arc<Pull>>,
) {
    let known = known.map(Result::ok).shared();
    let checks = async {
        let Some(pull) = known.clone().await else { return };
        let checks = client.checks(&name.repo, &pull.head.sha).await;
        tell(news, GapKind::Checks, checks, |it| PullNews::Checks(it.into()));
    };
    let issues = async {
        let (closes, pull) = join(threads(client, name, news), known.clone()).await;
        let Some(pull) = pull else { return };
        let issues = client.linked_issues(&name.repo, &pull.body, &closes).await;
        tell(news, GapKind::Issues, issues, |it| PullNews::Issues(it.into()));
    };
    join(checks, issues).await;
}

/// Tells the threads, and whether nobody knows which are resolved. Gives the issues that will be closed.
async fn threads(client: &Client, name: &PullName, news: &UnboundedSender<PullNews>) -> Vec<LinkedIssue> {
    match client.threads(name).await {
        Ok(threads) => {
            send(news, PullNews::Threads(threads.threads.into()));
            if let Some(why) = threads.unresolved {
                gap(news, GapKind::Resolution, &why);
            }
            threads.closes.unwrap_or_default()
        }
        Err(error) => {
            gap(news, GapKind::Threads, &error);
            Vec::new()
        }
    }
}

/// The list of files, page by page and then whole.
async fn files(client: &Client, name: &PullName, news: &UnboundedSender<PullNews>) {
    let mut page = |files: &[PullFile]| send(news, PullNews::MoreFiles(files.into()));
    tell(news, GapKind::Files, client.files_by_page(name, &mut page).await, |it| PullNews::Files(it.into()));
}

/// Tells a part, or that it could not be had.
fn tell<T>(
    news: &UnboundedSender<PullNews>,
    kind: GapKind,
    part: Result<T, GithubError>,
    made: impl FnOnce(T) -> PullNews,
) {
    match part {
        Ok(part) => send(news, made(part)),
        Err(error) => gap(news, kind, &error),
    }
}

fn gap(news: &UnboundedSender<PullNews>, kind: GapKind, error: &GithubError) {
    let why = match (kind, error) {
        // Tokens of apps and workflows have no person (GITHUB): another one would not help.
        (GapKind::Identity, GithubError::Forbidden { .. }) => {
            format!("{error} Set github.login in your configuration.")
        }
        _ => error.in_short(),
    };
    send(news, PullNews::Gap(Gap { kind, why }));
}

fn send(news: &UnboundedSender<PullNews>, part: PullNews) {
    // Nobody listens any more only when the reading was given up.
    let _ = news.unbounded_send(part);
}
