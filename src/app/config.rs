//! Settings of a run and the command `prr config`: finds the files and variables of all layers, hands their bytes to
//! `edge::config`. Not what they mean. Called by `cli`, and by a run before it starts and when its target is read.

use std::{
    ffi::OsString,
    fs::{self, File, OpenOptions},
    io::{self, Read, Write},
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
};

use crate::{
    core::model::{Failure, FailureKind, ReportForm, Request},
    edge::{
        config::{self, DEFAULT_FILE, Given, LARGEST, Layer, Mistake, Reading, Said},
        intake::{self, Around, SettingsBase, SettingsFile, SettingsFiles, TrackedSettings},
    },
};

use super::{dress, failure, keymap};

/// Where settings are looked for.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    /// The repository, `--base`, and the environment for git.
    pub intake: intake::Options,
    /// The person's file; `None` when the system has no folder for it.
    pub user: Option<PathBuf>,
    /// Whether the person named it (`PRR_CONFIG`): then it must be there.
    pub is_named: bool,
    /// What variables and flags set.
    pub said: Vec<Said>,
}

impl Sources {
    /// As this process has them: `PRR_CONFIG` or the configuration folder, and the variables that set keys. Flags are
    /// added to `said`.
    pub fn of_process(intake: intake::Options) -> Self {
        let named = std::env::var_os("PRR_CONFIG").filter(|path| !path.is_empty()).map(PathBuf::from);
        let usual = || directories::BaseDirs::new().map(|dirs| dirs.config_dir().join("prr").join("config.toml"));
        let is_named = named.is_some();
        Self { intake, user: named.or_else(usual), is_named, said: variables(&|name| std::env::var_os(name)) }
    }
}

/// Settings of the command line that shape a review, and are recorded with it.
const OF_RUNS: [&str; 6] =
    ["review.strategy", "review.mode", "review.threshold", "review.agents", "review.skip", "sensitive_paths"];

/// Those that decide who looks at what: a run planned otherwise is another run. A threshold only hides findings.
const OF_PLANS: [&str; 5] = ["review.strategy", "review.mode", "review.agents", "review.skip", "sensitive_paths"];

/// What settings of a command line say of the plan: what is said twice counts as said last.
fn of_plans(said: &[(String, String)]) -> Vec<(&'static str, &str)> {
    let last = |key: &&'static str| {
        let value = said.iter().rev().find(|(known, _)| known == key).map(|(_, value)| value.as_str())?;
        Some((*key, value))
    };
    OF_PLANS.iter().filter_map(last).collect()
}

/// How the plan of a recorded run differs from what is said now, in words; `None` = it does not.
pub(super) fn planned_otherwise(recorded: &[(String, String)], now: &[(String, String)]) -> Option<String> {
    let (was, is) = (of_plans(recorded), of_plans(now));
    let words = |said: &[(&str, &str)]| match said.len() {
        0 => "no flags about who looks at what".to_owned(),
        _ => said.iter().map(|(key, value)| format!("{key} = {value}")).collect::<Vec<_>>().join(", "),
    };
    (was != is).then(|| {
        format!("the last run of this change was made with {}; this is a new one, with {}", words(&was), words(&is))
    })
}

impl Sources {
    /// What the command line says of those, as a run records it.
    pub fn said_of_runs(&self) -> Vec<(String, String)> {
        let ours = self.said.iter().filter(|said| said.layer == Layer::Flag && OF_RUNS.contains(&said.key));
        ours.map(|said| (said.key.to_owned(), said.value.clone())).collect()
    }

    /// The same with what a run had recorded, as if it were said again.
    pub fn as_in_run(&self, recorded: &[(String, String)]) -> Self {
        let again = recorded.iter().filter_map(|(key, value)| {
            let key = OF_RUNS.into_iter().find(|known| known == key)?;
            Some(Said { key, value: value.clone(), source: "the recorded run".to_owned(), layer: Layer::Flag })
        });
        let mut sources = self.clone();
        sources.said.extend(again);
        sources
    }
}

/// Variables that set keys (PRODUCT).
fn variables(get: &dyn Fn(&str) -> Option<OsString>) -> Vec<Said> {
    let text =
        |name: &str| get(name).map(|value| value.to_string_lossy().into_owned()).filter(|v| !v.trim().is_empty());
    let said = |key, name: &str, value| Said { key, value, source: name.to_owned(), layer: Layer::Environment };
    let mut all = Vec::new();
    if let Some(value) = text("PRR_MODEL") {
        all.extend(models(&value).into_iter().map(|(key, value)| said(key, "PRR_MODEL", value)));
    }
    for (name, key) in [("PRR_GITHUB_API_URL", "github.api_url"), ("PRR_STATE_DIR", "logbook.dir")] {
        all.extend(text(name).map(|value| said(key, name, value)));
    }
    all
}

