//! Where a candidate stands: on lines of the diff, on a file, or in the body (REVIEW stage 5a, FACTS 38).

use super::{
    Surroundings,
    course::{Course, held},
};
use crate::core::{
    diff,
    model::{
        Anchor, Candidate, Claim, ClaimedPlace, Diff, FileIx, HeldReason, JudgeRule, LineRange, Placement, RepoPath,
        Side,
    },
};

/// Resolves the claimed place against the diff and tells the course when it is held back. Never invents a line:
/// what cannot be placed goes to the file.
pub(super) fn place(course: &mut Course, index: &Diff, around: &Surroundings, candidate: &Candidate) -> Placement {
    let Some(claimed) = &candidate.place else { return Placement::Body };
    match diff::find_file(index, &claimed.path) {
        Some(file) => {
            let placement = in_file(index, file, (claimed, candidate));
            if claimed.lines.is_some() && !matches!(placement, Placement::Inline(_)) {
                course.keep(JudgeRule::Anchor, "its lines are not in one hunk of the change: it stands on the file");
            }
            placement
        }
        None => {
            outside(course, index, around, candidate, &claimed.path);
            Placement::Body
        }
    }
}

fn in_file(index: &Diff, file: FileIx, (claimed, candidate): (&ClaimedPlace, &Candidate)) -> Placement {
    let path = index.path(file);
    let quoted = || claimed.lines.and_then(|lines| quoted_side(index, file, lines, &candidate.claim));
    let told = claimed.side.or_else(quoted);
    let sides = told.map_or(&[Side::Right, Side::Left][..], |side| match side {
        Side::Left => &[Side::Left],
        Side::Right => &[Side::Right],
    });
    let found = claimed
        .lines
        .and_then(|lines| sides.iter().find(|side| in_one_hunk(index, file, **side, lines)).map(|side| (*side, lines)));
    match found {
        Some((side, lines)) => Placement::Inline(Anchor { path, side, lines: Some(lines) }),
        None => {
            let side = told.unwrap_or(Side::Right);
            Placement::File(Anchor { path, side, lines: None })
        }
    }
}

/// The only side whose lines of that number hold the code that the claim quotes (FACTS 23); `None` = it quotes none, or
/// both sides' code.
fn quoted_side(index: &Diff, file: FileIx, lines: LineRange, claim: &Claim) -> Option<Side> {
    let holds = |side: Side| {
        [lines.start(), lines.end()].into_iter().filter_map(|number| diff::locate(index, file, side, number)).any(
            |at| {
                let text = diff::line(index, at).map(|line| String::from_utf8_lossy(line.text).trim().to_owned());
                text.is_some_and(|text| quotes(claim, &text))
            },
        )
    };
    match (holds(Side::Left), holds(Side::Right)) {
        (true, false) => Some(Side::Left),
        (false, true) => Some(Side::Right),
        _ => None,
    }
}

/// Whether a claim quotes a line: as a line of its evidence, or between backticks. Very short lines say nothing.
fn quotes(claim: &Claim, line: &str) -> bool {
    let spans = |text: &str| text.split('`').skip(1).step_by(2).any(|span| span.trim() == line);
    line.len() > 3 && (claim.evidence.lines().any(|quoted| quoted.trim() == line) || spans(&claim.summary))
}

/// A path that the change does not touch: kept in the body when the change is named as the cause.
fn outside(course: &mut Course, index: &Diff, around: &Surroundings, candidate: &Candidate, path: &RepoPath) {
    let name = path.lossy();
    let (reason, details) = match around.has(path) {
        None => (HeldReason::NoSuchPath, format!("{name} is not among the files of this change")),
        Some(false) => (HeldReason::NoSuchPath, format!("{name} is neither in this change nor in the repository")),
        Some(true) => match around.cause(index, candidate) {
            Some(cause) => {
                course.keep(JudgeRule::Anchor, format!("outside the change, but it names {cause} in it as the cause"));
                return;
            }
            None => {
                let details = format!("{name} is not in this change, and nothing in the change is named as the cause");
                (HeldReason::OutOfScope, details)
            }
        },
    };
    course.hold(JudgeRule::Anchor, held(reason, details));
}

/// GitHub takes a range only when both ends lie in one hunk of that side.
pub fn in_one_hunk(index: &Diff, file: FileIx, side: Side, lines: LineRange) -> bool {
    let Some(first) = diff::locate(index, file, side, lines.start()) else { return false };
    lines.start() == lines.end()
        || diff::locate(index, file, side, lines.end()).is_some_and(|last| last.hunk == first.hunk)
}
