//! What an agent may write, and what becomes of it.

use proptest::prelude::*;

use super::super::{agent, agent_line, holds_marker};

#[test]
fn honest_markdown_stays_as_it_is() {
    let text = "The value of `Vec<T>` is **lost**:\n\n- a_b * c\n\n```rust\nlet x: Vec<T> = @f(#1);\n```\n\n> quote & more | table\n\n- [ ] v[0] (see below)";
    assert_eq!(agent(text), text);
}

#[test]
fn nobody_is_called_and_no_issue_is_linked_or_closed() {
    let text = agent("Fixes #12, closes o/r#7, resolves GH-3, see https://github.com/o/r/pull/5 and @team or a@b.c");
    for call in ["#12", "#7", "GH-3", "pull/5", "@team"] {
        assert!(!text.contains(call), "{call}: {text}");
    }
    assert_eq!(agent("@a `@a` #1 `#1`"), "@&NoBreak;a `@a` #&NoBreak;1 `#1`");
}

#[test]
fn escapes_call_nobody_either() {
    for text in ["&#64;team", "&commat;team", "\\@team", "@&#116;eam", "@\\u0074eam"] {
        assert!(agent(text).contains("@&NoBreak;") || !agent(text).contains("@t"), "{text}: {}", agent(text));
    }
    for text in ["&#35;12", "\\#12", "#&#49;2", "&num;12", "#&#x31;2"] {
        assert!(agent(text).contains("#&NoBreak;1"), "{text}: {}", agent(text));
    }
}

#[test]
fn links_and_images_are_text_in_every_form() {
    for (text, safe) in [
        ("![x](https://evil.example/?q=1)", "![x]&NoBreak;(https:&NoBreak;//evil.example/?q=1)"),
        ("[a][b]\n\n[b]: //evil.example", "[a]&NoBreak;[b]\n\n[b]&NoBreak;: //evil.example"),
        ("[a](data:text/html,x)", "[a]&NoBreak;(data:text/html,x)"),
        ("see HTTP://evil.example", "see HTTP:&NoBreak;//evil.example"),
        ("see www.evil.example", "see www&NoBreak;.evil.example"),
        ("`https://docs.example` stays code", "`https://docs.example` stays code"),
    ] {
        assert_eq!(agent(text), safe);
    }
}

#[test]
fn html_and_comments_are_text() {
    assert_eq!(agent("a <b>x</b> <!-- y -->"), "a &lt;b>x&lt;/b> &lt;!-- y -->");
    assert_eq!(agent("&lt;b> \\<i> <https://x>"), "&lt;b> &lt;i> &lt;https:&NoBreak;//x>");
    assert_eq!(agent_line(" a\n<b>\tc "), "a &lt;b> c");
}

#[test]
fn what_github_reads_as_prose_is_never_taken_for_code() {
    let tricks = [
        "```\nx\n  ```\n<b>",
        "- ```\n<b>",
        "  ~~~ a\n  x\n~~~\n<b>",
        "x ` y\nz ` <b> `w`",
        "| `a | <b>` |\n|-|-|",
        "\\`<b>`",
        "``` x`y\n<b>",
        "> ~~~\n<b>",
        "    ```\n<b>",
        "``<b>`",
        "1. ~~~\n   <b>\n<b>",
    ];
    for trick in tricks {
        let prose = without_fences(&agent(trick));
        assert!(!prose.contains('<'), "{trick:?}: {:?}", agent(trick));
    }
}

/// Rows outside fences at the margin, without code spans that end in their row.
fn without_fences(text: &str) -> String {
    fenced(text).0
}

/// The same, and the info words of the fences.
fn fenced(text: &str) -> (String, Vec<&str>) {
    let mut fence: Option<String> = None;
    let (mut prose, mut infos) = (String::new(), Vec::new());
    for row in text.lines() {
        let mark = row.chars().next().filter(|c| matches!(c, '`' | '~'));
        let run: String = row.chars().take_while(|c| Some(*c) == mark).collect();
        let is_span = mark == Some('`') && row[run.len()..].contains('`');
        match &fence {
            Some(open) if row.trim() == *open => fence = None,
            Some(open) => {
                assert!(run.len() < open.len() || !row.starts_with(open.as_str()), "as long inside: {text:?}")
            }
            None if run.len() >= 3 && !is_span => {
                infos.push(&row[run.len()..]);
                fence = Some(run);
            }
            None => prose.extend([&without_spans(row), "\n"]),
        }
    }
    assert_eq!(fence, None, "left open: {text:?}");
    (prose, infos)
}

