//! How the host's page of changed files names a place. Called by `ui::link`.

use sha2::{Digest, Sha256};

use crate::core::model::{RepoPath, Side};

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_named_by_the_hash_of_its_path() {
        let readme = "b335630551682c19a781afebcf4d07bf978fb1f8ac04c6bf87428ed5106870f5";
        let path = RepoPath::new("README.md");
        assert_eq!(files_anchor(&path, Some((Side::Right, 7))), format!("diff-{readme}R7"));
        assert_eq!(files_anchor(&path, None), format!("diff-{readme}"));
    }
}
