//! The person's editor: which one, what it is started with, the file it is given, what comes back. Blocks while it runs.
//! Not here: giving it the terminal (`app`). Text from outside is only ever in a file or one argument: an absolute path.

mod argv;

use std::{
    ffi::OsStr,
    fs::{self, File, OpenOptions},
    io::{self, IsTerminal, Read, Write},
    os::unix::{ffi::OsStrExt, fs::OpenOptionsExt, process::ExitStatusExt},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use super::process::Scratch;
use crate::core::text;

/// Bytes of a text that is taken back: more than any comment may have.
const MOST: u64 = 256 << 10;

/// An editor and its own arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Editor {
    words: Vec<String>,
    /// Where it was named: `$VISUAL`, `$EDITOR`, or nowhere.
    whence: &'static str,
}

impl Editor {
    /// `$VISUAL`, else `$EDITOR`, else `vi`.
    ///
    /// # Errors
    /// In words, when the variable cannot be understood.
    pub fn of(variable: impl Fn(&str) -> Option<String>) -> Result<Self, String> {
        let set = |name: &str| variable(name).filter(|value| !value.trim().is_empty());
        let (whence, value) = match (set("VISUAL"), set("EDITOR")) {
            (Some(value), _) => ("$VISUAL", value),
            (None, Some(value)) => ("$EDITOR", value),
            (None, None) => ("", "vi".to_owned()),
        };
        let words = argv::split(&value).map_err(|why| format!("{whence} cannot be used: {why}"))?;
        match words.first().is_some_and(|program| !program.is_empty()) {
            true => Ok(Self { words, whence }),
            false => Err(format!("{whence} names no program")),
        }
    }

    /// Its name, for people.
    pub fn name(&self) -> String {
        self.words.first().map_or_else(String::new, |program| text::one_line(argv::name(program), 40))
    }

    /// Whether it can be told a line.
    pub fn takes_lines(&self) -> bool {
        argv::takes_lines(&self.words)
    }

    /// Runs it on the terminal until it ends.
    ///
    /// # Errors
    /// In words, with what to do: it is not there, or it did not end well.
    pub fn run(&self, file: &Path, line: Option<u32>) -> Result<(), String> {
        let program = self.words.first().map_or("vi", String::as_str);
        let mut command = Command::new(program);
        command.args(argv::arguments(&self.words, file, line));
        // A diff may come in by standard input.
        if !io::stdin().is_terminal() {
            command.stdin(File::open("/dev/tty").map_or(Stdio::null(), Stdio::from));
        }
        let name = self.name();
        let status = command.status().map_err(|error| match (error.kind(), self.whence) {
            (io::ErrorKind::NotFound, "") => "no editor is set, and there is no vi: set $EDITOR".to_owned(),
            (io::ErrorKind::NotFound, whence) => format!("`{name}` of {whence} was not found"),
            _ => format!("`{name}` cannot be started: {error}"),
        })?;
        match (status.success(), status.code(), status.signal()) {
            (true, ..) => Ok(()),
            (_, Some(code), _) => Err(format!("`{name}` ended with code {code}")),
            (_, None, signal) => Err(format!("`{name}` was ended by signal {}", signal.unwrap_or(0))),
        }
    }
}

/// A text in a file of its own, in a folder that only this user can enter. Gone when dropped.
#[derive(Debug)]
pub struct Paper {
    folder: Scratch,
    file: PathBuf,
}

/// Whether the editor may write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// It may.
    Write,
    /// It is a copy to look at.
    Read,
}

impl Paper {
    /// Writes a text under a name, of which only the last part counts.
    ///
    /// # Errors
    /// The system's.
    pub fn new(name: &[u8], text: &[u8], access: Access) -> io::Result<Self> {
        let folder = Scratch::new()?;
        let last = name.rsplit(|byte| *byte == b'/').next().filter(|last| !matches!(*last, b"" | b"." | b".."));
        let clean: Vec<u8> =
            last.unwrap_or(b"text").iter().map(|b| if b.is_ascii_control() { b'_' } else { *b }).collect();
        let file = folder.path().join(OsStr::from_bytes(&clean));
        let mode = if access == Access::Read { 0o400 } else { 0o600 };
        OpenOptions::new().write(true).create_new(true).mode(mode).open(&file)?.write_all(text)?;
        Ok(Self { folder, file })
    }

    /// Where it is: an absolute path.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// What it holds now.
    ///
    /// # Errors
    /// In words: it is gone, too long, or no text.
    pub fn text(&self) -> Result<String, String> {
        debug_assert!(self.file.starts_with(self.folder.path()));
        let gone = |error: io::Error| format!("the text cannot be read back: {error}");
        let mut bytes = Vec::new();
        let about = fs::symlink_metadata(&self.file).map_err(gone)?;
        if !about.is_file() {
            return Err("the text cannot be read back: it is no file any more".to_owned());
        }
        File::open(&self.file).map_err(gone)?.take(MOST + 1).read_to_end(&mut bytes).map_err(gone)?;
        if bytes.len() as u64 > MOST {
            return Err(format!("the text is longer than {} kB", MOST >> 10));
        }
        String::from_utf8(bytes).map_err(|_| "the text is not UTF-8".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    fn editor(visual: Option<&str>, editor: Option<&str>) -> Result<Editor, String> {
        Editor::of(|name| match name {
            "VISUAL" => visual.map(str::to_owned),
            _ => editor.map(str::to_owned),
        })
    }

    #[test]
    fn visual_comes_before_editor_and_vi_is_last() {
        assert_eq!(editor(Some("code -w"), Some("vim")).unwrap().name(), "code");
        assert_eq!(editor(Some(" "), Some("/usr/bin/vim")).unwrap().name(), "vim");
        assert_eq!(editor(None, None).unwrap().name(), "vi");
        assert!(editor(None, Some("a; b")).unwrap_err().starts_with("$EDITOR cannot be used"));
        assert!(editor(None, Some("''")).is_err());
    }

    #[test]
    fn a_paper_is_private_named_like_its_file_and_gone_afterwards() {
        let paper = Paper::new(b"src/-x\n.rs", b"words", Access::Read).unwrap();
        let file = paper.file().to_owned();
        assert!(file.is_absolute() && file.ends_with("-x_.rs"), "{}", file.display());
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o400);
        assert_eq!(paper.text().unwrap(), "words");
        drop(paper);
        assert!(!file.exists());
        for name in [&b".."[..], b"", b"a/.."] {
            assert!(Paper::new(name, b"", Access::Write).unwrap().file().ends_with("text"));
        }
    }

    #[test]
    fn what_comes_back_is_text_of_a_length_that_can_be_posted() {
        let paper = Paper::new(b"x", &[b'a'; 300 << 10], Access::Write).unwrap();
        assert!(paper.text().unwrap_err().contains("longer"));
        let paper = Paper::new(b"x", b"\xff", Access::Write).unwrap();
        assert!(paper.text().unwrap_err().contains("UTF-8"));
        fs::remove_file(paper.file()).unwrap();
        assert!(paper.text().unwrap_err().contains("read back"));
    }

    #[test]
    fn an_editor_that_is_missing_or_fails_is_told_in_words() {
        let paper = Paper::new(b"x", b"", Access::Write).unwrap();
        let run = |text: &str| editor(None, Some(text)).unwrap().run(paper.file(), Some(3));
        assert_eq!(run("prr-no-such-editor"), Err("`prr-no-such-editor` of $EDITOR was not found".to_owned()));
        assert_eq!(run("false"), Err("`false` ended with code 1".to_owned()));
        assert_eq!(run("true"), Ok(()));
    }
}
