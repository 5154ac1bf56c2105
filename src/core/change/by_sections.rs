//! A file without a grammar by the sections of both its sides: units, how each changed, what came from elsewhere. Compared as
//! texts, once as they are and once without what only lays them out. Called by `file`.

use std::{
    collections::HashMap,
    hash::{DefaultHasher, Hash, Hasher},
};

use crate::core::{
    diff::lines,
    model::{Diff, FileIx, FileStatus, LineRange, Reading, RepoPath, Side, UnitChange},
};

use super::{
    Language,
    contents::Sides,
    detail::Compared,
    file::{BodyPrint, FileMap},
    outlines::Outlines,
    section_text::Writing,
    sections::{Section, sections},
    units::{Cut, Units, cut},
};

/// One side.
struct Page<'b> {
    lines: Vec<&'b [u8]>,
    sections: Vec<Section>,
}

impl<'b> Page<'b> {
    /// `None` = not there, or not to be read by sections.
    fn read(path: &RepoPath, bytes: Option<&'b [u8]>) -> Option<Self> {
        let bytes = bytes?;
        let sections = sections(path, bytes)?;
        let body = bytes.strip_suffix(b"\n").unwrap_or(bytes);
        let lines = body.split(|b| *b == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line)).collect();
        Some(Self { lines, sections })
    }

    fn line(&self, number: u32) -> Option<&'b [u8]> {
        self.lines.get(usize::try_from(number).ok()?.checked_sub(1)?).copied()
    }

    /// The sections with a name: more than one when a heading is used twice.
    fn named(&self, name: &str) -> Vec<&Section> {
        self.sections.iter().filter(|section| section.0 == name).collect()
    }

    /// The lines of a section that are in none inside of it; of '' those that are in none.
    fn own(&self, section: Option<&Section>) -> Vec<&'b [u8]> {
        let (first, last) = section.map_or((1, u32::MAX), |(_, first, last)| (*first, *last));
        let inside: Vec<(u32, u32)> = self
            .sections
            .iter()
            .filter(|other| section.is_none_or(|section| *other != section && first <= other.1 && other.2 <= last))
            .map(|(_, first, last)| (*first, *last))
            .collect();
        let mut own = Vec::new();
        let mut inner = inside.iter().peekable();
        let mut past = 0;
        for (number, line) in (1u32..).zip(&self.lines) {
            while let Some((_, end)) = inner.next_if(|(start, _)| *start <= number) {
                past = past.max(*end);
            }
            if number > past && (first..=last).contains(&number) {
                own.push(*line);
            }
        }
        own
    }
}

/// Reads a file by its sections.
///
/// # Errors
/// Why it cannot be, in words; '' when nobody needs to know.
pub(super) fn by_sections(diff: &Diff, file: FileIx, sides: &Sides) -> Result<FileMap, &'static str> {
    let path = diff.path(file);
    let known = matches!(Language::of(&path), Language::Markdown | Language::Sections | Language::Other);
    let Some(writing) = Writing::of(&path).filter(|_| known) else { return Err(sides.missing.unwrap_or("")) };
    let (old, new) = (Page::read(&path, sides.old.as_deref()), Page::read(&path, sides.new.as_deref()));
    let status = diff.file(file).map(|entry| entry.status);
    let lacks = |page: &Option<Page<'_>>, without| page.is_none() && status != Some(without);
    if (old.is_none() && new.is_none()) || lacks(&old, FileStatus::Added) || lacks(&new, FileStatus::Deleted) {
        return Err(sides.missing.unwrap_or(""));
    }
    if !fits(diff, file, (old.as_ref(), new.as_ref())) {
        return Err("the file at hand is not the one of the diff");
    }
    let all = |page: &Option<Page<'_>>| page.as_ref().map_or_else(Vec::new, |page| page.sections.clone());
    let outlines = Outlines::sections(all(&old), all(&new));
    let Units { mut units, .. } = cut(diff, file, &Cut::Whole(&outlines), &mut |_| {});
    let mut seen: HashMap<String, Compared> = HashMap::new();
    let mut map = FileMap { reading: Some(Reading::Whole), ..FileMap::default() };
    for (nth, unit) in units.iter_mut().enumerate() {
        let found = seen
            .entry(unit.symbol.clone())
            .or_insert_with(|| compare(writing, (old.as_ref(), new.as_ref()), &unit.symbol));
        unit.detail.change = found.change;
        unit.detail.aside = found.aside;
        map.compared.push(found.clone());
        let (side, _) = unit.lines;
        let page = if side == Side::Left { old.as_ref() } else { new.as_ref() };
        let Some(page) = page else { continue };
        if let [section] = page.named(&unit.symbol).as_slice() {
            unit.detail.extent = LineRange::new(section.1, section.2);
            map.bodies.extend(print(writing, page, section, (nth, found.change)));
        }
    }
    map.units = units;
    Ok(map)
}

/// Whether each line that the diff shows stands in the text at its number.
fn fits(diff: &Diff, file: FileIx, (old, new): (Option<&Page<'_>>, Option<&Page<'_>>)) -> bool {
    let stands = |page: Option<&Page<'_>>, number: Option<u32>, text: &[u8]| match (page, number) {
        (Some(page), Some(number)) => page.line(number) == Some(text.strip_suffix(b"\r").unwrap_or(text)),
        (None, _) | (_, None) => true,
    };
    diff.hunks_of(file)
        .flat_map(|hunk| lines(diff, hunk, 0))
        .filter(|line| line.kind != crate::core::model::LineKind::NoNewline)
        .all(|line| stands(old, line.old, line.text) && stands(new, line.new, line.text))
}

fn compare(writing: Writing, (old, new): (Option<&Page<'_>>, Option<&Page<'_>>), symbol: &str) -> Compared {
    let (Some(old), Some(new)) = (old, new) else {
        let change = if old.is_none() { UnitChange::Added } else { UnitChange::Removed };
        let change = Some(change).filter(|_| !symbol.is_empty());
        return Compared { change, ..Compared::default() };
    };
    let (was, is) = (old.named(symbol), new.named(symbol));
    let both = |was: Option<&Section>, is: Option<&Section>| {
        let aside = writing.aside(&old.own(was), &new.own(is));
        Compared { change: Some(UnitChange::Body), aside, ..Compared::default() }
    };
    match (was.as_slice(), is.as_slice()) {
        ([], []) if symbol.is_empty() => both(None, None),
        ([], []) => Compared::default(),
        ([], [_, ..]) => Compared { change: Some(UnitChange::Added), ..Compared::default() },
        ([_, ..], []) => Compared { change: Some(UnitChange::Removed), ..Compared::default() },
        ([was], [is]) => both(Some(was), Some(is)),
        // A heading that is used twice: which is which cannot be told.
        _ => Compared { change: Some(UnitChange::Body), ..Compared::default() },
    }
}

/// What stands below the heading or key of a section that came or went.
fn print(
    writing: Writing,
    page: &Page<'_>,
    section: &Section,
    (unit, change): (usize, Option<UnitChange>),
) -> Option<BodyPrint> {
    let side = match change? {
        UnitChange::Added => Side::Right,
        UnitChange::Removed => Side::Left,
        UnitChange::Signature | UnitChange::Body | UnitChange::Moved | UnitChange::Renamed => return None,
    };
    let own = page.own(Some(section));
    let bare = writing.bare(own.get(1..)?, false);
    let words = bare.split(|b| !b.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).count();
    let mut sum = DefaultHasher::new();
    bare.hash(&mut sum);
    Some(BodyPrint { unit, side, code: sum.finish(), leaves: u32::try_from(words).unwrap_or(u32::MAX) })
}
