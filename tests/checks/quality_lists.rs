//! The lists of the precision bench are read as they are written, and their mistakes are told.

use std::collections::{BTreeMap, HashSet};

use super::build::{check, diff};
use super::quality::{Found, Judgement, Part, Tally, judged, labels, numbered, pairs, sample, spread};

const PAIRS: &str = include_str!("../../fixtures/checks/pairs.tsv");
const LABELS: &str = include_str!("../../fixtures/checks/labels.tsv");
const JUDGED: &str = include_str!("../../fixtures/checks/judged.tsv");

#[test]
fn the_list_of_pairs_is_broad_and_a_third_of_it_is_unseen() {
    let all = pairs(PAIRS).unwrap();
    assert!(all.len() >= 40);
    for kind in ["cargo", "npm", "pip"] {
        let own = all.iter().filter(|pair| pair.kind == kind);
        let unseen = own.clone().filter(|pair| pair.part == Part::Unseen).count();
        let count = own.count();
        assert!(count >= 13 && unseen * 4 >= count && unseen * 5 <= count * 2, "{kind}: {unseen} of {count}");
    }
    let told: HashSet<String> = all.iter().map(ToString::to_string).collect();
    assert_eq!(told.len(), all.len());
}

#[test]
fn every_label_can_be_read_and_names_its_finding() {
    let known = labels(LABELS).unwrap();
    let told: HashSet<String> = pairs(PAIRS).unwrap().iter().map(|p| format!("{}\t{p}", p.part.as_str())).collect();
    let lines = LABELS.lines().filter(|line| !line.starts_with('#'));
    assert_eq!(known.len(), lines.clone().count());
    for line in lines {
        let cells: Vec<&str> = line.split('\t').collect();
        assert!(cells.len() == 7 && told.contains(&cells[2..4].join("\t")), "{line}");
        assert!(prr::core::checks::ids().any(|id| id == cells[4]), "{line}");
    }
}

#[test]
fn findings_that_stand_for_the_reviewers_are_labelled_right_by_somebody_else() {
    let all = judged(JUDGED).unwrap();
    let pairs: HashSet<&str> = all.iter().map(|one| one.pair.as_str()).collect();
    let kinds: HashSet<&str> = pairs.iter().filter_map(|pair| pair.split(':').next()).collect();
    assert!(pairs.len() >= 5 && kinds.len() >= 2, "{pairs:?}");
    for one in &all {
        let label = LABELS.lines().find(|line| line.split('\t').next() == Some(one.id.as_str()));
        let cells: Vec<&str> = label.unwrap_or_else(|| panic!("{} has no label", one.id)).split('\t').collect();
        assert_eq!((one.judgement, cells[1]), (Judgement::Right, "right"), "{one:?}");
        assert_eq!([cells[3], cells[4], cells[5]], [&one.pair, &one.check, &one.place].map(String::as_str));
    }
    let ids: HashSet<&str> = all.iter().map(|one| one.id.as_str()).collect();
    assert_eq!(ids.len(), all.len());
}

#[test]
fn mistakes_in_lists_are_told_with_their_line() {
    let told = |text: &str| pairs(text).unwrap_err();
    assert_eq!(told("# x\n\nknown\tcargo\ta\t1"), "line 3: five cells are wanted, 4 are there");
    assert_eq!(told("seen\tcargo\ta\t1\t2"), "line 1: `seen` is no part");
    assert_eq!(told("known\tgem\ta\t1\t2"), "line 1: `gem` is no registry kind");
    assert_eq!(told("known\tnpm\t--x\t1\t2"), "line 1: `--x` is no name and no version");
    assert_eq!(told("known\tnpm\ta\t1;2\t2"), "line 1: `1;2` is no name and no version");
    assert_eq!(judged("# x\na\tb").unwrap_err(), "line 2: seven cells are wanted, 2 are there");
    assert_eq!(judged("a\tb\tc\td\te\tgood\tf").unwrap_err(), "line 1: `good` is none of right, wrong and unsure");
    assert_eq!(judged("a\tb\tc\td\t\tright\tf").unwrap_err(), "line 1: cell 5 is empty");
    assert_eq!(labels("ab\tfine").unwrap_err(), "line 1: `fine` is none of right, wrong and unsure");
    assert_eq!(labels("ab").unwrap_err(), "line 1: an id and a judgement are wanted");
    assert_eq!(labels("ab\tright\nab\twrong").unwrap_err(), "line 2: ab has a label already");
}

