//! What two findings are compared by, and the rule itself (REVIEW "Duplicates").

use std::hash::{DefaultHasher, Hash, Hasher};

use super::words::{self, Words};
use crate::core::{
    judge,
    model::{Kind, Severity, Side},
    synthesis::board::{Item, Pin},
};

/// Lines that still count as the same place (R3's heuristic).
pub(super) const NEAR: u32 = 5;

/// File, lines and text.
pub(super) type TwinKey = (u32, Option<(u32, u32)>, u64);

/// All that an agent could have said otherwise: kind, place and text, class, fingerprint, suggestion.
pub(super) type Letter = (Kind, TwinKey, [Option<u64>; 3]);

/// The comparable side of a finding. Texts are hashed: equal hashes of 64 bits are taken for equal texts.
pub(super) struct Face {
    pub file: u32,
    pub side: Side,
    /// First and last line.
    pub lines: Option<(u32, u32)>,
    pub words: Words,
    pub kind: Kind,
    /// Of class; `None` when not given.
    pub class: Option<u64>,
    /// Of the fingerprint; `None` when it says too little.
    pub print: Option<u64>,
    /// Of the symbol; `None` when not given.
    pub symbol: Option<u64>,
    /// Of the suggestion; `None` when there is none.
    pub suggestion: Option<u64>,
    /// Of title and body.
    pub text: u64,
    /// Who says it, as a set of bits. With more than 128 tasks two may share a bit: then they count as one agent, and
    /// stay apart, which is the safe side.
    pub agents: u128,
}

/// How two findings stand to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Likeness {
    /// Nothing nominates them.
    Different,
    /// Nominated, but not the same.
    Nominated,
    /// The same issue, by this ground.
    Same(Ground),
}

/// Why two are the same issue, weakest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Ground {
    TitleAndClass,
    LinesAndClass,
    LinesAndTitle,
    Fingerprint,
    Twin,
}

impl Ground {
    pub fn words(self) -> &'static str {
        match self {
            Self::TitleAndClass => "same file, similar titles and the same class",
            Self::LinesAndClass => "neighbouring lines and the same class",
            Self::LinesAndTitle => "neighbouring lines and similar titles",
            Self::Fingerprint => "the same fingerprint",
            Self::Twin => "the same text at the same place",
        }
    }
}

impl Face {
    /// `agent`: the number of the task that says it.
    pub fn of(item: &Item, words: Words, agent: Option<u32>) -> Self {
        let finding = &item.finding;
        let own = item.own.as_ref();
        let named = |text: &str| (!text.trim().is_empty()).then(|| hash(text));
        Self {
            file: item.file,
            side: item.side(),
            lines: item.lines().map(|lines| (lines.start(), lines.end())),
            words,
            kind: finding.kind,
            class: own.and_then(|own| named(&own.issue_class)),
            print: judge::is_telling(&finding.fingerprint).then(|| hash(&finding.fingerprint)),
            symbol: own.and_then(|own| own.place.as_ref()?.symbol.as_deref()).and_then(named),
            suggestion: finding.wording.suggestion.as_deref().map(hash),
            text: hash(&finding.wording.title) ^ hash(&finding.wording.body).rotate_left(1),
            agents: agent.map_or(0, |number| 1 << (number % 128)),
        }
    }

    /// Two faces of one kind with equal text at equal place.
    pub fn twin_key(&self) -> TwinKey {
        (self.file, self.lines, self.text)
    }

    pub fn letter(&self) -> Letter {
        (self.kind, self.twin_key(), [self.class, self.print, self.suggestion])
    }

    pub fn likeness(&self, other: &Self) -> Likeness {
        if self.file != other.file {
            return Likeness::Different;
        }
        let one_agent = self.shares_agent(other);
        let same = self.kind == other.kind;
        if same && self.twin_key() == other.twin_key() && (!one_agent || self.letter() == other.letter()) {
            return Likeness::Same(Ground::Twin);
        }
        if same && self.print.is_some() && self.print == other.print {
            return Likeness::Same(Ground::Fingerprint);
        }
        // R3 merges across passes: what one agent says twice, it means twice.
        if one_agent {
            return Likeness::Different;
        }
        self.by_heuristics(other, same)
    }

    pub fn shares_agent(&self, other: &Self) -> bool {
        self.agents & other.agents != 0
    }

    fn by_heuristics(&self, other: &Self, same_kind: bool) -> Likeness {
        let near = self.distance(other).is_some_and(|lines| lines <= NEAR);
        let titled = words::overlap(&self.words, &other.words);
        let class = self.class.is_some() && self.class == other.class;
        let ground = match (near, titled, class) {
            (false, false, _) => return Likeness::Different,
            (true, true, _) => Ground::LinesAndTitle,
            (true, false, true) => Ground::LinesAndClass,
            // Far apart and in places that the agents name differently: two places with one habit.
            (false, true, true) if !self.is_elsewhere(other) => Ground::TitleAndClass,
            _ => return Likeness::Nominated,
        };
        if same_kind && !self.disagrees(other) { Likeness::Same(ground) } else { Likeness::Nominated }
    }

    fn is_elsewhere(&self, other: &Self) -> bool {
        matches!((self.symbol, other.symbol), (Some(a), Some(b)) if a != b)
    }

    /// Different replacements for the same lines are no duplicates but a conflict (R3 "Cross-pass conflicts").
    pub fn disagrees(&self, other: &Self) -> bool {
        let differ = matches!((self.suggestion, other.suggestion), (Some(a), Some(b)) if a != b);
        differ && self.distance(other) == Some(0)
    }

    /// Lines between two ranges of one side, 0 when they touch; `None` without lines or across sides.
    pub fn distance(&self, other: &Self) -> Option<u32> {
        let ((start, end), (from, to)) = (self.lines?, other.lines?);
        (self.side == other.side).then(|| from.saturating_sub(end).max(start.saturating_sub(to)))
    }
}

/// A person who dropped a mild one did not drop a blocking one that comes later.
pub(super) fn may_join(item: &Item, kept: &Item) -> bool {
    let worse = item.finding.severity > kept.finding.severity && item.finding.severity >= Severity::Critical;
    !(matches!(kept.pin, Pin::Dropped(_)) && item.is_weighed() && worse)
}

fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    for word in text.split_whitespace() {
        word.hash(&mut hasher);
    }
    hasher.finish()
}
