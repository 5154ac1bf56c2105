//! Themes of TextMate and its heirs (`.tmTheme`): a property list with colours for scopes. Each of our tones is asked
//! what such a theme would give it. Pure; the file is the person's own, and is still read with bounds.

use crate::ui::paint::Tone;

use super::{
    Background, Ink, Rgb, Tint,
    scheme::{Pen, Scheme, SchemeError, SchemeMistake, line_of},
};

/// Nesting that is read.
const DEPTH: usize = 16;

/// Values that are read.
const VALUES: usize = 20_000;

/// A value of a property list, as far as themes need it.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Value {
    Text(String),
    List(Vec<Value>),
    Table(Vec<(String, Value)>),
}

impl Value {
    fn get(&self, key: &str) -> Option<&Self> {
        match self {
            Self::Table(entries) => entries.iter().find(|(name, _)| name == key).map(|(_, value)| value),
            Self::Text(_) | Self::List(_) => None,
        }
    }

    fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::List(_) | Self::Table(_) => None,
        }
    }
}

impl Scheme {
    /// Reads a theme of TextMate. Grounds of changed lines are mixed from its own ground.
    ///
    /// # Errors
    /// It is no property list with `settings`.
    pub fn parse_tm_theme(name: &str, text: &str) -> Result<Self, SchemeError> {
        let mut reader = Reader { rest: text, left: VALUES };
        let read = reader.document().and_then(|root| match root.get("settings") {
            Some(Value::List(settings)) => Ok(settings.clone()),
            _ => Err(wrong("there is no list `settings`")),
        });
        let at = text.len() - reader.rest.len();
        let settings = &read.map_err(|mistake| SchemeError { line: line_of(text, at), mistake })?;
        let general =
            settings.iter().find(|entry| entry.get("scope").is_none()).and_then(|entry| entry.get("settings"));
        let colour = |key: &str| general.and_then(|g| g.get(key)).and_then(Value::text).and_then(Rgb::parse);
        let background = colour("background").unwrap_or(Rgb::BLACK);
        let is_dark = background.contrast(Rgb::WHITE) > background.contrast(Rgb::BLACK);
        let ground = if is_dark { Background::Dark } else { Background::Light };
        let base = Self::plain(ground);
        let text = colour("foreground").unwrap_or(base.text);
        let mut scheme = base.clone();
        (scheme.name, scheme.ground, scheme.background, scheme.text) = (name.to_owned(), ground, background, text);
        for tone in Tone::ALL {
            let pen = pen_for(settings, tone.scope());
            scheme.set_tone(tone, pen.unwrap_or(Pen::of(text)));
        }
        for tint in Tint::ALL {
            scheme.set_tint(tint, base.tint(tint).colour.mixed(background, 0.25));
        }
        for ink in [Ink::Bar, Ink::File, Ink::Selected] {
            scheme.set_ink(ink, base.ink(ink).mixed(background, 0.4));
        }
        Ok(scheme.with_text())
    }
}

/// What the theme gives a scope: of all selectors that fit, the one that says most.
fn pen_for(settings: &[Value], scope: &str) -> Option<Pen> {
    let mut best: Option<(usize, Pen)> = None;
    for entry in settings {
        let (Some(selectors), Some(style)) = (entry.get("scope").and_then(Value::text), entry.get("settings")) else {
            continue;
        };
        let colour = style.get("foreground").and_then(Value::text).and_then(Rgb::parse);
        let fitting = selectors.split([',', '|']).map(str::trim).filter(|selector| fits(selector, scope));
        let (Some(colour), Some(length)) = (colour, fitting.map(str::len).max()) else { continue };
        let words = style.get("fontStyle").and_then(Value::text).unwrap_or("");
        let set = words.split_ascii_whitespace().filter_map(super::scheme::modifier).collect();
        if best.as_ref().is_none_or(|(known, _)| *known <= length) {
            best = Some((length, Pen { set, ..Pen::of(colour) }));
        }
    }
    best.map(|(_, pen)| pen)
}

/// Whether a selector without parents or exceptions is the scope or stands above it.
fn fits(selector: &str, scope: &str) -> bool {
    !selector.is_empty() && scope.strip_prefix(selector).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// Reads the few elements that themes use; everything else is an error.
struct Reader<'a> {
    rest: &'a str,
    left: usize,
}

impl<'a> Reader<'a> {
    fn document(&mut self) -> Result<Value, SchemeMistake> {
        loop {
            match self.tag()? {
                "plist" => {}
                tag if tag.starts_with("plist ") || tag.starts_with(['?', '!']) => {}
                tag => return self.value(tag, DEPTH),
            }
        }
    }

