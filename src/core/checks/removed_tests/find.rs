//! The tests that one version of a file holds, as far as the diff shows it. Not here: judgement.
//! Called by `removed`, `weakened`, `skipped_tests` and `across`.

use crate::core::{
    change::Language,
    diff::lines,
    model::{Diff, FileForm, FileIx, HunkIx, Line, LineKind},
};

use super::{
    super::across::line_mark,
    patterns::{by_attribute, is_attribute, test_name},
};

/// Which version of the file is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::core::checks) enum Version {
    /// Context and removed lines.
    Old,
    /// Context and added lines.
    New,
}

impl Version {
    /// The line's number in this version; `None` when it is not in it.
    pub fn number(self, line: &Line<'_>) -> Option<u32> {
        match (self, line.kind) {
            (Self::Old, LineKind::Context | LineKind::Removed) => line.old,
            (Self::New, LineKind::Context | LineKind::Added) => line.new,
            _ => None,
        }
    }
}

/// A test, as far as a hunk shows it.
#[derive(Debug, Clone)]
pub(in crate::core::checks) struct Test<'d> {
    pub name: String,
    pub hunk: HunkIx,
    /// Whether the line with its name is removed (old) or added (new).
    pub changed: bool,
    /// First and last line in this version: attributes, name, body.
    pub first: u32,
    pub last: u32,
    /// Line of the name.
    pub at: u32,
    /// Last line of the unbroken run of changed lines from `first` on.
    pub changed_to: u32,
    /// Telling lines of the body: whether each is changed, and its text.
    pub body: Vec<(bool, &'d [u8])>,
    /// Whether it does anything: one whose body is empty proves nothing.
    pub tells: bool,
    indent: usize,
}

impl Test<'_> {
    /// Marks of the telling lines that are changed, and how many there are that stay.
    pub fn body_marks(&self) -> (Vec<u64>, usize) {
        let marks = self.body.iter().filter(|(changed, _)| *changed).filter_map(|(_, text)| line_mark(text)).collect();
        (marks, self.body.iter().filter(|(changed, _)| !changed).count())
    }
}

/// Body lines kept of one test.
const BODY: usize = 400;

/// The tests of a version. Nothing for combined diffs, whose old lines have no numbers, and for languages
/// without known tests. `is_test_file`: the conventions of most languages hold in test files only.
pub(in crate::core::checks) fn tests_of(
    diff: &Diff,
    file: FileIx,
    language: Language,
    is_test_file: bool,
    version: Version,
) -> Vec<Test<'_>> {
    let combined = diff.file(file).is_none_or(|f| f.form != FileForm::Text);
    let by_convention = !is_test_file && language != Language::Rust && language != Language::Go;
    if combined || by_convention {
        return Vec::new();
    }
    let mut found = Vec::new();
    for hunk in diff.hunks_of(file) {
        let mut reader = Reader { language, hunk, attribute: None, open: None, in_comment: false, done: Vec::new() };
        for line in lines(diff, hunk, 0) {
            if let Some(number) = version.number(&line) {
                reader.take(line.text, number, line.kind != LineKind::Context);
            }
        }
        reader.close();
        found.append(&mut reader.done);
    }
    found
}

struct Reader<'d> {
    language: Language,
    hunk: HunkIx,
    /// The first attribute line above a function that is not reached yet.
    attribute: Option<Attribute>,
    open: Option<Test<'d>>,
    /// Within a comment over several lines: tests there never run.
    in_comment: bool,
    done: Vec<Test<'d>>,
}

struct Attribute {
    line: u32,
    changed: bool,
    makes_test: bool,
}

impl<'d> Reader<'d> {
    fn close(&mut self) {
        self.done.extend(self.open.take());
    }

