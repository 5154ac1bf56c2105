//! A secret's shape without the secret. Called by the secrets check and by whatever shows its claims.

use super::lines::one_line;

/// Characters of a secret that may be shown: the well-known prefix of its kind, seldom more.
const SHOWN: usize = 4;

/// The first few characters and the length, for example `ghp_…(40 chars)`. Of a short secret fewer are shown:
/// never more than an eighth, so that what is left stays unguessable.
pub fn mask_secret(secret: &str) -> String {
    let length = secret.chars().count();
    let head: String = secret.chars().take(SHOWN.min(length / 8)).collect();
    let unit = if length == 1 { "char" } else { "chars" };
    format!("{}\u{2026}({length} {unit})", one_line(&head, 64))
}
