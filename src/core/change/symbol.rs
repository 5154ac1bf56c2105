//! Names of symbols: what a line defines, and what a hunk's section names. By patterns, one a family; a real
//! parser comes later. Not here: which definition a changed line belongs to (`scope`).

use std::sync::LazyLock;

use regex::bytes::Regex;

use super::Language;

/// A definition's line is looked at no farther than this: signatures are short, hostile lines are not.
const LOOK: usize = 400;

macro_rules! pattern {
    ($name:ident, $($part:expr),+) => {
        // The patterns are constants: a test compiles each, so that one that is wrong cannot ship.
        static $name: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(concat!("(?-u)^[ \t]*", $($part),+)).ok());
    };
}

pattern!(
    RUST,
    r"(?:pub(?:\([^)]*\))?\s+)?(?:default\s+)?(?:const\s+)?(?:async\s+)?(?:unsafe\s+)?(?:extern\s+(?:.[^ ]*.\s+)?)?",
    r"(?:fn\s+(\w+)|(?:struct|enum|union|trait|mod|type)\s+(\w+)|macro_rules!\s*(\w+)",
    r"|impl\b(?:\s*<[^{]*?>)?\s+(?:!?[\w:]+(?:<[^{]*>)?\s+for\s+)?(?:&?(?:dyn\s+)?(?:\w+::)*)(\w+))"
);
pattern!(PYTHON, r"(?:async\s+)?(?:def|class)\s+(\w+)");
pattern!(
    SCRIPT,
    r"(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?",
    r"(?:(?:async\s+)?function\s*\*?\s*([\w$]+)|(?:class|interface|enum|namespace)\s+([\w$]+)|type\s+([\w$]+)\s*[=<]",
    r"|(?:const|let|var)\s+([\w$]+)\s*(?::[^=]+)?=\s*(?:async\s*)?(?:function\b|\([^)]*\)\s*(?::[^=]+)?=>|[\w$]+\s*=>)",
    r#"|(?:describe|it|test)(?:\.\w+)?\(\s*["'`]([^"'`]{1,80})"#,
    r"|(?:(?:public|private|protected|static|async|get|set|readonly|override)\s+)*\*?([\w$#]+)\s*\([^;=]*\)\s*(?::[^;={]+)?\{)"
);
pattern!(GO, r"(?:func\s+(?:\([^)]*\)\s*)?(\w+)|type\s+(\w+)\s+(?:struct|interface|func|\w))");
pattern!(
    JVM,
    r"(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|private|protected|internal|static|final|abstract|sealed|override|open|data|async|virtual|suspend|inline|synchronized|partial|default|readonly|export|case|implicit)\s+)*",
    r"(?:(?:class|interface|enum|record|struct|object|trait|namespace)\s+(\w+)|(?:fun|def)\s+(?:<[^>]*>\s*)?(?:\w+\.)?(\w+)",
    r"|(?:[\w.]+(?:<[^;(]*>)?(?:\[\])*\??)\s+(\w+)\s*\([^;]*$|(\w+)\s*\([^;=]*\)\s*(?:throws\s+[\w., ]+)?\{)"
);
pattern!(
    CLIKE,
    r"(?:template\s*<[^{;]*>\s*)?(?:(?:typedef|static|inline|extern|const|virtual|constexpr|explicit)\s+)*",
    r"(?:(?:class|struct|union|enum(?:\s+class)?|namespace)\s+(\w+)\s*(?:final\s*)?(?:$|[:{])",
    r"|#\s*define\s+(\w+)|[\w:<>,~*& \t]*?[\s*&](~?\w+(?:::~?\w+)*)\s*\([^;]*$|[-+]\s*\([^)]*\)\s*(\w+))"
);
pattern!(
    RUBY,
    r"(?:def\s+(?:self\.)?([\w?!]+)|(?:class|module)\s+([\w:]+)|(?:describe|context|it)\s+.([^\x22']{1,80}))"
);
pattern!(
    PHP,
    r"(?:(?:abstract|final|public|private|protected|static)\s+)*(?:function\s+&?(\w+)|(?:class|interface|trait|enum)\s+(\w+))"
);
pattern!(
    SWIFT,
    r"(?:(?:public|private|internal|fileprivate|open|static|final|override|mutating|@\w+)\s+)*",
    r"(?:func\s+(\w+)|(?:class|struct|enum|protocol|extension|actor)\s+(\w+)|(init)\s*[(?<])"
);
pattern!(SHELL, r"(?:function\s+([\w-]+)|([\w-]+)\s*\(\)\s*\{?)");
pattern!(
    SQL,
    r"(?i:(?:create|alter|drop)\s+(?:or\s+replace\s+)?(?:unique\s+|temp(?:orary)?\s+|materialized\s+)*",
    r"(?:table|index|view|function|procedure|trigger|type|schema|sequence)\s+(?:concurrently\s+)?(?:if\s+(?:not\s+)?exists\s+)?)",
    r#"["'`\[]?([\w.]+)"#
);
pattern!(MARKDOWN, r"#{1,6}\s+([^\r\n]+?)\s*#*\s*$");
pattern!(SECTIONS, r"\[+\s*([^\]\r\n]{1,80}?)\s*\]+");

