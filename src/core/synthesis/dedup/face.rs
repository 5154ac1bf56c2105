//! What two findings are compared by, and the rule itself: which pairs are one issue, and on what ground.
//! Not here: how texts become sets (prose, words), where to look for candidates (shelves). Called by `dedup`.

use std::sync::Arc;

use super::{
    defects::Defects,
    ground::{Ground, Likeness},
    hash::text_hash as hash,
    prose::{self, Prose},
    words::{self, Words},
};
use crate::core::{
    judge,
    model::{Candidate, Kind, Severity, Side, Wording},
    synthesis::board::{Item, NO_FILE, Pin},
};

/// Lines that still count as the same place (R3's heuristic).
pub(super) const NEAR: u32 = 5;

/// Likeness in percent that neighbouring lines ask for. Measured (`cargo bench --bench dedup_quality`): at neighbouring
/// lines of real reviews different issues have up to 34, the same ones from 35 on.
const BESIDE: u64 = 35;

/// Likeness in percent, kinds of defects counted in, that the same lines ask for when both speak of one kind. Measured
/// with the one above.
const OF_ONE_KIND: u64 = 19;

/// Likeness in percent where no lines can be compared: the topic of a file alone gives different issues up to 35.
const ANYWHERE: u64 = 36;

/// Likeness in percent where something speaks against it: other classes, other symbols, lines far apart, other files.
const AGAINST: u64 = 50;

/// Halves of a word that two must share at least: two words, one of which may be a common one.
const LEAST: u64 = 3;

/// File, lines and text.
pub(super) type TwinKey = (u32, Option<(u32, u32)>, u64);

/// All that an agent could have said otherwise: kind, place and text, class, fingerprint, suggestion.
pub(super) type Letter = (Kind, TwinKey, [Option<u64>; 3]);

/// The comparable side of a finding. Texts are hashed: equal hashes of 64 bits are taken for equal texts.
#[derive(Debug, Clone)]
pub(super) struct Face {
    pub file: u32,
    pub side: Side,
    /// First and last line.
    pub lines: Option<(u32, u32)>,
    pub words: Words,
    pub kind: Kind,
    /// `None` when not given.
    pub class: Option<Class>,
    /// Of the fingerprint; `None` when it says too little.
    pub print: Option<u64>,
    /// What it is about, in its own words.
    pub prose: Arc<Prose>,
    /// The parts of the symbol, innermost first; empty when not given.
    pub symbol: Vec<u64>,
    /// Of the suggestion; `None` when there is none.
    pub suggestion: Option<u64>,
    /// Who says it, as a set of bits. With more than 128 tasks two may share a bit: then they count as one agent, and
    /// stay apart, which is the safe side.
    pub agents: u128,
}

/// The class that an agent gave an issue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Class {
    hash: u64,
    /// Of several words (`null-deref`): one word (`bug`, `security`) names a field of issues, which says nothing about
    /// two on one line.
    is_narrow: bool,
    /// Kinds of defects that it names.
    defects: Defects,
}

impl Class {
    pub fn of(text: &str) -> Option<Self> {
        let text = text.trim().to_lowercase();
        let is_narrow = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).nth(1).is_some();
        let defects = Prose::defects_of(&text);
        (!text.is_empty()).then(|| Self { hash: hash(&text), is_narrow, defects })
    }
}

impl Face {
    /// `agent`: the number of the task that says it.
    pub fn of(item: &Item, words: Words, prose: Arc<Prose>, agent: Option<u32>) -> Self {
        let finding = &item.finding;
        let own = item.own.as_ref();
        Self {
            file: item.file,
            side: item.side(),
            // Lines of no file are no place.
            lines: item.lines().filter(|_| item.file != NO_FILE).map(|lines| (lines.start(), lines.end())),
            words,
            kind: finding.kind,
            class: own.and_then(|own| Class::of(&own.issue_class)),
            print: judge::is_telling(&finding.fingerprint).then(|| hash(&finding.fingerprint)),
            prose,
            symbol: own.and_then(|own| own.place.as_ref()?.symbol.as_deref()).map(parts).unwrap_or_default(),
            suggestion: finding.wording.suggestion.as_deref().map(hash),
            agents: agent.map_or(0, |number| 1 << (number % 128)),
        }
    }

