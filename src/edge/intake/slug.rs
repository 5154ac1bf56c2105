//! Names for the logbook: `pr_ref` and `repo_slug` (FACTS 18). Pure. Not paths: the logbook decides where they lie.
//! Called by the other files of this room.

use sha2::{Digest, Sha256};

use crate::edge::git::About;

/// Longest slug of a branch or file name; longer names are cut and marked by a hash.
const LONGEST: usize = 80;

/// Lower-case hex of a SHA-256.
pub(super) fn hex(bytes: &[u8]) -> String {
    digest_hex(&Sha256::digest(bytes))
}

/// Lower-case hex of a finished digest.
pub(super) fn digest_hex(digest: &[u8]) -> String {
    digest.iter().flat_map(|b| [b >> 4, b & 15]).filter_map(|d| char::from_digit(u32::from(d), 16)).collect()
}

/// The first `n` characters of an id.
pub(super) fn short(id: &str, n: usize) -> &str {
    id.get(..n).unwrap_or(id)
}

/// `<prefix>-<slug>`, with `-<hash6>` of the name when slugging changed it.
pub(super) fn named(prefix: &str, name: &[u8]) -> String {
    let slug = slug(name);
    let hash = hex(name);
    match (slug.as_bytes() == name, slug.is_empty()) {
        (true, _) => format!("{prefix}-{slug}"),
        (false, true) => format!("{prefix}-{}", short(&hash, 6)),
        (false, false) => format!("{prefix}-{slug}-{}", short(&hash, 6)),
    }
}

/// `range-<a12>-<b12>`.
pub(super) fn range(a: &str, b: &str) -> String {
    format!("range-{}-{}", short(a, 12), short(b, 12))
}

/// `file-<name>-<hash8>`. The hash is of the absolute path: a patch that is written anew under its name is the
/// same thing, and takes up where the review was left.
pub(super) fn file(name: &[u8], absolute: &[u8]) -> String {
    format!("file-{}-{}", slug(name), short(&hex(absolute), 8))
}

/// Lower-case letters, digits and single hyphens.
fn slug(name: &[u8]) -> String {
    let mut slug = String::new();
    for byte in name.iter().map(u8::to_ascii_lowercase) {
        if byte.is_ascii_alphanumeric() {
            slug.push(char::from(byte));
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
        if slug.len() >= LONGEST {
            break;
        }
    }
    slug.trim_end_matches('-').to_owned()
}

/// `host/owner/name` of a remote's address, without user and password; `None` for local paths.
pub(super) fn remote(url: &str) -> Option<String> {
    let (host, path) = match url.split_once("://") {
        Some(("file", _)) => return None,
        Some((_, rest)) => rest.split_once('/')?,
        // scp form, `user@host:path`; a slash before the colon makes it a local path, as for git.
        None => url.split_once(':').filter(|(host, _)| !host.is_empty() && !host.contains('/'))?,
    };
    let host = host.rsplit('@').next().unwrap_or(host);
    let host = host.split_once(':').map_or(host, |(name, _port)| name);
    let path = path.trim_matches('/').trim_end_matches(".git").trim_end_matches('/');
    let safe = |part: &&str| !part.is_empty() && !part.starts_with('.');
    let parts: Vec<String> = path.split('/').filter(safe).map(sanitise).collect();
    (!host.is_empty() && !parts.is_empty()).then(|| format!("{}/{}", sanitise(host), parts.join("/")))
}

/// The repository's name: last part of the remote's path, else its directory.
pub(super) fn repository(remote: Option<&str>, about: &About) -> String {
    let root = about.main_root();
    let directory = || root.file_name().map(|n| sanitise(n.to_string_lossy().trim_end_matches(".git")));
    let name = remote.and_then(|r| r.rsplit('/').next()).map(str::to_owned).or_else(directory);
    name.filter(|n| !n.is_empty()).unwrap_or_else(|| "none".to_owned())
}

/// A name of letters, digits, `.`, `_` and `-`.
pub(super) fn sanitise(name: &str) -> String {
    let keep = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-') { c } else { '-' };
    name.chars().map(keep).collect::<String>().trim_start_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::{named, remote};

    #[test]
    fn a_branch_name_that_slugging_changes_carries_a_hash() {
        assert_eq!(named("branch", b"fix-12"), "branch-fix-12");
        let changed = named("branch", b"Feature/Login");
        assert!(changed.starts_with("branch-feature-login-"), "{changed}");
        assert_eq!(changed.len(), "branch-feature-login-".len() + 6);
        assert_ne!(named("branch", b"a/b"), named("branch", b"a.b"));
        assert_eq!(named("branch", "日本".as_bytes()).len(), "branch-".len() + 6);
        assert!(named("branch", &[b'x'; 300]).len() < 100);
    }

    #[test]
    fn remotes_lose_scheme_user_port_and_suffix() {
        for url in [
            "https://me:secret@example.org/own/repo.git",
            "ssh://git@example.org:2222/own/repo.git/",
            "git@example.org:own/repo.git",
            "example.org:own/repo",
        ] {
            assert_eq!(remote(url).as_deref(), Some("example.org/own/repo"), "{url}");
        }
        assert_eq!(remote("/srv/git/repo.git"), None);
        assert_eq!(remote("../repo.git"), None);
        assert_eq!(remote("file:///srv/repo.git"), None);
        assert_eq!(remote("https://example.org/../../x").as_deref(), Some("example.org/x"));
    }
}
