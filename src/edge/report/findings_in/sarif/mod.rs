//! SARIF 2.1 -> entries: every run, every result, each read by itself, so that one that is broken loses no other. Called
//! by `read`. Not here: rules (`run`), words (`message`), places (`place`), what prr wrote itself (`own`).

mod fix;
mod message;
mod own;
mod place;
mod run;

use serde_json::{Value, value::RawValue};

use super::{
    draft::{Draft, Entry, first, list, text},
    shape::Parts,
    tool::About,
};
use run::Run;

/// Results of a log that were counted and not read.
const SILENCED: &str = "suppressed by their tool";
const FINE: &str = "no problem by their tool's word (passed, not applicable, informational)";

/// The runs of a log; the refused value when they are no list.
pub(super) fn runs<'t>(parts: &Parts<'t>) -> Result<Vec<&'t RawValue>, &'t str> {
    let Some(runs) = parts.get("runs") else { return Ok(Vec::new()) };
    serde_json::from_str(runs.get()).map_err(|_| runs.get())
}

/// What is odd about a whole log.
pub(super) fn version_note(parts: &Parts<'_>) -> Option<String> {
    let version: Value = serde_json::from_str(parts.get("version")?.get()).ok()?;
    let version = version.as_str()?;
    (!version.starts_with("2.1"))
        .then(|| format!("its version is {}, and it was read as 2.1.0", crate::core::text::one_line(version, 20)))
}

/// Reads one run: every result is given to `on` with its JSON. Notes are about the run; `on` says when it is enough.
pub(super) fn run<'t>(
    raw: &'t RawValue,
    bases: &mut Vec<Vec<u8>>,
    on: &mut dyn FnMut(&'t str, Draft) -> bool,
) -> Vec<String> {
    let (run, results, mut notes) = match Run::read(raw) {
        Ok(read) => read,
        Err(why) => return vec![why],
    };
    for result in results {
        let draft = match serde_json::from_str::<Value>(result.get()) {
            Ok(Value::Object(_)) if result.get().len() > LARGEST => {
                Draft::LeftOut(format!("its {} bytes are more than one finding can have", result.get().len()))
            }
            Ok(value @ Value::Object(_)) => draft(&run, &value),
            Ok(_) => Draft::LeftOut("it is no object".to_owned()),
            Err(error) => Draft::LeftOut(format!("it cannot be read ({})", why(&error))),
        };
        if !on(result.get(), draft) {
            break;
        }
    }
    bases.extend(run.bases());
    notes.extend(run.notes());
    notes
}

/// The largest result, in bytes.
const LARGEST: usize = 8 << 20;

fn why(error: &serde_json::Error) -> String {
    error.to_string().split(" at line ").next().unwrap_or("").to_owned()
}

fn draft(run: &Run, result: &Value) -> Draft {
    if let Some(own) = own::of(run, result) {
        return own::draft(run, result, own);
    }
    if is_silenced(result) {
        return Draft::Passed(SILENCED);
    }
    let kind = text(result, "/kind");
    if matches!(kind, "pass" | "notApplicable" | "informational") {
        return Draft::Passed(FINE);
    }
    let rule = run.rule(result);
    let id = first([rule.id, text(result, "/ruleId"), text(result, "/rule/id")]);
    let words = message::words(run, &rule, result);
    let explained =
        first([rule.text("/fullDescription/text"), rule.text("/shortDescription/text"), rule.text("/help/text")]);
    if words.trim().is_empty() && explained.is_empty() && id.is_empty() {
        return Draft::LeftOut("it has neither a message nor a rule".to_owned());
    }
    let level = first([text(result, "/level"), rule.text("/defaultConfiguration/level"), "warning"]);
    let tags: Vec<&str> = list(rule.at("/properties/tags")).iter().filter_map(Value::as_str).collect();
    let score = rule.at("/properties/security-severity").and_then(number);
    let about = About { tool: run.tool(), id, tags: &tags, score };
    let mut entry = about.entry(&words, level, explained);
    if matches!(kind, "review" | "open") {
        // Its tool cannot tell whether it is a problem.
        entry.fields.insert("kind".to_owned(), "question".into());
    }
    entry.say("references", first([rule.text("/helpUri"), text(result, "/hostedViewerUri")]));
    place::locate(run, result, &mut entry);
    fix::propose(run, result, &mut entry);
    entry.into()
}

/// A result is suppressed when somebody says so and nobody took it back (SARIF 3.27.23, 3.35.3).
fn is_silenced(result: &Value) -> bool {
    let all = list(result.get("suppressions"));
    let open = |suppression: &Value| matches!(text(suppression, "/status"), "underReview" | "rejected");
    !all.is_empty() && !all.iter().any(open)
}

fn number(value: &Value) -> Option<f64> {
    value.as_f64().or_else(|| value.as_str()?.trim().parse().ok()).filter(|number| number.is_finite())
}

/// Adds to the evidence.
fn add_evidence(entry: &mut Entry, more: &str) {
    let before = entry.fields.get("evidence").and_then(Value::as_str).unwrap_or("");
    let joined = if before.is_empty() { more.to_owned() } else { format!("{before}\n{more}") };
    entry.fields.insert("evidence".to_owned(), joined.into());
}

/// A place that is only an address and a number, for texts.
fn named(path: &[u8], lines: Option<(u64, u64)>) -> String {
    let path = crate::core::text::one_line(&String::from_utf8_lossy(path), 200);
    lines.map_or_else(|| path.clone(), |(start, _)| format!("{path}:{start}"))
}
