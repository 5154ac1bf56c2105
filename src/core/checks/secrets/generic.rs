//! Values given to names like `password`, and credentials inside addresses: no shape, so entropy and many
//! refusals decide. Not here: recognisable tokens (`shapes`). Called by `scan`.

use crate::core::model::Severity;

use super::{
    allow::{is_placeholder, is_public_matter, is_uuid},
    entropy::{is_mixed, shannon},
};

/// Name, operator, quoted value. The name must end with the telling word.
pub(super) const QUOTED: &str = concat!(
    r#"(?i)(?P<n>[a-z0-9_.\-]*(?:password|passwd|passphrase|pwd|secret|token|credentials?|"#,
    r#"(?:api|access|auth|private|secret|encryption|signing|service|master|admin)[_-]?key|client[_-]?secret))"#,
    r#"["'\]]{0,2}\s*(?::\s*[&'a-z<>\[\]? ]{1,24}\s*)?(?:=>|:=|={1,3}|:)\s*(?:[bru]{1,2})?(?P<q>["'`])(?P<s>[^"'`\s]{8,256})["'`]"#
);

/// The same without quotes, alone on its line: environment files, YAML, properties.
pub(super) const BARE: &str = concat!(
    r#"(?i)^\s*(?:export\s+|-\s+|env\s+)?(?P<n>[a-z0-9_.\-]*(?:password|passwd|passphrase|pwd|secret|token|"#,
    r#"(?:api|access|auth|private|secret|encryption|signing|service|master|admin)[_-]?key|client[_-]?secret))"#,
    r#"\s*[:=]\s*(?P<s>[^\s"'`#,;]{8,256})\s*(?:#.*)?$"#
);

/// An address with user and password.
pub(super) const ADDRESS: &str = r#"(?i)\b(?P<n>[a-z][a-z0-9+.\-]{1,20})://(?P<u>[^\s:/@"'`<>{}$]{0,64}):(?P<s>[^\s/@"'`<>]{3,200})@(?P<h>[a-z0-9.\-\[]+)"#;

/// Names that end like secrets and hold something else.
const NAMES: &[&str] = &[
    "page_token",
    "pagetoken",
    "next_token",
    "nexttoken",
    "continuation_token",
    "cancellation_token",
    "csrf_token",
    "xsrf_token",
    "sort_key",
    "cache_key",
    "public_key",
    "token_type",
    "pad_token",
    "eos_token",
    "bos_token",
    "unk_token",
    "mask_token",
    "sep_token",
    "cls_token",
    "image_token",
    "stop_token",
    "special_token",
];

/// Severity and confidence of a value given to a name, or `None`. `gentle`: the file is a test or a document.
pub(super) fn judge_assignment(name: &str, value: &str, line: &[u8], gentle: bool) -> Option<(Severity, f64)> {
    let name = name.to_ascii_lowercase().replace('-', "_");
    if gentle || NAMES.iter().any(|n| name.ends_with(n)) || is_placeholder(value) || is_uuid(value) {
        return None;
    }
    if is_public_matter(line) || is_name_or_path(value) {
        return None;
    }
    let password = ["password", "passwd", "passphrase", "pwd"].iter().any(|w| name.ends_with(w));
    if is_random(value) {
        return Some((Severity::Critical, 0.8));
    }
    (password && is_chosen_password(value)).then_some((Severity::Major, 0.6))
}

/// Long and without pattern: hexadecimal and wider alphabets have their own floors, because sixteen hexadecimal
/// digits cannot hold more than four bits each.
fn is_random(value: &str) -> bool {
    let bytes = value.as_bytes();
    if bytes.len() < 16 {
        return false;
    }
    let hex = bytes.iter().all(|b| b.is_ascii_hexdigit());
    let single_case = !(bytes.iter().any(u8::is_ascii_uppercase) && bytes.iter().any(u8::is_ascii_lowercase));
    if hex {
        return single_case && bytes.len() >= 24 && shannon(bytes) >= 3.0 && is_mixed(bytes);
    }
    let alphabet = bytes.iter().all(|b| b.is_ascii_alphanumeric() || b"+/=_-.~!@#$%^&*".contains(b));
    alphabet && shannon(bytes) >= 3.5 && is_mixed(bytes) && !has_words(value)
}

/// A password as people choose one: short, but of at least three kinds of characters.
fn is_chosen_password(value: &str) -> bool {
    let bytes = value.as_bytes();
    let kinds: [fn(&u8) -> bool; 4] =
        [u8::is_ascii_uppercase, u8::is_ascii_lowercase, u8::is_ascii_digit, u8::is_ascii_punctuation];
    let some = kinds.iter().filter(|kind| bytes.iter().any(kind)).count();
    (8..=64).contains(&bytes.len()) && some >= 3 && bytes.iter().any(u8::is_ascii_digit) && !value.contains("::")
}

/// Whether a value is an identifier, a file or a phrase: parts that are words.
fn is_name_or_path(value: &str) -> bool {
    let plain = |part: &str| part.is_empty() || part.bytes().all(|b| b.is_ascii_alphabetic());
    value.starts_with(['/', '.', '~', '\\'])
        || value.split(['-', '_', '.', ':', '/', '+', ' ']).all(plain)
        || value
            .split(['.', '/'])
            .any(|part| ["json", "yaml", "yml", "txt", "pem", "html", "com", "org"].contains(&part))
        || value.contains("..")
}

/// Whether most of the value is made of runs of lower-case letters long enough to be words.
fn has_words(value: &str) -> bool {
    let in_words: usize = value.split(|c: char| !c.is_ascii_lowercase()).map(str::len).filter(|len| *len >= 5).sum();
    in_words * 2 > value.len()
}

/// Hosts that are the own machine, a container's neighbour or made up.
const NO_HOSTS: &[&str] =
    &["localhost", "0.0.0.0", "host", "db", "postgres", "mysql", "redis", "mongo", "rabbitmq", "proxy", "server"];

/// Parts of made-up hosts.
const MADE_UP: &[&str] = &["example", ".test", ".invalid", ".local"];

/// Beginnings of passwords that stand for one.
const WEAK: &[&str] =
    &["pass", "pwd", "pw", "secret", "token", "user", "root", "admin", "guest", "hunter2", "key", "abc", "123"];

/// Severity and confidence of credentials in an address, or `None`.
pub(super) fn judge_address(user: &str, password: &str, host: &str, gentle: bool) -> Option<(Severity, f64)> {
    let lower = password.to_ascii_lowercase();
    let same = lower == user.to_ascii_lowercase();
    let filled_in = password.contains(['{', '$', '%', '*', '(', '\\']) || is_placeholder(password);
    if gentle || is_no_host(host) || same || filled_in || WEAK.iter().any(|w| lower.starts_with(w)) {
        return None;
    }
    let strong = password.len() >= 12 && is_mixed(password.as_bytes());
    let varied = password.len() >= 6 && password.bytes().any(|b| b.is_ascii_digit());
    match (strong, varied) {
        (true, _) => Some((Severity::Critical, 0.85)),
        (_, true) => Some((Severity::Critical, 0.7)),
        _ => None,
    }
}

fn is_no_host(host: &str) -> bool {
    let host = host.to_ascii_lowercase();
    NO_HOSTS.contains(&host.as_str())
        || host.starts_with("127.")
        || host.starts_with('[')
        || MADE_UP.iter().any(|m| host.contains(m))
}
