//! What people said on the pull request about a file or near a line, in lines for a model. Bounded. Not here: that it is
//! quoted (`bench`). Called by `bench`.

use crate::core::{
    brief::masked,
    model::{LineRange, Resolution, Thread},
    text::one_line,
};

/// Threads, remarks of one thread, and columns of a remark.
const THREADS: usize = 20;
const REMARKS: usize = 8;
const REMARK: usize = 600;

/// The threads of a file, those near some lines of it where these are given.
pub(super) fn near(threads: Option<&[Thread]>, path: &str, lines: Option<(u32, u32)>) -> String {
    let Some(threads) = threads else { return "It is not known what was said: there is no pull request.".to_owned() };
    let is_near = |own: LineRange| lines.is_none_or(|(first, last)| own.start() <= last && own.end() >= first);
    let is_meant = |thread: &&Thread| {
        let own = thread.place.lines.or(thread.place.original);
        thread.place.path.as_bytes() == path.as_bytes() && own.is_none_or(is_near)
    };
    let found: Vec<&Thread> = threads.iter().filter(is_meant).collect();
    let more = found.len().saturating_sub(THREADS);
    let mut rows: Vec<String> = found.into_iter().take(THREADS).map(thread).collect();
    if rows.is_empty() {
        rows.push("Nobody said anything there.".to_owned());
    }
    if more > 0 {
        rows.push(format!("and {more} more threads"));
    }
    rows.join("\n")
}

fn thread(thread: &Thread) -> String {
    let place = &thread.place;
    let at = match place.lines.or(place.original) {
        Some(lines) => format!("line {} {}", lines.end(), place.side.as_str()),
        None => "the file".to_owned(),
    };
    let state = match (thread.is_outdated, thread.resolution) {
        (_, Resolution::Resolved) => ", resolved",
        (true, Resolution::Open | Resolution::Unknown) => ", outdated",
        (false, Resolution::Open) => ", open",
        (false, Resolution::Unknown) => "",
    };
    let mut rows = vec![format!("On {at}{state}:")];
    let more = thread.remarks.len().saturating_sub(REMARKS);
    for remark in thread.remarks.iter().take(REMARKS) {
        rows.push(format!("- {}: {}", one_line(&remark.author.login, 60), one_line(&masked(&remark.body), REMARK)));
    }
    if more > 0 {
        rows.push(format!("- and {more} more remarks"));
    }
    rows.join("\n")
}
