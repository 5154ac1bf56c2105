//! What stands above a hunk when only the hunk is known: inside a comment, a long string, or code within a document.
//! A guess from what the hunk shows; where it says nothing, code is assumed. Called by `painter`.

use crate::core::{
    diff,
    model::{Diff, HunkIx, LineKind},
};

/// Lines that are looked at.
const LINES: usize = 60;

/// Lines of prose that make a long string.
const PROSE: usize = 2;

/// Languages with `/* … */`.
const STARS: &[&str] = &[
    "C",
    "C#",
    "C++",
    "CSS",
    "D",
    "Dart",
    "Go",
    "Groovy",
    "Java",
    "JavaScript",
    "Kotlin",
    "Less",
    "Objective-C",
    "Objective-C++",
    "PHP",
    "Rust",
    "SCSS",
    "SQL",
    "Scala",
    "Solidity",
    "Swift",
    "TypeScript",
    "TypeScriptReact",
];

/// Words that begin a line of Python and no sentence.
const CODE: &[&str] = &[
    "@", "#", "assert ", "async ", "await ", "class ", "def ", "del ", "elif ", "else:", "except", "finally:", "from ",
    "import ", "pass", "raise ", "return", "try:", "while ", "yield",
];

/// Lines to be read before a hunk of a language.
pub(super) fn above(index: &Diff, hunk: HunkIx, language: &str) -> Vec<&'static str> {
    let lines: Vec<&[u8]> = diff::lines(index, hunk, 0)
        .filter(|line| matches!(line.kind, LineKind::Context | LineKind::Added))
        .map(|line| line.text.trim_ascii())
        .take(LINES)
        .collect();
    let mut above = Vec::new();
    if language == "PHP" && !lines.iter().any(|line| has(line, b"<?") || line.first() == Some(&b'<')) {
        above.push("<?php");
    }
    if STARS.contains(&language) && is_in_comment(&lines) {
        above.push("/*");
    }
    if language == "Python" && is_in_string(&lines) {
        above.push("\"\"\"");
    }
    above
}

/// Whether a comment ends that did not begin here, or every line has the star of one.
fn is_in_comment(lines: &[&[u8]]) -> bool {
    let is_text = |line: &&&[u8]| !line.is_empty();
    let is_star = |line: &&[u8]| matches!(line, [b'*'] | [b'*', b' ' | b'/', ..]);
    if lines.iter().filter(is_text).take(2).filter(|line| is_star(line)).count() == 2 {
        return true;
    }
    for line in lines {
        if has(line, b"/*") || has(line, b"//") {
            return false;
        }
        // A pattern of paths is no end of a comment.
        if line.ends_with(b"*/") {
            return !has(line, b"\"") && !has(line, b"'");
        }
    }
    false
}

/// Whether what comes before the first three quotes reads like sentences.
fn is_in_string(lines: &[&[u8]]) -> bool {
    let quotes = lines.iter().position(|line| has(line, b"\"\"\""));
    let before = lines.get(..quotes.unwrap_or(lines.len())).unwrap_or(lines);
    let text: Vec<&&[u8]> = before.iter().filter(|line| !line.is_empty()).take(12).collect();
    let prose = text.iter().filter(|line| is_prose(line)).count();
    prose >= PROSE && prose * 10 > text.len() * 6
}

/// Whether a line reads like a sentence, or like a line of a description of parameters.
fn is_prose(line: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(line.get(..200).unwrap_or(line)) else { return false };
    if [":param ", ":return", ":rtype", ":type ", ":raises", ".. "].iter().any(|start| text.starts_with(start)) {
        return true;
    }
    let is_code = CODE.iter().any(|start| text.starts_with(start)) || text.ends_with([':', '(', ',', '{', '[', '\\']);
    if is_code || [" = ", "==", "->", "+=", "()"].iter().any(|sign| text.contains(sign)) {
        return false;
    }
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    let is_word = |word: &&&str| word.trim_end_matches(['.', ',', ';', '!', '?']).chars().all(char::is_alphabetic);
    words.len() >= 4 && words.iter().filter(is_word).count() * 10 >= words.len() * 7
}

fn has(line: &[u8], what: &[u8]) -> bool {
    memchr::memmem::find(line, what).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guess(language: &str, lines: &[&str]) -> Vec<&'static str> {
        let body: String = lines.iter().map(|line| format!(" {line}\n")).collect();
        let count = lines.len();
        let text = format!("--- a/x\n+++ b/x\n@@ -9,{count} +9,{count} @@\n{body}");
        above(&diff::parse(text.as_bytes()), HunkIx(0), language)
    }

    #[test]
    fn a_comment_that_only_ends_here_began_above() {
        assert_eq!(guess("Rust", &["and the rest of it.", "*/", "fn main() {}"]), ["/*"]);
        assert_eq!(guess("Java", &[" * Returns the sum.", " * @param a one", " */"]), ["/*"]);
        assert_eq!(guess("Rust", &["let a = 1;", "/* whole */"]), Vec::<&str>::new());
        assert_eq!(guess("JavaScript", &["glob('src/**/*.js')", "glob(\"a/*/\")"]), Vec::<&str>::new());
        assert_eq!(guess("Python", &["a */", "b"]), Vec::<&str>::new());
    }

    #[test]
    fn sentences_in_front_of_three_quotes_are_a_long_string() {
        let text = ["The name of the thing that is sent.", ":param url: where it goes", "\"\"\"", "return url"];
        assert_eq!(guess("Python", &text), ["\"\"\""]);
        let code = [
            "total = price * count",
            "if total is not None and total in known:",
            "return total",
            "\"\"\"A word.\"\"\"",
        ];
        assert_eq!(guess("Python", &code), Vec::<&str>::new());
    }

    #[test]
    fn php_is_code_unless_it_shows_otherwise() {
        assert_eq!(guess("PHP", &["$a = 1;", "return $a;"]), ["<?php"]);
        assert_eq!(guess("PHP", &["<p>text</p>", "<?php echo 1 ?>"]), Vec::<&str>::new());
    }
}
