//! Paints tiles, and keeps what makes the next one cheap: grammars, and where each file's streams stand. One painter
//! belongs to one worker thread. Called by `app::runner` and by benches.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use syntect::parsing::SyntaxSet;

use crate::core::{
    diff,
    model::{Diff, FileForm, FileIx, FileStatus, HunkEntry, HunkIx, Side},
};

use super::{
    Language, Quality, TILE, Tile, TileKey, Watch,
    course::{Course, Courses, Known, Text},
    emphasis::emphasise,
    grammar::Grammars,
    guess::above,
    hunk::{Faults, Sides},
    scopes::Scopes,
    stream::{Reader, State, Stop},
    whole::{LINES, Whole},
};

/// Tiles of a hunk that are read to get to one behind them. Beyond that those just before it are enough.
const FAR: u32 = 32;

/// Tiles that are read before one that is far away.
const NEAR: u32 = 2;

/// Where the text of a side of a file may be found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Whence {
    /// A blob: its id as the diff says it, whole or cut; hexadecimal digits only.
    Blob(Side, String),
    /// The new side's name in the working tree.
    Tree(Vec<u8>),
}

impl Whence {
    /// The side whose text it is.
    pub fn side(&self) -> Side {
        match self {
            Self::Blob(side, _) => *side,
            Self::Tree(_) => Side::Right,
        }
    }
}

/// How a tile far from all that was read is come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Approach {
    /// From a little above it.
    Short,
    /// From its hunk's first line.
    Long,
}

/// The painter.
#[derive(Debug)]
pub struct Painter {
    grammars: Grammars,
    scopes: Scopes,
    courses: Courses,
    /// Names of files that stay plain whatever diff they are in.
    struck: BTreeSet<Vec<u8>>,
}

impl Painter {
    /// A painter whose grammars take at most so many bytes, by estimate.
    pub fn new(grammars: usize) -> Self {
        Self::of(Grammars::new(grammars))
    }

    /// A painter with other grammars than those that are built in.
    pub fn with_grammars(set: SyntaxSet, grammars: usize) -> Self {
        Self::of(Grammars::of_set(set, grammars))
    }

    fn of(grammars: Grammars) -> Self {
        Self { grammars, scopes: Scopes::default(), courses: Courses::default(), struck: BTreeSet::new() }
    }

    /// Leaves a file plain from now on, in every diff: its grammar did not come to an end.
    pub fn strike(&mut self, name: &[u8]) {
        self.struck.insert(name.to_vec());
        self.courses.clear();
    }

    /// Forgets everything about files: another diff comes.
    pub fn forget(&mut self) {
        self.courses.clear();
    }

    /// Paints a tile from its hunk alone. `None`: no longer wanted, or there is no such tile.
    pub fn local(&mut self, index: &Diff, key: TileKey, watch: Watch<'_>) -> Option<Tile> {
        let entry = index.hunk(key.hunk)?;
        let (file, lines) = (entry.file, entry.lines);
        self.course(index, file);
        let known = match self.local_sides(index, file, (key, lines), (Approach::Short, watch)) {
            Ok(known) => known,
            Err(Stop::Stale) => return None,
            Err(Stop::Broken) => self.give_up(file),
        };
        let quality = self.quality(index, key);
        self.tile(index, (file, key, lines), known.map(|known| with_faults(index, key, known)), (quality, watch))
    }

    /// Emphasis and marks of a tile without any colours. `None`: no longer wanted, or there is no such tile.
    pub fn words(&mut self, index: &Diff, key: TileKey, watch: Watch<'_>) -> Option<Tile> {
        let entry = index.hunk(key.hunk)?;
        self.tile(index, (entry.file, key, entry.lines), None, (Quality::Settled, watch))
    }

    /// How good a tile from its hunk is: settled when neither more of the file nor more of the hunk would help.
    pub fn quality(&mut self, index: &Diff, key: TileKey) -> Quality {
        let Some(entry) = index.hunk(key.hunk) else { return Quality::Settled };
        let has_language = self.course(index, entry.file).language.is_some();
        let may_have_text = !is_at_start(index, key.hunk) && self.may_have_text(index, entry.file);
        match has_language && (may_have_text || self.is_jump(entry, key)) {
            true => Quality::Local,
            false => Quality::Settled,
        }
    }

    /// Whether a tile is so far from what was read of its hunk that it is begun in the middle; never in a hunk that is too
    /// long to be read through.
    fn is_jump(&self, entry: &HunkEntry, key: TileKey) -> bool {
        let near = self.courses.get(entry.file).and_then(|course| course.nearest(key, FAR));
        key.tile > FAR && entry.lines as usize <= LINES && near.is_none_or(|(_, known)| known.is_guess)
    }

