//! A theme as it is written: a colour for each role, in TOML of ours. Not here: themes of other editors (`plist`),
//! what a terminal makes of them (`styles`). Pure: whoever calls has read the file.

use ratatui::style::Modifier;
use toml::de::{DeTable, DeValue};

use crate::core::text;

use super::{Background, Ink, Rgb, Tint};
use crate::{core::model::Severity, ui::paint::Tone};

/// A colour of text, and how it is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pen {
    /// The colour.
    pub colour: Rgb,
    /// Bold, italic, underline.
    pub set: Modifier,
    /// Its number in a palette of 256, when the nearest is not good enough.
    pub number: Option<u8>,
}

impl Pen {
    /// A colour and nothing else.
    pub const fn of(colour: Rgb) -> Self {
        Self { colour, set: Modifier::empty(), number: None }
    }
}

/// A theme as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scheme {
    /// Its name.
    pub name: String,
    /// The terminal it is made for.
    pub ground: Background,
    /// Its own ground.
    pub background: Rgb,
    /// Whether that is drawn whatever the terminal's is.
    pub fill: bool,
    /// Plain text.
    pub text: Rgb,
    /// Text of moved blocks.
    pub moved_text: Rgb,
    tones: [Pen; Tone::ALL.len()],
    tints: [Pen; Tint::ALL.len()],
    inks: [Rgb; INKS.len()],
    severities: [Rgb; 4],
}

/// Roles of the table `[ui]` that are no severities.
const INKS: [(&str, Ink); 13] = [
    ("dim", Ink::Dim),
    ("added", Ink::Added),
    ("removed", Ink::Removed),
    ("hunk", Ink::Hunk),
    ("hotspot", Ink::Hotspot),
    ("warning", Ink::Warning),
    ("mark", Ink::Mark),
    ("accepted", Ink::Accepted),
    ("own", Ink::Own),
    ("key", Ink::Key),
    ("bar", Ink::Bar),
    ("file", Ink::File),
    ("selected", Ink::Selected),
];

const SEVERITIES: [(&str, Severity); 4] = [
    ("blocker", Severity::Blocker),
    ("critical", Severity::Critical),
    ("major", Severity::Major),
    ("minor", Severity::Minor),
];

/// Why a theme cannot be used, and where. The sentence does not name the file: whoever read it knows it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {mistake}")]
pub struct SchemeError {
    /// Line of the file, from 1.
    pub line: usize,
    /// What is wrong with it and what would be right.
    pub mistake: SchemeMistake,
}

/// What is wrong with a theme.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the sentences say it")]
pub enum SchemeMistake {
    #[error("it is no TOML: {0}")]
    Syntax(String),
    #[error("`{key}` is no key of a theme; {instead}")]
    Unknown { key: String, instead: String },
    #[error(
        "`{key}` is `{value}`; a colour is written \"#rrggbb\"; behind it may stand its number among 256 colours (16 to 255), bold, italic or underline"
    )]
    Colour { key: String, value: String },
    #[error("`fill` is true or false, without quotes")]
    Fill,
    #[error("`ground` is `{0}`; it is \"dark\" or \"light\"")]
    Ground(String),
    #[error("it is no theme of TextMate: {0}")]
    Plist(String),
}

impl Scheme {
    /// Before anything is set: everything white on black. Only the built-in themes begin here.
    const NOTHING: Self = Self {
        name: String::new(),
        ground: Background::Dark,
        background: Rgb::BLACK,
        fill: false,
        text: Rgb::WHITE,
        moved_text: Rgb::WHITE,
        tones: [Pen::of(Rgb::WHITE); Tone::ALL.len()],
        tints: [Pen::of(Rgb::BLACK); Tint::ALL.len()],
        inks: [Rgb::WHITE; INKS.len()],
        severities: [Rgb::WHITE; 4],
    };

