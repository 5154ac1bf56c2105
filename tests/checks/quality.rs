//! The lists of the precision bench: pairs of versions, labels, and what they come to. Pure; the bench of that name
//! fetches and looks. Not here: findings (core::checks).

use std::{
    collections::{BTreeMap, HashMap, VecDeque},
    fmt,
};

use prr::core::model::{Candidate, Side};

/// Whether a pair may be looked at while checks are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Part {
    /// It may.
    Known,
    /// Only its labels, and only for the note.
    Unseen,
}

impl Part {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Known => "known",
            Self::Unseen => "unseen",
        }
    }

    fn of(word: &str) -> Option<Self> {
        [Self::Known, Self::Unseen].into_iter().find(|part| part.as_str() == word)
    }
}

/// Two versions of a package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pair {
    pub part: Part,
    /// The program that fetches it: `cargo`, `npm`, `pip`.
    pub kind: String,
    pub name: String,
    pub before: String,
    pub after: String,
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{} {}..{}", self.kind, self.name, self.before, self.after)
    }
}

/// Reads the list of pairs.
///
/// # Errors
/// The first line that is wrong, and why.
pub fn pairs(text: &str) -> Result<Vec<Pair>, String> {
    rows(text)
        .map(|(number, cells)| {
            let [part, kind, name, before, after] = cells.as_slice() else {
                return Err(format!("line {number}: five cells are wanted, {} are there", cells.len()));
            };
            let part = Part::of(part).ok_or_else(|| format!("line {number}: `{part}` is no part"))?;
            if !["cargo", "npm", "pip"].contains(kind) {
                return Err(format!("line {number}: `{kind}` is no registry kind"));
            }
            // They become arguments of a program.
            let plain = |text: &str| {
                text.starts_with(|c: char| c.is_ascii_alphanumeric())
                    && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"._-+".contains(&b))
            };
            if let Some(odd) = [name, before, after].into_iter().find(|text| !plain(text)) {
                return Err(format!("line {number}: `{odd}` is no name and no version"));
            }
            let [kind, name, before, after] = [kind, name, before, after].map(|cell| (*cell).to_owned());
            Ok(Pair { part, kind, name, before, after })
        })
        .collect()
}

/// What somebody said of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Judgement {
    Right,
    Wrong,
    Unsure,
}

impl Judgement {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Wrong => "wrong",
            Self::Unsure => "unsure",
        }
    }

    fn of(word: &str) -> Option<Self> {
        [Self::Right, Self::Wrong, Self::Unsure].into_iter().find(|known| known.as_str() == word)
    }
}

/// Reads labels, or the lines of a labeller, who knows no more than the first two cells and the last: judgement and why,
/// by the id of the finding.
///
/// # Errors
/// The first line that is wrong, and why.
pub fn labels(text: &str) -> Result<HashMap<String, (Judgement, String)>, String> {
    let mut known = HashMap::new();
    for (number, cells) in rows(text) {
        let [id, word, ..] = cells.as_slice() else {
            return Err(format!("line {number}: an id and a judgement are wanted"));
        };
        let judgement =
            Judgement::of(word).ok_or_else(|| format!("line {number}: `{word}` is none of right, wrong and unsure"))?;
        let why = cells.get(2..).and_then(<[&str]>::last).copied().unwrap_or("").to_owned();
        if known.insert((*id).to_owned(), (judgement, why)).is_some() {
            return Err(format!("line {number}: {id} has a label already"));
        }
    }
    Ok(known)
}

/// A finding that a reviewer of long standing would take up, in our words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judged {
    /// As in the labels.
    pub id: String,
    /// As it is written in the other lists: `kind:name before..after`.
    pub pair: String,
    pub check: String,
    pub place: String,
    pub title: String,
    pub judgement: Judgement,
    pub why: String,
}

/// Reads the list of findings that stand for the reviewers.
///
/// # Errors
/// The first line that is wrong, and why.
pub fn judged(text: &str) -> Result<Vec<Judged>, String> {
    rows(text)
        .map(|(number, cells)| {
            let [id, pair, check, place, title, word, why] = cells.as_slice() else {
                return Err(format!("line {number}: seven cells are wanted, {} are there", cells.len()));
            };
            let judgement = Judgement::of(word)
                .ok_or_else(|| format!("line {number}: `{word}` is none of right, wrong and unsure"))?;
            if let Some(at) = cells.iter().position(|cell| cell.is_empty()) {
                return Err(format!("line {number}: cell {} is empty", at + 1));
            }
            let [id, pair, check, place, title, why] =
                [id, pair, check, place, title, why].map(|cell| (*cell).to_owned());
            Ok(Judged { id, pair, check, place, title, judgement, why })
        })
        .collect()
}

/// Lines that are no comment, with their number, cut at tabs.
fn rows(text: &str) -> impl Iterator<Item = (usize, Vec<&str>)> {
    let told = |line: &&str| !line.trim().is_empty() && !line.starts_with('#');
    (1usize..)
        .zip(text.lines())
        .filter(move |(_, line)| told(line))
        .map(|(number, line)| (number, line.split('\t').map(str::trim).collect()))
}

