//! The part of the diff that a task is sent: whole files, or the hunks of one hotspot with their file's header; bounded.
//! Called by `mod`.

use crate::core::{
    model::{Diff, FileIx, HunkIx},
    plan::Planned,
};

/// Bytes of one task's diff; what is beyond is cut at a line and said.
const MOST: usize = 400_000;

/// The text, and whether some of it was left out.
pub(super) fn of(diff: &Diff, task: &Planned) -> (String, bool) {
    let mut out = Out { text: String::new(), is_cut: false };
    for file in &task.files {
        match task.hunks {
            Some(hunks) => part(diff, *file, hunks, &mut out),
            None => whole(diff, *file, &mut out),
        }
        if out.is_cut {
            out.text.push_str("(the rest is left out: it is too large)\n");
            break;
        }
    }
    (out.text, out.is_cut)
}

struct Out {
    text: String,
    is_cut: bool,
}

impl Out {
    /// Adds the lines between two places of the diff's text.
    fn add(&mut self, diff: &Diff, mut at: usize, end: usize) {
        while at < end && !self.is_cut {
            let line = diff.text.line(at);
            if self.text.len() + line.len() > MOST {
                self.is_cut = true;
                return;
            }
            self.text.push_str(&String::from_utf8_lossy(line));
            self.text.push('\n');
            at += line.len() + 1;
        }
    }
}

fn whole(diff: &Diff, file: FileIx, out: &mut Out) {
    if let Some(entry) = diff.file(file) {
        out.add(diff, entry.extent.start, entry.extent.end);
    }
}

fn part(diff: &Diff, file: FileIx, (first, last): (HunkIx, HunkIx), out: &mut Out) {
    let Some(entry) = diff.file(file) else { return };
    let head = diff.hunks_of(file).next().and_then(|hunk| diff.hunk(hunk)).map_or(entry.extent.end, |h| h.header.start);
    out.add(diff, entry.extent.start, head);
    for hunk in (first.0..=last.0).filter_map(|hunk| diff.hunk(HunkIx(hunk))).filter(|hunk| hunk.file == file) {
        out.add(diff, hunk.header.start, hunk.body.end);
    }
}
