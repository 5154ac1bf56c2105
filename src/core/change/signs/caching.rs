//! cache-invalidation-changed: a cached value ends its life elsewhere, sooner, later, or no longer.

use crate::core::model::{Archetype, Evidence, Side};

use super::{super::marks::What, Scene, Signs, at, is_code};

pub(super) fn find(scene: &Scene<'_>, signs: &mut Signs<'_>) {
    for net in scene.nets.iter().filter(|net| net.stays() && is_code(scene, net)) {
        let gone: Vec<Evidence> = net.lost(What::Expires).map(|mark| at(net.file, Side::Left, mark)).collect();
        let came: Vec<Evidence> = net.gained(What::Expires).map(|mark| at(net.file, Side::Right, mark)).collect();
        let first = net.lost(What::Expires).chain(net.gained(What::Expires)).next();
        let Some(first) = first else { continue };
        let how = match (gone.is_empty(), came.is_empty()) {
            (false, true) => "is gone",
            (true, false) => "is new",
            _ => "changed",
        };
        let places: Vec<Evidence> = gone.into_iter().chain(came).collect();
        let what = format!("`{}` {how}", first.key);
        signs.add((net.file, &net.symbol), Archetype::CacheInvalidationChanged, &what, &places);
    }
}
