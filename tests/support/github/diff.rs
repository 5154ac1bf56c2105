//! Diffs as GitHub keeps them: the list of files with their patches, and which lines of it can carry a comment.
//! Not here: the product's own reading of diffs: this one is independent of it, so that each checks the other.

use super::world::Place;

/// A file of the list.
#[derive(Debug, Clone)]
pub struct File {
    /// New name; the old one of a removed file.
    pub path: String,
    /// Old name, of a renamed or copied one.
    pub old_path: Option<String>,
    /// `added`, `removed`, `modified`, `renamed`, `copied`, `changed`.
    pub status: String,
    /// Added and removed lines.
    pub counts: (u64, u64),
    /// Hunks only; `None` as GitHub leaves it out.
    pub patch: Option<String>,
}

/// The files of a git diff whose names need no quotes, or are given (status letter, old name, new name).
pub fn files(diff: &str, names: &[(char, String, String)]) -> Vec<File> {
    let mut sections: Vec<&str> = diff.split("\ndiff --git ").collect();
    if let Some(first) = sections.first_mut() {
        *first = first.strip_prefix("diff --git ").unwrap_or_default();
    }
    sections.retain(|s| !s.is_empty());
    let read = sections.iter().enumerate();
    read.map(|(at, section)| file(section, names.get(at))).collect()
}

fn file(section: &str, name: Option<&(char, String, String)>) -> File {
    let hunks = section.find("\n@@ ").map(|at| &section[at + 1..]);
    let head = &section[..section.len() - hunks.map_or(0, str::len)];
    let said = |what: &str| head.lines().find_map(|l| l.strip_prefix(what));
    let first = head.lines().next().unwrap_or_default();
    let (old, new) = first.split_once(" b/").map_or((first, first), |(old, new)| (&old[2..], new));
    let mut file = File {
        path: said("rename to ").or(said("copy to ")).unwrap_or(new).to_owned(),
        old_path: said("rename from ").or(said("copy from ")).map(str::to_owned),
        status: "modified".to_owned(),
        counts: (0, 0),
        patch: hunks.map(|h| h.trim_end_matches('\n').to_owned()),
    };
    for line in hunks.unwrap_or_default().lines() {
        file.counts.0 += u64::from(line.starts_with('+'));
        file.counts.1 += u64::from(line.starts_with('-'));
    }
    file.status = match () {
        () if said("new file mode").is_some() => "added",
        () if said("deleted file mode").is_some() => "removed",
        () if said("rename to ").is_some() => "renamed",
        () if said("copy to ").is_some() => "copied",
        () if said("old mode").is_some() && hunks.is_none() => "changed",
        () => "modified",
    }
    .to_owned();
    if file.status == "removed" {
        old.clone_into(&mut file.path);
    }
    if let Some((letter, old, new)) = name {
        new.clone_into(&mut file.path);
        file.old_path = matches!(letter, 'R' | 'C').then(|| old.clone());
    }
    file
}

/// A line that can carry a comment.
struct Carrier<'a> {
    side: &'a str,
    line: u32,
    hunk: usize,
}

/// The lines of a patch that can carry comments. A context line is on both sides: GitHub takes it on either.
fn carriers(patch: &str) -> Vec<Carrier<'static>> {
    let (mut found, mut old, mut new, mut hunk) = (Vec::new(), 0, 0, 0);
    for line in patch.split('\n') {
        if let Some(rest) = line.strip_prefix("@@ -") {
            let number = |text: &str| text.split([',', ' ']).next().and_then(|n| n.parse().ok()).unwrap_or(0u32);
            (old, new) = (number(rest), rest.split_once(" +").map_or(0, |(_, r)| number(r)));
            hunk += 1;
            continue;
        }
        let (left, right) = match line.chars().next() {
            Some('+') => (false, true),
            Some('-') => (true, false),
            Some('\\') => continue,
            _ => (true, true),
        };
        if left {
            found.push(Carrier { side: "LEFT", line: old, hunk });
            old += 1;
        }
        if right {
            found.push(Carrier { side: "RIGHT", line: new, hunk });
            new += 1;
        }
    }
    found
}

/// Whether a comment can stand there; the hunk it stands in, or what GitHub says of it, each by field and words.
pub fn anchored(files: &[File], place: &Place) -> Result<String, Vec<(&'static str, &'static str)>> {
    let blank = ("diff_hunk", "can't be blank");
    let Some(file) = files.iter().find(|f| f.path == place.path) else {
        return Err(vec![("path", "is invalid"), blank]);
    };
    let Some(last) = place.line else { return Ok(String::new()) };
    let patch = file.patch.as_deref().unwrap_or_default();
    let carriers = carriers(patch);
    let at = |side: &str, line: u32| carriers.iter().find(|c| c.side == side && c.line == line).map(|c| c.hunk);
    let end = at(&place.side, last);
    let mut wrong = Vec::new();
    if end.is_none() {
        wrong.push(("line", "must be part of the diff"));
    }
    if let Some((first, side)) = &place.start {
        if side == &place.side && *first >= last {
            return Err(vec![("start_line", "must precede the end line.")]);
        }
        if end.is_none() || at(side, *first) != end {
            wrong.push(("start_line", "must be part of the same hunk as the line."));
        }
    }
    match end {
        None => wrong.push(blank),
        Some(hunk) if wrong.is_empty() => return Ok(nth_hunk(patch, hunk)),
        Some(_) => {}
    }
    Err(wrong)
}

fn nth_hunk(patch: &str, number: usize) -> String {
    let mut seen = 0;
    let in_it = patch.split('\n').filter(|line| {
        seen += usize::from(line.starts_with("@@ -"));
        seen == number
    });
    in_it.collect::<Vec<_>>().join("\n")
}
