//! `prr doctor`: what was examined, as lines for people and as a document for programs (`schema` 1).
//! Not here: the examining (`app::doctor`).

use serde::Serialize;

use crate::core::{model::FailureKind, text::one_line};

/// How a part is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Health {
    /// As it should be.
    Ok,
    /// prr works, with less.
    Warn,
    /// prr cannot do its work until this is mended; the kind says with which exit code it would end.
    Fail(FailureKind),
}

impl Health {
    /// The word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Warn => "warn",
            Self::Fail(_) => "fail",
        }
    }
}

/// A part that was examined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Examined {
    /// Which part, in a word or two.
    pub part: &'static str,
    /// How it is.
    pub health: Health,
    /// What was found, one sentence or less. May hold words from outside: it is made harmless here.
    pub said: String,
    /// What to do, one sentence each.
    pub todo: Vec<String>,
}

/// The first failure among them, which decides the exit code.
pub fn worst(all: &[Examined]) -> Option<FailureKind> {
    all.iter().find_map(|one| match one.health {
        Health::Fail(kind) => Some(kind),
        Health::Ok | Health::Warn => None,
    })
}

/// Longest line in characters.
const LONGEST: usize = 1000;

/// A line for each part, what to do below it.
pub fn doctor_text(all: &[Examined]) -> String {
    let width = all.iter().map(|one| one.part.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for one in all {
        text.push_str(&format!("{:<4}  {:<width$}  {}\n", one.health.as_str(), one.part, one_line(&one.said, LONGEST)));
        for todo in &one.todo {
            text.push_str(&format!("{:width$}        {}\n", "", sentence(todo)));
        }
    }
    text
}

/// Hints come from many rooms: all begin and end as sentences here.
fn sentence(text: &str) -> String {
    let mut text = one_line(text, LONGEST);
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    if !text.ends_with(['.', '?', '!']) {
        text.push('.');
    }
    text
}

#[derive(Serialize)]
struct Document {
    schema: u32,
    /// Whether nothing failed.
    usable: bool,
    parts: Vec<PartOut>,
}

#[derive(Serialize)]
struct PartOut {
    part: &'static str,
    state: &'static str,
    text: String,
    todo: Vec<String>,
}

/// The same for programs.
///
/// # Errors
/// Never in practice.
pub fn doctor_json(all: &[Examined]) -> serde_json::Result<String> {
    let parts = all.iter().map(|one| PartOut {
        part: one.part,
        state: one.health.as_str(),
        text: one_line(&one.said, LONGEST),
        todo: one.todo.iter().map(|todo| sentence(todo)).collect(),
    });
    let document = Document { schema: 1, usable: worst(all).is_none(), parts: parts.collect() };
    super::json(&document)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Vec<Examined> {
        let one = |part, health, said: &str, todo: &[&str]| Examined {
            part,
            health,
            said: said.to_owned(),
            todo: todo.iter().map(ToString::to_string).collect(),
        };
        vec![
            one("git", Health::Ok, "2.47.3", &[]),
            one("token", Health::Warn, "none", &["get one"]),
            one("GitHub", Health::Fail(FailureKind::Host), "not\x1b[31m there", &["try", "again"]),
        ]
    }

    #[test]
    fn each_part_is_a_line_and_what_to_do_stands_below() {
        let text = doctor_text(&sample());
        assert!(text.starts_with("ok    git     2.47.3\nwarn  token   none\n              Get one.\n"), "{text}");
        assert!(!text.contains('\x1b'));
    }

    #[test]
    fn programs_get_the_same_and_whether_prr_is_usable() {
        let document: serde_json::Value = serde_json::from_str(&doctor_json(&sample()).unwrap()).unwrap();
        assert_eq!((&document["schema"], &document["usable"]), (&1.into(), &false.into()));
        assert_eq!(document["parts"][2]["state"], "fail");
        assert_eq!(document["parts"][2]["todo"].as_array().unwrap().len(), 2);
        assert_eq!(worst(&sample()), Some(FailureKind::Host));
        assert_eq!(worst(&sample()[..2]), None);
    }
}
