//! One run of a SARIF log: its tool, rules of driver and extensions, artifacts, bases. Called by `mod` and its files.

use std::collections::HashMap;

use serde_json::{Value, value::RawValue};

use crate::edge::report::findings_in::{
    draft::{first, list, text},
    shape::Parts,
};

/// What of a run is needed to read its results.
#[derive(Debug)]
pub(super) struct Run {
    tool: Value,
    artifacts: Value,
    bases: Value,
    invocations: Value,
    /// Rules by id: of the driver (`None`) and of each extension.
    known: HashMap<(Option<usize>, String), usize>,
}

/// A rule, when the run describes it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rule<'r> {
    value: Option<&'r Value>,
    /// '' without a rule.
    pub id: &'r str,
}

impl<'r> Rule<'r> {
    pub fn at(&self, at: &str) -> Option<&'r Value> {
        self.value?.pointer(at)
    }

    pub fn text(&self, at: &str) -> &'r str {
        self.at(at).and_then(Value::as_str).unwrap_or("")
    }
}

impl Run {
    /// The run, its results, and notes; or why it cannot be read.
    pub fn read(raw: &RawValue) -> Result<(Self, Vec<&RawValue>, Vec<String>), String> {
        let parts: Parts<'_> =
            serde_json::from_str(raw.get()).map_err(|_| "a run was left out: it is no object".to_owned())?;
        let mut notes = Vec::new();
        let results = match parts.get("results") {
            None => Vec::new(),
            Some(raw) => serde_json::from_str(raw.get()).unwrap_or_else(|_| {
                notes.push("the results of a run were left out: they are no list".to_owned());
                Vec::new()
            }),
        };
        let mut part = |name: &str| match parts.get(name).map(|raw| serde_json::from_str(raw.get())) {
            None => Value::Null,
            Some(Ok(value)) => value,
            Some(Err(_)) => {
                notes.push(format!("`{name}` of a run cannot be read"));
                Value::Null
            }
        };
        let (tool, artifacts) = (part("tool"), part("artifacts"));
        let (bases, invocations) = (part("originalUriBaseIds"), part("invocations"));
        let known = rules_of(&tool);
        Ok((Self { tool, artifacts, bases, invocations, known }, results, notes))
    }

    /// The tool's name.
    pub fn tool(&self) -> &str {
        first([text(&self.tool, "/driver/name"), "a tool"])
    }

    /// The rules of the driver, or of an extension.
    fn rules(&self, extension: Option<usize>) -> &[Value] {
        match extension {
            None => list(self.tool.pointer("/driver/rules")),
            Some(nth) => list(self.tool.pointer(&format!("/extensions/{nth}/rules"))),
        }
    }

    /// The rule of a result: by number, else by its id; an id such as `A1/x` is of the rule `A1` when there is no other.
    pub fn rule<'r>(&'r self, result: &'r Value) -> Rule<'r> {
        let number = |at: &str| result.pointer(at).and_then(Value::as_u64).and_then(|nth| usize::try_from(nth).ok());
        let extension = number("/rule/toolComponent/index");
        let rules = self.rules(extension);
        let by_number = number("/rule/index").or_else(|| number("/ruleIndex")).and_then(|nth| rules.get(nth));
        let id = first([text(result, "/ruleId"), text(result, "/rule/id")]);
        let found = by_number.or_else(|| self.by_id(extension, id)).or_else(|| {
            let (front, _) = id.rsplit_once('/')?;
            self.by_id(extension, front)
        });
        let id = first([id, found.map_or("", |rule| text(rule, "/id"))]);
        Rule { value: found, id }
    }

    fn by_id(&self, extension: Option<usize>, id: &str) -> Option<&Value> {
        if id.is_empty() {
            return None;
        }
        let known = self.known.get(&(extension, id.to_owned())).map(|nth| (extension, *nth));
        // Not said which extension: the first that has it.
        let any = || {
            let all = 0..list(self.tool.pointer("/extensions")).len().min(64);
            all.map(Some).find_map(|other| Some((other, *self.known.get(&(other, id.to_owned()))?)))
        };
        let (extension, nth) = known.or_else(any)?;
        self.rules(extension).get(nth)
    }

    /// A string that several rules share.
    pub fn shared_string(&self, id: &str) -> &str {
        let strings = self.tool.pointer("/driver/globalMessageStrings");
        let string = strings.and_then(|strings| strings.get(id));
        string.map_or("", |string| text(string, "/text"))
    }

    /// The location of an artifact by its number.
    pub fn artifact(&self, index: u64) -> Option<&Value> {
        list(Some(&self.artifacts)).get(usize::try_from(index).ok()?)?.get("location")
    }

    /// The location of a base.
    pub fn base(&self, id: &str) -> Option<&Value> {
        self.bases.get(id)
    }

    /// Absolute folders that addresses are relative to.
    pub fn bases(&self) -> Vec<Vec<u8>> {
        let bases = self.bases.as_object().into_iter().flatten().take(100);
        bases.filter_map(|(id, _)| super::place::base(self, id).1).collect()
    }

    /// What the tool says of its own run.
    pub fn notes(&self) -> Vec<String> {
        let failed =
            list(Some(&self.invocations)).iter().any(|one| one.get("executionSuccessful") == Some(&false.into()));
        let tool = crate::core::text::one_line(self.tool(), 60);
        let note = || format!("{tool} says that its own run failed: it may not have told all");
        failed.then(note).into_iter().collect()
    }
}

fn rules_of(tool: &Value) -> HashMap<(Option<usize>, String), usize> {
    let mut known = HashMap::new();
    let mut take = |extension: Option<usize>, rules: Option<&Value>| {
        for (nth, rule) in list(rules).iter().enumerate() {
            let id = text(rule, "/id");
            if !id.is_empty() {
                known.entry((extension, id.to_owned())).or_insert(nth);
            }
        }
    };
    take(None, tool.pointer("/driver/rules"));
    for (nth, extension) in list(tool.pointer("/extensions")).iter().enumerate() {
        take(Some(nth), extension.get("rules"));
    }
    known
}
