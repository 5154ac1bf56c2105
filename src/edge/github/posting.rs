//! What the room of publishing and the client say to each other: its payload as an order, an error as its failure.
//! Not the call (`calls::reviewing`). Called by the runner when it publishes.

use super::{Effect, GithubError, LineComment, ReviewOrder};
use crate::core::{
    model::RepoPath,
    publish::{LineComment as Cleared, Payload, PostFailure, Spot},
};

impl From<&Payload> for ReviewOrder {
    fn from(payload: &Payload) -> Self {
        let Payload { commit, body, event, comments } = payload;
        let comment = |Cleared { finding: _, spot: Spot { path, side, lines }, body }: &Cleared| LineComment {
            path: RepoPath::new(path),
            side: *side,
            lines: *lines,
            body: body.clone(),
        };
        let comments = comments.iter().map(comment).collect();
        Self { commit: commit.clone(), body: body.clone(), event: Some(*event), comments }
    }
}

impl From<&GithubError> for PostFailure {
    /// The status is the one that was answered, or would have been; `None` where nobody answered, or not to the end.
    fn from(error: &GithubError) -> Self {
        // A call that was broken off may have arrived.
        let nothing_written = error.effect() == Effect::Nothing && *error != GithubError::Stopped;
        let of =
            |status: Option<u16>| Self { status, texts: vec![error.to_string()], nothing_written, ..Self::default() };
        match error {
            GithubError::Unreachable { status, .. } => of(*status),
            GithubError::Unauthorised { .. } => of(Some(401)),
            GithubError::Sso { url } => Self { sso: url.clone(), ..of(Some(403)) },
            GithubError::Forbidden { needed, words, .. } => {
                Self { permissions: needed.clone(), texts: vec![words.clone()], ..of(Some(403)) }
            }
            GithubError::NotFound { .. } | GithubError::Moved { .. } => of(Some(404)),
            GithubError::Limited { .. } => of(Some(429)),
            GithubError::TooLarge { .. } => of(Some(413)),
            GithubError::Refused { status, texts, .. } => Self { texts: texts.clone(), ..of(Some(*status)) },
            GithubError::Malformed { .. }
            | GithubError::Offline { .. }
            | GithubError::Stopped
            | GithubError::Setup(_) => of(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::publish::explain;

    fn unreachable(effect: Effect, status: Option<u16>) -> GithubError {
        GithubError::Unreachable { host: "h".into(), why: "w".into(), effect, status }
    }

    #[test]
    fn what_is_certain_is_what_the_host_refused_or_never_got() {
        let malformed = GithubError::Malformed { host: "h".into(), what: "w".into(), why: "w".into() };
        for error in [
            unreachable(Effect::Unknown, None),
            unreachable(Effect::Unknown, Some(502)),
            malformed,
            GithubError::Stopped,
        ] {
            assert!(!PostFailure::from(&error).is_certain(), "{error:?}");
        }
        let refused = GithubError::Refused { host: "h".into(), status: 422, texts: vec!["Body is too long".into()] };
        for error in [refused, unreachable(Effect::Nothing, None)] {
            assert!(PostFailure::from(&error).is_certain(), "{error:?}");
        }
    }

    #[test]
    fn the_texts_of_a_refusal_reach_its_explanation() {
        let refused = GithubError::Refused { host: "h".into(), status: 422, texts: vec!["Body is too long".into()] };
        let failure = PostFailure::from(&refused);
        assert_eq!(failure.status, Some(422));
        assert!(explain(&failure).0.contains("too long"), "{:?}", explain(&failure));
        assert_eq!(PostFailure::from(&unreachable(Effect::Unknown, Some(502))).status, Some(502));
    }
}
