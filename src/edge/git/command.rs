//! One git command that means the same on every machine. Not the running of it (see `child`).
//!
//! Three layers keep the user's and the repository's configuration out of what git prints:
//! the environment (every `GIT_*` variable goes, except those that say where repository, configuration and
//! credentials are), `-c key=value` (wins over every configuration file and over `GIT_CONFIG_COUNT`), and explicit
//! flags for all that has one.
//!
//! Deliberately left alone:
//! - **clean filters** (`filter.*.clean`, git-lfs): git runs them on files of the working tree that look changed.
//!   Without them a large-file pointer would be shown as a rewritten file. The commands come from the person's own
//!   configuration; a repository can only name a driver in `.gitattributes`, never define one.
//! - **end-of-line and encoding settings** of the working tree, for the same reason: they say what the change is.
//! - `diff.<driver>.xfuncname` and `.binary`: no program runs; they word hunk headings and say what is no text.
//! - `safe.directory`: git's refusal of other people's repositories stands.
//! - lazy fetching in partial clones (blobs may be missing locally), unless [`Git::offline`] was asked for; it never
//!   prompts.

use std::{
    ffi::{OsStr, OsString},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::{Arc, atomic::AtomicBool},
};

use super::{GitError, Running};

/// How the repository is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Discovery {
    /// From the directory upwards; `GIT_DIR` and its like are ignored.
    #[default]
    Directory,
    /// As `git` itself would from the same shell: `GIT_DIR`, `GIT_WORK_TREE`, `GIT_INDEX_FILE` and the like count.
    /// In a hook these name the commit under way, which is what a review called there is about.
    Environment,
}

/// Names and values of an environment.
pub type Variables = Vec<(OsString, OsString)>;

/// The git program in one directory. Every child it starts ends with its owner, and when `stop` is set.
#[derive(Debug, Clone)]
pub struct Git<'a> {
    /// Where it works. Empty = the current directory.
    dir: PathBuf,
    /// All variables of its children.
    variables: Arc<Variables>,
    /// The program, looked up once.
    program: Arc<Path>,
    /// Ends every wait.
    pub(super) stop: &'a AtomicBool,
}

/// `-c` settings: all that has no flag, or concerns more than diffs.
const CONFIG: &[&str] = &[
    "core.fsmonitor=false",       // would run a program
    "core.hooksPath=/dev/null",   // hooks are programs
    "core.quotePath=true",        // names in one known form
    "core.bigFileThreshold=512m", // a smaller one turns text into "binary"
    "color.ui=false",
    "diff.suppressBlankEmpty=false", // would drop the mark of empty context lines
    "diff.autoRefreshIndex=true",
    "log.showSignature=false", // would run gpg
    "i18n.logOutputEncoding=UTF-8",
    "submodule.recurse=false",
    "gc.auto=0", // a lazy fetch must not start housekeeping
    "maintenance.auto=false",
    "credential.interactive=false",
];

/// Flags of every diff.
///
/// `myers` with the indent heuristic: the hunks that plain `git diff` and GitHub show, so that anchors agree when
/// the change is looked at as a pull request. Renames yes; copies no (they cost a search over all files, and git
/// itself does not look for them). Dirty submodules are not looked into: that would run git in them, and what is
/// reviewed is the commit they point at.
const DIFF: &[&str] = &[
    "-p",
    "--no-ext-diff",
    "--no-textconv",
    "--no-color",
    "--src-prefix=a/",
    "--dst-prefix=b/",
    "--no-relative",
    "-M50%",
    "-l1000",
    "-U3",
    "--inter-hunk-context=0",
    "-O/dev/null",
    "--diff-algorithm=myers",
    "--indent-heuristic",
    "--submodule=short",
    "--ignore-submodules=dirty",
    "--full-index",
    "--ws-error-highlight=none",
];

/// Variables that survive in any case: configuration, credentials, transport, limits of discovery.
const KEPT: &[&str] = &[
    "GIT_CEILING_DIRECTORIES",
    "GIT_DISCOVERY_ACROSS_FILESYSTEM",
    "GIT_EXEC_PATH",
    "GIT_ASKPASS",
    "GIT_SSH",
    "GIT_SSH_COMMAND",
    "GIT_SSH_VARIANT",
    "GIT_ALLOW_PROTOCOL",
    "GIT_PROTOCOL_FROM_USER",
    "GIT_NO_LAZY_FETCH",
    "GIT_NO_REPLACE_OBJECTS",
    "GIT_REPLACE_REF_BASE",
];
/// Families that survive in any case.
const KEPT_PREFIXES: &[&str] = &["GIT_CONFIG_", "GIT_SSL_", "GIT_HTTP_", "GIT_PROXY_"];
/// Variables that say which repository; they survive with [`Discovery::Environment`].
const PLACES: &[&str] = &[
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_COMMON_DIR",
    "GIT_INDEX_FILE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_NAMESPACE",
];
/// Those of them that are one path.
const PATHS: &[&str] = &["GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY"];
/// Not `GIT_*`, but they would change git's words or output.
const ALSO_REMOVED: &[&str] = &["LANGUAGE", "PAGER", "LESS", "LV"];

