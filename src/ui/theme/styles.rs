//! What a terminal of some depth makes of a theme: every style there is, worked out once when the theme is chosen.

use ratatui::style::{Color, Modifier, Style};

use crate::{core::model::Severity, ui::paint::Tone};

use super::{
    Background, Depth, Ink, Rgb, Tint,
    colour::{indexed_rgb, nearest_ansi, nearest_indexed},
    scheme::{Pen, Scheme},
};

/// Contrast of text on its ground (WCAG 2.1 AA).
pub(super) const TEXT: f64 = 4.5;

/// Contrast of what is meant to stand back: comments, dim words.
pub(super) const BACK: f64 = 3.0;

/// The styles of code on one ground, by tone.
type Row = [Style; Tone::ALL.len()];

/// Every style of a theme.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Styles {
    /// Plain ground first, then the tints.
    code: Vec<Row>,
    inks: Vec<(Ink, Style)>,
    severities: Vec<(Severity, Style)>,
    /// The ground of the whole screen, when it is drawn.
    pub screen: Style,
}

impl Styles {
    /// Of a theme; `fills`: whether its own ground is drawn.
    pub fn of(scheme: &Scheme, depth: Depth, fills: bool) -> Self {
        let maker = Maker { scheme, depth };
        let plain = std::iter::once(maker.row(None));
        let code = plain.chain(Tint::ALL.into_iter().map(|tint| maker.row(Some(tint)))).collect();
        let inks = Ink::ALL.into_iter().map(|ink| (ink, maker.ink(ink))).collect();
        let severities = Severity::ALL.into_iter().map(|severity| (severity, maker.severity(severity))).collect();
        let screen = match fills && matches!(depth, Depth::Indexed | Depth::True) {
            true => Style::default().bg(maker.ground(Pen::of(scheme.background))).fg(maker.text(
                scheme.text,
                scheme.background,
                TEXT,
            )),
            false => Style::default(),
        };
        Self { code, inks, severities, screen }
    }

    pub fn code(&self, tone: Tone, tint: Option<Tint>) -> Style {
        let row = tint.and_then(|tint| Tint::ALL.iter().position(|known| *known == tint)).map_or(0, |at| at + 1);
        self.code.get(row).and_then(|row| row.get(tone.index())).copied().unwrap_or_default()
    }

    pub fn ink(&self, ink: Ink) -> Style {
        self.inks.iter().find(|(known, _)| *known == ink).map_or_else(Style::default, |(_, style)| *style)
    }

    pub fn severity(&self, severity: Severity) -> Style {
        let found = self.severities.iter().find(|(known, _)| *known == severity);
        found.map_or_else(Style::default, |(_, style)| *style)
    }
}

struct Maker<'a> {
    scheme: &'a Scheme,
    depth: Depth,
}