    /// The built-in themes, in the order of the key `t`.
    pub fn built_in() -> Vec<Self> {
        const ALL: [(&str, &str); 4] = [
            ("dark", include_str!("../../../assets/themes/dark.toml")),
            ("light", include_str!("../../../assets/themes/light.toml")),
            ("contrast-dark", include_str!("../../../assets/themes/contrast-dark.toml")),
            ("contrast-light", include_str!("../../../assets/themes/contrast-light.toml")),
        ];
        // A test holds that they all parse.
        ALL.iter().filter_map(|(name, text)| Self::NOTHING.over(name, text).ok()).collect()
    }

    /// The built-in theme for a ground.
    pub fn plain(ground: Background) -> Self {
        let mut all = Self::built_in().into_iter();
        all.find(|scheme| scheme.ground == ground).unwrap_or(Self::NOTHING)
    }

    /// Reads a theme of ours. What it does not name comes from `dark` or `light`, by its ground.
    ///
    /// # Errors
    /// It is no TOML, has a key that no theme has, or a value that is no colour.
    pub fn parse(name: &str, text: &str) -> Result<Self, SchemeError> {
        let table = table(text)?;
        let ground = table.get_ref().get("ground").and_then(|value| value.get_ref().as_str());
        let base = if ground == Some("light") { Background::Light } else { Background::Dark };
        Self::plain(base).over(name, text)
    }

    /// This theme with what a file says.
    fn over(&self, name: &str, text: &str) -> Result<Self, SchemeError> {
        let table = table(text)?;
        let mut scheme = Self { name: name.to_owned(), fill: false, ..self.clone() };
        for (key, value) in table.get_ref().iter() {
            let at =
                |span: std::ops::Range<usize>| move |mistake| SchemeError { line: line_of(text, span.start), mistake };
            let (of_key, of_value) = (at(key.span()), at(value.span()));
            let key = key.get_ref().as_ref();
            match (key, value.get_ref()) {
                ("diff" | "ui" | "syntax", DeValue::Table(roles)) => {
                    for (role, value) in roles.iter() {
                        let (of_role, of_value) = (at(role.span()), at(value.span()));
                        let role = role.get_ref().as_ref();
                        let path = format!("{key}.{role}");
                        // An unknown key first: its value may be anything.
                        let known = scheme.set(key, role, Pen::of(Rgb::BLACK));
                        known.ok_or_else(|| unknown(&path, roles_of(key), role)).map_err(of_role)?;
                        scheme.set(key, role, pen(&path, value.get_ref()).map_err(of_value)?);
                    }
                }
                ("fill", DeValue::Boolean(fill)) => scheme.fill = *fill,
                ("fill", _) => return Err(of_value(SchemeMistake::Fill)),
                ("ground", value) => scheme.ground = ground(value).map_err(of_value)?,
                ("background", value) => scheme.background = pen(key, value).map_err(of_value)?.colour,
                ("text", value) => scheme.text = pen(key, value).map_err(of_value)?.colour,
                _ => return Err(of_key(unknown(key, KEYS.to_vec(), key))),
            }
        }
        Ok(scheme.with_text())
    }

    /// Plain text is the tone of text too.
    pub(super) fn with_text(mut self) -> Self {
        let plain = Pen::of(self.text);
        self.set_tone(Tone::Text, plain);
        self
    }

    /// Sets a role; `None`: there is no such role.
    fn set(&mut self, table: &str, role: &str, pen: Pen) -> Option<()> {
        let place = match table {
            "syntax" => {
                let tone = Tone::ALL.into_iter().find(|tone| tone.as_str() == role)?;
                self.set_tone(tone, pen);
                return Some(());
            }
            "diff" if role == "moved-text" => &mut self.moved_text,
            "diff" => {
                *self.tints.get_mut(Tint::ALL.iter().position(|tint| tint.as_str() == role)?)? = pen;
                return Some(());
            }
            _ => match INKS.iter().position(|(name, _)| *name == role) {
                Some(at) => self.inks.get_mut(at)?,
                None => self.severities.get_mut(SEVERITIES.iter().position(|(name, _)| *name == role)?)?,
            },
        };
        *place = pen.colour;
        Some(())
    }

