//! The line `hotspot` (deep §2).

use serde::{Deserialize, Serialize};

use super::{
    Rest, SCHEMA,
    detail::{self, DetailWire},
    place,
    words::{self, Unknown, stamp},
};
use crate::core::model::{FileIx, Hotspot, HotspotId, HunkIx, Lens, LineRange, Record, RepoPath, RunId, Time, Unit};

/// `hotspot`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct HotspotLine {
    #[serde(default)]
    schema: u64,
    #[serde(default)]
    at: String,
    run_id: String,
    hotspot_id: String,
    hotspot_key: String,
    file_path: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    file_path_hex: Option<String>,
    symbol: String,
    summary: String,
    line_start: Option<u32>,
    line_end: Option<u32>,
    change_archetypes: Vec<String>,
    risk_tags: Vec<String>,
    why_selected: String,
    #[serde(default)]
    lenses: Vec<String>,
    #[serde(default)]
    unit: UnitWire,
    #[serde(default)]
    risk: u8,
    #[serde(flatten)]
    pub(super) rest: Rest,
}

/// What only our change map knows of the unit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct UnitWire {
    /// Number of the file in the diff.
    file: u32,
    /// First and last hunk.
    hunks: (u32, u32),
    side: String,
    added: u32,
    removed: u32,
    /// What each risk tag was seen in, in the order of `risk_tags`.
    tag_evidence: Vec<String>,
    #[serde(default, skip_serializing_if = "DetailWire::is_empty")]
    detail: DetailWire,
}

impl Default for UnitWire {
    fn default() -> Self {
        Self {
            file: 0,
            hunks: (0, 0),
            side: "RIGHT".to_owned(),
            added: 0,
            removed: 0,
            tag_evidence: Vec::new(),
            detail: DetailWire::default(),
        }
    }
}

impl HotspotLine {
    pub fn from_core(run: &RunId, path: &RepoPath, hotspot: &Hotspot, at: Time) -> Self {
        let Hotspot { id, key, unit, summary, why, lenses, risk } = hotspot.clone();
        let Unit { file, symbol, hunks: (first, last), lines: (side, lines), added, removed, tags, detail } = unit;
        let change_archetypes = detail.signs.iter().map(|sign| sign.archetype.as_str().to_owned()).collect();
        let (file_path, file_path_hex) = words::path_out(path);
        let (risk_tags, tag_evidence) = tags.into_iter().map(|(tag, seen)| (tag.as_str().to_owned(), seen)).unzip();
        let side = side.as_str().to_owned();
        Self {
            schema: SCHEMA,
            at: stamp(at),
            run_id: run.to_string(),
            hotspot_id: id.to_string(),
            hotspot_key: key,
            file_path,
            file_path_hex,
            symbol,
            summary,
            line_start: Some(lines.start()),
            line_end: Some(lines.end()),
            change_archetypes,
            risk_tags,
            why_selected: why,
            lenses: lenses.iter().map(|lens| lens.as_str().to_owned()).collect(),
            unit: UnitWire {
                file: file.0,
                hunks: (first.0, last.0),
                side,
                added,
                removed,
                tag_evidence,
                detail: DetailWire::from_core(detail),
            },
            risk,
            rest: Rest::new(),
        }
    }

    pub fn into_core(self) -> Result<Record, Unknown> {
        let Self {
            schema: _,
            at,
            run_id,
            hotspot_id,
            hotspot_key: key,
            file_path,
            file_path_hex,
            symbol,
            summary,
            line_start,
            line_end,
            change_archetypes,
            risk_tags,
            why_selected: why,
            lenses,
            unit,
            risk,
            rest: _,
        } = self;
        let lines = place::lines_in(line_start, line_end)?;
        let mut unit = unit.into_core(symbol, lines, risk_tags)?;
        if unit.detail.signs.is_empty() {
            unit.detail.signs = detail::bare_signs(&unit, &change_archetypes)?;
        }
        let lenses = lenses.iter().map(|text| lens(text)).collect::<Result<_, _>>()?;
        let hotspot = Hotspot { id: HotspotId::new(hotspot_id), key, unit, summary, why, lenses, risk };
        let path = words::path_in(&file_path, file_path_hex.as_deref())?;
        Ok(Record::Hotspot { run: RunId::new(run_id), path, hotspot: Box::new(hotspot), at: words::time(&at)? })
    }
}

impl UnitWire {
    /// Deep's hotspots may have no lines; ours always do: then it is line 1.
    fn into_core(self, symbol: String, lines: Option<LineRange>, tags: Vec<String>) -> Result<Unit, Unknown> {
        let Self { file, hunks: (first, last), side, added, removed, tag_evidence, detail } = self;
        let Some(lines) = lines.or_else(|| LineRange::one(1)) else {
            return Err(Unknown("lines of a hotspot".to_owned()));
        };
        let mut seen = tag_evidence.into_iter();
        let tags = tags.iter().map(|tag| Ok((lens(tag)?, seen.next().unwrap_or_default())));
        Ok(Unit {
            file: FileIx(file),
            symbol,
            hunks: (HunkIx(first), HunkIx(last)),
            lines: (place::side_in(&side)?, lines),
            added,
            removed,
            tags: tags.collect::<Result<_, _>>()?,
            detail: detail.into_core()?,
        })
    }
}

/// A lens by its word.
pub fn lens(text: &str) -> Result<Lens, Unknown> {
    words::word("lens", text, Lens::parse(text))
}