    /// Where the text may be that would make the colours of a file better, the likeliest first: either side will do.
    /// Empty when it is known whether there is one, and when it would not help.
    pub fn wants_text(&mut self, index: &Diff, file: FileIx) -> Vec<Whence> {
        let course = self.course(index, file);
        let wanted = course.language.is_some() && matches!(course.whole, Text::Unasked);
        let Some(entry) = index.file(file).filter(|_| wanted && self.may_have_text(index, file)) else {
            return Vec::new();
        };
        let is_id = |id: &&[u8]| id.len() >= 7 && id.iter().all(u8::is_ascii_hexdigit) && id.iter().any(|b| *b != b'0');
        let of = |(side, span)| Some(index.text.get(span)).filter(is_id).map(|id| (side, id));
        let ids = entry.blobs.into_iter().flat_map(|(old, new)| [(Side::Right, new), (Side::Left, old)]);
        let blobs = ids.filter_map(of).map(|(side, id)| Whence::Blob(side, String::from_utf8_lossy(id).into_owned()));
        blobs.chain([Whence::Tree(index.name(entry.path).to_vec())]).collect()
    }

    /// Takes the text of a side; false when it is not the one that the diff is about.
    pub fn give_text(&mut self, index: &Diff, file: FileIx, (side, text): (Side, Arc<[u8]>)) -> bool {
        let language = self.course(index, file).language;
        let whole = language.and_then(|language| {
            let start = State::start(&self.grammars.get(language)?.set, language)?;
            Whole::new(index, file, (side, text), start)
        });
        match (self.courses.get_mut(file), whole) {
            (Some(course), Some(whole)) => course.whole = Text::Here(Box::new(whole)),
            (_, None) | (None, _) => return false,
        }
        self.courses.shed_texts(file);
        true
    }

    /// Takes that there is no text: the colours of its hunks are the best there are.
    pub fn lacks_text(&mut self, index: &Diff, file: FileIx) {
        self.course(index, file).whole = Text::Nowhere;
    }

    /// Paints a tile from the file's first line on. `Ok(None)`: the one from the hunk is the best there is.
    ///
    /// # Errors
    /// No longer wanted.
    pub fn whole(&mut self, index: &Diff, key: TileKey, watch: Watch<'_>) -> Result<Option<Tile>, Stale> {
        let Some(entry) = index.hunk(key.hunk) else { return Ok(None) };
        let (file, lines) = (entry.file, entry.lines);
        self.course(index, file);
        let known = match self.whole_sides(index, file, key, watch) {
            Ok(None) if self.is_jump(entry, key) => {
                let known = self.local_sides(index, file, (key, lines), (Approach::Long, watch));
                known.map(|known| known.map(|known| with_faults(index, key, known)))
            }
            whole => whole.map(|sides| sides.map(|sides| (Known { sides, is_guess: false }, Faults::Shown))),
        };
        let known = match known {
            Ok(Some(known)) => known,
            Ok(None) => return Ok(None),
            Err(Stop::Stale) => return Err(Stale),
            Err(Stop::Broken) => {
                self.give_up(file);
                return Ok(None);
            }
        };
        self.tile(index, (file, key, lines), Some(known), (Quality::Settled, watch)).map(Some).ok_or(Stale)
    }

    /// Loads and warms the grammars of the diff's languages, the most frequent first, as long as there is room.
    /// False when it was cut short.
    pub fn warm(&mut self, index: &Diff, watch: Watch<'_>) -> bool {
        let mut counts: BTreeMap<Language, (u32, HunkIx)> = BTreeMap::new();
        for file in index.file_numbers() {
            if (watch.is_stale)() {
                return false;
            }
            let Some(hunk) = index.hunks_of(file).next() else { continue };
            if let Some(language) = self.detect(index, file) {
                counts.entry(language).or_insert((0, hunk)).0 += 1;
            }
        }
        let mut order: Vec<(u32, Language, HunkIx)> = counts.into_iter().map(|(l, (n, h))| (n, l, h)).collect();
        order.sort_by_key(|(count, language, _)| (std::cmp::Reverse(*count), *language));
        for (_, language, hunk) in order {
            if self.grammars.has(language) || !self.grammars.has_room(language) {
                continue;
            }
            if self.local(index, TileKey { hunk, tile: 0 }, watch).is_none() && (watch.is_stale)() {
                return false;
            }
        }
        true
    }

    /// The language of a file, with its first line when the diff shows it.
    fn detect(&self, index: &Diff, file: FileIx) -> Option<Language> {
        let entry = index.file(file)?;
        if self.struck.contains(index.name(entry.path)) {
            return None;
        }
        let hunk = HunkIx(entry.hunks.start);
        let at_top = index.hunk(hunk).filter(|h| h.file == file && (h.new.start == 1 || h.old.start == 1));
        let mut lines = diff::lines(index, hunk, 0).take(TILE as usize).filter(|line| line.new == Some(1));
        let first = at_top.and_then(|_| lines.next()).map(|line| line.text);
        let top = || at_top.and_then(|_| diff::lines(index, hunk, 0).next()).map(|line| line.text);
        self.grammars.languages().detect(index.name(entry.path), first.or_else(top))
    }

    fn course(&mut self, index: &Diff, file: FileIx) -> &mut Course {
        let language = if self.courses.has(file) { None } else { self.detect(index, file) };
        self.courses.used(file, language)
    }

    /// The file stays plain from now on.
    fn give_up(&mut self, file: FileIx) -> Option<Known> {
        if let Some(course) = self.courses.get_mut(file) {
            course.give_up();
        }
        None
    }

