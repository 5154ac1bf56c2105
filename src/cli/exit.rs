//! Failures in words, and exit codes (PRODUCT "Exit codes").

use std::{
    io::{self, Write},
    process::ExitCode,
};

use crate::core::model::{Failure, FailureKind};

/// The exit code of a failure.
pub(super) fn code(kind: FailureKind) -> u8 {
    match kind {
        FailureKind::Empty | FailureKind::Skipped => 0,
        FailureKind::Usage | FailureKind::Terminal => 2,
        FailureKind::Target => 3,
        FailureKind::Host => 4,
        FailureKind::Agents => 5,
        FailureKind::Publish => 6,
        FailureKind::Indeterminate => 7,
        FailureKind::Logbook | FailureKind::Internal => 101,
    }
}

/// The worst of several exit codes: the highest.
pub(super) fn worst(codes: &[ExitCode]) -> ExitCode {
    (0..=u8::MAX).rev().map(ExitCode::from).find(|code| codes.contains(code)).unwrap_or(ExitCode::SUCCESS)
}

/// Says a failure on standard error and gives its exit code.
pub(super) fn fail(failure: &Failure) -> ExitCode {
    let line = |text: &str| crate::core::text::one_line(text, 2000);
    let mut words = format!("prr: {}\n", line(&failure.summary));
    failure.causes.iter().for_each(|cause| words.push_str(&format!("  because: {}\n", line(cause))));
    failure.hints.iter().for_each(|hint| words.push_str(&format!("  try: {}\n", line(hint))));
    say(&words);
    ExitCode::from(code(failure.kind))
}

/// Text for people, on standard error. A closed pipe is not an error.
pub(super) fn say(text: &str) {
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

/// A sentence beside the result, made harmless, on standard error.
pub(super) fn note(text: &str) {
    say(&format!("{}\n", crate::core::text::one_line(text, 2000)));
}

/// The result, on standard output, and the exit code that it was to end with. A closed pipe is not an error; a result
/// that could not be written is.
pub(super) fn print(text: &str, code: ExitCode) -> ExitCode {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            let failure = Failure::new(FailureKind::Internal, "The result could not be written to standard output.");
            fail(&failure.because(error.to_string()).hint("write it where there is room"))
        }
        Ok(()) | Err(_) => code,
    }
}

/// A line on standard output, at once; false when nobody reads it.
pub(super) fn line(text: &str) -> bool {
    let mut out = io::stdout().lock();
    writeln!(out, "{text}").and_then(|()| out.flush()).is_ok()
}

/// The exit code of a signal.
pub(super) fn signalled(number: u8) -> ExitCode {
    ExitCode::from(128 + number)
}
