//! Which removed line became which added line. Called by `emphasis` for each changed block.

use super::words::Words;

/// Likeness from which two lines are partners, of 1000.
const ALIKE: u32 = 420;

/// The same when a block has one line on each side.
const ALONE: u32 = 300;

/// Comparisons up to which the best partners of a block are found; above it partners are looked for close by.
const COMPARISONS: usize = 1024;

/// How far partners are looked for in a large block.
const NEAR: usize = 6;

/// Partners in order, never crossing. A line without words (`None`, or blank) has no partner.
pub(super) fn partners(removed: &[Option<Words<'_>>], added: &[Option<Words<'_>>]) -> Vec<(usize, usize)> {
    let least = if removed.len() == 1 && added.len() == 1 { ALONE } else { ALIKE };
    let like = |old: usize, new: usize| -> u32 {
        let (Some(Some(old)), Some(Some(new))) = (removed.get(old), added.get(new)) else { return 0 };
        if old.is_blank() || new.is_blank() {
            return 0;
        }
        Some(old.likeness(new)).filter(|like| *like >= least).unwrap_or(0)
    };
    match removed.len() * added.len() <= COMPARISONS {
        true => best(removed.len(), added.len(), &like),
        false => near(removed.len(), added.len(), &like),
    }
}

/// The partners with the greatest likeness in sum.
fn best(olds: usize, news: usize, like: &dyn Fn(usize, usize) -> u32) -> Vec<(usize, usize)> {
    let width = news + 1;
    let likes: Vec<u32> = (0..olds * news).map(|at| like(at / news.max(1), at % news.max(1))).collect();
    // best[o * width + n]: of the lines from o and n on.
    let mut sums = vec![0u32; (olds + 1) * width];
    let get = |all: &[u32], at: usize| all.get(at).copied().unwrap_or(0);
    for old in (0..olds).rev() {
        for new in (0..news).rev() {
            let here = get(&likes, old * news + new);
            let joined = if here > 0 { here + get(&sums, (old + 1) * width + new + 1) } else { 0 };
            let skipped = get(&sums, (old + 1) * width + new).max(get(&sums, old * width + new + 1));
            if let Some(sum) = sums.get_mut(old * width + new) {
                *sum = joined.max(skipped);
            }
        }
    }
    let (mut old, mut new, mut found) = (0, 0, Vec::new());
    while old < olds && new < news {
        let (here, sum) = (get(&likes, old * news + new), get(&sums, old * width + new));
        if here > 0 && sum == here + get(&sums, (old + 1) * width + new + 1) {
            found.push((old, new));
            (old, new) = (old + 1, new + 1);
        } else if sum == get(&sums, (old + 1) * width + new) {
            old += 1;
        } else {
            new += 1;
        }
    }
    found
}

/// For each line the best partner among the next few.
fn near(olds: usize, news: usize, like: &dyn Fn(usize, usize) -> u32) -> Vec<(usize, usize)> {
    let (mut next, mut found) = (0, Vec::new());
    for old in 0..olds {
        let close = next..news.min(next + NEAR);
        let best = close.map(|new| (like(old, new), std::cmp::Reverse(new))).max();
        if let Some((1.., std::cmp::Reverse(new))) = best {
            found.push((old, new));
            next = new + 1;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(removed: &[&str], added: &[&str]) -> Vec<(usize, usize)> {
        let words = |lines: &[&'static str]| -> Vec<Option<Words<'static>>> {
            lines.iter().map(|line| Words::of(line.as_bytes())).collect()
        };
        let own = |lines: &[&str]| -> Vec<&'static str> { lines.iter().map(|l| &*l.to_string().leak()).collect() };
        partners(&words(&own(removed)), &words(&own(added)))
    }

    #[test]
    fn a_line_finds_its_partner_behind_new_lines() {
        let removed = ["let total = sum(prices);", "return total;"];
        let added = ["// the discount first", "let total = sum(discounted);", "log(total, now);", "return total + 1;"];
        assert_eq!(pairs(&removed, &added), [(0, 1), (1, 3)]);
    }

    #[test]
    fn partners_never_cross() {
        assert_eq!(pairs(&["alpha one", "beta two"], &["beta two!", "alpha one!"]).len(), 1);
    }

    #[test]
    fn what_is_not_alike_and_blank_lines_have_none() {
        assert_eq!(pairs(&["return Ok(())"], &["let buffer = Vec::with_capacity(9)"]), []);
        assert_eq!(pairs(&["", "a = b"], &["", "a = c"]), [(1, 1)]);
    }

    #[test]
    fn large_blocks_look_close_by() {
        let removed: Vec<String> = (0..60).map(|n| format!("entry number {n} of the list = old{n}")).collect();
        let added: Vec<String> = (0..60).map(|n| format!("entry number {n} of the list = new{n}")).collect();
        let words = |lines: &[String]| -> Vec<&'static str> { lines.iter().map(|l| &*l.clone().leak()).collect() };
        let found = pairs(&words(&removed), &words(&added));
        assert_eq!(found, (0..60).map(|n| (n, n)).collect::<Vec<_>>());
    }
}
