//! The sets of keys that come with the program. `vim` is what the action table says; `gentle` says only where it
//! differs: letters, arrows and named keys, for keyboards on which brackets and signs need AltGr. Not here: what a
//! person changes (`super`). Called by `super`.

use crate::ui::actions::ActionRow;

/// A set of keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub enum Preset {
    /// Those of the action table.
    #[default]
    Vim,
    /// Letters, arrows and named keys.
    Gentle,
}

impl Preset {
    /// Every preset.
    pub const ALL: [Self; 2] = [Self::Vim, Self::Gentle];

    /// The word in settings (`ui.keymap`).
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Vim => "vim",
            Self::Gentle => "gentle",
        }
    }

    /// Reads the word.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|preset| preset.as_str() == word)
    }

    /// The keys of an action, in the notation of the table.
    pub fn keys(self, row: &ActionRow) -> &'static str {
        match self {
            Self::Vim => row.keys,
            Self::Gentle => GENTLE.iter().find(|(id, _)| *id == row.id).map_or(row.keys, |(_, keys)| keys),
        }
    }
}

/// Where `gentle` differs.
pub(super) const GENTLE: &[(&str, &str)] = &[
    ("next-card", "n"),
    ("prev-card", "p"),
    ("next-hunk", "N"),
    ("prev-hunk", "P"),
    ("next-file", "F"),
    ("prev-file", "B"),
    ("next-hotspot", "H"),
    ("prev-hotspot", "gh"),
    // The worst place next.
    ("next-risk", "W"),
    ("prev-risk", "gw"),
    ("search", "gf"),
    ("search-next", "gn"),
    ("search-prev", "gN"),
    ("line-start", "go"),
    ("line-end", "ge"),
    ("evidence", "gv"),
    // Any action.
    ("command", "A"),
    ("more-context", "zm"),
    ("less-context", "zf"),
    ("whole-file", "zw"),
    // The display.
    ("layout", "D"),
    ("mark-all", "M"),
    // Information.
    ("help", "I"),
];
