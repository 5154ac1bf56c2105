//! Sections of files that have no grammar here: headings of Markdown, tables of TOML and INI, keys of YAML and JSON.
//! By lines, which is exact for what people write: a key stands on a line of its own. Not here: lines of hunks
//! (`symbol`). Called by `by_sections` and core::brief.

use crate::core::model::RepoPath;

/// A section: its name with those around it, first and last line; outer sections come before inner ones.
pub type Section = (String, u32, u32);

/// Files with more lines are read by their hunks.
const MOST_LINES: usize = 50_000;
/// Levels of keys that count.
const DEEPEST: usize = 3;
const LONGEST_NAME: usize = 120;

/// The sections of a file by the kind that its name tells; `None` = none that is known.
pub fn sections(path: &RepoPath, text: &[u8]) -> Option<Vec<Section>> {
    let name = path.file_name();
    let ending = memchr::memrchr(b'.', name).and_then(|dot| name.get(dot + 1..)).unwrap_or(&[]).to_ascii_lowercase();
    let lines: Vec<&[u8]> =
        text.strip_suffix(b"\n").unwrap_or(text).split(|b| *b == b'\n').take(MOST_LINES + 1).collect();
    if lines.len() > MOST_LINES || lines.iter().any(|line| line.len() > 4 * 1024) {
        return None;
    }
    match ending.as_slice() {
        b"md" | b"markdown" | b"mdx" => Some(headings(&lines)),
        b"toml" | b"ini" | b"cfg" => Some(tables(&lines)),
        b"yaml" | b"yml" => Some(keys(&lines, yaml_key)),
        b"json" | b"jsonc" | b"json5" => Some(keys(&lines, json_key)),
        _ => None,
    }
}

/// Puts the ends to sections that begin: each ends where one of its level or above begins.
struct Opened {
    found: Vec<Section>,
    open: Vec<(usize, usize)>,
}

impl Opened {
    fn begin(&mut self, level: usize, name: String, line: u32) {
        self.close(level, line.saturating_sub(1));
        self.open.push((level, self.found.len()));
        self.found.push((name, line, line));
    }

    fn close(&mut self, level: usize, last: u32) {
        while let Some((_, at)) = self.open.last().copied().filter(|(open, _)| *open >= level) {
            if let Some(section) = self.found.get_mut(at) {
                section.2 = last.max(section.1);
            }
            self.open.pop();
        }
    }

    fn outer(&self, level: usize) -> Option<&str> {
        let (_, at) = self.open.iter().rev().find(|(open, _)| *open < level)?;
        self.found.get(*at).map(|(name, ..)| name.as_str())
    }
}

fn counted<'t>(lines: &'t [&'t [u8]]) -> impl Iterator<Item = (u32, &'t [u8])> {
    (1u32..).zip(lines.iter().map(|line| line.strip_suffix(b"\r").unwrap_or(line)))
}

fn name_of(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text.trim_ascii()).into_owned();
    text.chars().take(LONGEST_NAME).collect()
}

/// Headings with `#`, outside of code fences. A heading's name stands alone: it is how people speak of it.
fn headings(lines: &[&[u8]]) -> Vec<Section> {
    let mut opened = Opened { found: Vec::new(), open: Vec::new() };
    let mut fence: Option<u8> = None;
    for (number, line) in counted(lines) {
        let text = line.trim_ascii_start();
        let mark = [b'`', b'~'].into_iter().find(|m| text.iter().take(3).filter(|b| *b == m).count() == 3);
        match (fence, mark) {
            (None, Some(mark)) => fence = Some(mark),
            (Some(open), Some(mark)) if open == mark => fence = None,
            _ => {}
        }
        let level = line.iter().take_while(|b| **b == b'#').count();
        let rest = line.get(level..).unwrap_or(&[]);
        if fence.is_none() && (1..=6).contains(&level) && rest.first().is_some_and(u8::is_ascii_whitespace) {
            let name = name_of(rest);
            opened.begin(level, name.trim_end_matches('#').trim_end().to_owned(), number);
        }
    }
    opened.close(0, u32::try_from(lines.len()).unwrap_or(u32::MAX));
    opened.found
}

