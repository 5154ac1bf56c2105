//! The read-only tools of a model (issue "Agents"): what each is called and takes, and what a call asks for. Pure. Not
//! what it gives (app::runner::agents::bench), not how an API carries it (`api`). Called by both.

use serde_json::{Value, json};

use crate::core::{model::Side, text::one_line};

/// Lines of one reading.
pub const LINES: u32 = 400;
/// Lines of one question about history, and around a line whose comments are asked for.
const PAST: u32 = 200;
const AROUND: u32 = 10;
/// Bytes of a word that is looked for.
const WORD: usize = 200;

/// A tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tool {
    /// Lines of a file.
    ReadFile,
    /// Places of a text.
    Search,
    /// What lies in a folder.
    ListFiles,
    /// Places that use a symbol.
    Callers,
    /// Which commits last changed lines.
    Blame,
    /// Commits that changed lines over time.
    History,
    /// What people said on the pull request near a line.
    Comments,
}

impl Tool {
    /// Every tool.
    pub const ALL: [Self; 7] =
        [Self::ReadFile, Self::Search, Self::ListFiles, Self::Callers, Self::Blame, Self::History, Self::Comments];

    /// Its name in every API.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ReadFile => "read_file",
            Self::Search => "search",
            Self::ListFiles => "list_files",
            Self::Callers => "callers",
            Self::Blame => "blame",
            Self::History => "history",
            Self::Comments => "comments",
        }
    }

    /// What it is for, in our words.
    pub fn about(self) -> &'static str {
        match self {
            Self::ReadFile => "Lines of one file of the repository, numbered; on the new side unless base is true.",
            Self::Search => {
                "Files and lines of the repository that hold a whole word; on the new side unless base is true."
            }
            Self::ListFiles => {
                "Files of the repository below a folder; an empty folder is the root; on the new side unless base is true."
            }
            Self::Callers => "Places that use a symbol, by an index of the repository.",
            Self::Blame => {
                "Which commits last changed lines of a file: day, author, subject; on the new side unless base is true."
            }
            Self::History => "Commits that changed lines of a file, newest first; on the new side unless base is true.",
            Self::Comments => {
                "What people said on the pull request about a file, or within ten lines of one of its lines."
            }
        }
    }

    /// The JSON schema of what it takes.
    pub fn schema(self) -> Value {
        let text = json!({"type": "string"});
        let number = json!({"type": "integer", "minimum": 1});
        let base = json!({"type": "boolean"});
        let (properties, required) = match self {
            Self::ReadFile => (json!({"path": text, "start": number, "end": number, "base": base}), json!(["path"])),
            Self::Search => (json!({"word": text, "base": base}), json!(["word"])),
            Self::ListFiles => (json!({"folder": text, "base": base}), json!([])),
            Self::Callers => (json!({"symbol": text}), json!(["symbol"])),
            Self::Blame | Self::History => {
                (json!({"path": text, "start": number, "end": number, "base": base}), json!(["path", "start", "end"]))
            }
            Self::Comments => (json!({"path": text, "line": number}), json!(["path"])),
        };
        json!({"type": "object", "properties": properties, "required": required})
    }
}

/// What a call asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wish {
    /// Lines of a file.
    Read(Lines),
    /// Places of a word on a side.
    Search(String, Side),
    /// What lies below a folder on a side.
    List(String, Side),
    /// Who uses a symbol.
    Callers(String),
    /// Which commits last changed lines.
    Blame(Lines),
    /// Which commits changed lines over time.
    History(Lines),
    /// What was said about a file; near some lines of it, first and last, where they are given.
    Comments(String, Option<(u32, u32)>),
}

/// Lines of a file on a side, from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lines {
    /// Its path from the root.
    pub path: String,
    /// Which side.
    pub side: Side,
    /// First line.
    pub start: u32,
    /// Last line, not before the first.
    pub end: u32,
}