    /// Of a claim that no board holds: in its file, without lines, its title numbered by itself.
    pub fn of_claim(claim: &Candidate, wording: Wording, agents: u128) -> Self {
        let fingerprint = judge::fingerprint(claim);
        let symbol = claim.place.as_ref().and_then(|place| place.symbol.as_deref());
        let prose = Prose::of(&wording.title, &wording.body);
        Self {
            file: if claim.place.is_some() { 0 } else { NO_FILE },
            side: Side::Right,
            lines: None,
            words: words::hashed(&prose.title),
            kind: claim.claim.kind,
            class: Class::of(&claim.claim.issue_class),
            print: judge::is_telling(&fingerprint).then(|| hash(&fingerprint)),
            prose: Arc::new(prose),
            symbol: symbol.map(parts).unwrap_or_default(),
            suggestion: wording.suggestion.as_deref().map(hash),
            agents,
        }
    }

    /// Two faces of one kind with equal text at equal place.
    pub fn twin_key(&self) -> TwinKey {
        (self.file, self.lines, self.prose.text)
    }

    pub fn letter(&self) -> Letter {
        (self.kind, self.twin_key(), [self.class.map(|class| class.hash), self.print, self.suggestion])
    }

    pub fn likeness(&self, other: &Self) -> Likeness {
        let one_agent = self.shares_agent(other);
        let same = self.kind == other.kind;
        if self.file == other.file && same {
            if self.twin_key() == other.twin_key() && (!one_agent || self.letter() == other.letter()) {
                return Likeness::Same(Ground::Twin);
            }
            if self.print.is_some() && self.print == other.print {
                return Likeness::Same(Ground::Fingerprint);
            }
        }
        // R3 merges across passes: what one agent says twice, it means twice.
        if one_agent {
            return Likeness::Different;
        }
        match self.ground(other) {
            Some(ground) if same && !self.disagrees(other) => Likeness::Same(ground),
            Some(_) => Likeness::Nominated,
            None if self.is_near(other) || self.is_titled_alike(other) => Likeness::Nominated,
            None => Likeness::Different,
        }
    }

    pub fn shares_agent(&self, other: &Self) -> bool {
        self.agents & other.agents != 0
    }

    /// The rule. Every line of it is one sentence of the module's page.
    fn ground(&self, other: &Self) -> Option<Ground> {
        let alike = |percent| {
            let shared = self.prose.shared(&other.prose);
            shared >= LEAST && self.prose.is_alike(&other.prose, shared, percent)
        };
        let speaks_against = self.has_other_class(other) || self.is_elsewhere(other);
        if self.file != other.file && self.file != NO_FILE && other.file != NO_FILE {
            return (self.names(other) && alike(AGAINST)).then_some(Ground::NamedElsewhere);
        }
        if self.is_near(other) {
            return match (speaks_against, self.is_titled_alike(other)) {
                (true, _) => alike(AGAINST).then_some(Ground::LinesAndWords),
                (false, true) => Some(Ground::LinesAndTitle),
                (false, false) if alike(BESIDE) => Some(Ground::LinesAndWords),
                (false, false) if self.distance(other) != Some(0) => None,
                (false, false) if self.has_same_class(other) => Some(Ground::LinesAndClass),
                (false, false) => {
                    let alike = self.prose.is_of_one_defect(&other.prose, OF_ONE_KIND);
                    alike.then_some(Ground::LinesAndDefect)
                }
            };
        }
        if self.lines.is_none() || other.lines.is_none() {
            let against = speaks_against || self.prose.names_other_things(&other.prose);
            return (!against && alike(ANYWHERE)).then_some(Ground::NoLines);
        }
        let one_symbol = !self.symbol.is_empty() && self.symbol == other.symbol && self.side == other.side;
        let habit = self.is_titled_alike(other) && self.has_same_class(other);
        (one_symbol && !speaks_against && (habit || alike(AGAINST))).then_some(Ground::SameSymbol)
    }

