//! The scoreboard: how often a person agrees with whom, from their decisions alone (COCKPIT "What no other tool has",
//! 8). Pure; the same numbers for `prr log stats` and for any screen. Called by app.

use std::collections::BTreeMap;

use super::{Share, Told, agent_of, once, runs};
use crate::core::model::{Act, Decision, Kind, Record, RunId, Severity, TaskId, TaskReport};

/// What agents cost, as far as that is known.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Cost {
    /// US dollars.
    pub usd: f64,
    /// Tasks with a known price.
    pub known: usize,
    /// Tasks of models and commands without one.
    pub unknown: usize,
}

impl Cost {
    pub(super) fn add(&mut self, report: &TaskReport) {
        match report.cost_usd.filter(|usd| usd.is_finite()) {
            Some(usd) => {
                self.usd += usd;
                self.known += 1;
            }
            None => self.unknown += 1,
        }
    }
}

/// What became of some findings. Each counts once in `accepted`, `dropped`, `undecided`, `held`, or nowhere when its
/// run was never looked at.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Tally {
    /// Findings that were made.
    pub made: usize,
    /// The person wants them published.
    pub accepted: usize,
    /// The person does not.
    pub dropped: usize,
    /// Shown to the person, who decided nothing.
    pub undecided: usize,
    /// Held back by the machine and left there.
    pub held: usize,
    /// Of the accepted ones: in the person's words.
    pub edited: usize,
    /// Held back by the machine, and taken back by the person.
    pub restored: usize,
    /// What their agents cost; zero where it cannot be said (by lens, class, severity).
    pub cost: Cost,
}

impl Tally {
    /// How many of the decided ones were accepted.
    pub fn share(&self) -> Share {
        Share { part: self.accepted, whole: self.accepted + self.dropped }
    }

    /// US dollars for one accepted finding; `None` when nothing was accepted or no price is known.
    pub fn per_accepted(&self) -> Option<f64> {
        (self.accepted > 0 && self.cost.known > 0).then(|| self.cost.usd / self.accepted as f64)
    }

    fn add(&mut self, told: &Told<'_>) {
        self.made += 1;
        let is_back = told.is_held() && (told.standing.restored || told.is_accepted());
        self.restored += usize::from(is_back);
        match (told.is_accepted(), told.dropped().is_some()) {
            (true, _) => {
                self.accepted += 1;
                self.edited += usize::from(told.standing.edited.is_some());
            }
            (_, true) => self.dropped += 1,
            _ if told.is_held() && !is_back => self.held += 1,
            _ if told.looked => self.undecided += 1,
            _ => {}
        }
    }
}

/// One line of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// Of whom or what.
    pub name: String,
    /// What became of it.
    pub tally: Tally,
}

/// All tables. Rows: most decisions first, then most findings, then by name.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Scoreboard {
    /// Logbooks.
    pub targets: usize,
    /// Runs in them.
    pub runs: usize,
    /// Those that the person took note of.
    pub looked: usize,
    /// Everything.
    pub total: Tally,
    /// By who said it: a reviewer, a pass, an imported file.
    pub agents: Vec<Row>,
    /// By who answered: `provider::model` or `cmd:NAME`.
    pub models: Vec<Row>,
    /// By lens.
    pub lenses: Vec<Row>,
    /// By class of issue.
    pub classes: Vec<Row>,
    /// By severity as the agent gave it, worst first.
    pub severities: Vec<Row>,
    /// Why findings were dropped, most often first; '' = no reason was given.
    pub reasons: Vec<(String, usize)>,
    /// Comments that the person wrote themselves: what nobody found.
    pub own: usize,
}

/// The scoreboard of logbooks, one list of records each.
pub fn scoreboard<'r>(logbooks: impl IntoIterator<Item = &'r [Record]>) -> Scoreboard {
    let mut tables = Tables::default();
    logbooks.into_iter().for_each(|records| tables.logbook(records));
    tables.finish()
}

#[derive(Default)]
struct Tables {
    board: Scoreboard,
    agents: BTreeMap<String, Tally>,
    models: BTreeMap<String, Tally>,
    lenses: BTreeMap<String, Tally>,
    classes: BTreeMap<String, Tally>,
    severities: BTreeMap<Severity, Tally>,
    reasons: BTreeMap<String, usize>,
}

impl Tables {
    fn logbook(&mut self, records: &[Record]) {
        let all = super::findings(records);
        self.board.targets += 1;
        self.board.runs += runs(records).len();
        self.board.looked += looked(records);
        self.board.own += own_comments(records);
        once(all).iter().for_each(|told| self.finding(told));
        self.costs(records);
    }

