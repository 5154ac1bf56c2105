//! The id of a run (deep §0, FACTS 18). Called by `app::runner` when a run begins.

use std::path::Path;

use chrono::{DateTime, Utc};

use crate::core::model::{RunId, Time};

/// `{YYYYMMDD-HHmmss}-{shortsha}` in UTC; an id that exists already gets `-2`, `-3` and so on.
///
/// A session that writes beside a logbook which another has (`pr-7~2.jsonl`) does not know what that one begins in the
/// same second: `beside` is its number, 1 for the logbook itself, and so many first ids are left to others.
///
/// `sha` is the head commit, or the diff hash where there is none; its first 7 letters or digits are taken.
pub fn run_id<'a>(now: Time, sha: &str, beside: u32, existing: impl IntoIterator<Item = &'a RunId>) -> RunId {
    let moment = DateTime::<Utc>::from_timestamp_millis(now.0).unwrap_or_default();
    let short: String = sha.chars().filter(char::is_ascii_alphanumeric).take(7).collect();
    let first = format!("{}-{short}", moment.format("%Y%m%d-%H%M%S"));
    let taken: std::collections::BTreeSet<&str> = existing.into_iter().map(RunId::as_str).collect();
    let mut number = u64::from(beside.max(1));
    loop {
        let id = if number == 1 { first.clone() } else { format!("{first}-{number}") };
        if !taken.contains(id.as_str()) {
            return RunId::new(id);
        }
        number += 1;
    }
}

/// The number of a logbook among those of its target: 1, or that behind `~`.
pub fn number_of(jsonl: &Path) -> u32 {
    let stem = jsonl.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    stem.rsplit_once('~').and_then(|(_, number)| number.parse().ok()).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_id_is_the_utc_time_and_seven_digits_of_the_head() {
        let id = run_id(Time(1_735_689_599_999), "0123456789abcdef0123456789abcdef01234567", 1, []);
        assert_eq!(id.as_str(), "20241231-235959-0123456");
    }

    #[test]
    fn a_collision_gets_the_next_free_number() {
        let at = |existing: &[RunId]| run_id(Time(0), "abcdef0123", 1, existing);
        let first = at(&[]);
        let second = at(std::slice::from_ref(&first));
        let third = at(&[first.clone(), second.clone()]);
        assert_eq!(second.as_str(), "19700101-000000-abcdef0-2");
        assert_eq!(third.as_str(), "19700101-000000-abcdef0-3");
        assert_eq!(run_id(Time(0), "abcdef0123", 2, []), second, "beside a logbook that another session has");
        assert_eq!(run_id(Time(0), "abcdef0123", 2, [&second]), third);
    }

    #[test]
    fn a_logbook_beside_another_says_its_number() {
        assert_eq!(number_of(Path::new("/x/pr-7.jsonl")), 1);
        assert_eq!(number_of(Path::new("/x/pr-7~3.jsonl")), 3);
        assert_eq!(number_of(Path::new("/x~4/pr-7.jsonl")), 1);
    }
}
