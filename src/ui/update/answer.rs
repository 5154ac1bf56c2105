//! Keys of a question. Called by `update`.

use crate::{
    session::{self, Session, ThreadAct},
    ui::{
        Request, Ui,
        key::{Code, Key},
        question::Question,
        state::Mode,
    },
};

pub(super) fn press(ui: &mut Ui, session: &Session, mut question: Box<Question>, key: Key) -> Vec<Request> {
    match key {
        Key { code: Code::Char('y' | 'Y'), ctrl: false, .. } => {
            note_act(ui, &question.yes.1);
            std::mem::take(&mut question.yes.1)
        }
        Key { code: Code::Char('n' | 'N' | 'q') | Code::Esc, .. } => {
            match question.back.take() {
                Some(editor) => {
                    ui.mode = Mode::Edit(editor);
                    super::editor::keep_in_view(ui, session);
                }
                None => ui.say(question.no.0),
            }
            std::mem::take(&mut question.no.1)
        }
        Key { code, .. } => {
            question.top = match code {
                Code::Char('j') | Code::Down => question.top.saturating_add(1),
                Code::Char('k') | Code::Up => question.top.saturating_sub(1),
                Code::PageDown | Code::Char(' ') => question.top.saturating_add(ui.size.1 / 2),
                Code::PageUp => question.top.saturating_sub(ui.size.1 / 2),
                _ => question.top,
            };
            ui.mode = Mode::Ask(question);
            Vec::new()
        }
    }
}

/// What becomes of a thread that the person acts on is shown at once when it comes.
fn note_act(ui: &mut Ui, requests: &[Request]) {
    let act = requests.iter().find_map(|request| match request {
        Request::Tell(msg) => match &**msg {
            session::Msg::ThreadActed(act) => Some(act),
            _ => None,
        },
        _ => None,
    });
    if let Some(act) = act {
        ui.noted.talk.acted = Some(act.thread());
        ui.say(match act {
            ThreadAct::Reply(..) => "posting the reply …",
            ThreadAct::Resolve(_) => "resolving the thread …",
            ThreadAct::Reopen(_) => "reopening the thread …",
        });
    }
}
