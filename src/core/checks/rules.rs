//! Custom rules of the settings (`[[rules]]`): a pattern over added lines. A finding carries the id of its rule as its
//! class, so that a suppression by that id finds it (FACTS 7).
//!
//! A pattern that cannot be used, or whose search goes over its bound on some line, is off from there on and told
//! once, as a note in the review; the other rules go on. Files that are left out of review (generated, vendored) are
//! looked at only by rules that name them with `include`. Not here: reading rules (edge::config). Called by
//! app::runner, a file at a time.

use std::collections::HashMap;

use super::subject::{is_introduced, quote};
use crate::core::{
    change::{PathGlobs, unit_at, units_of},
    diff::lines,
    model::{
        Actionability, BlastRadius, Candidate, CandidateId, Claim, ClaimedPlace, Confidence, CustomRule, Diff,
        FileClass, FileIx, Kind, Lens, LineRange, RepoPath, Severity, Side, TaskId, Unit, Weight,
    },
    text::Pattern,
};

/// Id of the reviewer: the pass `builtin:rules`, the config key `checks.rules`.
pub const RULES: &str = "rules";

/// Findings of one rule in one file; more are counted in the last one.
const MOST: usize = 100;

/// Bytes of a line that are searched: what is longer was made by a program.
const LONGEST: usize = 64 << 10;

/// Rules made ready for one run.
#[derive(Debug)]
pub struct Rules {
    ready: Vec<Ready>,
    faults: Vec<(String, String)>,
    task: TaskId,
    next: u32,
}

#[derive(Debug)]
struct Ready {
    rule: CustomRule,
    /// `None`: off.
    pattern: Option<Pattern>,
    include: Option<PathGlobs>,
    exclude: PathGlobs,
}

impl Rules {
    /// Compiles rules; candidates will be numbered `{task}-c1` and so on.
    pub fn new(rules: &[CustomRule], task: &TaskId) -> Self {
        let mut all = Self { ready: Vec::new(), faults: Vec::new(), task: task.clone(), next: 1 };
        for rule in rules {
            let (include, wrong) = PathGlobs::new(&rule.include);
            let (exclude, wrong_too) = PathGlobs::new(&rule.exclude);
            let pattern = match (Pattern::new(&rule.pattern), wrong.into_iter().chain(wrong_too).next()) {
                (Err(fault), _) => Err(fault.to_string()),
                (Ok(_), Some((glob, why))) => Err(format!("its path pattern '{glob}' cannot be used: {why}")),
                (Ok(pattern), None) => Ok(pattern),
            };
            let pattern = pattern.map_err(|why| all.faults.push((rule.id.clone(), why))).ok();
            let include = (!rule.include.is_empty()).then_some(include);
            all.ready.push(Ready { rule: rule.clone(), pattern, include, exclude });
        }
        all
    }

    /// Looks at one file.
    pub fn run(&mut self, diff: &Diff, file: FileIx, class: FileClass) -> Vec<Candidate> {
        let path = diff.path(file);
        let units = units_of(diff, file);
        let mut made = Vec::new();
        for ready in self.ready.iter_mut().filter(|ready| ready.looks_at(&path, class)) {
            let (hits, fault) = ready.hits(diff, file);
            self.faults.extend(fault.map(|why| (ready.rule.id.clone(), why)));
            let more = hits.len().saturating_sub(MOST);
            let mut seen: HashMap<String, u32> = HashMap::new();
            for (nth, hit) in hits.into_iter().take(MOST).enumerate() {
                let times = seen.entry(hit.quoted.clone()).or_default();
                *times += 1;
                let more = if nth + 1 == MOST { more } else { 0 };
                let id = CandidateId::new(format!("{}-c{}", self.task, self.next));
                self.next = self.next.saturating_add(1);
                made.push(candidate(&ready.rule, (id, self.task.clone()), &path, &units, (&hit, *times, more)));
            }
        }
        made
    }

    /// A note for each rule that is off, once: what was found until then stays.
    pub fn notes(&mut self) -> Vec<Candidate> {
        let mut notes = Vec::new();
        for (rule, why) in std::mem::take(&mut self.faults) {
            let id = CandidateId::new(format!("{}-c{}", self.task, self.next));
            self.next = self.next.saturating_add(1);
            notes.push(note(id, self.task.clone(), &rule, &why));
        }
        notes
    }
}

