//! Passwords hashed by MD5 or SHA-1. Not here: these hashes for other ends. Called through `CHECKS`.

use crate::core::{
    change::syntax::{Grammar, Node},
    model::{BlastRadius, Lens, Severity},
    text::one_line,
};

use super::{
    Check, Look,
    introduced::{Hit, Page, Says, Search},
    nodes::{call, is_literal, is_rust_test, name_of, parts, positional},
};

pub(super) const CHECK: Check = Check {
    id: "weak-password-hash",
    lens: Lens::Security,
    title: "passwords under a fast, broken hash",
    about: "MD5 and SHA-1 are made to be fast: whoever gets the table tries billions of passwords a second and reads \
            most of them within hours.",
    never: &[
        "these hashes of anything but passwords",
        "names that only speak of passwords (paths, ids, reset links)",
        "protocols that prescribe the hash, and look-ups of leaked passwords",
        "slow hashes that use one of these inside",
    ],
    look: Look::Syntax(&SEARCH),
};

static SEARCH: Search = Search {
    grammars: &[Grammar::Rust, Grammar::Python, Grammar::JavaScript, Grammar::TypeScript, Grammar::Tsx],
    needles: r"(?i:passw|passphrase|pwd|md5|sha1|sha-1|createHash)",
    also: "",
    everywhere: false,
    not_in: &[],
    look,
};

fn look(page: &Page<'_>, hits: &mut Vec<Hit>) {
    page.parsed.walk(|node, above| {
        let Some((hash, input)) = hashed(page, node) else { return };
        let Some(word) = password(page, input) else { return };
        let test = page.parsed.grammar == Grammar::Rust && is_rust_test(page, above);
        let named = above.iter().any(|n| prescribes(name_of(page, *n).as_bytes()));
        let section = prescribes(page.section) || prescribes(page.path) || prescribes(page.text(node));
        if !test && !named && !section {
            hits.extend(page.hit(node, node, format!("{hash} of {word}"), says(hash, &word)));
        }
    });
}

fn says(hash: &str, word: &str) -> Says {
    Says {
        issue_class: "weak-password-hash",
        title: format!("Password hashed by {hash}"),
        summary: format!(
            "`{word}` goes through {hash}, which is fast and has no salt of its own: hashes that leak are turned back \
             into passwords within hours."
        ),
        fix:
            "Use a password hash (Argon2id, scrypt or bcrypt) with its own salt and cost; hash anew at the next login."
                .to_owned(),
        invariant: "passwords are kept under a slow, salted hash",
        severity: Severity::Critical,
        confidence: 0.85,
        blast_radius: BlastRadius::Service,
    }
}

/// Which weak hash a call computes, and of what.
fn hashed<'t>(page: &Page<'_>, node: Node<'t>) -> Option<(&'static str, Node<'t>)> {
    let found = call(page, node)?;
    let args = positional(&found.args);
    let first = args.first().copied()?;
    let path = found.path.to_ascii_lowercase();
    match page.parsed.grammar {
        Grammar::Python => match path.as_str() {
            "hashlib.new" => Some((named_hash(page, first)?, args.get(1).copied()?)),
            _ => Some((direct(&path, &["hashlib.md5", "md5"], &["hashlib.sha1", "sha1"])?, first)),
        },
        Grammar::Rust => {
            let md5 = ["md5::compute", "md5::digest", "md5::md5::digest"];
            Some((direct(&path, &md5, &["sha1::digest", "sha1::sha1::digest"])?, first))
        }
        _ if found.name == "update" => {
            // createHash('md5').update(password)
            let made = found.on.and_then(|on| call(page, on)).filter(|c| c.name == "createHash")?;
            Some((named_hash(page, *made.args.first()?)?, first))
        }
        _ => Some((direct(&path, &["md5", "cryptojs.md5"], &["sha1", "cryptojs.sha1"])?, first)),
    }
}

fn direct(path: &str, md5: &[&str], sha1: &[&str]) -> Option<&'static str> {
    match () {
        () if md5.contains(&path) => Some("MD5"),
        () if sha1.contains(&path) => Some("SHA-1"),
        () => None,
    }
}

fn named_hash(page: &Page<'_>, node: Node<'_>) -> Option<&'static str> {
    let name = page.words(node).to_ascii_lowercase();
    match name.trim_matches(['"', '\'', '`']) {
        "md5" => Some("MD5"),
        "sha1" | "sha-1" => Some("SHA-1"),
        _ => None,
    }
}

const WORDS: &[&str] = &["password", "passwd", "passphrase", "pwd", "pass"];
/// What such a name may be about besides the password itself.
const OTHER: &[&str] = &[
    "file", "path", "url", "id", "key", "hint", "field", "name", "reset", "token", "policy", "length", "link", "dir",
    "prompt", "manager", "hash", "digest", "email", "cache", "template", "version", "schema", "config", "working",
];

/// The identifier of a password in what is hashed.
fn password(page: &Page<'_>, input: Node<'_>) -> Option<String> {
    if is_literal(input) {
        return None;
    }
    let text = page.words(input);
    let names = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|n| !n.is_empty());
    let is_password = |name: &str| {
        let parts = parts(name);
        // `pass` alone means many things; with a person before it, it means one.
        let word = parts.iter().any(|p| WORDS.contains(&p.as_str())) && parts != ["pass"];
        word && !parts.iter().any(|p| OTHER.contains(&p.as_str()))
    };
    names.into_iter().find(|name| is_password(name)).map(|name| one_line(name, 60))
}

/// Protocols that know no other hash, and services that ask for it.
fn prescribes(text: &[u8]) -> bool {
    let text = text.to_ascii_lowercase();
    let words: &[&[u8]] = &[
        b"realm",
        b"nonce",
        b"digest_auth",
        b"digestauth",
        b"httpdigest",
        b"ntlm",
        b"scram",
        b"mysql",
        b"postgres",
        b"apop",
        b"cram",
        b"radius",
        b"wpa",
        b"pbkdf2",
        b"hmac",
        b"pwned",
        b"hibp",
        b"breach",
        b"gravatar",
        b"legacy",
        b"native_password",
        b"md5_crypt",
        b"htpasswd",
        b"pgsql",
        b"psycopg",
        b"asyncpg",
        b"challenge",
    ];
    words.iter().any(|w| memchr::memmem::find(&text, w).is_some())
}
