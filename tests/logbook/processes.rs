//! Several processes on one logbook at once: real ones, some of them killed in the middle of a write. Nothing that was
//! acknowledged is lost, nothing is there twice. A child is this test binary again; its own test does nothing without
//! the variable.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Child, Command, Stdio},
};

use prr::{
    core::model::{Act, Comment, FindingId, Record, Wording},
    edge::logbook::{Fault, Logbook, Opened},
};

use super::{
    dump::dump,
    story::{self, decision, folder, open, places},
};

const FOLDER: &str = "PRR_TEST_PROCESS_FOLDER";
const NAME: &str = "PRR_TEST_PROCESS_NAME";
const KILL: &str = "PRR_TEST_PROCESS_KILL";
const WRITER: &str = "logbook::processes::the_child_decides_and_says_so";
const HOLDER: &str = "logbook::processes::the_child_holds_the_logbook_until_it_is_killed";
const RUN: &str = "20250301-100000-2222222";
const ACTS: u64 = 12;

fn child_of(test: &str, dir: &Path, name: &str, kill: u64) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .args(["--exact", test, "--nocapture", "--test-threads=1"])
        .env(FOLDER, dir)
        .env(NAME, name)
        .env(KILL, kill.to_string())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    command
}

#[test]
fn the_child_decides_and_says_so() {
    let Some(dir) = std::env::var_os(FOLDER) else { return };
    let (name, kill) = (std::env::var(NAME).unwrap(), std::env::var(KILL).unwrap().parse().unwrap());
    let fault = if kill == 0 { Fault::Never } else { Fault::KillAt(kill) };
    let mut opened = Logbook::open(&places(Path::new(&dir)), &story::request("branch-basket"), fault).unwrap();
    let first = opened.past.last_seq + 1;
    for nth in 0..ACTS {
        let finding = format!("{name}-{nth}");
        opened.logbook.append(&[decision(RUN, first + nth, &finding, Act::Accept)]).unwrap();
        println!("\nacknowledged {finding}");
    }
    opened.logbook.sync().unwrap();
}

#[test]
fn the_child_holds_the_logbook_until_it_is_killed() {
    let Some(dir) = std::env::var_os(FOLDER) else { return };
    let mut opened = open(&places(Path::new(&dir)), "branch-basket");
    opened.logbook.append(&[decision(RUN, 50, "held-0", Act::Accept)]).unwrap();
    println!("\nholding");
    let mut line = String::new();
    let _ = std::io::stdin().read_line(&mut line);
}

/// What a child said that it has written.
fn acknowledged(child: Child) -> Vec<String> {
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    said.lines().filter_map(|line| line.strip_prefix("acknowledged ")).map(str::to_owned).collect()
}

/// Opens until no session that wrote beside is left.
fn settled(dir: &Path) -> Opened {
    let opened = open(&places(dir), "branch-basket");
    assert!(opened.jsonl.ends_with("branch-basket.jsonl"), "{:?}", opened.notes);
    opened
}

fn begin(dir: &Path) {
    let mut opened = open(&places(dir), "branch-basket");
    opened.logbook.append(&story::whole()).unwrap();
}

/// Every one exactly once, numbers in order, the database as it is built from the file.
fn assert_once(dir: &Path, wanted: &BTreeSet<String>, perhaps: usize, case: &str) {
    let opened = settled(dir);
    let mut times: BTreeMap<&str, usize> = BTreeMap::new();
    let of_children = opened.past.decisions.iter().skip(9);
    of_children.for_each(|(_, decision)| *times.entry(decision.finding.as_str()).or_default() += 1);
    for finding in wanted {
        assert_eq!(times.get(finding.as_str()), Some(&1), "{case}: {finding}; {:?}", opened.notes);
    }
    assert!(times.values().all(|count| *count == 1), "{case}: {times:?}");
    assert!(times.len() <= wanted.len() + perhaps, "{case}: {times:?}");
    let numbers: Vec<u64> = opened.past.decisions.iter().map(|(_, decision)| decision.seq).collect();
    assert!(numbers.windows(2).all(|pair| pair[0] < pair[1]), "{case}: {numbers:?}");
    let rebuilt = tempfile::tempdir().unwrap();
    let sqlite = rebuilt.path().join("rebuilt.sqlite");
    prr::edge::logbook::rebuild(&opened.jsonl, Some(&sqlite)).unwrap();
    assert_eq!(dump(&opened.sqlite.clone().unwrap()), dump(&sqlite), "{case}");
    let left = fs::read_dir(folder(dir)).unwrap().flatten().map(|entry| entry.file_name());
    let left: Vec<_> = left.filter(|name| name.to_string_lossy().ends_with(".jsonl")).collect();
    assert_eq!(left, ["branch-basket.jsonl"], "{case}: all are joined");
}

