//! What looks like a secret and is none: placeholders, published examples, look-ups. Called by every rule.

/// Words by which people mark a value as made up, compared in lower case, anywhere in it.
const WORDS: &[&str] = &[
    "example",
    "changeme",
    "change-me",
    "change_me",
    "replace",
    "placeholder",
    "dummy",
    "sample",
    "fake",
    "mock",
    "redacted",
    "insert",
    "your-",
    "your_",
    "yourpass",
    "yoursecret",
    "yourtoken",
    "yourkey",
    "xxxx",
    "****",
    "....",
    "____",
    "----",
    "todo",
    "fixme",
    "foobar",
    "foo_bar",
    "deadbeef",
    "notreal",
    "not-a-real",
    "not_a_real",
    "invalid",
    "lorem",
    "abcdef",
    "1234567",
    "0123456",
    "987654",
    "aaaaaa",
    "qwerty",
    "testtest",
    "test_",
    "test-",
    "-test",
    "_test",
    "letmein",
    "sekret",
    "s3cr3t",
    "supersecret",
    "mysecret",
    "my-secret",
    "my_secret",
    "topsecret",
    "undefined",
    "default",
    "secret_key",
    "secret-key",
    "access_token",
    "password",
    "passw0rd",
    "temporary",
    "somesecret",
    "some-secret",
    "randomstring",
    "generate",
    "localhost",
    "docker",
    "demo",
];

/// Beginnings and ends of values that are filled in by a program.
const TEMPLATES: &[(&str, &str)] = &[
    ("<", ">"),
    ("{", "}"),
    ("[", "]"),
    ("%", "%"),
    ("$", ""),
    ("@", ""),
    ("#", ""),
    ("&", ""),
    ("(", ")"),
    ("%s", ""),
    ("%(", ""),
];

/// Parts of values that only templates, look-ups and code have.
const CODE: &[&str] = &[
    "${", "{{", "}}", "#{", "%{", "<%", "$(", "env.", "env[", "getenv", "environ", "process.", "::", "->", "()", "\\(",
    "os.", "vault:", "secret/", "secrets.", "ssm:", "arn:", "://", "{0}", "%s", "%d", "\\u", "&&", "||", ");", "==",
];

/// Values that documentation shows, whole or the part that tells them.
const PUBLISHED: &[&str] = &[
    "EXAMPLE",                                     // AWS's keys for documentation end or begin so
    "wJalrXUtnFEMI",                               // the secret beside AKIAIOSFODNN7EXAMPLE
    "4eC39HqLyjWDarjtT1zdp7dc",                    // Stripe's documentation
    "SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c", // the signature of jwt.io's first page
    "eyJzdWIiOiIxMjM0NTY3ODkwI",                   // its payload
    "T00000000/B00000000",                         // Slack's webhook
    "2YotnFZFEjr1zCsicMWpAA",                      // RFC 6749, access token
    "tGzv3JOkF0XG5Qx2TlKWIA",                      // RFC 6749, refresh token
    "XXXXXXXX",
];

/// Whether a token with a known shape is one that is published, or a pattern of the same characters.
pub(super) fn is_published(value: &str) -> bool {
    PUBLISHED.iter().any(|p| value.contains(p)) || is_monotonous(value.as_bytes())
}

/// Whether a value was made up, is filled in later, or is code.
pub(super) fn is_placeholder(value: &str) -> bool {
    let lower = value.to_ascii_lowercase();
    is_published(value)
        || WORDS.iter().any(|w| lower.contains(w))
        || CODE.iter().any(|c| value.contains(c))
        || TEMPLATES.iter().any(|(start, end)| value.starts_with(start) && value.ends_with(end))
}

/// Whether a text is one character or a counting row, for the most part.
fn is_monotonous(text: &[u8]) -> bool {
    let body = text.iter().rposition(|b| matches!(b, b'_' | b'-')).and_then(|at| text.get(at + 1..)).unwrap_or(text);
    let body = if body.len() >= 8 { body } else { text };
    let regular = body.windows(2).filter(|w| matches!(w, [a, b] if a == b || a.wrapping_add(1) == *b)).count();
    body.len() >= 4 && regular * 2 >= body.len()
}

/// Whether a value is a UUID: an identifier more often than a secret.
pub(super) fn is_uuid(value: &str) -> bool {
    let parts: Vec<&str> = value.split('-').collect();
    let sizes: Vec<usize> = parts.iter().map(|p| p.len()).collect();
    sizes == [8, 4, 4, 4, 12] && parts.concat().bytes().all(|b| b.is_ascii_hexdigit())
}

/// Whether a line speaks of checksums, public keys or the like, whose values are random and no secrets.
pub(super) fn is_public_matter(line: &[u8]) -> bool {
    const WORDS: &[&str] = &[
        "integrity",
        "checksum",
        "sha1",
        "sha224",
        "sha256",
        "sha384",
        "sha512",
        "sha-256",
        "sha3",
        "md5",
        "digest",
        "fingerprint",
        "etag",
        "public_key",
        "publickey",
        "public key",
        "public-key",
        "pubkey",
        "ssh-rsa",
        "ssh-ed25519",
        "commit",
        "revision",
        "nonce",
        "blake",
    ];
    let lower = line.get(..1000).unwrap_or(line).to_ascii_lowercase();
    WORDS.iter().any(|w| memchr::memmem::find(&lower, w.as_bytes()).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_known_and_random_text_is_not_one() {
        for value in ["changeme", "${DB_PASS}", "<your token>", "aaaaaaaaaaaaaaaa", "AKIAIOSFODNN7EXAMPLE", "{{ x }}"] {
            assert!(is_placeholder(value), "{value}");
        }
        for value in ["q7Rz0pLk2mWx9TbV", "Tr0ub4dor&3", "9f86d081884c7d65"] {
            assert!(!is_placeholder(value), "{value}");
        }
        assert!(is_uuid("123e4567-e89b-12d3-a456-426614174000") && !is_uuid("123e4567-e89b"));
    }
}
