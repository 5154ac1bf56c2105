//! One entry of an answer -> a candidate, with a note for each repair. Names of all shapes are read at once: deep's,
//! Soliton's, the plain ones of command-line agents. Called by `edge::report` and by `answer`.

use serde_json::{Map, Value};

use crate::core::model::{
    Actionability, BlastRadius, Candidate, CandidateId, Claim, ClaimedPlace, Kind, Lens, RepoPath, Severity, Side,
    TaskId, Vocabulary, Weight,
};

use super::{lines, numbers, paths, text::Texts};

/// Keys of a path.
const PATHS: &[&str] = &["file", "file_path", "filePath", "path", "filename", "file_name"];
/// Keys of a title.
const TITLES: &[&str] = &["title", "headline", "heading"];
/// Keys of the text itself.
const BODIES: &[&str] = &["body", "description", "summary", "message", "details", "comment", "explanation"];

/// Whether anything is said at all.
pub(crate) fn says_something(fields: &Map<String, Value>) -> bool {
    let has = |name: &&str| fields.get(*name).is_some_and(|value| !matches!(value, Value::Null));
    TITLES.iter().chain(BODIES).chain(&["issue_class", "evidence", "suggestion"]).any(has)
}

/// The severity word of an entry; '' when there is none.
pub(crate) fn severity_word(fields: &Map<String, Value>) -> &str {
    let is_label = |word: &&str| Severity::read(word, Vocabulary::Labels).is_some() || kind_word(word).is_some();
    let named = |name: &str| fields.get(name).and_then(Value::as_str).map(bare);
    // `label` is R3's own and more exact than `severity` beside it (FACTS 25).
    named("label").filter(is_label).or_else(|| named("severity")).or_else(|| named("priority")).unwrap_or("")
}

/// Whether an entry has deep's shape, in which `critical` is the highest level.
pub(crate) fn is_deep(fields: &Map<String, Value>) -> bool {
    const DEEP: &[&str] = &[
        "output_type",
        "issue_class",
        "file_path",
        "why_now",
        "confidence_local",
        "confidence_context",
        "blast_radius",
        "actionability",
        "suggested_fix",
    ];
    DEEP.iter().any(|name| fields.contains_key(*name))
}

/// `[P0]` -> `P0`.
fn bare(word: &str) -> &str {
    word.trim().trim_matches(['[', ']', '*', '`', '"'])
}

/// The candidate of an entry, and what had to be repaired.
pub(crate) fn candidate(
    fields: &Map<String, Value>,
    task: &TaskId,
    number: usize,
    vocabulary: Vocabulary,
) -> (Candidate, Vec<String>) {
    let mut texts = Texts::new(fields);
    let (severity, kind) = severity(fields, vocabulary, &mut texts.notes);
    let (confidence, note) = numbers::confidence(fields);
    texts.notes.extend(note);
    let place = place(&mut texts);
    let lens = lens(&texts.first(&["lens", "category", "pass"]));
    let claim = claim(&mut texts, kind);
    let weight = Weight {
        severity,
        confidence,
        actionability: word(fields, "actionability")
            .and_then(|w| Actionability::parse(&w))
            .unwrap_or(Actionability::Medium),
        blast_radius: radius(fields),
    };
    let id = CandidateId::new(format!("{task}-c{number}"));
    (Candidate { id, task: task.clone(), hotspot: None, lens, claim, place, weight }, texts.notes)
}

fn word(fields: &Map<String, Value>, name: &str) -> Option<String> {
    fields.get(name).and_then(Value::as_str).map(|text| text.trim().to_owned())
}

fn radius(fields: &Map<String, Value>) -> BlastRadius {
    let given = word(fields, "blast_radius").or_else(|| word(fields, "blastRadius"));
    given.and_then(|word| BlastRadius::parse(&word.replace(['_', ' '], "-"))).unwrap_or(BlastRadius::Module)
}

/// Severity and kind. No severity, or one that nobody knows, counts as major and is told.
fn severity(fields: &Map<String, Value>, vocabulary: Vocabulary, notes: &mut Vec<String>) -> (Severity, Kind) {
    let said = severity_word(fields);
    let stated =
        ["kind", "output_type", "outputType", "type"].iter().find_map(|n| word(fields, n).and_then(|w| kind_word(&w)));
    let kind =
        stated.filter(|kind| *kind != Kind::Finding).or_else(|| kind_word(said)).or(stated).unwrap_or(Kind::Finding);
    if let Some(severity) = Severity::read(said, vocabulary).or_else(|| by_number(fields.get("severity"))) {
        return (severity, kind);
    }
    if kind_word(said).is_some_and(|kind| kind != Kind::Finding)
        || fields.get("severity").and_then(Value::as_u64) == Some(0)
    {
        return (Severity::Nitpick, if kind == Kind::Finding { Kind::Note } else { kind });
    }
    match fields.get("severity") {
        None | Some(Value::Null) if said.is_empty() && matches!(kind, Kind::Finding | Kind::Question) => {
            notes.push("it has no severity and counts as major".to_owned());
        }
        None | Some(Value::Null) => return (Severity::Nitpick, kind),
        Some(other) => {
            let shown = crate::core::text::one_line(&numbers::as_json(other), 40);
            notes.push(format!("its severity {shown} is not known and counts as major"));
        }
    }
    (Severity::Major, kind)
}

