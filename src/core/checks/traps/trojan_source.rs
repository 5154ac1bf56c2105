//! Source that reads otherwise than it runs: characters that turn the order of a line, that nobody sees, or that look like
//! other letters. Rules: CVE-2021-42574, CVE-2021-42694; Unicode Technical Report 36 and Standard 39. Called through
//! `CHECKS`.

use std::collections::HashSet;

use crate::core::{
    change::Language,
    model::{FileClass, Lens, Line, LineRange, Severity, Side},
    text::one_line,
};

use super::{
    super::{
        Check, Look,
        across::{line_mark, pair_mark},
        introduced::Says,
        quotes::Quotes,
        subject::{Found, Gravity, Subject, is_introduced, quote},
    },
    instructions::is_instruction,
    says,
    skeleton::skeleton,
};

pub(in super::super) const CHECK: Check = Check {
    id: "trojan-source",
    lens: Lens::Security,
    title: "source that reads otherwise than it runs",
    about: "A reviewer approves what the screen shows. Characters that turn the order of the text, that take no room, or \
            that look like others make the compiler read something else.",
    never: &[
        "texts of translations, and lines in scripts that run to the left",
        "tests about such characters, and escapes that name them",
        "invisible characters within strings and comments",
        "identifiers in one script, and Greek signs of formulas",
        "emoji and joiners where their script needs them",
    ],
    look: Look::Lines(run),
};

fn run(subject: &Subject<'_>) -> Vec<Found> {
    let read = matches!(subject.class, FileClass::Source | FileClass::Test | FileClass::Config);
    if !read || is_spared(subject) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for hunk in subject.hunks() {
        if subject.lines(hunk).all(|line| !is_introduced(&line) || line.text.is_ascii()) {
            continue;
        }
        let mut quotes = Quotes::new(subject.language);
        let mut before: &[u8] = &[];
        for line in subject.lines(hunk).filter(|line| line.new.is_some()) {
            let inside = quotes.inside();
            quotes.read(line.text);
            if is_introduced(&line) && !line.text.is_ascii() && line.text.len() <= LONGEST {
                let mark = line_mark(line.text).unwrap_or_else(|| pair_mark(before, line.text));
                let text = String::from_utf8_lossy(line.text.get(..4096).unwrap_or(line.text));
                found.extend(
                    judged(subject, &text, inside)
                        .filter(|_| !subject.across.removes_line(subject.diff, mark))
                        .and_then(|(key, said)| report(&line, key, said)),
                );
            }
            before = line.text;
        }
    }
    found
}

/// A longer line was made by a program, and no reviewer reads it.
const LONGEST: usize = 1_000;

/// Translations, and tests that are about it.
fn is_spared(subject: &Subject<'_>) -> bool {
    let path = subject.path.lossy().to_lowercase();
    let folders = [
        "locale",
        "locales",
        "i18n",
        "l10n",
        "lang",
        "langs",
        "translations",
        "translation",
        "intl",
        "messages",
        "po",
        "cldr",
    ];
    let endings = [
        ".po",
        ".pot",
        ".strings",
        ".arb",
        ".xliff",
        ".xlf",
        ".resx",
        ".ftl",
        ".properties",
        ".json",
        ".csv",
        ".html",
        ".htm",
        ".xml",
        ".svg",
        ".txt",
        ".yml",
        ".yaml",
    ];
    let topics = [
        "unicode",
        "bidi",
        "trojan",
        "homoglyph",
        "confus",
        "invisible",
        "sanit",
        "rtl",
        "text",
        "char",
        "utf",
        "width",
        "grapheme",
        "escape",
    ];
    path.split('/').any(|part| folders.contains(&part))
        || endings.iter().any(|end| path.ends_with(end))
        || ((subject.is_test || subject.class == FileClass::Test) && topics.iter().any(|word| path.contains(word)))
        || is_instruction(&path)
        || matches!(subject.language, Language::Markdown)
}

/// Turns the order of what follows.
pub(super) fn turns(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Letters of scripts that run to the left.
fn runs_left(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}')
}

/// Takes no room, where no spelling needs it.
pub(super) fn is_unseen(c: char) -> bool {
    matches!(c, '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{200b}'..='\u{200d}' | '\u{2060}'..='\u{2064}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{e0000}'..='\u{e007f}')
}

/// What a line hides, and how it is told.
fn judged(subject: &Subject<'_>, text: &str, inside: bool) -> Option<(String, Says)> {
    if let Some(c) = text.chars().find(|c| turns(*c)) {
        let spared = text.chars().any(runs_left);
        return (!spared).then(|| (format!("turns {}", code(c)), says_turns(c)));
    }
    if inside || !is_code(subject.language) {
        return None;
    }
    let bare = code_of(text, subject.language);
    unseen(&bare).map(|c| (format!("unseen {}", code(c)), says_unseen(c))).or_else(|| alike(subject, &bare))
}

fn is_code(language: Language) -> bool {
    !matches!(language, Language::Other | Language::Markdown | Language::Sections)
}

fn code(c: char) -> String {
    format!("U+{:04X}", u32::from(c))
}

