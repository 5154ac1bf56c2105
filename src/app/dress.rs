//! What the screen wears: theme, depth, layout, mouse and keys as the person chose them, and themes of their own, read from the folder
//! `themes` beside their settings or from a file they name. Not what a theme holds (`ui`). Called by the driver at start
//! for the chosen theme, and by the runner for the others.

use std::{
    fs::{self, File},
    io::{self, Read},
    path::{Path, PathBuf},
};

use crate::{
    core::{
        model::{Failure, FailureKind, UiSettings},
        text,
    },
    edge::config::{Mistake, Reading, Weight},
    ui::{Choice, Columns, Depth, Keymap, Preset, Scheme},
};

use super::{
    config::{Sources, own_config},
    keymap,
};

/// Bytes of a theme that are read.
const LARGEST: u64 = 1 << 20;

/// Themes of a folder that are read.
const MOST: usize = 64;

/// What the person chose.
#[derive(Debug, Clone)]
pub(super) struct Dress {
    /// The depth, when it is not the terminal's.
    pub depth: Option<Depth>,
    /// The theme.
    pub choice: Choice,
    /// The theme itself, when it is one of theirs.
    pub own: Option<Scheme>,
    /// Why the chosen theme cannot be worn.
    pub trouble: Option<Failure>,
    /// The layout.
    pub columns: Columns,
    /// Whether the mouse is listened to.
    pub mouse: bool,
    /// Whether nothing moves by itself.
    pub is_calm: bool,
    /// The keys.
    pub keymap: Keymap,
    /// Why some of them are not as the person wrote them.
    pub wrong_keys: Option<Failure>,
}

impl Dress {
    /// As the person's settings have it. A mistake in them is told elsewhere.
    pub fn of(sources: &Sources) -> Self {
        let reading = own_config(sources);
        let (keymap, mistakes) = keymap::of(&reading);
        let wrong_keys = keymap::trouble(&mistakes);
        Self { keymap, wrong_keys, ..Self::chosen(&reading.config.ui, sources) }
    }

    fn chosen(settings: &UiSettings, sources: &Sources) -> Self {
        let depth = Depth::parse(&settings.depth);
        let choice = Choice::parse(&settings.theme);
        let columns = Columns::parse(&settings.layout).unwrap_or_default();
        let mouse = settings.mouse;
        let (keymap, wrong_keys) = (Keymap::of(Preset::Vim), None);
        let is_calm = settings.reduced_motion;
        let plain = Self {
            depth,
            choice: choice.clone(),
            own: None,
            trouble: None,
            columns,
            mouse,
            is_calm,
            keymap,
            wrong_keys,
        };
        let Choice::Named(name) = &choice else { return plain };
        let found = place_of(name, sources).map(|path| (read(&path), path));
        match found {
            Some((Ok(scheme), _)) => Self { choice: Choice::Named(scheme.name.clone()), own: Some(scheme), ..plain },
            None if Scheme::built_in().iter().any(|scheme| scheme.name == *name) => plain,
            Some((Err(why), path)) => {
                let words = format!("The theme {} cannot be used, {why}.", shown(&path));
                let hint = "correct it, or choose another theme with ui.theme; dark or light is worn meanwhile";
                Self {
                    choice: Choice::Auto,
                    trouble: Some(Failure::new(FailureKind::Usage, words).hint(hint)),
                    ..plain
                }
            }
            None => Self { choice: Choice::Auto, trouble: Some(missing(name, sources)), ..plain },
        }
    }
}

/// What is wrong with the chosen theme, for `prr config check`. Another one is worn: it stops nothing.
pub(super) fn wrong_theme(reading: &Reading, sources: &Sources) -> Option<Mistake> {
    let trouble = Dress::chosen(&reading.config.ui, sources).trouble?;
    let origin = reading.config.values.get("ui.theme")?.origin.clone();
    let remedy = "write one of them, or the name of a file there; dark or light is worn meanwhile".to_owned();
    let remedy = trouble.hints.first().cloned().unwrap_or(remedy);
    let what = trouble.summary.trim_end_matches('.').to_owned();
    Some(Mistake { origin, key: "ui.theme".to_owned(), what, remedy, weight: Weight::Warning })
}

/// Every theme of the person's folder that can be read, by name; what cannot be read is left out unless it is chosen.
pub(super) fn own_themes(sources: &Sources) -> Vec<Scheme> {
    let Some(entries) = folder(sources).and_then(|folder| fs::read_dir(folder).ok()) else { return Vec::new() };
    let mut paths: Vec<PathBuf> =
        entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|p| is_theme(p)).collect();
    paths.sort();
    paths.truncate(MOST);
    paths.iter().filter_map(|path| read(path).ok()).collect()
}

