//! async-boundary-introduced: a function that was not asynchronous waits now, or something concurrent is started that was
//! not.

use crate::core::model::{Archetype, Evidence, Side};

use super::{super::marks::What, Scene, Signs, at, is_code};

pub(super) fn find(scene: &Scene<'_>, signs: &mut Signs<'_>) {
    for net in scene.nets.iter().filter(|net| net.exists && is_code(scene, net)) {
        let started: Vec<Evidence> = net.gained(What::Spawns).map(|mark| at(net.file, Side::Right, mark)).collect();
        let unit = (net.file, &*net.symbol);
        if net.gained(What::Spawns).count() > net.lost(What::Spawns).count() {
            let names: Vec<&str> = net.gained(What::Spawns).map(|mark| mark.key.as_str()).collect();
            signs.add(unit, Archetype::AsyncBoundaryIntroduced, &format!("starts {}", names.join(", ")), &started);
        }
        let waited = net.old.iter().any(|mark| mark.what == What::Waits);
        let waits: Vec<Evidence> = net.gained(What::Waits).map(|mark| at(net.file, Side::Right, mark)).collect();
        // A new function that waits is no boundary that moved: whoever calls it is told by their own change.
        if net.existed && !waited && !waits.is_empty() {
            signs.add(unit, Archetype::AsyncBoundaryIntroduced, "waits where it did not", &waits);
        }
    }
}