/// A line without its strings and comments: what is left runs. In doubt a part is left out.
fn code_of(text: &str, language: Language) -> String {
    let mut made = String::with_capacity(text.len());
    let mut quote: Option<char> = None;
    let mut escaped = false;
    let mut chars = text.chars().peekable();
    let hash = matches!(language, Language::Python | Language::Ruby | Language::Shell | Language::Php);
    if text.trim_start().starts_with(['*', '#', '<']) {
        return made;
    }
    while let Some(c) = chars.next() {
        let next = chars.peek().copied();
        match quote {
            Some(mark) if c == mark && !escaped => quote = None,
            Some(_) => {}
            None if matches!(c, '"' | '\'' | '`') => {
                quote = Some(c);
                made.push(' ');
            }
            None if (c == '/' && matches!(next, Some('/' | '*'))) || (c == '-' && next == Some('-')) => break,
            None if hash && c == '#' => break,
            // Texts of markup and patterns: what stands in them is no code.
            None if c == '>' && next.is_some_and(|n| !n.is_ascii()) => break,
            None => made.push(c),
        }
        escaped = c == '\\' && !escaped;
    }
    made
}

/// A character without room beside a letter.
fn unseen(bare: &str) -> Option<char> {
    let chars: Vec<char> = bare.chars().collect();
    let word = |at: Option<usize>| {
        at.and_then(|at| chars.get(at)).is_some_and(|c| c.is_ascii_alphanumeric() || *c == '_' || *c == '$')
    };
    let filler = |c: char| matches!(c, '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}');
    chars.iter().enumerate().find_map(|(at, c)| {
        let beside = word(at.checked_sub(1)) || word(Some(at + 1));
        let known = is_unseen(*c) && (filler(*c) || beside) && !(at == 0 && *c == '\u{feff}');
        known.then_some(*c)
    })
}

/// An identifier that looks like another word.
fn alike(subject: &Subject<'_>, bare: &str) -> Option<(String, Says)> {
    for word in words(&without_ranges(bare)).filter(|word| !word.is_ascii()) {
        for part in word.split('_').filter(|part| !part.is_ascii()) {
            let Some(seen) = skeleton(part) else { continue };
            let (mixed, named) =
                (part.chars().any(|c| c.is_ascii_alphabetic()), !word.starts_with(|c: char| c.is_ascii_digit()));
            let whole = skeleton(word).unwrap_or_default();
            if mixed && named || (named && part.chars().count() > 1 && ascii_words(subject).contains(&whole)) {
                return Some((format!("looks like {seen}"), says_alike(word, &whole)));
            }
        }
    }
    None
}

/// A line without the ranges of patterns (`a-zа-я`), whose ends are letters that stand alone.
fn without_ranges(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let is_dash = |at: Option<usize>| at.and_then(|at| chars.get(at)) == Some(&'-');
    let near = |at: usize| is_dash(at.checked_sub(1)) || is_dash(Some(at + 1));
    chars.iter().enumerate().map(|(at, c)| if near(at) { ' ' } else { *c }).collect()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty())
}

/// The ASCII words of the new side of a file.
fn ascii_words(subject: &Subject<'_>) -> HashSet<String> {
    let lines = subject.hunks().flat_map(|hunk| subject.lines(hunk)).filter(|line| line.new.is_some()).take(20_000);
    let mut made = HashSet::new();
    for line in lines {
        let text = String::from_utf8_lossy(line.text.get(..4096).unwrap_or(line.text));
        made.extend(words(&text).filter(|word| word.is_ascii() && word.len() > 1).map(str::to_owned));
    }
    made
}

fn says_turns(c: char) -> Says {
    says(
        ("trojan-source", "source reads as it runs"),
        (
            format!("A character that turns the order of the line ({})", code(c)),
            "An editor shows this line in another order than the compiler reads it: what looks like a comment or a string \
             can be code, and the other way round."
                .to_owned(),
            "Delete the character. Where a text needs it, write its escape.",
        ),
        (Severity::Critical, 0.95),
    )
}

fn says_unseen(c: char) -> Says {
    says(
        ("trojan-source", "source reads as it runs"),
        (
            format!("A character that nobody sees stands in code ({})", code(c)),
            "It is part of what the compiler reads: two names that look the same are two names, and a test that seems to \
             hold does not."
                .to_owned(),
            "Delete the character.",
        ),
        (Severity::Critical, 0.9),
    )
}

fn says_alike(word: &str, seen: &str) -> Says {
    let foreign: Vec<String> = word.chars().filter(|c| !c.is_ascii()).take(4).map(code).collect();
    says(
        ("trojan-source", "source reads as it runs"),
        (
            format!("`{}` is not what it looks like", one_line(word, 60)),
            format!(
                "It looks like `{}` and holds letters of another script ({}): it is another name, and who reads it takes it \
                 for the one.",
                one_line(seen, 60),
                foreign.join(", ")
            ),
            "Write the name in one script.",
        ),
        (Severity::Critical, 0.92),
    )
}

fn report(line: &Line<'_>, key: String, says: Says) -> Option<Found> {
    let number = line.new?;
    Some(Found {
        issue_class: says.issue_class,
        title: says.title,
        summary: says.summary,
        evidence: format!("line {number}: {}", quote(line.text)),
        why_now: "The change adds it.".to_owned(),
        suggested_fix: says.fix,
        suggestion: None,
        invariant: says.invariant.to_owned(),
        sink: key,
        symbol: None,
        lines: Some((Side::Right, LineRange::one(number)?)),
        gravity: Gravity { severity: says.severity, confidence: says.confidence, blast_radius: says.blast_radius },
    })
}
