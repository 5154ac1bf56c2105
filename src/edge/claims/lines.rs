//! The many ways in which a line is written -> a line range, or none. Never a line that was not given: what is not
//! understood gives none, and the finding stands on its file. Called by `entry`.

use serde_json::{Map, Value};

use crate::core::model::LineRange;

/// What a value says about lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// Nothing was given.
    Absent,
    /// Lines, read as they stand.
    Lines(LineRange),
    /// Lines, of which something was left out: other numbers, a column, an order that was the wrong way round.
    Part(LineRange),
    /// Something that is no line.
    Unreadable,
}

impl Form {
    fn range(self) -> Option<LineRange> {
        match self {
            Self::Lines(range) | Self::Part(range) => Some(range),
            Self::Absent | Self::Unreadable => None,
        }
    }

    fn of(range: Option<LineRange>) -> Self {
        range.map_or(Self::Unreadable, Self::Lines)
    }
}

/// Keys that hold a first line, a last line, or either.
const FIRST: &[&str] = &["line_start", "lineStart", "start_line", "startLine", "line_from", "from_line", "first_line"];
const LAST: &[&str] = &["line_end", "lineEnd", "end_line", "endLine", "line_to", "to_line", "last_line"];
const EITHER: &[&str] = &["line", "lines", "line_range", "lineRange", "line_number", "lineNumber", "range", "lineno"];

/// The lines of an entry, and a note when something had to be repaired.
pub(super) fn lines(fields: &Map<String, Value>) -> (Option<LineRange>, Option<String>) {
    let [first, last, either] = [FIRST, LAST, EITHER].map(|names| named(fields, names));
    let forms = [first, last, either];
    let found: Vec<LineRange> = forms.iter().filter_map(|form| form.range()).collect();
    let range = match (first.range(), last.range(), either.range()) {
        (Some(a), Some(b), _) => LineRange::new(a.start(), b.end()),
        // GitHub's way: `start_line` is the first, `line` the last. An `end_line` beside a `line` is the last.
        (Some(a), None, Some(b)) => LineRange::new(a.start(), b.end()),
        (None, Some(b), Some(a)) => LineRange::new(a.start(), b.end()),
        _ => found.first().copied(),
    };
    let turned = match (first.range(), last.range().or(either.range())) {
        (Some(a), Some(b)) => a.start() > b.end(),
        _ => false,
    };
    let note = if forms.contains(&Form::Unreadable) && range.is_none() {
        Some(format!("its line {} is none: it stands on the file", shown(fields)))
    } else if forms.contains(&Form::Unreadable) || turned || forms.iter().any(|form| matches!(form, Form::Part(_))) {
        range.map(|range| format!("its line {} was read as {}", shown(fields), words(range)))
    } else {
        None
    };
    (range, note)
}

fn words(range: LineRange) -> String {
    if range.start() == range.end() { range.start().to_string() } else { format!("{}-{}", range.start(), range.end()) }
}

/// The given values as they stand.
fn shown(fields: &Map<String, Value>) -> String {
    let all = FIRST.iter().chain(LAST).chain(EITHER).filter_map(|name| fields.get(*name)).filter(|v| !v.is_null());
    let text = all.map(super::numbers::as_json).collect::<Vec<_>>().join(", ");
    crate::core::text::one_line(&text, 40)
}

fn named(fields: &Map<String, Value>, names: &[&str]) -> Form {
    let given = names.iter().filter_map(|name| fields.get(*name)).map(|value| form(value, 0));
    given
        .reduce(
            |best, next| {
                if best == Form::Absent || best == Form::Unreadable && next.range().is_some() { next } else { best }
            },
        )
        .unwrap_or(Form::Absent)
}

