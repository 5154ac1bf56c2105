//! guard-removed, guard-weakened, guard-moved, validation-moved, validation-removed, auth-boundary-moved.
//! A check that went in one unit and came in another moved; one whose condition lets more through was weakened; one that
//! nothing takes the place of was removed.

use std::collections::{HashMap, HashSet};

use crate::core::model::{Archetype, Boundary, Side};

use super::{
    super::marks::{Guard, Mark, Nature, What},
    Scene, Signs, at, is_code,
};

pub(super) fn find(scene: &Scene<'_>, signs: &mut Signs<'_>) {
    let mut came: HashMap<&str, Vec<(usize, &Mark)>> = HashMap::new();
    for (nth, net) in scene.nets.iter().enumerate().filter(|(_, net)| is_code(scene, net)) {
        for (_, mark) in net.added.iter().filter_map(guard) {
            came.entry(&mark.key).or_default().push((nth, mark));
        }
    }
    for (nth, net) in scene.nets.iter().enumerate().filter(|(_, net)| is_code(scene, net)) {
        let mut replaced: HashSet<*const Mark> = HashSet::new();
        for (guard, mark) in net.removed.iter().filter_map(guard) {
            let unit = (net.file, &*net.symbol);
            let there = came.get_mut(mark.key.as_str()).and_then(|list| {
                let place = list.iter().position(|(other, _)| *other != nth)?;
                Some(list.remove(place))
            });
            if let Some((other, new)) = there {
                moved(scene, signs, (nth, mark), (other, new), guard.nature);
                continue;
            }
            let heir = heir(net.added.iter().filter_map(self::guard), mark, &replaced);
            if let Some((new_guard, new)) = heir {
                replaced.insert(std::ptr::from_ref(new));
                if is_weaker((guard, &mark.key), (new_guard, &new.key)) {
                    let places = [at(net.file, Side::Left, mark), at(net.file, Side::Right, new)];
                    let what = format!("`{}` became `{}`", mark.key, new.key);
                    signs.add(unit, Archetype::GuardWeakened, &what, &places);
                    border(signs, unit, guard.nature);
                }
                continue;
            }
            // What was taken out of a function into a new one beside it took its checks along.
            let beside = scene.nets.iter().enumerate().filter(|(_, other)| other.file == net.file && !other.existed);
            let taken = beside.filter(|(other, _)| *other != nth).find_map(|(other, beside)| {
                heir_of(beside.added.iter().filter_map(self::guard), mark, &replaced).map(|new| (other, new))
            });
            if let Some((other, new)) = taken {
                replaced.insert(std::ptr::from_ref(new));
                moved(scene, signs, (nth, mark), (other, new), guard.nature);
                continue;
            }
            // With its whole unit a check goes without leaving anything unguarded, unless the unit was the check.
            if !net.exists && guard.nature != Nature::Auth {
                continue;
            }
            let archetype = match guard.nature {
                Nature::Validation => Archetype::ValidationRemoved,
                Nature::Auth | Nature::Plain => Archetype::GuardRemoved,
            };
            signs.add(unit, archetype, &format!("`{}` is gone", mark.key), &[at(net.file, Side::Left, mark)]);
            border(signs, unit, guard.nature);
        }
    }
}

fn guard(mark: &Mark) -> Option<(Guard, &Mark)> {
    match mark.what {
        What::Guard(guard) => Some((guard, mark)),
        _ => None,
    }
}

fn border(signs: &mut Signs<'_>, unit: (crate::core::model::FileIx, &str), nature: Nature) {
    match nature {
        Nature::Auth => signs.border(unit, Boundary::Auth),
        Nature::Validation => signs.border(unit, Boundary::Validation),
        Nature::Plain => {}
    }
}

