//! A disk that is full: the record is refused with the file's name, nothing of it stays, and what was acknowledged
//! is there. The limit is the shell's `ulimit -f`, under which a write ends in the middle, as on a full disk.

use std::{fs, path::Path, process::Command};

use prr::{
    core::model::{DraftKey, Record},
    edge::logbook::{Fault, Logbook, LogbookError},
};

use super::story::{self, anchor, decision, draft, open, places};

const FOLDER: &str = "PRR_TEST_FULL_FOLDER";
const CHILD: &str = "logbook::full::the_child_appends_until_it_is_refused";

fn one(number: u32) -> Record {
    draft("r", DraftKey::Comment(Some(anchor(b"src/a.rs", number + 1))), &format!("{number} {}", "words ".repeat(400)))
}

#[test]
fn the_child_appends_until_it_is_refused() {
    let Some(dir) = std::env::var_os(FOLDER) else { return };
    let mut logbook = Logbook::open(&places(Path::new(&dir)), &story::request("x"), Fault::Never).unwrap().logbook;
    for number in 0..2_000 {
        match logbook.append(&[one(number)]) {
            Ok(acked) => println!("\nacknowledged {}\n{}", number + 1, acked.notes.join("\n")),
            Err(LogbookError::NotWritten { path, written: 0, source }) => {
                let end = fs::read(&path).unwrap();
                println!("\nrefused {source} with the file whole: {}", end.ends_with(b"\n"));
                let small = logbook.append(&[decision("r", 1, "f", prr::core::model::Act::Accept)]);
                println!("\nthe next is {}", if small.is_ok() { "written" } else { "refused" });
                return;
            }
            Err(other) => panic!("{other}"),
        }
    }
}

#[test]
fn a_full_disk_refuses_whole_records_and_loses_none() {
    let dir = tempfile::tempdir().unwrap();
    let output = Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 450; exec \"$0\" \"$@\""])
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", CHILD, "--nocapture", "--test-threads=1"])
        .env(FOLDER, dir.path())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("with the file whole: true"), "{said}");
    assert!(said.contains("x.sqlite cannot be written any more; everything stands in the .jsonl"), "{said}");
    let acknowledged = said.lines().filter(|line| line.starts_with("acknowledged ")).count();
    let opened = open(&places(dir.path()), "x");
    assert!(acknowledged > 20, "{said}");
    assert_eq!(opened.past.drafts.len(), acknowledged);
    assert_eq!(opened.past.decisions.len(), usize::from(said.contains("the next is written")));
    assert_eq!(opened.notes, Vec::<String>::new(), "nothing torn, the database caught up");
    let text = fs::read_to_string(&opened.jsonl).unwrap();
    assert_eq!(text.lines().count(), acknowledged + opened.past.decisions.len());
}
