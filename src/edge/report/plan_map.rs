//! Units and hotspots of the change map as the plan's JSON gives them: how each changed, what it is an archetype of and
//! where that is seen, what it borders on, what was set aside. Not here: the document around them (`plan_json`).

use serde::Serialize;

use crate::core::model::{Aside, ChangeMap, Diff, Evidence, Hotspot, Reach, Side, Sign, Unit, UnitDetail};

#[derive(Serialize)]
pub(super) struct UnitOut {
    file: String,
    symbol: String,
    side: &'static str,
    line_start: u32,
    line_end: u32,
    added: u32,
    removed: u32,
    /// `null`: cannot be told from what is at hand.
    change: Option<&'static str>,
    #[serde(skip_serializing_if = "String::is_empty")]
    before: String,
    /// Why it is set aside; `null` = it is not.
    set_aside: Option<&'static str>,
    archetypes: Vec<ArchetypeOut>,
    boundaries: Vec<&'static str>,
    risk_tags: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    extent: Option<(u32, u32)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    used_by: Option<ReachOut>,
}

#[derive(Serialize)]
struct ArchetypeOut {
    archetype: &'static str,
    what: String,
    evidence: Vec<PlaceOut>,
}

#[derive(Serialize)]
struct PlaceOut {
    file: String,
    side: &'static str,
    line: u32,
}

/// Who names a unit outside of it.
#[derive(Serialize)]
struct ReachOut {
    files: u32,
    places: u32,
    tests: u32,
    first: Vec<NamedOut>,
}

#[derive(Serialize)]
struct NamedOut {
    file: String,
    line: u32,
}

#[derive(Serialize)]
pub(super) struct HotspotOut {
    hotspot_key: String,
    file: String,
    symbol: String,
    side: &'static str,
    line_start: u32,
    line_end: u32,
    summary: String,
    archetypes: Vec<&'static str>,
    boundaries: Vec<&'static str>,
    evidence: Vec<PlaceOut>,
    risk_tags: Vec<&'static str>,
    lenses: Vec<&'static str>,
    why_selected: String,
    risk: u8,
}

/// How many units were set aside for one reason.
#[derive(Serialize)]
pub(super) struct SetAside {
    why: &'static str,
    units: usize,
}

pub(super) fn set_aside(map: &ChangeMap) -> Vec<SetAside> {
    let count = |why: &Aside| map.units.iter().filter(|unit| unit.detail.aside == Some(*why)).count();
    let all = Aside::ALL.iter().map(|why| SetAside { why: why.as_str(), units: count(why) });
    all.filter(|set| set.units > 0).collect()
}

pub(super) fn unit_out(diff: &Diff, unit: &Unit) -> UnitOut {
    let (side, lines): (Side, _) = unit.lines;
    let UnitDetail { change, before, aside, boundaries, signs, extent, reach } = &unit.detail;
    UnitOut {
        file: path(diff, unit),
        symbol: unit.symbol.clone(),
        side: side.as_str(),
        line_start: lines.start(),
        line_end: lines.end(),
        added: unit.added,
        removed: unit.removed,
        change: change.map(|change| change.as_str()),
        before: before.clone(),
        set_aside: aside.map(|aside| aside.as_str()),
        archetypes: signs.iter().map(|sign| archetype_out(diff, sign)).collect(),
        boundaries: boundaries.iter().map(|boundary| boundary.as_str()).collect(),
        risk_tags: unit.tags.iter().map(|(tag, _)| tag.as_str()).collect(),
        extent: extent.map(|lines| (lines.start(), lines.end())),
        used_by: reach.as_ref().map(reach_out),
    }
}

fn path(diff: &Diff, unit: &Unit) -> String {
    diff.path(unit.file).lossy().into_owned()
}

fn archetype_out(diff: &Diff, sign: &Sign) -> ArchetypeOut {
    let Sign { archetype, what, evidence } = sign;
    let evidence = evidence.iter().map(|place| place_out(diff, *place)).collect();
    ArchetypeOut { archetype: archetype.as_str(), what: what.clone(), evidence }
}

fn place_out(diff: &Diff, Evidence { file, side, line }: Evidence) -> PlaceOut {
    PlaceOut { file: diff.path(file).lossy().into_owned(), side: side.as_str(), line }
}

fn reach_out(reach: &Reach) -> ReachOut {
    let Reach { files, places, tests, first } = reach;
    let first = first.iter().map(|(file, line)| NamedOut { file: file.clone(), line: *line }).collect();
    ReachOut { files: *files, places: *places, tests: *tests, first }
}

pub(super) fn hotspot_out(diff: &Diff, hotspot: &Hotspot) -> HotspotOut {
    let Hotspot { id: _, key, unit, summary, why, lenses, risk } = hotspot;
    let (side, lines) = unit.lines;
    let detail = &unit.detail;
    let places = detail.signs.iter().flat_map(|sign| sign.evidence.iter().copied());
    HotspotOut {
        hotspot_key: key.clone(),
        file: path(diff, unit),
        symbol: unit.symbol.clone(),
        side: side.as_str(),
        line_start: lines.start(),
        line_end: lines.end(),
        summary: summary.clone(),
        archetypes: detail.signs.iter().map(|sign| sign.archetype.as_str()).collect(),
        boundaries: detail.boundaries.iter().map(|boundary| boundary.as_str()).collect(),
        evidence: places.map(|place| place_out(diff, place)).collect(),
        risk_tags: unit.tags.iter().map(|(tag, _)| tag.as_str()).collect(),
        lenses: lenses.iter().map(|lens| lens.as_str()).collect(),
        why_selected: why.clone(),
        risk: *risk,
    }
}
