//! Places as SARIF writes them: relative, percent-encoded addresses, and regions of whole lines. Called by `result`.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_encode};
use serde::Serialize;

use super::Message;
use crate::core::model::LineRange;

/// What all addresses are relative to.
pub(super) const BASE: &str = "%SRCROOT%";

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Artifact {
    uri: String,
    uri_base_id: &'static str,
}

/// Whole lines have no columns.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Region {
    start_line: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    start_column: Option<u32>,
    end_line: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_column: Option<u32>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Location {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<u32>,
    physical_location: Physical,
    #[serde(skip_serializing_if = "Option::is_none")]
    logical_locations: Option<[Logical; 1]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Message>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Physical {
    artifact_location: Artifact,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<Region>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Logical {
    fully_qualified_name: String,
}

impl Artifact {
    pub fn of(path: &[u8]) -> Self {
        Self { uri: encoded(path), uri_base_id: BASE }
    }
}

impl Region {
    /// All of these lines but for the last line's end.
    pub fn lines(lines: LineRange) -> Self {
        Self { start_line: lines.start(), start_column: None, end_line: lines.end(), end_column: None }
    }

    /// All of these lines with the last line's end.
    pub fn with_end(lines: LineRange) -> Self {
        let behind = lines.end().saturating_add(1);
        Self { start_line: lines.start(), start_column: Some(1), end_line: behind, end_column: Some(1) }
    }
}

impl Location {
    pub fn of(path: &[u8], lines: Option<LineRange>, symbol: Option<&str>) -> Self {
        let logical = symbol.filter(|symbol| !symbol.is_empty());
        Self {
            id: None,
            physical_location: Physical { artifact_location: Artifact::of(path), region: lines.map(Region::lines) },
            logical_locations: logical.map(|symbol| [Logical { fully_qualified_name: symbol.to_owned() }]),
            message: None,
        }
    }

    /// What stands there.
    pub fn saying(mut self, message: Message) -> Self {
        self.message = Some(message);
        self
    }

    /// Its number among the places of a result.
    pub fn numbered(mut self, id: u32) -> Self {
        self.id = Some(id);
        self
    }
}

/// What stays as it is in a path beside letters and digits.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b'/')
    .remove(b'@')
    .remove(b'+')
    .remove(b',')
    .remove(b'=')
    .remove(b'(')
    .remove(b')');

/// A path as a relative reference (RFC 3986): what could be read as a scheme, a query or an escape is escaped, and so is
/// every byte that is no ASCII, so that paths that are no text keep theirs.
pub(super) fn encoded(path: &[u8]) -> String {
    percent_encode(path, PLAIN).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_escaped_byte_by_byte() {
        assert_eq!(encoded(b"src/a b.rs"), "src/a%20b.rs");
        assert_eq!(encoded("ü:%#?[x]\\".as_bytes()), "%C3%BC%3A%25%23%3F%5Bx%5D%5C");
        assert_eq!(encoded(b"caf\xe9/(group)/@x+y.ts"), "caf%E9/(group)/@x+y.ts");
    }
}
