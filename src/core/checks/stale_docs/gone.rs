//! What a change takes away that documentation may name. Called by `mod`.

use std::collections::BTreeSet;

use crate::core::{
    change::{Language, is_left_out_by_name},
    diff::lines,
    model::{
        ChangeMap, ClaimedPlace, Diff, FileClass, FileIx, FileStatus, HunkIx, LineKind, LineRange, RepoPath, Side,
    },
};

use super::{
    commands::{Command, Runner},
    flags::{self, Flag},
};

/// Files, flags and commands that are asked about: a change that takes more away is another program.
const MOST: usize = 200;
/// Names of files shorter than these stand in too many texts.
const SHORTEST: usize = 5;

/// Something that goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gone {
    /// What it is.
    pub what: What,
    /// Where it goes.
    pub(super) place: ClaimedPlace,
}

/// What it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// A flag of a command line.
    Flag(Flag),
    /// A command for those who work in the repository.
    Command(Command),
    /// A file.
    Path {
        /// Its path before.
        was: RepoPath,
        /// Its path now, when it was renamed.
        now: Option<RepoPath>,
    },
}

impl Gone {
    /// What is to be searched for.
    pub(super) fn words(&self) -> Vec<String> {
        match &self.what {
            What::Flag(flag) => flag.words(),
            What::Command(command) => command.words(),
            What::Path { was, .. } => vec![String::from_utf8_lossy(was.file_name()).into_owned()],
        }
    }
}

/// Files, flags and commands that the change takes away, in the order of the diff.
pub fn gone(diff: &Diff, map: &ChangeMap) -> Vec<Gone> {
    let (mut found, mut said) = (Vec::new(), BTreeSet::new());
    let added = Added::of(diff);
    for file in diff.file_numbers() {
        let class = map.classes.get(file.0 as usize).copied().unwrap_or(FileClass::Source);
        found.extend(path(diff, file, &added));
        found.extend(commands(diff, file, &added));
        if class != FileClass::Source {
            continue;
        }
        for hunk in diff.hunks_of(file) {
            for (flag, line) in in_hunk(diff, file, hunk) {
                if said.len() < MOST && said.insert(flag.name.clone()) && !added.names(&flag) {
                    let place = at(diff.path(file), LineRange::one(line));
                    found.push(Gone { what: What::Flag(flag), place });
                }
            }
        }
    }
    found.truncate(MOST);
    found
}

fn at(path: RepoPath, lines: Option<LineRange>) -> ClaimedPlace {
    ClaimedPlace { path, symbol: None, side: lines.map(|_| Side::Left), lines }
}

/// The old path of a file that is deleted or renamed.
fn path(diff: &Diff, file: FileIx, added: &Added) -> Option<Gone> {
    let entry = diff.file(file)?;
    let path = diff.path(file);
    let (was, now) = match (entry.status, entry.old_path) {
        (FileStatus::Deleted, _) => (path.clone(), None),
        (FileStatus::Renamed, Some(old)) => (RepoPath::new(diff.name(old)), Some(path.clone())),
        _ => return None,
    };
    // What a program makes, or a person keeps to himself, is there all the same.
    let is_made = is_left_out_by_name(&was) && !crate::core::change::is_binary_name(was.file_name());
    if was.file_name().len() < SHORTEST || is_made || added.ignores(&was) {
        return None;
    }
    let first = diff.hunks_of(file).flat_map(|hunk| lines(diff, hunk, 0)).find(|line| line.kind == LineKind::Removed);
    let place = at(path, first.and_then(|line| line.old).and_then(LineRange::one));
    Some(Gone { what: What::Path { was, now }, place })
}

