//! R3 step 8b with PUBLISH gate 9: which findings stand at lines, in GitHub's form, and why the others do not.

use std::collections::BTreeSet;

use super::{Shown, closed, fence, label, one_line};
use crate::core::{
    diff, judge,
    model::{Anchor, Kind, LineRange, Placement, Severity, Side},
    synthesis::{
        board::{Board, Pin},
        outcome::InlineComment,
        snapshot::Labels,
    },
};

/// Comments at lines in one review (FACTS 12).
const MOST: usize = 50;

/// A shown finding that stands in the body (by its number), and why.
pub(super) type Rest = (usize, &'static str);

/// Splits what is shown.
pub(super) fn place(board: &Board<'_>, shown: &[Shown<'_>]) -> (Vec<InlineComment>, Vec<Rest>) {
    let mut used: BTreeSet<(&Anchor, LineRange)> = BTreeSet::new();
    let (mut inline, mut rest) = (Vec::new(), Vec::new());
    for (nth, one) in shown.iter().enumerate() {
        let forced = is_forced(one);
        let refused = refusal(one, forced).or_else(|| {
            let (anchor, lines) = anchor(one)?;
            let taken = !forced && (inline.len() >= MOST || used.contains(&(anchor, lines)));
            match taken {
                true if inline.len() >= MOST => Some("a review holds 50 comments at lines"),
                true => Some("another comment stands at these lines"),
                false => None,
            }
        });
        let comment = match refused {
            Some(why) => Err(why),
            None => comment(board, one).ok_or("its lines are not in one hunk of the change"),
        };
        match comment {
            Ok(comment) => {
                used.extend(anchor(one).filter(|_| !forced));
                inline.push(comment);
            }
            Err(why) => rest.push((nth, why)),
        }
    }
    (inline, rest)
}

/// What a person wrote, or marked: inline wherever its anchor is valid.
fn is_forced(one: &Shown<'_>) -> bool {
    matches!(one.item.pin, Pin::Kept { inline: true, .. })
}

fn refusal(one: &Shown<'_>, forced: bool) -> Option<&'static str> {
    let finding = &one.entry.finding;
    match (&finding.placement, finding.kind) {
        (Placement::Body, _) => Some("it is about no line of the change"),
        (Placement::File(_), _) => Some("it is about the file"),
        (Placement::Inline(_), _) if forced => None,
        (Placement::Inline(_), Kind::Finding | Kind::Question) if finding.severity == Severity::Nitpick => {
            Some("nitpicks stand in the body")
        }
        (Placement::Inline(_), Kind::Finding | Kind::Question) => None,
        (Placement::Inline(_), _) => Some("only findings and questions stand at lines"),
    }
}

fn anchor<'o>(one: &'o Shown<'_>) -> Option<(&'o Anchor, LineRange)> {
    match &one.entry.finding.placement {
        Placement::Inline(anchor) => Some((anchor, anchor.lines?)),
        Placement::File(_) | Placement::Body => None,
    }
}

/// `None` when the anchor is not valid in this diff, or its path is no text.
fn comment(board: &Board<'_>, one: &Shown<'_>) -> Option<InlineComment> {
    let (anchor, lines) = anchor(one)?;
    let index = &board.facts.diff;
    let file = diff::find_file(index, &anchor.path).filter(|file| judge::in_one_hunk(index, *file, anchor.side, lines));
    file?;
    Some(InlineComment {
        finding: one.entry.finding.id.clone(),
        path: anchor.path.as_utf8().filter(|path| !path.is_empty())?.to_owned(),
        line: lines.end(),
        start_line: (lines.start() < lines.end()).then_some(lines.start()),
        side: anchor.side,
        body: text(one, anchor.side, board.facts.style.labels),
        author: one.entry.author,
    })
}

fn text(one: &Shown<'_>, side: Side, labels: Labels) -> String {
    let finding = &one.entry.finding;
    let wording = &finding.wording;
    let title = one_line(&wording.title);
    let head = match (label(finding), labels) {
        ("", _) => title,
        (label, Labels::On) => format!("**{label}** ({}): {title}", one.entry.pass),
        (_, Labels::Off) if title.is_empty() => title,
        (_, Labels::Off) => format!("**{title}**"),
    };
    // GitHub applies suggestions to the new version only.
    let info = if side == Side::Right { "suggestion" } else { "" };
    let suggestion = wording.suggestion.as_deref().map(|text| fence::block(info, text)).unwrap_or_default();
    let parts = [head, closed(&wording.body), suggestion];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join("\n\n")
}
