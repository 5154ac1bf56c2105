//! Whether criteria are met by a change: by its text, by what stands in the files that they name. Called by `mod`.

use std::collections::BTreeSet;

use super::{
    Ask, Criterion, Fault, Found, Intent, Look, Origin, Texts, quoted,
    read::{Asked, is_path, read},
};
use crate::core::{
    change::{PathGlobs, is_test_path},
    diff,
    model::{Diff, FileClass, FileIx, FileStatus, LineKind, RepoPath},
    text::one_line,
};

/// Changed lines from which a file that nobody asked for is told.
const NON_TRIVIAL: u64 = 20;
/// Shorter code spans stand everywhere.
const SHORTEST: usize = 3;

/// What came of it.
#[derive(Debug, Default)]
pub(super) struct Met {
    pub(super) found: Vec<Found>,
    /// Criteria that only a reader can judge, with their sources.
    readers: usize,
    sources: Vec<String>,
    /// Files that were not at hand.
    unknown: BTreeSet<String>,
}

impl Met {
    /// What could not be told, in words.
    pub(super) fn note(&self) -> Option<String> {
        let mut words = Vec::new();
        if self.readers > 0 {
            let count = if self.readers == 1 { "1 criterion".to_owned() } else { format!("{} criteria", self.readers) };
            words.push(format!("{count} of {} can only be judged by reading.", self.sources.join(", ")));
        }
        if !self.unknown.is_empty() {
            let names: Vec<&str> = self.unknown.iter().map(String::as_str).take(5).collect();
            let more = if self.unknown.len() > names.len() { ", …" } else { "" };
            words.push(format!("Not at hand to be looked into: {}{more}.", names.join(", ")));
        }
        (!words.is_empty()).then(|| words.join(" "))
    }

    fn leave_to_reader(&mut self, origin: &Origin, count: usize) {
        self.readers += count;
        let words = origin.words();
        if count > 0 && !self.sources.contains(&words) {
            self.sources.push(words);
        }
    }
}

/// The change as criteria are held against it.
struct Change<'c> {
    diff: &'c Diff,
    classes: &'c [FileClass],
    /// Lines of the new side that the diff shows.
    shown: Vec<u8>,
    paths: Vec<(FileIx, String)>,
}

impl<'c> Change<'c> {
    fn new(diff: &'c Diff, classes: &'c [FileClass]) -> Self {
        let mut shown = Vec::new();
        let code = diff.file_numbers().filter(|file| !is_prose(&diff.path(*file).lossy()));
        for line in code.flat_map(|file| diff.hunks_of(file)).flat_map(|hunk| diff::lines(diff, hunk, 0)) {
            if matches!(line.kind, LineKind::Added | LineKind::Context) {
                shown.extend_from_slice(line.text);
                shown.push(b'\n');
            }
        }
        let paths = diff.file_numbers().map(|file| (file, diff.path(file).lossy().into_owned())).collect();
        Self { diff, classes, shown, paths }
    }

    fn file(&self, path: &str) -> Option<FileIx> {
        diff::find_file(self.diff, &RepoPath::new(path))
    }

    fn shows(&self, literal: &str) -> bool {
        memchr::memmem::find(&self.shown, literal.as_bytes()).is_some()
    }

    /// Whether a path is one of the change, or the folder of some.
    fn touches(&self, path: &str) -> bool {
        let folder = format!("{}/", path.trim_end_matches('/'));
        self.paths.iter().any(|(_, known)| known == path || known.starts_with(&folder))
    }
}

/// Prose names things without doing them.
fn is_prose(path: &str) -> bool {
    let ending = path.rsplit('.').next().unwrap_or("");
    matches!(ending.to_lowercase().as_str(), "md" | "mdx" | "rst" | "txt" | "adoc")
}

pub(super) fn meet((diff, classes): (&Diff, &[FileClass]), intent: &Intent, texts: &mut dyn Texts) -> Met {
    let change = Change::new(diff, classes);
    let mut met = Met::default();
    let mut scope = Scope::default();
    for source in &intent.sources {
        let asked = read(&source.text, &source.origin);
        let meant = is_meant(&change, intent, &source.origin, &asked);
        for criterion in &asked.criteria {
            one(&mut met, (&change, intent, meant), (&source.origin, criterion), texts);
        }
        if meant {
            met.leave_to_reader(&source.origin, asked.more);
        }
        scope.take(&source.origin, &asked, meant);
    }
    scope.creep(&change, &mut met);
    met
}

