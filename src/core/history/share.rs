//! How sure a share is: small numbers are told as they are, larger ones with the range that they speak for.
//! Called by `score` and by reports.

/// Below so many decisions a share is told as "2 of 3" and never in per cent.
pub const LEAST_FOR_SHARE: usize = 10;

/// z of a two-sided 95 % interval.
const Z: f64 = 1.959_963_984_540_054;

/// So many of so many.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Share {
    /// How many.
    pub part: usize,
    /// Of how many.
    pub whole: usize,
}

impl Share {
    /// In whole per cent, with the 95 % interval of Wilson's score; `None` under [`LEAST_FOR_SHARE`].
    pub fn percent(self) -> Option<(u8, u8, u8)> {
        if self.whole < LEAST_FOR_SHARE {
            return None;
        }
        let (low, high) = self.interval();
        let share = self.part as f64 / self.whole as f64;
        Some((percent(share), percent(low), percent(high)))
    }

    /// Wilson's score interval at 95 %, each end in 0..=1. Of nothing: all of it.
    pub fn interval(self) -> (f64, f64) {
        if self.whole == 0 {
            return (0.0, 1.0);
        }
        let n = self.whole as f64;
        let p = self.part.min(self.whole) as f64 / n;
        let middle = p + Z * Z / (2.0 * n);
        let half = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
        let scale = 1.0 + Z * Z / n;
        (((middle - half) / scale).clamp(0.0, 1.0), ((middle + half) / scale).clamp(0.0, 1.0))
    }
}

/// A share of 1 in whole per cent.
fn percent(share: f64) -> u8 {
    // Within 0..=100: the cast neither cuts nor wraps.
    (share.clamp(0.0, 1.0) * 100.0).round() as u8
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn wilsons_interval_is_that_of_the_books() {
        // Values of R's prop.test(correct = FALSE).
        let close = |share: (usize, usize), wanted: (f64, f64)| {
            let (low, high) = Share { part: share.0, whole: share.1 }.interval();
            assert!((low - wanted.0).abs() < 5e-4 && (high - wanted.1).abs() < 5e-4, "{share:?}: {low} {high}");
        };
        close((15, 20), (0.5313, 0.8881));
        close((0, 10), (0.0, 0.2775));
        close((10, 10), (0.7225, 1.0));
    }

    #[test]
    fn per_cent_come_from_ten_decisions_on() {
        assert_eq!(Share { part: 9, whole: 9 }.percent(), None);
        assert_eq!(Share { part: 9, whole: 10 }.percent(), Some((90, 60, 98)));
        assert_eq!(Share::default().interval(), (0.0, 1.0));
    }

    proptest! {
        #[test]
        fn the_share_lies_within_its_interval(part in 0usize..10_000, more in 0usize..10_000) {
            let share = Share { part, whole: part + more };
            prop_assume!(share.whole > 0);
            let (low, high) = share.interval();
            let at = part as f64 / share.whole as f64;
            prop_assert!(0.0 <= low && low <= at + 1e-12 && at <= high + 1e-12 && high <= 1.0);
        }
    }
}
