//! Tests that the change removes or weakens. Not here: tests that it switches off (`skipped_tests`), missing tests for new
//! code (a lens of its own). Called through `CHECKS`; `across` reads the tests of every file.

mod alike;
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
pub(super) use find::{Version, indent_of, tests_of};
pub(super) use patterns::{is_focus, is_skip_attribute, is_skip_call, running_title, skipped_title, test_name};

pub(super) const CHECK: Check = Check {
    id: "removed-tests",
    lens: Lens::TestGap,
    title: "tests removed or weakened",
    about: "A test that goes takes with it the proof of what the code did: the next defect there is found by users.",
    never: &[
        "tests that are moved or renamed, within the diff",
        "tests whose code the same diff removes",
        "tests in whose place the file gains as many others, or one with many values",
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
    found.extend(weakened::weakened(subject));
    found
}
