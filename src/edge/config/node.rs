//! A file of settings as a tree, whatever its syntax: values with their places. Not what keys mean (`walk`).

use super::layer::Spot;

/// A value and where it begins.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Node {
    pub data: Data,
    pub spot: Spot,
}

/// What a value is.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Data {
    /// YAML's nothing.
    Null,
    Switch(bool),
    Whole(i128),
    Number(f64),
    Text(String),
    /// YAML's `yes`, `no`, `on`, `off` without quotes: text, and a switch where a switch is meant.
    Loose(String),
    List(Vec<Node>),
    Table(Vec<Entry>),
    /// A date or something else that no key takes; its name.
    Other(&'static str),
}

/// A key and its value.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Entry {
    pub key: String,
    /// Where the key begins.
    pub spot: Spot,
    pub node: Node,
}

impl Node {
    /// The kind of value, for people.
    pub fn kind(&self) -> &'static str {
        match &self.data {
            Data::Null => "nothing",
            Data::Switch(_) => "true or false",
            Data::Whole(_) | Data::Number(_) => "a number",
            Data::Text(_) | Data::Loose(_) => "text",
            Data::List(_) => "a list",
            Data::Table(_) => "a group of keys",
            Data::Other(name) => name,
        }
    }

    /// Text, however it was written.
    pub fn text(&self) -> Option<&str> {
        match &self.data {
            Data::Text(text) | Data::Loose(text) => Some(text),
            _ => None,
        }
    }

    /// The value as it would be quoted in a message.
    pub fn shown(&self) -> String {
        match &self.data {
            Data::Switch(value) => value.to_string(),
            Data::Whole(value) => value.to_string(),
            Data::Number(value) => value.to_string(),
            Data::Text(value) | Data::Loose(value) => super::mistake::quoted(value),
            Data::Null | Data::List(_) | Data::Table(_) | Data::Other(_) => self.kind().to_owned(),
        }
    }
}
