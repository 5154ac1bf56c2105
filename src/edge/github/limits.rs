//! Limits of calls: what the headers of an answer say, and how long a refused call waits (GITHUB "Limits"). Pure but
//! for the types of headers. Called by `client`.

use std::time::Duration;

use http::HeaderMap;

use super::LimitKind;
use crate::core::model::{CallLimits, Time};

/// First wait after a limit that names no time; it doubles each time.
const UNNAMED: Duration = Duration::from_secs(60);

/// The limits of the REST API in an answer; `None` when the server sends none (enterprise servers may not), or when
/// they are those of another door (search, GraphQL).
pub(super) fn told(headers: &HeaderMap) -> Option<CallLimits> {
    let is_core = text(headers, "x-ratelimit-resource").is_none_or(|name| name == "core");
    let number = |name| text(headers, name)?.parse::<u32>().ok();
    let (remaining, limit) = (number("x-ratelimit-remaining")?, number("x-ratelimit-limit")?);
    is_core.then_some(CallLimits { remaining, limit, reset: reset(headers)? })
}

fn reset(headers: &HeaderMap) -> Option<Time> {
    let seconds = text(headers, "x-ratelimit-reset")?.parse::<i64>().ok()?;
    Some(Time(seconds.checked_mul(1000)?))
}

fn text<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers.get(name)?.to_str().ok().map(str::trim)
}

/// A limit that was hit: which, and when it ends, when the server said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Hit {
    pub(super) kind: LimitKind,
    /// `None` = the server did not say.
    pub(super) until: Option<Time>,
}

/// Whether a refusal is a limit. `words` is the message of its body.
pub(super) fn hit(status: u16, headers: &HeaderMap, words: &str, now: Time) -> Option<Hit> {
    if !matches!(status, 403 | 429) {
        return None;
    }
    let words = words.to_ascii_lowercase();
    let is_used_up = text(headers, "x-ratelimit-remaining") == Some("0");
    let is_secondary = words.contains("secondary rate") || words.contains("abuse detection");
    let about_access = words.contains("resource not accessible") || headers.contains_key("x-github-sso");
    let after = retry_after(headers, now);
    let is_limit = status == 429 || is_secondary || words.contains("rate limit") || after.is_some() || is_used_up;
    if !is_limit || (about_access && status == 403) {
        return None;
    }
    let kind = if is_used_up && !is_secondary { LimitKind::Primary } else { LimitKind::Secondary };
    Some(Hit { kind, until: after.or_else(|| is_used_up.then(|| reset(headers)).flatten()) })
}

/// `Retry-After`: seconds, or a date.
fn retry_after(headers: &HeaderMap, now: Time) -> Option<Time> {
    let text = text(headers, "retry-after")?;
    if let Ok(seconds) = text.parse::<u32>() {
        return Some(Time(now.0.saturating_add(i64::from(seconds) * 1000)));
    }
    let date = chrono::DateTime::parse_from_rfc2822(text).ok()?;
    Some(Time(date.timestamp_millis()))
}

/// How long to wait before the `nth` repetition (from 0). A time in the past counts as now.
pub(super) fn wait(hit: &Hit, nth: u32, now: Time) -> Duration {
    match hit.until {
        Some(until) => Duration::from_millis(u64::try_from(until.0.saturating_sub(now.0)).unwrap_or(0)),
        None => UNNAMED.saturating_mul(1 << nth.min(10)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (http::HeaderName::from_static(name), value.parse().unwrap())).collect()
    }

    const NOW: Time = Time(1_000_000);

    #[test]
    fn limits_are_told_only_when_all_their_headers_are_there() {
        let all = [("x-ratelimit-limit", "60"), ("x-ratelimit-remaining", "59"), ("x-ratelimit-reset", "1700000000")];
        let told_of = |pairs: &[_]| told(&headers(pairs));
        assert_eq!(told_of(&all), Some(CallLimits { remaining: 59, limit: 60, reset: Time(1_700_000_000_000) }));
        assert_eq!(told_of(&all[..2]), None);
        assert_eq!(told_of(&[]), None);
        assert_eq!(told_of(&[all[0], all[1], ("x-ratelimit-reset", "soon")]), None);
        assert_eq!(told_of(&[all[0], all[1], all[2], ("x-ratelimit-resource", "graphql")]), None);
        assert!(told_of(&[all[0], all[1], all[2], ("x-ratelimit-resource", "core")]).is_some());
    }

    #[test]
    fn the_wait_is_what_the_server_says_in_its_order() {
        let of = |status, pairs: &[(&'static str, &str)], words| hit(status, &headers(pairs), words, NOW);
        let used_up = [("x-ratelimit-remaining", "0"), ("x-ratelimit-reset", "1010")];
        let first = of(403, &used_up, "API rate limit exceeded").unwrap();
        assert_eq!((first.kind, wait(&first, 0, NOW)), (LimitKind::Primary, Duration::from_secs(10)));
        let both = [("retry-after", "3"), used_up[0], used_up[1]];
        assert_eq!(wait(&of(429, &both, "").unwrap(), 0, NOW), Duration::from_secs(3));
        let past = [("x-ratelimit-remaining", "0"), ("x-ratelimit-reset", "900")];
        assert_eq!(wait(&of(403, &past, "").unwrap(), 0, NOW), Duration::ZERO);
        let date = [("retry-after", "Thu, 01 Jan 1970 00:16:45 GMT")];
        assert_eq!(wait(&of(403, &date, "").unwrap(), 0, NOW), Duration::from_secs(5));
    }

    #[test]
    fn a_secondary_limit_without_a_time_waits_longer_each_time() {
        let hit = hit(403, &HeaderMap::new(), "You have exceeded a secondary rate limit.", NOW).unwrap();
        assert_eq!(hit.kind, LimitKind::Secondary);
        let waits: Vec<u64> = (0..3).map(|nth| wait(&hit, nth, NOW).as_secs()).collect();
        assert_eq!(waits, [60, 120, 240]);
        // A reset that belongs to the hourly limit, of which something is left, says nothing about this one.
        let left = headers(&[("x-ratelimit-remaining", "4000"), ("x-ratelimit-reset", "99999")]);
        let hit = super::hit(403, &left, "secondary rate limit", NOW).unwrap();
        assert_eq!(wait(&hit, 0, NOW).as_secs(), 60);
    }

    #[test]
    fn a_refusal_for_want_of_rights_is_no_limit() {
        let words = "Resource not accessible by personal access token";
        assert_eq!(hit(403, &headers(&[("x-ratelimit-remaining", "0")]), words, NOW), None);
        assert_eq!(hit(403, &HeaderMap::new(), "Must have admin rights", NOW), None);
        assert_eq!(hit(404, &headers(&[("retry-after", "1")]), "", NOW), None);
    }
}
