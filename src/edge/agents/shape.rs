//! The form that a model is held to where its provider can do that: a JSON schema of the answer. An object, since some
//! providers take no other root. Not here: reading answers (`edge::claims`), what is asked in words (core::brief).
//! Called by `api`.

use serde_json::{Value, json};

/// What an answer holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Findings.
    Findings,
    /// An overview, what is good about the change, and perhaps findings.
    Overview,
    /// What it thinks of the findings of others.
    Verdicts,
}

impl Shape {
    /// Every shape.
    pub const ALL: [Self; 3] = [Self::Findings, Self::Overview, Self::Verdicts];

    /// Its name in the request.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Findings => "findings",
            Self::Overview => "overview",
            Self::Verdicts => "verdicts",
        }
    }

    /// Its schema. Every field is wanted, and those that may be empty may be null: a provider that takes schemas at their
    /// word wants it so. No ranges: not every provider knows them.
    pub fn schema(self) -> Value {
        let findings = json!({"type": "array", "items": finding()});
        match self {
            Self::Findings => object(&json!({"findings": findings})),
            Self::Overview => object(&json!({
                "overview": {"type": "string"},
                "strengths": {"type": "array", "items": {"type": "string"}},
                "findings": findings,
            })),
            Self::Verdicts => object(&json!({"verdicts": {"type": "array", "items": verdict()}})),
        }
    }
}

fn verdict() -> Value {
    let (text, perhaps) = (json!({"type": "string"}), json!({"type": ["string", "null"]}));
    object(&json!({
        "id": text,
        "verdict": text,
        "reason": text,
        "severity": perhaps,
        "mitigation": perhaps,
        "matched_comment_ref": perhaps,
    }))
}

fn finding() -> Value {
    let (text, number, whole) = (json!({"type": "string"}), json!({"type": "number"}), json!({"type": "integer"}));
    let perhaps = json!({"type": ["string", "null"]});
    let one_of = |words: &[&str]| json!({"type": "string", "enum": words});
    object(&json!({
        "output_type": one_of(&["finding", "question"]),
        "issue_class": text,
        "title": text,
        "summary": text,
        "evidence": text,
        "why_now": text,
        "file_path": text,
        "line_start": whole,
        "line_end": whole,
        "side": one_of(&["RIGHT", "LEFT"]),
        "severity": one_of(&["critical", "high", "medium", "low", "info"]),
        "confidence_local": number,
        "confidence_context": number,
        "actionability": one_of(&["high", "medium", "low"]),
        "blast_radius": one_of(&["local", "module", "service", "public-contract"]),
        "invariant": text,
        "sink": text,
        "depends_on_unseen": {"type": "boolean"},
        "existing_code": perhaps,
        "suggestion": perhaps,
    }))
}

/// An object with exactly these fields.
fn object(properties: &Value) -> Value {
    let names: Vec<&String> = properties.as_object().into_iter().flat_map(|fields| fields.keys()).collect();
    json!({"type": "object", "properties": properties, "required": names, "additionalProperties": false})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_object_names_all_its_fields_and_allows_no_other() {
        fn check(value: &Value) {
            if value["type"] == "object" {
                let fields = value["properties"].as_object().unwrap();
                assert_eq!(value["required"].as_array().unwrap().len(), fields.len());
                assert_eq!(value["additionalProperties"], false);
                fields.values().for_each(check);
            }
            if value["type"] == "array" {
                check(&value["items"]);
            }
        }
        for shape in Shape::ALL {
            let schema = shape.schema();
            check(&schema);
            let (list, field) = if shape == Shape::Verdicts { ("verdicts", "id") } else { ("findings", "title") };
            assert!(schema["properties"][list]["items"]["properties"][field].is_object(), "{}", shape.as_str());
        }
    }
}
