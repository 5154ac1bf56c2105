//! GraphQL's query language: operations, selections, arguments, variables, fragments.
//! Not here: what fields mean (`tree`), how a selection is carried out (`run`). No schema language.

use std::collections::HashMap;

use serde_json::{Map, Value};

/// Whether an operation asks or changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "says itself")]
pub enum Kind {
    Query,
    Mutation,
}

/// An operation with the fragments it may use.
#[derive(Debug)]
pub struct Operation {
    /// Asks or changes.
    pub kind: Kind,
    /// Name, whether it must be given, and the default.
    pub variables: Vec<(String, bool, Option<Argument>)>,
    /// What is asked for.
    pub selection: Vec<Selected>,
    /// Named fragments: the type and what they select.
    pub fragments: HashMap<String, (String, Vec<Selected>)>,
}

impl Operation {
    /// Variables that are needed but not given, or given but not declared.
    pub fn unset(&self, given: &Value) -> Vec<String> {
        let missing = self
            .variables
            .iter()
            .filter(|(name, needed, default)| *needed && default.is_none() && given[name.as_str()].is_null());
        let missing =
            missing.map(|(name, ..)| format!("Variable ${name} of a type that may not be null was not provided"));
        let declared = |name: &String| self.variables.iter().any(|(n, ..)| n == name);
        let strange = given.as_object().into_iter().flatten().filter(|(name, _)| !declared(name));
        missing.chain(strange.map(|(name, _)| format!("Variable ${name} is given but not declared"))).collect()
    }
}

/// A part of a selection.
#[derive(Debug, Clone)]
pub enum Selected {
    /// A field.
    Field(Field),
    /// `...Name`.
    Spread(String),
    /// `... on Type { }`; without a type everything.
    Inline(Option<String>, Vec<Selected>),
}

/// A field.
#[derive(Debug, Clone)]
pub struct Field {
    /// `x` in `x: name`.
    pub alias: Option<String>,
    /// Its name.
    pub name: String,
    /// Its arguments.
    pub arguments: Vec<(String, Argument)>,
    /// What is selected of it.
    pub selection: Vec<Selected>,
}

impl Field {
    /// Its key in the answer.
    pub fn key(&self) -> String {
        self.alias.clone().unwrap_or_else(|| self.name.clone())
    }
}

/// A value in a query.
#[derive(Debug, Clone)]
pub enum Argument {
    /// `$name`.
    Variable(String),
    /// Anything else; an enum's word is a string.
    Plain(Value),
    /// `[ ]`.
    List(Vec<Argument>),
    /// `{ }`.
    Object(Vec<(String, Argument)>),
}

impl Argument {
    /// With the variables put in.
    pub fn value(&self, variables: &dyn Fn(&str) -> Value) -> Value {
        match self {
            Self::Variable(name) => variables(name),
            Self::Plain(value) => value.clone(),
            Self::List(all) => all.iter().map(|a| a.value(variables)).collect(),
            Self::Object(all) => {
                Value::Object(all.iter().map(|(n, a)| (n.clone(), a.value(variables))).collect::<Map<_, _>>())
            }
        }
    }
}

/// Reads a document; of several operations the named one.
pub fn operation(text: &str, name: Option<&str>) -> Result<Operation, String> {
    let mut parser = Parser { tokens: tokens(text)?, at: 0 };
    let (mut operations, mut fragments) = (Vec::new(), HashMap::new());
    while let Some(token) = parser.peek().cloned() {
        match token.as_str() {
            "{" => operations.push((None, Kind::Query, Vec::new(), parser.selection()?)),
            "query" | "mutation" => {
                parser.at += 1;
                let kind = if token == "query" { Kind::Query } else { Kind::Mutation };
                let name = if parser.peeks("{") || parser.peeks("(") { None } else { Some(parser.name()?) };
                let variables = if parser.peeks("(") { parser.variables()? } else { Vec::new() };
                operations.push((name, kind, variables, parser.selection()?));
            }
            "fragment" => {
                parser.at += 1;
                let name = parser.name()?;
                parser.expect("on")?;
                let of = parser.name()?;
                fragments.insert(name, (of, parser.selection()?));
            }
            other => return Err(format!("unexpected {other}")),
        }
    }
    let found = operations.into_iter().find(|(n, ..)| name.is_none() || n.as_deref() == name);
    let (_, kind, variables, selection) = found.ok_or("no such operation")?;
    Ok(Operation { kind, variables, selection, fragments })
}

