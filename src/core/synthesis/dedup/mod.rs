//! R3 step 1: findings that describe the same issue become one.
//!
//! The strongest is kept as it was said, and others are compared with kept ones only, never with what was merged
//! already: so merging cannot drift from one issue to the next along a chain. In doubt nothing is merged.
//!
//! What is compared (issue 9, measured by `cargo bench --bench dedup_quality`), only statements of one kind and, but
//! for fingerprints and twins, only across agents:
//! - Equal text at the same place, or an equal fingerprint that names an invariant or a sink, is one issue.
//! - Within 5 lines on the same side of a file: titles that share more than half of their words, or title and body
//!   that are alike (a cosine of 0.35).
//! - On the same lines: one narrow class, or one kind of defect (defects) and some likeness (0.19, the kind counted in).
//! - Where one has no lines or no file: title and body must be clearly alike (0.36), and not give several names
//!   as in code of which none is common; and it joins the one with lines.
//! - Far apart in one file the same words are a habit, not an issue, unless both name one symbol (0.50, or title and
//!   class).
//! - In two files only when one names the other's symbol in much the same words (0.50).
//! - Other classes or symbols speak against: beside each other 0.50 is asked for, elsewhere nothing merges.
//! - Different replacements for the same lines, and advice against what the other asks for, are a conflict and stay
//!   apart.
//! - What is like a kept one, but apart from something that joined it, stays apart: a report that covers two defects
//!   takes one of them.
//!
//! What it cannot do: see that two mean one thing where one tells the cause and the other what users saw. That takes a
//! model, or a person.

mod advice;
mod claimed;
mod defects;
mod face;
mod ground;
mod hash;
mod merge;
mod prose;
mod shelves;
mod words;

use std::{cmp::Reverse, collections::HashMap, sync::Arc};

use super::board::{Board, Item, NO_FILE, Out, Pin};
use crate::core::model::{FindingId, TaskId};
pub(super) use advice::Advice;
pub use claimed::{Claimed, Repeat};
use face::{Face, may_join};
use ground::{Ground, Likeness};
pub use prose::Said;
pub(super) use prose::{Prose, Stems};
use shelves::Shelves;

/// Merges, and marks those that were nominated only.
pub(super) fn run(board: &mut Board<'_>) {
    let takes_part = |(at, prose): (usize, &Option<Arc<Prose>>)| {
        (prose.is_some() && board.items.get(at).is_some_and(Item::is_compared)).then_some(at)
    };
    let mut order: Vec<usize> = board.prose.iter().enumerate().filter_map(takes_part).collect();
    order.sort_by_cached_key(|at| board.items.get(*at).map(rank));
    let mut faces = faces(board, &order);
    let mut shelves = Shelves::default();
    let mut members: Vec<Vec<(usize, Ground)>> = vec![Vec::new(); order.len()];
    for nth in 0..order.len() {
        let found = best(board, &order, &faces, &Kept { shelves: &shelves, members: &members }, nth);
        let Some(at) = order.get(nth).copied() else { continue };
        match found {
            Found::Same(kept, ground) => {
                if let Some(face) = faces.get(nth) {
                    shelves.merged(kept, face);
                }
                join(&mut faces, &mut members, (kept, nth), ground);
            }
            Found::Nominated => {
                mark(board, at);
                put(&mut shelves, &faces, nth);
            }
            Found::Nothing => put(&mut shelves, &faces, nth),
        }
    }
    merge::all(board, &order, &members);
}

fn put(shelves: &mut Shelves, faces: &[Face], nth: usize) {
    if let Some(face) = faces.get(nth) {
        shelves.put(nth, face);
    }
}

fn mark(board: &mut Board<'_>, at: usize) {
    if let Some(item) = board.items.get_mut(at) {
        item.overlaps = true;
        item.rescore();
    }
}

/// The kept one now speaks for this agent too, so that nothing else of it is merged by heuristics.
fn join(faces: &mut [Face], members: &mut [Vec<(usize, Ground)>], (kept, nth): (usize, usize), ground: Ground) {
    if let Ok([kept, member]) = faces.get_disjoint_mut([kept, nth]) {
        kept.agents |= member.agents;
    }
    if let Some(list) = members.get_mut(kept) {
        list.push((nth, ground));
    }
}