    fn take(&mut self, text: &'d [u8], number: u32, changed: bool) {
        let trimmed = text.trim_ascii();
        if trimmed.is_empty() || self.is_comment(trimmed) {
            return;
        }
        if by_attribute(self.language)
            && (trimmed.starts_with(b"#[") || trimmed.starts_with(b"@") || trimmed.starts_with(b"["))
        {
            let makes = is_attribute(self.language, text);
            let held = self.attribute.get_or_insert(Attribute { line: number, changed, makes_test: false });
            held.makes_test |= makes;
            if trimmed.ends_with(b"]") || !trimmed.ends_with(b"{") {
                return self.end_at(text);
            }
        }
        let attribute = self.attribute.take_if(|_| !is_comment(trimmed));
        let is_test = !by_attribute(self.language) || attribute.as_ref().is_some_and(|a| a.makes_test);
        match test_name(self.language, text).filter(|_| is_test) {
            Some(name) => self.begin(name, text, (number, changed), attribute),
            None => self.body(text, trimmed, number, changed),
        }
    }

    /// Whether a line belongs to a comment over several lines, as far as the hunk shows where it begins.
    fn is_comment(&mut self, trimmed: &[u8]) -> bool {
        if matches!(self.language, Language::Python | Language::Ruby | Language::Shell) {
            return false;
        }
        let was_in = self.in_comment;
        let ends = memchr::memmem::find(trimmed, b"*/").is_some();
        self.in_comment = (was_in || trimmed.starts_with(b"/*")) && !ends;
        was_in || self.in_comment
    }

    /// An attribute at the level of an open test ends it.
    fn end_at(&mut self, text: &[u8]) {
        if self.open.as_ref().is_some_and(|t| indent_of(text) <= t.indent) {
            self.close();
        }
    }

    fn begin(&mut self, name: String, text: &[u8], (at, changed): (u32, bool), attribute: Option<Attribute>) {
        self.close();
        // Attributes that stay while the function under them goes belong to another function in this version.
        let first = attribute.filter(|a| a.changed == changed).map_or(at, |a| a.line);
        // All of it on one line, or a title with a function behind it.
        let behind =
            text.iter().position(|b| *b == b'{' || *b == b':').and_then(|at| text.get(at + 1..)).unwrap_or(&[]);
        let tells = behind.iter().any(u8::is_ascii_alphanumeric) && !behind.trim_ascii().ends_with(b"{");
        self.open = Some(Test {
            name,
            hunk: self.hunk,
            changed,
            first,
            last: at,
            at,
            changed_to: at,
            body: Vec::new(),
            tells,
            indent: indent_of(text),
        });
    }

    fn body(&mut self, text: &'d [u8], trimmed: &[u8], number: u32, changed: bool) {
        let Some(test) = &mut self.open else { return };
        let level = indent_of(text) <= test.indent;
        let closes = [&b"}"[..], b")", b"]", b"end", b"{", b"where"].iter().any(|c| trimmed.starts_with(c));
        if level && !closes {
            return self.close();
        }
        test.last = number;
        if changed && test.changed_to + 1 >= number.saturating_sub(1) {
            test.changed_to = number;
        }
        test.tells |= trimmed.iter().any(u8::is_ascii_alphanumeric)
            && !is_comment(trimmed)
            && !matches!(trimmed, b"pass" | b"return" | b"return;")
            && !trimmed.starts_with(b"#")
            && !trimmed.starts_with(b"\"\"\"");
        if line_mark(text).is_some() && test.body.len() < BODY {
            test.body.push((changed, text));
        }
        if level && (trimmed.starts_with(b"}") || trimmed.starts_with(b"end")) {
            self.close();
        }
    }
}

fn is_comment(text: &[u8]) -> bool {
    text.starts_with(b"//") || text.starts_with(b"/*") || text.starts_with(b"*")
}

/// Columns before the first character that is no blank; a tab counts as four.
pub(in crate::core::checks) fn indent_of(line: &[u8]) -> usize {
    let blank = |b: &u8| match b {
        b' ' => Some(1),
        b'\t' => Some(4),
        _ => None,
    };
    line.iter().map_while(blank).sum()
}
