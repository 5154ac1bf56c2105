//! What a tool's level and name say about a finding: severity, lens, class. Called by the readers of tools' formats.

use serde_json::json;

use super::draft::{Entry, first, titled};

/// Tools whose errors are more than advice: what they find is a secret, or does not compile.
const SECRETS: &[&str] = &["gitleaks", "trufflehog", "detect-secrets", "ggshield", "secretlint"];
const COMPILERS: &[&str] = &["tsc", "mypy", "pyright", "rustc", "cargo", "javac", "go vet", "typecheck"];
const SECURITY: &[&str] = &["bandit", "codeql", "gosec", "brakeman", "snyk", "semgrep", "zizmor"];
const DEPENDENCIES: &[&str] = &["audit", "trivy", "grype", "osv", "dependency", "deny"];

/// What is known of a finding besides its words.
#[derive(Debug)]
pub(super) struct About<'a> {
    /// The tool's name.
    pub tool: &'a str,
    /// Its rule.
    pub id: &'a str,
    pub tags: &'a [&'a str],
    /// Security score as CVSS, 0 to 10.
    pub score: Option<f64>,
}

impl About<'_> {
    fn is(&self, tools: &[&str]) -> bool {
        let name = self.tool.to_lowercase();
        tools.iter().any(|tool| name.contains(tool))
    }

    /// The security score where there is one (as CVSS), else the level.
    fn severity(&self, level: &str) -> &'static str {
        match (self.score, level) {
            (Some(9.0..), _) => "blocker",
            (Some(7.0..), _) => "critical",
            (Some(4.0..), _) => "major",
            (Some(_), _) => "minor",
            (None, "error") if self.is(SECRETS) || self.is(COMPILERS) => "critical",
            (None, "error") => "major",
            (None, "note" | "none" | "info") => "nitpick",
            (None, _) if self.is(SECRETS) => "critical",
            (None, _) => "minor",
        }
    }

    fn lens(&self) -> &'static str {
        let tagged = self.tags.iter().any(|tag| tag.eq_ignore_ascii_case("security")) || self.score.is_some();
        if self.is(DEPENDENCIES) {
            "dependency-risk"
        } else if tagged || self.is(SECRETS) || self.is(SECURITY) {
            "security"
        } else {
            "correctness"
        }
    }

    /// The class says what blocks: a secret, a type error, or the rule itself.
    fn class(&self) -> String {
        let id = if self.id.is_empty() { self.tool } else { self.id };
        let plain: String =
            id.chars().map(|c| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect();
        let kind = if self.is(SECRETS) {
            "secret-"
        } else if self.is(COMPILERS) {
            "type-error-"
        } else {
            ""
        };
        let parts: Vec<&str> = plain.split('-').filter(|part| !part.is_empty()).collect();
        format!("{kind}{}", parts.join("-"))
    }

    /// The entry of a message at a level; `more` explains the rule, and stands where the message has one line only.
    pub fn entry(&self, message: &str, level: &str, more: &str) -> Entry {
        let more = explanation(more);
        let (title, body) = titled(first([message, &more, self.id]));
        // What is the title already is not said twice.
        let body = if body.is_empty() && more != title { &more } else { body };
        let by = if self.id.is_empty() { self.tool.to_owned() } else { format!("{} ({})", self.tool, self.id) };
        let mut entry = Entry::default();
        entry.say("title", title);
        entry.say("body", body);
        for (name, value) in [
            ("severity", json!(self.severity(level))),
            ("issue_class", json!(self.class())),
            ("lens", json!(self.lens())),
            ("evidence", json!(format!("told by {by}"))),
            // What a tool computed is no guess (FACTS "Tier 0").
            ("confidence", json!(1.0)),
            ("actionability", json!("high")),
        ] {
            entry.fields.insert(name.to_owned(), value);
        }
        entry
    }
}

/// The longest explanation of a rule, in characters: some carry their whole manual.
const LONGEST: usize = 500;

/// The first paragraph of a rule's description, without headings and without what a compiler prints below every message.
fn explanation(text: &str) -> String {
    const NOISE: &[&str] = &["for further information visit ", "`-W ", "`-D ", "`#[", "to override `"];
    let is_noise = |line: &str| line.starts_with('#') || NOISE.iter().any(|start| line.starts_with(start));
    let lines = text.lines().map(str::trim).skip_while(|line| line.is_empty() || is_noise(line));
    let lines: Vec<&str> = lines.take_while(|line| !line.is_empty()).filter(|line| !is_noise(line)).collect();
    let whole = lines.join("\n");
    // The pattern of a message explains nothing.
    let is_pattern = whole.split('{').skip(1).any(|rest| {
        rest.split_once('}')
            .is_some_and(|(name, _)| !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_'))
    });
    if is_pattern {
        return String::new();
    }
    match whole.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", whole.get(..end).unwrap_or("")),
        None => whole,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_rules_manual_the_first_paragraph_is_taken() {
        assert_eq!(explanation("## What it does\nChecks\nnames.\n\n## Why\nBecause."), "Checks\nnames.");
        let clippy = "wide or not\nfor further information visit https://x\n`#[warn(clippy::x)]` on by default\n";
        assert_eq!(explanation(clippy), "wide or not");
        assert_eq!(explanation("for further information visit https://x\n`-W clippy::y` implied\n"), "");
        assert_eq!(explanation(&"ü".repeat(600)).chars().count(), 501);
        assert_eq!(explanation("`{name}` imported but unused"), "");
        assert_eq!(explanation("Use {} or { }"), "Use {} or { }");
        assert_eq!(explanation(""), "");
    }
}
