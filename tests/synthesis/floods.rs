//! Bad input in bulk: thousands of findings that are all equal, on one line, on none, without titles or numbers; bodies of
//! a megabyte. Each ends in one place, what is equal is one, and nothing that blocks is lost. How long it takes is the
//! affair of `cargo bench --bench synthesis`.

use prr::core::{
    model::{Severity, Side},
    synthesis::{Place, Synthesis},
};

use super::scene::{Made, found, review, scene, shown};

const MANY: u32 = 2_000;

/// What is alike in a flood.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Flood {
    Equal,
    OneLine,
    NoPlace,
    NoNumber,
    NoTitle,
    Megabyte,
}

/// A word of letters only, another one for each number. (Numbers tell no findings apart.)
fn word(n: u32) -> String {
    let letter = |power: u32| char::from(b'b' + ((n / 10u32.pow(power)) % 10) as u8);
    format!("z{}{}{}{}z", letter(3), letter(2), letter(1), letter(0))
}

impl Flood {
    const ALL: [Self; 6] = [Self::Equal, Self::OneLine, Self::NoPlace, Self::NoNumber, Self::NoTitle, Self::Megabyte];

    fn made(self, n: u32) -> Made {
        let task = ["agent", "other", "third"][n as usize % 3];
        let made = found(&format!("x-{n:05}"), 1 + n % 400).title(&word(n)).body(&word(n + 1)).task(task);
        match self {
            Self::Equal => {
                found(&format!("x-{n:05}"), 50).title("Missing null check").body("It may be nil.").task(task)
            }
            Self::OneLine => made.at("a.rs", Side::Right, 50, 50),
            Self::NoPlace => made.whole(),
            Self::NoNumber => made.sure(f64::NAN),
            Self::NoTitle => made.title("").body(""),
            Self::Megabyte => made.body(&format!("{} ", word(n)).repeat(1 << 17)),
        }
    }

    fn review(self) -> Synthesis {
        let many = if self == Self::Megabyte { 6 } else { MANY };
        let blocker = found("blocker", 300).title("Blocks all").severity(Severity::Blocker).task("other");
        let mut scene = scene((0..many).map(|n| self.made(n)).chain([blocker]));
        (scene.settings.max_nits, scene.budget) = (Some(u32::MAX), prr::core::synthesis::Budget::Off);
        review(&scene)
    }
}

#[test]
fn in_any_flood_each_finding_ends_in_one_place_and_the_blocker_stands() {
    for flood in Flood::ALL {
        let review = flood.review();
        let many = if flood == Flood::Megabyte { 6 } else { MANY as usize };
        assert_eq!(review.places.len(), many + 1, "{flood:?}");
        assert!(shown(&review).iter().any(|id| id == "blocker"), "{flood:?}");
        let stats = &review.document.stats;
        let held: u32 = stats.held.values().sum();
        assert_eq!((stats.surfaced() + stats.merged + held) as usize, many + 1, "{flood:?}");
    }
}

#[test]
fn what_is_equal_is_one_and_what_is_not_stays() {
    let left = |flood: Flood| shown(&flood.review()).len() - 1;
    assert_eq!(left(Flood::Equal), 1);
    for flood in [Flood::OneLine, Flood::NoPlace, Flood::NoNumber] {
        assert_eq!(left(flood), MANY as usize, "{flood:?}: each has its own words");
    }
    let review = Flood::NoTitle.review();
    let merged = review.places.values().filter(|place| matches!(place, Place::Merged { .. })).count();
    assert_eq!(merged, MANY as usize - 400, "without words only those of one line are equal");
}
