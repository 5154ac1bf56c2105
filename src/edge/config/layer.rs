//! Where a value comes from: its layer, file and place. Called by every file of this room and by whoever shows it.

use std::fmt;

/// A layer; later ones win.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Layer {
    /// What the program does by itself.
    Default,
    /// The person's `config.toml`.
    User,
    /// `.prr.toml` of the reviewed repository.
    Repository,
    /// `.claude/soliton.local.md`.
    Soliton,
    /// `.opencode/review-config.yaml`.
    Opencode,
    /// An environment variable.
    Environment,
    /// The command line.
    Flag,
}

impl Layer {
    /// Every layer, weakest first.
    pub const ALL: [Self; 7] =
        [Self::Default, Self::User, Self::Repository, Self::Soliton, Self::Opencode, Self::Environment, Self::Flag];

    /// The word in every format.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::User => "user",
            Self::Repository => "repository",
            Self::Soliton => "soliton",
            Self::Opencode => "opencode",
            Self::Environment => "environment",
            Self::Flag => "flag",
        }
    }

    /// Whether the person wrote it. What comes with a repository is read, and obeyed only where that is harmless.
    pub fn is_trusted(self) -> bool {
        match self {
            Self::Default | Self::User | Self::Environment | Self::Flag => true,
            Self::Repository | Self::Soliton | Self::Opencode => false,
        }
    }
}

/// A place in a text: both count from 1, the column in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spot {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

impl Spot {
    /// The first place of a text.
    pub const FIRST: Self = Self { line: 1, column: 1 };

    /// The place of a byte offset.
    pub(super) fn at(text: &str, offset: usize) -> Self {
        let before = text.as_bytes().get(..offset.min(text.len())).unwrap_or(&[]);
        let line = before.iter().filter(|b| **b == b'\n').count() + 1;
        let start = before.iter().rposition(|b| *b == b'\n').map_or(0, |at| at + 1);
        let row = before.get(start..).unwrap_or(&[]);
        // Continuation bytes of UTF-8 are no characters of their own.
        let column = row.iter().filter(|b| **b & 0xc0 != 0x80).count() + 1;
        Self { line: small(line), column: small(column) }
    }
}

/// A count as a line number.
pub(super) fn small(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// Where a value comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// Its layer.
    pub layer: Layer,
    /// The file, the variable or the flag, as a person would write it; '' for defaults.
    pub source: String,
    /// The place in a file.
    pub spot: Option<Spot>,
}

impl Origin {
    /// What the program does by itself.
    pub fn default_layer() -> Self {
        Self { layer: Layer::Default, source: String::new(), spot: None }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.layer, self.spot) {
            (Layer::Default, _) => f.write_str("default"),
            (_, Some(spot)) => write!(f, "{}:{}", self.source, spot.line),
            (_, None) => f.write_str(&self.source),
        }
    }
}

/// A value that knows where it comes from.
#[derive(Debug, Clone, PartialEq)]
pub struct Sourced<T> {
    /// The value.
    pub value: T,
    /// Where it comes from.
    pub origin: Origin,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_lines_and_characters_from_one() {
        let text = "a = 1\r\nüb = x\n";
        assert_eq!(Spot::at(text, 0), Spot::FIRST);
        assert_eq!(Spot::at(text, text.find('=').unwrap()), Spot { line: 1, column: 3 });
        assert_eq!(Spot::at(text, text.find('x').unwrap()), Spot { line: 2, column: 6 });
        assert_eq!(Spot::at(text, 10_000), Spot { line: 3, column: 1 });
    }

    #[test]
    fn later_layers_are_greater() {
        assert!(Layer::ALL.windows(2).all(|pair| pair.first() < pair.last()));
    }
}
