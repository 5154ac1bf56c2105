//! The logbook of one target as a person looks at it: each run, what was decided in it, in order and with what stood after
//! each act, and what was published. Made once from records, so that a screen only draws it. Pure.
//! Not here: reading records (`edge::logbook`), the scoreboard, two runs compared (the files beside this). Called by app,
//! for `prr log` and for the cockpit.

use std::collections::{BTreeSet, HashMap};

use super::{findings, runs};
use crate::core::{
    gate::{Gate, Stance, Standing},
    model::{
        Act, Candidate, ClaimedPlace, Decision, FindingId, LineRange, PublishIntent, PublishReceipt, Record, RepoPath,
        RunFacts, RunId, Severity,
    },
};

/// How many findings of a run stand how, by a person's acts alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sums {
    /// To be published, own comments among them.
    pub accepted: usize,
    /// Dropped.
    pub dropped: usize,
    /// In the person's words.
    pub edited: usize,
    /// The person's own comments.
    pub own: usize,
}

impl Sums {
    /// Counts a standing in (`1`) or out (`-1`).
    fn count(&mut self, standing: &Standing, by: isize) {
        let add = |sum: &mut usize, is_so: bool| *sum = if is_so { sum.saturating_add_signed(by) } else { *sum };
        add(&mut self.accepted, standing.stance == Stance::Accepted);
        add(&mut self.dropped, matches!(standing.stance, Stance::Dropped(_)));
        add(&mut self.edited, standing.edited.is_some());
        add(&mut self.own, standing.comment.is_some() && standing.stance == Stance::Accepted);
    }
}

/// What an act was about.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Subject {
    /// The claim's title, or its text without one; of an own comment its text.
    pub title: String,
    /// The claim's text; '' for an own comment.
    pub text: String,
    /// The file and the lines that it names.
    pub place: Option<(RepoPath, Option<LineRange>)>,
    /// As the agent gave it; `None` for an own comment, and where the claim is not in the logbook.
    pub severity: Option<Severity>,
    /// Which task said it; '' = none.
    pub task: String,
}

/// One act of a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The act as it is recorded.
    pub decision: Decision,
    /// What it was about.
    pub about: Subject,
    /// What stood about that finding behind it.
    pub standing: Standing,
    /// What stood in the run behind it.
    pub sums: Sums,
    /// Whether it is taken back, as the run stands at its end.
    pub is_undone: bool,
}

/// A POST that was to be sent, and what became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Posting {
    /// What was to be sent.
    pub intent: PublishIntent,
    /// What became of it; `None` = nobody knows whether it was sent.
    pub receipt: Option<PublishReceipt>,
}

/// One run.
#[derive(Debug, Clone, PartialEq)]
pub struct RunLog {
    /// What it was.
    pub facts: RunFacts,
    /// Findings that surfaced, and that were held back, by the machine's last word.
    pub findings: (usize, usize),
    /// Whether every task completed; `None` = it did not end.
    pub complete: Option<bool>,
    /// A person's acts, oldest first.
    pub steps: Vec<Step>,
    /// Attempts to publish, oldest first.
    pub postings: Vec<Posting>,
}

impl RunLog {
    /// Whether it is over and whole, in a word.
    pub fn state(&self) -> &'static str {
        match self.complete {
            Some(true) => "complete",
            Some(false) => "partial",
            None => "not ended",
        }
    }

    /// What stands at its end.
    pub fn sums(&self) -> Sums {
        self.steps.last().map_or_else(Sums::default, |step| step.sums)
    }
}

/// The runs of a logbook, oldest first.
pub fn book(records: &[Record]) -> Vec<RunLog> {
    let told = findings(records);
    let mut claims: HashMap<(&RunId, &FindingId), &Candidate> = HashMap::new();
    let mut counts: HashMap<&RunId, (usize, usize)> = HashMap::new();
    for told in &told {
        claims.insert((&told.run.id, told.id), told.claim);
        let (shown, held) = counts.entry(&told.run.id).or_default();
        *if told.is_held() { held } else { shown } += 1;
    }
    let mut by_run: HashMap<&RunId, OfRun<'_>> = HashMap::new();
    records.iter().for_each(|record| by_run.entry(record.run()).or_default().take(record));
    let log = |facts: &RunFacts| {
        let of_run = by_run.remove(&facts.id).unwrap_or_default();
        RunLog {
            facts: facts.clone(),
            findings: counts.get(&facts.id).copied().unwrap_or_default(),
            complete: of_run.complete,
            steps: steps(&of_run.decisions, |id| claims.get(&(&facts.id, id)).copied()),
            postings: of_run.postings,
        }
    };
    runs(records).into_iter().map(log).collect()
}

