//! The settings that the reviewed repository carries, as bytes: tracked files from the base side, so that a change
//! cannot silence its own review; untracked ones, which are the person's, from the working tree. Not what they say
//! (`edge::config`, to which `app` hands them). Called by `app`.

use std::{
    fs::{self, File},
    io::Read,
    os::unix::fs::OpenOptionsExt,
    path::Path,
    sync::atomic::AtomicBool,
};

use rustix::fs::OFlags;

use super::{Intake, IntakeError, Options, slug};
use crate::edge::git::{About, Git, TreeFile};

/// The files, in the order in which later ones win; and whether an untracked one counts.
const FILES: &[(&str, Personal)] = &[
    (".prr.toml", Personal::No),
    (".claude/soliton.local.md", Personal::Yes),
    (".opencode/review-config.yaml", Personal::Yes),
];

/// Whether a file is read from the working tree when git does not know it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Personal {
    Yes,
    No,
}

/// Which side settings are read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SettingsBase<'b> {
    /// The base of a target that was read (`Request::base_sha`).
    Revision(&'b str),
    /// HEAD: for targets without a base.
    Head,
    /// What a review of the current branch would take for its base.
    Branch,
    /// What the host of a pull request told of its base.
    Told {
        /// The tracked files.
        files: &'b Tracked,
        /// The base: full id of a commit that is not here.
        revision: &'b str,
        /// Whether we are in a clone of its repository, so that the person's own files there count.
        place: Around,
    },
}

/// Tracked files by path; `None` = there is none.
pub type Tracked = Vec<(&'static str, Option<Vec<u8>>)>;

/// Where we are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Around {
    /// In a clone of the repository.
    Clone,
    /// Anywhere else.
    Nowhere,
}

/// Every path that settings may have.
pub(super) fn paths() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(path, _)| *path)
}

/// Whether git can read the settings of a commit.
pub(super) fn has_revision(options: &Options, revision: &str) -> bool {
    options.git(&AtomicBool::new(false)).has_commit(revision)
}

/// What the host told, outside of any clone.
fn told(files: &Tracked, revision: &str) -> SettingsFiles {
    let from = format!("at {}", slug::short(revision, 12));
    let file = |(path, content): &(&'static str, Option<Vec<u8>>)| {
        let content = content.clone()?;
        Some(SettingsFile { path, from: from.clone(), content: Ok(content) })
    };
    SettingsFiles {
        files: files.iter().filter_map(file).collect(),
        ahead: Vec::new(),
        revision: Some(revision.to_owned()),
        looked_for: paths().collect(),
    }
}

/// A file of settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingsFile {
    /// Its path in the repository.
    pub path: &'static str,
    /// Where it was read: `at 0123456789ab` or `in the working tree`.
    pub from: String,
    /// Its bytes, or why it cannot be read.
    pub content: Result<Vec<u8>, String>,
}

/// All that a repository has.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SettingsFiles {
    /// Those that count, weakest first.
    pub files: Vec<SettingsFile>,
    /// Those of the working tree that will count once they are part of a base: for checking them beforehand.
    pub ahead: Vec<SettingsFile>,
    /// The commit or tree that was looked at; `None` outside a repository and before the first commit.
    pub revision: Option<String>,
    /// Every path that was looked for, weakest first; empty outside a repository.
    pub looked_for: Vec<&'static str>,
}

/// Reads the settings of the repository around `options.dir`; none outside a repository. Of each file at most one
/// byte more than `most` is kept.
///
/// # Errors
/// When git cannot be asked, or a base that was named does not exist.
pub fn settings_files(
    options: &Options,
    base: SettingsBase<'_>,
    most: usize,
    stop: &AtomicBool,
) -> Result<SettingsFiles, IntakeError> {
    if let SettingsBase::Told { files, revision, place: Around::Nowhere } = base {
        return Ok(told(files, revision));
    }
    let git = options.git(stop);
    let intake = Intake { git, base: options.base.as_deref(), stop, on: &mut |_| {} };
    let about = match intake.about() {
        Ok(about) => about,
        Err(IntakeError::NotARepository { .. }) => return Ok(SettingsFiles::default()),
        Err(error) => return Err(error),
    };
    let head = intake.git.head()?.get()?.sha;
    let revision = match base {
        SettingsBase::Revision(revision) => Some(revision.to_owned()),
        SettingsBase::Head => head.clone(),
        SettingsBase::Branch => intake.parted()?,
        SettingsBase::Told { revision, .. } => Some(revision.to_owned()),
    };
    let told = if let SettingsBase::Told { files, .. } = base { Some(files) } else { None };
    let mut found = SettingsFiles { revision, ..SettingsFiles::default() };
    let search = Search { git: &intake.git, about: &about, head: head.as_deref(), told, most };
    for (path, personal) in FILES {
        found.looked_for.push(path);
        search.file(path, *personal, &mut found)?;
    }
    Ok(found)
}

