//! Texts of the plain cockpit: a finding's words, own comments, the review's own text; typed line by line, kept as a
//! draft with each line, ended by a dot. Called by `super`.

use crate::{
    core::{
        gate,
        model::{Anchor, Comment, Draft, DraftKey, FindingId, Kind, Time},
    },
    session::{Choice, Msg, Session},
    ui::card,
};

use super::{Answer, Asks, Plain, place, words};

/// A text being typed.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Writing {
    key: DraftKey,
    quoted: String,
    lines: Vec<String>,
}

/// How a text is ended, said before each.
const HOW: &str = "Type its lines; a dot alone ends them, a dot at once leaves everything as it is.";

impl Plain {
    /// A comment, at a place that is named or at the finding.
    pub(super) fn comment(&mut self, session: &Session, named: &str) -> Answer {
        let here = self.at.as_ref().and_then(|id| session.shown(id)?.placement.anchor().cloned());
        let anchor = match (named.is_empty(), here) {
            (true, Some(anchor)) => Ok(anchor),
            (true, None) => {
                Err("Name a place: `c PATH:LINE`, `c PATH:LINE-LINE`, or `c PATH` for the file.".to_owned())
            }
            (false, _) => place::read(&session.diff, named),
        };
        match anchor {
            Ok(anchor) => {
                let quoted = place::quoted(&session.diff, &anchor);
                self.open(session, Some(anchor), quoted)
            }
            Err(why) => Answer::say(why),
        }
    }

    /// Begins a comment; without a place the review's own text.
    pub(super) fn open(&mut self, session: &Session, anchor: Option<Anchor>, quoted: String) -> Answer {
        let what = match &anchor {
            None => "The review's own text, first in its body.".to_owned(),
            Some(anchor) => format!("A comment on {}.", place::words(anchor)),
        };
        self.begin_text(session, vec![what], DraftKey::Comment(anchor), quoted)
    }

    /// Begins the words of a finding.
    pub(super) fn edit(&mut self, session: &Session, id: &FindingId) -> Answer {
        let Some(finding) = session.findings.get(id) else { return Answer::default() };
        let mut lines = vec!["Its words now:".to_owned()];
        lines.extend(
            gate::compose(&card::shown_wording(session, finding)).lines().map(|row| format!("  {}", words::line(row))),
        );
        if finding.kind != Kind::Comment {
            lines.push(
                "The first line is the title; a block that begins with ```suggestion at the end is one.".to_owned(),
            );
        }
        self.begin_text(session, lines, DraftKey::Edit(id.clone()), String::new())
    }

    pub(super) fn begin_text(
        &mut self,
        session: &Session,
        mut lines: Vec<String>,
        key: DraftKey,
        quoted: String,
    ) -> Answer {
        if let Some(draft) = session.drafts.get(&key) {
            lines.push("Your draft, which a line with = alone takes as it is:".to_owned());
            lines.extend(draft.text.lines().map(|row| format!("  {}", words::line(row))));
        }
        lines.push(HOW.to_owned());
        self.asks = Asks::Text(Writing { key, quoted, lines: Vec::new() });
        Answer { lines, requests: Vec::new() }
    }

    /// A line of the text.
    pub(super) fn wrote(&mut self, session: &Session, mut writing: Writing, text: &str, at: Time) -> Answer {
        let text = text.trim_end_matches(['\r', '\n']);
        let is_first = writing.lines.is_empty();
        match text {
            "." if is_first => {
                self.due = true;
                Answer::say("Nothing changed.")
            }
            "." => self.save(session, &writing, writing.lines.join("\n"), at),
            "=" if is_first && session.drafts.contains_key(&writing.key) => {
                let draft = session.drafts.get(&writing.key).map(|draft| draft.text.clone()).unwrap_or_default();
                self.save(session, &writing, draft, at)
            }
            _ => {
                // As in an editor: what is typed is a draft at once.
                writing.lines.push(text.to_owned());
                let draft = Draft { key: writing.key.clone(), text: writing.lines.join("\n"), at };
                self.asks = Asks::Text(writing);
                Answer::tell(Vec::new(), vec![Msg::Drafted(draft)])
            }
        }
    }

    fn save(&mut self, session: &Session, writing: &Writing, text: String, at: Time) -> Answer {
        if let (DraftKey::Reply(thread), false) = (&writing.key, text.trim().is_empty()) {
            return self.ask_reply(session, *thread, text);
        }
        let none = Msg::Drafted(Draft { key: writing.key.clone(), text: String::new(), at });
        self.due = true;
        if text.trim().is_empty() {
            return Answer::tell(vec!["Empty: nothing is saved.".to_owned()], vec![none]);
        }
        let msg = match &writing.key {
            DraftKey::Edit(id) => session.findings.get(id).map(|finding| {
                let wording = gate::parse(&text, finding.kind != Kind::Comment);
                Msg::Chosen(id.clone(), Choice::Edit(wording, card::shown_severity(session, finding)), at)
            }),
            DraftKey::Comment(anchor) => {
                let (quoted, wording) = (writing.quoted.clone(), gate::parse(&text, false));
                Some(Msg::Commented(Comment { anchor: anchor.clone(), quoted, wording }, at))
            }
            DraftKey::DropReason(_) | DraftKey::Reply(_) => None,
        };
        // The act first, then the end of the draft: a crash between the two leaves both.
        Answer::tell(vec!["Saved.".to_owned()], msg.into_iter().chain([none]).collect())
    }
}
