//! The change of a pull request by the ladder of GITHUB: the host's diff, else git in a clone, else the host's list of
//! files; never less than is there without saying so. Runs on a thread that may wait for git; the host is asked on
//! another one (`ask`), whose pieces come through a channel. Called by `app::runner`.

use std::{
    cell::RefCell,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, RecvTimeoutError},
    },
    time::Duration,
};

use super::{
    PullError, PullTarget,
    ask::Piece,
    by_git, rebuilt,
    stack::{Parent, StackError},
};
use crate::{
    core::model::{FileForm, GapKind, Pull, PullFile, PullNews, PullState, Request, StackParent, TargetKind},
    edge::{
        github::GithubError,
        intake::{
            IntakeError, Options, Progress, Taken,
            error::shown,
            feed::{Fed, Feed},
            settings, slug,
        },
    },
};

/// How long to wait for a piece before looking whether to stop.
const PATIENCE: Duration = Duration::from_millis(25);

/// What is done about a pull request that is no longer open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Closed {
    /// It is read; whoever reads it asks the person (the cockpit).
    #[default]
    Ask,
    /// It is not read: nobody can be asked.
    Refuse,
    /// The person said that it is to be read (`--include-closed`).
    Accept,
}

/// Reads the change of a pull request from the pieces of its host.
///
/// # Errors
/// See [`IntakeError`]; an empty change is one of them.
pub fn read_pull(
    target: &PullTarget,
    options: &Options,
    pieces: &Receiver<Piece>,
    stop: &AtomicBool,
    on: &mut dyn FnMut(Progress),
) -> Result<Taken, IntakeError> {
    let came = Came { closed: options.pull.closed, notes: options.pull.notes.clone(), ..Came::default() };
    Reader { target, options, pieces, stop, on: RefCell::new(on), came }.read()
}

