//! Reviewers that do not look at one file after another, and so stand outside the table of checks: what people are told of
//! them. Not here: what they find (`left_behind`, `api_removal`, `stale_docs`, `spec_alignment`). Called by the list of
//! reviewers and by settings.

use super::{API_REMOVAL, LEFT_BEHIND, SPEC_ALIGNMENT, STALE_DOCS};
use crate::core::model::Lens;

/// One of them. The fields are those of a check.
#[derive(Debug)]
pub struct Apart {
    /// Stable id: the pass `builtin:<id>`, the config key `checks.<id>`.
    pub id: &'static str,
    /// Under which lens it looks.
    pub lens: Lens,
    /// A few words for people.
    pub title: &'static str,
    /// Why it matters, and what it needs.
    pub about: &'static str,
    /// What it must not flag; each of these has a test.
    pub never: &'static [&'static str],
}

/// All of them.
pub static APART: &[Apart] = &[
    Apart {
        id: LEFT_BEHIND,
        lens: Lens::ApiContract,
        title: "names of what is removed",
        about: "A symbol goes while other files of the repository still name it. It needs a repository, whose symbols it \
                looks up.",
        never: &[
            "what moved or was renamed",
            "what is still defined anywhere",
            "a name that many files use",
            "files in another language",
        ],
    },
    Apart {
        id: API_REMOVAL,
        lens: Lens::ApiContract,
        title: "public items removed or called in another way",
        about: "What was public is gone, has another name or another head: code elsewhere, in this repository and outside of \
                it, no longer builds or runs. It needs a repository, in which it looks up who still names it.",
        never: &[
            "what moved, or is defined anew anywhere",
            "a parameter with a default at the end, and other names of parameters where calls go by place",
            "tests, examples, programs and private modules",
            "heads whose parameters the change does not show to their end",
        ],
    },
    Apart {
        id: STALE_DOCS,
        lens: Lens::DocsQuality,
        title: "documentation that the change makes untrue",
        about: "A file, a flag of the command line or a command (a script, a make target) goes while documentation of the \
                repository still points to it: who follows it finds nothing. It needs a repository, in which it searches.",
        never: &[
            "changelogs, upgrade guides, decisions and other texts of their time",
            "a flag that code still knows, and flags of other programs",
            "a command that another manifest still has, and prose that only sounds like one",
            "what is made by programs, or is now ignored by git",
            "paths that customarily stand for a file of whoever reads, as src/index.js",
        ],
    },
    Apart {
        id: SPEC_ALIGNMENT,
        lens: Lens::Correctness,
        title: "what the change is said to do",
        about: "REVIEW.md, specifications, linked issues and the description say what a change is to do: text that a file \
                must contain, open boxes, files that nobody asked for. It runs when spec_alignment.enabled is on.",
        never: &["what cannot be proved without a model: that is counted, not claimed"],
    },
];
