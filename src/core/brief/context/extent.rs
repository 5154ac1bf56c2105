//! How far what stands around some lines reaches: a definition by its syntax, a section by its headings, else by
//! indentation. Called by `mod` and `related`.

use crate::core::{
    change::{
        Language, definition, sections_of,
        syntax::{Fragment, Grammar, outline, parse_whole},
    },
    model::{LineRange, RepoPath, Side},
};

/// Lines above and below the changed ones that are searched for the ends of a definition, where no syntax tells.
const UP: usize = 80;
const DOWN: usize = 120;
/// Larger texts are not parsed for this.
const MOST_PARSED: usize = 256 * 1024;
/// Lines of a definition that is sent whole.
const MOST_LINES: usize = 400;
/// Headings that are listed.
const HEADINGS: usize = 40;

/// First and last line (from 1) of what stands around some lines of a file.
pub(super) fn enclosing(path: &RepoPath, bytes: &[u8], lines: LineRange) -> (usize, usize) {
    let text: Vec<&[u8]> = bytes.split(|b| *b == b'\n').collect();
    let known = by_syntax(path, bytes, lines).or_else(|| by_section(path, bytes, lines));
    let known = known.filter(|(first, last)| last - first < MOST_LINES);
    known.unwrap_or_else(|| by_indentation(Language::of(path), &text, lines))
}

fn range(first: u32, last: u32) -> (usize, usize) {
    (first as usize, last as usize)
}

/// The innermost definition that holds all of them, with the comments above it.
fn by_syntax(path: &RepoPath, bytes: &[u8], lines: LineRange) -> Option<(usize, usize)> {
    let grammar = Grammar::of(path, bytes.split(|b| *b == b'\n').next())?;
    let fragment = Fragment::of_file(Side::Right, bytes, &[]).ok().filter(|_| bytes.len() <= MOST_PARSED)?;
    let parsed = parse_whole(fragment, grammar)?;
    let mut defs = outline(&parsed).into_iter();
    defs.rfind(|def| def.lead <= lines.start() && lines.end() <= def.last).map(|def| range(def.lead, def.last))
}

/// The innermost section that holds all of them.
fn by_section(path: &RepoPath, bytes: &[u8], lines: LineRange) -> Option<(usize, usize)> {
    let all = sections_of(path, bytes)?;
    let holds = |(_, first, last): &(String, u32, u32)| *first <= lines.start() && lines.end() <= *last;
    all.into_iter().rfind(holds).map(|(_, first, last)| range(first, last))
}

/// The headings of a document, a line each with its number; '' for anything else, and where there is but one.
pub(super) fn headings(path: &RepoPath, bytes: &[u8], lines: LineRange) -> String {
    if Language::of(path) != Language::Markdown {
        return String::new();
    }
    let text: Vec<&[u8]> = bytes.split(|b| *b == b'\n').collect();
    let all = sections_of(path, bytes).unwrap_or_default();
    if all.len() < 2 {
        return String::new();
    }
    // Those around the change, when there are more than are listed.
    let at = all.iter().rposition(|(_, first, _)| *first <= lines.start()).unwrap_or(0);
    let from = at.saturating_sub(HEADINGS / 2).min(all.len().saturating_sub(HEADINGS));
    let line = |(_, first, _): &(String, u32, u32)| {
        let heading = text.get((*first as usize).wrapping_sub(1)).copied().unwrap_or(&[]);
        format!("{first}: {}\n", String::from_utf8_lossy(heading.trim_ascii_end()))
    };
    all.iter().skip(from).take(HEADINGS).map(line).collect()
}

/// Up to a line that defines something and stands further left, down to the next that stands as far left, within bounds.
fn by_indentation(language: Language, text: &[&[u8]], lines: LineRange) -> (usize, usize) {
    let at = |line: usize| text.get(line.wrapping_sub(1)).copied().unwrap_or(&[]);
    let (first, last) = (lines.start() as usize, (lines.end() as usize).min(text.len()));
    let inner = (first..=last).map(at).filter(|line| !line.trim_ascii().is_empty()).map(indent).min().unwrap_or(0);
    let defines = |line: usize| definition(language, at(line)).is_some() && (indent(at(line)) < inner || inner == 0);
    let lowest = first.saturating_sub(UP).max(1);
    let start = (lowest..=first).rev().find(|line| defines(*line)).unwrap_or_else(|| first.saturating_sub(10).max(1));
    let edge = indent(at(start));
    let highest = (last + DOWN).min(text.len());
    let closes = |line: usize| {
        let text = at(line);
        !text.trim_ascii().is_empty() && indent(text) <= edge && line > start
    };
    let end = (last.max(start + 1)..=highest).find(|line| closes(*line)).unwrap_or_else(|| (last + 10).min(text.len()));
    (start, end.max(last))
}

fn indent(line: &[u8]) -> usize {
    line.iter().take_while(|b| matches!(b, b' ' | b'\t')).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(path: &str, text: &str, first: u32, last: u32) -> (usize, usize) {
        enclosing(&RepoPath::new(path), text.as_bytes(), LineRange::new(first, last).unwrap())
    }

    #[test]
    fn a_definition_reaches_as_far_as_its_syntax_and_a_section_to_the_next_heading() {
        let code = "use a;\n\n/// One.\nfn one() {\n    let x = [\n1,\n];\n    two(x);\n}\n\nfn two() {}\n";
        assert_eq!(of("a.rs", code, 5, 5), (3, 9), "what stands at the left edge inside of it is no end");
        let python = "@app.route('/a')\ndef a():\n    x = 1\n\n    return x\n\n\ndef b():\n    pass\n";
        assert_eq!(of("a.py", python, 3, 3), (1, 5));
        let prose = "# A\n\nx\n\n## B\n\none\n\ntwo\n\nthree\n\n## C\n\ny\n";
        assert_eq!(of("a.md", prose, 7, 7), (5, 12), "all of the section, not to the changed line");
        assert_eq!(of("a.md", prose, 7, 15), (1, 15), "the section around both");
        assert_eq!(of("a.yml", "on:\n  push:\n    a: 1\n    b: 2\njobs:\n  c: 1\n", 3, 4), (2, 4));
    }

    #[test]
    fn headings_are_those_around_the_section() {
        let list = |text: &str, line| headings(&RepoPath::new("a.md"), text.as_bytes(), LineRange::one(line).unwrap());
        assert_eq!(list("# A\n\n## B\nx\n## C\n", 4), "1: # A\n3: ## B\n5: ## C\n");
        assert_eq!(list("# A\nx\n", 2), "");
        let long: String = (1..=100).map(|n| format!("# H{n}\n")).collect();
        let found = list(&long, 70);
        assert_eq!((found.lines().count(), found.contains("70: # H70")), (40, true));
    }
}
