//! The commands of the plain cockpit: a letter or a word, then what it is about. Called by `super`.

use crate::{
    core::{
        gate::Stance,
        model::{FindingId, Severity, Time, Vocabulary},
    },
    session::{Choice, Msg, Session},
    ui::{
        card,
        update::{REASONS, REFUTED, offered, own_reason},
    },
};

use super::{Answer, Asks, Plain, recast, threads, words};

/// Every command, for people and for the documentation: letter, word, what it does.
pub const HELP: &[(&str, &str, &str)] = &[
    ("a", "accept", "accept the finding, go to the next undecided one"),
    ("d", "drop", "drop it; `d REASON` with a reason, or with the letter of a usual one or the number of one of yours"),
    ("e", "edit", "write its words anew, line by line; a line with one dot ends them"),
    ("k", "kind", "`k question`: make it another kind: finding, question, thought, praise, note"),
    ("o", "lines", "`o 12-14`: other lines of its file; `o PATH:LINE`, `o PATH` the file, `o all` the whole change"),
    ("i", "evidence", "who says it, what they read, who agreed, what the judge did, what it cost"),
    ("s", "severity", "`s major`: set its severity: blocker, critical, major, minor, nitpick"),
    ("r", "restore", "bring back what is held back"),
    ("u", "undo", "take the last decision back"),
    ("U", "redo", "make it again"),
    ("n", "next", "tell the next finding; `n 3`: the third"),
    ("p", "previous", "tell the one before"),
    ("j", "undecided", "tell the next one without a decision"),
    ("m", "more", "tell this one again, with the whole hunk that it is in"),
    ("l", "list", "list all findings, a line each"),
    ("t", "threads", "tell the threads of the pull request, each with its place"),
    ("y", "reply", "reply to the thread at this line, or `y 3` to the third that t tells; asks before it is posted"),
    ("z", "resolve", "resolve that thread, or open it again; asks first"),
    ("v", "viewed", "mark the finding's file viewed, or not any more; `v PATH` another file"),
    ("x", "drawer", "walk what is held back, and back again"),
    ("c", "comment", "comment: `c` at the finding, `c src/a.rs:12`, `c src/a.rs:12-14`, `c src/a.rs` on the file"),
    ("g", "review-text", "write the review's own text"),
    ("w", "publish", "publish: tells everything, and asks"),
    ("q", "quit", "save and quit; so does the end of the input"),
    ("?", "help", "tell this"),
];

/// What is asked behind a finding.
pub(super) fn ask(session: &Session, drawer: bool) -> String {
    if drawer {
        let words =
            "Held back. r restore, a accept, d drop, e edit, n next, p previous, x back to the findings, ? all:";
        return words.to_owned();
    }
    // Only pull requests are published.
    let is_pull = session.request().is_some_and(|request| request.pull.is_some());
    let publish = if is_pull { "w publish, " } else { "" };
    format!("a accept, d drop, e edit, s severity, n next, p previous, u undo, {publish}q quit, ? all:")
}

impl Plain {
    /// Carries a command out.
    pub(super) fn command(&mut self, session: &Session, text: &str, at: Time) -> Answer {
        let text = text.trim();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        let letter = HELP.iter().find(|(letter, name, _)| *letter == word || *name == word).map(|(letter, ..)| *letter);
        match letter {
            None if word.is_empty() => Answer { lines: self.show(session), requests: Vec::new() },
            None => Answer::say(format!("There is no command {}. ? tells all.", words::line(word))),
            Some("?") => Answer { lines: help(session), requests: Vec::new() },
            Some("q") => self.leave(session, Vec::new(), at),
            Some("u") => self.step_back(session, at, true),
            Some("U") => self.step_back(session, at, false),
            Some("n") => self.walk(session, 1, rest),
            Some("p") => self.walk(session, -1, rest),
            Some("j") => self.undecided(session),
            Some("l") => Answer { lines: words::list(session, &self.list(session)), requests: Vec::new() },
            Some("t") => Answer { lines: threads::all(session), requests: Vec::new() },
            Some("y") => self.reply(session, rest),
            Some("z") => self.resolve(session, rest),
            Some("v") => self.mark(session, rest, at),
            Some("x") => self.turn(session),
            Some("c") => self.comment(session, rest),
            Some("g") => self.open(session, None, String::new()),
            Some("w") => self.publish(session),
            Some(letter) => self.on_finding(session, letter, rest, at),
        }
    }

    /// What needs a finding.
    fn on_finding(&mut self, session: &Session, letter: &str, rest: &str, at: Time) -> Answer {
        let Some(id) = self.at.clone().filter(|id| session.findings.get(id).is_some()) else {
            return Answer::say("There is no finding here. n tells one, ? tells all commands.");
        };
        match letter {
            "a" => self.decide(session, id, Choice::Accept, at),
            "d" => {
                let letter = rest.parse::<char>().ok();
                let usual = REASONS.iter().find(|(known, _)| Some(*known) == letter).map(|(_, words)| *words);
                if usual == Some(REFUTED) {
                    return Answer::say("What refutes it? Write `d refuted: EVIDENCE`.");
                }
                let own = letter.and_then(|number| own_reason(session, number));
                let reason = usual.map(str::to_owned).or(own).unwrap_or_else(|| rest.to_owned());
                self.decide(session, id, Choice::Drop(reason), at)
            }
            "r" if session.findings.held(&id).is_none() => Answer::say("This one is not held back. x tells what is."),
            "r" => self.decide(session, id, Choice::Restore, at),
            "s" => self.severity(session, id, rest, at),
            "k" => self.kind(session, id, rest, at),
            "o" => self.other_lines(session, id, rest, at),
            "i" => Self::evidence(session, &id),
            "e" => self.edit(session, &id),
            _ => Answer { lines: words::more(session, &id), requests: Vec::new() },
        }
    }

