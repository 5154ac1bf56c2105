//! Completions in real shells, where this machine has them: the script is loaded and Tab is pressed.

use std::process::Command;

use crate::support::{dirs::Home, pty::Cockpit};

fn has(shell: &str) -> bool {
    Command::new(shell).arg("--version").output().is_ok()
}

/// The script of a shell in a file, and the folder of `prr` for its PATH.
fn script(home: &Home, shell: &str, name: &str) -> String {
    let output = home.prr(&["completions", shell]).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let path = home.work().join(name);
    std::fs::write(&path, output.stdout).unwrap();
    path.to_str().unwrap().to_owned()
}

/// An interactive shell that knows `prr`, with a prompt of ours.
fn shell(home: &Home, program: &str, args: &[&str]) -> Cockpit {
    let folder = std::path::Path::new(env!("CARGO_BIN_EXE_prr")).parent().unwrap().to_str().unwrap();
    let path = format!("{folder}:{}", std::env::var("PATH").unwrap_or_default());
    Cockpit::program(home, program, args).size(100, 30).env("PATH", &path).start()
}

#[test]
fn bash_completes_commands_and_flags() {
    if !has("bash") {
        return;
    }
    let home = Home::new();
    let path = script(&home, "bash", "prr.bash");
    let mut bash = shell(&home, "bash", &["--norc", "--noprofile", "-i"]);
    bash.keys(&format!("PS1='ready> '; bind 'set bell-style none'; source {path}; clear<Enter>"));
    bash.wait_for(|screen| screen.contents().starts_with("ready>"));
    bash.keys("prr compl<Tab>");
    bash.wait_for_text("prr completions");
    bash.keys("<C-u>prr tui --plai<Tab>");
    bash.wait_for_text("prr tui --plain");
    bash.keys("<C-u>exit<Enter>");
    bash.exit();
}

#[test]
fn zsh_completes_commands_where_it_is_installed() {
    if !has("zsh") {
        return;
    }
    let home = Home::new();
    script(&home, "zsh", "_prr");
    let folder = home.work();
    let mut zsh = shell(&home, "zsh", &["-f", "-i"]);
    let setup =
        format!("PS1='ready> '; fpath=({} $fpath); autoload -Uz compinit; compinit -u -D; clear", folder.display());
    zsh.keys(&format!("{setup}<Enter>"));
    zsh.wait_for(|screen| screen.contents().starts_with("ready>"));
    zsh.keys("prr compl<Tab>");
    zsh.wait_for_text("prr completions");
    zsh.keys("<C-u>exit<Enter>");
    zsh.exit();
}

#[test]
fn fish_completes_commands_where_it_is_installed() {
    if !has("fish") {
        return;
    }
    let home = Home::new();
    let path = script(&home, "fish", "prr.fish");
    // Fish says without a terminal what it would complete.
    let line = format!("source {path}; complete -C 'prr compl'; complete -C 'prr tui --plai'");
    let output = Command::new("fish").args(["--no-config", "-c", &line]).env_clear().envs(home.env()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        said.contains("completions") && said.contains("--plain"),
        "{said}{}",
        String::from_utf8_lossy(&output.stderr)
    );
}
