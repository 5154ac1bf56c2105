//! The known word nearest to a misspelt one. Called where a key, a word or an action is unknown.

/// The nearest of the known words, when it is near enough to be meant.
pub fn nearest<'k>(word: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    let word = plain(word);
    // A long word cannot be a misspelling, and the distance costs its square.
    if word.len() > 40 {
        return None;
    }
    let scored = known.into_iter().map(|k| (distance(&word, &plain(k)), k));
    let (score, found) = scored.min_by_key(|(score, _)| *score)?;
    let allowed = if word.len() <= 3 { 1 } else { word.len().div_ceil(3).min(4) };
    (score <= allowed).then_some(found)
}

/// Spelling without what people mix up.
fn plain(word: &str) -> String {
    word.to_lowercase().replace(['-', ' ', '.'], "_")
}

/// Insertions, removals, replacements and swaps of neighbours.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let at = |row: &[usize], j: usize| row.get(j).copied().unwrap_or(usize::MAX / 2);
            let mut least = (at(&last, j) + usize::from(x != y)).min(at(&last, j + 1) + 1).min(at(&row, j) + 1);
            let swapped = i > 0 && j > 0 && a.get(i - 1) == Some(y) && b.get(j - 1) == Some(x);
            if swapped {
                least = least.min(at(&before, j - 1) + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut last, row);
    }
    last.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspellings_are_recognised_and_other_words_are_not() {
        let known = ["threshold", "severity_threshold", "max_nits", "mode"];
        for (word, meant) in
            [("treshold", "threshold"), ("max-nits", "max_nits"), ("MaxNits", "max_nits"), ("moed", "mode")]
        {
            assert_eq!(nearest(word, known), Some(meant), "{word}");
        }
        for word in ["future_option", "x", "", &"threshold".repeat(20)] {
            assert_eq!(nearest(word, known), None, "{word}");
        }
    }
}
