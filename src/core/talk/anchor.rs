//! How the host's page of changed files names a place. Called by `ui::link`.

use sha2::{Digest, Sha256};

use crate::core::model::{LineRange, RepoName, RepoPath, Side};

/// The fragment of a file, or of a line of it, on the page of changed files: `diff-` and the SHA-256 of the path, then
/// `L` or `R` and the number.
pub fn files_anchor(path: &RepoPath, line: Option<(Side, u32)>) -> String {
    let hash = Sha256::digest(path.as_bytes());
    let hex: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    let line = line.map_or(String::new(), |(side, number)| match side {
        Side::Left => format!("L{number}"),
        Side::Right => format!("R{number}"),
    });
    format!("diff-{hex}{line}")
}

/// The address of lines of a file at a commit. Bytes of the path that an address cannot carry are written as `%XX`.
pub fn permalink(repo: &RepoName, commit: &str, path: &RepoPath, lines: Option<LineRange>) -> String {
    let mut link = format!("https://{}/{}/{}/blob/{commit}/", repo.host, repo.owner, repo.repo);
    for byte in path.as_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => link.push(char::from(*byte)),
            other => link.push_str(&format!("%{other:02X}")),
        }
    }
    match lines {
        None => {}
        Some(lines) if lines.start() == lines.end() => link.push_str(&format!("#L{}", lines.start())),
        Some(lines) => link.push_str(&format!("#L{}-L{}", lines.start(), lines.end())),
    }
    link
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::model::Host;

    #[test]
    fn a_line_is_named_by_the_hash_of_its_path() {
        let readme = "b335630551682c19a781afebcf4d07bf978fb1f8ac04c6bf87428ed5106870f5";
        let path = RepoPath::new("README.md");
        assert_eq!(files_anchor(&path, Some((Side::Right, 7))), format!("diff-{readme}R7"));
        assert_eq!(files_anchor(&path, None), format!("diff-{readme}"));
    }

    #[test]
    fn a_permalink_carries_any_path() {
        let repo = RepoName { host: Host::new("git.example"), owner: "a".into(), repo: "b".into() };
        let link = |path: &[u8], lines| permalink(&repo, "1234", &RepoPath::new(path), lines);
        assert_eq!(link(b"src/x.rs", LineRange::one(7)), "https://git.example/a/b/blob/1234/src/x.rs#L7");
        assert_eq!(
            link(b"a b#\xff.rs", LineRange::new(7, 9)),
            "https://git.example/a/b/blob/1234/a%20b%23%FF.rs#L7-L9"
        );
        assert_eq!(link(b"x", None), "https://git.example/a/b/blob/1234/x");
    }
}
