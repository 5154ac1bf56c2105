//! What is posted, and its size and hash. Not here: how it comes to be (`compose`), whether it may be posted
//! (`gates`). Called by the course, edge::github and whoever shows it.

use sha2::{Digest, Sha256};

use super::{Event, place::Spot};
use crate::core::model::FindingId;

/// Bytes of JSON that one review may have.
pub const MOST_PAYLOAD: usize = 900_000;

/// A comment at lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineComment {
    /// Which finding, for the screen.
    pub finding: FindingId,
    /// Where.
    pub spot: Spot,
    /// Markdown, safe.
    pub body: String,
}

impl LineComment {
    /// `start_line`, only for ranges.
    pub fn start_line(&self) -> Option<u32> {
        let lines = self.spot.lines;
        (lines.start() < lines.end()).then_some(lines.start())
    }
}

impl LineComment {
    fn json(&self) -> String {
        let Self { finding: _, spot: Spot { path, side, lines }, body } = self;
        let (path, body, side) = (quoted(path), quoted(body), quoted(side.as_str()));
        let start = self.start_line().map(|start| format!(", \"start_line\": {start}, \"start_side\": {side}"));
        let (line, start) = (lines.end(), start.unwrap_or_default());
        format!("{{\"path\": {path}, \"body\": {body}, \"line\": {line}, \"side\": {side}{start}}}")
    }
}

/// One review, as it is posted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payload {
    /// Full id of the commit it is put on.
    pub commit: String,
    /// Markdown with the marker as its last line.
    pub body: String,
    /// What it does.
    pub event: Event,
    /// Comments at lines, in order.
    pub comments: Vec<LineComment>,
}

impl Payload {
    /// Bytes of the compact JSON.
    pub fn size(&self) -> usize {
        let comment = |comment: &LineComment| {
            // {"path":"","body":"","line":4294967295,"side":"RIGHT","start_line":4294967295,"start_side":"RIGHT"},
            100 + json(&comment.spot.path) + json(&comment.body)
        };
        // {"commit_id":"","body":"","event":"REQUEST_CHANGES","comments":[]}
        66 + json(&self.commit) + json(&self.body) + self.comments.iter().map(comment).sum::<usize>()
    }

    /// The request's JSON, a field a row, for who wants to see exactly what is sent.
    pub fn json(&self) -> String {
        let Self { commit, body, event, comments } = self;
        let rows: Vec<String> = comments.iter().map(|comment| format!("    {}", comment.json())).collect();
        let comments = if rows.is_empty() { "[]".to_owned() } else { format!("[\n{}\n  ]", rows.join(",\n")) };
        format!(
            "{{\n  \"commit_id\": {},\n  \"body\": {},\n  \"event\": {},\n  \"comments\": {comments}\n}}\n",
            quoted(commit),
            quoted(body),
            quoted(event.as_str())
        )
    }

    /// SHA-256 of everything in it, in hex: what a person saw and confirmed is what is posted.
    pub fn hash(&self) -> String {
        let mut hash = Sha256::new();
        let mut part = |text: &str| {
            hash.update((text.len() as u64).to_le_bytes());
            hash.update(text);
        };
        part(&self.commit);
        part(&self.body);
        part(self.event.as_str());
        for LineComment { finding: _, spot: Spot { path, side, lines }, body } in &self.comments {
            part(path);
            part(side.as_str());
            part(&format!("{}-{}", lines.start(), lines.end()));
            part(body);
        }
        hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// A text as JSON.
fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if u32::from(c) < 0x20 => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// Bytes of a text inside JSON quotes, as serde_json writes it.
fn json(text: &str) -> usize {
    let of = |byte: u8| match byte {
        b'"' | b'\\' | b'\n' | b'\r' | b'\t' | 0x08 | 0x0c => 2,
        0..0x20 => 6,
        _ => 1,
    };
    text.bytes().map(of).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::model::{LineRange, Side};

    fn payload() -> Payload {
        let spot = Spot { path: "a\"b".into(), side: Side::Right, lines: LineRange::new(4, 5).unwrap() };
        let comments = vec![LineComment { finding: FindingId::new("a"), spot, body: "x\ny".into() }];
        Payload { commit: "1".repeat(40), body: "b\t".into(), event: Event::Comment, comments }
    }

    #[test]
    fn the_size_is_never_less_than_the_json() {
        let one = payload();
        let json = format!(
            r#"{{"commit_id":"{}","body":"b\t","event":"COMMENT","comments":[{{"path":"a\"b","body":"x\ny","line":5,"side":"RIGHT","start_line":4,"start_side":"RIGHT"}}]}}"#,
            one.commit
        );
        assert!(one.size() >= json.len() && one.size() < json.len() + 60);
        assert_eq!((json_len("\u{1}é\"")), 6 + 2 + 2);
        assert_eq!(one.comments[0].start_line(), Some(4));
    }

    fn json_len(text: &str) -> usize {
        super::json(text)
    }

    #[test]
    fn another_payload_has_another_hash() {
        let edits: [fn(&mut Payload); 5] = [
            |p| p.commit.push('1'),
            |p| p.body.push('x'),
            |p| p.event = Event::Approve,
            |p| p.comments[0].body.push('x'),
            |p| p.comments[0].spot.side = Side::Left,
        ];
        for edit in edits {
            let mut other = payload();
            edit(&mut other);
            assert_ne!(other.hash(), payload().hash());
        }
    }
}
