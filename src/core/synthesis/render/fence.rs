//! Code fences that cannot be closed from inside, and texts that cannot swallow what follows them.

/// A fenced block with an info word ('' = none). The fence is longer than any run of backticks inside, the text is
/// kept to the byte; an empty text gives an empty block (a suggestion that deletes its lines).
pub fn block(info: &str, text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    format!("{fence}{info}\n{text}{end}{fence}")
}

/// The text with a fence that it leaves open closed.
pub fn closed(text: &str) -> String {
    match open_fence(text) {
        Some(fence) => {
            let gap = if text.ends_with('\n') { "" } else { "\n" };
            format!("{text}{gap}{fence}")
        }
        None => text.to_owned(),
    }
}

/// The fence that is open at the end (CommonMark: up to three blanks, three or more of one character; closed by as many
/// or more of it alone on a line).
fn open_fence(text: &str) -> Option<String> {
    let mut open: Option<(char, usize)> = None;
    for line in text.lines() {
        let inner = line.trim_start_matches(' ');
        let Some(mark) = inner.chars().next().filter(|c| matches!(c, '`' | '~')) else { continue };
        let run = inner.chars().take_while(|c| *c == mark).count();
        let rest = inner.trim_start_matches(mark);
        if line.len() - inner.len() > 3 || run < 3 {
            continue;
        }
        open = match open {
            None if mark == '`' && rest.contains('`') => None,
            None => Some((mark, run)),
            Some((by, length)) if by == mark && run >= length && rest.trim().is_empty() => None,
            still => still,
        };
    }
    open.map(|(mark, length)| std::iter::repeat_n(mark, length).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fence_is_longer_than_any_inside_and_the_text_is_kept() {
        assert_eq!(block("suggestion", "a"), "```suggestion\na\n```");
        assert_eq!(block("suggestion", ""), "```suggestion\n```");
        assert_eq!(block("", "  x\n\n\ty  "), "```\n  x\n\n\ty  \n```");
        let nested = "```sh\nprr\n```\nand ````four````";
        assert_eq!(block("suggestion", nested), format!("`````suggestion\n{nested}\n`````"));
    }

    #[test]
    fn an_open_fence_is_closed_and_a_closed_text_is_left_alone() {
        for text in ["", "a", "```\na\n```", "~~~\n```\n~~~", "`a` ```b``` c", "    ```\nindented"] {
            assert_eq!(closed(text), text);
        }
        assert_eq!(closed("````rust\nx\n```"), "````rust\nx\n```\n````");
        assert_eq!(closed("~~~\nx\n"), "~~~\nx\n~~~");
        assert_eq!(closed("```a\n```\n```b"), "```a\n```\n```b\n```");
    }
}
