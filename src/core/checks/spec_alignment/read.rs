//! Criteria in the text of a specification: lines that can be held against a change. Markdown, untrusted: nothing of it
//! is obeyed. Not here: whether they are met (`meet`). Called by `mod`.

use super::Origin;

/// Criteria of one text; more are counted.
const MOST: usize = 200;
/// Bytes of one text that are read.
const MOST_BYTES: usize = 256 << 10;
/// Bytes of a criterion that are kept.
const MOST_OF_ONE: usize = 1_000;

/// What a criterion asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ask {
    /// A file must contain this text, letter by letter.
    Wiring {
        /// The file, from the root.
        file: String,
        /// The text.
        literal: String,
    },
    /// It must be so.
    Must,
    /// A box that is not checked.
    OpenBox,
    /// Something that only a reader can judge.
    Reader,
}

/// One criterion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Criterion {
    /// Its line, from 1.
    pub line: u32,
    /// Its text, without the bullet.
    pub text: String,
    /// What it asks for.
    pub ask: Ask,
    /// Its code spans.
    pub spans: Vec<String>,
}

/// What a text asks for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Asked {
    /// In order.
    pub criteria: Vec<Criterion>,
    /// Globs of files that may change besides.
    pub out_of_scope: Vec<String>,
    /// Criteria past the first two hundred.
    pub more: usize,
}

/// What a heading makes of the list below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Section {
    Free,
    Criteria,
    OutOfScope,
}

fn section_of(title: &str) -> Section {
    let title = title.trim().trim_end_matches(['#', ':', ' ']).to_lowercase();
    match title.as_str() {
        "acceptance criteria"
        | "requirements"
        | "functional requirements"
        | "must have"
        | "must-have"
        | "wiring verification"
        | "checklist"
        | "test coverage"
        | "testing"
        | "what this does" => Section::Criteria,
        "out of scope" => Section::OutOfScope,
        _ => Section::Free,
    }
}

/// The criteria of a text.
pub fn read(text: &str, origin: &Origin) -> Asked {
    let mut asked = Asked::default();
    let mut section = Section::Free;
    let mut open: Option<(u32, String)> = None;
    let (mut fenced, mut hidden) = (false, false);
    let text = cut(text, MOST_BYTES);
    for (number, line) in (1..).zip(text.lines()) {
        let plain = line.trim();
        if plain.starts_with("```") || plain.starts_with("~~~") {
            fenced = !fenced;
        }
        // What the template says to the author is no part of the description.
        hidden |= plain.starts_with("<!--");
        let skip = fenced || hidden || plain.starts_with("```") || plain.starts_with("~~~");
        if hidden && plain.contains("-->") {
            hidden = false;
        }
        let begins = heading(plain).is_some() || plain.is_empty() || item(plain).is_some();
        if (skip || begins)
            && let Some((line, text)) = open.take()
        {
            close(&mut asked, origin, section, (line, &text));
        }
        if skip {
            continue;
        }
        if let Some(title) = heading(plain) {
            section = section_of(title);
        } else if let Some(item) = item(plain) {
            open = Some((number, item.to_owned()));
        } else if let Some((_, text)) = &mut open
            && text.len() < MOST_OF_ONE
        {
            text.push(' ');
            text.push_str(plain);
        }
    }
    if let Some((line, text)) = open {
        close(&mut asked, origin, section, (line, &text));
    }
    asked
}

fn cut(text: &str, most: usize) -> &str {
    let mut end = text.len().min(most);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or("")
}

fn heading(line: &str) -> Option<&str> {
    let rest = line.trim_start_matches('#');
    let level = line.len() - rest.len();
    ((1..=6).contains(&level) && rest.starts_with(' ')).then(|| rest.trim())
}

/// The text of a list item.
fn item(line: &str) -> Option<&str> {
    let marked = ["- ", "* ", "+ "].iter().find_map(|mark| line.strip_prefix(mark));
    let numbered = || {
        let digits = line.bytes().take_while(u8::is_ascii_digit).count();
        let rest = line.get(digits..)?;
        (1..=3).contains(&digits).then(|| rest.strip_prefix(". ").or_else(|| rest.strip_prefix(") ")))?
    };
    marked.or_else(numbered).map(str::trim)
}

