//! The append-only list of decisions and what it comes to for each finding.

use std::collections::{BTreeMap, BTreeSet};

use crate::core::model::{Act, Cast, Comment, Decision, FindingId, Severity, Time, Wording};

/// What the person wants done with a finding.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Stance {
    /// Nothing said yet.
    #[default]
    Undecided,
    /// To be published.
    Accepted,
    /// Not to be published; '' = no reason.
    Dropped(String),
}

/// All that decisions say about one finding.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Standing {
    /// The person's will.
    pub stance: Stance,
    /// Whether a held-back finding was taken back.
    pub restored: bool,
    /// The person's words and severity, when edited.
    pub edited: Option<(Wording, Severity)>,
    /// The kind and the place that the person gave it; `None` = as the machine has it, and for own comments.
    pub recast: Option<Cast>,
    /// The person's own comment behind this id.
    pub comment: Option<Comment>,
}

impl Standing {
    /// The standing after one more act.
    fn after(mut self, act: &Act) -> Self {
        match act {
            Act::Accept => {
                self.stance = Stance::Accepted;
                self.restored = true;
            }
            Act::Drop { reason } => self.stance = Stance::Dropped(reason.clone()),
            Act::Restore => {
                self.restored = true;
                self.stance = Stance::Undecided;
            }
            Act::Edit { after, .. } => match &mut self.comment {
                Some(comment) => comment.wording = after.0.clone(),
                None => self.edited = Some(after.clone()),
            },
            Act::Recast { after, .. } => match &mut self.comment {
                Some(comment) => {
                    comment.anchor.clone_from(&after.anchor);
                    comment.quoted.clone_from(&after.quoted);
                }
                None => self.recast = Some(after.clone()),
            },
            Act::Add(comment) => {
                self.comment = Some(comment.clone());
                self.stance = Stance::Accepted;
            }
            Act::Undo { .. } | Act::Redo { .. } => {}
        }
        self
    }
}

/// The decisions of a target, with undo and redo. Every change appends; nothing is taken out.
#[derive(Debug, Clone, Default)]
pub struct Gate {
    decisions: Vec<Decision>,
    by_finding: BTreeMap<FindingId, Vec<usize>>,
    undone: BTreeSet<u64>,
    undo: Vec<u64>,
    redo: Vec<u64>,
    standing: BTreeMap<FindingId, Standing>,
    last_seq: u64,
}

impl Gate {
    /// Every decision, oldest first.
    pub fn decisions(&self) -> &[Decision] {
        &self.decisions
    }

    /// Counts decisions of earlier runs without applying them, so that numbers go on.
    pub fn continue_after(&mut self, seq: u64) {
        self.last_seq = self.last_seq.max(seq);
    }

    /// Whether anything was ever decided about a finding, taken back or not.
    pub fn has(&self, finding: &FindingId) -> bool {
        self.by_finding.contains_key(finding)
    }

    /// The decisions about a finding, taken back or not, oldest first.
    pub fn about(&self, finding: &FindingId) -> impl DoubleEndedIterator<Item = &Decision> {
        let places = self.by_finding.get(finding).into_iter().flatten();
        places.filter_map(|at| self.decisions.get(*at))
    }

    /// What stands for a finding.
    pub fn standing(&self, finding: &FindingId) -> Option<&Standing> {
        self.standing.get(finding)
    }

    /// The will of the person about a finding.
    pub fn stance(&self, finding: &FindingId) -> &Stance {
        const NONE: &Stance = &Stance::Undecided;
        self.standing.get(finding).map_or(NONE, |standing| &standing.stance)
    }

    /// Findings about which something stands, in order of id.
    pub fn standings(&self) -> impl Iterator<Item = (&FindingId, &Standing)> {
        self.standing.iter()
    }

    /// Makes a new decision, applies it and returns it for the logbook.
    pub fn decide(&mut self, finding: FindingId, act: Act, at: Time) -> Decision {
        self.decide_in(finding, act, at, None)
    }

    /// The same as part of a bulk act.
    pub fn decide_in(&mut self, finding: FindingId, act: Act, at: Time, batch: Option<u64>) -> Decision {
        let decision = Decision { seq: self.last_seq + 1, at, finding, act, batch };
        self.apply(decision.clone());
        decision
    }

    /// The decision that undo would take back.
    pub fn next_undo(&self) -> Option<u64> {
        self.undo.last().copied()
    }

    /// The decision that redo would put in force.
    pub fn next_redo(&self) -> Option<u64> {
        self.redo.last().copied()
    }

    /// The number the next decision will have.
    pub fn next_seq(&self) -> u64 {
        self.last_seq + 1
    }

    /// Takes the newest standing decision back, and with it the whole bulk act it belongs to. Empty when there is
    /// none.
    pub fn undo(&mut self, at: Time) -> Vec<Decision> {
        self.step(at, |gate| gate.undo.last().copied(), |of| Act::Undo { of })
    }

    /// Puts the newest undone decision in force again, and with it the whole bulk act it belongs to.
    pub fn redo(&mut self, at: Time) -> Vec<Decision> {
        self.step(at, |gate| gate.redo.last().copied(), |of| Act::Redo { of })
    }

    fn step(&mut self, at: Time, newest: fn(&Self) -> Option<u64>, act: fn(u64) -> Act) -> Vec<Decision> {
        let batch_of = |gate: &Self, seq: u64| gate.find(seq).and_then(|decision| decision.batch);
        let Some(first) = newest(self) else { return Vec::new() };
        let batch = batch_of(self, first);
        let mut made = Vec::new();
        while let Some(of) =
            newest(self).filter(|of| made.is_empty() || (batch.is_some() && batch_of(self, *of) == batch))
        {
            let Some(finding) = self.finding_of(of) else { break };
            made.push(self.decide(finding, act(of), at));
        }
        made
    }

