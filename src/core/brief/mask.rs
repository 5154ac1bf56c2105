//! Secrets in what is sent to an agent, by their shapes: masked before they leave the machine. More than is needed is
//! masked rather than less; findings about secrets are the checks' affair. Called by `mod`.

use std::{borrow::Cow, sync::LazyLock};

use regex::{Captures, Regex};

use crate::core::{checks::secret_spans, text::mask_secret};

/// Whole secrets with a shape of their own.
static SHAPES: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let shapes = [
        r"gh[pousr]_[A-Za-z0-9]{30,}",
        r"github_pat_[A-Za-z0-9_]{40,}",
        r"glpat-[A-Za-z0-9_-]{18,}",
        r"sk-[A-Za-z0-9_-]{20,}",
        r"(?:A3T|AKIA|ASIA|AGPA|AIDA|AROA)[A-Z0-9]{16}",
        r"xox[abeoprs]-[A-Za-z0-9-]{10,}",
        r"AIza[A-Za-z0-9_-]{35}",
        r"(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{16,}",
        r"npm_[A-Za-z0-9]{30,}",
        r"pypi-[A-Za-z0-9_-]{40,}",
        r"eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}",
        r"(?i:bearer)[ ]+[A-Za-z0-9._~+/-]{20,}",
        r"hooks\.slack\.com/services/[A-Za-z0-9/]{20,}",
    ];
    Regex::new(&shapes.join("|")).ok()
});

/// What stands in quotes of something that is named as a secret.
static NAMED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let name =
        r"(?i)(?:password|passwd|pwd|secret|api[_-]?key|access[_-]?key|auth[_-]?token|private[_-]?key|credential)";
    Regex::new(&format!(r#"({name}[A-Za-z0-9_\-]*["']?\s*[:=]>?\s*["'`])([^"'`\s]{{8,}})(["'`])"#)).ok()
});

/// What stands without quotes at the end of a line behind such a name: behind `=` anywhere, as in `.env` files and
/// shells, behind `: ` where the name begins the line, as in YAML, and behind `setx` alone.
static BARE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let word = r"(?i:password|passwd|pwd|secret|api[_-]?key|access[_-]?key|auth[_-]?token|private[_-]?key|credential)";
    let name = format!(r"[A-Za-z0-9_.\-]*{word}[A-Za-z0-9_.\-]*");
    let before = format!(r"[^\n]*?{name}=|[+\- ]?[ \t]*(?:-[ ]+)?{name}:[ ]+|[^\n]*?(?i:setx)[ ]+{name}[ ]+");
    Regex::new(&format!(r"(?m)^({before})([^\s\x22'`(){{}}\[\];,<>]{{8,}})([ \t\r]*)$")).ok()
});

/// A line of a key whose first line is not shown: of the length that PEM and OpenSSH write.
static BODY: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?m)^([+\- ]?)([A-Za-z0-9+/]{70}|[A-Za-z0-9+/]{64})(\r?)$").ok());

/// The user and password of an address.
static ADDRESS: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"([a-z][a-z0-9+.-]*://[^/\s:@]*:)([^/\s@]+)(@)").ok());

/// The lines of a private key.
static KEY: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(-----BEGIN [A-Z ]*PRIVATE KEY-----)([\s\S]*?)(-----END [A-Z ]*PRIVATE KEY-----|\z)").ok()
});

