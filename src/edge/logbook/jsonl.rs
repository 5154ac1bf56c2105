//! The JSONL file, the truth of a logbook: appended line by line, read as a whole. Not here: what a line means
//! (`wire`) and the database made from it. Called by `open`, `Logbook` and `rebuild`.

use std::{
    collections::HashSet,
    fs::File,
    io::{self, Read, Write},
    ops::Range,
    os::unix::fs::FileExt,
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{
    fault::{Boundaries, die},
    files, wire,
};
use crate::core::model::Record;

/// A line of the file.
#[derive(Debug)]
pub(super) struct Line {
    /// Offset of its first byte.
    pub(super) start: u64,
    /// What it was read with, and where it stands in that.
    all: Arc<Vec<u8>>,
    at: Range<usize>,
    /// What it says; `None` when it is blank or could not be read.
    pub(super) record: Option<Record>,
}

impl Line {
    /// Its bytes, line feed included.
    pub(super) fn body(&self) -> &[u8] {
        self.all.get(self.at.clone()).unwrap_or_default()
    }
}

/// What reading came to.
#[derive(Debug, Default)]
pub(super) struct Reading {
    /// Complete lines, in order.
    pub(super) lines: Vec<Line>,
    /// One past the last complete line.
    pub(super) end: u64,
    /// What stands behind it: a line that was cut off while it was written.
    pub(super) torn: Vec<u8>,
    /// Lines that are kept but not used, with the reason.
    pub(super) skipped: Vec<(u64, String)>,
    /// Fields that are kept but not used.
    pub(super) unknown_fields: Vec<(u64, String)>,
    /// The highest schema found above ours.
    pub(super) newer: Option<u64>,
    /// Lines that say again what an earlier one says, and are not counted twice.
    pub(super) doubled: Vec<u64>,
    /// What is read.
    all: Arc<Vec<u8>>,
    /// Lines of records that can be made only once.
    once: HashSet<Vec<u8>>,
}

impl Reading {
    /// The records, in order.
    pub(super) fn records(&self) -> Vec<Record> {
        self.lines.iter().filter_map(|line| line.record.clone()).collect()
    }

    /// The records, in order, which the lines then lack.
    pub(super) fn take_records(&mut self) -> Vec<Record> {
        let mut records = Vec::with_capacity(self.lines.len());
        records.extend(self.lines.iter_mut().filter_map(|line| line.record.take()));
        records
    }

    /// The same, with the records that were taken.
    pub(super) fn again(&self) -> Self {
        read(self.all.clone(), self.lines.first().map_or(0, |line| line.start))
    }

    /// The complete lines as they stand in the file.
    pub(super) fn complete(&self) -> Vec<u8> {
        self.lines.iter().map(Line::body).collect::<Vec<_>>().concat()
    }

    /// A line. One in which a write was cut off and another one began, of a program that did not know of it, is taken
    /// apart: what is whole in it is not lost.
    fn line(&mut self, body: &[u8], number: u64) {
        let content = body.strip_suffix(b"\n").unwrap_or(body);
        if content.trim_ascii().is_empty() {
            return self.push(body.len(), None);
        }
        let decoded = wire::decode(content);
        if !matches!(decoded, Err(wire::Unread::Damaged(_))) {
            let record = self.content(content, decoded, number);
            return self.push(body.len(), record);
        }
        for piece in pieces(body) {
            let content = piece.strip_suffix(b"\n").unwrap_or(piece);
            let is_blank = content.trim_ascii().is_empty();
            let record = if is_blank { None } else { self.content(content, wire::decode(content), number) };
            self.push(piece.len(), record);
        }
    }

    /// The next `length` bytes as a line.
    fn push(&mut self, length: usize, record: Option<Record>) {
        let from = self.lines.last().map_or(0, |line| line.at.end);
        self.lines.push(Line { start: self.end, all: self.all.clone(), at: from..from + length, record });
        self.end += length as u64;
    }

    fn content(&mut self, content: &[u8], decoded: Result<wire::Decoded, wire::Unread>, number: u64) -> Option<Record> {
        match decoded {
            // Two programs can have brought it in, where there are no locks.
            Ok(wire::Decoded { record, .. }) if is_once(&record) && !self.once.insert(content.to_vec()) => {
                self.doubled.push(number);
                None
            }
            Ok(wire::Decoded { record, unknown_fields }) => {
                self.unknown_fields.extend(unknown_fields.into_iter().map(|field| (number, field)));
                Some(record)
            }
            Err(wire::Unread::Damaged(why)) => self.skip(number, format!("damaged ({why})")),
            Err(wire::Unread::Unknown(what)) => self.skip(number, format!("{what} is not known to this version")),
            Err(wire::Unread::Newer(schema)) => {
                self.newer = self.newer.max(Some(schema));
                self.skip(number, format!("schema {schema} is newer"))
            }
        }
    }

    fn skip(&mut self, number: u64, why: String) -> Option<Record> {
        self.skipped.push((number, why));
        None
    }
}

/// Whether a record is one act or one answer: the same line twice is a double, and never a second one.
fn is_once(record: &Record) -> bool {
    match record {
        Record::Decision { .. }
        | Record::Opinion { .. }
        | Record::TaskReported { .. }
        | Record::PublicationIntent { .. }
        | Record::PublicationReceipt { .. } => true,
        Record::Run(_)
        | Record::Hotspot { .. }
        | Record::Candidate { .. }
        | Record::Verdict { .. }
        | Record::Comments { .. }
        | Record::TaskEnded { .. }
        | Record::Draft { .. }
        | Record::Viewed { .. }
        | Record::Place { .. }
        | Record::RunEnded { .. } => false,
    }
}

/// How every line of ours begins. Inside a text of a line the quotes would be escaped.
const BEGIN: &[u8] = b"{\"record_type\":";

/// A damaged line as it is, or, when it holds whole records behind or before what is cut off, its parts.
fn pieces(body: &[u8]) -> Vec<&[u8]> {
    let content = body.strip_suffix(b"\n").unwrap_or(body);
    let mut pieces = Vec::new();
    let mut from = 0;
    let begins = memchr::memmem::find_iter(content, BEGIN).filter(|at| *at > 0);
    for at in begins.chain([body.len()]) {
        let piece = body.get(from..at).unwrap_or_default();
        let (value, rest) = piece.split_at(value_end(piece).unwrap_or(piece.len()));
        pieces.extend([value, rest].into_iter().filter(|part| !part.is_empty()));
        from = at;
    }
    let is_whole = |piece: &&[u8]| !matches!(wire::decode(piece), Err(wire::Unread::Damaged(_)));
    if pieces.iter().any(is_whole) { pieces } else { vec![body] }
}

/// Where the first whole JSON value of a piece ends, when more than blanks stand behind it.
fn value_end(piece: &[u8]) -> Option<usize> {
    let mut values = serde_json::Deserializer::from_slice(piece).into_iter::<serde::de::IgnoredAny>();
    let is_whole = values.next().is_some_and(|value| value.is_ok());
    let end = values.byte_offset();
    let behind = piece.get(end..).unwrap_or_default();
    (is_whole && !behind.trim_ascii().is_empty()).then_some(end)
}

/// Reads bytes that begin at an offset of the file. A line without a line feed at the end is torn.
pub(super) fn read(bytes: impl Into<Arc<Vec<u8>>>, start: u64) -> Reading {
    let bytes = bytes.into();
    // Growing by steps would copy all records several times.
    let lines = Vec::with_capacity(memchr::memchr_iter(b'\n', &bytes).count());
    let mut reading = Reading { end: start, all: bytes.clone(), lines, ..Reading::default() };
    for (number, body) in (1..).zip(bytes.split_inclusive(|b| *b == b'\n')) {
        if body.ends_with(b"\n") {
            reading.line(body, number);
        } else {
            reading.torn = body.to_vec();
            if let Err(wire::Unread::Newer(schema)) = wire::decode(body) {
                reading.newer = reading.newer.max(Some(schema));
            }
        }
    }
    reading
}

/// Reads a whole file without changing it.
pub(super) fn read_file(path: &Path) -> io::Result<Reading> {
    files::regular(path)?;
    let mut bytes = Vec::new();
    File::open(path)?.read_to_end(&mut bytes)?;
    Ok(read(bytes, 0))
}

/// The file, open for appending.
#[derive(Debug)]
pub(super) struct Jsonl {
    file: File,
    path: PathBuf,
    /// A part of a line that could not be taken back stands at the end: the next line begins on a new one.
    ragged: bool,
    cuts: Boundaries,
}

impl Jsonl {
    /// Opens the file, made when missing. Reads and repairs nothing.
    pub(super) fn open(path: &Path, cuts: &Boundaries) -> io::Result<Self> {
        let is_new = files::regular(path)?.is_none();
        let file = files::open_append(path)?;
        if is_new {
            files::sync_folder(path);
        }
        Ok(Self { file, path: path.to_owned(), ragged: false, cuts: cuts.clone() })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Bytes in the file.
    pub(super) fn len(&self) -> io::Result<u64> {
        Ok(self.file.metadata()?.len())
    }

    /// Everything from an offset to the end.
    pub(super) fn tail(&self, from: u64) -> io::Result<Vec<u8>> {
        let missing = self.len()?.saturating_sub(from);
        let mut bytes = vec![0; usize::try_from(missing).unwrap_or(0)];
        self.file.read_exact_at(&mut bytes, from)?;
        Ok(bytes)
    }

    /// The whole file, read.
    pub(super) fn reading(&self) -> io::Result<Reading> {
        Ok(read(self.tail(0)?, 0))
    }

    /// Appends a line, line feed included, in one write. When it fails, nothing of it stays.
    pub(super) fn append(&mut self, line: &[u8]) -> io::Result<()> {
        self.cuts.pass();
        let before = self.len()?;
        let mended;
        let line = if self.ragged {
            mended = [b"\n", line].concat();
            &mended
        } else {
            line
        };
        if self.cuts.is_next() {
            let half = line.get(..line.len() / 2).unwrap_or(line);
            self.file.write_all(half)?;
            die();
        }
        match self.file.write_all(line) {
            Ok(()) => self.ragged = false,
            Err(e) => {
                self.ragged = self.file.set_len(before).is_err();
                return Err(e);
            }
        }
        self.cuts.pass();
        Ok(())
    }

    /// Flushes to the disk.
    pub(super) fn sync(&self) -> io::Result<()> {
        self.cuts.pass();
        self.file.sync_data()?;
        self.cuts.pass();
        Ok(())
    }

    /// Cuts everything behind `end` off into a file of its own, whose path is given back.
    pub(super) fn cut(&mut self, end: u64, torn: &[u8]) -> io::Result<PathBuf> {
        let aside = files::free_name(&self.path, "torn");
        files::write_new(&aside, torn, &self.cuts)?;
        self.cuts.pass();
        self.file.set_len(end)?;
        Ok(aside)
    }

    /// Whether the file was removed or replaced while it was open (`git clean -fdx` does that).
    pub(super) fn is_gone(&self) -> bool {
        files::is_gone(&self.file, &self.path)
    }

    /// Puts a removed file back under its name, from what is still open.
    pub(super) fn put_back(&mut self) -> io::Result<()> {
        self.move_to(&self.path.clone())
    }

    /// Goes on in another file, which must not exist yet, with all that is in this one.
    pub(super) fn move_to(&mut self, path: &Path) -> io::Result<()> {
        let bytes = self.tail(0)?;
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        files::write_new(path, &bytes, &self.cuts)?;
        self.file = files::open_append(path)?;
        self.path = path.to_owned();
        files::sync_folder(path);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn line(record: &Record) -> Vec<u8> {
        wire::encode(record).unwrap()
    }

    fn text(record: &Record) -> String {
        String::from_utf8(line(record)).unwrap()
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, cases: 48, ..ProptestConfig::default() })]

        /// However lines of two programs came to stand in one file: cut off, run together, doubled.
        #[test]
        fn torn_run_together_and_doubled_lines_lose_and_double_nothing_that_is_whole(
            records in prop::collection::vec(wire::samples::record(), 1..8),
            harms in prop::collection::vec((0u8..6, any::<prop::sample::Index>()), 8)
        ) {
            let mut bytes = Vec::new();
            let mut wanted = Vec::new();
            for (record, (harm, at)) in records.iter().zip(&harms) {
                let whole = line(record);
                match harm {
                    // The line feed is missing: the next one stands in the same line.
                    1 => bytes.extend_from_slice(&whole[..whole.len() - 1]),
                    // And what a program had just begun when it was cut off.
                    4 => bytes.extend([&whole[..whole.len() - 1], &whole[..at.index(20)]].concat()),
                    // A program was cut off in the middle of this line before it.
                    2 => {
                        bytes.extend_from_slice(&whole[..at.index(whole.len() - 1)]);
                        bytes.extend_from_slice(&whole);
                    }
                    3 if is_once(record) => bytes.extend([&whole[..], &whole[..]].concat()),
                    _ => bytes.extend_from_slice(&whole),
                }
                wanted.push(text(record));
            }
            bytes.push(b'\n');
            let reading = read(bytes.clone(), 0);
            let mut once = std::collections::HashSet::new();
            wanted.retain(|text| !is_once(&wire::decode(text.trim_end().as_bytes()).unwrap().record) || once.insert(text.clone()));
            let found: Vec<String> = reading.records().iter().map(text).collect();
            prop_assert_eq!(found, wanted);
            // Every byte stands in some line, in order.
            prop_assert_eq!(reading.complete(), bytes.clone());
            prop_assert_eq!(reading.end, bytes.len() as u64);
            // At every byte of the file: what is complete is read as before.
            let cut = harms[0].1.index(bytes.len());
            let part = read(bytes[..cut].to_vec(), 0);
            prop_assert!(part.lines.iter().zip(&reading.lines).all(|(a, b)| (a.start, a.body()) == (b.start, b.body())));
            prop_assert_eq!([part.complete(), part.torn].concat(), bytes[..cut].to_vec());
        }
    }

    #[test]
    fn text_that_looks_like_a_line_is_no_line() {
        let words = "{\"record_type\":\"gate_decision\"}";
        let record = Record::Draft {
            run: crate::core::model::RunId::new("r"),
            draft: crate::core::model::Draft {
                key: crate::core::model::DraftKey::Comment(None),
                text: words.to_owned(),
                at: crate::core::model::Time(0),
            },
        };
        let whole = line(&record);
        assert_eq!(read(whole.clone(), 0).lines.len(), 1);
        // Cut off in its text, and the next line behind it.
        let torn = [&whole[..whole.len() - 9], &whole[..]].concat();
        let reading = read(torn, 0);
        assert_eq!((reading.records(), reading.skipped.len()), (vec![record], 1));
    }
}
