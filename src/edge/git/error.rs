//! Why git gave no answer, and its words made safe to show. Not the sentences for people: those are
//! `edge::intake`'s, which knows what was asked for.

use std::io;

/// Why git gave no answer.
#[derive(Debug, thiserror::Error)]
pub enum GitError {
    /// There is no `git` program on the PATH.
    #[error("the program `git` was not found")]
    Missing,
    /// The caller asked to stop; the child was killed.
    #[error("stopped")]
    Stopped,
    /// git ran and refused. `stderr` is sanitised and bounded.
    #[error("git {what} failed: {stderr}")]
    Refused {
        /// The sub-command.
        what: String,
        /// Its exit code; `None` when a signal ended it.
        code: Option<i32>,
        /// Its last words, at most a few lines.
        stderr: String,
    },
    /// The operating system refused (no processes left, no temporary folder, …).
    #[error("git {what} could not be run: {source}")]
    Os {
        /// The sub-command or the step.
        what: String,
        /// The system's reason.
        source: io::Error,
    },
}

impl GitError {
    /// Whether git itself ran and said no, as opposed to not having run.
    pub fn is_refusal(&self) -> bool {
        matches!(self, Self::Refused { .. })
    }

    /// git's words, when it had any.
    pub fn stderr(&self) -> &str {
        match self {
            Self::Refused { stderr, .. } => stderr,
            Self::Missing | Self::Stopped | Self::Os { .. } => "",
        }
    }
}

/// Lines of git's stderr that are kept.
const LINES: usize = 6;
/// Characters of a line that are kept.
const WIDTH: usize = 300;

/// git's stderr as text for people: no control characters (a file name may carry an escape sequence), no empty
/// lines, bounded in both directions.
pub(super) fn clean(stderr: &[u8]) -> String {
    let text = String::from_utf8_lossy(stderr);
    let lines = text.lines().map(clean_line).filter(|l| !l.is_empty()).take(LINES);
    lines.collect::<Vec<_>>().join("\n")
}

fn clean_line(line: &str) -> String {
    let shown = line.chars().map(|c| if is_unsafe(c) { '\u{fffd}' } else { c });
    shown.take(WIDTH).collect::<String>().trim().to_owned()
}

/// Controls, and the characters that reorder or hide text.
fn is_unsafe(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::clean;

    #[test]
    fn escape_sequences_and_reordering_marks_do_not_survive() {
        let shown = clean(b"fatal: bad \x1b[31mname\x07 \xe2\x80\xae\n\n  hint: x\n");
        assert_eq!(shown, "fatal: bad \u{fffd}[31mname\u{fffd} \u{fffd}\nhint: x");
    }

    #[test]
    fn long_words_of_git_are_cut() {
        let flood = "x".repeat(10_000) + "\n";
        let shown = clean(flood.repeat(50).as_bytes());
        assert!(shown.len() < 2_500, "{} bytes kept", shown.len());
    }
}
