//! Where a program defines a flag of its command line, by the libraries that people use for it, and whether a line of code
//! still knows a flag. By text: a flag stands in a text literal, or is made of the name of a field. Called by `gone`, `mod`.

use std::sync::LazyLock;

use regex::Regex;

use crate::core::change::Language;

/// A flag.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Flag {
    /// With its two hyphens.
    pub name: String,
    /// The field of which the name is made, when it does not stand there.
    pub field: Option<String>,
}

impl Flag {
    fn bare(&self) -> &str {
        self.name.trim_start_matches('-')
    }

    /// What is to be searched for.
    pub(super) fn words(&self) -> Vec<String> {
        let bare = self.bare();
        let mut words = vec![self.name.clone(), format!("\"{bare}\""), format!("'{bare}'")];
        words.extend(self.field.clone());
        words
    }
}

/// Lines that may stand between the head of a call and its literal, or between an attribute and its field.
const BETWEEN: usize = 8;

/// How a flag is defined.
struct Patterns {
    /// A call that defines one: its literals follow.
    head: Regex,
    /// A literal that is a flag: `"--name"`, `'-n, --name <value>'`.
    literal: Regex,
    /// `long = "name"`, `.long("name")`.
    long: Regex,
    /// `long` alone in an attribute: the field gives the name.
    derived: Regex,
    /// `name: Type`.
    field: Regex,
    /// Go's `flag.String("name"`, `Flags().BoolVarP(&x, "name"`.
    go: Regex,
}

