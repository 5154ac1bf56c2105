//! A pull request as a person typed it -> its parts. Pure. Not which host or repository is meant when the text does not
//! say (`choose`), and nothing is looked up. Called by `resolve`.

use crate::core::model::Host;

/// The parts of what was typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Typed {
    /// Where it was said to be.
    pub(super) place: Place,
    /// Its number, at least 1.
    pub(super) number: u64,
}

/// What was typed of the repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Place {
    /// Nothing: the repository we are in.
    Here,
    /// `owner/repo` on the host that is usual.
    Repo { owner: String, repo: String },
    /// All of it.
    Full { host: Host, owner: String, repo: String },
}

/// Why a text names no pull request. Says the rule, not the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoPull {
    /// `#0`.
    #[error("pull requests are counted from 1")]
    Zero,
    /// `#12345678901234567890123`.
    #[error("no pull request has so large a number")]
    TooLarge,
    /// `#7; rm -rf /`.
    #[error("behind the # stands more than a number")]
    NoNumber,
    /// `/issues/7`: the host uses one row of numbers for both, but the person may have meant the issue.
    #[error("it is the address of an issue")]
    Issue,
    /// Another forge.
    #[error("it is the address of a merge request, and only GitHub's pull requests can be read")]
    Elsewhere,
    /// An address of something else.
    #[error("an address of a pull request ends in /OWNER/REPO/pull/NUMBER")]
    NoAddress,
    /// Letters that no owner or repository has.
    #[error("a repository is named OWNER/REPO, in letters, digits and . _ -")]
    BadName,
    /// Letters that no host has.
    #[error("its host cannot be one")]
    BadHost,
}

/// Reads a number, `#N`, `owner/repo#N`, `host/owner/repo#N`, or an address on any host, with whatever stands behind
/// the number in it (`/files`, `/commits/…`, a question, a fragment).
///
/// # Errors
/// [`NoPull`] with the rule it breaks.
pub(super) fn typed(text: &str) -> Result<Typed, NoPull> {
    if let Some(address) = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")) {
        return of_address(address);
    }
    if let Some((before, number)) = text.split_once('#')
        && !before.contains("/pull/")
    {
        let number = self::number(number)?;
        return Ok(Typed { place: of_name(before)?, number });
    }
    if text.contains('/') {
        return of_address(text);
    }
    Ok(Typed { place: Place::Here, number: number(text)? })
}

/// What stands before the `#`.
fn of_name(text: &str) -> Result<Place, NoPull> {
    let parts: Vec<&str> = text.split('/').collect();
    match parts.as_slice() {
        [""] => Ok(Place::Here),
        [owner, repo] => {
            let (owner, repo) = names(owner, repo)?;
            Ok(Place::Repo { owner, repo })
        }
        [host, owner, repo] => {
            let (owner, repo) = names(owner, repo)?;
            Ok(Place::Full { host: self::host(host)?, owner, repo })
        }
        _ => Err(NoPull::BadName),
    }
}

/// An address without its scheme.
fn of_address(text: &str) -> Result<Typed, NoPull> {
    let end = text.find(['?', '#']).unwrap_or(text.len());
    let (text, _) = text.split_at(end);
    let (authority, path) = text.split_once('/').ok_or(NoPull::NoAddress)?;
    let host = host(authority.rsplit('@').next().unwrap_or(authority))?;
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let parts = match parts.as_slice() {
        ["repos", rest @ ..] | ["api", "v3", "repos", rest @ ..] if rest.len() >= 4 => rest,
        all => all,
    };
    if path.contains("/-/") || parts.iter().any(|part| matches!(*part, "merge_requests" | "pull-requests")) {
        return Err(NoPull::Elsewhere);
    }
    match parts {
        [owner, repo, "pull" | "pulls", number, ..] => {
            let digits = number.strip_suffix(".diff").or_else(|| number.strip_suffix(".patch")).unwrap_or(number);
            let (owner, repo) = names(owner, repo)?;
            let number = self::number(digits).map_err(|why| match why {
                NoPull::NoNumber => NoPull::NoAddress,
                other => other,
            })?;
            Ok(Typed { place: Place::Full { host, owner, repo }, number })
        }
        [_, _, "issues", _, ..] => Err(NoPull::Issue),
        _ => Err(NoPull::NoAddress),
    }
}

fn number(text: &str) -> Result<u64, NoPull> {
    if text.is_empty() || !text.bytes().all(|b| b.is_ascii_digit()) {
        return Err(NoPull::NoNumber);
    }
    match text.parse::<u64>() {
        Ok(0) => Err(NoPull::Zero),
        // The host counts in 64 bits with a sign.
        Ok(number) if i64::try_from(number).is_ok() => Ok(number),
        Ok(_) | Err(_) => Err(NoPull::TooLarge),
    }
}

fn names(owner: &str, repo: &str) -> Result<(String, String), NoPull> {
    match is_name(owner) && is_name(repo) {
        true => Ok((owner.to_owned(), repo.to_owned())),
        false => Err(NoPull::BadName),
    }
}