impl Maker<'_> {
    /// A ground as the terminal has it.
    fn ground(&self, pen: Pen) -> Color {
        let Rgb(r, g, b) = pen.colour;
        match self.depth {
            Depth::Mono | Depth::Ansi => Color::Reset,
            Depth::Indexed => Color::Indexed(number(pen)),
            Depth::True => Color::Rgb(r, g, b),
        }
    }

    /// What a ground really looks like.
    fn seen(&self, pen: Pen) -> Rgb {
        match self.depth {
            Depth::Indexed => indexed_rgb(number(pen)),
            Depth::Mono | Depth::Ansi | Depth::True => pen.colour,
        }
    }

    /// A colour of text on a ground as it is seen, made legible there.
    fn text(&self, colour: Rgb, ground: Rgb, contrast: f64) -> Color {
        match self.depth {
            Depth::Mono => Color::Reset,
            Depth::Ansi => nearest_ansi(colour, self.plain_ground()),
            Depth::Indexed => {
                Color::Indexed(nearest_indexed(colour.legible(ground, contrast), Some((ground, contrast))))
            }
            Depth::True => {
                let Rgb(r, g, b) = colour.legible(ground, contrast);
                Color::Rgb(r, g, b)
            }
        }
    }

    /// The ground that names of colours are chosen for.
    fn plain_ground(&self) -> Rgb {
        match self.scheme.ground {
            Background::Dark => Rgb::BLACK,
            Background::Light => Rgb::WHITE,
        }
    }

    fn row(&self, tint: Option<Tint>) -> Row {
        Tone::ALL.map(|tone| match (self.depth, tint) {
            (Depth::Mono, _) => self.mono(tint),
            (Depth::Ansi, Some(tint)) => self.named(tint),
            (_, None) => self.code(tone, None),
            (_, Some(tint)) => self.code(tone, Some(tint)),
        })
    }

    fn code(&self, tone: Tone, tint: Option<Tint>) -> Style {
        let ground = tint.map(|tint| self.scheme.tint(tint));
        let seen = ground.map_or(self.scheme.background, |ground| self.seen(ground));
        let is_moved = matches!(tint, Some(Tint::AddedMoved | Tint::RemovedMoved));
        let Pen { colour, set, .. } = match is_moved {
            true => Pen::of(self.scheme.moved_text),
            false => self.scheme.tone(tone),
        };
        let contrast = if tone == Tone::Comment && !is_moved { BACK } else { TEXT };
        let style = Style::default().add_modifier(set);
        match (ground, self.depth, tone) {
            // In sixteen colours the terminal's own text colour is the best there is.
            (None, Depth::Ansi, Tone::Text) => style,
            (None, _, _) => style.fg(self.text(colour, seen, contrast)),
            (Some(ground), _, _) => style.bg(self.ground(ground)).fg(self.text(colour, seen, contrast)),
        }
    }

    /// Without colour: the marks + and - tell the sides apart, weight helps.
    fn mono(&self, tint: Option<Tint>) -> Style {
        let style = Style::default();
        match tint {
            None => style,
            Some(Tint::Added | Tint::AddedBlank | Tint::AddedGutter) => style.add_modifier(Modifier::BOLD),
            Some(Tint::AddedWord | Tint::AddedSpace) => style.add_modifier(Modifier::BOLD | Modifier::UNDERLINED),
            Some(Tint::Removed | Tint::RemovedBlank | Tint::RemovedGutter) => style.add_modifier(Modifier::DIM),
            Some(Tint::RemovedWord | Tint::RemovedSpace) => style.add_modifier(Modifier::DIM | Modifier::UNDERLINED),
            Some(Tint::AddedMoved) => style.add_modifier(Modifier::ITALIC),
            Some(Tint::RemovedMoved) => style.add_modifier(Modifier::DIM | Modifier::ITALIC),
            Some(Tint::Trailing) => style.add_modifier(Modifier::REVERSED),
        }
    }

    /// With sixteen colours no ground is quiet enough: the side is the colour of the text.
    fn named(&self, tint: Tint) -> Style {
        let (added, removed) = (Style::default().fg(Color::Green), Style::default().fg(Color::Red));
        match tint {
            Tint::Added | Tint::AddedBlank | Tint::AddedGutter => added,
            Tint::AddedWord | Tint::AddedSpace => added.add_modifier(Modifier::BOLD | Modifier::UNDERLINED),
            Tint::AddedMoved => added.add_modifier(Modifier::DIM),
            Tint::Removed | Tint::RemovedBlank | Tint::RemovedGutter => removed,
            Tint::RemovedWord | Tint::RemovedSpace => removed.add_modifier(Modifier::BOLD | Modifier::UNDERLINED),
            Tint::RemovedMoved => removed.add_modifier(Modifier::DIM),
            Tint::Trailing => removed.add_modifier(Modifier::REVERSED),
        }
    }

    /// The style of a meaning. Without colour every meaning that must be told apart has an attribute or a mark.
    fn ink(&self, ink: Ink) -> Style {
        let is_mono = self.depth == Depth::Mono;
        let style = Style::default();
        let coloured = |names: Color| style.fg(self.inked(ink, names));
        match ink {
            Ink::Plain => style,
            Ink::Strong => style.add_modifier(Modifier::BOLD),
            Ink::Dim if matches!(self.depth, Depth::Mono | Depth::Ansi) => style.add_modifier(Modifier::DIM),
            Ink::Dim => style.fg(self.text(self.scheme.ink(Ink::Dim), self.scheme.background, BACK)),
            Ink::Added => self.side(Tint::Added),
            Ink::Removed => self.side(Tint::Removed),
            Ink::AddedMark => self.gutter(Tint::AddedGutter, (Ink::Added, TEXT)),
            Ink::AddedNumber => self.gutter(Tint::AddedGutter, (Ink::Dim, BACK)),
            Ink::RemovedMark => self.gutter(Tint::RemovedGutter, (Ink::Removed, TEXT)),
            Ink::RemovedNumber => self.gutter(Tint::RemovedGutter, (Ink::Dim, BACK)),
            Ink::File => self.ground_of(Ink::File).add_modifier(Modifier::BOLD),
            Ink::Bar if is_mono => style.add_modifier(Modifier::REVERSED),
            Ink::Bar | Ink::Selected => self.ground_of(ink),
            Ink::Hunk => coloured(Color::Cyan),
            Ink::Hotspot => coloured(Color::Yellow),
            Ink::Warning => coloured(Color::Yellow).add_modifier(Modifier::BOLD),
            Ink::Mark if is_mono => style.add_modifier(Modifier::REVERSED),
            Ink::Mark => coloured(Color::Magenta),
            Ink::Match => style.add_modifier(Modifier::REVERSED),
            Ink::Accepted => coloured(Color::Green),
            Ink::Dropped => style.add_modifier(Modifier::DIM | Modifier::CROSSED_OUT),
            Ink::Own => coloured(Color::Blue),
            Ink::Key => coloured(Color::Cyan).add_modifier(Modifier::BOLD),
        }
    }

    fn inked(&self, ink: Ink, name: Color) -> Color {
        match self.depth {
            Depth::Mono => Color::Reset,
            Depth::Ansi => name,
            Depth::Indexed | Depth::True => self.text(self.scheme.ink(ink), self.scheme.background, TEXT),
        }
    }

    /// A line of a side, when nothing else is known of it.
    fn side(&self, tint: Tint) -> Style {
        match self.depth {
            Depth::Mono => self.mono(Some(tint)),
            Depth::Ansi => self.named(tint),
            Depth::Indexed | Depth::True => Style::default().bg(self.ground(self.scheme.tint(tint))),
        }
    }

    /// Mark and numbers of a line of a side.
    fn gutter(&self, tint: Tint, (ink, contrast): (Ink, f64)) -> Style {
        match self.depth {
            Depth::Mono | Depth::Ansi if ink == Ink::Dim => self.ink(Ink::Dim),
            Depth::Mono | Depth::Ansi => self.side(tint),
            Depth::Indexed | Depth::True => {
                let seen = self.seen(self.scheme.tint(tint));
                self.side(tint).fg(self.text(self.scheme.ink(ink), seen, contrast))
            }
        }
    }

    fn ground_of(&self, ink: Ink) -> Style {
        let style = Style::default();
        match self.depth {
            Depth::Mono | Depth::Ansi => {
                let reversed = matches!(ink, Ink::Bar | Ink::Selected);
                style.add_modifier(if reversed { Modifier::REVERSED } else { Modifier::UNDERLINED })
            }
            Depth::Indexed | Depth::True => style.bg(self.ground(Pen::of(self.scheme.ink(ink)))),
        }
    }

    fn severity(&self, severity: Severity) -> Style {
        let style = Style::default().add_modifier(Modifier::BOLD);
        let name = match severity {
            Severity::Blocker => Color::Red,
            Severity::Critical => Color::LightRed,
            Severity::Major => Color::Yellow,
            Severity::Minor => Color::Blue,
            Severity::Nitpick => return self.ink(Ink::Dim),
        };
        match self.depth {
            Depth::Mono => style.fg(Color::Reset),
            Depth::Ansi => style.fg(name),
            Depth::Indexed | Depth::True => {
                style.fg(self.text(self.scheme.severity(severity), self.scheme.background, TEXT))
            }
        }
    }
}

/// A colour's number among 256.
fn number(pen: Pen) -> u8 {
    pen.number.unwrap_or_else(|| nearest_indexed(pen.colour, None))
}
