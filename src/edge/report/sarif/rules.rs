//! The rules of a run: one for each lens and class that is told, in the order in which they are first met. Called by
//! `mod` and `result`.

use std::collections::HashMap;

use serde::Serialize;

use super::Message;
use crate::{
    core::{
        checks::{self, APART},
        model::{Finding, Kind, Lens},
    },
    edge::report::review::Item,
};

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Rule {
    id: String,
    short_description: Message,
    full_description: Message,
    default_configuration: Configuration,
    properties: Properties,
}

#[derive(Debug, Serialize)]
struct Configuration {
    level: &'static str,
}

#[derive(Debug, Serialize)]
struct Properties {
    tags: Vec<&'static str>,
}

/// Rules that were met.
#[derive(Debug, Default)]
pub(super) struct Rules {
    all: Vec<Rule>,
    known: HashMap<String, usize>,
}

impl Rules {
    /// Id and number of a finding's rule.
    pub fn of(&mut self, finding: &Finding, item: Option<&Item>, level: &'static str) -> (String, usize) {
        let id = id(finding, item);
        let next = self.all.len();
        let number = *self.known.entry(id.clone()).or_insert(next);
        if number == next {
            self.all.push(rule(id.clone(), finding, item, level));
        }
        (id, number)
    }

    pub fn list(self) -> Vec<Rule> {
        self.all
    }
}

/// `security/hardcoded-secret`; without a class the lens alone, for what is no finding its kind.
pub(in crate::edge::report) fn id(finding: &Finding, item: Option<&Item>) -> String {
    let class = item.and_then(|item| item.candidate.as_ref()).map_or("", |claim| claim.claim.issue_class.trim());
    match finding.kind {
        Kind::Praise | Kind::Thought | Kind::Note | Kind::Comment => finding.kind.as_str().to_owned(),
        Kind::Finding | Kind::Question if class.is_empty() => finding.lens.as_str().to_owned(),
        Kind::Finding | Kind::Question => format!("{}/{class}", finding.lens.as_str()),
    }
}

fn rule(id: String, finding: &Finding, item: Option<&Item>, level: &'static str) -> Rule {
    let task = item.and_then(|item| item.candidate.as_ref()).map_or("", |claim| claim.task.as_str());
    let check = task.strip_prefix("builtin:").and_then(about);
    let words = id.rsplit('/').next().unwrap_or(&id).replace(['-', '_'], " ");
    let mut letters = words.chars();
    let title: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
    let full = check.map_or_else(
        || format!("What reviewers said under the lens {}.", finding.lens.as_str()),
        |about| format!("{about}."),
    );
    let tags = match finding.lens {
        Lens::Security => vec!["security"],
        lens => vec![lens.as_str()],
    };
    Rule {
        id,
        short_description: Message::new(title),
        full_description: Message::new(full.replace("..", ".")),
        default_configuration: Configuration { level },
        properties: Properties { tags },
    }
}

/// What a built-in reviewer looks for.
fn about(id: &str) -> Option<&'static str> {
    let apart = || APART.iter().find(|apart| apart.id == id).map(|apart| apart.about);
    checks::find(id).map(|check| check.about).or_else(apart)
}