/// A paragraph's code spans may cross rows, but no row leaves one open.
fn without_spans(row: &str) -> String {
    let chars: Vec<char> = row.chars().collect();
    let run_at = |at: usize| chars[at..].iter().take_while(|c| **c == '`').count();
    let (mut out, mut at) = (String::new(), 0);
    while at < chars.len() {
        match chars[at] {
            '\\' if chars.get(at + 1).is_some_and(char::is_ascii_punctuation) => {
                out.extend(&chars[at..at + 2]);
                at += 2;
            }
            '`' => {
                let run = run_at(at);
                let mut end = at + run;
                while end < chars.len() && !(chars[end] == '`' && run_at(end) == run) {
                    end += run_at(end).max(1);
                }
                assert!(end < chars.len(), "a span is left open: {row:?}");
                // What stands around it does not touch.
                out.push('\u{fffc}');
                at = end + run;
            }
            c => {
                out.push(c);
                at += 1;
            }
        }
    }
    out
}

#[test]
fn a_fence_in_a_list_moves_to_the_margin_with_its_code() {
    assert_eq!(agent("1. so:\n\n   ```sh\n   ls\n     -a\n   ```\nend"), "1. so:\n\n```sh\nls\n  -a\n```\nend");
    assert_eq!(agent("````\n```\nx\n```\n````"), "````\n```\nx\n```\n````");
    assert_eq!(agent("```\nopen"), "```\nopen\n```");
}

#[test]
fn an_agents_own_suggestion_block_is_only_code() {
    assert_eq!(agent("```suggestion\nevil\n```"), "```\nevil\n```");
    assert_eq!(agent("~~~Suggestion:-0+1\nevil\n~~~"), "```\nevil\n```");
}

/// What agents must not be able to say, whole, in halves and escaped.
const NASTY: &[&str] = &[
    "@team",
    "@",
    "team",
    "@o/people",
    "\\@team",
    "&#64;team",
    "&commat;team",
    "@&#116;eam",
    "#12",
    "#",
    "12",
    "o/r#7",
    "GH-3",
    "gh-",
    "https://github.com/o/r/pull/5",
    "/issues/",
    "5",
    "Fixes ",
    "closes: ",
    "resolve\u{200b}s ",
    "&num;",
    "&#35;1",
    "<b>",
    "</b>",
    "<",
    "b>",
    "<!--",
    "-->",
    "<img src=x onerror=y>",
    "<details>",
    "&lt;i&gt;",
    "\\<i>",
    "<!-- prr-cockpit: {} -->",
    "<!--PRR-Cockpit:",
    "prr&#45;cockpit",
    "pi-pr-review",
    "Pi&#x2D;PR\\-review:",
    "p\u{200b}rr-cockpit",
    "<!-- prr",
    "-cockpit: x -->",
    "```",
    "````",
    "~~~",
    "```suggestion\n",
    "~~~Suggestion\n",
    "```rust\n",
    "    ```\n",
    "- ```\n",
    "`",
    "``",
    "\n",
    "\n\n",
    "> ",
    "| a | b |\n|-|-|\n",
    " ",
    "\t",
    "\\",
    "&amp;",
    "&",
    ";",
    "\u{1b}[31m",
    "\u{0}",
    "\r",
    "\u{202e}",
    "\u{2066}",
    "\u{200f}",
    "\u{ad}",
    "\u{2028}",
    "\u{feff}",
    "\u{e0041}",
    "[x](",
    ")",
    "![",
    "]",
    "[",
    "]:",
    "(",
    "\\(",
    "http:",
    "//",
    "&colon;",
    "&sol;",
    "www",
    ".evil.example",
    "![x](https://evil.example/a.png)",
    "word",
];

