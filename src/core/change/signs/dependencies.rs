//! dependency-version-changed: a manifest names another version of something, something new, or something no longer. Pairs
//! are found by name; a line that only moved is none.

use crate::core::{
    diff::lines,
    model::{Archetype, Evidence, FileClass, FileIx, RepoPath, Side},
};

use super::{super::units::changed, Scene, Signs};

/// How a manifest writes its dependencies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// `name = "1"`, `name = { version = "1" }`.
    Toml,
    /// `"name": "^1"`.
    Json,
    /// `name==1`, `name>=1`.
    Requirements,
    /// `module v1`.
    Go,
    /// `gem 'name', '1'`, `implementation 'group:name:1'`, `pod 'x', '1'`.
    Quoted,
    /// `<version>1</version>`, `Include="x" Version="1"`.
    Xml,
    /// `FROM image:tag`.
    Image,
    /// `uses: owner/action@v1`.
    Action,
}

fn form_of(path: &RepoPath) -> Option<Form> {
    let name = String::from_utf8_lossy(path.file_name()).to_ascii_lowercase();
    let text = path.lossy();
    match name.as_str() {
        "cargo.toml" | "pyproject.toml" | "pipfile" | "gopkg.toml" => Some(Form::Toml),
        "package.json" | "composer.json" | "deno.json" => Some(Form::Json),
        "go.mod" => Some(Form::Go),
        "gemfile" | "podfile" | "build.gradle" | "build.gradle.kts" | "mix.exs" | "package.swift" => Some(Form::Quoted),
        "pom.xml" | "directory.packages.props" => Some(Form::Xml),
        "action.yml" | "action.yaml" => Some(Form::Action),
        _ if name.starts_with("requirements") && name.ends_with(".txt") => Some(Form::Requirements),
        _ if name.starts_with("dockerfile") || name.ends_with(".dockerfile") => Some(Form::Image),
        _ if name.ends_with(".csproj") || name.ends_with(".fsproj") => Some(Form::Xml),
        _ if name.ends_with(".gemspec") => Some(Form::Quoted),
        _ if text.starts_with(".github/workflows/") => Some(Form::Action),
        _ => None,
    }
}

pub(super) fn find(scene: &Scene<'_>, signs: &mut Signs<'_>) {
    for file in scene.diff.file_numbers() {
        if !matches!(scene.class(file), FileClass::Config | FileClass::Source | FileClass::Docs) {
            continue;
        }
        let Some(form) = form_of(&scene.diff.path(file)) else { continue };
        for (what, place) in changes(scene, file, form) {
            let unit = signs.files.get(file.0 as usize).and_then(|map| {
                let holds =
                    |unit: &&crate::core::model::Unit| unit.lines.0 == place.side && unit.lines.1.contains(place.line);
                map.units.iter().find(holds).or_else(|| map.units.first())
            });
            if let Some(symbol) = unit.map(|unit| unit.symbol.clone()) {
                signs.add((file, &symbol), Archetype::DependencyVersionChanged, &what, &[place]);
            }
        }
    }
}

/// Name, version, line.
type Named = Vec<(String, String, u32)>;

fn changes(scene: &Scene<'_>, file: FileIx, form: Form) -> Vec<(String, Evidence)> {
    let (mut gone, mut came): (Named, Named) = (Vec::new(), Vec::new());
    for hunk in scene.diff.hunks_of(file) {
        // The table that a line of TOML or JSON stands in, as far as the hunk shows it.
        let section = scene.diff.hunk(hunk).map_or(&[][..], |h| scene.diff.text.get(h.section));
        let (mut inside, mut table) = (about(form, section), table_of(form, section));
        for line in lines(scene.diff, hunk, 0) {
            if let Some(opened) = about(form, line.text) {
                (inside, table) = (Some(opened), table_of(form, line.text));
            }
            let Some((side, number)) = changed(&line) else { continue };
            let Some((name, version)) = read(form, line.text, inside, table.as_deref()) else { continue };
            if side == Side::Left { gone.push((name, version, number)) } else { came.push((name, version, number)) }
        }
    }
    let mut told = Vec::new();
    for (name, version, line) in &came {
        match gone.iter().find(|(old, ..)| old == name) {
            Some((_, old, _)) if old == version => {}
            Some((_, old, _)) => told.push((format!("{name} {old} -> {version}"), Side::Right, *line)),
            None => told.push((format!("{name} {version} is new"), Side::Right, *line)),
        }
    }
    let lost = gone.iter().filter(|(name, ..)| !came.iter().any(|(new, ..)| new == name));
    told.extend(lost.map(|(name, version, line)| (format!("{name} {version} is gone"), Side::Left, *line)));
    told.into_iter().map(|(what, side, line)| (what, Evidence { file, side, line })).collect()
}

/// Whether a line opens a table of dependencies, or another one.
fn about(form: Form, line: &[u8]) -> Option<bool> {
    let text = String::from_utf8_lossy(line.get(..200).unwrap_or(line)).trim().to_ascii_lowercase();
    let opens = match form {
        Form::Toml => text.starts_with('[') && text.ends_with(']') && !text.contains('"'),
        Form::Json => text.ends_with('{') && text.starts_with('"'),
        _ => false,
    };
    opens.then(|| text.contains("dependencies") || text.contains("packages") || text.contains("require"))
}

/// The dependency that has a table of its own: `[dependencies.serde]`.
fn table_of(form: Form, line: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(line.get(..200).unwrap_or(line)).trim().to_owned();
    let name = text.strip_prefix('[')?.strip_suffix(']')?.rsplit_once("dependencies.")?.1.to_owned();
    (form == Form::Toml).then(|| name.trim_matches('"').to_owned())
}

