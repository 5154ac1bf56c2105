//! What the host's refusals of a review mean, in words with a remedy (GITHUB "Errors"). The texts are matched, never
//! shown alone. Called by the course; the edge gives status and texts.

/// How a POST failed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PostFailure {
    /// The status of the answer; `None` = there was none.
    pub status: Option<u16>,
    /// Its texts, or what broke the connection.
    pub texts: Vec<String>,
    /// Permissions that the host says are missing.
    pub permissions: Option<String>,
    /// Where single sign-on is granted.
    pub sso: Option<String>,
    /// Whether the host certainly wrote nothing: it answered that it will not, or was not reached at all. A timeout, a
    /// broken connection and an error of the server say nothing.
    pub nothing_written: bool,
}

impl PostFailure {
    /// Whether the host certainly wrote nothing.
    pub fn is_certain(&self) -> bool {
        self.nothing_written
    }
}

/// Texts, what they mean, and what to do.
const MEANINGS: &[(&[&str], &str, &str)] = &[
    (
        &[
            "must be part of the diff",
            "part of the same hunk",
            "same hunk as the line",
            "diff hunk can't be blank",
            "diff hunk missing",
            "could not be resolved",
        ],
        "a comment's line is not in the diff that GitHub has",
        "refresh the pull request (R, or run the review again) and publish anew; GitHub does not say which comment",
    ),
    (
        &["must precede the end line"],
        "a comment's first line is not before its last",
        "report this: it is a fault of prr",
    ),
    (
        &["one pending review per pull request"],
        "you have a pending review on this pull request, started elsewhere",
        "submit or discard it on GitHub, or open `prr tui` to join or discard it",
    ),
    (&["approve your own"], "GitHub takes no APPROVE on your own pull request", "publish it as COMMENT"),
    (
        &["request changes on your own"],
        "GitHub takes no REQUEST_CHANGES on your own pull request",
        "publish it as COMMENT",
    ),
    (
        &["commitoid is not part of the pull request", "commit id is not part of the pull request"],
        "the head of the pull request moved",
        "refresh it, move the review to the new head, and publish anew",
    ),
    (&["body is too long"], "a text is too long for GitHub", "shorten the review's text"),
    (
        &["not permitted to approve"],
        "GitHub Actions is not permitted to approve pull requests here",
        "publish it as COMMENT, or allow it in the repository's settings",
    ),
    (
        &["secondary rate limit", "rate limit exceeded"],
        "GitHub wants fewer requests",
        "wait a few minutes, then publish again",
    ),
    (&["was submitted too quickly"], "GitHub wants a pause between comments", "wait a minute, then publish again"),
    (&["is locked", "conversation is locked"], "the conversation is locked", "ask a maintainer to unlock it"),
];

