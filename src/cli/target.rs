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

fn is_pull_request(text: &str) -> bool {
    if is_address(text) {
        return ["/pull/", "/pulls/", "/merge_requests/", "/pull-requests/"].iter().any(|part| text.contains(part));
    }
    match text.split_once('#') {
        Some((repository, number)) => is_number(number) && (repository.is_empty() || is_repository(repository)),
        None => is_number(text),
    }
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
