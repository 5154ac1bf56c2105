//! Colours of a file's text for lines beyond the diff, from its first line on, tile by tile. On a thread and with a painter
//! of its own, both gone when it is done: this is rare, and must not take the place of the diff's colours (`paint`).
//! Called by the runner.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use rustix::time::{ClockId, clock_gettime};
use tokio::sync::mpsc::Sender;

use crate::{
    core::{
        diff::{self, FileText},
        model::{FileIx, HunkIx},
    },
    ui::{
        self,
        paint::{Painter, TILE, TileKey, Watch},
    },
};

use super::Event;

/// Files with more lines stay plain, as in the diff.
const LINES: u32 = 20_000;

/// Bytes of grammars: one language, and what it is embedded in.
const GRAMMARS: usize = 18 << 20;

pub(super) fn start(
    events: &Sender<Event>,
    (file, text): (FileIx, Arc<FileText>),
    (path, stop): (&[u8], &Arc<AtomicBool>),
) {
    if text.lines() > LINES {
        return;
    }
    let (events, stop, name) = (events.clone(), stop.clone(), name_of(path));
    let work = move || {
        // On Linux this is the thread's own priority; elsewhere the worst case is a slower program.
        let _ = rustix::process::nice(10);
        let index = diff::parse(as_hunk(&name, &text));
        let is_stale = || stop.load(Ordering::Relaxed) || events.is_closed();
        let watch = Watch { now: &now, is_stale: &is_stale };
        let mut painter = Painter::new(GRAMMARS);
        for tile in 0..text.lines().div_ceil(TILE) {
            let Some(tile) = painter.local(&index, TileKey { hunk: HunkIx(0), tile }, watch) else { return };
            let _ = events.blocking_send(Event::Ui(ui::Msg::Tinted(file, Arc::new(tile))));
        }
    };
    // Without the thread the lines stay plain.
    let _ = std::thread::Builder::new().name("tint".to_owned()).spawn(work);
}

/// The last part of a path in characters that need no quotes: enough to tell the language.
fn name_of(path: &[u8]) -> String {
    let last = path.rsplit(|byte| *byte == b'/').next().unwrap_or(path);
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"._-".contains(byte);
    last.iter().map(|byte| if plain(byte) { char::from(*byte) } else { '_' }).collect()
}

/// The text as a hunk without a change: what paints hunks paints it.
fn as_hunk(name: &str, text: &FileText) -> Vec<u8> {
    let lines = text.lines();
    let mut out = format!("--- a/{name}\n+++ b/{name}\n@@ -1,{lines} +1,{lines} @@\n").into_bytes();
    out.reserve(text.bytes().len() + lines as usize * 2);
    for line in (1..=lines).filter_map(|number| text.line(number)) {
        out.push(b' ');
        out.extend_from_slice(line);
        out.push(b'\n');
    }
    out
}

/// Time this thread has worked: waiting for a core does not count against a grammar.
fn now() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), u32::try_from(time.tv_nsec).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_becomes_a_hunk_with_the_same_lines() {
        let text = FileText::new(&b"a\n--- b\n@@ -1 +1 @@\n\n last"[..]).unwrap();
        let index = diff::parse(as_hunk(&name_of("d\u{e9}/a b\".rs".as_bytes()), &text));
        assert_eq!((index.files.len(), index.hunks.len(), index.problems.len()), (1, 1, 0));
        assert_eq!(index.path(FileIx(0)).lossy(), "a_b_.rs");
        let lines: Vec<_> = diff::lines(&index, HunkIx(0), 0).map(|line| line.text).collect();
        assert_eq!(lines, [&b"a"[..], b"--- b", b"@@ -1 +1 @@", b"", b" last"]);
    }
}
