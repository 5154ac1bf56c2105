//! error-path-changed: a handler changed, another error is raised, a failure that was handed on no longer is, or ends the
//! program now. Only in units that stay: a new function has no error path that changed.

use crate::core::model::{Archetype, Evidence, Side};

use super::{super::marks::What, Scene, Signs, at, is_code};

pub(super) fn find(scene: &Scene<'_>, signs: &mut Signs<'_>) {
    for net in scene.nets.iter().filter(|net| net.stays() && is_code(scene, net)) {
        let mut places: Vec<Evidence> = Vec::new();
        let mut seen: Vec<&str> = Vec::new();
        let gone = |what: What| net.lost(what).map(|mark| at(net.file, Side::Left, mark));
        let came = |what: What| net.gained(what).map(|mark| at(net.file, Side::Right, mark));
        let handled: Vec<Evidence> = gone(What::Handles).chain(came(What::Handles)).collect();
        if !handled.is_empty() {
            seen.push("how a failure is handled");
        }
        // What went into another function of the file is still raised.
        let elsewhere = |mark: &super::Mark, removed: bool| {
            let mut beside = scene.nets.iter().filter(|other| other.file == net.file && other.symbol != net.symbol);
            beside.any(|other| {
                let list = if removed { &other.added } else { &other.removed };
                list.iter().any(|found| found.what == What::Raises && found.key == mark.key)
            })
        };
        let lost =
            net.lost(What::Raises).filter(|mark| !elsewhere(mark, true)).map(|mark| at(net.file, Side::Left, mark));
        let won =
            net.gained(What::Raises).filter(|mark| !elsewhere(mark, false)).map(|mark| at(net.file, Side::Right, mark));
        let raised: Vec<Evidence> = lost.chain(won).collect();
        if !raised.is_empty() {
            seen.push("which errors are raised");
        }
        let ends: Vec<Evidence> = came(What::Panics).collect();
        if net.gained(What::Panics).count() > net.lost(What::Panics).count() {
            seen.push("a failure ends the program");
            places.extend(ends);
        }
        let swallowed: Vec<Evidence> = net
            .lost(What::HandsOn)
            .filter(|mark| called_again(net, &mark.key))
            .map(|mark| at(net.file, Side::Left, mark))
            .collect();
        if !swallowed.is_empty() {
            seen.push("a failure is no longer handed on");
        }
        places.extend(handled.into_iter().chain(raised).chain(swallowed));
        if !seen.is_empty() {
            signs.add((net.file, &net.symbol), Archetype::ErrorPathChanged, &seen.join(", "), &places);
        }
    }
}

/// Whether what a failure was handed on of is still called: by what else is done with its result.
fn called_again(net: &super::Net, callee: &str) -> bool {
    let name = callee.rsplit(['.', ':']).next().unwrap_or(callee);
    let speaks = |key: &str| !name.is_empty() && key.contains(name);
    net.added.iter().any(|mark| matches!(mark.what, What::Panics | What::Handles | What::Guard(_)) && speaks(&mark.key))
}
