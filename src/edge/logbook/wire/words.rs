//! The small vocabulary of all lines: times, ids that carry their run, words of closed lists, paths in two forms.
//! Not here: shapes of records. Called by the files beside it.

use chrono::{DateTime, SecondsFormat, Utc};

use crate::core::model::{CandidateId, RepoPath, RunId, Time};

/// A word or form that this version does not know, in words for a note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unknown(pub String);

/// RFC 3339 in UTC with milliseconds. Times that RFC 3339 cannot say (before year 0, after 9999) become its
/// nearest end.
pub fn stamp(time: Time) -> String {
    const FIRST: i64 = -62_167_219_200_000; // 0000-01-01T00:00:00.000Z
    const LAST: i64 = 253_402_300_799_999; // 9999-12-31T23:59:59.999Z
    let moment = DateTime::<Utc>::from_timestamp_millis(time.0.clamp(FIRST, LAST)).unwrap_or_default();
    moment.to_rfc3339_opts(SecondsFormat::Millis, true)
}

/// Reads a stamp of any offset; an absent one ('' in deep's own lines) is the beginning of time.
pub fn time(text: &str) -> Result<Time, Unknown> {
    if text.is_empty() {
        return Ok(Time(0));
    }
    match DateTime::parse_from_rfc3339(text) {
        Ok(moment) => Ok(Time(moment.timestamp_millis())),
        Err(_) => Err(Unknown(format!("time '{text}'"))),
    }
}

/// A word of a closed list, or a note that names the list and the word.
pub fn word<T>(list: &str, text: &str, parsed: Option<T>) -> Result<T, Unknown> {
    parsed.ok_or_else(|| Unknown(format!("{list} '{text}'")))
}

/// Candidate ids are unique in their run; a logbook holds many runs, and deep's `candidate_id` is a primary key:
/// on the wire the run stands in front, as in deep's hotspot ids.
pub fn global_id(run: &RunId, id: &CandidateId) -> String {
    format!("{run}-{id}")
}

/// Takes the run off again; an id without it (deep's own) stays as it is.
pub fn local_id(run: &str, id: &str) -> CandidateId {
    let local = id.strip_prefix(run).and_then(|rest| rest.strip_prefix('-'));
    CandidateId::new(local.unwrap_or(id))
}

/// A path as text, and as hex when the text is not the whole truth.
pub fn path_out(path: &RepoPath) -> (String, Option<String>) {
    match path.as_utf8() {
        Some(text) => (text.to_owned(), None),
        None => (path.lossy().into_owned(), Some(to_hex(path.as_bytes()))),
    }
}

/// The exact path again.
pub fn path_in(text: &str, hex: Option<&str>) -> Result<RepoPath, Unknown> {
    match hex {
        None => Ok(RepoPath::new(text)),
        Some(hex) => from_hex(hex).map(RepoPath::new).ok_or_else(|| Unknown(format!("hex path '{hex}'"))),
    }
}

/// Lower-case hex, two digits a byte.
pub fn to_hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |nibble: u8| char::from(DIGITS.get(usize::from(nibble)).copied().unwrap_or(b'0'));
    bytes.iter().flat_map(|b| [digit(b >> 4), digit(b & 15)]).collect()
}

/// Bytes of a hex text of even length, any case.
fn from_hex(hex: &str) -> Option<Vec<u8>> {
    let value = |digit: u8| char::from(digit).to_digit(16).and_then(|v| u8::try_from(v).ok());
    let pairs = hex.as_bytes().chunks(2);
    pairs
        .map(|pair| match pair {
            [high, low] => Some(value(*high)? << 4 | value(*low)?),
            _ => None,
        })
        .collect()
}

/// Deep writes '' where it has nothing.
pub fn from_blank(text: String) -> Option<String> {
    (!text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stamp_has_milliseconds_and_a_zulu_and_is_read_back() {
        assert_eq!(stamp(Time(1_700_000_000_042)), "2023-11-14T22:13:20.042Z");
        assert_eq!(time("2023-11-14T22:13:20.042Z"), Ok(Time(1_700_000_000_042)));
        assert_eq!(time("2023-11-14T23:13:20+01:00"), Ok(Time(1_700_000_000_000)), "as `date -Iseconds` writes it");
        assert!(time("yesterday").is_err());
        assert_eq!(stamp(Time(i64::MAX)), "9999-12-31T23:59:59.999Z");
        assert_eq!(time(&stamp(Time(i64::MIN))), Ok(Time(-62_167_219_200_000)));
    }

    #[test]
    fn a_candidate_id_loses_only_its_own_run() {
        let run = RunId::new("20250101-000000-abc");
        let twice = CandidateId::new("20250101-000000-abc-c1");
        for id in [CandidateId::new("secrets-c1"), twice, CandidateId::new("")] {
            assert_eq!(local_id(run.as_str(), &global_id(&run, &id)), id);
        }
        assert_eq!(local_id("r1", "cand-7").as_str(), "cand-7");
    }

    #[test]
    fn hex_of_odd_length_or_with_other_letters_is_refused() {
        assert_eq!(from_hex("00fF"), Some(vec![0, 255]));
        assert_eq!((from_hex("0"), from_hex("0g"), from_hex("é0")), (None, None, None));
    }
}
