//! What a line of a manifest asks for: a name and where it is taken from. A line at a time, with the section above it.
//! Not here: entries over several lines, other than those of Maven. Called by `dependencies`.

use super::Leaf;

/// Kinds of manifests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Manifest {
    Cargo,
    Npm,
    Python,
    Requirements,
    GoMod,
    Gemfile,
    Maven,
    Gradle,
}

impl Manifest {
    /// By a file's name, in lower case.
    pub fn of(name: &str) -> Option<Self> {
        Some(match name {
            "cargo.toml" => Self::Cargo,
            "package.json" => Self::Npm,
            "pyproject.toml" => Self::Python,
            "go.mod" => Self::GoMod,
            "gemfile" => Self::Gemfile,
            "pom.xml" => Self::Maven,
            "build.gradle" | "build.gradle.kts" => Self::Gradle,
            _ if name.starts_with("requirements") && (name.ends_with(".txt") || name.ends_with(".in")) => {
                Self::Requirements
            }
            _ => return None,
        })
    }
}

/// Where a dependency is taken from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Source {
    /// A version or a range of them, as written.
    Version(String),
    /// Whatever there is.
    Any(String),
    /// A repository; whether a revision or tag is named.
    Git(bool),
    /// A file at an address; whether over https.
    Address(bool),
    /// A place that only this machine has.
    OwnDisk,
    /// Nothing that is judged.
    Other,
}

/// One dependency.
#[derive(Debug, Clone)]
pub(super) struct Asked {
    pub at: usize,
    pub name: String,
    pub source: Source,
    /// Whether only tests and builds of the project need it.
    pub is_dev: bool,
    /// The heading above it: one name may stand under several.
    pub section: String,
}

/// All that a side asks for.
pub(super) fn asked(leaf: &Leaf<'_>, manifest: Manifest) -> Vec<Asked> {
    let mut made = Vec::new();
    let mut section = String::new();
    let mut artifact = String::new();
    for (at, row) in leaf.rows.iter().enumerate() {
        let text = row.text.trim();
        if row.is_head() {
            section = text.to_owned();
            continue;
        }
        let found = match manifest {
            Manifest::Cargo => cargo(text, &mut section),
            Manifest::Npm => npm(text, &mut section),
            Manifest::Python => python(text, &mut section),
            Manifest::Requirements => requirement(text).map(|(name, source)| (name, source, false)),
            Manifest::GoMod => go(text, &mut section),
            Manifest::Gemfile => gem(text),
            Manifest::Maven => maven(text, &mut artifact),
            Manifest::Gradle => gradle(text),
        };
        made.extend(found.map(|(name, source, is_dev)| Asked { at, name, source, is_dev, section: section.clone() }));
    }
    made
}

type Told = (String, Source, bool);

fn heading(text: &str, section: &mut String) -> bool {
    // The condition of a target table may hold a sign of equality.
    let is_open = !text.contains('=') || text.starts_with("[target.");
    let is_heading = text.starts_with('[') && text.trim_end_matches([' ', ']']).len() < text.len() && is_open;
    if is_heading {
        *section = text.trim_matches(['[', ']', ' ']).to_owned();
    }
    is_heading
}

/// The value of a key within an inline table.
fn within<'t>(table: &'t str, key: &str) -> Option<&'t str> {
    let at = table.match_indices(key).map(|(at, _)| at).find(|at| {
        let before = table.get(..*at).and_then(|text| text.chars().next_back());
        let behind = table.get(at + key.len()..).unwrap_or("").trim_start();
        before.is_none_or(|c| " {,".contains(c)) && behind.starts_with('=')
    })?;
    let value = table.get(at + key.len()..)?.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|c| *c == '"' || *c == '\'')?;
    value.get(1..)?.split(quote).next()
}

fn cargo(text: &str, section: &mut String) -> Option<Told> {
    if heading(text, section) || text.starts_with('#') {
        return None;
    }
    let (name, value) = text.split_once('=')?;
    let (name, value) = (name.trim(), value.trim());
    let list = section.ends_with("dependencies") && !section.starts_with("patch");
    // A table of one dependency: `[dependencies.name]`.
    let (own, key) = match section.split_once("dependencies.") {
        Some((_, own)) => (own.trim_matches('"'), name),
        None => ("", ""),
    };
    let is_dev = section.contains("dev-dependencies") || section.contains("build-dependencies");
    match key {
        "version" => return Some((own.to_owned(), version(text_of(value)), is_dev)),
        "path" => return Some((own.to_owned(), path(text_of(value)), is_dev)),
        _ if !list => return None,
        _ => {}
    }
    let source = if value.starts_with('{') {
        if within(value, "git").is_some() {
            Source::Git(within(value, "rev").or_else(|| within(value, "tag")).is_some())
        } else if let Some(place) = within(value, "path") {
            path(place)
        } else {
            within(value, "version").map_or(Source::Other, version)
        }
    } else {
        version(text_of(value))
    };
    let renamed = within(value, "package").filter(|_| value.starts_with('{')).unwrap_or(name);
    Some((renamed.trim_matches('"').to_owned(), source, is_dev))
}

