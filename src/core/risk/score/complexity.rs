//! `change_complexity`: the share of added lines that decide where control goes. Called by `mod`.

use std::sync::LazyLock;

use regex::bytes::Regex;

use crate::core::{
    change::Language,
    diff::lines,
    model::{FileIx, LineKind, RiskFactor},
};

use super::{Change, percent};

static CONTROL: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?-u)^[\s}]*(?:else\s+)?(?:if|elif|elsif|unless|else|for|foreach|while|until|loop|match|switch|case|default|when|select",
        r"|try|catch|except|rescue|ensure|finally|defer|return|break|continue|goto|raise|throw|yield|do|guard)\b",
        r"|(?-u)\b(?:await|match)\b|=>\s*[{(\w]|\s(?:&&|\|\|)\s|\?\s[^:]+\s:\s|\?;$",
    ))
    .ok()
});

pub(super) fn factor(change: &Change<'_>) -> RiskFactor {
    let (mut control, mut added) = (0, 0);
    for file in change.reviewed() {
        let (c, a) = of_file(change, file);
        control += c;
        added += a;
    }
    RiskFactor {
        name: "change_complexity",
        weight: 20,
        score: percent(control, added),
        details: format!("{control} of {added} added lines decide where control goes"),
    }
}

/// Control-flow lines and added lines of a file. Only code has control flow.
fn of_file(change: &Change<'_>, file: FileIx) -> (usize, usize) {
    let language = Language::of(&change.diff.path(file));
    let is_code = !matches!(language, Language::Other | Language::Markdown | Language::Sections);
    let added = change.diff.hunks_of(file).flat_map(|hunk| lines(change.diff, hunk, 0));
    let mut counts = (0, 0);
    for line in added.filter(|line| line.kind == LineKind::Added) {
        counts.1 += 1;
        counts.0 += usize::from(is_code && is_control(line.text));
    }
    counts
}

fn is_control(line: &[u8]) -> bool {
    let line = line.get(..400).unwrap_or(line);
    let text = line.trim_ascii_start();
    let comment = [&b"//"[..], b"#", b"*", b"/*", b"--", b"\"\"\""].iter().any(|c| text.starts_with(c));
    !comment && CONTROL.as_ref().is_some_and(|control| control.is_match(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_decide_count_and_others_do_not() {
        for line in [
            "    if x {",
            "} else {",
            "for a in b:",
            "  return x;",
            "case 1:",
            "  Some(x) => go(x),",
            "a && b",
            "let y = load().await;",
            "  x?;",
        ] {
            assert!(is_control(line.as_bytes()), "{line}");
        }
        for line in
            ["let x = 1;", "// if this", "iffy(x)", "# for example", "fn format() {", "reformat(x);", "import a"]
        {
            assert!(!is_control(line.as_bytes()), "{line}");
        }
    }
}
