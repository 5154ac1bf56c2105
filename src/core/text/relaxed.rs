//! A pattern without its look-around: what such a pattern does not find, the whole one does not find either. The
//! relaxed one runs in linear time, and most texts are done with it; only the others need the back-tracking engine.
//! Called by `pattern`.

use fancy_regex::Expr;
use regex::{Regex, RegexBuilder};

/// `None`: there is nothing to relax, or it has parts that cannot be left out (back references, conditions, calls).
pub(super) fn relaxed(pattern: &str, size: usize) -> Option<Regex> {
    let tree = Expr::parse_tree(pattern).ok()?;
    let mut is_looser = false;
    let looser = loosen(&tree.expr, &mut is_looser)?;
    let mut text = String::new();
    looser.to_str(&mut text, 0);
    is_looser.then(|| RegexBuilder::new(&text).size_limit(size).build().ok()).flatten()
}

/// Every kind that remains is one that `Expr::to_str` can write; what it cannot write is given up here.
fn loosen(expr: &Expr, is_looser: &mut bool) -> Option<Expr> {
    let mut all = |children: &[Expr]| children.iter().map(|child| loosen(child, is_looser)).collect::<Option<Vec<_>>>();
    Some(match expr {
        Expr::LookAround(..) => {
            *is_looser = true;
            Expr::Empty
        }
        Expr::AtomicGroup(child) => {
            *is_looser = true;
            Expr::Group(loosen(child, is_looser)?.into())
        }
        Expr::Concat(children) => Expr::Concat(all(children)?),
        Expr::Alt(children) => Expr::Alt(all(children)?),
        Expr::Group(child) => Expr::Group(loosen(child, is_looser)?.into()),
        Expr::Repeat { child, lo, hi, greedy } => {
            // As a group: what is left of a repeated look-around may be nothing, which cannot be repeated bare.
            let child = Box::new(Expr::Group(loosen(child, is_looser)?.into()));
            Expr::Repeat { child, lo: *lo, hi: *hi, greedy: *greedy }
        }
        Expr::Empty | Expr::Any { .. } | Expr::Assertion(_) | Expr::Literal { .. } | Expr::Delegate { .. } => {
            expr.clone()
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn look_around_is_left_out_and_plain_patterns_need_nothing() {
        let written = |pattern: &str| relaxed(pattern, 1 << 20).map(|regex| regex.as_str().to_owned());
        assert_eq!(written("(?i)todo(?! later)").as_deref(), Some("(?i:t)(?i:o)(?i:d)(?i:o)"));
        assert_eq!(written("(?<!un)used|(?>a+)b").as_deref(), Some("used|((a)+)b"));
        assert_eq!(written("(a(?=x))*y").as_deref(), Some("((a))*y"));
        assert_eq!(written("unused import"), None, "the engine runs it in linear time itself");
        assert_eq!(written(r"(a)\1(?!b)"), None, "what a back reference finds is not known beforehand");
    }

    fn piece() -> impl Strategy<Value = String> {
        let atom = prop::sample::select(vec!["a", "b", "ab", ".", "[ab]", "^", "$", r"\b", "(?i)A", "c+", "b*?", ""]);
        atom.prop_map(str::to_owned).prop_recursive(3, 16, 3, |inner| {
            prop_oneof![
                (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("{a}{b}")),
                (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("(?:{a}|{b})")),
                inner.clone().prop_map(|a| format!("({a})+")),
                inner.clone().prop_map(|a| format!("(?={a})")),
                inner.clone().prop_map(|a| format!("(?!{a})")),
                inner.clone().prop_map(|a| format!("(?<=x|{a})")),
                inner.prop_map(|a| format!("(?>{a})")),
            ]
        })
    }

    proptest! {
        #[test]
        fn what_the_whole_pattern_finds_the_relaxed_one_finds(pattern in piece(), text in "[abcAx \n]{0,12}") {
            if let (Ok(whole), Some(relaxed)) = (fancy_regex::Regex::new(&pattern), relaxed(&pattern, 1 << 20))
                && whole.is_match(&text).is_ok_and(|found| found)
            {
                prop_assert!(relaxed.is_match(&text), "{} as {}", pattern, relaxed.as_str());
            }
        }
    }
}
