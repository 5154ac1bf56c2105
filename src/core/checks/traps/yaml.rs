//! As much of YAML as tells which key a line belongs to. Not here: values over several lines other than blocks of
//! text, anchors, tags. Called by `ci_workflow`.

use super::Leaf;

/// A line of a workflow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    /// Its row.
    pub at: usize,
    /// Columns before the key, dashes of lists counted as blanks.
    pub indent: usize,
    /// The key; '' for items of lists and lines of a block of text.
    pub key: String,
    /// What follows, without its comment and quotes.
    pub value: String,
    /// Whether a list's item begins here.
    pub is_item: bool,
    /// For a line of a block of text: the key that the block belongs to.
    pub block: Option<String>,
}

/// The lines of a side that are neither empty nor comments.
pub(super) fn entries(leaf: &Leaf<'_>) -> Vec<Entry> {
    let mut made = Vec::new();
    // The key of the block of text that is open, and its own indent.
    let mut open: Option<(String, usize)> = None;
    for (at, row) in leaf.rows.iter().enumerate() {
        if row.is_head() {
            open = None;
            continue;
        }
        let text = row.text.trim_end();
        let body = text.trim_start();
        if body.is_empty() {
            continue;
        }
        let column = text.len() - body.len();
        if let Some((key, _)) = open.as_ref().filter(|(_, indent)| column > *indent) {
            let block = Some(key.clone());
            made.push(Entry { at, indent: column, key: String::new(), value: body.to_owned(), is_item: false, block });
            continue;
        }
        open = None;
        if body.starts_with('#') {
            continue;
        }
        let entry = entry(at, column, body);
        if !entry.key.is_empty() && is_block_mark(&entry.value) {
            open = Some((entry.key.clone(), entry.indent));
        }
        made.push(entry);
    }
    made
}

fn entry(at: usize, column: usize, body: &str) -> Entry {
    let (mut indent, mut rest, mut is_item) = (column, body, false);
    while let Some(item) = rest.strip_prefix("- ").or_else(|| (rest == "-").then_some("")) {
        let inner = item.trim_start();
        indent += rest.len() - inner.len();
        (rest, is_item) = (inner, true);
    }
    let (key, value) = match rest.split_once(':') {
        Some((key, value)) if is_key(key) && (value.is_empty() || value.starts_with([' ', '\t'])) => {
            (key.trim_matches(['"', '\'']).to_owned(), value)
        }
        _ => (String::new(), rest),
    };
    Entry { at, indent, key, value: bare(value).to_owned(), is_item, block: None }
}

fn is_key(text: &str) -> bool {
    let text = text.trim_matches(['"', '\'']);
    !text.is_empty() && text.len() < 80 && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-./ ".contains(&b))
}

/// A value without its comment and its quotes.
pub(super) fn bare(value: &str) -> &str {
    let value = value.trim();
    for quote in ['"', '\''] {
        if let Some((inner, _)) = value.strip_prefix(quote).and_then(|rest| rest.rsplit_once(quote)) {
            return inner;
        }
    }
    value.split_once(" #").map_or(value, |(value, _)| value).trim_end()
}

fn is_block_mark(value: &str) -> bool {
    value.starts_with(['|', '>']) && value.len() <= 3
}
