//! Threads out of REST's flat list of comments, grouped by what they answer to. REST does not tell what is resolved.
//! Called by `threads` where GraphQL does not answer, and for the comments of a pending review.

use std::collections::BTreeMap;

use super::{
    super::{Client, GithubError, client::Question, wire::CommentWire},
    conversation::remark,
    nouns::lines,
};
use crate::core::model::{LineRange, PullName, RepoPath, Resolution, Side, Thread, ThreadId, ThreadPlace};

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

/// The line under which a hunk ends, which is the one commented on: REST names no line for comments of a pending
/// review, but gives their hunk up to it.
pub(super) fn line_of_hunk(hunk: &str) -> Option<(Side, LineRange)> {
    let mut lines = hunk.lines();
    let (mut old, mut new) = starts(lines.next()?)?;
    let mut last = None;
    for line in lines {
        let (side, number) = match line.as_bytes().first() {
            Some(b'-') => (Side::Left, old),
            Some(b'\\') => continue,
            _ => (Side::Right, new),
        };
        last = LineRange::one(number).map(|range| (side, range));
        old = old.saturating_add(u32::from(!line.starts_with('+')));
        new = new.saturating_add(u32::from(!line.starts_with('-')));
    }
    last
}

/// `@@ -OLD,n +NEW,n @@`
fn starts(head: &str) -> Option<(u32, u32)> {
    let mut words = head.strip_prefix("@@ ")?.split(' ');
    let mut number = |mark| words.next()?.strip_prefix(mark)?.split(',').next()?.parse::<u32>().ok();
    Some((number('-')?, number('+')?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hunk_ends_at_the_line_that_is_commented_on() {
        let of = |hunk| line_of_hunk(hunk).map(|(side, range)| (side, range.start()));
        assert_eq!(of("@@ -1,2 +1,3 @@ fn\n a\n-b\n+c\n+d"), Some((Side::Right, 3)));
        assert_eq!(of("@@ -4 +4 @@\n a\n-b"), Some((Side::Left, 5)));
        assert_eq!(of("@@ -4 +7 @@\n a"), Some((Side::Right, 7)));
        assert_eq!(of("@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline"), Some((Side::Right, 1)));
        for odd in ["", "@@", "@@ -x +1 @@\n a", "@@ -1 +1 @@", "@@ -0,0 +0,0 @@\n a"] {
            assert_eq!(of(odd), None, "{odd}");
        }
    }
}
