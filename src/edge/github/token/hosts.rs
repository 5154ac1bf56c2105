//! `hosts.yml`, the file in which `gh` keeps a token where there is no keyring. Read by a few rules of our own: no
//! aliases, bounded size and depth. Not written, not checked for other keys. Called by `token`.

use std::{fs::File, io::Read};

use granit_parser::{Event, Parser, StrInput};

use super::Environment;

/// Largest file that is read, in bytes.
const LARGEST: u64 = 1024 * 1024;

/// The token of a host in `hosts.yml`.
pub(super) fn token(environment: &Environment, host: &str) -> Option<String> {
    find(&text(environment)?, host)
}

fn text(environment: &Environment) -> Option<String> {
    let mut text = String::new();
    let file = File::open(environment.gh_folder()?.join("hosts.yml")).ok()?;
    file.take(LARGEST).read_to_string(&mut text).ok()?;
    Some(text)
}

/// The hosts that `gh` was logged in to: the first keys of `hosts.yml`, whether or not a token stands there.
pub(super) fn names(environment: &Environment) -> Vec<String> {
    let mut found = Vec::new();
    let text = text(environment);
    // What could be read before a mistake counts.
    let _ = text.and_then(|text| leaves(&mut Parser::new_from_str(&text), &mut Vec::new(), &mut found));
    let mut names: Vec<String> = found.into_iter().filter_map(|(path, _)| path.into_iter().next()).collect();
    names.dedup();
    names
}

/// `HOST.oauth_token`, the active account's; `gh` itself does not look below `users` (tried with 2.102).
fn find(text: &str, host: &str) -> Option<String> {
    let mut found = Vec::new();
    leaves(&mut Parser::new_from_str(text), &mut Vec::new(), &mut found)?;
    let is_token = |path: &[String]| matches!(path, [name, key] if name == host && key == "oauth_token");
    let value = found.into_iter().find(|(path, _)| is_token(path)).map(|(_, value)| value);
    value.filter(|value| !value.is_empty())
}

/// Deepest key; deeper ones are none of ours.
const DEEPEST: usize = 8;

type Leaf = (Vec<String>, String);
type Yaml<'t> = Parser<'t, StrInput<'t>>;

/// Every `a: b: text` as path and text. `None` when it is no YAML, or uses what we do not read.
fn leaves(parser: &mut Yaml<'_>, path: &mut Vec<String>, found: &mut Vec<Leaf>) -> Option<()> {
    while let Some(event) = parser.next_event() {
        match event.ok()?.0 {
            Event::MappingStart(..) => mapping(parser, path, found)?,
            Event::Alias(_) | Event::SequenceStart(..) => return None,
            _ => {}
        }
    }
    Some(())
}

fn mapping(parser: &mut Yaml<'_>, path: &mut Vec<String>, found: &mut Vec<Leaf>) -> Option<()> {
    if path.len() >= DEEPEST {
        return None;
    }
    loop {
        match next(parser)? {
            Event::MappingEnd => return Some(()),
            Event::Scalar(key, ..) => path.push(key.into_owned()),
            _ => return None,
        }
        match next(parser)? {
            Event::Scalar(value, ..) => found.push((path.clone(), value.into_owned())),
            Event::MappingStart(..) => mapping(parser, path, found)?,
            Event::SequenceStart(..) => sequence(parser)?,
            _ => return None,
        }
        path.pop();
    }
}

/// Passes over a list.
fn sequence(parser: &mut Yaml<'_>) -> Option<()> {
    let mut depth = 1_usize;
    while depth > 0 {
        match next(parser)? {
            Event::SequenceStart(..) | Event::MappingStart(..) => depth += 1,
            Event::SequenceEnd | Event::MappingEnd => depth -= 1,
            Event::Alias(_) => return None,
            _ => {}
        }
    }
    Some(())
}

/// The next event that is no comment.
fn next<'t>(parser: &mut Yaml<'t>) -> Option<Event<'t>> {
    loop {
        match parser.next_event()?.ok()?.0 {
            Event::Comment(..) => {}
            event => return Some(event),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &str = "github.com:\n    user: me\n    oauth_token: tok-old\n    git_protocol: ssh\n";
    const SEVERAL: &str = "# gh\ngithub.com:\n    git_protocol: https\n    users:\n        you:\n            oauth_token: tok-you\n        me:\n            oauth_token: tok-me\n    user: me\n    oauth_token: tok-active\nghe.example:\n    users:\n        me:\n            oauth_token: 'tok-ghe'\n    user: me\n";

    #[test]
    fn both_forms_of_the_file_are_read() {
        assert_eq!(find(OLD, "github.com").as_deref(), Some("tok-old"));
        assert_eq!(find(SEVERAL, "github.com").as_deref(), Some("tok-active"));
        assert_eq!(find(SEVERAL, "other.example"), None);
        assert_eq!(find("github.com: {oauth_token: 123}", "github.com").as_deref(), Some("123"));
        assert_eq!(find("'github.com':\n    oauth_token: \"a\"\n", "github.com").as_deref(), Some("a"));
    }

    #[test]
    fn a_file_without_a_token_or_without_sense_gives_none() {
        for text in [
            "",
            "github.com:\n    users:\n        me: {}\n    user: me\n",
            "github.com:\n",
            "github.com:\n    users:\n        me:\n            oauth_token: a\n    user: me\n",
            "GitHub.com:\n    oauth_token: a\n",
            "- github.com\n",
            "github.com: [oauth_token, x]\n",
            "a: &x {oauth_token: t}\ngithub.com: *x\n",
            "github.com: {oauth_token: ''}\n",
            "\t: {",
            "github.com:\n  oauth_token: a\n bad",
        ] {
            assert_eq!(find(text, "github.com"), None, "{text}");
        }
        let deep = "a: ".to_owned() + &"{a: ".repeat(5000);
        assert_eq!(find(&deep, "a"), None);
    }
}
