//! The themes there are, and which one is worn: by the terminal's ground, or as the person chose.

use std::sync::Arc;

use super::{Background, Depth, Scheme, Theme};

/// What is worn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Choice {
    /// `dark` or `light`, by the terminal's ground.
    Auto,
    /// No colours at all.
    Plain,
    /// The theme of that name.
    Named(String),
}

impl Choice {
    /// Reads `auto`, `plain`, or a name.
    pub fn parse(word: &str) -> Self {
        match word {
            "auto" | "" => Self::Auto,
            "plain" => Self::Plain,
            name => Self::Named(name.to_owned()),
        }
    }
}

/// The themes, and the one in use.
#[derive(Debug, Clone)]
pub struct Wardrobe {
    schemes: Arc<Vec<Scheme>>,
    choice: Choice,
    terminal: Background,
    best: Depth,
    now: Theme,
}

impl Default for Wardrobe {
    /// The built-in themes, dark, in sixteen colours: until the terminal is known.
    fn default() -> Self {
        Self::new(Scheme::built_in(), Choice::Auto, (Depth::Ansi, Background::Dark))
    }
}

impl Wardrobe {
    /// These themes on a terminal of that depth and ground.
    pub fn new(schemes: Vec<Scheme>, choice: Choice, (best, terminal): (Depth, Background)) -> Self {
        let schemes = Arc::new(schemes);
        let now = worn(&schemes, &choice, (best, terminal));
        Self { schemes, choice, terminal, best, now }
    }

    /// Themes of the person's own join the built-in ones; one of the same name takes the place of ours.
    pub fn own(&mut self, own: Vec<Scheme>) {
        let ours = self.schemes.iter().filter(|scheme| own.iter().all(|own| own.name != scheme.name));
        self.schemes = Arc::new(ours.cloned().chain(own.iter().cloned()).collect());
    }

    /// The theme in use.
    pub fn now(&self) -> &Theme {
        &self.now
    }

    /// The most colours there can be.
    pub fn best(&self) -> Depth {
        self.best
    }

    /// The terminal's depth and ground became known.
    pub fn fit(&mut self, best: Depth, terminal: Background) {
        (self.best, self.terminal) = (best, terminal);
        self.wear(self.choice.clone());
    }

    /// The terminal's ground became known.
    pub fn on(&mut self, terminal: Background) {
        self.fit(self.best, terminal);
    }

    /// Takes another theme.
    pub fn wear(&mut self, choice: Choice) {
        self.now = worn(&self.schemes, &choice, (self.best, self.terminal));
        self.choice = choice;
    }

    /// Names in the order of the key `t`: every theme, then none. Without colours there is only that.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let all = self.schemes.iter().filter(|_| self.best != Depth::Mono);
        all.map(|scheme| scheme.name.as_str()).chain(["plain"])
    }

    /// The next theme.
    pub fn next(&mut self) {
        let names: Vec<&str> = self.names().collect();
        let at = names.iter().position(|name| *name == self.now.name());
        let next = at.map_or(0, |at| (at + 1) % names.len().max(1));
        let choice = names.get(next).map_or(Choice::Auto, |name| Choice::parse(name));
        self.wear(choice);
    }
}

fn worn(schemes: &[Scheme], choice: &Choice, (best, terminal): (Depth, Background)) -> Theme {
    let usual = || schemes.iter().find(|scheme| scheme.ground == terminal).or(schemes.first());
    let named = |name: &String| schemes.iter().find(|scheme| scheme.name == *name);
    let scheme = match choice {
        Choice::Auto | Choice::Plain => usual(),
        Choice::Named(name) => named(name).or_else(usual),
    };
    let depth = if *choice == Choice::Plain { Depth::Mono } else { best };
    match scheme {
        Some(scheme) => Theme::new(scheme, terminal, depth),
        None => Theme::new(&Scheme::plain(terminal), terminal, depth),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ground_decides_until_the_person_does() {
        let mut all = Wardrobe::new(Scheme::built_in(), Choice::Auto, (Depth::True, Background::Dark));
        assert_eq!(all.now().name(), "dark");
        all.on(Background::Light);
        assert_eq!(all.now().name(), "light");
        all.wear(Choice::Named("dark".to_owned()));
        all.on(Background::Light);
        assert_eq!(all.now().name(), "dark");
    }

    #[test]
    fn the_key_goes_through_all_and_round() {
        let mut all = Wardrobe::new(Scheme::built_in(), Choice::Auto, (Depth::Indexed, Background::Dark));
        let mut names = Vec::new();
        for _ in 0..5 {
            all.next();
            names.push(all.now().name().to_owned());
        }
        assert_eq!(names, ["light", "contrast-dark", "contrast-light", "plain", "dark"]);
    }

    #[test]
    fn without_colours_there_is_one_theme() {
        let mut all = Wardrobe::new(Scheme::built_in(), Choice::Auto, (Depth::Mono, Background::Dark));
        all.next();
        assert_eq!(all.now().name(), "plain");
    }
}