/// The records of one run that are shown.
#[derive(Default)]
struct OfRun<'r> {
    decisions: Vec<&'r Decision>,
    complete: Option<bool>,
    postings: Vec<Posting>,
}

impl<'r> OfRun<'r> {
    fn take(&mut self, record: &'r Record) {
        match record {
            Record::Decision { run: _, decision } => self.decisions.push(decision),
            Record::RunEnded { run: _, complete, at: _ } => self.complete = Some(*complete),
            Record::PublicationIntent { run: _, intent } => {
                self.postings.push(Posting { intent: (**intent).clone(), receipt: None });
            }
            Record::PublicationReceipt { run: _, receipt } => self.receipt(receipt),
            Record::Run(_)
            | Record::Hotspot { .. }
            | Record::Candidate { .. }
            | Record::Verdict { .. }
            | Record::Comments { .. }
            | Record::Opinion { .. }
            | Record::TaskReported { .. }
            | Record::TaskEnded { .. }
            | Record::Draft { .. }
            | Record::Viewed { .. }
            | Record::Place { .. } => {}
        }
    }

    /// A later receipt of one intent stands: what was not known is known by then.
    fn receipt(&mut self, receipt: &PublishReceipt) {
        let open = self.postings.iter_mut().rev().find(|posting| posting.intent == receipt.intent);
        match open {
            Some(posting) => posting.receipt = Some(receipt.clone()),
            None => {
                self.postings.push(Posting { intent: receipt.intent.clone(), receipt: Some(receipt.clone()) });
            }
        }
    }
}

fn steps<'r>(decisions: &[&'r Decision], claim: impl Fn(&FindingId) -> Option<&'r Candidate>) -> Vec<Step> {
    let mut gate = Gate::default();
    let mut undone: BTreeSet<u64> = BTreeSet::new();
    let mut sums = Sums::default();
    let mut steps: Vec<Step> = Vec::new();
    for decision in decisions {
        let before = gate.standing(&decision.finding).cloned().unwrap_or_default();
        let known = gate.decisions().len();
        gate.apply((*decision).clone());
        // One that a damaged logbook has twice is taken once, as `Gate` takes it.
        if gate.decisions().len() == known {
            continue;
        }
        let after = gate.standing(&decision.finding).cloned().unwrap_or_default();
        sums.count(&before, -1);
        sums.count(&after, 1);
        match decision.act {
            Act::Undo { of } => drop(undone.insert(of)),
            Act::Redo { of } => drop(undone.remove(&of)),
            Act::Accept | Act::Drop { .. } | Act::Restore | Act::Edit { .. } | Act::Recast { .. } | Act::Add(_) => {}
        }
        let own = [&after, &before].into_iter().find_map(|standing| standing.comment.as_ref());
        let about = match (claim(&decision.finding), own) {
            (Some(claim), _) => of_claim(claim),
            (None, Some(comment)) => Subject {
                title: comment.wording.body.clone(),
                place: comment.anchor.as_ref().map(|anchor| (anchor.path.clone(), anchor.lines)),
                ..Subject::default()
            },
            (None, None) => Subject::default(),
        };
        steps.push(Step { decision: (*decision).clone(), about, standing: after, sums, is_undone: false });
    }
    steps.iter_mut().for_each(|step| step.is_undone = undone.contains(&step.decision.seq));
    steps
}

