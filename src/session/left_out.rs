//! Files that nobody is asked to look at, and why. Part of the digest, so that no page has to walk the files. Called by
//! `digest`.

use crate::core::model::{ChangeMap, Diff, FileClass, FileForm, FileIx};

/// Files that are named: as many as anybody reads.
const MOST: usize = 100;

/// Why a file is not looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WhyNot {
    /// The host does not give its content.
    NotGiven,
    /// By its class.
    Class(FileClass),
}

/// Files that nobody looks at.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// The first of them, in the order of the diff.
    pub named: Vec<(FileIx, WhyNot)>,
    /// How many there are.
    pub count: usize,
}

/// Looks through the files of a change.
pub(super) fn left_out(diff: &Diff, map: Option<&ChangeMap>) -> LeftOut {
    let class = |file: FileIx| map.and_then(|map| map.classes.get(file.0 as usize)).copied();
    let why = |file: FileIx| match (diff.file(file)?.form, class(file)) {
        (FileForm::NotGiven, _) => Some(WhyNot::NotGiven),
        (_, Some(class)) if class.is_left_out() => Some(WhyNot::Class(class)),
        _ => None,
    };
    let mut found = LeftOut::default();
    for (file, why) in diff.file_numbers().filter_map(|file| Some((file, why(file)?))) {
        found.count += 1;
        if found.named.len() < MOST {
            found.named.push((file, why));
        }
    }
    found
}