/// The dependency that a line names, with its version.
fn read(form: Form, line: &[u8], inside: Option<bool>, table: Option<&str>) -> Option<(String, String)> {
    let text = String::from_utf8_lossy(line.get(..400).unwrap_or(line)).into_owned();
    let text = text.trim();
    match table {
        // In its own table only the line of its version counts.
        Some(name) => {
            let (_, version) = text.starts_with("version").then(|| read_text(form, text, inside)).flatten()?;
            Some((name.to_owned(), version))
        }
        None => read_text(form, text, inside),
    }
}

fn read_text(form: Form, text: &str, inside: Option<bool>) -> Option<(String, String)> {
    if text.starts_with('#') || text.starts_with("//") {
        return None;
    }
    let pair = |name: &str, version: &str| {
        let name = name.trim().trim_matches(['"', '\'']).to_owned();
        let version = version.trim().trim_matches(['"', '\'', ',']).to_owned();
        (!name.is_empty() && is_version(&version)).then_some((name, version))
    };
    match form {
        Form::Toml => {
            let (name, value) = text.split_once('=')?;
            let listed = name.trim_start().starts_with('"');
            let given = match value.split_once("version") {
                Some((_, rest)) => rest.split('"').nth(1)?,
                None => value.split('"').nth(1)?,
            };
            let own = matches!(name.trim(), "version" | "edition" | "rust-version" | "requires-python" | "resolver");
            (inside == Some(true) || (inside.is_none() && !own && !listed)).then(|| pair(name, given)).flatten()
        }
        Form::Json => {
            let (name, value) = text.split_once(':')?;
            let own = matches!(name.trim().trim_matches('"'), "version" | "node" | "npm");
            let open = inside == Some(true) || (inside.is_none() && !own);
            open.then(|| pair(name, value.trim().trim_end_matches(','))).flatten()
        }
        Form::Requirements => {
            let (name, version) = text.split_at_checked(text.find(['=', '>', '<', '~', '!'])?)?;
            pair(name, version.trim_start_matches(['=', '>', '<', '~', '!']))
        }
        Form::Go => {
            let mut words = text.trim_start_matches("require ").split_whitespace();
            let (name, version) = (words.next()?, words.next()?);
            (version.starts_with('v') || name == "go").then(|| pair(name, version)).flatten()
        }
        Form::Quoted => {
            let parts: Vec<&str> = text.split(['"', '\'']).collect();
            let name = parts.get(1)?;
            match name.rsplit_once(':') {
                Some((name, version)) => pair(name, version),
                None => pair(name, parts.get(3)?),
            }
        }
        Form::Xml => {
            let value = |key: &str| text.split_once(key).and_then(|(_, rest)| rest.split(['"', '<']).next());
            match value("Include=\"") {
                Some(name) => pair(name, value("Version=\"")?),
                None => pair("version", value("<version>")?),
            }
        }
        Form::Image => {
            let image = text.strip_prefix("FROM ")?.split_whitespace().next()?;
            let (name, tag) = image.rsplit_once([':', '@']).unwrap_or((image, "latest"));
            Some((name.to_owned(), tag.to_owned()))
        }
        Form::Action => {
            let (_, action) = text.split_once("uses:")?;
            let (name, version) = action.split('#').next()?.trim().rsplit_once('@')?;
            Some((name.to_owned(), version.to_owned()))
        }
    }
}

/// Whether a text can be a version or a range of them.
fn is_version(text: &str) -> bool {
    let text = text.trim_start_matches(['^', '~', '=', '>', '<', '!', ' ', 'v', '*']);
    text.is_empty()
        || text.starts_with(|c: char| c.is_ascii_digit())
        || text.starts_with("workspace")
        || text == "latest"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_each_kind_of_manifest_names_its_dependency() {
        for (form, line, name, version) in [
            (Form::Toml, "serde = \"1.0\"", "serde", "1.0"),
            (Form::Toml, "tokio = { version = \"1.2\", features = [\"rt\"] }", "tokio", "1.2"),
            (Form::Json, "\"react\": \"^18.2.0\",", "react", "^18.2.0"),
            (Form::Requirements, "django>=4.2", "django", "4.2"),
            (Form::Go, "github.com/pkg/errors v0.9.1 // indirect", "github.com/pkg/errors", "v0.9.1"),
            (Form::Quoted, "gem 'rails', '~> 7.0'", "rails", "~> 7.0"),
            (Form::Quoted, "implementation 'com.google.guava:guava:31.1'", "com.google.guava:guava", "31.1"),
            (Form::Xml, "<PackageReference Include=\"Moq\" Version=\"4.1\" />", "Moq", "4.1"),
            (Form::Image, "FROM python:3.12-slim AS base", "python", "3.12-slim"),
            (Form::Action, "- uses: actions/checkout@v4", "actions/checkout", "v4"),
        ] {
            let found = read_text(form, line, Some(true));
            assert_eq!(found, Some((name.to_owned(), version.to_owned())), "{line}");
        }
        for (form, line) in [
            (Form::Toml, "version = \"0.2.0\""),
            (Form::Json, "\"version\": \"1.2.3\","),
            (Form::Json, "\"test\": \"jest\","),
            (Form::Requirements, "# django>=4"),
            (Form::Action, "- run: make"),
        ] {
            assert_eq!(read_text(form, line, None), None, "{line}");
        }
    }
}