    /// Whether the file has another part than the diff shows.
    fn may_have_text(&self, index: &Diff, file: FileIx) -> bool {
        let nowhere = self.courses.get(file).is_some_and(|course| matches!(course.whole, Text::Nowhere));
        index.file(file).is_some_and(|entry| {
            let lives = !matches!(entry.status, FileStatus::Added | FileStatus::Deleted);
            !nowhere && lives && entry.form == FileForm::Text
        })
    }

    /// What is known at the start of a tile when the hunk is all there is. `None`: the file is plain.
    fn local_sides(
        &mut self,
        index: &Diff,
        file: FileIx,
        (key, lines): (TileKey, u32),
        (approach, watch): (Approach, Watch<'_>),
    ) -> Result<Option<Known>, Stop> {
        self.courses.shed_states(file);
        let Some(course) = self.courses.get_mut(file) else { return Ok(None) };
        let Some(language) = course.language else { return Ok(None) };
        let name = self.grammars.name_of(language).to_owned();
        let Some(loaded) = self.grammars.get(language) else { return Ok(None) };
        let mut reader = Reader { set: &loaded.set, scopes: &mut self.scopes, read: &mut loaded.read, watch };
        let near = match approach {
            Approach::Short => course.nearest(key, FAR),
            Approach::Long => course.nearest(key, u32::MAX).filter(|(_, known)| !known.is_guess),
        };
        let (mut tile, mut known) = match near {
            Some((near, known)) => (near, known.clone()),
            None => {
                let Some(mut start) = State::start(reader.set, language) else { return Ok(None) };
                if !is_at_start(index, key.hunk) {
                    let mut nowhere = Vec::new();
                    for line in above(index, key.hunk, &name) {
                        start.line(&mut reader, line.as_bytes(), &mut nowhere)?;
                    }
                }
                let is_guess = approach == Approach::Short && key.tile > FAR;
                let from = if is_guess { key.tile - NEAR } else { 0 };
                (from, Known { sides: Sides::start(start), is_guess })
            }
        };
        while tile < key.tile {
            let ords = TileKey { tile, ..key }.ords(lines);
            known.sides.lines(&mut reader, (index, key.hunk, ords), &mut |_| {})?;
            tile += 1;
            course.local.insert(TileKey { tile, ..key }, known.clone());
        }
        Ok(Some(known))
    }

    fn whole_sides(
        &mut self,
        index: &Diff,
        file: FileIx,
        key: TileKey,
        watch: Watch<'_>,
    ) -> Result<Option<Sides>, Stop> {
        let Some(course) = self.courses.get_mut(file) else { return Ok(None) };
        let (Some(language), Text::Here(whole)) = (course.language, &mut course.whole) else { return Ok(None) };
        let Some(loaded) = self.grammars.get(language) else { return Ok(None) };
        let mut reader = Reader { set: &loaded.set, scopes: &mut self.scopes, read: &mut loaded.read, watch };
        whole.at(&mut reader, index, key)
    }

    /// Paints a tile from what is known at its start.
    fn tile(
        &mut self,
        index: &Diff,
        (file, key, lines): (FileIx, TileKey, u32),
        known: Option<(Known, Faults)>,
        (quality, watch): (Quality, Watch<'_>),
    ) -> Option<Tile> {
        let mut tile = Tile::new(key, lines);
        let language = self.courses.get(file).and_then(|course| course.language);
        if let (Some((mut known, faults)), Some(language)) = (known, language) {
            let loaded = self.grammars.get(language)?;
            let mut reader = Reader { set: &loaded.set, scopes: &mut self.scopes, read: &mut loaded.read, watch };
            let ords = key.ords(lines);
            let painted = known.sides.lines(&mut reader, (index, key.hunk, ords), &mut |spans| match faults {
                Faults::Shown => tile.push_spans(spans),
                Faults::Unknown => tile.push_spans(&spans.iter().map(super::Span::without_fault).collect::<Vec<_>>()),
            });
            match painted {
                Ok(()) => {
                    let behind = TileKey { tile: key.tile + 1, ..key };
                    self.courses.used(file, None).remember(behind, known);
                }
                Err(Stop::Stale) => return None,
                Err(Stop::Broken) => {
                    self.give_up(file);
                }
            }
        }
        match emphasise(index, &mut tile, watch) {
            Ok(()) => Some(tile.done(quality)),
            Err(_) => None,
        }
    }
}

/// The answer is no longer wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stale;

/// Whether a hunk begins where its file does.
fn is_at_start(index: &Diff, hunk: HunkIx) -> bool {
    index.hunk(hunk).is_some_and(|entry| entry.old.start <= 1 && entry.new.start <= 1)
}

/// Whether what seems wrong to a grammar may be shown: not when it did not see what stands before.
fn with_faults(index: &Diff, key: TileKey, known: Known) -> (Known, Faults) {
    let is_sure = is_at_start(index, key.hunk) && !known.is_guess;
    (known, if is_sure { Faults::Shown } else { Faults::Unknown })
}