/// The rest of what the host tells, after the change: until everything came or nobody wants it.
pub fn read_rest(pieces: &Receiver<Piece>, stop: &AtomicBool, on: &mut dyn FnMut(PullNews)) {
    while !stop.load(Ordering::Relaxed) {
        match pieces.recv_timeout(PATIENCE) {
            Ok(Piece::Told(news)) => on(news),
            Ok(Piece::Ended(_)) | Err(RecvTimeoutError::Disconnected) => return,
            Ok(_) | Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

/// One pull request being read.
struct Reader<'a> {
    target: &'a PullTarget,
    options: &'a Options,
    pieces: &'a Receiver<Piece>,
    stop: &'a AtomicBool,
    on: RefCell<&'a mut dyn FnMut(Progress)>,
    came: Came,
}

/// What came so far, beside the diff.
#[derive(Default)]
struct Came {
    closed: Closed,
    pull: Option<Box<Pull>>,
    /// `Err`: why the list of files could not be had.
    files: Option<Result<Arc<[PullFile]>, String>>,
    parent: Option<StackParent>,
    settings: Option<settings::Tracked>,
    /// Whether more can come beside the diff.
    is_over: bool,
    /// Whether the list of files is that of the head.
    is_listed: bool,
    notes: Vec<String>,
}

/// What a rung of the ladder came to.
enum Rung {
    /// The change.
    Read(Fed),
    /// It has none, and why.
    Missing(GithubError),
}

impl Reader<'_> {
    fn read(mut self) -> Result<Taken, IntakeError> {
        self.tell(Progress::Titled(self.target.name.to_string()));
        let fed = match self.by_host()? {
            Rung::Read(fed) => {
                self.wait(|came| came.pull.is_some())?;
                self.say_what_is_cut(fed.diff.files.len());
                fed
            }
            Rung::Missing(error) => self.without_host(error)?,
        };
        let has_settings = !self.options.pull.needs_settings;
        if let Some(base) = self.came.pull.as_ref().map(|pull| pull.base.sha.clone())
            && !has_settings
            && !settings::has_revision(self.options, &base)
        {
            self.wait(|came| came.settings.is_some())?;
        }
        self.taken(fed)
    }

    fn tell(&self, progress: Progress) {
        (self.on.borrow_mut())(progress);
    }

    /// The next piece; `None` when none came in time.
    fn next(&self, patience: Duration) -> Result<Option<Piece>, IntakeError> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(IntakeError::Stopped);
        }
        match self.pieces.recv_timeout(patience.min(PATIENCE)) {
            Ok(piece) => Ok(Some(piece)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(IntakeError::Stopped),
        }
    }

    /// Waits until something came. What will not come any more is not waited for.
    fn wait(&mut self, until: impl Fn(&Came) -> bool) -> Result<(), IntakeError> {
        while !until(&self.came) {
            if let Some(piece) = self.next(PATIENCE)? {
                let news = self.came.take(piece)?;
                news.into_iter().for_each(|news| self.tell(news));
            }
        }
        Ok(())
    }

    /// The first rung: the diff as the host makes it.
    fn by_host(&mut self) -> Result<Rung, IntakeError> {
        let mut tell = |progress| (self.on.borrow_mut())(progress);
        let mut feed = Feed::new(&mut tell);
        loop {
            match self.next(feed.patience())? {
                Some(Piece::Again) => {
                    drop(feed);
                    self.came.notes.push("it was pushed to while it was read, and was read again".to_owned());
                    return self.by_host();
                }
                Some(Piece::Bytes(bytes)) => feed.push(&bytes).map_err(|_| self.no_diff())?,
                Some(Piece::Diff(Ok(()))) => return Ok(Rung::Read(feed.finish())),
                Some(Piece::Diff(Err(error))) => return Ok(Rung::Missing(error)),
                Some(piece) => {
                    let news = self.came.take(piece)?;
                    news.into_iter().for_each(|news| self.tell(news));
                }
                None => feed.tick(),
            }
        }
    }

    fn no_diff(&self) -> IntakeError {
        IntakeError::NotADiff { what: format!("What the host gives for {}", self.target.name) }
    }

    /// The other rungs. `error` is why the first one broke.
    fn without_host(&mut self, error: GithubError) -> Result<Fed, IntakeError> {
        if matches!(error, GithubError::Stopped) {
            return Err(IntakeError::Stopped);
        }
        self.wait(|came| came.pull.is_some())?;
        let Some(pull) = self.came.pull.clone() else { return Err(error.into()) };
        let why = match &error {
            GithubError::TooLarge { .. } => "it is too large for the host's diff".to_owned(),
            other => format!("the host's diff could not be had ({})", other.to_string().trim_end_matches('.')),
        };
        if let Some(clone) = &self.target.clone {
            self.tell(Progress::Titled(format!("{}: {why}, reading it by git", pull.title)));
            let parent = self.came.parent.clone();
            let mut tell = |progress| (self.on.borrow_mut())(progress);
            let order = by_git::Order { pull: &pull, parent: parent.as_ref(), clone, options: self.options };
            match by_git::read(&order, self.stop, &mut tell)? {
                by_git::Outcome::Read(fed, base) => {
                    let from = slug::short(&base, 12);
                    self.came.notes.push(format!("{why}: read by git, from {from} on"));
                    return Ok(fed);
                }
                by_git::Outcome::Missing(words) => self.came.notes.push(format!("git could not read it: {words}")),
            }
        }
        // The list knows nothing of parents.
        if self.came.parent.is_some() {
            return Err(error.into());
        }
        self.by_list(error, &why)
    }

    /// The last rung: the host's list of files.
    fn by_list(&mut self, error: GithubError, why: &str) -> Result<Fed, IntakeError> {
        let (fed, listed) = loop {
            self.wait(|came| came.files.is_some() || came.is_listed)?;
            let files = match self.came.files.take() {
                Some(Ok(files)) => files,
                Some(Err(_)) | None => return Err(error.into()),
            };
            let fed = self.rebuilt(&files)?;
            self.wait(|came| came.files.is_some() || came.is_listed)?;
            if self.came.files.is_none() {
                break (fed, files.len());
            }
        };
        let missing = fed.diff.files.iter().filter(|file| file.form == FileForm::NotGiven).count();
        let without = match missing {
            0 => String::new(),
            1 => ", of which 1 comes without its change".to_owned(),
            n => format!(", of which {n} come without their change"),
        };
        self.came.notes.push(format!("{why}: put together from its list of {listed} files{without}"));
        self.say_what_is_cut(listed);
        Ok(fed)
    }

    /// A diff of the host's list.
    fn rebuilt(&self, files: &[PullFile]) -> Result<Fed, IntakeError> {
        let mut tell = |progress| (self.on.borrow_mut())(progress);
        let mut feed = Feed::new(&mut tell);
        for file in files {
            if self.stop.load(Ordering::Relaxed) {
                return Err(IntakeError::Stopped);
            }
            let part = rebuilt::part(file);
            feed.declare(file.path.as_bytes().to_vec(), part.declared);
            feed.push(&part.text).map_err(|_| self.no_diff())?;
        }
        Ok(feed.finish())
    }

    /// Says how many files the host leaves out.
    fn say_what_is_cut(&mut self, listed: usize) {
        let counts = self.came.pull.as_ref().and_then(|pull| pull.counts);
        let Some(all) = counts.and_then(|(files, ..)| usize::try_from(files).ok()) else { return };
        // Against a parent there are fewer, and the host does not count them.
        if self.came.parent.is_none() && listed < all {
            let more = all - listed;
            let are = if more == 1 { "1 is" } else { &format!("{more} are") };
            self.came.notes.push(format!("the host gives {listed} of {all} files: {are} not part of this review"));
        }
    }

    fn taken(self, fed: Fed) -> Result<Taken, IntakeError> {
        let Some(pull) = self.came.pull else { return Err(IntakeError::Stopped) };
        let number = self.target.name.number;
        let title = if pull.title.trim().is_empty() { self.target.name.to_string() } else { pull.title.clone() };
        let request = Request {
            kind: TargetKind::Pull,
            pr_ref: format!("pr-{number}"),
            repo_slug: slug::sanitise(&self.target.name.repo.repo),
            title: shown(title.as_bytes()),
            base_sha: Some(pull.base.sha.clone()),
            head_sha: Some(pull.head.sha.clone()),
            diff_hash: fed.hash.clone(),
            notes: self.came.notes.into_iter().chain(fed.notes).collect(),
            pull: Some(self.target.name.clone()),
            stack: self.came.parent.clone(),
        };
        // Something came, and no file is in it: an answer in another form, not an empty change.
        if fed.diff.files.is_empty() && !fed.blank {
            return Err(IntakeError::NotADiff { what: format!("What the host gives for {}", self.target.name) });
        }
        if fed.diff.files.is_empty() {
            let on = self.came.parent.and_then(|parent| parent.number);
            let vs = on.map_or_else(String::new, |parent| format!(" vs parent PR #{parent}"));
            let message = format!("No changes detected on PR #{number}{vs}.");
            return Err(IntakeError::Empty { message, request: Box::new(request) });
        }
        let repository = self.target.clone.as_ref().map(|clone| clone.repository.clone());
        Ok(Taken { request, diff: fed.diff, repository, settings: self.came.settings })
    }
}