/// Cause and remedy in words.
pub fn explain(failure: &PostFailure) -> (String, String) {
    // Fields are told as words in one form of error, by name in the other.
    let text = failure.texts.join("; ").to_ascii_lowercase().replace('_', " ");
    let meant = MEANINGS.iter().find(|(texts, ..)| texts.iter().any(|known| text.contains(known)));
    if let Some((_, cause, remedy)) = meant {
        return ((*cause).to_owned(), (*remedy).to_owned());
    }
    if let Some(url) = &failure.sso {
        return ("your organisation wants single sign-on for this token".to_owned(), format!("grant it at {url}"));
    }
    let told = failure.texts.first().map(|text| format!(" ({text})")).unwrap_or_default();
    let (cause, remedy) = match failure.status {
        Some(401) => ("GitHub does not know the token".to_owned(), "log in again: `gh auth login`".to_owned()),
        Some(403) => {
            let needs = failure.permissions.as_ref().map(|needs| format!(" ({needs})")).unwrap_or_default();
            (
                format!("the token may not write reviews here{told}"),
                format!("give it write access to pull requests{needs}"),
            )
        }
        Some(404) => (
            "the pull request is not there for this token".to_owned(),
            "check the name and whether the token may see the repository".to_owned(),
        ),
        Some(422) => {
            (format!("GitHub does not take the review{told}"), "look at the Review view, then publish again".to_owned())
        }
        Some(429) => ("GitHub wants fewer requests".to_owned(), "wait a few minutes, then publish again".to_owned()),
        Some(status) if status < 500 => {
            (format!("GitHub refused with status {status}{told}"), "try again later".to_owned())
        }
        Some(status) => (
            format!("GitHub had a fault of its own (status {status})"),
            "look at the pull request; then `prr publish --reconcile`".to_owned(),
        ),
        None if failure.is_certain() => {
            (format!("the host was not reached{told}"), "publish again when it is".to_owned())
        }
        None => (
            format!("the connection broke before an answer came{told}"),
            "look at the pull request; then `prr publish --reconcile`".to_owned(),
        ),
    };
    (cause, remedy)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(status: u16, text: &str) -> PostFailure {
        PostFailure { status: Some(status), texts: vec![text.into()], ..PostFailure::default() }
    }

    /// Each row of GITHUB's table as GitHub words it, in the form of reviews and of single comments.
    const TOLD: [(&str, &str, &str); 18] = [
        ("Pull request review thread line must be part of the diff", "not in the diff", "publish anew"),
        ("pull_request_review_thread.line must be part of the diff", "not in the diff", "publish anew"),
        (
            "pull_request_review_thread.start_line must be part of the same hunk as the line.",
            "not in the diff",
            "publish anew",
        ),
        ("pull_request_review_thread.diff_hunk can't be blank", "not in the diff", "publish anew"),
        (
            "PullRequestReviewComment pull_request_review_thread.diff_hunk missing_field",
            "not in the diff",
            "publish anew",
        ),
        ("Line could not be resolved", "not in the diff", "publish anew"),
        ("start line must precede the end line.", "not before its last", "report this"),
        ("User can only have one pending review per pull request", "you have a pending review", "join or discard it"),
        ("Can not approve your own pull request", "no APPROVE on your own", "COMMENT"),
        ("Can not request changes on your own pull request", "no REQUEST_CHANGES on your own", "COMMENT"),
        ("commitOID is not part of the pull request", "head of the pull request moved", "move the review"),
        ("pull_request_review_thread.commit_id is not part of the pull request", "head of the pull", "move the review"),
        ("Body is too long (maximum is 65536 characters)", "too long", "shorten"),
        ("GitHub Actions is not permitted to approve pull requests.", "Actions", "settings"),
        ("You have exceeded a secondary rate limit.", "fewer requests", "wait"),
        ("was submitted too quickly after a previous comment", "a pause", "wait"),
        ("Issue is locked", "locked", "unlock"),
        ("Something new", "GitHub does not take the review (Something new)", "Review view"),
    ];

    #[test]
    fn every_error_of_the_table_has_its_cause_and_a_remedy() {
        for (text, cause, remedy) in TOLD {
            let (found, todo) = explain(&refused(422, text));
            assert!(found.contains(cause) && todo.contains(remedy), "{text}: {found}; {todo}");
        }
        for (texts, cause, remedy) in MEANINGS {
            let is_told = |known: &&str| {
                TOLD.iter().any(|(text, ..)| text.to_ascii_lowercase().replace('_', " ").contains(known))
            };
            assert!(texts.iter().any(is_told), "{texts:?} has no example");
            assert!(!cause.is_empty() && !remedy.is_empty());
        }
    }

    #[test]
    fn every_status_has_its_cause_and_a_remedy() {
        for (status, cause, remedy) in [
            (401, "does not know the token", "gh auth login"),
            (403, "may not write reviews", "write access"),
            (404, "not there for this token", "check the name"),
            (418, "status 418", "later"),
            (422, "does not take the review", "Review view"),
            (429, "fewer requests", "wait"),
            (500, "a fault of its own", "--reconcile"),
            (502, "a fault of its own", "--reconcile"),
        ] {
            let (found, todo) = explain(&refused(status, ""));
            assert!(found.contains(cause) && todo.contains(remedy), "{status}: {found}; {todo}");
        }
    }

    #[test]
    fn permissions_and_sign_on_name_what_is_missing() {
        let mut no = refused(403, "Resource not accessible by personal access token");
        no.permissions = Some("pull_requests=write".into());
        assert!(explain(&no).1.contains("pull_requests=write"));
        no.sso = Some("https://sso.example".into());
        assert!(explain(&no).1.contains("https://sso.example"));
    }

    #[test]
    fn what_is_not_known_sends_a_person_to_look() {
        assert!(explain(&PostFailure::default()).1.contains("--reconcile"));
        assert!(explain(&refused(502, "Server Error")).1.contains("--reconcile"));
        let unreached = PostFailure { nothing_written: true, texts: vec!["no route".into()], ..PostFailure::default() };
        assert_eq!(explain(&unreached).0, "the host was not reached (no route)");
    }
}
