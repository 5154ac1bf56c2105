//! How two runs of one target differ: what was found again, newly, not any more, in other words; who looked, with what
//! settings, at what cost. Pure. Not here: what became of findings after a push (`judge::past_state`), which looks at
//! code. Called by app for `prr log diff`.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
};

use super::{Cost, Told, findings, runs};
use crate::core::{
    gate::{Stance, key_of},
    model::{CodePrint, LineRange, Record, RepoPath, RunFacts, RunId, Side, TaskEnd, TaskId, TaskReport, Time, Usage},
    synthesis::Claimed,
};

/// Pairs of findings that are looked at for other words of the same; beyond that each stands alone.
const MOST: usize = 100_000;

/// One thing in which a finding differs between two runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Change {
    /// Only the second run has it.
    New,
    /// Only the first one had it.
    Gone,
    /// Its title or text.
    Reworded,
    /// Its severity, as the agent gave it.
    Severity,
    /// It was shown and is held back, or the other way round, or held back for another reason.
    Surfacing,
    /// Its first line.
    Moved,
    /// What the person decided.
    Decision,
}

impl Change {
    /// Every change, for tests that walk them.
    pub const ALL: [Self; 7] =
        [Self::New, Self::Gone, Self::Reworded, Self::Severity, Self::Surfacing, Self::Moved, Self::Decision];

    /// The word in every format.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Gone => "gone",
            Self::Reworded => "reworded",
            Self::Severity => "severity",
            Self::Surfacing => "surfacing",
            Self::Moved => "moved",
            Self::Decision => "decision",
        }
    }
}

/// A finding in both runs, or in one.
#[derive(Debug, Clone)]
pub struct Pair<'r> {
    /// In the first run.
    pub before: Option<Told<'r>>,
    /// In the second one.
    pub after: Option<Told<'r>>,
    /// How they differ; empty = the same.
    pub changes: Vec<Change>,
}

/// A task in both runs, or in one.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TaskSide {
    /// How it ended; `None` = it did not, or there was none.
    pub end: Option<TaskEnd>,
    /// Who answered; '' = nobody outside.
    pub who: String,
}

/// One run as a whole.
#[derive(Debug, Clone, PartialEq)]
pub struct RunSide {
    /// What it was.
    pub facts: RunFacts,
    /// Findings that surfaced, and that were held back.
    pub findings: (usize, usize),
    /// Whether every task completed; `None` = it did not end.
    pub complete: Option<bool>,
    /// From its start to its end, in milliseconds; `None` = it did not end.
    pub millis: Option<i64>,
    /// What its agents cost.
    pub cost: Cost,
    /// What they used up.
    pub usage: Usage,
}

/// Two runs side by side.
#[derive(Debug, Clone)]
pub struct Comparison<'r> {
    /// The first run.
    pub before: RunSide,
    /// The second run.
    pub after: RunSide,
    /// Settings of the command line that differ: key, then, now.
    pub settings: Vec<(String, Option<String>, Option<String>)>,
    /// Tasks that differ in who answered or how they ended, by id.
    pub tasks: BTreeMap<String, (Option<TaskSide>, Option<TaskSide>)>,
    /// Every finding of both, those of the second run first and in its order.
    pub findings: Vec<Pair<'r>>,
}

impl Comparison<'_> {
    /// How many findings have a change; `None` = how many have none.
    pub fn count(&self, change: Option<Change>) -> usize {
        let fits = |pair: &&Pair<'_>| match change {
            Some(change) => pair.changes.contains(&change),
            None => pair.changes.is_empty(),
        };
        self.findings.iter().filter(fits).count()
    }
}

/// Compares two runs of one logbook; `None` = one of them is not in it.
pub fn compare<'r>(records: &'r [Record], before: &RunId, after: &RunId) -> Option<Comparison<'r>> {
    let all = findings(records);
    let of = |run: &RunId| -> Vec<Told<'r>> { all.iter().filter(|told| told.run.id == *run).cloned().collect() };
    let (old, new) = (of(before), of(after));
    let (before, after) = (side(records, before, &old)?, side(records, after, &new)?);
    let tasks = tasks(records, &before.facts.id, &after.facts.id);
    let settings = settings(&before.facts, &after.facts);
    Some(Comparison { findings: pairs(old, new), settings, tasks, before, after })
}

