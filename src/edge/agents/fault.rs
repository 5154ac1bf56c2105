//! What went wrong with a model API, told by its kind: genai's own words show requests and answers. Called by `api`.

use std::time::Duration;

use genai::{Error, webc};
use reqwest::{StatusCode, header::HeaderMap};

use crate::core::text::one_line;

use super::{Extra, Fault};

/// The fault behind an error of a request that was sent with these extras.
pub(super) fn of(error: &Error, sent: &[Extra]) -> Fault {
    if let Some(status) = error.status() {
        let said = said(body(error));
        if let Some(extra) = refused(status.as_u16(), &said, sent) {
            return Fault::Lacks { extra, said };
        }
        return of_status(status, error.headers(), &said);
    }
    match error {
        Error::WebStream { error, .. } => match error.downcast_ref::<Error>() {
            Some(inner) => of(inner, sent),
            None => of_transport(error.downcast_ref::<reqwest::Error>()),
        },
        Error::WebModelCall { webc_error, .. } | Error::WebAdapterCall { webc_error, .. } => match webc_error {
            webc::Error::Reqwest(error) => of_transport(Some(error)),
            webc::Error::ResponseFailedNotJson { .. }
            | webc::Error::ResponseFailedInvalidJson { .. }
            | webc::Error::JsonValueExt(_)
            | webc::Error::ResponseFailedStatus { .. } => no_answer(),
        },
        Error::ChatResponse { body, .. } => of_event(body),
        Error::RequiresApiKey { .. } | Error::NoAuthData { .. } | Error::NoAuthResolver { .. } => {
            Fault::Refused("it wants a key".to_owned())
        }
        Error::StreamParse { .. } | Error::InvalidJsonResponseElement { .. } | Error::SerdeJson(_) => no_answer(),
        _ => Fault::Broken("it cannot be asked".to_owned()),
    }
}

/// It speaks, and not this API.
pub(super) fn no_answer() -> Fault {
    Fault::Broken("this is no answer of that API; is its address right?".to_owned())
}

fn of_transport(error: Option<&reqwest::Error>) -> Fault {
    match error {
        Some(error) if error.is_connect() => {
            Fault::Busy { what: "it cannot be reached; is it running, and the address right?".to_owned(), after: None }
        }
        Some(error) if error.is_timeout() => {
            Fault::Busy { what: "the connection took too long".to_owned(), after: None }
        }
        _ => Fault::Cut("the connection broke".to_owned()),
    }
}

fn body(error: &Error) -> &str {
    match error {
        Error::HttpError { body, .. } => body,
        Error::WebModelCall { webc_error: webc::Error::ResponseFailedStatus { body, .. }, .. } => body,
        _ => "",
    }
}

/// Words by which providers and servers of one's own name what they do not take, in lower case. A form is named first:
/// some refuse it beside tools, and name both.
const NAMED: &[(Extra, &[&str])] = &[
    (
        Extra::Shape,
        &[
            "response_format",
            "response format",
            "responsejsonschema",
            "response_schema",
            "response mime",
            "json_schema",
            "json schema",
            "output_format",
            "output_config",
            "structured output",
            "grammar",
        ],
    ),
    (Extra::Tools, &["tool", "function call", "function_call", "functiondeclaration"]),
    (Extra::Cache, &["cache_control", "prompt_cache", "cache control"]),
];

/// What a refusal names of that which was sent along.
fn refused(status: u16, said: &str, sent: &[Extra]) -> Option<Extra> {
    // Some say that they have no end for it, some that they are broken.
    if !matches!(status, 400 | 404 | 422 | 500 | 501) {
        return None;
    }
    let said = said.to_lowercase();
    let names =
        |(extra, words): &&(Extra, &[&str])| sent.contains(extra) && words.iter().any(|word| said.contains(word));
    NAMED.iter().find(names).map(|(extra, _)| *extra)
}

