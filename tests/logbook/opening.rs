//! Opening, appending, and coming back.

use std::fs;

use prr::core::gate::Past;

use super::story;

#[test]
fn what_was_appended_is_the_past_of_the_next_opening() {
    let dir = tempfile::tempdir().unwrap();
    let places = story::places(dir.path());
    let first = story::open(&places, "branch-basket");
    assert_eq!((first.past, first.notes.as_slice()), (Past::default(), &[][..]));
    let mut logbook = first.logbook;
    let records = story::whole();
    let (one, two) = records.split_at(7);
    logbook.append(one).unwrap();
    assert_eq!(logbook.append(two).unwrap().notes, Vec::<String>::new());
    logbook.sync().unwrap();
    drop(logbook);
    let again = story::open(&places, "branch-basket");
    assert_eq!(again.notes, Vec::<String>::new());
    assert_eq!(again.past, Past::from_records(&records));
    assert_eq!(again.jsonl, story::folder(dir.path()).join("branch-basket.jsonl"));
    assert_eq!(again.sqlite, Some(story::folder(dir.path()).join("branch-basket.sqlite")));
    assert_eq!(fs::read(dir.path().join("shop/.git/info/exclude")).unwrap(), b"/.logbooks/\n");
}