    fn finding(&mut self, told: &Told<'_>) {
        if !matches!(told.claim.claim.kind, Kind::Finding | Kind::Question) {
            return;
        }
        self.board.total.add(told);
        self.agents.entry(told.agent().to_owned()).or_default().add(told);
        if let Some(who) = told.who {
            self.models.entry(who.to_owned()).or_default().add(told);
        }
        self.lenses.entry(told.claim.lens.as_str().to_owned()).or_default().add(told);
        self.classes.entry(told.claim.claim.issue_class.clone()).or_default().add(told);
        self.severities.entry(told.claim.weight.severity).or_default().add(told);
        if let Some(reason) = told.dropped() {
            *self.reasons.entry(reason.trim().to_owned()).or_default() += 1;
        }
    }

    /// Tasks cost whether they found something or not; of one that ran again the last report counts.
    fn costs(&mut self, records: &[Record]) {
        let mut reports: BTreeMap<(&RunId, &TaskId), &TaskReport> = BTreeMap::new();
        for record in records {
            if let Record::TaskReported { run, task, report, at: _ } = record {
                reports.insert((run, task), report);
            }
        }
        for ((_, task), report) in reports {
            self.board.total.cost.add(report);
            self.agents.entry(agent_of(task.as_str()).to_owned()).or_default().cost.add(report);
            if !report.who.is_empty() {
                self.models.entry(report.who.clone()).or_default().cost.add(report);
            }
        }
    }

    fn finish(self) -> Scoreboard {
        let by_severity = self.severities.into_iter().rev();
        let mut reasons: Vec<(String, usize)> = self.reasons.into_iter().collect();
        reasons.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        Scoreboard {
            agents: rows(self.agents),
            models: rows(self.models),
            lenses: rows(self.lenses),
            classes: rows(self.classes),
            severities: by_severity.map(|(level, tally)| Row { name: level.as_str().to_owned(), tally }).collect(),
            reasons,
            ..self.board
        }
    }
}

fn rows(table: BTreeMap<String, Tally>) -> Vec<Row> {
    let mut rows: Vec<Row> = table.into_iter().map(|(name, tally)| Row { name, tally }).collect();
    let weight = |row: &Row| (row.tally.share().whole, row.tally.made);
    // Stable: of the same weight by name, as the map has them.
    rows.sort_by_key(|row| std::cmp::Reverse(weight(row)));
    rows
}

/// Runs that the person took note of.
fn looked(records: &[Record]) -> usize {
    let seen = records.iter().filter(|record| record.is_work() || matches!(record, Record::Place { .. }));
    let seen: std::collections::BTreeSet<&RunId> = seen.map(Record::run).collect();
    runs(records).iter().filter(|run| seen.contains(&run.id)).count()
}

