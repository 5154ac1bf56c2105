//! Questions in GraphQL: errors that come with HTTP 200 are errors. Each is sent once. Called by `threads`, `inbox`
//! and `reviewing`.

use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};

use super::super::{Client, GithubError, refusal, wire::GraphQl};

#[derive(Debug, Serialize)]
struct Asked<'a> {
    query: &'a str,
    variables: Value,
}

impl Client {
    /// Asks, once. Data that came beside errors counts.
    pub(super) async fn graphql<T: DeserializeOwned>(
        &self,
        query: &str,
        variables: Value,
        what: &str,
    ) -> Result<T, GithubError> {
        let url = self.api().graphql().to_string();
        let answer: GraphQl<T> = self.post_question(&url, &Asked { query, variables }, what).await?;
        self.told(answer, what)
    }

    /// Changes something, once. Any error is one.
    pub(super) async fn mutate(&self, query: &str, id: &str, what: &str) -> Result<(), GithubError> {
        let url = self.api().graphql().to_string();
        let asked = Asked { query, variables: json!({ "id": id }) };
        let body = self.write(http::Method::POST, &url, Some(&asked), what).await?;
        let answer: GraphQl<Value> = self.parse(&body, what)?;
        match answer.errors.as_deref() {
            None | Some([]) => Ok(()),
            Some(_) => Err(self.refused(&answer, what)),
        }
    }

    fn told<T>(&self, answer: GraphQl<T>, what: &str) -> Result<T, GithubError> {
        match answer {
            GraphQl { data: Some(data), .. } => Ok(data),
            GraphQl { errors: None, .. } => Err(self.malformed(what, "it holds neither data nor errors")),
            answer => Err(self.refused(&answer, what)),
        }
    }

    /// The errors of an answer as one.
    fn refused<T>(&self, answer: &GraphQl<T>, what: &str) -> GithubError {
        let errors = answer.errors.as_deref().unwrap_or_default();
        if let Some(hit) = errors.iter().find_map(|error| refusal::graphql_limit(error.kind.as_deref())) {
            return refusal::limited(&self.asked(what), hit);
        }
        let texts = errors.iter().map(|error| refusal::shown(&error.error.text())).filter(|text| !text.is_empty());
        let mut texts: Vec<String> = texts.take(10).collect();
        if texts.is_empty() {
            texts.push("no reason given".to_owned());
        }
        GithubError::Refused { host: self.api().name(), status: 200, texts }
    }
}