fn pattern_of(language: Language) -> Option<&'static Regex> {
    match language {
        Language::Rust => RUST.as_ref(),
        Language::Python => PYTHON.as_ref(),
        Language::Script => SCRIPT.as_ref(),
        Language::Go => GO.as_ref(),
        Language::Jvm => JVM.as_ref(),
        Language::C => CLIKE.as_ref(),
        Language::Ruby => RUBY.as_ref(),
        Language::Php => PHP.as_ref(),
        Language::Swift => SWIFT.as_ref(),
        Language::Shell => SHELL.as_ref(),
        Language::Sql => SQL.as_ref(),
        Language::Markdown => MARKDOWN.as_ref(),
        Language::Sections => SECTIONS.as_ref(),
        Language::Other => None,
    }
}

/// Words that look like a function's name before a parenthesis and are none.
const NOT_NAMES: &[&[u8]] = &[
    b"if",
    b"for",
    b"while",
    b"switch",
    b"return",
    b"catch",
    b"else",
    b"sizeof",
    b"do",
    b"new",
    b"throw",
    b"await",
    b"match",
    b"case",
    b"defined",
    b"assert",
    b"using",
    b"lock",
    b"foreach",
    b"super",
    b"this",
    b"synchronized",
    b"with",
    b"typeof",
    b"delete",
    b"yield",
    b"until",
    b"elif",
    b"when",
    b"try",
    b"in",
    b"not",
    b"and",
    b"or",
];

/// The name that a line defines: function, type, heading, table. `None` for any other line.
pub fn definition(language: Language, line: &[u8]) -> Option<String> {
    let line = line.get(..LOOK).unwrap_or(line);
    // Calls that stand alone (`foo(bar) {`-less) end with a semicolon or begin with a statement's word.
    let first = line.trim_ascii_start();
    if first.is_empty() || begins_with_statement(first) {
        return None;
    }
    let found = pattern_of(language)?.captures(line)?;
    let name = found.iter().skip(1).flatten().next()?.as_bytes();
    let bare = name.rsplit(|b| *b == b':').next().unwrap_or(name);
    if name.is_empty() || NOT_NAMES.contains(&bare) {
        return None;
    }
    Some(String::from_utf8_lossy(name).into_owned())
}

fn begins_with_statement(line: &[u8]) -> bool {
    let word = line.iter().position(|b| !b.is_ascii_lowercase()).unwrap_or(line.len());
    let word = line.get(..word).unwrap_or(&[]);
    NOT_NAMES.contains(&word) && word != b"case"
}

/// The symbol of a hunk's section (what stands behind the second `@@`): the name in it by the language's
/// pattern, else the last word before a parenthesis, else nothing.
pub fn section_symbol(language: Language, section: &[u8]) -> String {
    let section = section.trim_ascii();
    definition(language, section).or_else(|| word_before_parenthesis(section)).unwrap_or_default()
}