/// A line that a rule matches.
struct Hit {
    lines: LineRange,
    quoted: String,
}

impl Ready {
    fn looks_at(&self, path: &RepoPath, class: FileClass) -> bool {
        let included = self.include.as_ref().map_or(!class.is_left_out(), |globs| globs.fits(path));
        self.pattern.is_some() && included && class != FileClass::Binary && !self.exclude.fits(path)
    }

    /// Matching lines, and why the rule is off from here on.
    fn hits(&mut self, diff: &Diff, file: FileIx) -> (Vec<Hit>, Option<String>) {
        let mut hits = Vec::new();
        let added = diff.hunks_of(file).flat_map(|hunk| lines(diff, hunk, 0)).filter(is_introduced);
        for line in added {
            let Some(pattern) = &mut self.pattern else { break };
            match pattern.finds(&text_of(line.text)) {
                Ok(false) => {}
                Ok(true) => {
                    hits.extend(line.new.and_then(LineRange::one).map(|lines| Hit { lines, quoted: quote(line.text) }))
                }
                Err(fault) => {
                    self.pattern = None;
                    return (hits, Some(fault.to_string()));
                }
            }
        }
        (hits, None)
    }
}

/// A line without its end, as text.
fn text_of(line: &[u8]) -> String {
    let line = line.get(..LONGEST).unwrap_or(line);
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    String::from_utf8_lossy(line.strip_suffix(b"\r").unwrap_or(line)).into_owned()
}

fn candidate(
    rule: &CustomRule,
    (id, task): (CandidateId, TaskId),
    path: &RepoPath,
    units: &[Unit],
    (hit, times, more): (&Hit, u32, usize),
) -> Candidate {
    let start = hit.lines.start();
    let symbol = unit_at(units, Side::Right, start).map(|unit| unit.symbol.clone()).filter(|name| !name.is_empty());
    let more =
        if more > 0 { format!(" {more} more lines in this file match and are not listed.") } else { String::new() };
    // Lines that read the same are as many findings.
    let times = if times > 1 { format!(" #{times}") } else { String::new() };
    let claim = Claim {
        kind: Kind::Finding,
        issue_class: rule.id.clone(),
        title: if rule.message.trim().is_empty() { rule.id.clone() } else { rule.message.clone() },
        summary: format!("The line matches the project's rule `{}`.{more}", rule.id),
        evidence: format!("line {start}: {}", hit.quoted),
        why_now: "The change adds the line.".to_owned(),
        suggested_fix: None,
        suggestion: None,
        invariant: format!("rule {}", rule.id),
        sink: format!("{}{times}", hit.quoted),
        depends_on_unseen: false,
    };
    let place = ClaimedPlace { path: path.clone(), symbol, side: Some(Side::Right), lines: Some(hit.lines) };
    Candidate {
        id,
        task,
        hotspot: None,
        lens: Lens::Correctness,
        claim,
        place: Some(place),
        weight: weight(rule.severity),
    }
}

/// A pattern matches or it does not; whether it means something was decided by whoever wrote the rule.
fn weight(severity: Severity) -> Weight {
    Weight {
        severity,
        confidence: Some(Confidence { local: 1.0, context: 1.0 }),
        actionability: Actionability::High,
        blast_radius: BlastRadius::Local,
    }
}

fn note(id: CandidateId, task: TaskId, rule: &str, why: &str) -> Candidate {
    let claim = Claim {
        kind: Kind::Note,
        issue_class: "invalid-rule".to_owned(),
        title: format!("The rule `{rule}` is invalid and is off"),
        summary: format!("Its pattern cannot be used: {why}. Lines that it did not get to were not looked at by it."),
        evidence: String::new(),
        why_now: String::new(),
        suggested_fix: Some("Correct the pattern in the settings; `prr config show` says where it is from.".to_owned()),
        suggestion: None,
        invariant: String::new(),
        sink: rule.to_owned(),
        depends_on_unseen: false,
    };
    Candidate {
        id,
        task,
        hotspot: None,
        lens: Lens::Maintainability,
        claim,
        place: None,
        weight: weight(Severity::Nitpick),
    }
}

#[cfg(test)]
mod tests;
