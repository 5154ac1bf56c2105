//! Killed at any write boundary: after a restart every acknowledged record is there and nothing is half-written.
//! The child is this test binary again; its own test, which does nothing without the variable, is what it runs.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
};

use prr::{
    core::{
        gate::Past,
        model::{Act, DraftKey, FindingId, Record},
    },
    edge::logbook::{Fault, Logbook, rebuild},
};
use rusqlite::Connection;

use super::{
    dump::dump,
    story::{self, anchor, decision, draft, folder, places},
};

const SEEDS: u64 = 50;
const FOLDER: &str = "PRR_TEST_CRASH_FOLDER";
const BOUNDARY: &str = "PRR_TEST_CRASH_BOUNDARY";
const CHILD: &str = "logbook::crash::the_child_writes_and_says_what_was_acknowledged";

/// Makes what lies in a folder.
type State = fn(&Path);

/// What lies there before the child begins.
const STATES: [(&str, State); 7] = [
    ("nothing", |_| ()),
    ("a story", |dir| begin(dir, |_| ())),
    ("a torn line", |dir| {
        begin(dir, |base| {
            let whole = fs::read(base.with_extension("jsonl")).unwrap();
            fs::write(base.with_extension("jsonl"), [&whole[..], b"{\"record_type\":\"ru"].concat()).unwrap();
        })
    }),
    ("a damaged database with a journal", |dir| {
        begin(dir, |base| {
            fs::write(base.with_extension("sqlite"), "damaged").unwrap();
            fs::write(base.with_extension("sqlite-journal"), "journal").unwrap();
        })
    }),
    ("an old database", |dir| {
        begin(dir, |base| {
            let db = Connection::open(base.with_extension("sqlite")).unwrap();
            db.execute_batch("PRAGMA user_version = 0; DROP TABLE publications; DROP TABLE places").unwrap();
        })
    }),
    ("a JSONL that lost lines", |dir| {
        begin(dir, |base| {
            let whole = fs::read(base.with_extension("jsonl")).unwrap();
            let lines: Vec<_> = whole.split_inclusive(|b| *b == b'\n').take(9).collect();
            fs::write(base.with_extension("jsonl"), lines.concat()).unwrap();
        })
    }),
    ("a session that wrote beside", |dir| {
        begin(dir, |_| {
            let _first = story::open(&places(dir), "branch-basket");
            let mut second = story::open(&places(dir), "branch-basket");
            second.logbook.append(&beside()).unwrap();
        })
    }),
];

/// What a second session wrote: joined by the next opening, under the same numbers because they are free.
fn beside() -> Vec<Record> {
    let act = |seq, act| decision("20250301-100000-2222222", seq, "security-004", act);
    vec![
        act(10, Act::Accept),
        draft("20250301-100000-2222222", DraftKey::Comment(None), "a word of my own"),
        act(11, Act::Undo { of: 10 }),
        act(12, Act::Drop { reason: "seen elsewhere".into() }),
    ]
}

/// The story, closed, and then some harm.
fn begin(dir: &Path, harm: impl Fn(&Path)) {
    let mut opened = story::open(&places(dir), "branch-basket");
    opened.logbook.append(&story::whole()).unwrap();
    drop(opened);
    harm(&base(dir));
}

fn base(dir: &Path) -> PathBuf {
    folder(dir).join("branch-basket")
}

const RUN: &str = "20250301-110000-2222222";

/// The groups that the child appends, one call each: decisions and drafts, alone and together.
fn groups() -> Vec<Vec<Record>> {
    let act = |seq: u64| match seq % 3 {
        0 => Act::Drop { reason: "x".repeat(usize::try_from(seq).unwrap() * 40) },
        1 => Act::Accept,
        _ => Act::Undo { of: seq - 1 },
    };
    let decided = |seq| decision(RUN, seq, "security-001", act(seq));
    let drafted = |n: u32| draft(RUN, DraftKey::Comment(Some(anchor(b"src/a.rs", n))), &"words ".repeat(30));
    let edit = |text: &str| draft(RUN, DraftKey::Edit(FindingId::new("security-001")), text);
    vec![
        vec![story::run(RUN), story::candidate(RUN, 1, b"src/a.rs"), story::verdict(RUN, 1)],
        vec![decided(101)],
        vec![drafted(1)],
        vec![decided(102), drafted(2), decided(103)],
        vec![edit("half")],
        vec![edit("half a sentence")],
        vec![decided(104), edit("")],
        vec![drafted(3), drafted(4)],
        vec![decided(105)],
    ]
}

