//! What a task needs to see besides its diff (deep §4): the code around it before and after, definitions of what it names,
//! routes, callers, tests, headings of a document, conventions; bounded and listed. What is not at hand is left out. Not
//! here: reading (the caller gives a way to). Called by app.

mod extent;
mod related;

use crate::core::{
    diff,
    model::{ChangeMap, Diff, FileIx, FileStatus, Lens, Line, LineKind, LineRange, RepoPath, Side, Unit},
    plan::{Planned, Scope},
};

use extent::{enclosing, headings};

/// Bytes of one piece, and of all pieces of one task.
const PIECE: usize = 24_000;
const ALL: usize = 64_000;
/// Names of files with the conventions of a project, looked for at the root and in the folders of changed files.
const CONVENTIONS: &[&str] = &["REVIEW.md", "CLAUDE.md", "AGENTS.md", "CONTRIBUTING.md"];

/// What a piece is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// The definition around the change, as it is now.
    After,
    /// As it was.
    Before,
    /// A type, schema, model or function that the changed code names.
    Definition,
    /// Where the changed handler is bound to a path of requests.
    Route,
    /// A place that uses the changed symbol.
    Caller,
    /// A test that names it.
    Test,
    /// The headings of a document around the changed section.
    Headings,
    /// Conventions of the project, from the base side.
    Convention,
    /// What the change is said to do.
    Specification,
}

impl Kind {
    /// The word in every format.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::After => "after",
            Self::Before => "before",
            Self::Definition => "definition",
            Self::Route => "route",
            Self::Caller => "caller",
            Self::Test => "test",
            Self::Headings => "headings",
            Self::Convention => "convention",
            Self::Specification => "specification",
        }
    }
}

/// One piece of context.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// What it is.
    pub kind: Kind,
    /// Its file. Untrusted.
    pub path: String,
    /// Its lines; `None` = the whole file.
    pub lines: Option<LineRange>,
    /// The text. Untrusted.
    pub text: String,
}

/// All pieces of a task.
pub type Context = Vec<Piece>;

/// A text that is wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Want {
    /// A changed file, on one side.
    File(FileIx, Side),
    /// A file of the base side, by its path.
    Base(String),
}

/// Where texts come from.
pub trait Source {
    /// A text; `None` = not at hand.
    fn text(&mut self, want: &Want) -> Option<Vec<u8>>;
    /// Places outside the changed lines that name a symbol: path, line, most telling first.
    fn uses(&mut self, symbol: &str) -> Vec<(String, u32)>;
    /// Where each of these names is defined: path, line. None for a name that is not, or in many files.
    fn definitions(&mut self, names: &[String]) -> Vec<Vec<(String, u32)>>;
    /// A file of the new side by its path.
    fn file(&mut self, path: &str) -> Option<Vec<u8>>;
}

/// The context of a task, most telling first, within its bounds.
pub fn context(change: &Diff, map: &ChangeMap, task: &Planned, source: &mut dyn Source) -> Context {
    let mut kept = Kept { pieces: Vec::new(), bytes: 0 };
    if let Scope::Hotspot(nth) = task.scope
        && let Some(hotspot) = map.hotspots.get(nth)
    {
        around(change, &hotspot.unit, source, &mut kept);
        related::definitions(change, &hotspot.unit, source, &mut kept);
        related::uses(change, &hotspot.unit, source, &mut kept);
    }
    let wants_rules = task.lenses.contains(&Lens::Maintainability) && !matches!(task.scope, Scope::Hotspot(_));
    if wants_rules {
        conventions(change, &task.files, source, &mut kept);
    }
    kept.pieces
}

/// The definitions around some lines of changed files, as they are now: for tasks about findings.
pub fn near(change: &Diff, places: &[(FileIx, LineRange)], source: &mut dyn Source) -> Context {
    let mut kept = Kept { pieces: Vec::new(), bytes: 0 };
    for (file, lines) in places {
        let Some(bytes) = source.text(&Want::File(*file, Side::Right)) else { continue };
        let path = change.path(*file);
        let text: Vec<&[u8]> = bytes.split(|b| *b == b'\n').collect();
        let (start, end) = enclosing(&path, &bytes, *lines);
        let is_known = kept.pieces.iter().any(|piece| {
            let holds = |old: LineRange| old.start() as usize <= start && end <= old.end() as usize;
            piece.path == path.lossy() && piece.lines.is_some_and(holds)
        });
        if !is_known {
            kept.add(cut(Kind::After, &path.lossy(), &text, (start, end)));
        }
    }
    kept.pieces
}

struct Kept {
    pieces: Context,
    bytes: usize,
}

impl Kept {
    fn add(&mut self, piece: Piece) {
        let known =
            self.pieces.iter().any(|old| old.path == piece.path && old.lines == piece.lines && old.kind == piece.kind);
        if !known && !piece.text.is_empty() && self.bytes + piece.text.len() <= ALL {
            self.bytes += piece.text.len();
            self.pieces.push(piece);
        }
    }
}

