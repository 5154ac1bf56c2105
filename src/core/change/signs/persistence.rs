//! persistence-schema-changed: tables, columns, constraints and the fields of stored records, wherever they are written
//! down: SQL, migrations, models. By lines: what people write stands on one.

use std::sync::LazyLock;

use regex::bytes::Regex;

use crate::core::{
    diff::lines,
    model::{Archetype, Evidence, FileClass, FileIx, Side},
};

use super::{super::units::changed, Scene, Signs, is_test};

/// Longer lines are looked at so far.
const LOOK: usize = 600;

/// Statements that change a schema, and the ways in which models declare what is stored.
static SCHEMA: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?-u)(?i:\b(?:create|alter|drop|rename)\s+(?:unique\s+|temp(?:orary)?\s+|materialized\s+)?(?:table|index|view|column|type|constraint|sequence)\b)",
        r"|(?i:\b(?:add|drop|alter|rename|modify)\s+(?:column|constraint|foreign|primary|unique|index)\b)",
        r"|(?:\bop\.(?:add|drop|alter|create|rename)_\w+\()",
        r"|(?:\b(?:add|remove|change|rename)_(?:column|index|reference|foreign_key|timestamps)\b|\b(?:create|drop)_(?:table|join_table)\b)",
        r"|(?:\bmigrations\.(?:Add|Alter|Remove|Rename|Create|Delete)\w+\()",
        r"|(?:\bmodels\.\w+(?:Field|Key)\()",
        r"|(?:\b(?:db\.)?(?:mapped_column|Column)\()",
        r"|(?:@(?:Column|JoinColumn|Id|Table|Entity|PrimaryColumn|PrimaryGeneratedColumn|ManyToOne|OneToMany|Index)\b)",
        r#"|(?:`[^`]*\b(?:gorm|db|bson):")"#,
        r"|(?:\bknex\.schema\b|\btable\.(?:string|integer|increments|boolean|timestamp|dropColumn|foreign)\()",
        r"|(?:\bt\.(?:string|integer|references|boolean|datetime|text|decimal|index)\s+:)",
    ))
    .ok()
});

pub(super) fn find(scene: &Scene<'_>, signs: &mut Signs<'_>) {
    for file in scene.diff.file_numbers() {
        let class = scene.class(file);
        if !matches!(class, FileClass::Source | FileClass::Config) {
            continue;
        }
        let found = lines_of(scene, file);
        let Some(map) = signs.files.get(file.0 as usize) else { continue };
        let mut told: Vec<(String, String, Evidence)> = Vec::new();
        for (side, number, text) in found {
            let unit = map.units.iter().find(|unit| holds(unit, side, number)).or_else(|| map.units.first());
            let Some(unit) = unit.filter(|unit| unit.detail.aside.is_none() && !is_test(class, &unit.symbol)) else {
                continue;
            };
            told.push((unit.symbol.clone(), text, Evidence { file, side, line: number }));
        }
        for (symbol, text, place) in told {
            signs.add((file, &symbol), Archetype::PersistenceSchemaChanged, &format!("`{text}`"), &[place]);
        }
    }
}

fn holds(unit: &crate::core::model::Unit, side: Side, number: u32) -> bool {
    // A unit with additions counts its lines on the right; its removals lie about there.
    (unit.lines.0 == side && unit.lines.1.contains(number))
        || (side == Side::Left && unit.removed > 0 && unit.lines.1.start() <= number.saturating_add(20))
}

/// Changed lines that say something about a schema and are not the same on both sides.
fn lines_of(scene: &Scene<'_>, file: FileIx) -> Vec<(Side, u32, String)> {
    let Some(schema) = SCHEMA.as_ref() else { return Vec::new() };
    let is_sql = matches!(super::super::Language::of(&scene.diff.path(file)), super::super::Language::Sql);
    let mut found: Vec<(Side, u32, String)> = Vec::new();
    for line in scene.diff.hunks_of(file).flat_map(|hunk| lines(scene.diff, hunk, 0)) {
        let Some((side, number)) = changed(&line) else { continue };
        let text = line.text.get(..LOOK).unwrap_or(line.text).trim_ascii();
        let is_comment = [&b"//"[..], b"#", b"--", b"*", b"/*"].iter().any(|mark| text.starts_with(mark));
        let column = is_sql && is_column(text);
        if !is_comment && (column || schema.is_match(text)) {
            let text = String::from_utf8_lossy(text).trim_end_matches(',').to_owned();
            found.push((side, number, text));
        }
    }
    let bare = |text: &str| super::super::parts::squeezed(text.as_bytes());
    let on = |side: Side| -> Vec<String> { found.iter().filter(|f| f.0 == side).map(|f| bare(&f.2)).collect() };
    let (left, right) = (on(Side::Left), on(Side::Right));
    found.retain(|(side, _, text)| !(if *side == Side::Left { &right } else { &left }).contains(&bare(text)));
    found
}

/// A column inside of a table's statement.
fn is_column(text: &[u8]) -> bool {
    let mut words = text.split(|b| b.is_ascii_whitespace()).filter(|w| !w.is_empty());
    let (Some(first), Some(second)) = (words.next(), words.next()) else { return false };
    let named = first.iter().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'"' | b'`'));
    let kind = second.split(|b| !b.is_ascii_alphanumeric()).next().unwrap_or(&[]).to_ascii_lowercase();
    let kinds: &[&[u8]] = &[
        b"int",
        b"integer",
        b"bigint",
        b"smallint",
        b"serial",
        b"bigserial",
        b"text",
        b"varchar",
        b"char",
        b"boolean",
        b"bool",
        b"timestamp",
        b"timestamptz",
        b"date",
        b"uuid",
        b"json",
        b"jsonb",
        b"numeric",
        b"decimal",
        b"real",
        b"double",
        b"float",
        b"blob",
        b"bytea",
    ];
    named && kinds.contains(&kind.as_slice())
}
