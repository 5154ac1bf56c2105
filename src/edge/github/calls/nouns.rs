//! Small nouns out of the words of the wire: people, times, sides, lines. Called by the other files of this room.

use chrono::DateTime;

use super::super::wire::UserWire;
use crate::core::model::{Author, LineRange, Time};

/// The login under which GitHub shows deleted accounts.
const GHOST: &str = "ghost";

/// A person or bot of REST; null is a deleted account.
pub(super) fn author(user: Option<UserWire>) -> Author {
    let user = user.unwrap_or_default();
    named(user.login, user.kind.as_deref())
}

/// Who is called so, of that kind.
pub(super) fn named(login: Option<String>, kind: Option<&str>) -> Author {
    let login = login.filter(|login| !login.is_empty()).unwrap_or_else(|| GHOST.to_owned());
    let is_bot = kind == Some("Bot") || login.ends_with("[bot]");
    Author { login, is_bot }
}

/// A time as GitHub writes it.
pub(super) fn time(text: Option<&str>) -> Option<Time> {
    DateTime::parse_from_rfc3339(text?).ok().map(|time| Time(time.timestamp_millis()))
}

/// Lines of a comment: one, or from `start` on.
pub(super) fn lines(start: Option<u32>, line: Option<u32>) -> Option<LineRange> {
    let line = line?;
    LineRange::new(start.unwrap_or(line), line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_person_is_a_ghost_and_a_bot_is_known_by_kind_or_name() {
        assert_eq!(author(None), Author { login: "ghost".into(), is_bot: false });
        assert!(named(Some("dependabot[bot]".into()), None).is_bot);
        assert!(named(Some("copilot".into()), Some("Bot")).is_bot);
        assert!(!named(Some("robot".into()), Some("User")).is_bot);
    }

    #[test]
    fn times_come_in_any_zone_or_not_at_all() {
        assert_eq!(time(Some("1970-01-01T00:00:01Z")), Some(Time(1000)));
        assert_eq!(time(Some("1970-01-01T01:00:01+01:00")), Some(Time(1000)));
        assert_eq!(time(Some("yesterday")), None);
        assert_eq!(time(None), None);
    }

    #[test]
    fn a_comment_without_a_line_has_no_lines() {
        assert_eq!(lines(None, Some(4)), LineRange::one(4));
        assert_eq!(lines(Some(2), Some(4)), LineRange::new(2, 4));
        assert_eq!(lines(Some(2), None), None);
        assert_eq!(lines(None, Some(0)), None);
    }
}
