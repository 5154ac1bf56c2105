//! What the change map knows of a hotspot's unit, on the wire. Who uses it is not kept: the index tells it again.
//! Called by `hotspot`.

use serde::{Deserialize, Serialize};

use super::{
    place,
    words::{self, Unknown},
};
use crate::core::model::{Archetype, Evidence, FileIx, LineRange, Sign, Unit, UnitDetail};

/// The detail of a unit.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct DetailWire {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    change: Option<String>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    before: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    aside: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    boundaries: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    signs: Vec<SignWire>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    extent: Option<(u32, u32)>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct SignWire {
    archetype: String,
    what: String,
    /// File, side, line.
    evidence: Vec<(u32, String, u32)>,
}

impl DetailWire {
    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    pub fn from_core(detail: UnitDetail) -> Self {
        let UnitDetail { change, before, aside, boundaries, signs, extent, reach: _ } = detail;
        let sign = |sign: Sign| {
            let Sign { archetype, what, evidence } = sign;
            let place = |Evidence { file, side, line }| (file.0, side.as_str().to_owned(), line);
            SignWire {
                archetype: archetype.as_str().to_owned(),
                what,
                evidence: evidence.into_iter().map(place).collect(),
            }
        };
        Self {
            change: change.map(|change| change.as_str().to_owned()),
            before,
            aside: aside.map(|aside| aside.as_str().to_owned()),
            boundaries: boundaries.into_iter().map(|b| b.as_str().to_owned()).collect(),
            signs: signs.into_iter().map(sign).collect(),
            extent: extent.map(|lines| (lines.start(), lines.end())),
        }
    }

    pub fn into_core(self) -> Result<UnitDetail, Unknown> {
        let Self { change, before, aside, boundaries, signs, extent } = self;
        let change = change.map(|text| words::word("unit change", &text, text.parse().ok())).transpose()?;
        let aside = aside.map(|text| words::word("aside", &text, text.parse().ok())).transpose()?;
        let boundaries = boundaries.iter().map(|text| words::word("boundary", text, text.parse().ok()));
        let extent = match extent {
            Some((a, b)) => LineRange::new(a, b),
            None => None,
        };
        Ok(UnitDetail {
            change,
            before,
            aside,
            boundaries: boundaries.collect::<Result<_, _>>()?,
            signs: signs.into_iter().map(SignWire::into_core).collect::<Result<_, _>>()?,
            extent,
            reach: None,
        })
    }
}

impl SignWire {
    fn into_core(self) -> Result<Sign, Unknown> {
        let Self { archetype, what, evidence } = self;
        let place = |(file, side, line): (u32, String, u32)| {
            Ok(Evidence { file: FileIx(file), side: place::side_in(&side)?, line })
        };
        let evidence = evidence.into_iter().map(place).collect::<Result<_, _>>()?;
        Ok(Sign { archetype: self::archetype(&archetype)?, what, evidence })
    }
}

fn archetype(text: &str) -> Result<Archetype, Unknown> {
    words::word("archetype", text, text.parse().ok())
}

/// Archetypes as deep writes them, for a unit that has no more of them: its first line speaks for each.
pub fn bare_signs(unit: &Unit, archetypes: &[String]) -> Result<Vec<Sign>, Unknown> {
    let (side, lines) = unit.lines;
    let place = Evidence { file: unit.file, side, line: lines.start() };
    let sign = |text: &String| Ok(Sign { archetype: archetype(text)?, what: String::new(), evidence: vec![place] });
    archetypes.iter().map(sign).collect()
}
