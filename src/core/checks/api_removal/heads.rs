//! Whether calls of a function as it was fit it as it is, by the text of both heads. Only functions are asked about, and
//! only heads that can be read to the end of their parameters; what cannot be told breaks nobody. Called by `mod`.

use crate::core::change::Language;

/// Whether calls written for the old head may no longer fit.
pub(super) fn breaks(language: Language, name: &str, was: &str, is: &str) -> bool {
    let (Some(was), Some(is)) = (head(language, name, was), head(language, name, is)) else { return false };
    if was.before != is.before || was.behind != is.behind {
        return true;
    }
    let mut new = is.parameters.iter();
    let kept = was.parameters.iter().all(|old| new.next().is_some_and(|now| fits(language, old, now)));
    !kept || !new.all(|more| may_be_left_out(language, more))
}

/// The head of a function, in pieces.
#[derive(Debug, PartialEq, Eq)]
struct Head {
    /// Words before its name that callers notice.
    before: Vec<String>,
    parameters: Vec<String>,
    /// What it gives, where the language holds it to that.
    behind: String,
}

fn head(language: Language, name: &str, text: &str) -> Option<Head> {
    let line = |at: usize| text.get(..at).and_then(|t| t.rsplit('\n').next()).unwrap_or("");
    let defines = |at: &usize| {
        let before = line(*at);
        let has = |word: &str| before.split(|c: char| !c.is_alphanumeric()).any(|part| part == word);
        match language {
            Language::Rust => has("fn"),
            Language::Python => has("def"),
            Language::Go => has("func"),
            Language::Script => has("function") || has("async") || has("static") || before.trim().is_empty(),
            _ => has("public") || has("protected"),
        }
    };
    let at = text.match_indices(name).map(|(at, _)| at).filter(|at| is_word(text, *at, name.len())).find(defines)?;
    let rest = text.get(at + name.len()..)?;
    // Parameters of types stand before those of values.
    let open = rest.find('(')?;
    let generic = rest.get(..open)?;
    if !(generic.trim().is_empty() || generic.trim_start().starts_with(['<', '['])) {
        return None;
    }
    let close = closing(rest, open)?;
    let words = ["async", "static", "const", "unsafe", "pub", "export", "default", "public", "protected", "abstract"];
    let before = line(at).split_whitespace().filter(|word| words.iter().any(|known| word.starts_with(known)));
    Some(Head {
        before: before.map(str::to_owned).collect(),
        parameters: parts(rest.get(open + 1..close)?),
        behind: behind(language, line(at), rest.get(close + 1..)?),
    })
}

fn is_word(text: &str, at: usize, len: usize) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let before = text.get(..at).and_then(|t| t.chars().next_back());
    let after = text.get(at + len..).and_then(|t| t.chars().next());
    !before.is_some_and(is_part) && !after.is_some_and(is_part)
}

