//! Secrets that an image keeps in its history and settings. Called by `container`.

use crate::core::model::Severity;

use super::{
    super::{
        super::secrets::{self, Manner},
        Leaf, Trap, says,
    },
    Step,
};

const SECRET: &[&str] = &["PASSWORD", "PASSWD", "SECRET", "TOKEN", "APIKEY", "CREDENTIAL", "CREDENTIALS"];
const OTHER: &[&str] = &[
    "FILE",
    "PATH",
    "DIR",
    "URL",
    "URI",
    "HOST",
    "ENDPOINT",
    "NAME",
    "ID",
    "TTL",
    "EXPIRY",
    "EXPIRATION",
    "LENGTH",
    "PUBLIC",
    "TYPE",
    "ENABLED",
    "DISABLED",
    "PROVIDER",
    "STORE",
    "HELPER",
    "MODE",
    "LIMIT",
    "MAX",
    "MIN",
    "COUNT",
    "PARALLELISM",
    "POLICY",
    "REGION",
    "VERSION",
    "ALLOW",
    "EMPTY",
    "REQUIRED",
    "AUDIENCE",
    "ISSUER",
    "HEADER",
];

/// Whether a variable's name says that its value is a secret.
fn is_secret(name: &str) -> bool {
    let name = name.to_ascii_uppercase();
    let parts: Vec<&str> = name.split('_').collect();
    let pair =
        parts.windows(2).any(|two| matches!(two, ["API" | "PRIVATE" | "ACCESS" | "SIGNING" | "ENCRYPTION", "KEY"]));
    (pair || parts.iter().any(|part| SECRET.contains(part))) && !parts.iter().any(|part| OTHER.contains(part))
}

pub(super) fn secret(leaf: &Leaf<'_>, step: &Step) -> Option<Trap> {
    let manner = Manner { gentle: false, unknown: true, bare: true };
    let row = leaf.text(step.rows.0);
    let told = !secrets::scan(row.as_bytes(), manner).is_empty();
    let pairs: Vec<(&str, &str)> = match step.text.split_once([' ', '=']) {
        // The old form: `ENV NAME value`.
        Some((name, value))
            if step.name == "ENV" && !name.contains('=') && step.text.as_bytes().get(name.len()) == Some(&b' ') =>
        {
            vec![(name, value)]
        }
        _ => step.text.split_whitespace().map(|word| word.split_once('=').unwrap_or((word, ""))).collect(),
    };
    let (name, value) = pairs.into_iter().find(|(name, value)| {
        let value = value.trim_matches(['"', '\'']);
        let plain = ["true", "false", "0", "1", "none", "null", "changeme", "dummy", "placeholder", "xxx", "test"];
        let empty = value.is_empty() || plain.contains(&value.to_lowercase().as_str());
        is_secret(name) && !told && (step.name == "ARG" && value.is_empty() || !empty && !value.starts_with('/'))
    })?;
    let by = if step.name == "ARG" { "build argument" } else { "environment of the image" };
    let said = says(
        ("secret-in-image", "no secrets in images"),
        (
            format!("`{name}` is a secret in the {by}"),
            format!(
                "The value of `{name}` stays in the image's history and settings: whoever can pull the image reads it, \
                 whatever later steps delete."
            ),
            "Mount it for the one step that needs it (`RUN --mount=type=secret,id=…`), or set it when the container runs.",
        ),
        (Severity::Major, if value.is_empty() { 0.82 } else { 0.88 }),
    );
    let evidence = format!("line {}: {} {name}=…", leaf.rows.get(step.rows.0)?.number, step.name);
    Some(Trap::over(step.rows, format!("secret {name}"), said).masked(evidence))
}