/// Prose as GitHub reads it: escapes undone once, our breaks (which are characters of their own) left in place.
fn as_github_reads(prose: &str) -> String {
    let mut out = String::new();
    let mut rest = prose;
    while let Some(c) = rest.chars().next() {
        let (c, taken) = escape(rest).unwrap_or((c, c.len_utf8()));
        out.push(c);
        rest = &rest[taken..];
    }
    out
}

/// An escape at the beginning: the character it stands for, and its bytes.
fn escape(text: &str) -> Option<(char, usize)> {
    if let Some(next) = text.strip_prefix('\\') {
        return next.chars().next().filter(char::is_ascii_punctuation).map(|c| (c, 2));
    }
    let body = text.strip_prefix('&')?;
    let end = body.find(';')?;
    let c = match &body[..end] {
        "lt" => '<',
        "gt" => '>',
        "amp" => '&',
        "num" => '#',
        "commat" => '@',
        "NoBreak" => '\u{2060}',
        number => {
            let number = number.strip_prefix('#')?;
            let hex = number.strip_prefix(['x', 'X']);
            char::from_u32(hex.map_or_else(|| number.parse().ok(), |hex| u32::from_str_radix(hex, 16).ok())?)?
        }
    };
    Some((c, end + 2))
}

/// Whether a person, a team or an issue is called, or an address linked.
fn calls(read: &str) -> bool {
    let lower = read.to_ascii_lowercase();
    let behind = |call: &str, is: fn(char) -> bool| {
        lower.match_indices(call).any(|(at, _)| lower[at + call.len()..].chars().next().is_some_and(is))
    };
    let digit = |c: char| c.is_ascii_digit();
    ["://", "www.", "](", "][", "]:"].iter().any(|link| lower.contains(link))
        || behind("@", |c| c.is_ascii_alphanumeric())
        || ["#", "gh-", "/issues/", "/pull/", "/pulls/", "/discussions/", "/commit/"]
            .iter()
            .any(|call| behind(call, digit))
}

fn is_bidi(c: char) -> bool {
    matches!(c, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
        | '\u{ad}' | '\u{e0000}'..='\u{e007f}')
}

#[test]
fn a_fence_is_longer_than_any_inside() {
    assert_eq!(agent("```suggestion\n```suggestion\n"), "````\n```suggestion\n````");
    assert_eq!(agent("~~~\n```\nx\n~~~\n"), "````\n```\nx\n````");
}

proptest! {
    #[test]
    fn whatever_an_agent_writes_nothing_in_it_is_live(text in r#"[a<@#`~\\&; \n0-9|!-]{0,60}|.{0,40}"#) {
        let safe = agent(&text);
        let prose = without_fences(&safe);
        prop_assert!(!holds_marker(&safe));
        prop_assert!(!prose.contains("<!--"), "{:?}", safe);
        prop_assert!(!safe.chars().any(|c| c.is_control() && c != '\n' && c != '\t'));
    }

    #[test]
    fn of_nasty_pieces_in_any_order_nothing_is_live(pieces in prop::collection::vec(prop::sample::select(NASTY), 0..12)) {
        let text = pieces.concat();
        let safe = agent(&text);
        let prose = without_fences(&safe);
        prop_assert!(!holds_marker(&safe), "{:?}", safe);
        prop_assert!(!prose.contains('<'), "no HTML: {:?}", safe);
        let read = as_github_reads(&prose);
        prop_assert!(!calls(&read), "it calls somebody: {:?} as {:?}", safe, read);
        let infos = fenced(&safe).1;
        prop_assert!(!infos.iter().any(|info| info.to_lowercase().contains("suggest")), "{:?}", safe);
        prop_assert!(!safe.chars().any(|c| (c.is_control() && !matches!(c, '\n' | '\t')) || is_bidi(c)));
        let line = as_github_reads(&without_spans(&agent_line(&text)));
        prop_assert!(!calls(&line) && !agent_line(&text).contains('\n'));
    }

    #[test]
    fn a_safe_text_is_safe_again(text in r#"[a<@#` \n0-9|-]{0,40}"#) {
        let once = agent(&text);
        prop_assert!(!without_fences(&agent(&once)).contains("<!--"));
    }
}
