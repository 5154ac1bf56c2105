//! The editor: opened on a finding or for a comment; every key a draft; Ctrl-S saves, Esc keeps the draft.

use crate::{
    core::{
        diff, gate,
        model::{Anchor, Comment, Diff, Draft, DraftKey, FileIx, FindingId, Kind, ThreadId, Time, Wording},
        text,
    },
    session::{Choice, Msg, Session, Slot, ThreadAct},
    ui::{
        Request, Ui, card, check,
        editor::Editor,
        field::Field,
        key::{Code, Key},
        question::Question,
        scroll,
        state::{Mode, View},
    },
};

use super::{normal::tell, talk, write};

/// Opens a finding's words, or the draft of them.
pub(super) fn open_finding(ui: &mut Ui, session: &Session, id: &FindingId) -> Vec<Request> {
    let Some(finding) = session.findings.get(id) else { return Vec::new() };
    let key = DraftKey::Edit(id.clone());
    let fresh = || gate::compose(&card::shown_wording(session, finding));
    let text = session.drafts.get(&key).map_or_else(fresh, |draft| draft.text.clone());
    let what = if finding.kind == Kind::Comment { "your comment" } else { "title, blank line, body" };
    open(ui, session, Editor::new(key, format!("{id} · {what}"), &text));
    Vec::new()
}

/// Opens a new comment, or the draft of one.
pub(super) fn open_comment(ui: &mut Ui, session: &Session, anchor: Option<Anchor>, quoted: String) {
    let heading = match &anchor {
        None => "the review's own text, first in the body".to_owned(),
        Some(anchor) => {
            let path = text::one_line(&anchor.path.lossy(), 60);
            match anchor.lines {
                None => format!("comment on {path}"),
                Some(lines) => {
                    let end = if lines.start() == lines.end() { String::new() } else { format!("–{}", lines.end()) };
                    format!("comment on {path}:{}{end}{}", lines.start(), off_diff(session, anchor))
                }
            }
        }
    };
    let key = write::key_of(anchor);
    let text = session.drafts.get(&key).map(|draft| draft.text.clone()).unwrap_or_default();
    open(ui, session, Editor { quoted, ..Editor::new(key, heading, &text) });
}

/// What a question about the whole review begins with: the label that a finding of that kind has when it is posted.
const QUESTION: &str = "**question**: ";

/// Opens the review's own text with the beginning of a question behind what is there.
pub(super) fn open_question(ui: &mut Ui, session: &Session) {
    open_comment(ui, session, None, String::new());
    if let Mode::Edit(editor) = &mut ui.mode {
        let text = editor.field.text();
        let before = text.trim_end();
        if !before.ends_with(QUESTION.trim_end()) {
            let gap = if before.is_empty() { "" } else { "\n\n" };
            editor.field = Field::new(&format!("{before}{gap}{QUESTION}"));
        }
        "a question about the whole review, in its own text".clone_into(&mut editor.heading);
    }
}

/// Opens a new comment with a suggestion in it, or the draft of one at the same lines.
pub(super) fn open_suggestion(ui: &mut Ui, session: &Session, (anchor, quoted): (Anchor, String), lines: String) {
    open_comment(ui, session, Some(anchor), quoted);
    if let Mode::Edit(editor) = &mut ui.mode
        && editor.field.text().trim().is_empty()
    {
        let wording = Wording { suggestion: Some(lines), ..Wording::default() };
        editor.field = Field::new(&gate::compose(&wording));
    }
}

/// What is to be said of an anchor at which the host takes no comment (PUBLISH gate 9): where the comment will stand, and
/// the nearest line at which it takes one.
fn off_diff(session: &Session, anchor: &Anchor) -> String {
    let (index, side) = (&session.diff, anchor.side);
    let (Some(lines), Some(file)) = (anchor.lines, diff::find_file(index, &anchor.path)) else { return String::new() };
    let hunk = |number| diff::locate(index, file, side, number).map(|at| at.hunk);
    match (hunk(lines.start()), hunk(lines.end())) {
        (Some(first), Some(last)) if first == last => String::new(),
        _ => {
            let near =
                nearest(index, file, lines.start()).map_or(String::new(), |line| format!(", nearest line {line}"));
            format!(" · not in the diff: it goes to the body{near}")
        }
    }
}

/// The line of the new side in the diff that is nearest to another.
fn nearest(index: &Diff, file: FileIx, number: u32) -> Option<u32> {
    let ends = index.hunks_of(file).filter_map(|hunk| index.hunk(hunk).map(|entry| entry.new));
    let ends = ends.filter(|new| new.count > 0).flat_map(|new| [new.start, new.start.saturating_add(new.count - 1)]);
    ends.min_by_key(|line| line.abs_diff(number))
}

/// Opens a reply to a thread, or the draft of one.
pub(super) fn open_reply(ui: &mut Ui, session: &Session, slot: Slot, id: ThreadId) {
    let who = ui.noted.talk.of(session, slot).get(id).and_then(|placed| placed.thread.remarks.last());
    let who = who.map_or_else(|| "the thread".to_owned(), |last| crate::ui::prose::name(&last.author, 40));
    let key = DraftKey::Reply(id);
    let text = session.drafts.get(&key).map(|draft| draft.text.clone()).unwrap_or_default();
    let heading = format!("reply to {who} · C-s asks, then posts");
    open(ui, session, Editor::new(key, heading, &text));
}

