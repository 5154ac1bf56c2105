//! Whether a branch that went was a guard, and whether nothing took its place. Called by `mod`.

use crate::core::change::without_brackets;

use super::{
    super::{compared::Spread, introduced::Page},
    Kind,
    branch::{Branch, Leaves, behind, squeezed, statements, without_quotes},
    words::{checks_something, has, is_auth, is_switch, mentions, names},
};

/// Shorter conditions may stand anywhere by chance.
const TELLING: usize = 4;

/// What a branch that went looked at, when what it guarded stays and nobody asks the same elsewhere.
pub(super) fn gone(spread: &Spread<'_, '_>, was: &Branch<'_>) -> Option<Kind> {
    let page = &spread.old;
    let said = format!("{} {}", page.words(was.condition), page.words(was.body));
    if was.has_else || is_switch(&said) || is_error_path(&was.key) {
        return None;
    }
    let kind = match (was.is_auth, was.leaves) {
        (true, _) => Kind::Rights,
        // What could not be had together and now can is a feature.
        (false, Leaves::Hard) if !has(&said, &["cannot", "can't", "together", "exclusive"]) => Kind::Input,
        (false, _) => return None,
    };
    let stays = match was.leaves {
        Leaves::No => body_stays(spread, was),
        Leaves::Softly | Leaves::Hard => next_stays(spread, was),
    };
    let same = super::super::compared::same_block(page, was.node);
    (stays && same && !is_asked_elsewhere(spread, was, kind)).then_some(kind)
}

/// What Go does on every call.
fn is_error_path(key: &str) -> bool {
    ["err!=nil", "err", "error", "e!=nil", "err!=null"].contains(&key)
}

/// Whether the statement behind the branch is there before and after, and works on what was checked.
fn next_stays(spread: &Spread<'_, '_>, was: &Branch<'_>) -> bool {
    let Some(next) = behind(was.node) else { return false };
    let (old, new) = (&spread.old.parsed, &spread.new.parsed);
    let Some(row) = old.rows(next).first().filter(|row| !row.changed) else { return false };
    if was.is_auth {
        return true;
    }
    let line = old.fragment.line(row);
    let from = new.fragment.rows.iter().position(|row| !row.changed && new.fragment.line(row) == line);
    let checked = names(&without_quotes(&spread.old.words(was.condition)));
    let rest = from.and_then(|from| new.fragment.rows.get(from..)).unwrap_or(&[]);
    rest.iter().any(|row| !row.changed && mentions(new.fragment.line(row), &checked))
}

/// Whether the statements of the branch stand on the new side, one behind the other, without it.
fn body_stays(spread: &Spread<'_, '_>, was: &Branch<'_>) -> bool {
    let lines = |page: &Page<'_>, from: usize, to: usize| -> Vec<String> {
        let rows = page.parsed.fragment.rows.get(from..to).unwrap_or(&[]);
        let text = rows.iter().map(|row| squeezed(&String::from_utf8_lossy(page.parsed.fragment.line(row))));
        text.filter(|line| line.len() > 1).collect()
    };
    let inner = statements(was.body);
    let body: Vec<String> = inner
        .iter()
        .flat_map(|s| spread.old.parsed.rows(*s))
        .map(|row| squeezed(&String::from_utf8_lossy(spread.old.parsed.fragment.line(row))))
        .filter(|line| line.len() > 1)
        .collect();
    let after = lines(&spread.new, 0, spread.new.parsed.fragment.rows.len());
    !body.is_empty() && body.concat().len() > TELLING && after.windows(body.len()).any(|window| window == body)
}

/// Whether something new may ask what the branch asked.
fn is_asked_elsewhere(spread: &Spread<'_, '_>, was: &Branch<'_>, kind: Kind) -> bool {
    let page = &spread.old;
    let body: Vec<String> = page.words(was.body).split_whitespace().map(str::to_owned).collect();
    let text = squeezed(&String::from_utf8_lossy(&spread.new.parsed.fragment.text));
    let condition = squeezed(&page.words(was.condition));
    if was.key.len() < TELLING || text.contains(without_brackets(&condition)) {
        return true;
    }
    let rows = page.parsed.rows(was.node);
    // What stood inside comes back by itself: only the line that asks tells there.
    let telling = if was.leaves == Leaves::No { page.parsed.rows(was.condition) } else { rows };
    if spread.comes_back(telling) {
        return true;
    }
    let checked = names(&without_quotes(&page.words(was.condition)));
    let is_body = |line: &[u8]| {
        let line = String::from_utf8_lossy(line);
        was.leaves == Leaves::No && line.split_whitespace().all(|word| body.iter().any(|known| known == word))
    };
    match kind {
        Kind::Rights => {
            let speaks = |line: &[u8]| is_auth(&without_quotes(&String::from_utf8_lossy(line)));
            spread.added_in_file().any(|line| !is_body(line) && (speaks(line) || mentions(line, &checked)))
        }
        Kind::Input => {
            checked.is_empty() || spread.added().any(|line| mentions(line, &checked) || checks_something(line))
        }
    }
}
