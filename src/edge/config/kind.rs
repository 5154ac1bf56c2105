//! What a key takes, and the check of one value. Every fault says what is wrong and what to write instead.
//! Not here: which key takes what (`keys`), who may set it (`walk`). Called by `walk` and for flags and variables.

use crate::core::change::glob_fault;

use super::{
    items,
    layer::Spot,
    node::{Data, Node},
    scalar::{
        choice, in_bounds, is_off, level, line, model, number, pattern, seconds, share, switch, url, whole, word,
    },
    value::Value,
};

/// What a key takes.
#[derive(Debug, Clone, Copy)]
pub(super) enum Kind {
    /// true or false.
    Switch,
    /// The same, or `on` and `off` as text.
    OnOff,
    /// A whole number in these bounds.
    Whole(u64, u64),
    /// The same, or "off".
    WholeOrOff(u64, u64),
    /// A number of at least 0.
    Money,
    /// 0 to 1, or a percentage above 1 and up to 100: 0.8 and 80 are the same, and so are 1 and 100.
    Share,
    /// One of these words; `off` among them clears what a weaker layer set.
    Choice(&'static [&'static str]),
    /// A severity in any vocabulary; "off" where the flag is set.
    Level(Clearable),
    /// One line of text.
    Text,
    /// A list of texts, or one text.
    Texts,
    /// A list of these words, or one of them.
    Words(&'static [&'static str]),
    /// A path pattern.
    Glob,
    /// A list of path patterns, or one.
    Globs,
    /// A regular expression with look-around.
    Pattern,
    /// `provider::model` or `cmd:NAME`.
    Model,
    /// A list of those, or one.
    Models,
    /// Seconds, or text such as "5m".
    Seconds,
    /// A program and its arguments.
    Argv,
    /// An http or https address without password.
    Url,
    /// Entries with these fields.
    Items(&'static [items::Field]),
}

/// Whether "off" may be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Clearable {
    /// Yes.
    Yes,
    /// No.
    No,
}

/// What is wrong with a value.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Fault {
    pub spot: Spot,
    /// Where below the key: `[2]`, `[0].pattern`, or ''.
    pub below: String,
    pub what: String,
    pub remedy: String,
}

/// A value as far as it can be used, and what is wrong.
#[derive(Debug, Default)]
pub(super) struct Checked {
    pub value: Option<Value>,
    pub faults: Vec<Fault>,
}

impl Kind {
    /// What is expected, for people.
    pub fn expected(self) -> String {
        match self {
            Self::Switch => "true or false".to_owned(),
            Self::OnOff => "true or false (\"on\" or \"off\")".to_owned(),
            Self::Whole(least, u64::MAX) => format!("a whole number of at least {least}"),
            Self::Whole(least, most) => format!("a whole number from {least} to {most}"),
            Self::WholeOrOff(least, most) => format!("a whole number from {least} to {most}, or \"off\""),
            Self::Money => "a number of at least 0".to_owned(),
            Self::Share => "a number from 0 to 1, or a percentage up to 100".to_owned(),
            Self::Choice(words) => format!("one of {}", words.join(", ")),
            Self::Level(Clearable::No) => format!("one of {LEVELS}"),
            Self::Level(Clearable::Yes) => format!("one of {LEVELS}, or \"off\""),
            Self::Text => "text in quotes".to_owned(),
            Self::Texts => "a list of texts, such as [\"a\", \"b\"]".to_owned(),
            Self::Words(words) => format!("a list of {}", words.join(", ")),
            Self::Glob => "a path pattern, such as \"src/**\"".to_owned(),
            Self::Globs => "a list of path patterns, such as [\"src/**\"]".to_owned(),
            Self::Pattern => "a regular expression in quotes".to_owned(),
            Self::Model => "\"provider::model\" or \"cmd:NAME\"".to_owned(),
            Self::Models => "a list of \"provider::model\" or \"cmd:NAME\"".to_owned(),
            Self::Seconds => "seconds, or text such as \"90s\" or \"5m\"".to_owned(),
            Self::Argv => "a list: the program, then its arguments".to_owned(),
            Self::Url => "an address such as \"https://host/api/v3\"".to_owned(),
            Self::Items(_) => "entries, each under its own [[…]]".to_owned(),
        }
    }

