//! When the cockpit draws, and how long the first frame waits. Not here: what a frame shows (`ui`). Called by the loop.

use std::{io, time::Duration};

use tokio::time::{Instant, timeout_at};

use crate::session::Phase;

use super::{Cockpit, Event};

/// How long the first frame waits for the first lines of the diff: less than a person sees, and longer than git takes
/// to start.
const FIRST: Duration = Duration::from_millis(25);

/// Streamed changes are drawn at most this often; input at once.
const FRAME: Duration = Duration::from_millis(16);

/// The same with `ui.motion = "reduced"`: what streams in comes in steps.
const CALM: Duration = Duration::from_secs(1);

/// How often what shows how long something takes is drawn again.
const TICK: Duration = Duration::from_secs(1);

/// How long after a frame the next one of what nobody typed is drawn.
pub(super) fn pace(is_calm: bool) -> Duration {
    if is_calm { CALM } else { FRAME }
}

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

    /// When what nobody typed may be drawn.
    pub fn due(&self) -> Instant {
        self.last + self.pace
    }

    /// When a clock on the screen is drawn again, and nothing else changed.
    pub fn tick(&self) -> Instant {
        self.last + self.pace.max(TICK)
    }

    /// A frame was drawn.
    pub fn drawn(&mut self, at: Instant) {
        self.dirty = false;
        self.last = at;
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Frames of a stream of so many changes, one every 5 ms, with a key pressed behind each hundredth.
    fn frames_of(is_calm: bool, changes: u32) -> (u32, u32) {
        let mut frames = Frames::new(pace(is_calm));
        let begun = frames.last;
        let (mut streamed, mut typed) = (0, 0);
        for nth in 1..=changes {
            let now = begun + Duration::from_millis(5) * nth;
            frames.dirty = true;
            if nth % 100 == 0 {
                // Input is drawn at once.
                typed += 1;
                frames.drawn(now);
            } else if now >= frames.due() {
                streamed += 1;
                frames.drawn(now);
            }
        }
        (streamed, typed)
    }

    #[test]
    fn with_reduced_motion_what_streams_in_comes_in_steps_of_a_second() {
        // Twenty seconds without a key but forty of them: no second without a key passes.
        assert_eq!(frames_of(true, 4000), (0, 40));
        let mut calm = Frames::new(pace(true));
        let begun = calm.last;
        let mut drawn = 0;
        for nth in 1..=4000_u32 {
            let now = begun + Duration::from_millis(5) * nth;
            if now >= calm.due() {
                drawn += 1;
                calm.drawn(now);
            }
        }
        assert_eq!(drawn, 20, "twenty seconds");
        let (full, _) = frames_of(false, 4000);
        assert!((900..=1250).contains(&full), "{full}: at most one in 16 ms");
        assert!(calm.tick() >= calm.due());
    }
}
