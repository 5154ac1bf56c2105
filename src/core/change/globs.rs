//! The built-in lists of names (FACTS "Files left out of review", and conventions of the field), as data, and
//! the small matcher for them. Not here: users' globs (whole paths, globset). Called by `class`.

/// Names of files made by programs.
pub(super) const GENERATED: &[&str] = &[
    "*.lock",
    "package-lock.json",
    "pnpm-lock.yaml",
    "go.sum",
    "npm-shrinkwrap.json",
    "*.min.js",
    "*.min.css",
    "*.generated.*",
    "*.auto.*",
    "*_generated.*",
    "*.pb.go",
    "*.pb.ts",
    "*_pb2.py",
    "*.bundle.js",
    "*.chunk.js",
    "*.map",
    "*.pyc",
    "*.snap",
];

/// Folders whose content is made by programs.
pub(super) const GENERATED_FOLDERS: &[&str] = &["dist", "build", "out", ".next", "__pycache__", "coverage"];

/// Folders whose content comes from elsewhere.
pub(super) const VENDORED_FOLDERS: &[&str] = &["node_modules", "vendor", "third_party"];

/// Endings of files that are no text, compared without regard to case.
pub(super) const BINARY: &[&str] = &[
    "png", "jpg", "jpeg", "gif", "ico", "webp", "bmp", "tiff", "woff", "woff2", "ttf", "eot", "otf", "pdf", "zip",
    "tar", "gz", "bz2", "7z", "rar", "wasm", "so", "dll", "dylib", "exe", "bin", "dat", "mp3", "mp4", "wav", "avi",
];

/// Names of test files by the conventions of their languages.
pub(super) const TESTS: &[&str] = &[
    "*_test.*",
    "*_tests.*",
    "test_*.py",
    "test_*.rb",
    "test_*.c",
    "test_*.cpp",
    "test-*.js",
    "*.test.*",
    "*.spec.*",
    "*_spec.rb",
    "*_spec.lua",
    "*Test.java",
    "*Tests.java",
    "*IT.java",
    "*Test.kt",
    "*Tests.kt",
    "*Test.php",
    "*Test.cs",
    "*Tests.cs",
    "*Tests.swift",
    "*Test.scala",
    "*Spec.scala",
    "*Spec.hs",
    "*Test.cpp",
    "conftest.py",
    "tests.rs",
    "tests.py",
    "test.rs",
    "*.bats",
    "*.feature",
];

/// Folders of tests and their material.
pub(super) const TEST_FOLDERS: &[&str] = &[
    "test",
    "tests",
    "__tests__",
    "spec",
    "specs",
    "testdata",
    "test-data",
    "test_data",
    "fixtures",
    "e2e",
    "__mocks__",
    "__snapshots__",
    "__fixtures__",
    "testing",
    "unittests",
    "integration-tests",
];

/// Names of prose.
pub(super) const DOCS: &[&str] = &[
    "*.md",
    "*.mdx",
    "*.markdown",
    "*.rst",
    "*.adoc",
    "*.asciidoc",
    "*.txt",
    "*.tex",
    "*.org",
    "*.pod",
    "README*",
    "CHANGELOG*",
    "CHANGES*",
    "LICENSE*",
    "LICENCE*",
    "COPYING*",
    "NOTICE*",
    "AUTHORS*",
    "CONTRIBUTING*",
];

/// Names of configuration, manifests and pipelines. Looked at before [`DOCS`].
pub(super) const CONFIG: &[&str] = &[
    "requirements*.txt",
    "constraints*.txt",
    "CMakeLists.txt",
    "robots.txt",
    "*.json",
    "*.json5",
    "*.jsonc",
    "*.yaml",
    "*.yml",
    "*.toml",
    "*.ini",
    "*.cfg",
    "*.conf",
    "*.properties",
    "*.env",
    ".env*",
    "*.plist",
    "*.xml",
    "*.gradle",
    "*.csproj",
    "*.sln",
    "*.props",
    "*.targets",
    "*.tf",
    "*.tfvars",
    "*.nix",
    "*.bazel",
    "BUILD",
    "WORKSPACE",
    "Dockerfile*",
    "*.dockerfile",
    "Makefile",
    "GNUmakefile",
    "*.mk",
    "*.cmake",
    "Jenkinsfile",
    "Procfile",
    "Gemfile",
    "Pipfile",
    "go.mod",
    "go.work",
    "*.gemspec",
    "*.podspec",
    "CODEOWNERS",
    ".gitignore",
    ".gitattributes",
    ".editorconfig",
    ".npmrc",
    ".dockerignore",
    "*rc",
    "Vagrantfile",
];

/// Whether a name fits a pattern in which `*` stands for any bytes. Linear but for a bounded number of stars.
pub(super) fn fits(pattern: &str, name: &[u8]) -> bool {
    let mut parts = pattern.as_bytes().split(|b| *b == b'*');
    let Some(mut rest) = parts.next().and_then(|first| name.strip_prefix(first)) else { return false };
    let mut parts = parts.peekable();
    if parts.peek().is_none() {
        return rest.is_empty();
    }
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return rest.ends_with(part);
        }
        match memchr::memmem::find(rest, part) {
            Some(at) => rest = rest.get(at + part.len()..).unwrap_or(&[]),
            None => return false,
        }
    }
    true
}

/// Whether a name fits one of them.
pub(super) fn any(patterns: &[&str], name: &[u8]) -> bool {
    patterns.iter().any(|p| fits(p, name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_stand_for_anything_and_the_rest_is_literal() {
        for (pattern, name) in [("*.lock", "Cargo.lock"), ("*.generated.*", "a.generated.ts"), ("README*", "README")] {
            assert!(fits(pattern, name.as_bytes()), "{pattern} {name}");
        }
        for (pattern, name) in [("*.lock", "lock"), ("go.sum", "go.sums"), ("*.map", "map"), ("*_test.*", "a_test")] {
            assert!(!fits(pattern, name.as_bytes()), "{pattern} {name}");
        }
    }
}
