//! Signals in the path of a file. Called by `signal`.

use crate::core::model::{FileClass, RepoPath, RiskTag};

/// Words of a path (parts between separators and capitals), the lens and points they give. Security's first row
/// is the field's list of sensitive paths.
const WORDS: &[(RiskTag, u8, &[&str])] = &[
    (
        RiskTag::Security,
        3,
        &[
            "auth",
            "authn",
            "authz",
            "security",
            "payment",
            "payments",
            "secret",
            "secrets",
            "credential",
            "credentials",
            "token",
            "tokens",
            "oauth",
            "sso",
            "login",
            "permission",
            "permissions",
            "acl",
            "rbac",
            "crypto",
            "billing",
            "password",
            "passwords",
            "authentication",
            "authorization",
        ],
    ),
    (RiskTag::DataIntegrity, 3, &["migration", "migrations", "migrate", "schema"]),
    (RiskTag::ApiContract, 2, &["api", "apis", "routes", "controllers", "openapi", "graphql", "swagger"]),
    (RiskTag::Caching, 2, &["cache", "caching"]),
    (RiskTag::ObservabilityPrivacy, 2, &["telemetry", "metrics", "tracing", "logging"]),
];

/// Endings of names.
const ENDINGS: &[(RiskTag, u8, &[&str])] = &[
    (RiskTag::Security, 3, &[".pem", ".key", ".p12", ".pfx", ".keystore", ".env"]),
    (RiskTag::DataIntegrity, 2, &[".sql", ".ddl"]),
    (RiskTag::ApiContract, 2, &[".proto", ".graphql", ".thrift"]),
];

/// Manifests of dependencies.
const MANIFESTS: &[&str] = &[
    "Cargo.toml",
    "package.json",
    "go.mod",
    "pom.xml",
    "build.gradle",
    "build.gradle.kts",
    "Gemfile",
    "Pipfile",
    "pyproject.toml",
    "setup.py",
    "setup.cfg",
    "composer.json",
    "Package.swift",
    "pubspec.yaml",
    "mix.exs",
    "requirements.txt",
    "environment.yml",
    "Directory.Packages.props",
];

/// Files that instruct models, and folders of such files.
const INSTRUCTIONS: &[&str] =
    &["SKILL.md", "CLAUDE.md", "AGENTS.md", "GEMINI.md", ".cursorrules", ".windsurfrules", "copilot-instructions.md"];

/// What the path says: lens, points, the word.
pub(super) fn signals(path: &RepoPath, class: FileClass) -> Vec<(RiskTag, u8, String)> {
    let text = path.lossy();
    let name = text.rsplit('/').next().unwrap_or("");
    let mut found = Vec::new();
    if INSTRUCTIONS.contains(&name) || is_prompt(&text, name) {
        // Such a file is no documentation, whatever its ending.
        return vec![(RiskTag::AiInstructions, 3, name.to_owned())];
    }
    if class == FileClass::Docs {
        return vec![(RiskTag::DocsQuality, if is_procedural(name) { 3 } else { 1 }, name.to_owned())];
    }
    if MANIFESTS.contains(&name) || name.ends_with(".csproj") || name.ends_with(".gemspec") {
        found.push((RiskTag::DependencyRisk, 3, name.to_owned()));
    }
    if text.starts_with(".github/workflows/") || [".gitlab-ci.yml", "Jenkinsfile", "Dockerfile"].contains(&name) {
        found.push((RiskTag::Security, 2, name.to_owned()));
    }
    let words = words_of(&text);
    let of_word = |list: &[&str]| words.iter().find(|w| list.contains(&w.as_str())).cloned();
    found.extend(WORDS.iter().filter_map(|(lens, points, list)| Some((*lens, *points, of_word(list)?))));
    let lower = name.to_ascii_lowercase();
    let of_end = |list: &[&str]| list.iter().find(|e| lower.ends_with(**e)).map(|e| (*e).to_owned());
    found.extend(ENDINGS.iter().filter_map(|(lens, points, list)| Some((*lens, *points, of_end(list)?))));
    found
}

fn is_prompt(text: &str, name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    let folder = text.split('/').any(|part| part == "prompts" || part == "system-prompts");
    let written = [".md", ".txt", ".prompt", ".jinja", ".j2"].iter().any(|e| lower.ends_with(e));
    (folder && written) || lower.ends_with(".prompt") || (lower.contains("system_prompt") && written)
}

fn is_procedural(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    ["readme", "install", "upgrad", "migrat", "contributing", "runbook", "deploy", "setup", "guide", "howto", "how-to"]
        .iter()
        .any(|w| lower.contains(w))
}

/// Parts between separators and at capitals, in lower case.
fn words_of(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut small = false;
    for c in text.chars() {
        let parts = !c.is_ascii_alphanumeric();
        if parts || (c.is_ascii_uppercase() && small) {
            words.push(String::new());
        }
        small = c.is_ascii_lowercase();
        if let (false, Some(word)) = (parts, words.last_mut()) {
            word.push(c.to_ascii_lowercase());
        }
    }
    words.retain(|w| !w.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_give_the_tags_that_their_words_tell() {
        let first = |path: &str, class| signals(&RepoPath::new(path), class).first().map(|s| s.0);
        for (path, class, tag) in [
            ("src/auth/login.ts", FileClass::Source, Some(RiskTag::Security)),
            ("src/UserAuthFilter.java", FileClass::Source, Some(RiskTag::Security)),
            ("config/prod.pem", FileClass::Source, Some(RiskTag::Security)),
            ("db/migrations/001.sql", FileClass::Source, Some(RiskTag::DataIntegrity)),
            ("Cargo.toml", FileClass::Config, Some(RiskTag::DependencyRisk)),
            (".github/workflows/ci.yml", FileClass::Config, Some(RiskTag::Security)),
            ("skills/x/SKILL.md", FileClass::Docs, Some(RiskTag::AiInstructions)),
            ("CLAUDE.md", FileClass::Docs, Some(RiskTag::AiInstructions)),
            ("README.md", FileClass::Docs, Some(RiskTag::DocsQuality)),
            ("src/author.rs", FileClass::Source, None),
            ("src/tokenizer.rs", FileClass::Source, None),
        ] {
            assert_eq!(first(path, class), tag, "{path}");
        }
    }
}
