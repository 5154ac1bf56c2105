//! public-contract-changed: what others rely on is gone, has another head, or is exposed under another name; or a file
//! that is nothing but a contract (protocol buffers, GraphQL, OpenAPI) changed.

use crate::core::{
    diff::lines,
    model::{Archetype, Diff, Evidence, FileClass, FileIx, LineKind, Side, UnitChange},
};

use super::{
    super::{definition, language::Language, marks::What, units::changed},
    Scene, Signs, at, is_code, is_test,
};

/// What a unit says about its contract.
struct Said {
    file: FileIx,
    symbol: String,
    what: String,
    places: Vec<Evidence>,
}

pub(super) fn find(scene: &Scene<'_>, signs: &mut Signs<'_>) {
    let mut said: Vec<Said> = Vec::new();
    for (nth, map) in signs.files.iter().enumerate() {
        let file = FileIx(u32::try_from(nth).unwrap_or(u32::MAX));
        let class = scene.class(file);
        let by_file = is_contract_file(scene.diff, file);
        for (unit, compared) in map.units.iter().zip(&map.compared) {
            if !matches!(class, FileClass::Source | FileClass::Config) || is_test(class, &unit.symbol) {
                continue;
            }
            let first = Evidence { file, side: unit.lines.0, line: unit.lines.1.start() };
            let tell = |what: &str, places: Vec<Evidence>| Said {
                file,
                symbol: unit.symbol.clone(),
                what: what.to_owned(),
                places: if places.is_empty() { vec![first] } else { places },
            };
            let head: Vec<Evidence> =
                compared.head.iter().map(|(side, line)| Evidence { file, side: *side, line: *line }).collect();
            match unit.detail.change {
                _ if unit.detail.aside.is_some() => {}
                _ if by_file => said.push(tell("the file describes an interface", Vec::new())),
                Some(UnitChange::Removed) if compared.is_public => {
                    said.push(tell("it is gone", Vec::new()));
                }
                Some(UnitChange::Renamed | UnitChange::Moved) if compared.is_public && unit.lines.0 == Side::Left => {
                    let now = format!("it is now {}", unit.detail.before);
                    said.push(tell(&now, Vec::new()));
                }
                Some(UnitChange::Signature) if compared.is_public => said.push(tell("its head changed", head)),
                _ => {}
            }
        }
        said.extend(by_lines(scene, map, file));
    }
    for Said { file, symbol, what, places } in said {
        signs.add((file, &symbol), Archetype::PublicContractChanged, &what, &places);
    }
    for net in scene.nets.iter().filter(|net| is_code(scene, net)) {
        let gone: Vec<Evidence> = net.lost(What::Exposes).map(|mark| at(net.file, Side::Left, mark)).collect();
        let came: Vec<Evidence> = net.gained(What::Exposes).map(|mark| at(net.file, Side::Right, mark)).collect();
        // A new route breaks nobody.
        if let Some(first) = net.lost(What::Exposes).next() {
            let places: Vec<Evidence> = gone.into_iter().chain(came).collect();
            signs.add(
                (net.file, &net.symbol),
                Archetype::PublicContractChanged,
                &format!("`{}` changed", first.key),
                &places,
            );
        }
    }
}

/// Where syntax does not tell (hunks, insides of macros): a public definition whose line went and did not come back as it was.
fn by_lines(scene: &Scene<'_>, map: &super::FileMap, file: FileIx) -> Vec<Said> {
    let class = scene.class(file);
    if class != FileClass::Source || !map.units.iter().any(is_open) {
        return Vec::new();
    }
    let language = Language::of(&scene.diff.path(file));
    let mut gone: Vec<(String, String, u32)> = Vec::new();
    let mut came: Vec<(String, String)> = Vec::new();
    for line in scene.diff.hunks_of(file).flat_map(|hunk| lines(scene.diff, hunk, 0)) {
        let Some((side, number)) = changed(&line) else { continue };
        let Some(name) = is_public_line(language, line.text).then(|| definition(language, line.text)).flatten() else {
            continue;
        };
        let text = super::super::parts::squeezed(line.text);
        match side {
            Side::Left => gone.push((name, text, number)),
            Side::Right => came.push((name, text)),
        }
    }
    let lost = gone.into_iter().filter(|(name, text, _)| !came.iter().any(|(n, t)| n == name && t == text));
    lost.filter_map(|(name, _, number)| {
        let mut open = map.units.iter().filter(|unit| is_open(unit));
        let unit = open.find(|unit| unit.symbol == name || super::super::join::last(&unit.symbol) == name)?;
        let what = if came.iter().any(|(n, _)| *n == name) { "its head changed" } else { "it is gone" };
        let places = vec![Evidence { file, side: Side::Left, line: number }];
        (!is_test(class, &unit.symbol)).then(|| Said {
            file,
            symbol: unit.symbol.clone(),
            what: what.to_owned(),
            places,
        })
    })
    .collect()
}

/// Whether nothing is known of a unit by syntax.
fn is_open(unit: &crate::core::model::Unit) -> bool {
    unit.detail.change.is_none() && unit.detail.aside.is_none()
}

/// Whether a line begins something that others may rely on.
fn is_public_line(language: Language, text: &[u8]) -> bool {
    let line = text.trim_ascii_start();
    let starts = |word: &str| line.starts_with(word.as_bytes());
    match language {
        Language::Rust => starts("pub ") && !starts("pub(crate)"),
        Language::Script => starts("export "),
        Language::Jvm | Language::Swift | Language::Php => starts("public "),
        Language::Python => {
            let name = line.strip_prefix(b"async ").unwrap_or(line);
            let name = name.strip_prefix(b"def ").or_else(|| name.strip_prefix(b"class "));
            text.first().is_some_and(|b| !b.is_ascii_whitespace()) && name.is_some_and(|n| !n.starts_with(b"_"))
        }
        Language::Go => {
            let name = line.strip_prefix(b"func ").or_else(|| line.strip_prefix(b"type ")).unwrap_or(&[]);
            let name = if name.starts_with(b"(") { name.split(|b| *b == b')').nth(1).unwrap_or(&[]) } else { name };
            name.trim_ascii_start().first().is_some_and(u8::is_ascii_uppercase)
        }
        Language::C
        | Language::Ruby
        | Language::Shell
        | Language::Sql
        | Language::Markdown
        | Language::Sections
        | Language::Other => false,
    }
}

/// Whether a file is nothing but a contract.
fn is_contract_file(diff: &Diff, file: FileIx) -> bool {
    let path = diff.path(file);
    let name = path.file_name().to_ascii_lowercase();
    let ends = |ending: &str| name.ends_with(ending.as_bytes());
    let described = [&b"openapi"[..], b"swagger"].iter().any(|word| memchr::memmem::find(&name, word).is_some());
    let is_contract = ends(".proto")
        || ends(".graphql")
        || ends(".graphqls")
        || ends(".thrift")
        || ends(".avsc")
        || (described && (ends(".json") || ends(".yaml") || ends(".yml")));
    // Only what goes or changes breaks others.
    is_contract
        && diff.hunks_of(file).flat_map(|hunk| lines(diff, hunk, 0)).any(|line| {
            line.kind == LineKind::Removed
                && !line.text.trim_ascii().is_empty()
                && !line.text.trim_ascii().starts_with(b"//")
        })
}
