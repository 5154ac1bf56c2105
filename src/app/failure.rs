//! Errors of the edge -> one failure for people. The words are the edge's; the kind decides the exit code.

use crate::{
    core::model::{Failure, FailureKind},
    edge::{github::GithubError, intake::IntakeError, logbook::LogbookError},
};

/// A failure of intake, with its next steps.
pub(super) fn of_intake(error: &IntakeError) -> Failure {
    let kind = match error {
        IntakeError::Empty { .. } => FailureKind::Empty,
        IntakeError::Pull(_) | IntakeError::Stack(_) | IntakeError::Host(_) => error.kind(),
        _ => FailureKind::Target,
    };
    let mut failure = Failure::new(kind, error.to_string());
    failure.causes.extend(error.causes());
    failure.hints.extend(error.hints());
    failure
}

/// A failure of the host, with its remedies.
pub(super) fn of_host(error: &GithubError) -> Failure {
    let mut failure = Failure::new(error.kind(), sentence(&error.to_string()));
    failure.hints.extend(error.hints());
    failure
}

/// With a capital letter, as the sentences of failures begin; a host's name stays as it is.
fn sentence(text: &str) -> String {
    if text.split_whitespace().next().is_some_and(|word| word.contains('.')) {
        return text.to_owned();
    }
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// A failure of the logbook.
pub(super) fn of_logbook(error: &LogbookError) -> Failure {
    Failure::new(FailureKind::Logbook, error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_begin_with_a_capital_and_names_of_hosts_stay() {
        assert_eq!(sentence("the host is busy"), "The host is busy");
        for name in ["github.com wants a token", "ghe.example:8443 does not answer"] {
            assert_eq!(sentence(name), name);
        }
        assert_eq!(sentence(""), "");
    }
}
