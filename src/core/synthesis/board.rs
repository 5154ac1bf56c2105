//! The findings on their way through the steps: what each is by now, what the machine says of it, and how a person
//! pinned it. Called by the steps of this room only.
//!
//! The machine's word and the person's pin are kept apart until the end: a pin changes the place of its own finding
//! and moves no other, because budgets count what the machine believes.

use std::{collections::HashMap, sync::Arc};

use super::{
    dedup::{Prose, Stems},
    outcome::{Filtered, Merge},
    snapshot::{Decided, Evidence, Judged, Origin, Ruling, Snapshot, TaskFacts},
};
use crate::core::{
    diff, judge,
    model::{
        CommentDedup, Confidence, Finding, FindingId, Held, HeldReason, Kind, LineRange, Opinion, RepoPath, Side,
        TaskId, Wording,
    },
};

/// Work in progress.
pub(super) struct Board<'s> {
    pub facts: &'s Snapshot,
    pub items: Vec<Item>,
    /// Their words as they are compared, at the same places; `None` for what is compared with nothing.
    pub prose: Vec<Option<Arc<Prose>>>,
    pub merges: Vec<Merge>,
    pub filtered: Vec<Filtered>,
    /// How findings compare with what is said on the pull request.
    pub comments: CommentDedup,
    pub notes: Vec<String>,
    /// Findings of weight that were held back or made milder on a model's word.
    pub set_aside: u32,
}

/// A finding on its way.
pub(super) struct Item {
    pub finding: Finding,
    pub own: Option<Evidence>,
    pub pin: Pin,
    /// `None`: not given, or no number.
    pub confidence: Option<Confidence>,
    pub pass: Arc<str>,
    pub origin: Origin,
    /// Rank of its file in the diff; files outside it come behind.
    pub file: u32,
    /// What the machine says: `None` = it is in the review.
    pub out: Option<Out>,
    pub related: Vec<FindingId>,
    /// What merged ones add, in words. Put behind the body at the end, so that rules match a finding's own words only.
    pub also: Vec<String>,
    /// Nominated as a duplicate of a kept one, but not merged.
    pub overlaps: bool,
    /// What models say of it, oldest first.
    pub opinions: Vec<Opinion>,
}

/// Why the machine leaves a finding out.
#[derive(Debug, Clone)]
pub(super) enum Out {
    Merged(FindingId),
    Held(Held),
}

/// How a person pinned a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Pin {
    /// Not at all.
    Free,
    /// Decided, restored or edited; or the person's own.
    Kept { accepted: bool, inline: bool, edited: bool },
    /// Dropped, and why.
    Dropped(String),
}

/// The file of statements about the change as a whole.
pub(super) const NO_FILE: u32 = u32::MAX;

impl<'s> Board<'s> {
    /// Lays the findings out. The order of the snapshot is forgotten: ids decide.
    pub fn open(facts: &'s Snapshot) -> Self {
        let tasks: HashMap<&TaskId, &TaskFacts> = facts.tasks.iter().map(|task| (&task.id, task)).collect();
        let mut files = Files { facts, known: HashMap::new() };
        let mut judged: Vec<&Judged> = facts.items.iter().map(AsRef::as_ref).collect();
        judged.sort_by(|a, b| a.finding.id.cmp(&b.finding.id));
        judged.dedup_by(|a, b| a.finding.id == b.finding.id);
        let mut stems = Stems::default();
        let item = |judged: &Judged| {
            let item = Item::new(judged, &tasks, &mut files);
            let prose = item.read(judged, &mut stems);
            (item, prose)
        };
        let (items, prose) = judged.into_iter().map(item).unzip();
        Self {
            facts,
            items,
            prose,
            merges: Vec::new(),
            filtered: Vec::new(),
            comments: CommentDedup::default(),
            notes: Vec::new(),
            set_aside: 0,
        }
    }

    /// The machine holds a finding back. A pinned one keeps its place, and is not logged as filtered.
    pub fn hold(&mut self, at: usize, reason: HeldReason, details: String) {
        let Some(item) = self.items.get_mut(at).filter(|item| item.out.is_none()) else { return };
        if item.pin == Pin::Free {
            self.filtered.push(Filtered { finding: item.finding.id.clone(), reason, details: details.clone() });
        }
        item.out = Some(Out::Held(Held { reason, details }));
    }

    /// Holds back every finding in play for which the rule gives a reason.
    pub fn hold_where(&mut self, rule: impl Fn(&Item) -> Option<(HeldReason, String)>) {
        for at in 0..self.items.len() {
            let ruled = self.items.get(at).filter(|item| item.out.is_none()).and_then(&rule);
            if let Some((reason, details)) = ruled {
                self.hold(at, reason, details);
            }
        }
    }

    /// What the machine would have in the review, pinned or not.
    pub fn in_play(&self) -> impl Iterator<Item = (usize, &Item)> {
        self.items.iter().enumerate().filter(|(_, item)| item.out.is_none())
    }

    /// What is in the review: the machine's choice, and the person's.
    pub fn surfaced(&self) -> impl Iterator<Item = (usize, &Item)> {
        self.items.iter().enumerate().filter(|(_, item)| item.is_surfaced())
    }
}