/// What one value says. Lists in lists are followed a little.
fn form(value: &Value, depth: usize) -> Form {
    match value {
        Value::Null => Form::Absent,
        Value::Bool(_) => Form::Unreadable,
        Value::Number(number) => Form::of(whole(number).and_then(LineRange::one)),
        Value::String(text) if text.trim().is_empty() => Form::Absent,
        Value::String(text) => of_text(text),
        Value::Array(_) | Value::Object(_) if depth > 3 => Form::Unreadable,
        Value::Array(items) => of_list(items, depth),
        Value::Object(fields) => of_object(fields, depth),
    }
}

/// A whole number that can be a line: 4, 4.0, 4e0; not 4.7, 0, -3, 1e20.
fn whole(number: &serde_json::Number) -> Option<u32> {
    if let Some(number) = number.as_u64() {
        return u32::try_from(number).ok();
    }
    let number = number.as_f64().filter(|n| n.fract() == 0.0 && (1.0..=f64::from(u32::MAX)).contains(n))?;
    // In bounds and whole: the cast is exact.
    Some(number as u32)
}

/// `[4, 6]` is a range, `[4]` a line; of more only a run of neighbours is one range.
fn of_list(items: &[Value], depth: usize) -> Form {
    let forms: Vec<Form> = items.iter().take(1000).map(|item| form(item, depth + 1)).collect();
    let ranges: Vec<LineRange> = forms.iter().filter_map(|form| form.range()).collect();
    match (forms.as_slice(), ranges.as_slice()) {
        ([], _) => Form::Absent,
        ([only], _) => *only,
        ([_, _], [a, b]) if is_one(*a) && is_one(*b) => turned(a.start(), b.start()),
        (all, ranges) if all.len() == ranges.len() => run_of(ranges),
        (_, [first, ..]) => Form::Part(*first),
        _ => Form::Unreadable,
    }
}

fn is_one(range: LineRange) -> bool {
    range.start() == range.end()
}

/// Two numbers in either order.
fn turned(a: u32, b: u32) -> Form {
    match LineRange::new(a, b) {
        Some(range) if a <= b => Form::Lines(range),
        Some(range) => Form::Part(range),
        None => Form::Unreadable,
    }
}

/// Neighbouring lines are one range; of others the first stands, the rest is told.
fn run_of(ranges: &[LineRange]) -> Form {
    let (Some(first), Some(last)) = (ranges.first(), ranges.last()) else { return Form::Absent };
    let joined = ranges.windows(2).all(|pair| match pair {
        [a, b] => a.end().checked_add(1) == Some(b.start()),
        _ => false,
    });
    match (joined, LineRange::new(first.start(), last.end())) {
        (true, Some(range)) => Form::Lines(range),
        _ => Form::Part(*first),
    }
}

fn of_object(fields: &Map<String, Value>, depth: usize) -> Form {
    let get = |names: &[&str]| names.iter().find_map(|n| fields.get(*n)).map_or(Form::Absent, |v| form(v, depth + 1));
    let first = get(&["start", "from", "begin", "first", "start_line", "startLine", "line_start", "lineStart"]);
    let last = get(&["end", "to", "last", "end_line", "endLine", "line_end", "lineEnd"]);
    match (first.range(), last.range()) {
        (Some(a), Some(b)) => turned(a.start(), b.end()),
        (Some(one), None) if last == Form::Absent => Form::Lines(one),
        (Some(one), None) | (None, Some(one)) => Form::Part(one),
        (None, None) if first == Form::Absent && last == Form::Absent => get(&["line", "number", "value"]),
        (None, None) => Form::Unreadable,
    }
}

/// Lines in a text that holds nothing else.
pub(super) fn in_text(text: &str) -> Option<LineRange> {
    of_text(text).range()
}

