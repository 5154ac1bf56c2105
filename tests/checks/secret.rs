//! Secrets: what is flagged, what must not be, and that no value is ever shown.
//! Values are written with dots between their parts, so that no scanner mistakes this file for a leak.

use prr::core::{
    brief,
    model::{Candidate, Severity},
};

use super::build::{check, diff, section};

/// A value without the dots: `ghp_·Ab` is `ghp_Ab`.
fn clear(text: &str) -> String {
    text.replace('·', "")
}

/// The lines of a case, added.
pub fn body(text: &str) -> String {
    clear(text).lines().map(|l| format!("+{l}\n")).collect()
}

/// Rule, a value that it must find, with the context that it needs (`{}` is the value).
const SHAPES: &[(&str, &str, &str)] = &[
    ("aws-access-key-id", "AKIA·Q3EGRZ7LK2MWX4TB", "{}"),
    ("aws-secret-access-key", "Kz9nf·Qtytdhq4IdCvSI8GOczALa0N2TANopNIa6S", "aws_secret_access_key = \"{}\""),
    ("github-token", "ghp_·zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq17", "{}"),
    (
        "github-fine-grained-token",
        "github_pat_·FbY8NwcUeb4c0wrUGZECjU_YrZUPet9Ee9txXOl0gn4Amzb2Jn1qtHUckwuOjowRPkpaSzx8uN628VDGzh",
        "{}",
    ),
    ("gitlab-token", "glpat-·q7Rz0pLk2mWx9TbVd4Ns", "{}"),
    ("slack-token", "xoxb-·2837465920-Qw3eR5tY7uI9oP1aS2dF4gH6", "{}"),
    ("slack-webhook", "https://hooks.slack.com/services/·T02F8KQ1Z/B03G7LM2X/q7Rz0pLk2mWx9TbVd4NsAa3S", "{}"),
    ("stripe-live-key", "sk_live_·q7Rz0pLk2mWx9TbVd4NsAa3S", "{}"),
    ("stripe-test-key", "sk_test_·q7Rz0pLk2mWx9TbVd4NsAa3S", "{}"),
    ("google-api-key", "AIza·tyZrJ0wIajuJsmWCQRcIRSAEJGqp252TeHX", "{}"),
    ("npm-token", "npm_·Eeeby3abP3E2Zs8IQ9Y7aJZqhB6bae2dTjzx", "{}"),
    ("pypi-token", "pypi-·AgEIcHlwaS5vcmcYfUiL9hC4QwCeeSHBMRlbKeZCvK6r3jEHmbdtF7LxBIT12Mi5vzzIlhzK1KI", "{}"),
    ("anthropic-key", "sk-ant-·api03-q7Rz0pLk2mWx9TbVd4NsAa3Se0YcHj1Gf5Ds8Kd0Zp3Lq7Rw2Tx9Vb", "{}"),
    ("openai-key", "sk-proj-·q7Rz0pLk2mWx9TbVd4NsAa3Se0YcHj1Gf5Ds8Kd0Zp3L", "{}"),
    ("sendgrid-key", "SG.·FJ6kPU9541PZwIpm3EXYNH.nBq6GDyx1rfpGpHCAJIetkzssuN5scLgOWFBFUH5yxq", "{}"),
    ("digitalocean-token", "dop_v1_·3f9c07a1e5b8d24c6019f7ab83de52c43f9c07a1e5b8d24c6019f7ab83de52c4", "{}"),
    ("huggingface-token", "hf_·qRzpLkmWxTbVdNsAaSeYcHjGfDsKdZpLqR", "{}"),
    ("shopify-token", "shpat_·3f9c07a1e5b8d24c6019f7ab83de52c4", "{}"),
    ("docker-token", "dckr_pat_·q7Rz0pLk2mWx9TbVd4NsAa3Se0Y", "{}"),
    ("google-oauth-secret", "GOCSPX-·q7Rz0pLk2mWx9TbVd4NsAa3Se0Yc", "{}"),
    ("age-secret-key", "AGE-SECRET-KEY-1·QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7LQPZRY9X8GF2TVDW0S3JN54KHCE", "{}"),
    ("linear-key", "lin_api_·q7Rz0pLk2mWx9TbVd4NsAa3Se0YcHj1Gf5Ds8Kd0", "{}"),
    ("crates-token", "cio·q7Rz0pLk2mWx9TbVd4NsAa3Se0YcHj1G", "cargo login {}"),
    (
        "azure-account-key",
        "q7Rz0pLk2mWx9TbVd4NsAa3Se0YcHj1Gf5Ds8Kd0Zp3·Lq7Rw2Tx9VbQw3eR5tY7uI9oP1aS2dF4gH6jK8lZ0xC==",
        "AccountName=acme;AccountKey={};EndpointSuffix=x",
    ),
    ("telegram-token", "1928374650:AA·q7Rz0pLk2mWx9TbVd4NsAa3Se0YcHj1Gf", "bot_url {}"),
    ("twilio-key", "SK·3f9c07a1e5b8d24c6019f7ab83de52c4", "twilio_key: {}"),
    (
        "jwt",
        "eyJhbGciOiJIUzI1NiJ9·.eyJ1aWQiOjc3MTIsImV4cCI6MTkxMn0.q7Rz0pLk2mWx9TbVd4NsAa3Se0YcHj1Gf5Ds8Kd0",
        "token = \"{}\"",
    ),
    ("assigned-secret", "q7Rz0·pLk2mWx9TbVd4Ns", "api_key = \"{}\""),
    ("address-password", "q7Rz0·pLk2mWx9TbV", "postgres://app:{}@db7.acme-corp.net:5432/app"),
];

