//! Paints tiles, and keeps what makes the next one cheap: grammars, and where each file's streams stand. One painter
//! belongs to one worker thread. Called by `app::runner` and by benches.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use syntect::parsing::SyntaxSet;

use crate::core::{
    diff,
    model::{Diff, FileForm, FileIx, FileStatus, HunkIx, Side},
};

use super::{
    Language, Quality, TILE, Tile, TileKey, Watch,
    emphasis::emphasise,
    grammar::Grammars,
    guess::above,
    hunk::{Faults, Sides},
    scopes::Scopes,
    stream::{Reader, State, Stop},
    whole::Whole,
};

/// Tiles of a hunk that are read to get to one behind them. Beyond that those just before it are enough.
const FAR: u32 = 32;

/// Tiles that are read before one that is far away.
const NEAR: u32 = 2;

/// Files whose streams are kept.
const FILES: usize = 64;

/// Bytes of whole files that are kept.
const TEXTS: usize = 12 << 20;

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

/// What is known of a file.
#[derive(Debug, Default)]
struct Course {
    language: Option<Language>,
    local: BTreeMap<TileKey, Sides>,
    whole: Text,
    used: u64,
}

/// The text of a side.
#[derive(Debug, Default)]
enum Text {
    /// Nobody has looked for it.
    #[default]
    Unasked,
    /// There is none, or it does not help.
    Nowhere,
    /// Here.
    Here(Box<Whole>),
}

