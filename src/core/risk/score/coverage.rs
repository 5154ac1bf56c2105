//! `test_coverage_gap`: production files whose tests the change leaves alone. Called by `mod` and `focus`.

use std::collections::HashSet;

use crate::core::{
    diff::lines,
    model::{FileClass, FileIx, LineKind, RiskFactor},
};

use super::{Change, percent};

pub(super) fn factor(change: &Change<'_>) -> RiskFactor {
    let all = change.production().count();
    let bare = untested(change).len();
    let details = match all {
        0 => "no production files".to_owned(),
        _ => format!("{bare} of {all} production files change without a test of theirs"),
    };
    RiskFactor { name: "test_coverage_gap", weight: 10, score: percent(bare, all), details }
}

/// Production files without a matching changed test: neither a test file of the same stem anywhere in the change nor a
/// test inside.
pub(super) fn untested(change: &Change<'_>) -> Vec<FileIx> {
    let whole = change.whole();
    let tests = whole.reviewed().filter(|file| change.class(*file) == FileClass::Test);
    let stems: HashSet<String> = tests.map(|file| stem(&change.diff.path(file).lossy())).collect();
    let bare = |file: &FileIx| !stems.contains(&stem(&change.diff.path(*file).lossy())) && !tests_inside(change, *file);
    change.production().filter(bare).collect()
}

/// The name without folder, ending and what marks a test, in lower case. `mod.rs`, `index.js` and their like have
/// the name of their folder.
fn stem(path: &str) -> String {
    let mut parts = path.rsplit('/');
    let name = parts.next().unwrap_or(path);
    let base = name.split('.').find(|part| !part.is_empty()).unwrap_or(name);
    let base = match base {
        "mod" | "index" | "__init__" | "lib" | "main" => parts.next().unwrap_or(base),
        _ => base,
    };
    let text: String = base.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    let bare = ["tests", "test", "specs", "spec"]
        .iter()
        .find_map(|mark| text.strip_suffix(mark).or_else(|| text.strip_prefix(mark)));
    bare.filter(|b| b.len() >= 2).map(str::to_owned).unwrap_or(text)
}

/// Rust keeps unit tests beside the code.
fn tests_inside(change: &Change<'_>, file: FileIx) -> bool {
    change.diff.hunks_of(file).any(|hunk| {
        let section = change.diff.hunk(hunk).map_or(&[][..], |h| change.diff.text.get(h.section));
        let in_tests = memchr::memmem::find(section, b"mod tests").is_some();
        lines(change.diff, hunk, 0).filter(|l| l.kind == LineKind::Added).any(|line| {
            let text = line.text.trim_ascii_start();
            in_tests
                || text.starts_with(b"#[test]")
                || text.starts_with(b"#[tokio::test")
                || text.starts_with(b"assert_eq!(")
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_has_the_stem_of_what_it_tests() {
        for (test, code) in [
            ("tests/test_cart.py", "app/cart.py"),
            ("src/cart.test.ts", "src/cart.ts"),
            ("pkg/cart_test.go", "pkg/cart.go"),
            ("src/test/java/CartTest.java", "src/main/java/Cart.java"),
            ("spec/cart_spec.rb", "lib/cart.rb"),
            ("tests/cart.rs", "src/cart/mod.rs"),
        ] {
            assert_eq!(stem(test), stem(code), "{test}");
        }
        assert_ne!(stem("tests/test_cart.py"), stem("app/order.py"));
    }
}
