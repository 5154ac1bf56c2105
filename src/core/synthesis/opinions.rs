//! What models say of findings that others made, applied to them (REVIEW stage 5 b, e, f). Pure: the same opinions on the
//! same findings come to the same. Not here: who is asked what (`core::plan`), comments on the pull request (`on_pr`).
//! Called by the pipeline.
//!
//! What no opinion does: touch a finding that a person decided about, or one of a built-in reviewer or tool, which can be
//! looked up and not outvoted (Soliton §5.5); hold back without a reason; hold back a blocker or critical finding without
//! a note in the review that says so; lead to an APPROVE that there would not be without it.

use super::{
    board::{Board, Item, Pin},
    snapshot::{Fate, Origin, Stage},
};
use crate::core::model::{HeldReason, JudgeRule, Kind, Opinion, Outcome, Severity, Step, Wave, Word};

/// deep §6: the six questions.
pub(super) fn skeptic(board: &mut Board<'_>) {
    each(board, Wave::Skeptic, |item, opinion| match opinion.word {
        Word::Downgrade => milder(item, opinion),
        Word::Question if item.finding.kind == Kind::Finding => {
            item.finding.kind = Kind::Question;
            Ruled::Changed(Outcome::Question, said(opinion))
        }
        Word::Drop if opinion.reason.trim().is_empty() => {
            Ruled::Kept("it should not be raised, but why is not said".into())
        }
        Word::Drop => Ruled::Held(HeldReason::Skeptic, said(opinion)),
        _ => Ruled::Kept(said(opinion)),
    });
}

/// pi §7: what is not confirmed by a wave that ran is held back; where none ran it stays, and is marked.
pub(super) fn validation(board: &mut Board<'_>) {
    each(board, Wave::Validation, |_, opinion| match opinion.word {
        Word::Rejected if opinion.reason.trim().is_empty() => {
            Ruled::Held(HeldReason::Unconfirmed, "rejected, but why is not said".to_owned())
        }
        Word::Rejected => Ruled::Held(HeldReason::Rejected, said(opinion)),
        Word::Unconfirmed => Ruled::Held(HeldReason::Unconfirmed, said(opinion)),
        _ => Ruled::Kept(format!("confirmed: {}", said(opinion))),
    });
    if board.facts.stage != Stage::Running {
        mark(board);
    }
}

/// Soliton §5.5 with its two refusals: no downgrade without a mitigation that names `file:line`, none for what needs no
/// model.
pub(super) fn realist(board: &mut Board<'_>) {
    each(board, Wave::Realist, |item, opinion| match opinion.word {
        Word::Downgrade if !cites(&opinion.cited) => {
            Ruled::Kept("a downgrade was refused: it names no mitigation with file and line".to_owned())
        }
        Word::Downgrade => {
            let ruled = milder(item, opinion);
            if matches!(ruled, Ruled::Changed(..)) {
                item.also.push(format!("(Mitigated by: {})", opinion.cited.trim()));
            }
            ruled
        }
        Word::Escalate => match opinion.severity.filter(|to| *to > item.finding.severity) {
            Some(to) => {
                let from = std::mem::replace(&mut item.finding.severity, to);
                Ruled::Changed(Outcome::Escalate { from, to }, said(opinion))
            }
            None => Ruled::Kept("an escalation was refused: it names no severity above the present one".to_owned()),
        },
        Word::OpenQuestion => {
            item.also.push(format!("Open question: {}", said(opinion)));
            Ruled::Kept(format!("open question: {}", said(opinion)))
        }
        _ => Ruled::Kept(format!("confirmed: {}", said(opinion))),
    });
}

/// What an opinion does.
enum Ruled {
    /// Nothing; why it was kept.
    Kept(String),
    /// It is another by now.
    Changed(Outcome, String),
    /// It is held back.
    Held(HeldReason, String),
}

/// Whether models may judge it at all.
pub(super) fn is_judged(item: &Item) -> bool {
    item.out.is_none() && item.pin == Pin::Free && item.is_weighed() && item.own.is_some()
}

/// The opinion of a wave on a finding: the last one.
pub(super) fn of(item: &Item, wave: Wave) -> Option<&Opinion> {
    item.opinions.iter().rev().find(|opinion| opinion.wave == wave)
}

