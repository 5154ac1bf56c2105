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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_tools_have_one_time_and_what_is_late_is_told_with_it() {
        assert_eq!(TIME, Duration::from_secs(60));
        let stop = AtomicBool::new(false);
        let change = crate::core::diff::parse(
            b"diff --git a/a.rs b/a.rs\n--- a/a.rs\n+++ b/a.rs\n@@ -1 +1 @@\n-a\n+b\n".to_vec(),
        );
        let tool = |name: &str, seconds: &str| ExternalTool {
            name: name.to_owned(),
            argv: vec!["sleep".to_owned(), seconds.to_owned()],
            parser: "sarif".to_owned(),
            languages: Vec::new(),
        };
        // The end of both is fixed before the first begins: nothing is left for the second.
        let until = Instant::now() + Duration::from_millis(50);
        for tool in [tool("first", "600"), tool("second", "600")] {
            let told = run(&tool, &change, Path::new("."), (until, &stop));
            assert_eq!(told, Told::Failed("it did not end within 60 s and was ended".to_owned()), "{}", tool.name);
        }
        assert!(until.elapsed() < Duration::from_secs(300));
    }
}