/// Tables in brackets.
fn tables(lines: &[&[u8]]) -> Vec<Section> {
    let mut opened = Opened { found: Vec::new(), open: Vec::new() };
    for (number, line) in counted(lines) {
        let text = line.trim_ascii();
        let name = text.strip_prefix(b"[").map(|t| t.split(|b| *b == b']').next().unwrap_or(t));
        let Some(name) = name.filter(|_| text.contains(&b']') && !text.contains(&b'=') && !text.ends_with(b",")) else {
            continue;
        };
        opened.begin(1, name_of(name.strip_prefix(b"[").unwrap_or(name)), number);
    }
    opened.close(0, u32::try_from(lines.len()).unwrap_or(u32::MAX));
    opened.found
}

/// Keys by their indentation, with those around them. `begins`: whether a value is on the lines below.
fn keys(lines: &[&[u8]], key: fn(&[u8]) -> Option<&[u8]>) -> Vec<Section> {
    let mut opened = Opened { found: Vec::new(), open: Vec::new() };
    for (number, line) in counted(lines) {
        let indent = line.iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
        let Some(name) = key(line.trim_ascii()) else { continue };
        opened.close(indent, number.saturating_sub(1));
        if opened.open.len() >= DEEPEST {
            continue;
        }
        let name = match opened.outer(indent) {
            Some(outer) => format!("{outer}.{}", name_of(name)),
            None => name_of(name),
        };
        opened.begin(indent, name, number);
    }
    opened.close(0, u32::try_from(lines.len()).unwrap_or(u32::MAX));
    opened.found
}

fn yaml_key(text: &[u8]) -> Option<&[u8]> {
    let colon = memchr::memchr(b':', text)?;
    let ends = text.get(colon + 1).is_none_or(|b| b.is_ascii_whitespace());
    let name = text.get(..colon)?;
    let plain = name
        .iter()
        .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.' | b'/' | b'"' | b'\'' | b' ' | b'$'));
    (ends && plain && !name.is_empty() && !name.starts_with(b"-")).then_some(name)
}

fn json_key(text: &[u8]) -> Option<&[u8]> {
    let rest = text.strip_prefix(b"\"")?;
    let end = memchr::memchr(b'"', rest)?;
    rest.get(end + 1..)?.trim_ascii_start().starts_with(b":").then(|| rest.get(..end)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(path: &str, text: &str) -> Vec<Section> {
        sections(&RepoPath::new(path), text.as_bytes()).unwrap()
    }

    fn at(found: &[Section], line: u32) -> &str {
        found.iter().rev().find(|(_, a, b)| (*a..=*b).contains(&line)).map_or("", |(name, ..)| name)
    }

    #[test]
    fn headings_reach_to_the_next_of_their_level_and_not_into_fences() {
        let found = of("a.md", "# A\nx\n## B\n```\n# no\n```\ny\n## C\nz\n");
        let names: Vec<&str> = (1..=9).map(|line| at(&found, line)).collect();
        assert_eq!(names, ["A", "A", "B", "B", "B", "B", "B", "C", "C"]);
    }

    #[test]
    fn keys_of_yaml_and_json_are_named_with_those_around_them() {
        let found = of("a.yml", "on:\n  push:\n    branches: [main]\njobs:\n  a:\n    steps:\n      - run: x\n");
        let names: Vec<&str> = (1..=7).map(|line| at(&found, line)).collect();
        assert_eq!(names, ["on", "on.push", "on.push.branches", "jobs", "jobs.a", "jobs.a.steps", "jobs.a.steps"]);
        let found = of("a.json", "{\n  \"scripts\": {\n    \"test\": \"x\"\n  },\n  \"name\": \"y\"\n}\n");
        assert_eq!([at(&found, 3), at(&found, 5)], ["scripts.test", "name"]);
    }

    #[test]
    fn tables_of_toml_have_their_names_and_arrays_are_none() {
        let found = of("a.toml", "x = [\n[1, 2],\n]\n[dependencies]\na = \"1\"\n[[bin]]\nname = \"b\"\n");
        let names: Vec<&str> = [2, 5, 7].iter().map(|line| at(&found, *line)).collect();
        assert_eq!(names, ["", "dependencies", "bin"]);
        assert!(sections(&RepoPath::new("a.bin"), b"x").is_none());
    }
}
