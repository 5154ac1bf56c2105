//! The id of a run (deep §0, FACTS 18). Called by `app::runner` when a run begins.

use chrono::{DateTime, Utc};

use crate::core::model::{RunId, Time};

/// `{YYYYMMDD-HHmmss}-{shortsha}` in UTC; an id that exists already gets `-2`, `-3` and so on.
///
/// `sha` is the head commit, or the diff hash where there is none; its first 7 letters or digits are taken.
pub fn run_id<'a>(now: Time, sha: &str, existing: impl IntoIterator<Item = &'a RunId>) -> RunId {
    let moment = DateTime::<Utc>::from_timestamp_millis(now.0).unwrap_or_default();
    let short: String = sha.chars().filter(char::is_ascii_alphanumeric).take(7).collect();
    let first = format!("{}-{short}", moment.format("%Y%m%d-%H%M%S"));
    let taken: std::collections::BTreeSet<&str> = existing.into_iter().map(RunId::as_str).collect();
    let mut id = first.clone();
    let mut number = 2u64;
    while taken.contains(id.as_str()) {
        id = format!("{first}-{number}");
        number += 1;
    }
    RunId::new(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_id_is_the_utc_time_and_seven_digits_of_the_head() {
        let id = run_id(Time(1_735_689_599_999), "0123456789abcdef0123456789abcdef01234567", []);
        assert_eq!(id.as_str(), "20241231-235959-0123456");
    }

    #[test]
    fn a_collision_gets_the_next_free_number() {
        let at = |existing: &[RunId]| run_id(Time(0), "abcdef0123", existing);
        let first = at(&[]);
        let second = at(std::slice::from_ref(&first));
        let third = at(&[first.clone(), second.clone()]);
        assert_eq!(second.as_str(), "19700101-000000-abcdef0-2");
        assert_eq!(third.as_str(), "19700101-000000-abcdef0-3");
    }
}
