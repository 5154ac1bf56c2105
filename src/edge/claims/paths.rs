//! The many ways in which a path is written -> the path, and lines that stand behind it. Whether it exists is the
//! judge's to know. Called by `entry`.

use crate::core::model::LineRange;

use super::lines;

/// A path as it is meant.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Written<'t> {
    /// Without what stands around it.
    pub path: std::borrow::Cow<'t, str>,
    /// Lines that stand behind it.
    pub lines: Option<LineRange>,
}

/// Reads a path: `./src/lib.rs`, `` `src/lib.rs` ``, `src\lib.rs`, `src/lib.rs:4-6`, `src/lib.rs#L4`,
/// `src/lib.rs (line 4)`.
pub(super) fn read(text: &str) -> Written<'_> {
    let bare = text.trim().trim_matches(['`', '"', '\'']).trim();
    let (mut path, lines) = split(bare).map_or((bare, None), |(path, lines)| (path, Some(lines)));
    while let Some(rest) = path.strip_prefix("./") {
        path = rest.trim_start_matches('/');
    }
    // No path of this world has backslashes only, but for those of another system.
    let foreign = path.contains('\\') && !path.contains('/');
    let path = if foreign { path.trim_start_matches(".\\").replace('\\', "/").into() } else { path.into() };
    Written { path, lines }
}

/// A path and the lines behind it.
fn split(text: &str) -> Option<(&str, LineRange)> {
    if let Some((path, lines)) = text.strip_suffix(')').and_then(|text| text.rsplit_once(" (")) {
        return Some((path.trim_end(), named(lines)?)).filter(|(path, _)| !path.is_empty());
    }
    let marks = text.match_indices([':', '#']);
    marks
        .filter_map(|(at, mark)| Some((text.get(..at)?, text.get(at + mark.len()..)?)))
        .find_map(|(path, lines)| (!path.is_empty()).then(|| Some((path, named(lines)?))).flatten())
}

/// Lines that begin with their number or with `L`.
fn named(text: &str) -> Option<LineRange> {
    let begins = text.starts_with(|c: char| c.is_ascii_digit() || c == 'L' || c == 'l');
    if begins { lines::in_text(text) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn both(text: &str) -> (String, Option<(u32, u32)>) {
        let written = read(text);
        (written.path.into_owned(), written.lines.map(|lines| (lines.start(), lines.end())))
    }

    #[test]
    fn a_path_is_read_however_it_is_written_and_lines_behind_it_are_taken_off() {
        for (text, path, lines) in [
            ("src/lib.rs", "src/lib.rs", None),
            (" ././src/lib.rs ", "src/lib.rs", None),
            ("`src/lib.rs`", "src/lib.rs", None),
            ("src\\a\\lib.rs", "src/a/lib.rs", None),
            (".\\src\\lib.rs:4", "src/lib.rs", Some((4, 4))),
            ("src/lib.rs:4", "src/lib.rs", Some((4, 4))),
            ("src/lib.rs:4:17", "src/lib.rs", Some((4, 4))),
            ("src/lib.rs:4-6", "src/lib.rs", Some((4, 6))),
            ("src/lib.rs:L4–L6", "src/lib.rs", Some((4, 6))),
            ("src/lib.rs#L4-L6", "src/lib.rs", Some((4, 6))),
            ("src/lib.rs (lines 4-6)", "src/lib.rs", Some((4, 6))),
            ("src/a:b.rs:4", "src/a:b.rs", Some((4, 4))),
        ] {
            assert_eq!(both(text), (path.to_owned(), lines), "{text}");
        }
    }

    #[test]
    fn what_only_looks_like_lines_stays_in_the_path() {
        for text in
            ["a:b", ":4", "C:x/lib.rs", "a#b", "docs/c#4x", "a (copy)", "a/b\\c", "src/lib.rs:", "x:0", "issue #four"]
        {
            assert_eq!(both(text), (text.to_owned(), None));
        }
    }
}
