//! The words of a result: its text, or a string of its rule with arguments put in; links into the log are text (SARIF
//! 3.11). Called by `mod`.

use serde_json::Value;

use super::run::{Rule, Run};
use crate::edge::report::findings_in::draft::{first, list, text};

/// The longest text that arguments can make, in bytes.
const LONGEST: usize = 1 << 20;

/// What a result says; '' when it says nothing.
pub(super) fn words(run: &Run, rule: &Rule<'_>, result: &Value) -> String {
    let Some(message) = result.get("message") else { return String::new() };
    // A message that is no object, as some write it.
    if let Some(bare) = message.as_str() {
        return bare.to_owned();
    }
    let id = text(message, "/id");
    let of_rule = rule.at("/messageStrings").and_then(|strings| strings.get(id)).map_or("", |s| text(s, "/text"));
    let said = first([text(message, "/text"), text(message, "/markdown"), of_rule, run.shared_string(id)]);
    let arguments: Vec<&str> = list(message.get("arguments")).iter().map(|one| one.as_str().unwrap_or("")).collect();
    let filled = if arguments.is_empty() { said.to_owned() } else { fill(said, &arguments) };
    unlinked(&filled)
}

/// `{0}` becomes the first argument; doubled braces are single ones.
fn fill(text: &str, arguments: &[&str]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        let (before, from) = rest.split_at_checked(at).unwrap_or((rest, ""));
        out.push_str(before);
        let placed = || {
            let (number, behind) = from.strip_prefix('{')?.split_once('}')?;
            let argument = arguments.get(number.parse::<usize>().ok()?)?;
            Some((*argument, behind))
        };
        let doubled = ["{{", "}}"].iter().find(|two| from.starts_with(**two));
        let (taken, behind) = match (doubled, placed()) {
            (Some(two), _) => (two.get(1..).unwrap_or(""), from.get(2..).unwrap_or("")),
            (None, Some((argument, behind))) => (argument, behind),
            (None, None) => from.split_at_checked(1).unwrap_or((from, "")),
        };
        out.push_str(taken);
        rest = behind;
        if out.len() > LONGEST {
            return out;
        }
    }
    out.push_str(rest);
    out
}

/// `[words](3)` -> `words`: the number is a place in the log. Other links stay.
fn unlinked(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('[') {
        let (before, from) = rest.split_at_checked(at).unwrap_or((rest, ""));
        out.push_str(before);
        let link = || {
            let (words, behind) = from.strip_prefix('[')?.split_once("](")?;
            let (target, behind) = behind.split_once(')')?;
            let is_place = !target.is_empty() && target.bytes().all(|b| b.is_ascii_digit());
            (is_place && !words.contains(['[', ']'])).then_some((words, behind))
        };
        let (taken, behind) = link().unwrap_or_else(|| from.split_at_checked(1).unwrap_or((from, "")));
        out.push_str(taken);
        rest = behind;
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_put_in_and_doubled_braces_become_single_ones() {
        assert_eq!(fill("'{0}' and {1}, {{0}} {2} {x} {", &["a", "b"]), "'a' and b, {0} {2} {x} {");
        assert_eq!(fill("}}{0}", &["{1}"]), "}{1}");
    }

    #[test]
    fn links_into_the_log_are_words_and_other_links_stay() {
        assert_eq!(unlinked("from [here](1) to [there](12)"), "from here to there");
        for same in ["[a](http://x)", "[a]", "a[0](1", "[a]()", "x[ ü"] {
            assert_eq!(unlinked(same), same);
        }
    }
}
