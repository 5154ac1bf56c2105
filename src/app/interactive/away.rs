//! The terminal is another program's for a while, or for good: the shell's after Ctrl-Z and at the end, an editor's. It
//! is given away whole and taken back with a full redraw. Not the loop (`super`), not starting the editor (`runner`).

use std::io;

use rustix::process::{Signal, getpgrp, getsid, kill_current_process_group};

use crate::{
    app::{
        ending::Why,
        input::Typed,
        runner::{Keys, Ready, now},
        terminal,
    },
    session,
    ui::{self, Edited},
};

use super::{ANSWER, Cockpit};

impl Cockpit {
    /// Gives the terminal to the shell, stops, and comes back with a full redraw. The whole job stops, as it would
    /// by the terminal's own Ctrl-Z: a shell waits for all of `git log -p | prr tui -`.
    pub(super) fn suspend(&mut self) -> io::Result<()> {
        if getsid(None).is_ok_and(|leader| leader == getpgrp()) {
            // Started by the terminal itself: nobody could continue us.
            self.ui.say("there is no shell to go back to");
            self.frames.dirty = true;
            return Ok(());
        }
        if self.frames.away {
            // The editor stops by itself, and has the terminal when the job goes on.
            return Ok(kill_current_process_group(Signal::STOP)?);
        }
        self.keys = None;
        terminal::give_back();
        kill_current_process_group(Signal::STOP)?;
        self.keys = Some(Keys::start(false)?);
        self.redraw()
    }

    /// After a stop from outside: the settings may be the shell's, the screen anything.
    pub(super) fn redraw(&mut self) -> io::Result<()> {
        if self.frames.away {
            return Ok(());
        }
        terminal::retake(&mut self.screen)?;
        self.resized()
    }

    /// What the editor is to open is ready, or cannot be had.
    pub(super) fn editor_ready(&mut self, ready: Result<Box<Ready>, String>) -> io::Result<()> {
        match ready {
            // Two at once cannot have the terminal, and who has left edits nothing.
            Ok(_) if self.frames.away || self.leaving => Ok(()),
            Ok(ready) => {
                self.keys = None;
                terminal::lend();
                self.frames.away = true;
                match self.runner.launch(ready) {
                    Ok(()) => Ok(()),
                    Err(error) => self.edited(Edited::Failed(format!("the editor cannot be started: {error}"))),
                }
            }
            Err(why) => {
                self.told(ui::Msg::Edited(Edited::Failed(why), now()));
                Ok(())
            }
        }
    }

    /// The editor ended: the terminal is ours again.
    pub(super) fn edited(&mut self, edited: Edited) -> io::Result<()> {
        self.frames.away = false;
        terminal::retake_lent(&mut self.screen)?;
        self.keys = Some(Keys::start(false)?);
        self.told(ui::Msg::Edited(edited, now()));
        self.resized()
    }

    /// Gives a text to the terminal's clipboard. Nobody answers: whether the terminal took it is for the person to see.
    pub(super) fn copy_by_terminal(&mut self, what: &str, bytes: &[u8]) -> io::Result<()> {
        if self.frames.away {
            return Ok(());
        }
        terminal::copy(bytes)?;
        self.told(ui::Msg::Told(Ok(format!("copied {what} · by the terminal"))));
        Ok(())
    }

    /// Takes an answer of the terminal that is still under way: it would be typed into the shell.
    pub(super) async fn late_answer(&mut self) {
        let (Some(asked), Some(keys)) = (self.asked, &mut self.keys) else { return };
        while let Ok(Some(typed)) = tokio::time::timeout_at(asked + ANSWER, keys.next()).await {
            if matches!(typed, Typed::Ground(_)) {
                return;
            }
        }
    }

    /// A signal ends the program: the place is noted first.
    pub(super) fn end(&mut self, number: u8) -> Why {
        let place = self.ui.place(&self.session.diff);
        self.tell(session::Msg::Left(place, now()));
        Why::Signal(number)
    }
}