/// Comments of the person's own, each once however often it was carried on.
fn own_comments(records: &[Record]) -> usize {
    let own = records.iter().filter_map(|record| match record {
        Record::Decision { decision: Decision { act: Act::Add(comment), .. }, .. } => Some(&comment.wording.body),
        _ => None,
    });
    own.collect::<std::collections::BTreeSet<_>>().len()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::core::{
        history::samples::{Made, all, made, report, run},
        model::{Time, Wording},
    };

    fn edited(made: &Made, seq: u64) -> Record {
        let words = |title: &str| Wording { title: title.into(), ..Wording::default() };
        let act = Act::Edit { before: (words("a"), Severity::Minor), after: (words("b"), Severity::Major) };
        made.decided(seq, act)
    }

    fn by<'b>(rows: &'b [Row], name: &str) -> &'b Tally {
        &rows.iter().find(|row| row.name == name).unwrap_or_else(|| panic!("{name} in {rows:#?}")).tally
    }

    #[test]
    fn each_finding_counts_once_under_agent_lens_class_severity_and_reason() {
        let other = made("a", 4).with(|claim| {
            claim.task = TaskId::new("swarm:security#2");
            claim.lens = crate::core::model::Lens::Security;
            claim.claim.issue_class = "class-b".into();
            claim.weight.severity = Severity::Blocker;
        });
        let held = Made { held: Some("budget: 5"), ..made("a", 5) };
        let back = Made { held: Some("budget: 5"), ..made("a", 6) };
        let made_all = [made("a", 1), made("a", 2), made("a", 3), other.clone(), held, back.clone()];
        let records = all([
            vec![run("a", 0), report("a", "swarm:security#2", "p::m", Some(0.5))],
            vec![report("a", "swarm:security#1", "p::m", Some(0.25)), report("a", "swarm:x", "cmd:y", None)],
            made_all.iter().flat_map(Made::records).collect(),
            vec![made("a", 1).accepted(1), made("a", 2).dropped(2, "not ours"), edited(&other, 3), other.accepted(4)],
            vec![back.accepted(5)],
        ]);
        let board = scoreboard([&records[..]]);
        let total = board.total;
        assert_eq!((total.made, total.accepted, total.dropped, total.undecided, total.held), (6, 3, 1, 1, 1));
        assert_eq!((total.edited, total.restored, total.share()), (1, 1, Share { part: 3, whole: 4 }));
        assert_eq!(by(&board.agents, "swarm:security").accepted, 1);
        assert_eq!(by(&board.agents, "swarm:security").per_accepted(), Some(0.75));
        assert_eq!((by(&board.models, "p::m").cost.known, by(&board.models, "cmd:y").cost.unknown), (2, 1));
        assert_eq!((by(&board.lenses, "security").made, by(&board.classes, "class-a").made), (1, 5));
        assert_eq!(board.severities.iter().map(|row| row.name.as_str()).collect::<Vec<_>>(), ["blocker", "minor"]);
        assert_eq!(board.reasons, [("not ours".to_owned(), 1)]);
        assert_eq!((board.targets, board.runs, board.looked), (1, 1, 1));
    }

    #[test]
    fn a_decision_carried_into_a_later_run_counts_once_and_the_newer_word_wins() {
        let records = all([
            vec![run("a", 0)],
            made("a", 1).records().to_vec(),
            vec![made("a", 1).accepted(1), run("b", 5)],
            made("b", 1).records().to_vec(),
            vec![made("b", 1).accepted(2)],
        ]);
        assert_eq!(scoreboard([&records[..]]).total.accepted, 1);
        let changed = [&records[..], &[made("b", 1).dropped(3, "")]].concat();
        let total = scoreboard([&changed[..]]).total;
        assert_eq!((total.accepted, total.dropped, total.made), (0, 1, 1));
        // Undecided in a third run that nobody decided in: what was said stands.
        let third = [&changed[..], &[run("c", 9)], &made("c", 1).records()].concat();
        assert_eq!(scoreboard([&third[..]]).total.dropped, 1);
        // Of two targets each counts.
        assert_eq!(scoreboard([&records[..], &changed[..]]).total.made, 2);
    }

    #[test]
    fn what_nobody_looked_at_is_not_undecided() {
        let mut records = vec![run("a", 0)];
        records.extend(made("a", 1).records());
        let of = |records: &[Record]| scoreboard([records]).total.undecided;
        assert_eq!(of(&records), 0);
        records.push(Record::Place { run: RunId::new("a"), anchor: None, at: Time(3) });
        assert_eq!(of(&records), 1);
    }

    #[test]
    fn the_cost_of_an_accepted_finding_is_not_made_up() {
        let tally =
            |accepted, known| Tally { accepted, cost: Cost { usd: 1.0, known, unknown: 1 }, ..Tally::default() };
        assert_eq!(tally(0, 1).per_accepted(), None);
        assert_eq!(tally(2, 0).per_accepted(), None);
        assert_eq!(tally(2, 1).per_accepted(), Some(0.5));
    }

    proptest! {
        #[test]
        fn counts_add_up_whatever_was_decided(
            acts in prop::collection::vec((0u32..6, 0u8..4, any::<bool>()), 0..40), held in 0u32..6
        ) {
            let of = |number: u32| Made { held: (number < held).then_some("budget: x"), ..made("a", number + 1) };
            let mut records = vec![run("a", 0)];
            records.extend((0..6).flat_map(|number| of(number).records()));
            for (seq, (number, what, double)) in (1u64..).zip(acts) {
                let act = match what {
                    0 => Act::Accept,
                    1 => Act::Drop { reason: String::new() },
                    2 => Act::Restore,
                    _ => Act::Undo { of: seq / 2 },
                };
                records.push(of(number).decided(seq, act));
                if double {
                    records.push(records.last().unwrap().clone());
                }
            }
            let looked = records.len() > 13;
            let board = scoreboard([&records[..]]);
            let sum = |tally: &Tally| tally.accepted + tally.dropped + tally.undecided + tally.held;
            prop_assert_eq!(board.total.made, 6);
            prop_assert!(!looked || sum(&board.total) == 6);
            for rows in [&board.agents, &board.lenses, &board.classes, &board.severities] {
                prop_assert_eq!(rows.iter().map(|row| sum(&row.tally)).sum::<usize>(), sum(&board.total));
            }
            prop_assert_eq!(board.reasons.iter().map(|(_, n)| n).sum::<usize>(), board.total.dropped);
        }
    }
}
