//! The terminal, as far as the environment and the system tell without asking it, and the keys. Called by `doctor`.

use crate::{
    app::{keymap, terminal},
    edge::{
        config::Reading,
        report::{Examined, Health},
    },
    ui::Depth,
};

use super::{fine, less};

/// Smallest window in which everything can be read.
const ENOUGH: (u16, u16) = (80, 24);

/// The terminal.
pub(super) fn terminal() -> Examined {
    if let Err(failure) = terminal::check() {
        let todo = "`prr tui` needs a terminal; `prr review` and `prr plan` need none.".to_owned();
        return less("terminal", failure.summary, vec![todo]);
    }
    let value = |name: &str| std::env::var(name).unwrap_or_default();
    let colours = match terminal::depth(None) {
        Depth::Mono => "no colours (NO_COLOR)",
        Depth::Ansi => "16 colours",
        Depth::Indexed => "256 colours",
        Depth::True => "24-bit colours",
    };
    let mut said = vec![colours.to_owned()];
    let mut todo = Vec::new();
    // A terminal that does not know its size says nothing of it.
    let size = crossterm::terminal::size().ok().filter(|(columns, rows)| *columns > 0 && *rows > 0);
    said.extend(size.map(|(columns, rows)| format!("{columns}×{rows}")));
    if size.is_some_and(|(columns, rows)| columns < ENOUGH.0 || rows < ENOUGH.1) {
        todo.push(format!("A window of {}×{} or more shows everything at once.", ENOUGH.0, ENOUGH.1));
    }
    said.push(if has_kitty_keys(&value) { "kitty's keyboard protocol" } else { "classic keys" }.to_owned());
    if !value("TMUX").is_empty() {
        said.push("in tmux".to_owned());
    } else if !value("STY").is_empty() {
        said.push("in screen".to_owned());
    }
    if !is_utf8(&value) {
        todo.push(
            "The locale is not UTF-8: set LANG to one that is (such as C.UTF-8), or signs come out wrong.".into(),
        );
    }
    let health = if todo.is_empty() { Health::Ok } else { Health::Warn };
    Examined { health, todo, ..fine("terminal", said.join(", ")) }
}

/// The keymap.
pub(super) fn keys(own: &Reading) -> Examined {
    let (_, mistakes) = keymap::of(own);
    let settings = &own.config.ui;
    let said = match settings.keys.len() {
        0 => settings.keymap.clone(),
        n => format!("{}, {n} of your own", settings.keymap),
    };
    match mistakes.as_slice() {
        [] => fine("keys", said),
        [first, more @ ..] => {
            let more = if more.is_empty() { String::new() } else { format!(" (and {} more)", more.len()) };
            let todo = vec![format!("{}; `prr config check` tells all.", first.remedy)];
            less("keys", format!("{said}; {}: {}{more}", first.place(), first.sentence()), todo)
        }
    }
}

/// Whether this terminal is one that is known to speak it.
fn has_kitty_keys(value: &dyn Fn(&str) -> String) -> bool {
    const TERMS: &[&str] = &["xterm-kitty", "xterm-ghostty", "foot", "alacritty", "wezterm"];
    const PROGRAMS: &[&str] = &["WezTerm", "ghostty", "iTerm.app"];
    let term = value("TERM");
    !value("KITTY_WINDOW_ID").is_empty()
        || TERMS.iter().any(|known| term.starts_with(known))
        || PROGRAMS.contains(&value("TERM_PROGRAM").as_str())
}

/// Whether the locale's encoding is UTF-8: the first of the three variables that is set says so.
fn is_utf8(value: &dyn Fn(&str) -> String) -> bool {
    let set = ["LC_ALL", "LC_CTYPE", "LANG"].iter().map(|name| value(name)).find(|text| !text.is_empty());
    let text = set.unwrap_or_default().to_ascii_lowercase();
    text.contains("utf-8") || text.contains("utf8")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(pairs: &'static [(&str, &str)]) -> impl Fn(&str) -> String {
        |name| pairs.iter().find(|(known, _)| *known == name).map_or(String::new(), |(_, value)| (*value).to_owned())
    }

    #[test]
    fn the_first_variable_of_the_locale_decides() {
        assert!(is_utf8(&of(&[("LANG", "en_US.UTF-8")])));
        assert!(is_utf8(&of(&[("LC_ALL", "C.utf8"), ("LANG", "C")])));
        assert!(!is_utf8(&of(&[("LC_ALL", "C"), ("LANG", "en_US.UTF-8")])));
        assert!(!is_utf8(&of(&[])));
    }

    #[test]
    fn terminals_with_kittys_keys_are_known_by_name() {
        assert!(has_kitty_keys(&of(&[("TERM", "xterm-kitty")])));
        assert!(has_kitty_keys(&of(&[("TERM", "xterm-256color"), ("TERM_PROGRAM", "WezTerm")])));
        assert!(!has_kitty_keys(&of(&[("TERM", "xterm-256color")])));
    }
}