impl Lines {
    fn read(given: &Value, path: String, most: u32) -> Self {
        let start = number(given, "start").unwrap_or(1).max(1);
        let end = number(given, "end").unwrap_or(u32::MAX).clamp(start, start.saturating_add(most - 1));
        Self { path, side: side(given), start, end }
    }

    fn words(&self) -> String {
        format!("{}:{}-{}{}", one_line(&self.path, 120), self.start, self.end, of_side(self.side))
    }
}

fn number(given: &Value, key: &str) -> Option<u32> {
    given.get(key).and_then(Value::as_u64).and_then(|n| u32::try_from(n).ok())
}

fn side(given: &Value) -> Side {
    if given.get("base").and_then(Value::as_bool) == Some(true) { Side::Left } else { Side::Right }
}

fn of_side(side: Side) -> &'static str {
    if side == Side::Left { " (base)" } else { "" }
}

impl Wish {
    /// Reads a call.
    ///
    /// # Errors
    /// There is no such tool, or it does not take this; for the model to read.
    pub fn read(name: &str, given: &Value) -> Result<Self, String> {
        let tool = Tool::ALL.into_iter().find(|tool| tool.as_str() == name);
        let Some(tool) = tool else {
            let known: Vec<&str> = Tool::ALL.iter().map(|tool| tool.as_str()).collect();
            return Err(format!("there is no tool {}; there are {}", one_line(name, 40), known.join(", ")));
        };
        let text = |key: &str| given.get(key).and_then(Value::as_str).map(str::trim).unwrap_or("");
        let must = |key: &str| match text(key) {
            "" => Err(format!("{} wants `{key}`", tool.as_str())),
            found => Ok(found.to_owned()),
        };
        let path = || inside(&must("path")?);
        Ok(match tool {
            Tool::ReadFile => Self::Read(Lines::read(given, path()?, LINES)),
            Tool::Search => Self::Search(word(must("word")?)?, side(given)),
            Tool::ListFiles => match text("folder").trim_matches('/') {
                "" | "." => Self::List(String::new(), side(given)),
                folder => Self::List(inside(folder)?, side(given)),
            },
            Tool::Callers => Self::Callers(word(must("symbol")?)?),
            Tool::Blame => Self::Blame(Lines::read(given, path()?, PAST)),
            Tool::History => Self::History(Lines::read(given, path()?, PAST)),
            Tool::Comments => {
                let near = |line: u32| (line.saturating_sub(AROUND).max(1), line.saturating_add(AROUND));
                Self::Comments(path()?, number(given, "line").map(near))
            }
        })
    }

    /// Which tool it is for.
    pub fn tool(&self) -> Tool {
        match self {
            Self::Read(_) => Tool::ReadFile,
            Self::Search(..) => Tool::Search,
            Self::List(..) => Tool::ListFiles,
            Self::Callers(_) => Tool::Callers,
            Self::Blame(_) => Tool::Blame,
            Self::History(_) => Tool::History,
            Self::Comments(..) => Tool::Comments,
        }
    }

    /// In a line, for who watches.
    pub fn words(&self) -> String {
        let of = match self {
            Self::Read(lines) | Self::Blame(lines) | Self::History(lines) => lines.words(),
            Self::Search(word, side) => format!("{}{}", one_line(word, 80), of_side(*side)),
            Self::List(folder, side) => format!("{}{}", one_line(folder, 120), of_side(*side)),
            Self::Callers(symbol) => one_line(symbol, 80),
            Self::Comments(path, near) => {
                let near = near.map(|(first, last)| format!(":{first}-{last}")).unwrap_or_default();
                format!("{}{near}", one_line(path, 120))
            }
        };
        format!("{} {of}", self.tool().as_str())
    }
}

/// A word that may be looked for: of one line, and short.
fn word(word: String) -> Result<String, String> {
    if word.len() > WORD || word.chars().any(char::is_control) {
        return Err(format!("a word is of one line and of at most {WORD} bytes"));
    }
    Ok(word)
}

