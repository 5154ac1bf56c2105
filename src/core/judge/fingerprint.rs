//! What makes two claims the same one across runs (deep §5): class, symbol or path, invariant, sink.

use crate::core::model::Candidate;

/// `{issue_class}|{symbol or path}|{invariant}|{sink}`; empty segments for what was not given. A `|` inside a
/// part becomes `/`, so that parts cannot run into each other.
pub fn fingerprint(candidate: &Candidate) -> String {
    let claim = &candidate.claim;
    let subject = match &candidate.place {
        Some(place) => match place.symbol.as_deref().filter(|symbol| !symbol.is_empty()) {
            Some(symbol) => symbol.to_owned(),
            None => place.path.lossy().into_owned(),
        },
        None => String::new(),
    };
    [claim.issue_class.as_str(), &subject, &claim.invariant, &claim.sink].map(|part| part.replace('|', "/")).join("|")
}

/// Whether a fingerprint names an invariant or a sink. One that does not says too little to merge on
/// (REVIEW "Duplicates").
pub fn is_telling(fingerprint: &str) -> bool {
    fingerprint.split('|').skip(2).any(|part| !part.trim().is_empty())
}
