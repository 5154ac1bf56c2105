//! Two sequences of changed lines aligned: which of each have a partner in the other. Bounded, deterministic.
//! Called by `since`.

use std::{collections::HashMap, ops::Range};

use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::sequence::{Group, Sequence};
use crate::core::model::LineRef;

/// Lines times lines that are aligned exactly; what is more finds its partners by unique lines only.
const EXACT: usize = 1 << 20;

/// How often a stretch between unique lines is looked at again.
const DEPTH: u32 = 12;

/// For every line whether it has a partner.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Matched {
    pub old: Vec<bool>,
    pub new: Vec<bool>,
}

impl Matched {
    fn none(old: usize, new: usize) -> Self {
        Self { old: vec![false; old], new: vec![false; new] }
    }

    fn pair(&mut self, old: usize, new: usize) {
        if let (Some(old), Some(new)) = (self.old.get_mut(old), self.new.get_mut(new)) {
            (*old, *new) = (true, true);
        }
    }

    fn unmatched(&self) -> usize {
        self.new.iter().chain(&self.old).filter(|known| !**known).count()
    }
}

/// Aligns two files' changes: as git laid them out, and when that leaves something over, slid to where their
/// surroundings allow; the one that explains more counts.
pub(super) fn align(old: &Sequence, new: &Sequence) -> Matched {
    let plain = once(old, new);
    if plain.unmatched() == 0 {
        return plain;
    }
    let slid = new.slid();
    let other = once(&old.slid(), &slid);
    if other.unmatched() < plain.unmatched() { back(other, &slid, new) } else { plain }
}

/// Marks of slid lines in the order in which the lines stood before. Of the earlier side only the number counts.
fn back(matched: Matched, slid: &Sequence, new: &Sequence) -> Matched {
    let known: HashMap<LineRef, bool> = slid.lines.iter().map(|line| line.at).zip(matched.new).collect();
    let new = new.lines.iter().map(|line| known.get(&line.at).copied().unwrap_or(false)).collect();
    Matched { old: matched.old, new }
}

fn once(old: &Sequence, new: &Sequence) -> Matched {
    let (before, after) = (old.ids(), new.ids());
    let mut matched = Matched::none(before.len(), after.len());
    if before == after {
        return Matched { old: vec![true; before.len()], new: vec![true; after.len()] };
    }
    groups(old, new, (&before, &after), &mut matched);
    let open = |known: &[bool]| -> Vec<usize> {
        known.iter().enumerate().filter(|(_, known)| !**known).map(|(at, _)| at).collect()
    };
    let (left, right) = (open(&matched.old), open(&matched.new));
    let ids = |all: &[u32], at: &[usize]| -> Vec<u32> { at.iter().filter_map(|at| all.get(*at).copied()).collect() };
    for (a, b) in common(&ids(&before, &left), &ids(&after, &right)) {
        if let (Some(a), Some(b)) = (left.get(a), right.get(b)) {
            matched.pair(*a, *b);
        }
    }
    matched
}

/// A group with what stands next to it.
type Whole<'g> = (&'g [u32], Option<u32>, Option<u32>);

/// Whole groups between the same neighbours are partners wherever they stand: a base that changed the order of its
/// parts moved them. Only where it is clear which is which.
fn groups(old: &Sequence, new: &Sequence, (before, after): (&[u32], &[u32]), matched: &mut Matched) {
    let mut known: HashMap<Whole<'_>, [Vec<Range<usize>>; 2]> = HashMap::new();
    fn whole<'g>(group: &Group, ids: &'g [u32]) -> Option<Whole<'g>> {
        Some((ids.get(group.lines.clone())?, group.above.first().copied(), group.below))
    }
    for group in &old.groups {
        whole(group, before).into_iter().for_each(|key| known.entry(key).or_default()[0].push(group.lines.clone()));
    }
    for group in &new.groups {
        whole(group, after).into_iter().for_each(|key| known.entry(key).or_default()[1].push(group.lines.clone()));
    }
    for [old, new] in known.into_values().filter(|[old, new]| old.len() == new.len()) {
        for (a, b) in old.into_iter().zip(new).flat_map(|(old, new)| old.zip(new)) {
            matched.pair(a, b);
        }
    }
}

