//! Many objects from one long-lived `git cat-file --batch`. Not the choice of which (`edge::intake`). One question at a
//! time is asked and read to its end, so that neither side ever waits for the other with a full pipe.

use std::{process::Stdio, time::Duration};

use super::{Git, GitError, Got, Running};

/// Bytes of an object that is not wanted that are read past; beyond them git is started anew.
const SKIP: u64 = 64 << 20;
/// The longest line that git says before an object.
const LINE: usize = 4096;
/// How long one look for an answer takes.
const PATIENCE: Duration = Duration::from_millis(25);

/// What there is under an id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Blob {
    /// A blob with these bytes.
    Bytes(Vec<u8>),
    /// A blob of more bytes than were asked for.
    TooLarge(u64),
    /// Nothing here, something else than a blob, or an id that fits several.
    Missing,
}

/// The process.
#[derive(Debug)]
pub struct Batch<'a> {
    git: Git<'a>,
    running: Running<'a>,
    /// What was read and not yet used.
    rest: Vec<u8>,
}

impl<'a> Git<'a> {
    /// Starts it. Objects that a partial clone lacks are never fetched: newer git is told so, and older git finds no
    /// protocol that it may use.
    pub fn batch(&self) -> Result<Batch<'a>, GitError> {
        let git = self.clone().offline().with_variable("GIT_ALLOW_PROTOCOL", "none");
        let running = start(&git)?;
        Ok(Batch { git, running, rest: Vec::new() })
    }
}

fn start<'a>(git: &Git<'a>) -> Result<Running<'a>, GitError> {
    let mut command = git.command(["cat-file", "--batch"]);
    command.stdin(Stdio::piped());
    Running::spawn(command, "cat-file", git.stop)
}

impl Batch<'_> {
    /// The blob under an id (hexadecimal, perhaps cut), of at most so many bytes.
    ///
    /// # Errors
    /// git ended (no repository here), or was stopped.
    pub fn blob(&mut self, id: &str, most: usize) -> Result<Blob, GitError> {
        if id.is_empty() || !id.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Ok(Blob::Missing);
        }
        self.running.say(format!("{id}\n").as_bytes())?;
        let line = self.line()?;
        let text = String::from_utf8_lossy(&line).into_owned();
        let mut words = text.split(' ').skip(1);
        let (kind, size) = (words.next().unwrap_or(""), words.next().and_then(|word| word.parse::<u64>().ok()));
        let Some(size) = size else { return Ok(Blob::Missing) };
        let wanted = kind == "blob" && size <= most as u64;
        if !wanted && size > SKIP {
            self.running = start(&self.git)?;
            self.rest.clear();
            return Ok(if kind == "blob" { Blob::TooLarge(size) } else { Blob::Missing });
        }
        let bytes = self.take(size, wanted)?;
        match (kind, bytes) {
            ("blob", Some(bytes)) => Ok(Blob::Bytes(bytes)),
            ("blob", None) => Ok(Blob::TooLarge(size)),
            _ => Ok(Blob::Missing),
        }
    }

    /// More bytes into what was read.
    fn more(&mut self) -> Result<(), GitError> {
        let mut buffer = vec![0; 64 << 10];
        loop {
            match self.running.read(&mut buffer, PATIENCE)? {
                Got::Bytes(n) => {
                    self.rest.extend_from_slice(buffer.get(..n).unwrap_or(&[]));
                    return Ok(());
                }
                Got::Nothing => {}
                Got::End => return Err(self.running.broken("it ended")),
            }
        }
    }

    fn line(&mut self) -> Result<Vec<u8>, GitError> {
        loop {
            if let Some(end) = memchr::memchr(b'\n', &self.rest) {
                let line = self.rest.get(..end).unwrap_or(&[]).to_vec();
                self.rest.drain(..=end);
                return Ok(line);
            }
            if self.rest.len() > LINE {
                return Err(self.running.broken("its answer could not be understood"));
            }
            self.more()?;
        }
    }

    /// The bytes of an object and the line feed behind it; kept only when wanted.
    fn take(&mut self, size: u64, wanted: bool) -> Result<Option<Vec<u8>>, GitError> {
        let mut left = usize::try_from(size).unwrap_or(usize::MAX).saturating_add(1);
        let mut kept = Vec::with_capacity(if wanted { left } else { 0 });
        while left > 0 {
            if self.rest.is_empty() {
                self.more()?;
            }
            let here = left.min(self.rest.len());
            if wanted {
                kept.extend_from_slice(self.rest.get(..here).unwrap_or(&[]));
            }
            self.rest.drain(..here);
            left -= here;
        }
        kept.pop();
        Ok(wanted.then_some(kept))
    }
}