static PATTERNS: LazyLock<Option<Patterns>> = LazyLock::new(|| {
    Some(Patterns {
        head: Regex::new(r"(?:add_argument|add_option|[oO]ption|requiredOption)\s*\(").ok()?,
        literal: Regex::new(r#"["'`](?:-\w(?:,\s*|\s+|\|))?(--[a-z][\w-]+)(?:[ =][^"'`]*)?["'`]"#).ok()?,
        long: Regex::new(r#"\blong\s*(?:=|\()\s*"([a-z][\w-]+)""#).ok()?,
        derived: Regex::new(r"#\[(?:arg|clap|structopt)\((?:[^)]*,\s*)?long\s*[,)]").ok()?,
        field: Regex::new(r"^\s*(?:pub(?:\([^)]*\))?\s+)?([a-z]\w+)\s*:\s").ok()?,
        go: Regex::new(r#"\b[fF]lag(?:s|Set)?(?:\(\))?\.[A-Z]\w+\((?:&[\w.]+,\s*)?"([a-z][\w-]+)""#).ok()?,
    })
});

/// Shorter names may be anything.
const SHORTEST: usize = 3;

/// Flags that the line `nth` of a side defines.
pub(super) fn defined(language: Language, side: &[&str], nth: usize) -> Vec<Flag> {
    let (Some(patterns), Some(line)) = (PATTERNS.as_ref(), side.get(nth)) else { return Vec::new() };
    let named = |regex: &Regex| -> Vec<String> {
        regex.captures_iter(line).filter_map(|found| Some(found.get(1)?.as_str().to_owned())).collect()
    };
    let plain = |names: Vec<String>| -> Vec<Flag> {
        let flag = |name: String| Flag { name: format!("--{}", name.trim_start_matches('-')), field: None };
        names.into_iter().map(flag).collect()
    };
    let found = match language {
        Language::Python | Language::Script if is_in_call(patterns, side, nth) => plain(named(&patterns.literal)),
        Language::Rust => match plain(named(&patterns.long)) {
            long if long.is_empty() => derived(patterns, side, nth).into_iter().collect(),
            long => long,
        },
        Language::Go => plain(named(&patterns.go)),
        _ => Vec::new(),
    };
    found.into_iter().filter(|flag| flag.bare().len() >= SHORTEST).collect()
}

/// Whether the line begins such a call, or goes on with one that the lines above began.
fn is_in_call(patterns: &Patterns, side: &[&str], nth: usize) -> bool {
    let Some(line) = side.get(nth) else { return false };
    if patterns.head.is_match(line) {
        return true;
    }
    let above = side.get(nth.saturating_sub(2)..nth).unwrap_or(&[]);
    // A head that ends its line with the bracket, and nothing but literals since.
    let is_literal = |line: &str| line.trim_start().starts_with(['"', '\'', '`']);
    let head = above.iter().rposition(|line| patterns.head.is_match(line) && line.trim_end().ends_with('('));
    let is_near = head.is_some_and(|at| above.get(at + 1..).is_some_and(|rest| rest.iter().all(|l| is_literal(l))));
    is_near && is_literal(line)
}

/// The flag of a field whose attribute says `long`.
fn derived(patterns: &Patterns, side: &[&str], nth: usize) -> Option<Flag> {
    let field = patterns.field.captures(side.get(nth)?)?.get(1)?.as_str();
    let above = side.get(nth.saturating_sub(BETWEEN)..nth)?.iter().rev();
    // Its attributes and comments stand directly above.
    let mut own = above.take_while(|line| line.trim_start().starts_with(['#', '/']) || !line.contains(':'));
    let is_flag = own.any(|line| patterns.derived.is_match(line));
    let name = format!("--{}", field.replace('_', "-"));
    is_flag.then(|| Flag { name, field: Some(field.to_owned()) })
}

/// Whether a line of code still knows the flag: it names it, holds its bare name as a text, or has the field.
pub(super) fn is_there(line: &str, flag: &Flag) -> bool {
    let bare = flag.bare();
    let quoted = ['"', '\''].iter().any(|quote| line.contains(&format!("{quote}{bare}{quote}")));
    let has_field = |field: &String| {
        line.match_indices(field.as_str()).any(|(at, _)| {
            let before = line.get(..at).and_then(|text| text.chars().next_back());
            let rest = line.get(at + field.len()..).unwrap_or("").trim_start();
            !before.is_some_and(|c| c.is_alphanumeric() || c == '_') && rest.starts_with(':') && !rest.starts_with("::")
        })
    };
    quoted || stands(line, &flag.name).next().is_some() || flag.field.as_ref().is_some_and(has_field)
}

/// Where a flag stands for itself, not as a part of a longer one.
pub(super) fn stands<'l>(line: &'l str, name: &'l str) -> impl Iterator<Item = usize> + 'l {
    let is_part = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    line.match_indices(name).map(|(at, _)| at).filter(move |at| {
        let before = line.get(..*at).and_then(|text| text.chars().next_back());
        let after = line.get(*at + name.len()..).and_then(|text| text.chars().next());
        !before.is_some_and(|c| is_part(c) || c == '/') && !after.is_some_and(is_part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(language: Language, text: &str) -> Vec<String> {
        let side: Vec<&str> = text.lines().collect();
        (0..side.len()).flat_map(|nth| defined(language, &side, nth)).map(|flag| flag.name).collect()
    }

    #[test]
    fn the_customary_ways_to_define_a_flag_are_read() {
        for (language, text, expected) in [
            (Language::Python, "parser.add_argument('-q', '--quiet-mode', action='store_true')", "--quiet-mode"),
            (Language::Python, "parser.add_argument(\n    \"--dry-run\",\n    action=\"store_true\",\n)", "--dry-run"),
            (Language::Python, "@click.option('--config', type=str)", "--config"),
            (Language::Script, "program.option('-o, --out-dir <path>', 'where to')", "--out-dir"),
            (Language::Rust, "#[arg(long = \"max-depth\")]\nmax: u8,", "--max-depth"),
            (Language::Rust, "Arg::new(\"depth\").long(\"max-depth\")", "--max-depth"),
            (Language::Rust, "#[arg(short, long)]\n/// How deep.\npub max_depth: u8,", "--max-depth"),
            (Language::Go, "flag.StringVar(&path, \"config-file\", \"\", \"where\")", "--config-file"),
            (Language::Go, "cmd.Flags().BoolP(\"verbose\", \"v\", false, \"more\")", "--verbose"),
        ] {
            assert_eq!(names(language, text), [expected], "{text}");
        }
    }

    #[test]
    fn what_a_program_hands_to_others_is_no_flag_of_its_own() {
        for (language, text) in [
            (Language::Python, "subprocess.run(['git', 'log',\n    '--no-pager',\n])"),
            (Language::Script, "spawn('npm', ['install', '--no-save'])"),
            (Language::Rust, "command.arg(\"--no-pager\")"),
            (Language::Rust, "#[arg(short)]\npub max_depth: u8,"),
            (Language::Rust, "#[arg(long)]\npub first_one: u8,\npub max_depth: u8,"),
            (Language::Go, "exec.Command(\"git\", \"--no-pager\")"),
        ] {
            let found = names(language, text);
            assert!(
                !found.iter().any(|name| name.contains("pager") || name.contains("save") || name.contains("depth")),
                "{text}: {found:?}"
            );
        }
    }

    #[test]
    fn a_flag_is_there_as_long_as_code_knows_it() {
        let flag = Flag { name: "--max-depth".to_owned(), field: Some("max_depth".to_owned()) };
        for line in ["x(\"--max-depth\")", "alias = \"max-depth\"", "    max_depth: u8,", "# --max-depth=4"] {
            assert!(is_there(line, &flag), "{line}");
        }
        for line in ["--max-depth-all", "let max_depth = 4;", "my--max-depth", "a::max_depth::b"] {
            assert!(!is_there(line, &flag), "{line}");
        }
    }
}
