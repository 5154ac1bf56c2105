//! TOML -> tree, going on behind a mistake so that all are told at once. Called by `read`.

use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use super::{
    layer::Spot,
    mistake::Complaints,
    node::{Data, Entry, Node},
    soundness::Soundness,
};

/// The tree, and whether it can be trusted to be what was written: behind a mistake of syntax keys may have landed
/// in the wrong table.
pub(super) fn parse(text: &str, complaints: &mut Complaints) -> (Node, Soundness) {
    let (table, errors) = DeTable::parse_recoverable(text);
    let first = errors.iter().filter_map(|error| error.span().map(|span| span.start)).min();
    for error in &errors {
        let spot = error.span().map(|span| Spot::at(text, span.start));
        let (what, remedy) = words(error.message());
        complaints.error(spot, "", what, remedy);
    }
    let lines = Lines::new(text);
    let node = Node { data: tree(table.get_ref(), &lines), spot: Spot::FIRST };
    let soundness = match (errors.is_empty(), first) {
        (true, _) => Soundness::Whole,
        (false, Some(at)) => Soundness::Until(Spot::at(text, at)),
        (false, None) => Soundness::Until(Spot::FIRST),
    };
    (node, soundness)
}

fn words(message: &str) -> (String, &'static str) {
    match message {
        "duplicate key" => ("the key is there twice".to_owned(), "keep one of the two"),
        other => (format!("this is no TOML: {other}"), "correct the line; nothing of the file is used until then"),
    }
}

/// Starts of lines, so that a place costs a search and not a walk through the file.
struct Lines<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    fn new(text: &'t str) -> Self {
        let ends = memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1);
        Self { text, starts: std::iter::once(0).chain(ends).collect() }
    }

    fn spot(&self, offset: usize) -> Spot {
        let before = self.starts.partition_point(|start| *start <= offset);
        let start = before.checked_sub(1).and_then(|nth| self.starts.get(nth)).copied().unwrap_or(0);
        let row = self.text.get(start..).unwrap_or("");
        let inside = Spot::at(row, offset.saturating_sub(start));
        Spot { line: super::layer::small(before.max(1)), column: inside.column }
    }
}

fn tree(table: &DeTable<'_>, lines: &Lines<'_>) -> Data {
    let entry = |(key, value): (&Spanned<std::borrow::Cow<'_, str>>, &Spanned<DeValue<'_>>)| Entry {
        key: key.get_ref().clone().into_owned(),
        spot: lines.spot(key.span().start),
        node: node(value, lines),
    };
    let mut entries: Vec<Entry> = table.iter().map(entry).collect();
    entries.sort_by_key(|entry| entry.spot);
    Data::Table(entries)
}

fn node(value: &Spanned<DeValue<'_>>, lines: &Lines<'_>) -> Node {
    let data = match value.get_ref() {
        DeValue::String(text) => Data::Text(text.clone().into_owned()),
        DeValue::Integer(number) => {
            i128::from_str_radix(number.as_str(), number.radix()).map_or(Data::Number(f64::INFINITY), Data::Whole)
        }
        DeValue::Float(number) => number.as_str().parse().map_or(Data::Other("a number"), Data::Number),
        DeValue::Boolean(value) => Data::Switch(*value),
        DeValue::Datetime(_) => Data::Other("a date"),
        DeValue::Array(items) => Data::List(items.iter().map(|item| node(item, lines)).collect()),
        DeValue::Table(table) => tree(table, lines),
    };
    Node { data, spot: lines.spot(value.span().start) }
}