    /// Checks a value. YAML's nothing is "off".
    pub fn check(self, node: &Node) -> Checked {
        if node.data == Data::Null {
            return Checked { value: Some(Value::Off), faults: Vec::new() };
        }
        match self {
            Self::Texts => each(node, self, |text| Ok(text.to_owned())),
            Self::Words(words) => each(node, self, |text| word(text, words)),
            Self::Globs => each(node, self, |text| glob_fault(text).map_or(Ok(text.to_owned()), Err)),
            Self::Models => each(node, self, |text| model(text).map(str::to_owned)),
            Self::Argv => argv(node, self),
            Self::Items(fields) => items::check(node, fields),
            _ => one(node, self.single(node), self),
        }
    }

    /// A value that is no list: what it means, or what is wrong with it ('' = the wrong type).
    fn single(self, node: &Node) -> Result<Value, String> {
        let text = || node.text().ok_or_else(String::new);
        match self {
            Self::Switch | Self::OnOff => switch(node, self),
            Self::WholeOrOff(..) | Self::Level(Clearable::Yes) if is_off(node) => Ok(Value::Off),
            Self::Whole(least, most) | Self::WholeOrOff(least, most) => whole(node, least, most).map(Value::Whole),
            Self::Money => number(node).and_then(|n| in_bounds(n, n, f64::MAX)).map(Value::Number),
            Self::Share => number(node).and_then(share).map(Value::Number),
            Self::Choice(words) => choice(node, words),
            Self::Level(_) => level(text()?),
            Self::Text => line(text()?).map(|text| Value::Text(text.to_owned())),
            Self::Glob => text().and_then(|text| glob_fault(text).map_or(Ok(Value::Text(text.to_owned())), Err)),
            Self::Pattern => pattern(text()?).map(|text| Value::Text(text.to_owned())),
            Self::Model => model(text()?).map(|text| Value::Text(text.to_owned())),
            Self::Seconds => seconds(node).map(Value::Whole),
            Self::Url => url(text()?).map(Value::Text),
            Self::Texts | Self::Words(_) | Self::Globs | Self::Models | Self::Argv | Self::Items(_) => {
                Err(String::new())
            }
        }
    }
}

/// Our words for severities; all vocabularies are read.
const LEVELS: &str = "blocker, critical, major, minor, nitpick";

fn one(node: &Node, result: Result<Value, String>, kind: Kind) -> Checked {
    match result {
        Ok(value) => Checked { value: Some(value), faults: Vec::new() },
        Err(why) => Checked { value: None, faults: vec![fault(node, String::new(), &why, kind)] },
    }
}

/// A fault; an empty `why` means that the value is of the wrong type.
pub(super) fn fault(node: &Node, below: String, why: &str, kind: Kind) -> Fault {
    let expected = kind.expected();
    let what = match why {
        "" => format!("{} is not {expected}", node.shown()),
        why => format!("{} cannot be used: {why}", node.shown()),
    };
    Fault { spot: node.spot, below, what, remedy: format!("write {expected}") }
}

/// A list of texts, or one text; entries that are wrong are left out and told.
fn each(node: &Node, kind: Kind, read: impl Fn(&str) -> Result<String, String>) -> Checked {
    let (nodes, is_list) = match &node.data {
        Data::List(nodes) => (nodes.iter().collect(), true),
        _ => (vec![node], false),
    };
    let (mut texts, mut faults) = (Vec::new(), Vec::new());
    for (nth, entry) in nodes.into_iter().enumerate() {
        let below = if is_list { format!("[{nth}]") } else { String::new() };
        match entry.text().map(&read) {
            Some(Ok(text)) => texts.push(text),
            Some(Err(why)) => faults.push(fault(entry, below, &why, kind)),
            None => faults.push(fault(entry, below, "", kind)),
        }
    }
    let value = (is_list || faults.is_empty()).then_some(Value::Texts(texts));
    Checked { value, faults }
}

/// A program and its arguments: all of them or nothing.
fn argv(node: &Node, kind: Kind) -> Checked {
    let whole = |texts: &Vec<String>| texts.first().is_some_and(|program| !program.trim().is_empty());
    match &node.data {
        Data::List(_) => {}
        _ => return one(node, Err(String::new()), kind),
    }
    let mut checked = each(node, kind, |text| match text.contains('\0') {
        true => Err("it holds a NUL".to_owned()),
        false => Ok(text.to_owned()),
    });
    match &checked.value {
        Some(Value::Texts(texts)) if checked.faults.is_empty() && !whole(texts) => {
            one(node, Err("there is no program in it".to_owned()), kind)
        }
        _ => {
            checked.value = checked.value.filter(|_| checked.faults.is_empty());
            checked
        }
    }
}
