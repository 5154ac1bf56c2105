//! Secrets that their issuers made recognisable: one row a shape. Not here: assignments of unknown values
//! (`generic`). Called by `scan`.

use crate::core::model::Severity;

use super::{
    allow::is_published,
    entropy::{has_checksum, shannon},
};

/// What speaks for a match beyond its pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Proof {
    /// The pattern alone is enough.
    Shape,
    /// The last six characters are a checksum. Without it the value was altered or made up.
    Checksum,
    /// One of the words stands on the line, compared in lower case.
    Near(&'static [&'static str]),
    /// Only live with key material behind it, possibly on the next lines.
    KeyMaterial,
}

/// A recognisable kind of secret.
#[derive(Debug)]
pub(super) struct Shape {
    /// Stable id, part of the fingerprint.
    pub id: &'static str,
    /// In words, with article.
    pub name: &'static str,
    /// The secret is the group `s`. Bytes, no Unicode classes.
    pub pattern: &'static str,
    pub proof: Proof,
    pub severity: Severity,
    pub confidence: f64,
    /// Whether tests and documents may show such a value without harm.
    pub harmless_in_tests: bool,
}

const fn shape(id: &'static str, name: &'static str, pattern: &'static str, confidence: f64) -> Shape {
    Shape { id, name, pattern, proof: Proof::Shape, severity: Severity::Blocker, confidence, harmless_in_tests: false }
}

/// Formats as their issuers document them.
pub(super) static SHAPES: &[Shape] = &[
    Shape {
        severity: Severity::Critical,
        ..shape("aws-access-key-id", "an AWS access key id", r"(?P<s>\b(?:AKIA|ASIA)[A-Z2-7]{16}\b)", 0.9)
    },
    Shape {
        proof: Proof::Near(&["aws", "secret"]),
        ..shape(
            "aws-secret-access-key",
            "an AWS secret access key",
            r#"(?i:secret.{0,3}(?:access)?.{0,3}key)["']?\s*[:=]+>?\s*["']?(?P<s>[A-Za-z0-9/+]{40})(?:["'\s,;]|$)"#,
            0.9,
        )
    },
    Shape {
        proof: Proof::Checksum,
        ..shape("github-token", "a GitHub token", r"(?P<s>\bgh[pousr]_[A-Za-z0-9]{36}\b)", 0.98)
    },
    shape(
        "github-fine-grained-token",
        "a GitHub fine-grained token",
        r"(?P<s>\bgithub_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}\b)",
        0.95,
    ),
    shape("gitlab-token", "a GitLab token", r"(?P<s>\bgl(?:pat|dt|rt|ptt|cbt)-[0-9A-Za-z_-]{20,})", 0.92),
    shape("slack-token", "a Slack token", r"(?P<s>\bxox[abeprs]-(?:\d-)?[0-9A-Za-z]{8,}-[0-9A-Za-z-]{10,})", 0.92),
    Shape {
        severity: Severity::Critical,
        ..shape(
            "slack-webhook",
            "a Slack webhook address",
            r"(?P<s>https://hooks\.slack\.com/(?:services|workflows)/T[A-Z0-9]{7,}/[AB][A-Z0-9]{7,}/[A-Za-z0-9/]{16,})",
            0.92,
        )
    },
    shape("stripe-live-key", "a Stripe live key", r"(?P<s>\b[sr]k_live_[A-Za-z0-9]{16,})", 0.95),
    Shape {
        severity: Severity::Minor,
        harmless_in_tests: true,
        ..shape("stripe-test-key", "a Stripe test key", r"(?P<s>\b[sr]k_test_[A-Za-z0-9]{16,})", 0.6)
    },
    Shape {
        severity: Severity::Critical,
        ..shape("google-api-key", "a Google API key", r"(?P<s>\bAIza[0-9A-Za-z_-]{35})(?:[^0-9A-Za-z_-]|$)", 0.8)
    },
    Shape { proof: Proof::Checksum, ..shape("npm-token", "an npm token", r"(?P<s>\bnpm_[A-Za-z0-9]{36}\b)", 0.98) },
    shape(
        "pypi-token",
        "a PyPI token",
        r"(?P<s>\bpypi-AgE(?:IcHlwaS5vcmc|NdGVzdC5weXBpLm9yZw)[A-Za-z0-9_-]{50,})",
        0.97,
    ),
    Shape {
        proof: Proof::KeyMaterial,
        harmless_in_tests: true,
        ..shape(
            "private-key",
            "a private key",
            r"(?P<s>-----BEGIN (?:(?:RSA|EC|DSA|OPENSSH|ENCRYPTED|PGP) )?PRIVATE KEY(?: BLOCK)?-----)",
            0.95,
        )
    },
    shape("anthropic-key", "an Anthropic API key", r"(?P<s>\bsk-ant-[A-Za-z0-9_-]{40,})", 0.95),
    shape(
        "openai-key",
        "an OpenAI API key",
        r"(?P<s>\bsk-(?:(?:proj|svcacct|admin)-[A-Za-z0-9_-]{40,}|[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}\b))",
        0.95,
    ),
    shape(
        "sendgrid-key",
        "a SendGrid API key",
        r"(?P<s>\bSG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43})(?:[^0-9A-Za-z_-]|$)",
        0.95,
    ),
    shape("digitalocean-token", "a DigitalOcean token", r"(?P<s>\bdo[opr]_v1_[0-9a-f]{64}\b)", 0.97),
    shape("huggingface-token", "a Hugging Face token", r"(?P<s>\bhf_[A-Za-z]{34}\b)", 0.92),
    shape("shopify-token", "a Shopify token", r"(?P<s>\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}\b)", 0.95),
    shape("docker-token", "a Docker Hub token", r"(?P<s>\bdckr_(?:pat|oat)_[A-Za-z0-9_-]{27,32})", 0.95),
    shape(
        "google-oauth-secret",
        "a Google OAuth client secret",
        r"(?P<s>\bGOCSPX-[A-Za-z0-9_-]{28})(?:[^0-9A-Za-z_-]|$)",
        0.92,
    ),
    shape(
        "age-secret-key",
        "an age secret key",
        r"(?P<s>\bAGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}\b)",
        0.97,
    ),
    shape("linear-key", "a Linear API key", r"(?P<s>\blin_api_[A-Za-z0-9]{40}\b)", 0.95),
    Shape {
        proof: Proof::Near(&["cargo", "crates", "registry", "token"]),
        ..shape("crates-token", "a token of a crate registry", r"(?P<s>\bcio[A-Za-z0-9]{32}\b)", 0.9)
    },
    Shape {
        proof: Proof::Near(&["accountkey", "sharedaccesskey"]),
        ..shape(
            "azure-account-key",
            "an Azure account key",
            r"(?i:AccountKey|SharedAccessKey)=(?P<s>[A-Za-z0-9+/]{43}=|[A-Za-z0-9+/]{86}==)",
            0.95,
        )
    },
    Shape {
        proof: Proof::Near(&["bot", "telegram"]),
        ..shape(
            "telegram-token",
            "a Telegram bot token",
            r"(?P<s>\b[0-9]{8,10}:AA[A-Za-z0-9_-]{33})(?:[^0-9A-Za-z_-]|$)",
            0.92,
        )
    },
    Shape {
        proof: Proof::Near(&["twilio"]),
        severity: Severity::Critical,
        ..shape("twilio-key", "a Twilio API key", r"(?P<s>\bSK[0-9a-f]{32}\b)", 0.85)
    },
    Shape {
        proof: Proof::Near(&["token", "jwt", "secret", "auth", "bearer", "key"]),
        severity: Severity::Major,
        harmless_in_tests: true,
        ..shape(
            "jwt",
            "a signed token (JWT)",
            r#"(?:[:=]\s*["'`]?|(?i:bearer)\s+)(?P<s>\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{20,})"#,
            0.65,
        )
    },
];