fn found() -> Vec<Found> {
    let text = "+data = pickle.loads(body)\n+config = yaml.load(text)\n+exec(user_input)\n";
    let made = check("code-from-data", &diff("src/a.py", text));
    let pair = pairs("known\tpip\ta\t1\t2").unwrap().remove(0);
    numbered(&pair, made.into_iter().map(|candidate| ("code-from-data", candidate)).collect())
}

#[test]
fn a_finding_has_the_same_id_in_every_run_and_no_other_has_it() {
    let (first, again) = (found(), found());
    assert_eq!(first.len(), 3);
    let ids: HashSet<&str> = first.iter().map(|f| f.id.as_str()).collect();
    assert_eq!(ids.len(), 3);
    assert!(first.iter().zip(&again).all(|(a, b)| a.id == b.id && a.place == b.place));
    assert!(first.iter().all(|f| f.check == "code-from-data" && !f.candidate.claim.title.is_empty()));
    assert!(first[0].place.starts_with("src/a.py:R1"), "{}", first[0].place);
}

#[test]
fn a_tally_counts_what_is_unsure_apart() {
    let all = found();
    let text = format!("{}\tright\tyes\n{}\twrong\tknown\tx\tno\n", all[0].id, all[1].id);
    let known = labels(&text).unwrap();
    assert_eq!(known[&all[1].id], (Judgement::Wrong, "no".to_owned()));
    let tally = Tally::of(all.iter(), &known);
    assert_eq!(tally, Tally { right: 1, wrong: 1, unsure: 0, open: 1 });
    assert_eq!(tally.precision(), Some(0.5));
    assert_eq!(Tally::of(all.iter(), &labels("").unwrap()).precision(), None);
}

#[test]
fn a_sample_is_small_and_stays_when_more_is_found() {
    let all = found();
    let chosen: Vec<&str> = sample(&all, 2).iter().map(|f| f.id.as_str()).collect();
    assert_eq!(chosen.len(), 2);
    assert!(sample(&all, 3).iter().map(|f| f.id.as_str()).collect::<Vec<_>>().starts_with(&chosen));
}

#[test]
fn a_spread_takes_the_checks_with_few_labels_and_the_unseen_pairs_first() {
    let named = |part: &str, name: &str, check: &'static str| -> Vec<Found> {
        let pair = pairs(&format!("{part}\tpip\t{name}\t1\t2")).unwrap().remove(0);
        numbered(&pair, found().into_iter().map(|found| (check, found.candidate)).collect())
    };
    let parts = [
        named("known", "a", "code-from-data"),
        named("unseen", "b", "code-from-data"),
        named("unseen", "c", "code-from-data"),
        named("known", "a", "secrets"),
    ];
    let all: Vec<Found> = parts.into_iter().flatten().collect();
    let told = |total, most, text: &str| -> Vec<String> {
        let chosen = spread(&all, &labels(text).unwrap(), (total, most));
        chosen.iter().map(|found| format!("{} {}", found.check, found.pair.name)).collect()
    };
    let few = told(4, 12, "");
    assert_eq!(
        few[..2],
        ["code-from-data b".to_owned(), "secrets a".to_owned()].map(|text| text.replace(" b", &few[0][14..]))
    );
    assert_eq!(few.iter().filter(|text| text.starts_with("secrets")).count(), 2);
    let mut unseen = told(6, 2, "");
    unseen.sort();
    assert_eq!(unseen, ["code-from-data b", "code-from-data c", "secrets a", "secrets a"]);
    assert_eq!(told(99, 99, "").len(), 12);
    // Labels that are there count: the other check comes first.
    let two = format!("{}\tright\ty\n{}\twrong\tn\n", all[9].id, all[10].id);
    assert_eq!(told(2, 9, &two).iter().filter(|text| text.starts_with("code")).count(), 2);
    assert_eq!(told(99, 99, &two).len(), 10);
}

#[test]
fn what_is_on_is_right_in_four_of_five_of_its_labelled_findings() {
    let mut counts: BTreeMap<&str, (u32, u32)> = BTreeMap::new();
    for line in LABELS.lines().filter(|line| !line.starts_with('#')) {
        let cells: Vec<&str> = line.split('\t').collect();
        let (right, all) = counts.entry(cells[4]).or_default();
        *right += u32::from(cells[1] == "right");
        *all += u32::from(cells[1] != "unsure");
    }
    let poor = counts.iter().filter(|(_, (right, all))| right * 5 < all * 4).map(|(id, _)| *id);
    let poor: Vec<&str> = poor.filter(|id| prr::core::checks::is_on(id)).collect();
    assert!(poor.is_empty(), "{poor:?} of {counts:?}");
}