fn each(board: &mut Board<'_>, wave: Wave, rule: impl Fn(&mut Item, &Opinion) -> Ruled) {
    for at in 0..board.items.len() {
        let Some(item) = board.items.get_mut(at).filter(|item| is_judged(item)) else { continue };
        let Some(opinion) = of(item, wave).filter(|opinion| wave.words().contains(&opinion.word)).cloned() else {
            continue;
        };
        let before = item.finding.severity;
        let ruled = match item.origin {
            Origin::BuiltIn => Ruled::Kept("no model is asked about what can be looked up".to_owned()),
            Origin::Agent | Origin::Judge => rule(item, &opinion),
        };
        let (outcome, reason, held) = match ruled {
            Ruled::Kept(why) => (Outcome::Keep, why, None),
            Ruled::Changed(outcome, why) => (outcome, why, None),
            Ruled::Held(reason, why) => (Outcome::Drop(reason), why, Some(reason)),
        };
        item.finding.steps.push(Step { rule: rule_of(wave), outcome, reason: reason.clone().into() });
        item.rescore();
        let took = !matches!(outcome, Outcome::Keep | Outcome::Escalate { .. });
        if took && before >= Severity::Major {
            board.set_aside += 1;
        }
        if let Some(why) = held {
            told(board, at, (wave, why));
            board.hold(at, why, reason);
        }
    }
}

/// A blocker or critical finding is never held back in silence.
pub(super) fn told(board: &mut Board<'_>, at: usize, (wave, why): (Wave, HeldReason)) {
    let weighty = |item: &&Item| item.finding.kind == Kind::Finding && item.finding.severity >= Severity::Critical;
    if let Some(item) = board.items.get(at).filter(weighty) {
        let (finding, wave) = (&item.finding, wave.as_str());
        let title = crate::core::text::one_line(&finding.wording.title, 120);
        let severity = finding.severity;
        board.notes.push(format!("{} ({severity}) is held back as {} by {wave}: {title}", finding.id, why.as_str()));
    }
}

fn rule_of(wave: Wave) -> JudgeRule {
    match wave {
        Wave::Skeptic => JudgeRule::Skeptic,
        Wave::OnPr => JudgeRule::OnPr,
        Wave::Validation => JudgeRule::Validation,
        Wave::Realist => JudgeRule::Realist,
    }
}

/// The severity it was given, when that is milder; one step when none was named.
fn milder(item: &mut Item, opinion: &Opinion) -> Ruled {
    let from = item.finding.severity;
    let below = || Severity::ALL.into_iter().filter(|level| *level < from).max();
    let Some(to) = opinion.severity.or_else(below).filter(|to| *to < from) else {
        return Ruled::Kept("a downgrade was refused: it names no severity below the present one".to_owned());
    };
    item.finding.severity = to;
    Ruled::Changed(Outcome::Downgrade { from, to }, said(opinion))
}

fn said(opinion: &Opinion) -> String {
    match opinion.reason.trim() {
        "" => "no reason is given".to_owned(),
        reason => crate::core::text::one_line(reason, 400),
    }
}

/// Whether a text names a line of a file: `path:12`.
fn cites(text: &str) -> bool {
    text.split(|c: char| c.is_whitespace() || matches!(c, '`' | '(' | ')' | '[' | ']' | ',' | ';' | '"' | '\''))
        .filter_map(|word| word.split_once(':'))
        .any(|(path, line)| {
            let digits = line.chars().take_while(char::is_ascii_digit).count();
            let named = path.chars().any(|c| c == '.' || c == '/') && path.chars().any(char::is_alphanumeric);
            named && digits > 0 && line.chars().nth(digits).is_none_or(|c| matches!(c, '-' | ':' | '.'))
        })
}

/// Marks what nobody confirmed.
fn mark(board: &mut Board<'_>) {
    let fates: Vec<&Fate> = board
        .facts
        .tasks
        .iter()
        .filter(|task| task.origin == Origin::Judge && task.pass == Wave::Validation.as_str())
        .map(|task| &task.fate)
        .collect();
    // Who leaves it out wants no mark; a run without it has none.
    if fates.is_empty() {
        return;
    }
    let why = match () {
        () if fates.iter().any(|fate| matches!(fate, Fate::Failed(_) | Fate::Stopped)) => {
            "the validation did not end well"
        }
        () if fates.contains(&&Fate::Completed) => "the validation said nothing of it",
        () => "no model validated it",
    };
    for item in board.items.iter_mut().filter(|item| is_judged(item) && item.origin == Origin::Agent) {
        if of(item, Wave::Validation).is_none() {
            let reason = format!("{}: {why}", HeldReason::Unconfirmed.as_str());
            item.finding.steps.push(Step {
                rule: JudgeRule::Validation,
                outcome: Outcome::Keep,
                reason: reason.into(),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_citation_names_a_file_and_a_line() {
        for good in ["src/a.rs:12", "guarded by `lib/x.py:3-9`.", "(see a.go:7), and more"] {
            assert!(cites(good), "{good}");
        }
        for bad in ["", "src/a.rs", "line 12", "at 10:30 it is", "note: 12", "a.rs:x", "http://x", "src/a.rs: 12"] {
            assert!(!cites(bad), "{bad}");
        }
    }
}