/// The folder of the person's themes.
fn folder(sources: &Sources) -> Option<PathBuf> {
    Some(sources.user.as_deref()?.parent()?.join("themes"))
}

fn is_theme(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "toml" || ending == "tmTheme")
}

/// The file of a theme: a path as it is written (`~` is the home folder), or a name in the folder.
fn place_of(name: &str, sources: &Sources) -> Option<PathBuf> {
    let folder = folder(sources);
    if name.contains('/') {
        let home = name.strip_prefix("~/").and_then(|rest| Some(directories::BaseDirs::new()?.home_dir().join(rest)));
        let beside = || folder.as_deref().and_then(Path::parent).map(|folder| folder.join(name));
        return home.or_else(beside).or_else(|| Some(PathBuf::from(name)));
    }
    let names = [name.to_owned(), format!("{name}.toml"), format!("{name}.tmTheme")];
    let paths = names.iter().filter_map(|name| Some(folder.as_ref()?.join(name)));
    paths.into_iter().find(|path| is_theme(path) && path.is_file())
}

fn read(path: &Path) -> Result<Scheme, String> {
    let open = || -> io::Result<String> {
        let file = File::open(path)?;
        let about = file.metadata()?;
        if !about.is_file() || about.len() > LARGEST {
            return Err(io::Error::other("it is no file, or larger than a megabyte"));
        }
        let mut text = String::new();
        file.take(LARGEST).read_to_string(&mut text)?;
        Ok(text)
    };
    let text = open().map_err(|error| text::one_line(&error.to_string(), 120))?;
    let name = path.file_stem().map_or_else(String::new, |name| text::one_line(&name.to_string_lossy(), 40));
    let is_toml = path.extension().is_some_and(|ending| ending == "toml");
    let scheme = if is_toml { Scheme::parse(&name, &text) } else { Scheme::parse_tm_theme(&name, &text) };
    scheme.map_err(|error| error.to_string())
}

fn missing(name: &str, sources: &Sources) -> Failure {
    let name = text::one_line(name, 60);
    let built_in: Vec<String> = Scheme::built_in().into_iter().map(|scheme| scheme.name).collect();
    let place = folder(sources).map_or_else(String::new, |folder| format!(" and no file in {}", shown(&folder)));
    let words = format!("`{name}` in ui.theme is no theme: there is auto, {}, plain{place}.", built_in.join(", "));
    Failure::new(FailureKind::Usage, words)
}

fn shown(path: &Path) -> String {
    text::one_line(&path.to_string_lossy(), 120)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sources(dir: &Path) -> Sources {
        Sources { user: Some(dir.join("config.toml")), ..Sources::default() }
    }

    fn chosen(theme: &str, dir: &Path) -> Dress {
        Dress::chosen(&UiSettings { theme: theme.to_owned(), ..UiSettings::default() }, &sources(dir))
    }

    #[test]
    fn a_theme_is_found_by_name_or_by_file() {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir(dir.path().join("themes")).unwrap();
        fs::write(dir.path().join("themes/mine.toml"), "[syntax]\ncomment = \"#aabbcc\"\n").unwrap();
        for name in ["mine", "mine.toml", "themes/mine.toml"] {
            let dress = chosen(name, dir.path());
            assert_eq!((dress.choice, dress.trouble.is_none()), (Choice::Named("mine".to_owned()), true), "{name}");
        }
        assert_eq!(own_themes(&sources(dir.path())).len(), 1);
        assert_eq!(chosen("contrast-dark", dir.path()).choice, Choice::Named("contrast-dark".to_owned()));
    }

    #[test]
    fn reduced_motion_makes_the_screen_calm() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("config.toml"), "ui.motion = \"reduced\"\n").unwrap();
        assert!(Dress::of(&sources(dir.path())).is_calm);
        fs::write(dir.path().join("config.toml"), "ui.mouse = true\n").unwrap();
        assert!(!Dress::of(&sources(dir.path())).is_calm);
    }

    #[test]
    fn what_cannot_be_worn_is_told_in_a_sentence_with_the_place() {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir(dir.path().join("themes")).unwrap();
        fs::write(dir.path().join("themes/bad.toml"), "[syntax]\nkeywurd = \"#aabbcc\"\n").unwrap();
        let said = |name: &str| chosen(name, dir.path()).trouble.unwrap().summary;
        let bad = said("bad");
        assert!(bad.contains("bad.toml") && bad.contains("line 2: `syntax.keywurd`"), "{bad}");
        assert!(bad.contains("perhaps `keyword`?"), "{bad}");
        assert!(said("nothing").contains("contrast-dark"), "{}", said("nothing"));
        assert_eq!(chosen("bad", dir.path()).choice, Choice::Auto);
    }
}
