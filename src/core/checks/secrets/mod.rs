//! Secrets that the change brings in. The value is never shown: every text here holds its mask only.
//! Called through `CHECKS`. A secret whose value the same diff also removes was moved, not brought in: it is left
//! to a review of the whole repository.

mod allow;
mod entropy;
mod generic;
mod scan;
mod shapes;

use std::{collections::HashMap, ops::Range};

use crate::core::{
    change::Language,
    model::{BlastRadius, FileClass, Lens, Line, LineKind, LineRange, Side},
    text::mask_secret,
};

use super::{
    Check, Look,
    across::{line_mark, mark_of},
    quotes::Quotes,
    subject::{Found, Gravity, Subject, is_introduced},
};

pub(super) use scan::{Hit, Manner, scan};

pub(super) const CHECK: Check = Check {
    id: "secrets",
    lens: Lens::Security,
    title: "secrets in the change",
    about: "What was pushed once is known to everybody who can read the repository, now and later: it must be \
            revoked, not only deleted.",
    never: &[
        "placeholders, templates and look-ups in the environment",
        "published examples of documentation",
        "checksums, lock files, public keys, identifiers",
        "made-up values in tests and documents, unless a checksum proves them real",
        "values that the diff only moves",
        "a private key in the place of another one",
    ],
    look: Look::Lines(run),
};

/// Where secrets stand on a line, in bytes, wherever it is from: all that this reviewer would tell of in any file, so
/// that nothing it knows to be a secret is sent to anybody. A private key's lines are not among them.
pub fn secret_spans(line: &[u8]) -> Vec<Range<usize>> {
    let all = Manner { gentle: false, unknown: true, bare: true };
    scan(line, all).into_iter().filter(|hit| !hit.needs_material).map(|hit| hit.span).collect()
}

/// How files of this class and name are looked at.
pub(super) fn manner(subject_class: FileClass, is_test: bool, path: &[u8]) -> Manner {
    let lower = path.to_ascii_lowercase();
    let sample = [&b"example"[..], b"sample", b"demo", b"template", b".dist"];
    let is_sample = sample.iter().any(|w| memchr::memmem::find(&lower, w).is_some());
    let env = memchr::memmem::find(&lower, b".env").is_some();
    Manner {
        gentle: is_test || is_sample || subject_class == FileClass::Docs || subject_class == FileClass::Test,
        unknown: !subject_class.is_left_out(),
        bare: subject_class == FileClass::Config || env,
    }
}

fn run(subject: &Subject<'_>) -> Vec<Found> {
    if subject.class == FileClass::Binary {
        return Vec::new();
    }
    let manner = manner(subject.class, subject.is_test, subject.path.as_bytes());
    let mut search = Search { subject, found: Vec::new(), seen: HashMap::new(), key: None };
    for hunk in subject.hunks() {
        search.key = None;
        let mut quotes = Quotes::new(subject.language);
        for line in subject.lines(hunk).filter(|l| l.new.is_some()) {
            // What a docstring shows is explained there; tokens with a known shape count all the same.
            let explained = subject.language == Language::Python && quotes.inside();
            quotes.read(line.text);
            if is_introduced(&line) {
                search.line(&line, Manner { unknown: manner.unknown && !explained, ..manner });
            }
        }
    }
    search.found
}

/// Lines on which a value stands again that are named.
const AGAIN: usize = 5;

/// Lines between the header of a key and its material.
const HEADERS: u32 = 6;

struct Search<'s, 'd> {
    subject: &'s Subject<'d>,
    found: Vec<Found>,
    /// Values reported in this file: where in `found`, and how often seen again.
    seen: HashMap<Vec<u8>, (usize, usize)>,
    /// The header of a private key whose material has not come yet, its line, and how many lines are left.
    key: Option<(Hit, u32, u32)>,
}