    fn is_near(&self, other: &Self) -> bool {
        self.file == other.file && self.distance(other).is_some_and(|lines| lines <= NEAR)
    }

    fn is_titled_alike(&self, other: &Self) -> bool {
        self.file == other.file && words::overlap(&self.words, &other.words)
    }

    fn has_same_class(&self, other: &Self) -> bool {
        self.class.is_some_and(|class| class.is_narrow) && self.class == other.class
    }

    /// Both are given, and not as two names of one kind of defect (`null-deref` and `nil-check`).
    fn has_other_class(&self, other: &Self) -> bool {
        matches!((self.class, other.class), (Some(a), Some(b)) if a != b && a.defects.shared(b.defects).is_none())
    }

    /// Both name a symbol, and neither is a part of the other's path.
    fn is_elsewhere(&self, other: &Self) -> bool {
        self.symbol.iter().zip(&other.symbol).any(|(a, b)| a != b)
    }

    /// One of them names the symbol that the other is about.
    fn names(&self, other: &Self) -> bool {
        let names = |a: &Self, b: &Self| b.symbol.first().is_some_and(|name| a.prose.names.binary_search(name).is_ok());
        names(self, other) || names(other, self)
    }

    /// Different replacements for the same lines are no duplicates but a conflict (R3 "Cross-pass conflicts"), and so
    /// is advice against what the other asks for. Two advisories are two holes.
    pub fn disagrees(&self, other: &Self) -> bool {
        let differ = matches!((self.suggestion, other.suggestion), (Some(a), Some(b)) if a != b);
        (differ && self.distance(other) == Some(0))
            || self.prose.advice.contradicts(&other.prose.advice)
            || self.prose.names_other_advisories(&other.prose)
    }

    /// Whether something tells this one from another that is like a third: what covers two places or two defects must
    /// not draw both into one.
    pub fn is_apart_from(&self, other: &Self) -> bool {
        let far = self.file == other.file && self.distance(other).is_some_and(|lines| lines > NEAR);
        far || self.has_other_class(other) || self.is_elsewhere(other) || self.disagrees(other)
    }

    /// Lines between two ranges of one side, 0 when they touch; `None` without lines or across sides.
    pub fn distance(&self, other: &Self) -> Option<u32> {
        let ((start, end), (from, to)) = (self.lines?, other.lines?);
        (self.side == other.side).then(|| from.saturating_sub(end).max(start.saturating_sub(to)))
    }
}

/// A person who dropped a mild one did not drop a blocking one that comes later, and no decision about a milder one
/// hides a blocker.
pub(super) fn may_join(item: &Item, kept: &Item) -> bool {
    let (severity, is_worse) = (item.finding.severity, item.finding.severity > kept.finding.severity);
    let hidden = match kept.pin {
        Pin::Free => false,
        Pin::Kept { .. } => severity == Severity::Blocker,
        Pin::Dropped(_) => severity >= Severity::Critical,
    };
    !(hidden && item.is_weighed() && is_worse)
}

/// `fn Order::settle(x)` as `settle`, `Order`.
fn parts(symbol: &str) -> Vec<u64> {
    let head = symbol.split(['(', '<', '{']).next().unwrap_or(symbol);
    let names = head.split(|c: char| !c.is_alphanumeric() && c != '_');
    let is_word = |name: &&str| ["fn", "func", "def", "function", "class", "struct", "impl", "fun"].contains(name);
    names.filter(|name| !name.is_empty() && !is_word(name)).rev().map(prose::whole_hash).collect()
}
