//! How the cockpit ended, and its last words for the shell: what was decided, where it lies, what could not be
//! written. Not here: the loop (`interactive`), exit codes (`cli`).

use crate::{core::model::Failure, session::Session};

/// How the cockpit ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    /// The person left.
    Left {
        /// Decisions not known to be on disk.
        unsaved: u64,
        /// Last words for the shell.
        words: Vec<String>,
    },
    /// The target cannot be read, or the terminal cannot be used.
    Failed(Failure),
    /// A signal ended it: its number.
    Signalled(u8),
}

/// Why the loop ended.
pub(super) enum Why {
    /// The person left.
    Quit,
    /// A signal, by its number.
    Signal(u8),
    /// The target cannot be read.
    Failed(Failure),
}

/// The end of a session. `flushed`: the logbook wrote all that it was given before the deadline.
pub(super) fn of(session: &Session, why: Why, flushed: bool) -> Ending {
    let log = &session.log;
    // Without a logbook only what the person did is lost; the rest comes again by itself.
    let waiting = log.waiting.iter().filter(|record| record.is_work()).count() as u64;
    let unsaved = waiting + if flushed { log.lost } else { log.sent - log.written };
    match why {
        Why::Signal(number) => Ending::Signalled(number),
        Why::Failed(failure) => Ending::Failed(failure),
        Why::Quit => Ending::Left { unsaved, words: summary(session) },
    }
}

/// What was decided and where it lies.
fn summary(session: &Session) -> Vec<String> {
    let decided = session.gate.standings().count();
    let path = session.log.path.as_ref().filter(|_| decided > 0);
    let words = path
        .map(|path| format!("{decided} decided, {} undecided; logbook: {}", session.undecided_len(), path.display()));
    words.into_iter().collect()
}
