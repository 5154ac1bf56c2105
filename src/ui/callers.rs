//! Who uses a symbol: places found by the symbol index in a list over the diff, and the text of a file that the diff
//! does not show. State only: keys are `update::callers`, drawing is `view::callers`; the places are looked up by
//! `app::runner`.

use std::sync::Arc;

use crate::core::{change::index::SymbolIndex, diff::FileText, model::RepoPath};

/// Places that are listed.
const MOST: usize = 500;
/// Files of which the code is shown.
const MOST_FILES: usize = 60;
/// Bytes of a line that are kept.
const MOST_OF_A_LINE: usize = 400;
/// Lines around the one of the index in which the name is looked for, when the text has changed since.
const NEAR: u32 = 200;

/// A place that uses a symbol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Use {
    /// The file.
    pub path: RepoPath,
    /// The line on the new side, from 1.
    pub line: u32,
    /// Its code, cut; '' = not at hand.
    pub text: String,
    /// Whether the file is a test.
    pub is_test: bool,
}

/// The places that use a symbol.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Uses {
    /// Code first, then tests; capped, see `more`.
    pub places: Vec<Use>,
    /// Whether there are more than are listed.
    pub more: bool,
}

/// A file beyond the diff that is being read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opened {
    /// Which.
    pub path: RepoPath,
    /// The line that is marked, from 1.
    pub line: u32,
    /// The first line on screen, from 1.
    pub top: u32,
    /// Its text; `None` while it is read.
    pub text: Option<Result<Arc<FileText>, String>>,
}

/// The list, and what was opened from it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Callers {
    /// Names that stand at the cursor: that of the changed symbol first.
    pub names: Vec<String>,
    /// Which of them is looked up.
    pub nth: usize,
    /// Who uses it; `None` while that is looked up.
    pub uses: Option<Arc<Uses>>,
    /// The chosen place.
    pub at: usize,
    /// The file that is read instead of the list.
    pub opened: Option<Opened>,
}

impl Callers {
    /// The name that is looked up.
    pub fn name(&self) -> &str {
        self.names.get(self.nth).map_or("", String::as_str)
    }

    /// The chosen place.
    pub fn chosen(&self) -> Option<&Use> {
        self.uses.as_ref()?.places.get(self.at)
    }
}

impl Uses {
    /// Who uses a name by the index, with the code of the first files as `read` gives it. Costs the repository: never on
    /// the screen's path.
    pub fn of(index: &SymbolIndex, name: &str, mut read: impl FnMut(&RepoPath) -> Option<Vec<u8>>) -> Self {
        let mut found = index.who_calls(name, MOST + 1);
        let more = found.len() > MOST;
        found.truncate(MOST);
        let mut places: Vec<Use> = Vec::with_capacity(found.len());
        let mut text: Option<(RepoPath, Option<FileText>)> = None;
        let mut files = 0;
        for place in found {
            if text.as_ref().is_none_or(|(path, _)| *path != place.path) {
                files += 1;
                let bytes = if files <= MOST_FILES { read(&place.path) } else { None };
                text = Some((place.path.clone(), bytes.and_then(FileText::new)));
            }
            let code = text.as_ref().and_then(|(_, code)| code.as_ref());
            let line = code.and_then(|code| nearest(code, name, place.line));
            let words = line.and_then(|line| code?.line(line)).unwrap_or(&[]);
            places.push(Use {
                path: place.path,
                line: line.unwrap_or(place.line),
                text: String::from_utf8_lossy(words.get(..MOST_OF_A_LINE).unwrap_or(words)).trim().to_owned(),
                is_test: place.is_test,
            });
        }
        // Two places of an index that is older than the text may have become one.
        places.dedup_by(|next, kept| next.path == kept.path && next.line == kept.line);
        Self { places, more }
    }
}

/// The line nearest to that one that has the name: the index is of a commit, the text may be newer.
fn nearest(code: &FileText, name: &str, line: u32) -> Option<u32> {
    let has = |line: &u32| code.line(*line).is_some_and(|text| memchr::memmem::find(text, name.as_bytes()).is_some());
    let around = (0..=NEAR).flat_map(|by| [line.checked_add(by), line.checked_sub(by)]).flatten();
    around.into_iter().find(has)
}