/// Text such as `4`, `L4-L6`, `#L4`, `lines 4 to 6`, `src/lib.rs:4`, `4:17`, `4, 5 and 6`.
fn of_text(text: &str) -> Form {
    let text = text.trim();
    let inside = text.strip_prefix(['[', '(']).and_then(|t| t.strip_suffix([']', ')'])).unwrap_or(text);
    let lower = inside.trim().to_lowercase();
    let parts = list_parts(&lower);
    let ranges: Vec<Option<Form>> = parts.iter().map(|part| span(part)).collect();
    match ranges.as_slice() {
        [Some(only)] => *only,
        [Some(first), ..] if ranges.iter().all(Option::is_some) && !is_grouped(&lower) => {
            let all: Vec<LineRange> = ranges.iter().flatten().filter_map(|form| form.range()).collect();
            let pair = inside.len() < text.len() && all.len() == 2;
            match (all.as_slice(), pair) {
                ([a, b], true) => turned(a.start(), b.end()),
                (all, _) if all.len() == ranges.len() => run_of(all),
                _ => first.range().map_or(Form::Unreadable, Form::Part),
            }
        }
        _ => Form::Unreadable,
    }
}

/// Parts between commas, `and`, `&`.
fn list_parts(text: &str) -> Vec<&str> {
    text.split([',', ';', '&']).flat_map(|part| part.split(" and ")).map(str::trim).filter(|p| !p.is_empty()).collect()
}

/// `1,234` may be one number: no line is made of it.
fn is_grouped(text: &str) -> bool {
    text.split_once(',').is_some_and(|(before, after)| {
        let digits = after.bytes().take_while(u8::is_ascii_digit).count();
        digits == 3 && before.ends_with(|c: char| c.is_ascii_digit())
    })
}

/// One line or range; `None` when it is none.
fn span(part: &str) -> Option<Form> {
    const DASHES: &[&str] = &[" to ", " through ", " until ", "...", "..", "-", "–", "—", "‐", "‑", "−"];
    let part = after_path(part);
    if let Some(number) = line_number(part) {
        return Some(number);
    }
    let (a, b) = DASHES.iter().find_map(|dash| part.split_once(dash))?;
    let (a, b) = (line_number(a.trim())?.range()?, line_number(b.trim())?.range()?);
    Some(turned(a.start(), b.start()))
}

/// What stands behind the path in `src/lib.rs:4` and `src/lib.rs#L4`. A part of digits only is a line, not a path.
fn after_path(part: &str) -> &str {
    let is_path = |before: &str| before.contains(['/', '.', '\\']) && before.contains(char::is_alphabetic);
    if let Some((before, after)) = part.split_once('#')
        && is_path(before)
    {
        return after;
    }
    match part.split_once(':') {
        Some((before, after)) if is_path(before) => after.trim(),
        _ => part,
    }
}

