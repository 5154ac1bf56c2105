//! The read-only tools of a model (issue "Agents"): what each is called and takes, and what a call asks for. Pure. Not
//! what it gives (app::runner::agents::bench), not how an API carries it (`api`). Called by both.

use serde_json::{Value, json};

use crate::core::{model::Side, text::one_line};

/// Lines of one reading.
pub const LINES: u32 = 400;

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
}

impl Tool {
    /// Every tool.
    pub const ALL: [Self; 4] = [Self::ReadFile, Self::Search, Self::ListFiles, Self::Callers];

    /// Its name in every API.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ReadFile => "read_file",
            Self::Search => "search",
            Self::ListFiles => "list_files",
            Self::Callers => "callers",
        }
    }

    /// What it is for, in our words.
    pub fn about(self) -> &'static str {
        match self {
            Self::ReadFile => "Lines of one file of the repository, numbered; on the new side unless base is true.",
            Self::Search => "Files and lines of the repository that hold a whole word.",
            Self::ListFiles => "Files of the repository below a folder; an empty folder is the root.",
            Self::Callers => "Places that use a symbol, by an index of the repository.",
        }
    }

    /// The JSON schema of what it takes.
    pub fn schema(self) -> Value {
        let text = json!({"type": "string"});
        let number = json!({"type": "integer", "minimum": 1});
        let (properties, required) = match self {
            Self::ReadFile => {
                (json!({"path": text, "start": number, "end": number, "base": {"type": "boolean"}}), json!(["path"]))
            }
            Self::Search => (json!({"word": text}), json!(["word"])),
            Self::ListFiles => (json!({"folder": text}), json!([])),
            Self::Callers => (json!({"symbol": text}), json!(["symbol"])),
        };
        json!({"type": "object", "properties": properties, "required": required})
    }
}

/// What a call asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wish {
    /// Lines of a file on a side, from 1.
    Read {
        /// Its path from the root.
        path: String,
        /// Which side.
        side: Side,
        /// First line.
        start: u32,
        /// Last line.
        end: u32,
    },
    /// Places of a word.
    Search(String),
    /// What lies below a folder.
    List(String),
    /// Who uses a symbol.
    Callers(String),
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
        let number = |key: &str| given.get(key).and_then(Value::as_u64).and_then(|n| u32::try_from(n).ok());
        Ok(match tool {
            Tool::ReadFile => {
                let start = number("start").unwrap_or(1).max(1);
                let end = number("end").unwrap_or(u32::MAX).clamp(start, start.saturating_add(LINES - 1));
                let is_base = given.get("base").and_then(Value::as_bool) == Some(true);
                Self::Read {
                    path: inside(&must("path")?)?,
                    side: if is_base { Side::Left } else { Side::Right },
                    start,
                    end,
                }
            }
            Tool::Search => Self::Search(must("word")?),
            Tool::ListFiles => Self::List(match text("folder").trim_matches('/') {
                "" | "." => String::new(),
                folder => inside(folder)?,
            }),
            Tool::Callers => Self::Callers(must("symbol")?),
        })
    }

    /// In a line, for who watches.
    pub fn words(&self) -> String {
        match self {
            Self::Read { path, side, start, end } => {
                let side = if *side == Side::Left { " (base)" } else { "" };
                format!("read_file {}:{start}-{end}{side}", one_line(path, 120))
            }
            Self::Search(word) => format!("search {}", one_line(word, 80)),
            Self::List(folder) => format!("list_files {}", one_line(folder, 120)),
            Self::Callers(symbol) => format!("callers {}", one_line(symbol, 80)),
        }
    }
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
            let wish = Wish::Read { path: kept.into(), side: Side::Right, start: 1, end: LINES };
            assert_eq!(read(path), Ok(wish), "{path:?}");
        }
        assert!(Wish::read("run_shell", &json!({"command": "id"})).is_err_and(|why| why.contains("read_file")));
        assert!(Wish::read("search", &json!([])).is_err());
        assert_eq!(Wish::read("list_files", &json!({"folder": "/"})), Ok(Wish::List(String::new())));
        assert!(Wish::read("list_files", &json!({"folder": "../.."})).is_err());
    }

    #[test]
    fn a_reading_is_bounded_whatever_it_asks() {
        let read = |start: u64, end: u64| Wish::read("read_file", &json!({"path": "x", "start": start, "end": end}));
        for (start, end, first, last) in [(1, 9, 1, 9), (0, 0, 1, 1), (10, 5, 10, 10), (5, 90_000, 5, 404)] {
            let wish = Wish::Read { path: "x".into(), side: Side::Right, start: first, end: last };
            assert_eq!(read(start, end), Ok(wish));
        }
        assert!(read(u64::MAX, u64::MAX).is_ok() && read(4_294_967_295, 4_294_967_295).is_ok());
    }

    #[test]
    fn every_tool_has_its_words_and_a_schema() {
        for tool in Tool::ALL {
            assert!(tool.about().ends_with('.') && tool.schema()["type"] == "object", "{}", tool.as_str());
        }
    }
}
