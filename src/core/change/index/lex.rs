//! Names in a text, with what is comment or string left out, at the speed of reading: no tree is built. Not exact where a
//! language is not (regular expressions of scripts, heredocs); a name too many is a place too many to look at.
//! Called by `mod`.

use super::{super::Language, Entry, name_sum};

/// Shorter names say nothing.
const SHORTEST: usize = 3;

/// The names of a text, sorted, each once a line.
pub fn names_of(language: Language, text: &[u8]) -> Vec<Entry> {
    let mut lexer = Lexer { text, at: 0, line: 1, marks: Marks::of(language), language, before: Before::default() };
    let mut found = Vec::new();
    while lexer.at < text.len() {
        lexer.step(&mut found);
    }
    found.sort_unstable();
    // Where a name is defined and used on one line, the definition stands last and is kept.
    found.dedup_by(|next, kept| {
        let same = next.name == kept.name && next.line() == kept.line();
        if same {
            *kept = *next;
        }
        same
    });
    // An index keeps thousands of these lists.
    found.shrink_to_fit();
    found
}

/// How a language marks what is no code.
#[derive(Debug, Clone, Copy)]
struct Marks {
    slashes: bool,
    hash: bool,
    dashes: bool,
    /// Quotes that may run over lines.
    long: &'static [&'static [u8]],
    /// `'` is a string; else a character or a lifetime.
    single: bool,
    backtick: bool,
}

impl Marks {
    fn of(language: Language) -> Self {
        let base = Self { slashes: true, hash: false, dashes: false, long: &[], single: true, backtick: false };
        match language {
            Language::Rust | Language::C => Self { single: false, ..base },
            Language::Python => Self { slashes: false, hash: true, long: &[b"\"\"\"", b"'''"], ..base },
            Language::Script => Self { backtick: true, ..base },
            Language::Go => Self { backtick: true, single: false, ..base },
            Language::Jvm | Language::Swift => Self { long: &[b"\"\"\""], single: false, ..base },
            Language::Ruby | Language::Shell => Self { slashes: false, hash: true, ..base },
            Language::Php => Self { hash: true, ..base },
            Language::Sql => Self { slashes: false, dashes: true, ..base },
            Language::Markdown | Language::Sections | Language::Other => Self { slashes: false, single: false, ..base },
        }
    }
}

/// What stood before a name.
#[derive(Debug, Clone, Copy, Default)]
struct Before {
    /// It was a word that defines the next one.
    defines: bool,
    /// It was a name or the end of a type, on the same line: with a parenthesis behind, this may be a function's head.
    typed: bool,
    line: u32,
    /// The line began with `func (`.
    receiver: bool,
}

struct Lexer<'t> {
    text: &'t [u8],
    at: usize,
    line: u32,
    marks: Marks,
    language: Language,
    before: Before,
}

