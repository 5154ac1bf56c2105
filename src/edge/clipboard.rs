//! The clipboard of the display that the person sits before, by the program made for it; and a file for when there is
//! none. Not the terminal's own way to a clipboard (OSC 52): that is the terminal's owner's (`app::terminal`). Called by
//! `app::runner`. No shell; the text is only ever on standard input or in the file.

use std::{
    fs::{self, OpenOptions},
    io::{self, Write},
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    time::{Duration, Instant},
};

/// How long a program may take.
const PATIENCE: Duration = Duration::from_secs(3);

/// Between two looks at it.
const LOOK: Duration = Duration::from_millis(5);

/// A program and its arguments.
type Program = (&'static str, &'static [&'static str]);

const WAYLAND: &[Program] = &[("wl-copy", &[])];
const X11: &[Program] = &[("xclip", &["-selection", "clipboard"]), ("xsel", &["--clipboard", "--input"])];
const MAC: &[Program] = &[("pbcopy", &[])];

/// What the environment says about displays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Display {
    /// A Wayland display.
    pub wayland: bool,
    /// An X display.
    pub x11: bool,
    /// The desktop of a Mac.
    pub mac: bool,
}

impl Display {
    /// By the environment. Under SSH there is none here: a display that is forwarded, or left over, is not the one that
    /// the person looks at.
    pub fn of(variable: impl Fn(&str) -> Option<String>) -> Self {
        let set = |name: &str| variable(name).is_some_and(|value| !value.is_empty());
        if set("SSH_CONNECTION") || set("SSH_TTY") || set("SSH_CLIENT") {
            return Self::default();
        }
        Self { wayland: set("WAYLAND_DISPLAY"), x11: set("DISPLAY"), mac: cfg!(target_os = "macos") }
    }

    fn programs(self) -> impl Iterator<Item = Program> {
        let of = |on: bool, programs: &'static [Program]| programs.iter().filter(move |_| on).copied();
        of(self.wayland, WAYLAND).chain(of(self.x11, X11)).chain(of(self.mac, MAC))
    }

    /// Hands a text to the first program that takes it; its name. `None`: there is no display, or no program for it.
    pub fn copy(self, text: &[u8]) -> Option<&'static str> {
        self.programs().find(|program| feed(program, text).is_ok_and(|status| status.success())).map(|(name, _)| name)
    }
}

fn feed((name, arguments): &Program, text: &[u8]) -> io::Result<ExitStatus> {
    let mut command = Command::new(name);
    command.args(*arguments).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn()?;
    if let Some(mut input) = child.stdin.take() {
        // A program that ends early does not want it; its status tells.
        let _ = input.write_all(text);
    }
    wait(&mut child)
}

fn wait(child: &mut Child) -> io::Result<ExitStatus> {
    let end = Instant::now() + PATIENCE;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        if Instant::now() >= end {
            child.kill()?;
            child.wait()?;
            return Err(io::Error::other("it took too long"));
        }
        std::thread::sleep(LOOK);
    }
}

/// Writes a text to a file of the user's own, in place of what was copied before. The folder is made when it is not there.
///
/// # Errors
/// The system's.
pub fn to_file(folder: &Path, text: &[u8]) -> io::Result<PathBuf> {
    fs::create_dir_all(folder)?;
    let file = folder.join("copied.txt");
    match fs::remove_file(&file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    OpenOptions::new().write(true).create_new(true).mode(0o600).open(&file)?.write_all(text)?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn display(variables: &[&str]) -> Display {
        Display::of(|name| variables.contains(&name).then(|| ":0".to_owned()))
    }

    fn names(display: Display) -> Vec<&'static str> {
        Display { mac: false, ..display }.programs().map(|(name, _)| name).collect()
    }

    #[test]
    fn only_a_local_display_has_programs() {
        assert_eq!(names(display(&["WAYLAND_DISPLAY", "DISPLAY"])), ["wl-copy", "xclip", "xsel"]);
        assert_eq!(names(display(&["DISPLAY"])), ["xclip", "xsel"]);
        assert!(names(display(&[])).is_empty());
        for ssh in ["SSH_CONNECTION", "SSH_TTY", "SSH_CLIENT"] {
            assert!(names(display(&["DISPLAY", ssh])).is_empty(), "{ssh}");
        }
    }

    #[test]
    fn a_program_gets_the_bytes_as_they_are_and_may_refuse_them() {
        assert!(feed(&("cat", &[]), b"a\xff\n").unwrap().success());
        assert!(!feed(&("false", &[]), b"a").unwrap().success());
        assert!(feed(&("prr-no-such-program", &[]), b"a").is_err());
    }

    #[test]
    fn the_file_is_the_users_own_and_holds_the_last_text() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("a/b");
        to_file(&folder, b"one").unwrap();
        // A link that somebody put there is not followed.
        fs::remove_file(folder.join("copied.txt")).unwrap();
        std::os::unix::fs::symlink(dir.path().join("elsewhere"), folder.join("copied.txt")).unwrap();
        let file = to_file(&folder, b"two\xff").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"two\xff");
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600);
        assert!(!dir.path().join("elsewhere").exists());
    }
}