/// Always set.
const SET: &[(&str, &str)] = &[
    ("LC_ALL", "C"), // its words are read in one case: foreign ownership
    ("GIT_TERMINAL_PROMPT", "0"),
    ("GIT_OPTIONAL_LOCKS", "0"), // never writes the user's index
    ("GIT_LITERAL_PATHSPECS", "1"),
    ("GIT_ATTR_NOSYSTEM", "1"),
    ("GIT_TRACE2", "0"), // the variables win over trace2.* settings, which may open files and sockets
    ("GIT_TRACE2_EVENT", "0"),
    ("GIT_TRACE2_PERF", "0"),
    ("SSH_ASKPASS_REQUIRE", "force"), // a password question must not reach the terminal we draw on
];

impl<'a> Git<'a> {
    /// git in that directory. `variables` is the environment to start from; what it may not see is taken out here.
    pub fn new(dir: &Path, variables: Variables, discovery: Discovery, stop: &'a AtomicBool) -> Self {
        let program = located(&variables, is_program);
        Self { dir: dir.to_owned(), variables: Arc::new(prepared(variables, discovery)), program: program.into(), stop }
    }

    /// Forbids fetching the missing objects of a partial clone. git 2.44 and newer have a variable for it; older ones
    /// begin to fetch and find every way closed.
    pub fn offline(self) -> Self {
        self.with_variable("GIT_NO_LAZY_FETCH", "1").with_variable("GIT_ALLOW_PROTOCOL", "none")
    }

    /// The same git in another directory.
    pub fn at(&self, dir: &Path) -> Self {
        Self { dir: dir.to_owned(), ..self.clone() }
    }

    /// The directory it works in.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// The environment of its children.
    pub(super) fn variables(&self) -> impl Iterator<Item = (&OsString, &OsString)> {
        self.variables.iter().map(|(name, value)| (name, value))
    }

    /// The same git with one more variable for its children.
    pub(super) fn with_variable(&self, name: &str, value: impl Into<OsString>) -> Self {
        let mut variables = Variables::clone(&self.variables);
        variables.push((name.into(), value.into()));
        Self { variables: Arc::new(variables), ..self.clone() }
    }

    /// A command, ready to be started. `args` begin with the sub-command and are ours: what a person typed is
    /// passed only behind `--end-of-options`.
    pub fn command<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>) -> Command {
        let mut command = Command::new(&*self.program);
        if !self.dir.as_os_str().is_empty() {
            command.arg("-C").arg(&self.dir);
        }
        command.arg("--no-pager");
        for setting in CONFIG {
            command.arg("-c").arg(setting);
        }
        command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.env_clear().envs(self.variables.iter().map(|(name, value)| (name, value)));
        command
    }

    /// A diff of two trees or commits. The person's own attributes file is left out: it can only change how the
    /// same two trees are shown.
    pub fn diff_trees(&self, old: &str, new: &str) -> Result<Running<'a>, GitError> {
        let args = ["-c", "core.attributesFile=/dev/null", "diff-tree"];
        let all = args.into_iter().chain(DIFF.iter().copied()).chain(["--end-of-options", old, new, "--"]);
        self.start("diff-tree", all)
    }

    /// A diff of the working tree against a tree or commit. `git diff` and not `diff-index`: it compares contents
    /// where only time stamps differ.
    pub fn diff_work_tree(&self, base: &str) -> Result<Running<'a>, GitError> {
        let all = ["diff"].into_iter().chain(DIFF.iter().copied()).chain(["--end-of-options", base, "--"]);
        self.start("diff", all)
    }

    /// A diff of the index against a tree or commit.
    pub fn diff_index(&self, base: &str) -> Result<Running<'a>, GitError> {
        let all = ["diff", "--cached"].into_iter().chain(DIFF.iter().copied());
        self.start("diff --cached", all.chain(["--end-of-options", base, "--"]))
    }

    /// Starts a command; `what` names it in errors.
    pub fn start<S: AsRef<OsStr>>(
        &self,
        what: &str,
        args: impl IntoIterator<Item = S>,
    ) -> Result<Running<'a>, GitError> {
        Running::spawn(self.command(args), what, self.stop)
    }

    /// The same for a command that reads questions from its standard input.
    pub(super) fn start_asked<S: AsRef<OsStr>>(
        &self,
        what: &str,
        args: impl IntoIterator<Item = S>,
    ) -> Result<Running<'a>, GitError> {
        let mut command = self.command(args);
        command.stdin(Stdio::piped());
        Running::spawn(command, what, self.stop)
    }
}

