//! Colours by meaning: themes of 24 bits, fitted to what the terminal has. Mono uses the terminal's own colours and
//! attributes only. Not here: which text means what (`paint`, `view`); reading theme files (`app`).

mod colour;
mod plist;
mod scheme;
mod styles;
mod wardrobe;

use std::sync::Arc;

use ratatui::style::Style;

use crate::core::model::Severity;

use super::{background::Background, paint::Tone};

pub use colour::{Rgb, indexed_rgb};
pub use scheme::{Pen, Scheme, SchemeError, SchemeMistake};
use styles::Styles;
pub use wardrobe::{Choice, Wardrobe};

/// How many colours the terminal has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// None: NO_COLOR.
    Mono,
    /// The sixteen named ones.
    Ansi,
    /// 256.
    Indexed,
    /// 24 bits.
    True,
}

impl Depth {
    /// Reads `mono`, `ansi`, `indexed` or `true`; anything else is left to the terminal.
    pub fn parse(word: &str) -> Option<Self> {
        match word {
            "mono" => Some(Self::Mono),
            "ansi" => Some(Self::Ansi),
            "indexed" => Some(Self::Indexed),
            "true" => Some(Self::True),
            _ => None,
        }
    }
}

/// Meanings that have a style.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Ink {
    Plain,
    Dim,
    Strong,
    Added,
    Removed,
    AddedMark,
    AddedNumber,
    RemovedMark,
    RemovedNumber,
    File,
    Hunk,
    Bar,
    Hotspot,
    Warning,
    Mark,
    Match,
    Accepted,
    Dropped,
    Own,
    Key,
    Selected,
}

impl Ink {
    /// Every meaning.
    const ALL: [Self; 21] = [
        Self::Plain,
        Self::Dim,
        Self::Strong,
        Self::Added,
        Self::Removed,
        Self::AddedMark,
        Self::AddedNumber,
        Self::RemovedMark,
        Self::RemovedNumber,
        Self::File,
        Self::Hunk,
        Self::Bar,
        Self::Hotspot,
        Self::Warning,
        Self::Mark,
        Self::Match,
        Self::Accepted,
        Self::Dropped,
        Self::Own,
        Self::Key,
        Self::Selected,
    ];
}

/// Grounds of code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tint {
    /// An added line.
    Added,
    /// Words of it that differ from its partner.
    AddedWord,
    /// It differs from its partner in blanks only.
    AddedBlank,
    /// Blanks of it that differ, when nothing else does.
    AddedSpace,
    /// It stood elsewhere before.
    AddedMoved,
    /// Numbers and mark of an added line.
    AddedGutter,
    /// A removed line.
    Removed,
    /// Words of it that differ from its partner.
    RemovedWord,
    /// It differs from its partner in blanks only.
    RemovedBlank,
    /// Blanks of it that differ, when nothing else does.
    RemovedSpace,
    /// It stands elsewhere now.
    RemovedMoved,
    /// Numbers and mark of a removed line.
    RemovedGutter,
    /// Blanks at the end of an added line.
    Trailing,
}

impl Tint {
    /// Every ground.
    pub const ALL: [Self; 13] = [
        Self::Added,
        Self::AddedWord,
        Self::AddedBlank,
        Self::AddedSpace,
        Self::AddedMoved,
        Self::AddedGutter,
        Self::Removed,
        Self::RemovedWord,
        Self::RemovedBlank,
        Self::RemovedSpace,
        Self::RemovedMoved,
        Self::RemovedGutter,
        Self::Trailing,
    ];

    /// The word in theme files.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::AddedWord => "added-word",
            Self::AddedBlank => "added-blank",
            Self::AddedSpace => "added-space",
            Self::AddedMoved => "added-moved",
            Self::AddedGutter => "added-gutter",
            Self::Removed => "removed",
            Self::RemovedWord => "removed-word",
            Self::RemovedBlank => "removed-blank",
            Self::RemovedSpace => "removed-space",
            Self::RemovedMoved => "removed-moved",
            Self::RemovedGutter => "removed-gutter",
            Self::Trailing => "trailing",
        }
    }
}

/// A theme as this terminal shows it. Cheap to clone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Theme {
    name: Arc<str>,
    depth: Depth,
    styles: Arc<Styles>,
}

impl Theme {
    /// Of a scheme, on a terminal of some ground and depth.
    pub fn new(scheme: &Scheme, terminal: Background, depth: Depth) -> Self {
        let fills = scheme.fill || scheme.ground != terminal;
        Self {
            name: match depth {
                Depth::Mono => Arc::from("plain"),
                Depth::Ansi | Depth::Indexed | Depth::True => Arc::from(scheme.name.as_str()),
            },
            depth,
            styles: Arc::new(Styles::of(scheme, depth, fills)),
        }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many colours it uses.
    pub fn depth(&self) -> Depth {
        self.depth
    }

    /// The style of a meaning. Without colour every meaning that must be told apart has an attribute or a mark.
    pub fn ink(&self, ink: Ink) -> Style {
        self.styles.ink(ink)
    }

    /// The style of a piece of code on a ground; `None`: the plain one. Legible in our own themes and in any other.
    pub fn code(&self, tone: Tone, tint: Option<Tint>) -> Style {
        self.styles.code(tone, tint)
    }

    /// The style of a severity; glyph and word say the same.
    pub fn severity(&self, severity: Severity) -> Style {
        self.styles.severity(severity)
    }

    /// What the whole screen is drawn on: nothing, unless the theme brings its own ground.
    pub fn screen(&self) -> Style {
        self.styles.screen
    }
}

/// The glyph of a severity.
pub fn severity_glyph(severity: Severity) -> &'static str {
    match severity {
        Severity::Blocker => "■",
        Severity::Critical => "◆",
        Severity::Major => "▲",
        Severity::Minor => "●",
        Severity::Nitpick => "·",
    }
}

#[cfg(test)]
mod tests;