fn side(records: &[Record], run: &RunId, findings: &[Told<'_>]) -> Option<RunSide> {
    let facts = runs(records).into_iter().find(|facts| facts.id == *run)?.clone();
    let held = findings.iter().filter(|told| told.is_held()).count();
    let mut ended: Option<(bool, Time)> = None;
    let mut reports: BTreeMap<&TaskId, &TaskReport> = BTreeMap::new();
    for record in records.iter().filter(|record| record.run() == run) {
        match record {
            Record::RunEnded { run: _, complete, at } => ended = Some((*complete, *at)),
            Record::TaskReported { task, report, .. } => drop(reports.insert(task, report)),
            _ => {}
        }
    }
    let (mut cost, mut usage) = (Cost::default(), Usage::default());
    for report in reports.values() {
        cost.add(report);
        usage = usage.and(report.usage.unwrap_or_default());
    }
    Some(RunSide {
        findings: (findings.len() - held, held),
        complete: ended.map(|(complete, _)| complete),
        millis: ended.map(|(_, at)| at.0.saturating_sub(facts.started.0).max(0)),
        cost,
        usage,
        facts,
    })
}

/// What was said last for each key.
fn settings(before: &RunFacts, after: &RunFacts) -> Vec<(String, Option<String>, Option<String>)> {
    let said = |facts: &RunFacts| -> BTreeMap<String, String> { facts.said.iter().cloned().collect() };
    let (was, is) = (said(before), said(after));
    let keys: BTreeSet<&String> = was.keys().chain(is.keys()).collect();
    let differs = |key: &&String| was.get(*key) != is.get(*key);
    keys.into_iter().filter(differs).map(|key| (key.clone(), was.get(key).cloned(), is.get(key).cloned())).collect()
}

type Tasks = BTreeMap<String, (Option<TaskSide>, Option<TaskSide>)>;

fn tasks(records: &[Record], before: &RunId, after: &RunId) -> Tasks {
    let mut tasks = Tasks::new();
    for record in records {
        let (run, task) = match record {
            Record::TaskEnded { run, task, .. } | Record::TaskReported { run, task, .. } => (run, task),
            _ => continue,
        };
        for (of, is_first) in [(before, true), (after, false)] {
            if run == of {
                let both = tasks.entry(task.to_string()).or_default();
                let side = if is_first { &mut both.0 } else { &mut both.1 };
                note(side.get_or_insert_default(), record);
            }
        }
    }
    tasks.retain(|_, (before, after)| before != after);
    tasks
}

fn note(side: &mut TaskSide, record: &Record) {
    match record {
        Record::TaskEnded { end, .. } => side.end = Some(end.clone()),
        Record::TaskReported { report, .. } => side.who.clone_from(&report.who),
        _ => {}
    }
}

/// Pairs findings, the surest pairs first; each is in one pair.
fn pairs<'r>(old: Vec<Told<'r>>, new: Vec<Told<'r>>) -> Vec<Pair<'r>> {
    let mut partner: Vec<Option<usize>> = vec![None; new.len()];
    let mut taken: HashSet<usize> = HashSet::new();
    by_key(&old, &new, (&mut partner, &mut taken), |told| (key_of(told.claim), sums(told.print), words_of(told)));
    by_key(&old, &new, (&mut partner, &mut taken), |told| (key_of(told.claim), sums(told.print)));
    by_key(&old, &new, (&mut partner, &mut taken), |told| key_of(told.claim));
    rephrased(&old, &new, (&mut partner, &mut taken));
    let mut old: Vec<Option<Told<'r>>> = old.into_iter().map(Some).collect();
    let mut pairs: Vec<Pair<'r>> = Vec::new();
    for (told, partner) in new.into_iter().zip(partner) {
        let before = partner.and_then(|at| old.get_mut(at)).and_then(Option::take);
        let changes = before.as_ref().map_or_else(|| vec![Change::New], |before| changes(before, &told));
        pairs.push(Pair { before, after: Some(told), changes });
    }
    let gone = old.into_iter().flatten();
    pairs.extend(gone.map(|told| Pair { before: Some(told), after: None, changes: vec![Change::Gone] }));
    pairs
}

/// Which old finding each new one is, and which old ones are taken.
type Matching<'m> = (&'m mut Vec<Option<usize>>, &'m mut HashSet<usize>);

fn by_key<'t, 'r, K: std::hash::Hash + Eq>(
    old: &'t [Told<'r>],
    new: &'t [Told<'r>],
    (partner, taken): Matching<'_>,
    key: impl Fn(&'t Told<'r>) -> K,
) {
    let mut free: HashMap<K, Vec<usize>> = HashMap::new();
    // The first one is to be taken first.
    for (at, told) in old.iter().enumerate().rev().filter(|(at, _)| !taken.contains(at)).collect::<Vec<_>>() {
        free.entry(key(told)).or_default().push(at);
    }
    for (told, slot) in new.iter().zip(partner.iter_mut()).filter(|(_, slot)| slot.is_none()) {
        if let Some(at) = free.get_mut(&key(told)).and_then(Vec::pop) {
            *slot = Some(at);
            taken.insert(at);
        }
    }
}