/// Who is kept: pinned ones, then higher severity, those with a place, higher priority and confidence; then by place
/// and id, so that the order of arrival decides nothing.
fn rank(item: &Item) -> impl Ord + use<> {
    let line = item.lines().map_or(0, |lines| lines.start());
    let sure = Reverse((item.single_or_half() * 1e9) as u64);
    (
        item.pin == Pin::Free,
        Reverse(item.finding.severity),
        Reverse(placed(item)),
        Reverse(item.finding.priority),
        sure,
        (item.file, line),
        item.finding.id.clone(),
    )
}

/// By heuristics nothing is merged into what is placed worse: the lines that it is shown at would be lost.
fn keeps_place(ground: Ground, item: &Item, kept: &Item) -> bool {
    ground >= Ground::Fingerprint || placed(kept) >= placed(item)
}

/// How well it is placed: on lines, on a file, or nowhere.
fn placed(item: &Item) -> u8 {
    u8::from(item.file != NO_FILE) + u8::from(item.lines().is_some())
}

fn faces(board: &Board<'_>, order: &[usize]) -> Vec<Face> {
    let items = order.iter().filter_map(|at| Some((board.items.get(*at)?, board.prose.get(*at)?.as_ref()?)));
    let words = words::number(items.clone().map(|(_, prose)| prose.title.as_slice()));
    let mut agents: HashMap<&TaskId, u32> = HashMap::new();
    let face = |((item, prose), words): ((_, &Arc<Prose>), _)| {
        let agent = number(&mut agents, item);
        Face::of(item, words, prose.clone(), agent)
    };
    items.zip(words).map(face).collect()
}

/// Tasks are numbered as they come.
fn number<'i>(known: &mut HashMap<&'i TaskId, u32>, item: &'i Item) -> Option<u32> {
    let next = u32::try_from(known.len()).unwrap_or(u32::MAX);
    item.own.as_ref().map(|own| *known.entry(&own.task).or_insert(next))
}

/// What is kept so far: where it stands, and what joined it.
struct Kept<'k> {
    shelves: &'k Shelves,
    members: &'k [Vec<(usize, Ground)>],
}

/// Members of one group that a new one is held against.
const ROOM: usize = 24;

impl Kept<'_> {
    /// Whether nothing that joined a kept one is apart from this one. (By heuristics an agent joins once, so a group
    /// has as many members as there are agents; repeats to the letter and equal fingerprints are not looked at.)
    fn has_room(&self, faces: &[Face], kept: usize, face: &Face) -> bool {
        let members = self.members.get(kept).into_iter().flatten();
        let heuristic = members.filter(|(_, ground)| *ground < Ground::Fingerprint).take(ROOM);
        heuristic.filter_map(|(nth, _)| faces.get(*nth)).all(|member| !face.is_apart_from(member))
    }
}

enum Found {
    Same(usize, Ground),
    Nominated,
    Nothing,
}

/// The kept one that it most surely repeats: by ground, then by distance, then the strongest.
fn best(board: &Board<'_>, order: &[usize], faces: &[Face], kept: &Kept<'_>, nth: usize) -> Found {
    let item_of = |nth: usize| order.get(nth).and_then(|at| board.items.get(*at));
    let (Some(item), Some(face)) = (item_of(nth), faces.get(nth)) else { return Found::Nothing };
    if item.pin != Pin::Free {
        return Found::Nothing;
    }
    let (shelves, all) = (kept.shelves, kept);
    let said = shelves.said(face).filter(|kept| item_of(*kept).is_some_and(|kept| may_join(item, kept)));
    let mut same = said.map(|kept| (Ground::Twin, Reverse(0), Reverse(kept)));
    let mut nominated = false;
    let foreign = |kept: usize| faces.get(kept).is_some_and(|kept| !kept.shares_agent(face));
    for kept in shelves.like(face, foreign) {
        let (Some(other), Some(of)) = (item_of(kept), faces.get(kept)) else { continue };
        match face.likeness(of) {
            Likeness::Same(ground)
                if may_join(item, other)
                    && keeps_place(ground, item, other)
                    && (ground >= Ground::Fingerprint || all.has_room(faces, kept, face)) =>
            {
                let distance = face.distance(of).unwrap_or(u32::MAX);
                same = same.max(Some((ground, Reverse(distance), Reverse(kept))));
            }
            Likeness::Different => {}
            Likeness::Same(_) | Likeness::Nominated => nominated = true,
        }
    }
    match same {
        Some((ground, _, Reverse(kept))) => Found::Same(kept, ground),
        None if nominated => Found::Nominated,
        None => Found::Nothing,
    }
}

#[cfg(test)]
mod tests;