impl Came {
    /// Takes a piece that is no part of the diff; what is to be told of it.
    fn take(&mut self, piece: Piece) -> Result<Vec<Progress>, IntakeError> {
        match piece {
            Piece::Told(news) => return self.told(news),
            Piece::Parent(parent) => self.parent(parent)?,
            Piece::Settings(files) => self.settings = Some(files),
            Piece::Ended(Ok(())) => self.is_over = true,
            Piece::Ended(Err(error)) => return Err(error.into()),
            // The diff's own pieces are taken where it is read; after a break they are worth nothing.
            Piece::Bytes(_) | Piece::Diff(_) | Piece::Again => {}
            Piece::Listed => self.is_listed = true,
        }
        Ok(Vec::new())
    }

    fn told(&mut self, news: PullNews) -> Result<Vec<Progress>, IntakeError> {
        let mut told = Vec::new();
        match &news {
            PullNews::Pull(pull) => {
                if pull.state != PullState::Open && self.closed == Closed::Refuse {
                    return Err(PullError::NotOpen(Box::new((**pull).clone())).into());
                }
                told.push(Progress::Titled(shown(pull.title.as_bytes())));
                self.pull = Some(pull.clone());
            }
            PullNews::Files(files) => self.files = Some(Ok(files.clone())),
            PullNews::Gap(gap) if gap.kind == GapKind::Files => self.files = Some(Err(gap.why.clone())),
            _ => {}
        }
        told.push(Progress::Told(news));
        Ok(told)
    }

    fn parent(&mut self, parent: Result<Parent, StackError>) -> Result<(), StackError> {
        match parent? {
            Parent::On(parent, note) => {
                let on = parent.number.map_or_else(
                    || format!("commit {}", slug::short(&parent.head_sha, 12)),
                    |number| format!("parent PR #{number}: {}", shown(parent.title.as_bytes())),
                );
                self.notes.push(format!("Stacked PR, reviewed vs {on}"));
                self.notes.extend(note);
                self.parent = Some(parent);
            }
            Parent::None(why) => self.notes.push(why),
        }
        Ok(())
    }
}