#[test]
fn what_four_processes_decide_at_once_is_all_there_once_though_some_are_killed() {
    for seed in 0..4u64 {
        let dir = tempfile::tempdir().unwrap();
        begin(dir.path());
        let mut wanted = BTreeSet::new();
        for round in 0..2u64 {
            // A boundary somewhere in the opening or the writing; the last two live.
            let kill = |nth: u64| if nth < 2 { 3 + (seed * 31 + round * 17 + nth * 13) % 60 } else { 0 };
            let children: Vec<Child> = (0..4)
                .map(|nth| child_of(WRITER, dir.path(), &format!("p{round}{nth}"), kill(nth)).spawn().unwrap())
                .collect();
            let said: Vec<Vec<String>> = children.into_iter().map(acknowledged).collect();
            assert_eq!((said[2].len(), said[3].len()), (12, 12), "seed {seed}: those that lived wrote all");
            wanted.extend(said.into_iter().flatten());
        }
        // Of each killed one the record that it was writing may be there, too.
        assert_once(dir.path(), &wanted, 4, &format!("seed {seed}"));
    }
}

#[test]
fn a_lock_whose_holder_died_is_taken_over() {
    let dir = tempfile::tempdir().unwrap();
    begin(dir.path());
    let mut holder = child_of(HOLDER, dir.path(), "", 0).spawn().unwrap();
    let mut lines = BufReader::new(holder.stdout.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap() == "holding"));
    let mut beside = open(&places(dir.path()), "branch-basket");
    assert!(beside.jsonl.ends_with("branch-basket~2.jsonl"), "{:?}", beside.jsonl);
    assert!(beside.notes.join("").contains(&format!("process {}", holder.id())), "{:?}", beside.notes);
    assert_eq!(beside.past.last_seq, 50, "what the holder wrote is seen");
    beside.logbook.append(&[decision(RUN, 51, "beside-0", Act::Accept)]).unwrap();
    drop(beside);
    holder.kill().unwrap();
    holder.wait().unwrap();
    let wanted = ["held-0", "beside-0"].map(str::to_owned).into_iter().collect();
    assert_once(dir.path(), &wanted, 0, "after the holder's death");
}

#[test]
fn a_holder_that_ends_by_itself_leaves_the_logbook_to_the_next() {
    let dir = tempfile::tempdir().unwrap();
    begin(dir.path());
    let mut holder = child_of(HOLDER, dir.path(), "", 0).spawn().unwrap();
    holder.stdin.take().unwrap().write_all(b"\n").unwrap();
    assert!(holder.wait().unwrap().success());
    assert_eq!(settled(dir.path()).past.last_seq, 50);
}

#[test]
fn a_logbook_that_was_cleaned_away_and_begun_anew_by_another_is_not_written_by_both() {
    let dir = tempfile::tempdir().unwrap();
    begin(dir.path());
    let mut first = open(&places(dir.path()), "branch-basket");
    fs::remove_dir_all(dir.path().join("shop/.logbooks")).unwrap();
    let mut second = open(&places(dir.path()), "branch-basket");
    assert_eq!(second.notes, Vec::<String>::new(), "nobody else is there");
    second.logbook.append(&[story::run(RUN), decision(RUN, 1, "of-second", Act::Accept)]).unwrap();
    let acked = first.logbook.append(&[decision(RUN, 10, "of-first", Act::Accept)]).unwrap();
    assert!(acked.notes[0].contains("another prr began it anew: this session goes on in"), "{:?}", acked.notes);
    first.logbook.append(&[decision(RUN, 11, "of-first-too", Act::Accept)]).unwrap();
    second.logbook.append(&[decision(RUN, 2, "of-second-too", Act::Accept)]).unwrap();
    drop((first, second));
    let opened = settled(dir.path());
    let found: BTreeSet<&str> = opened.past.decisions.iter().map(|(_, decision)| decision.finding.as_str()).collect();
    for finding in ["of-first", "of-first-too", "of-second", "of-second-too", "security-003"] {
        assert!(found.contains(finding), "{finding} in {found:?}");
    }
    assert_eq!(opened.past.decisions.len(), 9 + 4);
}

#[test]
fn a_lock_that_was_removed_alone_is_taken_again() {
    let dir = tempfile::tempdir().unwrap();
    begin(dir.path());
    let mut first = open(&places(dir.path()), "branch-basket");
    fs::remove_file(folder(dir.path()).join("branch-basket.lock")).unwrap();
    let acked = first.logbook.append(&[decision(RUN, 10, "one", Act::Accept)]).unwrap();
    assert!(acked.notes[0].contains("the lock of") && acked.notes[0].contains("is taken again"), "{:?}", acked.notes);
    assert!(open(&places(dir.path()), "branch-basket").jsonl.ends_with("branch-basket~2.jsonl"));
}

