//! The body of a refusal: a message, and `errors` as strings or as objects (GITHUB "Errors").

use serde::Deserialize;

/// A refusal.
#[derive(Debug, Default, Deserialize)]
pub(in crate::edge::github) struct ErrorBody {
    pub(in crate::edge::github) message: Option<String>,
    #[serde(default, deserialize_with = "one_or_many")]
    pub(in crate::edge::github) errors: Vec<OneError>,
}

/// One of several errors.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(in crate::edge::github) enum OneError {
    /// A sentence.
    Text(String),
    /// A sentence with its place, or a code alone.
    Object { message: Option<String>, code: Option<String>, resource: Option<String>, field: Option<String> },
    /// Something else.
    Other(serde::de::IgnoredAny),
}

impl ErrorBody {
    /// Reads a body; anything that is not of these forms is an empty refusal.
    pub(in crate::edge::github) fn read(body: &[u8]) -> Self {
        serde_json::from_slice(body).unwrap_or_default()
    }

    /// Whether it is about the size of what was asked for.
    pub(in crate::edge::github) fn is_too_large(&self) -> bool {
        let code = |error: &OneError| matches!(error, OneError::Object { code: Some(code), .. } if code == "too_large");
        let message = self.message.as_deref().unwrap_or_default().to_ascii_lowercase();
        self.errors.iter().any(code) || message.contains("exceeded the maximum") || message.contains("too large")
    }
}

impl OneError {
    /// Its words; of an object without words its code and place.
    pub(in crate::edge::github) fn text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Object { message: Some(message), .. } => message.clone(),
            Self::Object { code, resource, field, .. } => {
                let parts = [resource, field, code].into_iter().flatten();
                parts.map(String::as_str).collect::<Vec<_>>().join(" ")
            }
            Self::Other(_) => String::new(),
        }
    }
}

/// `errors` is a list, one thing, or null.
fn one_or_many<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Vec<OneError>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Form {
        Many(Vec<OneError>),
        None(()),
        One(OneError),
    }
    Ok(match Form::deserialize(deserializer)? {
        Form::Many(errors) => errors,
        Form::None(()) => Vec::new(),
        Form::One(error) => vec![error],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(body: &str) -> Vec<String> {
        ErrorBody::read(body.as_bytes()).errors.iter().map(OneError::text).collect()
    }

    #[test]
    fn both_shapes_of_errors_are_read_and_no_shape_breaks_it() {
        assert_eq!(texts(r#"{"message":"m","errors":["a","b"]}"#), ["a", "b"]);
        assert_eq!(texts(r#"{"errors":[{"message":"a"},{"resource":"R","field":"f","code":"c"}]}"#), ["a", "R f c"]);
        assert_eq!(texts(r#"{"errors":"a"}"#), ["a"]);
        assert_eq!(texts(r#"{"errors":null}"#), Vec::<String>::new());
        assert_eq!(texts(r#"{"errors":[1,null,"a"]}"#).last().map(String::as_str), Some("a"));
        assert_eq!(texts("<html>"), Vec::<String>::new());
        assert_eq!(ErrorBody::read(b"[]").message, None);
    }

    #[test]
    fn a_refusal_for_size_is_known_by_code_or_words() {
        let of = |body: &str| ErrorBody::read(body.as_bytes()).is_too_large();
        assert!(of(r#"{"errors":[{"resource":"PullRequest","field":"diff","code":"too_large"}]}"#));
        assert!(of(r#"{"message":"Sorry, the diff exceeded the maximum number of lines (20000)"}"#));
        assert!(!of(r#"{"message":"Unsupported 'Accept' header"}"#));
    }
}
