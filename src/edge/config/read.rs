//! Files, variables and flags of all layers -> one configuration, with every mistake. Bytes are handed over by whoever
//! may read them (a repository's files from the base side); nothing is opened here. Called by `app::config`.

use super::{
    assemble::{self, Config},
    bytes,
    defaults::defaults,
    dialect::Dialect,
    keys,
    kind::Kind,
    layer::{Layer, Origin, Spot},
    mistake::{Complaints, Mistake, Weight},
    node::{Data, Node},
    soundness::Soundness,
    toml_tree,
    value::Values,
    walk::walk,
    yaml_tree,
};

/// A file of settings, as it was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Given {
    /// Which layer it is: `User`, `Repository`, `Soliton` or `Opencode`.
    pub layer: Layer,
    /// What it is called in messages: a path, with the commit it is from.
    pub name: String,
    /// Its content, or why it cannot be read. A file that is not there is not given.
    pub content: Result<Vec<u8>, String>,
}

/// A value from a variable or a flag, as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// The key it sets.
    pub key: &'static str,
    /// Its value, as in a file but without quotes; lists with commas.
    pub value: String,
    /// The variable or flag, for messages.
    pub source: String,
    /// `Environment` or `Flag`.
    pub layer: Layer,
}

/// All layers, read.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// What is in force: of wrong values the default.
    pub config: Config,
    /// What is wrong, by layer and line.
    pub mistakes: Vec<Mistake>,
}

impl Reading {
    /// Whether a run must not start: something that the person wrote is wrong.
    pub fn stops(&self) -> bool {
        self.mistakes.iter().any(Mistake::stops)
    }
}

/// Reads all layers, in any order: later layers win by their own order.
pub fn read(files: &[Given], said: &[Said]) -> Reading {
    let mut files: Vec<&Given> = files.iter().collect();
    files.sort_by_key(|file| file.layer);
    let mut values = defaults();
    let mut mistakes = Vec::new();
    for file in files {
        let (layer, wrong) = read_file(file);
        values.put_all(layer);
        mistakes.extend(wrong);
    }
    let mut said: Vec<&Said> = said.iter().collect();
    said.sort_by_key(|said| said.layer);
    for one in said {
        read_said(one, &mut values, &mut mistakes);
    }
    let (config, wrong) = assemble::assemble(values);
    mistakes.extend(wrong);
    Reading { config, mistakes }
}

fn read_file(file: &Given) -> (Values, Vec<Mistake>) {
    let mut complaints = Complaints::new(file.layer, &file.name);
    let values = match &file.content {
        Ok(bytes) => bytes::text(bytes, &mut complaints).map(|text| read_text(text, file.layer, &mut complaints)),
        Err(why) => {
            complaints.error(None, "", format!("the file cannot be read: {why}"), "make it a readable file");
            None
        }
    };
    (values.unwrap_or_default(), complaints.finish())
}

fn read_text(text: &str, layer: Layer, complaints: &mut Complaints) -> Values {
    let (dialect, (root, soundness)) = match layer {
        Layer::Soliton => match front_matter(text, complaints) {
            Some((front, above)) => (Dialect::Soliton, yaml_tree::parse(front, above, complaints)),
            None => return Values::default(),
        },
        Layer::Opencode => (Dialect::Opencode, yaml_tree::parse(text, 0, complaints)),
        _ => (Dialect::Ours, toml_tree::parse(text, complaints)),
    };
    let syntax = complaints.list.len();
    let values = walk(&root, dialect, complaints);
    match soundness {
        Soundness::Whole => values,
        Soundness::Until(end) => {
            let before = |mistake: &Mistake| mistake.origin.spot.is_some_and(|spot| spot < end);
            let meaning = complaints.list.split_off(syntax.min(complaints.list.len()));
            complaints.list.extend(meaning.into_iter().filter(before));
            Values::default()
        }
    }
}

/// The YAML between two lines `---` at the head of a Markdown file, and how many lines stand above it. A file without
/// such a head says nothing; one whose head does not end is told.
fn front_matter<'t>(text: &'t str, complaints: &mut Complaints) -> Option<(&'t str, u32)> {
    let is_fence = |line: &str| line.trim_end() == "---";
    let first = text.split_inclusive('\n').next().filter(|line| is_fence(line))?;
    let body = text.get(first.len()..).unwrap_or("");
    let mut length = 0;
    for line in body.split_inclusive('\n') {
        if is_fence(line) {
            return Some((body.get(..length).unwrap_or(""), 1));
        }
        length += line.len();
    }
    let what = "the settings at the head of the file do not end";
    complaints.error(Some(Spot::FIRST), "", what, "close them with a line `---`");
    None
}

fn read_said(said: &Said, values: &mut Values, mistakes: &mut Vec<Mistake>) {
    let origin = Origin { layer: said.layer, source: said.source.clone(), spot: None };
    match parse(said.key, &said.value) {
        Ok(value) => values.put(said.key.to_owned(), value, origin),
        Err((what, remedy)) => {
            mistakes.push(Mistake { origin, key: String::new(), what, remedy, weight: Weight::Error });
        }
    }
}

/// Checks a value that was given as text for a key; on failure what is wrong, and what to write.
///
/// # Errors
/// The value does not fit the key, or there is no such key.
pub fn parse(key: &str, text: &str) -> Result<super::Value, (String, String)> {
    let Some(key) = keys::find(key) else { return Err((format!("there is no key {key}"), String::new())) };
    let checked = key.kind.check(&typed(key.kind, text));
    match (checked.value, checked.faults.into_iter().next()) {
        (Some(value), None) => Ok(value),
        (_, fault) => {
            let fault = fault.map(|f| (f.what, f.remedy));
            Err(fault.unwrap_or_else(|| (format!("'{text}' cannot be used"), format!("write {}", key.kind.expected()))))
        }
    }
}

/// Text as the value it would be in a file.
fn typed(kind: Kind, text: &str) -> Node {
    let text = text.trim();
    let data = match kind {
        Kind::Texts | Kind::Words(_) | Kind::Globs | Kind::Models => {
            let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
            Data::List(parts.map(|part| Node { data: Data::Text(part.to_owned()), spot: Spot::FIRST }).collect())
        }
        Kind::Switch | Kind::OnOff => Data::Loose(text.to_owned()),
        Kind::Share | Kind::Money => text.parse().map_or(Data::Text(text.to_owned()), Data::Number),
        Kind::Whole(..) | Kind::WholeOrOff(..) | Kind::Seconds => {
            text.parse().map_or(Data::Text(text.to_owned()), Data::Whole)
        }
        _ => Data::Text(text.to_owned()),
    };
    Node { data, spot: Spot::FIRST }
}
