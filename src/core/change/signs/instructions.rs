//! docs-instructions-changed: steps and rules that people or models follow. Any change of an instruction file; of other
//! prose only steps, commands and rules, not sentences that describe.

use crate::core::{
    diff::lines,
    model::{Archetype, Evidence, FileClass, FileIx, RepoPath, Side},
};

use super::{
    super::{parts::has_word, units::changed},
    Scene, Signs,
};

/// Names of files that instruct models.
const INSTRUCTIONS: &[&str] =
    &["skill.md", "claude.md", "agents.md", "gemini.md", ".cursorrules", ".windsurfrules", "copilot-instructions.md"];

/// Names that are a record of what happened, not of what to do.
const RECORDS: &[&str] = &[
    "changelog",
    "changes",
    "history",
    "news",
    "authors",
    "license",
    "licence",
    "notice",
    "copying",
    "contributors",
    "thanks",
];

pub(super) fn find(scene: &Scene<'_>, signs: &mut Signs<'_>) {
    for file in scene.diff.file_numbers() {
        let path = scene.diff.path(file);
        let instructs = is_instruction(&path);
        let is_prose = scene.class(file) == FileClass::Docs;
        if !instructs && (!is_prose || is_record(&path)) {
            continue;
        }
        let found = lines_of(scene, file, instructs);
        let Some(map) = signs.files.get(file.0 as usize) else { continue };
        let unit_of = |side: Side, number: u32| {
            let holds = |unit: &&crate::core::model::Unit| unit.lines.0 == side && unit.lines.1.contains(number);
            map.units.iter().find(holds).or_else(|| map.units.first()).map(|unit| unit.symbol.clone())
        };
        let told: Vec<(String, String, Evidence)> = found
            .into_iter()
            .filter_map(|(side, number, text)| {
                Some((unit_of(side, number)?, text, Evidence { file, side, line: number }))
            })
            .collect();
        for (symbol, text, place) in told {
            signs.add((file, &symbol), Archetype::DocsInstructionsChanged, &format!("`{text}`"), &[place]);
        }
    }
}

/// Whether a file instructs models.
pub(super) fn is_instruction(path: &RepoPath) -> bool {
    let name = String::from_utf8_lossy(path.file_name()).to_ascii_lowercase();
    let folder = path.as_bytes().split(|b| *b == b'/').any(|part| part == b"prompts" || part == b"system-prompts");
    let written = [".md", ".txt", ".prompt", ".jinja", ".j2"].iter().any(|ending| name.ends_with(ending));
    INSTRUCTIONS.contains(&name.as_str()) || (folder && written) || name.ends_with(".prompt")
}

fn is_record(path: &RepoPath) -> bool {
    let name = String::from_utf8_lossy(path.file_name()).to_ascii_lowercase();
    RECORDS.iter().any(|word| name.starts_with(word))
}

/// Changed lines that tell what to do and stand on one side only.
fn lines_of(scene: &Scene<'_>, file: FileIx, instructs: bool) -> Vec<(Side, u32, String)> {
    let mut found: Vec<(Side, u32, String)> = Vec::new();
    for hunk in scene.diff.hunks_of(file) {
        let mut fenced = [false; 2];
        for line in lines(scene.diff, hunk, 0) {
            let text = line.text.trim_ascii();
            let mark = text.starts_with(b"```") || text.starts_with(b"~~~");
            for (nth, number) in [line.old, line.new].into_iter().enumerate() {
                if let Some(state) = fenced.get_mut(nth).filter(|_| mark && number.is_some()) {
                    *state = !*state;
                }
            }
            let Some((side, number)) = changed(&line) else { continue };
            let in_fence = fenced.get(usize::from(side == Side::Right)).copied().unwrap_or(false);
            if !text.is_empty() && !mark && (instructs || in_fence || tells(text)) {
                found.push((side, number, String::from_utf8_lossy(text.get(..200).unwrap_or(text)).into_owned()));
            }
        }
    }
    let words = |text: &str| -> String { text.chars().filter(|c| c.is_alphanumeric()).collect() };
    let on = |side: Side| -> Vec<String> { found.iter().filter(|f| f.0 == side).map(|f| words(&f.2)).collect() };
    let (left, right) = (on(Side::Left), on(Side::Right));
    found.retain(|(side, _, text)| !(if *side == Side::Left { &right } else { &left }).contains(&words(text)));
    found
}

/// A step of a list, a command, a rule.
fn tells(text: &[u8]) -> bool {
    let digits = text.iter().take_while(|b| b.is_ascii_digit()).count();
    let is_step = digits > 0 && text.get(digits).is_some_and(|b| matches!(b, b'.' | b')'));
    let is_command = text.starts_with(b"$ ") || text.starts_with(b"> ");
    let upper = |word: &str| memchr::memmem::find(text, word.as_bytes()).is_some();
    is_step
        || is_command
        || upper("MUST")
        || upper("NEVER")
        || has_word(text, &["must", "never", "always", "required", "warning"])
}