    pub(super) fn decide(&mut self, session: &Session, id: FindingId, choice: Choice, at: Time) -> Answer {
        let word = match &choice {
            Choice::Accept => format!("Accepted {id}."),
            Choice::Drop(reason) if reason.is_empty() => format!("Dropped {id}."),
            Choice::Drop(reason) => format!("Dropped {id}: {}.", words::line(reason)),
            Choice::Restore => format!("Restored {id}."),
            Choice::Edit(..) | Choice::Recast(_) => format!("Changed {id}."),
        };
        let left = match choice {
            // It is as decided as before.
            Choice::Edit(..) | Choice::Recast(_) => session.undecided_len(),
            Choice::Restore => session.undecided_without(&id) + 1,
            Choice::Accept | Choice::Drop(_) => session.undecided_without(&id),
        };
        let next = match choice {
            // What was changed is told again; what was restored may be decided at once.
            Choice::Edit(..) | Choice::Recast(_) | Choice::Restore => Some(id.clone()),
            Choice::Accept | Choice::Drop(_) if !session.manner().advance => Some(id.clone()),
            Choice::Accept | Choice::Drop(_) => self.next(session, Some(&id), false).filter(|next| *next != id),
        };
        if matches!(choice, Choice::Restore) {
            self.drawer = false;
        }
        self.at = next;
        self.due = true;
        Answer::tell(vec![format!("{word} {left} undecided.")], vec![Msg::Chosen(id, choice, at)])
    }

    fn severity(&mut self, session: &Session, id: FindingId, rest: &str, at: Time) -> Answer {
        let wanted = Severity::read(rest, Vocabulary::Labels).filter(|_| !rest.is_empty());
        let (Some(severity), Some(finding)) = (wanted, session.findings.get(&id)) else {
            return Answer::say("Write `s` and one of blocker, critical, major, minor, nitpick.");
        };
        if recast::is_own(session, &id) {
            return Answer::say("A comment of yours has no severity and no other kind.");
        }
        let choice = Choice::Edit(card::shown_wording(session, finding), severity);
        self.decide(session, id, choice, at)
    }

    fn step_back(&mut self, session: &Session, at: Time, back: bool) -> Answer {
        let (seq, word) = match back {
            true => (session.gate.next_undo(), "Undone"),
            false => (session.gate.next_redo(), "Done again"),
        };
        let Some(decision) = seq.and_then(|seq| session.gate.find(seq)) else {
            return Answer::say(if back { "There is nothing to undo." } else { "There is nothing to redo." });
        };
        let id = decision.finding.clone();
        self.drawer = false;
        self.at = Some(id.clone());
        self.due = true;
        let line = format!("{word}: {} {id}.", decision.act.as_str());
        Answer::tell(vec![line], vec![if back { Msg::Undo(at) } else { Msg::Redo(at) }])
    }

    fn walk(&mut self, session: &Session, by: i64, rest: &str) -> Answer {
        let list = self.list(session);
        let here = self.at.as_ref().and_then(|id| list.iter().position(|other| other == id));
        let there = match (rest.parse::<usize>(), here) {
            (Ok(number), _) => number.checked_sub(1),
            (Err(_), Some(here)) => usize::try_from(here as i64 + by).ok(),
            (Err(_), None) if by > 0 => Some(0),
            (Err(_), None) => list.len().checked_sub(1),
        };
        match there.and_then(|at| list.get(at)) {
            Some(id) => {
                self.at = Some(id.clone());
                Answer { lines: self.show(session), requests: Vec::new() }
            }
            None if list.is_empty() => Answer { lines: self.show(session), requests: Vec::new() },
            None => Answer::say(if by > 0 { "That was the last one." } else { "That was the first one." }),
        }
    }

    fn undecided(&mut self, session: &Session) -> Answer {
        match self.next(session, self.at.as_ref(), false) {
            Some(id) => {
                self.at = Some(id);
                Answer { lines: self.show(session), requests: Vec::new() }
            }
            None => match self.at.as_ref().filter(|id| *session.gate.stance(id) == Stance::Undecided) {
                Some(_) => Answer { lines: self.show(session), requests: Vec::new() },
                None => Answer::say("Nothing is undecided. l lists, q saves and quits, ? tells all."),
            },
        }
    }

    /// To what is held back, or from there.
    fn turn(&mut self, session: &Session) -> Answer {
        self.drawer = !self.drawer;
        self.at = self.list(session).into_iter().next();
        self.asks = Asks::Command;
        Answer { lines: self.show(session), requests: Vec::new() }
    }
}

fn help(session: &Session) -> Vec<String> {
    let mut lines: Vec<String> =
        HELP.iter().map(|(letter, word, does)| format!("{letter} or {word}: {does}.")).collect();
    let usual: Vec<String> = REASONS.iter().map(|(letter, words)| format!("{letter} {}", offered(words))).collect();
    lines.push(format!("Usual reasons to drop: {}.", usual.join(", ")));
    let own = session.manner().reasons.iter().take(9).zip(1..);
    let own: Vec<String> = own.map(|(words, nth)| format!("{nth} {}", words::line(words))).collect();
    if !own.is_empty() {
        lines.push(format!("Your own: {}.", own.join(", ")));
    }
    lines.push("An empty line tells the finding again.".to_owned());
    lines
}