/// Takes an item in, when the section it stands in or its own form make it a criterion.
fn close(asked: &mut Asked, origin: &Origin, section: Section, (line, text): (u32, &str)) {
    let (is_open, is_box, text) = match (text.strip_prefix("[ ]"), text.get(..3)) {
        (Some(rest), _) => (true, true, rest.trim()),
        (None, Some("[x]" | "[X]")) => (false, true, text.get(3..).unwrap_or("").trim()),
        (None, _) => (false, false, text),
    };
    let text = cut(text, MOST_OF_ONE);
    let spans = spans(text);
    if section == Section::OutOfScope {
        asked.out_of_scope.extend(spans.into_iter().take(1));
        return;
    }
    let in_section = section == Section::Criteria || (matches!(origin, Origin::Spec(_)) && is_tagged(text));
    let ask = match wiring(text, &spans) {
        Some(ask) => ask,
        None if is_box && *origin == Origin::Description && is_open => Ask::OpenBox,
        // A box that its author checked is believed.
        None if is_box && !is_open => return,
        None if !in_section || text.is_empty() => return,
        None if is_must(text) => Ask::Must,
        None => Ask::Reader,
    };
    match asked.criteria.len() < MOST {
        true => asked.criteria.push(Criterion { line, text: text.to_owned(), ask, spans }),
        false => asked.more += 1,
    }
}

/// `FR-1:`, `AC-2:`
fn is_tagged(text: &str) -> bool {
    let text = text.trim_start_matches('*');
    let rest = ["FR-", "AC-", "REQ-"].iter().find_map(|tag| text.strip_prefix(tag));
    rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// Capitals, as RFC 2119 has it; a ban cannot be proved by what is there.
fn is_must(text: &str) -> bool {
    let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric() && c != '-').collect();
    let forbids = words.windows(2).any(|pair| matches!(pair, ["MUST" | "SHALL", "NOT"]));
    let demands = words.iter().any(|word| matches!(*word, "MUST" | "SHALL") || word.starts_with("REQ-"));
    demands && !forbids
}

/// `` `file` MUST contain `literal` ``, with `export` and `list` for what a literal is in code and in manifests.
fn wiring(text: &str, spans: &[String]) -> Option<Ask> {
    let [file, literal, ..] = spans else { return None };
    let between = text.strip_prefix('`')?.strip_prefix(file.as_str())?.strip_prefix('`')?;
    let verb = between.trim_start().strip_prefix("MUST ")?.trim_start();
    let behind = ["contain", "export", "list"].iter().find_map(|word| verb.strip_prefix(word))?;
    let is_next = behind.trim_start().starts_with('`');
    let inside = !file.starts_with(['/', '~', '-']) && !file.split('/').any(|part| part.is_empty() || part == "..");
    (is_next && inside && is_path(file)).then(|| Ask::Wiring { file: file.clone(), literal: literal.clone() })
}

/// Whether a code span looks like the path of a file or folder.
pub(super) fn is_path(span: &str) -> bool {
    let plain = span.chars().all(|c| c.is_alphanumeric() || matches!(c, '/' | '.' | '_' | '-' | '@' | '+'));
    let name = span.rsplit('/').next().unwrap_or(span);
    let ends = name.rsplit_once('.').is_some_and(|(stem, ending)| {
        !stem.is_empty() && (1..=5).contains(&ending.len()) && ending.bytes().all(|b| b.is_ascii_alphanumeric())
    });
    plain && (ends || (span.contains('/') && !span.starts_with('/')))
}

/// The code spans of a line; `` \` `` stands for a backtick.
fn spans(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut inside: Option<String> = None;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, &mut inside) {
            ('\\', Some(span)) if chars.peek() == Some(&'`') => {
                span.push('`');
                chars.next();
            }
            ('`', Some(span)) => {
                let span = std::mem::take(span);
                inside = None;
                if !span.trim().is_empty() {
                    found.push(span);
                }
            }
            ('`', None) => inside = Some(String::new()),
            (c, Some(span)) => span.push(c),
            (_, None) => {}
        }
    }
    found
}