/// The text with every secret as its first letters and its length. Lines stay where they are.
pub fn masked(text: &str) -> String {
    let mut out = text.to_owned();
    if let Some(key) = KEY.as_ref() {
        let feeds = |c: &Captures<'_>| {
            let body = &c[2];
            let marks = body.lines().skip(1).map(|line| match line.as_bytes().first() {
                Some(mark @ (b'+' | b'-' | b' ')) => format!("{}\u{2026}", char::from(*mark)),
                _ => "\u{2026}".to_owned(),
            });
            format!("{}\n{}{}", &c[1], marks.collect::<Vec<_>>().join("\n"), &c[3])
        };
        out = key.replace_all(&out, feeds).into_owned();
    }
    for regex in [NAMED.as_ref(), ADDRESS.as_ref()].into_iter().flatten() {
        out = regex
            .replace_all(&out, |c: &Captures<'_>| format!("{}{}{}", &c[1], mask_secret(&c[2]), &c[3]))
            .into_owned();
    }
    if let Some(bare) = BARE.as_ref() {
        // A word alone is a type or a variable.
        let is_made = |text: &str| text.bytes().any(|b| b.is_ascii_digit()) && !text.contains("::");
        let feeds = |c: &Captures<'_>| match is_made(&c[2]) {
            true => format!("{}{}{}", &c[1], mask_secret(&c[2]), &c[3]),
            false => c[0].to_owned(),
        };
        out = bare.replace_all(&out, feeds).into_owned();
    }
    if let Some(body) = BODY.as_ref() {
        // A hash is of one case.
        let is_mixed = |text: &str| text.contains(char::is_uppercase) && text.contains(char::is_lowercase);
        let feeds = |c: &Captures<'_>| match is_mixed(&c[2]) {
            true => format!("{}{}{}", &c[1], mask_secret(&c[2]), &c[3]),
            false => c[0].to_owned(),
        };
        out = body.replace_all(&out, feeds).into_owned();
    }
    if let Some(shapes) = SHAPES.as_ref() {
        out = shapes.replace_all(&out, |c: &Captures<'_>| mask_secret(&c[0])).into_owned();
    }
    out.split_inclusive('\n').map(known).collect()
}

/// Looks at one line: the reviewer tells of a few secrets of a line only.
const PASSES: usize = 16;

/// A line without what the reviewer of secrets would tell of: one that it finds is never sent.
fn known(line: &str) -> Cow<'_, str> {
    let mut out = Cow::Borrowed(line);
    for _ in 0..PASSES {
        match without_known(&out) {
            Some(next) => out = Cow::Owned(next),
            None => break,
        }
    }
    out
}

/// The line without those that one look finds; `None` when it finds none that is not masked.
fn without_known(line: &str) -> Option<String> {
    let mark = usize::from(line.starts_with(['+', '-', ' ']));
    let content = line.get(mark..).unwrap_or_default();
    let mut spans = secret_spans(content.trim_end_matches(['\r', '\n']).as_bytes());
    spans.sort_by_key(|span| span.start);
    let mut out = line.get(..mark)?.to_owned();
    let mut from = 0;
    for span in spans {
        // A span may end inside of a character.
        let start = (0..=span.start).rev().find(|at| content.is_char_boundary(*at)).unwrap_or(0);
        let end = (span.end..content.len()).find(|at| content.is_char_boundary(*at)).unwrap_or(content.len());
        // What is masked already stays as it is.
        let secret = content.get(start..end).filter(|secret| !secret.contains('\u{2026}'));
        if let (Some(before), Some(secret)) = (content.get(from..start), secret) {
            out.push_str(before);
            out.push_str(&mask_secret(secret));
            from = end;
        }
    }
    out.push_str(content.get(from..)?);
    (from > 0).then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_masked_and_code_is_not() {
        let token = format!("ghp_{}", "a1B2".repeat(9));
        let out =
            masked(&format!("+let t = \"{token}\";\n+password = \"hunter2hunter2\"\n+url = \"pg://me:s3cret@db/x\"\n"));
        for secret in [token.as_str(), "hunter2hunter2", "s3cret"] {
            assert!(!out.contains(secret), "{out}");
        }
        assert_eq!(out.lines().count(), 3);
        let middle = format!(" {}\n+{}\n", "aB3/".repeat(16), "0a".repeat(32));
        assert!(!masked(&middle).contains("aB3/aB3/") && masked(&middle).contains(&"0a".repeat(32)));
        let files = masked(
            "+DB_PASSWORD=hunter2hunter2\n+ export API_KEY=abcd1234efgh\n+  password: s3cr3ts3cr3t\n+Authorization: Bearer abcdefghijklmnopqrstu\n",
        );
        for secret in ["hunter2hunter2", "abcd1234efgh", "s3cr3ts3cr3t", "abcdefghijklmnopqrstu"] {
            assert!(!files.contains(secret), "{files}");
        }
        for code in [
            "    password: String,",
            "  secret: core::v1::Secret",
            "+password=settings.password",
            "let password = read_password()?;",
            "fn sk_live() {}",
            "https://example.org/a:b@c",
            "token: &str",
        ] {
            assert_eq!(masked(code), code);
        }
        let key = "+-----BEGIN RSA PRIVATE KEY-----\n+MIIabc\n+def\n+-----END RSA PRIVATE KEY-----\n+x\n";
        let out = masked(key);
        assert!(!out.contains("MIIabc") && out.lines().count() == 5 && out.ends_with("+x\n"), "{out}");
    }
}