/// Asks whether a reply is to be posted, with all of it in sight. The draft stays until the host has it.
fn ask(ui: &mut Ui, session: &Session, id: ThreadId, text: String, editor: Box<Editor>) -> Vec<Request> {
    let words = format!("Post this reply to {} now?", talk::where_and_who(session));
    let post = vec![tell(Msg::ThreadActed(ThreadAct::Reply(id, text.clone())))];
    let question = Question::new(words, "post", post);
    let no = ("back to the text", Vec::new());
    ui.mode = Mode::Ask(Box::new(Question { detail: text, no, back: Some(editor), ..question }));
    Vec::new()
}

fn open(ui: &mut Ui, session: &Session, editor: Editor) {
    ui.mode = Mode::Edit(Box::new(editor));
    keep_in_view(ui, session);
}

/// The panel takes rows from the diff: the line stays in view, where the diff is.
pub(super) fn keep_in_view(ui: &mut Ui, session: &Session) {
    if ui.view == View::Diff {
        scroll::follow(session, ui);
    }
}

pub(super) fn press(ui: &mut Ui, session: &Session, mut editor: Box<Editor>, key: Key, at: Time) -> Vec<Request> {
    match key {
        Key { code: Code::Esc, .. } => {
            if session.drafts.contains_key(&editor.key) {
                ui.say("kept as a draft ✎ · the same key opens it again");
            }
            Vec::new()
        }
        Key { code: Code::Char('s'), ctrl: true, .. } if refused(ui, session, &mut editor) => {
            ui.mode = Mode::Edit(editor);
            Vec::new()
        }
        Key { code: Code::Char('s'), ctrl: true, .. } => match editor.key {
            DraftKey::Reply(id) if !editor.field.text().trim().is_empty() => {
                let text = editor.field.text();
                ask(ui, session, id, text, editor)
            }
            _ => save(ui, session, &editor, at),
        },
        Key { code: Code::Char('x'), ctrl: true, .. } => {
            ui.say("draft discarded");
            vec![no_draft(&editor.key, at)]
        }
        Key { code: Code::Char('z'), ctrl: true, .. } => {
            ui.mode = Mode::Edit(editor);
            vec![Request::Suspend]
        }
        _ => {
            let rows = |editor: &Editor| editor.field.rows(ui.size.0.saturating_sub(2), usize::from(ui.size.1));
            let height = rows(&editor);
            let is_changed = editor.field.press(key);
            let is_other_height = rows(&editor) != height;
            editor.is_warned &= !is_changed;
            let request = is_changed.then(|| draft_of(&editor, at));
            ui.mode = Mode::Edit(editor);
            if is_other_height {
                keep_in_view(ui, session);
            }
            request.into_iter().collect()
        }
    }
}

/// What the host would refuse is told once, before it is saved; saved again it is kept as it is.
fn refused(ui: &mut Ui, session: &Session, editor: &mut Editor) -> bool {
    let fault = check::faults(session, editor).into_iter().find(|fault| fault.refuses);
    match fault.filter(|_| !editor.is_warned) {
        Some(fault) => {
            editor.is_warned = true;
            ui.warn(format!("not saved: {} · C-s again saves it all the same", fault.words));
            true
        }
        None => false,
    }
}

fn save(ui: &mut Ui, session: &Session, editor: &Editor, at: Time) -> Vec<Request> {
    let text = editor.field.text();
    if text.trim().is_empty() || text.trim() == QUESTION.trim_end() {
        ui.say("empty: nothing saved");
        return vec![no_draft(&editor.key, at)];
    }
    let msg = match &editor.key {
        DraftKey::Edit(id) => edited(session, id, &text, at),
        DraftKey::Comment(anchor) => {
            let wording = gate::parse(&text, false);
            let quoted = editor.quoted.clone();
            Some(Msg::Commented(Comment { anchor: anchor.clone(), quoted, wording }, at))
        }
        DraftKey::DropReason(_) | DraftKey::Reply(_) => None,
    };
    ui.say(format!("saved · {} undoes", ui.key("undo")));
    // The act first, then the end of the draft: a crash between the two leaves both.
    msg.map(tell).into_iter().chain([no_draft(&editor.key, at)]).collect()
}

fn edited(session: &Session, id: &FindingId, text: &str, at: Time) -> Option<Msg> {
    let finding = session.findings.get(id)?;
    let wording = gate::parse(text, finding.kind != Kind::Comment);
    let severity = card::shown_severity(session, finding);
    Some(Msg::Chosen(id.clone(), Choice::Edit(wording, severity), at))
}

/// The text as it stands, as a draft.
pub(super) fn draft_of(editor: &Editor, at: Time) -> Request {
    tell(Msg::Drafted(Draft { key: editor.key.clone(), text: editor.field.text(), at }))
}

fn no_draft(key: &DraftKey, at: Time) -> Request {
    tell(Msg::Drafted(Draft { key: key.clone(), text: String::new(), at }))
}