/// The same in other words, by the rule of synthesis, in one file: the surest, then the nearest.
fn rephrased(old: &[Told<'_>], new: &[Told<'_>], (partner, taken): Matching<'_>) {
    let mut free: HashMap<RepoPath, Vec<(usize, Claimed)>> = HashMap::new();
    for (at, told) in old.iter().enumerate().filter(|(at, _)| !taken.contains(at)) {
        free.entry(key_of(told.claim).0).or_default().push((at, Claimed::before(told.claim, place(told))));
    }
    let mut left = MOST;
    for (told, slot) in new.iter().zip(partner.iter_mut()).filter(|(_, slot)| slot.is_none()) {
        let there = free.get_mut(&key_of(told.claim).0).filter(|there| !there.is_empty() && there.len() <= left);
        let Some(there) = there else { continue };
        left -= there.len();
        let now = Claimed::now(told.claim, place(told));
        let same = |(nth, (_, before)): (usize, &(usize, Claimed))| {
            Some((now.repeats(before)?, Reverse(now.distance(before)), Reverse(nth)))
        };
        if let Some((.., Reverse(nth))) = there.iter().enumerate().filter_map(same).max() {
            let (at, _) = there.remove(nth);
            *slot = Some(at);
            taken.insert(at);
        }
    }
}

/// Its lines, on the side that it names.
fn place(told: &Told<'_>) -> Option<(Side, LineRange)> {
    let side = told.claim.place.as_ref().and_then(|place| place.side).unwrap_or(Side::Right);
    lines(told).map(|lines| (side, lines))
}

fn changes(before: &Told<'_>, after: &Told<'_>) -> Vec<Change> {
    let first = |told: &Told<'_>| lines(told).map(LineRange::start);
    let held = |told: &Told<'_>| told.is_held().then(|| reason(told).to_owned());
    // A decision that was carried on is made anew, at another time: the will counts.
    let will = |told: &Told<'_>| match &told.standing.stance {
        // Held back because it was dropped before is still dropped.
        Stance::Undecided if reason(told) == "dropped-before" => Stance::Dropped(String::new()),
        Stance::Dropped(_) => Stance::Dropped(String::new()),
        stance => stance.clone(),
    };
    let all = [
        (words_of(before) != words_of(after), Change::Reworded),
        (before.claim.weight.severity != after.claim.weight.severity, Change::Severity),
        (held(before) != held(after), Change::Surfacing),
        (first(before) != first(after), Change::Moved),
        (will(before) != will(after), Change::Decision),
    ];
    all.into_iter().filter_map(|(differs, change)| differs.then_some(change)).collect()
}

