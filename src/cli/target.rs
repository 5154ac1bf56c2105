//! What one word on the command line means, by its shape alone. Not looking: whether `main` is a branch or a file is
//! found out by `edge::intake`. Called by `args`.

use std::ffi::OsStr;

use crate::core::model::TargetSpec;

/// The meaning of one word, by its shape alone (PRODUCT "TARGET", FACTS 35).
///
/// Digits, `owner/repo#N` and addresses of pull requests name those; a branch so named is reached by `--branch`.
/// `./`, `../`, `/` at the front or `.diff`, `.patch` at the end make a file, and so do bytes that are no UTF-8.
/// All else is looked up.
pub fn target_of(word: &OsStr) -> TargetSpec {
    let Some(text) = word.to_str() else {
        return TargetSpec::File(word.into());
    };
    if text == "-" {
        TargetSpec::Stdin
    } else if is_file(text) {
        TargetSpec::File(word.into())
    } else if is_pull_request(text) {
        TargetSpec::Pull(text.to_owned())
    } else {
        TargetSpec::Named(text.to_owned())
    }
}

fn is_file(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    let is_path = text == "." || text == ".." || ["./", "../", "/"].iter().any(|start| text.starts_with(start));
    is_path || (!is_address(text) && (lower.ends_with(".diff") || lower.ends_with(".patch")))
}

/// Also what only looks like one: an address is nothing else, and neither is a repository with something behind `#`
/// that no branch may hold. What is wrong with it is said when it is read.
fn is_pull_request(text: &str) -> bool {
    if is_address(text) || is_bare_address(text) {
        return true;
    }
    match text.split_once('#') {
        Some(("", rest)) => is_number(rest),
        Some((repository, rest)) => is_repository(repository) && (is_number(rest) || !may_be_branch(rest)),
        None => is_number(text),
    }
}

/// `github.com/o/r/pull/7`: an address that was copied without its scheme.
fn is_bare_address(text: &str) -> bool {
    let parts: Vec<&str> = text.split('/').collect();
    match parts.as_slice() {
        [host, _, _, "pull", number, ..] => {
            let digits = number.split(['#', '?']).next().unwrap_or_default();
            host.contains('.') && is_number(digits)
        }
        _ => false,
    }
}

/// Whether a name could go on so: git allows no blanks, colons and the like in one.
fn may_be_branch(text: &str) -> bool {
    !text.is_empty()
        && !text.contains(|c: char| c.is_whitespace() || c.is_control() || "~^:?*[\\;|&$()`'\"<>".contains(c))
}

fn is_address(text: &str) -> bool {
    text.starts_with("https://") || text.starts_with("http://")
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// `owner/repo` or `host/owner/repo`.
fn is_repository(text: &str) -> bool {
    let plain = |part: &str| {
        !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-'))
    };
    (1..=2).contains(&text.matches('/').count()) && text.split('/').all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(text: &str) -> TargetSpec {
        TargetSpec::Named(text.to_owned())
    }

    fn of(text: &str) -> TargetSpec {
        target_of(OsStr::new(text))
    }

    #[test]
    fn a_word_means_what_its_shape_says() {
        let file = |text: &str| TargetSpec::File(text.into());
        let pull = |text: &str| TargetSpec::Pull(text.to_owned());
        for text in ["./x.diff", "x.patch", "X.DIFF", "../x", "/tmp/x", "./main", ".", "..", "a..b.diff"] {
            assert_eq!(of(text), file(text), "{text}");
        }
        for text in
            ["123", "#123", "own/repo#4", "git.example.invalid/own/repo#4", "https://example.invalid/o/r/pull/4"]
        {
            assert_eq!(of(text), pull(text), "{text}");
        }
        for text in ["o/r#7; rm -rf /", "o/r#", "github.com/o/r/pull/7/files", "https://github.com/o/r/issues/7"] {
            assert_eq!(of(text), pull(text), "{text}");
        }
        for text in ["https://example.invalid/o/r/pull/4.diff", "https://example.invalid/g/p/-/merge_requests/1"] {
            assert_eq!(of(text), pull(text), "{text}");
        }
        for text in
            ["A..B", "A...B", "..B", "A..", "HEAD", "@{u}..", "v1.2", "feature/x", "fix#12", "a/b/c/d#1", "1a", "ä ö"]
        {
            assert_eq!(of(text), named(text), "{text}");
        }
        assert_eq!(of("-"), TargetSpec::Stdin);
    }

    #[test]
    fn a_file_name_may_be_any_bytes() {
        use std::os::unix::ffi::OsStrExt;
        let name = OsStr::from_bytes(b"caf\xe9");
        assert_eq!(target_of(name), TargetSpec::File(name.into()));
    }
}
