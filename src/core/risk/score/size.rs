//! `file_size_scope`: how many lines change. Called by `mod`.

use crate::core::model::RiskFactor;

use super::Change;

pub(super) fn factor(change: &Change<'_>) -> RiskFactor {
    let counts = change.reviewed().filter_map(|file| change.diff.file(file)).map(|f| f.counts);
    let lines = counts.fold(0u32, |sum, c| sum.saturating_add(c.added).saturating_add(c.removed));
    let files = change.reviewed().count();
    RiskFactor {
        name: "file_size_scope",
        weight: 15,
        score: of_lines(lines),
        details: format!("{lines} changed lines in {files} reviewed files"),
    }
}

fn of_lines(lines: u32) -> u8 {
    match lines {
        0..=49 => 10,
        50..=199 => 30,
        200..=499 => 60,
        500..=1000 => 80,
        1001.. => 100,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_have_the_borders_of_the_table() {
        let scores: Vec<u8> = [0, 49, 50, 199, 200, 499, 500, 1000, 1001].iter().map(|n| of_lines(*n)).collect();
        assert_eq!(scores, [10, 10, 30, 30, 60, 60, 80, 80, 100]);
    }
}
