//! YAML -> tree, within a small budget: no aliases (so nothing grows), bounded depth and count, duplicate keys told.
//! YAML 1.1's words for true and false stay text here; keys that are switches read them. Called by `read`.

use std::collections::{BTreeMap, BTreeSet};

use granit_parser::{Event, Marker, Parser, ScalarStyle, Span, StrInput};

use super::{
    layer::{Spot, small},
    mistake::Complaints,
    node::{Data, Entry, Node},
    soundness::Soundness,
};

/// Values in one file.
const MOST: usize = 50_000;
/// Lists and tables in each other.
const DEEPEST: usize = 32;

/// The tree of the one document, and how far it can be trusted. `first_line` is added to every place: the text may
/// begin below the start of its file.
pub(super) fn parse(text: &str, first_line: u32, complaints: &mut Complaints) -> (Node, Soundness) {
    let mut reader = Reader { parser: Parser::new_from_str(text), first_line, left: MOST, depth: 0, complaints };
    let nothing = Node { data: Data::Table(Vec::new()), spot: Spot { line: first_line + 1, column: 1 } };
    match reader.document() {
        Ok(node) => (node.unwrap_or(nothing), Soundness::Whole),
        Err(Stop { spot, what, remedy }) => {
            reader.complaints.error(Some(spot), "", what, remedy);
            (nothing, Soundness::Until(spot))
        }
    }
}

/// Why reading ended early.
struct Stop {
    spot: Spot,
    what: String,
    remedy: &'static str,
}

struct Reader<'t, 'c> {
    parser: Parser<'t, StrInput<'t>>,
    first_line: u32,
    /// How many more values may come.
    left: usize,
    depth: usize,
    complaints: &'c mut Complaints,
}

impl<'t> Reader<'t, '_> {
    /// The next event that is no comment; `None` at the end.
    fn next(&mut self) -> Result<Option<(Event<'t>, Spot)>, Stop> {
        loop {
            match self.parser.next_event() {
                None => return Ok(None),
                Some(Ok((Event::Comment(..) | Event::StreamStart, _))) => {}
                Some(Ok((event, span))) => {
                    let spot = self.spot(&span);
                    return Ok(Some((event, spot)));
                }
                Some(Err(error)) => {
                    let what = format!("this is no YAML: {}", error.info());
                    let remedy = "correct the line; nothing of the file is used until then";
                    return Err(Stop { spot: self.mark(error.marker()), what, remedy });
                }
            }
        }
    }

    fn spot(&self, span: &Span) -> Spot {
        self.mark(&span.start)
    }

    fn mark(&self, marker: &Marker) -> Spot {
        let line = small(marker.line()).max(1).saturating_add(self.first_line);
        Spot { line, column: small(marker.col()).saturating_add(1) }
    }

    fn document(&mut self) -> Result<Option<Node>, Stop> {
        let mut found = None;
        while let Some((event, spot)) = self.next()? {
            match event {
                Event::DocumentStart(..) if found.is_some() => {
                    let what = "a second document begins here".to_owned();
                    return Err(Stop { spot, what, remedy: "keep one document in the file" });
                }
                Event::DocumentStart(..) | Event::DocumentEnd | Event::StreamEnd => {}
                event => found = Some(self.node(event, spot)?),
            }
        }
        Ok(found)
    }

    /// The value that begins with this event.
    fn node(&mut self, event: Event<'t>, spot: Spot) -> Result<Node, Stop> {
        let Some(left) = self.left.checked_sub(1) else {
            let what = format!("there are more than {MOST} values in the file");
            return Err(Stop { spot, what, remedy: "a file of settings is small: take out what is none" });
        };
        self.left = left;
        let data = match event {
            Event::Scalar(text, style, ..) => scalar(&text, style),
            Event::SequenceStart(..) => self.inside(spot, Self::list)?,
            Event::MappingStart(..) => self.inside(spot, Self::table)?,
            Event::Alias(_) => {
                let what = "aliases (`*name`) are not read".to_owned();
                return Err(Stop { spot, what, remedy: "write the value out" });
            }
            _ => Data::Null,
        };
        Ok(Node { data, spot })
    }

    fn inside(&mut self, spot: Spot, read: fn(&mut Self) -> Result<Data, Stop>) -> Result<Data, Stop> {
        if self.depth >= DEEPEST {
            let what = format!("lists and tables are nested more than {DEEPEST} deep");
            return Err(Stop { spot, what, remedy: "no setting needs that: take it out" });
        }
        self.depth += 1;
        let data = read(self);
        self.depth -= 1;
        data
    }

    fn list(&mut self) -> Result<Data, Stop> {
        let mut items = Vec::new();
        while let Some((event, spot)) = self.next()? {
            if event == Event::SequenceEnd {
                break;
            }
            items.push(self.node(event, spot)?);
        }
        Ok(Data::List(items))
    }

    /// A key that is there twice counts as not there: nobody can know which one was meant.
    fn table(&mut self) -> Result<Data, Stop> {
        let mut entries: Vec<Entry> = Vec::new();
        let (mut first, mut twice) = (BTreeMap::new(), BTreeSet::new());
        while let Some((event, spot)) = self.next()? {
            if event == Event::MappingEnd {
                break;
            }
            let key = self.key(event, spot)?;
            let Some((event, at)) = self.next()? else { break };
            let node = self.node(event, at)?;
            if let Some(line) = first.get(&key) {
                let what = format!("the key is there twice (first in line {line})");
                self.complaints.error(Some(spot), &key, what, "keep one of the two");
                twice.insert(key);
            } else {
                first.insert(key.clone(), spot.line);
                entries.push(Entry { key, spot, node });
            }
        }
        entries.retain(|entry| !twice.contains(&entry.key));
        Ok(Data::Table(entries))
    }

    fn key(&mut self, event: Event<'t>, spot: Spot) -> Result<String, Stop> {
        match event {
            Event::Scalar(text, ..) => Ok(text.into_owned()),
            _ => {
                let what = "a key is a list or a table".to_owned();
                Err(Stop { spot, what, remedy: "write the key as one word" })
            }
        }
    }
}

/// A plain scalar by the core schema of YAML 1.2; anything in quotes is text.
fn scalar(text: &str, style: ScalarStyle) -> Data {
    if style != ScalarStyle::Plain {
        return Data::Text(text.to_owned());
    }
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Data::Null,
        "true" | "True" | "TRUE" => Data::Switch(true),
        "false" | "False" | "FALSE" => Data::Switch(false),
        "yes" | "Yes" | "YES" | "no" | "No" | "NO" | "on" | "On" | "ON" | "off" | "Off" | "OFF" => {
            Data::Loose(text.to_owned())
        }
        ".nan" | ".NaN" | ".NAN" => Data::Number(f64::NAN),
        _ => number(text).unwrap_or_else(|| Data::Text(text.to_owned())),
    }
}

fn number(text: &str) -> Option<Data> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if !digits.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return None;
    }
    if let Some(hex) = digits.strip_prefix("0x") {
        return i128::from_str_radix(hex, 16).ok().map(Data::Whole);
    }
    if digits.bytes().all(|b| b.is_ascii_digit()) {
        return Some(text.parse().map_or(Data::Number(f64::INFINITY), Data::Whole));
    }
    let is_float = digits.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'e' | b'E' | b'+' | b'-'));
    is_float.then(|| text.parse().ok().map(Data::Number)).flatten()
}
