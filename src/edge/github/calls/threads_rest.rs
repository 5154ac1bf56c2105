//! Threads out of REST's flat list of comments, grouped by what they answer to. REST does not tell what is resolved.
//! Called by `threads` where GraphQL does not answer, and for the comments of a pending review.

use std::collections::BTreeMap;

use super::{
    super::{Client, GithubError, client::Question, wire::CommentWire},
    conversation::remark,
    nouns::lines,
};
use crate::core::model::{PullName, RepoPath, Resolution, Side, Thread, ThreadId, ThreadPlace};

impl Client {
    pub(super) async fn threads_by_rest(&self, name: &PullName) -> Result<Vec<Thread>, GithubError> {
        let url = self.in_pull(name, "/comments?per_page=100")?;
        let wires = self.list(Question::json(url, format!("the review comments of {name}"))).await?;
        Ok(grouped(wires))
    }
}

/// Threads in the order of their first comments; comments in the order of the list, which is the oldest first.
pub(super) fn grouped(wires: Vec<CommentWire>) -> Vec<Thread> {
    let answers: BTreeMap<u64, u64> =
        wires.iter().filter_map(|wire| Some((wire.remark.id?, wire.in_reply_to_id?))).collect();
    let mut threads: Vec<(u64, Thread)> = Vec::new();
    for wire in wires {
        let Some(id) = wire.remark.id else { continue };
        let root = root_of(id, &answers);
        match threads.iter_mut().find(|(known, _)| *known == root) {
            Some((_, thread)) => thread.remarks.extend(remark(wire.remark)),
            None => threads.extend(thread(wire).map(|thread| (root, thread))),
        }
    }
    threads.into_iter().map(|(_, thread)| thread).collect()
}

/// The comment that a chain of answers began with; a deleted one still holds its thread together.
fn root_of(id: u64, answers: &BTreeMap<u64, u64>) -> u64 {
    let mut root = id;
    // As many steps as there are answers: a chain that bites its tail ends there.
    for _ in 0..answers.len() {
        match answers.get(&root) {
            Some(before) => root = *before,
            None => break,
        }
    }
    root
}

fn thread(wire: CommentWire) -> Option<Thread> {
    let is_file = wire.subject_type.as_deref() == Some("file");
    let now = lines(wire.start_line, wire.line);
    let side = wire.side.as_deref().and_then(|word| word.parse().ok()).unwrap_or(Side::Right);
    let place = ThreadPlace {
        path: RepoPath::new(wire.path?),
        side,
        lines: now.filter(|_| !is_file),
        original: lines(wire.original_start_line, wire.original_line).filter(|_| !is_file),
        original_commit: wire.original_commit_id.unwrap_or_default(),
        is_file,
        hunk: wire.diff_hunk.unwrap_or_default(),
    };
    let first = remark(wire.remark)?;
    Some(Thread {
        id: ThreadId(first.id),
        node: None,
        place,
        resolution: Resolution::Unknown,
        is_outdated: now.is_none() && !is_file,
        remarks: vec![first],
    })
}