/// `provider::model` for every tier, or `light=… medium=… heavy=…`.
fn models(text: &str) -> Vec<(&'static str, String)> {
    const TIERS: [(&str, &str); 3] =
        [("light=", "tiers.light"), ("medium=", "tiers.medium"), ("heavy=", "tiers.heavy")];
    let word = |word: &str| {
        let one = TIERS.iter().find_map(|(start, key)| Some(vec![(*key, word.strip_prefix(start)?.to_owned())]));
        one.unwrap_or_else(|| TIERS.iter().map(|(_, key)| (*key, word.to_owned())).collect())
    };
    text.split([' ', ',', '\t']).filter(|w| !w.is_empty()).flat_map(word).collect()
}

/// A file that was looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Looked {
    /// Its layer.
    pub layer: Layer,
    /// Where, as a person would write it.
    pub place: String,
    /// Whether it is there and counts.
    pub state: FileState,
}

/// Whether a file counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileState {
    /// It is there.
    There,
    /// It is not.
    Missing,
    /// It lies in the working tree and counts when it is part of a base.
    Ahead,
}

/// Settings, and where they were looked for.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// What is in force, and every mistake.
    pub reading: Reading,
    /// Every file that was looked for, weakest layer first.
    pub looked: Vec<Looked>,
    /// Mistakes in files that do not count yet.
    pub ahead: Vec<Mistake>,
}

/// What the person wrote, without any repository: enough before a target is read. The reading is to be refused by
/// [`refusal`].
pub fn own_config(sources: &Sources) -> Reading {
    config::read(&user_file(sources).into_iter().collect::<Vec<_>>(), &sources.said)
}

/// The side that the settings of a request are read from: never that of the change.
pub(super) fn base_of<'r>(
    request: &'r Request,
    told: Option<&'r TrackedSettings>,
    has_repository: bool,
) -> SettingsBase<'r> {
    match (request.base_sha.as_deref(), told) {
        (Some(revision), Some(files)) => {
            let place = if has_repository { Around::Clone } else { Around::Nowhere };
            SettingsBase::Told { files, revision, place }
        }
        (Some(revision), None) => SettingsBase::Revision(revision),
        (None, _) => SettingsBase::Head,
    }
}

/// All layers, the repository's from `base`.
///
/// # Errors
/// git cannot be asked, or the base does not exist.
pub fn config_of(sources: &Sources, base: SettingsBase<'_>) -> Result<Found, Failure> {
    let never = AtomicBool::new(false);
    let found = intake::settings_files(&sources.intake, base, LARGEST, &never);
    let found = found.map_err(|error| failure::of_intake(&error))?;
    let user = user_file(sources);
    let looked = looked(sources, &found, user.is_some());
    let ahead: Vec<Given> = found.ahead.into_iter().map(|file| given(file, ", not in force yet")).collect();
    let files: Vec<Given> = user.into_iter().chain(found.files.into_iter().map(|file| given(file, ""))).collect();
    let ahead = config::read(&ahead, &[]).mistakes;
    Ok(Found { reading: config::read(&files, &sources.said), looked, ahead })
}

/// What a review of the current branch would find, for `prr config`.
///
/// # Errors
/// git cannot be asked, or the base does not exist.
pub fn found_config(base: Option<String>) -> Result<Found, Failure> {
    let sources = Sources::of_process(intake::Options { base, ..intake::Options::default() });
    let mut found = config_of(&sources, SettingsBase::Branch)?;
    let (_, wrong) = keymap::of(&found.reading);
    let theme = dress::wrong_theme(&found.reading, &sources);
    found.reading.mistakes.extend(wrong.into_iter().chain(theme));
    Ok(found)
}

/// The failure of a run that must not start, with every mistake of what the person wrote.
pub fn refusal(reading: &Reading) -> Option<Failure> {
    let wrong: Vec<&Mistake> = reading.mistakes.iter().filter(|mistake| mistake.stops()).collect();
    let summary = match wrong.as_slice() {
        [] => return None,
        [_] => "There is a mistake in your settings.".to_owned(),
        more => format!("There are {} mistakes in your settings.", more.len()),
    };
    let mut failure = Failure::new(FailureKind::Usage, summary);
    failure.causes.extend(wrong.iter().map(|mistake| mistake.to_string()));
    Some(failure.hint("`prr config check` tells them all; `prr config path` says where the files are"))
}

