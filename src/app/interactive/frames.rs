//! When the cockpit draws, and how long the first frame waits. Not here: what a frame shows (`ui`). Called by the loop.

use std::{io, time::Duration};

use tokio::time::{Instant, timeout_at};

use crate::session::Phase;

use super::{Cockpit, Event};

/// How long the first frame waits for the first lines of the diff: less than a person sees, and longer than git takes
/// to start.
const FIRST: Duration = Duration::from_millis(25);

/// What was drawn and what is to be.
pub(super) struct Frames {
    /// How many so far.
    pub count: u64,
    /// Something changed since the last one.
    pub dirty: bool,
    /// When the last one was.
    pub last: Instant,
    /// What nobody typed is drawn so long after the last one.
    pub pace: Duration,
    /// The terminal is an editor's: nothing is drawn.
    pub away: bool,
}

impl Frames {
    pub fn new(pace: Duration) -> Self {
        Self { count: 0, dirty: true, last: Instant::now(), pace, away: false }
    }
}

impl Cockpit {
    /// The first frame shows the diff when its first lines come within a moment.
    pub(super) async fn first_frame(&mut self) -> io::Result<()> {
        let until = Instant::now() + FIRST;
        while self.has_nothing_to_show() {
            let Ok(Some(event)) = timeout_at(until, self.events.recv()).await else { break };
            self.take(event)?;
            self.drain()?;
        }
        self.draw()
    }

    /// Takes a result and all that is queued behind it. The first lines of the diff are drawn at once.
    pub(super) fn result(&mut self, event: Event) -> io::Result<()> {
        let was_empty = self.has_nothing_to_show();
        self.take(event)?;
        self.drain()?;
        if was_empty && !self.has_nothing_to_show() { self.draw() } else { Ok(()) }
    }

    /// No line of the diff has come, and nothing failed. A title alone is not worth a frame: the next one may not follow
    /// within a sixtieth of a second.
    fn has_nothing_to_show(&self) -> bool {
        matches!(self.session.phase, Phase::Reading) && self.session.diff.file_numbers().next().is_none()
    }
}
