//! Colours as numbers: contrast, likeness, and the nearest one a terminal has. Called by `styles` and `scheme`.

use std::sync::OnceLock;

use ratatui::style::Color;

/// A colour of 24 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// Black.
    pub const BLACK: Self = Self(0, 0, 0);
    /// White.
    pub const WHITE: Self = Self(255, 255, 255);

    /// Reads `#rgb`, `#rrggbb` or `#rrggbbaa`; an alpha is ignored.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('#').filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()))?;
        let pair = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
        let single = |at: usize| u8::from_str_radix(digits.get(at..=at)?, 16).ok().map(|value| value * 17);
        match digits.len() {
            3 => Some(Self(single(0)?, single(1)?, single(2)?)),
            6 | 8 => Some(Self(pair(0)?, pair(2)?, pair(4)?)),
            _ => None,
        }
    }

    /// Relative luminance, 0 to 1 (WCAG 2.1).
    pub fn luminance(self) -> f64 {
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }

    /// Contrast of two colours, 1 to 21 (WCAG 2.1).
    pub fn contrast(self, other: Self) -> f64 {
        let (a, b) = (self.luminance() + 0.05, other.luminance() + 0.05);
        if a > b { a / b } else { b / a }
    }

    /// This colour with a share (0 to 1) of another.
    pub fn mixed(self, other: Self, share: f64) -> Self {
        let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * share).round().clamp(0.0, 255.0) as u8;
        Self(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }

    /// The same hue, as light or dark as it must be for a contrast on a ground.
    pub fn legible(self, ground: Self, contrast: f64) -> Self {
        if self.contrast(ground) >= contrast {
            return self;
        }
        let far = match ground.contrast(Self::WHITE) >= ground.contrast(Self::BLACK) {
            true => Self::WHITE,
            false => Self::BLACK,
        };
        let steps = (1..=20).map(|step| self.mixed(far, f64::from(step) / 20.0));
        steps.into_iter().find(|colour| colour.contrast(ground) >= contrast).unwrap_or(far)
    }

    /// Lightness and two axes of hue, in which equal distances look alike (OKLab, Björn Ottosson 2020).
    fn lab(self) -> [f64; 3] {
        let (r, g, b) = (linear(self.0), linear(self.1), linear(self.2));
        let l = (0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b).cbrt();
        let m = (0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b).cbrt();
        let s = (0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b).cbrt();
        [
            0.210_454_255_3 * l + 0.793_617_785_0 * m - 0.004_072_046_8 * s,
            1.977_998_495_1 * l - 2.428_592_205_0 * m + 0.450_593_709_9 * s,
            0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766_0 * s,
        ]
    }
}

fn linear(value: u8) -> f64 {
    let value = f64::from(value) / 255.0;
    if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
}

/// How unlike two colours look; hue counts more than lightness, so that a dark green stays green where there are few
/// colours.
fn unlike(a: [f64; 3], b: [f64; 3]) -> f64 {
    let [l, x, y] = [0, 1, 2].map(|at: usize| a.get(at).unwrap_or(&0.0) - b.get(at).unwrap_or(&0.0));
    l * l + 3.0 * (x * x + y * y)
}

/// The colours 16 to 255 of a terminal of 256; the first 16 are whatever the person likes.
fn indexed_all() -> &'static [Indexed] {
    static ALL: OnceLock<Vec<Indexed>> = OnceLock::new();
    let one = |number: u8| {
        let rgb = indexed_rgb(number);
        Indexed { number, luminance: rgb.luminance(), lab: rgb.lab() }
    };
    ALL.get_or_init(|| (16..=255).map(one).collect())
}

/// One of the colours 16 to 255.
struct Indexed {
    number: u8,
    luminance: f64,
    lab: [f64; 3],
}

/// What colour 16 to 255 looks like: a cube of six steps, then 24 greys.
pub fn indexed_rgb(number: u8) -> Rgb {
    let step = |n: u8| if n == 0 { 0 } else { 55 + 40 * n };
    match number.checked_sub(232) {
        Some(grey) => {
            let value = 8 + 10 * grey;
            Rgb(value, value, value)
        }
        None => {
            let n = number.saturating_sub(16);
            Rgb(step(n / 36), step(n / 6 % 6), step(n % 6))
        }
    }
}

/// The nearest of 256 colours, among those with so much contrast on a ground if there are any.
pub(super) fn nearest_indexed(wanted: Rgb, ground: Option<(Rgb, f64)>) -> u8 {
    let lab = wanted.lab();
    let ground = ground.map(|(ground, contrast)| (ground.luminance() + 0.05, contrast));
    let fits = |colour: &&Indexed| {
        let light = colour.luminance + 0.05;
        ground.is_none_or(|(ground, contrast)| light.max(ground) / light.min(ground) >= contrast)
    };
    let by_look = |a: &&Indexed, b: &&Indexed| unlike(a.lab, lab).total_cmp(&unlike(b.lab, lab));
    let legible = indexed_all().iter().filter(fits).min_by(by_look);
    legible.or_else(|| indexed_all().iter().min_by(by_look)).map_or(231, |colour| colour.number)
}