/// Whether a specification is about this change. A folder of specifications holds those of other changes too: one is
/// meant when it names a changed file, or the description names it.
fn is_meant(change: &Change<'_>, intent: &Intent, origin: &Origin, asked: &Asked) -> bool {
    let Origin::Spec(path) = origin else { return true };
    let path = path.lossy();
    let stem = path.rsplit('/').next().unwrap_or("").trim_end_matches(".md");
    let about = intent.about.to_lowercase();
    let named = stem.len() > SHORTEST && about.contains(&stem.to_lowercase());
    let spans = || asked.criteria.iter().flat_map(|criterion| &criterion.spans);
    named || spans().any(|span| is_path(span) && change.touches(span))
}

fn one(
    met: &mut Met,
    (change, intent, meant): (&Change<'_>, &Intent, bool),
    (origin, criterion): (&Origin, &Criterion),
    texts: &mut dyn Texts,
) {
    match &criterion.ask {
        Ask::Wiring { file, literal } => wiring(met, (change, meant), (origin, criterion), (file, literal), texts),
        _ if !meant => {}
        Ask::Must => must(met, change, (origin, criterion), texts),
        Ask::OpenBox if intent.template.iter().any(|item| item == &criterion.text) => {}
        Ask::OpenBox => open_box(met, change, (origin, criterion)),
        Ask::Reader => met.leave_to_reader(origin, 1),
    }
}

/// A wiring line is checked when its specification is meant, when its file is touched, or when the base fulfilled it: what
/// other specifications ask of other files is not this change's doing.
fn wiring(
    met: &mut Met,
    (change, meant): (&Change<'_>, bool),
    (origin, criterion): (&Origin, &Criterion),
    (file, literal): (&str, &str),
    texts: &mut dyn Texts,
) {
    let has = |look: &Look| match look {
        Look::Text(bytes) => Some(memchr::memmem::find(bytes, literal.as_bytes()).is_some()),
        Look::Missing => Some(false),
        Look::Unknown => None,
    };
    let ours = change.file(file);
    let head = head_of(change, ours, file, texts);
    match has(&head) {
        Some(true) => return,
        None => {
            if meant || ours.is_some() {
                met.unknown.insert(one_line(file, 120));
            }
            return;
        }
        Some(false) => {}
    }
    if !meant && ours.is_none() && has(&texts.base(file)) != Some(true) {
        return;
    }
    let (file, literal) = (one_line(file, 120), one_line(literal, 120));
    let where_ = format!("{}, line {}", origin.words(), criterion.line);
    let what = if head == Look::Missing { "the file is not there" } else { "the file does not have that text" };
    met.found.push(Found {
        fault: Fault::Wiring,
        path: ours.map(|file| change.diff.path(file)),
        title: format!("{file} must contain `{literal}`, and does not"),
        summary: format!("{where_} says that {file} must contain `{literal}`; after this change {what}."),
        evidence: quoted(&criterion.text),
        fix: format!("Add `{literal}` to {file}, or correct {}.", origin.words()),
        about: format!("{file} contains {literal}"),
    });
}

/// The new side of a file. An added file stands in the diff as a whole, whatever can be read beside it.
fn head_of(change: &Change<'_>, ours: Option<FileIx>, file: &str, texts: &mut dyn Texts) -> Look {
    let look = texts.head(file);
    let Some(ours) = ours.filter(|_| look == Look::Unknown) else { return look };
    match change.diff.file(ours).map(|entry| entry.status) {
        Some(FileStatus::Deleted) => Look::Missing,
        Some(FileStatus::Added) => {
            let lines = change.diff.hunks_of(ours).flat_map(|hunk| diff::lines(change.diff, hunk, 0));
            Look::Text(lines.flat_map(|line| line.text.iter().copied().chain(*b"\n")).collect())
        }
        _ => look,
    }
}

/// Code spans that say something: what is looked for.
fn telling(criterion: &Criterion) -> impl Iterator<Item = &str> {
    let plain = |span: &'_ String| span.trim().trim_end_matches("()").len() >= SHORTEST;
    criterion.spans.iter().filter(move |span| plain(span)).map(|span| span.trim().trim_end_matches("()"))
}

/// Whether a span is dealt with by the change itself.
fn is_addressed(change: &Change<'_>, span: &str) -> bool {
    change.shows(span) || (is_path(span) && change.touches(span))
}

fn must(met: &mut Met, change: &Change<'_>, (origin, criterion): (&Origin, &Criterion), texts: &mut dyn Texts) {
    let (mut there, mut lacking, mut unsure) = (0, Vec::new(), false);
    for span in telling(criterion) {
        match is_addressed(change, span) || (is_path(span) && matches!(texts.head(span), Look::Text(_))) {
            true => there += 1,
            false => match texts.anywhere(span) {
                Some(true) => there += 1,
                Some(false) => lacking.push(span),
                None => unsure = true,
            },
        }
    }
    if lacking.is_empty() {
        // What names no code, or cannot be searched for, proves nothing.
        if there == 0 || unsure {
            met.leave_to_reader(origin, 1);
        }
        return;
    }
    let fault = if there == 0 && !unsure { Fault::Unmet } else { Fault::Partial };
    let names: Vec<String> = lacking.iter().map(|span| format!("`{}`", one_line(span, 80))).collect();
    let names = names.join(", ");
    let how = if fault == Fault::Unmet { "Nothing of it" } else { "Only part of it" };
    met.found.push(Found {
        fault,
        path: None,
        title: format!("{}: {}", if fault == Fault::Unmet { "Not done" } else { "Half done" }, quoted(&criterion.text)),
        summary: format!(
            "{}, line {}, demands it. {how} is to be found in the code after this change: {names} stands nowhere.",
            origin.words(),
            criterion.line
        ),
        evidence: quoted(&criterion.text),
        fix: format!("Do it, or say in {} that it is not part of this change.", origin.words()),
        about: quoted(&criterion.text),
    });
}

/// A box that its author left open; what it names may be in the change all the same.
fn open_box(met: &mut Met, change: &Change<'_>, (origin, criterion): (&Origin, &Criterion)) {
    let spans: Vec<&str> = telling(criterion).collect();
    if criterion.text.is_empty() || (!spans.is_empty() && spans.iter().all(|span| is_addressed(change, span))) {
        return;
    }
    met.found.push(Found {
        fault: Fault::Unchecked,
        path: None,
        title: format!("Left open: {}", quoted(&criterion.text)),
        summary: format!("{} lists it, and its box is not checked (line {}).", origin.words(), criterion.line),
        evidence: quoted(&criterion.text),
        fix: "Do it, check its box, or move it out of this change.".to_owned(),
        about: quoted(&criterion.text),
    });
}

/// What the change is said to be about.
#[derive(Debug, Default)]
struct Scope {
    modules: BTreeSet<String>,
    allowed: Vec<String>,
}

impl Scope {
    /// A REVIEW.md stands for all changes: what it names limits none of them.
    fn take(&mut self, origin: &Origin, asked: &Asked, meant: bool) {
        self.allowed.extend(asked.out_of_scope.iter().cloned());
        if meant && !matches!(origin, Origin::Review(_)) {
            let spans = asked.criteria.iter().flat_map(|criterion| &criterion.spans);
            self.modules.extend(spans.filter(|span| is_path(span)).cloned());
        }
    }

    /// A folder holds all below it; a file holds its neighbours too.
    fn holds(&self, path: &str) -> bool {
        let folder_of = |path: &str| path.rsplit_once('/').map(|(folder, _)| folder.to_owned());
        self.modules.iter().any(|module| {
            let module = module.trim_end_matches('/');
            let is_file = module.rsplit('/').next().is_some_and(|name| name.contains('.'));
            let beside = is_file && folder_of(module).is_some() && folder_of(module) == folder_of(path);
            path == module || beside || (!is_file && path.starts_with(&format!("{module}/")))
        })
    }

    fn creep(&self, change: &Change<'_>, met: &mut Met) {
        let touches_some = change.paths.iter().any(|(_, path)| self.holds(path));
        if !touches_some {
            return;
        }
        let (allowed, _) = PathGlobs::new(&self.allowed);
        for (file, path) in &change.paths {
            let class = change.classes.get(file.0 as usize).copied().unwrap_or(FileClass::Source);
            let Some(entry) = change.diff.file(*file) else { continue };
            let lines = u64::from(entry.counts.added) + u64::from(entry.counts.removed);
            let named = RepoPath::new(path.as_str());
            let usual = class.is_left_out() || class == FileClass::Test || is_test_path(&named) || is_prose(path);
            if lines <= NON_TRIVIAL || usual || self.holds(path) || allowed.fits(&named) {
                continue;
            }
            let modules: Vec<String> = self.modules.iter().take(4).map(|module| one_line(module, 60)).collect();
            let shown = one_line(path, 120);
            met.found.push(Found {
                fault: Fault::Creep,
                path: Some(change.diff.path(*file)),
                title: format!("{shown} is outside of what the change is said to be about"),
                summary: format!("{lines} lines change here; the specification names {}.", modules.join(", ")),
                evidence: String::new(),
                fix: "Say why it belongs here, or make it a change of its own.".to_owned(),
                about: "scope".to_owned(),
            });
        }
    }
}