/// Words, marks and strings; a string keeps its opening quote so that it is no word.
fn tokens(text: &str) -> Result<Vec<String>, String> {
    let (mut found, mut rest) = (Vec::new(), text);
    while let Some(c) = rest.chars().next() {
        let taken = match c {
            ' ' | '\t' | '\n' | '\r' | ',' => {
                rest = &rest[1..];
                continue;
            }
            '#' => {
                rest = rest.find('\n').map_or("", |end| &rest[end..]);
                continue;
            }
            '"' => {
                let (value, length) = string(rest)?;
                found.push(format!("\"{value}"));
                rest = &rest[length..];
                continue;
            }
            '.' if rest.starts_with("...") => 3,
            _ if c.is_ascii_alphanumeric() || c == '_' || c == '-' => {
                rest.find(|c: char| !(c.is_ascii_alphanumeric() || "_-.".contains(c))).unwrap_or(rest.len())
            }
            _ => c.len_utf8(),
        };
        found.push(rest[..taken].to_owned());
        rest = &rest[taken..];
    }
    Ok(found)
}

fn string(text: &str) -> Result<(String, usize), String> {
    let mut stream = serde_json::Deserializer::from_str(text).into_iter::<String>();
    match stream.next() {
        Some(Ok(value)) => Ok((value, stream.byte_offset())),
        _ => Err("a string that does not end".to_owned()),
    }
}

struct Parser {
    tokens: Vec<String>,
    at: usize,
}

impl Parser {
    fn peek(&self) -> Option<&String> {
        self.tokens.get(self.at)
    }

    fn peeks(&self, wanted: &str) -> bool {
        self.peek().is_some_and(|t| t == wanted)
    }

    fn next(&mut self) -> Result<String, String> {
        let token = self.peek().cloned().ok_or("unexpected end")?;
        self.at += 1;
        Ok(token)
    }

    fn takes(&mut self, wanted: &str) -> bool {
        let is = self.peeks(wanted);
        self.at += usize::from(is);
        is
    }

    fn expect(&mut self, wanted: &str) -> Result<(), String> {
        let token = self.next()?;
        if token == wanted { Ok(()) } else { Err(format!("expected {wanted}, found {token}")) }
    }

    fn name(&mut self) -> Result<String, String> {
        let token = self.next()?;
        let is_name = token.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        if is_name { Ok(token) } else { Err(format!("expected a name, found {token}")) }
    }

    fn variables(&mut self) -> Result<Vec<(String, bool, Option<Argument>)>, String> {
        self.expect("(")?;
        let mut all = Vec::new();
        while !self.takes(")") {
            self.expect("$")?;
            let name = self.name()?;
            self.expect(":")?;
            let needed = self.of_type()?;
            let default = if self.takes("=") { Some(self.argument()?) } else { None };
            all.push((name, needed, default));
        }
        Ok(all)
    }

    /// Whether a value of the type may not be null.
    fn of_type(&mut self) -> Result<bool, String> {
        if self.takes("[") {
            self.of_type()?;
            self.expect("]")?;
        } else {
            self.name()?;
        }
        Ok(self.takes("!"))
    }

    fn selection(&mut self) -> Result<Vec<Selected>, String> {
        self.expect("{")?;
        let mut all = Vec::new();
        while !self.takes("}") {
            all.push(self.selected()?);
        }
        if all.is_empty() { Err("an empty selection".to_owned()) } else { Ok(all) }
    }

    fn selected(&mut self) -> Result<Selected, String> {
        if self.takes("...") {
            if self.takes("on") {
                let of = self.name()?;
                return Ok(Selected::Inline(Some(of), self.selection()?));
            }
            if self.peeks("{") {
                return Ok(Selected::Inline(None, self.selection()?));
            }
            return Ok(Selected::Spread(self.name()?));
        }
        let first = self.name()?;
        let (alias, name) = if self.takes(":") { (Some(first), self.name()?) } else { (None, first) };
        let mut arguments = Vec::new();
        if self.takes("(") {
            while !self.takes(")") {
                let name = self.name()?;
                self.expect(":")?;
                arguments.push((name, self.argument()?));
            }
        }
        let selection = if self.peeks("{") { self.selection()? } else { Vec::new() };
        Ok(Selected::Field(Field { alias, name, arguments, selection }))
    }

    fn argument(&mut self) -> Result<Argument, String> {
        let token = self.next()?;
        Ok(match token.as_str() {
            "$" => Argument::Variable(self.name()?),
            "[" => {
                let mut all = Vec::new();
                while !self.takes("]") {
                    all.push(self.argument()?);
                }
                Argument::List(all)
            }
            "{" => {
                let mut all = Vec::new();
                while !self.takes("}") {
                    let name = self.name()?;
                    self.expect(":")?;
                    all.push((name, self.argument()?));
                }
                Argument::Object(all)
            }
            "true" => Argument::Plain(Value::Bool(true)),
            "false" => Argument::Plain(Value::Bool(false)),
            "null" => Argument::Plain(Value::Null),
            word => Argument::Plain(match (word.strip_prefix('"'), word.parse::<i64>()) {
                (Some(text), _) => Value::from(text),
                (None, Ok(number)) => Value::from(number),
                (None, Err(_)) => Value::from(word),
            }),
        })
    }
}