/// A decision made by two sessions that went on with one run names what is alike in each by its own numbers.
#[test]
fn findings_and_comments_that_two_sessions_called_alike_are_told_apart_when_they_are_joined() {
    let dir = tempfile::tempdir().unwrap();
    let start = vec![story::run(RUN), story::candidate(RUN, 1, b"src/login.rs"), story::verdict(RUN, 1)];
    let mut first = open(&places(dir.path()), "branch-basket");
    first.logbook.append(&start).unwrap();
    let mut second = open(&places(dir.path()), "branch-basket");
    // Each finds something new; the second in each is security-002.
    first.logbook.append(&[story::candidate(RUN, 3, b"src/a.rs"), verdict(3, "security-002")]).unwrap();
    second.logbook.append(&[story::candidate(RUN, 4, b"src/b.rs"), verdict(4, "security-002")]).unwrap();
    let comment = |text: &str| {
        let wording = Wording { body: text.into(), ..Wording::default() };
        Act::Add(Comment { anchor: None, quoted: String::new(), wording })
    };
    let no = || Act::Drop { reason: "no".into() };
    first.logbook.append(&[decision(RUN, 1, "security-002", Act::Accept)]).unwrap();
    first.logbook.append(&[decision(RUN, 2, "own-001", comment("of the first"))]).unwrap();
    second.logbook.append(&[decision(RUN, 1, "security-002", no())]).unwrap();
    second.logbook.append(&[decision(RUN, 2, "own-001", comment("of the second"))]).unwrap();
    second.logbook.append(&[decision(RUN, 3, "own-001", Act::Undo { of: 2 })]).unwrap();
    second.logbook.append(&[decision(RUN, 4, "own-001", Act::Redo { of: 2 })]).unwrap();
    drop((first, second));
    let joined = settled(dir.path());
    let told: Vec<(u64, &str, &str)> =
        joined.past.decisions.iter().map(|(_, d)| (d.seq, d.finding.as_str(), d.act.as_str())).collect();
    let wanted = [
        (1, "security-002", "accept"),
        (2, "own-001", "add"),
        (3, "security-003", "drop"),
        (4, "own-002", "add"),
        (5, "own-002", "undo"),
        (6, "own-002", "redo"),
    ];
    assert_eq!(told, wanted);
    let of = |finding: &str| {
        let verdicts = joined.past.verdicts.iter().filter(|(_, verdict)| verdict.finding.as_str() == finding);
        verdicts.map(|(_, verdict)| verdict.candidate.as_str().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!((of("security-002"), of("security-003")), (vec!["secrets-c3".into()], vec!["secrets-c4".into()]));
}

/// Killed while the second was being joined, and joined again from the start.
#[test]
fn a_join_that_was_begun_twice_gives_the_same_names() {
    let dir = tempfile::tempdir().unwrap();
    begin(dir.path());
    let first = open(&places(dir.path()), "branch-basket");
    let mut second = open(&places(dir.path()), "branch-basket");
    let add = |seq, text: &str| {
        let wording = Wording { body: text.into(), ..Wording::default() };
        decision(
            "20250301-090000-2222222",
            seq,
            "own-001",
            Act::Add(Comment { anchor: None, quoted: String::new(), wording }),
        )
    };
    second.logbook.append(&[story::candidate(RUN, 7, b"src/c.rs"), add(10, "mine")]).unwrap();
    let beside = fs::read(&second.jsonl).unwrap();
    drop((first, second));
    let once = settled(dir.path());
    let (past, path) = (once.past.clone(), once.jsonl.clone());
    drop(once);
    fs::write(path.with_file_name("branch-basket~2.jsonl"), beside).unwrap();
    let again = settled(dir.path());
    assert!(again.past == past, "{:?}", again.notes);
    let own: BTreeSet<&str> =
        past.decisions.iter().map(|(_, d)| d.finding.as_str()).filter(|id| id.starts_with("own")).collect();
    assert_eq!(own, ["own-001", "own-002"].into());
}

#[test]
fn a_claim_that_another_session_made_under_the_same_id_is_another_claim() {
    let dir = tempfile::tempdir().unwrap();
    let mut first = open(&places(dir.path()), "branch-basket");
    first.logbook.append(&[story::run(RUN)]).unwrap();
    let mut second = open(&places(dir.path()), "branch-basket");
    first.logbook.append(&[story::candidate(RUN, 1, b"src/a.rs"), verdict(1, "security-001")]).unwrap();
    second.logbook.append(&[story::candidate(RUN, 1, b"src/b.rs"), verdict(1, "security-001")]).unwrap();
    second.logbook.append(&[decision(RUN, 1, "security-001", Act::Accept)]).unwrap();
    drop((first, second));
    let joined = settled(dir.path());
    let ids: Vec<&str> = joined.past.candidates.iter().map(|claim| claim.id.as_str()).collect();
    assert_eq!(ids, ["secrets-c1", "secrets-c1~2"]);
    assert_eq!(joined.past.decisions[0].1.finding, FindingId::new("security-002"));
}

fn verdict(number: u32, finding: &str) -> Record {
    match story::verdict(RUN, number) {
        Record::Verdict { run, mut verdict, at } => {
            verdict.finding = FindingId::new(finding);
            Record::Verdict { run, verdict, at }
        }
        other => other,
    }
}
