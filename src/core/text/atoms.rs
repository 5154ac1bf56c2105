//! A line of bytes as atoms: what is drawn together. Lazy: reads no further than it is asked to.
//! Not here: columns of a window (`window`), wrapping (`lines`). Called by both.

use std::collections::VecDeque;

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::classify::{Around, Class, hidden, mark_of};

/// Bytes looked at in one step: bounds the work for a window at the start of a line of megabytes.
const STEP: usize = 1024;

/// Characters of one cluster that are shown; what is more (stacked accents) is counted in a mark. The longest
/// emoji in use has 11 characters.
const CLUSTER: usize = 16;

/// Characters without width counted in one mark; more begin another one, so that a line of nothing else is still
/// read lazily.
const STACK: usize = 4096;

/// Something drawn together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Atom<'a> {
    /// Printable ASCII, a column a byte.
    Ascii(&'a str),
    /// A grapheme cluster and its columns, at least 1.
    Cluster(&'a str, usize),
    /// A visible mark; each of its characters takes one column.
    Mark(String, Class),
    /// A tab, as wide as the next stop wants it.
    Tab,
}

/// The atoms of a line.
pub(super) struct Atoms<'a> {
    rest: &'a [u8],
    line: &'a [u8],
    ready: VecDeque<Atom<'a>>,
    around: Around,
}

impl<'a> Atoms<'a> {
    pub fn new(line: &'a [u8]) -> Self {
        Self { rest: line, line, ready: VecDeque::new(), around: Around::default() }
    }

    /// Skips printable ASCII at the front, a column a byte, of at most `most` bytes; how many. At memory speed: a window
    /// far to the right of a long line costs next to nothing.
    pub fn skip_plain(&mut self, most: usize) -> usize {
        let mut skipped = 0;
        while self.ready.is_empty() && skipped < most {
            let block = self.rest.get(..STEP.min(most - skipped)).unwrap_or(self.rest);
            let plain = block.iter().fold(true, |plain, byte| plain & (b' '..=b'~').contains(byte));
            // The last one may be the base of a cluster.
            let length = if plain { block.len().saturating_sub(1) } else { 0 };
            if length == 0 {
                break;
            }
            let last = self.take(length).last().copied().unwrap_or(b' ');
            self.around = self.around.after(char::from(last));
            skipped += length;
        }
        skipped
    }

    /// The byte of the line at which an atom begins that this reader has just given; of a mark the end of what was
    /// read before it at the latest.
    pub fn begin_of(&self, atom: &Atom<'a>) -> Option<usize> {
        match atom {
            Atom::Ascii(text) | Atom::Cluster(text, _) => Some(text.as_ptr().addr() - self.line.as_ptr().addr()),
            Atom::Tab => Some(self.line.len() - self.rest.len() - 1),
            Atom::Mark(..) => None,
        }
    }