    pub(super) fn set_tone(&mut self, tone: Tone, pen: Pen) {
        if let Some(place) = self.tones.get_mut(tone.index()) {
            *place = pen;
        }
    }

    pub(super) fn set_ink(&mut self, ink: Ink, colour: Rgb) {
        let at = INKS.iter().position(|(_, known)| *known == ink);
        if let Some(place) = at.and_then(|at| self.inks.get_mut(at)) {
            *place = colour;
        }
    }

    pub(super) fn set_tint(&mut self, tint: Tint, colour: Rgb) {
        let at = Tint::ALL.iter().position(|known| *known == tint);
        if let Some(place) = at.and_then(|at| self.tints.get_mut(at)) {
            *place = Pen::of(colour);
        }
    }

    /// The pen of a tone.
    pub fn tone(&self, tone: Tone) -> Pen {
        self.tones.get(tone.index()).copied().unwrap_or(Pen::of(self.text))
    }

    /// The ground of a tint.
    pub fn tint(&self, tint: Tint) -> Pen {
        let at = Tint::ALL.iter().position(|known| *known == tint);
        at.and_then(|at| self.tints.get(at)).copied().unwrap_or(Pen::of(self.background))
    }

    /// The colour of a meaning; for `Bar`, `File` and `Selected` a ground.
    pub fn ink(&self, ink: Ink) -> Rgb {
        let at = INKS.iter().position(|(_, known)| *known == ink);
        at.and_then(|at| self.inks.get(at)).copied().unwrap_or(self.text)
    }

    /// The colour of a severity.
    pub fn severity(&self, severity: Severity) -> Rgb {
        let at = SEVERITIES.iter().position(|(_, known)| *known == severity);
        at.and_then(|at| self.severities.get(at)).copied().unwrap_or_else(|| self.ink(Ink::Dim))
    }
}

/// Keys outside of tables, and the tables.
const KEYS: [&str; 7] = ["ground", "background", "fill", "text", "diff", "ui", "syntax"];

fn table(text: &str) -> Result<toml::Spanned<DeTable<'_>>, SchemeError> {
    DeTable::parse(text).map_err(|error| SchemeError {
        line: line_of(text, error.span().map_or(0, |span| span.start)),
        mistake: SchemeMistake::Syntax(text::one_line(error.message(), 200)),
    })
}

/// The line of a byte, from 1.
pub(super) fn line_of(text: &str, at: usize) -> usize {
    text.as_bytes().iter().take(at).filter(|byte| **byte == b'\n').count() + 1
}

/// The roles of a table.
fn roles_of(table: &str) -> Vec<&'static str> {
    match table {
        "syntax" => Tone::ALL.into_iter().map(Tone::as_str).collect(),
        "diff" => Tint::ALL.into_iter().map(Tint::as_str).chain(["moved-text"]).collect(),
        _ => INKS.iter().map(|(name, _)| *name).chain(SEVERITIES.iter().map(|(name, _)| *name)).collect(),
    }
}

/// A key that is none, and what could stand there instead: what begins most like it, else all there is.
fn unknown(path: &str, known: Vec<&'static str>, key: &str) -> SchemeMistake {
    let alike = |other: &str| other.chars().zip(key.chars()).take_while(|(a, b)| a == b).count();
    let nearest = known.iter().max_by_key(|other| alike(other)).filter(|other| alike(other) >= 3);
    let instead = match nearest {
        Some(nearest) => format!("perhaps `{nearest}`?"),
        None => format!("there are {}", known.join(", ")),
    };
    SchemeMistake::Unknown { key: shown(path), instead }
}

fn ground(value: &DeValue<'_>) -> Result<Background, SchemeMistake> {
    match value.as_str() {
        Some("dark") => Ok(Background::Dark),
        Some("light") => Ok(Background::Light),
        other => Err(SchemeMistake::Ground(shown(other.unwrap_or("something else")))),
    }
}