#[test]
fn the_child_writes_and_says_what_was_acknowledged() {
    let Some(dir) = std::env::var_os(FOLDER) else { return };
    let boundary = std::env::var(BOUNDARY).unwrap().parse().unwrap();
    let fault = if boundary == 0 { Fault::Never } else { Fault::KillAt(boundary) };
    let mut opened = Logbook::open(&places(Path::new(&dir)), &story::request("branch-basket"), fault).unwrap();
    for (number, group) in groups().iter().enumerate() {
        opened.logbook.append(group).unwrap();
        println!("\nacknowledged {}", number + 1);
        if number % 2 == 1 {
            opened.logbook.sync().unwrap();
        }
    }
    println!("\nboundaries {}", opened.logbook.boundaries());
}

/// Runs the child; gives back the numbers that it said, by word.
fn child(dir: &Path, boundary: u64) -> BTreeMap<String, u64> {
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", CHILD, "--nocapture", "--test-threads=1"])
        .env(FOLDER, dir)
        .env(BOUNDARY, boundary.to_string())
        .stderr(Stdio::inherit())
        .output()
        .unwrap();
    let killed = std::os::unix::process::ExitStatusExt::signal(&output.status) == Some(9);
    assert_eq!(killed, boundary > 0, "boundary {boundary}: {}", output.status);
    let said = String::from_utf8(output.stdout).unwrap();
    let pairs = said.lines().filter_map(|line| line.split_once(' '));
    pairs.filter_map(|(word, number)| Some((word.to_owned(), number.parse().ok()?))).collect()
}

#[test]
fn every_acknowledged_record_survives_a_kill_at_any_boundary() {
    let totals: Vec<u64> = STATES.iter().map(|(_, state)| boundaries(*state)).collect();
    println!("boundaries by state: {totals:?}");
    thread::scope(|scope| {
        for lane in 0..2 {
            let totals = &totals;
            scope.spawn(move || (lane..SEEDS).step_by(2).for_each(|seed| kill(seed, totals)));
        }
    });
}

fn boundaries(state: State) -> u64 {
    let dir = tempfile::tempdir().unwrap();
    state(dir.path());
    let said = child(dir.path(), 0);
    assert_eq!(said["acknowledged"], groups().len() as u64);
    said["boundaries"]
}

fn kill(seed: u64, totals: &[u64]) {
    let index = usize::try_from(seed).unwrap() % STATES.len();
    let boundary = mix(seed) % totals[index] + 1;
    let (name, state) = STATES[index];
    let dir = tempfile::tempdir().unwrap();
    state(dir.path());
    let acknowledged = child(dir.path(), boundary).get("acknowledged").copied().unwrap_or(0);
    survives(dir.path(), index > 0, acknowledged, &format!("seed {seed}, {name}, boundary {boundary}"));
}

/// The records that must be there: the story, the acknowledged groups whole; of the next one any beginning.
fn survives(dir: &Path, has_story: bool, acknowledged: u64, case: &str) {
    let opened = story::open(&places(dir), "branch-basket");
    let mut before = if has_story { story::whole() } else { Vec::new() };
    if case.contains("wrote beside") {
        before.extend(beside());
    }
    let groups = groups();
    let (sure, open) = groups.split_at(usize::try_from(acknowledged).unwrap());
    let surely: Vec<Record> = before.into_iter().chain(sure.concat()).collect();
    let perhaps = open.first().map_or(&[][..], Vec::as_slice);
    let beginnings = (0..=perhaps.len()).map(|n| [&surely[..], &perhaps[..n]].concat());
    let found = beginnings.map(|records| Past::from_records(&records)).any(|past| past == opened.past);
    assert!(found, "{case}: {acknowledged} acknowledged, found {:#?}", opened.past);
    assert!(!opened.notes.join("").contains("is skipped"), "{case}: {:?}", opened.notes);
    let jsonl = fs::read(&opened.jsonl).unwrap();
    assert!(jsonl.is_empty() || jsonl.ends_with(b"\n"), "{case}");
    assert_same(&dump(&opened.sqlite.unwrap()), &rebuilt(&opened.jsonl), case);
    let again = {
        drop(opened.logbook);
        story::open(&places(dir), "branch-basket")
    };
    assert_eq!(again.notes, Vec::<String>::new(), "{case}: the second start finds all in order");
    assert!(again.past == opened.past, "{case}");
}

/// Names the first row that differs.
fn assert_same(found: &str, wanted: &str, case: &str) {
    for (found, wanted) in found.lines().zip(wanted.lines()) {
        assert_eq!(found, wanted, "{case}");
    }
    assert_eq!(found.lines().count(), wanted.lines().count(), "{case}");
}

fn rebuilt(jsonl: &Path) -> String {
    let dir = tempfile::tempdir().unwrap();
    let sqlite = dir.path().join("rebuilt.sqlite");
    rebuild(jsonl, Some(&sqlite)).unwrap();
    dump(&sqlite)
}

/// splitmix64: a seed to a number that looks like chance and is the same every time.
fn mix(seed: u64) -> u64 {
    let z = seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
