//! Blobs by id from one `git cat-file --batch` that stays, so that looking into many files does not start a process for
//! each. Bounded in bytes and in time, and never on the network: what a partial clone lacks is told to be missing. Not
//! files of a tree by their path (`tree`). Called by `edge::intake`.

use std::time::{Duration, Instant};

use super::{Git, GitError, Got, Running};

/// How long one answer may take.
const PATIENCE: Duration = Duration::from_secs(5);

/// Bytes of an answer's first line: a hash, a word, a number.
const HEAD: usize = 512;

/// Answers that may fail before nothing is asked any more.
const FAILURES: u32 = 8;

/// A reader of blobs. The process is started with the first question, and again when it had to be ended.
#[derive(Debug)]
pub struct Blobs<'a> {
    git: Git<'a>,
    most: usize,
    running: Option<Running<'a>>,
    failures: u32,
}

impl<'a> Blobs<'a> {
    /// A reader of blobs of at most so many bytes.
    pub fn new(git: Git<'a>, most: usize) -> Self {
        Self { git: git.offline(), most, running: None, failures: 0 }
    }

    /// The bytes of a blob; `None` for one that is too large, and where there is none.
    ///
    /// # Errors
    /// As [`Blobs::blob`].
    pub fn read(&mut self, id: &str) -> Result<Option<Vec<u8>>, GitError> {
        Ok(match self.blob(id)? {
            Blob::Bytes(bytes) => Some(bytes),
            Blob::TooLarge(_) | Blob::Missing => None,
        })
    }

    /// What there is under an id: hexadecimal digits, all of them or the first few.
    ///
    /// # Errors
    /// git cannot be started, ended (there is no repository here), or does not answer. After some of these nothing is
    /// asked any more.
    pub fn blob(&mut self, id: &str) -> Result<Blob, GitError> {
        let is_id = (4..=64).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_hexdigit());
        if !is_id || self.failures >= FAILURES {
            return Ok(Blob::Missing);
        }
        // Not put back after a failure, nor when there is more that nobody wants to read.
        let mut running = match self.running.take() {
            Some(running) => running,
            None => self.git.start_asked("cat-file", ["cat-file", "--batch"])?,
        };
        let answer = ask(&mut running, id, self.most);
        match &answer {
            Ok(Answer::TooLarge(_) | Answer::Other) => {}
            Ok(Answer::Blob(_) | Answer::Nothing) => self.running = Some(running),
            Err(_) => self.failures += 1,
        }
        answer.map(|answer| match answer {
            Answer::Blob(bytes) => Blob::Bytes(bytes),
            Answer::TooLarge(size) => Blob::TooLarge(size),
            Answer::Nothing | Answer::Other => Blob::Missing,
        })
    }
}

/// What there is under an id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Blob {
    /// A blob with these bytes.
    Bytes(Vec<u8>),
    /// A blob of so many bytes, which is more than is read.
    TooLarge(u64),
    /// Nothing here, something else than a blob, or an id that fits several.
    Missing,
}

/// What git said.
enum Answer {
    Blob(Vec<u8>),
    Nothing,
    /// It has so many bytes: what follows is not read.
    TooLarge(u64),
    /// It is no blob: what follows is not read.
    Other,
}

fn ask(running: &mut Running<'_>, id: &str, most: usize) -> Result<Answer, GitError> {
    let end = Instant::now() + PATIENCE;
    running.tell(format!("{id}\n").as_bytes())?;
    let mut said = Vec::new();
    let head = loop {
        if let Some(head) = memchr::memchr(b'\n', &said) {
            break head;
        }
        if said.len() > HEAD {
            return Err(running.failure("its answer was not understood"));
        }
        more(running, &mut said, HEAD, end)?;
    };
    let size = match head_of(said.get(..head).unwrap_or(&[])) {
        Head::Blob(size) if size <= most => size,
        Head::Blob(size) => return Ok(Answer::TooLarge(size as u64)),
        Head::Other => return Ok(Answer::Other),
        Head::Nothing => return Ok(Answer::Nothing),
    };
    said.drain(..=head);
    // A line feed ends it.
    while said.len() <= size {
        let left = size + 1 - said.len();
        more(running, &mut said, left, end)?;
    }
    said.truncate(size);
    Ok(Answer::Blob(said))
}

/// Reads at most so many bytes more.
fn more(running: &mut Running<'_>, said: &mut Vec<u8>, most: usize, end: Instant) -> Result<(), GitError> {
    let mut buffer = [0; 32 * 1024];
    let room = buffer.get_mut(..most.min(32 * 1024)).unwrap_or(&mut []);
    match running.read(room, PATIENCE)? {
        Got::Bytes(count) => said.extend_from_slice(buffer.get(..count).unwrap_or(&[])),
        Got::Nothing if Instant::now() < end => {}
        Got::Nothing => return Err(running.failure("it did not answer in time")),
        Got::End => return Err(running.failure("it ended")),
    }
    Ok(())
}

/// What the first line says.
enum Head {
    /// A blob of so many bytes follows.
    Blob(usize),
    /// Something else follows.
    Other,
    /// Nothing follows.
    Nothing,
}

/// `ID blob SIZE`; else `ID missing`, `ID ambiguous`, or another kind of object and its size.
fn head_of(head: &[u8]) -> Head {
    let text = String::from_utf8_lossy(head);
    let mut words = text.split(' ').skip(1);
    match (words.next(), words.next().map(str::parse)) {
        (Some("blob"), Some(Ok(size))) => Head::Blob(size),
        (_, Some(_)) => Head::Other,
        (_, None) => Head::Nothing,
    }
}
