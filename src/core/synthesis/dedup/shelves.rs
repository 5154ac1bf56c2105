//! Where kept findings stand so that the few that may be the same are found without looking at all: by letter, by
//! fingerprint, and by neighbouring lines of the same file, class or title word. At every place a bounded number is
//! looked at, the nearest first: what a flood hides stays apart, which is the safe side. What has no lines is compared
//! with the strongest of its file.

use std::collections::BTreeSet;

use foldhash::HashMap;

use super::{
    face::{Class, Face, Letter, NEAR, TwinKey},
    words::prefix,
};
use crate::core::{model::Side, synthesis::board::NO_FILE};

/// Most kept findings looked at in one direction of one place.
const MOST: usize = 48;
/// Most neighbours looked at that share neither class nor a rare title word.
const FEW: usize = 24;

/// So many times as many are passed over that are of one's own agents.
const PASSED: usize = 4;

/// The first of other agents.
fn foremost<'f>(
    all: impl Iterator<Item = usize> + 'f,
    most: usize,
    foreign: &'f impl Fn(usize) -> bool,
) -> impl Iterator<Item = usize> + 'f {
    all.take(most.saturating_mul(PASSED)).filter(|at| foreign(*at)).take(most)
}

/// Kept findings by what makes them findable.
#[derive(Default)]
pub(super) struct Shelves {
    twins: HashMap<TwinKey, Vec<usize>>,
    prints: HashMap<(u32, u64), Vec<usize>>,
    /// Everything said so far to the letter, merged ones too, and the kept one that has it.
    said: HashMap<Letter, usize>,
    /// Lines of a file, of a class in it, of a title word in it.
    lines: HashMap<(u32, Tag), Spots>,
    /// A title word of a file, wherever.
    words: HashMap<(u32, u32), Vec<usize>>,
    /// By file: those with lines, and those without.
    placed: HashMap<u32, Vec<usize>>,
    bare: HashMap<u32, Vec<usize>>,
    /// All of them, for what names no file.
    all: Vec<usize>,
    /// By the name of the symbol that they are about, and by names that they give.
    symbols: HashMap<u64, Vec<usize>>,
    names: HashMap<u64, Vec<usize>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Tag {
    Any,
    Class(Class),
    Word(u32),
}

impl Shelves {
    /// Puts a kept one up.
    pub fn put(&mut self, at: usize, face: &Face) {
        self.said.entry(face.letter()).or_insert(at);
        self.twins.entry(face.twin_key()).or_default().push(at);
        if let Some(print) = face.print {
            self.prints.entry((face.file, print)).or_default().push(at);
        }
        for tag in tags(face) {
            self.lines.entry((face.file, tag)).or_default().put(at, face);
        }
        for word in prefix(&face.words) {
            self.words.entry((face.file, *word)).or_default().push(at);
        }
        let files = if face.lines.is_some() { &mut self.placed } else { &mut self.bare };
        files.entry(face.file).or_default().push(at);
        self.all.push(at);
        if let Some(name) = face.symbol.first() {
            self.symbols.entry(*name).or_default().push(at);
        }
        for name in &face.prose.names {
            self.names.entry(*name).or_default().push(at);
        }
    }

    /// Remembers what was merged into a kept one: when it is said again, it is the same again.
    pub fn merged(&mut self, into: usize, face: &Face) {
        self.said.entry(face.letter()).or_insert(into);
    }

    /// The kept one that has this to the letter.
    pub fn said(&self, face: &Face) -> Option<usize> {
        self.said.get(&face.letter()).copied()
    }

    /// Kept ones that may be like this one, each once. `foreign` tells those of other agents: only they are counted.
    pub fn like(&self, face: &Face, foreign: impl Fn(usize) -> bool) -> Vec<usize> {
        let twins = self.twins.get(&face.twin_key()).into_iter().flatten();
        let prints = face.print.and_then(|print| self.prints.get(&(face.file, print))).into_iter().flatten();
        let mut found: Vec<usize> = twins.take(MOST).chain(prints.take(MOST)).copied().collect();
        for tag in tags(face) {
            let most = if tag == Tag::Any { FEW } else { MOST };
            if let Some(spots) = self.lines.get(&(face.file, tag)) {
                spots.near(face, most, &foreign, &mut found);
            }
        }
        for word in prefix(&face.words) {
            let all = self.words.get(&(face.file, *word)).into_iter().flatten().copied();
            found.extend(foremost(all, MOST, &foreign));
        }
        for shelf in self.without_lines(face).into_iter().chain(self.named(face)) {
            found.extend(foremost(shelf.iter().copied(), MOST, &foreign));
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Those that lines cannot tell from it.
    fn without_lines(&self, face: &Face) -> impl IntoIterator<Item = &Vec<usize>> {
        let all = (face.file == NO_FILE).then_some(&self.all);
        let placed = face.lines.is_none().then(|| self.placed.get(&face.file)).flatten();
        [self.bare.get(&face.file), self.bare.get(&NO_FILE), placed, all].into_iter().flatten()
    }

    /// Those about the same symbol, those that name it, and those whose symbol it names.
    fn named(&self, face: &Face) -> impl Iterator<Item = &Vec<usize>> {
        let own = face.symbol.first().into_iter();
        let about = own.clone().chain(&face.prose.names).filter_map(|name| self.symbols.get(name));
        about.chain(own.filter_map(|name| self.names.get(name)))
    }
}

fn tags(face: &Face) -> impl Iterator<Item = Tag> {
    let words = prefix(&face.words).iter().map(|word| Tag::Word(*word));
    std::iter::once(Tag::Any).chain(face.class.map(Tag::Class)).chain(words)
}

/// Ranges of lines by side and length (its power of two), then by first line: neighbours are found in a stretch that
/// is as long as the longest of its kind.
#[derive(Default)]
struct Spots {
    kinds: BTreeSet<(Side, u32)>,
    starts: BTreeSet<(Side, u32, u32, usize)>,
}

impl Spots {
    fn put(&mut self, at: usize, face: &Face) {
        if let Some((start, end)) = face.lines {
            let length = (end - start).max(1).ilog2();
            self.kinds.insert((face.side, length));
            self.starts.insert((face.side, length, start, at));
        }
    }

    fn near(&self, face: &Face, most: usize, foreign: impl Fn(usize) -> bool, found: &mut Vec<usize>) {
        let Some((start, end)) = face.lines else { return };
        let last = end.saturating_add(NEAR);
        for (side, length) in self.kinds.iter().copied().filter(|(side, _)| *side == face.side) {
            let longest = u32::try_from(2u64 << length.min(32)).unwrap_or(u32::MAX);
            let first = start.saturating_sub(NEAR).saturating_sub(longest);
            let before = (side, length, first, 0)..=(side, length, start, usize::MAX);
            let behind = (side, length, start.saturating_add(1), 0)..=(side, length, last, usize::MAX);
            let number = |(_, _, _, at): &(Side, u32, u32, usize)| *at;
            found.extend(foremost(self.starts.range(before).rev().map(number), most, &foreign));
            found.extend(foremost(self.starts.range(behind).map(number), most, &foreign));
        }
    }
}