/// The check left one unit and stands in another: both are told.
fn moved(
    scene: &Scene<'_>,
    signs: &mut Signs<'_>,
    (from, old): (usize, &Mark),
    (to, new): (usize, &Mark),
    nature: Nature,
) {
    let (Some(source), Some(target)) = (scene.nets.get(from), scene.nets.get(to)) else { return };
    let places = [at(source.file, Side::Left, old), at(target.file, Side::Right, new)];
    let name = |net: &super::Net| match (source.file == target.file, net.symbol.is_empty()) {
        (_, true) => scene.diff.path(net.file).lossy().into_owned(),
        (true, false) => net.symbol.to_string(),
        (false, false) => format!("{}::{}", scene.diff.path(net.file).lossy(), net.symbol),
    };
    let what = format!("`{}` from {} to {}", old.key, name(source), name(target));
    for net in [source, target] {
        let unit = (net.file, &*net.symbol);
        match nature {
            Nature::Validation => signs.add(unit, Archetype::ValidationMoved, &what, &places),
            Nature::Plain => signs.add(unit, Archetype::GuardMoved, &what, &places),
            Nature::Auth => {
                signs.add(unit, Archetype::GuardMoved, &what, &places);
                signs.add(unit, Archetype::AuthBoundaryMoved, &what, &places);
            }
        }
        border(signs, unit, nature);
    }
}

/// The new check that took the place of an old one: half of the words of the smaller are in both. It may stop by other
/// means: an `assert!` for an `if`.
fn heir<'m>(
    new: impl Iterator<Item = (Guard, &'m Mark)>,
    old: &Mark,
    taken: &HashSet<*const Mark>,
) -> Option<(Guard, &'m Mark)> {
    let free = new.filter(|(_, mark)| !taken.contains(&std::ptr::from_ref(*mark)));
    free.map(|found| (likeness(&old.key, &found.1.key), found))
        .filter(|(likeness, _)| *likeness >= 50)
        .max_by_key(|(likeness, (_, mark))| (*likeness, std::cmp::Reverse(mark.line)))
        .map(|(_, found)| found)
}

fn heir_of<'m>(
    new: impl Iterator<Item = (Guard, &'m Mark)>,
    old: &Mark,
    taken: &HashSet<*const Mark>,
) -> Option<&'m Mark> {
    heir(new, old, taken).map(|(_, mark)| mark)
}

/// Percent of the words of the smaller text that the other has too.
fn likeness(a: &str, b: &str) -> usize {
    let words = |text: &str| -> HashSet<String> {
        text.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|w| !w.is_empty()).map(str::to_owned).collect()
    };
    let (a, b) = (words(a), words(b));
    let least = a.len().min(b.len());
    (a.intersection(&b).count() * 100).checked_div(least).unwrap_or(0)
}

/// Whether a new check lets more through. Only what can be told for certain.
pub(super) fn is_weaker((old_guard, old): (Guard, &str), (new_guard, new): (Guard, &str)) -> bool {
    if old_guard.leaves != new_guard.leaves {
        return false;
    }
    let leaves = old_guard.leaves && !old.starts_with("!(");
    let (old_all, new_all) = (terms(old, "&&"), terms(new, "&&"));
    let (old_any, new_any) = (terms(old, "||"), terms(new, "||"));
    let part_of = |a: &[&str], b: &[&str]| a.len() < b.len() && a.iter().all(|term| b.contains(term));
    let fewer_any = old_any.len() > 1 && part_of(&new_any, &old_any) || old_any.len() > 1 && old_any.contains(&new);
    let more_all = part_of(&old_all, &new_all);
    let more_any = part_of(&old_any, &new_any);
    let fewer_all = old_all.len() > 1 && part_of(&new_all, &old_all);
    if leaves {
        // It leaves in fewer cases.
        return fewer_any || more_all || limit_moved(old, new) == Some(Leaves::Less);
    }
    // It goes on in more cases.
    fewer_all || more_any || limit_moved(old, new) == Some(Leaves::More) || rank(old) > rank(new)
}

