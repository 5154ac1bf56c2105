//! All cases by check, for the test that walks them.

use super::{Case, asynchronous, data, errors, guards, injected, left_in, network, open};

/// The cases of a check; `None` for checks whose cases stand elsewhere.
pub fn cases(id: &str) -> Option<Vec<Case>> {
    Some(match id {
        "swallowed-errors" => errors::swallowed(),
        "panic-on-input" => errors::panics(),
        "built-from-input" => injected::cases(),
        "tls-verification-off" => network::cases(),
        "code-from-data" => data::cases(),
        "weak-password-hash" => data::hashes(),
        "debug-left-in" => left_in::cases(),
        "blocking-in-async" => asynchronous::blocking(),
        "lock-across-await" => asynchronous::locks(),
        "removed-guards" => guards::cases(),
        "resource-not-closed" => open::cases(),
        _ => return None,
    })
}