/// Whether an owner or a repository can be called that. Nothing that a path or a shell reads in another way passes.
pub(super) fn is_name(text: &str) -> bool {
    let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-');
    !text.is_empty() && text.len() <= 100 && !matches!(text, "." | "..") && text.bytes().all(plain)
}

fn host(text: &str) -> Result<Host, NoPull> {
    is_host(text).then(|| Host::new(text)).ok_or(NoPull::BadHost)
}

/// Whether it is the name of a host, with a port or without.
pub(super) fn is_host(text: &str) -> bool {
    let (name, port) = match text.rsplit_once(':') {
        Some((name, port)) if !text.ends_with(']') => (name, port),
        _ => (text, "0"),
    };
    let bracketed = name.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-');
    let is_name = !name.is_empty() && !name.starts_with(['-', '.']) && name.bytes().all(plain);
    let is_number = bracketed.is_some_and(|inner| inner.bytes().all(|b| b.is_ascii_hexdigit() || b == b':'));
    (is_name || is_number) && port.parse::<u16>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn full(host: &str, owner: &str, repo: &str, number: u64) -> Result<Typed, NoPull> {
        let place = Place::Full { host: Host::new(host), owner: owner.to_owned(), repo: repo.to_owned() };
        Ok(Typed { place, number })
    }

    #[test]
    fn numbers_names_and_addresses_are_taken_apart() {
        let here = Ok(Typed { place: Place::Here, number: 7 });
        assert_eq!(typed("7"), here);
        assert_eq!(typed("#7"), here);
        let repo = Place::Repo { owner: "o".to_owned(), repo: "my.repo".to_owned() };
        assert_eq!(typed("o/my.repo#7"), Ok(Typed { place: repo, number: 7 }));
        assert_eq!(typed("ghe.corp.example:8443/team/repo#12"), full("ghe.corp.example:8443", "team", "repo", 12));
        for text in [
            "https://github.com/o/r/pull/7",
            "https://github.com/o/r/pull/7/",
            "https://github.com/o/r/pull/7/files#diff-abc",
            "https://github.com/o/r/pull/7/commits/deadbeef",
            "https://github.com/o/r/pull/7/changes?w=1&diff=split#r123",
            "https://github.com/o/r/pull/7#issuecomment-1",
            "https://github.com/o/r/pull/7.diff",
            "https://www.github.com/o/r/pull/7",
            "https://me:secret@github.com/o/r/pull/7",
            "http://GitHub.com//o/r/pull/7",
            "https://api.github.com/repos/o/r/pulls/7",
            "github.com/o/r/pull/7",
            "github.com/o/r/pull/7#discussion_r1",
        ] {
            assert_eq!(typed(text), full("github.com", "o", "r", 7), "{text}");
        }
        let ghe = full("ghe.corp.example", "team", "repo", 12);
        assert_eq!(typed("https://ghe.corp.example/team/repo/pull/12/commits/deadbeef"), ghe);
        assert_eq!(typed("https://ghe.corp.example/api/v3/repos/team/repo/pulls/12"), ghe);
        assert_eq!(typed("https://[::1]:8080/o/r/pull/7"), full("[::1]:8080", "o", "r", 7));
    }

    #[test]
    fn what_names_no_pull_request_is_refused_with_the_rule() {
        for (text, why) in [
            ("0", NoPull::Zero),
            ("#0", NoPull::Zero),
            ("https://github.com/o/r/pull/0", NoPull::Zero),
            ("https://github.com/o/r/pull/000/files", NoPull::Zero),
            ("99999999999999999999", NoPull::TooLarge),
            ("9223372036854775808", NoPull::TooLarge),
            ("o/r#7; rm -rf /", NoPull::NoNumber),
            ("o/r#", NoPull::NoNumber),
            ("o/r#-7", NoPull::NoNumber),
            ("o/r#7#8", NoPull::NoNumber),
            ("#٣", NoPull::NoNumber),
            ("$(id)/r#7", NoPull::BadName),
            ("../..#7", NoPull::BadName),
            ("o/..#7", NoPull::BadName),
            ("a/b/c/d#7", NoPull::BadName),
            ("-x/o/r#7", NoPull::BadHost),
            ("https://github.com/o/r/issues/7", NoPull::Issue),
            ("https://github.com/o/r/issues/7#issuecomment-2", NoPull::Issue),
            ("https://github.com/o/r/pull/abc", NoPull::NoAddress),
            ("https://github.com/o/r/pull/", NoPull::NoAddress),
            ("https://github.com/o/r", NoPull::NoAddress),
            ("https://github.com/pull/7", NoPull::NoAddress),
            ("https://github.com/a/o/r/pull/7", NoPull::NoAddress),
            ("https://github.com", NoPull::NoAddress),
            ("https://gitlab.com/g/p/-/merge_requests/1", NoPull::Elsewhere),
            ("https://bitbucket.org/g/p/pull-requests/1", NoPull::Elsewhere),
            ("https://github.com/o%2Fr/x/pull/7", NoPull::BadName),
            ("https://github.com:99999/o/r/pull/7", NoPull::BadHost),
            ("https://git hub.com/o/r/pull/7", NoPull::BadHost),
        ] {
            assert_eq!(typed(text), Err(why), "{text}");
        }
    }
}