fn text_of(value: &str) -> &str {
    match value.chars().next() {
        Some(quote @ ('"' | '\'')) => value.get(1..).and_then(|rest| rest.split(quote).next()).unwrap_or(""),
        _ => "",
    }
}

fn version(text: &str) -> Source {
    let text = text.trim();
    match text {
        "" => Source::Other,
        "*" | "latest" | "x" | "X" | "LATEST" | "RELEASE" | "+" | "latest.release" | "latest.integration" => {
            Source::Any(text.to_owned())
        }
        _ => Source::Version(text.to_owned()),
    }
}

fn path(place: &str) -> Source {
    let drive = place.as_bytes().get(1) == Some(&b':') && place.as_bytes().first().is_some_and(u8::is_ascii_alphabetic);
    if place.starts_with('/') || place.starts_with('~') || drive { Source::OwnDisk } else { Source::Other }
}

fn npm(text: &str, section: &mut String) -> Option<Told> {
    let body = text.trim_end_matches(',');
    let (key, value) = body.split_once(':')?;
    let key = key.trim().trim_matches('"');
    if value.trim().starts_with('{') {
        *section = key.to_owned();
        return None;
    }
    let known = ["dependencies", "devDependencies", "optionalDependencies"];
    // A hunk's heading is the nearest line above that looks like one: it may be that of the list.
    let list = known.iter().find(|list| *section == **list || section.contains(&format!("\"{list}\"")))?;
    let value = text_of(value.trim());
    let source = match value {
        _ if value.starts_with("file:") || value.starts_with("link:") => {
            path(value.split_once(':').map_or("", |(_, place)| place.trim_start_matches("//")))
        }
        _ if ["workspace:", "npm:", "catalog:", "patch:", "portal:"].iter().any(|p| value.starts_with(p)) => {
            Source::Other
        }
        _ if value.contains(".git#") || value.starts_with("git") || is_short(value) => Source::Git(is_fixed(value)),
        _ if value.starts_with("https://") || value.starts_with("http://") => {
            if value.ends_with(".git") {
                Source::Git(false)
            } else {
                Source::Address(value.starts_with("https"))
            }
        }
        _ => version(value),
    };
    Some((key.to_owned(), source, *list == "devDependencies"))
}

/// `owner/name`, with or without a revision.
fn is_short(value: &str) -> bool {
    let (place, _) = value.split_once('#').unwrap_or((value, ""));
    let mut parts = place.split('/');
    let word = |part: Option<&str>| {
        part.is_some_and(|p| !p.is_empty() && p.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b)))
    };
    word(parts.next()) && word(parts.next()) && parts.next().is_none() && !value.starts_with('.')
}

/// Whether an address of a repository names a commit or a tag.
fn is_fixed(value: &str) -> bool {
    let revision = value.split_once('#').map_or("", |(_, revision)| revision);
    !revision.is_empty() && !["main", "master", "HEAD", "develop", "dev", "trunk"].contains(&revision)
}

fn python(text: &str, section: &mut String) -> Option<Told> {
    if heading(text, section) || text.starts_with('#') {
        return None;
    }
    let is_dev = section.contains("dev")
        || section.contains("test")
        || section.contains("group.")
        || section.contains("build-system");
    if section.contains("poetry") && section.ends_with("dependencies") {
        let (name, value) = text.split_once('=')?;
        let value = value.trim();
        let source = if value.starts_with('{') {
            match (within(value, "git"), within(value, "path"), within(value, "url")) {
                (Some(_), ..) => Source::Git(within(value, "rev").or_else(|| within(value, "tag")).is_some()),
                (_, Some(place), _) => path(place),
                (.., Some(url)) => Source::Address(url.starts_with("https")),
                _ => within(value, "version").map_or(Source::Other, version),
            }
        } else {
            version(text_of(value))
        };
        return (name.trim() != "python").then(|| (name.trim().to_owned(), source, is_dev));
    }
    let item = text.trim_end_matches(',').trim();
    let quoted = item.len() > 2 && item.starts_with(['"', '\'']) && item.ends_with(['"', '\'']);
    if !quoted || !(section.starts_with("project") || section.is_empty()) {
        return None;
    }
    let (name, source) = requirement(item.trim_matches(['"', '\'']))?;
    // A list in a manifest of a library is bare on purpose.
    Some((name, if matches!(source, Source::Any(_)) { Source::Other } else { source }, is_dev))
}

