//! Anchors on the wire: path, side, lines. Called by the lines that hold one.

use serde::{Deserialize, Serialize};

use super::words::{self, Unknown};
use crate::core::model::{Anchor, LineRange, Side};

/// An anchor; without lines it means the file as a whole.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AnchorWire {
    path: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    path_hex: Option<String>,
    side: String,
    line_start: Option<u32>,
    line_end: Option<u32>,
}

impl AnchorWire {
    pub fn from_core(anchor: &Anchor) -> Self {
        let Anchor { path, side, lines } = anchor;
        let (path, path_hex) = words::path_out(path);
        let (line_start, line_end) = lines_out(*lines);
        Self { path, path_hex, side: side.as_str().to_owned(), line_start, line_end }
    }

    pub fn into_core(self) -> Result<Anchor, Unknown> {
        let Self { path, path_hex, side, line_start, line_end } = self;
        Ok(Anchor {
            path: words::path_in(&path, path_hex.as_deref())?,
            side: side_in(&side)?,
            lines: lines_in(line_start, line_end)?,
        })
    }
}

/// `LEFT` or `RIGHT`.
pub fn side_in(text: &str) -> Result<Side, Unknown> {
    words::word("side", text, text.parse().ok())
}

/// First and last line, or neither.
pub fn lines_out(lines: Option<LineRange>) -> (Option<u32>, Option<u32>) {
    (lines.map(LineRange::start), lines.map(LineRange::end))
}

/// One number given is one line (deep's agents do that); a line 0 is no line.
pub fn lines_in(start: Option<u32>, end: Option<u32>) -> Result<Option<LineRange>, Unknown> {
    match (start.or(end), end.or(start)) {
        (Some(first), Some(last)) => match LineRange::new(first, last) {
            Some(range) => Ok(Some(range)),
            None => Err(Unknown(format!("lines {first} to {last}"))),
        },
        _ => Ok(None),
    }
}