/// R3's weights: 1 nitpick to 5 blocker.
fn by_number(value: Option<&Value>) -> Option<Severity> {
    let number = value?.as_u64()?;
    Severity::ALL.into_iter().find(|severity| u64::from(severity.weight()) == number)
}

fn kind_word(word: &str) -> Option<Kind> {
    let kind: Kind = word.to_ascii_lowercase().parse().ok()?;
    // A comment is a person's own word at the gate.
    (kind != Kind::Comment).then_some(kind)
}

/// Lens, Soliton's category, or a pass; what is unknown is correctness (FACTS 25, the other way round).
fn lens(word: &str) -> Lens {
    let word = word.trim().to_lowercase().replace(['_', ' '], "-");
    Lens::parse(&word).unwrap_or(match word.as_str() {
        "testing" | "tests" | "test-quality" => Lens::TestGap,
        "consistency" | "conventions" | "style" | "conventions-maintainability" => Lens::Maintainability,
        "cross-file-impact" | "architecture" | "correctness-contracts" | "api" => Lens::ApiContract,
        "security-performance" => Lens::Security,
        "performance-resources" => Lens::Performance,
        "documentation" | "docs" => Lens::DocsQuality,
        "concurrency" => Lens::ConcurrencyLifecycle,
        _ => Lens::Correctness,
    })
}

fn place(texts: &mut Texts<'_>) -> Option<ClaimedPlace> {
    let (mut found, note) = lines::lines(texts.fields);
    texts.notes.extend(note);
    let given = texts.first(PATHS);
    let written = paths::read(&given);
    if let (None, Some(range)) = (found, written.lines) {
        texts.notes.push(format!("its line {} was taken from its path", range.start()));
        found = Some(range);
    }
    let path = written.path;
    if path.contains('\u{fffd}') && texts.fields.values().any(|v| v.as_str().is_some_and(|s| s.contains('\0'))) {
        texts.notes.push("its path holds a NUL and is none".to_owned());
        return None;
    }
    let side = ["side", "diff_side"].iter().find_map(|name| texts.fields.get(*name)?.as_str()).and_then(side);
    let symbol = Some(texts.first(&["symbol", "function", "primary_symbol"])).filter(|text| !text.is_empty());
    (!path.is_empty()).then(|| ClaimedPlace { path: RepoPath::new(path.as_bytes()), symbol, side, lines: found })
}

fn side(word: &str) -> Option<Side> {
    match word.trim().to_lowercase().as_str() {
        "right" | "new" | "after" | "head" | "added" | "addition" => Some(Side::Right),
        "left" | "old" | "before" | "base" | "removed" | "deletion" => Some(Side::Left),
        _ => None,
    }
}

fn claim(texts: &mut Texts<'_>, kind: Kind) -> Claim {
    let (title, summary) = texts.title_and_body(TITLES, BODIES);
    let issue_class = texts.line(&["issue_class", "issueClass", "rule_id", "ruleId", "rule"], 100);
    let title = if title.is_empty() && !issue_class.is_empty() { issue_class.clone() } else { title };
    let references = texts.first(&["references"]);
    let evidence = texts.first(&["evidence", "existing_code", "existingCode", "code"]);
    let evidence = [evidence, references].into_iter().filter(|t| !t.is_empty()).collect::<Vec<_>>().join("\n");
    Claim {
        kind,
        issue_class,
        title: if title.is_empty() { "(without a title)".to_owned() } else { title },
        summary,
        evidence,
        why_now: texts.first(&["why_now", "whyNow"]),
        suggested_fix: Some(texts.first(&["suggested_fix", "suggestedFix", "fix"])).filter(|text| !text.is_empty()),
        suggestion: texts.code(&["suggestion", "suggested_code", "suggestedCode", "replacement"]),
        invariant: texts.line(&["invariant"], 300),
        sink: texts.line(&["sink"], 300),
        depends_on_unseen: is_yes(texts.fields.get("depends_on_unseen").or(texts.fields.get("dependsOnUnseen"))),
    }
}

fn is_yes(value: Option<&Value>) -> bool {
    match value {
        Some(Value::Bool(value)) => *value,
        Some(Value::String(text)) => matches!(text.trim().to_lowercase().as_str(), "true" | "yes"),
        _ => false,
    }
}