impl Search<'_, '_> {
    fn line(&mut self, line: &Line<'_>, manner: Manner) {
        let Some(number) = line.new else { return };
        if let Some((hit, at, left)) = self.key.take() {
            match material(line.text) {
                Material::Key => self.private_key(&hit, at, number, line.text),
                Material::Header if left > 0 => self.key = Some((hit, at, left - 1)),
                Material::Header | Material::None => {}
            }
        }
        for hit in scan(line.text, manner) {
            let behind = line.text.get(hit.span.end..).unwrap_or(&[]);
            match hit.needs_material {
                true if material(behind) == Material::Key => self.private_key(&hit, number, number, line.text),
                true => self.key = Some((hit, number, HEADERS)),
                false => self.value(&hit, line.text.get(hit.span.clone()).unwrap_or(&[]), number),
            }
        }
    }

    fn private_key(&mut self, hit: &Hit, first: u32, last: u32, material: &[u8]) {
        let moved = |mark| self.subject.across.motion(self.subject.diff).removed_lines.contains(&mark);
        if !line_mark(material).is_some_and(moved) && !self.had_key() {
            self.found.extend(report(hit, first, last, ""));
        }
    }

    /// Whether the file loses a private key: that one lies here is nothing new, and that it is renewed is no leak.
    fn had_key(&self) -> bool {
        let lines = self.subject.hunks().flat_map(|hunk| self.subject.lines(hunk));
        let mut removed = lines.filter(|line| line.kind == LineKind::Removed);
        removed.any(|line| memchr::memmem::find(line.text, b"PRIVATE KEY-----").is_some())
    }

    /// Reports a value once in a file; further lines are named in its evidence.
    fn value(&mut self, hit: &Hit, value: &[u8], number: u32) {
        if let Some((at, again)) = self.seen.get_mut(value) {
            *again += 1;
            if let (true, Some(first)) = (*again <= AGAIN, self.found.get_mut(*at)) {
                first.evidence.push_str(&format!(", again on line {number}"));
            }
            return;
        }
        if self.subject.across.was_removed(self.subject.diff, mark_of(value)) {
            return;
        }
        if let Some(new) = report(hit, number, number, &String::from_utf8_lossy(value)) {
            self.seen.insert(value.to_vec(), (self.found.len(), 0));
            self.found.push(new);
        }
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Material {
    /// Base 64, long and mixed.
    Key,
    /// Nothing yet: blank, or a header of an encrypted key.
    Header,
    None,
}

/// Whether a line is key material, in whatever quotes and line ends of source code.
fn material(line: &[u8]) -> Material {
    let text = line.get(..8000).unwrap_or(line);
    let text = text.trim_ascii();
    if text.is_empty()
        || text.starts_with(b"Proc-Type")
        || text.starts_with(b"DEK-Info")
        || text.starts_with(b"Version")
    {
        return Material::Header;
    }
    let is_code = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'=');
    let unescaped = text.strip_prefix(b"\\r\\n").or_else(|| text.strip_prefix(b"\\n")).unwrap_or(text);
    let start = unescaped.iter().position(is_code).unwrap_or(0);
    let run: Vec<u8> = unescaped.get(start..).unwrap_or(&[]).iter().copied().take_while(|b| is_code(b)).collect();
    let rich = run.len() >= 32 && entropy::shannon(&run) >= 4.0 && start <= 6;
    if rich { Material::Key } else { Material::None }
}

fn report(hit: &Hit, first: u32, last: u32, value: &str) -> Option<Found> {
    let mask = if hit.needs_material {
        "-----BEGIN … PRIVATE KEY----- with key material".into()
    } else {
        mask_secret(value)
    };
    Some(Found {
        issue_class: "hardcoded-secret",
        title: format!("Secret in the change: {}", hit.name),
        summary: format!(
            "This is {} ({mask}). Everybody who can read the repository or its history can use it, and deleting the \
             line later does not take it back.",
            hit.name
        ),
        evidence: format!("line {first}: {mask}"),
        why_now: "The change adds the value.".to_owned(),
        suggested_fix: "Revoke or rotate it with its issuer, read it at run time from the environment or a secret \
                        store, and remove it from the history before the branch is shared."
            .to_owned(),
        suggestion: None,
        invariant: "no secrets in the repository".to_owned(),
        sink: format!("{} {}", hit.rule, hit.name),
        symbol: None,
        lines: Some((Side::Right, LineRange::new(first, last)?)),
        gravity: Gravity { severity: hit.severity, confidence: hit.confidence, blast_radius: BlastRadius::Service },
    })
}