impl Lexer<'_> {
    fn rest(&self) -> &[u8] {
        self.text.get(self.at..).unwrap_or(&[])
    }

    fn step(&mut self, found: &mut Vec<Entry>) {
        let Some(byte) = self.text.get(self.at).copied() else { return };
        match byte {
            b'\n' => {
                self.line = self.line.saturating_add(1);
                self.at += 1;
                self.before = Before::default();
            }
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' | 0x80.. => self.word(found),
            b'0'..=b'9' => self.skip_word(),
            b'/' if self.marks.slashes && self.rest().starts_with(b"//") => self.skip_line(),
            b'/' if self.marks.slashes && self.rest().starts_with(b"/*") => self.skip_to(b"*/", 2),
            b'#' if self.marks.hash => self.skip_line(),
            b'-' if self.marks.dashes && self.rest().starts_with(b"--") => self.skip_line(),
            b'"' | b'\'' | b'`' => self.quote(byte),
            b' ' | b'\t' | b'\r' => self.at += 1,
            _ => {
                self.before.typed = matches!(byte, b'>' | b'*' | b'&' | b']');
                self.before.receiver &= byte != b'{';
                self.at += 1;
            }
        }
    }

    fn skip_word(&mut self) {
        let length = self.rest().iter().take_while(|b| is_name(**b)).count();
        self.at += length.max(1);
        self.before.typed = false;
    }

    fn word(&mut self, found: &mut Vec<Entry>) {
        let length = self.rest().iter().take_while(|b| is_name(**b)).count().max(1);
        let word = self.text.get(self.at..self.at + length).unwrap_or(&[]);
        let behind = self.text.get(self.at + length..).unwrap_or(&[]);
        let calls = behind.iter().find(|b| !matches!(b, b' ' | b'\t')) == Some(&b'(');
        let before = self.before;
        let on_line = before.line == self.line;
        let defines = (on_line && before.defines)
            || (on_line && before.receiver && calls)
            || (on_line && before.typed && calls && matches!(self.language, Language::C | Language::Jvm));
        let keyword = is_keyword(word);
        if self.language == Language::Sql && on_line && before.defines && is_of_existence(word) {
            self.at += length;
            return;
        }
        if (SHORTEST..=200).contains(&length) && !keyword {
            found.push(Entry::new(name_sum(word), self.line, defines));
        }
        self.before = Before {
            defines: is_defining(word),
            typed: !keyword || is_type(word),
            line: self.line,
            receiver: word == b"func" && calls || (on_line && before.receiver && !calls),
        };
        self.at += length;
    }

    fn skip_line(&mut self) {
        self.at += memchr::memchr(b'\n', self.rest()).unwrap_or(self.rest().len());
    }

    /// Past a mark, from `open` bytes on.
    fn skip_to(&mut self, mark: &[u8], open: usize) {
        let rest = self.text.get(self.at + open..).unwrap_or(&[]);
        let end = memchr::memmem::find(rest, mark).map_or(rest.len(), |at| at + mark.len());
        let passed = rest.get(..end).unwrap_or(rest);
        self.line = self.line.saturating_add(u32::try_from(memchr::memchr_iter(b'\n', passed).count()).unwrap_or(0));
        self.at += open + end;
    }

    fn quote(&mut self, byte: u8) {
        if let Some(mark) = self.marks.long.iter().find(|mark| self.rest().starts_with(mark)) {
            return self.skip_to(mark, 3);
        }
        if byte == b'`' {
            return if self.marks.backtick { self.skip_to(b"`", 1) } else { self.at += 1 };
        }
        if byte == b'\'' && !self.marks.single {
            // A character, or the mark of a lifetime.
            let rest = self.rest();
            let closes = |n: usize| rest.get(n) == Some(&b'\'');
            let escaped = rest.get(1) == Some(&b'\\');
            self.at += if escaped {
                4
            } else if closes(2) {
                3
            } else {
                1
            };
            return;
        }
        let mut length = 1;
        let over_lines =
            self.language == Language::Rust || self.language == Language::Shell || self.language == Language::Sql;
        while let Some(next) = self.text.get(self.at + length) {
            match *next {
                b'\\' => length += 1,
                b'\n' if !over_lines => break,
                b'\n' => self.line = self.line.saturating_add(1),
                b if b == byte => {
                    length += 1;
                    break;
                }
                _ => {}
            }
            length += 1;
        }
        self.at = (self.at + length).min(self.text.len());
        self.before.typed = false;
    }
}

/// Words between `create table` and its name.
fn is_of_existence(word: &[u8]) -> bool {
    [&b"if"[..], b"not", b"exists", b"concurrently"].iter().any(|known| word.eq_ignore_ascii_case(known))
}

pub(super) fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | 0x80..)
}

/// Types that are words of the language: behind them a function's name may stand.
fn is_type(word: &[u8]) -> bool {
    let names: [&[u8]; 10] =
        [b"void", b"int", b"char", b"bool", b"boolean", b"string", b"String", b"float", b"double", b"long"];
    names.contains(&word)
}

/// Words behind which a name is defined.
fn is_defining(word: &[u8]) -> bool {
    matches!(
        word,
        b"fn"
            | b"def"
            | b"class"
            | b"func"
            | b"fun"
            | b"function"
            | b"struct"
            | b"enum"
            | b"trait"
            | b"type"
            | b"interface"
            | b"module"
            | b"mod"
            | b"const"
            | b"static"
            | b"macro_rules"
            | b"record"
            | b"object"
            | b"protocol"
            | b"namespace"
            | b"union"
            | b"define"
            | b"extension"
            | b"actor"
            | b"typealias"
            | b"table"
            | b"TABLE"
            | b"VIEW"
            | b"INDEX"
    )
}