/// The form of a headless result.
pub(super) fn report_form(reading: &Reading) -> ReportForm {
    let run = &reading.config.run;
    ReportForm { output: run.output.clone(), feedback: run.feedback }
}

/// Mistakes that stop nothing, as notes for a review.
pub fn config_notes(reading: &Reading) -> Vec<String> {
    reading.mistakes.iter().filter(|mistake| !mistake.stops()).map(|m| format!("settings: {m}")).collect()
}

/// Where the default file lies now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Written {
    /// It was written there.
    New(PathBuf),
    /// A file was there, and was left alone.
    There(PathBuf),
}

/// Writes the default file to the person's place, never over another.
///
/// # Errors
/// There is no such place, or it cannot be written.
pub fn init_config(sources: &Sources) -> Result<Written, Failure> {
    let Some(path) = &sources.user else {
        let failure = Failure::new(FailureKind::Usage, "This system names no folder for settings.");
        return Err(failure.hint("set PRR_CONFIG to the file you want"));
    };
    let write = || -> io::Result<bool> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        match OpenOptions::new().write(true).create_new(true).open(path) {
            Ok(mut file) => file.write_all(DEFAULT_FILE.as_bytes()).map(|()| true),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
            Err(error) => Err(error),
        }
    };
    match write() {
        Ok(true) => Ok(Written::New(path.clone())),
        Ok(false) => Ok(Written::There(path.clone())),
        Err(error) => {
            let failure = Failure::new(FailureKind::Usage, format!("{} cannot be written.", path.display()));
            Err(failure.because(error.to_string()).hint("set PRR_CONFIG to a file in a folder of yours"))
        }
    }
}

fn looked(sources: &Sources, found: &SettingsFiles, has_user: bool) -> Vec<Looked> {
    let state = |there: bool| if there { FileState::There } else { FileState::Missing };
    let user = sources.user.as_ref().map(|path| {
        let is_there = has_user && path.exists();
        Looked { layer: Layer::User, place: path.display().to_string(), state: state(is_there) }
    });
    let project = found.looked_for.iter().map(|path| {
        let of = |files: &[SettingsFile]| files.iter().find(|file| file.path == *path).map(|file| file.from.clone());
        let (from, state) = match (of(&found.files), of(&found.ahead)) {
            (Some(from), _) => (format!(" {from}"), FileState::There),
            (None, Some(from)) => (format!(" {from}"), FileState::Ahead),
            (None, None) => (String::new(), FileState::Missing),
        };
        Looked { layer: layer_of(path), place: format!("{path}{from}"), state }
    });
    user.into_iter().chain(project).collect()
}

fn layer_of(path: &str) -> Layer {
    match path {
        ".claude/soliton.local.md" => Layer::Soliton,
        ".opencode/review-config.yaml" => Layer::Opencode,
        _ => Layer::Repository,
    }
}

fn given(file: SettingsFile, more: &str) -> Given {
    let from = if file.from.starts_with("at ") { file.from } else { format!("{}{more}", file.from) };
    Given { layer: layer_of(file.path), name: format!("{} ({from})", file.path), content: file.content }
}

/// The person's file. One that was named must be there; the usual one need not.
fn user_file(sources: &Sources) -> Option<Given> {
    let path = sources.user.as_ref()?;
    let content = match read_file(path) {
        Ok(bytes) => Ok(bytes),
        Err(error) if error.kind() == io::ErrorKind::NotFound && !sources.is_named => return None,
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err("there is no such file".to_owned()),
        Err(error) => Err(error.to_string()),
    };
    Some(Given { layer: Layer::User, name: path.display().to_string(), content })
}

/// At most one byte more than a file of settings may have.
fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    if fs::metadata(path)?.is_dir() {
        return Err(io::Error::other("it is a directory"));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(LARGEST as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_model_is_for_every_tier_and_named_ones_for_theirs() {
        let of = |text: &str| variables(&|name| (name == "PRR_MODEL").then(|| text.into()));
        assert_eq!(
            of("a::b").iter().map(|said| said.key).collect::<Vec<_>>(),
            ["tiers.light", "tiers.medium", "tiers.heavy"]
        );
        let two = of("light=a::b heavy=cmd:x");
        let pairs: Vec<(&str, &str)> = two.iter().map(|said| (said.key, said.value.as_str())).collect();
        assert_eq!(pairs, [("tiers.light", "a::b"), ("tiers.heavy", "cmd:x")]);
        assert!(of(" ").is_empty());
    }
}