/// Where the bracket at `open` is closed.
fn closing(text: &str, open: usize) -> Option<usize> {
    let mut depth = 0u32;
    for (at, c) in text.char_indices().skip_while(|(at, _)| *at < open) {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// Parameters, without blanks at their ends; commas within brackets part nothing.
fn parts(text: &str) -> Vec<String> {
    let (mut depth, mut parts, mut last) = (0i32, vec![String::new()], ' ');
    for c in text.chars() {
        match c {
            '(' | '[' | '{' | '<' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            // An arrow is no bracket.
            '>' if last != '-' && last != '=' => depth -= 1,
            _ => {}
        }
        last = c;
        match (c, parts.last_mut()) {
            (',', _) if depth == 0 => parts.push(String::new()),
            (c, Some(part)) => part.push(c),
            (_, None) => {}
        }
    }
    let bare = parts.iter().map(|part| part.split_whitespace().collect::<Vec<_>>().join(" "));
    bare.filter(|part| !part.is_empty()).collect()
}

/// What stands between the parameters and the body, where the language holds to it; of Java the type before the name.
fn behind(language: Language, before: &str, rest: &str) -> String {
    let squeezed = |text: &str| text.split_whitespace().collect::<String>();
    match language {
        Language::Rust => squeezed(rest.split(['{', ';']).next().unwrap_or(rest)),
        Language::Go => squeezed(rest.split(" {").next().unwrap_or(rest).split('\n').next().unwrap_or(rest)),
        Language::Jvm => before.split_whitespace().next_back().unwrap_or("").to_owned(),
        _ => String::new(),
    }
}

/// Whether what was given for one parameter may be given for the other.
fn fits(language: Language, old: &str, new: &str) -> bool {
    let bare = |text: &str| text.split(['=', ':']).next().unwrap_or(text).trim().to_owned();
    match language {
        // By name or by place; a default that goes must be given.
        Language::Python => bare(old) == bare(new) && (!old.contains('=') || new.contains('=')),
        Language::Script => !may_be_left_out(language, old) || may_be_left_out(language, new),
        Language::Rust => {
            let kind = |text: &str| text.split_once(':').map_or(text, |(_, kind)| kind).trim().to_owned();
            kind(old) == kind(new)
        }
        // `name Type`, and of several names the last has the type.
        Language::Go => {
            let kind = |text: &str| text.split_once(' ').map(|(_, kind)| kind.to_owned());
            kind(old) == kind(new)
        }
        _ => {
            let kind = |text: &str| text.rsplit_once(' ').map(|(kind, _)| kind.trim_start_matches("final ").to_owned());
            kind(old) == kind(new)
        }
    }
}

/// Whether calls that do not give a parameter are fine.
fn may_be_left_out(language: Language, parameter: &str) -> bool {
    match language {
        Language::Python => parameter.contains('=') || parameter.starts_with('*') || parameter == "/",
        Language::Script => {
            let name = parameter.split(':').next().unwrap_or(parameter);
            parameter.contains('=') || name.trim_end().ends_with('?') || parameter.starts_with("...")
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_that_no_longer_fit_their_calls_break_and_others_do_not() {
        let cases = [
            (Language::Python, "def go(a, b):", "def go(a, b, c):", true),
            (Language::Python, "def go(a, b):", "def go(a, b, c=None):", false),
            (Language::Python, "def go(a, b):", "def go(a, b, *, c=None, **more):", false),
            (Language::Python, "def go(a, b):", "def go(a, name):", true),
            (Language::Python, "def go(a, b=1):", "def go(a, b):", true),
            (Language::Python, "def go(a: int, b):", "def go(a: str, b) -> int:", false),
            (Language::Python, "def go(a):", "async def go(a):", true),
            (Language::Script, "export function go(a, b) {", "export function go(a) {", true),
            (Language::Script, "export function go(a) {", "export function go(a, b) {", true),
            (Language::Script, "export function go(a) {", "export function go(first, b = 4, ...more) {", false),
            (
                Language::Script,
                "export function go(a: string): void {",
                "export function go(a: string, b?: X): void {",
                false,
            ),
            (Language::Rust, "pub fn go(a: u8) -> u8 {", "pub fn go(b: u8) -> u8 {", false),
            (Language::Rust, "pub fn go(a: u8) -> u8 {", "pub fn go(a: u16) -> u8 {", true),
            (Language::Rust, "pub fn go(a: Vec<(u8, u8)>) -> u8 {", "pub fn go(a: Vec<(u8, u8)>) -> u16 {", true),
            (Language::Rust, "pub fn go(\n    a: u8,\n) {", "pub fn go(a: u8) {", false),
            (Language::Go, "func Go(a int) error {", "func Go(b int) error {", false),
            (Language::Go, "func (c *Client) Go(a int) error {", "func (c *Client) Go(a int, b int) error {", true),
            (Language::Jvm, "  public void go(int a) {", "  public void go(final int b) {", false),
            (Language::Jvm, "  public void go(int a) {", "  public String go(int a) {", true),
            // The parameters do not end on the page; a type.
            (Language::Rust, "pub fn go(a: u8,", "pub fn go(a: u16,", false),
            (Language::Rust, "pub struct Go(u8);", "pub struct Go(u16);", false),
        ];
        for (language, was, is, expected) in cases {
            let name = if matches!(language, Language::Go) || was.contains("Go(") { "Go" } else { "go" };
            assert_eq!(breaks(language, name, was, is), expected, "{was}\n{is}");
        }
    }
}
