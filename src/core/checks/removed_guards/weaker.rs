//! Whether a condition lets more through than before; only what can be told for certain. Called by `mod`.

use crate::core::change::without_brackets;

use super::{
    branch::{Branch, Leaves},
    words::{is_auth, names},
};

/// What a condition lost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Weaker {
    /// In words: what became of it.
    pub how: String,
    /// Names in what is no longer asked; none when only an operator changed.
    pub lost: Vec<String>,
}

/// How a branch is weaker than the one in whose place it stands; `None` when it is not, or may not be.
pub(super) fn weaker(old: &Branch<'_>, new: &Branch<'_>) -> Option<Weaker> {
    let guards = old.leaves == Leaves::Hard || old.is_auth;
    if old.key == new.key || old.leaves != new.leaves || !guards {
        return None;
    }
    by_key(&old.key, &new.key, old.leaves != Leaves::No)
}

fn by_key(old: &str, new: &str, leaves: bool) -> Option<Weaker> {
    let constant = if leaves { ["false", "False", "0"] } else { ["true", "True", "1"] };
    if constant.contains(&new) {
        return Some(Weaker { how: format!("`{old}` became `{new}`"), lost: names(old) });
    }
    // A branch that leaves stops in fewer cases when fewer reasons do, or all of them are needed; one that goes on does
    // so in more cases when fewer conditions are needed, or any of them does.
    let (strict, loose) = if leaves { ("||", "&&") } else { ("&&", "||") };
    let (was, is) = (terms(old, strict), terms(new, strict));
    if was.len() < 2 || was.iter().any(|term| term.contains(loose)) {
        return None;
    }
    let mut swapped = terms(new, loose);
    let mut sorted = was.clone();
    swapped.sort_unstable();
    sorted.sort_unstable();
    if swapped == sorted {
        return Some(Weaker { how: format!("`{strict}` became `{loose}`"), lost: Vec::new() });
    }
    let lost: Vec<&str> = was.iter().copied().filter(|term| !is.contains(term)).collect();
    let fewer = is.len() < was.len() && is.iter().all(|term| was.contains(term));
    let matters = leaves || lost.iter().any(|term| is_auth(term));
    (fewer && matters).then(|| {
        let told = lost.iter().map(|term| format!("`{term}`")).collect::<Vec<_>>().join(" and ");
        Weaker { how: format!("{told} is no longer asked"), lost: names(&lost.join(" ")) }
    })
}

/// The parts of a condition at its top level; one part when the operator is not there.
fn terms<'t>(text: &'t str, operator: &str) -> Vec<&'t str> {
    let (mut parts, mut depth, mut start, mut quote) = (Vec::new(), 0i32, 0, None);
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'' | '`') => quote = Some(c),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => depth -= 1,
            _ if depth == 0 && at >= start && text.get(at..).is_some_and(|rest| rest.starts_with(operator)) => {
                parts.push(text.get(start..at).unwrap_or(""));
                start = at + operator.len();
            }
            _ => {}
        }
    }
    parts.push(text.get(start..).unwrap_or(""));
    parts.into_iter().map(without_brackets).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_lets_more_through_is_weaker() {
        for (old, new, leaves) in [
            ("!a||!b", "!a&&!b", true),
            ("!a||!b", "!a", true),
            ("n>4", "false", true),
            ("isAdmin(u)&&u.active", "isAdmin(u)||u.active", false),
            ("u.isAdmin&&u.active", "u.active", false),
            ("isAdmin", "true", false),
        ] {
            assert!(by_key(old, new, leaves).is_some(), "{old} {new}");
            assert!(by_key(new, old, leaves).is_none(), "{new} {old}");
        }
        for (old, new, leaves) in [
            ("u.isAdmin&&x", "u.isAdmin", false),
            ("a||b", "a||c", true),
            ("a||b", "b||a", true),
            ("x==\"a||b\"", "x==\"a\"", true),
            ("f(a||b)", "f(a&&b)", true),
            ("n>4", "n>5", true),
        ] {
            assert!(by_key(old, new, leaves).is_none(), "{old} {new}");
        }
    }
}
