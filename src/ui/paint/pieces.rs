//! Lines that must be read in pieces. The JavaScript grammar that bat ships has two rules that match nothing and
//! set each other's context back, for ever, where an expression is followed by a comment that ends the line (`x /*`);
//! syntect's guard against loops does not see it (trishume/syntect issues 460 and 706). Grammars that embed
//! JavaScript have it too. With a line feed before each such comment, the expression ends and all goes well.
//! Not here: reading (`stream`, the only caller).

use std::sync::OnceLock;

use syntect::parsing::{Scope, ScopeStack};

use super::stream::State;

/// Comments of one line that are looked at.
const MOST: usize = 16;

/// Where to cut the text of a line (with its line feed), when reading it in one piece might never end; usually nowhere.
/// `read` reads a text from the state and gives the scopes at its end.
pub(super) fn cuts(state: &State, text: &str, read: impl Fn(&State, &str) -> Option<ScopeStack>) -> Vec<usize> {
    let comments = text.match_indices("/*").map(|(at, _)| at).take(MOST);
    let Some(at) = comments.filter(|at| *at > 0).find(|at| text.get(*at..).is_some_and(is_only_comments)) else {
        return Vec::new();
    };
    let before = text.get(..at).and_then(|head| read(state, head));
    let is_comment = before
        .is_some_and(|before| has(&before, &marks().script) && !marks().quoted.iter().any(|mark| has(&before, mark)));
    if is_comment { starts(text, at) } else { Vec::new() }
}

/// Where comments start, from one on to the end of the line.
fn starts(text: &str, first: usize) -> Vec<usize> {
    let mut starts = vec![first];
    let mut from = first + 2;
    while let Some(end) = text.get(from..).and_then(|rest| rest.find("*/")) {
        let behind = from + end + 2;
        let Some(next) = text.get(behind..).and_then(|rest| rest.find("/*")) else { break };
        starts.push(behind + next);
        from = behind + next + 2;
    }
    starts
}

/// Whether nothing but blanks and comments is there; the last comment may be open.
fn is_only_comments(mut text: &str) -> bool {
    loop {
        text = text.trim_start();
        let Some(comment) = text.strip_prefix("/*") else { return text.is_empty() };
        let Some((_, behind)) = comment.split_once("*/") else { return true };
        text = behind;
    }
}

/// Scopes by which it is known what one is in.
struct Marks {
    script: Scope,
    quoted: Vec<Scope>,
}

fn marks() -> &'static Marks {
    static MARKS: OnceLock<Marks> = OnceLock::new();
    let scope = |name: &str| Scope::new(name).unwrap_or_default();
    MARKS.get_or_init(|| Marks { script: scope("source.js"), quoted: vec![scope("string"), scope("comment")] })
}

fn has(stack: &ScopeStack, mark: &Scope) -> bool {
    stack.scopes.iter().any(|scope| mark.is_prefix_of(*scope))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_comment_to_the_end_starts_a_piece() {
        assert_eq!(starts("x /* a */ /* b */ \n", 2), [2, 10]);
        assert_eq!(starts("x /* a /* b\n", 2), [2]);
        assert_eq!(starts("x /*/ */\n", 2), [2]);
    }

    #[test]
    fn what_is_only_comments() {
        for yes in ["/* a", "/* a */", "/* a */ /* b\n", "/**/\t/* b */ \n", "/*"] {
            assert!(is_only_comments(yes), "{yes}");
        }
        for no in ["/* a */ b", "a", "/* a */ // b"] {
            assert!(!is_only_comments(no), "{no}");
        }
    }
}
