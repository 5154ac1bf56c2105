//! The words of `$EDITOR` and where a line number goes for each editor. Pure. No shell takes part: what is quoted is one
//! word, and what only a shell could do is refused. Called by `editor`.

use std::{
    ffi::{OsStr, OsString},
    path::Path,
};

/// Splits a command as a shell would that knows blanks, quotes and backslashes only.
///
/// # Errors
/// In words: an open quote, or something that only a shell can do.
pub(super) fn split(text: &str) -> Result<Vec<String>, String> {
    let mut words: Vec<String> = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some('\''), c) => word.get_or_insert_default().push(c),
            (_, '\\') => word.get_or_insert_default().extend(chars.next()),
            (_, '$' | '`') => return Err(only_a_shell(c)),
            (Some(_), c) => word.get_or_insert_default().push(c),
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, '|' | '&' | ';' | '<' | '>' | '(' | ')') => return Err(only_a_shell(c)),
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (None, c) => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        return Err("a quote is open at its end".to_owned());
    }
    words.extend(word);
    Ok(words)
}

fn only_a_shell(c: char) -> String {
    format!("`{c}` needs a shell, and none takes part: name a script instead")
}

/// How an editor is told a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LineForm {
    /// `+12 FILE`
    Plus,
    /// `FILE:12`
    Colon,
    /// `--goto FILE:12`
    Goto,
    /// `--line 12 FILE`
    Flag,
    /// Not at all.
    Unknown,
}

/// Editors whose window stays open while their command ends: how to make them wait.
const WAITING: &[(&str, &[&str])] = &[
    ("code", &["--wait", "-w"]),
    ("code-insiders", &["--wait", "-w"]),
    ("codium", &["--wait", "-w"]),
    ("vscodium", &["--wait", "-w"]),
    ("cursor", &["--wait", "-w"]),
    ("windsurf", &["--wait", "-w"]),
    ("subl", &["--wait", "-w"]),
    ("zed", &["--wait", "-w"]),
    ("zeditor", &["--wait", "-w"]),
    ("mate", &["--wait", "-w"]),
    ("gvim", &["--nofork", "-f"]),
    ("mvim", &["--nofork", "-f"]),
];

/// The name of a program without its folder.
pub(super) fn name(program: &str) -> &str {
    Path::new(program).file_name().and_then(OsStr::to_str).unwrap_or(program)
}

fn form(name: &str) -> LineForm {
    match name {
        "vi" | "vim" | "nvim" | "view" | "vim.basic" | "vim.tiny" | "vim.nox" | "vim.gtk3" | "gvim" | "mvim"
        | "nvi" | "elvis" | "vis" | "ex" | "kak" | "nano" | "pico" | "emacs" | "emacsclient" | "emacs-nox" | "mg"
        | "jove" | "micro" | "joe" | "jstar" | "jmacs" | "ne" | "zile" | "mcedit" | "gedit" | "less" | "amp" => {
            LineForm::Plus
        }
        "hx" | "helix" | "subl" | "zed" | "zeditor" => LineForm::Colon,
        "code" | "code-insiders" | "codium" | "vscodium" | "cursor" | "windsurf" => LineForm::Goto,
        "kate" | "mate" => LineForm::Flag,
        _ => LineForm::Unknown,
    }
}

/// The arguments behind the program: its own, then the file and the line. The file's path must be absolute, so that it
/// is never taken for an option.
pub(super) fn arguments(words: &[String], file: &Path, line: Option<u32>) -> Vec<OsString> {
    let Some((program, own)) = words.split_first() else { return Vec::new() };
    let name = name(program);
    let mut all: Vec<OsString> = own.iter().map(OsString::from).collect();
    if let Some((_, waits)) = WAITING.iter().find(|(known, _)| *known == name)
        && !own.iter().any(|word| waits.contains(&word.as_str()))
    {
        all.extend(waits.first().map(OsString::from));
    }
    let with_line = |line: u32| {
        let mut word = file.as_os_str().to_owned();
        word.push(format!(":{line}"));
        word
    };
    match (form(name), line) {
        (LineForm::Plus, Some(line)) => all.extend([format!("+{line}").into(), file.into()]),
        (LineForm::Colon, Some(line)) => all.push(with_line(line)),
        (LineForm::Goto, Some(line)) => all.extend(["--goto".into(), with_line(line)]),
        (LineForm::Flag, Some(line)) => all.extend(["--line".into(), line.to_string().into(), file.into()]),
        (LineForm::Unknown, _) | (_, None) => all.push(file.into()),
    }
    all
}

/// Whether an editor can be told a line.
pub(super) fn takes_lines(words: &[String]) -> bool {
    words.first().is_some_and(|program| form(name(program)) != LineForm::Unknown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_at_blanks_and_kept_together_by_quotes() {
        let cases: [(&str, &[&str]); 7] = [
            ("vim", &["vim"]),
            ("  code   --wait ", &["code", "--wait"]),
            ("'/opt/my editor/ed' -n", &["/opt/my editor/ed", "-n"]),
            ("\"a b\"c d", &["a bc", "d"]),
            ("emacsclient -a \"\"", &["emacsclient", "-a", ""]),
            ("a\\ b '$x;'", &["a b", "$x;"]),
            ("", &[]),
        ];
        for (text, words) in cases {
            assert_eq!(split(text).unwrap(), words, "{text}");
        }
    }

    #[test]
    fn what_only_a_shell_can_do_is_refused() {
        for text in ["vim; rm -rf x", "a | b", "$HOME/ed", "\"$(x)\"", "`x`", "ed > y", "'open", "a & b"] {
            assert!(split(text).is_err(), "{text}");
        }
    }

    #[test]
    fn each_family_is_told_the_line_in_its_own_way() {
        let cases = [
            ("/usr/bin/vim -n", "-n +12 /r/-x y"),
            ("nano", "+12 /r/-x y"),
            ("emacsclient -t", "-t +12 /r/-x y"),
            ("micro", "+12 /r/-x y"),
            ("hx", "/r/-x y:12"),
            ("code", "--wait --goto /r/-x y:12"),
            ("code -w", "-w --goto /r/-x y:12"),
            ("subl", "--wait /r/-x y:12"),
            ("kate", "--line 12 /r/-x y"),
            ("unheard-of --flag", "--flag /r/-x y"),
        ];
        for (editor, expected) in cases {
            let words = split(editor).unwrap();
            let all = arguments(&words, Path::new("/r/-x y"), Some(12));
            let all: Vec<_> = all.iter().map(|word| word.to_string_lossy()).collect();
            assert_eq!(all.join(" "), expected, "{editor}");
            assert_eq!(takes_lines(&words), !editor.starts_with("unheard"));
            let without = arguments(&words, Path::new("/r/x"), None);
            assert_eq!(without.last().unwrap(), "/r/x");
        }
    }
}
