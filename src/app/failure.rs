//! Errors of the edge -> one failure for people. The words are the edge's; the kind decides the exit code.

use crate::{
    core::model::{Failure, FailureKind},
    edge::{intake::IntakeError, logbook::LogbookError},
};

/// A failure of intake, with its next steps.
pub(super) fn of_intake(error: &IntakeError) -> Failure {
    let kind = match error {
        IntakeError::Empty { .. } => FailureKind::Empty,
        _ => FailureKind::Target,
    };
    let mut failure = Failure::new(kind, error.to_string());
    failure.causes.extend(error.causes());
    failure.hints.extend(error.hints());
    failure
}

/// A failure of the logbook.
pub(super) fn of_logbook(error: &LogbookError) -> Failure {
    Failure::new(FailureKind::Logbook, error.to_string())
}

/// The sentence of a change that is empty, which is not a failure (FACTS 26).
pub fn empty_message(failure: &Failure) -> Option<&str> {
    (failure.kind == FailureKind::Empty).then_some(failure.summary.as_str())
}