/// `4`, `l4`, `#l4`, `line 4`, `4.0`, with a column behind it (`4:17`, `l4c2`).
fn line_number(word: &str) -> Option<Form> {
    let word = word.strip_prefix('#').unwrap_or(word);
    let word = ["lines", "line", "ln", "l"].iter().find_map(|name| word.strip_prefix(name)).unwrap_or(word);
    let word = word.trim_start_matches([':', '.', '=']).trim();
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = word.split_at_checked(digits)?;
    let line = number.parse().ok().and_then(LineRange::one)?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let is_column =
        rest.strip_prefix([':', 'c']).is_some_and(|column| is_number(column.trim_start_matches("ol").trim()));
    let is_zero = rest.strip_prefix('.').is_some_and(|zeros| !zeros.is_empty() && zeros.bytes().all(|b| b == b'0'));
    (rest.is_empty() || is_column || is_zero).then_some(Form::Lines(line))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(value: Value) -> Option<(u32, u32)> {
        form(&value, 0).range().map(|range| (range.start(), range.end()))
    }

    #[test]
    fn siblings_of_the_given_forms_are_read() {
        for (value, lines) in [
            (json!(" 4 "), (4, 4)),
            (json!("Lines 4 to 6"), (4, 6)),
            (json!("line: 4"), (4, 4)),
            (json!("L4C2-L6C9"), (4, 6)),
            (json!("4—6"), (4, 6)),
            (json!("4 – 6"), (4, 6)),
            (json!("4..6"), (4, 6)),
            (json!("4.0"), (4, 4)),
            (json!("[4, 6]"), (4, 6)),
            (json!("(4)"), (4, 4)),
            (json!("4 and 6"), (4, 4)),
            (json!("4,5,6"), (4, 6)),
            (json!("4-6, 10-12"), (4, 6)),
            (json!("src/lib.rs#L4-L6"), (4, 6)),
            (json!("src/a-b.rs:4-6"), (4, 6)),
            (json!("src/lib.rs:4:17"), (4, 4)),
            (json!(["4", "6"]), (4, 6)),
            (json!([[4, 6], [9, 10]]), (4, 6)),
            (json!([4, 5, 6]), (4, 6)),
            (json!([4, 9, 20]), (4, 4)),
            (json!({"from": "L4", "to": "L6"}), (4, 6)),
            (json!({"start": {"line": 4, "column": 1}, "end": {"line": 6}}), (4, 6)),
            (json!({"start": 6, "end": 4}), (4, 6)),
            (json!({"line": 4}), (4, 4)),
            (json!(4294967295_u32), (u32::MAX, u32::MAX)),
        ] {
            assert_eq!(read(value.clone()), Some(lines), "{value}");
        }
    }

    #[test]
    fn no_line_is_made_up() {
        let none = [
            json!("1,234"),
            json!("L4:L6"),
            json!("4-"),
            json!("-4"),
            json!("--4"),
            json!("~4"),
            json!("4+"),
            json!("four"),
            json!("0"),
            json!("0-3"),
            json!("4294967296"),
            json!("99999999999999999999"),
            json!("1e3"),
            json!("@@ -1,6 +1,8 @@"),
            json!("4 of 9"),
            json!("v4"),
            json!("4 (approx)"),
            json!("²"),
            json!([]),
            json!({}),
            json!([true]),
            json!({"start": 0}),
            json!(4294967296_u64),
            json!(-0.0),
            json!("4-x"),
            json!([[[[[[4]]]]]]),
        ];
        for value in none {
            assert_eq!(read(value.clone()), None, "{value}");
        }
    }

    #[test]
    fn first_and_last_lines_stand_in_many_fields() {
        for (fields, expected) in [
            (json!({"line": 6, "start_line": 3}), Some((3, 6))),
            (json!({"line": 3, "end_line": 6}), Some((3, 6))),
            (json!({"line_start": 42, "line_end": 57}), Some((42, 57))),
            (json!({"lineStart": 57, "lineEnd": 42}), Some((42, 57))),
            (json!({"line_start": 42, "line_end": null}), Some((42, 42))),
            (json!({"line_end": 42}), Some((42, 42))),
            (json!({"line_start": 0, "line_end": 42}), Some((42, 42))),
            (json!({"line": "4-6", "start_line": null}), Some((4, 6))),
            (json!({"line": 4, "line_start": 3, "line_end": 9}), Some((3, 9))),
            (json!({"line_range": {"start": 4, "end": 6}}), Some((4, 6))),
            (json!({"title": "x"}), None),
        ] {
            let (range, _) = lines(fields.as_object().unwrap());
            assert_eq!(range.map(|r| (r.start(), r.end())), expected, "{fields}");
        }
    }

    #[test]
    fn repairs_are_noted_and_good_lines_are_not() {
        let note = |fields: Value| lines(fields.as_object().unwrap()).1;
        assert_eq!(note(json!({"line": "4-6"})), None);
        assert_eq!(note(json!({})), None);
        assert_eq!(note(json!({"line": null})), None);
        assert!(note(json!({"line": 0})).unwrap().contains("stands on the file"));
        assert!(note(json!({"line": 4.7})).unwrap().contains("4.7"));
        assert!(note(json!({"line": "6-4"})).unwrap().contains("4-6"));
        assert!(note(json!({"line_start": 6, "line_end": 4})).unwrap().contains("4-6"));
    }
}