/// A finding of the bench.
#[derive(Debug, Clone)]
pub struct Found {
    /// The same in every run as long as the pair, the check, the class and the place are.
    pub id: String,
    pub check: &'static str,
    pub pair: Pair,
    /// `path:R12`, `path:L3-5`, or the path.
    pub place: String,
    pub candidate: Candidate,
}

/// The findings of one pair as they are labelled, in the order in which they came.
pub fn numbered(pair: &Pair, made: Vec<(&'static str, Candidate)>) -> Vec<Found> {
    let mut seen: HashMap<u32, u32> = HashMap::new();
    let all = made.into_iter().map(|(check, candidate)| {
        let place = place_of(&candidate);
        let text = format!("{pair} {check} {} {place}", candidate.claim.issue_class);
        let sum = text.bytes().fold(0x811c_9dc5_u32, |sum, byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193));
        let nth = seen.entry(sum).or_default();
        *nth += 1;
        let again = if *nth > 1 { format!("-{nth}") } else { String::new() };
        Found { id: format!("{sum:08x}{again}"), check, pair: pair.clone(), place, candidate }
    });
    all.collect()
}

fn place_of(candidate: &Candidate) -> String {
    let Some(place) = &candidate.place else { return String::new() };
    let path = place.path.lossy();
    match (place.side, place.lines) {
        (Some(side), Some(lines)) => {
            let letter = if side == Side::Left { 'L' } else { 'R' };
            let to = if lines.end() > lines.start() { format!("-{}", lines.end()) } else { String::new() };
            format!("{path}:{letter}{}{to}", lines.start())
        }
        _ => path.into_owned(),
    }
}

/// Labels of one check in one part.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Tally {
    pub right: u32,
    pub wrong: u32,
    pub unsure: u32,
    pub open: u32,
}

impl Tally {
    pub fn of<'f>(found: impl Iterator<Item = &'f Found>, labels: &HashMap<String, (Judgement, String)>) -> Self {
        let mut tally = Self::default();
        for found in found {
            match labels.get(&found.id).map(|(judgement, _)| *judgement) {
                Some(Judgement::Right) => tally.right += 1,
                Some(Judgement::Wrong) => tally.wrong += 1,
                Some(Judgement::Unsure) => tally.unsure += 1,
                None => tally.open += 1,
            }
        }
        tally
    }

    /// Right ones among those that are right or wrong.
    pub fn precision(&self) -> Option<f64> {
        let judged = self.right + self.wrong;
        (judged > 0).then(|| f64::from(self.right) / f64::from(judged))
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let precision = self.precision().map_or_else(|| "-".to_owned(), |p| format!("{p:.2}"));
        write!(f, "{:>5} {:>5} {:>5} {:>5} {precision:>6}", self.right, self.wrong, self.unsure, self.open)
    }
}

/// At most so many of each check, the same ones whatever else was found: those with the least ids.
pub fn sample(found: &[Found], most: usize) -> Vec<&Found> {
    let mut by_check: HashMap<(&str, Part), Vec<&Found>> = HashMap::new();
    for found in found {
        by_check.entry((found.check, found.pair.part)).or_default().push(found);
    }
    let mut chosen: Vec<&Found> = Vec::new();
    for (_, mut own) in by_check {
        own.sort_by(|a, b| a.id.cmp(&b.id));
        chosen.extend(own.into_iter().take(most));
    }
    chosen.sort_by(|a, b| a.id.cmp(&b.id));
    chosen
}

/// At most `total` that have no label yet, so that every check comes to some: the next one is always of the check that has
/// the fewest, those with labels counted; at most `most` of a check, unseen pairs before known ones, pair after pair. The same
/// ones in every run over the same findings.
pub fn spread<'f>(
    found: &'f [Found],
    labels: &HashMap<String, (Judgement, String)>,
    (total, most): (usize, usize),
) -> Vec<&'f Found> {
    let mut waiting: BTreeMap<&str, VecDeque<&Found>> = BTreeMap::new();
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for found in found {
        let own = waiting.entry(found.check).or_default();
        match labels.contains_key(&found.id) {
            true => *counts.entry(found.check).or_default() += 1,
            false => own.push_back(found),
        }
    }
    for own in waiting.values_mut() {
        own.make_contiguous().sort_by(|a, b| a.id.cmp(&b.id));
        let mut nth: HashMap<String, usize> = HashMap::new();
        let mut keyed: Vec<(bool, usize, &Found)> = Vec::new();
        for found in own.drain(..) {
            let of_pair = nth.entry(found.pair.to_string()).or_default();
            keyed.push((found.pair.part == Part::Known, *of_pair, found));
            *of_pair += 1;
        }
        keyed.sort_by_key(|(is_known, nth, _)| (*is_known, *nth));
        own.extend(keyed.into_iter().take(most).map(|(_, _, found)| found));
    }
    let mut chosen: Vec<&Found> = Vec::new();
    while chosen.len() < total {
        let open = waiting.iter_mut().filter(|(_, own)| !own.is_empty());
        let Some((check, own)) = open.min_by_key(|(check, _)| counts.get(*check).copied().unwrap_or(0)) else { break };
        *counts.entry(check).or_default() += 1;
        chosen.extend(own.pop_front());
    }
    chosen
}
