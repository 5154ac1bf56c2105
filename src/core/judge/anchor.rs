//! Where a candidate stands: on lines of the diff, on a file, or in the body (REVIEW stage 5a).

use crate::core::{
    diff,
    model::{Anchor, ClaimedPlace, Diff, FileIx, Held, HeldReason, LineRange, Placement, Side},
};

/// Resolves a claimed place against the diff. Never invents a line: what cannot be placed goes to the file.
pub fn place(index: &Diff, claimed: Option<&ClaimedPlace>) -> (Placement, Option<Held>) {
    let Some(claimed) = claimed else { return (Placement::Body, None) };
    let Some(file) = diff::find_file(index, &claimed.path) else {
        let details = format!("{} is not among the files of this change", claimed.path.lossy());
        return (Placement::Body, Some(Held { reason: HeldReason::NoSuchPath, details }));
    };
    let path = index.path(file);
    let sides = claimed.side.map_or(&[Side::Right, Side::Left][..], |side| match side {
        Side::Left => &[Side::Left],
        Side::Right => &[Side::Right],
    });
    let found = claimed
        .lines
        .and_then(|lines| sides.iter().find(|side| in_one_hunk(index, file, **side, lines)).map(|side| (*side, lines)));
    match found {
        Some((side, lines)) => (Placement::Inline(Anchor { path, side, lines: Some(lines) }), None),
        None => {
            let side = claimed.side.unwrap_or(Side::Right);
            (Placement::File(Anchor { path, side, lines: None }), None)
        }
    }
}

/// GitHub takes a range only when both ends lie in one hunk of that side.
fn in_one_hunk(index: &Diff, file: FileIx, side: Side, lines: LineRange) -> bool {
    let first = diff::locate(index, file, side, lines.start());
    let last = diff::locate(index, file, side, lines.end());
    matches!((first, last), (Some(a), Some(b)) if a.hunk == b.hunk)
}
