//! The pages of `docs/` that are made from the program itself: keys, settings, checks; and the pictures of its screen
//! (`picture`, `screens`). A test compares what is committed with what this makes. Not here: the page on formats, which
//! is made from the command line's own definition (`cli`), writing files (`cli`). Called by `cli`.

mod checks;
mod config;
mod keys;
mod picture;
mod screens;

use crate::core::model::Failure;

/// A page: its name below the folder, and its text.
pub struct Page {
    /// Such as `keys.md`.
    pub name: &'static str,
    /// Its text.
    pub text: String,
}

/// The first line of every page: what is changed by hand is lost.
pub const MADE: &str = "<!-- Made by `prr docs docs` from the program itself. Do not edit. -->\n\n";

/// The pages that need nothing but the program.
pub fn pages() -> Vec<Page> {
    let page = |name, text: String| Page { name, text: format!("{MADE}{text}") };
    vec![page("keys.md", keys::page()), page("config.md", config::page()), page("checks.md", checks::page())]
}

/// Pictures of the screen, from frames of the demo.
///
/// # Errors
/// The demo cannot be run.
pub fn pictures() -> Result<Vec<Page>, Failure> {
    screens::all()
}

/// Text for a cell of a table: no bar ends it.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('<', "&lt;")
}

/// Code in a cell of a table.
fn code(text: &str) -> String {
    match (text.is_empty(), text.contains('`')) {
        (true, _) => String::new(),
        (false, true) => format!("`` {} ``", text.replace('|', "\\|")),
        (false, false) => format!("`{}`", text.replace('|', "\\|")),
    }
}
