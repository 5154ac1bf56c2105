//! Sequences that get into each other's way: one and the same for two actions, or one that is the start of another, so
//! that the longer one could never be typed. Called by `super`.

use crate::ui::key::Key;

use super::{Bound, Fault, in_words};

/// A change: which, the action, its sequences.
type Taken = (usize, &'static str, Vec<Vec<Key>>);

/// Every clash that a change has part in.
pub(super) fn faults(bound: &[Bound], changes: &[Taken]) -> Vec<Fault> {
    let mut faults: Vec<Fault> = Vec::new();
    for (change, id, sequences) in changes {
        if let Some(fault) = within(*change, id, sequences) {
            faults.push(fault);
            continue;
        }
        let others = bound.iter().filter(|other| other.id != *id);
        let mut clashes = others.flat_map(|other| {
            let pairs = sequences.iter().flat_map(|ours| other.keys.iter().map(move |theirs| (ours, theirs)));
            pairs.filter(|(ours, theirs)| meet(ours, theirs)).map(|(ours, theirs)| (other.id, ours, theirs))
        });
        if let Some((other, ours, theirs)) = clashes.next() {
            let written = changes.iter().find(|(_, id, _)| *id == other).map(|(change, ..)| *change);
            faults.push(Fault {
                change: *change,
                other: written,
                what: what((id, ours), (other, theirs)),
                remedy: format!("write other keys for {id}, or give {other} others: {other} = [\"…\"], or [] for none"),
            });
        }
    }
    faults
}

/// Sequences of one action that are in each other's way.
fn within(change: usize, id: &str, sequences: &[Vec<Key>]) -> Option<Fault> {
    let longer = |short: &Vec<Key>| sequences.iter().find(|long| long.len() > short.len() && long.starts_with(short));
    let (short, long) = sequences.iter().find_map(|short| Some((short, longer(short)?)))?;
    Some(Fault {
        change,
        other: None,
        what: format!("{} is the start of {}, which could never be typed", in_words(short), in_words(long)),
        remedy: format!("leave {} or {} out of {id}", in_words(short), in_words(long)),
    })
}

fn meet(a: &[Key], b: &[Key]) -> bool {
    a.starts_with(b) || b.starts_with(a)
}

fn what((id, ours): (&str, &[Key]), (other, theirs): (&str, &[Key])) -> String {
    let (a, b) = (in_words(ours), in_words(theirs));
    match ours.len().cmp(&theirs.len()) {
        std::cmp::Ordering::Equal => format!("{a} is for {id} and for {other}"),
        std::cmp::Ordering::Less => format!("{a} for {id} is the start of {b} for {other}, which could never be typed"),
        std::cmp::Ordering::Greater => {
            format!("{b} for {other} is the start of {a} for {id}, which could never be typed")
        }
    }
}
