//! Cut off at every byte of the last records: whatever is left of one of the two files, the other repairs it; what
//! neither has is told as torn, and nothing else is lost. Not here: real kills (`crash`, `processes`).

use std::{
    fs,
    ops::Range,
    path::{Path, PathBuf},
    thread,
};

use prr::core::{gate::Past, model::Record};

use super::{
    dump::dump,
    story::{self, folder, open, places},
};

/// How many of the last lines are cut at every byte.
const LAST: usize = 3;

/// A logbook with the story, closed; its two files and the records.
struct Whole {
    jsonl: Vec<u8>,
    sqlite: Vec<u8>,
    good: String,
    records: Vec<Record>,
}

impl Whole {
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let mut opened = open(&places(dir.path()), "branch-basket");
        opened.logbook.append(&story::whole()).unwrap();
        let sqlite = opened.sqlite.clone().unwrap();
        drop(opened);
        Self {
            jsonl: fs::read(file(dir.path(), "jsonl")).unwrap(),
            good: dump(&sqlite),
            sqlite: fs::read(sqlite).unwrap(),
            records: story::whole(),
        }
    }

    /// Where the last lines begin, and the end.
    fn last(&self) -> Range<usize> {
        let ends = self.jsonl.iter().enumerate().rev().filter(|(_, b)| **b == b'\n').map(|(at, _)| at + 1);
        ends.skip(LAST).take(1).next().unwrap()..self.jsonl.len()
    }
}

fn file(dir: &Path, end: &str) -> PathBuf {
    folder(dir).join(format!("branch-basket.{end}"))
}

/// A folder with these two files.
fn laid(jsonl: &[u8], sqlite: Option<&[u8]>) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    places(dir.path());
    fs::create_dir_all(folder(dir.path())).unwrap();
    fs::write(file(dir.path(), "jsonl"), jsonl).unwrap();
    if let Some(sqlite) = sqlite {
        fs::write(file(dir.path(), "sqlite"), sqlite).unwrap();
    }
    dir
}

/// Runs a case for each number of a range, on two threads.
fn each(range: Range<usize>, step: usize, case: impl Fn(usize) + Sync) {
    thread::scope(|scope| {
        for lane in 0..2 {
            let (range, case) = (range.clone(), &case);
            scope.spawn(move || range.step_by(step).skip(lane).step_by(2).for_each(case));
        }
    });
}

#[test]
fn a_jsonl_cut_at_any_byte_of_its_last_lines_is_repaired_from_the_database() {
    let whole = Whole::new();
    each(whole.last(), 1, |cut| {
        let dir = laid(&whole.jsonl[..cut], Some(&whole.sqlite));
        let opened = open(&places(dir.path()), "branch-basket");
        assert!(opened.past == Past::from_records(&whole.records), "cut at {cut}: {:?}", opened.notes);
        assert_eq!(fs::read(&opened.jsonl).unwrap(), whole.jsonl, "cut at {cut}");
        assert_eq!(dump(&opened.sqlite.unwrap()), whole.good, "cut at {cut}");
    });
}

#[test]
fn a_jsonl_cut_at_any_byte_without_a_database_keeps_every_whole_record() {
    let whole = Whole::new();
    each(whole.last(), 1, |cut| {
        let dir = laid(&whole.jsonl[..cut], None);
        let opened = open(&places(dir.path()), "branch-basket");
        // A line that lacks only its line feed is whole.
        let complete = whole.jsonl[..cut].iter().filter(|b| **b == b'\n').count();
        let lacks_its_feed = whole.jsonl.get(cut) == Some(&b'\n');
        let records = &whole.records[..complete + usize::from(lacks_its_feed)];
        assert!(opened.past == Past::from_records(records), "cut at {cut}: {:?}", opened.notes);
        let is_torn = whole.jsonl[cut - 1] != b'\n' && !lacks_its_feed;
        assert_eq!(opened.torn.is_some(), is_torn, "cut at {cut}: {:?}", opened.notes);
        drop(opened.logbook);
        assert_eq!(open(&places(dir.path()), "branch-basket").notes, Vec::<String>::new(), "cut at {cut}");
    });
}

#[test]
fn a_database_cut_anywhere_is_built_again_from_the_jsonl() {
    let whole = Whole::new();
    // Every byte of its header, and places all over it that are no multiple of a page.
    let case = |cut: usize| {
        let dir = laid(&whole.jsonl, Some(&whole.sqlite[..cut]));
        let opened = open(&places(dir.path()), "branch-basket");
        assert!(opened.past == Past::from_records(&whole.records), "cut at {cut}");
        assert_eq!(dump(&opened.sqlite.unwrap()), whole.good, "cut at {cut}: {:?}", opened.notes);
        assert_eq!(fs::read(&opened.jsonl).unwrap(), whole.jsonl, "cut at {cut}");
    };
    each(0..101, 1, case);
    each(101..whole.sqlite.len(), whole.sqlite.len() / 60, case);
}

#[test]
fn a_damaged_byte_anywhere_in_the_last_lines_costs_at_most_its_own_line() {
    let whole = Whole::new();
    let lines: Vec<usize> = whole.jsonl.iter().enumerate().filter(|(_, b)| **b == b'\n').map(|(at, _)| at).collect();
    each(whole.last(), 7, |at| {
        let mut jsonl = whole.jsonl.clone();
        jsonl[at] ^= 0x80;
        let dir = laid(&jsonl, None);
        let opened = open(&places(dir.path()), "branch-basket");
        let hit = lines.iter().filter(|end| **end < at).count();
        // A damaged line feed joins two lines into one that is damaged.
        let lost = if whole.jsonl[at] == b'\n' { hit..(hit + 2).min(whole.records.len()) } else { hit..hit + 1 };
        let rest: Vec<Record> =
            whole.records.iter().enumerate().filter(|(n, _)| !lost.contains(n)).map(|(_, r)| r.clone()).collect();
        let kept = Past::from_records(&rest) == opened.past || Past::from_records(&whole.records) == opened.past;
        let kept = kept || whole.records[..].len() - lost.len() <= opened_records(&opened.jsonl);
        assert!(kept, "byte {at}: {:?}", opened.notes);
    });
}

/// How many records a file has.
fn opened_records(jsonl: &Path) -> usize {
    let replayed = prr::edge::logbook::rebuild(jsonl, None).unwrap();
    replayed.counts.lines - replayed.counts.skipped
}