/// A path that stays inside: relative, without steps upwards, and not git's own folder.
fn inside(path: &str) -> Result<String, String> {
    let path = path.strip_prefix("./").unwrap_or(path);
    let bad = |part: &str| part.is_empty() || part == ".." || part == "." || part.eq_ignore_ascii_case(".git");
    if path.len() > 1_000
        || path.starts_with('/')
        || path.contains('\0')
        || path.trim_end_matches('/').split('/').any(bad)
    {
        return Err("a path is relative to the root of the repository and stays inside it".to_owned());
    }
    Ok(path.trim_end_matches('/').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_stays_inside_the_repository_whatever_it_says() {
        let read = |path: &str| Wish::read("read_file", &json!({"path": path}));
        for path in ["/etc/passwd", "../x", "a/../../x", ".git/config", "a/.GIT/config", "", "a\0b", "a//b", "./../x"] {
            assert!(read(path).is_err(), "{path:?}");
        }
        for (path, kept) in [("src/lib.rs", "src/lib.rs"), ("./a/b", "a/b"), (".github/x.yml", ".github/x.yml")] {
            let lines = Lines { path: kept.into(), side: Side::Right, start: 1, end: LINES };
            assert_eq!(read(path), Ok(Wish::Read(lines)), "{path:?}");
        }
        assert!(Wish::read("run_shell", &json!({"command": "id"})).is_err_and(|why| why.contains("read_file")));
        assert!(Wish::read("search", &json!([])).is_err());
        assert_eq!(Wish::read("list_files", &json!({"folder": "/"})), Ok(Wish::List(String::new(), Side::Right)));
        for tool in ["blame", "history", "comments"] {
            for path in ["../x", "/etc/passwd", ".git/config", "a/../../x", ""] {
                let given = json!({"path": path, "start": 1, "end": 2, "line": 1});
                assert!(Wish::read(tool, &given).is_err(), "{tool} {path:?}");
            }
        }
        for word in ["a\nb", "a\0b", &"x".repeat(WORD + 1)] {
            assert!(Wish::read("search", &json!({"word": word})).is_err(), "{word:?}");
        }
        // Arguments of another form are none.
        for given in [json!(null), json!("x"), json!([1]), json!({"path": 7}), json!({"path": ["a"]})] {
            assert!(Wish::read("blame", &given).is_err(), "{given}");
        }
        assert!(Wish::read("list_files", &json!({"folder": "../.."})).is_err());
    }

    #[test]
    fn a_reading_is_bounded_whatever_it_asks() {
        let read = |start: u64, end: u64| Wish::read("read_file", &json!({"path": "x", "start": start, "end": end}));
        for (start, end, first, last) in [(1, 9, 1, 9), (0, 0, 1, 1), (10, 5, 10, 10), (5, 90_000, 5, 404)] {
            let lines = Lines { path: "x".into(), side: Side::Right, start: first, end: last };
            assert_eq!(read(start, end), Ok(Wish::Read(lines)));
        }
        let past = |end: u64| Wish::read("blame", &json!({"path": "x", "start": 5, "end": end, "base": true}));
        let lines = |end| Lines { path: "x".into(), side: Side::Left, start: 5, end };
        assert_eq!((past(9), past(90_000)), (Ok(Wish::Blame(lines(9))), Ok(Wish::Blame(lines(204)))));
        let near = |line: u64| Wish::read("comments", &json!({"path": "x", "line": line}));
        assert_eq!(near(4), Ok(Wish::Comments("x".into(), Some((1, 14)))));
        assert!(read(u64::MAX, u64::MAX).is_ok() && read(4_294_967_295, 4_294_967_295).is_ok());
    }

    #[test]
    fn every_tool_has_its_words_and_a_schema() {
        let given = json!({"path": "a", "word": "a", "symbol": "a", "folder": "a"});
        for tool in Tool::ALL {
            let wish = Wish::read(tool.as_str(), &given).unwrap();
            assert!(wish.tool() == tool && wish.words().starts_with(&format!("{} a", tool.as_str())), "{wish:?}");
            assert!(tool.about().ends_with('.') && tool.schema()["type"] == "object", "{}", tool.as_str());
        }
    }
}
