//! Arriving bytes -> segments, index, hash, and news of it. Not where the bytes come from (see `source`) nor what
//! they are called. Called by `Intake::stream`.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use sha2::{Digest, Sha256};

use super::{
    Progress,
    decode::{Decoder, is_coloured, without_colours},
    slug::digest_hex,
};
use crate::core::{
    diff::{Declared, Indexer},
    model::Diff,
};

/// The first segments are at most so long, so that something can be drawn at once.
const FIRST: usize = 64 << 10;
/// Later ones grow up to this.
const LARGEST: usize = 4 << 20;
/// At most one snapshot in this time, unless the text has doubled.
const RARELY: Duration = Duration::from_millis(40);
/// A snapshot that took `t` is followed by none for `8 t`: at most an eighth of the time goes into them.
const PAUSE: u32 = 8;
/// So many bytes without one file are no diff.
const PROSE: usize = 16 << 20;

/// What was read.
#[derive(Debug)]
pub(super) struct Fed {
    /// The whole index.
    pub(super) diff: Arc<Diff>,
    /// SHA-256 of the indexed bytes, hex.
    pub(super) hash: String,
    /// How the bytes were changed on the way.
    pub(super) notes: Vec<String>,
    /// Whether there was nothing but white space.
    pub(super) blank: bool,
}

/// Too many bytes came without one file in them.
#[derive(Debug)]
pub(super) struct NoDiff;

/// The index under way.
pub(super) struct Feed<'f> {
    on: &'f mut dyn FnMut(Progress),
    decoder: Decoder,
    coloured: Option<bool>,
    pending: Vec<u8>,
    /// Bytes of `pending` up to and with its last line feed.
    whole: usize,
    indexer: Indexer,
    hasher: Sha256,
    blank: bool,
    /// Bytes given to the indexer.
    indexed: usize,
    told: Told,
}

/// The last snapshot.
struct Told {
    when: Option<Instant>,
    cost: Duration,
    indexed: usize,
    files: bool,
}

impl<'f> Feed<'f> {
    /// A feed that tells `on`.
    pub(super) fn new(on: &'f mut dyn FnMut(Progress)) -> Self {
        Self {
            on,
            decoder: Decoder::new(),
            coloured: None,
            pending: Vec::new(),
            whole: 0,
            indexer: Indexer::default(),
            hasher: Sha256::new(),
            blank: true,
            indexed: 0,
            told: Told { when: None, cost: Duration::ZERO, indexed: 0, files: false },
        }
    }

    /// Says of a file what no line of its entry can; before that entry is pushed.
    pub(super) fn declare(&mut self, path: Vec<u8>, declared: Declared) {
        self.indexer.declare(path, declared);
    }

    /// Takes bytes as they came.
    pub(super) fn push(&mut self, chunk: &[u8]) -> Result<(), NoDiff> {
        let before = self.pending.len();
        self.decoder.push(chunk, &mut self.pending);
        // Only what is new is searched: a line of many megabytes is looked through once.
        if let Some(at) = memchr::memrchr(b'\n', self.pending.get(before..).unwrap_or(&[])) {
            self.whole = before + at + 1;
        }
        if self.whole >= self.indexed.clamp(FIRST, LARGEST) {
            self.cut(self.whole);
        }
        self.tick();
        let all = self.indexed + self.pending.len();
        if all > PROSE && !self.told.files && !self.look() { Err(NoDiff) } else { Ok(()) }
    }

    /// Tells of what is new, when it is time.
    pub(super) fn tick(&mut self) {
        let known = self.indexed + self.whole;
        let pause = RARELY.max(self.told.cost * PAUSE);
        let rested = self.told.when.is_none_or(|when| when.elapsed() >= pause);
        let doubled = known >= self.told.indexed.saturating_mul(2);
        if known > self.told.indexed && (rested || doubled) {
            self.cut(self.whole);
            self.look();
        }
    }

    /// How long to wait for bytes before the next [`Feed::tick`].
    pub(super) fn patience(&self) -> Duration {
        if self.indexed + self.whole == self.told.indexed {
            return RARELY;
        }
        let pause = RARELY.max(self.told.cost * PAUSE);
        let waited = self.told.when.map_or(pause, |when| when.elapsed());
        pause.saturating_sub(waited).max(Duration::from_millis(1))
    }

    /// The end of the bytes.
    pub(super) fn finish(mut self) -> Fed {
        self.decoder.finish(&mut self.pending);
        self.cut(self.pending.len());
        let mut notes: Vec<String> = self.decoder.note().map(str::to_owned).into_iter().collect();
        if self.coloured == Some(true) {
            notes.push("terminal colours in the input were taken out; `git diff --no-color` writes none".to_owned());
        }
        let diff = Arc::new(self.indexer.finish());
        (self.on)(Progress::Grew(diff.clone()));
        Fed { diff, hash: digest_hex(&self.hasher.finalize()), notes, blank: self.blank }
    }

    /// Gives the first `length` pending bytes to the indexer.
    fn cut(&mut self, length: usize) {
        let Some(bytes) = self.pending.get(..length).filter(|b| !b.is_empty()) else {
            return;
        };
        if self.coloured.is_none() && !bytes.trim_ascii_start().is_empty() {
            self.coloured = Some(is_coloured(bytes));
        }
        let segment: Arc<[u8]> = if self.coloured == Some(true) { without_colours(bytes).into() } else { bytes.into() };
        self.blank &= segment.trim_ascii_start().is_empty();
        self.hasher.update(&segment);
        self.indexed += length;
        self.indexer.push(segment);
        self.pending.drain(..length);
        self.whole = self.whole.saturating_sub(length);
    }

    /// Takes a snapshot and tells of it once there is something to see; whether there is a file.
    fn look(&mut self) -> bool {
        let began = Instant::now();
        let diff = self.indexer.snapshot();
        let files = !diff.files.is_empty();
        self.told = Told { when: Some(began), cost: began.elapsed(), indexed: self.indexed, files };
        if files && (diff.lines > 0 || diff.files.len() > 1) {
            (self.on)(Progress::Grew(Arc::new(diff)));
        }
        files
    }
}