/// The sixteen names, as most terminals show them.
const ANSI: [(Color, Rgb); 16] = [
    (Color::Black, Rgb(0, 0, 0)),
    (Color::Red, Rgb(205, 49, 49)),
    (Color::Green, Rgb(13, 188, 121)),
    (Color::Yellow, Rgb(205, 178, 16)),
    (Color::Blue, Rgb(60, 120, 216)),
    (Color::Magenta, Rgb(188, 63, 188)),
    (Color::Cyan, Rgb(17, 168, 205)),
    (Color::Gray, Rgb(204, 204, 204)),
    (Color::DarkGray, Rgb(118, 118, 118)),
    (Color::LightRed, Rgb(241, 76, 76)),
    (Color::LightGreen, Rgb(35, 209, 139)),
    (Color::LightYellow, Rgb(245, 245, 67)),
    (Color::LightBlue, Rgb(90, 150, 240)),
    (Color::LightMagenta, Rgb(214, 112, 214)),
    (Color::LightCyan, Rgb(41, 184, 219)),
    (Color::White, Rgb(255, 255, 255)),
];

/// The nearest of the sixteen that can be read on a ground; greys become the terminal's own text colour, or its dim
/// one. Which shade a name has is the person's choice, so the names are chosen by hue.
pub(super) fn nearest_ansi(wanted: Rgb, ground: Rgb) -> Color {
    let lab = wanted.lab();
    let [_, a, b] = lab;
    if a.hypot(b) < 0.045 {
        return if wanted.contrast(ground) < 7.0 { Color::DarkGray } else { Color::Reset };
    }
    let legible =
        ANSI.iter().filter(|(_, rgb)| rgb.contrast(ground) >= 3.0 && rgb.lab()[1].hypot(rgb.lab()[2]) >= 0.045);
    let nearest = legible.min_by(|x, y| unlike(x.1.lab(), lab).total_cmp(&unlike(y.1.lab(), lab)));
    nearest.map_or(Color::Reset, |(name, _)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_read_in_their_usual_forms() {
        assert_eq!(Rgb::parse("#0f8"), Some(Rgb(0, 255, 136)));
        assert_eq!(Rgb::parse("#102030"), Some(Rgb(16, 32, 48)));
        assert_eq!(Rgb::parse("#10203040"), Some(Rgb(16, 32, 48)));
        for nothing in ["", "#", "102030", "#12", "#ggg", "#12345", "#é0000"] {
            assert_eq!(Rgb::parse(nothing), None, "{nothing}");
        }
    }

    #[test]
    fn contrast_is_that_of_the_standard() {
        assert!((Rgb::BLACK.contrast(Rgb::WHITE) - 21.0).abs() < 0.01);
        assert!((Rgb(119, 119, 119).contrast(Rgb::WHITE) - 4.48).abs() < 0.01);
    }

    #[test]
    fn a_colour_becomes_legible_and_keeps_what_it_can() {
        let ground = Rgb(28, 82, 54);
        let found = Rgb(127, 138, 156).legible(ground, 4.5);
        assert!(found.contrast(ground) >= 4.5);
        assert_eq!(Rgb(240, 240, 240).legible(ground, 4.5), Rgb(240, 240, 240));
        assert!(Rgb(127, 138, 156).legible(Rgb::WHITE, 4.5).contrast(Rgb::WHITE) >= 4.5);
    }

    #[test]
    fn the_nearest_colour_keeps_its_hue() {
        let green = indexed_rgb(nearest_indexed(Rgb(18, 41, 29), None));
        assert!(green.1 >= green.0 && green.1 >= green.2, "{green:?}");
        assert_eq!(nearest_indexed(Rgb(255, 0, 0), None), 196);
        let legible = indexed_rgb(nearest_indexed(Rgb(60, 60, 60), Some((Rgb::BLACK, 4.5))));
        assert!(legible.contrast(Rgb::BLACK) >= 4.5);
    }

    #[test]
    fn sixteen_names_are_chosen_by_hue_and_can_be_read() {
        assert!(matches!(nearest_ansi(Rgb(127, 208, 155), Rgb::BLACK), Color::Green | Color::LightGreen));
        assert_eq!(nearest_ansi(Rgb(127, 138, 156), Rgb::BLACK), Color::DarkGray);
        assert_eq!(nearest_ansi(Rgb(230, 230, 230), Rgb::BLACK), Color::Reset);
        assert_ne!(nearest_ansi(Rgb(200, 170, 0), Rgb::WHITE), Color::LightYellow);
    }
}
