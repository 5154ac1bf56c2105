//! Colours by meaning. Three themes, four depths; mono uses the terminal's own colours and attributes only.

use ratatui::style::{Color, Modifier, Style};

use crate::core::model::Severity;

use super::background::Background;

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

/// A palette.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Theme {
    /// The ground it is made for.
    pub ground: Background,
    /// The terminal's depth.
    pub depth: Depth,
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

impl Theme {
    /// The next theme of the `t` key: dark, light, plain.
    pub fn next(self, best: Depth) -> Self {
        match (self.depth, self.ground) {
            (Depth::Mono, _) => Self { ground: Background::Dark, depth: best },
            (_, Background::Dark) => Self { ground: Background::Light, ..self },
            (_, Background::Light) => Self { ground: Background::Dark, depth: Depth::Mono },
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match (self.depth, self.ground) {
            (Depth::Mono, _) => "plain",
            (_, Background::Dark) => "dark",
            (_, Background::Light) => "light",
        }
    }

    fn pick(self, dark: (u8, u8, u8), light: (u8, u8, u8), indexed: (u8, u8), ansi: Color) -> Color {
        match (self.depth, self.ground) {
            (Depth::Mono, _) => Color::Reset,
            (Depth::Ansi, _) => ansi,
            (Depth::Indexed, Background::Dark) => Color::Indexed(indexed.0),
            (Depth::Indexed, Background::Light) => Color::Indexed(indexed.1),
            (Depth::True, Background::Dark) => Color::Rgb(dark.0, dark.1, dark.2),
            (Depth::True, Background::Light) => Color::Rgb(light.0, light.1, light.2),
        }
    }

    /// The style of a meaning. Without colour every meaning that must be told apart has an attribute or a mark.
    pub fn ink(self, ink: Ink) -> Style {
        let mono = self.depth == Depth::Mono;
        let style = Style::default();
        match ink {
            Ink::Plain => style,
            Ink::Dim => style.add_modifier(Modifier::DIM),
            Ink::Strong => style.add_modifier(Modifier::BOLD),
            Ink::Added | Ink::Removed => self.change(ink),
            Ink::File => style.add_modifier(Modifier::BOLD).patch(self.ground_of(ink)),
            Ink::Hunk => style.fg(self.pick((121, 148, 190), (60, 90, 150), (67, 25), Color::Cyan)),
            Ink::Bar if mono => style.add_modifier(Modifier::REVERSED),
            Ink::Bar | Ink::Selected => self.ground_of(ink),
            Ink::Hotspot => style.fg(self.pick((230, 150, 60), (190, 95, 0), (208, 130), Color::Yellow)),
            Ink::Warning => style
                .fg(self.pick((240, 170, 60), (170, 80, 0), (214, 130), Color::Yellow))
                .add_modifier(Modifier::BOLD),
            Ink::Mark if mono => style.add_modifier(Modifier::REVERSED),
            Ink::Mark => style.fg(self.pick((230, 110, 200), (160, 30, 130), (170, 127), Color::Magenta)),
            Ink::Match => style.add_modifier(Modifier::REVERSED),
            Ink::Accepted => style.fg(self.pick((120, 200, 120), (20, 120, 40), (114, 28), Color::Green)),
            Ink::Dropped => style.add_modifier(Modifier::DIM | Modifier::CROSSED_OUT),
            Ink::Own => style.fg(self.pick((110, 180, 240), (20, 90, 170), (75, 25), Color::Blue)),
            Ink::Key => {
                style.add_modifier(Modifier::BOLD).fg(self.pick((150, 190, 240), (30, 80, 160), (111, 25), Color::Cyan))
            }
        }
    }

    fn change(self, ink: Ink) -> Style {
        let style = Style::default();
        let added = ink == Ink::Added;
        match self.depth {
            // The + and - marks tell them apart; weight helps.
            Depth::Mono if added => style.add_modifier(Modifier::BOLD),
            Depth::Mono => style.add_modifier(Modifier::DIM),
            Depth::Ansi => style.fg(if added { Color::Green } else { Color::Red }),
            Depth::Indexed | Depth::True if added => {
                style.bg(self.pick((22, 48, 32), (218, 247, 224), (22, 194), Color::Reset))
            }
            Depth::Indexed | Depth::True => style.bg(self.pick((60, 26, 30), (255, 228, 228), (52, 224), Color::Reset)),
        }
    }

    fn ground_of(self, ink: Ink) -> Style {
        let style = Style::default();
        if matches!(self.depth, Depth::Mono | Depth::Ansi) {
            let reversed = matches!(ink, Ink::Bar | Ink::Selected);
            return style.add_modifier(if reversed { Modifier::REVERSED } else { Modifier::UNDERLINED });
        }
        match ink {
            Ink::Selected => style.bg(self.pick((44, 60, 88), (208, 224, 250), (24, 153), Color::Reset)),
            Ink::Bar => style.bg(self.pick((36, 40, 50), (226, 230, 238), (236, 254), Color::Reset)),
            _ => style.bg(self.pick((30, 34, 44), (236, 239, 245), (235, 255), Color::Reset)),
        }
    }

    /// The style of a severity; glyph and word say the same.
    pub fn severity(self, severity: Severity) -> Style {
        let style = Style::default().add_modifier(Modifier::BOLD);
        match severity {
            Severity::Blocker => style.fg(self.pick((255, 95, 95), (200, 0, 0), (203, 160), Color::Red)),
            Severity::Critical => style.fg(self.pick((255, 135, 80), (190, 60, 0), (209, 166), Color::LightRed)),
            Severity::Major => style.fg(self.pick((240, 190, 80), (150, 100, 0), (221, 136), Color::Yellow)),
            Severity::Minor => style.fg(self.pick((130, 180, 230), (30, 90, 150), (110, 25), Color::Blue)),
            Severity::Nitpick => style.remove_modifier(Modifier::BOLD).add_modifier(Modifier::DIM),
        }
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
