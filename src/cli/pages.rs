//! Arguments of the commands that print what is made from the program itself: completions and manual pages. Not here: the
//! making (`commands`). Called by `args`.

use std::path::PathBuf;

use clap_complete::Shell;

/// How each shell takes them.
const HOW: &str = "\
Where they go:
  bash        prr completions bash > ~/.local/share/bash-completion/completions/prr
  zsh         prr completions zsh > a folder of your $fpath, as _prr
  fish        prr completions fish > ~/.config/fish/completions/prr.fish
  powershell  prr completions powershell >> $PROFILE
  elvish      prr completions elvish >> ~/.config/elvish/rc.elv";

/// `prr completions`.
#[derive(Debug, Clone, PartialEq, Eq, clap::Args)]
#[command(after_help = HOW)]
pub struct CompletionsArgs {
    /// The shell.
    #[arg(value_name = "SHELL", value_enum)]
    pub shell: Shell,
}

/// `prr docs`.
#[derive(Debug, Clone, PartialEq, Eq, clap::Args)]
pub struct DocsArgs {
    /// Where they go: `docs` in the program's own repository.
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,
}

/// `prr man`.
#[derive(Debug, Clone, PartialEq, Eq, clap::Args)]
#[command(after_help = "To read one: prr man tui | man -l -\nTo have them all: prr man --dir ~/.local/share/man/man1")]
pub struct ManArgs {
    /// The command whose page it is, such as `tui` or `config check`; the program's own without one.
    #[arg(value_name = "COMMAND", conflicts_with = "dir")]
    pub command: Vec<String>,
    /// Write every page into a folder that is there, in place of printing one.
    #[arg(long, value_name = "FOLDER")]
    pub dir: Option<PathBuf>,
}