/// Reads `#rrggbb 22 bold italic underline`: a colour, its number among 256, how text is set.
fn pen(key: &str, value: &DeValue<'_>) -> Result<Pen, SchemeMistake> {
    let text = value.as_str().unwrap_or("no text");
    let wrong = || SchemeMistake::Colour { key: shown(key), value: shown(text) };
    let mut words = text.split_ascii_whitespace();
    let colour = words.next().and_then(Rgb::parse).ok_or_else(wrong)?;
    let mut pen = Pen::of(colour);
    for word in words {
        match word.parse::<u8>() {
            Ok(number @ 16..) => pen.number = Some(number),
            _ => pen.set |= modifier(word).ok_or_else(wrong)?,
        }
    }
    Ok(pen)
}

pub(super) fn modifier(word: &str) -> Option<Modifier> {
    match word {
        "bold" => Some(Modifier::BOLD),
        "italic" => Some(Modifier::ITALIC),
        "underline" => Some(Modifier::UNDERLINED),
        _ => None,
    }
}

fn shown(words: &str) -> String {
    text::one_line(words, 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_themes_are_whole() {
        let all = Scheme::built_in();
        let names: Vec<&str> = all.iter().map(|scheme| scheme.name.as_str()).collect();
        assert_eq!(names, ["dark", "light", "contrast-dark", "contrast-light"]);
        for scheme in all {
            // Nothing is left as it was before the file was read.
            let other = Scheme { background: Rgb(1, 2, 3), ..Scheme::NOTHING };
            assert_ne!(scheme.background, other.background);
            assert!(Tint::ALL.iter().all(|tint| scheme.tint(*tint).colour != Rgb::BLACK), "{}", scheme.name);
        }
    }

    #[test]
    fn every_role_stands_in_every_built_in_theme() {
        for text in [
            include_str!("../../../assets/themes/dark.toml"),
            include_str!("../../../assets/themes/light.toml"),
            include_str!("../../../assets/themes/contrast-dark.toml"),
            include_str!("../../../assets/themes/contrast-light.toml"),
        ] {
            let roles = Tone::ALL.iter().filter(|tone| **tone != Tone::Text).map(|tone| tone.as_str());
            let roles =
                roles.chain(Tint::ALL.iter().map(|tint| tint.as_str())).chain(INKS.iter().map(|(name, _)| *name));
            for role in roles.chain(SEVERITIES.iter().map(|(name, _)| *name)) {
                assert!(text.lines().any(|line| line.starts_with(&format!("{role} = "))), "{role}");
            }
        }
    }

    #[test]
    fn a_theme_names_only_what_it_changes() {
        let text = "ground = \"light\"\n[syntax]\ncomment = \"#123456 bold\"\n";
        let scheme = Scheme::parse("mine", text).unwrap();
        assert_eq!(
            scheme.tone(Tone::Comment),
            Pen { colour: Rgb(0x12, 0x34, 0x56), set: Modifier::BOLD, number: None }
        );
        assert_eq!(scheme.tone(Tone::Keyword), Scheme::plain(Background::Light).tone(Tone::Keyword));
        assert_eq!((scheme.name.as_str(), scheme.ground), ("mine", Background::Light));
    }

    #[test]
    fn a_mistake_is_named() {
        let said = |text: &str| Scheme::parse("mine", text).unwrap_err().to_string();
        let keywurd = said("[syntax]\nkeywurd = \"#fff\"");
        assert_eq!(keywurd, "line 2: `syntax.keywurd` is no key of a theme; perhaps `keyword`?");
        assert!(said("[ui]\nqq = 1").contains("line 2") && said("[ui]\nqq = 1").contains("dim, added, removed"));
        assert!(said("\n\nsintax = 1").starts_with("line 3: `sintax` is no key"));
        assert!(said("fill = \"yes\"").contains("without quotes"));
        assert!(said("[diff]\nadded = \"green\"").contains("`diff.added` is `green`"));
        assert!(said("[diff]\nadded = 7").contains("diff.added"));
        assert!(said("ground = \"blue\"").contains("`blue`"));
        assert!(said("\n[diff").starts_with("line 2: it is no TOML"));
        assert!(said("[syntax]\ncomment = \"#fff blink\"").contains("blink"));
    }
}