impl Item {
    fn new(judged: &Judged, tasks: &HashMap<&TaskId, &TaskFacts>, files: &mut Files<'_>) -> Self {
        let Judged { finding, own, ruling, opinions, said: _ } = judged;
        let mut finding = finding.clone();
        // Notes of ours have no candidate either; everything else without one is a person's.
        let theirs = own.is_none() && finding.kind != Kind::Note;
        let pin = pin(theirs, ruling.as_ref());
        if let Some((wording, severity)) = ruling.as_ref().and_then(|ruling| ruling.edited.clone()) {
            (finding.wording, finding.severity) = (wording, severity);
        }
        if let Some(cast) = ruling.as_ref().and_then(|ruling| ruling.recast.as_ref()) {
            (finding.kind, finding.placement) = (cast.kind, cast.placement());
        }
        // Which of twins is kept is said anew here, where all are known.
        let out = finding.held.clone().filter(|held| held.reason != HeldReason::DuplicateInRun).map(Out::Held);
        let task = own.as_ref().and_then(|own| tasks.get(&own.task));
        let mut item = Self {
            own: own.clone(),
            pin,
            confidence: own.as_ref().and_then(|own| own.weight.confidence).and_then(Confidence::usable),
            pass: task.map_or_else(|| Arc::from(finding.lens.as_str()), |task| Arc::from(task.pass.as_str())),
            origin: task.map_or(Origin::Agent, |task| task.origin),
            file: NO_FILE,
            out,
            related: Vec::new(),
            also: Vec::new(),
            overlaps: false,
            opinions: opinions.clone(),
            finding,
        };
        // What stays held back is shown nowhere in the order of files, and its path may be any text.
        // (What was posted before may come back when its thread was closed.)
        let may_return = matches!(&item.out, Some(Out::Held(held)) if held.reason == HeldReason::AlreadyOnPr);
        if item.out.is_none() || item.pin != Pin::Free || may_return {
            item.file = item.path().map_or(NO_FILE, |path| files.rank(path));
        }
        item
    }

    /// What its words come to; `None` when it is compared with nothing.
    fn read(&self, judged: &Judged, stems: &mut Stems) -> Option<Arc<Prose>> {
        let Wording { title, body, .. } = &self.finding.wording;
        let is_edited = judged.ruling.as_ref().is_some_and(|ruling| ruling.edited.is_some());
        self.is_compared().then(|| match is_edited {
            true => Arc::new(Prose::with(stems, title, body)),
            false => judged.said.of(stems, title, body),
        })
    }

    /// Whether it may be one issue with another: what the machine has in the review so far, and what a person pinned,
    /// except their own comments.
    pub fn is_compared(&self) -> bool {
        self.finding.kind != Kind::Comment && (self.out.is_none() || self.pin != Pin::Free)
    }

    pub fn is_surfaced(&self) -> bool {
        match self.pin {
            Pin::Free => self.out.is_none(),
            Pin::Kept { .. } => true,
            Pin::Dropped(_) => false,
        }
    }

    /// A defect or a question: what has a severity and can be filtered.
    pub fn is_weighed(&self) -> bool {
        matches!(self.finding.kind, Kind::Finding | Kind::Question)
    }

    /// The single confidence, when there is one.
    pub fn single(&self) -> Option<f64> {
        self.confidence.map(Confidence::single)
    }

    /// The single confidence, 0.5 when none was given.
    pub fn single_or_half(&self) -> f64 {
        self.single().unwrap_or(0.5)
    }

    /// The file it is about: its anchor's, else the one that was claimed.
    pub fn path(&self) -> Option<&RepoPath> {
        let claimed = || self.claimed().map(|place| &place.path);
        self.finding.placement.anchor().map(|anchor| &anchor.path).or_else(claimed)
    }

    /// The lines it is about: its anchor's, else those that were claimed (off the diff).
    pub fn lines(&self) -> Option<LineRange> {
        let claimed = || self.claimed().and_then(|place| place.lines);
        self.finding.placement.anchor().and_then(|anchor| anchor.lines).or_else(claimed)
    }

    pub fn side(&self) -> Side {
        let claimed = || self.claimed().and_then(|place| place.side);
        self.finding.placement.anchor().map(|anchor| anchor.side).or_else(claimed).unwrap_or(Side::Right)
    }

    fn claimed(&self) -> Option<&crate::core::model::ClaimedPlace> {
        self.own.as_ref().and_then(|own| own.place.as_ref())
    }

    /// The score with what is known by now.
    pub fn rescore(&mut self) {
        let Some(own) = &self.own else { return };
        let weight = crate::core::model::Weight { confidence: self.confidence, ..own.weight };
        let alone = judge::Noise::of(self.finding.kind, self.finding.lens, &self.finding.fingerprint, self.confidence);
        let noise = if self.overlaps { alone.max(judge::Noise::Overlap) } else { alone };
        self.finding.priority = judge::priority(self.finding.severity, &weight, noise);
    }
}

/// `theirs`: it is the person's own, pinned by being there.
fn pin(theirs: bool, ruling: Option<&Ruling>) -> Pin {
    let Some(Ruling { decided, restored, edited, recast, inline }) = ruling else {
        return if theirs { Pin::Kept { accepted: true, inline: true, edited: true } } else { Pin::Free };
    };
    match decided {
        Decided::Dropped(why) => Pin::Dropped(why.clone()),
        Decided::Undecided if !theirs && !restored && edited.is_none() && recast.is_none() && !inline => Pin::Free,
        decided => Pin::Kept {
            accepted: theirs || *decided == Decided::Accepted,
            inline: theirs || *inline,
            edited: theirs || edited.is_some(),
        },
    }
}

/// Ranks of files, each looked up once.
struct Files<'s> {
    facts: &'s Snapshot,
    known: HashMap<RepoPath, u32>,
}

impl Files<'_> {
    /// A file of the diff has its place there; others come behind, in the order of their first finding's id.
    fn rank(&mut self, path: &RepoPath) -> u32 {
        if let Some(rank) = self.known.get(path) {
            return *rank;
        }
        let behind = u32::try_from(self.known.len()).unwrap_or(0);
        let rank = diff::find_file(&self.facts.diff, path).map_or(NO_FILE / 2 + behind, |file| file.0);
        self.known.insert(path.clone(), rank);
        rank
    }
}