    fn take(&mut self, len: usize) -> &'a [u8] {
        let (head, tail) = self.rest.split_at(len.min(self.rest.len()));
        self.rest = tail;
        head
    }

    /// Printable ASCII at the front that surely is not the base of a cluster.
    fn ascii_run(&self) -> usize {
        let step = self.rest.get(..STEP).unwrap_or(self.rest);
        let run = step.iter().position(|b| !matches!(b, b' '..=b'~')).unwrap_or(step.len());
        match self.rest.get(run) {
            Some(b) if *b >= 0x80 => run.saturating_sub(1),
            _ => run,
        }
    }

    fn control(&mut self, byte: u8) -> Atom<'a> {
        self.take(1);
        self.around = self.around.after(char::from(byte));
        match byte {
            b'\t' => Atom::Tab,
            b'\r' if self.rest.is_empty() => Atom::Mark(mark_of('\r'), Class::Eol),
            _ => Atom::Mark(mark_of(char::from(byte)), Class::Control),
        }
    }

    /// Reads the next block of text that may hold anything, and readies its atoms.
    fn block(&mut self) {
        let step = self.rest.get(..STEP).unwrap_or(self.rest);
        let cut = step.len() < self.rest.len();
        let (text, bad) = match std::str::from_utf8(step) {
            Ok(text) => (text, None),
            Err(e) => {
                let text = step.get(..e.valid_up_to()).and_then(|v| std::str::from_utf8(v).ok()).unwrap_or("");
                (text, Some(e.error_len().unwrap_or(step.len() - text.len())))
            }
        };
        if let (true, Some(bad)) = (text.is_empty(), bad) {
            self.take(bad.max(1));
            self.around = self.around.after('\u{fffd}');
            self.ready.push_back(Atom::Mark('\u{fffd}'.to_string(), Class::Bad));
            return;
        }
        self.clusters(text, cut);
    }

    /// Readies the clusters of `text`, which stands at the front. When the step was cut, the last one waits for
    /// the next block, where it is seen whole, unless it is alone.
    fn clusters(&mut self, text: &'a str, cut: bool) {
        for (at, cluster) in text.grapheme_indices(true) {
            let end = at + cluster.len();
            let last = cut && end == text.len();
            if cluster.starts_with(|c: char| c.is_ascii_control()) || (last && at > 0) {
                return;
            }
            self.take(cluster.len());
            let more = if last { self.stacked() } else { 0 };
            let next = if last { first_char(self.rest) } else { text.get(end..).and_then(|t| t.chars().next()) };
            self.cluster(cluster, more, next);
        }
    }

    /// Counts and takes characters without width at the front: the rest of a cluster longer than a step.
    fn stacked(&mut self) -> usize {
        let mut count = 0;
        while let Some(c) = first_char(self.rest).filter(|_| count < STACK) {
            let class = hidden(Around::default(), c, None);
            if c.width() != Some(0) || matches!(class, Some(Class::Control | Class::Bidi)) {
                break;
            }
            self.take(c.len_utf8());
            count += 1;
        }
        count
    }

    /// Readies one cluster: cut at each character that must be marked, and at the bound. `more` characters
    /// without width follow it unread.
    fn cluster(&mut self, cluster: &'a str, more: usize, next: Option<char>) {
        let mut from = 0;
        let mut chars = cluster.char_indices().enumerate().peekable();
        while let Some((nth, (at, c))) = chars.next() {
            if nth >= CLUSTER {
                self.plain(cluster.get(from..at).unwrap_or(""));
                let left = 1 + chars.count() + more;
                self.ready.push_back(Atom::Mark(format!("\u{27e8}+{left}\u{27e9}"), Class::Invisible));
                self.around = self.around.after(' ');
                return;
            }
            let behind = chars.peek().map(|(_, (_, c))| *c).or(next);
            if let Some(class) = hidden(self.around, c, behind) {
                self.plain(cluster.get(from..at).unwrap_or(""));
                self.ready.push_back(Atom::Mark(mark_of(c), class));
                from = at + c.len_utf8();
            }
            self.around = self.around.after(c);
        }
        self.plain(cluster.get(from..).unwrap_or(""));
    }

    /// Readies text that needs no mark; text without any width would vanish on screen and is marked after all.
    fn plain(&mut self, text: &'a str) {
        if text.is_empty() {
            return;
        }
        match cluster_width(text) {
            0 => {
                let marks = text.chars().map(|c| Atom::Mark(mark_of(c), Class::Invisible));
                self.ready.extend(marks);
            }
            columns => self.ready.push_back(Atom::Cluster(text, columns)),
        }
    }
}

impl<'a> Iterator for Atoms<'a> {
    type Item = Atom<'a>;

    fn next(&mut self) -> Option<Atom<'a>> {
        loop {
            if let Some(atom) = self.ready.pop_front() {
                return Some(atom);
            }
            let first = *self.rest.first()?;
            let run = self.ascii_run();
            if run > 0 {
                let text = std::str::from_utf8(self.take(run)).unwrap_or("");
                self.around = text.chars().next_back().map_or(self.around, |c| self.around.after(c));
                return Some(Atom::Ascii(text));
            }
            if first.is_ascii_control() {
                return Some(self.control(first));
            }
            self.block();
        }
    }
}

fn first_char(bytes: &[u8]) -> Option<char> {
    let head = bytes.get(..4).unwrap_or(bytes);
    match std::str::from_utf8(head) {
        Ok(text) => text.chars().next(),
        Err(e) => std::str::from_utf8(head.get(..e.valid_up_to())?).ok()?.chars().next(),
    }
}

/// Columns of one grapheme cluster, as ratatui counts them: unicode-width, and one more for each halfwidth
/// sound mark, which terminals draw as a cell of its own.
pub(super) fn cluster_width(cluster: &str) -> usize {
    if cluster.len() == 1 {
        return 1;
    }
    cluster.width() + cluster.chars().filter(|c| matches!(c, '\u{ff9e}' | '\u{ff9f}')).count()
}
