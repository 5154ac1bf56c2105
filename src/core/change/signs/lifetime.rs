//! resource-lifetime-changed: something is let go that was not, or no longer is, or is held for another time.

use crate::core::model::{Archetype, Evidence, Side};

use super::{super::marks::What, Scene, Signs, at, is_code};

pub(super) fn find(scene: &Scene<'_>, signs: &mut Signs<'_>) {
    let kinds = [What::Releases, What::Holds, What::Acquires];
    for net in scene.nets.iter().filter(|net| net.stays() && is_code(scene, net)) {
        let gone: Vec<_> = net.removed.iter().filter(|mark| kinds.contains(&mark.what)).collect();
        let came: Vec<_> = net.added.iter().filter(|mark| kinds.contains(&mark.what)).collect();
        if gone.is_empty() && came.is_empty() {
            continue;
        }
        // The same verb on another receiver is the same life under another name.
        let verbs = |marks: &[&super::Mark]| {
            let mut verbs: Vec<(What, String)> = marks.iter().map(|m| (m.what, verb(m.what, &m.key))).collect();
            verbs.sort();
            verbs
        };
        if verbs(&gone) == verbs(&came) {
            continue;
        }
        let places: Vec<Evidence> = gone
            .iter()
            .map(|mark| at(net.file, Side::Left, mark))
            .chain(came.iter().map(|mark| at(net.file, Side::Right, mark)))
            .collect();
        let names = |marks: &[&super::Mark]| marks.iter().map(|m| verb(m.what, &m.key)).collect::<Vec<_>>().join(", ");
        let what = match (gone.is_empty(), came.is_empty()) {
            (false, true) => format!("no longer: {}", names(&gone)),
            (true, false) => format!("new: {}", names(&came)),
            _ => format!("{} became {}", names(&gone), names(&came)),
        };
        signs.add((net.file, &net.symbol), Archetype::ResourceLifetimeChanged, &what, &places);
    }
}

/// The last name of what is called; of a block its beginning.
fn verb(what: What, key: &str) -> String {
    match what {
        What::Holds => key.chars().take(40).collect(),
        _ => key.rsplit(['.', ':', '>']).next().unwrap_or(key).to_owned(),
    }
}