impl Kept {
    /// Whether a line of a file as it is now is there already.
    fn shows(&self, path: &str, line: u32) -> bool {
        let holds = |piece: &Piece| piece.path == path && piece.lines.is_some_and(|lines| lines.contains(line));
        self.pieces.iter().any(|piece| piece.kind != Kind::Before && holds(piece))
    }
}

/// The definition that holds the unit, on both sides.
fn around(change: &Diff, unit: &Unit, source: &mut dyn Source, kept: &mut Kept) {
    let Some(entry) = change.file(unit.file) else { return };
    let path = change.path(unit.file);
    let sides = [(Kind::After, Side::Right, FileStatus::Deleted), (Kind::Before, Side::Left, FileStatus::Added)];
    for (kind, side, without) in sides {
        let Some(lines) = lines_of(change, unit, side).filter(|_| entry.status != without) else { continue };
        let Some(bytes) = source.text(&Want::File(unit.file, side)) else { continue };
        let text: Vec<&[u8]> = bytes.split(|b| *b == b'\n').collect();
        let (start, end) = enclosing(&path, &bytes, lines);
        kept.add(cut(kind, &path.lossy(), &text, (start, end)));
        if kind == Kind::After {
            outline(&path, &bytes, lines, kept);
        }
    }
}

/// The headings of a document, so that the section is seen in its place.
fn outline(path: &RepoPath, bytes: &[u8], lines: LineRange, kept: &mut Kept) {
    let text = headings(path, bytes, lines);
    if !text.is_empty() {
        kept.add(Piece { kind: Kind::Headings, path: path.lossy().into_owned(), lines: None, text });
    }
}

/// The lines of a unit on a side: on the other one those for which its own stand, else the line beside them.
fn lines_of(change: &Diff, unit: &Unit, side: Side) -> Option<LineRange> {
    if unit.lines.0 == side {
        return Some(unit.lines.1);
    }
    let of = |line: &Line<'_>, side: Side| if side == Side::Right { line.new } else { line.old };
    let hunks = (unit.hunks.0.0..=unit.hunks.1.0).map(crate::core::model::HunkIx);
    let (mut numbers, mut beside): (Vec<u32>, Option<u32>) = (Vec::new(), None);
    for hunk in hunks {
        let all: Vec<_> = diff::lines(change, hunk, 0).filter(|line| line.kind != LineKind::NoNewline).collect();
        let mut last = None;
        for run in all.chunk_by(|a, b| (a.kind == LineKind::Context) == (b.kind == LineKind::Context)) {
            if run.first().is_some_and(|line| line.kind == LineKind::Context) {
                last = run.last().and_then(|line| of(line, side));
                if beside == Some(0) {
                    beside = run.first().and_then(|line| of(line, side));
                }
                continue;
            }
            let is_own = |line: &Line<'_>| of(line, unit.lines.0).is_some_and(|n| unit.lines.1.contains(n));
            let changed = |line: &&Line<'_>| line.kind != LineKind::Context;
            if run.iter().filter(changed).any(is_own) {
                let wanted = if side == Side::Right { LineKind::Added } else { LineKind::Removed };
                numbers.extend(run.iter().filter(|line| line.kind == wanted).filter_map(|line| of(line, side)));
                // 0 = what follows the run tells.
                beside = beside.or(last).or(Some(0));
            }
        }
    }
    let (low, high) = numbers.iter().fold((u32::MAX, 0), |(low, high), n| (low.min(*n), high.max(*n)));
    LineRange::new(low, high).or_else(|| LineRange::one(beside.filter(|n| *n > 0)?))
}

/// Those lines as a piece, cut to its bound at a line.
fn cut(kind: Kind, path: &str, text: &[&[u8]], (start, end): (usize, usize)) -> Piece {
    let mut out = String::new();
    let mut last = start;
    for (nth, line) in text.iter().enumerate().take(end).skip(start.saturating_sub(1)) {
        if out.len() + line.len() > PIECE {
            break;
        }
        out.push_str(&String::from_utf8_lossy(line));
        out.push('\n');
        last = nth + 1;
    }
    let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    Piece { kind, path: path.to_owned(), lines: LineRange::new(number(start), number(last)), text: out }
}

/// Files of conventions that are above one of these files, nearest last.
fn conventions(change: &Diff, files: &[FileIx], source: &mut dyn Source, kept: &mut Kept) {
    let mut folders: Vec<String> = vec![String::new()];
    for file in files {
        let path = change.path(*file).lossy().into_owned();
        for (at, _) in path.match_indices('/').take(6) {
            let folder = path.get(..=at).unwrap_or("").to_owned();
            if !folders.contains(&folder) && folders.len() < 40 {
                folders.push(folder);
            }
        }
    }
    for name in CONVENTIONS {
        for folder in &folders {
            let path = format!("{folder}{name}");
            if let Some(bytes) = source.text(&Want::Base(path.clone())) {
                let text: Vec<&[u8]> = bytes.split(|b| *b == b'\n').collect();
                kept.add(cut(Kind::Convention, &path, &text, (1, text.len())));
            }
        }
    }
}
