//! What a check is given and what it gives back, before it becomes a candidate. Called by the checks and `mod`.

use std::cell::OnceCell;

use crate::core::{
    change::{Language, is_test_path, syntax::Grammar, unit_at, units_of},
    diff::lines,
    model::{
        Actionability, BlastRadius, Candidate, CandidateId, Claim, ClaimedPlace, Confidence, Diff, FileClass,
        FileEntry, FileIx, HunkIx, Kind, Lens, Line, LineRange, RepoPath, Severity, Side, TaskId, Unit, Weight,
    },
    text::one_line,
};

use super::Across;

/// Findings listed for one file by one check; more are counted in the last one.
const MOST: usize = 100;

/// Columns of evidence that are quoted from a line.
const QUOTE: usize = 120;

/// One file of a diff, and the whole around it.
pub(super) struct Subject<'d> {
    pub diff: &'d Diff,
    pub across: &'d Across,
    pub file: FileIx,
    pub path: RepoPath,
    pub class: FileClass,
    pub language: Language,
    /// The grammar that can read it.
    pub grammar: Option<Grammar>,
    /// By convention of its path, whatever its class.
    pub is_test: bool,
    /// Its units, once something was found in it.
    units: OnceCell<Vec<Unit>>,
}

impl<'d> Subject<'d> {
    pub fn new(diff: &'d Diff, across: &'d Across, file: FileIx, class: FileClass) -> Self {
        let path = diff.path(file);
        let (language, is_test) = (Language::of(&path), is_test_path(&path));
        // A shell script has no frame that a hunk could lack; of Java a class is guessed. Each is read by the one reviewer
        // that knows it, which passes over what holds errors.
        let known = |grammar: &Grammar| matches!(grammar, Grammar::Bash | Grammar::Java | Grammar::CSharp);
        let grammar = Grammar::of_file(diff, file).or_else(|| Grammar::of_whole_file(diff, file).filter(known));
        Self { diff, across, file, path, class, language, grammar, is_test, units: OnceCell::new() }
    }

    fn units(&self) -> &[Unit] {
        self.units.get_or_init(|| units_of(self.diff, self.file))
    }

    pub fn entry(&self) -> Option<&'d FileEntry> {
        self.diff.file(self.file)
    }

    pub fn hunks(&self) -> impl Iterator<Item = HunkIx> + use<> {
        self.diff.hunks_of(self.file)
    }

    pub fn lines(&self, hunk: HunkIx) -> impl Iterator<Item = Line<'d>> + use<'d> {
        lines(self.diff, hunk, 0)
    }

    pub fn section(&self, hunk: HunkIx) -> &'d [u8] {
        self.diff.hunk(hunk).map_or(&[], |h| self.diff.text.get(h.section))
    }
}

/// Whether a line is new in the result: in a combined diff, new against every parent, so that the merge itself
/// brought it in.
pub(super) fn is_introduced(line: &Line<'_>) -> bool {
    line.new.is_some() && !line.mark.is_empty() && line.mark.iter().all(|b| *b == b'+')
}

/// A line as evidence: trimmed, safe, cut.
pub(super) fn quote(text: &[u8]) -> String {
    let text = text.get(..4 * QUOTE).unwrap_or(text);
    one_line(String::from_utf8_lossy(text).trim(), QUOTE)
}

/// What a check found.
pub(super) struct Found {
    /// `issue_class`, `invariant` and `sink` make the fingerprint.
    pub issue_class: &'static str,
    pub title: String,
    pub summary: String,
    pub evidence: String,
    pub why_now: String,
    pub suggested_fix: String,
    pub suggestion: Option<String>,
    pub invariant: String,
    pub sink: String,
    /// The symbol when the check knows it better than the unit that holds the line.
    pub symbol: Option<String>,
    /// `None`: the file as a whole.
    pub lines: Option<(Side, LineRange)>,
    pub gravity: Gravity,
}

/// How bad, how sure, how far.
#[derive(Debug, Clone, Copy)]
pub(super) struct Gravity {
    pub severity: Severity,
    /// 0..=1.
    pub confidence: f64,
    pub blast_radius: BlastRadius,
}

/// Makes candidates: numbered, with symbols, no two with one fingerprint, at most [`MOST`].
pub(super) fn candidates(
    subject: &Subject<'_>,
    lens: Lens,
    mut found: Vec<Found>,
    task: &TaskId,
    first: u32,
) -> Vec<Candidate> {
    if found.is_empty() {
        return Vec::new();
    }
    let more = found.len().saturating_sub(MOST);
    found.truncate(MOST);
    if let (true, Some(last)) = (more > 0, found.last_mut()) {
        last.summary.push_str(&format!(" {more} more of this kind in this file are not listed."));
    }
    let mut made: Vec<Candidate> = Vec::with_capacity(found.len());
    for (nth, found) in (0u32..).zip(found) {
        let symbol = found.symbol.clone().or_else(|| {
            let (side, lines) = found.lines?;
            unit_at(subject.units(), side, lines.start()).map(|u| u.symbol.clone()).filter(|s| !s.is_empty())
        });
        let id = CandidateId::new(format!("{task}-c{}", first.saturating_add(nth)));
        let mut candidate = candidate(subject, lens, found, symbol, id, task.clone());
        tell_apart(&made, &mut candidate);
        made.push(candidate);
    }
    made
}

fn candidate(
    subject: &Subject<'_>,
    lens: Lens,
    found: Found,
    symbol: Option<String>,
    id: CandidateId,
    task: TaskId,
) -> Candidate {
    let place = ClaimedPlace {
        path: subject.path.clone(),
        symbol,
        side: found.lines.map(|(side, _)| side),
        lines: found.lines.map(|(_, lines)| lines),
    };
    let claim = Claim {
        kind: Kind::Finding,
        issue_class: found.issue_class.to_owned(),
        title: found.title,
        summary: found.summary,
        evidence: found.evidence,
        why_now: found.why_now,
        suggested_fix: Some(found.suggested_fix),
        suggestion: found.suggestion,
        invariant: found.invariant,
        sink: found.sink,
        depends_on_unseen: false,
    };
    let weight = Weight {
        severity: found.gravity.severity,
        confidence: Some(Confidence { local: found.gravity.confidence, context: found.gravity.confidence }),
        actionability: Actionability::High,
        blast_radius: found.gravity.blast_radius,
    };
    Candidate { id, task, hotspot: None, lens, claim, place: Some(place), weight }
}

/// Two findings of one kind in one symbol are two findings: the second gets a number in its sink.
fn tell_apart(made: &[Candidate], new: &mut Candidate) {
    let symbol = |c: &Candidate| c.place.as_ref().and_then(|p| p.symbol.clone());
    let same = made
        .iter()
        .filter(|c| c.claim.issue_class == new.claim.issue_class && c.claim.invariant == new.claim.invariant)
        .filter(|c| symbol(c) == symbol(new))
        .filter(|c| c.claim.sink.split(" #").next() == Some(new.claim.sink.as_str()))
        .count();
    if same > 0 {
        new.claim.sink.push_str(&format!(" #{}", same + 1));
    }
}
