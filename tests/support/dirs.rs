//! A home of its own for every child process: no test reads or writes what the person running it has.
//! Not here: git repositories (`repo`), terminals (`pty`). Called by every test that starts a program.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    process::Command,
};

/// A temporary folder that stands for HOME and all XDG places; removed when dropped.
pub struct Home {
    root: tempfile::TempDir,
}

impl Home {
    /// An empty home.
    pub fn new() -> Self {
        let root = tempfile::Builder::new().prefix("prr-test-").tempdir().unwrap();
        for place in [".config", ".local/state", ".local/share", ".cache", "run", "tmp", "work"] {
            std::fs::create_dir_all(root.path().join(place)).unwrap();
        }
        Self { root }
    }

    /// The folder itself.
    pub fn path(&self) -> &Path {
        self.root.path()
    }

    /// A folder inside, empty at first, to start programs in.
    pub fn work(&self) -> PathBuf {
        self.path().join("work")
    }

    /// The whole environment of a child: PATH is kept, everything else is ours.
    pub fn env(&self) -> Vec<(&'static str, OsString)> {
        let at = |place: &str| self.path().join(place).into_os_string();
        vec![
            ("PATH", std::env::var_os("PATH").unwrap_or_default()),
            ("HOME", at("")),
            ("XDG_CONFIG_HOME", at(".config")),
            ("XDG_STATE_HOME", at(".local/state")),
            ("XDG_DATA_HOME", at(".local/share")),
            ("XDG_CACHE_HOME", at(".cache")),
            ("XDG_RUNTIME_DIR", at("run")),
            ("TMPDIR", at("tmp")),
            ("LC_ALL", "C.UTF-8".into()),
            ("TZ", "UTC".into()),
            // The keys to begin with would lie over what tests read; those of the guide take this away.
            ("PRR_GUIDE", "off".into()),
            ("GIT_CONFIG_GLOBAL", "/dev/null".into()),
            ("GIT_CONFIG_NOSYSTEM", "1".into()),
        ]
    }

    /// A PATH with an `ssh` in front that takes every name for itself, as SSH does without any configuration.
    pub fn path_with_ssh(&self) -> OsString {
        let folder = self.path().join("bin");
        std::fs::create_dir_all(&folder).unwrap();
        let program = folder.join("ssh");
        std::fs::write(&program, "#!/bin/sh\nfor last; do :; done\necho \"hostname $last\"\n").unwrap();
        executable(&program);
        let rest = std::env::var_os("PATH").unwrap_or_default();
        std::env::join_paths(std::iter::once(folder).chain(std::env::split_paths(&rest))).unwrap()
    }

    /// `prr` without a terminal, in [`Self::work`], with this environment and nothing on stdin.
    pub fn prr(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_prr"));
        command.args(args).env_clear().envs(self.env()).current_dir(self.work()).stdin(std::process::Stdio::null());
        command
    }
}

#[test]
fn a_child_sees_the_home_it_is_given_and_nothing_of_ours() {
    let home = Home::new();
    let shown = Command::new("sh").args(["-c", "env; pwd"]).env_clear().envs(home.env()).output().unwrap();
    let shown = String::from_utf8(shown.stdout).unwrap();
    assert!(shown.contains(&format!("XDG_STATE_HOME={}/.local/state\n", home.path().display())), "{shown}");
    assert!(!shown.contains("CARGO"), "{shown}");
    let prr = home.prr(&["x"]);
    assert_eq!(prr.get_current_dir(), Some(home.work().as_path()));
    assert!(home.work().read_dir().unwrap().next().is_none());
}

/// Makes a text that was just written a program. Its bytes are written anew by another process: while this one holds a file
/// open for writing, any test beside it may start a child that holds it too, and what is held so cannot be run ("text file
/// busy").
pub fn executable(path: &std::path::Path) {
    let made = std::process::Command::new("sh")
        .args(["-c", r#"cp "$0" "$0.made" && chmod 755 "$0.made" && mv "$0.made" "$0""#])
        .arg(path)
        .status()
        .unwrap();
    assert!(made.success(), "{} is no program", path.display());
}