/// What is thought of a match.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Belief {
    /// Believed, with severity and confidence.
    Yes(Severity, f64),
    /// Believed when key material follows.
    Maybe,
    /// A placeholder, an example, or something else.
    No,
}

impl Shape {
    /// Judges a match on its line. `gentle`: the file is a test or a document.
    pub fn judge(&self, value: &str, line: &[u8], gentle: bool) -> Belief {
        if (gentle && self.harmless_in_tests) || (self.proof != Proof::KeyMaterial && is_dull(value)) {
            return Belief::No;
        }
        let unproven = if gentle { Belief::Yes(Severity::Major, self.confidence * 0.6) } else { self.belief() };
        match self.proof {
            Proof::Shape => unproven,
            Proof::KeyMaterial => Belief::Maybe,
            Proof::Near(words) => {
                let lower = line.get(..4000).unwrap_or(line).to_ascii_lowercase();
                let near = words.iter().any(|w| memchr::memmem::find(&lower, w.as_bytes()).is_some());
                if near { unproven } else { Belief::No }
            }
            Proof::Checksum => match value.split_once('_') {
                Some((_, body)) if has_checksum(body.as_bytes()) => self.belief(),
                _ if gentle => Belief::No,
                _ => Belief::Yes(Severity::Major, 0.55),
            },
        }
    }

    fn belief(&self) -> Belief {
        Belief::Yes(self.severity, self.confidence)
    }
}

/// Published examples, and bodies too regular to be random.
fn is_dull(value: &str) -> bool {
    let lower = value.to_ascii_lowercase();
    let made_up = ["example", "your", "placeholder", "changeme", "dummy", "fake", "redacted", "xxxxx", "test_token"];
    is_published(value) || shannon(value.as_bytes()) < 2.8 || made_up.iter().any(|w| lower.contains(w))
}
