//! Users' globs: against the whole path from the repository's root, `*` and `?` do not cross `/`, `**` does, `{a,b}`
//! and `[..]` work, case counts, dot files are ordinary (FACTS 20). Not here: the built-in lists, which match any
//! component (`globs`). Called by `edge::config` to check patterns and by whoever obeys a path setting.

use globset::{Candidate, Glob, GlobBuilder, GlobSet, GlobSetBuilder};

use crate::core::model::RepoPath;

/// The longest pattern, in bytes.
const LONGEST: usize = 1024;

/// Patterns, compiled. None = matches nothing.
#[derive(Debug, Clone, Default)]
pub struct PathGlobs(GlobSet);

impl PathGlobs {
    /// Compiles patterns; the second value names those that cannot be used, each with the reason, and the others
    /// are in force.
    pub fn new<S: AsRef<str>>(patterns: &[S]) -> (Self, Vec<(String, String)>) {
        let mut builder = GlobSetBuilder::new();
        let mut wrong = Vec::new();
        for pattern in patterns.iter().map(AsRef::as_ref) {
            match spellings(pattern).and_then(|all| all.iter().map(|one| compile(one)).collect::<Result<Vec<_>, _>>()) {
                Ok(globs) => globs.into_iter().for_each(|glob| {
                    builder.add(glob);
                }),
                Err(why) => wrong.push((pattern.to_owned(), why)),
            }
        }
        let set = builder.build().unwrap_or_else(|error| {
            wrong.extend(patterns.iter().map(|p| (p.as_ref().to_owned(), error.kind().to_string())));
            GlobSet::empty()
        });
        (Self(set), wrong)
    }

    /// Whether a path fits one of the patterns.
    pub fn fits(&self, path: &RepoPath) -> bool {
        self.0.is_match_candidate(&Candidate::from_bytes(path.as_bytes()))
    }

    /// Whether there is no pattern.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Why a pattern cannot be used; `None` when it can.
pub fn glob_fault(pattern: &str) -> Option<String> {
    PathGlobs::new(&[pattern]).1.into_iter().next().map(|(_, why)| why)
}

/// Globs that together mean one pattern. `./` and `/` at the front say nothing. A pattern without wildcards, or with
/// `/` at its end, names a folder with all that is in it; without `/` at its end it names a file as well.
fn spellings(pattern: &str) -> Result<Vec<String>, String> {
    let plain = pattern.strip_prefix("./").or_else(|| pattern.strip_prefix('/')).unwrap_or(pattern);
    let trimmed = plain.trim_end_matches('/');
    if trimmed.trim().is_empty() {
        return Err("it is empty".to_owned());
    }
    if pattern.len() > LONGEST {
        return Err(format!("it is longer than {LONGEST} bytes"));
    }
    if pattern.starts_with('!') {
        return Err("there is no `!` for \"not\" here".to_owned());
    }
    let below = format!("{trimmed}/**");
    Ok(match (plain.ends_with('/'), plain.contains(['*', '?', '[', '{'])) {
        (true, _) => vec![below],
        (false, false) => vec![trimmed.to_owned(), below],
        (false, true) => vec![plain.to_owned()],
    })
}

/// Compiles one glob, alone as well, so that one that is too large is named and not its neighbours.
fn compile(pattern: &str) -> Result<Glob, String> {
    // On the systems we run on a backslash is no separator: it takes the next character as it is.
    let glob = GlobBuilder::new(pattern).literal_separator(true).backslash_escape(true).build();
    let glob = glob.map_err(|error| error.kind().to_string())?;
    GlobSetBuilder::new().add(glob.clone()).build().map_err(|_| "it is too large".to_owned())?;
    Ok(glob)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fits(pattern: &str, path: &str) -> bool {
        let (globs, wrong) = PathGlobs::new(&[pattern]);
        assert_eq!(wrong, [], "{pattern}");
        globs.fits(&RepoPath::new(path))
    }

    #[test]
    fn a_pattern_without_wildcards_names_a_file_or_a_folder_from_the_root() {
        for path in ["node_modules", "node_modules/m/index.js"] {
            assert!(
                fits("node_modules", path) && fits("./node_modules", path) && fits("/node_modules", path),
                "{path}"
            );
        }
        assert!(!fits("node_modules", "pkg/node_modules/n.js"));
        assert!(fits("src/", "src/a.rs") && !fits("src/", "src") && !fits("src/", "src2/a.rs"));
        assert!(!fits("src/", "SRC/UP.RS"));
        assert!(fits("src/*.rs", "src/a.rs") && fits("/src/*.rs", "src/a.rs") && fits("./src/*.rs", "src/a.rs"));
    }

    #[test]
    fn what_cannot_be_used_is_named_with_its_reason_and_the_others_stay() {
        let (globs, wrong) = PathGlobs::new(&["src/[", "", "  ", "!a", "{a", "docs/*"]);
        let named: Vec<&str> = wrong.iter().map(|(pattern, _)| pattern.as_str()).collect();
        assert_eq!(named, ["src/[", "", "  ", "!a", "{a"]);
        assert!(wrong.iter().all(|(_, why)| !why.is_empty()));
        assert!(globs.fits(&RepoPath::new("docs/x")) && !globs.fits(&RepoPath::new("x")));
        assert!(glob_fault(&"a".repeat(5000)).is_some());
    }

    #[test]
    fn a_path_that_is_no_utf8_can_be_matched() {
        let (globs, _) = PathGlobs::new(&["src/**"]);
        assert!(globs.fits(&RepoPath::new(b"src/\xff.rs")));
    }

    #[test]
    fn nested_braces_cannot_cost_much() {
        let bomb = "{a,b}{c,d}".repeat(100);
        let started = std::time::Instant::now();
        let _ = PathGlobs::new(&[bomb.as_str()]);
        let _ = PathGlobs::new(&["{".repeat(1000)]);
        assert!(started.elapsed().as_secs() < 30);
    }
}