/// Words that are every file's, sorted.
#[rustfmt::skip]
const KEYWORDS: &[&[u8]] = &[
    b"CREATE", b"Err", b"FROM", b"False", b"INTO", b"None", b"Ok", b"SELECT", b"Self", b"Some", b"String", b"True",
    b"WHERE", b"abstract", b"and", b"assert", b"async", b"await", b"begin", b"bool", b"boolean", b"break", b"case",
    b"catch", b"char", b"continue", b"crate", b"default", b"defer", b"delete", b"done", b"double", b"dyn", b"echo",
    b"elif", b"else", b"elsif", b"end", b"error", b"except", b"export", b"extends", b"extern", b"false", b"final",
    b"finally", b"float", b"for", b"from", b"i32", b"i64", b"impl", b"implements", b"import", b"inline",
    b"instanceof", b"int", b"lambda", b"len", b"let", b"long", b"loop", b"match", b"move", b"mut", b"new", b"nil",
    b"not", b"null", b"override", b"package", b"pass", b"private", b"protected", b"pub", b"public", b"raise",
    b"range", b"ref", b"require", b"rescue", b"return", b"self", b"sizeof", b"str", b"string", b"super", b"switch",
    b"then", b"this", b"throw", b"throws", b"true", b"try", b"typeof", b"u32", b"u64", b"undefined", b"unless",
    b"unsafe", b"unsigned", b"use", b"using", b"usize", b"val", b"var", b"virtual", b"void", b"where", b"while",
    b"with", b"yield",
];

fn is_keyword(word: &[u8]) -> bool {
    is_defining(word) || KEYWORDS.binary_search(&word).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(language: Language, text: &str, name: &str) -> Vec<(u32, bool)> {
        let sum = name_sum(name.as_bytes());
        let found = names_of(language, text.as_bytes());
        found.iter().filter(|e| e.name == sum).map(|e| (e.line(), e.defines())).collect()
    }

    #[test]
    fn names_stand_where_they_are_defined_and_used() {
        for (language, text) in [
            (Language::Rust, "pub fn total(a: &'a str) {}\n\nfn x() { total('\\''); }\n"),
            (Language::Python, "def total(a):\n  pass\ntotal('x')\n"),
            (Language::Script, "function total(a) {}\n\nx.total(`a`);\n"),
            (Language::Go, "func (s *Sum) total(a int) int {\n}\nx := s.total(1)\n"),
            (Language::Jvm, "  List<String> total(int a) {\n  }\n  return total(1);\n"),
            (Language::C, "static int total(int a)\n{\nreturn total(a); }\n"),
            (Language::Ruby, "def total(a)\nend\ntotal(1)\n"),
        ] {
            assert_eq!(lines(language, text, "total"), [(1, true), (3, false)], "{language:?}");
        }
    }

    #[test]
    fn names_in_comments_and_strings_are_none() {
        for (language, text) in [
            (Language::Rust, "// total\n/* total\n total */ let a = \"total\";\n"),
            (Language::Python, "# total\n\"\"\"total\n\"\"\"\nx = 'total'\n"),
            (Language::Script, "// total\nx = `total\n`; y = 'total'\n"),
            (Language::Sql, "-- total\nSELECT 'total'\n"),
        ] {
            assert_eq!(lines(language, text, "total"), [], "{language:?}");
        }
    }

    #[test]
    fn a_table_that_need_not_exist_is_defined_by_its_name() {
        for text in ["CREATE TABLE IF NOT EXISTS accounts (id int);\n", "create table accounts (id int);\n"] {
            assert_eq!(lines(Language::Sql, text, "accounts"), [(1, true)], "{text}");
        }
    }

    #[test]
    fn the_words_are_sorted() {
        assert!(KEYWORDS.is_sorted());
    }

    #[test]
    fn lines_are_counted_through_what_is_left_out() {
        assert_eq!(lines(Language::Rust, "/*\n\n*/ let a = \"\n\"; total();\n", "total"), [(4, false)]);
        assert_eq!(lines(Language::Python, "'''\n\n'''\ntotal()\n", "total"), [(4, false)]);
    }
}