/// A line of pip's own format.
fn requirement(text: &str) -> Option<(String, Source)> {
    let text = text.split(" #").next()?.trim();
    let edit = text.strip_prefix("-e ").or_else(|| text.strip_prefix("--editable ")).map(str::trim);
    let body = edit.unwrap_or(text);
    if body.is_empty() || body.starts_with(['#', '-']) {
        return None;
    }
    let (named, place) = body.split_once(" @ ").map_or(("", body), |(name, place)| (name.trim(), place.trim()));
    let of_address = || named.split('[').next().filter(|n| !n.is_empty()).unwrap_or(place).to_owned();
    if place.starts_with("git+") {
        let (_, behind) = place.rsplit_once('/')?;
        let revision = behind.split('#').next()?.split_once('@').map_or("", |(_, revision)| revision);
        let moves = revision.is_empty() || ["main", "master", "HEAD", "develop", "dev"].contains(&revision);
        return Some((of_address(), Source::Git(!moves)));
    }
    if place.starts_with("https://") || place.starts_with("http://") {
        let hashed = place.contains("#sha256=") || text.contains("--hash");
        return Some((of_address(), if hashed { Source::Other } else { Source::Address(place.starts_with("https")) }));
    }
    if place.starts_with("file://") || (edit.is_some() && place.starts_with('/')) {
        return Some((of_address(), Source::OwnDisk));
    }
    if edit.is_some() || place.starts_with(['.', '/']) {
        return None;
    }
    let end = body.find(|c: char| !(c.is_ascii_alphanumeric() || "-_.".contains(c))).unwrap_or(body.len());
    let (name, rest) = body.split_at_checked(end)?;
    let rest = rest.trim_start();
    let rest =
        if rest.starts_with('[') { rest.split_once(']').map_or("", |(_, rest)| rest.trim_start()) } else { rest };
    let rest = rest.split(';').next()?.trim();
    let known = rest.is_empty() || rest.starts_with(['=', '>', '<', '~', '!']);
    let source = if rest.is_empty() { Source::Any(String::new()) } else { Source::Version(rest.to_owned()) };
    (known && !name.is_empty()).then(|| (name.to_lowercase(), source))
}

fn go(text: &str, section: &mut String) -> Option<Told> {
    let words: Vec<&str> = text.split("//").next()?.split_whitespace().collect();
    if let [kind, "("] = words.as_slice() {
        (*kind).clone_into(section);
        return None;
    }
    if let Some(at) = words.iter().position(|word| *word == "=>") {
        let name = words.get(at.checked_sub(1)?).filter(|_| at <= 3)?;
        let source = words.get(at + 1).map_or(Source::Other, |place| path(place));
        return (words.first() == Some(&"replace") || section.starts_with("replace") || at == 1)
            .then(|| ((*name).to_owned(), source, false));
    }
    let (name, version) = match words.as_slice() {
        ["require", name, version] | [name, version] => (*name, *version),
        _ => return None,
    };
    let is_version = version.starts_with('v') && version.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
    let indirect = text.contains("// indirect");
    (name.contains('/') && is_version && !indirect).then(|| {
        let root = name.rsplit_once("/v").filter(|(_, n)| n.bytes().all(|b| b.is_ascii_digit()));
        (root.map_or(name, |(root, _)| root).to_owned(), Source::Version(version.to_owned()), false)
    })
}

fn gem(text: &str) -> Option<Told> {
    let rest = text.strip_prefix("gem ").or_else(|| text.strip_prefix("gem("))?;
    let name = text_of(rest.trim());
    let has = |key: &str| rest.contains(&format!("{key}:")) || rest.contains(&format!(":{key} =>"));
    let place = |key: &str| rest.split_once(&format!("{key}:")).map(|(_, value)| text_of(value.trim()));
    let source = if has("git") || has("github") || has("gitlab") {
        Source::Git(has("ref") || has("tag"))
    } else if has("path") {
        path(place("path").unwrap_or(""))
    } else {
        let second = rest.split(',').nth(1).map_or("", |value| text_of(value.trim()));
        let number = second.bytes().any(|b| b.is_ascii_digit());
        if number { Source::Version(second.to_owned()) } else { Source::Other }
    };
    (!name.is_empty()).then(|| (name.to_owned(), source, false))
}

fn maven(text: &str, artifact: &mut String) -> Option<Told> {
    let inner = |tag: &str| {
        text.strip_prefix(&format!("<{tag}>"))?.split_once(&format!("</{tag}>")).map(|(inner, _)| inner.trim())
    };
    if let Some(name) = inner("artifactId") {
        name.clone_into(artifact);
    }
    if text.starts_with("</dependency") || text.starts_with("</plugin") || text.starts_with("<parent") {
        artifact.clear();
    }
    let wanted = inner("version").filter(|value| !artifact.is_empty() && !value.contains('$'))?;
    Some((std::mem::take(artifact), version(wanted), false))
}

fn gradle(text: &str) -> Option<Told> {
    let kinds = [
        "implementation",
        "api",
        "compileOnly",
        "runtimeOnly",
        "testImplementation",
        "annotationProcessor",
        "kapt",
        "classpath",
        "compile",
    ];
    let end = text.find(|c: char| !c.is_ascii_alphanumeric())?;
    let (kind, rest) = text.split_at_checked(end)?;
    let quoted = text_of(rest.trim_start_matches([' ', '(']));
    let mut parts = quoted.split(':');
    let (group, name, wanted) = (parts.next()?, parts.next()?, parts.next()?);
    let source = if wanted.contains('$') { Source::Other } else { version(wanted) };
    kinds.contains(&kind).then(|| (format!("{group}:{name}"), source, kind.starts_with("test")))
}