/// The painter.
#[derive(Debug)]
pub struct Painter {
    grammars: Grammars,
    scopes: Scopes,
    courses: BTreeMap<FileIx, Course>,
    /// Names of files that stay plain whatever diff they are in.
    struck: BTreeSet<Vec<u8>>,
    tick: u64,
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
        let (courses, struck) = (BTreeMap::new(), BTreeSet::new());
        Self { grammars, scopes: Scopes::default(), courses, struck, tick: 0 }
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
        let sides = match self.local_sides(index, file, (key, lines), watch) {
            Ok(sides) => sides,
            Err(Stop::Stale) => return None,
            Err(Stop::Broken) => self.give_up(file),
        };
        let quality = self.quality(index, key);
        let faults = if is_at_start(index, key.hunk) { Faults::Shown } else { Faults::Unknown };
        self.tile(index, (file, key, lines), sides.map(|sides| (sides, faults)), (quality, watch))
    }

    /// Emphasis and marks of a tile without any colours. `None`: no longer wanted, or there is no such tile.
    pub fn words(&mut self, index: &Diff, key: TileKey, watch: Watch<'_>) -> Option<Tile> {
        let entry = index.hunk(key.hunk)?;
        self.tile(index, (entry.file, key, entry.lines), None, (Quality::Settled, watch))
    }

    /// How good a tile from its hunk is: settled when more of the file would not help.
    pub fn quality(&mut self, index: &Diff, key: TileKey) -> Quality {
        let Some(entry) = index.hunk(key.hunk) else { return Quality::Settled };
        let has_language = self.course(index, entry.file).language.is_some();
        match has_language && !is_at_start(index, key.hunk) && self.may_have_text(index, entry.file) {
            true => Quality::Local,
            false => Quality::Settled,
        }
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
        match (self.courses.get_mut(&file), whole) {
            (Some(course), Some(whole)) => course.whole = Text::Here(Box::new(whole)),
            (_, None) | (None, _) => return false,
        }
        self.shed_texts(file);
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
        let sides = match self.whole_sides(index, file, key, watch) {
            Ok(Some(sides)) => sides,
            Ok(None) => return Ok(None),
            Err(Stop::Stale) => return Err(Stale),
            Err(Stop::Broken) => {
                self.give_up(file);
                return Ok(None);
            }
        };
        self.tile(index, (file, key, lines), Some((sides, Faults::Shown)), (Quality::Settled, watch))
            .map(Some)
            .ok_or(Stale)
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

    fn course(&mut self, index: &Diff, file: FileIx) -> &mut Course {
        self.tick += 1;
        if !self.courses.contains_key(&file) && self.courses.len() >= FILES {
            let oldest = self.courses.iter().min_by_key(|(_, course)| course.used).map(|(file, _)| *file);
            oldest.map(|file| self.courses.remove(&file));
        }
        let language = if self.courses.contains_key(&file) { None } else { self.detect(index, file) };
        let course = self.courses.entry(file).or_insert_with(|| Course { language, ..Course::default() });
        course.used = self.tick;
        course
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

    /// The file stays plain from now on.
    fn give_up(&mut self, file: FileIx) -> Option<Sides> {
        if let Some(course) = self.courses.get_mut(&file) {
            *course = Course { whole: Text::Nowhere, used: course.used, ..Course::default() };
        }
        None
    }

    /// Whether the file has another part than the diff shows.
    fn may_have_text(&self, index: &Diff, file: FileIx) -> bool {
        let nowhere = self.courses.get(&file).is_some_and(|course| matches!(course.whole, Text::Nowhere));
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
        watch: Watch<'_>,
    ) -> Result<Option<Sides>, Stop> {
        let Some(course) = self.courses.get_mut(&file) else { return Ok(None) };
        let Some(language) = course.language else { return Ok(None) };
        let name = self.grammars.name_of(language).to_owned();
        let Some(loaded) = self.grammars.get(language) else { return Ok(None) };
        let mut reader = Reader { set: &loaded.set, scopes: &mut self.scopes, read: &mut loaded.read, watch };
        let nearest = course.local.range(..=key).next_back().filter(|(near, _)| near.hunk == key.hunk);
        let (mut tile, mut sides) = match nearest.map(|(near, sides)| (near.tile, sides.clone())) {
            Some((near, sides)) if key.tile - near <= FAR => (near, sides),
            _ => {
                let Some(mut start) = State::start(reader.set, language) else { return Ok(None) };
                if !is_at_start(index, key.hunk) {
                    let mut nowhere = Vec::new();
                    for line in above(index, key.hunk, &name) {
                        start.line(&mut reader, line.as_bytes(), &mut nowhere)?;
                    }
                }
                let from = if key.tile > FAR { key.tile - NEAR } else { 0 };
                (from, Sides::start(start))
            }
        };
        while tile < key.tile {
            let ords = TileKey { tile, ..key }.ords(lines);
            sides.lines(&mut reader, (index, key.hunk, ords), &mut |_| {})?;
            tile += 1;
            course.local.insert(TileKey { tile, ..key }, sides.clone());
        }
        Ok(Some(sides))
    }

    fn whole_sides(
        &mut self,
        index: &Diff,
        file: FileIx,
        key: TileKey,
        watch: Watch<'_>,
    ) -> Result<Option<Sides>, Stop> {
        let Some(course) = self.courses.get_mut(&file) else { return Ok(None) };
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
        sides: Option<(Sides, Faults)>,
        (quality, watch): (Quality, Watch<'_>),
    ) -> Option<Tile> {
        let mut tile = Tile::new(key, lines);
        let language = self.courses.get(&file).and_then(|course| course.language);
        if let (Some((mut sides, faults)), Some(language)) = (sides, language) {
            let loaded = self.grammars.get(language)?;
            let mut reader = Reader { set: &loaded.set, scopes: &mut self.scopes, read: &mut loaded.read, watch };
            let ords = key.ords(lines);
            let painted = sides.lines(&mut reader, (index, key.hunk, ords), &mut |spans| match faults {
                Faults::Shown => tile.push_spans(spans),
                Faults::Unknown => tile.push_spans(&spans.iter().map(super::Span::without_fault).collect::<Vec<_>>()),
            });
            match painted {
                Ok(()) => self.remember(file, TileKey { tile: key.tile + 1, ..key }, sides),
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

    /// Keeps what is known behind a tile; from the whole file it is known anyway.
    fn remember(&mut self, file: FileIx, key: TileKey, sides: Sides) {
        if let Some(course) = self.courses.get_mut(&file)
            && course.local.len() < 512
            && !matches!(course.whole, Text::Here(_))
        {
            course.local.insert(key, sides);
        }
    }

    /// Drops texts of other files when all are too much, those not used for longest first.
    fn shed_texts(&mut self, keep: FileIx) {
        loop {
            let texts = self.courses.iter().filter_map(|(file, course)| match &course.whole {
                Text::Here(whole) => Some((course.used, *file, whole.bytes())),
                Text::Unasked | Text::Nowhere => None,
            });
            let texts: Vec<(u64, FileIx, usize)> = texts.collect();
            if texts.iter().map(|(_, _, bytes)| bytes).sum::<usize>() <= TEXTS {
                return;
            }
            let Some((_, oldest, _)) = texts.into_iter().filter(|(_, file, _)| *file != keep).min() else { return };
            if let Some(course) = self.courses.get_mut(&oldest) {
                course.whole = Text::Unasked;
            }
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
