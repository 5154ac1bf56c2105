//! The sentences about damaged parts, and a bound on how many are kept.
//! Not here: finding the damage. Called by the indexer.

use crate::core::model::{FileIx, Problem};

/// More are not kept: a hostile input has as many damaged parts as lines.
const MOST: usize = 1000;

/// What can be wrong with a diff.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Damage {
    /// A body ended before its header's counts were met.
    Short {
        /// Old lines the header counts but the body lacks.
        old: u32,
        /// New lines likewise.
        new: u32,
    },
    /// A body goes on behind its header's counts.
    Long,
    /// A hunk header that cannot be read.
    Unreadable,
    /// A hunk header with no file before it.
    Homeless,
    /// A `diff` line with nothing behind it.
    Lone,
    /// `---` and `+++` with no hunk behind them.
    NoHunk,
    /// No name can be made out.
    Nameless,
    /// Two header lines name different files.
    TwoNames,
    /// Line numbers beyond 32 bits.
    TooHigh,
    /// A side with lines that begins at line 0.
    FromZero,
    /// Terminal colours at the places of headers.
    Coloured,
}

impl Damage {
    /// The sentence: what is wrong and what was done or can be done.
    fn words(self) -> String {
        let fixed = match self {
            Self::Short { old, new } => return short(old, new),
            Self::Long => {
                "More lines follow than the hunk header counts; they are left out. Correct the counts in the @@ line."
            }
            Self::Unreadable => {
                "This hunk header cannot be read; its lines are left out. It must be like \"@@ -1,3 +1,4 @@\"."
            }
            Self::Homeless => {
                "This hunk belongs to no file and is left out. A \"---\" and a \"+++\" line must stand before it."
            }
            Self::Lone => "Nothing follows this \"diff\" line, so it is not taken for a file.",
            Self::NoHunk => "The file has \"---\" and \"+++\" lines but no hunk, so its changes are not shown.",
            Self::Nameless => "The file's name cannot be made out; the header line stands in its place.",
            Self::TwoNames => {
                "The header names two different files; the names of the \"---\" and \"+++\" lines are used."
            }
            Self::TooHigh => "Line numbers beyond 4294967294 cannot be counted; lines there take no comments.",
            Self::FromZero => "The hunk counts lines from line 0, which does not exist; that line takes no comment.",
            Self::Coloured => {
                "The diff carries terminal colours, so no file was found. Make it again with --no-color (git diff --no-color)."
            }
        };
        fixed.to_owned()
    }
}

fn short(old: u32, new: u32) -> String {
    format!(
        "The hunk ends before its header's counts are met ({old} old and {new} new lines are missing or do not fit); \
         the lines that are there are kept."
    )
}

/// Notes a damage, unless there are too many already; the last one kept says so.
pub(super) fn note(problems: &mut Vec<Problem>, line: u64, file: Option<FileIx>, damage: Damage) {
    if problems.len() > MOST {
        return;
    }
    let what = if problems.len() == MOST {
        format!("From here on more damaged parts follow; only the first {MOST} are listed.")
    } else {
        damage.words()
    };
    problems.push(Problem { line, file, what });
}
