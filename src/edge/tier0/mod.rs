//! External tools of tier 0 (FACTS "Tier 0"): the person's own commands, run in the repository; what they print goes to
//! the reader of findings. A tool that is not there is skipped with its reason, never a failure.
//! Not here: what the findings mean (core), the verdict (core::plan). Called by app::runner.

use std::{
    path::Path,
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use crate::{
    core::{
        change::Language,
        model::{Diff, ExternalTool},
        text::one_line,
    },
    edge::process::{self, Bounds, ProcessError},
};

/// Time of each tool and of all together.
pub const TIME: Duration = Duration::from_secs(60);
/// Bytes of one tool's output.
const MOST: usize = 32 << 20;

/// What came of a tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Told {
    /// What it printed.
    Printed(Vec<u8>),
    /// It was not run, and why.
    Skipped(String),
    /// It ran and did not come to its end, in words.
    Failed(String),
    /// It was to stop.
    Stopped,
}

/// Runs a tool in a folder until a time.
pub fn run(tool: &ExternalTool, diff: &Diff, dir: &Path, (until, stop): (Instant, &AtomicBool)) -> Told {
    if !is_wanted(tool, diff) {
        return Told::Skipped(format!("no changed file is in {}", tool.languages.join(", ")));
    }
    match process::run(&tool.argv, dir, &Bounds { until, time: TIME, most: MOST, stop, quit: stop }) {
        // Tools end with a code of their own when they found something: what they printed says more.
        Ok(ended) if ended.out.trim_ascii().is_empty() && ended.code != Some(0) => {
            let code = ended.code.map_or_else(|| "a signal".to_owned(), |code| format!("exit code {code}"));
            let said = one_line(ended.said.trim().lines().next().unwrap_or(""), 200);
            let said = if said.is_empty() { "it said nothing".to_owned() } else { said };
            Told::Failed(format!("it ended with {code} and printed nothing: {said}"))
        }
        Ok(ended) => Told::Printed(ended.out),
        Err(ProcessError::Stopped) => Told::Stopped,
        Err(error @ ProcessError::Missing(_)) => Told::Skipped(error.to_string()),
        Err(error) => Told::Failed(error.to_string()),
    }
}

/// Whether one of its languages is in the change; a language that nobody knows is taken as a file ending.
fn is_wanted(tool: &ExternalTool, diff: &Diff) -> bool {
    let fits = |name: &str, path: &crate::core::model::RepoPath| {
        let language = match name.to_ascii_lowercase().as_str() {
            "rust" => Language::Rust,
            "python" => Language::Python,
            "javascript" | "typescript" => Language::Script,
            "go" => Language::Go,
            "java" | "kotlin" | "csharp" | "scala" => Language::Jvm,
            "c" | "cpp" | "c++" => Language::C,
            "ruby" => Language::Ruby,
            "php" => Language::Php,
            "swift" => Language::Swift,
            "shell" | "bash" => Language::Shell,
            "sql" => Language::Sql,
            "markdown" => Language::Markdown,
            other => return path.file_name().ends_with(format!(".{}", other.trim_start_matches('.')).as_bytes()),
        };
        Language::of(path) == language
    };
    tool.languages.is_empty()
        || diff.file_numbers().any(|file| tool.languages.iter().any(|name| fits(name, &diff.path(file))))
}