/// Commands whose definitions go from a file that stays.
fn commands(diff: &Diff, file: FileIx, added: &Added) -> Vec<Gone> {
    let path = diff.path(file);
    let is_there = diff.file(file).is_some_and(|entry| entry.status == FileStatus::Modified);
    let Some(runner) = Runner::of(&path).filter(|_| is_there) else { return Vec::new() };
    let mut found: Vec<Gone> = Vec::new();
    for hunk in diff.hunks_of(file) {
        let section = diff.hunk(hunk).map_or(&[][..], |hunk| diff.text.get(hunk.section));
        let mut is_list = runner.is_flat() || runner.opens_commands(&String::from_utf8_lossy(section)) == Some(true);
        for line in lines(diff, hunk, 0).filter(|line| line.old.is_some() && line.text.len() < 400) {
            let text = String::from_utf8_lossy(line.text);
            is_list =
                runner.opens_commands(&text).unwrap_or(is_list) && (runner.is_flat() || !text.trim().starts_with('}'));
            let name = runner.defined(&text).filter(|_| is_list && line.kind == LineKind::Removed);
            let command = name.map(|name| Command { runner, name: name.to_owned() });
            if let Some((command, line)) = command.filter(|command| !added.commands.contains(command)).zip(line.old) {
                found.push(Gone { what: What::Command(command), place: at(path.clone(), LineRange::one(line)) });
            }
        }
    }
    found
}

/// Lines that the change adds, as far as they say that something is there after all.
struct Added {
    text: String,
    ignored: BTreeSet<String>,
    commands: BTreeSet<Command>,
}

impl Added {
    fn of(diff: &Diff) -> Self {
        let (mut text, mut ignored, mut commands) = (String::new(), BTreeSet::new(), BTreeSet::new());
        for file in diff.file_numbers() {
            let path = diff.path(file);
            let is_code = Language::of(&path) != Language::Markdown;
            let is_list = path.file_name().ends_with(b"ignore");
            let runner = Runner::of(&path);
            let all = diff.hunks_of(file).flat_map(|hunk| lines(diff, hunk, 0));
            for line in all.filter(|line| line.kind == LineKind::Added && line.text.len() < 400) {
                let line = String::from_utf8_lossy(line.text);
                let name = runner.and_then(|runner| Some((runner, runner.defined(&line)?.to_owned())));
                commands.extend(name.map(|(runner, name)| Command { runner, name }));
                if is_list {
                    ignored.extend(line.trim().rsplit('/').find(|part| !part.is_empty()).map(str::to_owned));
                } else if is_code && line.contains(['-', '"', '\'']) {
                    text.push_str(&line);
                    text.push('\n');
                }
            }
        }
        Self { text, ignored, commands }
    }

    fn names(&self, flag: &Flag) -> bool {
        self.text.lines().any(|line| flags::is_there(line, flag))
    }

    fn ignores(&self, path: &RepoPath) -> bool {
        let text = path.lossy();
        text.split('/').any(|part| {
            let ending = part.rsplit_once('.').map(|(_, ending)| format!("*.{ending}")).unwrap_or_default();
            self.ignored.contains(part) || self.ignored.contains(&ending)
        })
    }
}

/// Flags whose definitions go, with the line of each.
fn in_hunk(diff: &Diff, file: FileIx, hunk: HunkIx) -> Vec<(Flag, u32)> {
    let language = Language::of(&diff.path(file));
    let old = lines(diff, hunk, 0).filter(|line| line.old.is_some() && line.text.len() < 400);
    let old: Vec<(String, Option<u32>)> = old
        .map(|line| {
            let gone = line.old.filter(|_| line.kind == LineKind::Removed);
            (String::from_utf8_lossy(line.text).into_owned(), gone)
        })
        .collect();
    if old.iter().all(|(_, gone)| gone.is_none()) {
        return Vec::new();
    }
    let texts: Vec<&str> = old.iter().map(|(text, _)| text.as_str()).collect();
    let mut found = Vec::new();
    for (nth, (_, gone)) in old.iter().enumerate() {
        if let Some(line) = gone {
            found.extend(flags::defined(language, &texts, nth).into_iter().map(|flag| (flag, *line)));
        }
    }
    found
}