fn of_status(status: StatusCode, headers: Option<&HeaderMap>, said: &str) -> Fault {
    let number = status.as_u16();
    match number {
        429 | 529 | 503 | 502 | 504 | 500 | 408 => {
            let what = match number {
                429 => format!("it asks for fewer requests (429){said}"),
                529 | 503 => format!("it is overloaded ({number}){said}"),
                _ => format!("it failed ({number}){said}"),
            };
            Fault::Busy { what, after: headers.and_then(retry_after) }
        }
        401 | 403 => Fault::Refused(format!("it refuses the key ({number}){said}")),
        404 => Fault::Refused(format!("it knows no such model or address (404){said}")),
        400 | 413 | 422 => Fault::Refused(format!("it refuses the request ({number}){said}")),
        _ => Fault::Broken(format!("it answers {number}{said}")),
    }
}

/// The message of an error in its JSON, shortened and cleaned; anything else is not shown.
fn said(body: &str) -> String {
    let value: serde_json::Value = serde_json::from_str(body).unwrap_or_default();
    let error = value.get("error").or_else(|| value.get(0).and_then(|first| first.get("error")));
    // Servers of one's own say it at the top.
    let own = ["message", "detail"].into_iter().find_map(|name| value.get(name));
    let message = error.and_then(|error| error.get("message").or(Some(error))).or(own).and_then(|text| text.as_str());
    message.map(|text| format!(": {}", one_line(text, 160))).unwrap_or_default()
}

/// An error that came in the stream, when 200 was said already.
fn of_event(body: &serde_json::Value) -> Fault {
    let error = body.get("error").unwrap_or(body);
    let word = |name: &str| error.get(name).and_then(|word| word.as_str()).unwrap_or("");
    let kind = format!("{} {} {}", word("type"), word("status"), word("code"));
    let message = match word("message") {
        "" => String::new(),
        text => format!(": {}", one_line(text, 160)),
    };
    let is = |words: &[&str]| words.iter().any(|one| kind.contains(one));
    if is(&["overloaded", "rate_limit", "UNAVAILABLE", "RESOURCE_EXHAUSTED", "insufficient_quota"]) {
        return Fault::Busy { what: format!("it is overloaded{message}"), after: None };
    }
    Fault::Cut(format!("its provider ended it with an error{message}"))
}

/// When it says to come again: seconds, milliseconds, or a date that we do not read.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let number = |name: &str| headers.get(name)?.to_str().ok()?.trim().parse::<f64>().ok();
    let seconds = number("retry-after-ms").map(|ms| ms / 1000.0).or_else(|| number("retry-after"))?;
    Duration::try_from_secs_f64(seconds).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_names_what_it_does_not_take_in_many_words() {
        let all = [Extra::Tools, Extra::Shape, Extra::Cache];
        for (status, said, extra) in [
            (400, "registry.ollama.ai/library/gemma:2b does not support tools", Extra::Tools),
            (404, "No endpoints found that support tool use.", Extra::Tools),
            (500, "tools param requires --jinja flag", Extra::Tools),
            (400, "\"auto\" tool choice requires --enable-auto-tool-choice and --tool-call-parser", Extra::Tools),
            (400, "Invalid parameter: 'response_format' of type 'json_schema' is not supported", Extra::Shape),
            (400, "Function calling with a response mime type: 'application/json' is unsupported", Extra::Shape),
            (400, "Cannot use custom grammar constraints with tools.", Extra::Shape),
            (400, "output_format: Extra inputs are not permitted", Extra::Shape),
            (422, "Unrecognized request argument supplied: prompt_cache_retention", Extra::Cache),
        ] {
            assert_eq!(refused(status, said, &all), Some(extra), "{said}");
            assert_eq!(refused(status, said, &[]), None, "what was not sent is not refused: {said}");
        }
        // Near misses: another status, other words.
        assert_eq!(refused(429, "too many tools", &all), None);
        assert_eq!(refused(400, "the model is unknown", &all), None);
        assert_eq!(refused(400, "does not support tools", &[Extra::Shape]), None);
    }
}
