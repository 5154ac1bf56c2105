//! Which hunks are worth parsing, and for which check: each check that reads syntax names what a line must hold before
//! it can find anything. All are asked at once, a line at a time, so that a line that tells nothing costs one search.
//! Not here: what is then found (`introduced`, the only caller).

use std::sync::LazyLock;

use regex::bytes::{Regex, RegexSet};

use crate::core::model::HunkIx;

use super::{
    CHECKS, Look,
    introduced::Search,
    subject::{Subject, is_introduced},
};

/// The expressions of all checks that read syntax, in the order of [`CHECKS`].
struct Needles {
    /// One of these must fit an added line.
    added: RegexSet,
    /// And this any line of the new side.
    also: Vec<Option<Regex>>,
}

static NEEDLES: LazyLock<Option<Needles>> = LazyLock::new(compiled);

fn searches() -> impl Iterator<Item = (&'static str, &'static Search)> {
    CHECKS.iter().filter_map(|check| match check.look {
        Look::Syntax(search) => Some((check.id, search)),
        Look::Lines(_) | Look::Compared(_) => None,
    })
}

/// `None` when one does not compile: a test shows that all do.
fn compiled() -> Option<Needles> {
    let added = RegexSet::new(searches().map(|(_, search)| format!("(?-u){}", search.needles))).ok()?;
    let also = searches().map(|(_, search)| match search.also {
        "" => Some(None),
        also => Regex::new(&format!("(?-u){also}")).ok().map(Some),
    });
    Some(Needles { added, also: also.collect::<Option<_>>()? })
}

/// The number of a check's bit in what [`wanted`] takes and gives.
pub(super) fn number(id: &str) -> Option<usize> {
    searches().position(|(known, _)| known == id)
}

/// Which checks of `mask` are to look at a hunk.
pub(super) fn wanted(subject: &Subject<'_>, hunk: HunkIx, mask: u32) -> u32 {
    let Some(needles) = NEEDLES.as_ref() else { return 0 };
    let mut found = 0;
    for line in subject.lines(hunk).filter(is_introduced) {
        if needles.added.is_match(line.text) {
            found |= needles.added.matches(line.text).iter().fold(0, |bits, number| bits | 1 << number) & mask;
        }
        if found == mask {
            break;
        }
    }
    let holds = |also: &Regex| subject.lines(hunk).any(|line| line.new.is_some() && also.is_match(line.text));
    for (number, also) in needles.also.iter().enumerate() {
        if found & 1 << number != 0 && also.as_ref().is_some_and(|also| !holds(also)) {
            found &= !(1 << number);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_needles_of_every_check_compile_and_have_a_bit() {
        let needles = compiled().expect("all compile");
        assert_eq!(needles.added.len(), searches().count());
        assert!(needles.added.len() <= 32);
        for (nth, (id, _)) in searches().enumerate() {
            assert_eq!(number(id), Some(nth), "{id}");
        }
        // Lines are searched: a needle that was broken over two of them never fits.
        for (id, search) in searches() {
            assert!(!search.needles.contains('\n') && !search.also.contains('\n'), "{id}");
        }
    }
}
