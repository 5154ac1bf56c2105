//! Tests that the change removes, switches off or weakens. Not here: missing tests for new code (a lens of its
//! own). Called through `CHECKS`; `across` reads the tests of every file.

mod alike;
mod disabled;
mod find;
mod patterns;
mod removed;
mod weakened;

use crate::core::model::{FileForm, Lens};

use super::{
    Check, Look,
    across::is_read,
    subject::{Found, Subject},
};

pub(super) use alike::{Bare, Names};
pub(super) use find::{Version, tests_of};

pub(super) const CHECK: Check = Check {
    id: "removed-tests",
    lens: Lens::TestGap,
    title: "tests removed, switched off or weakened",
    about: "A test that goes takes with it the proof of what the code did: the next defect there is found by users.",
    never: &[
        "tests that are moved or renamed, within the diff",
        "tests whose code the same diff removes",
        "new tests that begin switched off, and skips under a condition",
        "assertions that are moved, replaced, or leave together with their test or code",
    ],
    look: Look::Lines(run),
};

fn run(subject: &Subject<'_>) -> Vec<Found> {
    let read = is_read(subject.class) && subject.entry().is_some_and(|f| f.form == FileForm::Text);
    if !read {
        return Vec::new();
    }
    let mut found = removed::removed(subject);
    found.extend(disabled::disabled(subject));
    found.extend(weakened::weakened(subject));
    found
}
