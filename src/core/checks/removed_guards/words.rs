//! What the words of a check say: who may do it, whether input is good, or something that is no guard. Called by `mod`.

use super::super::nodes::parts;

/// Words of who may do what; `*` stands for any continuation.
const AUTH: &[&str] = &[
    "auth",
    "authn",
    "authz",
    "authenticat*",
    "authoriz*",
    "authoris*",
    "unauthor*",
    "unauthentic*",
    "permission*",
    "permitted",
    "forbidden",
    "role",
    "roles",
    "admin",
    "admins",
    "acl",
    "rbac",
    "csrf",
    "xsrf",
    "privilege*",
    "superuser",
    "staff",
    "denied",
];

/// What is switched on and off, or was only for the time being.
const SWITCHES: &[&str] = &[
    "version*",
    "py2",
    "py3",
    "six",
    "platform",
    "windows",
    "win32",
    "deprecat*",
    "legacy",
    "debug",
    "verbose",
    "dry",
    "experimental",
    "feature*",
    "warn*",
    "support*",
    "unsupported",
    "implemented",
    "notimplemented",
    "isinstance",
    "instanceof",
    "typeof",
    "callable",
    "hasattr",
    "compat*",
    "installed",
    "importlib",
    "removed",
    "todo",
    "env",
];

/// Whether a text speaks of who may do what.
pub(super) fn is_auth(text: &str) -> bool {
    has(text, AUTH)
}

/// Whether a text speaks of a switch, a version, a type: what goes when it is no longer needed.
pub(super) fn is_switch(text: &str) -> bool {
    has(text, SWITCHES) || identifiers(text).any(is_release)
}

/// Whether a name stands for the release of something that is used: `_numpy_120`, `PANDAS_GT_110`.
fn is_release(name: &str) -> bool {
    let Some((head, digits)) = name.rsplit_once('_') else { return false };
    let compares = ["_GT", "_GE", "_LT", "_LE"].iter().any(|word| head.to_ascii_uppercase().ends_with(word));
    (compares || (name.starts_with('_') && head.len() > 1))
        && digits.len() > 1
        && digits.bytes().all(|b| b.is_ascii_digit())
}

/// Whether an identifier in a text has one of these parts.
pub(super) fn has(text: &str, list: &[&str]) -> bool {
    parts(text).iter().any(|part| {
        list.iter().any(|known| match known.strip_suffix('*') {
            Some(start) => part.starts_with(start),
            None => part == known,
        })
    })
}

/// Names that say nothing about what is checked.
const USUAL: &[&str] = &[
    "self",
    "this",
    "len",
    "not",
    "and",
    "or",
    "is",
    "in",
    "if",
    "None",
    "null",
    "nil",
    "undefined",
    "true",
    "false",
    "True",
    "False",
    "length",
    "size",
    "typeof",
    "instanceof",
    "let",
    "Some",
    "Ok",
    "Err",
    "await",
    "new",
    "is_none",
    "is_some",
    "is_empty",
    "as",
    "err",
    "e",
    "Number",
    "String",
    "Array",
    "Object",
    "isArray",
];

/// The names in a condition that stand for what is checked.
pub(super) fn names(condition: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for name in identifiers(condition) {
        let telling = !USUAL.contains(&name) && !found.iter().any(|known| known == name);
        if telling {
            found.push(name.to_owned());
        }
    }
    found
}

/// Identifiers of a text outside of quotes.
fn identifiers(text: &str) -> impl Iterator<Item = &str> {
    let quoted = |text: &'static [char]| move |c: char| text.contains(&c);
    let outside = text.split(quoted(&['"', '\'', '`'])).step_by(2);
    outside
        .flat_map(|part| part.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$')))
        .filter(|word| word.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '$'))
}

/// Whether a line holds one of these names as a word.
pub(super) fn mentions(line: &[u8], names: &[String]) -> bool {
    let text = String::from_utf8_lossy(line);
    let mut words = text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$'));
    words.any(|word| names.iter().any(|name| name == word))
}

/// Whether a line looks at something, or deals with what is wrong: it may stand in the place of what went.
pub(super) fn checks_something(line: &[u8]) -> bool {
    const WORDS: &[&str] = &[
        "valid*",
        "check*",
        "assert*",
        "ensure*",
        "require*",
        "raise",
        "throw",
        "throws",
        "panic",
        "verify*",
        "invalid*",
        "error*",
        "err",
        "bail",
        "unwrap*",
        "sanitiz*",
        "expect",
        "invariant",
        "guard*",
        "parse*",
    ];
    let text = String::from_utf8_lossy(line);
    text.contains("?.") || text.contains("??") || text.trim_start().starts_with("if") || has(&text, WORDS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_tell_what_a_check_is_about() {
        assert!(is_auth("!user.isAdmin") && is_auth("check_permissions") && !is_auth("author.name"));
        assert!(is_switch("sys.version_info < (3, 8)") && !is_switch("len(data) > limit"));
        assert!(is_switch("not _numpy_120 and like is not None") && is_switch("PANDAS_GT_110"));
        assert!(!is_switch("code == HTTP_403") && !is_switch("_1 > 20") && !is_switch("_limit > 10"));
        assert_eq!(names("len(data) > self.max_size and data != 'auth'"), ["data", "max_size"]);
        assert!(mentions(b"x = load(data)", &["data".to_owned()]));
        assert!(!mentions(b"x = load(metadata)", &["data".to_owned()]));
        assert!(checks_something(b"  validate(x)") && !checks_something(b"  x = 1"));
    }
}
