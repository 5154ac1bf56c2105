//! logging-sensitivity-changed: a log shows something sensitive that it did not, no longer does, or no longer masks it.

use crate::core::model::{Archetype, Boundary, Evidence, Side};

use super::{super::marks::What, Scene, Signs, at, is_code};

pub(super) fn find(scene: &Scene<'_>, signs: &mut Signs<'_>) {
    for net in scene.nets.iter().filter(|net| is_code(scene, net)) {
        let unit = (net.file, &*net.symbol);
        let mut tell = |side: Side, what: What, words: &str| {
            let marks: Vec<_> = if side == Side::Left { net.lost(what).collect() } else { net.gained(what).collect() };
            let places: Vec<Evidence> = marks.iter().map(|mark| at(net.file, side, mark)).collect();
            if let Some(first) = marks.first() {
                let shown = if what == What::Logs { format!("{words} {}", first.key) } else { words.to_owned() };
                signs.add(unit, Archetype::LoggingSensitivityChanged, &shown, &places);
                signs.border(unit, Boundary::Observability);
            }
        };
        tell(Side::Right, What::Logs, "logs");
        if net.exists {
            tell(Side::Left, What::Logs, "no longer logs");
            if net.gained(What::Masks).next().is_none() {
                tell(Side::Left, What::Masks, "no longer masks what it logs");
            }
        }
    }
}
