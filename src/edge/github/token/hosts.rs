//! `hosts.yml`, the file in which `gh` keeps a token where there is no keyring. Read by a few rules of our own: no
//! aliases, bounded size and depth. Not written, not checked for other keys. Called by `token`.

use std::{fs::File, io::Read};

use granit_parser::{Event, Parser, StrInput};

use super::Environment;

/// Largest file that is read, in bytes.
const LARGEST: u64 = 1024 * 1024;

/// The token of a host in `hosts.yml`.
pub(super) fn token(environment: &Environment, host: &str) -> Option<String> {
    let mut text = String::new();
    let file = File::open(environment.gh_folder()?.join("hosts.yml")).ok()?;
    file.take(LARGEST).read_to_string(&mut text).ok()?;
    find(&text, host)
}

/// `HOST.oauth_token`; in the form with several accounts, where that is missing, the one of the active `user`.
fn find(text: &str, host: &str) -> Option<String> {
    let mut found = Vec::new();
    leaves(&mut Parser::new_from_str(text), &mut Vec::new(), &mut found)?;
    let of = |path: &[&str]| {
        let matches = |known: &[String]| {
            let (first, rest) = known.split_first()?;
            let same = first.eq_ignore_ascii_case(host) && rest.iter().eq(path.iter());
            same.then_some(())
        };
        let value = found.iter().find(|(known, _)| matches(known).is_some()).map(|(_, value)| value.clone());
        value.filter(|value| !value.is_empty())
    };
    of(&["oauth_token"]).or_else(|| of(&["users", &of(&["user"])?, "oauth_token"]))
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
        assert_eq!(find(SEVERAL, "ghe.example").as_deref(), Some("tok-ghe"));
        assert_eq!(find(SEVERAL, "other.example"), None);
        assert_eq!(find("GitHub.com:\n  oauth_token: a\n", "github.com").as_deref(), Some("a"));
    }

    #[test]
    fn a_file_without_a_token_or_without_sense_gives_none() {
        for text in [
            "",
            "github.com:\n    users:\n        me: {}\n    user: me\n",
            "github.com:\n",
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
