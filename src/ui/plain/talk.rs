//! Replies to threads and their end, from the plain cockpit: written or named, told whole, asked, then done once. Called by
//! `commands`, `write` and `super`.

use crate::{
    core::model::{DraftKey, Resolution, ThreadId},
    session::{Msg, PlacedThread, Session, ThreadAct},
    ui::{prose, update::where_and_who},
};

use super::{Answer, Asks, Plain, threads, words};

impl Plain {
    /// The thread that a number names, as `t` counts them; without one the first at the finding's line.
    fn thread<'s>(&self, session: &'s Session, named: &str) -> Result<&'s PlacedThread, String> {
        if named.is_empty() {
            let slot = self.at.as_ref().and_then(|id| session.findings.slot(id));
            let threads = &session.digest().threads;
            let here = slot.and_then(|slot| threads.at(slot).iter().find_map(|id| threads.get(*id)));
            return here.ok_or_else(|| "No thread is at this line. Name one by its number: t tells them.".to_owned());
        }
        let nth = named.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let found = nth.and_then(|nth| threads::in_order(session).nth(nth));
        found.ok_or_else(|| format!("There is no thread {}. t tells them, each with its number.", words::line(named)))
    }

    /// Begins a reply.
    pub(super) fn reply(&mut self, session: &Session, named: &str) -> Answer {
        let placed = match self.thread(session, named) {
            Ok(placed) => placed,
            Err(why) => return Answer::say(why),
        };
        if session.acting_on(placed.thread.id).is_some() {
            return Answer::say("The host has not answered the last act on this thread yet.");
        }
        let who = placed.thread.remarks.last().map_or_else(String::new, |last| prose::name(&last.author, 40));
        let what = words::line(&format!("A reply to {who}, which is asked about before it is posted."));
        self.begin_text(session, vec![what], DraftKey::Reply(placed.thread.id), String::new())
    }

    /// A reply was written: asks whether it is to be posted. It is a draft until the host has it.
    pub(super) fn ask_reply(&mut self, session: &Session, thread: ThreadId, text: String) -> Answer {
        let mut lines = vec![words::line(&format!("Post this reply to {} now?", where_and_who(session)))];
        lines.extend(text.lines().map(|row| format!("  {}", words::line(row))));
        self.ask_act(lines, ThreadAct::Reply(thread, text))
    }

    /// Asks whether a thread is to be resolved, or opened again.
    pub(super) fn resolve(&mut self, session: &Session, named: &str) -> Answer {
        let placed = match self.thread(session, named) {
            Ok(placed) => placed,
            Err(why) => return Answer::say(why),
        };
        let id = placed.thread.id;
        let (word, act) = match placed.thread.resolution {
            Resolution::Open => ("Resolve", ThreadAct::Resolve(id)),
            Resolution::Resolved => ("Reopen", ThreadAct::Reopen(id)),
            Resolution::Unknown => {
                return Answer::say("Whether this thread is resolved could not be had: it cannot be resolved here.");
            }
        };
        if placed.thread.node.is_none() {
            return Answer::say("The host did not give what is needed to resolve this thread.");
        }
        if session.acting_on(id).is_some() {
            return Answer::say("The host has not answered the last act on this thread yet.");
        }
        let mut lines = threads::told(session, placed, "");
        lines.push(words::line(&format!("{word} this thread on {} now?", where_and_who(session))));
        self.ask_act(lines, act)
    }

    fn ask_act(&mut self, mut lines: Vec<String>, act: ThreadAct) -> Answer {
        lines.push("y: do it. n: leave it.".to_owned());
        self.asks = Asks::Act(act);
        Answer { lines, requests: Vec::new() }
    }

    /// The answer to that.
    pub(super) fn acted(&mut self, act: ThreadAct, text: &str) -> Answer {
        match text.trim() {
            "y" | "yes" => {
                self.due = true;
                Answer::tell(vec!["It is on its way.".to_owned()], vec![Msg::ThreadActed(act)])
            }
            "n" | "no" => {
                self.due = true;
                let kept = if matches!(act, ThreadAct::Reply(..)) { " Your reply is kept as a draft." } else { "" };
                Answer::say(format!("Nothing is done.{kept}"))
            }
            _ => {
                self.asks = Asks::Act(act);
                Answer::say("y: do it. n: leave it.")
            }
        }
    }
}