/// Four files in which a value stands.
fn places(line: &str) -> [(&'static str, String); 4] {
    [
        (
            "src/client.rs",
            format!(" fn a() {{\n+    let x = r#\"{line}\"#;\n }}\n").replace("r#\"", "").replace("\"#", ""),
        ),
        ("config/app.yml", format!(" a: 1\n+# {line}\n+{line}\n")),
        ("A deploy.sh", format!("+#!/bin/sh\n+export X; {line}\n")),
        ("src/x.js", format!("-old();\n+run(); {line};\r\n")),
    ]
}

fn texts(candidate: &Candidate) -> String {
    let c = &candidate.claim;
    [&c.title, &c.summary, &c.evidence, &c.why_now, &c.invariant, &c.sink, c.suggested_fix.as_ref().unwrap()]
        .map(String::as_str)
        .join("\n")
}

#[test]
fn each_known_shape_is_found_in_any_file_and_never_shown() {
    for (rule, value, context) in SHAPES {
        let value = clear(value);
        for (path, body) in places(&context.replace("{}", &value)) {
            let found = check("secrets", &diff(path, &body));
            assert!(found.iter().any(|c| c.claim.sink.starts_with(rule)), "{rule} in {path}:\n{body}\n{found:#?}");
            for candidate in &found {
                let tail: String = value.chars().skip(value.chars().count() / 2).collect();
                assert!(!texts(candidate).contains(&tail), "{rule} shows its value: {candidate:#?}");
                assert_eq!(candidate.claim.issue_class, "hardcoded-secret");
            }
        }
    }
}

#[test]
fn what_the_reviewer_knows_to_be_a_secret_is_never_sent_to_an_agent() {
    for (rule, value, context) in SHAPES {
        let value = clear(value);
        let shown: String = value.chars().skip(value.chars().count() / 2).collect();
        for (path, body) in places(&context.replace("{}", &value)) {
            let sent = brief::masked(&body);
            assert!(!sent.contains(&shown), "{rule} in {path}:\n{sent}");
            assert_eq!(sent.lines().count(), body.lines().count(), "lines stay where they are");
            assert_eq!(brief::masked(&sent), sent, "what is masked stays as it is");
        }
    }
}

#[test]
fn many_secrets_on_one_line_are_never_sent() {
    let value = |n: u32| format!("q7Rz0pLk2mWx9TbVd4N{n}s");
    let many: String = (10..40).map(|n| format!("token = \"{}\", ", value(n))).collect();
    let sent = brief::masked(&format!("+{many}\n"));
    assert!((10..40).all(|n| !sent.contains(&value(n))), "{sent}");
}

#[test]
fn a_secret_behind_a_word_of_any_shell_is_never_sent() {
    let value = "q7Rz0pLk2mWx9TbVd4Ns";
    for word in ["set ", "setx ", "export ", "ENV ", "ARG ", "declare -x ", "local ", "$env:", "-e ", "  - ", ""] {
        for name in ["DB_PASSWORD", "AWS_SECRET_ACCESS_KEY", "api_key", "client-secret"] {
            for mark in ["+", "-", " ", ""] {
                let line = format!("{mark}{word}{name}={value}\n");
                assert!(!brief::masked(&line).contains(value), "{line}");
                let line = format!("{mark}{word}setx {name} {value}\n");
                assert!(!brief::masked(&line).contains(value), "{line}");
            }
        }
    }
}

/// Changes of a value after which it is no secret any more.
fn spoiled(value: &str) -> [String; 4] {
    let head: String = value.chars().take(8).collect();
    let length = value.chars().count();
    [
        value.chars().take(length.min(11)).collect(),
        format!("{head}{}", "x".repeat(length - 8)),
        value.chars().take(length / 3).chain("-EXAMPLE-your-changeme".chars()).collect(),
        format!("${{{}}}", value.chars().filter(char::is_ascii_alphabetic).take(12).collect::<String>()),
    ]
}

#[test]
fn no_known_shape_is_found_in_what_only_resembles_it() {
    for (rule, value, context) in SHAPES {
        // A shorter password is one all the same.
        let first = usize::from(*rule == "address-password");
        for near in spoiled(&clear(value)).into_iter().skip(first) {
            let line = context.replace("{}", &near);
            let found = check("secrets", &diff("src/client.rs", &format!("+{line}\n")));
            assert!(found.iter().all(|c| !c.claim.sink.starts_with(rule)), "{rule}: {line}\n{found:#?}");
        }
    }
}

const KEY: &str = "MIIEowIBAAKCAQEAx7q9Zr0pLk2mWx9TbVd4NsAa3Se0YcHj1Gf5Ds8Kd0Zp3Lq7";

/// Path, added lines, findings expected; for private keys, assignments and addresses.
pub fn cases() -> Vec<(&'static str, String, usize)> {
    let pem = |kind: &str| format!("-----BEGIN {kind}·PRIVATE KEY-----");
    let (rsa, ssh) = (pem("RSA "), pem("OPENSSH "));
    vec![
        // private keys: with material only
        ("deploy/id_rsa", format!("{rsa}\n{KEY}\n{KEY}"), 1),
        ("src/a.py", format!("KEY = \"\"\"{ssh}\n{KEY}\n\"\"\""), 1),
        ("src/a.go", format!("var k = \"{rsa}\\n{KEY}\\n\""), 1),
        ("src/a.java", format!("String k = \"{rsa}\" +\n    \"{KEY}\\n\" +"), 1),
        ("key.pem", format!("{rsa}\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0A1B\n\n{KEY}"), 1),
        ("src/scan.rs", format!("if text.contains(\"{rsa}\") {{\n    return Kind::Key;"), 0),
        ("src/scan.py", format!("HEADERS = [\n  \"{rsa}\",\n  \"{ssh}\",\n]"), 0),
        ("src/b.py", format!("PEM = \"{rsa}\\n\" + body + \"\\n\""), 0),
        ("tests/fixtures/server.key", format!("{rsa}\n{KEY}"), 0),
        ("cert.pem", format!("-----BEGIN CERTIFICATE-----\n{KEY}"), 0),
        ("pub.pem", format!("-----BEGIN PUBLIC KEY-----\n{KEY}"), 0),
        // assignments
        ("src/db.py", "DB_PASSWORD = 'q7Rz0·pLk2mWx9TbV'".into(), 1),
        ("src/a.ts", "const clientSecret: string = \"9f86d081884c7d65·9a2feaa0c55ad015\";".into(), 1),
        ("app.json", "\"apiKey\": \"q7Rz0pLk2mWx·9TbVd4NsAa3S\",".into(), 1),
        (".env", "SESSION_SECRET=q7Rz0pLk2mWx·9TbVd4NsAa3S".into(), 1),
        ("app.yml", "  password: Tr0ub4dor·&3x".into(), 1),
        ("src/A.java", "String password = \"Sommer·2024!\";".into(), 1),
        ("src/db.py", "DB_PASSWORD = os.environ['DB_PASSWORD']".into(), 0),
        ("src/db.py", "password = get_password(user, 'prompt')".into(), 0),
        ("src/a.ts", "const token = \"access_token_expired_v2\";".into(), 0),
        ("src/a.ts", "const TOKEN = `${user.id}-${now}-q7Rz0pLk2`;".into(), 0),
        ("src/a.rs", "let secret = \"correct horse battery staple\";".into(), 0),
        ("src/a.rs", "let password = \"hunter2\";".into(), 0),
        ("src/a.rs", "next_page_token: \"q7Rz0pLk2mWx9TbVd4Ns\",".into(), 0),
        ("src/a.rs", "let token = \"123e4567-e89b-12d3-a456-426614174000\";".into(), 0),
        ("src/a.js", "password: 'forms.login.password2.label1',".into(), 0),
        ("Cargo.lock", "token = \"q7Rz0pLk2mWx9TbVd4NsAa3S\"".into(), 0),
        ("package-lock.json", "\"integrity\": \"sha512-q7Rz0pLk2mWx9TbVd4NsAa3Sq7Rz0pLk2mWx9TbVd4NsAa3S==\"".into(), 0),
        ("tests/login_test.py", "password = 'q7Rz0pLk2mWx9TbV'".into(), 0),
        ("README.md", "api_key = \"q7Rz0pLk2mWx9TbVd4Ns\"".into(), 0),
        (".env.example", "SECRET=q7Rz0pLk2mWx9TbVd4NsAa3S".into(), 0),
        ("app.yml", "  secret: ${{ secrets.DEPLOY_KEY }}".into(), 0),
        ("app.yml", "  token: !vault q7Rz0pLk2mWx9TbV".into(), 0),
        ("src/a.py", "password_sha256 = \"9f86d081884c7d659a2feaa0c55ad015\"".into(), 0),
        ("src/a.py", "PASSWORD = 'abcdefghijklmnop12'".into(), 0),
        ("src/a.py", "SECRET = '<put your secret here>'".into(), 0),
        (
            "src/a.py",
            "def f():\n    \"\"\"Answer::\n\n    {\"access_token\":\"q7Rz0pLk2mWx9TbVd4Ns\"}\n    \"\"\"".into(),
            0,
        ),
        ("src/a.py", "\"access_token\":\"2YotnFZFEjr1zCsicMWpAA\"".into(), 0),
        // addresses
        ("src/a.py", "URL = 'mysql://root:Xk9·vQ2pLm@prod.acme.io/x'".into(), 1),
        ("a.yml", "amqps://svc:q7Rz0·pLk2mWx9@mq.acme.io".into(), 1),
        ("src/a.py", "URL = 'mysql://root:Xk9vQ2pLm@localhost/x'".into(), 0),
        ("src/a.py", "URL = 'mysql://root:root@prod.acme.io/x'".into(), 0),
        ("src/a.py", "URL = f'mysql://{user}:{password}@{host}/x'".into(), 0),
        ("src/a.py", "URL = 'https://user:password1@example.com'".into(), 0),
        ("src/a.py", "see https://acme.io:8443/path@v2".into(), 0),
    ]
}

#[test]
fn secrets_are_flagged_and_look_alikes_are_not() {
    for (path, lines, expected) in cases() {
        let body = body(&lines);
        let found = check("secrets", &diff(path, &body));
        assert_eq!(found.len(), expected, "{path}:\n{body}\n{found:#?}");
    }
}

#[test]
fn a_token_without_its_checksum_weighs_less_and_in_tests_nothing() {
    let real = clear("ghp_·zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq17");
    let altered = real.replace("zQWB", "zQWC");
    let severity = |path: &str, token: &str| {
        check("secrets", &diff(path, &format!("+t(\"{token}\")\n"))).first().map(|c| c.weight.severity)
    };
    assert_eq!(severity("src/a.rs", &real), Some(Severity::Blocker));
    assert_eq!(severity("tests/a.rs", &real), Some(Severity::Blocker));
    assert_eq!(severity("src/a.rs", &altered), Some(Severity::Major));
    assert_eq!(severity("tests/a.rs", &altered), None);
}

#[test]
fn a_secret_that_only_moved_is_not_brought_in_by_the_change() {
    let line = clear("KEY = \"sk_live_·q7Rz0pLk2mWx9TbVd4NsAa3S\"\n");
    let moved = section("src/a.py", &format!("-{line}")) + &section("src/b.py", &format!("+{line}"));
    assert!(check("secrets", &prr::core::diff::parse(moved.into_bytes())).is_empty());
    let key = clear(&format!("-----BEGIN ·PRIVATE KEY-----\n{KEY}\n"));
    let signed = |sign: &str| key.lines().map(|l| format!("{sign}{l}\n")).collect::<String>();
    let moved = section("a.pem", &signed("-")) + &section("b.pem", &signed("+"));
    assert!(check("secrets", &prr::core::diff::parse(moved.into_bytes())).is_empty());
    assert!(check("secrets", &diff("src/a.py", &format!("-{line}"))).is_empty());
    assert!(check("secrets", &diff("src/a.py", &format!(" {line}"))).is_empty());
    let rotated = format!("-{line}+{}", line.replace("q7R", "Wk4"));
    assert_eq!(check("secrets", &diff("src/a.py", &rotated)).len(), 1);
}

#[test]
fn a_file_of_keys_whose_key_is_renewed_leaks_nothing_that_it_did_not_before() {
    let key = clear(&format!("-----BEGIN ·PRIVATE KEY-----\n{KEY}\n"));
    let signed = |sign: &str, text: &str| text.lines().map(|l| format!("{sign}{l}\n")).collect::<String>();
    let old = key.replace("PRIVATE", "RSA PRIVATE").replace(KEY, &KEY.chars().rev().collect::<String>());
    let renewed = signed("-", &old) + &signed("+", &key);
    assert!(check("secrets", &diff("certs/server.pem", &renewed)).is_empty());
    let instead_of_words = format!("-none yet\n{}", signed("+", &key));
    assert_eq!(check("secrets", &diff("certs/server.pem", &instead_of_words)).len(), 1);
}

#[test]
fn the_same_value_twice_in_a_file_is_one_finding_with_both_lines() {
    let line = clear("+KEY = \"sk_live_·q7Rz0pLk2mWx9TbVd4NsAa3S\"\n");
    let found = check("secrets", &diff("src/a.py", &format!("{line}+x\n{line}")));
    assert_eq!(found.len(), 1);
    assert!(found[0].claim.evidence.contains("line 12"), "{}", found[0].claim.evidence);
}

#[test]
fn two_secrets_on_one_line_are_both_masked_in_both_findings() {
    let (one, two) = (clear("sk_live_·q7Rz0pLk2mWx9TbVd4NsAa3S"), clear("glpat-·Wk4z0pLk2mWx9TbVd4Nt"));
    let found = check("secrets", &diff("src/a.py", &format!("+x(\"{one}\", \"{two}\")\n")));
    assert_eq!(found.len(), 2);
    for candidate in &found {
        assert!(!texts(candidate).contains(&one[8..]) && !texts(candidate).contains(&two[8..]));
    }
}
