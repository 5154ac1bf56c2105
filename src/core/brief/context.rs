//! What a task needs to see besides its diff (deep §4): the code around it before and after, callers, tests, conventions;
//! bounded and listed. What is not at hand is left out. Not here: reading (the caller gives a way to). Called by app.

use crate::core::{
    change::{Language, definition, is_test_path},
    diff,
    model::{ChangeMap, Diff, FileIx, FileStatus, Lens, LineKind, LineRange, Side, Unit},
    plan::{Planned, Scope},
};

/// Bytes of one piece, and of all pieces of one task.
const PIECE: usize = 24_000;
const ALL: usize = 64_000;
/// Lines above and below the changed ones that are searched for the ends of a definition.
const UP: usize = 80;
const DOWN: usize = 120;
/// Lines around a place that uses the symbol.
const NEAR: usize = 4;
/// Places of one kind.
const PLACES: usize = 6;
/// Names of files with the conventions of a project, looked for at the root and in the folders of changed files.
const CONVENTIONS: &[&str] = &["REVIEW.md", "CLAUDE.md", "AGENTS.md", "CONTRIBUTING.md"];

/// What a piece is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// The definition around the change, as it is now.
    After,
    /// As it was.
    Before,
    /// A place that uses the changed symbol.
    Caller,
    /// A test that names it.
    Test,
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
            Self::Caller => "caller",
            Self::Test => "test",
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
        uses(change, &hotspot.unit, source, &mut kept);
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
        let (start, end) = enclosing(Language::of(&path), &text, *lines);
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

/// The definition that holds the unit, on both sides.
fn around(change: &Diff, unit: &Unit, source: &mut dyn Source, kept: &mut Kept) {
    let Some(entry) = change.file(unit.file) else { return };
    let path = change.path(unit.file);
    let language = Language::of(&path);
    let sides = [(Kind::After, Side::Right, FileStatus::Deleted), (Kind::Before, Side::Left, FileStatus::Added)];
    for (kind, side, without) in sides {
        let Some(lines) = lines_of(change, unit, side).filter(|_| entry.status != without) else { continue };
        let Some(bytes) = source.text(&Want::File(unit.file, side)) else { continue };
        let text: Vec<&[u8]> = bytes.split(|b| *b == b'\n').collect();
        let (start, end) = enclosing(language, &text, lines);
        kept.add(cut(kind, &path.lossy(), &text, (start, end)));
    }
}

/// The lines of a unit's hunks on a side.
fn lines_of(change: &Diff, unit: &Unit, side: Side) -> Option<LineRange> {
    if unit.lines.0 == side {
        return Some(unit.lines.1);
    }
    let hunks = (unit.hunks.0.0..=unit.hunks.1.0).map(crate::core::model::HunkIx);
    let changed = hunks.flat_map(|hunk| diff::lines(change, hunk, 0)).filter(|line| line.kind != LineKind::NoNewline);
    let numbers = changed.filter_map(|line| if side == Side::Right { line.new } else { line.old });
    let (low, high) = numbers.fold((u32::MAX, 0), |(low, high), n| (low.min(n), high.max(n)));
    LineRange::new(low, high)
}

/// First and last line (from 1) of the definition around some lines: up to a line that defines something and stands
/// further left, down to the next that stands as far left, within bounds.
fn enclosing(language: Language, text: &[&[u8]], lines: LineRange) -> (usize, usize) {
    let at = |line: usize| text.get(line.wrapping_sub(1)).copied().unwrap_or(&[]);
    let indent = |line: &[u8]| line.iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
    let (first, last) = (lines.start() as usize, (lines.end() as usize).min(text.len()));
    let inner = (first..=last).map(at).filter(|line| !line.trim_ascii().is_empty()).map(indent).min().unwrap_or(0);
    let defines = |line: usize| definition(language, at(line)).is_some() && (indent(at(line)) < inner || inner == 0);
    let lowest = first.saturating_sub(UP).max(1);
    let start = (lowest..=first).rev().find(|line| defines(*line)).unwrap_or_else(|| first.saturating_sub(10).max(1));
    let edge = indent(at(start));
    let highest = (last + DOWN).min(text.len());
    let closes = |line: usize| {
        let text = at(line);
        !text.trim_ascii().is_empty() && indent(text) <= edge && line > start
    };
    let end = (last.max(start + 1)..=highest).find(|line| closes(*line)).unwrap_or_else(|| (last + 10).min(text.len()));
    (start, end.max(last))
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

/// Places that use the unit's symbol, tests apart.
fn uses(change: &Diff, unit: &Unit, source: &mut dyn Source, kept: &mut Kept) {
    let symbol = unit.symbol.rsplit([':', '.', ' ']).next().unwrap_or("");
    if symbol.len() < 4 {
        return;
    }
    let own = change.path(unit.file);
    let (mut callers, mut tests) = (0, 0);
    for (path, line) in source.uses(symbol) {
        let is_test = is_test_path(&crate::core::model::RepoPath::new(path.as_str()));
        let (kind, count) = if is_test { (Kind::Test, &mut tests) } else { (Kind::Caller, &mut callers) };
        let is_own = path.as_bytes() == own.as_bytes() && unit.lines.1.contains(line);
        if is_own || *count >= PLACES {
            continue;
        }
        let Some(bytes) = source.file(&path) else { continue };
        let text: Vec<&[u8]> = bytes.split(|b| *b == b'\n').collect();
        let line = line as usize;
        *count += 1;
        kept.add(cut(kind, &path, &text, (line.saturating_sub(NEAR).max(1), (line + NEAR).min(text.len()))));
    }
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