/// Where git lies by the `PATH` that it gets; its bare name when it is in none of those folders, for the system to refuse.
///
/// We look ourselves because a program that is named without a folder, for a child with an environment of its own, makes
/// the standard library copy our whole process to start it (fork), and the thread that draws pays for every page it then
/// touches. With a path the child shares our memory until it runs (`posix_spawn`). Folders that are not absolute are
/// passed over: the reviewed repository may be the current one.
fn located(variables: &Variables, is_program: impl Fn(&Path) -> bool) -> PathBuf {
    let path = variables.iter().rfind(|(name, _)| name == "PATH").map(|(_, folders)| folders);
    let folders = path.into_iter().flat_map(std::env::split_paths).filter(|folder| folder.is_absolute());
    folders.map(|folder| folder.join("git")).find(|file| is_program(file)).unwrap_or_else(|| PathBuf::from("git"))
}

/// Whether it is a file that we may run.
fn is_program(path: &Path) -> bool {
    path.is_file() && rustix::fs::access(path, rustix::fs::Access::EXEC_OK).is_ok()
}

/// The environment that git gets.
fn prepared(from: Variables, discovery: Discovery) -> Variables {
    let has_askpass = from.iter().any(|(name, _)| name == "SSH_ASKPASS");
    let kept = from.into_iter().filter(|(name, _)| !is_removed(&name.to_string_lossy(), discovery));
    let mut variables: Variables = kept.map(made_absolute).collect();
    variables.extend(SET.iter().map(|(name, value)| (name.into(), value.into())));
    if !has_askpass {
        variables.push(("SSH_ASKPASS".into(), "/bin/false".into()));
    }
    variables
}

/// Places relative to where we were called, which is not always where git is started.
fn made_absolute((name, value): (OsString, OsString)) -> (OsString, OsString) {
    if PATHS.iter().any(|p| name == *p) {
        let full = std::path::absolute(&value).map_or(value, OsString::from);
        return (name, full);
    }
    (name, value)
}

/// Whether a variable is kept from git.
fn is_removed(name: &str, discovery: Discovery) -> bool {
    if ALSO_REMOVED.contains(&name) {
        return true;
    }
    let kept = KEPT.contains(&name)
        || KEPT_PREFIXES.iter().any(|p| name.starts_with(p))
        || (discovery == Discovery::Environment && PLACES.contains(&name));
    name.starts_with("GIT_") && !kept
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::{Discovery, is_removed, located};

    #[test]
    fn git_is_the_first_program_of_that_name_in_an_absolute_folder_of_the_path() {
        let with = |path: &str| vec![("PATH".into(), path.into())];
        let has = |file: &Path| file.ends_with("b/git") || file.ends_with("c/git");
        for (path, expected) in [
            ("/a:/b:/c", "/b/git"),
            ("/c:/b", "/c/git"),
            // The folder that is being reviewed may hold a program of that name.
            (".:b:/c", "/c/git"),
            (":/b", "/b/git"),
            ("/a", "git"),
            ("", "git"),
        ] {
            assert_eq!(located(&with(path), has), PathBuf::from(expected), "{path}");
        }
        assert_eq!(located(&Vec::new(), has), PathBuf::from("git"));
        // Of a variable that is given twice the child gets the last.
        let twice = [with("/b"), with("/c")].concat();
        assert_eq!(located(&twice, has), PathBuf::from("/c/git"));
    }

    #[test]
    fn variables_that_redirect_or_run_programs_are_removed() {
        for name in ["GIT_EXTERNAL_DIFF", "GIT_DIFF_OPTS", "GIT_PAGER", "GIT_TRACE", "GIT_DIR", "GIT_INDEX_FILE"] {
            assert!(is_removed(name, Discovery::Directory), "{name}");
        }
        assert!(is_removed("GIT_EXTERNAL_DIFF", Discovery::Environment));
        assert!(!is_removed("GIT_INDEX_FILE", Discovery::Environment));
        assert!(!is_removed("GIT_CONFIG_GLOBAL", Discovery::Directory));
        assert!(!is_removed("HOME", Discovery::Directory));
    }
}
