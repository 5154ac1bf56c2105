//! Commands for a shell with an input in them. Called by `mod`.

use crate::core::{
    change::syntax::{Grammar, Node},
    checks::{
        introduced::Page,
        nodes::{Call, keyword, parts, positional},
    },
};

use super::text::{Part, built, is_constant, is_harmless};

/// The command, an input in it, and how sure.
pub(super) fn shell<'t>(page: &Page<'_>, found: &Call<'t>) -> Option<(Node<'t>, String, f64)> {
    let args = positional(&found.args);
    let command = match page.parsed.grammar {
        Grammar::Python => {
            let first = args.first().copied()?;
            let direct =
                ["os.system", "os.popen", "commands.getoutput", "subprocess.getoutput", "subprocess.getstatusoutput"];
            let through = found.path.starts_with("subprocess.")
                || ["asyncio.create_subprocess_shell", "Popen", "check_output", "check_call"]
                    .contains(&found.path.as_str());
            let shell = keyword(page, &found.args, "shell").is_some_and(|v| page.text(v) == b"True")
                || found.path.ends_with("_shell");
            (direct.contains(&found.path.as_str()) || (through && shell)).then_some(first)
        }
        Grammar::Rust => {
            let on = found.on.map(|on| page.words(on)).unwrap_or_default();
            let shell = ["sh", "bash", "/bin/sh", "/bin/bash", "cmd"]
                .iter()
                .any(|s| on.contains(&format!("Command::new(\"{s}\")")));
            let flag = on.contains(".arg(\"-c\")") || on.contains(".arg(\"/C\")") || on.contains(".arg(\"-lc\")");
            args.first().copied().filter(|_| found.name == "arg" && shell && flag)
        }
        Grammar::Go => {
            let known = ["exec.Command", "exec.CommandContext"].contains(&found.path.as_str());
            let shell = args.iter().any(|a| ["\"-c\"", "\"/C\"", "\"-lc\""].contains(&page.words(*a).as_str()));
            args.last().copied().filter(|_| known && shell)
        }
        Grammar::JavaScript | Grammar::TypeScript | Grammar::Tsx => {
            let named = [
                "exec",
                "execSync",
                "execAsync",
                "execPromise",
                "child_process.exec",
                "child_process.execSync",
                "cp.exec",
                "cp.execSync",
                "childProcess.exec",
                "childProcess.execSync",
                "shell.exec",
                "shelljs.exec",
            ];
            args.first().copied().filter(|_| named.contains(&found.path.as_str()))
        }
        _ => None,
    }?;
    let parts = built(page, command)?;
    let input = parts.iter().find_map(|p| match p {
        Part::Input(input) if !is_harmless(input) && !is_own_path(input) && !is_constant(page, input) => {
            Some(input.clone())
        }
        _ => None,
    })?;
    Some((command, input, 0.85))
}

/// What the program itself knows (its folder, its interpreter), and the user's own choice of an editor.
fn is_own_path(input: &str) -> bool {
    let chosen = parts(input).iter().any(|p| ["editor", "pager", "visual", "browser"].contains(&p.as_str()));
    if chosen {
        return true;
    }
    [
        "__dirname",
        "__filename",
        "process.execPath",
        "process.cwd()",
        "sys.executable",
        "process.pid",
        "os.getpid()",
        "__file__",
        "import.meta",
    ]
    .iter()
    .any(|w| input.contains(w))
}