fn word_before_parenthesis(text: &[u8]) -> Option<String> {
    let head = text.get(..memchr::memchr(b'(', text)?)?.trim_ascii_end();
    let start = head.iter().rposition(|b| !(b.is_ascii_alphanumeric() || *b == b'_')).map_or(0, |i| i + 1);
    let word = head.get(start..).filter(|w| !w.is_empty() && !NOT_NAMES.contains(w))?;
    Some(String::from_utf8_lossy(word).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use Language::{Go, Jvm, Markdown, Other, Php, Python, Ruby, Rust, Script, Sections, Shell, Sql, Swift};

    const C: Language = Language::C;

    #[test]
    fn every_pattern_compiles() {
        for language in [Rust, Python, Script, Go, Jvm, C, Ruby, Php, Swift, Shell, Sql, Markdown, Sections] {
            assert!(pattern_of(language).is_some(), "{language:?}");
        }
    }

    #[test]
    fn definitions_give_their_names() {
        for (language, line, name) in [
            (Rust, "    pub(crate) async unsafe fn go<T>(x: T) {", "go"),
            (Rust, "impl<'a, T: Ord> fmt::Display for Tree<'a, T> {", "Tree"),
            (Rust, "impl Config {", "Config"),
            (Rust, "pub struct Line<'a> {", "Line"),
            (Rust, "macro_rules! id {", "id"),
            (Python, "    async def fetch(self):", "fetch"),
            (Python, "class User(Base):", "User"),
            (Script, "export default async function run(a, b) {", "run"),
            (Script, "  const load = async (x: string): Promise<void> => {", "load"),
            (Script, "  updateUser(id: string): void {", "updateUser"),
            (Script, "it('adds two numbers', () => {", "adds two numbers"),
            (Go, "func (s *Server) Serve(l net.Listener) error {", "Serve"),
            (Go, "type User struct {", "User"),
            (Jvm, "    public static Map<String, Integer> count(List<String> words) {", "count"),
            (Jvm, "  @Override public String toString() {", "toString"),
            (Jvm, "data class Point(val x: Int)", "Point"),
            (Jvm, "    suspend fun load(id: Id): User {", "load"),
            (C, "static int parse_header(const char *s)", "parse_header"),
            (C, "void Foo::bar(int x) const {", "Foo::bar"),
            (C, "struct node {", "node"),
            (Ruby, "  def self.find!(id)", "find!"),
            (Php, "    public function index(Request $r)", "index"),
            (Swift, "    override func viewDidLoad() {", "viewDidLoad"),
            (Shell, "deploy() {", "deploy"),
            (Sql, "ALTER TABLE users ADD COLUMN age int;", "users"),
            (Sql, "create unique index concurrently if not exists idx_a on t(a);", "idx_a"),
            (Markdown, "## How to install ##", "How to install"),
            (Sections, "[dependencies]", "dependencies"),
        ] {
            assert_eq!(definition(language, line.as_bytes()).as_deref(), Some(name), "{line}");
        }
    }

    #[test]
    fn other_lines_define_nothing() {
        for (language, line) in [
            (Rust, "    let fn_name = call(x);"),
            (Rust, "    // fn old() {"),
            (Python, "    return default(x)"),
            (Script, "  if (ready) {"),
            (Script, "  call(x);"),
            (Jvm, "    return compute(x,"),
            (Jvm, "      for (int i = 0; i < n; i++) {"),
            (C, "  if (x) {"),
            (C, "  return f(x,"),
            (C, "    } else if (foo(bar)) {"),
            (Markdown, "#hashtag"),
            (Sql, "SELECT * FROM users;"),
        ] {
            assert_eq!(definition(language, line.as_bytes()), None, "{line}");
        }
    }

    #[test]
    fn sections_of_unknown_languages_give_the_word_before_the_parenthesis() {
        assert_eq!(section_symbol(Other, b"let rec walk(tree) ="), "walk");
        assert_eq!(section_symbol(Other, b"some words"), "");
        assert_eq!(section_symbol(Rust, b"impl Cells {"), "Cells");
    }
}