/// The parts of a condition at its top level; one part when the operator is not there.
fn terms<'t>(text: &'t str, operator: &str) -> Vec<&'t str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0i32, 0);
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ if depth == 0 && at >= start && text.get(at..).is_some_and(|rest| rest.starts_with(operator)) => {
                parts.push(text.get(start..at).unwrap_or(""));
                start = at + operator.len();
            }
            _ => {}
        }
    }
    parts.push(text.get(start..).unwrap_or(""));
    parts.into_iter().map(|part| part.strip_prefix('(').and_then(|p| p.strip_suffix(')')).unwrap_or(part)).collect()
}

/// In how many cases a comparison holds, compared with before.
#[derive(Debug, PartialEq, Eq)]
enum Leaves {
    More,
    Less,
}

/// One comparison whose limit or operator alone changed.
fn limit_moved(old: &str, new: &str) -> Option<Leaves> {
    let (was, is) = (comparison(old)?, comparison(new)?);
    if was.left != is.left {
        return None;
    }
    let less = |yes: bool| Some(if yes { Leaves::Less } else { Leaves::More });
    if was.right == is.right {
        return match (was.operator, is.operator) {
            ("<=", "<") | (">=", ">") => Some(Leaves::Less),
            ("<", "<=") | (">", ">=") => Some(Leaves::More),
            _ => None,
        };
    }
    let number = |text: &str| text.replace('_', "").parse::<f64>().ok();
    let (a, b) = (number(was.right)?, number(is.right)?);
    match (was.operator == is.operator, was.operator) {
        (true, "<" | "<=") => less(b < a),
        (true, ">" | ">=") => less(b > a),
        _ => None,
    }
}

struct Comparison<'t> {
    left: &'t str,
    operator: &'t str,
    right: &'t str,
}

fn comparison(text: &str) -> Option<Comparison<'_>> {
    let at = text.find(['<', '>'])?;
    let length = if text.get(at + 1..)?.starts_with('=') { 2 } else { 1 };
    let (left, rest) = text.split_at_checked(at)?;
    let (operator, right) = rest.split_at_checked(length)?;
    let single = !right.contains(['<', '>']) && !text.contains("&&") && !text.contains("||");
    single.then_some(Comparison { left, operator, right })
}

/// How much standing a demand asks for: `requireAdmin` more than `requireUser`.
fn rank(text: &str) -> u8 {
    let text = text.to_ascii_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    match () {
        () if has(&["superuser", "root", "owner"]) => 4,
        () if has(&["admin"]) => 3,
        () if has(&["staff", "moderator", "editor", "write", "manager"]) => 2,
        () if has(&["login", "user", "member", "read", "authenticated"]) => 1,
        () => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEAVES: Guard = Guard { nature: Nature::Plain, leaves: true };
    const DEMANDS: Guard = Guard { nature: Nature::Auth, leaves: false };

    #[test]
    fn a_check_is_weaker_when_it_stops_less() {
        for (old, new) in [
            ("!user.is_admin||!user.active", "!user.is_admin"),
            ("x.is_none()", "x.is_none()&&strict"),
            ("age<18", "age<16"),
            ("n>100", "n>1000"),
            ("n>=limit", "n>limit"),
        ] {
            assert!(is_weaker((LEAVES, old), (LEAVES, new)), "{old} {new}");
            assert!(!is_weaker((LEAVES, new), (LEAVES, old)), "{new} {old}");
        }
        for (old, new) in [
            ("user.isAdmin&&user.active", "user.isAdmin"),
            ("isOwner(x)", "isOwner(x)||isPublic(x)"),
            ("requireAdmin(ctx)", "requireUser(ctx)"),
        ] {
            assert!(is_weaker((DEMANDS, old), (DEMANDS, new)), "{old} {new}");
            assert!(!is_weaker((DEMANDS, new), (DEMANDS, old)), "{new} {old}");
        }
    }
}