    /// The next tag's inside; the text before it is dropped.
    fn tag(&mut self) -> Result<&'a str, SchemeMistake> {
        loop {
            let (_, behind) = self.rest.split_once('<').ok_or_else(|| wrong("it ends too early"))?;
            if let Some(comment) = behind.strip_prefix("!--") {
                self.rest =
                    comment.split_once("-->").map(|(_, rest)| rest).ok_or_else(|| wrong("a comment has no end"))?;
                continue;
            }
            let (tag, rest) = behind.split_once('>').ok_or_else(|| wrong("a tag has no end"))?;
            self.rest = rest;
            return Ok(tag.trim());
        }
    }

    /// Text up to the closing tag of `name`.
    fn text(&mut self, name: &str) -> Result<String, SchemeMistake> {
        let (text, rest) = self.rest.split_once('<').ok_or_else(|| wrong("it ends too early"))?;
        self.rest = rest
            .strip_prefix('/')
            .and_then(|rest| rest.strip_prefix(name))
            .ok_or_else(|| wrong("a text has no end"))?;
        let (_, behind) = self.rest.split_once('>').ok_or_else(|| wrong("a tag has no end"))?;
        self.rest = behind;
        Ok(unescaped(text))
    }

    fn value(&mut self, tag: &str, depth: usize) -> Result<Value, SchemeMistake> {
        self.left = self.left.checked_sub(1).ok_or_else(|| wrong("it is too large"))?;
        let depth = depth.checked_sub(1).ok_or_else(|| wrong("it is nested too deep"))?;
        match tag {
            "dict" => self.table(depth),
            "array" => self.list(depth),
            "true/" | "false/" | "string/" | "dict/" | "array/" | "true /" | "false /" | "string /" => {
                Ok(Value::Text(String::new()))
            }
            "string" | "integer" | "real" | "date" | "data" => self.text(tag).map(Value::Text),
            other => Err(wrong(&format!("`{other}` is unknown"))),
        }
    }

    fn list(&mut self, depth: usize) -> Result<Value, SchemeMistake> {
        let mut items = Vec::new();
        loop {
            match self.tag()? {
                "/array" => return Ok(Value::List(items)),
                tag => items.push(self.value(tag, depth)?),
            }
        }
    }

    fn table(&mut self, depth: usize) -> Result<Value, SchemeMistake> {
        let mut entries = Vec::new();
        loop {
            match self.tag()? {
                "/dict" => return Ok(Value::Table(entries)),
                "key" => {
                    let key = self.text("key")?;
                    let tag = self.tag()?;
                    entries.push((key, self.value(tag, depth)?));
                }
                other => return Err(wrong(&format!("`{other}` stands where a key should"))),
            }
        }
    }
}

fn wrong(what: &str) -> SchemeMistake {
    SchemeMistake::Plist(crate::core::text::one_line(what, 120))
}

fn unescaped(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&apos;", "'").replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::style::Modifier;

    const THEME: &str = r##"<?xml version="1.0"?>
<!DOCTYPE plist PUBLIC "x" "y">
<plist version="1.0"><!-- a comment <dict> --><dict>
 <key>name</key><string>Mine</string>
 <key>settings</key><array>
  <dict><key>settings</key><dict>
    <key>background</key><string>#fafafa</string><key>foreground</key><string>#222222</string>
  </dict></dict>
  <dict><key>scope</key><string>comment, punctuation.definition.comment</string>
    <key>settings</key><dict><key>foreground</key><string>#008000</string><key>fontStyle</key><string>italic</string></dict></dict>
  <dict><key>scope</key><string>keyword</string><key>settings</key><dict><key>foreground</key><string>#0000ff</string></dict></dict>
  <dict><key>scope</key><string>keyword.operator</string><key>settings</key><dict><key>foreground</key><string>#111111</string></dict></dict>
 </array></dict></plist>"##;

    #[test]
    fn a_theme_of_textmate_gives_our_tones_its_colours() {
        let scheme = Scheme::parse_tm_theme("mine", THEME).unwrap();
        assert_eq!((scheme.ground, scheme.background), (Background::Light, Rgb(250, 250, 250)));
        assert_eq!(scheme.tone(Tone::Comment), Pen { colour: Rgb(0, 128, 0), set: Modifier::ITALIC, number: None });
        assert_eq!(scheme.tone(Tone::Keyword).colour, Rgb(0, 0, 255));
        assert_eq!(scheme.tone(Tone::Operator).colour, Rgb(17, 17, 17));
        assert_eq!(scheme.tone(Tone::String).colour, Rgb(34, 34, 34));
    }

    #[test]
    fn what_is_no_theme_is_refused_in_words() {
        for text in
            ["", "hello", "<plist>", "<plist><dict></dict>", "<plist><array></array>", "<dict><key>a", "<dict><x/>"]
        {
            assert!(
                matches!(Scheme::parse_tm_theme("x", text), Err(SchemeError { mistake: SchemeMistake::Plist(_), .. })),
                "{text}"
            );
        }
        let deep = format!("<plist><dict><key>settings</key>{}", "<array>".repeat(1000));
        assert!(Scheme::parse_tm_theme("x", &deep).unwrap_err().to_string().contains("deep"));
        let torn = THEME.replace("<key>scope</key>", "<oops>");
        let said = Scheme::parse_tm_theme("x", &torn).unwrap_err().to_string();
        assert!(said.starts_with("line 9: ") && said.contains("`oops` stands where a key should"), "{said}");
        for end in 0..THEME.len() {
            let _ = THEME.get(..end).map(|text| Scheme::parse_tm_theme("x", text));
        }
    }
}
