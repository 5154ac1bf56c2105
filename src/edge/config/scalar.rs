//! Single values: what they mean, or in words what is wrong with them ('' = the wrong type). Called by `kind`.

use crate::core::{
    model::{ModelRef, Severity, Vocabulary},
    text::{check_pattern, nearest},
};

use super::{
    kind::Kind,
    mistake::quoted,
    node::{Data, Node},
    value::Value,
};

pub(super) fn is_off(node: &Node) -> bool {
    node.text().is_some_and(|text| text.eq_ignore_ascii_case("off")) || node.data == Data::Switch(false)
}

pub(super) fn switch(node: &Node, kind: Kind) -> Result<Value, String> {
    let word = |text: &str| match text.to_ascii_lowercase().as_str() {
        "yes" | "on" | "true" => Ok(Value::Switch(true)),
        "no" | "off" | "false" => Ok(Value::Switch(false)),
        _ => Err(String::new()),
    };
    match (&node.data, kind) {
        (Data::Switch(value), _) => Ok(Value::Switch(*value)),
        (Data::Loose(text), _) | (Data::Text(text), Kind::OnOff) => word(text),
        _ => Err(String::new()),
    }
}

pub(super) fn whole(node: &Node, least: u64, most: u64) -> Result<u64, String> {
    let Data::Whole(number) = node.data else { return Err(String::new()) };
    u64::try_from(number).ok().filter(|n| (least..=most).contains(n)).ok_or_else(|| "it is out of range".to_owned())
}

pub(super) fn number(node: &Node) -> Result<f64, String> {
    match node.data {
        // Settings are far below the numbers that a float cannot hold.
        Data::Whole(number) => Ok(number as f64),
        Data::Number(number) => Ok(number),
        _ => Err(String::new()),
    }
}

/// NaN is in no bounds.
pub(super) fn in_bounds(number: f64, value: f64, most: f64) -> Result<f64, String> {
    if (0.0..=most).contains(&number) { Ok(value) } else { Err("it is out of range".to_owned()) }
}

pub(super) fn share(number: f64) -> Result<f64, String> {
    in_bounds(number, if number > 1.0 { number / 100.0 } else { number }, 100.0)
}

pub(super) fn word(text: &str, words: &[&'static str]) -> Result<String, String> {
    let found = words.iter().find(|word| word.eq_ignore_ascii_case(text.trim()));
    found.map(|word| (*word).to_owned()).ok_or_else(|| unknown(text, words))
}

pub(super) fn unknown(text: &str, words: &[&'static str]) -> String {
    match nearest(text, words.iter().copied()) {
        Some(meant) => format!("it is not known; did you mean {}?", quoted(meant)),
        None => "it is not known".to_owned(),
    }
}

pub(super) fn choice(node: &Node, words: &[&'static str]) -> Result<Value, String> {
    if is_off(node) && words.contains(&"off") {
        return Ok(Value::Off);
    }
    word(node.text().ok_or_else(String::new)?, words).map(Value::Text)
}

pub(super) fn level(text: &str) -> Result<Value, String> {
    let words = ["blocker", "critical", "major", "minor", "nitpick", "high", "medium", "low", "info", "improvement"];
    // In settings `critical` is our own word, the second level; deep's highest is written `blocker` or `P0`.
    let severity = Severity::read(text, Vocabulary::Labels).ok_or_else(|| unknown(text, &words))?;
    Ok(Value::Text(severity.as_str().to_owned()))
}

pub(super) fn line(text: &str) -> Result<&str, String> {
    match text {
        text if text.trim().is_empty() => Err("it is empty".to_owned()),
        text if text.contains(char::is_control) => Err("it holds control characters".to_owned()),
        text if text.len() > 4096 => Err("it is longer than 4096 bytes".to_owned()),
        text => Ok(text),
    }
}

/// A regular expression, checked by the engine that will search with it.
pub(super) fn pattern(text: &str) -> Result<&str, String> {
    const LONGEST: usize = 4096;
    if text.len() > LONGEST {
        return Err(format!("it is longer than {LONGEST} bytes"));
    }
    check_pattern(text).map(|()| text).map_err(|fault| fault.to_string().replace('\n', " "))
}

pub(super) fn model(text: &str) -> Result<&str, String> {
    ModelRef::parse(text).map(|_| text).ok_or_else(|| "it names no provider and model".to_owned())
}

pub(super) fn seconds(node: &Node) -> Result<u64, String> {
    const MOST: u64 = 86_400;
    let text = match &node.data {
        Data::Whole(_) => return whole(node, 1, MOST),
        _ => node.text().ok_or_else(String::new)?.trim(),
    };
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, unit) = text.split_at_checked(digits).unwrap_or((text, ""));
    let times = match unit.trim() {
        "" | "s" | "sec" | "second" | "seconds" => 1,
        "m" | "min" | "minute" | "minutes" => 60,
        "h" | "hour" | "hours" => 3600,
        _ => return Err("the unit is not known".to_owned()),
    };
    let number: u64 = number.parse().map_err(|_| String::new())?;
    let total = number.saturating_mul(times);
    if (1..=MOST).contains(&total) { Ok(total) } else { Err("it is out of range (1 second to 24 hours)".to_owned()) }
}

pub(super) fn url(text: &str) -> Result<String, String> {
    let rest = ["https://", "http://"].iter().find_map(|scheme| text.strip_prefix(scheme));
    let host = rest.map(|rest| rest.split(['/', '?', '#']).next().unwrap_or("")).ok_or_else(String::new)?;
    if host.contains('@') {
        return Err("it holds a name or password, which do not belong there".to_owned());
    }
    let odd = |c: char| c.is_whitespace() || c.is_control() || matches!(c, '?' | '#');
    if host.is_empty() || text.contains(odd) {
        return Err(String::new());
    }
    Ok(text.trim_end_matches('/').to_owned())
}
