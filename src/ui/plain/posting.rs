//! Publishing from the plain cockpit: the lines and the letters of the one confirmation (`deliver`), told and asked.
//! Called by `super`.

use crate::{
    session::{Msg, PublishChoice, Session},
    ui::deliver::{self, Act},
};

use super::{Answer, Asks, Gates, Plain, words};

impl Plain {
    /// Looks at the gates; the confirmation is told when they are known.
    pub(super) fn publish(&mut self, session: &Session) -> Answer {
        if session.request().is_some_and(|request| request.pull.is_none()) {
            return Answer::say("Only pull requests are published: `prr tui --plain 123` reviews one.");
        }
        self.asks = Asks::Gates(Gates::Look);
        self.told.clear();
        Answer::tell(vec!["Looking at the gates.".to_owned()], vec![Msg::GatesWatched(true)])
    }

    /// While gates are looked at, or a review is on its way.
    pub(super) fn gates(&mut self, session: &Session, awaited: Gates) -> Answer {
        let publication = session.publication();
        match awaited {
            _ if publication.is_posting => return Answer::default(),
            Gates::End => return self.over(),
            Gates::Look if publication.is_old => return Answer::default(),
            // Why was told as a note.
            Gates::Look if publication.look.is_none() => return self.over(),
            Gates::Look => {}
        }
        self.asks = Asks::Deliver;
        let told: Vec<String> = deliver::lines(session).iter().map(|(_, line)| words::line(line)).collect();
        let keys: Vec<String> = deliver::keys(session).iter().map(|row| format!("{} {}", row.key, row.words)).collect();
        let mut lines = if told == self.told { Vec::new() } else { told.clone() };
        self.told = told;
        lines.push(format!("{}, n back without posting:", keys.join(", ")));
        Answer { lines, requests: Vec::new() }
    }

    /// An answer to the confirmation. Only `y` posts, and only what was told.
    pub(super) fn answered(&mut self, session: &Session, text: &str) -> Answer {
        let text = text.trim();
        if matches!(text, "n" | "no" | "q") {
            self.due = true;
            let msgs = vec![Msg::PublishChosen(PublishChoice::Reset), Msg::GatesWatched(false)];
            return Answer::tell(vec!["Nothing is posted.".to_owned()], msgs);
        }
        let row = deliver::keys(session).into_iter().find(|row| text.chars().eq([row.key]));
        self.asks = Asks::Gates(Gates::Look);
        match row.map(|row| row.act) {
            Some(Act::Post(payload)) => {
                self.asks = Asks::Gates(Gates::End);
                Answer::tell(vec!["Posting.".to_owned()], vec![Msg::PublishConfirmed(payload)])
            }
            Some(Act::Choose(choice)) => Answer::tell(Vec::new(), vec![Msg::PublishChosen(choice)]),
            Some(Act::StopReviewers) => Answer::tell(Vec::new(), vec![Msg::Stop]),
            Some(Act::Reopen) => {
                self.due = true;
                self.asks = Asks::Command;
                let line = "Quit and run it again: the change is read anew, decisions stand where its text survived.";
                Answer::tell(vec![line.to_owned()], vec![Msg::GatesWatched(false)])
            }
            None => {
                self.asks = Asks::Deliver;
                let words = match text {
                    "y" | "yes" => "It cannot be posted yet: a gate is closed.",
                    _ => "That is none of the answers.",
                };
                let keys =
                    deliver::keys(session).iter().map(|row| format!("{} {}", row.key, row.words)).collect::<Vec<_>>();
                Answer { lines: vec![words.to_owned(), format!("{}, n back:", keys.join(", "))], requests: Vec::new() }
            }
        }
    }

    /// How it ended was told as a note. The walk goes on.
    fn over(&mut self) -> Answer {
        self.asks = Asks::Command;
        self.due = true;
        Answer::tell(Vec::new(), vec![Msg::GatesWatched(false)])
    }
}
