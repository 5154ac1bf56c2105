//! Diff files, standard input, and the diff the program carries. git is not asked. Called by `read` and `name`.

use std::{
    fs::{self, File},
    io::{self, IsTerminal},
    os::unix::fs::OpenOptionsExt,
    path::Path,
};

use rustix::fs::OFlags;

use super::{Intake, IntakeError, Outline, Source, Taken, error::shown, feed::Fed, slug};
use crate::core::model::TargetKind;

impl Intake<'_> {
    /// A diff file. A pipe or device (`<(git diff)`) is a paste: its path names nothing that lasts.
    pub(super) fn file(&mut self, path: &Path) -> Result<Taken, IntakeError> {
        let full = self.git.dir().join(path);
        let name = shown(path.as_os_str().as_encoded_bytes());
        let (file, lasting) = open(&full, &name)?;
        let base_name = path.file_name().unwrap_or(path.as_os_str()).as_encoded_bytes();
        let title = shown(base_name);
        self.title(&title);
        let fed = self.stream(Source::File(file, name.clone()), &format!("`{name}`"))?;
        if !lasting {
            return self.taken_outside(TargetKind::Paste, None, title, fed, &format!("`{name}`"));
        }
        let absolute = full.canonicalize().unwrap_or(full);
        let pr_ref = slug::file(base_name, absolute.as_os_str().as_encoded_bytes());
        self.taken_outside(TargetKind::File, Some(pr_ref), title, fed, &format!("`{name}`"))
    }

    /// `-`.
    pub(super) fn stdin(&mut self) -> Result<Taken, IntakeError> {
        if io::stdin().is_terminal() {
            return Err(IntakeError::StdinTerminal);
        }
        let what = "standard input";
        let source = Source::stdin().map_err(|source| IntakeError::Unreadable { what: what.to_owned(), source })?;
        self.title(what);
        let fed = self.stream(source, "Standard input")?;
        self.taken_outside(TargetKind::Paste, None, what.to_owned(), fed, "Standard input")
    }

    /// Bytes that the program carries.
    pub(super) fn embedded(&mut self, name: &str, bytes: &'static [u8]) -> Result<Taken, IntakeError> {
        self.title(name);
        let fed = self.stream(Source::Bytes(bytes), name)?;
        let pr_ref = slug::named("demo", name.as_bytes());
        self.taken_outside(TargetKind::Demo, Some(pr_ref), name.to_owned(), fed, name)
    }

    fn taken_outside(
        &self,
        kind: TargetKind,
        pr_ref: Option<String>,
        title: String,
        fed: Fed,
        what: &str,
    ) -> Result<Taken, IntakeError> {
        let pr_ref = pr_ref.unwrap_or_else(|| format!("paste-{}", slug::short(&fed.hash, 8)));
        let notes = self.unused_base("a diff is what it is").into_iter().collect();
        let outline = Outline { kind, pr_ref, title, base_sha: None, head_sha: None, notes };
        let request = outline.request(&fed, "none".to_owned());
        match (fed.blank, fed.diff.files.is_empty()) {
            (true, _) => {
                Err(IntakeError::Empty { message: "No changes detected.".to_owned(), request: Box::new(request) })
            }
            (false, true) => Err(IntakeError::NotADiff { what: what.to_owned() }),
            (false, false) => Ok(Taken { request, diff: fed.diff, repository: None, settings: None }),
        }
    }
}

/// Opens without waiting for a pipe's writer; also whether it is a regular file.
fn open(full: &Path, name: &str) -> Result<(File, bool), IntakeError> {
    let fail = |source: io::Error| match source.kind() {
        io::ErrorKind::NotFound if fs::symlink_metadata(full).is_err() => {
            IntakeError::NoSuchFile { name: name.to_owned() }
        }
        _ => IntakeError::Unreadable { what: format!("`{name}`"), source },
    };
    let about = fs::metadata(full).map_err(fail)?;
    if about.is_dir() {
        return Err(IntakeError::Directory { name: name.to_owned() });
    }
    let nonblocking = i32::try_from(OFlags::NONBLOCK.bits()).unwrap_or(0);
    let file = File::options().read(true).custom_flags(nonblocking).open(full).map_err(fail)?;
    Ok((file, about.is_file()))
}