/// The reason word of what is held back; '' for what is shown.
fn reason<'t>(told: &'t Told<'_>) -> &'t str {
    let words = told.verdict.drop_reason.as_deref().unwrap_or_default();
    words.split(':').next().unwrap_or_default()
}

fn lines(told: &Told<'_>) -> Option<LineRange> {
    told.claim.place.as_ref().and_then(|place| place.lines)
}

fn words_of<'t>(told: &'t Told<'_>) -> (&'t str, &'t str) {
    (told.claim.claim.title.trim(), told.claim.claim.summary.trim())
}

/// The code under it, wherever it stands.
fn sums(print: Option<CodePrint>) -> Option<(u32, u64, u64)> {
    print.map(|print| (print.lines, print.first, print.all))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{
        history::samples::{Made, all, made, report, run},
        model::{Act, Severity},
    };

    fn both(old: &[Made], new: &[Made], more: Vec<Record>) -> std::sync::Arc<[Record]> {
        let told = |all: &[Made]| all.iter().flat_map(Made::records).collect::<Vec<_>>();
        all([vec![run("a", 0)], told(old), vec![run("b", 10)], told(new), more])
    }

    fn compared(records: &[Record]) -> Comparison<'_> {
        compare(records, &RunId::new("a"), &RunId::new("b")).unwrap()
    }

    fn one(old: Made, new: Made) -> Vec<Change> {
        let records = both(&[old], &[new], Vec::new());
        let mut found = compared(&records).findings;
        assert_eq!(found.len(), 1, "{found:#?}");
        found.remove(0).changes
    }

    /// A second finding that differs in that way from `made("a", 1)`, and one that nearly does.
    fn pair(change: Change) -> (Vec<Made>, Vec<Made>) {
        let again = || made("b", 1);
        let line =
            |made: Made, line: u32| made.with(|claim| claim.place.as_mut().unwrap().lines = LineRange::one(line));
        match change {
            Change::New => (vec![again(), made("b", 2)], vec![again()]),
            Change::Gone => (vec![], vec![again()]),
            Change::Reworded => (
                vec![again().with(|claim| claim.claim.summary = "Other words.".into())],
                vec![again().with(|claim| claim.claim.summary = " Summary 1\n".into())],
            ),
            Change::Severity => {
                let level = |level| move |claim: &mut crate::core::model::Candidate| claim.weight.severity = level;
                (vec![again().with(level(Severity::Major))], vec![again().with(level(Severity::Minor))])
            }
            Change::Surfacing => {
                (vec![Made { held: Some("nit_budget: 3"), ..again() }], vec![Made { held: None, ..again() }])
            }
            Change::Moved => (vec![line(again(), 104)], vec![line(again(), 100)]),
            Change::Decision => (vec![again(), made("b", 1)], vec![again()]),
        }
    }

    #[test]
    fn every_change_has_a_pair_that_shows_it_and_a_near_miss() {
        for change in Change::ALL.into_iter().filter(|change| *change != Change::Decision) {
            let (yields, near) = pair(change);
            let count = |new: &[Made]| compared(&both(&[made("a", 1)], new, Vec::new())).count(Some(change));
            assert_eq!((count(&yields), count(&near)), (1, 0), "{change:?}");
        }
        let decided = |act: Act| both(&[made("a", 1)], &[made("b", 1)], vec![made("b", 1).decided(1, act)]);
        assert_eq!(compared(&decided(Act::Accept)).count(Some(Change::Decision)), 1);
        let undone = [&decided(Act::Accept)[..], &[made("b", 1).decided(2, Act::Undo { of: 1 })]].concat();
        assert_eq!(compared(&undone).count(Some(Change::Decision)), 0);
    }

    #[test]
    fn the_same_is_the_same_and_what_was_dropped_before_is_no_other_decision() {
        assert_eq!(one(made("a", 1), made("b", 1)), []);
        let held = Made { held: Some("dropped-before: you dropped it at x"), ..made("b", 1) };
        let records = both(&[made("a", 1)], &[held], vec![made("a", 1).dropped(1, "no")]);
        assert_eq!(compared(&records).findings[0].changes, [Change::Surfacing]);
    }

    #[test]
    fn other_words_near_the_same_line_are_the_same_finding() {
        let other = |class: &str, title: &str, line: u32| {
            let (class, title) = (class.to_owned(), title.to_owned());
            made("b", 1).with(|claim| {
                claim.claim.issue_class = class;
                claim.claim.title = title;
                claim.claim.invariant = "said otherwise".into();
                claim.place.as_mut().unwrap().lines = LineRange::one(line);
            })
        };
        assert_eq!(one(made("a", 1), other("class-a", "Nothing alike", 100)), [Change::Reworded]);
        assert_eq!(one(made("a", 1), other("", "Title 1 again", 105)), [Change::Reworded, Change::Moved]);
        for far in [other("class-a", "Nothing alike", 105), other("class-b", "Nothing alike", 100)] {
            let records = both(&[made("a", 1)], &[far], Vec::new());
            let found = compared(&records);
            assert_eq!((found.count(Some(Change::New)), found.count(Some(Change::Gone))), (1, 1));
        }
    }

    #[test]
    fn twins_are_paired_one_to_one_and_counts_add_up() {
        let old = [
            made("a", 1),
            Made { number: 2, ..made("a", 1).with(|c| c.id = crate::core::model::CandidateId::new("c2")) },
        ];
        let records = both(&old, &[made("b", 1)], Vec::new());
        let found = compared(&records);
        assert_eq!((found.count(None), found.count(Some(Change::Gone)), found.findings.len()), (1, 1, 2));
    }

    #[test]
    fn thousands_on_one_line_are_bounded() {
        let many = |run: &'static str, word: &str| -> Vec<Made> {
            let one = |number: u32| {
                let title = format!("{word}{number}");
                made(run, number).with(|claim| {
                    claim.claim.issue_class = String::new();
                    claim.claim.title = title;
                    claim.claim.invariant = format!("{word} {number}");
                    claim.place.as_mut().unwrap().lines = LineRange::one(1);
                })
            };
            (1..=2_000).map(one).collect()
        };
        let records = both(&many("a", "x"), &many("b", "y"), Vec::new());
        assert_eq!(compared(&records).count(Some(Change::New)), 2_000);
    }

    #[test]
    fn settings_tasks_cost_and_time_stand_beside() {
        let end = |run: &str, task: &str, end: TaskEnd| Record::TaskEnded {
            run: RunId::new(run),
            task: TaskId::new(task),
            end,
            at: Time(15),
        };
        let mut records = vec![run("a", 0), end("a", "x", TaskEnd::Completed), end("a", "y", TaskEnd::Completed)];
        records.extend([report("a", "x", "p::one", Some(0.5)), run("b", 10), report("b", "x", "p::two", Some(0.25))]);
        records.extend([end("b", "x", TaskEnd::Completed), end("b", "y", TaskEnd::Completed)]);
        records.push(Record::RunEnded { run: RunId::new("b"), complete: true, at: Time(40) });
        for record in &mut records {
            if let Record::Run(facts) = record {
                facts.said = vec![("review.mode".into(), facts.id.to_string()), ("review.skip".into(), "z".into())];
            }
        }
        let found = compared(&records);
        assert_eq!(found.settings, [("review.mode".to_owned(), Some("a".to_owned()), Some("b".to_owned()))]);
        assert_eq!(found.tasks.keys().collect::<Vec<_>>(), ["x"], "of another model");
        assert_eq!((found.before.millis, found.after.millis), (None, Some(30)));
        assert_eq!((found.before.cost.usd, found.after.cost.usd), (0.5, 0.25));
        assert!(compare(&records, &RunId::new("a"), &RunId::new("c")).is_none());
    }
}
