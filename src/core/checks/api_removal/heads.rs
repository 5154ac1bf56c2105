//! Whether calls of a function as it was fit it as it is, by the text of both heads. Only functions are asked about, and
//! only heads that can be read to the end of their parameters; what cannot be told breaks nobody. Called by `mod`.

use crate::core::change::syntax::Grammar;

/// Whether calls written for the old head may no longer fit.
pub(super) fn breaks(language: Grammar, name: &str, was: &str, is: &str) -> bool {
    let (Some(was), Some(is)) = (head(language, name, was), head(language, name, is)) else { return false };
    // What Kotlin infers is not written there.
    let inferred = language == Grammar::Kotlin && (was.behind.is_empty() || is.behind.is_empty());
    if was.before != is.before || (was.behind != is.behind && !inferred) {
        return true;
    }
    let mut new = is.parameters.iter();
    // What was taken as `**options` may be named one by one now.
    let is_named_now = |old: &String| {
        language == Grammar::Python && old.starts_with("**") && is.parameters.iter().any(|now| now == "*")
    };
    let kept = was.parameters.iter().filter(|old| !is_named_now(old));
    let kept = kept.into_iter().all(|old| new.next().is_some_and(|now| fits(language, old, now)));
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

fn head(language: Grammar, name: &str, text: &str) -> Option<Head> {
    let line = |at: usize| text.get(..at).and_then(|t| t.rsplit('\n').next()).unwrap_or("");
    let defines = |at: &usize| {
        let before = line(*at);
        let has = |word: &str| before.split(|c: char| !c.is_alphanumeric()).any(|part| part == word);
        match language {
            Grammar::Rust => has("fn"),
            Grammar::Python => has("def"),
            Grammar::Go => has("func"),
            Grammar::Kotlin => has("fun"),
            script if script.is_script() => {
                has("function") || has("async") || has("static") || before.trim().is_empty()
            }
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
    let before =
        line(at).split_whitespace().filter(|word| noticed(language).iter().any(|known| word.starts_with(known)));
    Some(Head {
        before: before.map(str::to_owned).collect(),
        parameters: parts(rest.get(open + 1..close)?),
        behind: behind(language, line(at), rest.get(close + 1..)?),
    })
}

/// Beginnings of words before the name that callers notice.
fn noticed(language: Grammar) -> &'static [&'static str] {
    match language {
        // Public is what says nothing.
        Grammar::Kotlin => &["suspend", "private", "internal", "protected"],
        // How a method waits is its own affair.
        Grammar::CSharp => &["static", "public", "protected", "internal", "private", "abstract"],
        // What an async one gives is held against what was awaited before.
        Grammar::Rust => &["const", "unsafe", "pub"],
        _ => &["async", "static", "const", "unsafe", "pub", "export", "default", "public", "protected", "abstract"],
    }
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
fn behind(language: Grammar, before: &str, rest: &str) -> String {
    let squeezed = |text: &str| text.split_whitespace().collect::<String>();
    match language {
        Grammar::Rust => given(before, rest.split(['{', ';']).next().unwrap_or(rest)),
        Grammar::Kotlin => squeezed(rest.split(['{', '=', '\n']).next().unwrap_or(rest)),
        Grammar::Go => squeezed(rest.split(" {").next().unwrap_or(rest).split('\n').next().unwrap_or(rest)),
        Grammar::Java | Grammar::CSharp => before.split_whitespace().next_back().unwrap_or("").to_owned(),
        _ => String::new(),
    }
}

/// What a function of Rust gives to those who call it: what an async one gives is what is awaited of it.
fn given(before: &str, rest: &str) -> String {
    let bare: String = bare_of_lifetimes(rest).split_whitespace().collect();
    let is_async = before.split_whitespace().any(|word| word == "async");
    let awaited = bare.strip_prefix("->implFuture<Output=").and_then(|kind| kind.strip_suffix('>'));
    match awaited {
        Some(kind) => format!("await->{kind}"),
        None if is_async => format!("await{bare}"),
        None => bare,
    }
}

/// A type without the names of its lifetimes.
fn bare_of_lifetimes(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('\'') {
        out.push_str(rest.get(..at).unwrap_or(""));
        let after = rest.get(at + 1..).unwrap_or("");
        let after = after.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_').trim_start();
        rest = after.strip_prefix(',').unwrap_or(after).trim_start();
    }
    out.push_str(rest);
    out.replace("<>", "")
}

/// Whether what was given for one parameter may be given for the other.
fn fits(language: Grammar, old: &str, new: &str) -> bool {
    let bare = |text: &str| text.split(['=', ':']).next().unwrap_or(text).trim().to_owned();
    let has_default = |text: &str| text.contains('=');
    match language {
        // By name or by place; a default that goes must be given.
        Grammar::Python => bare(old) == bare(new) && (!has_default(old) || has_default(new)),
        Grammar::Kotlin => {
            let kind = |text: &str| {
                let kind = text.split_once(':').map_or(text, |(_, kind)| kind);
                kind.split('=').next().unwrap_or(kind).trim().to_owned()
            };
            kind(old) == kind(new) && (!has_default(old) || has_default(new))
        }
        Grammar::CSharp => {
            let kind = |text: &str| {
                let bare = text.split('=').next().unwrap_or(text).trim();
                let bare =
                    if bare.starts_with('[') { bare.split_once(']').map_or(bare, |(_, rest)| rest) } else { bare };
                bare.rsplit_once(' ').map(|(kind, _)| kind.trim().to_owned())
            };
            kind(old) == kind(new) && (!has_default(old) || has_default(new))
        }
        script if script.is_script() => !may_be_left_out(language, old) || may_be_left_out(language, new),
        Grammar::Rust => {
            let kind = |text: &str| text.split_once(':').map_or(text, |(_, kind)| kind).trim().to_owned();
            // Who has it to change may lend it to be read.
            let receiver = old == "&mut self" && new == "&self";
            receiver || bare_of_lifetimes(&kind(old)) == bare_of_lifetimes(&kind(new))
        }
        // `name Type`, and of several names the last has the type.
        Grammar::Go => {
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
fn may_be_left_out(language: Grammar, parameter: &str) -> bool {
    match language {
        Grammar::Python => parameter.contains('=') || parameter.starts_with('*') || parameter == "/",
        Grammar::Kotlin => parameter.contains('=') || parameter.starts_with("vararg "),
        Grammar::CSharp => parameter.contains('=') || parameter.starts_with("params "),
        script if script.is_script() => {
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
            (Grammar::Python, "def go(a, b):", "def go(a, b, c):", true),
            (Grammar::Python, "def go(a, b):", "def go(a, b, c=None):", false),
            (Grammar::Python, "def go(a, b):", "def go(a, b, *, c=None, **more):", false),
            (Grammar::Python, "def go(a, b):", "def go(a, name):", true),
            (Grammar::Python, "def go(a, b=1):", "def go(a, b):", true),
            (Grammar::Python, "def go(a: int, b):", "def go(a: str, b) -> int:", false),
            (Grammar::Python, "def go(a):", "async def go(a):", true),
            (Grammar::TypeScript, "export function go(a, b) {", "export function go(a) {", true),
            (Grammar::TypeScript, "export function go(a) {", "export function go(a, b) {", true),
            (Grammar::TypeScript, "export function go(a) {", "export function go(first, b = 4, ...more) {", false),
            (
                Grammar::TypeScript,
                "export function go(a: string): void {",
                "export function go(a: string, b?: X): void {",
                false,
            ),
            (Grammar::Rust, "pub fn go(a: u8) -> u8 {", "pub fn go(b: u8) -> u8 {", false),
            (Grammar::Rust, "pub fn go(a: u8) -> u8 {", "pub fn go(a: u16) -> u8 {", true),
            (Grammar::Rust, "pub fn go(a: Vec<(u8, u8)>) -> u8 {", "pub fn go(a: Vec<(u8, u8)>) -> u16 {", true),
            (Grammar::Rust, "pub fn go(\n    a: u8,\n) {", "pub fn go(a: u8) {", false),
            (Grammar::Go, "func Go(a int) error {", "func Go(b int) error {", false),
            (Grammar::Go, "func (c *Client) Go(a int) error {", "func (c *Client) Go(a int, b int) error {", true),
            (Grammar::Java, "  public void go(int a) {", "  public void go(final int b) {", false),
            (Grammar::Java, "  public void go(int a) {", "  public String go(int a) {", true),
            (Grammar::Python, "def go(a, **options):", "def go(a, *, b=1, c=None):", false),
            (Grammar::Python, "def go(a, b, **options):", "def go(a, *, c=None):", true),
            (Grammar::Rust, "pub fn go(&mut self, a: u8) -> u8 {", "pub fn go(&self, a: u8) -> u8 {", false),
            (Grammar::Rust, "pub fn go(&self, a: u8) -> u8 {", "pub fn go(&mut self, a: u8) -> u8 {", true),
            (Grammar::Rust, "pub fn go(&self) -> Keep<'a, T> {", "pub fn go(&self) -> Keep<T> {", false),
            (Grammar::Rust, "pub fn go(&self) -> Keep<'a> {", "pub fn go(&self) -> Keep {", false),
            (Grammar::Rust, "pub fn go(a: &'a str) -> &'a str {", "pub fn go(a: &str) -> &str {", false),
            (Grammar::Rust, "pub fn go(&self) -> impl Future<Output = u8> {", "pub async fn go(&self) -> u8 {", false),
            (Grammar::Rust, "pub fn go(&self) -> u8 {", "pub async fn go(&self) -> u8 {", true),
            (Grammar::Kotlin, "fun go(a: Int): Int {", "fun go(a: Int, b: Int): Int {", true),
            (Grammar::Kotlin, "fun go(a: Int): Int {", "public fun go(a: Int, b: Int = 4): Int {", false),
            (Grammar::Kotlin, "fun go(a: Int = 4) {", "fun go(a: Int) {", true),
            (Grammar::Kotlin, "fun go(a: Int): Int {", "fun go(a: Int): Long {", true),
            (Grammar::Kotlin, "fun go(a: Int): Int {", "fun go(a: Int) = a", false),
            (Grammar::Kotlin, "fun go(a: Int) {", "suspend fun go(a: Int) {", true),
            (Grammar::CSharp, "public int Go(int a)", "public int Go(int a, int b)", true),
            (
                Grammar::CSharp,
                "public int Go(int a)",
                "public int Go(int first, CancellationToken stop = default)",
                false,
            ),
            (Grammar::CSharp, "public int Go(int a)", "public long Go(int a)", true),
            (Grammar::CSharp, "public Task Go([FromBody] Order a)", "public async Task Go(Order a)", false),
            (Grammar::CSharp, "public int Go(int a)", "public static int Go(int a)", true),
            // The parameters do not end on the page; a type.
            (Grammar::Rust, "pub fn go(a: u8,", "pub fn go(a: u16,", false),
            (Grammar::Rust, "pub struct Go(u8);", "pub struct Go(u16);", false),
        ];
        for (language, was, is, expected) in cases {
            let name = if was.contains("Go(") { "Go" } else { "go" };
            assert_eq!(breaks(language, name, was, is), expected, "{was}\n{is}");
        }
    }
}
