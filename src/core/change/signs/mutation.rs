//! state-mutation-moved: the same change of state left one unit and stands in another, or stands before or after something
//! else than it did.

use std::collections::HashMap;

use crate::core::model::{Archetype, Side};

use super::{
    super::marks::{Mark, What},
    Net, Scene, Signs, at, is_code,
};

/// Shorter statements (`i += 1`) are everybody's.
const TELLING: usize = 8;

pub(super) fn find(scene: &Scene<'_>, signs: &mut Signs<'_>) {
    let mut came: HashMap<&str, Vec<(usize, &Mark)>> = HashMap::new();
    let telling = |mark: &&Mark| mark.what == What::Mutates && mark.key.len() >= TELLING;
    for (nth, net) in scene.nets.iter().enumerate().filter(|(_, net)| is_code(scene, net)) {
        for mark in net.added.iter().filter(telling) {
            came.entry(&mark.key).or_default().push((nth, mark));
        }
    }
    for (nth, net) in scene.nets.iter().enumerate().filter(|(_, net)| is_code(scene, net)) {
        for mark in net.removed.iter().filter(telling) {
            let Some(list) = came.get_mut(mark.key.as_str()) else { continue };
            let Some(place) = list.iter().position(|(other, _)| *other != nth) else { continue };
            let (other, new) = list.remove(place);
            let Some(target) = scene.nets.get(other) else { continue };
            let places = [at(net.file, Side::Left, mark), at(target.file, Side::Right, new)];
            let what = format!("`{}` from {} to {}", mark.key, net.symbol, target.symbol);
            signs.add((net.file, &net.symbol), Archetype::StateMutationMoved, &what, &places);
            signs.add((target.file, &target.symbol), Archetype::StateMutationMoved, &what, &places);
        }
        within(net, signs);
    }
}

/// Inside one unit: removed and added as it was, at the same depth, with something between that stayed.
fn within(net: &Net, signs: &mut Signs<'_>) {
    if !net.stays() {
        return;
    }
    let moves = |mark: &&Mark| mark.what == What::Mutates && mark.changed && mark.key.len() >= TELLING;
    for old in net.old.iter().filter(moves) {
        let same = net.new.iter().filter(moves).find(|new| new.key == old.key && new.indent == old.indent);
        let Some(new) = same else { continue };
        let others =
            |marks: &[Mark], before: u32| marks.iter().filter(|mark| !mark.changed && mark.line < before).count();
        if others(&net.old, old.line) != others(&net.new, new.line) {
            let places = [at(net.file, Side::Left, old), at(net.file, Side::Right, new)];
            let what = format!("`{}` stands elsewhere in it", old.key);
            signs.add((net.file, &net.symbol), Archetype::StateMutationMoved, &what, &places);
        }
    }
}
