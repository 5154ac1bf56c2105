//! `sensitive_paths`: whether a file lies where mistakes are dear. Called by `mod` and `focus`.

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};

use crate::core::{
    model::{FileIx, RepoPath, RiskFactor},
    text::one_line,
};

use super::Change;

/// Soliton's list (its Step 2): folders end with `/`, the rest are names in which `*` stands for anything. Each
/// fits a file's name or any folder of its path (FACTS 20).
const PATTERNS: &[&str] = &[
    "auth/",
    "security/",
    "payment/",
    "*.env",
    "*migration*",
    "*secret*",
    "*credential*",
    "*token*",
    "*.pem",
    "*.key",
];

pub(super) fn factor(change: &Change<'_>, found: &[FileIx]) -> RiskFactor {
    let details = match found {
        [] => "no sensitive path".to_owned(),
        [first, rest @ ..] => {
            let path = one_line(&change.diff.path(*first).lossy(), 80);
            if rest.is_empty() { path } else { format!("{path} and {} more", rest.len()) }
        }
    };
    RiskFactor { name: "sensitive_paths", weight: 20, score: if found.is_empty() { 0 } else { 100 }, details }
}

/// The reviewed files with sensitive paths.
pub(super) fn files(change: &Change<'_>, globs: &[String]) -> Vec<FileIx> {
    let own = compile(globs);
    let fits = |path: &RepoPath| match &own {
        Some(own) => own.is_match(path.lossy().as_ref()),
        None => PATTERNS.iter().any(|pattern| is_sensitive(pattern, path)),
    };
    change.reviewed().filter(|file| fits(&change.diff.path(*file))).collect()
}

/// The user's globs; `None` when there are none. Those that do not compile were told by the configuration.
fn compile(globs: &[String]) -> Option<GlobSet> {
    let mut set = GlobSetBuilder::new();
    for glob in globs {
        if let Ok(glob) = GlobBuilder::new(glob).literal_separator(true).build() {
            set.add(glob);
        }
    }
    if globs.is_empty() { None } else { set.build().ok() }
}

fn is_sensitive(pattern: &str, path: &RepoPath) -> bool {
    let mut parts = path.as_bytes().split(|b| *b == b'/').rev();
    let name = parts.next().unwrap_or(&[]);
    match pattern.strip_suffix('/') {
        Some(folder) => parts.any(|part| part == folder.as_bytes()),
        None => std::iter::once(name).chain(parts).any(|part| fits(pattern, part)),
    }
}

/// A pattern with `*` at either end, or at none.
fn fits(pattern: &str, part: &[u8]) -> bool {
    let text = pattern.trim_matches('*').as_bytes();
    let part = part.to_ascii_lowercase();
    match (pattern.starts_with('*'), pattern.ends_with('*')) {
        (true, true) => memchr::memmem::find(&part, text).is_some(),
        (true, false) => part.ends_with(text),
        (false, true) => part.starts_with(text),
        (false, false) => part == text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_folders_at_any_depth_are_sensitive() {
        let hit = |path: &str| PATTERNS.iter().any(|p| is_sensitive(p, &RepoPath::new(path)));
        for path in [
            "src/auth/login.rs",
            "auth/a.py",
            "app/payment/x.ts",
            "deploy/prod.env",
            ".env",
            "db/migrations/1.sql",
            "x/0001_migration.py",
            "k8s/secrets.yaml",
            "src/TokenStore.java",
            "certs/a.pem",
            "id.key",
            "src/credentials/mod.rs",
        ] {
            assert!(hit(path), "{path}");
        }
        for path in [
            "src/author.rs",
            "auth",
            "src/authority/a.rs",
            "docs/keys.md",
            "src/payments.rs",
            "a/environment.ts",
            "src/keyboard.rs",
        ] {
            assert!(!hit(path), "{path}");
        }
    }
}