/// A common subsequence: unique lines as posts, exact between them where it is little.
fn common(old: &[u32], new: &[u32]) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut open = vec![(0..old.len(), 0..new.len(), 0)];
    while let Some((left, right, depth)) = open.pop() {
        let (left, right) = trim(old, new, left, right, &mut found);
        if left.is_empty() || right.is_empty() {
            continue;
        }
        let posts = if depth < DEPTH { posts(old, new, &left, &right) } else { Vec::new() };
        if posts.is_empty() {
            exact(old, new, left, right, &mut found);
            continue;
        }
        let (mut from, mut to) = (left.start, right.start);
        for (a, b) in posts {
            found.push((a, b));
            open.push((from..a, to..b, depth + 1));
            (from, to) = (a + 1, b + 1);
        }
        open.push((from..left.end, to..right.end, depth + 1));
    }
    found
}

/// Takes equal ends off.
fn trim(
    old: &[u32],
    new: &[u32],
    mut left: Range<usize>,
    mut right: Range<usize>,
    found: &mut Vec<(usize, usize)>,
) -> (Range<usize>, Range<usize>) {
    while !left.is_empty() && !right.is_empty() && old.get(left.start) == new.get(right.start) {
        found.push((left.start, right.start));
        (left.start, right.start) = (left.start + 1, right.start + 1);
    }
    while !left.is_empty() && !right.is_empty() && old.get(left.end - 1) == new.get(right.end - 1) {
        (left.end, right.end) = (left.end - 1, right.end - 1);
        found.push((left.end, right.end));
    }
    (left, right)
}

/// Lines that stand once on both sides, as many as keep their order.
fn posts(old: &[u32], new: &[u32], left: &Range<usize>, right: &Range<usize>) -> Vec<(usize, usize)> {
    let mut seen: HashMap<u32, [(usize, u32); 2]> = HashMap::new();
    for (side, ids, range) in [(0, old, left), (1, new, right)] {
        for at in range.clone() {
            let Some(entry) = ids.get(at).map(|id| seen.entry(*id).or_default()) else { continue };
            if let Some((place, count)) = entry.get_mut(side) {
                (*place, *count) = (at, *count + 1);
            }
        }
    }
    let once = seen.into_values().filter(|[(_, a), (_, b)]| *a == 1 && *b == 1);
    let mut pairs: Vec<(usize, usize)> = once.map(|[(a, _), (b, _)]| (a, b)).collect();
    pairs.sort_unstable();
    rising(&pairs)
}

/// The longest run of pairs that rises on the right too.
fn rising(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let mut tails: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    let right = |at: usize| pairs.get(at).map_or(0, |pair| pair.1);
    for (at, pair) in pairs.iter().enumerate() {
        let length = tails.partition_point(|tail| right(*tail) < pair.1);
        before.push(length.checked_sub(1).and_then(|last| tails.get(last).copied()));
        match tails.get_mut(length) {
            Some(tail) => *tail = at,
            None => tails.push(at),
        }
    }
    let mut run = Vec::with_capacity(tails.len());
    let mut next = tails.last().copied();
    while let Some(at) = next {
        run.extend(pairs.get(at).copied());
        next = before.get(at).copied().flatten();
    }
    run.reverse();
    run
}

/// An exact alignment of a stretch that is small enough; else none.
fn exact(old: &[u32], new: &[u32], left: Range<usize>, right: Range<usize>, found: &mut Vec<(usize, usize)>) {
    let (Some(a), Some(b)) = (old.get(left.clone()), new.get(right.clone())) else { return };
    if a.len().saturating_mul(b.len()) > EXACT {
        return;
    }
    for op in capture_diff_slices(Algorithm::Myers, a, b) {
        if let DiffOp::Equal { old_index, new_index, len } = op {
            found.extend((0..len).map(|n| (left.start + old_index + n, right.start + new_index + n)));
        }
    }
}
