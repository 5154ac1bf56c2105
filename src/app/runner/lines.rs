//! Reads lines on a thread of its own, one ahead of what is wanted. The end of the input ends the thread, which the
//! driver sees as the end of the lines. Called by `app::plain`.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, IsTerminal, Read},
};

use tokio::sync::mpsc::{Receiver, Sender, channel};

/// Bytes of one line; the rest is the next line.
const LONGEST: u64 = 1 << 20;

/// Lines of the input.
pub(in crate::app) struct Lines {
    read: Receiver<String>,
    /// Whether a person types them.
    pub is_terminal: bool,
}

impl Lines {
    /// Begins to read standard input, or the terminal itself when standard input is a diff.
    pub(in crate::app) fn start(from_terminal: bool) -> io::Result<Self> {
        let is_terminal = from_terminal || io::stdin().is_terminal();
        let input: Box<dyn Read + Send> = match from_terminal {
            true => Box::new(File::open("/dev/tty")?),
            false => Box::new(io::stdin()),
        };
        let (out, read) = channel(1);
        std::thread::Builder::new().name("lines".to_owned()).spawn(move || serve(BufReader::new(input), &out))?;
        Ok(Self { read, is_terminal })
    }

    /// The next line without its end; `None` at the end of the input.
    pub(in crate::app) async fn next(&mut self) -> Option<String> {
        self.read.recv().await
    }
}

fn serve(mut input: impl BufRead, out: &Sender<String>) {
    loop {
        let mut line = Vec::new();
        match input.by_ref().take(LONGEST).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let text = String::from_utf8_lossy(&line).trim_end_matches(['\r', '\n']).to_owned();
        if out.blocking_send(text).is_err() {
            return;
        }
    }
}