fn of_claim(claim: &Candidate) -> Subject {
    let said = &claim.claim;
    let title = if said.title.is_empty() { &said.summary } else { &said.title };
    let place = |place: &ClaimedPlace| (place.path.clone(), place.lines);
    Subject {
        title: title.clone(),
        text: said.summary.clone(),
        place: claim.place.as_ref().map(place),
        severity: Some(claim.weight.severity),
        task: claim.task.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{
        history::samples::{all, made, run},
        model::{Comment, Host, PublishOutcome, PullName, RepoName, ReviewEvent, ReviewHash, Time, Wording},
    };

    fn add(seq: u64) -> Record {
        let wording = Wording { body: "Mine.".into(), ..Wording::default() };
        made("a", 9).decided(seq, Act::Add(Comment { anchor: None, quoted: String::new(), wording }))
    }

    #[test]
    fn acts_are_told_in_order_with_what_stood_behind_each_and_what_was_taken_back() {
        let edit = |title: &str| (Wording { title: title.into(), ..Wording::default() }, Severity::Major);
        let records = all([
            vec![run("a", 0)],
            [made("a", 1), made("a", 2)].iter().flat_map(|made| made.records()).collect(),
            vec![made("a", 1).accepted(1), made("a", 2).dropped(2, "no")],
            vec![made("a", 1).decided(3, Act::Edit { before: edit("x"), after: edit("y") })],
            vec![made("a", 2).decided(4, Act::Undo { of: 2 }), add(5), made("a", 9).decided(6, Act::Undo { of: 5 })],
            vec![made("a", 9).decided(7, Act::Redo { of: 5 })],
        ]);
        let book = book(&records);
        let steps = &book[0].steps;
        let sums: Vec<_> =
            steps.iter().map(|step| step.sums).map(|s| (s.accepted, s.dropped, s.edited, s.own)).collect();
        assert_eq!(
            sums,
            [(1, 0, 0, 0), (1, 1, 0, 0), (1, 1, 1, 0), (1, 0, 1, 0), (2, 0, 1, 1), (1, 0, 1, 0), (2, 0, 1, 1)]
        );
        let undone: Vec<u64> = steps.iter().filter(|step| step.is_undone).map(|step| step.decision.seq).collect();
        assert_eq!(undone, [2], "what was done again is not");
        assert_eq!(steps[1].standing.stance, Stance::Dropped("no".into()));
        assert_eq!((steps[0].about.title.as_str(), steps[4].about.title.as_str()), ("Title 1", "Mine."));
        assert_eq!(steps[5].about.title, "Mine.", "an undone comment is still named");
        assert_eq!((book[0].findings, book[0].state(), book[0].sums().own), ((2, 0), "not ended", 1));
    }

    #[test]
    fn a_run_has_its_own_acts_and_its_end_and_a_line_that_stands_twice_counts_once() {
        let ended = Record::RunEnded { run: RunId::new("b"), complete: false, at: Time(9) };
        let records = all([
            vec![run("a", 0)],
            made("a", 1).records().to_vec(),
            vec![made("a", 1).accepted(1), made("a", 1).accepted(1), run("b", 5)],
            made("b", 1).records().to_vec(),
            vec![made("b", 1).dropped(2, ""), ended, run("a", 0)],
        ]);
        let book = book(&records);
        // Recorded again: it stands where it was recorded last.
        assert_eq!(book.iter().map(|run| run.facts.id.as_str()).collect::<Vec<_>>(), ["b", "a"]);
        assert_eq!((book[0].steps.len(), book[1].steps.len()), (1, 1));
        assert_eq!((book[0].state(), book[0].sums().dropped), ("partial", 1));
    }

    #[test]
    fn an_intent_without_a_receipt_is_told_and_a_later_receipt_of_it_stands() {
        let intent = PublishIntent {
            pull: PullName {
                repo: RepoName { host: Host::github(), owner: "acme".into(), repo: "shop".into() },
                number: 1,
            },
            head: "a".repeat(40),
            review: ReviewHash::of([1; 32]),
            payload: "p".into(),
            login: "me".into(),
            event: ReviewEvent::Comment,
            at: Time(3),
        };
        let receipt = |outcome| PublishReceipt {
            intent: intent.clone(),
            outcome,
            id: None,
            url: String::new(),
            inline: 1,
            moved: 0,
            diagnostics: vec![],
            keys: vec![],
            reconciled: false,
            at: Time(4),
        };
        let run_id = RunId::new("a");
        let wrote = Record::PublicationIntent { run: run_id.clone(), intent: Box::new(intent.clone()) };
        let told = |outcome| Record::PublicationReceipt { run: run_id.clone(), receipt: Box::new(receipt(outcome)) };
        let of = |records: &[Record]| {
            let postings = book(records).remove(0).postings;
            postings.iter().map(|posting| posting.receipt.as_ref().map(|receipt| receipt.outcome)).collect::<Vec<_>>()
        };
        assert_eq!(of(&[run("a", 0), wrote.clone()]), [None]);
        let later = [run("a", 0), wrote, told(PublishOutcome::Indeterminate), told(PublishOutcome::Posted)];
        assert_eq!(of(&later), [Some(PublishOutcome::Posted)]);
    }

    #[test]
    fn thousands_of_runs_are_put_together_in_one_pass() {
        let ids: Vec<&'static str> = (0..3000).map(|n| &*Box::leak(format!("run-{n:05}").into_boxed_str())).collect();
        let mut records = Vec::new();
        for (seq, id) in (1..).zip(&ids) {
            records.push(run(id, seq));
            records.extend(made(id, 1).records());
            records.push(made(id, 1).accepted(seq as u64));
        }
        let begun = std::time::Instant::now();
        assert_eq!(book(&records).len(), 3000);
        // Linear is some tens of milliseconds unoptimised; by pairs it would be minutes.
        assert!(begun.elapsed() < std::time::Duration::from_secs(20), "{:?}", begun.elapsed());
    }
}