    /// A decision by number.
    pub fn find(&self, seq: u64) -> Option<&Decision> {
        // Numbers ascend, so the list is sorted by them.
        self.decisions.binary_search_by_key(&seq, |decision| decision.seq).ok().and_then(|at| self.decisions.get(at))
    }

    fn finding_of(&self, seq: u64) -> Option<FindingId> {
        self.find(seq).map(|decision| decision.finding.clone())
    }

    /// Applies a recorded decision. Numbers must ascend; one that does not is ignored (a damaged logbook).
    pub fn apply(&mut self, decision: Decision) {
        if decision.seq <= self.last_seq && !self.decisions.is_empty() {
            return;
        }
        self.last_seq = self.last_seq.max(decision.seq);
        match decision.act {
            Act::Undo { of } => {
                self.undone.insert(of);
                self.undo.retain(|seq| *seq != of);
                self.redo.push(of);
            }
            Act::Redo { of } => {
                self.undone.remove(&of);
                self.redo.retain(|seq| *seq != of);
                self.undo.push(of);
            }
            _ => {
                self.undo.push(decision.seq);
                self.redo.clear();
            }
        }
        let finding = decision.finding.clone();
        self.by_finding.entry(finding.clone()).or_default().push(self.decisions.len());
        self.decisions.push(decision);
        self.settle(finding);
    }

    /// Folds the decisions about one finding that are in force.
    fn settle(&mut self, finding: FindingId) {
        let mut standing = Standing::default();
        let mut any = false;
        for at in self.by_finding.get(&finding).into_iter().flatten() {
            let Some(decision) = self.decisions.get(*at) else { continue };
            let is_step = matches!(decision.act, Act::Undo { .. } | Act::Redo { .. });
            if !is_step && !self.undone.contains(&decision.seq) {
                standing = standing.after(&decision.act);
                any = true;
            }
        }
        match any {
            true => self.standing.insert(finding, standing),
            false => self.standing.remove(&finding),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn id(n: u8) -> FindingId {
        FindingId::new(format!("security-{n:03}"))
    }

    #[test]
    fn undo_and_redo_walk_the_decisions_and_keep_the_history() {
        let mut gate = Gate::default();
        gate.decide(id(1), Act::Accept, Time(1));
        gate.decide(id(1), Act::Drop { reason: "no".into() }, Time(2));
        assert_eq!(gate.stance(&id(1)), &Stance::Dropped("no".into()));
        gate.undo(Time(3));
        assert_eq!(gate.stance(&id(1)), &Stance::Accepted);
        gate.undo(Time(4));
        assert_eq!(gate.standing(&id(1)), None);
        gate.redo(Time(5));
        gate.redo(Time(6));
        assert_eq!(gate.stance(&id(1)), &Stance::Dropped("no".into()));
        assert_eq!(gate.decisions().len(), 6);
        assert_eq!(gate.redo(Time(7)), []);
    }

    #[test]
    fn a_bulk_act_is_undone_and_done_again_as_one() {
        let mut gate = Gate::default();
        gate.decide(id(0), Act::Accept, Time(1));
        let batch = Some(gate.next_seq());
        for n in 1..4 {
            gate.decide_in(id(n), Act::Accept, Time(2), batch);
        }
        assert_eq!(gate.undo(Time(3)).len(), 3);
        assert_eq!(gate.standings().count(), 1);
        assert_eq!(gate.redo(Time(4)).len(), 3);
        assert_eq!(gate.standings().count(), 4);
        gate.undo(Time(5));
        assert_eq!(gate.undo(Time(6)).len(), 1);
    }

    #[test]
    fn a_new_decision_ends_redo() {
        let mut gate = Gate::default();
        gate.decide(id(1), Act::Accept, Time(1));
        gate.undo(Time(2));
        gate.decide(id(2), Act::Accept, Time(3));
        assert_eq!(gate.redo(Time(4)), []);
        assert_eq!(gate.standing(&id(1)), None);
    }

    #[test]
    fn an_edit_of_an_own_comment_changes_the_comment() {
        let mut gate = Gate::default();
        let comment = Comment { anchor: None, quoted: String::new(), wording: Wording::default() };
        gate.decide(id(1), Act::Add(comment), Time(1));
        let after = Wording { body: "new".into(), ..Wording::default() };
        let act = Act::Edit { before: (Wording::default(), Severity::Minor), after: (after, Severity::Minor) };
        gate.decide(id(1), act, Time(2));
        let standing = gate.standing(&id(1)).unwrap();
        assert_eq!(standing.comment.as_ref().unwrap().wording.body, "new");
        assert_eq!(standing.stance, Stance::Accepted);
    }

    proptest! {
        #[test]
        fn replaying_the_list_gives_the_same_standing(steps in proptest::collection::vec((0u8..6, 0u8..4), 0..60)) {
            let mut gate = Gate::default();
            for (at, (what, n)) in steps.into_iter().enumerate() {
                let at = Time(at as i64);
                match what {
                    0 => drop(gate.decide(id(n), Act::Accept, at)),
                    1 => drop(gate.decide(id(n), Act::Drop { reason: format!("{n}") }, at)),
                    2 => drop(gate.decide(id(n), Act::Restore, at)),
                    3 | 4 => drop(gate.undo(at)),
                    _ => drop(gate.redo(at)),
                }
            }
            let mut again = Gate::default();
            for decision in gate.decisions() {
                again.apply(decision.clone());
            }
            prop_assert_eq!(gate.standing, again.standing);
            prop_assert_eq!((gate.undo, gate.redo), (again.undo, again.redo));
        }
    }
}
