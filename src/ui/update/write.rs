//! The person's own comments: on a line, a selection, a file, or the review itself.

use crate::{
    core::{
        diff,
        model::{Anchor, Diff, DraftKey, FileIx, LineRange, LineRef, Side},
    },
    session::{Session, Slot, Spot},
    ui::{Request, Ui, actions::Pen, walk::Walk},
};

use super::{copy, editor, pick};

pub(super) fn run(ui: &mut Ui, session: &Session, pen: Pen) -> Vec<Request> {
    match pen {
        Pen::Copy => return copy::text(ui, session),
        Pen::CopyLink => return copy::link(ui, session),
        Pen::Select => select(ui),
        Pen::Comment => comment(ui, session),
        Pen::CommentFile => file_comment(ui, session),
        Pen::ReviewText => editor::open_comment(ui, session, None, String::new()),
        Pen::Question => editor::open_question(ui, session),
        Pen::PickLines => pick::begin(ui, session),
    }
    Vec::new()
}

fn select(ui: &mut Ui) {
    ui.diff.select = match ui.diff.select {
        Some(_) => None,
        None => {
            ui.say(format!("selecting lines · {} comments on them · Esc ends", ui.key("comment")));
            Some(ui.diff.cursor.slot)
        }
    };
}

fn comment(ui: &mut Ui, session: &Session) {
    let here = ui.diff.cursor.slot;
    let from = ui.diff.select.take().unwrap_or(here);
    comment_on_lines(ui, session, from, here);
}

/// Opens a comment on a place that is not the diff's cursor's.
pub(super) fn comment_at(ui: &mut Ui, session: &Session, slot: Slot) {
    comment_on_lines(ui, session, slot, slot);
}

fn comment_on_lines(ui: &mut Ui, session: &Session, from: Slot, here: Slot) {
    match here.spot {
        Spot::Top => return editor::open_comment(ui, session, None, String::new()),
        Spot::File => return comment_on(ui, session, here.file),
        Spot::Hunk(_) | Spot::Line(_) | Spot::Beyond(_) => {}
    }
    let (first, last) = (from.min(here), from.max(here));
    let is_beyond = |slot: Slot| matches!(slot.spot, Spot::Beyond(_));
    let place = match is_beyond(first) || is_beyond(last) {
        true => range_beyond(ui, session, first, last),
        false => range(&session.diff, first, last),
    };
    match place {
        Ok((anchor, quoted)) => editor::open_comment(ui, session, Some(anchor), quoted),
        Err(why) => ui.warn(why),
    }
}

/// The anchor of lines some of which the diff does not have: the host takes no comment at them, so it will stand in the
/// body (`core::publish::place`).
fn range_beyond(ui: &Ui, session: &Session, from: Slot, to: Slot) -> Result<(Anchor, String), String> {
    if from.file != to.file {
        return Err("a comment is about lines of one file".to_owned());
    }
    let mut walk = Walk::new(session, ui);
    let mut line = |slot: Slot| {
        let slot = match slot.spot {
            Spot::Hunk(hunk) => Slot { spot: Spot::Line(LineRef { hunk, ord: 0 }), ..slot },
            Spot::Top | Spot::File | Spot::Line(_) | Spot::Beyond(_) => slot,
        };
        let line = walk.line_of(slot, Side::Right)?;
        Some((line.new?, String::from_utf8_lossy(line.text).into_owned()))
    };
    let removed = || "a comment beyond the diff is about lines that are there: begin and end at one".to_owned();
    let ((start, quoted), (end, _)) = (line(from).ok_or_else(removed)?, line(to).ok_or_else(removed)?);
    Ok((Anchor { path: session.diff.path(to.file), side: Side::Right, lines: LineRange::new(start, end) }, quoted))
}

fn file_comment(ui: &mut Ui, session: &Session) {
    comment_on(ui, session, ui.diff.cursor.slot.file);
}

/// Opens a comment on a file.
pub(super) fn comment_on(ui: &mut Ui, session: &Session, file: FileIx) {
    if session.diff.file(file).is_none() {
        ui.say("there is no file to comment on");
        return;
    }
    let path = session.diff.path(file);
    editor::open_comment(ui, session, Some(Anchor { path, side: Side::Right, lines: None }), String::new());
}

/// The anchor of the lines from one slot to another, and the text of its first line. A comment lies on one side of
/// one hunk: the side of the last line.
pub(super) fn range(index: &Diff, from: Slot, to: Slot) -> Result<(Anchor, String), String> {
    let last = line_of(to).ok_or("comments go on lines of the diff; C comments on the file")?;
    let first = line_of(from).unwrap_or(LineRef { hunk: last.hunk, ord: 0 });
    if from.file != to.file || first.hunk != last.hunk {
        return Err("a comment cannot reach over two hunks: select lines of one hunk".to_owned());
    }
    let (side, end) = diff::anchor_of(index, last)
        .ok_or("this line cannot carry a comment (no line of the result); C comments on the file")?;
    let on_side = |at: LineRef| -> Option<(u32, String)> {
        let line = diff::line(index, at)?;
        let number = match side {
            Side::Left => line.old,
            Side::Right => line.new,
        }?;
        Some((number, String::from_utf8_lossy(line.text).into_owned()))
    };
    let ords = first.ord..=last.ord;
    let (start, quoted) = ords.map(|ord| LineRef { ord, ..last }).find_map(on_side).unwrap_or((end, String::new()));
    let lines = LineRange::new(start, end);
    Ok((Anchor { path: index.path(to.file), side, lines }, quoted))
}

fn line_of(slot: Slot) -> Option<LineRef> {
    match slot.spot {
        Spot::Line(at) => Some(at),
        Spot::Hunk(hunk) => Some(LineRef { hunk, ord: 0 }),
        Spot::Top | Spot::File | Spot::Beyond(_) => None,
    }
}

/// `s` on a selection: a comment with the selected lines prefilled as a suggestion.
pub(super) fn suggest(ui: &mut Ui, session: &Session) {
    let here = ui.diff.cursor.slot;
    let from = ui.diff.select.take().unwrap_or(here);
    let (anchor, quoted) = match range(&session.diff, from.min(here), from.max(here)) {
        Ok(found) => found,
        Err(why) => return ui.warn(why),
    };
    if anchor.side == Side::Left {
        return ui.warn("a suggestion replaces lines of the new side: select some of those");
    }
    let text = lines_of(&session.diff, &anchor);
    editor::open_suggestion(ui, session, (anchor, quoted), text);
}

/// The new side's lines of an anchor.
fn lines_of(index: &Diff, anchor: &Anchor) -> String {
    let (Some(lines), Some(file)) = (anchor.lines, diff::find_file(index, &anchor.path)) else { return String::new() };
    let text = |number: u32| {
        let at = diff::locate(index, file, anchor.side, number)?;
        Some(String::from_utf8_lossy(diff::line(index, at)?.text).into_owned())
    };
    let rows: Vec<String> = (lines.start()..=lines.end()).filter_map(text).collect();
    rows.join("\n")
}

/// The draft of a comment at an anchor.
pub(super) fn key_of(anchor: Option<Anchor>) -> DraftKey {
    DraftKey::Comment(anchor)
}
