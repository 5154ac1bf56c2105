//! Where each statement stands: at lines of the host's own patches, or in the body with its reason (PUBLISH gate 9).
//! Not here: its text (`words`). Called by `compose`.

use std::collections::{BTreeMap, BTreeSet};

use super::artifact::Statement;
use crate::core::{
    diff,
    model::{Anchor, Diff, FileIx, Kind, LineRange, PullFile, PullFileStatus, RepoPath, Severity, Side},
};

/// Comments at lines in one review (FACTS 12).
pub const MOST: usize = 50;

/// Why a statement is not at lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "as_str shows the words")]
pub enum Moved {
    NoLine,
    WholeFile,
    Kind,
    Nitpick,
    NotInPull,
    NoText,
    OffDiff,
    Taken,
    Full,
    Stale,
    Closed,
    NoFiles,
}

impl Moved {
    /// Every reason.
    pub const ALL: [Self; 12] = [
        Self::NoLine,
        Self::WholeFile,
        Self::Kind,
        Self::Nitpick,
        Self::NotInPull,
        Self::NoText,
        Self::OffDiff,
        Self::Taken,
        Self::Full,
        Self::Stale,
        Self::Closed,
        Self::NoFiles,
    ];

    /// In words, for the body and the screen.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::NoLine => "it is about no line of the change",
            Self::WholeFile => "it is about the file",
            Self::Kind => "only findings and questions stand at lines",
            Self::Nitpick => "nitpicks stand in the body",
            Self::NotInPull => "its file is not among those of the pull request",
            Self::NoText => "the host shows no lines of this file",
            Self::OffDiff => "its lines are not in one hunk of the change",
            Self::Taken => "another comment stands at these lines",
            Self::Full => "a review holds 50 comments at lines",
            Self::Stale => "the head moved since the review",
            Self::Closed => "the pull request is not open",
            Self::NoFiles => "the list of files could not be read",
        }
    }
}

/// A place that the host takes a comment at.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Spot {
    /// The host's name of the file, for either side.
    pub path: String,
    /// The side.
    pub side: Side,
    /// First and last line, in one hunk of that side.
    pub lines: LineRange,
}

/// The lines of a pull request that comments can stand at, as the host's patches have them.
#[derive(Debug, Default)]
pub struct Lines {
    /// Each file's patch as a diff of one file; `None` = the host gave none.
    files: BTreeMap<RepoPath, Option<Diff>>,
    /// Former names of renamed files.
    former: BTreeMap<RepoPath, RepoPath>,
}

impl Lines {
    /// Reads the patches.
    pub fn of(files: &[PullFile]) -> Self {
        let mut lines = Self::default();
        for file in files {
            let patch = file.patch.as_ref().filter(|patch| !patch.is_empty());
            let read = |patch: &String| diff::parse(format!("--- a/x\n+++ b/x\n{patch}\n").into_bytes());
            lines.files.insert(file.path.clone(), patch.map(read));
            if let (PullFileStatus::Renamed, Some(old)) = (file.status, &file.old_path) {
                lines.former.insert(old.clone(), file.path.clone());
            }
        }
        lines
    }

    fn spot(&self, anchor: &Anchor, lines: LineRange) -> Result<Spot, Moved> {
        let present = match self.files.contains_key(&anchor.path) {
            true => &anchor.path,
            false => self.former.get(&anchor.path).ok_or(Moved::NotInPull)?,
        };
        let patch = self.files.get(present).ok_or(Moved::NotInPull)?.as_ref().ok_or(Moved::NoText)?;
        let path = present.as_utf8().filter(|path| !path.is_empty()).ok_or(Moved::NoText)?.to_owned();
        let hunk = |number| diff::locate(patch, FileIx(0), anchor.side, number).map(|at| at.hunk);
        match (hunk(lines.start()), hunk(lines.end())) {
            (Some(first), Some(last)) if first == last => Ok(Spot { path, side: anchor.side, lines }),
            _ => Err(Moved::OffDiff),
        }
    }
}

/// Where comments at lines can stand at all.
#[derive(Debug)]
pub enum Room<'l> {
    /// At these lines.
    Lines(&'l Lines),
    /// Nowhere, for the same reason for all.
    BodyOnly(Moved),
}

/// The place of each statement, in their order. A person's own text about the whole is `Err(NoLine)`: it leads the
/// body.
pub fn place<'s>(statements: impl IntoIterator<Item = &'s Statement>, room: &Room<'_>) -> Vec<Result<Spot, Moved>> {
    let mut used: BTreeSet<Spot> = BTreeSet::new();
    let mut count = 0usize;
    let mut one = |statement: &Statement| {
        let spot = spot(statement, room)?;
        if !statement.marked {
            if count >= MOST {
                return Err(Moved::Full);
            }
            if !used.insert(spot.clone()) {
                return Err(Moved::Taken);
            }
        }
        count += 1;
        Ok(spot)
    };
    statements.into_iter().map(&mut one).collect()
}