struct Search<'s> {
    git: &'s Git<'s>,
    about: &'s About,
    head: Option<&'s str>,
    /// The base side, when git has it not.
    told: Option<&'s Tracked>,
    most: usize,
}

impl Search<'_> {
    fn file(&self, path: &'static str, personal: Personal, found: &mut SettingsFiles) -> Result<(), IntakeError> {
        let at_base = match (self.told, &found.revision) {
            (Some(told), _) => told.iter().find(|(known, _)| *known == path).and_then(|(_, file)| file.clone().map(Ok)),
            (None, Some(revision)) => self.in_tree(revision, path)?,
            (None, None) => None,
        };
        let from = found.revision.as_deref().map_or(String::new(), |id| format!("at {}", slug::short(id, 12)));
        let in_work = self.in_work_tree(path);
        let in_force = at_base.clone().map(|content| SettingsFile { path, from, content });
        let work =
            in_work.clone().map(|content| SettingsFile { path, from: "in the working tree".to_owned(), content });
        if in_force.is_none() && personal == Personal::Yes && work.is_some() && !self.is_known(path)? {
            found.files.extend(work);
            return Ok(());
        }
        found.ahead.extend(work.filter(|_| in_work != at_base));
        found.files.extend(in_force);
        Ok(())
    }

    fn in_tree(&self, revision: &str, path: &str) -> Result<Option<Result<Vec<u8>, String>>, IntakeError> {
        Ok(match self.git.tree_file(revision, path, self.most)? {
            TreeFile::Missing => None,
            TreeFile::File(bytes) => Some(Ok(bytes)),
            TreeFile::TooLarge(size) => Some(Err(format!("it has {size} bytes, more than {}", self.most))),
            TreeFile::NoFile => Some(Err("it is no regular file".to_owned())),
        })
    }

    /// Whether git has the path, or a link or repository above it, in the index or in HEAD: then a stranger may have
    /// written what lies in the working tree.
    fn is_known(&self, path: &str) -> Result<bool, IntakeError> {
        let above = path.split_once('/').map_or(path, |(above, _)| above);
        let top = self.about.top.as_deref().unwrap_or(self.git.dir());
        if self.git.at(top).index_has(&[above, path])? {
            return Ok(true);
        }
        let Some(head) = self.head else { return Ok(false) };
        let at_head = self.git.tree_file(head, path, self.most)?;
        Ok(at_head != TreeFile::Missing)
    }

    /// A regular file of the working tree, reached by exactly this spelling and through no link.
    fn in_work_tree(&self, path: &str) -> Option<Result<Vec<u8>, String>> {
        let mut place = self.about.top.clone()?;
        for part in path.split('/') {
            // A file system that ignores case would open a tracked `.Claude` for `.claude`.
            let exact = fs::read_dir(&place).ok()?.flatten().any(|entry| entry.file_name() == part);
            place.push(part);
            if !exact || fs::symlink_metadata(&place).ok()?.is_symlink() {
                return None;
            }
        }
        Some(read(&place, self.most))
    }
}

/// The bytes of a file, never waiting for a pipe.
fn read(path: &Path, most: usize) -> Result<Vec<u8>, String> {
    let flags = i32::try_from((OFlags::NONBLOCK | OFlags::NOFOLLOW).bits()).unwrap_or(0);
    let file = File::options().read(true).custom_flags(flags).open(path).map_err(|error| error.to_string())?;
    if !file.metadata().is_ok_and(|about| about.is_file()) {
        return Err("it is no regular file".to_owned());
    }
    let mut bytes = Vec::new();
    let limit = u64::try_from(most).unwrap_or(u64::MAX).saturating_add(1);
    file.take(limit).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    Ok(bytes)
}