fn spot(statement: &Statement, room: &Room<'_>) -> Result<Spot, Moved> {
    let anchor = statement.anchor.as_ref().ok_or(Moved::NoLine)?;
    let lines = anchor.lines.ok_or(Moved::WholeFile)?;
    match statement.kind {
        _ if statement.marked => {}
        Kind::Finding | Kind::Question if statement.severity == Severity::Nitpick => return Err(Moved::Nitpick),
        Kind::Finding | Kind::Question => {}
        Kind::Praise | Kind::Thought | Kind::Note | Kind::Comment => return Err(Moved::Kind),
    }
    match room {
        Room::Lines(known) => known.spot(anchor, lines),
        Room::BodyOnly(why) => Err(*why),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::publish::sample::{anchor, file, files, own, statement};

    fn placed(statements: &[Statement]) -> Vec<Result<Spot, Moved>> {
        place(statements, &Room::Lines(&Lines::of(&files())))
    }

    fn at(path: &str, side: Side, start: u32, end: u32) -> Result<Spot, Moved> {
        let statement = statement("a-001", Some(anchor(path, side, start, end)));
        placed(&[statement]).remove(0)
    }

    #[test]
    fn a_comment_stands_where_both_lines_lie_in_one_hunk_of_its_side() {
        for (side, start, end) in
            [(Side::Right, 3, 5), (Side::Left, 3, 3), (Side::Right, 1, 8), (Side::Left, 39, 41), (Side::Right, 42, 42)]
        {
            let spot = at("src/lib.rs", side, start, end).unwrap();
            assert_eq!((spot.side, spot.lines), (side, LineRange::new(start, end).unwrap()));
        }
        for (side, start, end) in [(Side::Right, 9, 9), (Side::Left, 7, 7), (Side::Right, 8, 41), (Side::Right, 43, 43)]
        {
            assert_eq!(at("src/lib.rs", side, start, end), Err(Moved::OffDiff), "{side} {start}-{end}");
        }
        assert_eq!(at("logo.png", Side::Right, 1, 1), Err(Moved::NoText));
        assert_eq!(at("src/other.rs", Side::Right, 1, 1), Err(Moved::NotInPull));
    }

    #[test]
    fn a_former_name_is_taken_for_the_present_one_on_either_side() {
        let mut renamed = file("docs/new.md", Some("@@ -6 +6 @@\n-para 6\n+para six"));
        renamed.old_path = Some(RepoPath::new("docs/old.md"));
        renamed.status = PullFileStatus::Renamed;
        let lines = Lines::of(&[renamed.clone()]);
        for (path, side) in [("docs/old.md", Side::Right), ("docs/new.md", Side::Left)] {
            let spot = lines.spot(&anchor(path, side, 6, 6), LineRange::one(6).unwrap()).unwrap();
            assert_eq!(spot.path, "docs/new.md");
        }
        renamed.status = PullFileStatus::Copied;
        let copied = Lines::of(&[renamed]);
        let old = copied.spot(&anchor("docs/old.md", Side::Left, 6, 6), LineRange::one(6).unwrap());
        assert_eq!(old, Err(Moved::NotInPull), "the original of a copy is not in the change");
    }

    #[test]
    fn an_agent_finds_its_lines_taken_and_a_person_does_not() {
        let place = || Some(anchor("src/lib.rs", Side::Right, 4, 4));
        let mine = own("own-001", "mine", place());
        let all = [mine.clone(), statement("a-001", place()), statement("a-002", place()), mine];
        let results: Vec<_> = placed(&all).into_iter().map(|result| result.err()).collect();
        assert_eq!(results, [None, None, Some(Moved::Taken), None]);
        let left = statement("a-003", Some(anchor("src/lib.rs", Side::Left, 4, 4)));
        assert!(placed(&[statement("a-001", place()), left])[1].is_ok(), "the other side is another place");
    }

    #[test]
    fn kinds_and_nitpicks_stand_in_the_body_unless_a_person_marked_them() {
        let place = || Some(anchor("src/lib.rs", Side::Right, 4, 4));
        let with = |kind, severity, marked| Statement { kind, severity, marked, ..statement("a-001", place()) };
        let one = |statement| placed(&[statement]).remove(0).err();
        assert_eq!(one(with(Kind::Finding, Severity::Nitpick, false)), Some(Moved::Nitpick));
        assert_eq!(one(with(Kind::Question, Severity::Minor, false)), None);
        assert_eq!(one(with(Kind::Praise, Severity::Major, false)), Some(Moved::Kind));
        assert_eq!(one(with(Kind::Praise, Severity::Nitpick, true)), None);
        assert_eq!(one(statement("a-001", None)), Some(Moved::NoLine));
    }

    #[test]
    fn the_fifty_first_stands_in_the_body() {
        let rows: Vec<String> = (1..=60).map(|n| format!("+line {n}")).collect();
        let lines = Lines::of(&[file("a", Some(&format!("@@ -0,0 +1,60 @@\n{}", rows.join("\n"))))]);
        let all: Vec<_> = (1..=60).map(|n| statement("a", Some(anchor("a", Side::Right, n, n)))).collect();
        let placed = place(&all, &Room::Lines(&lines));
        assert!(placed[..50].iter().all(Result::is_ok));
        assert!(placed[50..].iter().all(|one| *one == Err(Moved::Full)));
    }
}
